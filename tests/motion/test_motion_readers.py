"""Readers of records on small files written from the specifications, whatever their ending, and what they refuse."""

from __future__ import annotations

import made_records as made
import numpy as np
import pytest
from made_records import WAVE

from drystone.errors import InputError
from drystone.motion import STANDARD_GRAVITY, read_record, read_recording
from drystone.motion.readers import FORMATS
from drystone.motion.readers.channel import read_orientation, read_unit


def put(tmp_path, text, name="record.dat"):
    path = tmp_path / name
    path.write_text(text)
    return path


#: Format, text, units to state, what a number of WAVE is worth [m/s2], step [s], components.
GOOD = [
    ("at2", made.at2(), None, STANDARD_GRAVITY / 100.0, 0.01, {"67": 67.0}),
    ("esm", made.esm(), None, 0.01, 0.005, {"HNE": 90.0}),
    ("knet", made.knet(), None, 0.01, 0.01, {"N-S": 0.0}),
    ("csmip", made.csmip_v2(), None, 0.01, 0.02, {"90": 90.0, "Up": None, "360": 0.0}),
    ("csmip", made.csmip_v1(), None, STANDARD_GRAVITY / 100.0, 0.005, {"360": 0.0}),
    ("cosmos", made.cosmos(channels=2, secs=0), None, 0.01, 0.01, {"340": 340.0}),
    ("geonet", made.geonet(), None, 0.001, 0.02, {"N28W": 332.0, "S62W": 242.0, "Up": None}),
    ("geonet", made.geonet(volume=1, components=("S14E",)), None, 0.001, 0.02, {"S14E": 166.0}),
    ("smc", made.smc(), None, 0.01, 0.005, {"45": 45.0}),
    ("smc", made.smc(pairs=True), None, 0.01, 1.0 / 128.0, {"45": 45.0}),
    ("columns", "\n".join(f"{0.01 * k:.2f} {v}" for k, v in enumerate(WAVE)), "cm/s2", 0.01, 0.01, {"record": None}),
    ("csv", "time [s],EW [cm/s2]\n" + "\n".join(f"{0.01 * k:.2f},{v}" for k, v in enumerate(WAVE)), None, 0.01, 0.01,
     {"EW": 90.0}),
]


@pytest.mark.parametrize("format, text, units, scale, dt, components", GOOD, ids=lambda v: v if v in (
    "at2", "esm", "knet", "csmip", "cosmos", "geonet", "smc", "columns", "csv") else "")
def test_every_format_is_known_by_its_content(tmp_path, format, text, units, scale, dt, components):
    """The ending says nothing. Numbers come back within the digits that the format prints: 4 after a leading one."""
    record = read_recording(put(tmp_path, text, "record.xyz"), units)
    assert record.format == format
    first = record.components[0]
    assert first.motion.sampling_step == pytest.approx(dt, rel=1e-4)
    assert first.motion.times.size == WAVE.size
    wave = WAVE - WAVE.mean() if format == "knet" else WAVE
    assert first.motion.accelerations == pytest.approx(scale * wave, abs=scale * 0.06)
    assert {c.name.removesuffix(" (2)").removeprefix("record "): c.azimuth_deg for c in record.components} == components


def test_all_components_come_by_name(tmp_path):
    record = read_recording(put(tmp_path, made.csmip_v2()))
    assert record.names == ("90", "Up", "360") and record.vertical.name == "Up"
    assert record.component("up").motion.peak == pytest.approx(0.5 * 0.305)
    assert read_record(put(tmp_path, made.csmip_v2()), component="360").peak == pytest.approx(0.8 * 0.305)
    with pytest.raises(InputError) as error:
        read_record(put(tmp_path, made.csmip_v2()))
    assert str(error.value) == "record 'record': component must be one of 90, Up, 360, got none"


def test_several_files_are_one_record(tmp_path):
    paths = [put(tmp_path, made.at2(direction=d), f"RSN1_MADE_ST{d}.AT2") for d in ("067", "337", "UP")]
    record = read_recording(paths)
    assert record.name == "RSN1_MADE_ST" and record.names == ("067", "337", "UP")
    assert [c.name for c in record.horizontals] == ["067", "337"]


def test_counts_of_kiknet_have_names(tmp_path):
    record = read_recording([put(tmp_path, made.knet(direction=d), f"a.{e}") for d, e in (("1", "NS1"), ("6", "UD2"))])
    assert record.names == ("borehole N-S", "U-D") and record.vertical.name == "U-D"


def test_offset_of_counts_goes(tmp_path):
    """The zero of an instrument's counts is arbitrary: another offset gives the same record within one count."""
    one, other = (read_record(put(tmp_path, made.knet(offset=offset))).accelerations for offset in (0, 10**6))
    assert one == pytest.approx(other, abs=20.0 / 8388608)


def test_accelerations_alone_need_a_step(tmp_path):
    path = put(tmp_path, "# made\n" + "\n".join(f"{v}" for v in WAVE), "a.txt")
    assert read_record(path, "cm/s2", dt=0.02).duration == pytest.approx(0.38)
    five = put(tmp_path, "\n".join(" ".join(f"{v}" for v in WAVE[k:k + 5]) for k in range(0, 20, 5)), "b.txt")
    assert read_record(five, "cm/s2", dt=0.02).accelerations == pytest.approx(0.01 * WAVE)
    with pytest.raises(InputError) as error:
        read_record(path, "cm/s2")
    assert str(error.value) == ("record 'a.txt' line 2: must hold time and acceleration, got '0.0'; accelerations "
                                "alone need dt, the time between them [s]")


def test_a_step_beside_times_is_refused(tmp_path):
    path = put(tmp_path, "0.0 1\n0.1 2\n0.2 1\n", "a.txt")
    with pytest.raises(InputError, match=r"line 1: dt goes with accelerations alone, but the first of two columns is"):
        read_record(path, "cm/s2", dt=0.02)


def test_a_dos_end_of_file_is_no_data(tmp_path):
    path = tmp_path / "a.V2"
    path.write_bytes(made.csmip_v2().encode() + b"\x1a" * 100)
    assert len(read_recording(path).components) == 3


REFUSED = [
    (made.at2(count=21), "record 'r.dat': header must agree with the data, got NPTS 21 and 20 values"),
    (made.at2().replace("DT=   0.0100 SEC", ""), "record 'r.dat' line 4: header must read NPTS= count, DT= step, "
                                                 "got 'NPTS=  20, ,'"),
    (made.at2().replace("ACCELERATION", "VELOCITY"),
     "record 'r.dat' line 3: must hold accelerations (AT2), got velocity"),
    (made.esm(count=21), "record 'r.dat' line 6: NDATA must be the count of values, 20, got '21'"),
    (made.esm(dt=""), "record 'r.dat' line 5: header must state SAMPLING_INTERVAL_S (dt), found none"),
    (made.esm(kind="VELOCITY"), "record 'r.dat' line 10: DATA_TYPE must be ACCELERATION, got 'VELOCITY'"),
    (made.esm(unit="parsec"), "record 'r.dat': units must be stated, one of g, m/s2, cm/s2, mm/s2, gal, got none: "
                              "write units: g, or --units g on the command line"),
    (made.esm(pga=3050.0), "record 'r.dat' line 12: peak must be about 3050 [cm/s2] as the header states, got 30.5"),
    (made.knet(scale="7845/8223790"), "record 'r.dat' line 14: Scale Factor must read a(gal)/b, got '7845/8223790'"),
    (made.knet(seconds=3), "record 'r.dat' line 12: Duration Time times Sampling Freq must be the count of values, 20, "
                           "got 300"),
    (made.csmip_v2().replace("accel data", "other data"),
     "record 'r.dat' line 1: data must be announced within 70 lines: N points of accel data equally spaced at dt sec, "
     "in unit (volume 2), N accelerogram points at R pts/sec in units of g (volume 1)"),
    ("\n".join(made.csmip_v2().splitlines()[:48]),
     "record 'r.dat' line 48: acceleration: header must agree with the data, got 20 announced and 16 values before the "
     "file ends"),
    (made.cosmos(secs=40), "record 'r.dat' line 45: header must state a sampling interval that fits 20 points in 40 s, "
                           "got 0.01 s"),
    (made.cosmos(what="velocity"), "record 'r.dat' line 45: must hold accelerations, got velocity"),
    (made.geonet(peak=3000.0),
     "record 'r.dat' line 27: peak must be about 3000 [mm/s2] as the header states, got 30.5"),
    (made.geonet().replace("Number of points", "Points"),
     "record 'r.dat' line 1: header must state Number of points within 16 lines, found none"),
    (made.smc(count=24), "record 'r.dat' line 14: header must agree with the data, got 24 announced and 20 values"),
    (made.smc(kind="5 RESPONSE SPECTRA"), "record 'r.dat' line 1: must hold accelerations, got response spectra"),
    (made.smc(rate=-200.0), "record 'r.dat' line 18: sampling rate must be > 0 [1/s], got -200"),
    (made.smc().replace("| made", "made"),
     "record 'r.dat' line 29: must be one of 2 comments, starting with |, got 'made'"),
    ("Response and Fourier amplitude spectra (78 periods,  .04 -  6.0 sec)   for\n",
     "record 'r.dat' line 1: must hold accelerations, got spectra (volume 3): take the file of volume 1 or 2; "
     "drystone.motion.read_spectra reads these"),
    (made.at2(values=0.0 * WAVE), "record 'r.dat': acceleration must not be zero throughout in every component, got 1 "
                                  "of zeros"),
    (made.at2(values=5e4 * WAVE), "record 'r.dat' line 5: peak must be at most 50 [m/s2] (most_pga) to be believed, "
                                  "got 1.496e+05, which is 1.525e+04 g: are the units right?"),
]


@pytest.mark.parametrize("text, message", REFUSED, ids=range(len(REFUSED)))
def test_what_is_wrong_is_one_line_with_its_place(tmp_path, text, message):
    with pytest.raises(InputError) as error:
        read_recording(put(tmp_path, text, "r.dat"))
    assert str(error.value) == message


def test_one_zero_component_of_three_is_fine(tmp_path):
    text = made.csmip_v2((("90 Deg", WAVE), ("Up", 0.0 * WAVE), ("360 Deg", WAVE)))
    assert read_recording(put(tmp_path, text)).vertical.motion.peak == 0.0


def test_large_peaks_are_believed_where_the_user_says_so(tmp_path):
    path = put(tmp_path, "0 0\n0.1 80\n0.2 0\n")
    with pytest.raises(InputError, match=r"peak must be at most 50 \[m/s2\] \(most_pga\) to be believed, got 80"):
        read_record(path, "m/s2")
    assert read_record(path, "m/s2", most_pga=100.0).peak == 80.0


@pytest.mark.parametrize("text, azimuth, is_vertical", [
    ("360 DEG", 0.0, False), ("90", 90.0, False), ("N28W", 332.0, False), ("S62W", 242.0, False),
    ("S14E", 166.0, False),
    ("N10E", 10.0, False), ("S90E", 90.0, False), ("UP", None, True), ("Up", None, True), ("E-W", 90.0, False),
    ("H1", None, False), ("400", None, False)])
def test_orientations(text, azimuth, is_vertical):
    assert read_orientation(text) == (azimuth, is_vertical)


@pytest.mark.parametrize("text, unit", [
    ("G", "g"), ("g.", "g"), ("cm/sec2", "cm/s2"), ("CM/SEC/SEC", "cm/s2"), ("cm/s^2", "cm/s2"), ("mm/s/s", "mm/s2"),
    ("m/s**2", "m/s2"), ("Gal", "gal"), ("cm/s", None), ("ft/s2", None), ("", None)])
def test_spellings_of_units(text, unit):
    assert read_unit(text) == unit


def test_numbers_of_fixed_width_that_touch(tmp_path):
    """Columns of 10 without a blank between them are cut by their width, whatever their signs."""
    values = np.array([1234.56789, 2345.67891, -345.67891, 4567.89123] * 5)
    text = made.csmip_v2((("90 Deg", values),)).replace("Peak acceleration", "Not stated")
    assert "1234.567892345.67891-345.67891" in text
    assert read_record(put(tmp_path, text)).accelerations == pytest.approx(0.01 * values, rel=1e-8)


@pytest.mark.parametrize("name", FORMATS)
def test_words_that_are_no_record_are_refused_in_every_format(name, tmp_path):
    """Also where the format is given, so that nobody has looked whether it is one."""
    (tmp_path / "words.txt").write_text("hello\n" * 30)
    with pytest.raises(InputError, match=r"^record .words\.txt."):
        read_recording(tmp_path / "words.txt", format=name, units="m/s2")
