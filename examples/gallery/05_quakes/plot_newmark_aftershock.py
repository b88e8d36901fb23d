"""
Mainshock and aftershock on a sliding block
===========================================

Does slip add up over shocks? While the ground accelerates by A > mu g for a time T, a rigid block lags behind; then
friction stops it. Newmark (1965): it slips by (A - mu g) T^2 / 2 times A / (mu g). It remembers nothing, so that an
aftershock of half the acceleration adds its own slip to that of the mainshock.

Checked: slip after the first shock and after both against Newmark, to what the block slips in one step at its
greatest speed.
"""

import drystone as ds

gravity, friction, length, rest, dt = 9.81, 0.3, 0.25, 0.75, 1e-3      # m/s2, -, s, s, s
amplitudes = (0.8 * gravity, 0.4 * gravity)


def newmark(amplitude: float) -> float:
    """Slip [m] under a rectangular pulse."""
    grip = friction * gravity
    return (amplitude - grip) * length**2 / 2 * amplitude / grip


block = ds.Assembly("two-shocks", gravity=gravity)
block.material("stone", density=2200)
block.joint("dry", friction=friction)
block.add("block", ds.box((1.2, 0.8, 0.4), center=(0, 0, 0.2)), material="stone")
block.add_ground(level=0.0)
shocks = ds.motion.Sequence([ds.motion.Rectangular(amplitude, length) for amplitude in amplitudes], rest=rest)
block.ground_motion("shocks", shocks, direction=(-1, 0, 0))
block.monitor("slip", "block", quantity="displacement", component="x")
block.monitor("speed", "block", quantity="velocity", component="x")
result = ds.run(block, duration=2.0, dt=dt)

slip = result.monitor("slip")
after_first, after_both = slip[result.time < length + rest][-1], slip[-1]
expected = newmark(amplitudes[0]), newmark(amplitudes[0]) + newmark(amplitudes[1])
step = dt * result.monitor("speed").max()

ds.view.show(ds.view.monitors_figure(result))

assert abs(after_first - expected[0]) < step and abs(after_both - expected[1]) < step
print(f"Slip {after_first:.4f} m after the mainshock, {after_both:.4f} m after both; "
      f"Newmark: {expected[0]:.4f} and {expected[1]:.4f} m.")
