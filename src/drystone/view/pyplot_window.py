"""`show`: a figure into the hands of pyplot, which knows nothing of figures that were made without it."""

from __future__ import annotations

from typing import Any


def show(figure) -> None:
    """Let a notebook, `matplotlib.pyplot.show()` or a builder of galleries display `figure` as if pyplot had made it.

    Nothing appears by itself: a notebook displays it at the end of the cell, a script when it calls `pyplot.show()`.
    """
    from matplotlib import pyplot

    def hand_over(*_: object, **__: object) -> Any:
        return figure

    pyplot.figure(FigureClass=hand_over)  # type: ignore[arg-type]
