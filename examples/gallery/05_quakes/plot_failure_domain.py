"""
The failure domain of a block
=============================

For which pulses does a block turn over? A study of runs: two half periods of one cycle of a sine, a coarse grid of
amplitudes, then the boundary of each column by halving, to 10 %. Short pulses must be much stronger than long ones.

Checked: the two runs at the boundary of each column, 1 % further apart, are repeated by the equation of the rocking
block, which ``drystone.rocking`` integrates by itself: it stands below and falls above.
"""

import tempfile
from pathlib import Path

import drystone as ds

model = """
drystone: 1
name: block
gravity: 9.80665
materials: {stone: {density: 1800}}
joints: {base: {friction: 2.0}}
blocks: [{name: block, box: {size: [0.6, 0.6, 2.0], center: [0, 0, 1]}, material: stone}]
ground: {level: 0.0}
motions: [{name: pulse, kind: one_sine, parameters: {amplitude: 8.0, half_period: 0.25}, direction: [1, 0, 0]}]
duration: 4.0
analysis: {dt: 5 ms}
"""
study = """
drystone: 1
name: domain
kind: failure-domain
model: block.yaml
domain: {motion: pulse, half_periods: [0.4 s, 0.8 s], amplitudes: [0.3 g, 0.5 g, 0.9 g],
         directions: [+], after: 1.5 s, trace: 0.1}
end: {rest: {speed: 5 cm/s, hold: 0.1 s}, extension: 8 s}
"""
with tempfile.TemporaryDirectory() as folder:
    Path(folder, "block.yaml").write_text(model)
    Path(folder, "domain.yaml").write_text(study)
    result = ds.run_study(Path(folder, "domain.yaml"), Path(folder, "study"), jobs=2)
    ds.view.show(ds.view.study_figures(result)["domain_plus"]())
table = {title: result.table.column(title) for title in ("half_period [s]", "amplitude [g]", "collapsed")}

block = ds.rocking.RockingBlock(0.6, 2.0, 9.80665)
for half in (0.4, 0.8):
    runs = [(a, fell) for h, a, fell in zip(*table.values()) if abs(h - half) < 1e-9]
    high = min(a for a, fell in runs if fell == 1)
    low = max(a for a, fell in runs if fell == 0 and a < high)
    exact = [ds.rocking.overturns(block, ds.motion.OneSine(9.80665 * a, half)) for a in (0.99 * low, 1.01 * high)]
    assert exact == [False, True]
    print(f"Half period {half} s: stands at {low:.3f} g, falls at {high:.3f} g, and so it does by the exact solution.")
