"""Parts: named arrays as compressed bytes, in the one form that the page reads.

A part is a zlib stream of: length of the heading (uint32), heading (JSON: [[name, dtype, shape], ...], padded with
blanks), then the arrays one after the other, little-endian, each padded to four bytes.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping

import numpy as np

#: Types that the page knows; all little-endian.
TYPES = ("<f8", "<f4", "<f2", "<u4", "<i4", "<u2", "|i1", "|u1")
#: Of zlib: level 6 makes a part of poses a tenth smaller and takes three times as long.
LEVEL = 6


def pack_part(arrays: Mapping[str, np.ndarray], level: int = LEVEL) -> bytes:
    """Arrays of the types in TYPES as one part."""
    heading, pieces = [], []
    for name, array in arrays.items():
        array = np.ascontiguousarray(array)
        if array.dtype.newbyteorder("<").str not in TYPES:
            raise TypeError(f"part: array {name!r} must have one of the types {', '.join(TYPES)}, got {array.dtype}")
        heading.append([name, array.dtype.str, list(array.shape)])
        pieces += [array.tobytes(), b"\0" * (-array.nbytes % 4)]
    text = json.dumps(heading, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    packer = zlib.compressobj(level)
    out = [packer.compress(struct.pack("<I", len(text)) + text)]
    out += [packer.compress(piece) for piece in pieces]
    return b"".join([*out, packer.flush()])


def unpack_part(part: bytes) -> dict[str, np.ndarray]:
    """What `pack_part` was given; the page does the same in `page/source/part.js`."""
    data = zlib.decompress(part)
    (length,) = struct.unpack_from("<I", data)
    at, arrays = 4 + length, {}
    for name, dtype, shape in json.loads(data[4:at]):
        count = int(np.prod(shape, dtype=np.int64))
        arrays[name] = np.frombuffer(data, dtype, count, at).reshape(shape)
        at += arrays[name].nbytes + -arrays[name].nbytes % 4
    return arrays
