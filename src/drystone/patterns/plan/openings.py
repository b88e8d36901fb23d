"""Openings given as rows of numbers, as model files write them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.checks import check_number, check_vector
from drystone.errors import InputError
from drystone.patterns.plan import Masonry, Opening


def read_bearing(label: str, bearing: float | None, masonry: Masonry) -> float:
    """Length of lintels on either side of their openings [m]: half a block where none is given."""
    if bearing is None:
        return float(masonry.bond.length / 2)
    return check_number(f"{label}: bearing", bearing, "m", least=0.0)


def read_openings(label: str, rows: object, bearing: float) -> list[Opening]:
    """Openings from rows (from, to, sill, head) or (from, to, sill, head, bearing) [m].

    `bearing` [m] is that of rows without one; 0 means no lintel.
    """
    if isinstance(rows, str) or not isinstance(rows, (Sequence, np.ndarray)):
        raise InputError(f"{label}: openings must be rows (from, to, sill, head) or with a bearing [m], got {rows!r}")
    return [_read_row(f"{label}: opening {k + 1}", row, bearing) for k, row in enumerate(rows)]


def _read_row(label: str, row: object, bearing: float) -> Opening:
    size = 5 if hasattr(row, "__len__") and len(row) == 5 else 4
    words = "from, to, sill, head" + (", bearing" if size == 5 else "")
    numbers = [float(n) for n in check_vector(f"{label} ({words})", row, "m", size=size)]
    own = check_number(f"{label}: bearing", numbers[4] if size == 5 else bearing, "m", least=0.0)
    start, end, sill, head = numbers[:4]
    return Opening(start, end, sill, head, bearing=own or None)
