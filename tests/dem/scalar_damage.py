"""The damage law once more, in plain Python from its equations; roots by bracketing, nothing shared with the kernels.

Stresses in Pa, displacements in m, tension and opening positive. The order of the surfaces is opening, sliding,
crushing; damage of a surface grows only while a stress would pass it.
"""

import math
from bisect import bisect_right

from scipy.optimize import brentq

from drystone.model.joint import Joint


def exponential_table(strength, energy, pieces):
    """Points of 1 - exp(-f kappa / G) at equal steps up to 0.999, then 1, stretched to the area G."""
    end = -math.log(0.001)
    x = [end * k / pieces for k in range(pieces + 1)]
    d = [1.0 - math.exp(-value) for value in x]
    d[-1] = 1.0
    area = sum(0.5 * (2.0 - d[k] - d[k + 1]) * (x[k + 1] - x[k]) for k in range(pieces))
    return [value * energy / strength / area for value in x], d


def read(table, kappa):
    """d(kappa), straight between points."""
    x, d = table
    if kappa >= x[-1]:
        return 1.0
    k = max(bisect_right(x, kappa) - 1, 0)
    return d[k] + (kappa - x[k]) / (x[k + 1] - x[k]) * (d[k + 1] - d[k])


def root(function, low, high):
    """Where a function falls through zero."""
    if function(low) <= 0.0:
        return low
    if function(high) >= 0.0:
        return high
    return brentq(function, low, high, xtol=1e-19, rtol=8.9e-16, maxiter=300)


class ScalarJoint:
    """One point with its memory."""

    def __init__(self, joint: Joint) -> None:
        damage = joint.damage
        self.k_n, self.k_s = joint.normal_stiffness, joint.shear_stiffness
        self.f_t, self.c, self.mu = joint.tension, joint.cohesion, joint.friction
        self.options = damage
        self.c_r, self.mu_r, self.psi = 0.0, self.mu, 0.0
        if damage.shear is not None:
            self.c_r, self.mu_r = damage.shear.residual_cohesion, damage.shear.residual_friction
            self.psi = damage.shear.dilation
            self.opening = exponential_table(self.f_t, damage.tension.energy, damage.tension.pieces)
            self.sliding = exponential_table(self.c, damage.shear.energy, damage.shear.pieces)
        if damage.crushing is not None:
            self._take_curve(joint)
        self.p_n = self.p_t = self.d_t = self.d_s = self.kappa_t = self.kappa_s = self.kappa_c = self.crush = 0.0
        self.p_s = [0.0, 0.0]
        self.spring, self.rest = self.k_n, 0.0     # of an open crack
        self.tau_p = None

    def _take_curve(self, joint):
        own = joint.damage.crushing
        f = joint.compression
        self.f_cp, self.f_el, self.f_cr = f, own.elastic_share * f, own.residual
        self.u_el, self.u_cp = self.f_el / self.k_n, own.peak_ratio * f / self.k_n
        # area up to the peak by Simpson's rule on an angle, x = 1 - cos(angle), on which the parabola is smooth
        def stress(u):
            x = (u - self.u_el) / (self.u_cp - self.u_el)
            curve = self.f_el + (f - self.f_el) * math.sqrt(max(2 * x - x * x, 0.0)) if x > 0 else self.f_el
            return curve
        leave = brentq(lambda u: stress(u) - self.k_n * u, self.u_el * (1 + 1e-12) + 1e-15, self.u_cp)
        span = self.u_cp - self.u_el
        start, n = math.acos(1 - (leave - self.u_el) / span), 2000
        step = (math.pi / 2 - start) / n
        area = 0.5 * self.k_n * leave**2
        for k in range(n + 1):
            angle = start + k * step
            value = (self.f_el + (f - self.f_el) * math.sin(angle)) * span * math.sin(angle)
            area += value * step / 3.0 * (1 if k in (0, n) else 4 if k % 2 else 2)
        self.u_cm = self.u_cp + (own.energy - area) / (13.0 / 12.0 * (f - self.f_cr))

    @property
    def d_ts(self):
        return 1.0 - (1.0 - self.d_t) * (1.0 - self.d_s)

    def f_c(self, u):
        """Compression at a closing."""
        if u < self.u_cp:
            x = max(u - self.u_el, 0.0) / (self.u_cp - self.u_el)
            return self.f_el + (self.f_cp - self.f_el) * math.sqrt(max(2 * x - x * x, 0.0))
        middle, length = 0.5 * (self.f_cp + self.f_cr), self.u_cm - self.u_cp
        if u < self.u_cm:
            return self.f_cp - (self.f_cp - middle) * ((u - self.u_cp) / length)**2
        slope = 2.0 * (middle - self.f_cp) / length
        return self.f_cr + (middle - self.f_cr) * math.exp(slope * (u - self.u_cm) / (middle - self.f_cr))

    def shear_spring(self):
        return self.k_s * (1.0 - self.d_ts * (1.0 - self.options.shear_stiffness_left))

    def respond(self, u_n, u_1, u_2):
        """Stress after a displacement."""
        w = u_n - self.p_n
        sigma = self._opened(w) if w > 0.0 else self.k_n * w
        sigma, tau = self._slid(w, sigma, u_1, u_2)
        if w > 0.0 and self.f_t > 0.0 and sigma > self.f_t * (1.0 - self.d_ts):
            sigma = self._weaken(w, sigma)
        if w <= 0.0 and self.options.crushing is not None:
            sigma, tau = self._crushed(u_n, sigma, tau)
        return sigma, tau[0], tau[1]

    def _opened(self, w):
        if self.f_t == 0.0:
            return 0.0
        sigma = self.spring * max(w - self.rest, 0.0)
        if sigma <= self.f_t * (1.0 - self.d_ts):
            return sigma
        share = 1.0 - self.d_s if self.options.driver == "plastic" else 1.0
        total = w + self.p_t
        kappa = root(lambda x: total - x - self.f_t * share * (1.0 - read(self.opening, x)) / self.k_n, self.kappa_t,
                     max(total, self.kappa_t))
        self.kappa_t = max(self.kappa_t, kappa)
        self.d_t = max(self.d_t, read(self.opening, self.kappa_t))
        return self._weaken(w, sigma)

    def _weaken(self, w, sigma):
        limit = self.f_t * (1.0 - self.d_ts)
        if self.options.unloading == "elastic":
            self.p_n += (sigma - limit) / self.k_n
            self.p_t += (sigma - limit) / self.k_n
            return limit
        if self.options.unloading == "degraded" and self.d_ts < 1.0:
            self.rest = max(self.rest, w - self.f_t / self.k_n)
        self.spring = min(self.spring, limit / (w - self.rest))
        return limit

    def _slid(self, w, sigma, u_1, u_2):
        spring = self.shear_spring()
        e = (u_1 - self.p_s[0], u_2 - self.p_s[1])
        stretch = math.hypot(*e)
        tau = spring * stretch
        residual = self.c_r * (1.0 - self.d_t) if w > 0.0 else self.c_r

        def strength(d_s, sigma):
            left = (1.0 - self.d_t) * (1.0 - d_s)
            return max(residual + (self.c - self.c_r) * left - sigma * (self.mu_r + (self.mu - self.mu_r) * left), 0.0)

        before = strength(self.d_s, sigma)
        if tau <= before:
            return sigma, [spring * e[0], spring * e[1]]
        if w > 0.0 and before == 0.0:
            self.p_s = [u_1, u_2]
            return sigma, [0.0, 0.0]
        way = (tau - before) / spring        # beyond the elastic limit

        def rising(d_s):
            if w > 0.0:
                return 0.0
            fades = self.options.shear is not None and self.options.shear.dilation_rule == "fading"
            return self.psi * (1.0 - self.d_t) * (1.0 - d_s) if fades else self.psi

        def slip_at(d_s):
            """Inelastic slip when the damage is known: way - (strength - before) / k_s, with the pressure it makes."""
            def over(x):
                return way + (before - strength(d_s, sigma - self.k_n * rising(d_s) * x)) / self.k_s - x
            return root(over, 0.0, way + before / self.k_s)

        if self.c == 0.0:
            d_s = 0.0
        elif self.options.driver == "plastic":
            def over(x):
                d = max(self.d_s, read(self.sliding, self.kappa_s + x))
                return way + (before - strength(d, sigma - self.k_n * rising(d) * x)) / self.k_s - x
            d_s = read(self.sliding, self.kappa_s + root(over, 0.0, way + before / self.k_s))
        else:
            peak = self.c - sigma * self.mu
            if self.options.driver == "frozen_ratio":
                self.tau_p = peak if self.tau_p is None else self.tau_p
                peak = self.tau_p
            ratio = math.hypot(u_1, u_2) * self.k_s / peak
            elastic = self.c / self.k_s
            kappa = root(lambda x: ratio * elastic - x - elastic * (1.0 - read(self.sliding, x)), 0.0, ratio * elastic)
            d_s = read(self.sliding, kappa)
        self.d_s = max(self.d_s, d_s)
        slip = slip_at(self.d_s)
        rise = rising(self.d_s) * slip
        sigma -= self.k_n * rise
        self.p_n += rise
        self.kappa_s += slip
        limit = strength(self.d_s, sigma)
        tau = [limit * e[0] / stretch, limit * e[1] / stretch]
        spring = self.shear_spring()
        self.p_s = [u_1 - tau[0] / spring, u_2 - tau[1] / spring]
        return sigma, tau

    def _crushed(self, u_n, sigma, tau):
        own = self.options.crushing

        def cap(share):
            """Left side of the ellipse for a share of the stress."""
            s, t2 = share * sigma, share * share * (tau[0]**2 + tau[1]**2)
            return own.cap_normal * s * s + own.cap_shear * t2 + own.cap_center * s

        pressed = math.sqrt(max(cap(1.0), 0.0))
        if own.cap == "hardening":
            closing = max(self.kappa_c, self.crush + pressed / self.k_n)
        else:
            closing = max(self.kappa_c, -u_n)
            if closing > self.u_el:
                self.kappa_c = closing
        strength = self.f_cp if own.cap == "peak" and closing < self.u_cp else self.f_c(closing)
        if pressed <= strength:
            return sigma, tau
        self.kappa_c = closing
        share = brentq(lambda q: cap(q) - strength**2, 0.5 * strength / pressed, 1.0, xtol=1e-18, rtol=8.9e-16) \
            if own.cap_center else strength / pressed
        spring, lost = self.shear_spring(), 1.0 - share
        moved = (lost * sigma / self.k_n, lost * tau[0] / spring, lost * tau[1] / spring)
        self.p_n += moved[0]
        self.p_s = [self.p_s[0] + moved[1], self.p_s[1] + moved[2]]
        self.crush += min(math.sqrt(sum(x * x for x in moved)), (pressed - strength) / self.k_n)
        return share * sigma, [share * t for t in tau]
