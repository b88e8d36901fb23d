"""Vaults and domes of sensible proportions stand under their weight; one thinner than the least thickness does not."""

import numpy as np
import pytest

import drystone as ds

STANDING = {
    "pointed arch": ds.patterns.pointed_arch(6.0, 5.0, 0.5, 12, 1.0),
    "basket arch": ds.patterns.basket_arch(6.0, 2.0, 0.5, 11, 1.0),
    "spandrel arch": ds.patterns.spandrel_arch(abutments=True),
    "barrel vault": ds.patterns.barrel_vault(5.0, 0.4, 4.0, 11, 4),
    "cross vault": ds.patterns.cross_vault(5.0, 0.4, 11, 0.8),
    "pavilion vault": ds.patterns.pavilion_vault(5.0, 0.4, 6, 0.8),
    "dome": ds.patterns.dome(6.0, 0.5, 6, 12, oculus=1.0),
}


def largest_move(name, blocks, duration):
    """How far any block moves [m] in `duration` [s], friction 0.7."""
    assembly = ds.Assembly(name, gravity=9.81)
    assembly.material("stone", density=2000)
    assembly.joint("dry", friction=0.7)
    assembly.add_pattern(blocks, material="stone")
    assembly.support("abutment")
    frames = ds.run(assembly, duration=duration, dt=1e-3).frames
    return float(np.linalg.norm(frames.position[-1] - frames.position[0], axis=1).max())


@pytest.mark.parametrize("name", STANDING)
def test_it_stands(name):
    assert largest_move(name, STANDING[name], 0.02) < 1e-9


def test_a_thin_barrel_vault_falls():
    """A semicircle needs a thickness of 0.1075 of its mean radius; this one has 0.06. Free fall would be 12 mm."""
    thin = ds.patterns.barrel_vault(5.0, 0.15, 2.0, 15, 1)
    assert largest_move("thin", thin, 0.05) > 1e-3
