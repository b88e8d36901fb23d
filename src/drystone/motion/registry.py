"""Motions by name, as the model file writes them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping

from drystone.errors import InputError
from drystone.motion.cycloidal import Cycloidal
from drystone.motion.harmonic import GroundDisplacementSine, HalfSine, Harmonic, OneSine
from drystone.motion.kanai_tajimi import kanai_tajimi
from drystone.motion.modified import Delayed, Scaled
from drystone.motion.motion import Motion
from drystone.motion.point_source import point_source
from drystone.motion.records import read_record
from drystone.motion.rectangular import Biphasic, Constant, Rectangular
from drystone.motion.ricker import Ricker
from drystone.motion.sequence import Sequence
from drystone.motion.table import Table

#: what makes each kind of motion; its parameters are those of the model file
KINDS: dict[str, Callable[..., Motion]] = {
    "rectangular": Rectangular,
    "half_sine": HalfSine,
    "one_sine": OneSine,
    "biphasic": Biphasic,
    "cycloidal": Cycloidal,
    "ricker": Ricker,
    "harmonic": Harmonic,
    "ground_displacement_sine": GroundDisplacementSine,
    "table": Table,
    "record": read_record,
    "constant": Constant,
    "scaled": Scaled,
    "delayed": Delayed,
    "sequence": Sequence,
    "kanai_tajimi": kanai_tajimi,
    "point_source": point_source,
}


def motion_from_spec(kind: str, **parameters: object) -> Motion:
    """Make a motion from its kind and parameters; `scaled` and `delayed` take `motion`, `sequence` takes
    `motions`, as specs of their own.

    >>> motion_from_spec("delayed", delay=1.0,
    ...                  motion={"kind": "one_sine", "amplitude": 2.0, "half_period": 0.25}).duration
    1.5
    """
    if not isinstance(kind, str) or kind not in KINDS:
        raise InputError(f"motion: kind must be one of {', '.join(KINDS)}, got {kind!r}")
    known = parameters_of(KINDS[kind])
    for name in parameters:
        if name not in known:
            raise InputError(f"motion {kind}: parameter must be one of {', '.join(known)}, got {name!r}")
    missing = [name for name, p in known.items() if p.default is p.empty and name not in parameters]
    if missing:
        raise InputError(f"motion {kind}: {missing[0]} must be given; parameters are {', '.join(known)}, "
                         f"got {', '.join(parameters) or 'none'}")
    if "motion" in parameters:
        parameters["motion"] = _inner(kind, "motion", parameters["motion"])
    if isinstance(many := parameters.get("motions"), (list, tuple)):
        parameters["motions"] = tuple(_inner(kind, f"motions[{k}]", spec) for k, spec in enumerate(many))
    return KINDS[kind](**parameters)


def parameters_of(make: Callable[..., Motion]) -> dict[str, inspect.Parameter]:
    """What a kind of motion may be given."""
    return dict(inspect.signature(make).parameters)


def _inner(kind: str, what: str, spec: object) -> object:
    """A motion from its spec; a motion stays."""
    if not isinstance(spec, Mapping):
        return spec
    if "kind" not in spec:
        raise InputError(f"motion {kind}: {what} must state its kind, got {dict(spec)!r}")
    flat = {**spec, **spec["parameters"]} if isinstance(spec.get("parameters"), Mapping) else dict(spec)
    flat.pop("parameters", None)
    return motion_from_spec(**flat)
