"""The eyes of a step: detect contacts, join them with what they remember, take the loads."""

from __future__ import annotations

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.engines.nscd import ledger
from drystone.engines.nscd.bonds import Bonds
from drystone.engines.nscd.memory import Recollection, recall
from drystone.engines.nscd.rotation import world_inertia
from drystone.engines.nscd.scene import Pose, Scene
from drystone.engines.nscd.state import NscdState
from drystone.engines.nscd.supports import find_jumps, prescribed_twist, support_motion
from drystone.engines.nscd.world import World
from drystone.geometry.rotation import quaternion_to_matrix, rotate_quaternion

INHERIT_REACH = 0.01      #: a new contact point inherits within this share of the smaller part


def observe(world: World, bonds: Bonds | None, state: NscdState, time_new: float) -> Scene:
    """Detect contacts for the step that ends at `time_new` [s], join them with what they remember, take the loads."""
    loads, laws = world.model.loads, world.laws
    begin, end = loads.clock(state), loads.clock(state, time_new)
    supports = support_motion(world, end)
    jumps = find_jumps(world, state, supports)
    pose = _detection_pose(world, state, 0.5 * (begin + end), jumps)
    rotation = quaternion_to_matrix(pose.orientation)
    found, bond, intact = _with_bonds(bonds, state, find_contacts(world, state, pose), pose, rotation)
    known = _recall(world, state, found, bond, pose, rotation)
    joint = laws.joint_of(found)
    load = loads.impulse(begin, end, pose.position, rotation)
    load[:, world.locked] = 0.0
    return Scene(
        world, state, free=state.is_active & ~state.is_support, pose=pose, rotation=rotation, contacts=found,
        bond=bond, intact=intact, known=known, joint=joint, friction=_friction(world, state, found, pose, joint, known),
        compliance=laws.compliance(joint, found, world.dt, world.felt_mass, known.last[:, 0], world.a0),
        inertia_old=world_inertia(world.inertia, quaternion_to_matrix(state.orientation)), load=load,
        supports=supports, jumps=jumps, prescribed=prescribed_twist(world, state, supports))


def find_contacts(world: World, state: NscdState, pose: Pose, floor: float = 0.0) -> ContactSet:
    """Contacts within the distance that the blocks can cover in a step, at least `floor` [m]."""
    dt, twist, finder = world.dt, state.twist, world.finder
    speed = np.sqrt((twist[:, :3] ** 2).sum(1)) + finder.reach * np.sqrt((twist[:, 3:] ** 2).sum(1))
    distance = 2.0 * dt * speed + 10.0 * world.a0 * dt * dt
    distance = np.maximum(distance, max(floor, world.settings.contact_distance or 0.0) / 2.0)
    return finder.finish(finder.detect(pose.position, pose.orientation, state.is_support, state.is_active, distance))


def _detection_pose(world: World, state: NscdState, middle: float, jumps: np.ndarray | None) -> Pose:
    """Pose of the start, or of the middle of the step; a support that jumps is where it would be without."""
    if not world.is_midpoint:
        return Pose(state.position, state.orientation)
    half = 0.5 * world.dt
    position = state.position + half * state.twist[:, :3]
    orientation = rotate_quaternion(state.orientation, half * state.twist[:, 3:])
    moved = support_motion(world, middle)
    if moved is not None:
        mask = state.is_support if jumps is None else state.is_support & np.isnan(jumps)
        position[mask], orientation[mask] = moved.pose.position[mask], moved.pose.orientation[mask]
    return Pose(position, orientation)


def _with_bonds(bonds: Bonds | None, state: NscdState, found: ContactSet, pose: Pose,
                rotation: np.ndarray) -> tuple[ContactSet, np.ndarray, np.ndarray]:
    """Contacts with the bonds of pairs that hold somewhere, the bond of each contact or -1, which are intact."""
    if bonds is None or not state.bond_intact.any():
        return found, np.full(found.count, -1), state.bond_intact
    intact = bonds.not_turned(state.bond_intact, rotation)
    return *bonds.join(found, intact, state.is_active, pose.position, rotation), intact


def _recall(world: World, state: NscdState, found: ContactSet, bond: np.ndarray, pose: Pose,
            rotation: np.ndarray) -> Recollection:
    size = world.model.parts.part_size
    reach = INHERIT_REACH * np.minimum(size[found.pair_part_a], size[found.pair_part_b])
    known = recall(found, state.memory, pose.position, rotation, reach, world.gap_rounding, state.step)
    known.gap[bond >= 0] = found.gap[bond >= 0]   # measured from where the points coincided: no offset
    return known


def _friction(world: World, state: NscdState, found: ContactSet, pose: Pose, joint: np.ndarray,
              known: Recollection) -> np.ndarray:
    """(c,) friction in force, from the slip speed at the start of the step."""
    speed = np.zeros(0)
    if world.laws.has_sliding_friction:
        middle = 0.5 * (found.point_a + found.point_b)
        relative = ledger.contact_velocity(found.block_a, found.block_b, found.frame,
                                           middle - pose.position[found.block_a],
                                           middle - pose.position[found.block_b], state.twist)
        speed = np.hypot(relative[:, 1], relative[:, 2])
    return world.laws.friction(joint, known.is_sliding, speed)
