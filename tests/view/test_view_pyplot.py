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
