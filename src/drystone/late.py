"""What a lower layer asks of an upper one, by the name of the task: a result that is drawn, a model that shows itself.

Imports go down, but `result.plot()` is what people look for on a result. So a result knows the task alone, and the root
of the package (`drystone/__init__.py`), which stands above all layers, says which function does it.
"""

from __future__ import annotations

from importlib import import_module

#: Task -> "module:function".
_HOMES: dict[str, str] = {}


def appoint(**homes: str) -> None:
    """Say who does tasks, as ``task="drystone.module:function"``; nothing is loaded before somebody asks."""
    _HOMES.update(homes)


def ask(task: str, *args, **options):
    """Have a task done; what the function returns."""
    module, _, name = _HOMES[task].partition(":")
    return getattr(import_module(module), name)(*args, **options)
