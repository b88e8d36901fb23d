"""`StudyFolder`: a study on disk. Ledger, status, table, and one writer at a time."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from drystone.errors import StoreError
from drystone.model.source import ModelSource
from drystone.results.files import read_json, write_atomically
from drystone.results.lock import LOCK_NAME, WriterLock, find_writer
from drystone.studies.conduct import Standing
from drystone.studies.file.motions import records_data, records_from_data
from drystone.studies.file.read import Study, study_from_parts
from drystone.studies.ledger import LEDGER_NAME, Ledger
from drystone.studies.runs.carry_out import Base, Task, make_again
from drystone.studies.runs.outcome import Row
from drystone.studies.runs.planned import NAMING

STATUS_NAME, TABLE_NAME, REPORT_NAME = "status.json", "table.csv", "report.txt"


def base_of(study: Study) -> Base:
    """What workers are told once."""
    base, keep = study.base, study.file.keep
    return Base(base.text, base.name, base.overrides, tuple(base.files), keep.rows, keep.checkpoint)


def base_key(base: Base) -> str:
    """Name of a base model in the ledger: runs that were made from an older one can be made again, too."""
    return f"base:{hashlib.sha256(json.dumps(base.to_data(), sort_keys=True).encode()).hexdigest()[:16]}"


def study_files(study: Study) -> dict[str, bytes]:
    """Contents of all files that runs name."""
    return {**study.base.files, **study.files}


class StudyFolder:
    """A study that this process writes, from `open` to `close`."""

    def __init__(self, directory: Path, lock: WriterLock, ledger: Ledger) -> None:
        self.directory, self._lock, self.ledger = directory, lock, ledger

    @classmethod
    def open(cls, directory: Path, study: Study) -> StudyFolder:
        """Make the folder of a study, or go on with the one that is there."""
        check_place(directory)
        directory.mkdir(parents=True, exist_ok=True)
        lock = lock_folder(directory)
        try:
            ledger = Ledger.create(directory / LEDGER_NAME)
            folder = cls(directory, lock, ledger)
            folder._keep_inputs(study)
        except BaseException:
            lock.release()
            raise
        return folder

    def _keep_inputs(self, study: Study) -> None:
        name = self.ledger.meta("name")
        if name is not None and name != study.file.name:
            raise StoreError(f"'{self.directory}' holds the study {name!r}, got {study.file.name!r}: choose another "
                             "place with -o")
        known = _mapping(self.ledger.meta("files") or {}, self.directory)
        files, hashes = study_files(study), study.hashes
        new = {key: content for key, content in files.items() if key not in hashes or known.get(key) != hashes[key]}
        self.ledger.put_files(new)
        base = base_of(study)
        self.ledger.put_meta({"name": study.file.name, "kind": study.file.kind, "study": study.document.text,
                              "files": known | hashes, base_key(base): base.to_data(), "base": base_key(base),
                              "naming": NAMING, "study file": Path(study.document.path).name,
                              "records": records_data(study.records)})

    def put_status(self, standing: Standing, words: str) -> None:
        """Say how the study stands, for others to read."""
        content = asdict(standing) | {"counts": dict(standing.counts), "rate": standing.rate, "left": standing.left,
                                      "state": words}
        write_atomically(self.directory / STATUS_NAME, (json.dumps(content, indent=1) + "\n").encode())

    def put_text(self, name: str, text: str) -> Path:
        """Write a file of words."""
        path = self.directory / name
        write_atomically(path, text.encode("utf-8"))
        return path

    def close(self) -> None:
        """Let others write."""
        self.ledger.close()
        self._lock.release()

    def __enter__(self) -> StudyFolder:
        return self

    def __exit__(self, kind, error, traceback) -> None:
        self.close()


def check_place(directory: Path) -> None:
    """Refuse a place where something else is."""
    if directory.exists() and not directory.is_dir():
        raise StoreError(f"'{directory}' is no folder: choose another place with -o")
    if directory.exists() and not (directory / LEDGER_NAME).exists() and set(os.listdir(directory)) - {LOCK_NAME}:
        raise StoreError(f"'{directory}' is no study and not empty: choose another place with -o")


def lock_folder(directory: Path) -> WriterLock:
    """The right to write a study, or who has it."""
    try:
        return WriterLock.acquire(directory)
    except StoreError as error:
        raise StoreError(str(error).replace("run '", "study '", 1)) from None


def read_status(directory: Path) -> dict:
    """How a study stands; `state` says whether somebody is at it."""
    if not (directory / LEDGER_NAME).is_file():
        raise StoreError(f"'{directory}' holds no study: {LEDGER_NAME} is not there")
    if not (directory / STATUS_NAME).is_file():
        return {"state": "not begun"}
    status = read_json(directory / STATUS_NAME)
    if not isinstance(status, dict) or not isinstance(status.get("state"), str):
        raise StoreError(f"'{directory / STATUS_NAME}' is damaged: it must say in which state the study is")
    if status.get("state") == "running" and find_writer(directory) is None:
        status["state"] = "stopped"
    return status


def open_study(directory: Path) -> tuple[Study, dict[str, Row], dict[str, dict], dict[str, object]]:
    """A study, its rows, by whom they were made and what else is kept, from its folder alone, to look at; its files
    need not be there, and another version may have made it."""
    ledger = Ledger.open(directory / LEDGER_NAME)
    try:
        meta, rows, machines, files = ledger.all_meta(), ledger.rows(), ledger.machines(), ledger.files()
    finally:
        ledger.close()
    if not {"study", "study file", "records", "base"} <= set(meta) or meta["base"] not in meta:
        raise StoreError(f"'{directory}': its inputs are missing")
    kept = _mapping(meta[meta["base"]], directory)
    naming = meta.get("naming", kept.get("version"))        # once it was the version itself
    if naming != NAMING:
        raise StoreError(f"study '{directory}': must be looked at with the drystone that named its runs, by the rule "
                         f"{naming!r}, got {NAMING!r}")
    try:
        base = Base.from_data(kept, any_version=True)
        source = ModelSource(base.text, base.name, base.overrides, {name: files[name] for name in base.files})
        with tempfile.TemporaryDirectory(prefix="drystone-records-") as place:
            listed = records_from_data(meta["records"], files, Path(place))
            return study_from_parts(meta["study"], meta["study file"], source, listed), rows, machines, meta
    except (KeyError, TypeError, AttributeError, OSError) as error:
        raise StoreError(f"'{directory}': its inputs are damaged: {type(error).__name__} {error}") from None


def read_standing(directory: Path, status: Mapping) -> Standing:
    """How a study stands from its status, which somebody else may have written."""
    numbers = ("wanted", "known", "made", "errors", "losses", "seconds", "cpu")
    counts, activity = status.get("counts"), status.get("activity")
    if not (all(isinstance(status.get(key), (int, float)) for key in numbers) and isinstance(counts, dict)
            and all(isinstance(count, int) for count in counts.values())
            and isinstance(activity, list) and all(isinstance(words, str) for words in activity)):
        raise StoreError(f"'{directory / STATUS_NAME}' is damaged: it must hold numbers and words of a study")
    return Standing(**{key: status[key] for key in numbers}, counts=Counter(counts), activity=activity)


def rerun(directory: Path, run: str, output: Path | None = None, progress=None) -> tuple[str, Path]:
    """Make a run of a study again, into a whole store; run : beginning of its id."""
    with Ledger.open(directory / LEDGER_NAME) as ledger:
        run_id = ledger.find(run)
        made_from = ledger.task(run_id)
        try:
            kept = _mapping(ledger.meta(made_from["base"]), directory)
            task, base = Task.from_data(made_from), Base.from_data(kept, any_version=True)
        except (KeyError, TypeError) as error:
            raise StoreError(f"'{directory}': what run {run_id} was made from is damaged: "
                             f"{type(error).__name__} {error}") from None
        files = ledger.files((*base.files, *task.files))
    place = output or directory / "runs" / run_id
    if not (place / "run.json").exists():
        make_again(base, task, files, str(place), progress)
    return run_id, place


def _mapping(value: object, directory: Path) -> Mapping:
    if not isinstance(value, dict):
        raise StoreError(f"'{directory}': its inputs are missing")
    return value
