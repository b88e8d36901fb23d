"""A block that slides at 1 m/s on friction 0.5 stops after v^2 / (2 mu g) = 0.1019 m and v / (mu g) = 0.2039 s."""

import numpy as np

import drystone as ds

GRAVITY, FRICTION, SPEED = 9.81, 0.5, 1.0   # m/s2, -, m/s
DT = 1e-3                                   # s


def make_block() -> ds.Assembly:
    """A flat block on the ground with a velocity along x; too low to tip."""
    a = ds.Assembly("sliding-block", gravity=GRAVITY)
    a.material("stone", density=2000)
    a.joint("dry", friction=FRICTION)
    a.add("block", ds.box((1.0, 1.0, 0.5), center=(0, 0, 0.25)), material="stone")
    a.add_ground(level=0.0)
    a.velocity("block", linear=(SPEED, 0, 0))
    a.monitor("path", "block", quantity="displacement", component="x")
    a.monitor("speed", "block", quantity="velocity", component="x")
    return a


def main() -> None:
    """Run it, compare where and when it stops."""
    result = ds.run(make_block(), duration=0.4, dt=DT)
    path, speed = result.monitor("path")[-1], result.monitor("speed")
    stopped = result.time[np.flatnonzero(speed > 1e-9)[-1] + 1]
    exact_path, exact_time = SPEED**2 / (2 * FRICTION * GRAVITY), SPEED / (FRICTION * GRAVITY)
    print(f"path: {path:.6f} m, exact {exact_path:.6f} m")
    print(f"time: {stopped:.4f} s, exact {exact_time:.4f} s")
    assert abs(path - exact_path) < 1e-3 * exact_path
    assert abs(stopped - exact_time) <= 2 * DT
    assert speed[-1] == 0.0


if __name__ == "__main__":
    main()
