"""Random fields: a property that differs from interface to interface or from block to block, seeded.

A field has a marginal distribution and a correlation between places at a distance. Correlated standard normal numbers
z = L w, with L L' = C and w independent, are turned into values of the same rank (Gaussian copula):

    C_ij = (1 - NUGGET) rho(|x_i - x_j| / length) + NUGGET delta_ij,    value_i = F^-1(Phi(z_i))

rho is exp(-s) (exponential) or exp(-s^2) (gaussian); the share NUGGET is independent from place to place, so that C can
be factored where places are close or rho is smooth. rho is the correlation of z; that of the values is a little less.

A seed gives the same values on any machine: w comes from the raw bits of PCG64 keyed by seed and name of the field; C
is made and factored in the order of the model by sums and products of single numbers alone, which IEEE arithmetic fixes
to the last bit, and values are rounded to DIGITS significant digits.

    plan = plan_fields(source.build(), [RandomField("mu", "friction", Marginal("lognormal", mean=0.7, cov=0.2), ...)])
    base = source.with_(plan.base)               # once: which interfaces
    run = base.with_(*plan.sample(seed=17))      # per run: their values
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drystone.checks import check_choice, check_number
from drystone.contact.finder import ContactFinder
from drystone.errors import InputError
from drystone.model.joint import Joint
from drystone.model.joint_rules import ANY
from drystone.model.material import Material
from drystone.model.model import Model
from drystone.model.properties import properties_of
from drystone.model.selection import Selection, as_names, check_known
from drystone.model.source import BuiltSource
from drystone.names import check_name
from drystone.studies.marginals import Marginal

CORRELATIONS = ("exponential", "gaussian")
NUGGET = 1e-6        #: share of the variance that is independent from place to place
DIGITS = 6           #: significant digits of a value
TOUCH = 1e-5         #: blocks closer than this have an interface [m]
MOST_CORRELATED = 4000   #: places of a correlated field: C is a full matrix
GRID = 1e-9          #: places are rounded to this, so that their last bits do not count [m]

_ON_BLOCKS = tuple(properties_of(Material))
_ON_JOINTS = tuple(name for name, row in properties_of(Joint).items() if not row.is_count)


@dataclass(frozen=True)
class RandomField:
    """What is random.

    Parameters
    ----------
    name : of the field; it goes into the stream of random numbers, so that fields do not depend on each other
    property : of joints (friction, cohesion ...: one value an interface) or of materials (density ...: one a block)
    marginal : distribution of single values
    length : correlation length [m]; 0: values are independent
    correlation : exponential or gaussian; needed where length > 0
    between : two names of blocks or groups, ``*`` for any: interfaces that vary, of a property of joints
    blocks : names of blocks or groups that vary, of a property of materials; none: all that have a material
    """

    name: str
    property: str
    marginal: Marginal
    length: float
    correlation: str | None = None
    between: tuple[str, str] = (ANY, ANY)
    blocks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_name("random field", self.name)
        label = self.label
        check_known(label, self.property, (*_ON_JOINTS, *_ON_BLOCKS), "property")
        object.__setattr__(self, "length", check_number(f"{label}: length", self.length, "m", least=0.0))
        if self.length > 0.0 and self.correlation is None:
            raise InputError(f"{label}: correlation is missing; it is one of {', '.join(CORRELATIONS)}")
        if self.correlation is not None:
            check_choice(f"{label}: correlation", self.correlation, CORRELATIONS)
        object.__setattr__(self, "between", tuple(as_names(self.between)))
        object.__setattr__(self, "blocks", as_names(self.blocks))
        if len(self.between) != 2:
            raise InputError(f"{label}: between must be two names, got {self.between!r}")
        if self.is_of_blocks and self.between != (ANY, ANY):
            raise InputError(f"{label}: between goes with a property of joints, got {self.property}")
        if self.blocks and not self.is_of_blocks:
            raise InputError(f"{label}: blocks goes with a property of materials, got {self.property}")

    @classmethod
    def of_data(cls, name: str, data: Mapping[str, object]) -> RandomField:
        """From keys and values, e.g. of a study file, with `marginal` as a mapping."""
        label, known = f"random field {name!r}", ("property", "marginal", "length", "correlation", "between", "blocks")
        for key in data:
            check_known(label, key, known, "key")
        for key in known[:3]:
            if key not in data:
                raise InputError(f"{label}: {key} is missing")
        if not isinstance(data["marginal"], Mapping):
            raise InputError(f"{label}: marginal must be a mapping, got {data['marginal']!r}")
        made = Marginal.of_data(f"{label}: marginal", data["marginal"])
        return cls(name, **{**data, "marginal": made})      # type: ignore[arg-type]

    @property
    def label(self) -> str:
        """How messages name it."""
        return f"random field {self.name!r}"

    @property
    def is_of_blocks(self) -> bool:
        """Whether there is one value a block."""
        return self.property in _ON_BLOCKS


@dataclass(frozen=True)
class PlannedField:
    """A field on the places of one model; what all samples share is reckoned once."""

    field: RandomField
    names: tuple[tuple[str, ...], ...]   #: block, or the two blocks of an interface, of each place
    place: np.ndarray                    #: (n, 3) [m], centroids of blocks or centres of interfaces

    @cached_property
    def factor(self) -> np.ndarray | None:
        """(n, n) lower triangular L with L L' = C; None where values are independent."""
        own = self.field
        if own.length == 0.0:
            return None
        if len(self.place) > MOST_CORRELATED:
            raise InputError(f"{own.label}: at most {MOST_CORRELATED} places may be correlated, got {len(self.place)}; "
                             "take fewer by between or blocks, or length 0")
        return cholesky(correlation_matrix(self.place, own.length, own.correlation))

    def normal(self, seed: int) -> np.ndarray:
        """(n,) correlated standard normal numbers of a seed."""
        free = independent_normals(seed, self.field.name, len(self.place))
        return free if self.factor is None else self.factor @ free

    def values(self, seed: int) -> np.ndarray:
        """(n,) values of a seed, in the unit of the property."""
        return np.array([float(text) for text in self._texts(seed)])

    def override(self, seed: int) -> str:
        """`key=value` that gives the places the values of a seed."""
        return f"variations[{self.field.name}].values=[{','.join(self._texts(seed))}]"

    def entry(self) -> dict:
        """As an entry of `variations`, every value at the mean."""
        own, mean = self.field, float(f"{self.field.marginal.middle:.{DIGITS}g}")
        where = {"blocks": [name for name, in self.names]} if own.is_of_blocks else \
            {"between": [list(pair) for pair in self.names]}
        return {"name": own.name, "property": own.property, **where, "values": [mean] * len(self.names)}

    def _texts(self, seed: int) -> list[str]:
        return [f"{value:.{DIGITS}g}" for value in self.field.marginal.quantile(self.normal(seed)).tolist()]


@dataclass(frozen=True)
class FieldPlan:
    """Random fields of one model."""

    fields: tuple[PlannedField, ...]
    kept: tuple[dict, ...] = ()     #: variations that the model file has itself

    @property
    def base(self) -> str:
        """`key=value` that says which places vary, at the mean; before any sample, once."""
        return "variations=" + json.dumps([*self.kept, *(planned.entry() for planned in self.fields)])

    def sample(self, seed: int) -> tuple[str, ...]:
        """`key=value` texts of one sample, upon those of `base`."""
        return tuple(planned.override(seed) for planned in self.fields)


def plan_fields(built: BuiltSource, fields: Sequence[RandomField]) -> FieldPlan:
    """Find the places of random fields in a model."""
    kept = built.resolved.get("variations") or []
    taken = {entry["name"] for entry in kept}
    for one in fields:
        if one.name in taken:
            raise InputError(f"{one.label}: the name is taken by another field or variation")
        if not one.name.isascii() or set(one.name) & set("[]=") or one.name.isdigit():
            raise InputError(f"{one.label}: its name must be a word without brackets and signs of equality")
        taken.add(one.name)
    return FieldPlan(tuple(_plan(built.model, one) for one in fields),
                     tuple({key: value for key, value in entry.items() if value is not None} for entry in kept))


def _plan(model: Model, one: RandomField) -> PlannedField:
    selection = Selection(model.block_names, model.block_groups)
    numbers, place = _blocks(model, one, selection) if one.is_of_blocks else _interfaces(model, one, selection)
    if not len(numbers):
        raise InputError(f"{one.label}: no {'block' if one.is_of_blocks else 'interface'} of the model is meant by it")
    names = tuple(tuple(model.block_names[i] for i in row) for row in numbers.tolist())
    return PlannedField(one, names, place)


def _blocks(model: Model, one: RandomField, selection: Selection) -> tuple[np.ndarray, np.ndarray]:
    """Numbers (n, 1) and centroids (n, 3) [m] of the free blocks with a material that are meant."""
    chosen = ~model.is_support & (model.material_of >= 0)
    if one.blocks:
        named = np.zeros(model.block_count, bool)
        named[selection.blocks(one.label, one.blocks)] = True
        chosen &= named
    numbers = np.flatnonzero(chosen)
    return numbers[:, None], model.reference_position[numbers]


def _interfaces(model: Model, one: RandomField, selection: Selection) -> tuple[np.ndarray, np.ndarray]:
    """Pairs (n, 2) of blocks that touch at the start and are meant, and the means (n, 3) [m] of contact points."""
    found = ContactFinder(model).detect_initial(TOUCH)
    pairs, number = np.unique(np.column_stack((found.block_a, found.block_b)), axis=0, return_inverse=True)
    number = number.reshape(-1)
    middle = 0.5 * (found.point_a + found.point_b)
    count = np.bincount(number, minlength=len(pairs))
    place = np.column_stack([np.bincount(number, middle[:, k], minlength=len(pairs)) / count for k in range(3)])
    sides = []
    for name in one.between:
        side = np.full(model.block_count, name == ANY)
        if name != ANY:
            side[selection.blocks(one.label, name)] = True
        sides.append(side)
    meant = np.zeros(len(pairs), bool)
    for a, b in (sides, sides[::-1]):
        meant |= a[pairs[:, 0]] & b[pairs[:, 1]]
    return pairs[meant], place[meant]


# --- numbers that are the same on any machine -----------------------------------------------------

def independent_normals(seed: int, name: str, count: int) -> np.ndarray:
    """(count,) standard normal numbers of a seed and a name; the first ones do not depend on how many are asked for."""
    from scipy.special import ndtri  # slow to import

    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise InputError(f"random field {name!r}: seed must be a whole number >= 0, got {seed!r}")
    key = int.from_bytes(hashlib.sha256(f"{int(seed)}:{name}".encode()).digest()[:16], "big")
    bits = np.random.PCG64(key).random_raw(count)
    return ndtri(((bits >> np.uint64(11)).astype(float) + 0.5) * 2.0 ** -53)


def correlation_matrix(place: np.ndarray, length: float, correlation: str) -> np.ndarray:
    """(n, n) correlations of the places (n, 3) [m], with the nugget."""
    x, y, z = np.round(np.asarray(place, float) / GRID).T * GRID
    square = np.square(x[:, None] - x) + np.square(y[:, None] - y)
    square += np.square(z[:, None] - z)
    share = square / (length * length) if correlation == "gaussian" else np.sqrt(square) / length
    out = (1.0 - NUGGET) * exact_exp(-share)
    np.fill_diagonal(out, 1.0)
    return out


def exact_exp(x: np.ndarray) -> np.ndarray:
    """exp(x) for x <= 0 by sums and products alone, within a few last bits; 0 below -700."""
    shift = np.round(x * 1.4426950408889634)
    rest = (x - shift * 0.693147180369123816490) - shift * 1.90821492927058770002e-10     # ln 2 in two parts
    out = np.ones_like(rest)
    for k in range(14, 0, -1):          # Taylor, |rest| <= 0.35: the first term left out is 1e-19
        out = 1.0 + rest / k * out
    return np.where(x < -700.0, 0.0, np.ldexp(out, np.maximum(shift, -1020.0).astype(int)))


def cholesky(matrix: np.ndarray) -> np.ndarray:
    """Lower triangular L with L L' = matrix (n, n), column by column in the order given: no library, no other order."""
    left, out = matrix.copy(), np.zeros_like(matrix)
    for j in range(len(left)):
        column = left[j:, j] / np.sqrt(left[j, j])
        out[j:, j] = column
        left[j + 1:, j + 1:] -= np.multiply.outer(column[1:], column[1:])
    return out
