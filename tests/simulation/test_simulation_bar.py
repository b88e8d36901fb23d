"""A deformable engine through the seam: no copy of recorder, monitors, stop rules, store or run."""

import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from bar_engine import SECTION, SUB_STEPS, BarSettings

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "export"))

from test_export_gltf import read_glb
from vtkhdf_reader import read_grids

import drystone as ds
from drystone.analysis.energy import balance_error
from drystone.engines import registry
from drystone.errors import InputError
from drystone.export.run import export_run
from drystone.geometry.primitives import box
from drystone.model import settings as model_settings
from drystone.model import uses
from drystone.model.assembly import Assembly
from drystone.results.inputs import RunInputs
from drystone.simulation.execute import execute_model
from drystone.simulation.run import make_settings
from drystone.simulation.sink import MemorySink
from drystone.view.figures import KINDS, plot_run
from drystone.view.scene import COLOURS, SceneOptions, prepare_scene

G, LENGTH, DENSITY, YOUNG, SPRINGS = 9.81, 2.0, 2000.0, 2e7, 8
SAG = DENSITY * G * LENGTH**2 / (2 * YOUNG)                                        # [m]
SPEED = np.sqrt(YOUNG / DENSITY)                                                   # of waves [m/s]
FIRST = 2 * SPEED * SPRINGS / LENGTH * np.sin(np.pi / (4 * SPRINGS))               # frequency of the chain [rad/s]
DT = 2 * np.pi / FIRST / 20
BAR = {"engine": "bar", "dt": DT, "young": YOUNG, "springs": SPRINGS}


@pytest.fixture(autouse=True)
def bar(monkeypatch):
    """The engine is known by name, as those of the package are."""
    monkeypatch.setitem(registry.ENGINES, "bar", registry.Entry(BarSettings, "bar_engine:BarEngine"))
    monkeypatch.setitem(model_settings.ENGINE_SETTINGS, "bar", BarSettings)
    monkeypatch.setitem(uses.USES, "bar", uses.Uses("bar", frozenset({"density"}), harmless={"friction": "it stands"}))


def scene() -> Assembly:
    scene = Assembly("bar", gravity=G)
    scene.material("rubber", density=DENSITY)
    scene.joint("dry", friction=0.7)
    scene.add("bar", box((0.1, 0.1, LENGTH), center=(0.0, 0.0, LENGTH / 2)), material="rubber")
    scene.add_ground(level=0.0)
    for name, height in (("top", LENGTH), ("middle", LENGTH / 2)):
        scene.monitor(name, "bar", point=(0.0, 0.0, height), quantity="displacement", component="z")
    scene.monitor("speed", "bar", point=(0.0, 0.0, LENGTH), quantity="velocity", component="z")
    scene.monitor("stretch", "bar", point=(0.0, 0.0, LENGTH), quantity="opening", axis="z",
                  relative_to=[("bar", (0.0, 0.0, LENGTH / 2))])
    return scene


def columns(result) -> dict[str, np.ndarray]:
    return {f"{name}/{key}": value for name in result.tables for key, value in result.table(name).items()}


def test_free_vibration_has_the_frequency_of_the_chain():
    """Plucked in its first mode, the top follows -sag + a cos(w t); w is the chain's, as sub-steps shift it."""
    amplitude = 1e-3
    result = ds.run(scene(), duration=60 * DT, sagged=True, pluck=amplitude, output={"frames": 1}, **BAR)
    assert result.status == "finished" and result.totals["sub_steps"] == 60 * SUB_STEPS
    step = DT / SUB_STEPS
    shifted = 2 / step * np.arcsin(FIRST * step / 2)
    exact = -SAG + amplitude * np.cos(shifted * result.time)
    assert result.monitor("top") == pytest.approx(exact, abs=1e-9 * amplitude)
    assert result.monitor("speed") == pytest.approx(-amplitude * shifted * np.sin(shifted * result.time),
                                                    abs=1e-6 * amplitude * FIRST)
    assert result.monitor("stretch") == pytest.approx(result.monitor("top") - result.monitor("middle"), abs=1e-15)


def test_its_own_table_and_energies_are_kept():
    result = ds.run(scene(), duration=10 * DT, output={"frames": 2}, **BAR)
    assert set(result.tables) == {"steps", "frames", "nodes"}
    drawn = result.static["nodes.drawn"]
    moved = result.column("nodes", "position") - drawn
    assert moved.shape == (6, SECTION * (SPRINGS + 1) + 8, 3) and not moved[..., :2].any()
    top = np.flatnonzero(drawn[:, 2] == drawn[:, 2].max())
    assert len(top) == SECTION and drawn[top, 2] == pytest.approx(LENGTH)
    for node in top:
        assert moved[:, node, 2] == pytest.approx(result.monitor("top")[::2], abs=1e-15)
        assert np.array_equal(result.column("nodes", "velocity")[:, node, 2], result.monitor("speed")[::2])
    assert set(result.energies) == {"kinetic", "potential", "strain", "damping", "balance"}
    assert result.energy("strain").max() > 0.0 and result.energy("kinetic").max() > 0.0
    assert balance_error(result) < 1e-6                       # square of the sub-step by the shortest period


# -- shown as runs of rigid blocks are -----------------------------------------------------------------------

@pytest.fixture
def swinging():
    """A bar that swings about its sag: five frames, forces of no interface."""
    return ds.run(scene(), duration=8 * DT, sagged=True, pluck=0.1, output={"frames": 2}, **BAR)


def test_vertices_move_as_the_chain_does(swinging):
    """u(z, t) of the chain at every section: sag of the joints by their weight + first mode; the ground stays."""
    shape, surface = swinging.shape(-1), swinging.shapes.surface
    assert not swinging.shapes.is_rigid and surface.part_block.tolist() == [0] * SPRINGS + [1]
    own = surface.vertex_block == 0
    drawn = shape.vertex - shape.displacement
    part = np.arange(SPRINGS + 1) / SPRINGS                                        # of the height
    step = DT / SUB_STEPS
    phase = 2 / step * np.arcsin(FIRST * step / 2) * swinging.shapes.time[-1]
    mode = 0.1 * np.sin(np.pi / 2 * part)
    exact = -SAG * (2 * part - part**2) + mode * np.cos(phase)
    at = np.rint(drawn[own, 2] / LENGTH * SPRINGS).astype(int)
    assert drawn[own, 2] == pytest.approx(LENGTH * part[at], abs=1e-14)
    assert shape.displacement[own, 2] == pytest.approx(exact[at], abs=1e-9)
    assert shape.velocity[own, 2] == pytest.approx(-FIRST * mode[at] * np.sin(phase), abs=1e-5)
    assert not shape.displacement[~own].any() and not shape.displacement[:, :2].any()


def test_surface_is_closed_and_looks_outward(swinging):
    """The volume within it is that of the bar as long as it then is, and positive."""
    surface = swinging.shapes.surface
    shape = swinging.shape(-1)
    volume = np.zeros(2)
    for f, block in enumerate(surface.face_block.tolist()):
        corner = shape.vertex[surface.loop[surface.loop_ptr[f]:surface.loop_ptr[f + 1]]]
        volume[block] += sum(np.linalg.det((corner[0], a, b)) for a, b in pairwise(corner[1:])) / 6
    assert volume[0] == pytest.approx(0.01 * (LENGTH + swinging.monitor("top")[-1]), rel=1e-9) and volume[1] > 0.0


@pytest.mark.parametrize("colour", COLOURS)
def test_all_kinds_of_pictures_are_drawn(swinging, tmp_path, colour):
    kinds = KINDS if colour == "stone" else ("scene",)
    files = plot_run(swinging, tmp_path, kinds, scene=SceneOptions(colour=colour, forces=True))
    names = [kind for kind in KINDS if kind not in ("thrust", "cracks", "ratio")] if colour == "stone" else ["scene"]
    assert [file.name for file in files] == [f"{name}.png" for name in names]
    assert all(file.stat().st_size > 1000 for file in files)


def test_scene_has_panels_where_only_the_nodes_move(monkeypatch):
    """Blocks may deform about a centre that stays."""
    monkeypatch.setattr("bar_engine.BarEngine._with_head", lambda self, state: state)
    result = ds.run(scene(), duration=8 * DT, sagged=True, pluck=0.1, output={"frames": 2}, **BAR)
    assert np.ptp(result.frames.position, axis=0).max() == 0.0
    scene_ = prepare_scene(result)
    assert [moment.words for moment in scene_.moments] == ["motion begins", "half-way", "end"]
    far = float(np.linalg.norm(result.shape(-1).vertex - result.shape(0).vertex, axis=1).max())
    assert far > 0.0 and scene_.travel.reach[-1].max() == pytest.approx(far)


def test_exports_hold_the_vertices(swinging, tmp_path):
    """There is no table of interfaces, and no file of them."""
    grids = read_grids(export_run(swinging, "vtkhdf", tmp_path / "hdf") / "blocks.vtkhdf")
    assert [grid.time for grid in grids] == swinging.shapes.time.tolist() and len(grids) == 5
    pvd = export_run(swinging, "pvd", tmp_path / "pvd")
    for f, grid in enumerate(grids):
        shape = swinging.shape(f)
        assert np.array_equal(grid.points, shape.vertex)
        assert np.array_equal(grid.point_data["velocity"], shape.velocity.astype(np.float32))
        assert shape.vertex.tobytes() in (pvd / "blocks" / f"blocks_{f:06d}.vtu").read_bytes()
    tables = export_run(swinging, "csv", tmp_path / "csv")
    assert sorted(file.name for file in tables.iterdir()) == ["blocks.csv", "energies.csv", "monitors.csv"]
    assert len((tables / "blocks.csv").read_text().splitlines()) == 1 + 5 * 2
    for folder in ("hdf", "pvd"):
        assert not [file for file in (tmp_path / folder).iterdir() if file.name.startswith("interfaces")]
    document, read = read_glb(export_run(swinging, "gltf", tmp_path / "bar.glb"))
    bar, = (mesh["primitives"][0] for mesh in document["meshes"] if mesh["name"] == "bar")
    last = read(bar["attributes"]["POSITION"]) + read(bar["targets"][-1]["POSITION"])
    corner = swinging.shapes.surface.loop[:24 * SPRINGS]
    assert last == pytest.approx(swinging.shape(-1).vertex[corner], abs=1e-6)


def test_damped_bar_comes_to_rest_where_its_weight_says():
    rest = {"speed": 1e-5, "hold": 2 * DT, "after": 0.0}
    result = ds.run(scene(), duration=400 * DT, damping=FIRST, end={"rest": rest}, **BAR)
    assert result.status == "rested" and result.message.startswith("at rest from ")
    assert result.monitor("top")[-1] == pytest.approx(-SAG, rel=1e-3)
    assert balance_error(result) < 1e-6
    # at the end the weight has given twice what the springs keep; damping took the other half
    assert result.energy("damping")[-1] == pytest.approx(-result.energy("strain")[-1], rel=1e-3)


def test_forces_in_balance_end_the_run():
    result = ds.run(scene(), duration=400 * DT, damping=FIRST, end={"force_ratio": 1e-3}, **BAR)
    assert result.status == "rested" and result.message.startswith("forces balance to ")
    ratio = result.column("steps", "force_ratio")
    assert ratio[-1] <= 1e-3 < ratio[:-1].min()


def test_bar_that_still_moves_after_the_extension_is_undecided():
    rest = {"speed": 1e-9, "hold": DT}
    result = ds.run(scene(), duration=5 * DT, end={"rest": rest, "extension": 7 * DT}, **BAR)
    assert result.status == "undecided" and result.step_count == 12
    assert result.message == f"not at rest for long enough at {12 * DT:.6g} s"


def test_stopped_bar_continues_bit_for_bit(tmp_path):
    given = {**BAR, "damping": 0.1 * FIRST, "output": {"frames": 3, "checkpoints": 4}}
    whole = ds.run(scene(), duration=20 * DT, directory=tmp_path / "whole", **given)

    def interrupt(progress):
        if progress.step >= 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ds.run(scene(), duration=20 * DT, directory=tmp_path / "parts", progress=interrupt, **given)
    parts = ds.run(scene(), duration=20 * DT, directory=tmp_path / "parts", restart=True, **given)
    assert parts.status == "finished"
    expected, found = columns(whole), columns(parts)
    assert found.keys() == expected.keys()
    for name, value in found.items():
        assert np.array_equal(value, expected[name]), name


def test_run_that_lacks_only_its_last_words_takes_no_further_step(tmp_path):
    """Stopped after its last interval was kept: the restart ends it there, as it had ended."""
    def interrupt(progress):
        if progress.step == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ds.run(scene(), duration=5 * DT, directory=tmp_path / "run", progress=interrupt, **BAR)
    result = ds.run(scene(), duration=5 * DT, directory=tmp_path / "run", restart=True, **BAR)
    assert result.status == "finished" and result.step_count == 5
    assert np.array_equal(result.column("steps", "step"), np.arange(6))


def test_memory_gives_the_same_numbers_and_leaves_nothing_on_disk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    opened = []

    def open_sink(*given):
        opened.append(MemorySink().open(*given))
        return opened[0]

    model, settings = scene().build(), make_settings(**BAR)
    outcome = execute_model(model, settings, 10 * DT, RunInputs("", {}), open_sink)
    sink = opened[0]
    assert (outcome.status, sink.status) == ("finished", "finished") and outcome.totals["sub_steps"] == 10 * SUB_STEPS
    assert list(tmp_path.iterdir()) == []
    kept = ds.run(scene(), duration=10 * DT, **BAR)
    for name in ("top", "middle", "speed", "stretch"):
        assert np.array_equal(sink.monitor(name), kept.monitor(name))
    assert np.array_equal(sink.energy("strain"), kept.energy("strain"))


def test_nothing_is_on_disk_where_the_engine_refuses(tmp_path):
    two = scene()
    two.add("other", box((0.1, 0.1, 1.0), center=(1.0, 0.0, 0.5)), material="rubber")
    with pytest.raises(InputError, match=r"^engine bar: takes one bar, got 2 blocks$"):
        ds.run(two, duration=DT, directory=tmp_path / "run", **BAR)
    assert not (tmp_path / "run").exists()


def test_engine_that_is_not_known_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"^analysis\.engine must be one of nscd, rocking, dem, bar, got 'bars'$"):
        ds.run(scene(), duration=DT, directory=tmp_path / "run", dt=DT, engine="bars")
    assert not (tmp_path / "run").exists()
