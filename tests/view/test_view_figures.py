"""Pictures of runs: whole files, the same bytes each time, units on axes, stored data, plain refusals."""

import subprocess
import sys

import numpy as np
import pytest
from view_runs import arch_run, ground_piece, rocking_run, write_run

from drystone.analysis import rocking_angle
from drystone.errors import InputError
from drystone.patterns import stack
from drystone.view.energies import energies_figure
from drystone.view.figures import plot_run
from drystone.view.histories import histories_figure
from drystone.view.monitors import monitors_figure
from drystone.view.phase import phase_figure
from drystone.view.pick import pick_blocks
from drystone.view.scene import SceneOptions, scene_figure
from drystone.view.style import length_unit, nice_length, write_length, write_times


@pytest.fixture(scope="module")
def rocking(tmp_path_factory):
    return rocking_run(tmp_path_factory.mktemp("view") / "run")


@pytest.fixture(scope="module")
def arch(tmp_path_factory):
    return arch_run(tmp_path_factory.mktemp("view") / "arch")


def test_all_pictures_of_a_run(rocking, tmp_path):
    files = plot_run(rocking, tmp_path / "deep" / "folder")
    assert [f.stem for f in files] == ["scene", "histories", "monitors", "phase", "energies"]
    assert all(f.read_bytes().startswith(b"\x89PNG") and f.stat().st_size > 5000 for f in files)
    assert sorted(files) == sorted((tmp_path / "deep" / "folder").iterdir())     # and nothing half-written


def test_pdf_and_the_same_bytes_again(rocking, tmp_path):
    first = plot_run(rocking, tmp_path, kinds="energies", format="pdf")[0].read_bytes()
    assert first.startswith(b"%PDF")
    assert plot_run(rocking, tmp_path, kinds="energies", format="pdf")[0].read_bytes() == first


def test_matplotlib_loads_only_for_a_picture_and_pyplot_never():
    code = ("import sys, drystone.view.figures, drystone.view.model_picture;"
            "assert 'matplotlib' not in sys.modules;"
            "from drystone.view import style; style.styled(style.new_figure)(3.0, 2.0);"
            "assert 'matplotlib' in sys.modules and 'matplotlib.pyplot' not in sys.modules")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_users_settings_are_left_alone_and_do_not_show(rocking, tmp_path):
    import matplotlib
    plain = plot_run(rocking, tmp_path / "a", kinds="phase")[0].read_bytes()
    with matplotlib.rc_context({"font.size": 30.0, "axes.facecolor": "red", "savefig.dpi": 30}):
        assert plot_run(rocking, tmp_path / "b", kinds="phase")[0].read_bytes() == plain
        assert matplotlib.rcParams["font.size"] == 30.0


@pytest.mark.parametrize("draw", [histories_figure, monitors_figure, phase_figure, energies_figure])
def test_every_axis_has_a_unit(rocking, draw):
    for axes in (a for a in draw(rocking).axes if a.axison):
        assert axes.get_ylabel().endswith("]")
        has_numbers = any(tick.label1.get_visible() for tick in axes.xaxis.get_major_ticks())
        assert axes.get_xlabel().endswith("]") or not has_numbers


def test_lines_are_the_stored_data(rocking):
    angle = np.degrees(rocking_angle(rocking, "block", "y"))
    line = phase_figure(rocking, "block").axes[0].get_lines()[2]
    assert line.get_xdata() == pytest.approx(angle)
    assert line.get_ydata() == pytest.approx(np.degrees(rocking.frames.twist[:, 0, 4]))
    shown = {a.get_ylabel(): a for a in histories_figure(rocking, ["block"]).axes if a.axison}
    assert list(shown) == ["displacement\nalong x  [m]", "displacement\nalong z  [m]",
                           "rotation\nabout y  [deg]"]     # nothing moves along y
    assert shown["rotation\nabout y  [deg]"].get_lines()[0].get_ydata() == pytest.approx(angle)
    tilt = next(a for a in monitors_figure(rocking).axes if a.get_title(loc="left") == "tilt")
    assert tilt.get_lines()[0].get_ydata() == pytest.approx(angle)


def test_monitor_components_share_a_panel(rocking):
    titles = [a.get_title(loc="left") for a in monitors_figure(rocking).axes if a.axison]
    assert titles == ["top", "tilt"]


def test_scene_panels_say_their_time(rocking):
    figure = scene_figure(rocking, [0.0, 0.5, 2.0])
    kept = rocking.frames.time
    nearest = [kept[np.argmin(np.abs(kept - t))] for t in (0.0, 0.5, 2.0)]
    assert [a.get_title(loc="left") for a in figure.axes[:3]] == [f"t = {t:.2f} s" for t in nearest]
    assert figure.axes[3].get_ylabel() == "displacement since the start  [m]"


def test_scene_of_what_stands_still_has_one_panel(arch):
    assert len(scene_figure(arch).axes) == 1


def test_huge_ground_is_cropped_and_scales_are_equal(rocking):
    """The ground reaches 50 m; the picture stays near the block of 2 m."""
    axes = scene_figure(rocking, [0.0]).axes[0]
    assert axes.get_aspect() == 1.0
    assert max(np.ptp(axes.get_xlim()), np.ptp(axes.get_ylim())) < 4.0


@pytest.mark.parametrize("colour", ["stone", "displacement", "group"])
def test_scene_colours_and_forces(arch, colour):
    figure = scene_figure(arch, [1.0], SceneOptions(colour=colour, forces=True, marks=False))
    lines = [c for c in figure.axes[0].collections if type(c).__name__ == "LineCollection" and c.get_segments()]
    assert [len(c.get_segments()) for c in lines] == [8, 8]
    if colour == "group":
        shown = [t.get_text() for t in figure.legends[0].get_texts()]
        assert shown == ["arch (9 blocks)", "supports (2)"]


@pytest.mark.parametrize("keywords, message", [
    ({"kinds": ("histories", "scenes")},
     "plot: kind must be one of scene, histories, monitors, phase, energies, thrust, cracks, ratio, got 'scenes'"),
    ({"kinds": ()},
     "plot: kinds must be at least one of scene, histories, monitors, phase, energies, thrust, cracks, ratio, got "
     "none"),
    ({"format": "jpg"}, "plot: format must be one of png, pdf, got 'jpg'"),
    ({"times": [0.0, 12.0]}, "scene: time must lie within the run, 0 to 2 s, got 12"),
    ({"times": []}, "scene: times must be at least one time [s], got none"),
    ({"times": [float("nan")]}, "scene: time must be finite [s], got nan"),
    ({"times": [0.1] * 17}, "scene: times must be <= 16 in one picture, got 17"),
])
def test_refusals_leave_nothing_behind(rocking, tmp_path, keywords, message):
    with pytest.raises(InputError) as error:
        plot_run(rocking, tmp_path / "out", **keywords)
    assert str(error.value) == message
    assert not (tmp_path / "out").exists()


def test_unknown_blocks_come_with_the_nearest_name(rocking, tmp_path):
    with pytest.raises(InputError) as error:
        plot_run(rocking, tmp_path / "out", blocks=["blok"])
    assert str(error.value).endswith("no block or group is called 'blok'; did you mean 'block'?")
    assert not (tmp_path / "out").exists()


def test_a_file_in_the_way_is_named(rocking, tmp_path):
    (tmp_path / "out").write_text("mine")
    with pytest.raises(InputError, match="plot: cannot make the folder"):
        plot_run(rocking, tmp_path / "out", kinds="phase")
    assert (tmp_path / "out").read_text() == "mine"


def test_words_for_numbers():
    assert [nice_length(x) for x in (0.99, 1.0, 4.9, 5.0, 70.0)] == [0.5, 1.0, 2.0, 5.0, 50.0]
    assert [write_length(x) for x in (2.0, 0.2, 0.005)] == ["2 m", "20 cm", "5 mm"]
    assert write_times([0.0, 1.0]) == ["t = 0.00 s", "t = 1.00 s"]
    assert write_times([0.001, 0.002]) == ["t = 0.001 s", "t = 0.002 s"]
    assert length_unit([np.array([0.02, -0.099])]) == (1e3, "mm")
    assert length_unit([np.array([-0.2])]) == (1.0, "m")


def test_blocks_that_move_as_one_are_shown_by_one(tmp_path):
    """Of four blocks, two move together by 1 m, one by half of that and one not at all: three lines."""
    pieces = [*stack((0.4, 0.4, 0.5), 4), ground_piece()]
    time = np.linspace(0.0, 1.0, 11)
    position = np.tile([p.properties.centroid for p in pieces], (11, 1, 1))
    position[:, :4, 0] += time[:, None] * np.array([0.0, 0.5, 1.0, 1.0])
    result = write_run(tmp_path / "run", pieces, {"ground"}, time, position=position)
    assert pick_blocks(result, None) == ["block_1", "block_2", "block_3"]
    assert pick_blocks(result, None, most=1) == ["block_3"]
    assert pick_blocks(result, "stack") == ["block_1", "block_2", "block_3", "block_4"]
