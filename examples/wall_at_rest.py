"""A dry wall of 210 blocks under its own weight: after one second no block has moved, not even by rounding.

The ground carries the weight; which joint carries how much is not unique, the sum is.
"""

import numpy as np

import drystone as ds


def make_wall() -> ds.Assembly:
    """Twenty courses of ten blocks in running bond."""
    a = ds.Assembly("wall", gravity=9.81)
    a.material("brick", density=1900)
    a.joint("dry", friction=0.6)
    a.add_pattern(ds.patterns.running_bond(length=4.0, courses=20, block=(0.4, 0.2), thickness=0.2), material="brick")
    a.add_ground(level=0.0)
    return a


def main() -> None:
    """Run it, look at every block."""
    wall = make_wall()
    result = ds.run(wall, duration=1.0, dt=5e-3)
    position = result.frames.position
    drift = np.abs(position - position[0]).max()
    print(f"{len(wall.blocks)} blocks, {result.step_count} steps: greatest drift {drift} m")
    assert len(wall.blocks) == 210
    assert drift == 0.0

    interfaces = result.rows("interfaces", -1)
    ground = len(wall.blocks)                       # the ground is the last block
    side = np.where(interfaces["block_a"] == ground, 1.0, -1.0)    # forces act on block b
    on_ground = (interfaces["block_a"] == ground) | (interfaces["block_b"] == ground)
    reaction = float((side * interfaces["force"][:, 2])[on_ground].sum())
    print(f"reaction {reaction:.3f} N, weight {wall.weight:.3f} N")
    assert abs(reaction / wall.weight - 1.0) < 1e-9


if __name__ == "__main__":
    main()
