"""Engines by name. An engine is imported when it is asked for: its kernels and libraries load then.

A new engine is its folder here (what it serves: engine.py), an entry below, and its settings in model/settings.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

from drystone.engines.engine import Engine
from drystone.model.model import Model
from drystone.model.settings import DEFAULT_ENGINE


@dataclass(frozen=True, slots=True)
class Entry:
    """Where an engine lives."""

    engine: str                 #: "module:Class"
    warm_up: str | None = None  #: module with compile_all, compile_first, compile_beside; None: it has no kernels

    def load(self) -> type:
        """The engine's class."""
        module, _, name = self.engine.partition(":")
        return getattr(import_module(module), name)

    def load_warm_up(self) -> ModuleType:
        """The module that compiles its kernels."""
        return import_module(self.warm_up)


#: Engine of a model file that names none.
DEFAULT = DEFAULT_ENGINE

ENGINES: Mapping[str, Entry] = {
    "nscd": Entry("drystone.engines.nscd.engine:NscdEngine", "drystone.engines.nscd.warmup"),
    "rocking": Entry("drystone.engines.rocking.engine:RockingEngine"),
}


def make_engine(model: Model, settings: Any, end_time: float, **hooks) -> Engine:
    """The engine that `settings.engine` names, for a run until `end_time` [s].

    hooks : for tools that listen in, such as benchmarks; see the engine's constructor
    """
    return ENGINES[settings.engine].load()(model, settings, end_time, **hooks)
