"""What is doubtful in a model and in its run, in words; a doubt never ends anything."""

from __future__ import annotations

from drystone.model.anchorage import anchorage_warnings
from drystone.model.assembly import Assembly
from drystone.model.densities import density_warnings
from drystone.model.model import Model
from drystone.model.settings import RunSettings
from drystone.model.step_warnings import step_warnings


def find_doubts(assembly: Assembly, model: Model, settings: RunSettings | None, length: float | None) -> list[str]:
    """What is doubtful in a model, and in its run of `length` [s]."""
    doubts = density_warnings(assembly) + anchorage_warnings(model)
    if settings is None or length is None:
        return doubts
    return doubts + step_warnings(model, settings.analysis.load_step, length)
