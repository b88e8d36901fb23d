"""Reports of runs of every engine: no picture without a caption; what they say of joints is what the engine does."""

from html.parser import HTMLParser

import pytest

from drystone.model.source import ModelSource
from drystone.results.result import open_result
from drystone.simulation.job import Job, execute
from drystone.simulation.sink import store_sink
from drystone.view.figures import KINDS
from drystone.view.report import answer_content, run_content
from drystone.view.report.assumed import answer_assumptions, run_assumptions
from drystone.view.report.html_file import html_text
from drystone.view.report.make import make_report, write_report

DEM = """
drystone: 1
name: sheared bricks
gravity: 9.81
materials:
  brick: {density: 1800, young: 16 GPa, poisson: 0.2}
joints:
  mortar:
    friction: 0.7
    normal_stiffness: 82e9
    shear_stiffness: 36e9
    tension: 0.25 MPa
    cohesion: 0.35 MPa
    damage:
      tension: {energy: 18, shape: exponential}
      shear: {energy: 125, shape: exponential, residual_cohesion: 0, residual_friction: 0.7, dilation: 0}
  glue: {friction: 0.7, normal_stiffness: 82e9, shear_stiffness: 36e9, law: elastic, between: [[brick_2, top]]}
  crack: {friction: 1, normal_stiffness: 820e9, shear_stiffness: 360e9, tension: 2 MPa, cohesion: 3 MPa, between: []}
blocks:
  - {name: base, box: {size: [0.2, 0.1, 0.1], center: [0.1, 0.05, -0.05]}, material: brick}
  - {name: brick_1, box: {size: [0.2, 0.1, 0.1], center: [0.1, 0.05, 0.05]}, material: brick}
  - {name: brick_2, box: {size: [0.2, 0.1, 0.1], center: [0.1, 0.05, 0.15]}, material: brick}
  - {name: top, box: {size: [0.2, 0.1, 0.1], center: [0.1, 0.05, 0.25]}, material: brick}
supports: [base, top]
motions:
  - {name: push, supports: top, displacement: [[0, 0], [0.02, 0.0004]], direction: [1, 0, 0]}
stages:
  - {name: weight, duration: 0.005}
  - {name: shear, duration: 0.015, motions: push}
analysis:
  engine: dem
  dt: 1 ms
  mesh: [{cells: [2, 1, 1]}]
  cracks: [{blocks: brick_2, joint: crack}]
  guides: [{support: top, free: z}]
  damping: {local: 0.8}
output: {frames: 5}
"""

ROCKING = """
drystone: 1
name: one block
gravity: 9.81
materials: {stone: {density: 2000}}
joints: {bed: {friction: 1.0}}
blocks:
  - {name: block, box: {size: [0.2, 0.2, 1.0], center: [0, 0, 0.5]}, material: stone}
ground: {level: 0}
initial:
  - {tilt: {target: block, axis: y, angle_deg: 5, about: [0.1, 0, 0]}}
duration: 0.5
analysis: {engine: rocking, dt: 0.01}
output: {frames: 1}
"""


def run_of(directory, text: str, *overrides: str):
    job = Job(ModelSource(text, "model.yaml", overrides))
    built = job.source.build()
    execute(job, store_sink(directory, built.settings), built=built)
    return open_result(directory)


@pytest.fixture(scope="module")
def dem(tmp_path_factory):
    return run_of(tmp_path_factory.mktemp("engines") / "dem", DEM)


class Reader(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.feed(text)

    def handle_data(self, data):
        self.texts.append(data)


def shown(result) -> str:
    return "".join(Reader(html_text(make_report(result))).texts)


def items(section) -> str:
    """All that a section of assumptions says."""
    return "\n".join(line for piece in section.pieces for line in getattr(piece, "items", ()))


def test_every_picture_has_a_caption():
    assert set(run_content.CAPTIONS) >= set(KINDS)
    assert set(answer_content.CAPTIONS) >= {"limit", "tilt", "statics", "thrust", "pushover"}


def test_a_run_of_blocks_that_deform_has_a_report(dem):
    text = shown(dem)
    for words in ("Damage of joints above, width of cracks below.", "How near to rest the run was",
                  "displacements are small: contacts stay where they are drawn",
                  "mesh: all blocks: 2 x 1 x 1 cells a block",
                  "local damping 0.8", "they break along planes of the drawing only (brick_2: 1 across x, joint crack)",
                  "joint mortar: strength is lost step by step by opening (18 N/m, exponential) and by sliding "
                  "(125 N/m, exponential)", "it does not crush", "glue neither opens nor slides",
                  "sub-contact by sub-contact, by tension or by shear (Mohr-Coulomb)",
                  "Rate of loading: support top moves by up to 20", "in stage shear",
                  "one mesh: a finer one was not compared here", "one rate of loading"):
        assert words in text, words
    for words in ("an impact takes all of the normal speed", "dt = 0.001 s: a run with half", "for good: mortar"):
        assert words not in text, words


def test_such_a_run_as_pdf(dem, tmp_path):
    pytest.importorskip("typst")
    assert write_report(dem, tmp_path / "dem.pdf").read_bytes().startswith(b"%PDF")


def test_large_displacements_have_a_report(tmp_path):
    result = run_of(tmp_path / "large", DEM, "analysis.displacements=large", "analysis.cracks=[]",
                    "analysis.damping={stiffness: 1e-6}", "analysis.guides=[]", "stages[shear].duration=0.002",
                    "stages[weight].duration=0.002")
    text = shown(result)
    for words in ("displacements are large: blocks turn by any angle", "Rayleigh's damping: 0 1/s with the masses",
                  "they neither break nor crush"):
        assert words in text, words
    assert "local damping" not in text


def test_a_run_of_one_block_that_rocks_has_a_report(tmp_path):
    text = shown(run_of(tmp_path / "rocking", ROCKING))
    for words in ("by the exact equation of rocking", "Housner's, from the shape of the block",
                  "the block neither slides nor leaves the ground", "sliding, flight and motion out of the plane"):
        assert words in text, words
    for words in ("a run with half of it", "an impact takes all", "joints without stiffness are rigid"):
        assert words not in text, words


MORTAR = {"friction": 0.7, "cohesion": 1e5, "tension": 5e4, "normal_stiffness": 1e10, "shear_stiffness": 5e9}
DAMAGE = {"crushing": {"energy": 5000.0, "residual": 0.0, "elastic_share": 0.3}}


def resolved(law, **answer):
    return {"drystone": 1, "joints": {"bed": law}, "run": {"settings": {"analysis": {"dt": 0.01}}}, "answer": answer}


@pytest.mark.parametrize(("engine", "law", "said", "not_said"), [
    ("nscd", MORTAR, "mortar breaks at once and for good, point by point: bed", "no restitution"),
    ("nscd", {"friction": 0.7}, "an impact takes all of the normal speed (bed)", "mortar"),
    # springs rebound: what holds of rigid joints does not hold of them
    ("nscd", MORTAR, "joints do not crush: bed", "an impact takes"),
    ("nscd", MORTAR | {"compression": 1e7}, "compression of the model file is left out", "an impact takes"),
    ("dem", MORTAR, "mortar breaks at once and for good, sub-contact by sub-contact", "strength is lost step by step"),
    ("dem", MORTAR | {"cohesion": 0.0, "tension": 0.0}, "dry joints open without pull", "mortar"),
    ("dem", MORTAR | {"law": "elastic"}, "glue neither opens nor slides nor crushes", "breaks at once"),
    ("dem", MORTAR | {"compression": 1e7, "damage": DAMAGE}, "it crushes at 1e+07 Pa with 5000 N/m", "does not crush"),
])
def test_what_joints_are_taken_to_be_goes_by_engine_and_law(engine, law, said, not_said):
    text = items(run_assumptions(resolved(law), engine))
    assert said in text and not_said not in text, text


@pytest.mark.parametrize(("answer", "said", "not_said"), [
    ({"kind": "limit"}, "mortar has its full strength everywhere at once", "breaks at once"),
    ({"kind": "limit"}, "joints are rigid", "joints do not crush"),          # limit analysis reads the compression
    ({"kind": "limit", "tilt": "+x"}, "do not crush: bed; compression of the model file is left out", "as was asked"),
    # what was asked overrules what the file says, and what it does not say
    ({"kind": "limit", "crushing": 2e6}, "joints crush at 2e+06 Pa, as was asked", "joints do not crush"),
    ({"kind": "statics"}, "joints do not crush: bed; compression of the model file is left out", "joints are rigid"),
])
def test_joints_of_answers_go_by_the_analysis(answer, said, not_said):
    text = items(answer_assumptions(resolved(MORTAR | {"compression": 1e7}, **answer), answer["kind"]))
    assert said in text and not_said not in text, text


def test_a_script_keeps_no_joints_and_the_report_says_so():
    text = items(run_assumptions({"run": {"settings": {"analysis": {"engine": "dem"}}}}, "dem"))
    assert "joints are those of the script that made the model" in text
