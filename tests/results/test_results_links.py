"""Links in a run's folder: nobody's file is written over through one, and a linked output stays a link."""

from __future__ import annotations

import os
import re

import h5py
import numpy as np
import pytest

from drystone.errors import StoreError
from drystone.model.tables import TableSpec
from drystone.results.inputs import RunInputs
from drystone.results.lock import WriterLock
from drystone.results.repair import repair_run
from drystone.results.result import open_result
from drystone.results.writer import RunWriter

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links need rights there")

INPUTS = RunInputs("name: wall\n", {"name": "wall"})
TABLES = {"steps": TableSpec({"x": ("f8", (), "m")})}
DIARY = b"dear diary"


@pytest.fixture
def diary(tmp_path):
    """Somebody's file, which is not to be touched."""
    path = tmp_path / "diary"
    path.write_bytes(DIARY)
    return path


def create(directory, status="stopped", **options) -> None:
    writer = RunWriter.create(directory, INPUTS, TABLES, **options)
    for step in range(5):
        writer.append("steps", step=step, time=1e-3 * step, x=float(step))
    writer.finish(status)


def make_unclosed(directory, tmp_path) -> None:
    """A run as a kill leaves it: the segment was never closed."""
    writer = RunWriter.create(directory, INPUTS, TABLES)
    writer.append("steps", step=0, time=0.0, x=0.0)
    writer.flush()
    torn = (directory / "segment-0000.h5").read_bytes()
    writer.finish("stopped")
    (directory / "segment-0000.h5").write_bytes(torn)
    with pytest.raises(OSError):
        h5py.File(directory / "segment-0000.h5", "r", locking=False)


def continue_run(directory) -> None:
    RunWriter.resume(directory, INPUTS).finish("stopped")


@pytest.mark.parametrize("act", [repair_run, continue_run])
@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_linked_lock_is_refused(tmp_path, diary, act, link):
    create(tmp_path / "run")
    (tmp_path / "run" / "lock").unlink()
    link(diary, tmp_path / "run" / "lock")
    where = re.escape(str(tmp_path / "run"))
    with pytest.raises(StoreError, match=rf"^run '{where}': its file 'lock' must be a plain file"):
        act(tmp_path / "run")
    assert diary.read_bytes() == DIARY
    assert open_result(tmp_path / "run").status == "stopped"     # reading needs no lock


@pytest.mark.parametrize("act", [repair_run, continue_run])
def test_a_pipe_in_place_of_the_lock_is_refused(tmp_path, act):
    create(tmp_path / "run")
    (tmp_path / "run" / "lock").unlink()
    os.mkfifo(tmp_path / "run" / "lock")
    with pytest.raises(StoreError, match="its file 'lock' must be a plain file"):
        act(tmp_path / "run")
    assert open_result(tmp_path / "run").status == "stopped"


@pytest.mark.parametrize("name", ["run.json.partial", "segment-0000.h5.partial", "segment-0001.h5.partial"])
@pytest.mark.parametrize("act", [repair_run, continue_run])
def test_links_that_await_a_writer_are_not_followed(tmp_path, diary, act, name):
    make_unclosed(tmp_path / "run", tmp_path)
    record = tmp_path / "run" / "run.json"
    record.write_text(record.read_text().replace('"stopped"', '"running"'))     # so that it is written again
    (tmp_path / "run" / name).symlink_to(diary)
    act(tmp_path / "run")
    assert diary.read_bytes() == DIARY
    assert not (tmp_path / "run" / name).is_symlink()
    assert np.array_equal(open_result(tmp_path / "run").column("steps", "x"), [0.0] if act is repair_run else [])


@pytest.mark.parametrize("name", ["checkpoint-000000000003.npz.partial", "run.json.partial"])
def test_a_writer_at_work_follows_no_link(tmp_path, diary, name):
    writer = RunWriter.create(tmp_path / "run", INPUTS, TABLES)
    (tmp_path / "run" / name).symlink_to(diary)
    writer.append("steps", step=3, time=0.0, x=0.0)
    writer.checkpoint({"x": np.zeros(2)}, 3, 0.0)
    writer.finish()
    assert diary.read_bytes() == DIARY


def test_overwriting_a_linked_output_keeps_the_link(tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "disk" / "run")
    create(tmp_path / "out")                                     # a link to nothing yet
    create(tmp_path / "out", "finished", overwrite=True)
    assert (tmp_path / "out").is_symlink()
    assert open_result(tmp_path / "disk" / "run").status == "finished"
    assert sorted(path.name for path in (tmp_path / "disk").iterdir()) == ["run"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["disk", "out"]


def test_a_refused_overwriting_keeps_the_old_run(tmp_path, monkeypatch):
    create(tmp_path / "run", "finished")

    def full(*args, **options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("drystone.results.writer.SegmentWriter", full)
    with pytest.raises(StoreError, match=r"^cannot create run '.*/run': No space left on device$"):
        create(tmp_path / "run", overwrite=True)
    assert open_result(tmp_path / "run").status == "finished"
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_a_run_that_is_written_is_not_replaced(tmp_path):
    writer = RunWriter.create(tmp_path / "run", INPUTS, TABLES)
    with pytest.raises(StoreError, match=rf"^run '.*/run' is being written by process {os.getpid()} "):
        create(tmp_path / "run", overwrite=True)
    writer.finish()
    assert open_result(tmp_path / "run").status == "finished"


def test_a_lock_of_a_run_that_was_replaced_is_not_taken_for_the_new_ones(tmp_path, monkeypatch):
    """Who opens the lock of a run just before it is replaced must see the lock of the new one."""
    create(tmp_path / "run")
    swapped = []
    real = os.open

    def open_slowly(path, *options, **more):
        handle = real(path, *options, **more)
        if str(path).endswith("/lock") and not swapped:
            swapped.append(path)
            create(tmp_path / "run", "finished", overwrite=True)
        return handle

    monkeypatch.setattr("drystone.results.lock.os.open", open_slowly)
    lock = WriterLock.acquire(tmp_path / "run")
    assert os.path.samestat(os.fstat(lock._handle), os.stat(tmp_path / "run" / "lock"))
    lock.release()


def test_repair_leaves_exports_under_way_alone(tmp_path):
    create(tmp_path / "run")
    (tmp_path / "run" / ".csv.partial-there-1-00000000").mkdir()
    (tmp_path / "run" / ".blocks.glb.1.partial").write_bytes(b"half")
    (tmp_path / "run" / "folder.partial").mkdir()
    assert repair_run(tmp_path / "run").lines() == ["nothing to repair"]
    continue_run(tmp_path / "run")
    assert {".csv.partial-there-1-00000000", ".blocks.glb.1.partial", "folder.partial"} <= {
        path.name for path in (tmp_path / "run").iterdir()}


def test_columns_keep_no_chunks_in_memory(tmp_path):
    """HDF5's cache of chunks belongs to a column and fills as rows come: of no use to a writer, and 1 MB a column."""
    writer = RunWriter.create(tmp_path / "run", INPUTS, TABLES)
    file = writer._segment._file
    assert file.id.get_access_plist().get_cache()[2] == 0
    columns = writer._segment._columns["steps"]
    assert [item.id.get_access_plist().get_chunk_cache()[1] for item in columns.values()] == [0, 0, 0]
    writer.finish()
