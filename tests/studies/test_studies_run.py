"""Small studies with real worker processes."""

from __future__ import annotations

import json

import numpy as np
import pytest
from studies_files import BLOCK, DOMAIN, STRIPES, SWEEP, write

from drystone.errors import StoreError
from drystone.results.result import open_result
from drystone.studies.findings.domain import find_domains
from drystone.studies.folder import STATUS_NAME, TABLE_NAME, StudyFolder, read_status, rerun
from drystone.studies.ledger import LEDGER_NAME, Ledger
from drystone.studies.runs.kept import read_blob
from drystone.studies.study import plan_study, run_study


@pytest.fixture(scope="module")
def domain(tmp_path_factory):
    """A finished study of twelve pulses."""
    folder = tmp_path_factory.mktemp("domain")
    return run_study(write(folder, DOMAIN), folder / "study", jobs=2)


def test_domain_of_a_block(domain) -> None:
    finding, = find_domains(domain.kind, domain.rows)
    # 0.25 g starts it, so 0.2 g moves nothing; both directions of a symmetric block are one
    assert [direction.letters[0] for direction in finding.directions] == ["..", ".."]
    assert finding.directions[0].letters == finding.directions[1].letters
    assert "X" in finding.directions[0].letters[-1]
    assert domain.standing.made == domain.standing.wanted == 12


def test_runs_that_rest_before_their_published_end_say_so(domain) -> None:
    still = [row for row in domain.rows.values() if row.numbers["kinetic greatest [J]"] == 0.0]
    assert len(still) == 4
    assert {(row.outcome, row.at_end, row.numbers["ended early"]) for row in still} == {("rested", "rested", 1)}


def test_each_run_carries_both_its_ends(domain) -> None:
    """A tall block is still on its way down half a second after the pulse."""
    both = {(row.outcome, row.at_end) for row in domain.rows.values()}
    assert ("collapsed", "moving") in both


def test_collapsed_runs_say_how(domain) -> None:
    assert {row.mode for row in domain.rows.values() if row.is_collapse} == {"block: rocking"}


def test_study_that_is_complete_makes_nothing(domain) -> None:
    again = run_study(domain.directory.parent / "study.yaml", domain.directory, jobs=1)
    assert again.standing.made == 0 and again.rows == domain.rows


def test_added_amplitude_makes_only_its_own_runs(domain, tmp_path) -> None:
    path = write(tmp_path, DOMAIN.replace("0.8 g]", "0.8 g, 0.9 g]"))
    target = tmp_path / "study"
    target.mkdir()
    (target / LEDGER_NAME).write_bytes((domain.directory / LEDGER_NAME).read_bytes())
    more = run_study(path, target, jobs=2)
    assert more.standing.made == 4 and more.standing.wanted == 16


def test_run_made_again_is_the_same_run(domain) -> None:
    run_id = next(name for name, row in domain.rows.items() if row.is_collapse)
    _, place = rerun(domain.directory, run_id[:8])
    result = open_result(place)
    row = domain.rows[run_id]
    assert (result.status, result.message, result.time[-1]) == (row.outcome, row.message, row.end)
    assert float(result.monitor("top").max()) == row.numbers["top greatest"]
    ledger = Ledger.open(domain.directory / LEDGER_NAME)
    kept = read_blob(ledger.blob(run_id), run_id)
    ledger.close()
    at = np.searchsorted(result.time, kept["time"])
    assert np.array_equal(result.monitor("top")[at], kept["top"])
    assert np.array_equal(kept["state:position"], result.frames.position[-1])


def test_status_and_table_are_there_for_others(domain) -> None:
    status = read_status(domain.directory)
    assert (status["state"], status["known"], status["wanted"]) == ("complete", 12, 12)
    table = (domain.directory / TABLE_NAME).read_text()
    assert table.count("\n") == 13 and table.startswith("id,direction,half_period [s],amplitude [g],outcome")


def test_second_writer_is_refused(domain, tmp_path) -> None:
    study, _, _ = plan_study(domain.directory.parent / "study.yaml")
    with StudyFolder.open(domain.directory, study), pytest.raises(StoreError, match=r"^study '.*' is being written by"):
        StudyFolder.open(domain.directory, study)


def test_status_of_a_killed_command_is_stopped(domain) -> None:
    path = domain.directory / STATUS_NAME
    before = path.read_text()
    path.write_text(json.dumps(json.loads(before) | {"state": "running"}))
    assert read_status(domain.directory)["state"] == "stopped"
    path.write_text(before)


def test_folder_of_something_else_is_refused(tmp_path) -> None:
    path = write(tmp_path, SWEEP)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear")
    with pytest.raises(StoreError, match="is no study and not empty"):
        run_study(path, tmp_path / "full")
    assert sorted(p.name for p in (tmp_path / "full").iterdir()) == ["letter.txt"]


def test_other_study_in_the_place_is_refused(domain, tmp_path) -> None:
    path = write(tmp_path, SWEEP)
    with pytest.raises(StoreError, match="holds the study 'domain', got 'sweep'"):
        run_study(path, domain.directory)


def test_run_with_an_error_of_its_own_is_listed_and_the_others_go_on(tmp_path) -> None:
    """A step that no solver brings below a senseless tolerance."""
    model = BLOCK.replace("analysis: {dt: 5 ms}", "analysis: {dt: 5 ms, flow: associative, solver: gauss-seidel}")
    text = SWEEP.replace("{name: mu, set: joints.dry.friction, values: [0.3, 0.5]}",
                         "{name: tolerance, set: analysis.tolerance, values: [1e-5, 1e-300]}").replace(
        "range: {first: 0.2 g, last: 0.6 g, count: 3}", "values: [0.6 g]")
    result = run_study(write(tmp_path, text, model), tmp_path / "study", jobs=1)
    outcomes = {run.coords["tolerance"]: result.rows[run.id] for run in result.kind.first()}
    assert outcomes[1e-5].outcome == "finished"
    assert outcomes[1e-300].outcome == "failed" and "tolerance" in outcomes[1e-300].message
    assert result.standing.errors == 2
    assert any(line.startswith("failed ") for line in result.lines())
    again = run_study(tmp_path / "study.yaml", tmp_path / "study", jobs=1)
    assert again.standing.made == 0
    retried = run_study(tmp_path / "study.yaml", tmp_path / "study", jobs=1, retry=True)
    assert retried.standing.made == 1


def test_stripes_are_fitted_or_say_why_not(tmp_path) -> None:
    result = run_study(write(tmp_path, STRIPES), tmp_path / "study", jobs=2)
    assert result.standing.known == 6
    lines = result.lines()
    assert any("runs collapsed" in line for line in lines)
    assert any("theta" in line or "no fit" in line for line in lines)
    pga = result.table.column("pga [g]")
    assert pga == pytest.approx([0.5] * 3 + [1.0] * 3, rel=1e-12)
    assert result.table.column("im [g]") == pytest.approx(pga, rel=1e-12)


def test_boundary_runs_get_a_store(domain, tmp_path) -> None:
    path = write(tmp_path, DOMAIN + "keep: {stores: boundary}\n")
    target = tmp_path / "study"
    target.mkdir()
    (target / LEDGER_NAME).write_bytes((domain.directory / LEDGER_NAME).read_bytes())
    result = run_study(path, target, jobs=1)
    assert result.standing.made == 0
    stores = sorted(place.name for place in (target / "runs").iterdir())
    finding, = find_domains(result.kind, result.rows)
    changes = sum(a != b for direction in finding.directions for column in zip(*direction.letters)
                  for a, b in zip([c == "X" for c in column], [c == "X" for c in column][1:]))
    assert changes > 0 and len(stores) == 2 * changes
    outcomes = [open_result(target / "runs" / name).status for name in stores]
    assert outcomes == [result.rows[name].outcome for name in stores]


def test_variants_are_told_apart_from_the_fit(tmp_path) -> None:
    text = STRIPES.replace("levels: [0.5 g, 1.0 g]", "levels: [0.5 g], variants: [{name: moved, factor: 1.0001}, "
                                                     "{name: finer, step: 0.5}]").replace("count: 3", "count: 2")
    result = run_study(write(tmp_path, text), tmp_path / "study", jobs=2)
    assert result.standing.made == 6
    lines = [line for line in result.lines() if "variant" in line]
    assert [line.split(":")[0].strip() for line in lines] == ["note      variant moved", "note      variant finer"]
    assert all("of 2 pairs" in line for line in lines)
    steps = {run.coords.get("variant"): result.rows[run.id].numbers["steps"] for run in result.kind.first()}
    assert steps["finer"] > 1.5 * steps[None]
    assert any("of 2 runs collapsed" in line for line in result.lines())
