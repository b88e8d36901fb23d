"""CSV tables: read back, compared with the run; and numbers as text."""

import csv
import math

import numpy as np
import pytest
from export_runs import AWKWARD, EMPTY, FRAMES, REMOVED, STEP, TIME, TURN
from hypothesis import example, given
from hypothesis import strategies as st

from drystone.export.frames import FrameChoice
from drystone.export.numbers import POWERS, WIDTH, write_rows
from drystone.export.run import export_run
from drystone.export.tables import DIGITS, STEP_DIGITS


@pytest.fixture(scope="module")
def folder(tower, tmp_path_factory):
    return export_run(tower, "csv", tmp_path_factory.mktemp("out") / "csv")


def read_table(path):
    """Header and rows."""
    with open(path, encoding="utf-8", newline="") as file:
        header, *rows = list(csv.reader(file))
    assert all(len(row) == len(header) for row in rows)
    return header, rows


def as_text(value: float, digits: int = DIGITS) -> str:
    out = np.zeros(WIDTH + 1, np.uint8)
    used = write_rows(np.array([[value]]), np.int64(digits), np.int64(2), np.zeros((1, 0), np.int64),
                      np.zeros(0, np.uint8), np.zeros(1, np.int64), POWERS, out)
    assert out[used - 1] == 10 and used <= WIDTH + 1
    return out[:used - 1].tobytes().decode()


def test_energies_have_every_step_and_their_unit(tower, folder):
    header, rows = read_table(folder / "energies.csv")
    assert header[:4] == ["step", "time [s]", "kinetic [J]", "potential [J]"]
    assert header[-1] == "balance [J]" and len(header) == 2 + len(tower.energies)
    values = np.array(rows, float)
    assert values[:, 0].tolist() == list(range(FRAMES)) and values[:, 1].tolist() == TIME.tolist()
    assert values[:, 2] == pytest.approx(tower.energy("kinetic"), rel=1e-14)     # 15 digits


def test_monitors_with_odd_names(tower, folder):
    header, rows = read_table(folder / "monitors.csv")
    assert header == ["step", "time [s]", "base.x [m]", 'odd, "name" [rad]']
    assert np.array(rows, float)[:, 3] == pytest.approx(TURN * np.arange(FRAMES), rel=1e-14)


def test_blocks(tower, folder):
    header, rows = read_table(folder / "blocks.csv")
    assert header[:6] == ["step", "time [s]", "block", "x [m]", "y [m]", "z [m]"]
    assert header[6] == "displacement x [m]" and header[11] == "rotation z [rad]"
    assert header[12] == "velocity x [m/s]" and header[17] == "angular velocity z [rad/s]" and len(header) == 18
    assert [row[2] for row in rows[:3]] == ["base", AWKWARD, "ground"]
    assert len(rows) == 3 * REMOVED + 2 * (FRAMES - REMOVED)
    cap = np.array([[*row[:2], *row[3:]] for row in rows if row[2] == AWKWARD], float)
    frame = np.arange(REMOVED)
    assert cap[:, 5] == pytest.approx(STEP * frame, abs=1e-12) and not cap[:, 6:8].any()
    assert cap[:, 10] == pytest.approx(TURN * frame, rel=1e-9)
    assert cap[:, 2:5] == pytest.approx(tower.frames.position[:REMOVED, 1], rel=1e-9)


def test_interfaces(folder):
    header, rows = read_table(folder / "interfaces.csv")
    assert header[:5] == ["step", "time [s]", "block a", "block b", "area [m2]"]
    assert len(rows) == 2 * (REMOVED - 1) + FRAMES - REMOVED
    assert str(EMPTY) not in [row[0] for row in rows]
    row = dict(zip(header, rows[2], strict=True))
    assert (row["step"], row["block a"], row["block b"]) == ("1", "base", AWKWARD)
    assert (row["normal force [N]"], row["shear force [N]"], row["force z [N]"]) == ("100", "5", "100")
    assert float(row["traction [Pa]"]) == pytest.approx(100 / 0.24, rel=1e-9)
    assert (row["eccentricity share [-]"], row["in middle third [-]"]) == ("0.5", "0")
    ground = dict(zip(header, rows[3], strict=True))
    assert float(ground["slip [m]"]) == pytest.approx(STEP, rel=1e-9)


def test_a_window_cuts_steps_and_every_thins_out_frames_only(tower, tmp_path):
    path = export_run(tower, "csv", tmp_path / "csv", FrameChoice(every=2, start=0.5, until=1.25))
    assert [row[0] for row in read_table(path / "energies.csv")[1]] == ["2", "3", "4", "5"]
    assert sorted({row[0] for row in read_table(path / "blocks.csv")[1]}) == ["2", "4"]


@pytest.mark.parametrize(("value", "text"), [
    (0.0, "0"), (1.0, "1"), (-1.0, "-1"), (100.0, "100"), (1e9, "1000000000"), (1234567890.0, "1234567890"),
    (0.1, "0.1"), (-0.25, "-0.25"), (0.0001, "0.0001"), (1.5e-5, "1.5e-05"), (12.5, "12.5"), (1e-300, "1e-300"),
    (5e-324, "4.940656458e-324"), (1.7976931348623157e308, "1.797693135e+308"), (math.nan, "nan"),
    (math.inf, "inf"), (-math.inf, "-inf"), (0.99999999999, "1"), (9.9999999999, "10"), (999999999.99, "1000000000"),
    (123456.789, "123456.789"), (1e15, "1e+15"), (3e11, "3e+11"), (1e10, "10000000000"),
])
def test_a_number_reads_as_people_write_it(value, text):
    assert as_text(value) == text


@given(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from((DIGITS, STEP_DIGITS)))
@example(9.999999999999999e22, STEP_DIGITS)
@example(2.2250738585072014e-308, STEP_DIGITS)
@example(1.7976931348623157e308, STEP_DIGITS)
def test_text_reads_back_to_its_digits(value, digits):
    """Half a unit of the last digit by rounding, a unit of the double's own last place by scaling."""
    text = as_text(value, digits)
    back = float(text)
    if math.isinf(back):     # the greatest double, rounded up in its last digit
        assert abs(value) > 1.79769313e308
        return
    assert abs(back - value) <= max((0.5 * 10.0 ** (1 - digits) + 4 * 2.0**-52) * abs(value), 5e-324)
    digit_count = len(text.lstrip("-").split("e")[0].replace(".", "").lstrip("0").rstrip("0"))
    assert digit_count <= digits
