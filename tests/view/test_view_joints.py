"""Joints over time: forces, opening, slip and eccentricity are those of the table; the picture shows them all."""

import numpy as np
import pytest
from test_view_legends import check_inside
from view_runs import ground_piece, write_run

from drystone.errors import InputError
from drystone.patterns import stack
from drystone.view.figures import plot_run, run_figures
from drystone.view.joint_courses import joint_courses

TIME = np.linspace(0.0, 1.0, 11)


def sliding_stack(directory, **more):
    """Three blocks on each other; the upper two slide by 0.1 t along x, and the lowest joint opens by 2 mm."""
    pieces = [*stack((0.4, 0.4, 0.5), 3), ground_piece()]
    drawn = np.array([p.properties.centroid for p in pieces])
    position = np.tile(drawn, (len(TIME), 1, 1))
    position[:, 1:3, 0] += 0.1 * TIME[:, None]
    pairs = np.array([(0, 3), (1, 0), (2, 1)])
    rows = []
    for k, time in enumerate(TIME):
        top = position[k, pairs[:, 0]]
        joint = top - (0.0, 0.0, 0.25)
        own = {"block_a": pairs[:, 0], "block_b": pairs[:, 1], "area": np.full(3, 0.16),
               "normal": np.tile((0.0, 0.0, -1.0), (3, 1)),
               "force": np.column_stack((np.full(3, 30.0 * time), np.full(3, 40.0 * time), (-3e3, -2e3, -1e3))),
               "point": joint, "centroid": joint, "opening": np.array((2e-3 * time, 0.0, 0.0)),
               "slip_speed": np.zeros(3), "eccentricity_share": np.tile((0.2 * time, 0.5 * time), (3, 1))}
        if time == 1.0:                                      # the upper joint is gone at the end
            own = {name: values[:2] for name, values in own.items()}
        rows.append(own)
    return write_run(directory, pieces, {"ground"}, TIME, position=position, interfaces=rows, **more)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return sliding_stack(tmp_path_factory.mktemp("joints") / "run")


def test_courses_are_those_of_the_table(run):
    found = joint_courses(run, most=3)
    names = run.static["block_names"].astype(str)
    assert found.names == tuple(f"{names[a]} | {names[b]}" for a, b in ((0, 3), (1, 0), (2, 1)))
    assert found.time == pytest.approx(TIME)
    assert found.across[:-1] == pytest.approx(np.tile((3000.0, 2000.0, 1000.0), (10, 1)))
    assert found.along[:, 0] == pytest.approx(50.0 * TIME)                    # 30, 40 -> 50
    assert found.opening[:, 0] == pytest.approx(2e-3 * TIME)
    assert found.slip[:, 1] == pytest.approx(0.1 * TIME, abs=1e-12)           # the second block on the first
    assert found.slip[:-1, 2] == pytest.approx(0.0, abs=1e-12)                # the third goes with it
    assert found.share[:, 1] == pytest.approx(0.5 * TIME)
    assert np.isnan(found.across[-1, 2]) and np.isnan(found.slip[-1, 2])      # who does not touch has no force


def test_two_interfaces_of_a_pair_are_one_joint(tmp_path):
    """Forces are added, openings are the greater one."""
    pieces = [*stack((0.4, 0.4, 0.5), 1), ground_piece()]
    row = {"block_a": np.zeros(2, int), "block_b": np.ones(2, int), "area": np.ones(2),
           "normal": np.tile((0.0, 0.0, -1.0), (2, 1)), "force": np.array(((3.0, 0.0, -5.0), (0.0, 4.0, -7.0))),
           "point": np.zeros((2, 3)), "opening": np.array((1e-3, 3e-3)), "slip_speed": np.zeros(2)}
    found = joint_courses(write_run(tmp_path / "run", pieces, {"ground"}, [0.0, 1.0], interfaces=[row, row]))
    assert (found.across[0, 0], found.along[0, 0], found.opening[0, 0]) == pytest.approx((12.0, 5.0, 3e-3))
    assert found.share is None and len(found.names) == 1


def test_a_name_means_its_joints_and_two_names_the_one_between_them(run):
    names = run.static["block_names"].astype(str)
    assert len(joint_courses(run, names[0]).names) == 2
    assert joint_courses(run, [names[0], names[1]]).names == (f"{names[1]} | {names[0]}",)
    with pytest.raises(InputError, match=f"joints: no joint of {names[0]}, {names[2]} was in contact"):
        joint_courses(run, [names[0], names[2]])


def test_the_joints_that_opened_most_are_taken(run):
    assert joint_courses(run, most=1).names == joint_courses(run, most=3).names[:1]


def test_the_picture_has_a_panel_for_each_quantity_and_is_not_cropped(run, tmp_path):
    figure = run_figures(run, ["joints"])["joints"]()
    check_inside(figure, "joints")
    labels = [axes.get_ylabel().replace("\n", " ") for axes in figure.axes]
    assert labels == ["normal force  [kN]", "shear force  [N]", "opening  [mm]", "slip  [m]",
                      "eccentricity by half length  [-]"]
    assert [path.name for path in plot_run(run, tmp_path, ["joints"])] == ["joints.png"]


def test_a_run_without_interfaces_says_so(tmp_path):
    pieces = [*stack((0.4, 0.4, 0.5), 1), ground_piece()]
    result = write_run(tmp_path / "run", pieces, {"ground"}, [0.0, 1.0])
    with pytest.raises(InputError, match=r"joints needs the table 'interfaces', which this run did not keep"):
        run_figures(result, ["joints"])
