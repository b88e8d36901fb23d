"""Drawings cut off and scratched at random: a reader gives blocks or one clear line, never anything else."""

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from io_files import CORNERS, FACES, ply_bytes, triangles, write_stl

from drystone import patterns
from drystone.errors import InputError
from drystone.io import read_blocks, write_blocks

ezdxf = pytest.importorskip("ezdxf")

CHECKS_LEFT_OUT = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
WALL = patterns.stack_bond(0.8, 2, (0.4, 0.2), 0.2)


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """Bytes of a sound file in every format that has a reader in Python, by its ending."""
    folder = tmp_path_factory.mktemp("sound")
    for ending in ("obj", "json"):
        write_blocks(folder / f"a.{ending}", WALL)
    write_stl(folder / "a.stl", triangles(WALL))
    (folder / "a.ply").write_bytes(ply_bytes(CORNERS, FACES, "binary_little_endian"))
    rows = [f"{b.name},{x},{y},{z}" for b in WALL for x, y, z in b.shape.parts[0].vertices.tolist()]
    (folder / "a.csv").write_text("block,x,y,z\n" + "\n".join(rows))
    facade = ezdxf.new(units=6)
    for k in range(3):
        facade.modelspace().add_lwpolyline([(k, 0), (k + 1, 0), (k + 1, 1), (k, 1)], close=True,
                                           dxfattribs={"thickness": 0.5})
    facade.saveas(folder / "a.dxf")
    found = {path.suffix: path.read_bytes() for path in folder.iterdir()}
    assert all(read_blocks(folder / f"a{ending}", unit="m") for ending in found)     # sound before they are spoilt
    return found


@pytest.mark.parametrize("ending", [".obj", ".json", ".stl", ".ply", ".csv", ".dxf"])
@settings(max_examples=40, deadline=None, suppress_health_check=CHECKS_LEFT_OUT)
@given(seed=st.integers(0, 2**32 - 1), share=st.floats(0.0, 1.0), scratches=st.integers(0, 4))
def test_spoilt_bytes(sound, tmp_path, ending, seed, share, scratches):
    rng = np.random.default_rng(seed)
    data = bytearray(sound[ending][:max(1, int(share * len(sound[ending])))])
    for _ in range(scratches):
        data[int(rng.integers(len(data)))] = int(rng.integers(256))
    path = tmp_path / f"spoilt{ending}"
    path.write_bytes(bytes(data))
    try:
        blocks = read_blocks(path, unit="m")
    except InputError as error:
        assert "\n" not in str(error)
        assert "spoilt" in str(error)
    else:
        assert all(np.isfinite(b.shape.volume) and b.shape.volume > 0.0 for b in blocks)


@settings(max_examples=60, deadline=None, suppress_health_check=CHECKS_LEFT_OUT)
@given(data=st.data())
def test_json_with_odd_things_in_its_places(sound, tmp_path, data):
    """Any value of the tree replaced by any other kind of value."""
    tree = json.loads(sound[".json"])
    node, odd = tree, st.sampled_from([None, 0, -1, "x", [], {}, [1, 2], {"a": 1}, 1e300, True])
    for _ in range(data.draw(st.integers(1, 9))):
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(node[key], (dict, list)) or not node[key]:
            break
        parent, node = node, node[key]
    else:
        node = parent
    node[key] = data.draw(odd)
    (tmp_path / "a.json").write_text(json.dumps(tree))
    try:
        assert read_blocks(tmp_path / "a.json", unit="m")
    except InputError as error:
        assert "a.json" in str(error) and "\n" not in str(error)
