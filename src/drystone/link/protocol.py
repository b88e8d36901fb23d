"""Messages of the link: one JSON object a line, of bounded length. The other side: `component.py`.

    {"kind": "hello", "protocol": 1}            first, once -> hello with version and greatest length, then ready
    {"kind": "statics" | "run", "id": 1, ...}   then        -> answer or error with the same id

Nothing that comes in is trusted: a line that is too long, no JSON, or no question is answered by one line.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import BinaryIO, NoReturn

from drystone._version import VERSION
from drystone.checks import show
from drystone.errors import InputError
from drystone.link.component import PROTOCOL
from drystone.names import show_line

#: Longest message that is read [bytes]: some 50,000 blocks.
MOST_BYTES = 32_000_000
#: Longest whole number that is read as one [digits].
_MOST_DIGITS = 18


@dataclass(frozen=True, slots=True)
class TooLong:
    """A line that was skipped, for it is longer than MOST_BYTES."""


def read_line(stream: BinaryIO, most: int = MOST_BYTES) -> bytes | TooLong | None:
    """The next line; None at the end. What is too long is skipped piece by piece and never held whole."""
    line = stream.readline(most + 1)
    if not line:
        return None
    if len(line) <= most or line.endswith(b"\n"):
        return line
    while (piece := stream.readline(2**20)) and not piece.endswith(b"\n"):
        pass
    return TooLong()


def parse(line: bytes | TooLong) -> dict:
    """The object that a line holds, or one line that says why it is none."""
    if isinstance(line, TooLong):
        raise InputError(f"link: a message must have at most {MOST_BYTES} bytes")
    try:
        found = json.loads(line.decode("utf-8"), parse_constant=_refuse_constant, parse_int=_whole_number,
                           object_pairs_hook=_mapping)
    except UnicodeDecodeError as error:
        raise InputError(f"link: a message must be UTF-8, byte {error.start} is not") from None
    except json.JSONDecodeError as error:
        raise InputError(f"link: a message must be one line of JSON: {error.msg} at character {error.pos}") from None
    except RecursionError:
        raise InputError("link: a message is nested too deeply") from None
    if not isinstance(found, dict):
        raise InputError(f"link: a message must be a JSON object, got {show(found)}")
    return found


def _refuse_constant(word: str) -> NoReturn:
    raise InputError(f"link: numbers must be finite, got {word}")


def _whole_number(text: str) -> int | float:
    """Very long ones as floats: Python refuses to read them as whole ones."""
    return int(text) if len(text) <= _MOST_DIGITS else float(text)


def _mapping(pairs: list[tuple[str, object]]) -> dict:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise InputError(f"link: key {show(twice)} is given twice")
    return found


def check_hello(message: Mapping) -> None:
    """The first message must be ours, of this version of the protocol."""
    if message.get("kind") != "hello":
        raise InputError(f"link: the first message must be of kind hello, got {show(message.get('kind'))}")
    if message.get("protocol") != PROTOCOL or isinstance(message.get("protocol"), bool):
        raise InputError(f"link: protocol must be {PROTOCOL}, as drystone {VERSION} speaks it, got "
                         f"{show(message.get('protocol'))}: write the component anew with `drystone link --component "
                         "drystone_link.py`")


def hello() -> dict:
    """What is answered to it."""
    return {"kind": "hello", "protocol": PROTOCOL, "version": VERSION, "most_bytes": MOST_BYTES}


def error_message(number: object, error: BaseException, expected: bool = True) -> dict:
    """A refusal: one line."""
    words = str(error) if expected else f"unexpected {type(error).__name__}: {error}"
    return {"kind": "error", "id": number, "error": show_line("; ".join(" ".join(part.split())
                                                                       for part in words.splitlines()))}


def to_line(message: Mapping) -> bytes:
    """As bytes; a number that is none would be a fault of ours."""
    return json.dumps(message, allow_nan=False).encode("ascii") + b"\n"
