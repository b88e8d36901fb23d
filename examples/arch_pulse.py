"""An arch of seven voussoirs under two opposite ground pulses rocks in several impacts before it falls.

The arch of Oppenheim: mid radius 10 m, thickness 1.5 m, 150 degrees. The ground is pushed to the left with 1.11 g
for 0.30 s, then to the right with 0.555 g for 0.60 s. A run with a step ten times smaller has the maxima of the
potential energy at 0.52, 0.83 and 1.52 s; published: 0.50, 0.85 and 1.50 s, read from a figure.
"""

import drystone as ds
from drystone.analysis.energy import energies_per_weight
from drystone.analysis.peaks import find_peaks

GRAVITY = 9.81                    # m/s2
PEAKS = (0.52, 0.83, 1.52)        # s
TOLERANCE = 0.01                  # s, rounding of the peaks above


def make_arch() -> ds.Assembly:
    """Seven voussoirs between two abutments, rough enough that only hinges form."""
    a = ds.Assembly("arch", gravity=GRAVITY)
    a.material("stone", density=1800)
    a.joint("dry", friction=2.0)
    a.add_pattern(ds.patterns.circular_arch(mid_radius=10.0, thickness=1.5, embrace_deg=150, count=7, width=1.0),
                  material="stone")
    a.support("abutment")
    pulse = ds.motion.Biphasic(amplitude_1=1.11 * GRAVITY, duration_1=0.30,
                               amplitude_2=-0.555 * GRAVITY, duration_2=0.60)
    a.ground_motion("pulse", pulse, direction=(-1, 0, 0))
    a.monitor("keystone", "voussoir_4", quantity="displacement")
    return a


def main() -> None:
    """Run the first 1.7 s, compare the maxima of the potential energy."""
    result = ds.run(make_arch(), duration=1.7, dt=1e-3)
    lift = energies_per_weight(result)["potential"]   # m: rise of the centre of mass of the arch
    peaks = find_peaks(result.time, lift, least=5e-3, window=0.1)
    for k, expected in enumerate(PEAKS):
        print(f"peak {k + 1}: {peaks.time[k]:.3f} s, expected {expected:.2f} s; raised by {peaks.height[k]:.3f} m")
        assert abs(peaks.time[k] - expected) < TOLERANCE


if __name__ == "__main__":
    main()
