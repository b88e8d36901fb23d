"""Engines by name. An engine is imported when it is asked for: its kernels and libraries load then.

An engine NAME has its settings in model/settings.py and a folder of its own here, with two doors: `engine.py`, whose
ENGINE is the class, and, where it has kernels, `warmup.py` with compile_all, compile_first and compile_beside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from drystone.engines.engine import Engine
from drystone.model.model import Model
from drystone.model.settings import DEFAULT_ENGINE, ENGINE_SETTINGS, EngineSettings


@dataclass(frozen=True, slots=True)
class Entry:
    """Where an engine lives."""

    settings: type[EngineSettings]
    engine: str                 #: "module:Class"
    warm_up: str | None = None  #: module that compiles its kernels; None: it has none

    @classmethod
    def of(cls, name: str, settings: type[EngineSettings]) -> Entry:
        """The engine that lives in the folder `name`."""
        folder = f"drystone.engines.{name}"
        warm_up = f"{folder}.warmup"
        return cls(settings, f"{folder}.engine:ENGINE", warm_up if find_spec(warm_up) else None)

    def load(self) -> type:
        """The engine's class."""
        module, _, name = self.engine.partition(":")
        return getattr(import_module(module), name)

    def load_warm_up(self) -> ModuleType:
        """The module that compiles its kernels."""
        return import_module(self.warm_up)


#: Engine of a model file that names none.
DEFAULT = DEFAULT_ENGINE

ENGINES: Mapping[str, Entry] = {name: Entry.of(name, settings) for name, settings in ENGINE_SETTINGS.items()}


def make_engine(model: Model, settings: Any, end_time: float, **hooks) -> Engine:
    """The engine that `settings.engine` names, for a run until `end_time` [s].

    hooks : for tools that listen in, such as benchmarks; see the engine's constructor
    """
    return ENGINES[settings.engine].load()(model, settings, end_time, **hooks)
