"""Bad study files: one line with file and line, before any run starts."""

from __future__ import annotations

import pytest
from studies_files import BLOCK, DOMAIN, END, STRIPES, SWEEP, write, written_record

from drystone.errors import InputError
from drystone.studies.study import plan_study


def _line(text: str, part: str) -> int:
    return next(k for k, line in enumerate(text.splitlines(), 1) if part in line)


def _refused(folder, text: str, model: str = BLOCK) -> str:
    with pytest.raises(InputError) as error:
        plan_study(write(folder, text, model))
    message = str(error.value)
    assert "\n" not in message
    return message.replace(f"{folder}/", "")


CASES = [
    (SWEEP, "joints.dry.friction", "joints.dry.frction",
     "study.yaml:7: vary[0]: --set joints.dry.frction: joints.dry: unknown key 'frction'; did you mean 'friction'?"),
    (SWEEP, "values: [0.3, 0.5]", "values: [0.3, 0.3]",
     "study.yaml:6: vary: values must differ, got 0.3 twice: it would vary nothing"),
    (SWEEP, "name: size", "name: mu", "study.yaml:8: vary[1]: name 'mu' is given twice"),
    (SWEEP, "name: mu", "name: outcome",
     "study.yaml:7: vary[0]: name 'outcome' is taken by a column of the table; choose another"),
    (SWEEP, "kind: sweep", "kind: swep", "study.yaml:3: kind: must be one of sweep, failure-domain, spectrum, ida, "
                                         "stripes, cloud, got 'swep'"),
    (SWEEP, "model: block.yaml", "model: wall.yaml",
     "study.yaml:4: model: must name a file, got 'wall.yaml', which is not there"),
    (SWEEP, "kind: sweep", "kind: ida", "study.yaml: kind ida needs ida, which is missing"),
    (SWEEP, "values: [0.3, 0.5]", "values: [-0.3, 0.5]",
     "study.yaml:7: vary[0]: --set joints.dry.friction: joints.dry.friction: must be >= 0 [-], got -0.3"),
    (SWEEP, "{duration: 0.2 s}", "{duration: 0.2 kg}",
     "study.yaml:5: set.duration: --set duration: duration: must be a time [s], got '0.2 kg', a mass"),
    (DOMAIN, "motion: pulse", "motion: puls", "study.yaml:5: domain: motion: the model has no motion called 'puls'"),
    (DOMAIN, END, "", "study.yaml: end.rest is missing, in the study and in its model: a run that still moves when its "
                      "time is up is neither safe nor collapsed, so say what rest is, "
                      "end: {rest: {speed: 1 mm/s, hold: 1 s}, extension: 10 s}"),
    (DOMAIN, "[0.2 g, 0.4 g, 0.8 g]", "[0.2 g, 0.8 g, 0.4 g]",
     "study.yaml:5: domain: amplitudes must be > 0 and rise, got [1.96133, 7.84532, 3.92266]"),
    (DOMAIN, "0.6 s", "0.6 m", "study.yaml:7: domain.half_periods[1]: must be a time [s], got '0.6 m', a length"),
    (DOMAIN, END, END + "damage: [{name: leans, monitor: tip, above: 0.1}]\n",
     "study.yaml:12: damage[0]: monitor 'tip' is never defined: the model has top"),
    (SWEEP, "vary:", "fields: {mu2: {property: friction, length: 0.0}}\nsamples: {count: 2, seed: 1}\nvary:",
     "study.yaml:6: fields: random field 'mu2': marginal is missing"),
    (SWEEP, "vary:", "samples: {count: 2, seed: 1}\nvary:",
     "study.yaml:6: samples goes with a distribution or a random field, but there is none"),
    (STRIPES, "after: 0.5 s", "after: 0.5 s\n  pick: {count: 4, seed: 1}",
     "study.yaml:5: motions: pick: count must be at most 3, the number of motions [-], got 4"),
    (STRIPES, "[0.5 g, 1.0 g]", "[0.5 g, 1.0 m/s]",
     "study.yaml:15: stripes: levels[1] must be an acceleration [m/s2], got '1.0 m/s', a velocity"),
    (STRIPES, "replace: pulse", "replace: quake",
     "study.yaml:5: motions: --set motions[quake]: motions has no item called 'quake'"),
    (STRIPES, "  direction: [1, 0, 0]\n", "",
     "study.yaml:5: motions: direction must be given, but not with components: pair, which act along x and y"),
]


@pytest.mark.parametrize(("text", "old", "new", "message"), CASES, ids=[case[3][:50] for case in CASES])
def test_bad_study_file(tmp_path, text: str, old: str, new: str, message: str) -> None:
    assert old in text
    assert _refused(tmp_path, text.replace(old, new, 1)) == message


RECORDS = STRIPES[:STRIPES.index("  synthetic")] + "  records: quake.txt\n  units: g\n  components: each\n" \
    + STRIPES[STRIPES.index("  direction"):]


def _spoil(text: str, what: str) -> str:
    lines = text.splitlines()
    if what == "nan":
        lines[7] = "0.0700 nan"
    elif what == "truncated":
        lines[-1] = "0.99"
    elif what == "zero":
        lines = [f"{line.split()[0]} 0.0" for line in lines]
    return "\n".join(lines)


@pytest.mark.parametrize(("what", "part"), [
    ("nan", "line 8"), ("truncated", "line 100"),
    ("zero", "acceleration must not be zero throughout in every component, got 1 of zeros")])
def test_bad_record_is_told_before_any_run(tmp_path, what: str, part: str) -> None:
    path = written_record(tmp_path / "quake.txt")
    path.write_text(_spoil(path.read_text(), what))
    message = _refused(tmp_path, RECORDS)
    assert message.startswith(f"study.yaml:{_line(RECORDS, 'motions')}: motions: record 'quake.txt'")
    assert part in message


def test_units_that_are_not_stated_or_cannot_be(tmp_path) -> None:
    written_record(tmp_path / "quake.txt")
    message = _refused(tmp_path, RECORDS.replace("  units: g\n", ""))
    assert "units must be stated" in message
    (tmp_path / "quake.txt").write_text("\n".join(f"{0.01 * k:.2f} {300.0 * (-1) ** k}" for k in range(50)))
    assert "are the units right?" in _refused(tmp_path, RECORDS)


def test_missing_records_are_told(tmp_path) -> None:
    assert _refused(tmp_path, RECORDS) == ("study.yaml:5: motions: motions.records: 'quake.txt' must be a folder, a "
                                           "list or a file, got nothing of that name")


def test_path_that_varies_nothing_is_told(tmp_path) -> None:
    """The amplitude of a motion that each record replaces whole."""
    written_record(tmp_path / "quake.txt")
    text = RECORDS + "vary: [{name: size, set: \"motions[pulse].parameters.amplitude\", values: [1.0, 2.0]}]\n"
    assert _refused(tmp_path, text) == (f"study.yaml:{_line(text, 'vary')}: vary[0]: size varies nothing: the values "
                                        "1.0 and 2.0 give the same run")


def test_study_evaluates_nothing(tmp_path) -> None:
    """Text stays text: no expression, no module."""
    message = _refused(tmp_path, SWEEP.replace("[0.3, 0.5]", "['__import__(\"os\").getpid()', 0.5]"))
    assert "must be a number" in message
