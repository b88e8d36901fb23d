"""What an analysis found as plain data, for JSON."""

from __future__ import annotations


def interface_data(result) -> list[dict]:
    """Interfaces with blocks, normal force [N], force on block b [N] and point of action [m].

    result : of statics, limit analysis or settlement: anything with `equilibrium` and `interfaces`
    """
    names, found = result.equilibrium.model.block_names, result.interfaces
    return [{"blocks": [names[a], names[b]], "normal": found.frame[i, 0].tolist(),
             "normal_force": float(found.normal_force[i]), "force": found.force[i].tolist(),
             "point": found.action_point[i].tolist()}
            for i, (a, b) in enumerate(zip(found.block_a, found.block_b))]
