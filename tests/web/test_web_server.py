"""The server: who gets what, and who gets nothing."""

import json
import threading

import numpy as np
import pytest
from web_runs import HOSTILE, boxes_run, serving

from drystone.errors import InputError, StoreError
from drystone.results.result import open_result
from drystone.view.web.container import unpack_part
from drystone.view.web.courses import decode_poses
from drystone.view.web.scene import open_scene
from drystone.view.web.server import PageServer


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return boxes_run(tmp_path_factory.mktemp("web") / "run")


@pytest.fixture(scope="module")
def served(run):
    with serving(a=run) as found:
        yield found


# -- what it gives -------------------------------------------------------------------------------------------

def test_the_page_comes_with_a_cookie_that_no_script_and_no_other_site_gets(served):
    server, ask = served
    status, headers, body = ask(f"/?token={server.token}", cookie="")
    assert status == 200 and b'<script src="page.js" defer>' in body
    assert headers["Set-Cookie"] == f"{server.cookie}={server.token}; HttpOnly; SameSite=Strict; Path=/"
    assert server.token.encode() not in body


def test_rules_forbid_everything_but_the_page_itself(served):
    _, ask = served
    for path in ("/", "/page.js", "/page.css", "/runs", "/a/head", "/a/poses-0", "/nothing"):
        _, headers, _ = ask(path)
        rules = headers["Content-Security-Policy"]
        assert rules.startswith("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
        assert "unsafe" not in rules and "*" not in rules
        assert headers["X-Content-Type-Options"] == "nosniff" and headers["Cache-Control"] == "no-store"
        assert headers["Access-Control-Allow-Origin"] is None


def test_poses_are_those_of_the_run(served, run):
    _, ask = served
    head = json.loads(ask("/a/head")[2])
    position, orientation = decode_poses(unpack_part(ask("/a/poses-0")[2]))
    assert position + head["origin"] == pytest.approx(run.frames.position, abs=1e-4)
    assert np.abs(np.einsum("fbk,fbk->fb", orientation, run.frames.orientation)) == pytest.approx(1.0)
    assert head["names"] == ["mover", HOSTILE, "ground"] and head["state"]["frames"] == 41


def test_names_reach_the_page_as_data(served):
    _, ask = served
    status, headers, body = ask("/a/head")
    assert status == 200 and headers["Content-Type"] == "application/json"
    assert json.loads(body)["names"][1] == HOSTILE


def test_head_asks_for_no_body(served):
    _, ask = served
    status, headers, body = ask("/page.js", method="HEAD")
    assert status == 200 and body == b"" and int(headers["Content-Length"]) > 100_000


# -- what it refuses -----------------------------------------------------------------------------------------

@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example",
                                  "0.0.0.0", "", "127.0.0.1:80:80", "[::1", "evil@127.0.0.1"])
def test_a_foreign_host_is_refused(served, host):
    """A page elsewhere whose name was pointed at this machine brings its own name along."""
    _, ask = served
    for path in ("/", "/a/head", "/page.js"):
        status, headers, body = ask(path, host=host)
        assert status == 403 and headers["Set-Cookie"] is None and body.startswith(b"refused")


@pytest.mark.parametrize("host", ["localhost:9999", "127.0.0.1", "LOCALHOST", "[::1]:8000"])
def test_names_of_this_machine_are_taken_with_any_port(served, host):
    _, ask = served
    assert ask("/a/state", host=host)[0] == 200


def test_without_the_token_nobody_gets_anything(served):
    server, ask = served
    for path in ("/", "/page.js", "/runs", "/a/head", "/a/poses-0", "/nothing", "/?token=", "/?token=x",
                 f"/?token={server.token[:-1]}", f"/?Token={server.token}"):
        status, headers, body = ask(path, cookie="")
        assert (status, headers["Set-Cookie"]) == (403, None), path
        assert server.token.encode() not in body
    for cookie in (f"{server.cookie}=", f"{server.cookie}={server.token}x", f"other={server.token}", "\x00;;=,", "=;="):
        assert ask("/a/head", cookie=cookie)[0] == 403


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"origin": "null"},
                                     {"sec_fetch_site": "cross-site"}, {"sec_fetch_site": "same-site"}])
def test_other_sites_are_refused_even_with_the_cookie(served, headers):
    _, ask = served
    assert ask("/a/head", **headers)[0] == 403


@pytest.mark.parametrize("path", [
    "/b/head", "/a/heads", "/a/poses-1", "/a/poses--1", "/a/poses-00", "/a/nodes-0", "/a/", "/a", "/A/head", "/a//head",
    "/a/head/", "/a/../a/head", "/../../etc/passwd", "/a/%2e%2e/head", "/a/..%2f..%2fetc%2fpasswd",
    "/page.js/../../../pyproject.toml", "/LICENSES.txt", "/index.html", "/run.json", "/a/run.json", "/static.npz",
    "/a/head%00", "/a/poses-0;x", "/\\..\\a", "/a/__class__", "/%61/head", "*"])
def test_only_known_words_are_answered(served, path):
    _, ask = served
    status, _, body = ask(path)
    assert status == 404 and json.loads(body) == {"error": "there is no such thing here"}


@pytest.mark.parametrize("path", ["http://[broken", "http://evil.example/a/head", "http://127.0.0.1/a/head"])
def test_addresses_of_other_places_are_refused(served, path):
    _, ask = served
    assert ask(path)[0] == 400


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT"])
def test_it_reads_only(served, method):
    _, ask = served
    status, headers, _ = ask("/a/head", method=method)
    assert status == 501 and headers["Access-Control-Allow-Origin"] is None


def test_it_listens_on_this_machine_only(served):
    server, _ = served
    assert server._server.server_address[0] == "127.0.0.1"


def test_a_port_that_is_taken_is_said(served):
    server, _ = served
    with pytest.raises(InputError, match=rf"view: cannot listen on port {server.port}: "):
        PageServer({}, server.port)
    with pytest.raises(InputError, match="view: --port must be 0 to 65535, got 70000"):
        PageServer({}, 70000)


def test_it_ends_when_nobody_asks(run):
    server = PageServer({"a": open_scene(run)}, idle=0.2)
    thread = threading.Thread(target=server.run)
    thread.start()
    thread.join(60)
    assert not thread.is_alive()


# -- stores that are damaged, or anybody's -------------------------------------------------------------------

def test_a_store_that_is_cut_off_later_gives_one_line(tmp_path):
    result = boxes_run(tmp_path / "run")
    with serving(a=result) as (_, ask):
        assert ask("/a/head")[0] == 200
        segment = tmp_path / "run" / "segment-0000.h5"
        segment.write_bytes(segment.read_bytes()[:3000])
        status, _, body = ask("/a/poses-0")
        words = json.loads(body)["error"]
        assert status == 500 and "segment-0000.h5" in words and "\n" not in words
        assert ask("/page.js")[0] == 200         # the server goes on


def change_static(result, **arrays):
    path = result.directory / "static.npz"
    content = dict(np.load(path)) | arrays
    with open(path, "wb") as file:
        np.savez(file, **content)
    return open_result(result.directory)


def test_arrays_that_do_not_fit_are_refused(tmp_path):
    result = boxes_run(tmp_path / "run")
    short = change_static(result, block_names=np.array([b"one"]))
    with pytest.raises(Exception, match="'block_names' must have a value for each of 3 blocks, got 1"):
        open_scene(short)


def test_blocks_that_are_nowhere_are_refused(tmp_path):
    result = boxes_run(tmp_path / "run")
    place = result.static["initial_position"].copy()
    place[1, 2] = np.nan
    scene = open_scene(change_static(result, initial_position=place))
    with pytest.raises(StoreError, match="the place of a block at the start is not finite"):
        scene.head()


def test_interfaces_of_blocks_that_are_not_there_are_refused(tmp_path):
    result = boxes_run(tmp_path / "run")
    import h5py
    with h5py.File(result.directory / "segment-0000.h5", "r+") as file:
        file["interfaces/block_b"][3] = 77
    with serving(a=open_result(result.directory)) as (_, ask):
        status, _, body = ask("/a/joints-0")
        assert status == 500
        assert json.loads(body)["error"].endswith("block_b of an interface must be one of 3 blocks")
