"""
An arch on abutments that spread
================================

What happens to the thrust when abutments give way? Three hinges form, and the thrust falls to the least that can hold
the arch. Statics says so in one solve; a run that moves one abutment outwards by 10 mm shows the hinges.

Checked: statics of a support that moves gives the least of all thrust lines to 1e-6, and so does the run, to 2 %. The
run is the thrust of the moved arch: with hinges 1.6 m apart and 1.3 m high, 10 mm lower the crown by 6 mm, 0.5 % of
that height, by which the thrust grows; the levers of the weight grow by as much again.
"""

import numpy as np

import drystone as ds

span, spread = 5.0, 0.010          # m

arch = ds.Assembly("spreading-arch", gravity=9.81, planar="xz")
arch.material("stone", density=2000)
arch.joint("dry", friction=0.8)
arch.add_pattern(ds.patterns.segmental_arch(span=span, rise=2.0, thickness=0.6, count=15, width=1.0), material="stone")
arch.support("abutment")
model = arch.build()
moved = ds.limit.settlement_analysis(model, "abutment_right", "+x")
line = ds.limit.thrust_line(model, kind="least")

arch.support_motion("spread", "abutment_right", displacement=[(0, 0), (0.5, spread)], direction=(1, 0, 0))
arch.stage("rest", duration=0.1)
arch.stage("spread", duration=0.5, motions="spread")
arch.stage("after", duration=0.5)
result = ds.run(arch, dt=4e-3)
joints = result.rows("interfaces", -1)
left = arch.block_names.index("abutment_left")
thrust = abs(joints["force"][(joints["block_a"] == left) | (joints["block_b"] == left), 0]).sum()

ds.view.show(ds.view.scene_figure(result, times=(1.1,), options=ds.view.SceneOptions(scale=20.0)))
ds.view.show(ds.view.run_thrust_figure(result, times=(0.1, 1.1)))

assert np.isclose(moved.reactions["abutment_left"][0], line.thrust, rtol=1e-6)
assert abs(thrust / line.thrust - 1.0) < 0.02
print(f"Thrust after spreading {thrust / 1e3:.2f} kN; least thrust as drawn {line.thrust / 1e3:.2f} kN.")
