"""drystone: how masonry stands, moves and collapses, block by block.

The names below are what a script needs; they are loaded when first used, so that ``drystone --help``
stays quick.
"""

from __future__ import annotations

from importlib import import_module

from drystone._version import VERSION as __version__
from drystone.late import appoint

_HOME = {
    "Assembly": "drystone.model.assembly",
    "Model": "drystone.model.model",
    "State": "drystone.model.state",
    "Joint": "drystone.model.joint",
    "read_model": "drystone.model.file",
    "read_blocks": "drystone.io.blocks",
    "write_blocks": "drystone.io.blocks",
    "run": "drystone.simulation.run",
    "open_result": "drystone.studies.opening",
    "write_answer": "drystone.results.answer",
    "InputError": "drystone.errors",
    "SolveError": "drystone.errors",
    "StoreError": "drystone.errors",
    "box": "drystone.geometry.primitives",
    "hull": "drystone.geometry.primitives",
    "patterns": "drystone.patterns",
    "motion": "drystone.motion",
    "analysis": "drystone.analysis",
    "rocking": "drystone.rocking",
    "limit": "drystone.limit",
    "view": "drystone.view",
    "studies": "drystone.studies",
    "fit_fragility": "drystone.studies.fragility",
    "run_study": "drystone.studies.study",
    "StudyResult": "drystone.studies.study",
}

#: Names that are modules, not something in one.
_MODULES = ("patterns", "motion", "analysis", "rocking", "limit", "view", "studies")

#: Who does what results and structures ask of layers above them, see `drystone.late`.
appoint(fallen="drystone.analysis.fallen:fallen_blocks",
        result_figure="drystone.view.notebook:result_figure", answer_figure="drystone.view.notebook:one_answer_figure",
        result_html="drystone.view.notebook:result_html", answer_html="drystone.view.notebook:answer_html",
        assembly_html="drystone.view.notebook:assembly_html", model_html="drystone.view.notebook:model_html",
        study_figure="drystone.view.study_pictures:study_figure",
        study_html="drystone.view.notebook:study_html", result_page="drystone.view.notebook:result_page")

__all__ = ["__version__", *_HOME]


def __getattr__(name: str):
    if name not in _HOME:
        raise AttributeError(f"module 'drystone' has no attribute {name!r}")
    home = import_module(_HOME[name])
    return home if name in _MODULES else getattr(home, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
