"""An arch without time: does it stand, with which thrust, how thin may it be, and what acceleration can it take?"""

import numpy as np

import drystone as ds

arch = ds.Assembly("arch", gravity=9.81, planar="xz")
arch.material("stone", density=2000)
arch.joint("dry", friction=0.7)
arch.add_pattern(ds.patterns.circular_arch(mid_radius=5.0, thickness=0.9, embrace_deg=180, count=21, width=1.0),
                 material="stone")
arch.support("abutment")
model = arch.build()

# Forces under its own weight. They are not unique: this is the elastic system, and the range of all others.
statics = ds.limit.statics_analysis(model)
least, greatest = ds.limit.thrust_range(model, "abutment_left", "voussoir_21", (1.0, 0.0, 0.0))
thrust = statics.reactions["abutment_left"][0]
print(f"stands: {statics.stands}; thrust {thrust / 1e3:.1f} kN, may be {least / 1e3:.1f} .. {greatest / 1e3:.1f} kN")
assert statics.stands and least < thrust < greatest

# How far it is from falling.
margins = ds.limit.find_margins(model)
print(f"friction may be divided by {margins.friction:.2f}, the ring thinned by {margins.geometric:.2f}")
assert margins.friction > 1.0 and 0.9 / margins.geometric > 0.1 * 5.0       # no arch is thinner than a tenth or so

# Horizontal acceleration at which it becomes a mechanism; forces and velocities prove each other.
limit = ds.limit.limit_analysis(model, ds.limit.acceleration(model, "+x"))
print(f"limit {limit.alpha:.4f} g; works agree to {limit.checks.work:.0e}, r.u to {limit.checks.complementarity:.0e}")
assert limit.checks.worst < 1e-6
works = [float((load * limit.mechanism).sum()) for load in (statics.load, limit.live.wrench)]
assert np.isclose(-works[0] / works[1], limit.alpha, rtol=1e-6)

# An abutment that gives way takes the least thrust.
spread = ds.limit.settlement_analysis(model, "abutment_right", "+x")
assert np.isclose(spread.reactions["abutment_left"][0], least, rtol=1e-6)
