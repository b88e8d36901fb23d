"""Messages between a study and its workers: a JSON head and bytes behind it, both with their lengths before them.

Nothing here is ever unpickled: heads are JSON, and what follows is handed on as bytes.
"""

from __future__ import annotations

import io
import json
import struct
from typing import BinaryIO

_LENGTHS = struct.Struct("<4sIQ")
_MAGIC = b"dry1"

#: Longest head and longest load [bytes]; what is longer is no message of ours.
MOST_HEAD, MOST_LOAD = 2**26, 2**31


class Broken(Exception):
    """The other side does not speak our language."""


def send(stream: BinaryIO, head: dict, load: bytes = b"") -> None:
    """Write one message and flush it."""
    text = json.dumps(head).encode()
    stream.write(_LENGTHS.pack(_MAGIC, len(text), len(load)) + text + load)
    stream.flush()


def receive(stream: BinaryIO) -> tuple[dict, bytes] | None:
    """Read one message; None where the other side is gone."""
    start = _exactly(stream, _LENGTHS.size)
    if start is None:
        return None
    magic, head_length, load_length = _LENGTHS.unpack(start)
    if magic != _MAGIC or head_length > MOST_HEAD or load_length > MOST_LOAD:
        raise Broken(f"a message must begin with {_MAGIC!r}, got {start[:4]!r}")
    text = _exactly(stream, head_length)
    load = _exactly(stream, load_length)
    if text is None or load is None:
        return None
    head = json.loads(text)
    if not isinstance(head, dict):
        raise Broken(f"the head of a message must be a mapping, got {type(head).__name__}")
    return head, load


def _exactly(stream: BinaryIO, count: int) -> bytes | None:
    """So many bytes; None where fewer come."""
    data = stream.read(count)
    return data if data is not None and len(data) == count else None


def pack(head: dict, load: bytes = b"") -> bytes:
    """One message as bytes, for carriers that are no stream."""
    stream = io.BytesIO()
    send(stream, head, load)
    return stream.getvalue()


def unpack(message: object) -> tuple[dict, bytes]:
    """What `pack` gave."""
    if not isinstance(message, (bytes, bytearray)):
        raise Broken(f"a message must be bytes, got {type(message).__name__}")
    found = receive(io.BytesIO(message))
    if found is None:
        raise Broken("a message ends too early")
    return found
