"""A study folder alone: the same plan, table and words without the study file, its model or its records."""

import shutil

import numpy as np
import pytest
from studies_block import BLOCK, DOMAIN, MOTIONS, study_file

from drystone.errors import StoreError
from drystone.studies.file.read import read_study
from drystone.studies.folder import StudyFolder, open_study
from drystone.studies.kinds.registry import make_kind
from drystone.studies.ledger import LEDGER_NAME, Ledger
from drystone.studies.study import StudyResult, run_study

STRIPES = "stripes: {measure: pgv, levels: [0.1, 0.2]}\n"
RECORDS = MOTIONS[MOTIONS.index("  direction"):]


def planned(study):
    return [(run.id, run.coords, run.measures, run.line) for run in make_kind(study).wanted({})]


def write_record(path, seed):
    time = 0.02 * np.arange(100)
    values = np.random.default_rng(seed).normal(size=100)
    path.write_text("".join(f"{t:.2f} {a:.6f}\n" for t, a in zip(time, values)))


@pytest.fixture
def records(tmp_path):
    """Records with names of all sorts, and a list of them with factors."""
    folder = tmp_path / "in" / "my records"
    folder.mkdir(parents=True)
    write_record(folder / "Bahía de (1).txt", 1)
    write_record(folder / "b&b %.txt", 2)
    (folder / "list.csv").write_text("name,h1,units,factor\nfirst,Bahía de (1).txt,m/s2,1.5\nsecond,b&b %.txt,g,0.2\n",
                                     encoding="utf-8")
    return tmp_path / "in"


BODIES = {
    "domain": ("failure-domain", DOMAIN + "vary: [{name: mu, set: joints.dry.friction, values: [0.3, 0.7]}]\n"),
    "synthetic": ("stripes", MOTIONS + STRIPES),
    "folder": ("stripes", "motions:\n  replace: pulse\n  records: my records\n  units: m/s2\n  components: each\n"
                          "  signs: [+, -]\n" + RECORDS + STRIPES),
    "list": ("stripes", "motions:\n  replace: pulse\n  records: my records/list.csv\n  components: each\n" + RECORDS
             + STRIPES),
}


@pytest.mark.parametrize("name", BODIES)
def test_the_plan_comes_out_the_same_when_all_inputs_are_gone(tmp_path, records, name):
    study = read_study(study_file(records, *BODIES[name]))
    StudyFolder.open(tmp_path / "kept", study).close()
    expected = planned(study)
    shutil.rmtree(records)
    again, rows, _, _ = open_study(tmp_path / "kept")
    assert planned(again) == expected and len(expected) > 3 and rows == {}


def test_table_and_words_are_those_of_the_study(tmp_path):
    body = DOMAIN.replace("[0.2, 0.4, 0.8]", "[0.4]").replace("[0.2 g, 0.5 g, 0.8 g, 1.2 g]", "[0.1 g, 0.3 g]")
    path = study_file(tmp_path / "in", "failure-domain", body + "  capacity: true\n")
    made = run_study(path, tmp_path / "kept", jobs=1)
    shutil.rmtree(tmp_path / "in")
    again = StudyResult.open(tmp_path / "kept")
    assert again.table == made.table and again.lines() == made.lines()
    assert (again.standing.known, again.standing.wanted) == (4, 4)
    assert again.capacities == made.capacities != {}


def test_a_changed_model_opens_as_it_is_now(tmp_path):
    """Runs of the older model stay in the ledger, but the study is the one that was given last."""
    StudyFolder.open(tmp_path / "kept", read_study(study_file(tmp_path / "in", *BODIES["domain"]))).close()
    wider = BLOCK.replace("size: [0.5,", "size: [0.6,")
    study = read_study(study_file(tmp_path / "in", *BODIES["domain"], model=wider))
    StudyFolder.open(tmp_path / "kept", study).close()
    assert planned(open_study(tmp_path / "kept")[0]) == planned(study)


def change_meta(directory, change):
    ledger = Ledger.create(directory / LEDGER_NAME)
    ledger.put_meta(change(ledger.all_meta()))
    ledger.close()


def test_a_study_of_another_version_opens(tmp_path):
    study = read_study(study_file(tmp_path / "in", *BODIES["domain"]))
    StudyFolder.open(tmp_path / "kept", study).close()
    change_meta(tmp_path / "kept", lambda meta: {meta["base"]: meta[meta["base"]] | {"version": "0.0.1"}})
    assert planned(open_study(tmp_path / "kept")[0]) == planned(study)


def test_a_study_whose_runs_are_named_by_another_rule_is_refused(tmp_path):
    StudyFolder.open(tmp_path / "kept", read_study(study_file(tmp_path / "in", *BODIES["domain"]))).close()
    change_meta(tmp_path / "kept", lambda meta: {"naming": "0.9"})
    with pytest.raises(StoreError, match=r"looked at with the drystone that named its runs, by the rule '0\.9'"):
        open_study(tmp_path / "kept")


@pytest.mark.parametrize("records", [[{"name": "x"}], "x", [{"name": "x", "files": [["..", "gone"]], "units": None,
                                                            "factor": 1.0, "dt": None}]])
def test_damaged_inputs_are_one_line(tmp_path, records):
    StudyFolder.open(tmp_path / "kept", read_study(study_file(tmp_path / "in", *BODIES["synthetic"]))).close()
    ledger = Ledger.create(tmp_path / "kept" / LEDGER_NAME)
    ledger.put_meta({"records": records})
    ledger.close()
    with pytest.raises(StoreError, match=r"kept': its inputs are damaged: \w+Error"):
        open_study(tmp_path / "kept")


def test_a_ledger_without_inputs_is_refused(tmp_path):
    Ledger.create(tmp_path / LEDGER_NAME).close()
    with pytest.raises(StoreError, match="its inputs are missing"):
        open_study(tmp_path)
