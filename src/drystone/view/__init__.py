"""Pictures of models, runs, answers and studies: `..._figure` gives a figure of matplotlib, `show` hands it to pyplot.

Names are loaded when first used; matplotlib loads only when something is drawn.
"""

from __future__ import annotations

from importlib import import_module

_HOME = {
    "Camera": "drystone.view.camera",
    "SceneOptions": "drystone.view.scene",
    "capacity_figure": "drystone.view.capacity_picture",
    "draw_study": "drystone.view.study_pictures",
    "energies_figure": "drystone.view.energies",
    "fragility_figure": "drystone.view.fragility_picture",
    "histories_figure": "drystone.view.histories",
    "joint_test_figure": "drystone.view.joint_test_picture",
    "limit_figure": "drystone.view.limit_picture",
    "model_figure": "drystone.view.model_picture",
    "monitors_figure": "drystone.view.monitors",
    "phase_figure": "drystone.view.phase",
    "plot_run": "drystone.view.figures",
    "pushover_figure": "drystone.view.pushover_picture",
    "record_figure": "drystone.view.motion_picture",
    "run_thrust_figure": "drystone.view.thrust_picture",
    "save_figure": "drystone.view.style",
    "scene_figure": "drystone.view.scene",
    "show": "drystone.view.pyplot_window",
    "study_figures": "drystone.view.study_pictures",
    "thrust_figure": "drystone.view.thrust_picture",
}

__all__ = list(_HOME)


def __getattr__(name: str):
    if name not in _HOME:
        raise AttributeError(f"module 'drystone.view' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
