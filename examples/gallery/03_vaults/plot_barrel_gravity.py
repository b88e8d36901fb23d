"""
A barrel vault under its own weight
===================================

Is a barrel vault more than an arch drawn out? Its courses are bonded along the axis, but nothing in it needs that:
the lines of thrust of all slices are alike, and so are their mechanisms. So least and greatest thrust of the vault
per metre are those of an arch of the same section. Abutments that move outwards call up the least thrust, inwards the
greatest.

Checked: both bounds against an arch of the same section times the length, to 1e-6, the accuracy asked of the solver.
"""

import numpy as np

import drystone as ds

section, length = {"span": 4.0, "rise": 1.6, "thickness": 0.4, "count": 13}, 3.0      # m


def make(pieces: list, name: str) -> ds.Model:
    """A dry vault or arch on abutments."""
    vault = ds.Assembly(name, gravity=9.81)
    vault.material("stone", density=2000)
    vault.joint("dry", friction=0.75)
    vault.add_pattern(pieces, material="stone")
    vault.support("abutment")
    return vault.build()


def thrust(model: ds.Model, way: str) -> float:
    """Horizontal thrust [N] when the right abutment moves that way."""
    return ds.limit.settlement_analysis(model, "abutment_right", way).reactions["abutment_left"][0]


vault = make(ds.patterns.barrel_vault(length=length, blocks_along=4, **section), "barrel vault")
arch = make(ds.patterns.segmental_arch(width=1.0, **section), "arch")
found = np.array([thrust(vault, way) for way in ("+x", "-x")])
expected = length * np.array([thrust(arch, way) for way in ("+x", "-x")])
statics = ds.limit.statics_analysis(vault)

ds.view.show(ds.view.limit_figure(vault, np.zeros((vault.block_count, 6)), statics.interfaces,
                                  title="barrel vault", camera=ds.view.Camera(30.0, 20.0)))

assert np.abs(found / expected - 1.0).max() < 1e-6
assert found[0] < statics.reactions["abutment_left"][0] < found[1]
print(f"Thrust {found[0] / 1e3:.3f} to {found[1] / 1e3:.3f} kN; arch times length "
      f"{expected[0] / 1e3:.3f} to {expected[1] / 1e3:.3f} kN.")
