"""Ready-made structures: each function returns named shapes in world coordinates, z up."""

from drystone.patterns.arches.arch import circular_arch
from drystone.patterns.arches.basket import basket_arch
from drystone.patterns.arches.pointed import pointed_arch
from drystone.patterns.arches.segmental import segmental_arch
from drystone.patterns.arches.spandrel import spandrel_arch
from drystone.patterns.blocks import single, stack
from drystone.patterns.buildings.buttress import buttress, buttressed_wall
from drystone.patterns.buildings.church import church
from drystone.patterns.buildings.house import house
from drystone.patterns.buildings.masonry_wall import masonry_wall
from drystone.patterns.buildings.tower import tower
from drystone.patterns.buildings.walls import walls
from drystone.patterns.column import column
from drystone.patterns.vaults.barrel import barrel_vault
from drystone.patterns.vaults.corbelled import corbelled_dome
from drystone.patterns.vaults.cylinder import cylinder_wall
from drystone.patterns.vaults.groin import cross_vault
from drystone.patterns.vaults.pavilion import pavilion_vault
from drystone.patterns.vaults.voussoir_dome import dome
from drystone.patterns.wall import courses_wall, running_bond, stack_bond

__all__ = ["barrel_vault", "basket_arch", "buttress", "buttressed_wall", "church", "circular_arch", "column",
           "corbelled_dome", "courses_wall", "cross_vault", "cylinder_wall", "dome", "house", "masonry_wall",
           "pavilion_vault", "pointed_arch", "running_bond", "segmental_arch", "single", "spandrel_arch", "stack",
           "stack_bond", "tower", "walls"]
