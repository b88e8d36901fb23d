"""The factor once more in single precision, laid out for many solutions with the same factor.

A solution with the factor of numeric.py reads each number of it twice, and divides six times a block, each division
waiting for the one before. Here numbers are half as long, the 6 x 6 blocks on the diagonal are inverted once, and six
numbers, of a vector or a column of a block, lie in WIDE places, the rest of them zero: what one instruction writes the
next one reads as a whole. Sums run in a fixed order.

Front s has `own` rows and `rest` rows in `single_work`; its panel holds the blocks below the diagonal, column of
blocks after column of blocks, each block as six columns. The inverses of those on it are in `corner`.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from drystone.kernels import kernel, merged_kernel
from drystone.solvers.factor.single_vectors import (
    DOUBLE,
    FLOAT,
    WIDE,
    WORD,
    ZERO,
    Writer,
    add_vector,
    copy_vector,
)

#: Numbers of a block, and of an inverted one: its columns, and those of its transpose.
BLOCK, CORNER = 6 * WIDE, 12 * WIDE



@kernel
def place_singles(first, ptr):
    """(f + 1,) where the panel of each front starts."""
    fronts = first.shape[0] - 1
    panel = np.zeros(fronts + 1, np.int64)
    for s in range(fronts):
        own, rest = first[s + 1] - first[s], ptr[s + 1] - ptr[s]
        panel[s + 1] = panel[s] + BLOCK * (own * (own - 1) // 2 + own * rest)
    return panel


@intrinsic
def _forward_block(typingctx, x, corner, y, a, count):
    """x <- L^-1 x, then y -= A x of `count` blocks one after the other [addresses]."""
    signature = types.void(*[types.int64] * 5)

    def codegen(context, builder, signature, arguments):
        x, corner, y, a, count = arguments
        write = Writer(builder)
        found = write.times(corner, write.spread(write.load(x)))
        write.store(found, x)
        numbers = write.spread(found)

        def body(values):
            at_y, at_a = values
            write.store(builder.fsub(write.load(at_y), write.times(at_a, numbers)), at_y)
            return write.after(at_y, 1), write.after(at_a, 6)

        write.repeat(count, (y, a), body)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic
def _backward_block(typingctx, x, corner, y, a, count):
    """x <- L^-T (x - A^T y), the same blocks, `corner` that of L^-T [addresses]."""
    signature = types.void(*[types.int64] * 5)

    def codegen(context, builder, signature, arguments):
        x, corner, y, a, count = arguments
        write = Writer(builder)

        def body(values):
            at_y, at_a, *sums = values
            rows = write.load(at_y)
            grown = [write.multiply_add(write.load(write.after(at_a, k)), rows, sums[k]) for k in range(6)]
            return write.after(at_y, 1), write.after(at_a, 6), *grown

        sums = write.repeat(count, (y, a, *[ZERO] * 6), body)[2:]
        left = builder.fsub(write.load(x), write.sums_of(sums))
        write.store(write.times(corner, write.spread(left)), x)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic
def _convert_block(typingctx, target, source, stride):
    """Block in single precision at `target` from six columns of six doubles, `stride` apart [addresses, bytes]."""
    signature = types.void(*[types.int64] * 3)

    def codegen(context, builder, signature, arguments):
        target, source, stride = arguments
        write = Writer(builder)
        for k in range(6):
            parts = []
            for first, count in ((0, 4), (4, 2)):
                kind = ir.VectorType(DOUBLE, count)
                place = builder.inttoptr(builder.add(source, ir.Constant(WORD, 8 * first)), kind.as_pointer())
                parts.append(builder.fptrunc(builder.load(place, align=8), ir.VectorType(FLOAT, count)))
            last = write.shuffle(parts[1], ir.Constant(parts[1].type, [0.0] * 2), (0, 1, 2, 3))
            write.store(write.shuffle(parts[0], last, range(WIDE)), write.after(target, k))
            source = builder.add(source, stride)
        return context.get_dummy_value()

    return signature, codegen


@kernel
def invert_corner(panel, at, height, inverse, corner):
    """corner (CORNER,): columns of L^-1, then those of its transpose, L the lower 6 x 6 block at `at`.

    inverse : (6,) scratch
    """
    for i in range(CORNER):
        corner[i] = 0.0
    for k in range(6):
        for i in range(k, 6):
            total = 1.0 if i == k else 0.0
            for m in range(k, i):
                total -= panel[at + m * height + i] * inverse[m]
            inverse[i] = total / panel[at + i * height + i]
            corner[k * WIDE + i] = inverse[i]
            corner[(6 + i) * WIDE + k] = inverse[i]


@merged_kernel
def convert(f, s, ints):
    """Panel of front s and the inverses of its blocks on the diagonal, from the factor in double precision."""
    own, rows = f.first[s + 1] - f.first[s], f.first[s + 1] - f.first[s] + f.ptr[s + 1] - f.ptr[s]
    start, height = f.panel_ptr[s], 6 * rows
    source, target = f.panel.ctypes.data + 8 * start, f.single_panel.ctypes.data + 4 * f.single_ptr[s]
    for j in range(own):
        invert_corner(f.panel, start + 6 * (j * height + j), height, f.inverse[ints[4]], f.corner[f.first[s] + j])
        for i in range(j + 1, rows):
            _convert_block(target, source + 48 * (j * height + i), 8 * height)
            target += 4 * BLOCK


@merged_kernel
def forward_single(f, s):
    """Forward solution of front s from `single_vector` to its rows; the lower ones are for the fronts above."""
    own, rest = f.first[s + 1] - f.first[s], f.ptr[s + 1] - f.ptr[s]
    begin, size = f.first[s], 4 * WIDE
    vector, work = f.single_vector.ctypes.data + size * begin, f.single_work.ctypes.data
    at = work + size * (begin + f.ptr[s])
    for i in range(own):
        copy_vector(at + size * i, vector + size * i)
    for i in range(WIDE * (begin + f.ptr[s] + own), WIDE * (begin + f.ptr[s] + own + rest)):
        f.single_work[i] = 0.0
    for t in range(f.child_ptr[s], f.child_ptr[s + 1]):
        c = f.child[t]
        source = work + size * (f.first[c + 1] + f.ptr[c])
        for i in range(f.ptr[c], f.ptr[c + 1]):
            add_vector(at + size * f.relative[i], source)
            source += size
    panel, corner = f.single_panel.ctypes.data + 4 * f.single_ptr[s], f.corner.ctypes.data + 4 * CORNER * begin
    for j in range(own):
        count = own - 1 - j + rest
        _forward_block(at + size * j, corner, at + size * (j + 1), panel, count)
        panel += 4 * BLOCK * count
        corner += 4 * CORNER


@merged_kernel
def backward_single(f, s):
    """Backward solution of front s in its rows, and to `single_vector`; the fronts above it are solved."""
    own, rest = f.first[s + 1] - f.first[s], f.ptr[s + 1] - f.ptr[s]
    begin, size = f.first[s], 4 * WIDE
    vector, at = f.single_vector.ctypes.data, f.single_work.ctypes.data + size * (begin + f.ptr[s])
    for i in range(rest):
        copy_vector(at + size * (own + i), vector + size * f.rows[f.ptr[s] + i])
    panel, corner = f.single_panel.ctypes.data + 4 * f.single_ptr[s + 1], f.corner.ctypes.data + 4 * CORNER * begin
    for back in range(own):
        j = own - 1 - back
        panel -= 4 * BLOCK * (back + rest)
        _backward_block(at + size * j, corner + 4 * (CORNER * j + BLOCK), at + size * (j + 1), panel, back + rest)
        copy_vector(vector + size * (begin + j), at + size * j)
