"""`drystone fit`: words, files, refusals that leave nothing."""

import csv
import json
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

from drystone.cli.main import app
from drystone.export.nrml import NAMESPACE

STRIPES = "PGA [g],failures,runs\n0.5,4,44\n0.75,10,44\n1.0,24,44\n1.5,33,44\n2.0,42,44\n2.5,44,44\n"


def fit(*words: str):
    return CliRunner().invoke(app, ["fit", *words])


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.csv").write_text(STRIPES)
    (tmp_path / "h.csv").write_text("im,rate\n0.01,0.1\n0.1,0.01\n1,1e-4\n3,1e-5\n")
    return tmp_path


def test_words_and_all_files(folder):
    found = fit("s.csv", "--bootstrap", "200", "--seed", "3", "--hazard", "h.csv", "--table", "e.csv", "--curves",
                "c.csv", "--xml", "f.xml", "--taxonomy", "stone house")
    assert found.exit_code == 0, found.stderr
    assert "theta       0.991 g, median capacity\n" in found.stdout
    assert "bootstrap, 200 drawn (parametric), seed 3" in found.stdout
    assert "rate        0.0001527 collapses a year" in found.stdout
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["c.csv", "e.csv", "f.xml", "h.csv", "s.csv", "s_fragility.png"]
    rows = list(csv.DictReader((folder / "e.csv").open()))
    theta = [row for row in rows if row["quantity"] == "theta"]
    assert [row["interval"] for row in theta] == ["profile", "wald", "bootstrap"] and theta[0]["unit"] == "g"
    assert float(theta[0]["value"]) == pytest.approx(0.990992, rel=1e-6)
    curve = list(csv.DictReader((folder / "c.csv").open()))
    assert len(curve) == 61 and {row["in range of data [-]"] for row in curve} == {"0", "1"}
    low, share, high = (np.array([float(row[name]) for row in curve]) for name in
                        ("profile low [-]", "probability [-]", "profile high [-]"))
    assert (low <= share).all() and (share <= high).all()


def test_the_openquake_model_is_the_same_lognormal(folder):
    """OpenQuake takes mean and standard deviation of the capacity; from them follow theta and beta."""
    assert fit("s.csv", "--xml", "f.xml", "--no-picture").exit_code == 0
    root = ElementTree.parse(folder / "f.xml").getroot()
    (function,) = root.iter(f"{{{NAMESPACE}}}fragilityFunction")
    assert function.attrib == {"id": "s", "format": "continuous", "shape": "logncdf"}
    (imls,) = function.iter(f"{{{NAMESPACE}}}imls")
    (params,) = function.iter(f"{{{NAMESPACE}}}params")
    mean, deviation = float(params.attrib["mean"]), float(params.attrib["stddev"])
    beta = np.sqrt(np.log1p((deviation / mean)**2))
    assert beta == pytest.approx(0.452304, rel=1e-6)
    assert mean / np.exp(0.5 * beta**2) == pytest.approx(0.990992, rel=1e-6)
    assert imls.attrib["imt"] == "PGA" and float(imls.attrib["minIML"]) < 0.15 and float(imls.attrib["maxIML"]) > 8.0


def test_units_of_openquake(folder):
    (folder / "m.csv").write_text(STRIPES.replace("[g]", "[m/s2]"))
    assert fit("m.csv", "--xml", "f.xml", "--no-picture").exit_code == 0
    mean = float(re.search(r'mean="([^"]+)"', (folder / "f.xml").read_text())[1])
    assert mean == pytest.approx(1.097726 / 9.80665, rel=1e-6)


def test_data_instead_of_lines(folder):
    found = fit("s.csv", "--json")
    content = json.loads(found.stdout)
    assert content["beta"] == pytest.approx(0.452304, rel=1e-6) and content["data_range"] == [0.5, 2.5]
    assert not list(folder.glob("*.png"))


def test_an_endless_interval_is_null_in_json_and_inf_in_words(folder):
    (folder / "w.csv").write_text("im,failures,runs\n0.5,2,6\n1,3,6\n2,3,6\n")
    assert "inf, profile likelihood" in fit("w.csv", "--no-picture").stdout
    rows = json.loads(fit("w.csv", "--json").stdout)["estimates"]
    assert next(row for row in rows if row["quantity"] == "beta")["high"] is None


@pytest.mark.parametrize(("words", "message"), [
    (["none.csv"], "table 'none.csv': cannot be read: No such file or directory"),
    (["s.csv", "--bootstrap", "5"], "fit: bootstrap needs a seed, got none"),
    (["s.csv", "--column", "im"], "fit: --column must be ROLE=TITLE, e.g. im=PGA, got 'im'"),
    (["s.csv", "--column", "x=y"], "fit: --column: role must be one of im, failures, runs, collapsed, state, censored, "
                                   "edp, record, mode, sample, variant, measure, covariate, got 'x'"),
    (["s.csv", "--column", "im=a", "--column", "im=b"], "fit: --column im must be given once, got 'a' and 'b'"),
    (["s.csv", "--kind", "clouds"], "fit: --kind must be one of stripes, runs, ida, cloud, got 'clouds'"),
    (["s.csv", "--level", "95"], "fit: level must be finite and > 0 and < 1 [-], got 95.0"),
    (["s.csv", "--table", "e.txt"], "fit: --table must end in .csv or .parquet, got 'e.txt'"),
    (["s.csv", "--table", "s.csv"], "fit: --table 's.csv' is there already: use --overwrite to replace it"),
    (["s.csv", "--curves", "no/c.csv"], "fit: --curves: there is no directory 'no'"),
    (["s.csv", "--xml", "f.xml", "--imt", "MMI"], "fit: --xml needs an intensity measure that OpenQuake knows (PGA, "
                                                  "PGV, PGD, IA, AvgSA, SA(0.5)); say --imt, got 'MMI'"),
    (["s.csv", "--xml", "f.xml", "--unit", "ft"], "fit: --xml needs the unit of PGA, one of g, m/s2, cm/s2; say "
                                                  "--unit, got 'ft'"),
    (["s.csv", "--picture", "p.jpg"], "fit: --picture must end in .png or .pdf, got 'p.jpg'"),
])
def test_refused_in_one_line_with_nothing_written(folder, words, message):
    found = fit(*words)
    assert found.exit_code == 2 and found.stderr == f"drystone: {message}\n" and found.stdout == ""
    assert sorted(path.name for path in folder.iterdir()) == ["h.csv", "s.csv"]


def test_no_maximum_is_refused_in_one_line(folder):
    (folder / "z.csv").write_text("im,failures,runs\n0.5,0,10\n1,0,10\n")
    found = fit("z.csv", "--table", "e.csv", "--xml", "f.xml", "--imt", "PGA", "--unit", "g")
    assert found.exit_code == 2
    assert found.stderr == ("drystone: fit: the likelihood has no maximum: none of 20 runs collapsed (all 0), the "
                            "greatest im is 1 g\n")
    assert not (folder / "e.csv").exists() and not (folder / "f.xml").exists() and not list(folder.glob("*.png"))


def test_parquet_without_pyarrow_is_a_clear_line(monkeypatch):
    from drystone.export import fragility
    monkeypatch.setattr(fragility, "find_spec", lambda name: None)
    found = fit("s.csv", "--table", "e.parquet")
    assert found.exit_code == 2
    assert found.stderr == ("drystone: fit: --table 'e.parquet' needs pyarrow, which is not installed: pip install "
                            "'drystone[parquet]'\n")


def test_parquet_holds_what_csv_holds(folder):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow, of the extra parquet, is not installed")
    assert fit("s.csv", "--curves", "c.parquet", "--table", "e.parquet", "--no-picture").exit_code == 0
    table = parquet.read_table(folder / "c.parquet")
    assert table.num_rows == 61 and "profile low [-]" in table.column_names
    assert parquet.read_table(folder / "e.parquet").column("about")[0].as_py() == "fit"


def test_states_modes_and_measures_are_drawn_and_told(folder):
    generator = np.random.default_rng(1)
    lines = ["record,PGA,PGV,duration,state,mode"]
    for k in range(240):
        im = float(generator.choice([0.5, 0.75, 1.0, 1.5, 2.0]))
        strength = generator.normal(0.0, 0.45)
        state = int(np.log(im) > strength - 0.5) + int(np.log(im) > strength)
        lines.append(f"r{k % 40},{im},{im * 60 * np.exp(generator.normal(0, 0.3)):.4g},{8 + k % 7},{state},"
                     f"{('rocking', '$sl_i{d$ing')[k % 2] if state == 2 else ''}")     # a name, not a formula
    (folder / "r.csv").write_text("\n".join(lines) + "\n")
    found = fit("r.csv", "--column", "im=PGA", "--states", "cracked,fallen", "--table", "e.csv", "--unit", "g",
                "--xml", "f.xml")
    assert found.exit_code == 0, found.stderr
    for words in ("median of cracked or worse", "median of fallen or worse", "the same for all states",
                  "mode        rocking", "measure     PGA: beta", "measure     PGV: beta"):
        assert words in found.stdout
    assert (folder / "r_fragility.png").stat().st_size > 10_000
    assert "<limitStates>cracked fallen</limitStates>" in (folder / "f.xml").read_text().replace("ns0:", "")
