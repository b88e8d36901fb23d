"""Names of files in a run's directory, and the tables that a run was created with."""

from __future__ import annotations

from pathlib import Path

from drystone.errors import InputError, StoreError
from drystone.model.tables import TableSpec
from drystone.results.files import read_json

LAYOUT_NAME = "tables.json"
STATIC_NAME = "static.npz"
INPUTS_NAME = "inputs"


def read_tables(directory: Path) -> dict[str, TableSpec]:
    """Tables of a run."""
    path = directory / LAYOUT_NAME
    content = read_json(path)
    try:
        return {name: TableSpec.from_json(spec) for name, spec in content.items()}
    except (KeyError, TypeError, ValueError, InputError) as error:
        raise StoreError(f"'{path}' is damaged: {error}") from error
