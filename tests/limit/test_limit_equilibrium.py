"""The equilibrium matrix against formulas of its own; what is refused before any analysis."""

import numpy as np
import pytest
from limit_scenes import assembly, block, overhang, wall

import drystone as ds
from drystone.limit.equilibrium import build_equilibrium, dead_load, with_points


@pytest.mark.parametrize("planar", [True, False])
@pytest.mark.parametrize("scale", [1e-3, 1.0, 50.0])
def test_matrix_agrees_with_wrenches_and_velocities(planar, scale):
    """G^T r is the wrench on the blocks and G v the velocity of the points, each computed another way."""
    eq = build_equilibrium(wall(scale, planar=planar))
    rng = np.random.default_rng(1)
    r, v = rng.normal(size=eq.matrix.shape[0]), rng.normal(size=eq.matrix.shape[1])
    wrench = eq.block_wrench(eq.contact_force(r))
    assert np.allclose(eq.matrix.T @ r, eq.load_vector(wrench), atol=1e-12)
    assert np.allclose(eq.matrix @ v, eq.point_velocity(eq.twists(v)).ravel(), atol=1e-12)


def test_units_make_models_of_any_size_alike():
    """The same matrix, to rounding, for walls of 1 mm and of 100 m."""
    small, large = (build_equilibrium(wall(scale)) for scale in (1e-3, 100.0))
    assert abs(small.matrix - large.matrix).max() < 1e-9
    assert small.length == pytest.approx(1e-5 * large.length)
    assert small.force == pytest.approx(1e-15 * large.force)


def test_points_are_the_corners_of_every_interface():
    """4 courses of a running bond: every interface in space has 4 points, in plane 2."""
    space, plane = build_equilibrium(wall()), build_equilibrium(wall(planar=True))
    found = space.interfaces(np.zeros((space.contacts.count, 3)))
    assert (found.point_count == 4).all()
    assert space.contacts.count == 2 * plane.contacts.count


def test_dead_load_is_gravity_and_what_acts_from_the_start():
    a = assembly()
    a.add("block", ds.box((1.0, 1.0, 1.0), center=(0.0, 0.0, 0.5)), material="stone")
    a.add_ground(0.0)
    a.load_point("push", "block", (0.5, 0.0, 1.0), (-100.0, 0.0, 0.0))
    a.body_acceleration("later", (1.0, 0.0, 0.0), history=[(0.0, 0.0), (1.0, 1.0)])
    model = a.build()
    # push at (0.5, 0, 0.5) from the centre: moment about y = z F_x - x F_z
    assert dead_load(model)[0] == pytest.approx([-100.0, 0.0, -2000.0 * 9.81, 0.0, -50.0, 0.0])
    assert dead_load(model, without=("push",))[0] == pytest.approx([0.0, 0.0, -2000.0 * 9.81, 0.0, 0.0, 0.0])


def test_shrunk_joints_keep_their_centres():
    eq = build_equilibrium(block(1.0, 2.0))
    half = with_points(eq, 0.5)
    assert half.contacts.point_a.mean(axis=0) == pytest.approx(eq.contacts.point_a.mean(axis=0))
    assert np.ptp(half.contacts.point_a, axis=0) == pytest.approx([0.5, 0.5, 0.0])


def test_selected_points_lose_pairs_without_points():
    contacts = build_equilibrium(overhang()).contacts
    kept = contacts.select(contacts.block_b == contacts.block_b.max())
    assert kept.count == 2 and len(kept.pair_area) == 1
    assert kept.pair_ptr.tolist() == [0, 2] and kept.pair.tolist() == [0, 0]


def test_blocks_that_no_support_carries_are_named():
    a = assembly(name="cloud")
    a.add("low", ds.box((1.0, 1.0, 1.0), center=(0.0, 0.0, 0.5)), material="stone")
    for k in range(7):
        a.add(f"cloud_{k}", ds.box((1.0, 1.0, 1.0), center=(k, 0.0, 5.0)), material="stone")
    a.add_ground(0.0)
    with pytest.raises(ds.InputError) as error:
        build_equilibrium(a.build())
    assert str(error.value) == ("model 'cloud': carried by no support, directly or by way of others: 'cloud_0', "
                                "'cloud_1', 'cloud_2', 'cloud_3', 'cloud_4' and 2 more")


def test_free_models_are_refused():
    a = ds.Assembly("free", gravity=9.81, free=True)
    a.material("stone", density=2000.0)
    a.joint("dry", friction=0.5)
    a.add("block", ds.box((1.0, 1.0, 1.0)), material="stone")
    with pytest.raises(ds.InputError, match="model 'free': nothing supports the blocks: statics needs ground or"):
        build_equilibrium(a.build())


def test_overlaps_are_refused():
    a = assembly()
    a.add("block", ds.box((1.0, 1.0, 1.0), center=(0.0, 0.0, 0.49)), material="stone")
    a.add_ground(0.0)
    with pytest.raises(ds.InputError, match=r"blocks 'block' and 'ground' overlap by 0\.01 m, more than "):
        build_equilibrium(a.build())
