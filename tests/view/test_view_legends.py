"""On ten structures nothing that is written is cropped, and no sheet has an empty panel; nor in pictures that take a
chain of blocks, blocks that deform or an answer without time. Of studies test_view_study_pictures.py says the same."""

import numpy as np
import pytest
from test_view_report_engines import DEM, run_of
from view_models import STRUCTURES, short_run, swaying_run

from drystone.analysis.course import course_of
from drystone.cli.demo_command import bundled_model
from drystone.limit.question import LimitQuestion, StaticsQuestion, answer_limit, answer_statics
from drystone.model.source import ModelSource
from drystone.view.answers import answer_figure, picture_names
from drystone.view.figures import KINDS, PlotOptions, run_figures
from drystone.view.scene import SceneOptions


def written(figure):
    """Name and box of all that is written: legends, titles, labels and numbers of axes."""
    renderer = figure.canvas.get_renderer()
    yield from (("legend", legend.get_window_extent(renderer)) for legend in figure.legends)
    for axes in figure.axes:
        yield f"title {axes.get_title(loc='left')!r}", axes._left_title.get_window_extent(renderer)
        if axes.axison:
            for axis in (axes.xaxis, axes.yaxis):
                yield f"axis {axis.get_label_text()!r}", axis.get_tightbbox(renderer)


def check_inside(figure, what: str) -> None:
    figure.draw_without_rendering()
    whole = figure.bbox
    for name, box in written(figure):
        if box is not None and box.width > 0.0:
            assert box.x0 >= whole.x0 - 1.0 and box.x1 <= whole.x1 + 1.0, f"{what}: {name} is cropped at a side"
            assert box.y0 >= whole.y0 - 1.0 and box.y1 <= whole.y1 + 1.0, f"{what}: {name} is cropped above or below"


@pytest.mark.parametrize("name", STRUCTURES)
def test_nothing_written_is_cropped_and_no_panel_is_empty(tmp_path, name):
    result = swaying_run(tmp_path / "run", STRUCTURES[name]())
    kinds = [kind for kind in KINDS if kind not in ("thrust", "cracks", "ratio")]    # blocks are rigid, and no chain
    for options in (PlotOptions(), PlotOptions(scene=SceneOptions(colour="group"), times=(0.5, 1.0, 3.0))):
        for kind, draw in run_figures(result, kinds, options).items():
            if options.times is not None and kind != "scene":
                continue
            figure = draw()
            check_inside(figure, f"{name}, {kind}")
            for axes in figure.axes:
                assert axes.lines or axes.collections or axes.images or axes.patches, f"{kind}: an empty panel"


def test_thrust_lines_and_joints_of_a_run_are_whole(tmp_path):
    result = short_run("arch", tmp_path / "run")
    for kind, draw in run_figures(result, ["thrust"], PlotOptions(times=(0.03, 0.05))).items():
        check_inside(draw(), kind)
    check_inside(run_figures(result, ["joints"])["joints"](), "joints")


def test_cracks_and_force_ratios_are_whole(tmp_path):
    result = run_of(tmp_path / "run", DEM)
    for times in (None, (0.02,), (0.005, 0.01, 0.015, 0.02)):
        for kind, draw in run_figures(result, ["cracks", "ratio"], PlotOptions(times=times)).items():
            check_inside(draw(), f"{kind} at {times}")


def arch_model():
    return ModelSource(bundled_model("arch"), "arch.yaml").build().model


ANSWERS = {
    "limit and pushover": (lambda: answer_limit(arch_model(), LimitQuestion(direction="+x", pushover=True)),
                           {"limit", "pushover"}),
    "tilt": (lambda: answer_limit(arch_model(), LimitQuestion(tilt="+x")), {"tilt"}),
    "statics and thrust": (lambda: answer_statics(arch_model(), StaticsQuestion(lines=("all",), elastic=False)),
                           {"statics", "thrust"}),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_pictures_of_answers_are_whole(name):
    ask, kinds = ANSWERS[name]
    answer = ask()
    assert set(picture_names(answer)) == kinds
    for kind in kinds:
        check_inside(answer_figure(answer, kind), f"{name}, {kind}")


def test_a_sheet_of_histories_is_full(tmp_path):
    """Panels cover their grid: the area that axes and their labels leave is less than a third of the sheet."""
    result = swaying_run(tmp_path / "run", STRUCTURES["arch"]())
    for kind, draw in run_figures(result, ["histories", "monitors"]).items():
        figure = draw()
        figure.draw_without_rendering()
        renderer = figure.canvas.get_renderer()
        boxes = [axes.get_tightbbox(renderer) for axes in figure.axes]
        legend = figure.legends[0].get_window_extent(renderer)
        assert sum(b.width * b.height for b in (*boxes, legend)) > 0.66 * figure.bbox.width * figure.bbox.height, kind


def test_stages_events_and_the_ground_are_on_every_history(tmp_path):
    result = swaying_run(tmp_path / "run", STRUCTURES["stack with long names"]())
    course = course_of(result)
    assert [(s.name, s.start, s.stop) for s in course.stages] == [("calm", 0.0, 1.0), ("quake", 1.0, 3.0)]
    assert [(e.time, e.words) for e in course.events] == [(1.5, "cut rod")]
    figure = run_figures(result, ["histories"])["histories"]()
    labels = [axes.get_ylabel() for axes in figure.axes]
    assert labels[:2] == ["ground acceleration\nalong x  [m/s²]", "ground displacement\nalong y  [m]"]
    line = next(line for line in figure.axes[0].get_lines() if len(line.get_xdata()) == 13)
    assert np.array_equal(line.get_ydata(), np.sin(5.0 * result.time))
    for axes in figure.axes:
        assert any(list(line.get_xdata()) == [1.5, 1.5] for line in axes.get_lines())
