"""Dense Cholesky of small fronts, in tiles that stay in registers.

Most fronts are matrices of 30 columns and 90 rows. For those BLAS spends half of its time on preparations; here a tile
of C - A B^T, 12 or 6 rows by 3 columns, is one loop over the inner index, written in vectors for the compiler to fit to
the machine. All matrices lie by columns; all sizes are multiples of 6, the size of a block.
"""

from __future__ import annotations

import math

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from drystone.kernels import kernel, merged_kernel

#: Columns of a tile.
COLUMNS = 3

_DOUBLE, _WORD = ir.DoubleType(), ir.IntType(64)

#: Rows of a tile in vectors of a length that machines have: others would be padded to the next power of two.
_VECTORS = {12: (4, 4, 4), 6: (4, 2)}


class _Writer:
    """Vector instructions at the builder's place; addresses are integers."""

    def __init__(self, builder, rows: int) -> None:
        self.builder = builder
        self.kinds = [ir.VectorType(_DOUBLE, length) for length in _VECTORS[rows]]
        self.zero = [ir.Constant(kind, [0.0] * kind.count) for kind in self.kinds]

    def after(self, address, numbers):
        return self.builder.add(address, ir.Constant(_WORD, 8 * numbers)) if numbers else address

    def number(self, address):
        return self.builder.load(self.builder.inttoptr(address, _DOUBLE.as_pointer()))

    def load(self, address):
        """A column of the tile's rows, as a list of vectors."""
        parts, first = [], 0
        for kind in self.kinds:
            place = self.builder.inttoptr(self.after(address, first), kind.as_pointer())
            parts.append(self.builder.load(place, align=8))
            first += kind.count
        return parts

    def store(self, column, address):
        first = 0
        for part in column:
            place = self.builder.inttoptr(self.after(address, first), part.type.as_pointer())
            self.builder.store(part, place, align=8)
            first += part.type.count

    def times_plus(self, column, number, total):
        """column * number + total, in one operation where the machine has it."""
        result = []
        for kind, x, z in zip(self.kinds, column, total, strict=True):
            name = f"llvm.fmuladd.v{kind.count}f64"
            function = self.builder.module.globals.get(name)
            if function is None:
                function = ir.Function(self.builder.module, ir.FunctionType(kind, [kind] * 3), name)
            result.append(self.builder.call(function, [x, self.spread(number, kind), z]))
        return result

    def spread(self, number, kind):
        """Vector with the same number everywhere."""
        nothing = ir.Constant(kind, ir.Undefined)
        one = self.builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), kind.count), [0] * kind.count)
        return self.builder.shuffle_vector(one, nothing, lanes)


def _make_tile(rows: int, fresh: bool):
    """Intrinsic: tile C (rows x 3) -= A B^T, or C = -A B^T if `fresh`; A (rows x count), B (3 x count)."""
    @intrinsic
    def tile(typingctx, c, stride_c, a, b, stride, count):
        """Addresses c, a, b; strides from column to column of C, and of A and B [bytes]; count >= 1."""
        signature = types.void(*[types.int64] * 6)

        def codegen(context, builder, signature, arguments):
            c, stride_c, a, b, stride, count = arguments
            write = _Writer(builder, rows)
            before = builder.block
            loop, after = builder.append_basic_block("tile_loop"), builder.append_basic_block("tile_end")
            builder.branch(loop)
            builder.position_at_end(loop)
            left, at_a, at_b = builder.phi(_WORD), builder.phi(_WORD), builder.phi(_WORD)
            sums = [[builder.phi(kind) for kind in write.kinds] for _ in range(COLUMNS)]
            column = write.load(at_a)
            grown = [write.times_plus(column, write.number(write.after(at_b, j)), sums[j]) for j in range(COLUMNS)]
            left_next = builder.sub(left, ir.Constant(_WORD, 1))
            a_next, b_next = builder.add(at_a, stride), builder.add(at_b, stride)
            builder.cbranch(builder.icmp_signed(">", left_next, ir.Constant(_WORD, 0)), loop, after)
            phis = [(left, count, left_next), (at_a, a, a_next), (at_b, b, b_next)]
            for j in range(COLUMNS):
                phis += zip(sums[j], write.zero, grown[j], strict=True)
            for phi, start, later in phis:
                phi.add_incoming(start, before)
                phi.add_incoming(later, loop)
            builder.position_at_end(after)
            place = c
            for j in range(COLUMNS):
                old = write.zero if fresh else write.load(place)
                write.store([builder.fsub(o, g) for o, g in zip(old, grown[j], strict=True)], place)
                place = builder.add(place, stride_c)
            return context.get_dummy_value()

        return signature, codegen

    return tile


_subtract_12, _subtract_6 = _make_tile(12, False), _make_tile(6, False)
_write_12, _write_6 = _make_tile(12, True), _make_tile(6, True)


@intrinsic
def _solve_rows(typingctx, x, square, inverse, stride):
    """Six rows x (6 x 6) <- x L^-T; L is the lower triangle at `square`, one over its diagonal at `inverse`."""
    signature = types.void(*[types.int64] * 4)

    def codegen(context, builder, signature, arguments):
        x, square, inverse, stride = arguments
        write = _Writer(builder, 6)
        columns, places, starts = [], [x], [square]
        for _ in range(5):
            places.append(builder.add(places[-1], stride))
            starts.append(builder.add(starts[-1], stride))
        for j in range(6):
            value = write.load(places[j])
            for k in range(j):
                number = builder.fneg(write.number(write.after(starts[k], j)))
                value = write.times_plus(columns[k], number, value)
            number = write.number(write.after(inverse, j))
            columns.append([builder.fmul(part, write.spread(number, part.type)) for part in value])
        for place, column in zip(places, columns, strict=True):
            write.store(column, place)
        return context.get_dummy_value()

    return signature, codegen


@merged_kernel
def subtract_product(c, a, b, rows, stride, count):
    """C (rows x 6) -= A (rows x count) B (6 x count)^T, all with the same stride [addresses, bytes]."""
    for r in range(0, rows - 6, 12):
        for j in range(0, 6, COLUMNS):
            _subtract_12(c + 8 * r + j * stride, stride, a + 8 * r, b + 8 * j, stride, count)
    if rows % 12 == 6:
        for j in range(0, 6, COLUMNS):
            _subtract_6(c + 8 * (rows - 6) + j * stride, stride, a + 8 * (rows - 6), b + 8 * j, stride, count)


@kernel
def write_update(c, a, size, stride, count):
    """Lower triangle of C (size x size) = -A A^T, A (size x count); columns of C without gaps [addresses, bytes]."""
    for j in range(0, size, COLUMNS):
        first = j - j % 6
        for r in range(first, size - 6, 12):
            _write_12(c + 8 * (r + j * size), 8 * size, a + 8 * r, a + 8 * j, stride, count)
        if (size - first) % 12 == 6:
            r = size - 6
            _write_6(c + 8 * (r + j * size), 8 * size, a + 8 * r, a + 8 * j, stride, count)


@kernel
def factor_panel(panel, start, width, height, inverse, lift, diagonal, order, first):
    """Cholesky of the first `width` columns of a panel (height x width by columns), rows below included.

    A pivot smaller than lift[0] times the diagonal of the matrix is set to that; `inverse` (6,) is scratch. Returns
    1 + the column whose pivot is not positive, or minus the number of lifted pivots.
    """
    lifted, stride = 0, 8 * height
    base, scratch = panel.ctypes.data + 8 * start, inverse.ctypes.data
    for j in range(0, width, 6):
        corner = start + j * height + j
        if j > 0:
            subtract_product(base + 8 * (j * height + j), base + 8 * j, base + 8 * j, height - j, stride, j)
        block = order[first + j // 6]
        for k in range(6):
            column = corner + k * height
            pivot, least = panel[column + k], lift[0] * diagonal[block, k, k]
            if pivot < least:
                pivot = least
                lifted += 1
            if not (pivot > 0.0 and pivot < np.inf):
                return j + k + 1
            pivot = math.sqrt(pivot)
            panel[column + k] = pivot
            inverse[k] = 1.0 / pivot
            for i in range(k + 1, 6):
                panel[column + i] *= inverse[k]
            for i in range(k + 1, 6):
                for r in range(i, 6):
                    panel[corner + i * height + r] -= panel[column + i] * panel[column + r]
        for r in range(j + 6, height, 6):
            _solve_rows(base + 8 * (j * height + r), base + 8 * (j * height + j), scratch, stride)
    return -lifted
