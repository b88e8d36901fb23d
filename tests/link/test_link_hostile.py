"""Whatever comes over the pipe is answered by one line, and the link goes on."""

import io
import json
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from link_scenes import box, message

from drystone.link import protocol
from drystone.link.serve import answer

GOOD = message([box((1, 1, 1)), box((1, 1, 1), (0, 0, 1))])


def said(line) -> str:
    found = answer(line if isinstance(line, (bytes, protocol.TooLong)) else protocol.to_line(line))
    assert found["kind"] == "error", found
    assert len(found["error"].splitlines()) == 1 and found["error"].isprintable()
    return found["error"]


def test_lines_that_are_no_messages():
    assert said(b"hello\n") == "link: a message must be one line of JSON: Expecting value at character 0"
    assert said(b"[1, 2]\n") == "link: a message must be a JSON object, got [1, 2]"
    assert said(b'{"kind": "statics", "kind": "run"}\n') == "link: key 'kind' is given twice"
    assert said(b'{"kind": NaN}\n') == "link: numbers must be finite, got NaN"
    assert said(b'{"kind": -Infinity}\n') == "link: numbers must be finite, got -Infinity"
    assert said(b"\xff\xfe{}\n") == "link: a message must be UTF-8, byte 0 is not"
    assert said(b"[" * 200_000 + b"\n") == "link: a message is nested too deeply"
    assert said(b'{"a": ' * 100_000 + b"\n") == "link: a message is nested too deeply"
    assert said(b'{"kind": ' + b"9" * 10_000 + b"}\n") == "link: kind must be one of statics, run, got inf"
    assert said(b"{}\n") == "link: kind must be one of statics, run, got None"
    assert said(protocol.TooLong()) == "link: a message must have at most 32000000 bytes"


def test_a_line_that_is_too_long_is_skipped_and_the_next_one_is_read():
    stream = io.BufferedReader(io.BytesIO(b"x" * 300 + b"\n" + b"y" * 100 + b"\n" + b"z" * 500), buffer_size=16)
    assert protocol.read_line(stream, 100) == protocol.TooLong()
    assert protocol.read_line(stream, 100) == b"y" * 100 + b"\n"        # 100 bytes and the end of the line
    assert protocol.read_line(stream, 100) == protocol.TooLong()
    assert protocol.read_line(stream, 100) is None


def changed(**keys) -> dict:
    return {key: value for key, value in (GOOD | keys).items() if value != "gone"}


def mesh(**keys) -> dict:
    block = {key: value for key, value in (GOOD["meshes"][1] | keys).items() if value != "gone"}
    return changed(meshes=[GOOD["meshes"][0], block])


VERTICES, FACES = box((1, 1, 1), (0, 0, 1))


@pytest.mark.parametrize(("question", "words"), [
    (changed(kind=["statics"]), "link: kind must be one of statics, run, got ['statics']"),
    (changed(pusch="+x"), "link: statics has no key 'pusch'; did you mean 'push'?"),
    (changed(id=[1]), "link: id must be a whole number or a short text"),
    (changed(unit="gone"), "link: unit is missing"),
    (changed(unit="yard"), "link: unit must be one of m, dm, cm, mm, in, ft, got 'yard'"),
    (changed(unit={}), "link: unit must be one of m, dm, cm, mm, in, ft, got '{}'"),
    (changed(meshes=[]), "meshes must be a list of at least one mesh, got []"),
    (changed(meshes=[3]), "mesh 0 must be an object with vertices and faces, got 3"),
    (changed(model=[]), "link: model must be an object with keys of the model file, got []"),
    (changed(model={"blocks": []}), "link: model: blocks come as meshes"),
    (changed(model=GOOD["model"] | {"gravitty": 1}), "link: unknown key 'gravitty'; did you mean 'gravity'?"),
    (changed(model=GOOD["model"] | {"supports": 3}), "link: supports: must be a name or a list of names, got 3"),
    (changed(push=3), "link: push must be one of +x, -x, +y, -y, +z, -z or three numbers, got 3"),
    (changed(push="x+"), "live load: direction must be one of +x, -x, +y, -y, +z, -z or three numbers, got 'x+'"),
    (changed(push=[0, 0, 0]), "live load: direction must have a length > 0 [-], got [0, 0, 0]"),
    (changed(push=[1, "a", None]), "live load: direction must be 3 finite numbers [-], got [1, 'a', None]"),
    (changed(lines="least"), "link: lines must be a list of effective, least, greatest, got 'least'"),
    (changed(lines=[[]]), "link: lines must be one of effective, least, greatest, got '[]'"),
    (changed(elastic=1), "link: elastic must be true or false, got 1"),
    (changed(travel=-1), "link: travel must be finite and > 0 [unit of meshes], got -1"),
    (changed(ground="floor"), "link: ground must be finite [unit of meshes], got 'floor'"),
    (changed(kind="run"), "link: model.analysis is missing: give at least the time step, {\"dt\": 1e-3}"),
    (changed(kind="run", frames=0), "link: frames must be a whole number >= 1 [-], got 0"),
    (mesh(nmae="b"), "mesh 1: no key is called 'nmae'; did you mean 'name'?"),
    (mesh(name="a\x1b[31m"), "mesh 1 must have a name without control characters, got 'a\\x1b[31m'"),
    (mesh(name="block_0"), "meshes 0 and 1 have one name, 'block_0'"),
    (mesh(material=3), "mesh 1: material must be a name, got 3"),
    (mesh(material="brick"), "block 'block_1': no material is called 'brick'"),
    (mesh(support="yes"), "mesh 1: support must be true or false, got 'yes'"),
    (mesh(groups="left"), "mesh 1: groups must be a list of names, got 'left'"),
    (mesh(vertices="gone"), "mesh 1: vertices must be a list of 4 to 2000 points, got None"),
    (mesh(vertices=[[0, 0, 0]] * 3), "mesh 1: vertices must be a list of 4 to 2000 points, got 3 of them"),
    (mesh(vertices=[*VERTICES[:7], [0, 1]]), "mesh 1: vertex 7 must be three numbers, got [0, 1]"),
    (mesh(vertices=[*VERTICES[:7], [0, 1, True]]), "mesh 1: vertex 7 must be three numbers, got [0, 1, True]"),
    (mesh(vertices=[*VERTICES[:7], [0, 1, 1e99]]), "mesh 1: vertex 7 must be three numbers below 1e+15, got [0, 1, "
                                                   "1e+99]"),
    (mesh(faces=[*FACES[:5], [0, 1, 8]]), "mesh 1: face 5 must be three or more numbers of vertices, 0 to 7, got "
                                          "[0, 1, 8]"),
    (mesh(faces=[*FACES[:5], [0, 1, -1]]), "mesh 1: face 5 must be three or more numbers of vertices, 0 to 7, got "
                                           "[0, 1, -1]"),
    (mesh(faces=[*FACES[:5], [0, 1, 1.5]]), "mesh 1: face 5 must be three or more numbers of vertices, 0 to 7, got "
                                            "[0, 1, 1.5]"),
    (mesh(faces=FACES[:5]), "mesh 1: must be one closed solid: the edge from (0, 0, 1) to (0, 1, 1) m belongs to one "
                            "face only: mesh is open"),
    (mesh(vertices=[[x, y, 1.0] for x, y, _ in VERTICES]),
     "mesh 1: volume must be > 0 [m3], but the 4 points are flat"),
    (mesh(vertices=[[1e3 * x, y, z] for x, y, z in VERTICES]), "mesh 1: its size must be between 0.005 m and 50 m, got "
                                                               "1e+03 m: is the unit 'm' right?"),
])
def test_bad_questions(question, words):
    assert said(question) == words


def test_bombs_are_refused_before_they_cost():
    many = {"vertices": [[0.0, 0.0, 0.0]] * 100_000, "faces": [[0, 1, 2]] * 4}
    assert said(changed(meshes=[many])) == "mesh 0: vertices must be a list of 4 to 2000 points, got 100000 of them"
    assert said(changed(meshes=[{}] * 200_001)) == "meshes must be at most 200000, got 200001"
    assert len(said(changed(meshes="x" * 1_000_000))) < 300


JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
                    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
                    max_leaves=12)


@settings(max_examples=40)
@given(key=st.sampled_from([*GOOD, "push", "lines", "ground", "travel", "elastic"]), value=JSON)
def test_any_value_anywhere(key, value):
    """An answer or one line, never an unexpected error."""
    line = json.dumps(GOOD | {key: value}).replace("Infinity", "1e999").encode() + b"\n"
    found = answer(line)
    assert found["kind"] == "answer" or (len(found["error"].splitlines()) == 1 and "unexpected" not in found["error"])


@given(st.binary(max_size=60))
def test_any_bytes(line):
    found = answer(line)
    assert found["kind"] == "error" and len(found["error"].splitlines()) <= 1 and "unexpected" not in found["error"]


def talk(*lines: bytes) -> tuple[list[dict], int, str]:
    """What the command itself answers, its exit code, and what stands on its error stream."""
    done = subprocess.run([sys.executable, "-m", "drystone", "link", "--stdio"], input=b"".join(lines),
                          capture_output=True, env=dict(os.environ), check=False)
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode, done.stderr.decode()


def test_the_command_answers_in_turn_and_ends_with_its_input():
    hello = protocol.to_line({"kind": "hello", "protocol": 1})
    found, code, errors = talk(hello, b"rubbish\n", b"\n", protocol.to_line(GOOD | {"id": "last"}))
    assert [one["kind"] for one in found] == ["hello", "ready", "error", "answer"] and code == 0 and errors == ""
    assert found[0]["most_bytes"] == protocol.MOST_BYTES and found[3]["id"] == "last" and found[3]["stands"]


@pytest.mark.parametrize(("line", "words"), [
    (b'{"kind": "hello", "protocol": 2}\n', "link: protocol must be 1, as drystone "),
    (b'{"kind": "hello", "protocol": true}\n', "link: protocol must be 1, as drystone "),
    (b'{"kind": "statics"}\n', "link: the first message must be of kind hello, got 'statics'"),
    (b"GET / HTTP/1.1\r\n", "link: a message must be one line of JSON: Expecting value at character 0"),
])
def test_who_does_not_greet_is_sent_away(line, words):
    found, code, errors = talk(line)
    assert len(found) == 1 and found[0]["kind"] == "error" and found[0]["error"].startswith(words)
    assert code == 2 and errors == f"drystone: {found[0]['error']}\n"


def test_an_input_that_is_empty_is_the_end():
    assert talk() == ([], 0, "")
