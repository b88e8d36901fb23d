"""Draw docs/images/motion.png: a synthetic motion of three components, as `drystone motion` shows it."""

from __future__ import annotations

from pathlib import Path

from drystone.motion import Component, Record, kanai_tajimi
from drystone.view.motion_picture import draw_record

SHAPE = {"rise": 2.0, "strong": 6.0, "decay": 0.5, "low": 0.2}


def main() -> None:
    """Write the picture beside the other ones."""
    parts = (("NS", 1, 3.5, 2.5, 0.0), ("EW", 2, 2.8, 2.5, 90.0), ("UD", 3, 1.8, 5.0, None))
    components = [Component(name, kanai_tajimi(seed, 20.0, 0.01, frequency, 0.6, pga, **SHAPE), azimuth, name == "UD")
                  for name, seed, pga, frequency, azimuth in parts]
    print(draw_record(Record("synthetic quake", "made", tuple(components)),
                      Path(__file__).parent / "images" / "motion.png", 0.05))


if __name__ == "__main__":
    main()
