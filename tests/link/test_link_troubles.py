"""What the component says when its child is no drystone, another version, silent or dead."""

import os
import sys

import pytest
from link_scenes import LAW, box, own_link, stranger

from drystone.link import component
from drystone.link.component import Link, LinkError

BLOCKS = [box((1, 1, 1)), box((1, 1, 1), (0, 0, 1))]
HELLO = "sys.stdin.readline(); say(kind='hello', protocol=1, version='9.9', most_bytes=%d); say(kind='ready')\n"


def ask(link: Link) -> dict:
    return link.statics(BLOCKS, unit="m", supports=[0], **LAW)


def refusal(link: Link) -> str:
    with pytest.raises(LinkError) as caught:
        ask(link)
    assert len(str(caught.value).splitlines()) == 1 and not link.is_alive
    return str(caught.value)


def test_no_command():
    assert refusal(Link("/nowhere/drystone")).startswith("/nowhere/drystone cannot be started: ")
    assert "`which drystone`" in refusal(Link("/nowhere/drystone"))
    with pytest.raises(LinkError, match=r"^command must be the path of drystone: .*, got nothing$"):
        Link(" ")


def test_a_program_that_is_no_drystone(tmp_path):
    link = stranger(tmp_path, "print('Hello, I am someone else', flush=True); time.sleep(600)")
    assert refusal(link) == f"{sys.executable} is no drystone that can link; it said 'Hello, I am someone else\\n'"
    assert "no drystone that can link" in refusal(stranger(tmp_path, "print([1, 2], flush=True); time.sleep(600)"))


def test_an_older_drystone_that_knows_no_link(tmp_path):
    link = stranger(tmp_path, "sys.stderr.write(\"No such command 'link'.\\n\"); sys.exit(2)")
    assert refusal(link) == f"{sys.executable} ended with code 2 before it answered: No such command 'link'."


def test_another_protocol(tmp_path):
    link = stranger(tmp_path, "sys.stdin.readline(); say(kind='hello', protocol=7, version='9.9'); time.sleep(600)")
    assert refusal(link) == ("drystone 9.9 speaks protocol 7, this component 1: write it anew with `drystone link "
                             "--component drystone_link.py`")
    link = stranger(tmp_path, "sys.stdin.readline(); say(kind='error', id=None, error='link: protocol must be 7')")
    assert refusal(link) == "link: protocol must be 7"


def test_a_child_that_hangs(tmp_path):
    """At the start, at a question, and where it does not even read a question that no pipe can hold."""
    link = stranger(tmp_path, "sys.stderr.write('compiling ...\\n'); sys.stderr.flush(); time.sleep(600)",
                    start_timeout=3.0)
    assert refusal(link) == "no answer within 3 s; the command was ended: compiling ..."
    link = stranger(tmp_path, HELLO % 10**9 + "time.sleep(600)", timeout=0.5)
    assert refusal(link) == "no answer within 0.5 s; the command was ended"
    with pytest.raises(LinkError, match=r"^no answer within 0\.5 s; the command was ended$"):
        link.ask("statics", {"text": "x" * 3_000_000})


def test_a_child_that_dies(tmp_path):
    link = stranger(tmp_path, HELLO % 10**9 + "sys.stdin.readline(); sys.stderr.write('Killed\\n'); os._exit(9)")
    assert refusal(link) == f"{sys.executable} ended with code 9 before it answered: Killed"


def test_a_question_that_is_too_large(tmp_path):
    link = stranger(tmp_path, HELLO % 300 + "time.sleep(600)")
    with pytest.raises(LinkError, match=r"^the question has \d+ bytes, drystone takes 300: send fewer or coarser"):
        ask(link)
    link.close()


def test_an_answer_to_another_question(tmp_path):
    link = stranger(tmp_path, HELLO % 10**9 + "sys.stdin.readline(); say(kind='answer', id=77); time.sleep(600)")
    assert refusal(link) == "the command answered something else than was asked; it was ended"


def test_after_its_death_a_new_child_answers():
    with own_link() as link:
        assert ask(link)["stands"]
        first = link._child._process
        first.kill()
        first.wait()
        assert ask(link)["stands"] and link._child._process.pid != first.pid
    assert not link.is_alive


def test_questions_that_cannot_be_written():
    link = Link("/nowhere/drystone")
    for meshes, words in (([3], r"^mesh 0 must be \(vertices, faces\) or a dict with them: "),
                          ([([["a"]], [])], r"^mesh 0 must be "), ([{"vertices": []}], r"^mesh 0 must be .*'faces'")):
        with pytest.raises(LinkError, match=words):
            link.statics(meshes, unit="m", **LAW)
    with pytest.raises(LinkError, match=r"^supports: no mesh is called or has the number 2; there are 2$"):
        link.statics(BLOCKS, unit="m", supports=[2], **LAW)
    with pytest.raises(LinkError, match=r"^gravity is given twice, as an argument and in model$"):
        link.statics(BLOCKS, unit="m", model={"gravity": 1.0}, **LAW)


def test_numbers_that_are_none_are_not_sent(tmp_path):
    link = stranger(tmp_path, HELLO % 10**9 + "time.sleep(600)")
    with pytest.raises(LinkError, match=r"^the question cannot be written as JSON: Out of range float"):
        link.statics([([[float("nan")] * 3] * 4, [[0, 1, 2]] * 4)], unit="m", **LAW)
    link.close()


def test_one_child_for_all_who_ask(tmp_path):
    command = [sys.executable, "-c", "pass"]
    assert component.connect(command, environment=dict(os.environ)) is component.connect(command)
    component.disconnect()
    assert component.connect(command) is not None and component.disconnect() is None


def test_the_child_gets_no_python_of_its_host(monkeypatch):
    """A design program sets PYTHONHOME for the Python inside it; the child would not even start."""
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    link = Link([sys.executable, "-c", "import os, sys; sys.exit('PYTHONHOME' in os.environ)"])
    assert refusal(link).endswith("ended with code 0 before it answered")
