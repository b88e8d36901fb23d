"""`drystone motion`: a table, a picture, data; bad records in one line with exit code 2."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from drystone.cli.main import app
from drystone.motion import kanai_tajimi

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "motion"))
import made_records as made

QUAKE = kanai_tajimi(1, 4.0, 0.01, 2.5, 0.6, 2.0, rise=0.5, strong=2.0, decay=1.0, low=0.5).accelerations


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.V2").write_text(made.csmip_v2((("90 Deg", 100.0 * QUAKE), ("Up", 0.0 * QUAKE),
                                                  ("360 Deg", 50.0 * QUAKE))))
    (tmp_path / "b.AT2").write_text(made.at2(values=10.0 * QUAKE))
    return tmp_path


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in ("motion", *words)])


def test_a_table_and_a_picture(folder):
    answer = call("a.V2", "--alpha", "10 deg")
    assert answer.exit_code == 0, answer.output
    lines = answer.output.splitlines()
    assert lines[0].split()[:7] == ["record", "component", "dt", "length", "PGA", "PGV", "PGD"]
    assert [line.split()[:3] for line in lines[2:5]] == [["a", "90", "0.02"], ["a", "Up", "0.02"], ["a", "360", "0.02"]]
    assert lines[2].split()[4] == "0.2039" and lines[4].split()[4] == "0.102"
    assert lines[2].split()[-1] == f"{2.0 / 9.80665 / np.tan(np.radians(10.0)):.4g}"
    assert lines[-1] == "picture     a_motion.png"
    assert (folder / "a_motion.png").read_bytes()[:4] == b"\x89PNG"


def test_several_files_each_get_their_lines(folder):
    answer = call("a.V2", "b.AT2", "--no-picture", "--component", "90")
    assert answer.exit_code == 2
    assert answer.output.strip() == "drystone: record 'b': component must be one of 67, got '90'"
    answer = call("a.V2", "b.AT2", "--no-picture")
    assert [line.split()[0] for line in answer.output.splitlines()[2:6]] == ["a", "a", "a", "b"]
    assert list(folder.glob("*.png")) == []


def test_data_in_si_units(folder):
    answer = call("a.V2", "--json", "--period", "0.5 s", "--scale-to", "pga=0.5g", "--scale-to", "of=larger")
    rows = json.loads(answer.output)
    assert [row["component"] for row in rows] == ["90", "Up", "360"] and rows[0]["format"] == "csmip"
    assert rows[0]["pga"] == pytest.approx(0.5 * 9.80665) and rows[2]["pga"] == pytest.approx(0.25 * 9.80665, rel=1e-4)
    assert list(rows[0]["sa"]) == ["0.5"] and rows[1]["pulse"] is None and rows[1]["d5_95"] == 0.0
    assert list(folder.glob("*.png")) == []


def test_what_is_done_to_a_record(folder):
    (folder / "c.AT2").write_text(made.at2(values=5.0 * QUAKE, direction="337"))
    answer = call("b.AT2", "c.AT2", "--together", "--rotate", "90deg", "--baseline", "mean", "--taper", "0.2",
                  "--filter", "0.2,20,2", "--resample", "20 ms", "--json")
    rows = json.loads(answer.output)
    assert len(rows) == 2 and rows[0]["dt"] == pytest.approx(0.02)
    assert rows[0]["pga"] == pytest.approx(0.5 * rows[1]["pga"], rel=1e-3)     # the pair has changed places


@pytest.mark.parametrize("name, text, words, message", [
    ("r.txt", "0 0\n0.01 nan\n", ("--units", "g"),
     "record 'r.txt' line 2: acceleration must be a finite number, got 'nan'"),
    ("r.txt", "0 0\n0.01 1\n", (), "record 'r.txt': units must be stated, one of g, m/s2, cm/s2, mm/s2, gal, got none: "
                                   "write units: g, or --units g on the command line"),
    ("r.txt", "0 0\n0.01 340\n0.02 0\n", ("--units", "g"),
     "record 'r.txt' line 1: peak must be at most 50 [m/s2] (most_pga) to be believed, got 3334, which is 340 g: are "
     "the units right?"),
    ("r.AT2", made.at2().replace("DT=   0.0100", ""), (),
     "record 'r.AT2' line 4: header must read NPTS= count, DT= step, got 'NPTS= 20, SEC,'"),
    ("r.AT2", made.at2(count=30), (), "record 'r.AT2': header must agree with the data, got NPTS 30 and 20 values"),
    ("r.AT2", made.at2(values=0.0 * made.WAVE), (), "record 'r.AT2': acceleration must not be zero throughout in every "
                                                    "component, got 1 of zeros"),
    ("r.V2", "\n".join(made.csmip_v2().splitlines()[:47]), (),
     "record 'r.V2' line 47: acceleration: header must agree with the data, got 20 announced and 8 values before the "
     "file ends"),
    ("r.AT2", made.at2(), ("--period", "3 m"), "--period must be a time [s], got '3 m', a length"),
    ("r.AT2", made.at2(), ("--filter", "1,2"), "--filter must be LOW,HIGH,ORDER, e.g. 0.1,25,4 or 0.1,,4, got '1,2'"),
    ("r.AT2", made.at2(), ("--scale-to", "pga"), "--scale-to must be key=value, e.g. pga=0.35g, got 'pga'"),
    ("r.AT2", made.at2(), ("--rotate", "10"), "record 'r': must have 2 horizontal components, got 1: 67"),
])
def test_bad_records_are_one_line(tmp_path, monkeypatch, name, text, words, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(text)
    answer = call(name, *words)
    assert (answer.exit_code, answer.output.strip()) == (2, f"drystone: {message}")
    assert list(tmp_path.glob("*.png")) == []


def test_one_picture_is_of_one_record(folder):
    answer = call("a.V2", "b.AT2", "--picture", "p.png")
    assert (answer.exit_code, answer.output.strip()) == (
        2, "drystone: --picture goes with one record, got 2: leave it out, and each gets its own")


def test_low_peaks_are_doubted_where_the_user_stated_the_unit(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.txt").write_text("0 0\n0.01 0.3\n0.02 0\n0.03 -0.3\n0.04 0\n")
    answer = call("r.txt", "--units", "cm/s2", "--no-picture")
    assert answer.exit_code == 0
    assert answer.output.splitlines()[-1] == "note        r r: peak of 0.003 m/s2 is low: is cm/s2 its unit?"


def test_a_drift_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.txt").write_text("0 1\n1 1\n2 1\n")
    assert call("r.txt", "--units", "m/s2", "--no-picture").output.splitlines()[-1] == (
        "note        r r: the ground ends at 200 cm/s, more than half of PGV: velocity and displacement need "
        "--baseline or --filter")


def test_names_with_dollars_can_be_drawn(folder):
    (folder / "a.V2").rename(folder / "$x_{$.V2")
    answer = call("$x_{$.V2", "--picture", "p.png")
    assert answer.exit_code == 0 and (folder / "p.png").exists(), answer.output
