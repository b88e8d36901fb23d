"""DXF, Rhino 3DM and COMPAS JSON."""

import json
import math
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from io_files import CORNERS, FACES

from drystone.errors import InputError
from drystone.io import read_blocks
from drystone.io.blocks import make_options, read_file
from drystone.io.rhino import _saved_mesh

ezdxf = pytest.importorskip("ezdxf")
rhino = pytest.importorskip("rhino3dm")

SQUARE = [(0, 0), (400, 0), (400, 200), (0, 200)]


# --- DXF ------------------------------------------------------------------------------------------

@pytest.fixture
def facade():
    """An empty drawing in millimetres with two layers."""
    document = ezdxf.new(units=4)
    document.layers.add("wall")
    document.layers.add("arch")
    return document


def save(document, tmp_path):
    path = tmp_path / "facade.dxf"
    document.saveas(path)
    return path


def draw(document, points, layer="wall", close=True, **more):
    return document.modelspace().add_lwpolyline(points, close=close, dxfattribs={"layer": layer, **more})


def test_closed_polylines_become_prisms_by_their_own_thickness_or_the_given_one(facade, tmp_path):
    draw(facade, SQUARE, thickness=250)
    draw(facade, [(x + 400, y) for x, y in SQUARE], "arch")
    own, given = read_blocks(save(facade, tmp_path), unit="mm", up="y", thickness=0.3)
    assert (own.name, own.groups, given.name, given.groups) == ("wall_1", ("wall",), "arch_1", ("arch",))
    assert own.shape.bounding_box == pytest.approx(np.array([(0, -0.25, 0), (0.4, 0, 0.2)]), abs=1e-12)
    assert given.shape.bounding_box == pytest.approx(np.array([(0.4, -0.3, 0), (0.8, 0, 0.2)]), abs=1e-12)


def test_the_unit_of_the_head_is_taken_and_a_contradiction_noted(facade, tmp_path):
    draw(facade, SQUARE, thickness=250)
    path = save(facade, tmp_path)
    assert read_blocks(path)[0].shape.volume == pytest.approx(0.02, rel=1e-12)
    found = read_file(path, make_options(unit="cm"))
    assert found.notes[0] == "nothing is on layer 'arch'"
    assert found.notes[1] == "the file states the unit mm, read in cm as told"
    assert found.blocks[0].shape.volume == pytest.approx(20.0, rel=1e-12)


def test_a_polygon_that_is_not_convex_is_cut(facade, tmp_path):
    draw(facade, [(0, 0), (600, 0), (600, 200), (200, 200), (200, 600), (0, 600)], thickness=100)
    (block,) = read_blocks(save(facade, tmp_path), unit="mm")
    assert len(block.shape.parts) == 2
    assert block.shape.volume == pytest.approx((0.6 * 0.2 + 0.2 * 0.4) * 0.1, rel=1e-12)


def test_an_arc_becomes_chords_within_a_millimetre(facade, tmp_path):
    """A half circle of radius 100 on the right-hand side, bulge 1: area of the arc's segment pi r^2 / 2."""
    facade.modelspace().add_lwpolyline([(0, 0, 0), (400, 0, 1), (400, 200, 0), (0, 200, 0)], format="xyb", close=True,
                                       dxfattribs={"thickness": 100})
    found = read_file(save(facade, tmp_path), make_options(unit="mm"))
    exact = (0.4 * 0.2 + 0.5 * math.pi * 0.1**2) * 0.1
    # chords lose at most two thirds of the sag over the length of the arc
    assert 0.0 <= exact - found.blocks[0].shape.volume < 2 / 3 * 1e-3 * math.pi * 0.1 * 0.1
    assert "1 polylines have arcs: chords within 1 mm of them" in found.notes


def test_block_references_show_what_they_refer_to(facade, tmp_path):
    brick = facade.blocks.new("brick")
    brick.add_lwpolyline([(0, 0), (200, 0), (200, 100), (0, 100)], close=True, dxfattribs={"thickness": 100})
    for k in range(3):
        facade.modelspace().add_blockref("brick", (1000 * k, 0), dxfattribs={"layer": "wall", "rotation": 90})
    blocks = read_blocks(save(facade, tmp_path), unit="mm")
    assert [(b.name, b.groups) for b in blocks] == [(f"wall_{k}", ("wall",)) for k in (1, 2, 3)]
    assert blocks[2].shape.bounding_box == pytest.approx(np.array([(1.9, 0, 0), (2.0, 0.2, 0.1)]), abs=1e-12)


def test_what_is_no_block_is_reported(facade, tmp_path):
    draw(facade, SQUARE, thickness=250)
    draw(facade, SQUARE[:3], close=False)
    facade.modelspace().add_line((0, 0), (1, 1))
    notes = read_file(save(facade, tmp_path), make_options(unit="mm")).notes
    assert notes[0] == "1 LINE skipped on layer '0'"
    assert notes[1].startswith("1 open polylines (first: layer 'wall', handle ")
    assert notes[2] == "nothing is on layer 'arch'"


def test_only_the_layers_asked_for_are_read(facade, tmp_path):
    draw(facade, SQUARE, "arch", thickness=250)
    draw(facade, SQUARE[:3], "wall")                                    # no thickness, but nobody asked
    assert [b.name for b in read_blocks(save(facade, tmp_path), unit="mm", layers=["arch"])] == ["arch_1"]


@pytest.mark.parametrize(("options", "message"), [
    ({"layers": ["arch"]}, "facade.dxf: layer 'arch' (the file has '0', 'wall', 'arch'): no closed polylines to read; "
                           "nothing is on layer 'arch'"),
    ({"layers": ["wall", "arch"]}, "facade.dxf: no closed polylines on layer 'arch'"),
    ({"layers": ["roof"]}, "facade.dxf: has no layer 'roof'; there are '0', 'wall', 'arch'"),
])
def test_empty_and_missing_layers_are_errors(facade, tmp_path, options, message):
    draw(facade, SQUARE, thickness=250)
    with pytest.raises(InputError) as error:
        read_blocks(save(facade, tmp_path), unit="mm", **options)
    assert str(error.value).endswith(message)


def test_a_polyline_without_thickness_is_an_error_that_names_it(facade, tmp_path):
    handle = draw(facade, SQUARE).dxf.handle
    with pytest.raises(InputError, match=rf"polyline \(layer 'wall', handle {handle}\) has no thickness of its own"):
        read_blocks(save(facade, tmp_path), unit="mm")


def test_a_polyline_that_crosses_itself_is_an_error_that_names_it(facade, tmp_path):
    handle = draw(facade, [(0, 0), (400, 400), (400, 50), (0, 500)], thickness=100).dxf.handle
    with pytest.raises(InputError, match=rf"object 'wall_1' \(layer 'wall', handle {handle}\): could not be cut"):
        read_blocks(save(facade, tmp_path), unit="mm")


# --- Rhino ----------------------------------------------------------------------------------------

@pytest.fixture
def model():
    """An empty Rhino model in millimetres; objects go to layer 'pier'."""
    file = rhino.File3dm()
    file.Settings.ModelUnitSystem = rhino.UnitSystem.Millimeters
    layer = rhino.Layer()
    layer.Name = "pier"
    file.Layers.Add(layer)
    return file


def attributes(name):
    out = rhino.ObjectAttributes()
    out.Name, out.LayerIndex = name, 0
    return out


def save_3dm(file, tmp_path):
    path = tmp_path / "pier.3dm"
    assert file.Write(str(path), 7)
    return path


def cuboid(x):
    return rhino.Box(rhino.BoundingBox(x, 0, 0, x + 400, 200, 300))


def rhino_mesh(x):
    mesh = rhino.Mesh()
    for a, b, c in CORNERS:
        mesh.Vertices.Add(x + 400 * a, 200 * b, 300 * c)
    for face in FACES:
        mesh.Faces.AddFace(*face)
    return mesh


def test_meshes_extrusions_and_plane_polysurfaces_are_read(model, tmp_path):
    model.Objects.AddMesh(rhino_mesh(0), attributes("mesh"))
    model.Objects.AddExtrusion(rhino.Extrusion.CreateBoxExtrusion(cuboid(400), True), attributes("extrusion"))
    model.Objects.AddBrep(rhino.Brep.CreateFromBox(cuboid(800)), attributes("brep"))
    model.Objects.AddBrep(rhino.Brep.CreateFromBox(cuboid(1200)), attributes(""))
    model.Objects.AddPoint(0, 0, 0)
    found = read_file(save_3dm(model, tmp_path), make_options())
    assert [b.name for b in found.blocks] == ["mesh", "extrusion", "brep", "pier_4"]
    assert all(b.groups == ("pier",) for b in found.blocks)
    for k, block in enumerate(found.blocks):
        box = np.array([(0.4 * k, 0, 0), (0.4 * k + 0.4, 0.2, 0.3)])
        assert block.shape.bounding_box == pytest.approx(box, abs=1e-9)
        assert block.shape.volume == pytest.approx(0.024, rel=1e-7)
    assert found.notes == ("1 objects of type Point skipped",)


def test_a_curved_polysurface_is_an_error_that_names_it_unless_it_carries_its_mesh(model, tmp_path):
    drum = rhino.Brep.CreateFromCylinder(rhino.Cylinder(rhino.Circle(rhino.Point3d(0, 0, 0), 100), 200), True, True)
    model.Objects.AddBrep(drum, attributes("drum"))
    with pytest.raises(InputError, match=r"pier.3dm: object 'drum' \(layer 'pier', number 1\): a polysurface \(Brep\) "
                                         "with curved faces carries no mesh that can be read without Rhino: mesh"):
        read_blocks(save_3dm(model, tmp_path))


def test_render_meshes_of_a_curved_polysurface_are_joined():
    """Only Rhino makes such meshes, so the polysurface is a stand-in with the same attributes."""
    faces = [SimpleNamespace(GetMesh=lambda kind, k=k: rhino_mesh(400 * k)) for k in range(3)]
    points, loops = _saved_mesh(rhino, SimpleNamespace(Faces=faces))
    assert (len(points), len(loops), max(map(max, loops))) == (24, 18, 23)
    assert points[:, 0].max() == 1200
    faces[1] = SimpleNamespace(GetMesh=lambda kind: None)
    assert _saved_mesh(rhino, SimpleNamespace(Faces=faces)) is None


def test_another_unit_than_that_of_the_rhino_file_is_an_error(model, tmp_path):
    model.Objects.AddMesh(rhino_mesh(0), attributes("mesh"))
    with pytest.raises(InputError, match=r"pier.3dm: unit must be mm as the file states, got 'm'"):
        read_blocks(save_3dm(model, tmp_path), unit="m")


def test_an_empty_rhino_layer_is_an_error(model, tmp_path):
    model.Objects.AddMesh(rhino_mesh(0), attributes("mesh"))
    with pytest.raises(InputError, match=r"layer 'roof' \(the file has 'pier'\): no meshes, extrusions or"):
        read_blocks(save_3dm(model, tmp_path), layers=["roof"])


@pytest.mark.parametrize(("module", "name", "what"), [("rhino3dm", "a.3dm", "3DM"), ("ezdxf", "a.dxf", "DXF")])
def test_a_missing_library_is_one_line_that_says_what_to_install(tmp_path, monkeypatch, module, name, what):
    (tmp_path / name).write_bytes(b"x")
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError) as error:
        read_blocks(tmp_path / name, unit="m")
    assert str(error.value) == f"{tmp_path / name}: reading {what} needs pip install 'drystone[cad]'"


# --- COMPAS ---------------------------------------------------------------------------------------

def mesh_data(shift, scale=1.0, words=False):
    points = (scale * CORNERS + np.array(shift)).tolist()
    return {"attributes": {"name": "Block"}, "vertex": {str(k): dict(zip("xyz", p)) for k, p in enumerate(points)},
            "face": {str(k): [str(i) if words else i for i in face] for k, face in enumerate(FACES)}}


def wrapped(kind, data, **more):
    return {"dtype": kind, "data": data, "guid": "0", **more}


OLD = {"assembly": {"vertex": {"0": {"is_support": True}, "1": {"is_support": False}}},
       "blocks": {"0": mesh_data((0, 0, 0), words=True), "1": mesh_data((0, 0, 1), words=True)}}
BLOCK = "compas_assembly.datastructures/Block"
NODES = {"0": {"block": wrapped(BLOCK, mesh_data((0, 0, 0)), name="Box"), "is_support": True},
         "1": {"block": wrapped(BLOCK, mesh_data((0, 0, 1)), name="Box")}}
ASSEMBLY = wrapped("compas_assembly.datastructures/Assembly",
                   {"graph": wrapped("compas.datastructures/Graph", {"node": NODES})})
LIFT = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0.5], [0, 0, 0, 1]]


def element(guid, shift, **more):
    geometry = wrapped("compas.datastructures/Mesh", mesh_data(shift))
    data = {"name": "Block", "geometry": geometry, "transformation": None} | more
    return {"dtype": "compas_dem.elements/Block", "guid": guid, "data": data}


MODEL = wrapped("compas_dem.models/BlockModel", {
    "transformation": None,
    "elements": {"g": {"dtype": "compas_model.elements/Group", "data": {"name": "pier", "transformation": wrapped(
        "compas.geometry/Transformation", {"matrix": LIFT})}},
        "a": element("a", (0, 0, 0), is_support=True), "b": element("b", (0, 0, 0.5))},
    "tree": {"root": {"name": "root", "children": [
        {"element": "a"}, {"element": "g", "children": [{"element": "b"}]}]}}})


@pytest.mark.parametrize("data", [OLD, ASSEMBLY, MODEL], ids=["first files", "assembly", "block model"])
def test_assemblies_of_all_ages_give_the_same_two_blocks(tmp_path, data):
    (tmp_path / "a.json").write_text(json.dumps(data))
    lower, upper = read_blocks(tmp_path / "a.json", unit="m")
    assert lower.groups == ("supports",) and upper.groups == ()
    assert lower.shape.bounding_box.tolist() == [[0, 0, 0], [1, 1, 1]]
    assert upper.shape.bounding_box.tolist() == [[0, 0, 1], [1, 1, 2]]


def test_lists_of_meshes_are_blocks(tmp_path):
    polyhedron = wrapped("compas.geometry/Polyhedron", {"vertices": CORNERS.tolist(), "faces": FACES})
    mesh = wrapped("compas.datastructures/Mesh", mesh_data((0, 0, 1)))
    (tmp_path / "a.json").write_text(json.dumps([[mesh], polyhedron]))
    assert [(b.name, b.shape.volume) for b in read_blocks(tmp_path / "a.json", unit="m")] == [
        ("block_0", 1.0), ("block_1", 1.0)]


@pytest.mark.parametrize(("text", "message"), [
    ("{}", "holds no blocks: expected an Assembly, a BlockModel or meshes of COMPAS"),
    ("[1]", "item 0 is no mesh: '1'"),
    ('{"assembly": {}, "blocks": {"0": {"vertex": {"0": {}}, "face": {"0": [0, 1, 2]}}}}',
     "a part of the assembly is missing or odd: KeyError '1'"),
    (json.dumps(ASSEMBLY)[:400], "not valid JSON: "),
])
def test_odd_json_is_one_line(tmp_path, text, message):
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(InputError) as error:
        read_blocks(tmp_path / "a.json", unit="m")
    assert message in str(error.value) and str(tmp_path / "a.json") in str(error.value)


def test_what_the_dxf_library_says_goes_into_the_report_and_nowhere_else(tmp_path, caplog):
    """A damaged table is passed over with a word; the word is a note, whatever bytes it holds, not a line on stderr."""
    ezdxf = pytest.importorskip("ezdxf")
    facade = ezdxf.new(units=6)
    facade.modelspace().add_lwpolyline([(0, 0), (1, 0), (1, 1), (0, 1)], close=True, dxfattribs={"thickness": 0.5})
    facade.saveas(tmp_path / "a.dxf")
    data = (tmp_path / "a.dxf").read_bytes()
    (tmp_path / "a.dxf").write_bytes(data.replace(b"\nCLASS\n", b"\nCL\xd8SS\n", 1))
    assert data != (tmp_path / "a.dxf").read_bytes()
    notes = read_file(tmp_path / "a.dxf", make_options()).notes
    assert any("CL\\udcd8SS" in note for note in notes)
    assert not caplog.records
