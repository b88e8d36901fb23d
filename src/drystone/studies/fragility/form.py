"""How theta, beta and shares follow from the coefficients of a likelihood: each is one linear equation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Form:
    """The index of a curve is eta_j(x) = (base_j + x slope) . c, x = ln im; its share is Phi(eta_j).

    Hence 1 / beta = slope . c, and ln theta_j is the x at which eta_j is zero.
    """

    slope: np.ndarray   #: (p,)
    base: np.ndarray    #: (k, p), one row a curve
    shift: np.ndarray   #: (p,): adding it to the coefficients adds 1 to every index, at every x

    def index(self, c: np.ndarray, x: np.ndarray, curve: int = 0) -> np.ndarray:
        """eta (n, m) at ln im (m,)."""
        return (c @ self.base[curve])[:, None] + (c @ self.slope)[:, None] * x

    def log_theta(self, c: np.ndarray, curve: int = 0) -> np.ndarray:
        """(n,) from coefficients (n, p)."""
        return -(c @ self.base[curve]) / (c @ self.slope)

    def log_beta(self, c: np.ndarray) -> np.ndarray:
        """(n,) from coefficients (n, p)."""
        return -np.log(c @ self.slope)

    def gradients(self, c: np.ndarray, curve: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """Derivatives (n, p) of ln theta and of ln beta by the coefficients."""
        slope = (c @ self.slope)[:, None]
        log_theta = self.log_theta(c, curve)[:, None]
        return -(self.base[curve] + log_theta * self.slope) / slope, -self.slope / slope

    # --- starts that satisfy an equation, from the free maximum --------------------------------------

    def with_slope(self, c: np.ndarray, slope: np.ndarray) -> np.ndarray:
        """Coefficients (n, p) with this slope (n,) and the same thetas."""
        return c * (slope / (c @ self.slope))[:, None]

    def with_index(self, c: np.ndarray, row: np.ndarray, eta: np.ndarray) -> np.ndarray:
        """Coefficients (n, p) shifted until row . c = eta; rows (n, p)."""
        return c + (eta - np.einsum("np,np->n", row, c))[:, None] * self.shift

    def without_slope(self, c: np.ndarray) -> np.ndarray:
        """Coefficients (n, p) whose curves are level."""
        return c - (c @ self.slope)[:, None] * self.slope / (self.slope @ self.slope)


def plain_form() -> Form:
    """One curve, coefficients (1 / beta, -ln theta / beta)."""
    return Form(np.array([1.0, 0.0]), np.array([[0.0, 1.0]]), np.array([0.0, 1.0]))


def ordinal_form(count: int) -> Form:
    """`count` curves with one slope, coefficients (1 / beta, -ln theta_j / beta ...)."""
    return Form(np.eye(count + 1)[0], np.eye(count + 1)[1:], np.concatenate(([0.0], np.ones(count))))


def cloud_form(log_limit: float) -> Form:
    """One curve, share of ln EDP >= `log_limit` where eta = c_0 ln EDP + c_1 + c_2 ln im is standard normal."""
    return Form(np.array([0.0, 0.0, -1.0]), np.array([[-log_limit, -1.0, 0.0]]), np.array([0.0, -1.0, 0.0]))
