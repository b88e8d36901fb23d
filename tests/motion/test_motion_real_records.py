"""Files that networks have published: peaks are those of their headers, spectra those that the agency printed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from drystone.motion import find_pulse, read_recording, read_spectra, response_spectrum
from drystone.motion.readers import read_channels

RECORDS = Path(__file__).resolve().parents[3] / "shared" / "records"
SAMPLES = RECORDS / "usgs_gmprocess_formats"
pytestmark = pytest.mark.skipif(not SAMPLES.is_dir(), reason="records of networks are not here (../shared/records)")

FILES = sorted(p for p in SAMPLES.rglob("*") if p.is_file() and p.suffix.lower() not in (".json", ".v3")) \
    if SAMPLES.is_dir() else []
FORMAT_OF_FOLDER = {"dmg": "csmip", "peer": "at2"}


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_peaks_are_those_of_the_header(path):
    """Headers print four or more digits; three decimals where the peak is below 1 g."""
    format, channels = read_channels(path)
    folder = path.relative_to(SAMPLES).parts[0]
    assert format == FORMAT_OF_FOLDER.get(folder, folder)
    for channel in channels:
        assert channel.unit is not None
        if channel.peak is not None:
            assert np.abs(channel.values).max() == pytest.approx(channel.peak, rel=2e-4, abs=6e-4)
    assert len(read_recording(path).components) == len(channels)


def test_samples_of_six_formats_and_of_at2_are_there():
    assert {p.relative_to(SAMPLES).parts[0] for p in FILES} == {"cosmos", "dmg", "esm", "geonet", "peer", "smc"}
    assert len(FILES) >= 20


@pytest.mark.parametrize("stem", ["nc71734741/CE89146", "ci15481673/CIWLT"])
def test_spectra_are_those_of_volume_3(stem):
    """Printed with three digits, peaks looked for at the agency's own steps: half within 0.5 %, Sd within 4 %."""
    record = read_recording(SAMPLES / "dmg" / f"{stem}.V2")
    printed = [p for p in read_spectra(SAMPLES / "dmg" / f"{stem}.V3") if p.damping > 0.0]
    assert len(printed) >= 3
    for one in printed:
        own = response_spectrum(record.component(one.name).motion, one.periods, one.damping)
        for mine, theirs in ((own.sd, one.sd), (own.sv, one.sv), (own.sa, one.sa)):
            assert np.median(np.abs(mine / theirs - 1.0)) < 5e-3
        assert np.abs(own.sd / one.sd - 1.0).max() < 0.04


@pytest.mark.parametrize("name", ["RSN1111_KOBE_NIS000.txt", "RSN953_NORTHR_MUL279.txt"])
def test_two_columns_of_text(name):
    record = read_recording(RECORDS / "fema_p695_far_field_rsn" / name, "g")
    assert record.format == "columns" and 2.0 < record.components[0].motion.peak < 6.0


def test_a_record_known_for_its_pulse():
    """Gilroy, Gavilan College, 1989: listed by Baker (2007) with 1.8 s; periods of our search are 10 % apart."""
    pulse = find_pulse(read_recording(SAMPLES / "peer" / "RSN763_LOMAP_GIL067.AT2").components[0].motion)
    assert pulse.is_pulse and pulse.period == pytest.approx(1.8, rel=0.1)
