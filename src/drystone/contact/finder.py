"""Contact points of a model as engines and statics use them: found, seen in the plane, spread over their interfaces."""

from __future__ import annotations

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.contact.detect import Detector, OnDetect
from drystone.contact.planar import flatten_contacts
from drystone.contact.spread import spread_points
from drystone.model.model import Model


class ContactFinder:
    """Finds the contact points of one model, again and again.

    `detect` gives the corners of all interfaces. `finish` makes of them what the model asks for: in plane one point a
    place, and n x n points where a joint has them. Who drops some corners does so in between.
    """

    def __init__(self, model: Model, on_detect: OnDetect | None = None) -> None:
        self.detector = Detector(model.parts, on_detect=on_detect)
        self.reach = block_reach(model)   #: (b,) [m]
        #: greatest coordinate at the start [m]
        self.extent = float(np.abs(model.initial_position).max() + self.reach.max())
        self._model = model
        self._points = np.array([joint.points or 0 for joint in model.joints], np.int64)

    def detect(self, position: np.ndarray, orientation: np.ndarray, is_support: np.ndarray, is_active: np.ndarray,
               distance: float | np.ndarray) -> ContactSet:
        """Corners for these poses; see `detect_contacts`."""
        return self.detector.detect(position, orientation, is_support, is_active, distance)

    def detect_initial(self, distance: float | np.ndarray) -> ContactSet:
        """Corners for the poses of the start, all blocks present."""
        model = self._model
        return self.detect(model.initial_position, model.initial_orientation, model.is_support,
                           np.ones(model.block_count, bool), distance)

    def finish(self, found: ContactSet) -> ContactSet:
        """The points of the model from the corners of its interfaces."""
        model = self._model
        is_planar = model.planar_axis is not None
        if is_planar:
            found = flatten_contacts(found, model.planar_axis, self.extent, model.block_names)
        if self._points.any() and found.count:
            found = spread_points(found, self._points[joint_of(model, found)[found.pair_ptr[:-1]]], is_planar)
        return found


def block_reach(model: Model) -> np.ndarray:
    """(b,) [m] greatest distance of a corner from the centre of mass."""
    reach = np.zeros(model.block_count)
    np.maximum.at(reach, model.parts.block, model.parts.part_radius)
    return reach


def joint_of(model: Model, contacts: ContactSet) -> np.ndarray:
    """(c,) number of the joint of each point."""
    return model.joint_table[model.joint_class[contacts.block_a], model.joint_class[contacts.block_b]]
