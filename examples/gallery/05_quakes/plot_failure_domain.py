"""
The failure domain of a block
=============================

For which pulses does a block turn over? A study of runs: three half periods of one cycle of a sine, a coarse grid of
amplitudes, then the boundary of each column by halving, to 10 %. Short pulses must be much stronger than long ones.

Checked: between the two runs at the boundary of each column lies the least amplitude at which the equation of the
rocking block overturns, which ``drystone.rocking`` integrates by itself; 1 % is left for both.
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
domain: {motion: pulse, half_periods: [0.3 s, 0.5 s, 0.8 s], amplitudes: [0.35 g, 0.6 g, 1.0 g],
         directions: [+], after: 1.5 s, trace: 0.1}
end: {rest: {speed: 5 cm/s, hold: 0.1 s}, extension: 3 s}
"""
with tempfile.TemporaryDirectory() as folder:
    Path(folder, "block.yaml").write_text(model)
    Path(folder, "domain.yaml").write_text(study)
    result = ds.run_study(Path(folder, "domain.yaml"), Path(folder, "study"), jobs=2)
    ds.view.show(ds.view.study_figures(result)["domain_plus"]())
table = {title: result.table.column(title) for title in ("half_period [s]", "amplitude [g]", "collapsed")}

for half in (0.3, 0.5, 0.8):
    runs = [(a, c) for h, a, c in zip(*table.values()) if abs(h - half) < 1e-9]
    high = min(a for a, fell in runs if fell == 1)
    low = max(a for a, _ in runs if a < high)
    exact = ds.rocking.overturning_amplitude(ds.rocking.RockingBlock(0.6, 2.0, 9.80665), lambda a, half=half:
                                             ds.motion.OneSine(a, half), 2.0, 15.0, 1e-2).overturning / 9.80665
    assert 0.99 * low <= exact <= 1.01 * high
    print(f"Half period {half} s: between {low:.3f} and {high:.3f} g, exact {exact:.3f} g.")
