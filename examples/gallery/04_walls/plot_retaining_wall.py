"""
A dry-stone retaining wall
==========================

How safe is a dry wall that holds back earth? Rankine's pressure K gamma z, horizontal on the back, grows with the
depth z. Above a bed joint at depth z the wall of thickness t and unit weight w turns when the pressure is multiplied
by 3 w t^2 / (K gamma z^2), and slides at 2 mu w t / (K gamma z): the base decides, and thin walls turn first. (Limit
analysis lifts what slides, by mu times its speed, as the picture shows, exaggerated.)

Checked: the multiplier of the earth pressure for a thin and a thick wall against the lesser of both formulas at the
base, to 1e-6, the accuracy asked of the solver.
"""

import drystone as ds

height, courses, friction, stone, earth, share = 2.4, 12, 0.6, 20e3, 18e3, 1 / 3     # m, -, -, N/m3, N/m3, -
step = height / courses


def make_wall(thickness: float) -> tuple[ds.Model, ds.limit.LiveLoad]:
    """Courses of stones that go through the wall, one metre of it, and the earth pressure on each."""
    wall = ds.Assembly(f"wall-{thickness:g}", gravity=9.81, planar="xz")
    wall.material("stone", density=stone / 9.81)
    wall.joint("dry", friction=friction)
    for k in range(courses):
        wall.add(f"course_{k + 1}", ds.box((thickness, 1.0, step), center=(0, 0, (k + 0.5) * step)), material="stone")
    wall.add_ground(level=0.0)
    model, parts = wall.build(), []
    for k in range(courses):
        top, low = height - (k + 1) * step, height - k * step            # depths below the crest
        force = share * earth * (low**2 - top**2) / 2
        depth = share * earth * (low**3 - top**3) / 3 / force            # of the middle of pressure
        parts.append(ds.limit.point_force(model, f"course_{k + 1}", (-thickness / 2, 0, height - depth), (force, 0, 0)))
    return model, sum(parts[1:], parts[0])


for thickness in (0.9, 1.2):
    model, live = make_wall(thickness)
    limit = ds.limit.limit_analysis(model, live)
    turns = 3 * stone * thickness**2 / (share * earth * height**2)
    slides = 2 * friction * stone * thickness / (share * earth * height)
    word = "turns" if turns < slides else "slides"
    ds.view.show(ds.view.limit_figure(model, limit.mechanism, limit.interfaces, camera=ds.view.Camera(0.0, 0.0),
                                      title=f"{thickness} m thick: {word}, {limit.alpha:.3f} times the pressure"))
    assert abs(limit.alpha / min(turns, slides) - 1.0) < 1e-6
    print(f"Thickness {thickness} m: {limit.alpha:.5f}, turns at {turns:.5f}, slides at {slides:.5f}.")
