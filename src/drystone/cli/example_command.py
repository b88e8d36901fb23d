"""`drystone example`: bundled model files as a start for one's own."""

from __future__ import annotations

from pathlib import Path

import typer

from drystone.cli.demo_command import MODELS, bundled_model
from drystone.errors import InputError


def write_example(name: str | None) -> None:
    """Write the bundled model `name` into the current directory; without a name, list them."""
    if name is None:
        for known, story in MODELS.items():
            typer.echo(f"{known:<10}{story}")
        return
    if name not in MODELS:
        raise InputError(f"example: no model is called {name!r}; there are {', '.join(MODELS)}")
    path = Path(f"{name}.yaml")
    if path.exists():
        raise InputError(f"example: '{path}' is there already; nothing was written")
    path.write_text(bundled_model(name), encoding="utf-8")
    typer.echo(f"{path}: {MODELS[name]}")
    typer.echo(f"next: drystone check {path}, drystone run {path}")
