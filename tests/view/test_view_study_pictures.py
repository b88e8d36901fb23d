"""Pictures of studies: every run has its marker, legends stay within the picture, half a study is drawn, odd names."""

import math
import re
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "studies"))

from studies_block import DOMAIN, MOTIONS, made_up, study_file
from typer.testing import CliRunner

from drystone.cli.main import app
from drystone.studies.findings.capacity import capacity_key
from drystone.studies.findings.domain import find_domains
from drystone.studies.kinds.failure_domain import AMPLITUDE, STEP, TIME
from drystone.studies.study import StudyResult, run_study
from drystone.view import study_pictures
from drystone.view.study.domain_hulls import domain_hulls
from drystone.view.study.domain_markers import domain_markers
from drystone.view.study.parts import FileNames, axis_values, looks
from drystone.view.study_pictures import draw_study

VARY = "vary:\n  - {name: width, set: 'blocks[block].box.size[0]', values: [0.4, 0.5, 0.6]}\n"
POINT_SOURCE = re.sub(r"kind: kanai_tajimi.*?count", """kind: point_source
    parameters: {dt: 20 ms, magnitude: 6.5, distance: 10 km, stress_drop: 10 MPa, velocity: 3500, density: 2800,
                 quality: 180, quality_power: 0.45, kappa: 0.04}
    count""", MOTIONS, flags=re.DOTALL)
AXES = ("vary:\n  - {name: half period, set: 'motions[pulse].parameters.half_period', values: [0.2 s, 0.4 s, 0.8 s]}\n"
        "  - {name: width, set: 'blocks[block].box.size[0]', values: [0.4, 0.5]}\n")


def pulse_outcome(run):
    """Safe below 0.3 g, and one island at 0.4 s, 0.8 g, which finer steps confirm; one undecided, one failed."""
    time, amplitude = run.coords[TIME], round(run.coords[AMPLITUDE], 6)
    if time == 0.2 and amplitude == 1.2:
        return ("failed",)
    if time == 0.2 and amplitude == 0.8:
        return ("undecided", 0.5)
    if amplitude < 0.3:
        return ("rested", 0.0, False)
    return ("rested", 0.1) if (time == 0.4 and amplitude == 0.8) or time == 0.2 else ("collapsed", 2.0)


def by_level(title):
    """Records collapse one after the other as the level rises."""
    def outcome(run):
        number = int(str(run.coords["record"]).rpartition("-")[2])
        level = run.coords[title]
        fallen = level * (1.0 + 0.1 * number) > 1.2
        return ("collapsed", 2.0) if fallen else ("rested", 0.02 * level * number)
    return outcome


def overturned(run):
    """Above 0.4 g, but never by the shortest pulse."""
    fallen = run.coords["level [g]"] > 0.4 and run.coords["half period"] != "0.2 s"
    return ("collapsed", 2.0) if fallen else ("rested", 0.1)


STUDIES = {
    "domain": ("failure-domain", DOMAIN + "  trace: 0.2\n" + VARY, pulse_outcome),
    "stripes": ("stripes", MOTIONS + VARY + "stripes: {measure: pga, levels: [0.3 g, 0.7 g, 0.9 g, 2 g]}\n",
                by_level("im [g]")),
    "ida": ("ida", MOTIONS + "ida: {measure: pgv, levels: [0.3, 0.6, 0.9, 1.8], tolerance: 0.1}\n",
            by_level("im [m/s]")),
    "cloud": ("cloud", POINT_SOURCE + "cloud: {factor: 1}\n",
              lambda run: ("rested", 0.1 * run.measures["pga [g]"] * (1 + int(run.coords["record"][-1]) % 3))),
    "overturning": ("spectrum", AXES + "spectrum: {search: 'motions[pulse].parameters.amplitude', levels: [0.2 g, "
                                       "0.5 g, 1 g], tolerance: 0.1}\n", overturned),
    "rocking": ("spectrum", AXES + "spectrum: {monitor: top}\n",
                lambda run: ("collapsed", 2.0) if run.coords["half period"] == "0.8 s" else ("rested", 0.1)),
    "sweep": ("sweep", AXES, lambda run: ("finished", 0.1)),
}
NAMES = {
    "domain": ["domain_width-0.4_plus", "domain_width-0.4_minus", "domain_width-0.5_plus", "domain_width-0.5_minus",
               "domain_width-0.6_plus", "domain_width-0.6_minus", "domain_hulls"],
    "stripes": ["fragility", "fragility_width-0.4", "fragility_width-0.5", "fragility_width-0.6"],
    "ida": ["ida", "fragility"], "cloud": ["cloud", "fragility"], "overturning": ["overturning"],
    "rocking": ["rocking"], "sweep": ["sweep_top"],
}


@pytest.fixture
def drawn(monkeypatch):
    """Figures that are saved, with the names of their files; nothing is written."""
    found = {}

    def keep(figure, path):
        found[path.stem] = figure
        return path

    monkeypatch.setattr(study_pictures, "save_figure", keep)
    return found


def check_inside(figure):
    """Legend, titles and labels lie within the picture, to a dot."""
    figure.draw_without_rendering()
    renderer, page = figure.canvas.get_renderer(), figure.bbox
    boxes = [legend.get_window_extent(renderer) for legend in figure.legends]
    boxes += [axes.get_tightbbox(renderer) for axes in figure.axes]
    assert figure.legends
    for box in boxes:
        assert box.x0 >= -1.0 and box.y0 >= -1.0 and box.x1 <= page.x1 + 1.0 and box.y1 <= page.y1 + 1.0


@pytest.mark.parametrize("name", STUDIES)
@pytest.mark.parametrize("share", [1.0, 0.5, 0.1])
def test_all_pictures_of_a_study_whole_or_in_part(tmp_path, drawn, name, share):
    kind, body, outcome = STUDIES[name]
    result = made_up(study_file(tmp_path, kind, body), outcome, share)
    names = [path.stem for path in draw_study(result, tmp_path / "pictures")]
    if share == 1.0:
        assert names == NAMES[name]
    assert names and set(names) <= set(NAMES[name]) and list(drawn) == names
    for figure in drawn.values():
        check_inside(figure)


def test_nothing_is_drawn_of_a_study_without_runs(tmp_path, drawn):
    kind, body, outcome = STUDIES["domain"]
    result = made_up(study_file(tmp_path, kind, body), outcome, 0.0)
    assert draw_study(result, tmp_path / "pictures") == [] and not (tmp_path / "pictures").exists()


@pytest.mark.parametrize("name", STUDIES)
def test_odd_and_long_names(tmp_path, drawn, name):
    kind, body, outcome = STUDIES[name]
    odd = "α/β $x_1$ [%s] " + 9 * "very long "
    body = body.replace("name: width", "name: '" + odd[:60] + "'").replace("name: rocked", "name: 'a $ b_^'")
    result = made_up(study_file(tmp_path, kind, body, name=odd.strip()), outcome)
    paths = draw_study(result, tmp_path / "pictures")
    assert len(paths) == len(NAMES[name])
    for path in paths:
        assert path.parent == tmp_path / "pictures" and path.name.isascii() and len(path.name) < 100
    for figure in drawn.values():
        check_inside(figure)


# --- failure domain ---------------------------------------------------------------------------------


@pytest.fixture
def domain(tmp_path):
    return made_up(study_file(tmp_path, "failure-domain", DOMAIN), pulse_outcome)


def markers(axes):
    """Points of every collection by its label."""
    return {c.get_label(): np.asarray(c.get_offsets()) for c in axes.collections if c.get_label()[:1] != "_"}


def test_every_pulse_has_its_marker(domain):
    finding = find_domains(domain.kind, domain.rows)[0]
    (axes,) = domain_markers(domain.kind, domain.rows, finding, finding.directions[0]).axes
    found = markers(axes)
    assert {label: len(points) for label, points in found.items()} == {
        "collapsed": 5, "moved, came to rest": 2, "never moved": 3, "undecided: still moving": 1,
        "failed by an error": 1, "island, real": 1}
    assert found["island, real"] == pytest.approx(np.array([[0.4, 0.8]]))
    assert any(STEP in run.coords for run in domain.kind.wanted(domain.rows))       # finer runs are not drawn twice
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("half period  [s]", "amplitude  [g]")


def test_the_boundary_has_its_bracket_and_an_arrow_where_there_is_none(domain):
    finding = find_domains(domain.kind, domain.rows)[0]
    (axes,) = domain_markers(domain.kind, domain.rows, finding, finding.directions[0]).axes
    (bars,) = axes.containers
    assert bars.lines[0].get_xydata() == pytest.approx(np.array([[0.4, 0.35], [0.8, 0.35]]))
    ends = [segment[:, 1] for segment in bars.lines[2][0].get_segments()]
    assert ends == [pytest.approx([0.2, 0.5])] * 2
    assert "boundary above the highest run decided" in axes.get_legend_handles_labels()[1]


def test_shapes_tell_outcomes_apart_without_colour(domain):
    finding = find_domains(domain.kind, domain.rows)[0]
    (axes,) = domain_markers(domain.kind, domain.rows, finding, finding.directions[0]).axes
    shapes = [(*c.get_paths()[0].vertices.shape, round(float(np.abs(c.get_paths()[0].vertices).sum()), 3))
              for c in axes.collections if c.get_label() in
              ("collapsed", "moved, came to rest", "never moved", "undecided: still moving", "failed by an error")]
    assert len(shapes) == 5 and len(set(shapes)) == 5


def test_capacities_are_dashed_lines(domain):
    capacities = {"+ associative": 0.4, "+ non-associative": 0.35, "- associative": math.inf, "- non-associative": 0.3}
    result = StudyResult(domain.directory, domain.kind, domain.rows, domain.standing,
                         {capacity_key(domain.kind, {}): capacities})
    finding = find_domains(result.kind, result.rows, result.capacities)[0]
    (axes,) = domain_markers(result.kind, result.rows, finding, finding.directions[0]).axes
    level = {line.get_label(): line.get_ydata()[0] for line in axes.lines if line.get_label().startswith("capacity")}
    assert level == {"capacity +, associative: 0.4 g": 0.4, "capacity +, non-associative: 0.35 g": 0.35,
                     "capacity -, non-associative: 0.3 g": 0.3}
    (axes,) = domain_hulls(result.kind, [finding]).axes
    flat = [line for line in axes.lines if len(line.get_ydata()) == 2 and line.get_ydata()[0] == line.get_ydata()[1]]
    assert [line.get_ydata()[0] for line in flat] == [0.3]       # of the associative ones one has no limit


def test_a_hull_per_combination(tmp_path):
    result = made_up(study_file(tmp_path, "failure-domain", DOMAIN + VARY), pulse_outcome)
    findings = find_domains(result.kind, result.rows)
    (axes,) = domain_hulls(result.kind, findings).axes
    labels = axes.get_legend_handles_labels()[1]
    assert [label for label in labels if label.startswith("width")] == ["width 0.4", "width 0.5", "width 0.6"]
    assert len(axes.patches) == 3
    corners = np.array(sorted(map(tuple, findings[0].hull)))
    assert corners == pytest.approx(np.array([(0.4, 0.5), (0.4, 1.2), (0.8, 0.5), (0.8, 1.2)]))


# --- the others ---------------------------------------------------------------------------------------


def test_shares_are_sized_by_runs_and_undecided_ones_count_for_nothing(tmp_path, drawn):
    kind, body, outcome = STUDIES["stripes"]

    def some_undecided(run):
        late = run.coords["im [g]"] == pytest.approx(2.0) and not run.coords["record"].endswith("-1")
        return ("undecided",) if late else outcome(run)

    result = made_up(study_file(tmp_path, kind, body), some_undecided)
    draw_study(result, tmp_path)
    (axes,) = drawn["fragility"].axes
    sizes = [c.get_sizes() for c in axes.collections if len(c.get_offsets()) == 4]
    assert len(sizes) == 3
    for size in sizes:
        assert size == pytest.approx([72.0, 72.0, 72.0, 12.0 + 60.0 / 8.0])      # 8 records, and 1 at the last level


def test_ida_marks_every_collapse_and_three_capacities(tmp_path, drawn):
    kind, body, outcome = STUDIES["ida"]
    result = made_up(study_file(tmp_path, kind, body), outcome)
    draw_study(result, tmp_path)
    (axes,) = drawn["ida"].axes
    (falls,) = [c for c in axes.collections if c.get_label() == "its least level that collapses"]
    assert len(falls.get_offsets()) == 8
    assert all(1.2 < level * (1 + 0.1 * k) <= 1.2 / 0.9 * 1.0001 for k, (_, level) in enumerate(falls.get_offsets(), 1))
    assert sum(label.startswith("capacity of") for label in axes.get_legend_handles_labels()[1]) == 3


def test_a_cloud_at_one_intensity_says_so_and_is_drawn(tmp_path, drawn):
    """Motions made for one PGA have it to the last bits but one; that is one intensity, not eight."""
    body = MOTIONS.replace("pga: 1.0", "pga: 4.0") + "cloud: {factor: 1}\n"
    result = made_up(study_file(tmp_path, "cloud", body), lambda run: ("rested", 0.01 * int(run.coords["record"][-1])))
    assert any("got 8 at 1 intensities" in line for line in result.lines())
    assert [path.stem for path in draw_study(result, tmp_path)] == ["cloud", "fragility"]


def test_spectrum_brackets_and_arrows(tmp_path, drawn):
    kind, body, outcome = STUDIES["overturning"]
    draw_study(made_up(study_file(tmp_path, kind, body), outcome), tmp_path)
    (axes,) = drawn["overturning"].axes
    assert len(axes.containers) == 2                   # a line a width
    for bars in axes.containers:
        assert bars.lines[0].get_xdata() == pytest.approx([0.4, 0.8])
        for segment in bars.lines[2][0].get_segments():
            low, high = segment[:, 1]
            assert low <= 0.4 < high <= low / 0.9 * 1.0001
    arrows = [c for c in axes.collections if "survives the highest" in c.get_label()]
    assert [tuple(c.get_offsets()[0]) for c in arrows] == [(0.2, 1.0), (0.2, 1.0)]
    assert axes.get_xlabel() == "half period  [s]"


# --- parts --------------------------------------------------------------------------------------------


def test_names_of_files_are_plain_and_never_twice():
    names = FileNames()
    assert names.make("domain", "mu 0.3, t/h 2", "plus") == "domain_mu-0.3--t-h-2_plus"
    assert names.make("a", "..") == "a" and names.make("A") == "A_2" and names.make("a") == "a_3"
    assert names.make("α") == "picture" and len(names.make(300 * "x")) == 80


def test_values_along_an_axis():
    assert axis_values([0.3, 1]).places == {0.3: 0.3, 1: 1.0}
    units = axis_values(["0.3 s", "0.5 s"])
    assert (units.places, units.unit) == ({"0.3 s": 0.3, "0.5 s": 0.5}, "s")
    for mixed in (["0.3 s", "5 ms"], ["dry", "wet"], [True, False], [1, "1 s"]):
        assert axis_values(mixed).ticks == tuple(map(str, mixed)) and list(axis_values(mixed).places.values()) == [0, 1]


def test_forty_groups_look_different_and_the_legend_ends():
    found = looks([f"g {k}" for k in range(40)])
    assert len({(look.colour, look.marker, look.dashes) for look in found}) == 40
    assert found[15].label == "... and 25 more groups" and found[16].label is None


# --- on disk ------------------------------------------------------------------------------------------


def test_pictures_while_it_runs_and_by_plot_afterwards(tmp_path, monkeypatch):
    monkeypatch.setattr("drystone.studies.study.PICTURE_SECONDS", 0.0)
    body = DOMAIN.replace("[0.2, 0.4, 0.8]", "[0.4]").replace("[0.2 g, 0.5 g, 0.8 g, 1.2 g]", "[0.1 g, 0.2 g, 0.3 g]")
    counts = []

    def draw(result):
        counts.append(len(result.rows))
        draw_study(result, result.directory / "pictures")

    run_study(study_file(tmp_path / "in", "failure-domain", body), tmp_path / "kept", jobs=1, draw=draw)
    assert counts and counts == sorted(set(counts)) and (tmp_path / "kept" / "pictures" / "domain_plus.png").exists()
    made = CliRunner().invoke(app, ["plot", str(tmp_path / "kept"), "-o", str(tmp_path / "out"), "--format", "pdf"])
    assert made.exit_code == 0, made.stderr
    assert [Path(line).name for line in made.stdout.split()] == ["domain_plus.pdf", "domain_minus.pdf",
                                                                 "domain_hulls.pdf"]
    for kind, names in (("domain_hulls", ["domain_hulls.png"]), ("domain", ["domain_plus.png", "domain_minus.png",
                                                                            "domain_hulls.png"])):
        some = CliRunner().invoke(app, ["plot", str(tmp_path / "kept"), "-o", str(tmp_path / kind), "--kind", kind])
        assert [Path(line).name for line in some.stdout.split()] == names
    refused = CliRunner().invoke(app, ["plot", str(tmp_path / "kept"), "--at", "1"])
    assert refused.exit_code == 2 and "only --kind, -o and --format go with a study" in refused.stderr
    refused = CliRunner().invoke(app, ["plot", str(tmp_path / "kept"), "--kind", "scene"])
    assert refused.exit_code == 2 and "plot: kind must be one of domain, domain_plus, domain_minus, " in refused.stderr


def test_a_picture_that_fails_does_not_end_a_study(tmp_path, monkeypatch):
    monkeypatch.setattr("drystone.studies.study.PICTURE_SECONDS", 0.0)
    body = DOMAIN.replace("[0.2, 0.4, 0.8]", "[0.4]").replace("[0.2 g, 0.5 g, 0.8 g, 1.2 g]", "[0.1 g, 0.2 g]")

    def draw(result):
        raise OSError("no space left")

    result = run_study(study_file(tmp_path / "in", "failure-domain", body), tmp_path / "kept", jobs=1, draw=draw)
    assert len(result.rows) == 4
