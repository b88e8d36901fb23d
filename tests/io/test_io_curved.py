"""Blocks that no convex parts fill exactly: curved and warped faces, and grounds that are one open face."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from io_files import CORNERS, FACES, box_points, obj_text

from drystone.errors import InputError
from drystone.geometry.approximate import near_parts
from drystone.geometry.conform import conform_parts
from drystone.geometry.decompose import convex_parts
from drystone.geometry.integrals import compute_integrals
from drystone.geometry.primitives import box
from drystone.io import read_blocks
from drystone.io.blocks import read_file
from drystone.io.drawing import ReadOptions

PEERS = Path(__file__).resolve().parents[3] / "shared" / "peers"


def bowl(count=24, radius=1.0, width=0.6):
    """A cube of side 2 radius less the half cylinder in its top: vertices and faces, and the exact volume."""
    angles = np.linspace(math.pi, 2.0 * math.pi, count + 1)
    arc = [(radius * math.cos(a), radius * math.sin(a)) for a in angles]
    outline = [(-1.5 * radius, -1.5 * radius), (1.5 * radius, -1.5 * radius), (1.5 * radius, 0.0), *arc[::-1],
               (-1.5 * radius, 0.0)]
    n = len(outline)
    points = np.array([(x, y, z) for y in (0.0, width) for x, z in outline])
    faces = [tuple(range(n)), tuple(range(2 * n - 1, n - 1, -1)),
             *((i, n + i, n + (i + 1) % n, (i + 1) % n) for i in range(n))]
    area = 0.5 * abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, outline[1:] + outline[:1])))
    return points, faces, area * width


def roller(count=24, radius=1.0, width=0.6):
    """The half cylinder that fits into the bowl."""
    angles = np.linspace(math.pi, 2.0 * math.pi, count + 1)
    n = count + 1
    points = np.array([(radius * math.cos(a), y, radius * math.sin(a)) for y in (0.0, width) for a in angles])
    faces = [tuple(range(n)), tuple(range(2 * n - 1, n - 1, -1)),
             *((i, n + i, n + (i + 1) % n, (i + 1) % n) for i in range(n))]
    return points, faces


def warped_box(rise, lower=(0.0, 0.0, 0.0)):
    """A unit box; two opposite corners of its top are `rise` higher."""
    points = box_points(lower, (1.0, 1.0, 1.0))
    points[[4, 7], 2] += rise
    return points, FACES


def outwards(points, faces):
    return faces if compute_integrals(points, faces)[0] > 0.0 else [tuple(face[::-1]) for face in faces]


@pytest.mark.parametrize("allowed", [0.1, 0.03, 0.01])
def test_parts_of_a_curved_solid_are_near_and_do_not_overlap(allowed):
    """They fill the solid (volume), reach no further than allowed, and have no room in common."""
    points, faces, volume = bowl()
    found = near_parts(points, outwards(points, faces), allowed, 1e-5, 64)
    filled = sum(part.volume for part in found.parts)
    # chords of an arc: the sagitta is at most what is allowed, over the length of the arc
    assert volume * (1.0 - 1e-9) <= filled <= volume + allowed * math.pi * 0.6
    assert 0.0 < found.off <= allowed
    assert found.properties.volume == pytest.approx(volume, rel=1e-12)
    # a chord of sagitta s spans the angle 2 acos(1 - s): that many parts for half a circle at least
    assert len(found.parts) >= math.pi / (2.0 * math.acos(1.0 - allowed)) - 1.0
    for i, a in enumerate(found.parts):
        for b in found.parts[:i]:
            gap = max((b.vertices @ a.face_normals.T - a.face_offsets).min(axis=0).max(),
                      (a.vertices @ b.face_normals.T - b.face_offsets).min(axis=0).max())
            assert gap > -1e-9


def test_a_budget_ends_the_cutting():
    points, faces, _ = bowl()
    with pytest.raises(InputError, match=r"block 'b': needs more than 3 convex parts to be filled within 1 mm, still "
                                         r"[\d.]+ mm off: raise flatten, or simplify it"):
        near_parts(points, outwards(points, faces), 1e-3, 1e-5, 3, "b")


def test_exact_parts_have_a_budget_of_work():
    points, faces, _ = bowl(count=700)
    with pytest.raises(InputError, match="has too many faces that run through it to be cut along them"):
        convex_parts(points, outwards(points, faces), 1e-9, "b")


def test_neighbours_meet_in_planes(tmp_path):
    """A half cylinder in its bowl: no overlap is left, and the weight of both is that of the drawing."""
    solid, hole = roller(40), bowl(40)
    for points, *_ in (solid, hole):
        points[points[:, 1] > 0.0, 2] *= 1.002       # the far end a little higher: its facets are warped
    (tmp_path / "a.obj").write_text(obj_text({"roller": (solid[0], outwards(*solid)),
                                              "bowl": (hole[0], outwards(*hole[:2]))}))
    said = []
    found = read_file(tmp_path / "a.obj", ReadOptions(unit="m", flatten=0.01), said.append)
    shapes = {block.name: block for block in found.blocks}
    assert shapes["bowl"].properties.volume == pytest.approx(hole[2], rel=2e-3)
    notes = " | ".join(found.notes)
    assert "blocks warped by up to" in notes and "flattened within" in notes and "cut to meet in a plane" in notes
    assert said[-1] == "a.obj: overlaps are looked for among 2 blocks"
    again = conform_parts([b.shape.parts for b in found.blocks], [0.2, 0.2], 1e-4)
    assert again.cut_count == 0


def test_drawn_overlaps_are_cut_where_that_is_asked_for(tmp_path):
    stack = {f"b{k}": (box_points((0, 0, 0.998 * k), (1, 1, 1)), FACES) for k in range(3)}
    (tmp_path / "a.obj").write_text(obj_text(stack))
    assert sum(b.shape.volume for b in read_blocks(tmp_path / "a.obj", unit="m")) == pytest.approx(3.0)
    assert sum(b.shape.volume for b in read_blocks(tmp_path / "a.obj", unit="m", trim=1e-3)) == pytest.approx(3.0)
    found = read_file(tmp_path / "a.obj", ReadOptions(unit="m", trim=3e-3))
    assert sum(b.shape.volume for b in found.blocks) == pytest.approx(2.996)
    assert found.notes == ("2 pairs of convex parts overlapped: cut to meet in a plane, by up to 2 mm",)


def test_flatten_zero_wants_exact_parts(tmp_path):
    """A bowl has them: one for each facet, more than a block may have if they are many."""
    points, faces, volume = bowl(count=8)
    (tmp_path / "a.obj").write_text(obj_text({"bowl": (points, outwards(points, faces))}))
    block, = read_blocks(tmp_path / "a.obj", unit="m", flatten=0.0)
    assert block.mass_properties is None and block.shape.volume == pytest.approx(volume, rel=1e-6)


def test_warped_faces_become_triangles(tmp_path):
    """Corners 40 mm off a mean plane, twice: 20 mm each; with little allowed the saddle is cut in two."""
    (tmp_path / "a.obj").write_text(obj_text({"saddle": warped_box(0.08)}))
    found = read_file(tmp_path / "a.obj", ReadOptions(unit="m", flatten=0.005))
    assert found.notes[0] == "1 faces of 1 blocks warped by up to 40 mm: cut into triangles"
    block, = found.blocks
    # the mean height of a triangulated saddle is 1 + rise/3 or 1 + 2 rise/3, after the diagonal that is taken
    drawn = compute_integrals(*warped_box(0.08))[0]
    assert drawn == pytest.approx(1.0 + 0.08 / 3.0, rel=1e-9) or drawn == pytest.approx(1.0 + 0.16 / 3.0, rel=1e-9)
    assert block.properties.volume == pytest.approx(drawn, rel=1e-12)
    assert block.shape.volume == pytest.approx(drawn, rel=0.01)


def test_an_open_face_is_a_ground(tmp_path):
    ground = np.array([(-2.0, -2.0, 0.0), (2.0, -2.0, 0.0), (2.0, 2.0, 0.0), (-2.0, 2.0, 0.0)])
    for order in ((0, 1, 2, 3), (3, 2, 1, 0)):       # whichever way it looks
        (tmp_path / "a.obj").write_text(obj_text({"stone": (CORNERS, FACES), "floor": (ground, [order])}))
        found = read_file(tmp_path / "a.obj", ReadOptions(unit="m"))
        stone, floor = found.blocks
        assert "supports" in floor.groups and "supports" not in stone.groups
        assert floor.shape.bounding_box[:, 2].tolist() == pytest.approx([-0.4, 0.0])
        assert found.notes == ("object 'floor' (line 16) is one open face: read as a support, a plate of 0.4 m behind "
                               "it",)


def compas_mesh(points, faces):
    return {"vertex": {str(k): dict(zip("xyz", map(float, p))) for k, p in enumerate(points)},
            "face": {str(k): list(face) for k, face in enumerate(faces)}}


def test_wrappers_of_compas(tmp_path):
    """Meshes under "value" in a list, and elements with a "shape" and a mark of support."""
    boxes = [compas_mesh(box_points((0, 0, k), (1, 1, 1)), FACES) for k in range(2)]
    items = [{"dtype": "compas.datastructures/Mesh", "value": mesh, "guid": str(k)} for k, mesh in enumerate(boxes)]
    (tmp_path / "list.json").write_text(json.dumps(items))
    assert [b.name for b in read_blocks(tmp_path / "list.json", unit="m")] == ["block_0", "block_1"]
    elements = [{"dtype": "compas_dem.elements/BlockElement", "guid": str(k), "data": {
        "transformation": None, "features": [], "name": "BlockElement", "is_support": k == 0,
        "shape": {"dtype": "compas_dem.elements/BlockMesh", "data": mesh}}} for k, mesh in enumerate(boxes)]
    model = {"dtype": "compas_dem.models/BlockModel", "data": {
        "tree": {"root": {"name": "root", "children": [{"element": "0"}, {"element": "1"}]}}, "elements": elements}}
    (tmp_path / "model.json").write_text(json.dumps(model))
    blocks = read_blocks(tmp_path / "model.json", unit="m")
    assert [b.groups for b in blocks] == [("supports",), ()] and [b.shape.volume for b in blocks] == [1.0, 1.0]


def test_a_part_that_overlaps_more_than_it_may_is_left_alone():
    a, b = box((1, 1, 1), (0, 0, 0)).parts, box((1, 1, 1), (0.5, 0, 0)).parts
    assert conform_parts([a, b], [0.2, 0.2], 1e-6).cut_count == 0            # by 0.5, of 0.4 allowed
    met = conform_parts([a, b], [0.4, 0.2], 1e-6)
    assert met.cut_count == 1 and met.deepest == pytest.approx(0.5)
    assert sum(part.volume for parts in met.parts for part in parts) == pytest.approx(1.5)
    assert met.parts[1] == b or met.parts[0] == a                            # the other keeps its face


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), [("cra_H", 3), ("cra_curve-3-blocks", 3), ("assembly_crossvault", 184),
                                             ("dem_crossvault_blockmodel", 184), ("cra_armadillo", 399)])
def test_files_of_other_projects(name, count):
    path = PEERS / f"{name}.json"
    if not path.exists():
        pytest.skip(f"{path.name} is not at hand")
    found = read_file(path, ReadOptions(unit="m"))
    assert len(found.blocks) == count
