"""`merge_studies`: the ledgers of shards joined into one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from drystone.errors import InputError, StoreError
from drystone.studies.folder import check_place, lock_folder
from drystone.studies.ledger import LEDGER_NAME, Ledger


def merge_studies(directories: Sequence[Path], output: Path) -> list[int]:
    """Copy all runs of the studies in `directories` into `output`; returns how many of each are new there.

    All of them must be shards of one study. What is wrong is refused before anything is written; each shard comes in
    whole or not at all.
    """
    if not directories:
        raise InputError("study merge: say which folders and where to: drystone study merge DIR DIR ... -o DIR")
    with ExitStack() as held:
        sources = [held.enter_context(Ledger.open(directory / LEDGER_NAME)) for directory in directories]
        _check_same([(directory, source) for directory, source in zip(directories, sources)])
        for directory in directories:
            if output.exists() and directory.samefile(output):
                raise InputError(f"study merge: -o must be another folder than those that are merged, got '{output}'")
        check_place(output)
        if (output / LEDGER_NAME).is_file():
            with Ledger.open(output / LEDGER_NAME) as known:
                _check_same([(output, known), (directories[0], sources[0])])
        output.mkdir(parents=True, exist_ok=True)
        held.callback(lock_folder(output).release)
        target = held.enter_context(Ledger.create(output / LEDGER_NAME))
        return [target.take_in(source) for source in sources]


def _check_same(ledgers: Sequence[tuple[Path, Ledger]]) -> None:
    (_, first), *others = ledgers
    for directory, ledger in others:
        for key in ("name", "kind"):
            if ledger.meta(key) != first.meta(key):
                raise StoreError(f"study merge: '{directory}' must hold the study {first.meta('name')!r} "
                                 f"({first.meta('kind')}), got {ledger.meta('name')!r} ({ledger.meta('kind')})")
