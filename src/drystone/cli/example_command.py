"""`drystone example`: bundled model files as a start for one's own."""

from __future__ import annotations

from pathlib import Path

import typer

from drystone.cli.demo_command import MODELS, bundled_model
from drystone.errors import InputError
from drystone.results.files import write_atomically

#: All bundled models: those of the demo, and larger ones that take longer to run.
EXAMPLES = MODELS | {
    "lintel": "a mortared portal with a tie-rod, 10 blocks, whose footing settles",
    "spandrel_arch": "a wall with an arch, 201 blocks, under a sine in its plane",
    "house": "a stone house of three walls, 191 blocks, under a pulse",
    "church": "a church with vaults and a bell tower, 5117 blocks, under a pulse",
}


def write_example(name: str | None) -> None:
    """Write the bundled model `name` into the current directory; without a name, list them."""
    if name is None:
        for known, story in EXAMPLES.items():
            typer.echo(f"{known:<15}{story}")
        return
    if name not in EXAMPLES:
        raise InputError(f"example: no model is called {name!r}; there are {', '.join(EXAMPLES)}")
    path = Path(f"{name}.yaml")
    if path.exists():
        raise InputError(f"example: '{path}' is there already; nothing was written")
    write_atomically(path, bundled_model(name).encode())
    typer.echo(f"{path}: {EXAMPLES[name]}")
    typer.echo(f"next: drystone check {path}, drystone run {path}")
