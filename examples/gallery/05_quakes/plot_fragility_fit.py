"""
A fragility curve from a table
==============================

At which intensity does it collapse, and how sure is that? Six stripes of 44 runs each; a lognormal curve is fitted by
maximum likelihood, with intervals. The table may come from anyone's runs.

Checked: the likelihood, written here by hand, has its maximum where the fit says. Its slopes in ln theta and ln beta,
by central differences of step 1e-4, are below 1e-5 of the slope one per cent away.
"""

import numpy as np
from scipy.stats import norm

import drystone as ds
from drystone.studies.fragility import Stripes
from drystone.studies.fragility.report import make_report

im = np.array([0.5, 0.75, 1.0, 1.5, 2.0, 2.5])                # g
failures, runs = np.array([4, 10, 24, 33, 42, 44]), np.full(6, 44)


def likelihood(theta: float, beta: float) -> float:
    """Logarithm of the probability of this table, up to a constant."""
    z = np.log(im / theta) / beta
    return float((failures * norm.logcdf(z) + (runs - failures) * norm.logsf(z)).sum())


def slopes(theta: float, beta: float, step: float = 1e-4) -> np.ndarray:
    """Of the likelihood, in ln theta and ln beta."""
    up, down = np.exp(step), np.exp(-step)
    return np.array([likelihood(theta * up, beta) - likelihood(theta * down, beta),
                     likelihood(theta, beta * up) - likelihood(theta, beta * down)]) / (2 * step)


report = make_report(Stripes(im=im, failures=failures, runs=runs, im_name="PGA", unit="g"))
theta, beta = report.fit.theta, report.fit.beta
beside = np.array([slopes(1.01 * theta, beta)[0], slopes(theta, 1.01 * beta)[1]])

ds.view.show(ds.view.fragility_figure(report, title="six stripes of 44 runs"))

assert (np.abs(slopes(theta, beta)) < 1e-5 * np.abs(beside)).all()
print(f"theta {theta:.4f} g, beta {beta:.4f}; slopes of the likelihood there {slopes(theta, beta)}, 1 % away {beside}.")
