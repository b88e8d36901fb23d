"""`drystone example`: bundled model and study files as a start for one's own."""

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


#: Bundled studies: the model that each shakes, and what it shows.
STUDIES = {
    "study-domain": ("block3d", "for which pulses a block turns over, in both directions, some 80 runs"),
    "study-stripes": ("block3d", "how likely it is that a block turns over, by synthetic motions, 80 runs"),
}


def write_example(name: str | None) -> None:
    """Write the bundled model or study `name` into the current directory; without a name, list them."""
    if name is None:
        for known, story in (EXAMPLES | {study: story for study, (_, story) in STUDIES.items()}).items():
            typer.echo(f"{known:<15}{story}")
        return
    if name not in EXAMPLES and name not in STUDIES:
        raise InputError(f"example: no model is called {name!r}; there are {', '.join((*EXAMPLES, *STUDIES))}")
    path = Path(f"{name}.yaml")
    if path.exists():
        raise InputError(f"example: '{path}' is there already; nothing was written")
    if name in STUDIES:
        _write_study(name, path)
        return
    write_atomically(path, bundled_model(name).encode())
    typer.echo(f"{path}: {EXAMPLES[name]}")
    typer.echo(f"next: drystone check {path}, drystone run {path}")


def _write_study(name: str, path: Path) -> None:
    """The study, and its model where there is none of that name."""
    model, story = STUDIES[name]
    place, text = Path(f"{model}.yaml"), bundled_model(model)
    if place.exists() and place.read_text(encoding="utf-8") != text:
        raise InputError(f"example: '{place}', which {name} needs, is there already and another one; nothing was "
                         "written")
    write_atomically(place, text.encode())
    write_atomically(path, bundled_model(f"studies/{name}").encode())
    typer.echo(f"{path}: {story}")
    typer.echo(f"{place}: {EXAMPLES[model]}")
    typer.echo(f"next: drystone study {path} --dry-run, drystone study {path}")
