"""`python -m bench`: play in turns, print the table; talk goes to standard error."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

from bench.knowing import SUBJECTS, costs
from bench.ours import OURS, REFEREE
from bench.peers import BASELINE, PEERS
from bench.report import knowing, put_into, report
from bench.rounds import interleaved


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how many rounds (7)")
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="each one's slice of a round (1)"
    )
    parser.add_argument("--seed", type=int, default=1, help="where chance starts (1)")
    parser.add_argument("--only", default="", help="only those whose name has this text")
    parser.add_argument("--write", type=Path, help="put the table into this document as well")
    asked = parser.parse_args()

    def say(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    wanted = asked.only.lower()
    contenders = [each for each in [*OURS, *REFEREE, *PEERS] if wanted in each.name.lower()]
    measured = interleaved(contenders, asked.rounds, asked.seconds, asked.seed, say)
    subjects = [each for each in SUBJECTS if wanted in f"what {each.name} knows".lower()]
    known = [(each.name, costs(each, 3 * asked.seconds, Random(asked.seed))) for each in subjects]
    tables = []
    if measured:
        tables.append(report(measured, BASELINE, asked.rounds, asked.seconds, asked.seed))
    if known:
        tables.append(knowing(known, 3 * asked.seconds))
    if not tables:
        parser.error(f"nothing to measure has {asked.only!r} in its name")
    table = "\n".join(tables)
    print(table, end="")
    if asked.write:
        put_into(asked.write, table)


if __name__ == "__main__":
    main()
