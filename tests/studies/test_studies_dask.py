"""Runs on a Dask cluster: what is safe, what travels, who is charged; with a real scheduler and workers on loopback."""

import os
import pickle
import random
import shutil
import signal
import subprocess
from types import SimpleNamespace

import pytest
from studies_chaos import ENV, Cluster, count_rows, finish, start, until
from studies_small import BLOCK, FORTY, LONG_BLOCK, SWEEP, HereCrew, rows_and_blobs, write_study

from drystone._version import VERSION
from drystone.errors import InputError
from drystone.studies.crew import dask
from drystone.studies.crew.crew import Done, Erred, Lost
from drystone.studies.crew.dask import check_address, join_contents, serve, split_contents
from drystone.studies.crew.wire import Broken, pack, unpack
from drystone.studies.runs.maker import run_code
from drystone.studies.study import run_study

distributed = pytest.importorskip("distributed", reason="Dask is missing: pip install 'drystone[dask]'")
OURS = {"version": VERSION, "code": run_code()}
on_linux = pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL and /proc")


# -- what is safe ---------------------------------------------------------------------------------

@pytest.mark.parametrize("url", ["tls://head.cluster:8786", "tls://10.0.0.3:8786", "tcp://127.0.0.1:8786",
                                 "tcp://localhost:8786", "tcp://[::1]:8786", "tcp://127.8.0.1:1"])
def test_addresses_that_are_safe(url):
    said = []
    check_address(url, False, said.append)
    assert said == []


@pytest.mark.parametrize("url", ["tcp://10.0.0.3:8786", "tcp://head:8786", "tcp://0.0.0.0:8786", "tcp://[fe80::1]:8786"])
def test_a_scheduler_without_tls_beyond_this_machine_needs_a_word(url):
    with pytest.raises(InputError) as error:
        check_address(url, False, print)
    assert str(error.value) == (f"study: --scheduler must be tls:// beyond this machine, got {url!r}: Dask runs "
                                "whatever anyone on that network sends; --insecure allows it")
    said = []
    check_address(url, True, said.append)
    assert len(said) == 1 and said[0].startswith(f"warning: {url} is not encrypted")


@pytest.mark.parametrize("url", ["head:8786", "tls://head", "http://head:1", "tcp://127.0.0.1:99999", "tcp://a b:1",
                                 "inproc://x:1", "tcp://127.0.0.1:8786/x", ""])
def test_what_is_no_address_is_refused(url):
    with pytest.raises(InputError, match="--scheduler must read tls://HOST:PORT or tcp://HOST:PORT, got"):
        check_address(url, True, print)


def test_without_dask_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setattr(dask, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"needs Dask, which is not installed: pip install 'drystone\[dask\]'"):
        dask.dask_crew("tcp://127.0.0.1:1")


# -- what travels ---------------------------------------------------------------------------------

def test_contents_travel_whole():
    contents = {"a": b"", "b": b"\x00\xff" * 500, "c": b"text"}
    assert split_contents(*join_contents(contents)) == contents
    assert split_contents(*join_contents({})) == {}


class Bomb:
    def __reduce__(self):
        return (os.abort, ())


@pytest.mark.parametrize("message", [pickle.dumps(Bomb()), b"", b"dry1", pack({"kind": "run"})[:-1], "text", None,
                                     pack({"kind": "run", **OURS}),
                                     pack({"kind": "no such thing", **OURS}),
                                     pack({"kind": "run", **OURS, "topic": "t", "sent": [["a", 1]],
                                           "task": {}, "files": {}, "base": "x"}, pickle.dumps(Bomb()))])
def test_a_message_that_is_none_is_answered_and_nothing_is_unpickled(message):
    head, load = unpack(serve(message))
    assert head["kind"] == "error" and head["error"].startswith("unexpected ") and load == b""


def test_another_version_is_refused_and_what_is_not_there_is_asked_for():
    assert unpack(serve(pack({"kind": "hello", "version": "0.0.1"})))[0] == {
        "kind": "refused", "words": f"drystone must be of version 0.0.1 as the study's command, got {VERSION}"}
    assert unpack(serve(pack({"kind": "hello", **OURS, "code": "beef"})))[0] == {
        "kind": "refused", "words": f"drystone {VERSION} must be of the same code as the study's command, beef, got "
                                    f"{run_code()}"}
    task = {"id": "a" * 20, "overrides": [], "files": []}
    listed, load = join_contents({"x": b"12"})
    asked = pack({"kind": "run", **OURS, "topic": "t", "token": "k", "task": task, "base": "b",
                  "files": {"f": "x", "g": "y"}, "sent": listed}, load)
    assert unpack(serve(asked))[0] == {"kind": "missing", "hashes": ["b", "y"]}


@pytest.mark.parametrize("message", [pickle.dumps(Bomb()), b"dry1" + b"\xff" * 12, b"dry1", [1], pack({})[:5],
                                     b"dry1\x02\0\0\0" + b"\0" * 8 + b"[]"])
def test_messages_that_are_none_are_refused(message):
    with pytest.raises(Broken):
        unpack(message)


# -- who is charged: a cluster whose workers say what we want ---------------------------------------

class FakeFuture:
    pass


class FakeClient:
    """Stands for Dask where its workers must die at a chosen instant."""

    status = "running"

    def __init__(self) -> None:
        self.present, self.sent, self.taken_back = {}, [], 0

    def nthreads(self, callback_timeout):
        return dict(self.present)

    def submit(self, function, message, *, key, workers, **options):
        assert function is serve and options == {"allow_other_workers": False, "pure": False, "retries": 0}
        self.sent.append((workers[0], unpack(message)[0]))
        return FakeFuture()

    def cancel(self, futures):
        self.taken_back += len(futures)

    def close(self, timeout):
        pass

    def subscribe_topic(self, topic, handler):
        pass


@pytest.fixture
def crew(tmp_path, monkeypatch):
    """A crew with two workers that have answered, and three runs that were handed out: two to a, one to b."""
    from drystone.studies.crew import cluster
    from drystone.studies.folder import base_of
    from drystone.studies.study import plan_study
    client, said = FakeClient(), []
    monkeypatch.setattr(cluster, "_connect", lambda url: client)
    monkeypatch.setattr(cluster, "_fetch", lambda *args: None)
    monkeypatch.setattr(cluster, "LOOK_SECONDS", 0.0)
    study, _, runs = plan_study(write_study(tmp_path))
    made = cluster.DaskCrew("tcp://127.0.0.1:1", base_of(study), {}, "nscd", said.append)
    made.client, made.said = client, said
    client.present = {"a": 1, "b": 1}
    made.wait(0.01)
    for address in ("a", "b"):
        answer(made, address, {"kind": "ready", "machine": {"cpu": "x"}, "threaded": []})
    made.wait(0.01)
    assert made.room() == 4
    for run in runs[:3]:
        made.submit(cluster.Task(run.id, run.overrides, run.files))
    made.runs = [head["task"]["id"] for _, head in client.sent if head["kind"] == "run"]
    made.homes = [address for address, head in client.sent if head["kind"] == "run"]
    return made


def tokens(crew, address):
    return [head["token"] for home, head in crew.client.sent if home == address]


def answer(crew, address, head, load=b"", which=-1):
    crew._heard.put((tokens(crew, address)[which], pack(head, load)))


def begin(crew, token):
    crew._heard.put((None, {"token": token, "time": 0.5, "duration": 1.0}))


def test_a_worker_takes_two_tasks_and_contents_travel_once(crew):
    assert crew.room() == 1 and crew.width == 4
    runs = [(home, head) for home, head in crew.client.sent if head["kind"] == "run"]
    first = runs[0][0]
    assert [bool(head["sent"]) for home, head in runs if home == first] == [True, False]
    assert all(bool(head["sent"]) for home, head in runs if home != first)


def test_the_run_that_was_being_made_is_charged_and_the_one_that_waited_is_not(crew):
    home = crew.homes[0]
    first, second = [run for run, place in zip(crew.runs, crew.homes) if place == home]
    begin(crew, tokens(crew, home)[1])
    del crew.client.present[home]
    events = crew.wait(1.0)
    assert [(event.id, event.is_charged) for event in events] == [(first, True), (second, False)]
    assert all(isinstance(event, Lost) for event in events) and crew.client.taken_back == 2


def test_a_run_that_was_over_but_had_not_arrived_is_not_charged(crew):
    home = crew.homes[0]
    for token in tokens(crew, home)[1:]:        # the first is over, the second has begun
        begin(crew, token)
    del crew.client.present[home]
    assert [event.is_charged for event in crew.wait(1.0)] == [False, True]


def test_an_answer_that_came_before_the_death_counts(crew):
    home = crew.homes[0]
    row = {"id": crew.runs[0], "outcome": "rested"}
    answer(crew, home, {"kind": "done", "row": row, "machine": {}}, b"blob", which=1)
    del crew.client.present[home]
    events = crew.wait(1.0)
    assert isinstance(events[0], Done) and events[0].blob == b"blob"
    assert [type(event) for event in events[1:]] == [Lost] and events[1].is_charged


def test_errors_of_runs_and_answers_that_are_none(crew):
    home = crew.homes[0]
    answer(crew, home, {"kind": "error", "error": "no"}, which=1)
    assert crew.wait(1.0) == [Erred(crew.runs[0], "no")]
    crew._heard.put((tokens(crew, home)[2], pickle.dumps(Bomb())))
    events = crew.wait(1.0)
    assert len(events) == 1 and not events[0].is_charged        # handed back: another one makes it
    assert len(crew.said) == 2 and crew.said[1].startswith(f"worker {home} is refused: what it says is no answer: ")


def test_an_answer_to_another_question_is_refused(crew):
    answer(crew, crew.homes[0], {"kind": "done", "row": {"id": "b" * 20, "outcome": "rested"}, "machine": {}}, which=1)
    assert {event.is_charged for event in crew.wait(1.0)} == {False}


def test_contents_that_a_worker_has_lost_are_sent_again(crew):
    home = crew.homes[0]
    lost = crew.client.sent[-1][1]["base"]
    count = len(crew.client.sent)
    answer(crew, home, {"kind": "missing", "hashes": [lost]}, which=1)
    crew.wait(0.01)
    (place, head), = crew.client.sent[count:]
    assert place == home and head["task"]["id"] == crew.runs[0] and [name for name, _ in head["sent"]] == [lost]


def test_a_worker_that_came_back_under_its_address_is_one_that_died(crew):
    home = crew.homes[0]
    begin(crew, tokens(crew, home)[1])
    for token in tokens(crew, home)[1:]:
        crew._heard.put((token, distributed.KilledWorker(token, SimpleNamespace(address=home), 0)))
    assert [event.is_charged for event in crew.wait(1.0) + crew.wait(0.01)] == [True, False]


def test_where_everybody_is_refused_the_study_ends(crew):
    for address in ("a", "b"):
        answer(crew, address, {"kind": "refused", "words": "another version"})
    with pytest.raises(InputError, match=r"no worker at tcp://127\.0\.0\.1:1 can be used: another version"):
        for _ in range(5):
            crew.wait(0.01)


# -- a real scheduler and real workers ------------------------------------------------------------

@pytest.mark.slow
@on_linux
def test_runs_on_a_cluster_with_a_worker_killed_are_those_of_this_process(tmp_path):
    path, out = write_study(tmp_path, SWEEP, BLOCK.replace("duration: 0.1", "duration: 1.0")), tmp_path / "out"
    run_study(path, tmp_path / "here", crew=HereCrew)
    with Cluster(tmp_path, 2) as cluster:
        command = start(path, "-o", out, "--scheduler", cluster.url)
        assert until(command, lambda: count_rows(out) > 0)
        cluster.workers[0].kill()
        code, _, complaint = finish(command)
    assert code == 0 and complaint.startswith("drystone: dashboard ") and complaint.count("\n") == 1
    assert rows_and_blobs(out) == rows_and_blobs(tmp_path / "here")


@on_linux
@pytest.mark.slow
def test_forty_runs_with_workers_scheduler_and_command_killed_at_random(tmp_path):
    path, dice = write_study(tmp_path, FORTY, LONG_BLOCK), random.Random(29)
    run_study(path, tmp_path / "whole", jobs=2)
    whole, out, kills = rows_and_blobs(tmp_path / "whole"), tmp_path / "out", []
    with Cluster(tmp_path, 2) as cluster:
        command = start(path, "-o", out, "--scheduler", cluster.url)
        while count_rows(out) < 34:
            goal = count_rows(out) + dice.choice((2, 3, 4))
            assert until(command, lambda g=goal: count_rows(out) >= g)
            kind = dice.choice(("worker", "worker", "command", "scheduler", "interrupt"))
            kills.append(kind)
            if kind == "worker":
                victim = cluster.workers.pop(0)
                victim.kill()
                victim.wait()
                cluster.add()
                continue
            if kind == "scheduler":
                cluster.scheduler.kill()
                code, told, complaint = finish(command)
                assert code == 1 and f"scheduler {cluster.url} is gone" in complaint.splitlines()[-1]
                assert told.splitlines()[-1].startswith("continue   drystone study ")
                cluster.end()
                cluster.begin(2)
            elif kind == "interrupt":
                command.send_signal(signal.SIGINT)
                assert finish(command)[0] == 130
            else:
                command.kill()
                assert finish(command)[0] == -signal.SIGKILL
            command = start(path, "-o", out, "--scheduler", cluster.url)
        assert finish(command)[0] == 0
    assert set(kills) == {"worker", "command", "scheduler", "interrupt"}
    assert len(whole) == 40 and rows_and_blobs(out) == whole


@on_linux
@pytest.mark.slow
def test_a_worker_of_another_version_is_refused_in_one_line(tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "sitecustomize.py").write_text("import drystone._version as v\nv.VERSION = '0.0.9'\n")
    with Cluster(tmp_path, 1, [("PYTHONPATH", os.pathsep.join([str(other), ENV["PYTHONPATH"]]))]) as cluster:
        code, _, complaint = finish(start(write_study(tmp_path), "-o", tmp_path / "out", "--scheduler", cluster.url))
    words = f"drystone must be of version {VERSION} as the study's command, got 0.0.9"
    _, refused, last = complaint.splitlines()
    assert code == 2 and refused.endswith(f"is refused: {words}")
    assert last == f"drystone: study: no worker at {cluster.url} can be used: {words}"


@on_linux
@pytest.mark.slow
def test_a_cluster_with_tls(tmp_path):
    """With certificates it works, without any of our own it is refused in one line."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl makes the certificates, and is not there")
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run([openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate,
                    "-subj", "/CN=drystone", "-days", "2"], check=True, capture_output=True)
    words = ["--tls-ca-file", str(certificate), "--tls-cert", str(certificate), "--tls-key", str(key),
             "--protocol", "tls"]
    path = write_study(tmp_path)
    run_study(path, tmp_path / "here", crew=HereCrew)
    with Cluster(tmp_path, 1, words=words) as cluster:
        assert cluster.url.startswith("tls://")
        code, _, complaint = finish(start(path, "-o", tmp_path / "bare", "--scheduler", cluster.url))
        assert code == 2 and complaint.count("\n") == 1 and "distributed.comm.tls" in complaint
        tls = "DASK_DISTRIBUTED__COMM__TLS__"
        environment = ENV | {f"{tls}CA_FILE": str(certificate), f"{tls}CLIENT__CERT": str(certificate),
                             f"{tls}CLIENT__KEY": str(key)}
        code, _, complaint = finish(start(path, "-o", tmp_path / "bare", "--scheduler", cluster.url,
                                          env=environment | {f"{tls}CA_FILE": str(tmp_path / "none.pem")}))
        assert code == 2 and complaint.count("\n") == 1 and "certificates cannot be used" in complaint
        code, _, complaint = finish(start(path, "-o", tmp_path / "out", "--scheduler", cluster.url, env=environment))
    assert code == 0 and complaint.count("\n") == 1
    assert rows_and_blobs(tmp_path / "out") == rows_and_blobs(tmp_path / "here")


def test_a_scheduler_that_is_not_there_is_one_line(tmp_path, monkeypatch):
    from drystone.studies.crew import cluster
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    with pytest.raises(InputError, match=r"--scheduler tcp://127\.0\.0\.1:1 cannot be reached: "):
        run_study(write_study(tmp_path, SWEEP, BLOCK), tmp_path / "out", crew=dask.dask_crew("tcp://127.0.0.1:1"))
