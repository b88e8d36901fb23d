"""`drystone bench compare REV`: two checkouts in turns, ratios, and what it refuses."""

import json
import subprocess

import pytest
from bench_stub import StubRepository
from typer.testing import CliRunner

from drystone.bench import checkout as checkout_module
from drystone.bench.checkout import Checkout, CheckoutError, earlier_checkout, this_checkout
from drystone.bench.compare import compare, costs, make_ratios, ratios_text
from drystone.cli import bench_command
from drystone.cli.main import app
from drystone.errors import InputError

KEY = ("wall", "quiet", "auto", None, "ms")


@pytest.fixture
def stub(tmp_path):
    return StubRepository(tmp_path / "repository")


@pytest.fixture
def bench(stub, monkeypatch):
    """`drystone bench` as if the stand-in were this checkout."""
    monkeypatch.setattr(bench_command, "this_checkout", lambda: this_checkout(stub.package))
    return lambda *words: CliRunner().invoke(app, ["bench", *words])


def test_ratios_are_taken_in_each_round_and_their_median_counts():
    """A round that is slow for both changes no ratio: 0.5, 0.4 and 0.8 have the median 0.5; each side has its own."""
    old = {KEY: {1: 10.0, 2: 20.0, 3: 10.0}}
    new = {KEY: {1: 5.0, 2: 8.0, 3: 8.0}}
    (line,) = make_ratios(old, new)
    assert (line.problem, line.cost, line.old, line.new) == ("wall", "ms", 10.0, 8.0)
    assert (line.ratio, line.least, line.greatest) == (0.5, 0.4, 0.8)


def test_a_round_that_one_side_lacks_gives_no_ratio():
    (line,) = make_ratios({KEY: {1: 10.0, 3: 0.0}}, {KEY: {2: 5.0, 3: 8.0}})
    assert (line.old, line.new, line.ratio, line.least) == (5.0, 6.5, None, None)


def test_rows_of_one_side_alone_have_no_ratio_and_are_shown():
    gone = ("wall split", None, None, None, "ms")
    lines = make_ratios({gone: {1: 1.0}}, {KEY: {1: 2.0}})
    assert [(line.problem, line.old, line.new, line.ratio) for line in lines] == [("wall", None, 2.0, None),
                                                                                 ("wall split", 1.0, None, None)]
    text = ratios_text(lines, "abc", "def with changes").splitlines()
    assert text[0] == "old: abc    new: def with changes    medians of the rounds"
    assert text[1].split() == ["problem", "regime", "solver", "cost", "old", "new", "new/old", "least", "greatest"]
    assert text[2].split() == ["wall", "quiet", "auto", "ms", "-", "2", "-", "-", "-"]


def test_costs_are_times_and_memory_and_nothing_else():
    row = {"problem": "wall", "regime": "quiet", "solver": "auto", "threads": 2, "ms": 1, "broad_ms": 0.5, "error": 1.0,
           "steps_per_s": 9.0, "ratio": 3.0, "peak_mb": 7.0, "cpu_s": None, "note": "x"}
    assert costs([row]) == {("wall", "quiet", "auto", 2, cost): value
                            for cost, value in (("ms", 1.0), ("broad_ms", 0.5), ("peak_mb", 7.0))}


def test_both_checkouts_are_asked_in_turns(stub, bench):
    old = stub.commit("before", factor=2.0)
    new = stub.commit("after")
    shown = bench("compare", "HEAD~1", "wall", "--rounds", "2", "--threads", "2", "--solver", "interior")
    assert shown.exit_code == 0, shown.output
    asked = ("wall", "--json", "--solver", "interior", "--threads", "2")
    assert stub.calls("bench") == [("before", *asked), ("after", *asked), ("after", *asked), ("before", *asked)]
    assert [call[0] for call in stub.calls("run")] == ["before", "after"]      # both are warmed up, before
    lines = [line.split() for line in shown.stdout.splitlines()]
    assert lines[0][:4] == ["old:", old, "new:", new]
    assert ["wall", "quiet", "auto", "ms", "4", "2", "0.5", "0.5", "0.5"] in lines
    assert ["startup", "-", "-", "cpu_s", "3", "3", "1", "1", "1"] in lines


def test_the_earlier_checkout_goes_away_even_after_an_error(stub, bench):
    stub.commit("before")
    shown = bench("compare", "HEAD", "scaling", "--rounds", "1")
    assert shown.exit_code == 2 and shown.stderr.splitlines()[-1] == (
        f"drystone: bench: 'drystone bench scaling --json' of {stub.git('rev-parse', '--short', 'HEAD')} ended with "
        "code 2: drystone: no such benchmark")
    assert len(stub.git("worktree", "list").splitlines()) == 1


def test_uncommitted_changes_take_part_and_are_named(stub, bench):
    name = stub.commit("before")
    stub.write("changed", factor=0.5)
    shown = bench("compare", "HEAD", "--rounds", "1", "--json")        # without names: the quick one
    rows = json.loads(shown.stdout)
    assert [(row["cost"], row["ratio"]) for row in rows] == [("ms", 0.5), ("clarabel_ms", 1.0), ("cpu_s", 1.0)]
    assert "bench: this checkout has uncommitted changes in src, which take part\n" in shown.stderr
    assert f"wall of {name} with changes ..." in shown.stderr
    assert [call[0] for call in stub.calls("bench")] == ["before", "changed"]


def test_a_row_that_fails_on_either_side_is_exit_code_1(stub, bench):
    stub.commit("before", factor=4.0)
    stub.commit("after")
    shown = bench("compare", "HEAD~1", "--rounds", "1")
    assert shown.exit_code == 1 and "0.25" in shown.stdout


@pytest.mark.parametrize("words, line", [
    (["compare"], "bench: compare needs the commit to compare with, e.g. drystone bench compare HEAD~1"),
    (["bits"], "bench: bits needs the commit to compare with, e.g. drystone bench bits HEAD~1"),
    (["compare", "nowhere"], "bench: what is compared with must be a commit that git knows, got 'nowhere'"),
    (["compare", "HEAD:src"], "bench: what is compared with must be a commit that git knows, got 'HEAD:src'"),
    (["compare", "HEAD", "wal"], "bench: no benchmark or file is called 'wal'; did you mean 'wall'?"),
    (["compare", "HEAD", "--rounds", "0"], "bench: rounds must be a whole number >= 1 [-], got 0"),
    (["wall", "--rounds", "2"], "bench: --rounds goes with compare only"),
    (["bits", "HEAD", "--threads", "2"], "bench: --threads does not go with bits"),
    (["bits", "HEAD", "church"], None),
])
def test_what_cannot_be_compared_is_one_line(stub, bench, words, line):
    stub.commit("before")
    shown = bench(*words)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert len(shown.stderr.splitlines()) == 1
    if line is None:
        assert shown.stderr.endswith("spandrel_arch, got 'church'\n")
    else:
        assert shown.stderr == f"drystone: {line}\n"


def test_a_commit_without_drystone_is_refused(stub):
    (stub.root / "README").write_text("empty")
    stub.git("add", "README")
    stub.git("commit", "-q", "-m", "first")
    with pytest.raises(InputError) as caught, earlier_checkout(this_checkout(stub.package), "HEAD", print):
        pass
    assert str(caught.value) == "bench: commit 'HEAD' must hold src/drystone/__main__.py, got none"


def test_a_package_that_is_no_checkout_is_refused(tmp_path, stub, monkeypatch):
    installed = stub.root / "env" / "lib" / "drystone"     # inside a checkout, but not its sources
    for package in (tmp_path / "lib" / "drystone", installed):
        package.mkdir(parents=True)
        with pytest.raises(InputError) as caught:
            this_checkout(package)
        assert str(caught.value) == ("bench: two commits can be compared in a git checkout of drystone only, "
                                     f"got a package in '{package.parent}'")

    def no_git(*args, **kwargs):
        raise FileNotFoundError("git")

    monkeypatch.setattr(checkout_module.subprocess, "run", no_git)
    with pytest.raises(InputError, match=r"^bench: two commits are compared by git, got no such program$"):
        this_checkout(stub.package)


def test_a_checkout_whose_sources_python_does_not_find_is_refused(tmp_path):
    """Else two checkouts would be one and the same."""
    with pytest.raises(CheckoutError, match=r"^bench: python must find drystone of abc in its own sources, got '.+'$"):
        Checkout(tmp_path, "abc").warm_up(tmp_path)


def test_each_checkout_has_its_own_cache_of_kernels(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", "more")
    own = Checkout(tmp_path, "abc").environment
    assert "NUMBA_CACHE_DIR" not in own and own["PYTHONPATH"].split(":") == [str(tmp_path / "src"), "more"]


def test_output_that_is_no_json_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(Checkout, "ask", lambda *args, **kwargs: "a table")
    side = Checkout(tmp_path, "abc")
    with pytest.raises(CheckoutError) as caught:
        compare(side, side, ["wall"], rounds=1)
    assert str(caught.value) == "bench: 'drystone bench wall --json' of abc must print JSON, got 'a table'"


def test_a_command_that_breaks_without_output_is_an_error(tmp_path, monkeypatch):
    done = subprocess.CompletedProcess([], 1, "", "drystone: unexpected\n")
    monkeypatch.setattr(checkout_module.subprocess, "run", lambda *args, **kwargs: done)
    with pytest.raises(CheckoutError) as caught:
        Checkout(tmp_path, "abc").ask("bench", folder=tmp_path)
    assert str(caught.value) == "bench: 'drystone bench' of abc ended with code 1: drystone: unexpected"
