"""What happens in a shear wall, and at which displacement: clamps open, a diagonal cracks, bricks split, toes crush."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from drystone.engines.dem.joints.law import D_TS, KAPPA_C
from drystone.validate.case import Row, reported
from drystone.validate.masonry_panels import BRICK, HEIGHT, LENGTH, WALLS

#: Damage from which a point counts as cracked [-].
CRACKED = 0.9
#: The two courses at either plate do not count for the diagonal; clamps and toes lie within 0.1 m of the plates.
COURSE, INNER, END = HEIGHT / 16, range(2, 14), 0.1

#: When Oktiovan and others 2024 saw it [mm], for the figures that they print: diagonal complete, toe crushed.
SEEN = {"low": (2.0, 3.0), "mid": (None, None), "high": (3.0, 2.9)}


class Damage:
    """Watches a wall that is pushed; all figures are displacements [mm], NaN before."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.clamps = self.brick = self.diagonal = self.foot = self.head = math.nan
        self.share = 0.0          #: of inner courses that are cracked near the diagonal, at the end [-]
        self.split = 0            #: bricks, at the end
        self._where = None

    def __call__(self, engine, state, report, travel: float) -> None:
        """Look at one row."""
        if self._where is None:
            self._prepare(engine)
        cracked = state.memory[D_TS] >= CRACKED
        crushed = state.memory[KAPPA_C] > self._closing
        self.share = len(np.unique(self._course[cracked & self._near])) / len(INNER)
        self.split = len(np.unique(self._interface[cracked & self._in_brick]))
        for what, is_now in (("clamps", (cracked & self._end).any()), ("brick", self.split > 0),
                             ("diagonal", self.share == 1.0), ("foot", (crushed & self._foot).any()),
                             ("head", (crushed & self._head).any())):
            if is_now and math.isnan(getattr(self, what)):
                setattr(self, what, travel)

    def _prepare(self, engine) -> None:
        """Which points are where: the strut runs from the upper left to the lower right corner."""
        contacts, data = engine.structure.contacts, WALLS[self.name]
        place, self._interface = contacts.place, contacts.interface
        names = [joint.name for joint in engine.model.joints]
        self._in_brick = contacts.joint[contacts.interface] == names.index("crack")
        self._course = np.round(place[:, 2] / COURSE - 0.25).astype(int)
        off = np.abs(place[:, 0] - LENGTH * (1.0 - place[:, 2] / HEIGHT))
        self._near = (off <= BRICK) & np.isin(self._course, list(INNER))
        self._foot, self._head = place[:, 2] < END, place[:, 2] > HEIGHT - END
        self._end = self._foot | self._head
        self._closing = 2.0 * data.compression / data.normal      # at the peak of the compression curve
        self._where = True

    def rows(self, what: str) -> Iterable[Row]:
        """Figures, beside those of Oktiovan and others 2024."""
        diagonal, toe = SEEN[self.name]
        yield reported(f"{what}, first crack at a plate", None, _mm(self.clamps), "-", "mm")
        yield reported(f"{what}, first brick split", None, _mm(self.brick), "-", "mm")
        yield reported(f"{what}, diagonal cracked in all 12 inner courses", diagonal, _mm(self.diagonal),
                       "Oktiovan and others 2024, in words", "mm")
        yield reported(f"{what}, share of inner courses cracked near the diagonal, at the end", None, self.share, "-")
        yield reported(f"{what}, foot crushed", toe, _mm(self.foot), "Oktiovan and others 2024, in words", "mm")
        yield reported(f"{what}, head crushed", None, _mm(self.head), "-", "mm")
        yield reported(f"{what}, split bricks at the end", None, float(self.split), "-")


def _mm(travel: float) -> float | str:
    return "not up to the end" if math.isnan(travel) else travel
