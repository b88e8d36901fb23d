"""
Measures of a ground motion
===========================

What do PGA, PGV, PGD and Arias intensity say of a motion that one knows? One cycle of a sine of amplitude A and half
period T has PGA A, PGV 2 A T / pi, PGD 2 A T^2 / pi and Arias intensity pi A^2 T / (2 g). The same functions measure
records of any format, and synthetic motions such as the one drawn below it.

Checked: all four to (pi dt / T)^2 / 8, by which a polygon through samples every dt misses a sine of half period T,
and twice that for the intensity, which squares it; and a synthetic motion scaled to a spectral acceleration has it,
to 1e-9.
"""

import numpy as np

import drystone as ds

amplitude, half, dt = 4.0, 0.5, 0.01        # m/s2, s, s

time = np.arange(0.0, 2 * half + dt / 2, dt)
sine = ds.motion.Table(time, amplitude * np.sin(np.pi * time / half))
found = np.array([measure(sine) for measure in (ds.motion.pga, ds.motion.pgv, ds.motion.pgd, ds.motion.arias)])
exact = np.array([amplitude, 2 * amplitude * half / np.pi, 2 * amplitude * half**2 / np.pi,
                  np.pi * amplitude**2 * half / (2 * ds.motion.STANDARD_GRAVITY)])
missed = (np.pi * dt / half) ** 2 / 8

quake = ds.motion.kanai_tajimi(seed=1, duration=15.0, dt=dt, frequency=2.5, damping=0.6, pga=3.0, rise=2.0, strong=6.0,
                               decay=0.6, low=0.2)
factor = ds.motion.scale_factor([quake], {"sa": "0.4 g", "period": 0.5})
scaled = ds.motion.Table(quake.times, factor * quake.accelerations)
wanted = 0.4 * ds.motion.STANDARD_GRAVITY

record = ds.motion.Record("synthetic", "made here", (ds.motion.Component("x", scaled),))
ds.view.show(ds.view.record_figure(record, damping=0.05))

assert (np.abs(found / exact - 1.0) < missed * np.array([1, 1, 1, 2])).all()
assert abs(ds.motion.sa(scaled, 0.5) / wanted - 1.0) < 1e-9
print(f"PGA, PGV, PGD, Arias: {np.round(found, 4)}; exact {np.round(exact, 4)}. "
      f"Scaled by {factor:.3f}, Sa(0.5 s) is {ds.motion.sa(scaled, 0.5) / ds.motion.STANDARD_GRAVITY:.4f} g.")
