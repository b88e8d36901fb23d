"""Who reads what: properties of joints and materials that each way to ask a model needs, reads, or leaves out.

What an analysis leaves out is either harmless or not: an answer that takes no notice of compressive strength says of
walls that crush that they stand. Such a property is an error unless the user says that it may be ignored; of others one
line tells that they are not used. Every property stands in one of the three columns, with the reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from drystone.errors import InputError, about
from drystone.model.joint import Joint
from drystone.model.material import Material
from drystone.model.model import Model
from drystone.model.properties import Property, defaults_of, given_properties, properties_of
from drystone.model.selection import check_known
from drystone.model.settings import ENGINE_SETTINGS

#: All properties with what they belong to, in order.
PROPERTIES = {name: "joint" for name in properties_of(Joint)} | {name: "material" for name in properties_of(Material)}


@dataclass(frozen=True)
class Uses:
    """What one analysis does with the properties; each is named once in `reads`, `unsafe` or `harmless`."""

    label: str                                   #: how messages name the analysis
    reads: frozenset[str]
    unsafe: Mapping[str, str] = field(default_factory=dict)     #: not read, and why the answer may be unsafe for that
    harmless: Mapping[str, str] = field(default_factory=dict)   #: not read, and why that does no harm
    needs: frozenset[str] = frozenset()          #: of those read: every joint, or the material of every block, has it


_FRICTION = frozenset({"friction", "density", "points"})
_MORTAR = frozenset({"cohesion", "tension"})
_STIFFNESS = frozenset({"normal_stiffness", "shear_stiffness"})
_RIGID = dict.fromkeys(("young", "poisson"), "its blocks are rigid")
_NO_IMPACT = {"restitution": "nothing hits anything"}
_NO_CRUSHING = {"compression": "its joints never crush"}
_NO_FALL = {"friction_sliding": "a joint that has slid holds as much as one at rest"}
_NO_SPEED = {"slip_speed": "nothing has a speed"}
_NO_SOFTENING = {"damage": "its joints break at once, and what is left of them does not wear"}
_NO_LOSS = {"damage": "its joints keep their strength however far they move"}
_NO_GLUE = {"law": "its joints open and slide"}
_NO_SPRING = dict.fromkeys(sorted(_STIFFNESS), "what a joint can carry does not depend on it")

_LIMIT = Uses("limit analysis", _FRICTION | _MORTAR | {"compression"}, _NO_FALL | _NO_LOSS | _NO_GLUE,
              _NO_IMPACT | _NO_SPEED | _NO_SPRING | _RIGID)
#: Mechanisms that move: mortar is refused by the analysis itself, since it breaks on the way.
_WITHOUT_CRUSHING = (_FRICTION | _MORTAR, _NO_FALL | _NO_CRUSHING | _NO_LOSS | _NO_GLUE,
                     _NO_IMPACT | _NO_SPEED | _NO_SPRING | _RIGID)

#: By the name of the engine or analysis.
USES: dict[str, Uses] = {
    "nscd": Uses("nscd", _FRICTION | _MORTAR | _STIFFNESS | {"friction_sliding", "slip_speed", "restitution"},
                 _NO_CRUSHING | _NO_SOFTENING | _NO_GLUE, _RIGID),
    # one block on the ground: friction decides whether it rocks at all
    "rocking": Uses("rocking", frozenset({"friction", "density"}),
                    _NO_CRUSHING | _NO_GLUE | {"restitution": "the block bounces by analysis.restitution, or Housner's"}
                    | dict.fromkeys(sorted(_STIFFNESS), "on a soft bed a block turns about a point inside its edge"),
                    {"friction_sliding": "the block does not slide", "slip_speed": "the block does not slide",
                     "cohesion": "a bed without it lifts off sooner", "tension": "a bed without it lifts off sooner",
                     "damage": "a bed without it lifts off sooner",
                     "points": "the block turns about its edges"} | _RIGID),
    # every joint has its springs; what a joint lacks for its law, the law says
    "dem": Uses("dem", frozenset({"friction", "density", "compression", "damage", "law", "young", "poisson"}) | _MORTAR
                | _STIFFNESS, _NO_FALL,
                {"slip_speed": "friction does not depend on speed", "restitution": "joints rebound by their springs",
                 "points": "forces act at the nodes of the mesh"}, needs=_STIFFNESS | {"young", "poisson"}),
    "limit": _LIMIT,
    "non-associative": Uses("limit analysis without dilatancy", *_WITHOUT_CRUSHING),
    "pushover": Uses("pushover", *_WITHOUT_CRUSHING),
    "tilt": Uses("tilt analysis", *_WITHOUT_CRUSHING),
    "settlement": Uses("settlement analysis", *_WITHOUT_CRUSHING),
    # the ratio of stiffnesses chooses among the forces that balance; nothing slides at rest
    "statics": Uses("statics", _FRICTION | _MORTAR | _STIFFNESS, _NO_CRUSHING | _NO_LOSS | _NO_GLUE,
                    {"friction_sliding": "nothing slides at rest"} | _NO_IMPACT | _NO_SPEED | _RIGID),
}


def check_uses(model: Model, name: str, ignore: Collection[str] = ()) -> list[str]:
    """Lines about properties that the analysis called `name` does not use; refuses what it lacks or must not leave out.

    Parameters
    ----------
    name : key of `USES`
    ignore : properties that the user allows it to leave out though the answer may be unsafe
    """
    uses = USES[name]
    with about("analysis", "ignore"):
        check_ignored("analysis.ignore", ignore)
    _check_needs(model, uses)
    unused: set[str] = set()
    for kind, item in _described(model):
        for key, value in given_properties(item).items():
            if key in uses.reads:
                continue
            unused.add(key)
            if key in uses.unsafe and key not in ignore:
                shown = _show_value(value, properties_of(type(item))[key])
                raise InputError(f"{kind} {item.name!r}: {key}{shown} is not read by {uses.label}: "
                                 f"{uses.unsafe[key]}; take it out, or name it in {_where_to_ignore(name)}",
                                 subject=(kind, item.name))
    return [f"not used by {uses.label}: {', '.join(key for key in PROPERTIES if key in unused)}"] if unused else []


def _show_value(value: object, row: Property) -> str:
    """A number with its unit, or a word; nothing of a group of keys."""
    if row.inner is not None:
        return ""
    return f" {value}" if row.choices else f" {value:g}" if row.unit == "-" else f" {value:g} {row.unit}"


def check_ignored(what: str, names: Collection[str]) -> None:
    """Refuse to ignore what does not exist; `what` asks for it."""
    for name in names:
        check_known(what, name, PROPERTIES, "property")


def only_read(model: Model, name: str) -> Model:
    """The model without those properties of joints that the analysis called `name` does not read."""
    reads, changed = USES[name].reads, {}
    for number, joint in enumerate(model.joints):
        left_out = {key: defaults_of(Joint)[key] for key in given_properties(joint) if key not in reads}
        if left_out:
            changed[number] = replace(joint, **left_out)
    if not changed:
        return model
    return replace(model, joints=tuple(changed.get(i, joint) for i, joint in enumerate(model.joints)))


def _where_to_ignore(name: str) -> str:
    return "analysis.ignore" if name in ENGINE_SETTINGS else "analysis.ignore or --ignore"


def _described(model: Model) -> Iterator[tuple[str, Joint | Material]]:
    """Joints and materials that the model holds, with the word for each."""
    yield from (("joint", joint) for joint in model.joints)
    yield from (("material", material) for material in model.materials)


def _check_needs(model: Model, uses: Uses) -> None:
    """Refuse a joint, or a block that can move, that lacks what the analysis needs."""
    for key in (key for key in PROPERTIES if key in uses.needs):
        if PROPERTIES[key] == "joint":
            for joint in model.joints:
                if key not in given_properties(joint):
                    raise InputError(f"joint {joint.name!r}: {key} is missing, which {uses.label} needs",
                                     subject=("joint", joint.name))
            continue
        for block in np.flatnonzero(~model.is_support):
            number = int(model.material_of[block])
            if number < 0:
                raise InputError(f"block {model.block_names[block]!r}: a material with {key} is missing, which "
                                 f"{uses.label} needs", subject=("block", model.block_names[block]))
            material = model.materials[number]
            if key not in given_properties(material):
                raise InputError(f"material {material.name!r}: {key} is missing, which {uses.label} needs",
                                 subject=("material", material.name))
