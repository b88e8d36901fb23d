"""
A fragility study
=================

How likely is it that a block turns over in a quake of a given PGA? Six synthetic motions, each scaled to three
levels: 18 runs, here by the exact rocking solution (without ``analysis.engine`` the rigid-block engine makes them). A
lognormal curve is fitted to the shares of collapse.

Checked: below b/h = 0.3 g the block cannot lift off, so that none of the runs at 0.25 g may fall; each level has its
six runs; and at the maximum of the likelihood the residuals (fell - p) of all runs, weighed by phi / (p (1 - p)), sum
up to zero, also when multiplied by the logarithm of the level, here to 1e-6 of the sum of their absolute values. The
likelihood is concave: both sums fix median and dispersion.
"""

import shutil
import tempfile
from importlib.resources import files
from pathlib import Path

import numpy as np
from scipy.stats import norm

import drystone as ds

study = """
drystone: 1
name: fragility
kind: stripes
model: block3d.yaml
set: {analysis.engine: rocking, analysis.dt: 10 ms, joints.base.friction: 5}
motions:
  replace: pulse
  synthetic: {kind: kanai_tajimi, count: 6, seed: 1, parameters: {duration: 3 s, dt: 10 ms, frequency: 2.0,
              damping: 0.6, pga: 1.0, rise: 0.5 s, strong: 1.5 s, decay: 2.0, low: 0.3}}
  direction: [1, 0, 0]
  after: 1 s
stripes: {measure: pga, levels: [0.25 g, 0.55 g, 0.8 g]}
end: {rest: {speed: 2 cm/s, hold: 0.1 s}, extension: 10 s}
"""
with tempfile.TemporaryDirectory() as folder:
    shutil.copy(files("drystone") / "examples_data" / "block3d.yaml", folder)
    Path(folder, "fragility.yaml").write_text(study)
    result = ds.run_study(Path(folder, "fragility.yaml"), Path(folder, "study"), jobs=2)
    ds.view.show(ds.view.study_figures(result)["fragility"]())

level = np.array(result.table.column("im [g]"), float)
cells = result.table.column("collapsed")                          # 1, 0, or "undecided"
fallen = np.array([cell == 1 for cell in cells])
fit = ds.fit_fragility({"im": level, "collapsed": fallen.astype(int)})
z = np.log(level / fit.theta) / fit.beta
residuals = (fallen - norm.cdf(z)) * norm.pdf(z) / (norm.cdf(z) * norm.sf(z))

assert "undecided" not in cells
assert [np.isclose(level, at).sum() for at in (0.25, 0.55, 0.8)] == [6, 6, 6]
assert not fallen[level < 0.3].any()
for weights in (np.ones(len(level)), np.log(level)):
    assert abs((weights * residuals).sum()) < 1e-6 * np.abs(weights * residuals).sum()
print(f"{fallen.sum()} of {len(fallen)} runs collapsed; median capacity {fit.theta:.3f} g.")
