"""`drystone.view` by name, and figures in the hands of pyplot."""

import matplotlib
import pytest

import drystone as ds


@pytest.fixture
def pyplot():
    matplotlib.use("Agg")
    from matplotlib import pyplot
    pyplot.close("all")
    yield pyplot
    pyplot.close("all")


def test_every_name_of_view_is_there():
    for name in ds.view.__all__:
        assert getattr(ds.view, name).__name__ == name
    assert set(ds.view.__all__) <= set(dir(ds.view))


def test_an_unknown_name_of_view_is_refused():
    with pytest.raises(AttributeError, match=r"^module 'drystone\.view' has no attribute 'picture'$"):
        ds.view.picture  # noqa: B018


def test_shown_figures_are_those_of_pyplot_and_can_be_closed(pyplot):
    from drystone.view.style import new_figure
    figures = [new_figure(3.0, 2.0), new_figure(2.0, 3.0)]
    for figure in figures:
        ds.view.show(figure)
    assert [pyplot.figure(number) for number in pyplot.get_fignums()] == figures
    assert [tuple(figure.get_size_inches()) for figure in figures] == [(3.0, 2.0), (2.0, 3.0)]
    pyplot.close("all")
    assert pyplot.get_fignums() == []


def test_a_panel_alone_in_its_row_takes_the_whole_row():
    """Three panels of a joint test: slip, stresses; below them damage, as wide as both."""
    from drystone.studies.joint_test.paths import PathOptions, make_traces
    strength = {"cohesion": 0.35e6, "tension": 0.25e6}
    joint = ds.Joint("mortar", 0.7, normal_stiffness=82e9, shear_stiffness=36e9, **strength, damage={
        "tension": {"energy": 18.0, "shape": "exponential"},
        "shear": {"energy": 125.0, "shape": "exponential", "residual_cohesion": 0.0, "residual_friction": 0.7,
                  "dilation": 0.0}})
    traces = make_traces(joint, "shear", PathOptions(pressures=(1e5,), steps=20))
    figure = ds.view.joint_test_figure(joint, traces, ["mortar"])
    left, right, damage = (axes.get_subplotspec().colspan for axes in figure.axes[:3])
    assert (list(left), list(right), list(damage)) == ([0], [1], [0, 1])
