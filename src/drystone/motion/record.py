"""`Record`: components of one recorded motion together, so that what is done to one is done to all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from drystone.checks import check_number
from drystone.errors import InputError
from drystone.motion.table import Table

#: Components whose sampling steps differ by less than this share are sampled alike.
SAME_STEP = 1e-6


@dataclass(frozen=True, eq=False)
class Component:
    """One direction of a record."""

    name: str
    motion: Table                      #: acceleration over time
    azimuth_deg: float | None = None   #: of positive acceleration, clockwise from north; None: unknown or vertical
    is_vertical: bool = False


@dataclass(frozen=True, eq=False)
class Record:
    """A recorded motion: one to many components by name."""

    name: str
    format: str
    components: tuple[Component, ...]
    facts: Mapping[str, str] = field(default_factory=dict)   #: event and station, as far as the file tells

    @property
    def names(self) -> tuple[str, ...]:
        """Of all components."""
        return tuple(c.name for c in self.components)

    @property
    def horizontals(self) -> tuple[Component, ...]:
        """All that are not vertical."""
        return tuple(c for c in self.components if not c.is_vertical)

    @property
    def vertical(self) -> Component | None:
        """The first vertical one; None if there is none."""
        return next((c for c in self.components if c.is_vertical), None)

    def component(self, name: str | None = None) -> Component:
        """One by name, or the only one where no name is given."""
        if name is None and len(self.components) == 1:
            return self.components[0]
        found = next((c for c in self.components if c.name.casefold() == str(name).strip().casefold()), None)
        if found is None:
            raise InputError(f"record {self.name!r}: component must be one of {', '.join(self.names)}, "
                             f"got {'none' if name is None else repr(name)}")
        return found

    def changed(self, change: Callable[[Table], Table]) -> Record:
        """All components, each changed alike."""
        return replace(self, components=tuple(replace(c, motion=change(c.motion)) for c in self.components))

    def scaled(self, factor: float) -> Record:
        """All components times one factor [-]."""
        check_number(f"record {self.name!r}: factor", factor, "-")
        return self.changed(partial(scale_table, factor=factor))

    def reversed(self) -> Record:
        """The ground moves the other way: all components times -1."""
        return self.scaled(-1.0)

    def both_signs(self) -> tuple[Record, Record]:
        """The record and its reverse."""
        return self, self.reversed()

    def pair(self) -> tuple[Component, Component]:
        """The two horizontal components."""
        pair = self.horizontals
        if len(pair) != 2:
            raise InputError(f"record {self.name!r}: must have 2 horizontal components, got {len(pair)}: "
                             f"{', '.join(c.name for c in pair) or 'none'}")
        return pair

    def rotated(self, angle_deg: float) -> Record:
        """The horizontal pair seen from axes turned by `angle_deg`, from the first component towards the second.

        first' = first cos + second sin, second' = second cos - first sin; the vertical stays. Where the two are sampled
        unequally long, both end with the shorter.
        """
        angle = np.radians(check_number(f"record {self.name!r}: rotate_deg", angle_deg, "deg"))
        first, second = self.pair()
        times, a, b = common_samples(self.name, first.motion, second.motion)
        turned = [(first, np.cos(angle) * a + np.sin(angle) * b), (second, np.cos(angle) * b - np.sin(angle) * a)]
        new = {id(old): replace(old, motion=Table(times, values, old.motion.after), azimuth_deg=None)
               for old, values in turned}
        return replace(self, components=tuple(new.get(id(c), c) for c in self.components))


def scale_table(table: Table, factor: float) -> Table:
    """A table times a factor [-]."""
    return Table(table.times, factor * table.accelerations, table.after)


def common_samples(name: str, first: Table, second: Table) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Times [s] and accelerations [m/s2] of two tables that are sampled alike, as far as both go."""
    count = min(first.times.size, second.times.size)
    step = min(first.sampling_step, second.sampling_step)
    times = first.times[:count]
    apart = float(np.abs(times - second.times[:count]).max())
    if apart > SAME_STEP * step * count:
        raise InputError(f"record {name!r}: components must be sampled at the same times, got steps of "
                         f"{first.sampling_step:g} and {second.sampling_step:g} s, {apart:.3g} s apart")
    return times, first.accelerations[:count], second.accelerations[:count]
