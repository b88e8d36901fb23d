"""Ready-made structures: each function returns named shapes in world coordinates, z up."""

from drystone.patterns.arch import circular_arch
from drystone.patterns.barrel import barrel_vault
from drystone.patterns.basket import basket_arch
from drystone.patterns.blocks import single, stack
from drystone.patterns.buttress import buttress, buttressed_wall
from drystone.patterns.church import church
from drystone.patterns.column import column
from drystone.patterns.corbelled import corbelled_dome
from drystone.patterns.cylinder import cylinder_wall
from drystone.patterns.groin import cross_vault
from drystone.patterns.house import house
from drystone.patterns.masonry_wall import masonry_wall
from drystone.patterns.pavilion import pavilion_vault
from drystone.patterns.pointed import pointed_arch
from drystone.patterns.segmental import segmental_arch
from drystone.patterns.spandrel import spandrel_arch
from drystone.patterns.tower import tower
from drystone.patterns.voussoir_dome import dome
from drystone.patterns.wall import courses_wall, running_bond, stack_bond
from drystone.patterns.walls import walls

__all__ = ["barrel_vault", "basket_arch", "buttress", "buttressed_wall", "church", "circular_arch", "column",
           "corbelled_dome", "courses_wall", "cross_vault", "cylinder_wall", "dome", "house", "masonry_wall",
           "pavilion_vault", "pointed_arch", "running_bond", "segmental_arch", "single", "spandrel_arch", "stack",
           "stack_bond", "tower", "walls"]
