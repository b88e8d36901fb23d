"""Names of runs: the same run has the same name, another run has another."""

from __future__ import annotations

import pytest
from studies_files import DOMAIN, STRIPES, SWEEP, study_of, written_record

from drystone.studies.kinds.registry import make_kind
from drystone.studies.runs.planned import as_override, effective


def _ids(folder, text: str, **more) -> set[str]:
    folder.mkdir(exist_ok=True)
    return {run.id for run in make_kind(study_of(folder, text, **more)).first()}


def test_added_values_leave_the_others_their_names(tmp_path) -> None:
    before, after = _ids(tmp_path / "a", SWEEP), _ids(tmp_path / "b", SWEEP.replace("[0.3, 0.5]", "[0.3, 0.5, 0.7]"))
    assert before < after and len(after) == 9


def test_added_stripe_leaves_the_others_their_names(tmp_path) -> None:
    before, after = _ids(tmp_path / "a", STRIPES), _ids(tmp_path / "b", STRIPES.replace("[0.5 g,", "[0.25 g, 0.5 g,"))
    assert before < after and len(after) == 9


def test_comments_and_names_of_studies_change_no_run(tmp_path) -> None:
    assert _ids(tmp_path / "a", SWEEP) == _ids(tmp_path / "b", "# note\n" + SWEEP.replace("name: sweep", "name: other"))


@pytest.mark.parametrize("changed", ["gravity: 9.8", "density: 1801"])
def test_another_model_is_another_run(tmp_path, changed: str) -> None:
    from studies_files import BLOCK
    key = changed.split(":")[0]
    old = next(part for part in BLOCK.replace("{", "\n").replace("}", "\n").splitlines() if part.startswith(key))
    assert not _ids(tmp_path / "a", SWEEP) & _ids(tmp_path / "b", SWEEP, model=BLOCK.replace(old, changed))


def test_content_of_a_record_counts_not_its_place(tmp_path) -> None:
    text = STRIPES[:STRIPES.index("  synthetic")] + "  records: quake.txt\n  units: g\n  components: each\n" \
        + STRIPES[STRIPES.index("  direction"):]
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        written_record(tmp_path / name / "quake.txt", 0.02 if name == "c" else 0.01)
    first, same, other = (_ids(tmp_path / name, text) for name in ("a", "b", "c"))
    assert first == same and not first & other


def test_direction_is_part_of_the_run(tmp_path) -> None:
    runs = list(make_kind(study_of(tmp_path, DOMAIN)).first())
    assert len({run.id for run in runs}) == len(runs) == 12


def test_later_changes_win_and_whole_ones_swallow_parts() -> None:
    assert effective(["a.b=1", "a.c=2", "a.b=3"]) == {"a.c": 2, "a.b": 3}
    assert effective(["motions[p].parameters.amplitude=1", "motions[p]={kind: x}"]) == {"motions[p]": {"kind": "x"}}
    assert effective(["ab=1", "a=2"]) == {"ab": 1, "a": 2}
    assert as_override("a.b", 0.1) == "a.b=0.1"


def test_random_fields_make_every_sample_another_run(tmp_path) -> None:
    fields = "fields: {rough: {property: friction, marginal: {kind: lognormal, mean: 0.6, cov: 0.2}, length: 0.0}}\n"
    text = SWEEP + "samples: {count: 4, seed: 7}\n" + fields
    study = study_of(tmp_path, text)
    runs = list(make_kind(study).first())
    assert len({run.id for run in runs}) == len(runs) == 2 * 3 * 4
    built = [study.source(run).build().model for run in runs if run.coords["mu"] == 0.3][:4]
    frictions = {joint.friction for model in built for joint in model.joints if joint.friction != 0.3}
    assert len(frictions) == 4 and all(0.2 < friction < 1.5 for friction in frictions)


def test_picked_motions_are_some_of_all_and_hang_on_the_seed(tmp_path) -> None:
    whole = _ids(tmp_path / "all", STRIPES.replace("count: 3", "count: 9"))
    picks = [_ids(tmp_path / str(seed), STRIPES.replace("count: 3", "count: 9").replace(
        "after: 0.5 s", f"after: 0.5 s\n  pick: {{count: 3, seed: {seed}}}")) for seed in (1, 1, 2)]
    assert all(len(pick) == 6 and pick < whole for pick in picks)
    assert picks[0] == picks[1] != picks[2]
