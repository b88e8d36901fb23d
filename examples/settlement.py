"""A stack on a footing that sinks by 20 mm in one second, after half a second of rest.

The stack follows its support and ends exactly as much lower; the footing does the work -weight x settlement.
"""

import numpy as np

import drystone as ds

GRAVITY = 9.81      # m/s2
SETTLEMENT = 0.02   # m, in one second
COUNT = 4           # blocks


def make_stack() -> ds.Assembly:
    """Four blocks on a footing, which is a support that is moved in the second stage."""
    a = ds.Assembly("settlement", gravity=GRAVITY)
    a.material("stone", density=2000)
    a.joint("dry", friction=0.6)
    a.add("footing", ds.box((1.0, 1.0, 0.2), center=(0, 0, -0.1)))
    a.support("footing")
    a.add_pattern(ds.patterns.stack(size=(0.6, 0.6, 0.3), count=COUNT), material="stone")
    a.support_motion("sinking", "footing", displacement=[(0, 0), (1.0, SETTLEMENT)], direction=(0, 0, -1))
    a.stage("rest", duration=0.5)
    a.stage("settlement", duration=1.0, motions="sinking")
    a.stage("after", duration=0.5)
    for k in range(1, COUNT + 1):
        a.monitor(f"block_{k}", f"block_{k}", quantity="displacement", component="z")
    return a


def main() -> None:
    """Run it, see that every block sank with the footing."""
    stack = make_stack()
    result = ds.run(stack, dt=1e-3)
    is_early = result.time < 0.5
    for k in range(1, COUNT + 1):
        sunk = result.monitor(f"block_{k}")
        moved = np.abs(sunk[is_early]).max()
        print(f"block {k}: moved {1e3 * moved:.6f} mm before, sunk {-1e3 * sunk[-1]:.6f} mm after the settlement")
        assert moved == 0.0
        assert abs(sunk[-1] + SETTLEMENT) < 1e-9
    work, lost = result.energy("supports")[-1], stack.weight * SETTLEMENT
    print(f"work of the footing {work:.4f} J, weight x settlement {-lost:.4f} J")
    # the jerks at both ends of the ramp dissipate at most m v^2 / 2 each, v = 20 mm/s
    assert abs(work + lost) <= stack.weight / GRAVITY * (SETTLEMENT / 1.0) ** 2


if __name__ == "__main__":
    main()
