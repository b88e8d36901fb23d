"""Variations: values of one property that differ from interface to interface, or from block to block.

Joints hold between kinds of blocks; a variation gives single pairs of blocks a joint of their own, and single blocks a
material of their own. It is applied to the built structure, so that a study which changes nothing else builds no
geometry again.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from drystone.checks import check_number
from drystone.errors import InputError, about
from drystone.model.blocks import BlockSpec
from drystone.model.joint import Joint
from drystone.model.material import Material
from drystone.model.model import Model
from drystone.model.program import BuiltBlocks
from drystone.model.properties import properties_of
from drystone.model.selection import Selection, check_known

#: Blocks with joints of their own: the table of joints has a row and a column for each.
MOST_VARIED = 8000

_DENSITY = "density"


@dataclass(frozen=True)
class VariationSpec:
    """One property of several interfaces or blocks."""

    name: str
    property: str
    places: tuple[tuple[str, ...], ...]   #: pairs of blocks of interfaces; of blocks: one name each
    values: tuple[float, ...]             #: one a place, in the unit of the property

    @builtins.property      # a field has that name, too
    def label(self) -> str:
        """How messages name it."""
        return f"variation {self.name!r}"


def make_variation(name: str, property: str, values: Sequence[float], between: Sequence[Sequence[str]] | None,
                   blocks: Sequence[str] | None) -> VariationSpec:
    """Check what was given, apart from the names of blocks."""
    what = f"variation {name!r}"
    if (between is None) == (blocks is None):
        raise InputError(f"{what}: needs exactly one of between, blocks; got {'none' if between is None else 'both'}")
    kind: type[Material] | type[Joint] = Material if between is None else Joint
    places = [tuple(p) for p in between] if between is not None else [(b,) for b in blocks or ()]
    known = [key for key, row in properties_of(kind).items() if not row.is_count]
    check_known(what, property, known, f"property of {'materials' if kind is Material else 'joints'}")
    if len(values) != len(places) or not places:
        raise InputError(f"{what}: values must be one for each of the {len(places)} "
                         f"{'blocks' if kind is Material else 'pairs'} that it names, at least 1, got {len(values)}")
    unit = properties_of(kind)[property].unit
    return VariationSpec(name, property, tuple(places),
                         tuple(check_number(f"{what}: values", value, unit) for value in values))


def vary_model(variations: Iterable[VariationSpec], specs: Mapping[str, BlockSpec], blocks: BuiltBlocks,
               model: Model) -> tuple[BuiltBlocks, Model]:
    """Blocks and model with the variations; `specs` are the blocks as described."""
    joints: dict[tuple[int, ...], dict[str, Any]] = {}
    materials: dict[tuple[int, ...], dict[str, Any]] = {}
    for spec in variations:
        with about("variation", spec.name):
            _collect(spec, blocks, joints if len(spec.places[0]) == 2 else materials)
    if joints:
        model = _vary_joints(model, joints)
    if materials:
        blocks, model = _vary_materials(model, blocks, specs, materials)
    return blocks, model


def varied_mass(variations: Iterable[VariationSpec], specs: Mapping[str, BlockSpec],
                materials: Mapping[str, Material]) -> dict[str, float]:
    """By how much the mass of blocks differs from that of their material, as a factor, by name."""
    return {place[0]: value / materials[str(specs[place[0]].material)].density for spec in variations
            if spec.property == _DENSITY for place, value in zip(spec.places, spec.values)
            if place[0] in specs and specs[place[0]].material in materials}


def _collect(spec: VariationSpec, blocks: BuiltBlocks, found: dict[tuple[int, ...], dict[str, Any]]) -> None:
    """Add the values of a variation to those `found`, by numbers of blocks."""
    for place, value in zip(spec.places, spec.values):
        numbers = _numbers(spec, place, blocks.selection)
        if blocks.is_support[list(numbers)].all():
            raise InputError(f"{spec.label}: {_shown(place)} "
                             f"{'no joint acts: both are supports' if len(place) == 2 else 'is a support'}")
        own = found.setdefault(numbers, {})
        if spec.property in own:
            raise InputError(f"{spec.label}: {spec.property} {_shown(place)} is given twice")
        own[spec.property] = value


def _numbers(spec: VariationSpec, place: tuple[str, ...], selection: Selection) -> tuple[int, ...]:
    for name in place:
        if name not in selection.index:
            check_known(spec.label, name, selection.index, "block")
    if len(place) == 2 and place[0] == place[1]:
        raise InputError(f"{spec.label}: an interface lies between two blocks, got {place[0]!r} twice")
    return tuple(sorted(selection.index[name] for name in place))


def _shown(place: Sequence[str]) -> str:
    return f"between {place[0]!r} and {place[1]!r}" if len(place) == 2 else f"block {place[0]!r}"


def _vary_joints(model: Model, found: dict[tuple[int, ...], dict[str, Any]]) -> Model:
    """Every block that is named gets a class of its own, every pair a joint."""
    pairs = np.array(list(found), np.int64)
    named = np.unique(pairs)
    if len(named) > MOST_VARIED:
        raise InputError(f"variations: at most {MOST_VARIED} blocks may have joints of their own, got {len(named)}")
    class_count = len(model.joint_table)
    origin = np.concatenate((np.arange(class_count), model.joint_class[named]))
    table = model.joint_table[np.ix_(origin, origin)]
    block_class = model.joint_class.copy()
    block_class[named] = class_count + np.arange(len(named), dtype=np.int32)
    joints = list(model.joints)
    for (a, b), changes in found.items():
        base = model.joints[model.joint_table[model.joint_class[a], model.joint_class[b]]]
        i, j = block_class[a], block_class[b]
        table[i, j] = table[j, i] = len(joints)
        joints.append(_changed(base, changes, (model.block_names[a], model.block_names[b])))
    for array in (table, block_class):
        array.setflags(write=False)
    return replace(model, joints=tuple(joints), joint_class=block_class, joint_table=table)


def _vary_materials(model: Model, blocks: BuiltBlocks, specs: Mapping[str, BlockSpec],
                    found: dict[tuple[int, ...], dict[str, Any]]) -> tuple[BuiltBlocks, Model]:
    """Every block that is named gets a material of its own, and the mass that goes with it."""
    mass, inertia, material_of = model.mass.copy(), model.inertia.copy(), model.material_of.copy()
    materials = list(model.materials)
    for (i,), changes in found.items():
        name = model.block_names[i]
        if material_of[i] < 0:
            raise InputError(f"variations: block {name!r} must have a material, which is missing")
        base = model.materials[material_of[i]]
        if _DENSITY in changes:
            _check_weighed_by_density(specs[name])
            mass[i] *= changes[_DENSITY] / base.density
            if specs[name].inertia is None:
                inertia[i] *= changes[_DENSITY] / base.density
        material_of[i] = len(materials)
        materials.append(_changed(base, changes, (name,)))
    for array in (mass, inertia, material_of):
        array.setflags(write=False)
    return replace(blocks, mass=mass), replace(model, mass=mass, inertia=inertia, materials=tuple(materials),
                                               material_of=material_of)


def _check_weighed_by_density(spec: BlockSpec) -> None:
    if spec.mass is not None:
        raise InputError(f"variations: block {spec.name!r}: density does not count, since its mass is given")
    if spec.masses:
        raise InputError(f"variations: block {spec.name!r}: density must not vary where masses are fixed to the block: "
                         "its centre of mass would move")


def _changed(base: Any, changes: dict[str, Any], place: Sequence[str]) -> Any:
    """A joint or material with other values; an error says where."""
    try:
        return replace(base, **changes)
    except InputError as error:
        raise InputError(f"variations: {_shown(place)}: {error}", subject=("variations",)) from None
