"""
A wedge of rock: what rigid joints believe
==========================================

How much friction holds a wedge of rock between two planes? Rigid joints believe any pressure, so forces that balance
the weight exist from 31.1 degrees on. The textbook lets nothing act across the line along which it slides and asks
for atan(w_line / (N_1 + N_2)) = 33.357 degrees (Hoek and Bray). Elastic joints laid without stress agree with the
textbook.

Checked: ``elastic_analysis`` falls 1e-3 below that angle and stands 1e-3 above it, whatever the ratio of stiffnesses.
"""

import numpy as np

import drystone as ds

dips, towards = np.radians([40.0, 60.0]), np.radians([130.0, 220.0])
normals = np.column_stack((np.sin(dips) * np.sin(towards), np.sin(dips) * np.cos(towards), np.cos(dips)))
line = np.cross(*normals) / np.linalg.norm(np.cross(*normals))
line *= -np.sign(line[2])                                                        # down the line
across = np.array([0.0, 0.0, -1.0]) + line[2] * -line                            # of the weight, as a unit
exact = np.arctan(-line[2] / np.linalg.solve(np.vstack((normals, line)).T, -across)[:2].sum())
level, height = np.array([line[0], line[1], 0.0]) / np.hypot(line[0], line[1]), 10.0

up = np.array([0.0, 0.0, 1.0])
corners = [np.zeros(3), -line * (height / -line[2])]          # foot and head of the line of the planes
corners += [np.linalg.solve(np.vstack((normal, up, level)), (0.0, height, 0.0)) for normal in normals]


def judge(friction_deg: float) -> tuple[str, ds.Model]:
    """Verdict of elastic joints on the wedge with this angle of friction."""
    wedge = ds.Assembly("wedge", gravity=9.81)
    wedge.material("rock", density=2600)
    wedge.joint("dry", friction=np.tan(np.radians(friction_deg)))
    wedge.add("wedge", ds.hull(corners), material="rock")
    for k, normal in enumerate(normals):
        face = np.array([corners[0], corners[1], corners[2 + k]])
        wedge.add(f"plane_{k + 1}", ds.hull(np.vstack((face, face - normal))))
        wedge.support(f"plane_{k + 1}")
    model = wedge.build()
    return ds.limit.elastic_analysis(model).verdict.value, model


verdicts = [judge(np.degrees(exact) * share)[0] for share in (0.999, 1.001)]
downhill = np.degrees(np.arctan2(level[0], -level[1]))
ds.view.show(ds.view.model_figure(judge(34.0)[1], camera=ds.view.Camera(downhill + 25.0, 25.0)))

assert abs(np.degrees(exact) - 33.357) < 5e-4
assert verdicts == ["stands only if it was pressed together", "stands"]
print(f"Textbook {np.degrees(exact):.4f} degrees; 0.1 % less: {verdicts[0]}; 0.1 % more: {verdicts[1]}.")
