"""A block rocks under one cycle of a sine: impacts and greatest angle against the exact solution.

Ground acceleration 4 m/s2 lifts a block of 0.5 x 1.5 m (it takes g/3 = 3.27 m/s2); friction 0.7 keeps it from
sliding. `drystone.rocking` integrates the equation of the rocking block from impact to impact and knows nothing of
the engine.
"""

import numpy as np

import drystone as ds
from drystone.analysis.peaks import impact_times

GRAVITY, WIDTH, HEIGHT = 9.81, 0.5, 1.5        # m/s2, m, m
DURATION, DT = 2.0, 1e-3                       # s
PULSE = ds.motion.OneSine(amplitude=4.0, half_period=0.4)   # m/s2, s


def make_block() -> ds.Assembly:
    """The block on rough ground, shaken along x; two monitors."""
    a = ds.Assembly("rocking-block", gravity=GRAVITY)
    a.material("stone", density=1800)
    a.joint("dry", friction=0.7)
    a.add("block", ds.box((WIDTH, WIDTH, HEIGHT), center=(0, 0, HEIGHT / 2)), material="stone")
    a.add_ground(level=0.0)
    a.ground_motion("pulse", PULSE, direction=(1, 0, 0))
    a.monitor("angle", "block", quantity="rotation", axis="y")
    a.monitor("top", "block", point=(0, 0, HEIGHT), quantity="displacement", component="x")
    return a


def main() -> None:
    """Run it, compare three impacts and the greatest angle."""
    result = ds.run(make_block(), duration=DURATION, dt=DT)
    angle = result.monitor("angle")
    impacts = impact_times(result.time, angle, method="extrapolated")
    exact = ds.rocking.rock(ds.rocking.RockingBlock(WIDTH, HEIGHT, GRAVITY), duration=DURATION, ground=PULSE)
    for k in range(3):
        print(f"impact {k + 1}: {impacts[k]:.5f} s, exact {exact.impact_time[k]:.5f} s")
        assert abs(impacts[k] - exact.impact_time[k]) < 0.1 * DT
    greatest = np.abs(angle).max()
    print(f"greatest angle: {np.degrees(greatest):.4f} deg, exact {np.degrees(exact.max_angle):.4f} deg; "
          f"the top moved by up to {result.monitor('top').max():.4f} m")
    assert abs(greatest / exact.max_angle - 1.0) < 1e-3


if __name__ == "__main__":
    main()
