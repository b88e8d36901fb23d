"""What --dry-run says before the first run: an estimate that states its rule, and disk."""

import pytest
from studies_block import BLOCK, DOMAIN, study_file

from drystone.cli.study_command import dry_run
from drystone.studies.forecast import RULES, forecast
from drystone.studies.study import plan_study

RIGID = BLOCK.replace("engine: rocking, ", "")


def test_hours_follow_from_steps_and_blocks(tmp_path):
    """Three half periods, four amplitudes, two directions; each pulse lasts two half periods, and 2 s after it."""
    study, _, runs = plan_study(study_file(tmp_path, "failure-domain", DOMAIN, model=RIGID))
    found = forecast(study, runs)
    steps = 8 * sum((2 * time + 2.0) / 0.01 for time in (0.2, 0.4, 0.8))
    assert (found.runs, found.blocks, found.engine) == (24, 1, "nscd")
    assert found.steps == pytest.approx(steps)
    step, block = RULES["nscd"]
    assert found.seconds == pytest.approx(steps * (step + block))
    assert found.lines(2)[0].endswith("on 2 cores: an estimate, within a factor of 3; less where runs collapse or rest "
                                      "early")


def test_a_step_of_a_run_counts(tmp_path):
    body = DOMAIN + "vary: [{name: dt, set: analysis.dt, values: [10 ms, 5 ms]}]\n".replace("name: dt", "name: width")
    study, _, runs = plan_study(study_file(tmp_path, "failure-domain", body, model=RIGID))
    coarse = [run for run in runs if run.coords["width"] == "10 ms"]
    assert forecast(study, runs).steps == pytest.approx(3.0 * forecast(study, coarse).steps)


def test_the_command_says_what_it_does_not_know(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    dry_run(study_file(tmp_path, "failure-domain", DOMAIN))
    lines = capsys.readouterr().out.splitlines()
    assert lines[2:4] == ["hours       not known before the first runs: no rule of thumb for the engine 'rocking'",
                          "            24 runs of 293 steps in the mean, 1 block"]
    assert lines[4].startswith("disk        about ") and lines[4].endswith(" MB: an estimate")
