"""What pictures of blocks show by themselves: instants that differ, the view of the motion, magnified poses, marks."""

from dataclasses import replace

import numpy as np
import pytest
from view_models import STRUCTURES, short_run, swaying_run
from view_runs import ground_piece, turn_about, write_run

from drystone.analysis.course import course_of
from drystone.analysis.layout import layout_of
from drystone.errors import InputError
from drystone.patterns import house, running_bond, single, stack
from drystone.view import style
from drystone.view.block_colours import DisplacementScale
from drystone.view.camera import Camera, camera_along, parse_camera, view_of_motion
from drystone.view.moments import SAME, choose_moments
from drystone.view.posed import pose_frame
from drystone.view.scene import SceneOptions, prepare_scene, scene_figure
from drystone.view.travel import Travel

WIDTH = 0.5


def tipping_run(directory, angles, **more):
    """A block of 0.5 x 0.5 x 2 m that turns about its lower right edge by `angles` (n,) [rad]."""
    pieces = [*single((WIDTH, 0.5, 2.0)), ground_piece()]
    angles = np.asarray(angles, float)
    position = np.tile([p.properties.centroid for p in pieces], (len(angles), 1, 1))
    orientation = np.tile((1.0, 0.0, 0.0, 0.0), (len(angles), 2, 1))
    position[:, 0], orientation[:, 0] = turn_about(np.array([0.5 * WIDTH, 0.0, 0.0]), (0, 1, 0), angles, position[0, 0])
    return write_run(directory, pieces, {"ground"}, np.linspace(0.0, 1.0, len(angles)), position=position,
                     orientation=orientation, **more)


# -- instants --------------------------------------------------------------------------------------------

def test_peaks_to_both_sides_and_the_end_are_shown_and_no_two_alike(tmp_path):
    result = swaying_run(tmp_path / "run", STRUCTURES["arch"](), count=61)
    travel = Travel(result)
    moments = choose_moments(travel, course_of(result))
    words = [moment.words for moment in moments]
    assert words[-1] == "end" and "peak towards -x" in words
    frames = [moment.frame for moment in moments]
    assert frames == sorted(frames)
    for k, first in enumerate(frames):
        for second in frames[k + 1:]:
            a, b = travel.moved[first], travel.moved[second]
            largest = max(np.linalg.norm(a, axis=1).max(), np.linalg.norm(b, axis=1).max())
            assert np.linalg.norm(a - b, axis=1).max() > SAME * largest


def test_the_onset_of_collapse_is_shown(tmp_path):
    """A block that stands until 0.5 s and then falls: the onset lies at a tenth of its way to the early stage."""
    result = tipping_run(tmp_path / "run", np.concatenate((np.zeros(6), np.linspace(0.02, 1.2, 15) ** 1.5)),
                         status="collapsed", message="block overturned at 1 s")
    course = course_of(result)
    moments = choose_moments(Travel(result), course)
    assert [moment.words.split(":")[0] for moment in moments] == ["collapse begins", "half-way", "end"]
    onset = result.frames.time[moments[0].frame]
    assert course.onset <= onset <= course.onset + 0.05 + 1e-12       # the first kept frame after it
    assert course.collapse == 1.0


def test_ends_of_stages_are_shown_where_something_settles(tmp_path):
    scene = prepare_scene(short_run("lintel", tmp_path / "run"))
    assert [moment.words for moment in scene.moments][-1] == "end"
    assert any(moment.words.startswith("end of stage") for moment in scene.moments)


def test_a_run_that_ends_moving_shows_how_it_came_there(tmp_path):
    """Without collapse and without a peak: the first frame beyond 15 % of the way, beyond 40 %, and the end."""
    result = tipping_run(tmp_path / "run", np.linspace(0.0, 0.4, 21))
    moments = choose_moments(Travel(result), course_of(result))
    assert [moment.words for moment in moments] == ["motion begins", "half-way", "end"]
    assert [moment.frame for moment in moments] == [3, 8, 20]


def test_where_nothing_moves_the_greatest_displacement_is_told(tmp_path):
    still = write_run(tmp_path / "run", [*stack((0.4, 0.4, 0.5), 2), ground_piece()], {"ground"}, [0.0, 1.0])
    assert prepare_scene(still).title(0) == "t = 1.00 s, nothing moves: greatest displacement 0 m"
    pieces = [*stack((0.4, 0.4, 0.5), 2), ground_piece()]
    position = np.tile([p.properties.centroid for p in pieces], (2, 1, 1))
    position[1, 0, 0] += 2e-8
    tiny = write_run(tmp_path / "tiny", pieces, {"ground"}, [0.0, 1.0], position=position)
    assert prepare_scene(tiny).title(0) == "t = 1.00 s, nothing moves: greatest displacement 2.0e-08 m"


# -- view ------------------------------------------------------------------------------------------------

def test_plane_structures_are_seen_in_elevation(tmp_path):
    assert prepare_scene(swaying_run(tmp_path / "a", STRUCTURES["arch"]())).camera == Camera(0.0, 0.0)
    still = write_run(tmp_path / "b", [*running_bond(2.0, 4, (0.4, 0.2), 0.3), ground_piece()], {"ground"}, [0.0, 1.0])
    assert prepare_scene(still).camera == Camera(0.0, 0.0)


@pytest.mark.parametrize("way", [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.6, -0.8)])
def test_what_moves_is_seen_from_beside_and_comes_towards_the_reader(way):
    direction = np.array([*way, 0.0])
    camera = view_of_motion(np.array([4.0, 3.0, 3.0]), direction, (False, False), (0.5, 0.5))
    assert abs(camera.project(direction)[0]) > 0.8          # across the paper
    assert camera.depth(direction) > 0.3                    # and towards the reader


def test_a_wall_that_leaves_its_plane_is_not_seen_in_elevation(tmp_path):
    pieces = [*running_bond(2.0, 4, (0.4, 0.2), 0.3), ground_piece()]
    position = np.tile([p.properties.centroid for p in pieces], (3, 1, 1))
    position[:, :-1, 1] += np.array([0.0, -0.1, -0.3])[:, None] * position[0, :-1, 2]
    camera = prepare_scene(write_run(tmp_path / "run", pieces, {"ground"}, [0, 1, 2], position=position)).camera
    assert abs(camera.project(np.array([0.0, -1.0, 0.0]))[0]) > 0.8


def test_what_moves_is_seen_from_where_nothing_hides_it(tmp_path):
    """A low slab that leans towards +y stands before a high wall that does not move, on the side of +y or of -y."""
    for side in (1.0, -1.0):
        pieces = [*running_bond(4.0, 2, (0.4, 0.2), 0.3), *running_bond(4.0, 12, (0.4, 0.2), 0.3), ground_piece()]
        count = len(running_bond(4.0, 2, (0.4, 0.2), 0.3))
        pieces = [replace(piece, name=f"piece_{k}") for k, piece in enumerate(pieces[:-1])] + pieces[-1:]
        position = np.tile([p.properties.centroid for p in pieces], (2, 1, 1))
        position[:, :count, 1] += 0.9 * side
        position[1, :count, 1] += 0.4
        result = write_run(tmp_path / f"run{side:g}", pieces, {"ground"}, [0, 1], position=position)
        assert np.sign(prepare_scene(result).camera.toward[1]) == side


def test_the_axes_stand_beside_the_scale_bar(tmp_path):
    """From wherever the scene is seen."""
    result = tipping_run(tmp_path / "run", [0.0, 0.2])
    for azimuth in range(-180, 180, 45):
        for elevation in (-25.0, 0.0, 20.0, 60.0):
            scene = prepare_scene(result, [1.0], SceneOptions(camera=Camera(azimuth, elevation)))
            figure = scene.figure()
            figure.draw_without_rendering()
            renderer, axes = figure.canvas.get_renderer(), figure.axes[0]
            names = [t.get_window_extent(renderer) for t in axes.texts if t.get_text() in ("x", "y", "z")]
            bar = min(line.get_window_extent(renderer).x0 for line in axes.lines)
            assert all(box.x1 <= bar + 1.0 and box.x0 >= -1.0 and box.y0 >= -1.0 for box in names), (azimuth, elevation)


def test_cameras_by_name_and_by_angles():
    assert parse_camera("front") == Camera(0.0, 0.0) and parse_camera("30,15") == Camera(30.0, 15.0)
    for text in ("frnt", "30", "30,95", "nan,0", "1,2,3"):
        with pytest.raises(InputError) as error:
            parse_camera(text)
        assert str(error.value) == ("camera: must be one of front, right, back, left, top, corner, below, or "
                                    f"AZIMUTH,ELEVATION [deg] with an elevation of -90 to 90, got {text!r}")
    assert camera_along(np.array([0.0, 1.0, 0.0])).toward == pytest.approx([0.0, -1.0, 0.0])
    assert camera_along(np.array([1.0, 0.0, 0.0])).toward == pytest.approx([1.0, 0.0, 0.0])


# -- scale -----------------------------------------------------------------------------------------------

def test_small_motion_is_magnified_by_a_round_factor_that_is_stated(tmp_path):
    """A block that turns by 1 mrad moves 2 mm at its top, 1 thousandth of its height."""
    result = tipping_run(tmp_path / "run", [0.0, 5e-4, 1e-3])
    scene = prepare_scene(result)
    factor = scene.posed[-1].factor
    assert factor == 50.0
    assert f"displacements × {factor:g}" in scene.title(len(scene.posed) - 1)
    moved = scene.posed[-1].position[0] - result.frames.position[0, 0]
    assert moved == pytest.approx(factor * (result.frames.position[2, 0] - result.frames.position[0, 0]))
    assert 2.0 * np.arcsin(scene.posed[-1].orientation[0, 2]) == pytest.approx(factor * 1e-3)


def test_all_panels_share_one_factor(tmp_path):
    """That of the panel that moves most: a small swing beside a fall is drawn as it is."""
    result = tipping_run(tmp_path / "run", [0.0, 1e-3, 0.0, 0.4])
    assert {posed.factor for posed in prepare_scene(result, [1.0 / 3.0, 1.0]).posed} == {1.0}
    assert {posed.factor for posed in prepare_scene(result, [0.0, 1.0 / 3.0]).posed} == {50.0}


def test_what_has_not_moved_has_the_colour_of_stone(tmp_path):
    from matplotlib.colors import to_rgb
    scene = prepare_scene(tipping_run(tmp_path / "run", [0.0, 0.4]), [0.0, 1.0])
    assert scene.colours(0)[0] == pytest.approx(to_rgb(style.STONE), abs=5e-3)
    light = [scene.colours(k)[0].mean() for k in (0, 1)]
    assert light[1] < 0.5 * light[0]


def test_one_block_that_flies_off_does_not_take_the_colours_of_all_others(tmp_path):
    """100 blocks move by 0.1 to 0.2 m, one by 9 m: the bar ends with the 100."""
    scale = DisplacementScale([np.append(np.linspace(0.1, 0.2, 100), 9.0)])
    assert scale.is_cut and scale.norm.vmax == pytest.approx(0.2, rel=0.02)
    assert not DisplacementScale([np.linspace(0.1, 0.2, 100)]).is_cut
    assert DisplacementScale([np.array([0.1, 9.0])]).norm.vmax == 9.0          # of two blocks either may tell


def test_large_motion_and_a_scale_that_was_asked_for_are_taken_as_they_are(tmp_path):
    result = tipping_run(tmp_path / "run", [0.0, 0.2, 0.4])
    scene = prepare_scene(result)
    assert scene.posed[-1].factor == 1.0 and "×" not in scene.title(0)
    true = result.shape(2)
    assert scene.posed[-1].shape.vertex == pytest.approx(true.vertex)
    assert prepare_scene(result, [1.0], SceneOptions(scale=3.0)).posed[0].factor == 3.0
    with pytest.raises(InputError, match=r"scene: scale must be finite and > 0 \[-\], got 0.0"):
        SceneOptions(scale=0.0)


def test_a_ground_that_carries_everything_along_is_no_displacement(tmp_path):
    """Supports and blocks shift by 0.5 m: nothing moves against the ground."""
    pieces = [*stack((0.4, 0.4, 0.5), 2), ground_piece()]
    position = np.tile([p.properties.centroid for p in pieces], (3, 1, 1))
    position[:, :, 0] += np.array([0.0, 0.2, 0.5])[:, None]
    travel = Travel(write_run(tmp_path / "run", pieces, {"ground"}, [0, 1, 2], position=position))
    assert travel.stands_still and np.abs(travel.moved).max() < 1e-12
    posed = pose_frame(travel, layout_of(travel.result).parts, 2, 1.0)
    assert posed.position == pytest.approx(position[0])


def test_colours_have_a_bar_with_units(tmp_path):
    figure = scene_figure(tipping_run(tmp_path / "run", [0.0, 5e-4, 1e-3]))
    assert figure.axes[-1].get_ylabel() == "displacement since the start  [mm]"


# -- marks -----------------------------------------------------------------------------------------------

def test_an_open_joint_and_its_hinge_are_marked(tmp_path):
    """The base opens by width times sine at its left edge and is a hinge at the right one."""
    scene = prepare_scene(tipping_run(tmp_path / "run", [0.0, 0.1, 0.2]), [1.0])
    marks = scene.marks[0]
    assert marks.count == 1 and marks.widest == pytest.approx(WIDTH * np.sin(0.2), rel=1e-9)
    assert marks.hinges[:, 0] == pytest.approx(0.5 * WIDTH) and marks.hinges[:, 2] == pytest.approx(0.0, abs=1e-12)
    assert len(marks.edges) and np.abs(marks.edges[:, :, 0]).max() == pytest.approx(0.5 * WIDTH)
    figure = scene.figure()
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "open joint (widest 99.3 mm)", "hinge: closed side of an open joint"]


def test_the_widest_joints_of_large_models_are_marked_and_the_legend_tells_how_many_there_are(tmp_path):
    """350 stacks of 6 blocks whose uppermost block tilts: of 350 open joints 24 are marked."""
    pieces = []
    for k in range(350):
        for piece in stack((0.4, 0.4, 0.5), 6):
            place = np.array((0.6 * (k % 20), 0.6 * (k // 20), 0.0))
            pieces.append(replace(piece.moved(place), name=f"{piece.name}_{k}"))
    pieces.append(ground_piece())
    drawn = np.array([p.properties.centroid for p in pieces])
    top = [k for k, p in enumerate(pieces) if p.name.startswith("block_6_")]
    position, orientation = np.tile(drawn, (2, 1, 1)), np.tile((1.0, 0.0, 0.0, 0.0), (2, len(pieces), 1))
    for number, k in enumerate(top):
        edge = drawn[k] + np.array((0.2, 0.0, -0.25))
        angle = np.array([0.1 + 1e-4 * number])
        position[1:, k], orientation[1:, k] = turn_about(edge, (0, 1, 0), angle, drawn[k])
    scene = prepare_scene(write_run(tmp_path / "run", pieces, {"ground"}, [0.0, 1.0], position=position,
                                    orientation=orientation), [1.0], SceneOptions(camera=Camera(33.0, 60.0)))
    assert (scene.marks[0].count, scene.marks[0].marked, scene.marks[0].is_cut) == (350, 24, True)
    assert len(scene.marks[0].edges)
    assert scene.marks[0].widest == pytest.approx(0.4 * np.sin(0.1 + 1e-4 * 349), rel=1e-9)
    labels = [text.get_text() for text in scene.figure().legends[0].get_texts()]
    assert labels[0] == "open joint (24 of 350 marked; widest 53.8 mm)"


def test_rings_stand_apart(tmp_path):
    marks = prepare_scene(tipping_run(tmp_path / "run", [0.0, 0.1]), [1.0]).marks[0]
    assert len(marks.hinges) == 1          # both corners of the closed edge lie on each other in elevation


def test_closed_joints_have_no_marks(tmp_path):
    scene = prepare_scene(write_run(tmp_path / "run", [*stack((0.4, 0.4, 0.5), 3), ground_piece()], {"ground"}, [0, 1]))
    assert scene.marks[0].count == 0 and not scene.figure().legends


def test_ties_are_drawn_where_blocks_are(tmp_path):
    result = short_run("lintel", tmp_path / "run")
    scene = prepare_scene(result)
    assert [len(lines.ends) for lines in scene.ties] == [1] * len(scene.panels)
    assert scene.ties[0].ends[0] == pytest.approx(np.array([[-1.0, 0.0, 1.5], [1.0, 0.0, 1.5]]), abs=1e-3)
    assert "tie" in [text.get_text() for text in scene.figure().legends[0].get_texts()]
    assert len(prepare_scene(result, None, SceneOptions(hide=("left/block_4",))).ties[0].ends) == 0


def test_blocks_can_be_hidden(tmp_path):
    result = write_run(tmp_path / "run", [*house(), ground_piece()], {"ground"}, [0.0, 1.0])
    whole, less = (prepare_scene(result, None, SceneOptions(hide=hide)) for hide in ((), ("facade",)))
    names = whole.solids.names
    assert {names[part.block] for part in whole.panels[0]} - {names[part.block] for part in less.panels[0]} == {
        name for name in names if name.startswith("facade/")}
    with pytest.raises(InputError, match="hide: no block or group is called 'facde'; did you mean 'facade'"):
        prepare_scene(result, None, SceneOptions(hide=("facde",)))
    with pytest.raises(InputError, match="hide: all blocks are hidden, nothing is left to show"):
        prepare_scene(result, None, SceneOptions(hide=("facade", "north", "south", "ground")))
