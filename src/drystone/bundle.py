"""Many arrays as one argument of a kernel, by the address of a table.

A named tuple of arrays would do, but numba counts the references of each array in it at every call: kernels that take
sixty arrays, and are written into one another, then consist of little else, and need minutes to compile. A bundle is
one pointer to a table of addresses and shapes. Kernels read its fields as attributes and may write the numbers in the
arrays; the arrays themselves are those of the Python object, which keeps them alive while a kernel runs.

    class Band(Bundle):
        matrix = reals(2)    #: (n, width)
        reach = whole(1)     #: (n,)

    band = Band(np.zeros((5, 3)), np.zeros(5, np.int64))
    kernel(band)             # in it: band.matrix[i, j]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import impl_ret_borrowed, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate
from numba.extending import NativeValue, infer_getattr, intrinsic, models, register_model, unbox
from numba.np.arrayobj import make_array, populate_array

from drystone.kernels import kernel

_WORD = ir.IntType(64)


def reals(dimensions: int) -> types.Array:
    """Field: a contiguous array of doubles."""
    return types.Array(types.float64, dimensions, "C")


def floats(dimensions: int) -> types.Array:
    """Field: a contiguous array of single precision."""
    return types.Array(types.float32, dimensions, "C")


def whole(dimensions: int) -> types.Array:
    """Field: a contiguous array of int64."""
    return types.Array(types.int64, dimensions, "C")


def short(dimensions: int) -> types.Array:
    """Field: a contiguous array of int32, as BLAS wants its integers."""
    return types.Array(types.int32, dimensions, "C")


class BundleType(types.Type):
    """Type of a bundle in kernels: its fields in the order of the table."""

    def __init__(self, title: str, fields: tuple[tuple[str, types.Type], ...]) -> None:
        self.title, self.fields = title, fields
        super().__init__(f"{title}({', '.join(f'{name}: {kind}' for name, kind in fields)})")

        arrays = [(name, kind) for name, kind in fields if not isinstance(kind, BundleType)]
        self.words = sum(1 + kind.ndim for _, kind in arrays)

    def place(self, wanted: str) -> tuple[int, types.Type]:
        """First word of a field in the table, and its type: the bundles in a bundle come after the arrays."""
        array_word, bundle_word = 0, self.words
        for name, kind in self.fields:
            is_bundle = isinstance(kind, BundleType)
            if name == wanted:
                return bundle_word if is_bundle else array_word, kind
            if is_bundle:
                bundle_word += 1
            else:
                array_word += 1 + kind.ndim
        raise AttributeError(wanted)


class Bundle:
    """Base class: a subclass names its fields: `reals`, `floats`, `whole`, `short`, or the `kind` of another bundle."""

    kind: BundleType      #: of the subclass, in kernels

    def __init_subclass__(cls) -> None:
        fields = tuple((name, kind) for name, kind in vars(cls).items() if isinstance(kind, types.Type))
        cls.kind = BundleType(cls.__name__, fields)
        cls._words = cls.kind.words
        cls._dtypes = tuple(None if isinstance(kind, BundleType) else (np.dtype(str(kind.dtype)), kind.ndim)
                            for _, kind in fields)

    def __init__(self, *values: Any, **named: Any) -> None:
        fields = self.kind.fields
        for name, _ in fields[len(values):]:
            if name not in named:
                raise TypeError(f"{type(self).__name__}: {name} is missing")
            values += (named.pop(name),)
        if named or len(values) != len(fields):
            raise TypeError(f"{type(self).__name__} has {len(fields)} fields, "
                            f"got {len(values)} and {', '.join(named) or 'no name'}")
        own = self.__dict__
        for (name, _), dtype, value in zip(fields, self._dtypes, values):
            own[name] = value
            if dtype and ((value.dtype, value.ndim) != dtype or not value.flags.c_contiguous):
                raise TypeError(f"{type(self).__name__}.{name} must be a contiguous array of {dtype[0]} with "
                                f"{dtype[1]} axes, got {value.dtype} with {value.ndim}")
        inner = [value.address for value in values if isinstance(value, Bundle)]
        self._table = np.array([0] * self._words + inner, np.int64)
        self.address = fill_table(tuple(value for value in values if not isinstance(value, Bundle)), self._table)
        self._numba_type_ = self.kind

    def replace(self, **changes: Any) -> Bundle:
        """The same bundle with other values of some fields."""
        return type(self)(**{name: changes.pop(name, getattr(self, name)) for name, _ in self.kind.fields}, **changes)


@register_model(BundleType)
class _BundleModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type) -> None:
        super().__init__(dmm, fe_type, _WORD.as_pointer())


@unbox(BundleType)
def _unbox_bundle(kind, value, c):
    number = c.pyapi.object_getattr_string(value, "address")
    address = c.pyapi.long_as_longlong(number)
    c.pyapi.decref(number)
    return NativeValue(c.builder.inttoptr(address, _WORD.as_pointer()), is_error=c.pyapi.c_api_error())


@intrinsic
def _write_words(typingctx, values, table):
    """Addresses and shapes of a tuple's arrays, one after the other."""
    signature = types.void(values, table)

    def codegen(context, builder, signature, args):
        words = make_array(signature.args[1])(context, builder, args[1]).data
        place = 0
        for k, kind in enumerate(signature.args[0]):
            array = make_array(kind)(context, builder, builder.extract_value(args[0], k))
            for word in (builder.ptrtoint(array.data, _WORD), *cgutils.unpack_tuple(builder, array.shape)):
                builder.store(word, builder.gep(words, [_WORD(place)]))
                place += 1
        return context.get_dummy_value()

    return signature, codegen


@kernel
def fill_table(values, table):
    """Write the arrays of a bundle into its table; returns its address. (NumPy needs 2 us for one array's address.)"""
    _write_words(values, table)
    return table.ctypes.data


@infer_getattr
class _BundleAttributes(AttributeTemplate):
    key = BundleType

    def generic_resolve(self, kind, name):
        return dict(kind.fields).get(name)


@lower_getattr_generic(BundleType)
def _read_field(context, builder, kind, table, name):
    first, field = kind.place(name)

    def read(word):
        loaded = builder.load(builder.gep(table, [_WORD(word)]))
        # a table never changes: the compiler may read it once, before a loop
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
        return loaded

    if isinstance(field, BundleType):
        return builder.inttoptr(read(first), _WORD.as_pointer())
    array = make_array(field)(context, builder)
    shape = [read(first + 1 + axis) for axis in range(field.ndim)]
    size = context.get_abi_sizeof(context.get_data_type(field.dtype))
    strides, step = [], context.get_constant(types.intp, size)
    for extent in reversed(shape):
        strides.append(step)
        step = builder.mul(step, extent)
    data = builder.inttoptr(read(first), context.get_data_type(field.dtype).as_pointer())
    populate_array(array, data=data, shape=cgutils.pack_array(builder, shape),
                   strides=cgutils.pack_array(builder, strides[::-1]), itemsize=context.get_constant(types.intp, size),
                   meminfo=None)
    return impl_ret_borrowed(context, builder, field, array._getvalue())
