"""Regression: skipping what cannot matter leaves the contacts of walls and heaps as they were.

Keys and numbers of points are the same; lengths agree to rounding. (They were the same bits when this was written;
the tolerance leaves room for other processors.)
"""

import numpy as np
import pytest
from contact_frozen import DISTANCE, FIELDS, FILE, scenes

from drystone.contact.detect import Detector

#: Rounding of coordinates of a few metres, some operations long [m].
ROUNDING = 1e-12


@pytest.fixture(scope="module")
def frozen():
    with np.load(FILE) as file:
        return dict(file)


@pytest.fixture(scope="module")
def built():
    return scenes()


NAMES = ("wall", "stack", "rounded", "tilted", "shaken", "rocked", "heap", "mixed heap", "tight heap")


def test_every_scene_is_compared(frozen, built):
    assert set(built) == set(NAMES) == {name.split("/")[0] for name in frozen}
    kinds = np.concatenate([frozen[f"{name}/key"][:, 1] >> 60 for name in NAMES])
    assert all((kinds == kind).sum() > 300 for kind in (0, 1, 2))          # vertices of a, of b, crossing edges
    assert set(np.concatenate([frozen[f"{name}/pair_status"] for name in NAMES])) == {0, 1, 2}


@pytest.mark.parametrize("name", NAMES)
def test_contacts_are_as_they_were(frozen, built, name):
    scene = built[name]
    found = Detector(scene.parts()).detect(frozen[f"{name}/position"], frozen[f"{name}/orientation"],
                                           np.array(scene.is_support), np.ones(len(scene.solids), bool), DISTANCE)
    for field in FIELDS:
        kept, now = frozen[f"{name}/{field}"], getattr(found, field)
        assert now.dtype == kept.dtype and now.shape == kept.shape, field
        if kept.dtype == float:
            assert np.abs(now - kept).max(initial=0.0) < ROUNDING, field
        else:
            assert np.array_equal(now, kept), field
