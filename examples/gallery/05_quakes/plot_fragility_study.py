"""
A fragility study
=================

How likely is it that a block turns over in a quake of a given PGA? Eight synthetic motions, each scaled to three levels:
24 runs, here by the exact rocking solution (without ``analysis.engine`` the rigid-block engine makes them). A lognormal
curve is fitted to the shares of collapse.

Checked: below b/h = 0.3 g the block cannot lift off, so that none of the runs at 0.25 g may fall; each level has its
eight runs; and the median of the curve lies between the lowest level at which any run falls and the highest level at
which any stands, as the maximum of the likelihood must.
"""

import shutil
import tempfile
from importlib.resources import files
from pathlib import Path

import numpy as np

import drystone as ds

study = """
drystone: 1
name: fragility
kind: stripes
model: block3d.yaml
set: {analysis.engine: rocking, analysis.dt: 10 ms, joints.base.friction: 5}
motions:
  replace: pulse
  synthetic: {kind: kanai_tajimi, count: 8, seed: 1, parameters: {duration: 6 s, dt: 10 ms, frequency: 2.0,
              damping: 0.6, pga: 1.0, rise: 1 s, strong: 2 s, decay: 1.0, low: 0.3}}
  direction: [1, 0, 0]
  after: 1 s
stripes: {measure: pga, levels: [0.25 g, 0.6 g, 1.2 g]}
end: {rest: {speed: 2 cm/s, hold: 0.1 s}, extension: 4 s}
"""
with tempfile.TemporaryDirectory() as folder:
    shutil.copy(files("drystone") / "examples_data" / "block3d.yaml", folder)
    Path(folder, "fragility.yaml").write_text(study)
    result = ds.run_study(Path(folder, "fragility.yaml"), Path(folder, "study"), jobs=2)
    ds.view.show(ds.view.study_figures(result)["fragility"]())

level = np.array(result.table.column("im [g]"), float)
fallen = np.array(result.table.column("collapsed")) == 1
theta = ds.fit_fragility({"im": level, "collapsed": fallen.astype(int)}).theta

assert [np.isclose(level, at).sum() for at in (0.25, 0.6, 1.2)] == [8, 8, 8]
assert not fallen[level < 0.3].any()
assert level[fallen].min() < 1.2 and level[fallen].min() <= theta * 1.5 and theta <= level[~fallen].max() * 1.5
print(f"{fallen.sum()} of {len(fallen)} runs collapsed; median capacity {theta:.3f} g.")
