"""OBJ, STL, PLY and CSV: blocks, names, groups, units, axes."""

import numpy as np
import pytest
from io_files import CORNERS, FACES, L_AREA, L_PLAN, box_points, by_centroid, obj_text, ply_bytes, triangles, write_stl

from drystone import patterns
from drystone.geometry.integrals import fan_triangles
from drystone.io import read_blocks
from drystone.io.blocks import make_options, read_file, unique_names
from drystone.io.prism import prism_mesh

WALL = patterns.running_bond(2.0, 4, (0.4, 0.2), 0.25)


def test_objects_of_an_obj_file_become_blocks_with_their_names(tmp_path):
    path = tmp_path / "two.obj"
    path.write_text(obj_text({"lower stone": (box_points((0, 0, 0), (400, 200, 100)), FACES),
                              "upper": (box_points((0, 0, 100), (400, 200, 100)), FACES)}))
    lower, upper = read_blocks(path, unit="mm")
    assert (lower.name, upper.name) == ("lower stone", "upper")
    assert lower.shape.bounding_box == pytest.approx(np.array([(0, 0, 0), (0.4, 0.2, 0.1)]), abs=1e-15)
    assert len(upper.shape.parts) == 1 and len(upper.shape.parts[0].faces) == 6


def test_groups_stand_in_where_a_file_has_no_objects(tmp_path):
    path = tmp_path / "groups.obj"
    path.write_text(obj_text({"a": (CORNERS, FACES), "b": (box_points((0, 0, 1), (1, 1, 1)), FACES)}, word="g"))
    assert [(b.name, b.groups) for b in read_blocks(path, unit="m")] == [("a", ()), ("b", ())]


def test_groups_beside_objects_are_groups(tmp_path):
    text = obj_text({"a": (CORNERS, FACES)}).replace("o a\n", "o a\ng pier stones\n")
    (tmp_path / "a.obj").write_text(text)
    (block,) = read_blocks(tmp_path / "a.obj", unit="m")
    assert block.groups == ("pier", "stones")


def test_numbers_counted_from_the_end_and_joined_lines(tmp_path):
    lines = [f"v {x:g} {y:g} {z:g}" for x, y, z in CORNERS]
    lines += ["f " + " \\\n ".join(str(k - 8) for k in face) for face in FACES]
    (tmp_path / "a.obj").write_text("\n".join(lines))
    (block,) = read_blocks(tmp_path / "a.obj", unit="m")
    assert (block.name, block.shape.volume) == ("block", pytest.approx(1.0, rel=1e-15))


def test_a_file_without_names_falls_into_its_solids(tmp_path):
    write_stl(tmp_path / "wall.stl", 1e3 * triangles(WALL))
    blocks = read_blocks(tmp_path / "wall.stl", unit="mm")
    assert len(blocks) == len(WALL)
    assert [b.name for b in blocks] == [f"block_{k}" for k in range(1, len(WALL) + 1)]
    for found, drawn in zip(by_centroid(blocks), by_centroid(WALL)):
        assert found.shape.centroid == pytest.approx(drawn.shape.centroid, abs=1e-6)
        assert len(found.shape.parts[0].faces) == 6                    # triangles have become rectangles


def test_text_stl_with_named_solids(tmp_path):
    rows = []
    for name, block in (("left", WALL[0]), ("right", WALL[1])):
        rows.append(f"solid {name}")
        for a, b, c in triangles([block]):
            rows.append("facet normal 0 0 0\n outer loop")
            rows += ["  vertex " + " ".join(f"{x:.9g}" for x in p) for p in (a, b, c)]
            rows.append(" endloop\nendfacet")
        rows.append(f"endsolid {name}")
    (tmp_path / "two.stl").write_text("\n".join(rows))
    left, right = read_blocks(tmp_path / "two.stl", unit="m")
    assert (left.name, right.name) == ("left", "right")
    assert left.shape.volume == pytest.approx(WALL[0].shape.volume, rel=1e-8)


def test_a_text_stl_with_one_name_for_all_falls_into_its_solids(tmp_path):
    rows = ["solid exported by a program"]
    for corners in triangles(WALL[:3]):
        rows.append("facet normal 0 0 0\n outer loop")
        rows += ["  vertex " + " ".join(f"{x:.9g}" for x in p) for p in corners]
        rows.append(" endloop\nendfacet")
    (tmp_path / "wall.stl").write_text("\n".join([*rows, "endsolid"]))
    assert len(read_blocks(tmp_path / "wall.stl", unit="m")) == 3


def test_crooked_blocks_in_single_precision_far_away_are_cut_as_if_they_were_exact(tmp_path):
    polygon = np.column_stack((0.3 * L_PLAN, np.zeros(len(L_PLAN)))) + np.array((37.1, -18.3, 5.7))
    vertices, faces = prism_mesh(polygon, np.array((0.0, 0.0, 0.2)))
    corners = vertices[fan_triangles(faces)]
    write_stl(tmp_path / "l.stl", corners)
    (block,) = read_blocks(tmp_path / "l.stl", unit="m")
    assert sorted(len(part.faces) for part in block.shape.parts) == [6, 6]
    assert block.shape.volume == pytest.approx(L_AREA * 0.09 * 0.2, abs=3e-6)      # 0.9 m2 of faces, rounded by 2e-6 m


@pytest.mark.parametrize("form", ["ascii", "binary_little_endian", "binary_big_endian"])
@pytest.mark.parametrize("faces", [FACES, (*FACES[:5], (4, 5, 7), (4, 7, 6))])     # one table, and rows of two lengths
def test_ply_in_all_its_forms(tmp_path, form, faces):
    (tmp_path / "a.ply").write_bytes(ply_bytes(box_points((1, 2, 3), (0.4, 0.2, 0.1)), faces, form))
    (block,) = read_blocks(tmp_path / "a.ply", unit="m")
    assert block.shape.bounding_box == pytest.approx(np.array([(1, 2, 3), (1.4, 2.2, 3.1)]), rel=1e-15)
    assert len(block.shape.parts[0].faces) == 6


def test_rows_of_a_csv_file_are_corners_of_hulls(tmp_path):
    rows = ["# survey of the pier", "x; y; z; block; group"]
    for name, z in (("p1", 0.0), ("p2", 0.5)):
        rows += [f"{x}; {y}; {h}; {name}; pier" for x, y, h in box_points((0, 0, z), (1, 1, 0.5)).tolist()]
    (tmp_path / "pier.csv").write_text("\n".join(rows))
    blocks = read_blocks(tmp_path / "pier.csv", unit="m")
    assert [(b.name, b.groups, b.shape.volume) for b in blocks] == [("p1", ("pier",), 0.5), ("p2", ("pier",), 0.5)]


def test_y_up_turns_the_drawing_upright(tmp_path):
    """(x, y, z) of a drawing with y up is (x, -z, y): right-handed, up is up."""
    (tmp_path / "a.obj").write_text(obj_text({"a": (box_points((0, 0, 0), (0.4, 0.2, 0.1)), FACES)}))
    (block,) = read_blocks(tmp_path / "a.obj", unit="m", up="y")
    assert block.shape.bounding_box.tolist() == [[0, -0.1, 0], [0.4, 0, 0.2]]
    assert block.shape.volume == pytest.approx(0.008, rel=1e-12)       # not turned inside out


@pytest.mark.parametrize(("unit", "metre"), [("m", 1.0), ("dm", 0.1), ("cm", 0.01), ("mm", 1e-3), ("in", 0.0254),
                                             ("ft", 0.3048)])
def test_units(tmp_path, unit, metre):
    (tmp_path / "a.obj").write_text(obj_text({"a": (0.5 / metre * CORNERS, FACES)}))
    (block,) = read_blocks(tmp_path / "a.obj", unit=unit)
    assert block.shape.volume == pytest.approx(0.125, rel=1e-12)


def test_a_block_that_is_not_convex_becomes_one_block_of_convex_parts(tmp_path):
    polygon = np.column_stack((0.3 * L_PLAN, np.zeros(len(L_PLAN))))
    (tmp_path / "l.obj").write_text(obj_text({"corner": prism_mesh(polygon, np.array((0, 0, 0.2)))}))
    found = read_file(tmp_path / "l.obj", make_options(unit="m"))
    assert found.not_convex == ("corner",)
    (block,) = found.blocks
    assert len(block.shape.parts) == 2
    assert block.shape.volume == pytest.approx(L_AREA * 0.09 * 0.2, rel=1e-12)


def test_separate_solids_in_an_object_are_what_the_user_says(tmp_path):
    two = np.concatenate((CORNERS, box_points((0, 0, 1), (1, 1, 1))))
    faces = [*FACES, *(tuple(8 + k for k in face) for face in FACES)]
    (tmp_path / "two.obj").write_text(obj_text({"pair": (two, faces)}))
    one = read_blocks(tmp_path / "two.obj", unit="m", pieces="parts")
    assert [(b.name, len(b.shape.parts), b.shape.volume) for b in one] == [("pair", 2, 2.0)]
    found = read_file(tmp_path / "two.obj", make_options(unit="m", pieces="blocks"))
    assert [b.name for b in found.blocks] == ["pair_1", "pair_2"]
    assert found.notes == ("object 'pair' (line 1) holds 2 separate solids: each read as a block",)


def test_mortar_closes_the_gaps(tmp_path):
    """Bricks drawn 10 mm apart: sizes grow by 10 mm, neighbours meet in the middle of the joint."""
    bricks = {f"b{k}": (box_points((0.41 * k, 0, 0), (0.4, 0.2, 0.1)), FACES) for k in range(3)}
    (tmp_path / "a.obj").write_text(obj_text(bricks))
    blocks = read_blocks(tmp_path / "a.obj", unit="m", mortar=0.01)
    boxes = np.array([b.shape.bounding_box for b in blocks])
    assert boxes[1:, 0, 0] == pytest.approx(boxes[:-1, 1, 0], abs=1e-15)
    assert boxes[:, 1] - boxes[:, 0] == pytest.approx(np.tile((0.41, 0.21, 0.11), (3, 1)), rel=1e-12)


def test_weld_joins_corners_that_just_miss_each_other(tmp_path):
    points, faces = [], []
    for face in FACES:      # every face drawn on its own, corners 0.05 mm off
        faces.append(tuple(range(len(points), len(points) + 4)))
        points += [CORNERS[k] * 0.5 + 5e-5 * np.sin(7.0 * len(points) + np.arange(3)) for k in face]
    (tmp_path / "a.obj").write_text(obj_text({"a": (np.array(points), faces)}))
    (block,) = read_blocks(tmp_path / "a.obj", unit="m", weld=2e-4)
    assert len(block.shape.parts[0].faces) == 6
    assert block.shape.volume == pytest.approx(0.125, rel=2e-3)


def test_names_that_occur_twice_or_mean_a_group_get_numbers():
    assert unique_names(["a", "b", "a", "a_1", "*"], [()] * 5) == ["a_2", "b", "a_3", "a_1", "block_1"]
    assert unique_names(["a", "a", "a_1", "a_1"], [()] * 4) == ["a_1", "a_2", "a_1_1", "a_1_2"]
    assert unique_names(["pier", "x"], [("pier",), ("pier",)]) == ["pier_1", "x"]
