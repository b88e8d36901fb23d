"""From the blocks of a model to one mesh: all nodes in a row, pieces of the same shape one after the other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from drystone.engines.dem.mesh.convex import mesh_convex
from drystone.engines.dem.mesh.given import Hull, given_mesh, share_out
from drystone.engines.dem.mesh.hexahedron import cut_across, edge_lengths, find_corners, mesh_hexahedron
from drystone.engines.dem.mesh.piece import FaceCells, PieceMesh
from drystone.engines.dem.mesh.stiffness import stiffness, volume_shares
from drystone.errors import InputError, about
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.io.tets import check_tets, read_tets
from drystone.model.model import Model
from drystone.model.selection import Selection
from drystone.model.settings import CrackRule, DemSettings, MeshRule

AXES = "xyz"

#: Degrees of freedom of a piece up to which its matrix is used in full: of few pieces alike, and of many.
MOST_DENSE = 300, 900


@dataclass(frozen=True, slots=True)
class Piece:
    """A convex piece of a block and its mesh: nodes from the block's centre of mass, turned as at the start."""

    block: int
    mesh: PieceMesh
    sides: np.ndarray | None   #: faces at which it meets the piece before and after it, (2,) int64, -1 for none
    joint: int                 #: law of the planes between the pieces of its block, -1 for none


@dataclass(frozen=True, slots=True)
class PieceShape:
    """What pieces of one shape and material share."""

    mesh: PieceMesh
    stiffness: sparse.csr_array   #: (3 n, 3 n) [N/m]
    first: int              #: first of its pieces
    count: int              #: number of its pieces, which follow each other

    @property
    def is_dense(self) -> bool:
        """Whether one product with the full matrix for all pieces is quicker than one with its entries for each."""
        width = 3 * len(self.mesh.nodes)
        return width <= MOST_DENSE[1 if self.count >= 8 else 0]


@dataclass(frozen=True, slots=True)
class Mesh:
    """All pieces: those that deform first, sorted by shape, then the rigid ones of supports. World axes."""

    pieces: tuple[Piece, ...]
    shapes: tuple[PieceShape, ...]
    node: np.ndarray          #: (n, 3) [m], at the start
    drawn: np.ndarray         #: (n, 3) [m], in the drawing
    node_ptr: np.ndarray      #: (p + 1,) int64, nodes of piece i
    piece_block: np.ndarray   #: (p,) int64
    mass: np.ndarray          #: (n,) [kg]; 0 for nodes of supports
    elastic_nodes: int        #: nodes of pieces that deform: they come first
    elastic_pieces: int

    @property
    def node_block(self) -> np.ndarray:
        """(n,) int64"""
        return np.repeat(self.piece_block, np.diff(self.node_ptr))


def build_mesh(model: Model, settings: DemSettings) -> Mesh:
    """Cut all blocks of the model as the settings say."""
    selection = Selection(model.block_names, model.block_groups)
    rules = _rules_of(model, settings, selection)
    cracks = _cracks_of(model, settings, selection)
    turned = quaternion_to_matrix(model.initial_orientation)
    given = _given_meshes(model, settings, rules)
    free: dict[tuple, list[Piece]] = {}
    fixed: list[Piece] = []
    for block, name in enumerate(model.block_names):
        parts = np.flatnonzero(model.parts.block == block)
        if len(parts) > 1 and not model.is_support[block]:
            raise InputError(f"engine dem: block {name!r} must be convex, it has {len(parts)} parts",
                             subject=("block", name))
        for part in parts:
            for piece in _pieces(model, int(part), block, rules[block], cracks.get(block), given.get(block)):
                mesh = piece.mesh.check(name).moved(turned[block], np.zeros(3))
                piece = Piece(block, mesh, piece.sides, piece.joint)
                if model.is_support[block]:
                    fixed.append(piece)
                else:
                    free.setdefault(_shape_key(model, piece), []).append(piece)
    return _join(model, list(free.values()), fixed, turned)


# --- which rule for which block -----------------------------------------------------------------------

def _rules_of(model: Model, settings: DemSettings, selection: Selection) -> dict[int, MeshRule | None]:
    """Rule of every block; supports need none."""
    found: dict[int, MeshRule | None] = dict.fromkeys(range(model.block_count))
    for rule in settings.mesh:
        with about("analysis", "mesh"):
            chosen = range(model.block_count) if rule.blocks == ["*"] else \
                selection.blocks("analysis.mesh", rule.blocks)
        found.update(dict.fromkeys((b for b in chosen if rule.blocks != ["*"] or not model.is_support[b]), rule))
    for block, rule in found.items():
        if rule is None and not model.is_support[block]:
            raise InputError(f"analysis.mesh: no rule names block {model.block_names[block]!r}",
                             subject=("analysis", "mesh"))
    return found


def _cracks_of(model: Model, settings: DemSettings, selection: Selection) -> dict[int, tuple[CrackRule, int]]:
    """Rule and number of the joint of every block with planes along which it may break."""
    names = [joint.name for joint in model.joints]
    found = {}
    for rule in settings.cracks:
        with about("analysis", "cracks"):
            if rule.joint not in names:
                raise InputError(f"analysis.cracks: no joint is called {rule.joint!r}; there are {', '.join(names)}")
            for block in selection.blocks("analysis.cracks", rule.blocks):
                found[block] = rule, names.index(rule.joint)
    return found


# --- one block -----------------------------------------------------------------------------------------

def _given_meshes(model: Model, settings: DemSettings, rules: dict[int, MeshRule | None]) -> dict[int, PieceMesh]:
    """Meshes of the blocks whose tetrahedra are given, in the frames of the blocks."""
    found = {}
    for rule in settings.mesh:
        own = [block for block, chosen in rules.items() if chosen is rule and rule.is_given]
        if not own:
            continue
        nodes, tets = read_tets(rule.path) if rule.path is not None else \
            check_tets("analysis.mesh", rule.nodes, rule.tets)
        hulls = {model.block_names[block]: _drawn_hull(model, block) for block in own}
        shares = share_out(nodes, tets, hulls)
        for block, (name, hull) in zip(own, hulls.items()):
            mesh = given_mesh(name, hull, nodes, tets, shares[name])
            found[block] = mesh.moved(np.eye(3), -model.reference_position[block])
    return found


def _drawn_hull(model: Model, block: int) -> Hull:
    """A block as it is drawn, for its tetrahedra."""
    parts = np.flatnonzero(model.parts.block == block)
    if len(parts) > 1:
        raise InputError(f"analysis.mesh: tetrahedra of your own go with convex blocks, and block "
                         f"{model.block_names[block]!r} has {len(parts)} parts",
                         subject=("block", model.block_names[block]))
    vertices, faces, normals = _solid(model, int(parts[0]))
    return Hull(vertices + model.reference_position[block], faces, normals)


def _pieces(model: Model, part: int, block: int, rule: MeshRule | None,
            crack: tuple[CrackRule, int] | None, given: PieceMesh | None) -> list[Piece]:
    """Pieces of one part in the frame of its block."""
    name = model.block_names[block]
    if given is not None:
        if crack is not None:
            raise InputError(f"analysis.cracks: block {name!r} has tetrahedra of your own; planes within it need cells",
                             subject=("block", name))
        return [Piece(block, given, None, -1)]
    vertices, faces, normals = _solid(model, part)
    corners = find_corners(vertices, faces, normals)
    if corners is None:
        if crack is not None:
            raise InputError(f"analysis.cracks: block {name!r} must have six four-sided faces, it has {len(faces)} "
                             f"faces", subject=("block", name))
        return [Piece(block, mesh_convex(vertices, faces, normals, _one_size(rule, name)), None, -1)]
    lengths = edge_lengths(corners)
    planes, axis = 0, 0
    if crack is not None:
        axis = AXES.index(crack[0].across)
        planes = crack[0].planes if lengths[axis] > crack[0].longer_than else 0
    cells = _cell_counts(rule, lengths, axis, planes, name)
    own = cut_across(corners, axis, planes + 1) if planes else [corners]
    joint = crack[1] if planes else -1
    sides = [np.array((2 * axis if k else -1, 2 * axis + 1 if k < planes else -1)) for k in range(planes + 1)]
    split = "mean" if rule is None else rule.split
    return [Piece(block, mesh_hexahedron(box, cells, split), side if planes else None, joint)
            for box, side in zip(own, sides)]


def _solid(model: Model, part: int):
    """Vertices (n, 3) [m], faces and normals of a part, block frame."""
    parts = model.parts
    first, last = parts.vertex_ptr[part], parts.vertex_ptr[part + 1]
    own = range(parts.face_ptr[part], parts.face_ptr[part + 1])
    faces = [(parts.face_vertex[parts.face_vertex_ptr[f]:parts.face_vertex_ptr[f + 1]] - first).tolist() for f in own]
    return parts.vertex[first:last], faces, parts.face_normal[own.start:own.stop]


def _one_size(rule: MeshRule | None, name: str) -> float | None:
    if rule is None:
        return None
    if rule.cells is not None:
        raise InputError(f"analysis.mesh: cells go with blocks of six four-sided faces, and block {name!r} is none; "
                         "give size", subject=("block", name))
    return min(rule.sizes)


def _cell_counts(rule: MeshRule | None, lengths: np.ndarray, axis: int, planes: int, name: str) -> tuple[int, ...]:
    """Cells of one piece along its three directions."""
    if rule is None:
        return 1, 1, 1
    if rule.cells is None:
        own = lengths.copy()
        own[axis] /= planes + 1
        return tuple(max(1, round(own[k] / rule.sizes[k])) for k in range(3))
    counts = list(rule.cells)
    if counts[axis] % (planes + 1):
        raise InputError(f"analysis.mesh: cells of block {name!r} along {AXES[axis]} must be a multiple of "
                         f"{planes + 1}, for {planes} planes cross it, got {counts[axis]}", subject=("block", name))
    counts[axis] //= planes + 1
    return tuple(counts)


# --- all of them ----------------------------------------------------------------------------------------

def _shape_key(model: Model, piece: Piece) -> tuple:
    """What pieces with one stiffness have in common: form to a billionth of their size, numbering, material."""
    mesh, material = piece.mesh, model.materials[model.material_of[piece.block]]
    arm = mesh.nodes - mesh.nodes[0]
    form = np.round(arm / (1e-9 * np.abs(arm).max())).astype(np.int64)
    return material.young, material.poisson, len(arm), float(f"{np.abs(arm).max():.9g}"), form.tobytes(),
    mesh.tets.tobytes()


def _join(model: Model, alike: list[list[Piece]], fixed: list[Piece], turned: np.ndarray) -> Mesh:
    shapes, pieces = [], []
    for own in alike:
        material = model.materials[model.material_of[own[0].block]]
        shapes.append(PieceShape(own[0].mesh, stiffness(own[0].mesh, material.young, material.poisson), len(pieces),
                                 len(own)))
        pieces += own
    elastic = len(pieces)
    pieces += fixed
    counts = [len(piece.mesh.nodes) for piece in pieces]
    ptr = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
    block = np.array([piece.block for piece in pieces], np.int64)
    node = np.concatenate([piece.mesh.nodes + model.initial_position[piece.block] for piece in pieces])
    drawn = np.concatenate([piece.mesh.nodes @ turned[piece.block] + model.reference_position[piece.block]
                            for piece in pieces])
    return Mesh(tuple(pieces), tuple(shapes), node, drawn, ptr, block, _masses(model, pieces[:elastic], ptr),
                int(ptr[elastic]), elastic)


def _masses(model: Model, pieces: list[Piece], ptr: np.ndarray) -> np.ndarray:
    """(n,) [kg]: the mass of each block spread evenly over its volume; refused where the model says otherwise."""
    share, volume = np.zeros(ptr[-1]), np.zeros(model.block_count)
    moment = np.zeros((model.block_count, 3))
    for k, piece in enumerate(pieces):
        own = volume_shares(piece.mesh)
        share[ptr[k]:ptr[k + 1]] = own
        volume[piece.block] += own.sum()
        moment[piece.block] += own @ piece.mesh.nodes
    for block in np.flatnonzero(volume > 0.0):
        size = volume[block] ** (1.0 / 3.0)
        off = np.linalg.norm(moment[block]) / volume[block]
        if off > 1e-6 * size:
            name = model.block_names[block]
            raise InputError(f"engine dem: the mass of block {name!r} must be spread evenly, its centre is "
                             f"{off:.3g} m off", subject=("block", name))
    number = np.repeat([piece.block for piece in pieces], np.diff(ptr)[:len(pieces)]).astype(np.int64)
    share[:len(number)] *= model.mass[number] / volume[number]
    return share


def face_by_direction(mesh: PieceMesh, direction: str) -> FaceCells:
    """The face whose outward normal is nearest to a direction such as "-z"."""
    wanted = np.zeros(3)
    wanted[AXES.index(direction[1])] = -1.0 if direction[0] == "-" else 1.0
    return max(mesh.faces, key=lambda face: float(face.normal @ wanted))
