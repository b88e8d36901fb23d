"""PVD and VTU files: XML and raw numbers read back by hand, and by VTK itself where it is installed."""

import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from export_runs import EMPTY, FRAMES, REMOVED, TIME
from vtkhdf_reader import read_grids

from drystone.export.frames import FrameChoice
from drystone.export.run import export_run

TYPES = {"Float32": "<f4", "Float64": "<f8", "Int32": "<i4", "UInt8": "u1"}


@pytest.fixture(scope="module")
def folder(tower, tmp_path_factory):
    return export_run(tower, "pvd", tmp_path_factory.mktemp("out") / "pvd")


@pytest.fixture(scope="module")
def reference(tower, tmp_path_factory):
    """The same grids in the other format, which has tests of its own."""
    path = export_run(tower, "vtkhdf", tmp_path_factory.mktemp("out") / "hdf")
    return {name: read_grids(path / f"{name}.vtkhdf") for name in ("blocks", "interfaces")}


def read_list(path):
    """(time, file) of a PVD file."""
    root = ElementTree.parse(path).getroot()
    assert root.attrib == {"type": "Collection", "version": "0.1", "byte_order": "LittleEndian"}
    return [(float(d.attrib["timestep"]), path.parent / d.attrib["file"]) for d in root.iter("DataSet")]


def read_vtu(path):
    """Counts and arrays of a VTU file with raw appended data; every byte behind the XML must be spoken for."""
    raw = path.read_bytes()
    mark = raw.index(b'<AppendedData encoding="raw">\n_') + len(b'<AppendedData encoding="raw">\n_')
    end = raw.rindex(b"\n</AppendedData>\n</VTKFile>\n")
    root = ElementTree.fromstring(raw[:mark] + raw[end:])
    assert root.attrib == {"type": "UnstructuredGrid", "version": "1.0", "byte_order": "LittleEndian",
                           "header_type": "UInt64"}
    piece = root.find("UnstructuredGrid/Piece")
    arrays, at = {}, 0
    for section in piece:
        for entry in section:
            assert entry.attrib["format"] == "appended" and int(entry.attrib["offset"]) == at
            size = int.from_bytes(raw[mark + at:mark + at + 8], "little")
            values = np.frombuffer(raw, TYPES[entry.attrib["type"]], offset=mark + at + 8,
                                   count=size // np.dtype(TYPES[entry.attrib["type"]]).itemsize)
            parts = int(entry.attrib.get("NumberOfComponents", 1))
            arrays[section.tag, entry.attrib["Name"]] = values.reshape(-1, parts) if parts > 1 else values
            at += 8 + size
    assert mark + at == end
    return int(piece.attrib["NumberOfPoints"]), int(piece.attrib["NumberOfCells"]), arrays


@pytest.mark.parametrize("name", ["blocks", "interfaces"])
def test_files_hold_the_frames(folder, reference, name):
    files = read_list(folder / f"{name}.pvd")
    assert [time for time, _ in files] == TIME.tolist()
    assert sorted(p.name for p in (folder / name).iterdir()) == [file.name for _, file in files]
    for (_, file), grid in zip(files, reference[name], strict=True):
        points, cells, arrays = read_vtu(file)
        assert points == len(grid.points) and cells == len(grid.cells)
        assert np.array_equal(arrays["Points", "Points"].reshape(-1, 3), grid.points)
        connectivity, offsets = arrays["Cells", "connectivity"], arrays["Cells", "offsets"]
        assert (arrays["Cells", "types"] == 7).all() and len(offsets) == cells
        found = [part.tolist() for part in np.split(connectivity, offsets[:-1])] if cells else []
        assert found == grid.cells and (not cells or offsets[-1] == len(connectivity))
        for section, data in (("PointData", grid.point_data), ("CellData", grid.cell_data)):
            assert {key[1] for key in arrays if key[0] == section} == set(data)
            assert all(np.array_equal(arrays[section, key].reshape(values.shape), values)
                       for key, values in data.items())


def test_vtk_reads_the_same(folder, reference):
    vtk = pytest.importorskip("vtk")
    from vtk.util.numpy_support import vtk_to_numpy
    for name in ("blocks", "interfaces"):
        for (_, file), grid in zip(read_list(folder / f"{name}.pvd"), reference[name], strict=True):
            reader = vtk.vtkXMLUnstructuredGridReader()
            reader.SetFileName(str(file))
            reader.Update()
            assert reader.GetErrorCode() == 0
            found = reader.GetOutput()
            assert found.GetNumberOfPoints() == len(grid.points) and found.GetNumberOfCells() == len(grid.cells)
            if not grid.cells:
                continue
            assert np.array_equal(vtk_to_numpy(found.GetPoints().GetData()), grid.points)
            ids = found.GetCell(len(grid.cells) - 1).GetPointIds()
            assert [ids.GetId(m) for m in range(ids.GetNumberOfIds())] == grid.cells[-1]
            for data, mine in ((found.GetPointData(), grid.point_data), (found.GetCellData(), grid.cell_data)):
                assert all(np.array_equal(vtk_to_numpy(data.GetArray(key)), mine[key]) for key in mine)


def test_a_removed_block_and_an_empty_frame(folder):
    cells = [read_vtu(file)[1] for _, file in read_list(folder / "blocks.pvd")]
    assert cells == [18] * REMOVED + [12] * (FRAMES - REMOVED)
    assert read_vtu(read_list(folder / "interfaces.pvd")[EMPTY][1])[:2] == (0, 0)


def test_chosen_frames_are_numbered_from_zero(tower, tmp_path):
    path = export_run(tower, "pvd", tmp_path / "pvd", FrameChoice(every=3, start=0.2))
    files = read_list(path / "blocks.pvd")
    assert [time for time, _ in files] == [0.25, 1.0, 1.75]
    assert all(re.fullmatch(rf"blocks_00000{k}\.vtu", file.name) for k, (_, file) in enumerate(files))
