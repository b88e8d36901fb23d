"""`show`: a figure into the hands of pyplot, which knows nothing of figures that were made without it."""

from __future__ import annotations


def show(figure) -> None:
    """Let a notebook, `matplotlib.pyplot.show()` or a builder of galleries display `figure` as if pyplot had made it.

    Nothing appears by itself: a notebook displays it at the end of the cell, a script when it calls `pyplot.show()`.
    """
    from matplotlib import pyplot
    pyplot.figure(FigureClass=lambda *_, **__: figure)
