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
        """column * number + total."""
        return [self.multiply_add(x, self.spread(number, x.type), z) for x, z in zip(column, total, strict=True)]

    def multiply_add(self, x, y, z):
        """x * y + z of vectors, in one operation where the machine has it."""
        name = f"llvm.fmuladd.v{x.type.count}f64"
        function = self.builder.module.globals.get(name)
        if function is None:
            function = ir.Function(self.builder.module, ir.FunctionType(x.type, [x.type] * 3), name)
        return self.builder.call(function, [x, y, z])

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


def _make_forward(rows: int):
    """Intrinsic: y (rows) -= A (rows x 6) x (6)."""
    @intrinsic
    def forward(typingctx, y, a, x, stride):
        """Addresses y, a, x; stride from column to column of A [bytes]."""
        signature = types.void(*[types.int64] * 4)

        def codegen(context, builder, signature, arguments):
            y, a, x, stride = arguments
            write = _Writer(builder, rows)
            total = write.load(y)
            for j in range(6):
                number = builder.fneg(write.number(write.after(x, j)))
                total = write.times_plus(write.load(a), number, total)
                a = builder.add(a, stride)
            write.store(total, y)
            return context.get_dummy_value()

        return signature, codegen

    return forward


_forward_12, _forward_6 = _make_forward(12), _make_forward(6)


@intrinsic
def _backward(typingctx, x, a, y, stride, count):
    """x (6) -= A^T y, A (6 count x 6), count >= 1 [addresses, bytes]."""
    signature = types.void(*[types.int64] * 5)

    def codegen(context, builder, signature, arguments):
        x, a, y, stride, count = arguments
        write = _Writer(builder, 6)
        before = builder.block
        loop, after = builder.append_basic_block("dot_loop"), builder.append_basic_block("dot_end")
        builder.branch(loop)
        builder.position_at_end(loop)
        left, at_a, at_y = builder.phi(_WORD), builder.phi(_WORD), builder.phi(_WORD)
        sums = [[builder.phi(kind) for kind in write.kinds] for _ in range(6)]
        rows = write.load(at_y)
        place, grown = at_a, []
        for j in range(6):
            grown.append([write.multiply_add(*parts) for parts in zip(write.load(place), rows, sums[j], strict=True)])
            place = builder.add(place, stride)
        left_next = builder.sub(left, ir.Constant(_WORD, 1))
        a_next, y_next = write.after(at_a, 6), write.after(at_y, 6)
        builder.cbranch(builder.icmp_signed(">", left_next, ir.Constant(_WORD, 0)), loop, after)
        phis = [(left, count, left_next), (at_a, a, a_next), (at_y, y, y_next)]
        for j in range(6):
            phis += zip(sums[j], write.zero, grown[j], strict=True)
        for phi, start, later in phis:
            phi.add_incoming(start, before)
            phi.add_incoming(later, loop)
        builder.position_at_end(after)
        for j in range(6):
            numbers = [builder.extract_element(part, ir.Constant(ir.IntType(32), k))
                       for part in grown[j] for k in range(part.type.count)]
            while len(numbers) > 1:
                half = len(numbers) // 2
                pairs = [builder.fadd(numbers[k], numbers[k + half]) for k in range(half)]
                numbers = pairs + numbers[2 * half:]
            place = builder.inttoptr(write.after(x, j), _DOUBLE.as_pointer())
            builder.store(builder.fsub(builder.load(place), numbers[0]), place)
        return context.get_dummy_value()

    return signature, codegen


@kernel
def subtract_forward(y, a, x, rows, stride):
    """y (rows) -= A (rows x 6) x (6) [addresses, bytes]."""
    for r in range(0, rows - 6, 12):
        _forward_12(y + 8 * r, a + 8 * r, x, stride)
    if rows % 12 == 6:
        _forward_6(y + 8 * (rows - 6), a + 8 * (rows - 6), x, stride)


@kernel
def solve_forward(panel, start, width, height, vector, column, carry, base):
    """x <- L^-1 x for the `width` numbers of vector (n, 6) from `column` on; carry (m, 6) from `base` on -= L21 x."""
    at, stride = panel.ctypes.data + 8 * start, 8 * height
    x, below = vector.ctypes.data + 48 * column, carry.ctypes.data + 48 * base
    for j in range(0, width, 6):
        corner, block = start + j * height + j, column + j // 6
        for k in range(6):
            value = vector[block, k] / panel[corner + k * height + k]
            vector[block, k] = value
            for i in range(k + 1, 6):
                vector[block, i] -= panel[corner + k * height + i] * value
        here = at + 8 * (j * height + j + 6)
        if width > j + 6:
            subtract_forward(x + 8 * (j + 6), here, x + 8 * j, width - j - 6, stride)
        if height > width:
            subtract_forward(below, at + 8 * (j * height + width), x + 8 * j, height - width, stride)


@kernel
def subtract_backward(x, a, y, rows, stride):
    """x (6) -= A^T y, A (rows x 6), rows a multiple of 6 [addresses, bytes]."""
    _backward(x, a, y, stride, rows // 6)


@kernel
def solve_backward(panel, start, width, height, vector, column, carry, base):
    """x <- L^-T (x - L21^T y) for the same numbers, y those of carry (m, 6) from `base` on."""
    at, stride = panel.ctypes.data + 8 * start, 8 * height
    x, below = vector.ctypes.data + 48 * column, carry.ctypes.data + 48 * base
    for step in range(0, width, 6):
        j = width - 6 - step
        corner, block = start + j * height + j, column + j // 6
        if height > width:
            subtract_backward(x + 8 * j, at + 8 * (j * height + width), below, height - width, stride)
        if step > 0:
            subtract_backward(x + 8 * j, at + 8 * (j * height + j + 6), x + 8 * (j + 6), step, stride)
        for back in range(6):
            k = 5 - back
            value = vector[block, k]
            for i in range(k + 1, 6):
                value -= panel[corner + k * height + i] * vector[block, i]
            vector[block, k] = value / panel[corner + k * height + k]


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
