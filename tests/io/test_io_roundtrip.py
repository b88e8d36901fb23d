"""What we write reads back as the same blocks with the same contacts; an independent reader sees the same."""

import numpy as np
import pytest
from io_files import L_PLAN

from drystone import patterns
from drystone.contact.survey import survey_blocks
from drystone.errors import InputError
from drystone.geometry.from_mesh import shape_from_mesh
from drystone.geometry.shape import NamedShape
from drystone.io import read_blocks, write_blocks
from drystone.io.prism import prism_mesh

trimesh = pytest.importorskip("trimesh")


def structures() -> dict[str, list[NamedShape]]:
    """A wall far from the origin, an arch with irrational corners, and a block that is not convex on a slab."""
    polygon = np.column_stack((L_PLAN / 3.0, np.zeros(len(L_PLAN))))
    corner = shape_from_mesh(*prism_mesh(polygon, np.array((0, 0, 0.7))), 1e-5)
    slab = patterns.single((2.0, 2.0, 0.1), base=(0.5, 0.5, -0.1), name="slab")
    return {"wall": [b.moved((12.3, -4.56, 0.1)) for b in patterns.running_bond(2.0, 4, (0.4, 0.2), 0.25)],
            "arch": patterns.circular_arch(2.0, 0.3, 160.0, 11, 0.6, curved=False),
            "corner": [NamedShape("corner", corner, ("top",)), *slab]}


@pytest.mark.parametrize("ending", ["obj", "json"])
@pytest.mark.parametrize("which", structures())
def test_full_digits_give_the_same_blocks_and_contacts(tmp_path, which, ending):
    blocks = structures()[which]
    path = tmp_path / f"blocks.{ending}"
    write_blocks(path, blocks)
    found = read_blocks(path, unit="m")
    assert [(b.name, set(b.groups)) for b in found] == [(b.name, set(b.groups)) for b in blocks]
    for new, old in zip(found, blocks):
        assert new.shape.volume == pytest.approx(old.shape.volume, rel=1e-9)
        assert [len(p.faces) for p in new.shape.parts] == [len(p.faces) for p in old.shape.parts]
        for new_part, old_part in zip(new.shape.parts, old.shape.parts):
            assert np.array_equal(new_part.vertices, old_part.vertices)       # to the last bit
    old, new = survey_blocks(blocks), survey_blocks(found)
    assert [pair[:2] for pair in new.interfaces] == [pair[:2] for pair in old.interfaces]
    assert [pair[2] for pair in new.interfaces] == pytest.approx([pair[2] for pair in old.interfaces], rel=1e-9)
    assert new.loose == old.loose == ()


@pytest.mark.parametrize("which", structures())
def test_an_independent_reader_sees_the_same_in_gltf(tmp_path, which):
    blocks = structures()[which]
    write_blocks(tmp_path / "blocks.glb", blocks)
    scene = trimesh.load(tmp_path / "blocks.glb", force="scene")
    assert sorted(scene.geometry) == sorted(b.name for b in blocks)
    for block in blocks:
        matrix, geometry = scene.graph[block.name]
        mesh = scene.geometry[geometry].copy().apply_transform(matrix)
        turned = mesh.vertices @ np.array([(1, 0, 0), (0, 0, 1), (0, -1, 0)])   # y up to z up: (x, -z, y)
        box = np.array([turned.min(axis=0), turned.max(axis=0)])
        assert box == pytest.approx(block.shape.bounding_box, abs=1e-5)
        mesh.merge_vertices(merge_norm=True)
        assert mesh.volume == pytest.approx(block.shape.volume, rel=1e-5)


@pytest.mark.parametrize("which", ["wall", "arch"])
def test_an_independent_reader_sees_the_same_in_obj(tmp_path, which):
    blocks = structures()[which]
    write_blocks(tmp_path / "blocks.obj", blocks)
    heap = trimesh.load(tmp_path / "blocks.obj", force="mesh", process=False)
    assert heap.volume == pytest.approx(sum(b.shape.volume for b in blocks), rel=1e-9)
    assert np.array_equal(heap.bounds[0], np.min([b.shape.bounding_box[0] for b in blocks], axis=0))


def test_the_same_blocks_give_the_same_bytes(tmp_path):
    for ending in ("obj", "json", "glb"):
        for name in ("a", "b"):
            write_blocks(tmp_path / f"{name}.{ending}", structures()["arch"])
        assert (tmp_path / f"a.{ending}").read_bytes() == (tmp_path / f"b.{ending}").read_bytes()


def test_supports_are_marked_in_compas(tmp_path):
    (block,) = patterns.single((1.0, 1.0, 1.0))
    write_blocks(tmp_path / "a.json", [NamedShape("foot", block.shape, ("supports",))])
    assert '"is_support": true' in (tmp_path / "a.json").read_text()
    assert read_blocks(tmp_path / "a.json", unit="m")[0].groups == ("supports",)


@pytest.mark.parametrize("ending", ["obj", "json"])
def test_names_with_blanks_survive(tmp_path, ending):
    (block,) = patterns.single((1.0, 1.0, 1.0), name="key stone 7")
    write_blocks(tmp_path / f"a.{ending}", [block])
    assert [b.name for b in read_blocks(tmp_path / f"a.{ending}", unit="m")] == ["key stone 7"]
    assert [path.name for path in tmp_path.iterdir()] == [f"a.{ending}"]


@pytest.mark.parametrize(("name", "blocks", "message"), [
    ("a.dwg", structures()["arch"], "cannot write files that end in '.dwg'; known are .obj, .glb, .json"),
    ("a.obj", [], "there are no blocks to write"),
    ("no/such/a.obj", structures()["arch"], "cannot be written: No such file or directory"),
])
def test_what_cannot_be_written(tmp_path, name, blocks, message):
    with pytest.raises(InputError) as error:
        write_blocks(tmp_path / name, blocks)
    assert str(error.value) == f"{tmp_path / name}: {message}"
    assert not (tmp_path / name).exists()
