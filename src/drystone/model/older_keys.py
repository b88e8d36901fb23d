"""Keys that model files used to have: they still work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

#: Older keys of `output`, and what stands for them today.
OLDER_OUTPUT: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "every": lambda value: {"frames": value},
    "contacts": lambda value: {} if value else {"interfaces": False},
    "checkpoint_every": lambda value: {"checkpoints": value},
}


def rename_keys(given: dict, section: str, older: Mapping[str, Callable[[Any], dict[str, Any]]]) -> dict:
    """`given` with older keys replaced; what is given under its present name counts."""
    found = {key: value for key, value in given.items() if key not in older}
    for key in older:
        if key in given:
            found = older[key](given[key]) | found
    return found
