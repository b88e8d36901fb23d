"""`drystone write`: the blocks of a model as a drawing."""

from __future__ import annotations

from pathlib import Path

from drystone.cli.show import show
from drystone.errors import InputError
from drystone.io.blocks import write_blocks
from drystone.model.file import read_model


def write_model(path: Path, overrides: list[str], target: Path, *, overwrite: bool) -> None:
    """Write the blocks of a model file to a drawing."""
    if target.exists() and not overwrite:
        raise InputError(f"write: '{target}' is there already; use --overwrite to replace it")
    assembly, _, _ = read_model(path, overrides)
    blocks = assembly.shapes()
    write_blocks(target, blocks)
    show(f"{target}: {len(blocks)} blocks of model {assembly.name}")
