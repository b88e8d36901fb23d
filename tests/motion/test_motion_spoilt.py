"""Records that a disk, an editor or a download has spoilt: read, or refused in one line; never anything else."""

from __future__ import annotations

import made_records as made
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drystone.errors import InputError
from drystone.motion import read_recording

TEXTS = {
    "at2": made.at2(), "esm": made.esm(), "knet": made.knet(), "csmip_v1": made.csmip_v1(), "csmip_v2": made.csmip_v2(),
    "cosmos": made.cosmos(channels=2, secs=0), "geonet_v1": made.geonet(volume=1), "geonet_v2": made.geonet(),
    "smc": made.smc(), "smc_pairs": made.smc(pairs=True),
    "columns": "\n".join(f"{0.01 * k} {v}" for k, v in enumerate(made.WAVE)),
    "csv": "t,a [g],b [g]\n" + "\n".join(f"{0.01 * k},{v},{v}" for k, v in enumerate(made.WAVE)),
}

CHANGES = st.one_of(
    st.tuples(st.just("cut"), st.floats(0.0, 1.0), st.just("")),
    st.tuples(st.just("drop"), st.floats(0.0, 1.0), st.just("")),
    st.tuples(st.just("twice"), st.floats(0.0, 1.0), st.just("")),
    st.tuples(st.just("put"), st.floats(0.0, 1.0), st.sampled_from(
        ["nan", "inf", "*****", "-", "9" * 400, "1e999", "\x00", "\x1a", "é", "1-2", "", "-999", "0", ",", ";",
         "=", "E+99"])),
)


def spoil(text, change):
    """A file that ends early, lacks a line, has one twice, or holds something else in one place."""
    how, where, what = change
    lines = text.split("\n")
    k = min(int(where * len(lines)), len(lines) - 1)
    if how == "cut":
        return text[:int(where * len(text))]
    if how == "drop":
        return "\n".join(lines[:k] + lines[k + 1:])
    if how == "twice":
        return "\n".join([*lines[:k], lines[k], *lines[k:]])
    at = int(where * len(text))
    return text[:at] + what + text[at + len(what):]


@pytest.mark.parametrize("name", TEXTS)
@settings(max_examples=60)
@given(st.lists(CHANGES, min_size=1, max_size=3))
def test_read_or_refused(tmp_path_factory, name, changes):
    text = TEXTS[name]
    for change in changes:
        text = spoil(text, change)
    path = tmp_path_factory.mktemp("spoilt") / "r.dat"
    path.write_text(text, encoding="utf-8")
    try:
        record = read_recording(path, None if name != "columns" else "cm/s2")
    except InputError as error:
        assert "\n" not in str(error) and str(error).startswith("record 'r.dat'")
    else:
        for component in record.components:
            assert np.isfinite(component.motion.accelerations).all() and component.motion.peak <= 50.0
