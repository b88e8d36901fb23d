"""Anybody's CSV file: which column is what, and errors with file and line."""

import re

import numpy as np
import pytest

from drystone.errors import InputError
from drystone.studies.fragility import Capacities, Cloud, Runs, Stripes
from drystone.studies.fragility.read import read_hazard, read_table


def read(tmp_path, text: str, columns=None, **more):
    (tmp_path / "t.csv").write_text(text, encoding="utf-8")
    return read_table(tmp_path / "t.csv", columns, **more)


def refused(tmp_path, text: str, message: str, columns=None, **more) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        read(tmp_path, text, columns, **more)


def test_stripes_with_units_comments_and_semicolons(tmp_path):
    table, found = read(tmp_path, "\ufeff# made by hand\nPGA [g];Collapses;Runs;who\n0.5;1;10;me\n\n1.0;7;10;me\n")
    assert isinstance(table, Stripes) and (table.im_name, table.unit) == ("PGA", "g")
    assert table.failures.tolist() == [1, 7] and found.unused == ("who",)
    assert table.where(1) == "table 't.csv' line 5"


def test_columns_named_by_the_user(tmp_path):
    text = "a,b,c,d\n1,0.4,5,6\n2,0.8,6,6\n"
    table, _ = read(tmp_path, text, {"im": ["b"], "failures": ["c"], "runs": ["d"]}, unit="m/s2")
    assert table.im.tolist() == [0.4, 0.8] and table.unit == "m/s2" and table.im_name == "b"


def test_runs_with_all_columns(tmp_path):
    text = ("record,Sa(0.5) [g],PGV [cm/s],duration [s],collapsed,failure mode,sample,variant,dt\n"
            "a,0.5,20,9,no,,1,x,1e-3\nb,1.5,60,12,yes,rocking,2,y,1e-3\nc,1.0,30,8,undecided,,1,x,1e-3\n")
    table, found = read(tmp_path, text, {"im": ["Sa(0.5)"]})
    assert isinstance(table, Runs) and table.state.tolist() == [0, 1] and table.undecided.tolist() == [1.0]
    assert set(table.labels) == {"record", "mode", "sample", "variant"} and found.unused == ("dt",)
    assert list(table.measures) == ["PGV"] and list(table.covariates) == ["duration"]
    assert table.labels["mode"].tolist() == ["", "rocking"] and table.unit == "g"


def test_states_as_numbers_and_as_names(tmp_path):
    table, _ = read(tmp_path, "im,ds\n0.5,0\n1,1\n2,2\n")
    assert table.states == ("ds1", "ds2") and table.state.tolist() == [0, 1, 2]
    table, _ = read(tmp_path, "im,damage state\n0.5,none\n1,cracked\n2,fallen\n", states=("cracked", "fallen"))
    assert table.states == ("cracked", "fallen") and table.state.tolist() == [0, 1, 2]


def test_capacities_and_clouds(tmp_path):
    table, _ = read(tmp_path, "record,im,censored\na,0.7,0\nb,2,1\n")
    assert isinstance(table, Capacities) and table.censored.tolist() == [False, True]
    table, _ = read(tmp_path, "record,im\na,0.7\nb,2\n", kind="ida")
    assert not table.censored.any()
    table, _ = read(tmp_path, "PGA,edp,collapsed\n0.3,0.01,0\n0.9,,1\n", limit=0.02)
    assert isinstance(table, Cloud) and np.isnan(table.edp[1]) and table.limit == 0.02


@pytest.mark.parametrize(("text", "message"), [
    ("", "table 't.csv': must have a line of titles and rows, got nothing"),
    ("im,failures,runs\n", "table 't.csv': must have at least one row below its titles, got none"),
    ("im,failures,runs\n1,2\n", "table 't.csv' line 2: must have 3 cells as its titles, got 2"),
    ("im,failures,runs\n1,2,4\nx,2,4\n", "table 't.csv' line 3: im must be a number, got 'x'"),
    ("im,failures,runs\n1,2,4\n0,2,4\n", "table 't.csv' line 3: im must be finite and > 0 [-], got 0.0"),
    ("im,failures,runs\n# no\n1,5,4\n", "table 't.csv' line 3: failures must be <= runs, got 5 of 4"),
    ("im,collapsed\n1,0\n2,perhaps\n", "table 't.csv' line 3: collapsed must be 0 or 1, or undecided, got 'perhaps'"),
    ("im,state\n1,0\n2,heavy\n", "table 't.csv' line 3: state must be a whole number, 0 = no damage, unless --states "
                                 "names the states, got 'heavy'"),
    ("im,censored\n1,0\n2,2\n", "table 't.csv' line 3: censored must be 0 or 1, got '2'"),
    ("im,who\n1,0\n", "table 't.csv': needs failures and runs, collapsed, state, censored or edp; say --column "
                      "ROLE=TITLE; there are im, who"),
    ("im,failures\n1,0\n", "table 't.csv': a table of kind stripes needs a column runs; say --column runs=TITLE; there "
                           "are im, failures"),
    ("im,edp\n1,2\n", "table 't.csv': a cloud needs the demand at which the state begins; say --limit VALUE"),
    ("PGA,PGV,collapsed\n1,2,0\n", "table 't.csv': which column is the intensity measure? say --column im=TITLE; got 2 "
                                   "that could be it (PGA, PGV)"),
    ("a,collapsed\n1,0\n", "table 't.csv': which column is the intensity measure? say --column im=TITLE; got a, "
                            "collapsed"),
    ("im,collapsed\n1,0\0\n", "table 't.csv': must be text, got a byte of value 0"),
])
def test_refused_with_file_and_line(tmp_path, text, message):
    refused(tmp_path, text, message)


def test_a_title_that_is_not_there(tmp_path):
    refused(tmp_path, "im,collapsed\n1,0\n",
            "table 't.csv': no column is called 'PGA' (--column im); there are im, collapsed", {"im": ["PGA"]})


def test_a_file_that_is_no_text_or_not_there(tmp_path):
    (tmp_path / "b.csv").write_bytes(b"im,collapsed\n1,\xff\n")
    with pytest.raises(InputError, match=r"^table 'b.csv': must be text in UTF-8, got byte 0xff at 15$"):
        read_table(tmp_path / "b.csv")
    with pytest.raises(InputError, match=r"^table 'c.csv': cannot be read: No such file or directory$"):
        read_table(tmp_path / "c.csv")


def test_hazard_curves(tmp_path):
    (tmp_path / "h.csv").write_text("im,rate\n0.1,1e-2\n1,1e-4\n")
    assert read_hazard(tmp_path / "h.csv").rate.tolist() == [1e-2, 1e-4]
    (tmp_path / "h.csv").write_text("im,rate\n0.1,1e-2\n1,1e-2\n")
    with pytest.raises(InputError, match=r"^table 'h.csv' line 3: im must grow and annual rate fall from line to line, "
                                         r"got 1 and 0.01$"):
        read_hazard(tmp_path / "h.csv")
    (tmp_path / "h.csv").write_text("im,rate\n0.1,0\n1,1e-2\n")
    with pytest.raises(InputError, match=r"^table 'h.csv' line 2: annual rate must be finite and > 0, got 0$"):
        read_hazard(tmp_path / "h.csv")
