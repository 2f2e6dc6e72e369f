"""docs/fairness.md: its example comes out as it is shown, with hashlib and hmac alone."""

import hashlib
import hmac
import json
import re
from pathlib import Path

from brushpass import proof, record
from tests.second import proof as second

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "fairness.md").read_text("utf-8")


def test_every_command_prints_what_is_shown() -> None:
    shown = re.findall(r"^\$ printf %s '([^']*)' \| (.*)\n([0-9a-f]{64})$", PAGE, re.MULTILINE)
    assert len(shown) == PAGE.count("\n$ ") == 6
    for said, tool, printed in shown:
        if tool == "sha256sum":
            assert hashlib.sha256(said.encode()).hexdigest() == printed
        else:
            key = tool.removeprefix("openssl dgst -sha256 -hmac ").encode()
            assert hmac.new(key, said.encode(), hashlib.sha256).hexdigest() == printed
            assert two_plain_hashes(key, said.encode()) == printed


def two_plain_hashes(key: bytes, message: bytes) -> str:
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).hexdigest()


def test_the_record_holds_for_both_verifiers_and_for_the_commands() -> None:
    (text,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    told = record.read(text)
    assert record.write(told) == text
    proven = proof.verify(told)
    assert (proven.dealt, proven.chosen, proven.actions) == (7, (), 8)
    second.check(json.loads(text))
    printed = re.findall(r"^[0-9a-f]{64}$", PAGE, re.MULTILINE)
    assert printed[0] == proven.proof.commitment
    assert printed[-1] == proven.proof.seal


def test_what_is_said_of_the_first_shuffle_comes_out() -> None:
    """By the bytes shown: which cards change places, and what is dealt."""
    (first,) = re.findall(r"-hmac [0-9a-f]{64}\n([0-9a-f]{64})", PAGE)
    cards = "china uk usa ussr".split()
    for i, (byte, bits) in enumerate(zip(bytes.fromhex(first), (2, 2, 1), strict=False)):
        other = i + byte % 2**bits
        cards[i], cards[other] = cards[other], cards[i]
        assert f"(`{' '.join(cards)}`)" in PAGE
    assert f"`agents {' '.join(sorted(cards[:3]))}`" in PAGE
