"""Numbers as text, by the million: tables of 200 blocks and 2,000 frames hold 20 million of them.

Written like %g with a given number of digits. The last digit may be off by one unit where rounding is a close call:
values are scaled by a power of ten in double precision, which leaves 15 digits.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import bare_kernel, inner_kernel

#: Longest text of one number: sign, digits, point, leading zeros, exponent.
WIDTH = 26
_LEAST, _MOST = -5, 308     # exponents of ten written without e; the table of powers

POWERS = np.array([float(f"1e{k}") for k in range(-_MOST, _MOST + 1)])


@bare_kernel
def write_rows(value, digits, lead, label, label_text, label_ptr, powers, out):
    """Write one line a row into `out` (bytes) and return how many bytes: `lead` numbers, labels, the other numbers.

    value (n, k); label (n, m), rows of the labels label_text[label_ptr[j]:label_ptr[j + 1]].
    """
    at = np.int64(0)
    for i in range(value.shape[0]):
        for k in range(value.shape[1]):
            if k == lead:
                for m in range(label.shape[1]):
                    for c in range(label_ptr[label[i, m]], label_ptr[label[i, m] + 1]):
                        out[at] = label_text[c]
                        at += 1
                    out[at] = 44     # comma
                    at += 1
            at = write_number(value[i, k], digits, powers, out, at)
            out[at] = 44
            at += 1
        out[at - 1] = 10     # the last comma becomes the end of the line
    return at


@inner_kernel
def write_number(value, digits, powers, out, at):
    """Write one number at out[at]; returns where it ends."""
    if value != value:
        out[at], out[at + 1], out[at + 2] = 110, 97, 110     # nan
        return at + 3
    if value < 0.0:
        out[at] = 45
        at += 1
    size = abs(value)
    if size == 0.0:
        out[at] = 48
        return at + 1
    if size == math.inf:
        out[at], out[at + 1], out[at + 2] = 105, 110, 102     # inf
        return at + 3
    number, exponent = split_number(size, digits, powers)
    count = digits
    while number % 10 == 0:
        number //= 10
        count -= 1
    if _LEAST < exponent < 0:     # 0.00ddd
        out[at], out[at + 1] = 48, 46
        at += 2
        for _ in range(-exponent - 1):
            out[at] = 48
            at += 1
        write_digits(number, count, out, at)
        return at + count
    if 0 <= exponent <= digits:
        if count <= exponent + 1:     # whole
            write_digits(number, count, out, at)
            at += count
            for _ in range(exponent + 1 - count):
                out[at] = 48
                at += 1
            return at
        write_digits(number, count, out, at + 1)     # one further, then the whole part moves back before the point
        for c in range(exponent + 1):
            out[at + c] = out[at + c + 1]
        out[at + exponent + 1] = 46
        return at + count + 1
    write_digits(number, count, out, at + 1)
    out[at] = out[at + 1]
    at += 1
    if count > 1:
        out[at] = 46
        at += count
    out[at] = 101     # e
    out[at + 1] = 45 if exponent < 0 else 43
    exponent = abs(exponent)
    width = 3 if exponent >= 100 else 2
    write_digits(np.int64(exponent), width, out, at + 2)
    return at + 2 + width


@inner_kernel
def split_number(size, digits, powers):
    """The first `digits` digits of a positive number as an integer, and its exponent of ten."""
    shift = 0
    if size < 1e-280:     # so that the scale stays within the table
        size, shift = size * 1e100, 100
    two = (np.float64(size).view(np.int64) >> 52) - 1023     # exponent of two
    exponent = (two * 1292913986) >> 32     # times log10 of 2, rounded down: right, or low by one
    if exponent + 1 <= _MOST and size >= powers[exponent + 1 + _MOST]:
        exponent += 1
    scale = digits - 1 - exponent
    if scale > 200:
        scaled = size * 1e200 * powers[scale - 200 + _MOST]
    else:
        scaled = size * powers[scale + _MOST]
    number = np.int64(scaled + 0.5)
    if number >= np.int64(powers[digits + _MOST]):     # 9.99... rounds up to 10
        number, exponent = number // 10, exponent + 1
    return number, exponent - shift


@inner_kernel
def write_digits(number, count, out, at):
    """Decimal digits of a number, `count` of them, from out[at] on; two at a time, divisions are what costs."""
    c = at + count - 1
    while c > at:
        rest = number // 100
        pair = np.uint32(number - 100 * rest)
        tens = pair // np.uint32(10)
        out[c - 1], out[c] = 48 + tens, 48 + pair - np.uint32(10) * tens
        number = rest
        c -= 2
    if c == at:
        out[c] = 48 + number % 10
