"""
How thin can a semicircular arch be?
====================================

Thinner than about a tenth of its radius a semicircular arch cannot stand, whatever it is made of: Couplet asked in
1730, Milankovitch (1907) answered t/R = 0.1075, R to the middle of the ring. The geometric safety factor says by how
much the joints of a given arch may shrink about their centres until it just stands.

Checked: thickness over safety factor against 0.1075 R to 0.5 %: hinges can form only at the joints there are, here
every 3 degrees, and shrinking the joints leaves the weight where it is in the thicker ring.
"""

import drystone as ds

radius, thickness = 5.0, 0.6        # m

arch = ds.Assembly("semicircle", gravity=9.81, planar="xz")
arch.material("stone", density=2000)
arch.joint("dry", friction=2.0)
arch.add_pattern(ds.patterns.circular_arch(mid_radius=radius, thickness=thickness, embrace_deg=180, count=60, width=1.0,
                                           curved=True), material="stone")
arch.support("abutment")
model = arch.build()
margins = ds.limit.find_margins(model)
thinnest = thickness / margins.geometric / radius
lines = [ds.limit.thrust_line(model, kind=kind) for kind in ("least", "greatest")]

ds.view.show(ds.view.thrust_figure(model, lines, title=f"t/R = {thickness / radius:g}, safety {margins.geometric:.3f}"))

assert abs(thinnest / 0.1075 - 1.0) < 0.005
print(f"It may be thinned to t/R = {thinnest:.4f}; Milankovitch: 0.1075.")
