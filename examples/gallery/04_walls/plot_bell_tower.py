"""
A bell tower
============

How does a bell tower with an open belfry fail in a quake? Limit analysis finds the mechanism by itself, here along a
side and along a diagonal of the plan.

Checked: every mechanism that somebody thinks of is an upper bound. Three are tried: the tower turns about its foot as
one body; so does all above the sill of the belfry; all above a joint slides. The limit is below each of them, and on
the mechanism that was found the works of weight and inertia cancel to 1e-6, which gives the limit a second time.
"""

import numpy as np

import drystone as ds

width, height, sill, friction = 4.0, 10.0, 7.0, 0.65       # m, m, m, -

tower = ds.Assembly("bell-tower", gravity=9.81)
tower.material("stone", density=2000)
tower.joint("dry", friction=friction)
tower.add_pattern(ds.patterns.tower(width=width, height=height, thickness=0.8, block=(0.8, 0.5), least=0.2, bearing=0.4,
                                    belfry=(1.0, sill, 9.0)), material="stone")
tower.add_ground(level=0.0)
model = tower.build()


def turning(level: float) -> float:
    """Limit [g] of all above this level [m] as one body that turns about its edge."""
    part = ~model.is_support & (model.initial_position[:, 2] > level)
    return width / 2 / (np.average(model.initial_position[part, 2], weights=model.mass[part]) - level)


limits = {way: ds.limit.limit_analysis(model, ds.limit.acceleration(model, way)) for way in ("+x", (1, 1, 0))}
for way, limit in limits.items():
    words = f"along {'a side' if way == '+x' else 'the diagonal'}: {limit.alpha:.3f} g"
    ds.view.show(ds.view.limit_figure(model, limit.mechanism, title=words, camera=ds.view.Camera(-30.0, 15.0)))
    dead = float((np.outer(model.mass, model.gravity) * limit.mechanism[:, :3])[~model.is_support].sum())
    live = float((limit.live.wrench * limit.mechanism).sum())
    assert abs(-dead / live / limit.alpha - 1.0) < 1e-6

side = limits["+x"]
assert side.alpha < min(turning(0.0), turning(sill), friction)
print(f"Limit {side.alpha:.4f} g along a side; as one body {turning(0.0):.3f} g, "
      f"belfry as one body {turning(sill):.3f} g, "
      f"sliding {friction} g.")
