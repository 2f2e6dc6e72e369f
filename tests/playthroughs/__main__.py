"""Tell the golden playthroughs again: `python -m tests.playthroughs`, then read the difference."""

import sys

from tests.playthroughs.tell import FOLDER, records, tell

for path in records():
    told = tell(path)
    text = path.with_name(path.name.removesuffix(".game.json") + ".txt")
    changed = not text.exists() or text.read_text(encoding="utf-8") != told
    text.write_text(told, encoding="utf-8")
    sys.stdout.write(f"{'told anew' if changed else 'as it was'}  {text.relative_to(FOLDER)}\n")
