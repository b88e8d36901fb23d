"""Recorded motions: small files of our own making, read back, corrected and refused."""

from __future__ import annotations

import numpy as np
import pytest

from drystone.checks import show
from drystone.errors import InputError
from drystone.motion import STANDARD_GRAVITY, Table, correct_baseline, read_record, read_recording, scale_to_pga

VALUES = [0.0, 0.1, -0.25, 0.05, 0.3, -0.02, 0.0]


#: More digits than Python turns into a number by itself.
LONG = f"NPTS= {'9' * 5000}, DT= 0.01"


def at2(tmp_path, values=VALUES, header="NPTS=      7, DT=   .0100 SEC,", units="UNITS OF G", glue=" "):
    lines = ["MADE FOR A TEST", "No earthquake, nowhere, 90", f"ACCELERATION TIME SERIES IN {units}", header]
    cells = [x if isinstance(x, str) else f"{x: .7E}" for x in values]
    lines += [glue.join(cells[k:k + 3]) for k in range(0, len(cells), 3)]
    path = tmp_path / "made.AT2"
    path.write_text("\n".join(lines) + "\n")
    return path


def put(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    return path


@pytest.mark.parametrize("header", ["NPTS=      7, DT=   .0100 SEC,", "NPTS=7,DT=0.01", "    7   0.0100   NPTS, DT"])
def test_at2_in_old_and_new_headers(tmp_path, header):
    motion = read_record(at2(tmp_path, header=header))
    assert motion.times == pytest.approx(0.01 * np.arange(7), abs=1e-15)
    assert motion.accelerations == pytest.approx(STANDARD_GRAVITY * np.array(VALUES), rel=1e-7)
    assert motion.peak == pytest.approx(0.3 * STANDARD_GRAVITY)


def test_at2_with_numbers_that_touch(tmp_path):
    values = ["-.1000000E+00", "-.2000000E+00", "-.3000000E-01", "0.4D+00"]
    motion = read_record(at2(tmp_path, values, header="NPTS= 4, DT= 0.02", glue=""), "g")
    assert motion.accelerations == pytest.approx(STANDARD_GRAVITY * np.array([-0.1, -0.2, -0.03, 0.4]))


@pytest.mark.parametrize("text", ["0.0 1.0\n0.5 -2.0\n1.5 3.0\n", "# t a\n0.0\t1.0\n\n0.5, -2.0\n1.5; 3.0\n"])
def test_two_columns(tmp_path, text):
    motion = read_record(put(tmp_path, "a.txt", text), "cm/s2", after="zero")
    assert motion.times.tolist() == [0.0, 0.5, 1.5]
    assert motion.accelerations == pytest.approx([0.01, -0.02, 0.03])
    assert motion.acceleration(2.0) == 0.0


def test_csv_by_position_and_by_title(tmp_path):
    path = put(tmp_path, "a.csv", "n,time,x,y\n1,0.0,0.5,7\n2,0.1,0.25,8\n3,0.2,-0.5,9\n")
    assert read_record(path, "m/s2", columns=("time", "x")).accelerations.tolist() == [0.5, 0.25, -0.5]
    assert read_record(path, "m/s2", columns=(1, 3)).accelerations.tolist() == [7.0, 8.0, 9.0]
    plain = put(tmp_path, "b.csv", "0;1\n1;2\n")
    assert read_record(plain, "m/s2").accelerations.tolist() == [1.0, 2.0]


def test_csv_with_remarks_and_other_columns(tmp_path):
    """The first component is read whatever stands beside it; of all components, words are none."""
    path = put(tmp_path, "a.csv", "time,x,what,y\n0.0,0.5,begins,700\n0.1,0.25,,800\n0.2,-0.5\n")
    assert read_record(path, "m/s2").accelerations.tolist() == [0.5, 0.25, -0.5]
    path = put(tmp_path, "a.csv", "time,x,what,y\n0.0,0.5,begins,7\n0.1,0.25,,8\n")
    assert read_recording(path, "m/s2").names == ("x", "y")
    assert read_record(path, "m/s2", component="y").accelerations.tolist() == [7.0, 8.0]
    trailing = put(tmp_path, "b.csv", "0,1,\n1,2,\n")
    assert read_recording(trailing, "m/s2").components[0].motion.accelerations.tolist() == [1.0, 2.0]


@pytest.mark.parametrize("name, text, options, message", [
    ("a.txt", "", {"units": "g"}, "record 'a.txt': file must hold data, got none"),
    ("a.txt", "0 1\n0.1 nan\n", {"units": "g"},
     "record 'a.txt' line 2: acceleration must be a finite number, got 'nan'"),
    ("a.txt", "# x\n0 1\n\n0.1 one\n", {"units": "g"},
     "record 'a.txt' line 4: acceleration must be a finite number, got 'one'"),
    ("a.txt", "0 1\n0.2 1\n0.2 1\n", {"units": "g"},
     "record 'a.txt' line 3: time must be greater than the one before 0.2 [s], got '0.2'"),
    ("a.txt", "-1 1\n0 1\n", {"units": "g"}, "record 'a.txt' line 1: time must be >= 0 [s], got '-1'"),
    ("a.txt", "0 1 2\n", {"units": "g"}, "record 'a.txt' line 1: must hold time and acceleration, got '0 1 2'"),
    ("a.txt", "0 1\n", {"units": "g"}, "record 'a.txt': file must hold at least 2 samples, got 1"),
    ("a.txt", "0 1\n1 1\n", {}, "record 'a.txt': units must be stated, one of g, m/s2, cm/s2, mm/s2, "
     "gal, got none: write units: g, or --units g on the command line"),
    ("a.txt", "0 1\n1 1\n", {"units": "feet"},
     "record 'a.txt': units must be one of g, m/s2, cm/s2, mm/s2, gal, got 'feet'"),
    ("a.v2", "\nIt shook.\n", {"units": "g"},
     "record 'a.v2' line 2: format must be one of cosmos, geonet, csmip, smc, esm, knet, at2, columns, csv; the "
     "content is of none of them, got 'It shook.'"),
    ("a.csv", "t,a\n0,1\n1\n", {"units": "g"}, "record 'a.csv' line 3: must hold at least 2 columns, got 1"),
    ("a.csv", "0,x\n1,2\n", {"units": "g"}, "record 'a.csv' line 1: acceleration must be a finite number, got 'x'"),
    ("a.csv", "t,a\n0,1\n", {"units": "g", "columns": ("t", "b")},
     "record 'a.csv': column must be one of t, a or a number from 0, got 'b'"),
    ("a.at2", "one\ntwo\n1 2 3\n", {"units": "g"},
     "record 'a.at2': header must state NPTS and DT in its first lines, found neither"),
    ("a.at2", "NPTS= 3, DT= 0.0\n1 2 3\n", {"units": "g"},
     "record 'a.at2' line 1: DT must be finite and > 0 [s], got 0.0"),
])
def test_broken_files_are_named_with_line_and_value(tmp_path, name, text, options, message):
    with pytest.raises(InputError) as error:
        read_record(put(tmp_path, name, text), **options)
    assert str(error.value) == message


@pytest.mark.parametrize("change, options, message", [
    ({"values": VALUES[:-1]}, {}, "record 'made.AT2': header must agree with the data, got NPTS 7 and 6 values"),
    ({"values": [*VALUES[:4], "NaN", 0.0, 0.0]}, {},
     "record 'made.AT2' line 6: acceleration must be a finite number, got 'NaN'"),
    ({}, {"units": "cm/s2"}, "record 'made.AT2': units must be g as its header states, got 'cm/s2'"),
    ({"units": "WHATEVER"}, {}, "record 'made.AT2': units must be stated, one of g, m/s2, cm/s2, mm/s2, "
                                "gal, got none: write units: g, or --units g on the command line"),
    ({"header": LONG}, {},
     f"record 'made.AT2' line 4: header must read NPTS= count, DT= step, got {show(LONG)}"),
    ({"header": "NPTS= many"}, {},
     "record 'made.AT2' line 4: header must read NPTS= count, DT= step, got 'NPTS= many'"),
])
def test_broken_at2(tmp_path, change, options, message):
    with pytest.raises(InputError) as error:
        read_record(at2(tmp_path, **change), **options)
    assert str(error.value) == message


def test_missing_file(tmp_path):
    with pytest.raises(InputError, match=r"file must be readable, got No such file or directory$"):
        read_record(tmp_path / "none.txt", "g")


def test_mean_correction_ends_at_rest():
    """The mean is that of the piecewise linear motion, so its last velocity is zero: rounding only."""
    table = Table([0.0, 0.1, 0.25, 0.3, 0.7], [1.0, -2.0, 0.5, 3.0, -1.0], "zero")
    corrected = correct_baseline(table, "mean")
    assert corrected.velocity(0.7) == pytest.approx(0.0, abs=1e-15)
    assert np.ptp(table.accelerations - corrected.accelerations) < 1e-15
    assert corrected.after == "zero"


@pytest.mark.parametrize("method, degree, power", [("linear", None, 1), ("polynomial", 4, 4)])
def test_correction_removes_just_its_polynomial(method, degree, power):
    """Polynomials of that degree vanish; what is orthogonal to them stays."""
    t = np.linspace(0.0, 4.0, 401)
    trend = Table(t, 0.3 + 0.2 * t**power - 0.1 * t)
    assert np.abs(correct_baseline(trend, method, degree).accelerations).max() < 1e-12
    wave = correct_baseline(Table(t, np.sin(7.0 * t)), method, degree)
    again = correct_baseline(Table(t, wave.accelerations + trend.accelerations), method, degree)
    assert again.accelerations == pytest.approx(wave.accelerations, abs=1e-12)


def test_scaling_to_a_peak(tmp_path):
    path = put(tmp_path, "a.txt", "0 1\n1 -4\n2 0\n")
    assert read_record(path, "g", pga=2.5).accelerations == pytest.approx([0.625, -2.5, 0.0])
    assert read_record(path, "g", pga=2.5, baseline="mean").peak == pytest.approx(2.5)


@pytest.mark.parametrize("make, message", [
    (lambda t: correct_baseline(t, "spline"),
     "baseline correction: method must be one of mean, linear, polynomial, got 'spline'"),
    (lambda t: correct_baseline(t, "mean", 2), "baseline correction: degree goes with method polynomial, "
                                               "got method 'mean' and degree 2"),
    (lambda t: correct_baseline(t, "polynomial", 5), "baseline correction: degree must be a whole number >= 0, below "
                                                     "12 and below the count of samples, got 5"),
    (lambda t: scale_to_pga(t, 0.0), "scaling to PGA: pga must be finite and > 0 [m/s2], got 0.0"),
    (lambda t: scale_to_pga(t, 1.0), "scaling to PGA: motion must not be zero throughout, got peak 0.0"),
])
def test_corrections_refuse(make, message):
    with pytest.raises(InputError) as error:
        make(Table([0.0, 1.0, 2.0], [0.0, 0.0, 0.0]))
    assert str(error.value) == message
