"""Runs on a Dask cluster: `dask_crew` for the study's side, `serve` for the workers' side.

    run_study("fragility.yaml", crew=dask_crew("tls://head:8786"))

What we hand to Dask and take from it is bytes, in the form of `wire`; model and records travel as contents, each once a
worker, by their hash. Dask's own envelope is pickled by Dask, and a scheduler runs whatever is sent to it: so without
TLS only on this machine, or where somebody says that the network is safe.
"""

from __future__ import annotations

import ipaddress
import os
import re
import sys
import threading
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import asdict
from importlib.util import find_spec

from drystone._version import VERSION
from drystone.engines.registry import DEFAULT, ENGINES
from drystone.errors import InputError
from drystone.model.settings import engine_of
from drystone.simulation.execute import Progress
from drystone.simulation.warmup import compile_for_first_run
from drystone.studies.crew.wire import pack, unpack
from drystone.studies.runs.carry_out import Base, Task, carry_out
from drystone.studies.runs.maker import maker_facts, run_code

#: Wall time between two reports of progress [s].
PROGRESS_SECONDS = 1.0

#: What keeps libraries from starting threads of their own. Dask's nanny sets them; a worker without one may not.
THREAD_KEYS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def say_on_stderr(words: str) -> None:
    """One line of warning."""
    print(f"drystone: {words}", file=sys.stderr, flush=True)


def dask_crew(url: str, insecure: bool = False, say: Callable[[str], None] = say_on_stderr):
    """Have the workers of a running Dask scheduler make the runs of a study; refuses now what is unsafe or missing.

    url : tls://HOST:PORT, or tcp:// on this machine; insecure : tcp:// anywhere; say : takes lines for the user
    """
    check_address(url, insecure, say)
    if find_spec("distributed") is None:
        raise InputError("study: --scheduler needs Dask, which is not installed: pip install 'drystone[dask]'")

    def make(study):
        from drystone.studies.crew.cluster import DaskCrew  # loads Dask
        from drystone.studies.folder import base_of, study_files
        engine = engine_of(study.base.data()[0].get("analysis")) or DEFAULT
        return DaskCrew(url, base_of(study), study_files(study), engine, say)

    return make


def check_address(url: str, insecure: bool, say: Callable[[str], None]) -> None:
    """Refuse what is no address, and tcp beyond this machine unless `insecure`, with a line of warning then."""
    found = re.fullmatch(r"(tls|tcp)://(\[[0-9a-fA-F:.]+\]|[\w.-]+):(\d{1,5})", url)
    if found is None or not 0 < int(found[3]) < 65536:
        raise InputError(f"study: --scheduler must read tls://HOST:PORT or tcp://HOST:PORT, got {url!r}")
    if found[1] == "tls" or _is_loopback(found[2].strip("[]")):
        return
    if not insecure:
        raise InputError(f"study: --scheduler must be tls:// beyond this machine, got {url!r}: Dask runs whatever "
                         "anyone on that network sends; --insecure allows it")
    say(f"warning: {url} is not encrypted and asks nobody who he is: anyone on that network can run code on its "
        "workers and on this machine")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


# --- on the workers ---------------------------------------------------------------------------------

#: A process makes one run at a time, however many threads its worker has: structures that were built are shared.
_one_at_a_time = threading.Lock()


def serve(message: bytes) -> bytes:
    """Answer one message of a study; bytes come and bytes go, and no exception leaves."""
    try:
        head, load = unpack(message)
        if head.get("version") != VERSION:
            return pack({"kind": "refused", "words": f"drystone must be of version {head.get('version')} as the "
                                                     f"study's command, got {VERSION}"})
        if head.get("code") != run_code():
            return pack({"kind": "refused", "words": f"drystone {VERSION} must be of the same code as the study's "
                                                     f"command, {head.get('code')}, got {run_code()}"})
        if head["kind"] == "hello":
            return pack(_greet(str(head["engine"])))
        with _one_at_a_time:
            return _serve_run(head, load)
    except Exception as error:      # of the program or the machine: told like any other, and the others go on
        return pack({"kind": "error", "error": " ".join(f"unexpected {type(error).__name__}: {error}".split())})


def _greet(engine: str) -> dict:
    """Who we are; kernels are compiled before the first run comes."""
    if engine in ENGINES:
        compile_for_first_run(engine)
    threaded = [key for key in THREAD_KEYS if os.environ.get(key) != "1"]
    return {"kind": "ready", "pid": os.getpid(), "machine": maker_facts(), "threaded": threaded}


class _Held:
    """Contents that one study has sent to this process, by hash; those of the study before are dropped."""

    topic = ""
    contents: Mapping[str, bytes] = {}


def _serve_run(head: dict, load: bytes) -> bytes:
    from drystone.errors import DrystoneError
    if _Held.topic != head["topic"]:
        _Held.topic, _Held.contents = head["topic"], {}
    _Held.contents |= split_contents(head["sent"], load)
    task, names = Task.from_data(head["task"]), head["files"]
    missing = sorted({head["base"], *names.values()} - _Held.contents.keys())
    if missing:
        return pack({"kind": "missing", "hashes": missing})
    base = Base.from_data(unpack(_Held.contents[head["base"]])[0])
    files = {name: _Held.contents[digest] for name, digest in names.items()}
    try:
        kept = carry_out(base, task, files, _teller(head["topic"], head["token"]))
    except DrystoneError as error:
        return pack({"kind": "error", "error": str(error), "machine": maker_facts()})
    return pack({"kind": "done", "row": asdict(kept.row), "machine": maker_facts()}, kept.blob)


def _teller(topic: str, token: str) -> Callable[[Progress], None]:
    """Says at once that the run has begun, then every second how far it is."""
    from distributed import get_worker
    worker, said = get_worker(), time.monotonic()
    worker.log_event(topic, {"token": token, "time": 0.0, "duration": 0.0})

    def tell(progress: Progress) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said >= PROGRESS_SECONDS:
            said = now
            worker.log_event(topic, {"token": token, "time": float(progress.time),
                                     "duration": float(progress.duration)})

    return tell


def join_contents(contents: Mapping[str, bytes]) -> tuple[list, bytes]:
    """Contents by hash as a list for a head and one compressed load."""
    return [[name, len(content)] for name, content in contents.items()], zlib.compress(b"".join(contents.values()), 6)


def split_contents(listed: list, load: bytes) -> dict[str, bytes]:
    """What `join_contents` gave."""
    data, place, found = zlib.decompress(load) if listed else b"", 0, {}
    for name, length in listed:
        found[name] = data[place:place + length]
        place += length
    return found
