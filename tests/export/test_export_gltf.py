"""Animated glTF: chunks, accessors and keys read by a small parser."""

import json
import struct

import numpy as np
import pytest
from export_runs import AWKWARD, FRAMES, REMOVED, STEP, TIME, TURN, tower_pieces, world_corners, write_export_run

from drystone.errors import InputError
from drystone.export import frames as frames_module
from drystone.export import gltf
from drystone.export.frames import FrameChoice
from drystone.export.run import export_run

WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}
TYPES = {5126: "<f4", 5125: "<u4"}


def read_glb(path):
    """JSON and a function that reads an accessor; checks lengths, alignment and bounds."""
    raw = path.read_bytes()
    magic, version, length = struct.unpack_from("<4sII", raw)
    assert (magic, version, length) == (b"glTF", 2, len(raw))
    size, kind = struct.unpack_from("<I4s", raw, 12)
    assert kind == b"JSON" and size % 4 == 0
    document = json.loads(raw[20:20 + size])
    binary, kind = struct.unpack_from("<I4s", raw, 20 + size)
    assert kind == b"BIN\0" and binary % 4 == 0 and 28 + size + binary == len(raw)
    assert document["asset"]["version"] == "2.0" and document["buffers"] == [{"byteLength": binary}]
    views, ends = document["bufferViews"], 0
    for view in views:
        assert view["byteOffset"] == ends and view["byteOffset"] % 4 == 0
        ends += view["byteLength"]
    assert ends == binary

    def read(number):
        accessor = document["accessors"][number]
        view = views[accessor["bufferView"]]
        width = WIDTHS[accessor["type"]]
        assert accessor["count"] * width * 4 == view["byteLength"]
        values = np.frombuffer(raw, TYPES[accessor["componentType"]], accessor["count"] * width,
                               28 + size + view["byteOffset"]).reshape(-1, width)
        for name, found in (("min", values.min(axis=0)), ("max", values.max(axis=0))):
            assert accessor.get(name, found.tolist()) == found.tolist()
        return values

    return document, read


@pytest.fixture(scope="module")
def scene(tower, tmp_path_factory):
    return read_glb(export_run(tower, "gltf", tmp_path_factory.mktemp("out") / "tower.glb"))


def channels(document, read):
    """(node name, path) -> interpolation, times, keys."""
    animation, = document["animations"]
    found = {}
    for channel in animation["channels"]:
        sampler = animation["samplers"][channel["sampler"]]
        name = document["nodes"][channel["target"]["node"]]["name"]
        found[name, channel["target"]["path"]] = (sampler["interpolation"], read(sampler["input"])[:, 0],
                                                  read(sampler["output"]))
    return found


def test_every_block_is_a_node_below_one_that_turns_the_scene(scene):
    document, _ = scene
    root, *nodes = document["nodes"]
    assert document["scenes"] == [{"nodes": [0]}] and root["children"] == [1, 2, 3]
    assert [node["name"] for node in nodes] == ["base", AWKWARD, "ground"]
    x, y, z, w = root["rotation"]      # takes z to y
    turned = np.array((2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))
    assert turned == pytest.approx((0.0, 1.0, 0.0), abs=1e-15)


def test_meshes_are_the_blocks(tower, scene):
    document, read = scene
    for k in (0, 1):
        mesh = document["meshes"][document["nodes"][k + 1]["mesh"]]
        primitive, = mesh["primitives"]
        corners, normals = (read(primitive["attributes"][name]) for name in ("POSITION", "NORMAL"))
        assert "min" in document["accessors"][primitive["attributes"]["POSITION"]]      # the format demands it
        triangles = read(primitive["indices"]).reshape(-1, 3)
        assert triangles.max() < len(corners) and len(triangles) == 12
        expected = world_corners(tower, 0, k) - tower.frames.position[0, k]
        assert {tuple(c) for c in corners} == {tuple(c) for c in expected.astype(np.float32)}
        a, b, c = (corners[triangles[:, j]].astype(float) for j in range(3))
        area = 0.5 * np.cross(b - a, c - a)
        assert np.einsum("ti,ti->t", a, area).sum() / 3 == pytest.approx((1.0, 0.12)[k], rel=1e-6)   # volume
        assert (np.einsum("ti,ti->t", area, normals[triangles[:, 0]]) > 0).all()


def test_keys_follow_the_run(tower, scene):
    document, read = scene
    found = channels(document, read)
    assert set(found) == {("base", "translation"), ("base", "rotation"), (AWKWARD, "translation"),
                          (AWKWARD, "rotation"), (AWKWARD, "scale")}      # the ground does not move
    for name in ("base", AWKWARD):
        way, times, keys = found[name, "translation"]
        assert way == "LINEAR" and times.tolist() == TIME.tolist()
        assert keys[:, 0] == pytest.approx(STEP * np.arange(FRAMES), abs=1e-7)
    _, _, turned = found[AWKWARD, "rotation"]
    half = 0.5 * TURN * np.arange(FRAMES)
    assert np.abs(turned - np.column_stack((0 * half, 0 * half, np.sin(half), np.cos(half)))).max() < 1e-7
    way, _, scale = found[AWKWARD, "scale"]
    assert way == "STEP" and scale.tolist() == [[1.0] * 3] * REMOVED + [[0.0] * 3] * (FRAMES - REMOVED)


def test_colours_go_by_group(scene):
    document, _ = scene
    names = [material["name"] for material in document["materials"]]
    assert names == ["wall", "support"]
    used = [document["meshes"][node["mesh"]]["primitives"][0]["material"] for node in document["nodes"][1:]]
    assert used == [0, 0, 1]


def test_a_large_ground_is_cropped_around_the_structure(scene):
    document, read = scene
    ground = document["meshes"][document["nodes"][3]["mesh"]]["primitives"][0]
    corners = read(ground["attributes"]["POSITION"]) + document["nodes"][3]["translation"]
    assert np.ptp(corners[:, 0]) < 5.0 and corners[:, 2].max() == pytest.approx(0.0, abs=1e-6)


def test_slabs_of_one_frame_give_the_same_file(tower, tmp_path, monkeypatch):
    """Among others, quaternions keep their sign from slab to slab."""
    whole = export_run(tower, "gltf", tmp_path / "whole.glb").read_bytes()
    monkeypatch.setattr(frames_module, "_SLAB_BYTES", 1)
    assert export_run(tower, "gltf", tmp_path / "slabs.glb").read_bytes() == whole


def test_time_begins_at_zero_and_one_frame_has_no_animation(tower, tmp_path):
    document, read = read_glb(export_run(tower, "gltf", tmp_path / "late.glb", FrameChoice(start=0.75)))
    assert channels(document, read)["base", "translation"][1][0] == 0.0
    still, _ = read_glb(export_run(tower, "gltf", tmp_path / "still.glb", FrameChoice(start=0.7, until=0.8)))
    assert "animations" not in still
    assert still["nodes"][1]["translation"][0] == pytest.approx(3 * STEP)


def test_a_run_at_rest_has_no_animation(tmp_path):
    run = write_export_run(tmp_path / "run", tower_pieces(), [0.0, 1.0])
    path = export_run(run, "gltf")
    assert path == tmp_path / "run" / "blocks.glb"
    assert "animations" not in read_glb(path)[0]


def test_a_scene_that_no_glb_can_hold(tower, tmp_path, monkeypatch):
    class Huge(gltf._Content):
        def __init__(self, frames):
            super().__init__(frames)
            self.size = 2**32

    monkeypatch.setattr(gltf, "_Content", Huge)
    with pytest.raises(InputError) as caught:
        export_run(tower, "gltf", tmp_path / "huge.glb")
    assert str(caught.value) == ("export: the scene has 4.0 GiB, a .glb holds 4 at most: choose fewer frames with "
                                 "--every")
    assert not list(tmp_path.iterdir())
