"""Drawings cut off and scratched at random: a reader gives blocks or one clear line, never anything else."""

import json
import re

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from io_files import CORNERS, FACES, ply_bytes, triangles, write_stl

from drystone import patterns
from drystone.errors import InputError
from drystone.io import read_blocks, write_blocks
from drystone.io.yaml_reader import parse_yaml
from drystone.motion.records import read_record

ezdxf = pytest.importorskip("ezdxf")

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
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
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


#: What a slip of the pen, another program or ill will may put in the place of a number or a word.
ODD_WORDS = (b"9" * 400, b"9" * 5000, b"-" + b"9" * 400, b"1e400", b"1e300", b"-1e300", b"1e-320", b"nan", b"-inf",
             b"NaN", b"Infinity", b"-1", b"0", b"99999999999", b"18446744073709551616", b"[" * 3000, b"{", b"\x00",
             b"\xff\xfe", "\u00b2".encode(), b"1_0", b'"', b"", b"\n\n")


def with_odd_word(content, place, word):
    """The bytes with the word (number, name, quoted text) number `place` replaced."""
    words = [match.span() for match in re.finditer(rb'[-+0-9.eE]+|"[^"]*"|\w+', content)]
    begin, end = words[place % len(words)]
    return content[:begin] + word + content[end:]


@pytest.mark.parametrize("ending", [".obj", ".json", ".ply", ".csv", ".dxf"])
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.integers(0, 10**6), word=st.sampled_from(ODD_WORDS))
def test_odd_words(sound, tmp_path, ending, place, word):
    path = tmp_path / f"spoilt{ending}"
    path.write_bytes(with_odd_word(sound[ending], place, word))
    try:
        blocks = read_blocks(path, unit="m")
    except InputError as error:
        assert "\n" not in str(error) and "spoilt" in str(error) and len(str(error)) < 1500
    else:
        assert all(np.isfinite(b.shape.volume) and b.shape.volume > 0.0 for b in blocks)


RECORDS = {
    ".at2": b"a\nb\nACCELERATION IN UNITS OF G\nNPTS= 10, DT= .005 SEC\n" + b" .1E-2 -.2E-2 .3E-2 .1 .2\n" * 2,
    ".txt": b"# t a\n" + b"".join(b"%g %g\n" % (0.01 * k, 0.1 * k) for k in range(20)),
    ".csv": b"time,acc\n" + b"".join(b"%g,%g\n" % (0.01 * k, 0.1 * k) for k in range(20))}


@pytest.mark.parametrize("ending", list(RECORDS))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.integers(0, 10**6), word=st.sampled_from(ODD_WORDS), share=st.floats(0.5, 1.0))
def test_spoilt_records(tmp_path, ending, place, word, share):
    content = with_odd_word(RECORDS[ending], place, word)
    path = tmp_path / f"spoilt{ending}"
    path.write_bytes(content[:int(share * len(content))])
    try:
        table = read_record(path, units="g")
    except InputError as error:
        assert "\n" not in str(error) and "spoilt" in str(error) and len(str(error)) < 1500
    else:
        assert np.isfinite([table.acceleration(t) for t in (0.0, 0.005)]).all()


YAML = b"""drystone: 1
name: &a "wall"
blocks:
  - {name: b, box: {size: [1, 1.5, 2e-1]}, material: *a}
text: |
  some words
"""


@settings(max_examples=150, deadline=None)
@given(place=st.integers(0, 10**6), word=st.sampled_from(ODD_WORDS), share=st.floats(0.2, 1.0))
def test_spoilt_yaml(place, word, share):
    content = with_odd_word(YAML, place, word)
    try:
        parse_yaml(content[:int(share * len(content))].decode("utf-8", errors="replace"), "spoilt")
    except InputError as error:
        assert "\n" not in str(error) and "spoilt" in str(error) and len(str(error)) < 1500


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
