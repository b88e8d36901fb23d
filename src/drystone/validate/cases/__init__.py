"""One case a file; importing this package registers them all, in the order of the table."""

from drystone.validate.cases import (  # isort: skip
    housner,
    block3d,
    oppenheim_arch,
    wall_pulse,
    restitution_step,
    portioli_block,
    ferris_tinloi,
    sliding_wall,
)

__all__ = ["block3d", "ferris_tinloi", "housner", "oppenheim_arch", "portioli_block", "restitution_step",
           "sliding_wall", "wall_pulse"]
