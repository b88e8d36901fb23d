"""A small question, asked before the first of the user's."""

from __future__ import annotations

_FACES = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]


def _box(level: float) -> dict:
    corners = [[x, y, level + z] for z in (0.0, 1.0) for x, y in ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))]
    return {"vertices": corners, "faces": _FACES, "support": level == 0.0}


#: Two boxes, the lower one a support.
SMALL = {"kind": "statics", "meshes": [_box(0.0), _box(1.0)], "unit": "m", "push": "+x",
         "model": {"gravity": 9.81, "materials": {"stone": {"density": 2000.0}}, "joints": {"dry": {"friction": 0.7}}}}
