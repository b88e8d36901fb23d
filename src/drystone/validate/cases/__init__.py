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
    spandrel_arch,
    spandrel_arch_1hz,
    stone_house,
    church,
    irregular_wall,
    natural_arch,
    corbelled_dome,
    limit_block,
    limit_ferris_tinloi,
    limit_oppenheim,
    limit_arch_thickness,
    limit_stone_house,
    limit_spandrel_arch,
    limit_church,
    limit_arch_loads,
    limit_vs_dynamics,
)

__all__ = ["block3d", "church", "corbelled_dome", "ferris_tinloi", "housner", "irregular_wall", "limit_arch_loads",
           "limit_arch_thickness", "limit_block", "limit_church", "limit_ferris_tinloi",
           "limit_oppenheim", "limit_spandrel_arch", "limit_stone_house", "limit_vs_dynamics",
           "natural_arch", "oppenheim_arch", "portioli_block", "restitution_step", "sliding_wall",
           "spandrel_arch", "spandrel_arch_1hz", "stone_house", "wall_pulse"]
