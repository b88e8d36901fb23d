"""Vectors of WIDE numbers in single precision, as instructions for the compiler to fit to the machine.

Six numbers, of a block or a column of a block, lie in WIDE places: what one instruction writes the next reads as a
whole. Addresses are integers.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

#: Places for six numbers.
WIDE = 8

FLOAT, DOUBLE, WORD, PLACE = ir.FloatType(), ir.DoubleType(), ir.IntType(64), ir.IntType(32)
VECTOR = ir.VectorType(FLOAT, WIDE)
ZERO = ir.Constant(VECTOR, [0.0] * WIDE)


class Writer:
    """Vectors of WIDE numbers at the builder's place; addresses are integers."""

    def __init__(self, builder) -> None:
        self.builder = builder

    def after(self, address, vectors):
        return self.builder.add(address, ir.Constant(WORD, 4 * WIDE * vectors))

    def load(self, address):
        return self.builder.load(self.builder.inttoptr(address, VECTOR.as_pointer()), align=4)

    def store(self, vector, address):
        self.builder.store(vector, self.builder.inttoptr(address, VECTOR.as_pointer()), align=4)

    def multiply_add(self, x, y, z):
        """x * y + z, in one operation where the machine has it."""
        name = f"llvm.fmuladd.v{WIDE}f32"
        function = self.builder.module.globals.get(name)
        if function is None:
            function = ir.Function(self.builder.module, ir.FunctionType(VECTOR, [VECTOR] * 3), name)
        return self.builder.call(function, [x, y, z])

    def shuffle(self, one, two, places):
        return self.builder.shuffle_vector(one, two, ir.Constant(ir.VectorType(PLACE, len(places)), list(places)))

    def spread(self, vector):
        """The six numbers of a vector, each of them everywhere in a vector."""
        return [self.shuffle(vector, vector, [k] * WIDE) for k in range(6)]

    def times(self, block, numbers):
        """Block at the address times six spread numbers; in two sums, of which neither waits for the other."""
        columns = [self.load(self.after(block, k)) for k in range(6)]
        sums = []
        for first in (0, 1):
            total = self.builder.fmul(columns[first], numbers[first])
            for k in (first + 2, first + 4):
                total = self.multiply_add(columns[k], numbers[k], total)
            sums.append(total)
        return self.builder.fadd(*sums)

    def sums_of(self, vectors):
        """A vector whose number k is the sum over the k-th of six vectors."""
        def fold(one, two, low, high):
            return self.builder.fadd(self.shuffle(one, two, low), self.shuffle(one, two, high))

        quarter = [fold(vectors[k], vectors[k + 1], (0, 1, 2, 3, 8, 9, 10, 11), (4, 5, 6, 7, 12, 13, 14, 15))
                   for k in (0, 2, 4)]
        pair = [fold(one, two, (0, 1, 4, 5, 8, 9, 12, 13), (2, 3, 6, 7, 10, 11, 14, 15))
                for one, two in ((quarter[0], quarter[1]), (quarter[2], ZERO))]
        return fold(pair[0], pair[1], (0, 2, 4, 6, 8, 10, 12, 14), (1, 3, 5, 7, 9, 11, 13, 15))

    def repeat(self, count, starts, body):
        """`body(values)` -> next values, `count` >= 0 times; returns the last ones. starts : the first ones"""
        builder, before = self.builder, self.builder.block
        head = builder.append_basic_block("single_head")
        inside, after = builder.append_basic_block("single_loop"), builder.append_basic_block("single_end")
        builder.branch(head)
        builder.position_at_end(head)
        left = builder.phi(WORD)
        values = [builder.phi(start.type) for start in starts]
        builder.cbranch(builder.icmp_signed(">", left, ir.Constant(WORD, 0)), inside, after)
        builder.position_at_end(inside)
        later = body(values)
        left_next = builder.sub(left, ir.Constant(WORD, 1))
        builder.branch(head)
        for phi, start, value in zip([left, *values], [count, *starts], [left_next, *later], strict=True):
            phi.add_incoming(start, before)
            phi.add_incoming(value, inside)
        builder.position_at_end(after)
        return values


@intrinsic
def add_vector(typingctx, target, source):
    """target += source, WIDE numbers [addresses]."""
    signature = types.void(types.int64, types.int64)

    def codegen(context, builder, signature, arguments):
        write = Writer(builder)
        write.store(builder.fadd(*(write.load(address) for address in arguments)), arguments[0])
        return context.get_dummy_value()

    return signature, codegen


@intrinsic
def copy_vector(typingctx, target, source):
    """target = source, WIDE numbers [addresses]."""
    signature = types.void(types.int64, types.int64)

    def codegen(context, builder, signature, arguments):
        write = Writer(builder)
        write.store(write.load(arguments[1]), arguments[0])
        return context.get_dummy_value()

    return signature, codegen


@intrinsic
def write_six(typingctx, target, v0, v1, v2, v3, v4, v5):
    """target = six doubles, and two zeros [address]."""
    signature = types.void(types.int64, *[types.float64] * 6)

    def codegen(context, builder, signature, arguments):
        vector = ZERO
        for k, number in enumerate(arguments[1:]):
            vector = builder.insert_element(vector, builder.fptrunc(number, FLOAT), ir.Constant(PLACE, k))
        Writer(builder).store(vector, arguments[0])
        return context.get_dummy_value()

    return signature, codegen


@intrinsic
def transpose(typingctx, address):
    """Rows of the WIDE x WIDE numbers there become columns."""
    signature = types.void(types.int64)

    def codegen(context, builder, signature, arguments):
        write = Writer(builder)
        rows = [write.load(write.after(arguments[0], k)) for k in range(WIDE)]
        for size in (4, 2, 1):               # swap the halves of ever smaller squares
            first = [place if place % (2 * size) < size else WIDE + place - size for place in range(WIDE)]
            second = [place + size if place % (2 * size) < size else WIDE + place for place in range(WIDE)]
            changed = list(rows)
            for k in (k for k in range(WIDE) if k % (2 * size) < size):
                changed[k] = write.shuffle(rows[k], rows[k + size], first)
                changed[k + size] = write.shuffle(rows[k], rows[k + size], second)
            rows = changed
        for k, row in enumerate(rows):
            write.store(row, write.after(arguments[0], k))
        return context.get_dummy_value()

    return signature, codegen
