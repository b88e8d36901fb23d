"""`Result`: what every kind of result has in common."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import numpy as np

from drystone.late import ask
from drystone.results.inputs import RunInputs, read_arrays, read_inputs
from drystone.results.layout import INPUTS_NAME, STATIC_NAME
from drystone.results.names import Names, as_text
from drystone.results.record import RunRecord, read_record


class Result:
    """A result as it stood when it was opened, or at the last `refresh`.

    Attributes
    ----------
    directory : where it is
    kind : run, limit or statics
    engine : that made a run, by name; "" for other kinds
    status : running, interrupted (its writer is gone), stopped, failed, finished, collapsed, rested or undecided
    message : why it ended so
    version, hash, created : of drystone, of the inputs, and when [UTC]
    totals : a few numbers about the whole
    notes : what restarts and repairs had to overcome
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.refresh()

    def refresh(self) -> None:
        """Look again."""
        self._take_record(read_record(self.directory))

    def _take_record(self, record: RunRecord) -> None:
        self.kind, self.engine = record.kind, record.engine
        self.status, self.message = record.status, record.message
        self.totals, self.notes = dict(record.totals), record.notes
        self.version, self.hash, self.created = record.version, record.hash, record.created
        self._text_name = record.inputs
        for name in ("inputs", "static", "names"):      # another result may have taken the place
            self.__dict__.pop(name, None)

    @cached_property
    def inputs(self) -> RunInputs:
        """Model text, resolved model and arrays as given."""
        return read_inputs(self.directory / INPUTS_NAME, self._text_name)

    @property
    def inputs_text(self) -> str:
        """Model file as given."""
        return self.inputs.text

    @cached_property
    def static(self) -> dict[str, np.ndarray]:
        """Arrays that do not change: geometry, names of blocks; text is text."""
        return {name: as_text(array) for name, array in read_arrays(self.directory / STATIC_NAME).items()}

    @cached_property
    def names(self) -> Names:
        """What blocks, groups and ties are called."""
        return Names.of(self)

    @property
    def block_names(self) -> tuple[str, ...]:
        """All blocks, supports too, in the order of the model."""
        return self.names.blocks

    @property
    def groups(self) -> tuple[str, ...]:
        """All groups of blocks."""
        return tuple(self.names.selection.groups)

    @property
    def tie_names(self) -> tuple[str, ...]:
        """All cables and rods."""
        return self.names.ties

    # -- how it shows itself -------------------------------------------------------------------------

    def plot(self, kind: str | None = None, **options):
        """One of the pictures of `drystone plot` as a matplotlib figure.

        Parameters
        ----------
        kind : which; None: of a run its scene, of an answer mechanism and forces
        options : of a run those of `drystone.view.figures.PlotOptions`: blocks, times, scene, overlay
        """
        return ask("result_figure", self, kind, **options)

    def view(self, *, every: int = 1, height: int = 560):
        """The page of `drystone view` for a notebook, within it and without any network.

        Parameters
        ----------
        every : every so many of the kept frames
        height : of its window [pixels]
        """
        return ask("result_page", self, every=every, height=height)

    def _repr_html_(self) -> str:
        return ask("result_html", self)
