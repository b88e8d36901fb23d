"""Spoilt drawings: one line that names the file, the object and what to mend."""

import struct

import numpy as np
import pytest
from io_files import CORNERS, FACES, box_points, obj_text, ply_bytes, triangles, write_stl

from drystone import patterns
from drystone.errors import InputError
from drystone.io import read_blocks
from drystone.io.drawing import MOST_OBJECTS
from drystone.io.units import parse_length

BOX = obj_text({"b1": (CORNERS, FACES)})
TWO = obj_text({"b1": (CORNERS, FACES), "b2": (box_points((0, 0, 1), (1, 1, 1)), FACES)})
OPEN = "belongs to one face only; close the solid, or raise weld if its corners just miss each other"


@pytest.fixture
def refuse(tmp_path):
    """Read a file that must be refused; returns the message without the folder."""

    def call(name: str, content: str | bytes, **options) -> str:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        with pytest.raises(InputError) as error:
            read_blocks(path, **({"unit": "m"} | options))
        assert "\n" not in str(error.value)
        return str(error.value).replace(f"{tmp_path}/", "")

    return call


# --- OBJ ------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("text", "message"), [
    ("", "a.obj: the file is empty"),
    ("hello\n", "a.obj: holds no vertices (lines that begin with v)"),
    ("v 0 0 0\n", "a.obj: holds no faces (lines that begin with f)"),
    (BOX[:40], "a.obj:4: a vertex must be 3 finite numbers, got 'v 0.0 1'; is the file cut off?"),
    (BOX.replace("v 1.0 1.0 1.0", "v 1.0 nan 1.0"),
     "a.obj:9: a vertex must be 3 finite numbers, got 'v 1.0 nan 1.0'; is the file cut off?"),
    (BOX + "f 1 2\n", "a.obj:16: a face needs at least 3 vertices, got 2; is the file cut off?"),
    (BOX + "f 1 2 9\n", "a.obj:16: a face names vertex 9, but 8 are there; is the file cut off?"),
    (BOX + "f 1 2 0\n", "a.obj:16: a face names vertex 0, but 8 are there; is the file cut off?"),
    (BOX + "f 1 2 x\n", "a.obj:16: a face must name vertices by number, got 'x'"),
    (BOX + "surf 0 1 0 1 1\n", "a.obj:16: free-form surfaces (surf) are not read: export polygons"),
    (BOX.rsplit("f ", 1)[0],
     f"a.obj: object 'b1' (line 1): mesh is open: the edge from (0, 0, 1) m to (1, 0, 1) m {OPEN}"),
    (TWO.rsplit("f ", 1)[0],
     f"a.obj: object 'b2' (line 16): mesh is open: the edge from (0, 0, 2) m to (1, 0, 2) m {OPEN}"),
    (BOX + "f 1 2 8 7\n", "a.obj: object 'b1' (line 1): mesh is no simple surface: 3 faces meet in the edge from "
                          "(0, 0, 0) m to (1, 0, 0) m; remove doubled or inner faces"),
    (TWO.replace("o b2\n", ""), "a.obj: object 'b1' (line 1): holds 2 separate solids: make an object of each in the "
                                "drawing, or say pieces: blocks (each is a block) or pieces: parts (together they are "
                                "one block)"),
])
def test_obj(refuse, text, message):
    assert refuse("a.obj", text) == message


def test_open_edges_are_given_in_the_axes_and_unit_of_the_drawing(refuse):
    text = obj_text({"b1": (box_points((0, 0, 0), (400, 200, 100)), FACES[:5])})      # z = 100 is open
    message = refuse("a.obj", text, unit="mm", up="y")
    assert "the edge from (0, 0, 100) mm to (400, 0, 100) mm belongs" in message


def test_a_flat_object_has_no_volume(refuse):
    flat = CORNERS * (1.0, 1.0, 0.0)
    assert refuse("a.obj", obj_text({"leaf": (flat, FACES)})).startswith("a.obj: object 'leaf' (line 1): ")


def test_all_faces_welded_away(refuse):
    points = box_points((0, 0, 0), (4e-4, 4e-4, 4e-4))
    message = refuse("a.obj", obj_text({"dot": (points, FACES)}), weld=1e-3, sizes=(1e-4, 50.0))
    assert message == ("a.obj: object 'dot' (line 1): all its faces have no area (corners closer than 0.001 m are one)")


# --- units and sizes ------------------------------------------------------------------------------

def test_a_unit_must_be_stated(refuse):
    assert refuse("a.obj", BOX, unit=None) == "a.obj: unit must be stated, one of m, dm, cm, mm, in, ft, got none"
    assert refuse("a.obj", BOX, unit="km") == "unit must be one of m, dm, cm, mm, in, ft, got 'km'"


@pytest.mark.parametrize(("size", "unit", "message"), [
    (400.0, "m", "a.obj: 3 of 3 solids are larger than 50 m, the first object 'b0' of 400 m: is the unit 'm' right? "
                 "In mm most of them would be about 0.4 m"),
    (0.4, "mm", "a.obj: 3 of 3 solids are smaller than 0.005 m, the first object 'b0' of 0.0004 m: is the unit 'mm' "
                "right? In m most of them would be about 0.4 m"),
])
def test_a_unit_wrong_by_a_thousand_is_noticed(refuse, size, unit, message):
    stack = {f"b{k}": (box_points((0, 0, k * size), (size, size, size)), FACES) for k in range(3)}
    assert refuse("a.obj", obj_text(stack), unit=unit) == message


@pytest.mark.parametrize(("length", "scale", "unit", "message"), [
    (2.0, 1.0, "mm", "a.stl: 1 of 1 solids are smaller than 0.005 m, the first solid 1 of 0.002 m: is the unit 'mm' "
                     "right? In m most of them would be about 2 m"),                # all in all
    (8.0, 1.0, "mm", "a.stl: 41 of 41 solids are smaller than 0.005 m, the first solid 1 of 0.0004 m: is the unit 'mm' "
                     "right? In m most of them would be about 0.4 m"),              # stone by stone
    (2.0, 1e3, "m", "a.stl: 11 of 11 solids are larger than 50 m, the first solid 1 of 400 m: is the unit 'm' right? "
                    "In mm most of them would be about 0.4 m"),
])
def test_a_unit_wrong_by_a_thousand_is_noticed_in_a_heap(refuse, tmp_path, length, scale, unit, message):
    write_stl(tmp_path / "w.stl", scale * triangles(patterns.running_bond(length, 2, (0.4, 0.2), 0.25)))
    assert refuse("a.stl", (tmp_path / "w.stl").read_bytes(), unit=unit) == message


def test_one_crumb_among_stones_is_named(refuse):
    stack = {f"b{k}": (box_points((0, 0, k), (1, 1, 1)), FACES) for k in range(3)}
    stack["crumb"] = (box_points((0, 0, 3), (1e-3, 1e-3, 1e-3)), FACES)
    assert refuse("a.obj", obj_text(stack)) == (
        "a.obj: 1 of 4 solids are smaller than 0.005 m, the first object 'crumb' of 0.001 m: delete what is no block, "
        "or widen sizes")


@pytest.mark.parametrize(("options", "message"), [
    ({"up": "x"}, "up must be one of z, y, got 'x'"),
    ({"weld": 0.0}, "weld must be finite and > 0 and <= 0.001 [m], got 0.0"),
    ({"mortar": 10.0}, "mortar must be finite and >= 0 and <= 0.2 [m], got 10.0"),
    ({"pieces": "all"}, "pieces must be one of blocks, parts, got 'all'"),
    ({"sizes": (2.0, 1.0)}, "sizes must be two rising lengths [m], got (2.0, 1.0)"),
    ({"flatten": 0.5}, "flatten must be finite and >= 0 and <= 0.1 [-], got 0.5"),
    ({"layers": ()}, "layers must be one or more names, got ()"),
    ({"layers": "roof"}, "a.obj: no blocks on layer 'roof'; there are no layers"),
    ({"colour": 1}, "no option is called 'colour'; there are unit, up, weld, mortar, thickness, layers, pieces, sizes, "
                    "flatten, trim"),
])
def test_options(refuse, options, message):
    assert refuse("a.obj", BOX, **options) == message


@pytest.mark.parametrize(("text", "length"), [("10mm", 0.01), ("0.4 m", 0.4), ("1e1cm", 0.1), (".5in", 0.0127)])
def test_lengths_with_units(text, length):
    assert parse_length("--mortar", text) == pytest.approx(length, rel=1e-15)


@pytest.mark.parametrize("text", ["10", "mm", "10 km", "ten mm", ""])
def test_lengths_without_units(text):
    with pytest.raises(InputError, match=r"--mortar must be a length with its unit, e.g. 10mm"):
        parse_length("--mortar", text)


def test_mortar_around_loose_parts(refuse):
    assert refuse("a.obj", TWO.replace("o b2\n", ""), pieces="parts", mortar=0.01) == (
        "a.obj: object 'b1' (line 1): mortar cannot be closed around a block that is drawn in 2 parts: join them to "
        "one solid in the drawing")


def test_unknown_and_missing_files(refuse, tmp_path):
    assert refuse("a.dwg", "x") == ("a.dwg: cannot read files that end in '.dwg'; known are .obj, .stl, .ply, .csv, "
                                    ".json, .3dm, .dxf")
    with pytest.raises(InputError, match=r"none\.obj: no such file"):
        read_blocks(tmp_path / "none.obj", unit="m")


# --- STL, PLY, CSV, DXF, 3DM: cut off ---------------------------------------------------------------

def test_stl_cut_off(refuse, tmp_path):
    write_stl(tmp_path / "w.stl", triangles(patterns.single((1.0, 1.0, 1.0))))
    data = (tmp_path / "w.stl").read_bytes()
    assert refuse("a.stl", data[:-30]) == ("a.stl: the header says 12 triangles, which take 684 bytes, but the file "
                                           "has 654; is it cut off, or no STL?")
    assert refuse("a.stl", data[:50]) == "a.stl: an STL file begins with 84 bytes of header, got 50; is it cut off?"
    assert refuse("a.stl", data[:80] + struct.pack("<I", 0)) == "a.stl: holds no triangles"
    text = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
    assert refuse("a.stl", text) == "a.stl: solid 's' (line 1) has no endsolid; the file is cut off after 1 triangles"
    assert refuse("a.stl", text[:-30]).endswith("has no endsolid; the file is cut off after 0 triangles")
    short = refuse("a.stl", text.replace("1 0 0\n", "1 0\n"))
    assert short == "a.stl:5: a vertex must be 3 numbers, got 'vertex 1 0'; is the file cut off?"


@pytest.mark.parametrize("form", ["ascii", "binary_little_endian", "binary_big_endian"])
def test_ply_cut_off(refuse, form):
    data = ply_bytes(CORNERS, FACES, form)
    body = data.index(b"end_header\n") + 11
    assert refuse("a.ply", data[:100]) == "a.ply: the header has no end_header; is the file cut off?"
    assert refuse("a.ply", data[:body + 60]).startswith("a.ply: vertex ")
    assert refuse("a.ply", data[:-3]) == "a.ply: face 5 of 6 is missing or incomplete; is the file cut off?"
    assert refuse("a.ply", b"PLY") == "a.ply: a PLY file begins with the word ply, got b'PLY'"


@pytest.mark.parametrize(("old", "new", "message"), [
    ("property double z", "property double w", "a.ply: vertices have no property 'z'"),
    ("vertex_indices", "corners", "a.ply: faces have no property 'vertex_indices'"),
    ("property double x", "property real x", "a.ply:5: odd line in the header: 'property real x'"),
    ("format ascii", "format morse", "a.ply: format must be ascii or one of binary_little_endian, binary_big_endian, "
                                     "got 'morse'"),
    ("\n4 4 5 7 6", "\n4 4 5 7 8", "a.ply: face 5 must name 3 or more of the vertices 0 to 7, got [4, 5, 7, 8]"),
    ("0.0 0.0 0.0 7", "nan 0.0 0.0 7", "a.ply: vertex 0 is not finite"),
])
def test_ply_spoilt(refuse, old, new, message):
    assert refuse("a.ply", ply_bytes(CORNERS, FACES, "ascii").decode().replace(old, new, 1)) == message


@pytest.mark.parametrize(("text", "message"), [
    ("# nothing\n", "a.csv: the file is empty"),
    ("block,x,y\na,1,2\n", "a.csv:1: the first line must name the columns block, x, y, z; z is missing"),
    ("block,x,y,z\n", "a.csv: holds no rows below its titles"),
    ("block,x,y,z\na,1,2\n", "a.csv:2: x, y, z must be 3 finite numbers, got 'a,1,2'"),
    ("block,x,y,z\n\na,1,2,inf\n", "a.csv:3: x, y, z must be 3 finite numbers, got 'a,1,2,inf'"),
    ("block,x,y,z\n,1,2,3\n", "a.csv:2: the block has no name"),
    ("block,x,y,z\na,0,0,0\na,1,0,0\na,0,1,0\n", "a.csv: object 'a' (line 2): needs at least 4 vertices, got 3"),
    ("block,x,y,z\na,0,0,0\na,1,0,0\na,0,1,0\na,1,1,0\n",
     "a.csv: object 'a' (line 2): volume must be > 0 [m3], but the 4 points are flat"),
])
def test_csv(refuse, text, message):
    assert refuse("a.csv", text) == message


def test_dxf_and_3dm_that_are_none(refuse):
    pytest.importorskip("ezdxf"), pytest.importorskip("rhino3dm")
    cut_off = refuse("a.dxf", "0\nSECTION\n2\nHEADER\n")
    assert cut_off == "a.dxf: a DXF file ends with the word EOF, which is missing; is it cut off?"
    assert refuse("a.dxf", "what\nis\nthis\nEOF\n").startswith("a.dxf: is no DXF file that can be read: ")
    assert refuse("a.3dm", "x" * 100) == "a.3dm: is no 3DM file, or cut off"


# --- dust -----------------------------------------------------------------------------------------

TETRAHEDRON = np.array([[(0, 0, 0), (0, 1, 0), (1, 0, 0)], [(0, 0, 0), (1, 0, 0), (0, 0, 1)],
                        [(0, 0, 0), (0, 0, 1), (0, 1, 0)], [(1, 0, 0), (0, 1, 0), (0, 0, 1)]], dtype=float)


def dust(count: int) -> np.ndarray:
    """Triangles of so many crumbs of 1 mm, 10 mm apart."""
    places = np.stack(np.unravel_index(np.arange(count), (100, 100, 100)), axis=1)
    return (1e-3 * TETRAHEDRON[None] + 0.01 * places[:, None, None]).reshape(-1, 3, 3)


def test_a_million_slivers_are_refused_by_their_number(refuse, tmp_path):
    write_stl(tmp_path / "w.stl", dust(1_000_000))
    assert refuse("a.stl", (tmp_path / "w.stl").read_bytes()) == (
        "a.stl: holds 4000000 triangles, more than 1000000: leave out what is no block (slivers, scans, terrain) or "
        "make its meshes coarser")


def test_many_slivers_are_refused_by_their_size_before_they_are_built(refuse, tmp_path, monkeypatch):
    """Building a solid is the slow part: it must not be reached."""
    monkeypatch.setattr("drystone.io.blocks.shape_from_mesh", lambda *args, **kwargs: pytest.fail("built one"))
    write_stl(tmp_path / "w.stl", dust(20_000))
    assert refuse("a.stl", (tmp_path / "w.stl").read_bytes()) == (
        "a.stl: 20000 of 20000 solids are smaller than 0.005 m, the first solid 1 of 0.001 m: delete what is no block, "
        "or widen sizes")


def test_a_million_objects_are_refused_by_their_number(refuse):
    text = "v 0 0 0\n" + "o s\nf 1 1 1\n" * 1_000_000
    assert refuse("a.obj", text).startswith(f"a.obj: holds 1000000 objects, more than {MOST_OBJECTS}: leave out")


def test_a_block_of_too_many_faces_is_refused(refuse, tmp_path):
    """A ball of 40 x 300 quadrilaterals."""
    polar, around = np.linspace(0, np.pi, 41), np.linspace(0, 2 * np.pi, 301)
    ring = np.stack(np.meshgrid(polar, around, indexing="ij"), axis=-1)
    ball = np.stack((np.sin(ring[..., 0]) * np.cos(ring[..., 1]), np.sin(ring[..., 0]) * np.sin(ring[..., 1]),
                     np.cos(ring[..., 0])), axis=-1)
    a, b, c, d = ball[:-1, :-1], ball[1:, :-1], ball[1:, 1:], ball[:-1, 1:]
    corners = np.concatenate([np.stack(t, axis=-2).reshape(-1, 3, 3) for t in ((a, b, c), (a, c, d))])
    write_stl(tmp_path / "w.stl", corners)
    assert refuse("a.stl", (tmp_path / "w.stl").read_bytes()) == (
        "a.stl: the mesh: one solid of 23400 faces, more than 20000: make its mesh coarser")
