"""Tetrahedra of the user's own: read from JSON, npz and Gmsh's text, checked to be the block, run as they are."""

from __future__ import annotations

import json

import numpy as np
import pytest
from dem_scenes import BRICK, STIFF, column, march, settings
from typer.testing import CliRunner

import drystone as ds
from drystone.cli.main import app
from drystone.engines.dem.mesh.build import build_mesh
from drystone.engines.dem.mesh.hexahedron import mesh_hexahedron
from drystone.errors import InputError
from drystone.geometry.solid import ConvexSolid
from drystone.io.tets import read_tets
from drystone.model.settings import RunSettings

UNIT = np.array([[c & 1, c >> 1 & 1, c >> 2] for c in range(8)], float)
SIZE = np.array((0.2, 0.1, 0.1))


def brick(counts=(2, 1, 1), shift=(0.0, 0.0, 0.0)):
    """Nodes and tetrahedra of `block_0` of a column."""
    mesh = mesh_hexahedron(UNIT * SIZE + shift, counts, "six")
    return mesh.nodes, mesh.tets


def write_msh(path, nodes, tets, version):
    """As Gmsh writes it: numbers from 1 with gaps, and the triangles of a surface beside the tetrahedra."""
    tag = 3 * np.arange(len(nodes)) + 10
    out = ["$MeshFormat", f"{version} 0 8", "$EndMeshFormat"]
    if version == "2.2":
        out += ["$Nodes", str(len(nodes)), *(f"{t} {x!r} {y!r} {z!r}" for t, (x, y, z) in zip(tag, nodes.tolist())),
                "$EndNodes", "$Elements", str(len(tets) + 1), f"1 2 2 1 1 {tag[0]} {tag[1]} {tag[2]}",
                *(f"{k + 2} 4 2 7 7 {' '.join(map(str, tag[row]))}" for k, row in enumerate(tets)), "$EndElements"]
    else:
        half = len(nodes) // 2
        out += ["$Entities", "0 0 0 1", "1 0 0 0 1 1 1 0 0", "$EndEntities", "$Nodes", f"2 {len(nodes)} 1 999"]
        for dim, own in ((2, range(half)), (3, range(half, len(nodes)))):
            out += [f"{dim} 1 0 {len(own)}", *(str(tag[k]) for k in own), *(" ".join(map(repr, nodes[k].tolist()))
                                                                           for k in own)]
        out += ["$EndNodes", "$Elements", f"2 {len(tets) + 1} 1 999", "2 1 2 1", f"1 {tag[0]} {tag[1]} {tag[2]}",
                f"3 1 4 {len(tets)}", *(f"{k + 2} {' '.join(map(str, tag[row]))}" for k, row in enumerate(tets)),
                "$EndElements"]
    path.write_text("\n".join(out) + "\n")


def test_files_give_what_was_written(tmp_path):
    nodes, tets = brick()
    (tmp_path / "a.json").write_text(json.dumps({"nodes": nodes.tolist(), "tets": tets.tolist()}))
    np.savez(tmp_path / "a.npz", nodes=nodes, tets=tets.astype(np.int32))
    for version in ("2.2", "4.1"):
        write_msh(tmp_path / f"a{version}.msh", nodes, tets, version)
    for name in ("a.json", "a.npz", "a2.2.msh", "a4.1.msh"):
        found_nodes, found_tets = read_tets(tmp_path / name)
        assert np.array_equal(found_nodes, nodes) and np.array_equal(found_tets, tets), name


HEAD = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"


@pytest.mark.parametrize(("name", "text", "words"), [
    ("a.msh", "$MeshFormat\n4.1 1 8\n$EndMeshFormat\n", "must be Gmsh's text format 2.2 or 4.1, got 4.1 1"),
    ("a.msh", HEAD + "$Nodes\n1\n1 0 0 0\n$EndNodes\n", "section $Elements is missing"),
    ("a.msh", HEAD + "$Nodes\n2\n1 0 0 0\n$EndNodes\n$Elements\n0\n$EndElements\n",
     "$Nodes or $Elements is damaged, or cut off"),
    ("a.msh", HEAD + "$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements\n1\n1 5 0 1\n$EndElements\n",
     "solids must be tetrahedra with 4 nodes (Gmsh's type 4), got elements of type 5"),
    ("a.msh", HEAD + "$Nodes\n1\n1 0 0 0\n", "a section has no end; is the file cut off?"),
    ("a.json", "{\"nodes\": [[0, 0, 0]]}", "must hold nodes and tets, tets is missing"),
    ("a.json", "{\"nodes\": [[0, 0, 0]], \"tets\": [[0, 0, 0, 1]]}",
     "tetrahedron 0 names nodes [0, 0, 0, 1], and there are 1, counted from 0"),
    ("a.json", "{\"nodes\": [[0, 0, 0]], \"tets\": [[0, 0, 0, 0.5]]}",
     "tets must be rows of 4 whole numbers, got an array of (1, 4)"),
    ("a.npz", "no archive", "is damaged: "), ("a.json", "[", "is damaged: "),
    ("a.stl", "", "a mesh of tetrahedra ends in .msh, .json or .npz, got '.stl'"),
])
def test_files_that_are_refused(tmp_path, name, text, words):
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError) as error:
        read_tets(tmp_path / name)
    assert str(error.value).startswith(f"{tmp_path / name}: {words}") and "\n" not in str(error.value)


def test_own_tetrahedra_give_the_bits_of_the_same_cells():
    """The mesh that `split: six` makes, given as arrays: the same run but for the cells of faces, triangles here."""
    model = column((0.1, 0.1)).build()
    nodes, tets = brick()
    rules = [{"size": 0.1, "split": "six"}, {"blocks": ["block_0"], "nodes": nodes, "tets": tets}]
    own, made = (build_mesh(model, settings(mesh=mesh)) for mesh in (rules, rules[:1]))
    assert np.allclose(own.node, made.node, atol=1e-15) and np.allclose(own.mass, made.mass, rtol=1e-13)
    assert np.abs(own.shapes[0].stiffness - made.shapes[0].stiffness).max() < 1e-6 * abs(made.shapes[0].stiffness).max()
    engine, _, _, report = march(model, settings(mesh=rules), 60)
    assert engine.structure.contacts.area.sum() == pytest.approx(3 * 0.2 * 0.1, rel=1e-12)
    weight = model.mass[:2].sum() * 9.81
    held = sum(report.numbers[f"reaction:{name}"][2] for name in ("base", "top"))
    assert held == pytest.approx(weight, rel=1e-3)


def test_a_prism_of_one_file_with_two_blocks(tmp_path):
    """Tetrahedra of two blocks in one list, nodes shared where they meet: each goes to its block."""
    low, high = brick(), brick(shift=(0.0, 0.0, 0.1))
    nodes, place = np.unique(np.round(np.concatenate((low[0], high[0])), 12), axis=0, return_inverse=True)
    tets = place.ravel()[np.concatenate((low[1], high[1] + len(low[0])))]
    np.savez(tmp_path / "both.npz", nodes=nodes, tets=tets)
    model = column((0.1, 0.1)).build()
    mesh = build_mesh(model, settings(mesh=[{"blocks": ["block_0", "block_1"], "path": str(tmp_path / "both.npz")}]))
    assert len(nodes) < mesh.elastic_nodes == 2 * len(low[0])
    assert [len(piece.mesh.tets) for piece in mesh.pieces[:2]] == [len(low[1])] * 2


def test_a_wedge_that_no_cells_fit():
    a = ds.Assembly("prism", gravity=9.81)
    a.material("stone", **BRICK)
    a.joint("dry", friction=0.6, **STIFF)
    corners = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1.0)])
    a.add("prism", ConvexSolid.hull(corners), material="stone")
    a.add_ground(level=0.0)
    tets = np.array([(0, 1, 2, 3), (1, 4, 2, 3), (2, 4, 5, 3)])
    arm = corners[tets[:, 1:]] - corners[tets[:, :1]]
    tets[np.linalg.det(arm) < 0] = tets[np.linalg.det(arm) < 0][:, [0, 2, 1, 3]]
    mesh = build_mesh(a.build(), settings(mesh=[{"blocks": ["prism"], "nodes": corners, "tets": tets}]))
    assert mesh.elastic_nodes == 6 and len(mesh.pieces[0].mesh.faces) == 5
    assert mesh.mass[:6].sum() == pytest.approx(900.0, rel=1e-12)


def damaged(kind):
    """Tetrahedra that are wrong in one way."""
    nodes, tets = brick()
    nodes, tets = nodes.copy(), tets.copy()
    if kind == "inverted":
        tets[5, :2] = tets[5, 1::-1]
    elif kind == "hole":
        tets = np.delete(tets, 5, axis=0)
    elif kind == "twice":
        tets = np.concatenate((tets, tets[5:6]))
    elif kind == "small":
        nodes[:, 2] *= 0.9
    elif kind == "elsewhere":
        nodes[:, 0] += 0.5
    elif kind == "crossing":                # two tetrahedra on the same side of the face that they share
        nodes = np.concatenate((nodes, nodes[tets[5]].mean(axis=0)[None]))
        tets = np.concatenate((tets, [[*tets[5, :3], len(nodes) - 1]]))
    return nodes, tets


@pytest.mark.parametrize(("kind", "words"), [
    ("inverted", r"^block 'block_0': tetrahedron 5 \(nodes \[.*\]\) must have a volume > .* \[m3\], got -.*: it is "
                 r"inverted$"),
    ("hole", r"^block 'block_0': tetrahedron \d+ \(nodes \[.*\]\) has no neighbour at its face of nodes \[.*\], which "
             r"lies .* m off the faces of the block: tetrahedra must fill the block and meet node to node$"),
    ("twice", r"^block 'block_0': tetrahedra \d+, \d+, 12 cross: all of them have the face of nodes \[.*\]$"),
    ("small", r"^block 'block_0': tetrahedron \d+ .* which lies 0.01 m off the faces of the block"),
    ("elsewhere", r"^analysis.mesh: tetrahedron \d+ of 12 lies in none of the blocks of its rule, its middle is at \["),
    ("crossing", r"^block 'block_0': tetrahedra .* cross: "),
])
def test_tetrahedra_that_are_not_the_block(kind, words):
    nodes, tets = damaged(kind)
    rules = [{"size": 0.1}, {"blocks": ["block_0"], "nodes": nodes, "tets": tets}]
    with pytest.raises(InputError, match=words):
        build_mesh(column((0.1, 0.1)).build(), settings(mesh=rules))


@pytest.mark.parametrize(("rule", "words"), [
    ({"blocks": ["block_0"], "nodes": [[0, 0, 0]]}, "nodes and tets go together, got nodes alone"),
    ({"blocks": ["block_0"], "size": 0.1, "path": "a.msh"}, "got size and path"),
    ({"path": "a.msh"}, "blocks must be named where path or nodes and tets are given, got '*'"),
    ({"blocks": ["block_0"], "nodes": [[0, 0]], "tets": [[0, 1, 2, 3]]}, "row 0 must be 3 finite numbers, got [0, 0]"),
    ({"blocks": ["block_0"], "nodes": [[0, 0, 0]], "tets": [[0, 1, 2, 0.5]]}, "row 0 must be 4 whole numbers"),
])
def test_rules_that_are_refused(rule, words):
    with pytest.raises(ValueError) as error:
        settings(mesh=[rule])
    assert words in str(error.value)


FILE = """\
drystone: 1
name: column
gravity: 9.81
materials: {brick: {density: 1800, young: 16e9, poisson: 0.2}}
joints: {bed: {friction: 0.7, normal_stiffness: 80e9, shear_stiffness: 35e9}}
blocks:
  - {name: block_0, box: {size: [0.2, 0.1, 0.1], center: [0.1, 0.05, 0.05]}, material: brick}
ground: {level: 0}
duration: 0.003
analysis: {engine: dem, dt: 1e-3, mesh: [{blocks: block_0, path: brick.msh}], damping: {local: 0.8}}
"""


def test_the_command_reads_the_file_and_names_what_is_wrong(tmp_path, monkeypatch):
    """The result holds the mesh; a tetrahedron inside out is one line with its number, exit code 2, nothing on disk."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "column.yaml").write_text(FILE)
    write_msh(tmp_path / "brick.msh", *brick(), "4.1")
    said = CliRunner().invoke(app, ["run", "column.yaml"])
    assert said.exit_code == 0, said.output
    run = next((tmp_path / "runs").iterdir())
    assert "file:brick.msh" in ds.open_result(run).inputs.arrays
    write_msh(tmp_path / "brick.msh", *damaged("inverted"), "2.2")
    before = sorted(tmp_path.rglob("*"))
    said = CliRunner().invoke(app, ["check", "column.yaml", "--no-picture"])
    assert said.exit_code == 2 and len(said.output.strip().splitlines()) == 1
    assert "block 'block_0': tetrahedron 5 (nodes [" in said.output and "it is inverted" in said.output
    (tmp_path / "brick.msh").unlink()
    said = CliRunner().invoke(app, ["check", "column.yaml", "--no-picture"])
    assert said.exit_code == 2 and "brick.msh: cannot be read: No such file or directory" in said.output
    assert sorted(tmp_path.rglob("*")) == [path for path in before if path.name != "brick.msh"]


def test_python_keeps_the_arrays_with_the_run(tmp_path):
    """A path in a script is read at once: what the run keeps is the mesh, not where it was."""
    nodes, tets = brick()
    np.savez(tmp_path / "mesh.npz", nodes=nodes, tets=tets)
    a = column((0.1,), top=False)
    a.duration = 0.002
    rules = {"path": {"path": str(tmp_path / "mesh.npz")}, "arrays": {"nodes": nodes, "tets": tets}}
    hashes = {ds.run(a, settings=RunSettings(analysis=settings(mesh=[{"blocks": ["block_0"]} | rule]))).inputs.hash
              for rule in rules.values()}
    assert len(hashes) == 1
