"""Every example of the gallery runs by itself, makes a picture and ends with a check that holds; all have one form."""

import os
import subprocess
import sys

import pytest
from docs_text import ROOT
from gallery_files import EXAMPLES, GALLERY, LEAST_EXAMPLES, faults, name_of

#: Runs an example as a user does and says how many figures it left open, for the builder of the gallery to find.
RUNNER = """
import runpy, sys
from matplotlib import pyplot
runpy.run_path(sys.argv[1], run_name="__main__")
print("figures", sum(1 for number in pyplot.get_fignums() if pyplot.figure(number).axes))
"""


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=name_of)
def test_example_runs_makes_a_picture_and_its_checks_hold(path, tmp_path):
    places = [str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    found = subprocess.run([sys.executable, "-c", RUNNER, str(path)], cwd=tmp_path,
                           capture_output=True, text=True, check=False,
                           env=os.environ | {"MPLBACKEND": "Agg", "PYTHONPATH": os.pathsep.join(places)})
    assert found.returncode == 0, found.stderr
    *said, figures = found.stdout.splitlines()
    assert said and int(figures.removeprefix("figures ")) >= 1
    assert not list(tmp_path.iterdir())      # an example leaves nothing behind


@pytest.mark.parametrize("path", EXAMPLES, ids=name_of)
def test_example_has_the_form_of_the_gallery(path):
    assert not faults(path)


def test_there_are_enough_examples_and_every_topic_has_a_header():
    assert len(EXAMPLES) >= LEAST_EXAMPLES
    assert len({path.stem for path in EXAMPLES}) == len(EXAMPLES)
    for folder in (GALLERY, *{path.parent for path in EXAMPLES}):
        title, line, *_ = (folder / "README.rst").read_text(encoding="utf-8").splitlines()
        assert line in ("=" * len(title), "-" * len(title))


@pytest.mark.parametrize(("text", "fault"), [
    ('"""T\n=\n\nChecked: a.\n"""\nimport drystone as ds\nds.view.show(1)\nprint(2)\n', "has no assert"),
    ('"""T\n-\n\nChecked: a.\n"""\nimport drystone as ds\nds.view.show(1)\nprint(2)\nassert 3\n',
     "its docstring has no title underlined with ==="),
    ('"""T\n=\n\na.\n"""\nimport drystone as ds\nds.view.show(1)\nprint(2)\nassert 3\n',
     "its docstring does not say what is checked"),
    ('"""T\n=\n\nChecked: a.\n"""\nimport drystone as ds\nprint(2)\nassert 3\n', "shows no picture by ds.view.show"),
    ('"""T\n=\n\nChecked: a.\n"""\nimport drystone as ds\nds.view.show(1)\nprint(2)\nassert 3\n' + 51 * "#\n",
     "has 60 lines, 60 or more"),
])
def test_form_is_judged(text, fault, tmp_path):
    (tmp_path / "plot_x.py").write_text(text, encoding="utf-8")
    assert faults(tmp_path / "plot_x.py") == [fault]
