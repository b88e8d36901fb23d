"""Old keys of model files and old options: they work, and say so once."""

import pytest

from drystone.errors import InputError
from drystone.model import old_keys
from drystone.model.file import read_model
from drystone.model.old_keys import OldKey, move_old_keys
from drystone.notices import forget, notice

FILE = """\
drystone: 1
name: block
gravity: 9.81
materials: {stone: {rho: 2}}
joints:
  bed: {mu: 0.7}
blocks: [{name: block, box: {size: [1, 1, 2], center: [0, 0, 1]}, material: stone}]
ground: {level: 0}
"""
TABLE = (OldKey(("materials", "*", "rho"), ("density",), lambda tonnes: 1000.0 * tonnes),
         OldKey(("joints", "*", "mu"), ("friction",)))


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.setattr(old_keys, "OLD_KEYS", TABLE)
    monkeypatch.chdir(tmp_path)
    forget()

    def make(text: str = FILE, *overrides: str):
        (tmp_path / "m.yaml").write_text(text)
        return read_model("m.yaml", overrides)

    return make


def test_a_notice_is_said_once(capsys):
    forget()
    notice("this is old")
    notice("this is old")
    assert capsys.readouterr().err == "drystone: notice: this is old\n"
    forget()
    notice("this is old")
    assert capsys.readouterr().err == "drystone: notice: this is old\n"


def test_old_keys_work_and_say_what_they_are_called_now(read, capsys):
    assembly, _, resolved = read()
    assert assembly.materials["stone"].density == 2000.0 and assembly.joints[0].friction == 0.7
    assert "mu" not in resolved["joints"]["bed"]
    assert capsys.readouterr().err.splitlines() == [
        "drystone: notice: m.yaml:4: materials.stone.rho is old: it is materials.stone.density now",
        "drystone: notice: m.yaml:6: joints.bed.mu is old: it is joints.bed.friction now"]


def test_an_error_points_to_the_old_key(read):
    with pytest.raises(InputError) as caught:
        read(FILE.replace("mu: 0.7", "mu: -1"))
    assert str(caught.value) == "m.yaml:6: joints.bed.friction: must be >= 0 [-], got -1"
    with pytest.raises(InputError) as caught:
        read(FILE, "joints.bed.mu=-1")
    assert str(caught.value) == "--set joints.bed.friction: joints.bed.friction: must be >= 0 [-], got -1"


def test_both_keys_are_refused(read):
    with pytest.raises(InputError) as caught:
        read(FILE.replace("mu: 0.7", "mu: 0.7, friction: 0.6"))
    assert str(caught.value) == ("m.yaml:6: joints.bed.mu is old, and joints.bed.friction is given, too: take the old "
                                 "key out")


def test_a_key_may_move_into_a_table_of_its_own():
    table = (OldKey(("output", "every"), ("frames", "every")), OldKey(("output", "contacts"), ("interfaces", "keep")))
    given = {"output": {"every": 5, "contacts": False}}
    data, where = move_old_keys(given, lambda path: ".".join(map(str, path)), table)
    assert data == {"output": {"frames": {"every": 5}, "interfaces": {"keep": False}}}
    assert given == {"output": {"every": 5, "contacts": False}}
    assert where(("output", "frames", "every")) == "output.every" and where(("output",)) == "output"
    with pytest.raises(InputError) as caught:
        move_old_keys({"output": {"every": 5, "frames": 3}}, lambda path: "m.yaml:3", table)
    assert str(caught.value) == ("m.yaml:3: output.every is old, and output.frames.every cannot be set beside frames: "
                                 "take the old key out")
