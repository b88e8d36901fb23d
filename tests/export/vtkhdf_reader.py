"""A second reader of temporal VTKHDF grids, written from the rules of the format: it judges the writer."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import h5py
import numpy as np


@dataclass
class Grid:
    time: float
    points: np.ndarray
    cells: list[list[int]]
    point_data: dict[str, np.ndarray]
    cell_data: dict[str, np.ndarray]


def read_grids(path: Path) -> list[Grid]:
    """All steps; raises where an offset points outside of its array."""
    with h5py.File(path, "r") as file:
        root = file["VTKHDF"]
        assert tuple(root.attrs["Version"]) == (2, 0) and root.attrs["Type"] == b"UnstructuredGrid"
        assert h5py.h5a.open(root.id, b"Type").get_type().is_variable_str() is False
        steps = root["Steps"]
        count = int(steps.attrs["NSteps"])
        one_a_step = ["Values", "PartOffsets", "NumberOfParts", "PointOffsets"]
        assert all(steps[name].shape == (count,) for name in one_a_step)
        assert steps["CellOffsets"].shape == steps["ConnectivityIdOffsets"].shape == (count, 1)
        assert {root[n].dtype for n in ("Connectivity", "Offsets", "NumberOfCells")} == {np.dtype("<i8")}
        assert root["Types"].dtype == np.uint8 and set(np.unique(root["Types"])) <= {7}
        parts = len(root["NumberOfPoints"])
        assert len(root["Offsets"]) == root["NumberOfCells"][...].sum() + parts
        assert len(root["Connectivity"]) == root["NumberOfConnectivityIds"][...].sum()
        return [_read_step(root, steps, s) for s in range(count)]


def _read_step(root, steps, s: int) -> Grid:
    part = int(steps["PartOffsets"][s])
    assert steps["NumberOfParts"][s] == 1
    points, cells, links = (int(root[n][part]) for n in ("NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds"))
    first = int(steps["CellOffsets"][s, 0])
    offsets = _rows(root["Offsets"], first + part, cells + 1)
    connectivity = _rows(root["Connectivity"], int(steps["ConnectivityIdOffsets"][s, 0]), links)
    assert offsets[0] == 0 and offsets[-1] == links and (np.diff(offsets) >= 3).all()
    assert not links or (connectivity.min() >= 0 and connectivity.max() < points)
    _rows(root["Types"], first, cells)
    data = {}
    for group, size in (("PointData", points), ("CellData", cells)):
        found = root.get(group, {})
        assert set(found) == set(steps.get(f"{group}Offsets", {}))
        data[group] = {name: _rows(found[name], int(steps[f"{group}Offsets"][name][s]), size) for name in found}
    return Grid(float(steps["Values"][s]), _rows(root["Points"], int(steps["PointOffsets"][s]), points),
                [connectivity[a:b].tolist() for a, b in pairwise(offsets)],
                data["PointData"], data["CellData"])


def _rows(dataset, start: int, count: int) -> np.ndarray:
    assert 0 <= start and start + count <= len(dataset)
    return dataset[start:start + count]
