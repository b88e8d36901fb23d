"""
A fragility curve from a table
==============================

At which intensity does it collapse, and how sure is that? Six stripes of 44 runs each; a lognormal curve is fitted by
maximum likelihood, with intervals. The table may come from anyone's runs.

Checked: the likelihood, written here by hand, has its maximum where the fit says: its slope in ln theta and in ln beta is
zero, to 1e-5 of a standard error's worth (central differences of step 1e-4 are good to about 1e-8 of the curvature).
"""

import numpy as np
from scipy.stats import norm

import drystone as ds
from drystone.studies.fragility.report import make_report
from drystone.studies.fragility.tables import as_table

im = np.array([0.5, 0.75, 1.0, 1.5, 2.0, 2.5])                # g
failures, runs = np.array([4, 10, 24, 33, 42, 44]), np.full(6, 44)


def likelihood(theta: float, beta: float) -> float:
    """Logarithm of the probability of this table, up to a constant."""
    share = norm.cdf(np.log(im / theta) / beta)
    return float((failures * np.log(share) + (runs - failures) * np.log1p(-share)).sum())
