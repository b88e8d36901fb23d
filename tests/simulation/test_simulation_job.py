"""Runs as plain data: the same bits whichever way a job comes, nothing on disk unless asked for."""

import json
import tempfile

import numpy as np
import pytest

import drystone as ds
from drystone.errors import InputError
from drystone.geometry.shape import NamedShape
from drystone.io import write_blocks
from drystone.model import source as sources
from drystone.model.source import ModelSource
from drystone.simulation.job import Job, execute
from drystone.simulation.sink import MemorySink, store_sink

MODEL = """
drystone: 1
name: pushed
gravity: 9.81
materials: {stone: {density: 2000}}
joints: {dry: {friction: 0.5}}
blocks:
  - {name: block, box: {size: [0.4, 0.4, 0.8], center: [0, 0, 0.4]}, material: stone}
ground: {level: 0}
motions:
  - {name: quake, kind: record, parameters: {path: quake.csv, format: csv, units: m/s2}, direction: [1, 0, 0],
     after: zero}
monitors: [{name: top, block: block, point: [0, 0, 0.8], quantity: displacement, component: x}]
duration: 0.2
analysis: {dt: 1e-3}
"""
RECORD = "time,acceleration\n" + "\n".join(f"{0.01 * k:.2f},{6.0 * (-1) ** (k // 5):.1f}" for k in range(21)) + "\n"


@pytest.fixture
def path(tmp_path):
    (tmp_path / "quake.csv").write_text(RECORD)
    (tmp_path / "pushed.yaml").write_text(MODEL)
    return tmp_path / "pushed.yaml"


def run_in_memory(job: Job):
    sink = MemorySink()
    return execute(job, sink.open), sink


def test_a_job_is_json_and_gives_the_same_bits_elsewhere(path, tmp_path):
    """The copy knows nothing of the folder: it brings the record along."""
    job = Job(ModelSource.read(path))
    text = job.to_json()
    (tmp_path / "quake.csv").unlink()
    copy = Job.from_json(json.loads(json.dumps(text)))
    assert copy.source.folder == "" and copy.source.files == {"quake.csv": RECORD.encode()}
    there, here = run_in_memory(copy), None
    (tmp_path / "quake.csv").write_text(RECORD)
    here = run_in_memory(Job(ModelSource.read(path)))
    assert there[0].status == here[0].status == "finished"
    assert np.abs(here[1].monitor("top")).max() > 1e-3
    assert np.array_equal(there[1].monitor("top"), here[1].monitor("top"))


def test_memory_and_store_tell_the_same_and_memory_leaves_nothing(path, tmp_path):
    job = Job(ModelSource.read(path))
    before = sorted(tmp_path.iterdir())
    outcome, sink = run_in_memory(job)
    assert sorted(tmp_path.iterdir()) == before
    built = job.source.build()
    execute(job, store_sink(tmp_path / "run", built.settings), built=built)
    result = ds.open_result(tmp_path / "run")
    assert (result.status, result.message) == (outcome.status, outcome.message) == (sink.status, sink.message)
    assert np.array_equal(result.monitor("top"), sink.monitor("top"))
    assert np.array_equal(result.energy("kinetic"), sink.energy("kinetic")) and np.array_equal(result.time, sink.time)


def test_a_change_of_motion_builds_no_geometry(path, monkeypatch):
    job = Job(ModelSource.read(path))
    first = job.source.build().model
    monkeypatch.setattr(sources, "build_structure", None)      # would raise if it were called
    louder = job.with_("motions[quake].direction=[0, 1, 0]", "analysis.dt=5e-4", "monitors=[]").source.build()
    assert louder.model.parts is first.parts and louder.settings.analysis.dt == 5e-4 and louder.model.monitors == ()
    assert np.array_equal(louder.model.loads.ground_motions[0].direction, [0.0, 1.0, 0.0])
    assert first.monitors and np.array_equal(first.loads.ground_motions[0].direction, [1.0, 0.0, 0.0])


def test_a_change_of_geometry_builds_it(path):
    job = Job(ModelSource.read(path))
    first = job.source.build().model
    wider = job.with_("blocks[block].box.size=[0.5, 0.4, 0.8]").source.build().model
    assert wider.mass[0] == pytest.approx(1.25 * first.mass[0])
    rougher = job.with_("joints.dry.friction=0.7").source.build().model
    assert rougher.joints[0].friction == 0.7 and first.joints[0].friction == 0.5


def test_another_drawing_under_the_same_path_is_another_structure(path, tmp_path):
    """The structure that is kept goes by what the drawing holds, not by what it is called."""
    text = path.read_text()
    box = "  - {name: block, box: {size: [0.4, 0.4, 0.8], center: [0, 0, 0.4]}, material: stone}\n"
    path.write_text(text.replace(f"blocks:\n{box}", "files: [{path: block.obj, material: stone, unit: m}]\n"))
    models = []
    for width in (0.4, 0.5, 0.4):
        write_blocks(tmp_path / "block.obj", [NamedShape("block", ds.box((width, 0.4, 0.8), center=(0, 0, 0.4)))])
        models.append(ModelSource.read(path).build().model)
    assert [model.mass[0] for model in models] == pytest.approx([256.0, 320.0, 256.0])
    assert models[2].parts is models[0].parts and models[1].parts is not models[0].parts
    assert models[1].block_names == ("block", "ground")


def test_what_is_refused_leaves_nothing_behind(path, tmp_path):
    """Overlapping blocks are found by the engine: no sink is opened. The message says where in the file."""
    text = path.read_text().replace("ground:", "  - {name: other, box: {size: [0.4, 0.4, 0.8], center: [0.3, 0, 0.4]},"
                                               " material: stone}\nground:")
    path.write_text(text)
    opened = []
    with pytest.raises(InputError, match=r"pushed\.yaml:8: blocks 'block' and 'other' overlap by 0\.1 m"):
        execute(Job(ModelSource.read(path)), lambda *given: opened.append(given))
    assert opened == []


def test_a_job_without_analysis_and_one_of_another_kind(path):
    path.write_text(path.read_text().replace("analysis: {dt: 1e-3}", ""))
    with pytest.raises(InputError, match=r"pushed\.yaml: analysis is missing: give at least the time step, "
                                         r"analysis: \{dt: 1e-3\}$"):
        execute(Job(ModelSource.read(path)), MemorySink().open)
    with pytest.raises(InputError, match=r"^job: kind must be run, got 'study'$"):
        Job.from_json('{"kind": "study"}')


def test_files_of_a_job_stay_within_their_folder():
    source = ModelSource(MODEL, "m.yaml", files={"../quake.csv": b""})
    with pytest.raises(InputError, match=r"^m\.yaml: path '\.\./quake\.csv' must lie within the folder of the model "
                                         r"file$"):
        source.build()


@pytest.mark.parametrize(("output", "tables", "frames"), [
    ({}, {"steps", "frames", "interfaces"}, 21), ({"frames": 50}, {"steps", "frames", "interfaces"}, 5),
    ({"interfaces": False}, {"steps", "frames"}, 21), ({"frames": False}, {"steps"}, None),
    ({"every": 100, "contacts": False, "checkpoint_every": 7}, {"steps", "frames"}, 3),
    ({"frames": 100, "interfaces": 40, "checkpoints": False}, {"steps", "frames", "interfaces"}, 3)])
def test_each_table_has_its_own_pace(path, tmp_path, output, tables, frames):
    model = ModelSource.read(path).build().model
    result = ds.run(model, duration=0.2, dt=1e-3, directory=tmp_path / "run", output=output)
    assert set(result.tables) == tables
    assert frames is None or result.row_count("frames") == frames
    assert ("interfaces" not in tables) or result.row_count("interfaces") == (
        5 if output.get("interfaces") == 40 else frames - 1)
    assert result.row_count("steps") == 201
    assert (result.checkpoint() is None) == (output.get("checkpoints") is False)


def test_a_job_is_what_was_read_not_what_the_disk_has_since(path, tmp_path):
    """The record changes after the job was made: the job, its copy and its inputs stay what they were."""
    job = Job(ModelSource.read(path))
    before = run_in_memory(job)[1].monitor("top")
    (tmp_path / "quake.csv").write_text(RECORD.replace("6.0", "9.0"))
    for same in (job, Job.from_json(job.to_json()), job.with_("output.frames=5")):
        assert same.source.files["quake.csv"] == RECORD.encode()
        assert np.array_equal(run_in_memory(same)[1].monitor("top"), before)
    assert not np.array_equal(run_in_memory(Job(ModelSource.read(path)))[1].monitor("top"), before)


def test_a_job_that_brings_no_record_does_not_find_one_by_chance(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"quake\.csv': file must be readable, got No such file"):
        Job(ModelSource(MODEL, "m.yaml")).source.build()


def test_paths_that_leave_the_folder_are_refused_before_they_travel(path, tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "m.yaml").write_text(MODEL.replace("quake.csv", "../quake.csv"))
    job = Job(ModelSource.read(tmp_path / "sub" / "m.yaml"))
    assert run_in_memory(job)[0].status == "finished"
    with pytest.raises(InputError, match=r"path '\.\./quake\.csv' must lie within the folder of the model file$"):
        job.to_json()


def test_what_is_added_to_a_built_assembly_stays_there(path):
    source = ModelSource.read(path)
    built = source.build()
    built.assembly.material("brick", density=1800.0)
    assert "brick" not in source.build().assembly.materials


@pytest.mark.parametrize("text", ["nonsense", "[]", '{"kind": "run"}', '{"kind": "run", "model": 3}'])
def test_what_is_no_job_is_one_line(text):
    with pytest.raises(InputError, match=r"^job: is no job of drystone: "):
        Job.from_json(text)


def test_memory_tells_what_there_is(path):
    _, sink = run_in_memory(Job(ModelSource.read(path)))
    with pytest.raises(ds.StoreError, match=r"^run in memory: no monitor 'zzz'; it has: top$"):
        sink.monitor("zzz")


def test_a_refused_run_leaves_no_temporary_folder(path, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    with pytest.raises(InputError):
        ds.run(ModelSource.read(path).build().model, duration=0.2, dt=1e-3, end={"force_ratio": 0.1})
    assert list((tmp_path / "tmp").iterdir()) == []


def test_an_override_with_an_old_key_wins_over_the_file(path, capsys):
    path.write_text(path.read_text() + "output: {frames: 20}\n")
    assert ModelSource.read(path, ["output.every=5"]).build().settings.output.frames == 5
    assert ModelSource.read(path, ["output.contacts=false"]).build().settings.output.interfaces == 0
    path.write_text(path.read_text().replace("frames: 20", "every: 20"))
    assert ModelSource.read(path, ["output.frames=5"]).build().settings.output.frames == 5
    assert "notice: --set output.every: output.every is old: it is output.frames now" in capsys.readouterr().err
