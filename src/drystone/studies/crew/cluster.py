"""`DaskCrew`: workers of a Dask cluster, as a study sees them. Needs `distributed`.

Every task is meant for one worker: so we know what it was making when it died, and Dask never tries anything again by
itself. A worker has two tasks at most, the one that it makes and the next.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import logging
import queue
import threading
import time
import uuid
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from distributed import Client, Security
from distributed.client import Future
from distributed.versions import VersionMismatchWarning

from drystone._version import VERSION
from drystone.errors import InputError
from drystone.studies.crew.crew import CrewGone, Done, Erred, Event, Lost
from drystone.studies.crew.dask import join_contents, serve
from drystone.studies.crew.wire import Broken, pack, unpack
from drystone.studies.runs.carry_out import Base, Task
from drystone.studies.runs.maker import run_code
from drystone.studies.runs.outcome import Row

#: Tasks that a worker has at most: one that it makes, one that waits there.
MOST_IN_FLIGHT = 2

#: Wall time between two looks at who is there, longest wait for an answer of the scheduler, and to connect [s].
LOOK_SECONDS, ANSWER_SECONDS, CONNECT_SECONDS = 1.0, 60.0, 15


@dataclass
class _Flight:
    """A task on its way."""

    token: str
    task: Task | None                #: None: a greeting
    future: Future
    has_begun: bool = False
    progress: tuple[float, float] = (0.0, 0.0)


@dataclass
class _Hand:
    """A worker."""

    address: str
    machine: Mapping[str, str] = field(default_factory=dict)    #: empty until it has answered our greeting
    sent: set[str] = field(default_factory=set)                 #: hashes of contents that it should have
    flights: dict[str, _Flight] = field(default_factory=dict)

    def words(self) -> str:
        """What it does now."""
        if not self.machine:
            return f"{self.address} starts"
        begun = [flight for flight in self.flights.values() if flight.has_begun]
        if not begun:
            return f"{self.address} waits"
        now, end = begun[-1].progress
        return f"{self.address} {begun[-1].task.id[:8]}" + (f" at {now:.1f} of {end:.1f} s" if end else "")


class DaskCrew:
    """Workers that come and go; runs of those that go are handed back."""

    def __init__(self, url: str, base: Base, files: Mapping[str, bytes], engine: str,
                 say: Callable[[str], None]) -> None:
        """files : contents by name; engine : that workers compile before their first run"""
        self._url, self._engine, self._say = url, engine, say
        self._base_files = base.files
        self._base, content = _hashed(pack(base.to_data()))
        self._contents = {self._base: content}
        self._names: dict[str, str] = {}
        for name, text in files.items():
            self._names[name], content = _hashed(text)
            self._contents[self._names[name]] = content
        self._topic = f"drystone-{uuid.uuid4().hex}"
        self._numbers = itertools.count()
        self._heard: queue.Queue = queue.Queue()
        self._hands: dict[str, _Hand] = {}
        self._refused: dict[str, str] = {}
        self._next_look = 0.0
        self._client = _connect(url)
        self._client.subscribe_topic(self._topic, lambda event: self._heard.put((None, event[1])))
        say(f"dashboard {_dashboard(self._client)}")

    # --- as a study sees it -------------------------------------------------------------------------

    @property
    def width(self) -> int:
        """Tasks that all workers take together."""
        return MOST_IN_FLIGHT * max(1, len(self._hands))

    def room(self) -> int:
        """How many more tasks the workers take."""
        return sum(MOST_IN_FLIGHT - len(hand.flights) for hand in self._hands.values() if hand.machine)

    def submit(self, task: Task) -> None:
        """Give a run to the worker that has the fewest."""
        hands = [hand for hand in self._hands.values() if hand.machine]
        self._give(min(hands, key=lambda hand: len(hand.flights)), task)

    def wait(self, seconds: float) -> Sequence[Event]:
        """What workers said, and who is gone."""
        events: list[Event] = []
        deadline = time.monotonic() + seconds
        while not events and (left := deadline - time.monotonic()) > 0.0:
            events += self._look()
            with contextlib.suppress(queue.Empty):
                events += self._take(*self._heard.get(timeout=min(left, LOOK_SECONDS)))
        return events + self._take_all()

    def activity(self) -> list[str]:
        """What each worker does."""
        return [hand.words() for hand in self._hands.values()] or [f"no worker at {self._url} yet"]

    def close(self) -> None:
        """Leave; runs that wait are taken back, those that workers are making end there and nobody takes them."""
        self._hands.clear()
        with contextlib.suppress(Exception):        # a scheduler that is gone
            self._client.close(timeout=5)

    # --- who is there -------------------------------------------------------------------------------

    def _look(self) -> list[Event]:
        """Greet workers that have come; hand back the runs of those that are gone."""
        self._check_scheduler()
        if time.monotonic() < self._next_look:
            return []
        try:
            present = self._client.nthreads(callback_timeout=ANSWER_SECONDS)
        except Exception as error:      # the errors of Dask have no root of their own
            raise self._gone(error) from None
        self._next_look = time.monotonic() + LOOK_SECONDS
        for address in present.keys() - self._hands.keys() - self._refused.keys():
            self._hands[address] = _Hand(address)
            self._greet(self._hands[address])
        events = self._take_all()       # what the dead have said before they died
        for address in [address for address in self._hands if address not in present]:
            events += self._bury(self._hands.pop(address))
        self._check_any(present)
        return events

    def _check_scheduler(self) -> None:
        if self._client.status != "running":
            raise self._gone("the connection is lost")

    def _gone(self, reason: object) -> CrewGone:
        words = " ".join(str(reason).split()) or type(reason).__name__
        return CrewGone(f"scheduler {self._url} is gone ({words}); runs that are over are kept")

    def _check_any(self, present: Mapping[str, int]) -> None:
        """Give up where everybody there is refused."""
        refused = self._refused.keys() & present.keys()
        if refused and not self._hands:
            raise InputError(f"study: no worker at {self._url} can be used: {self._refused[min(refused)]}")

    def _refuse(self, hand: _Hand, words: str) -> list[Event]:
        self._refused[hand.address] = words
        self._say(f"worker {hand.address} is refused: {words}")
        self._hands.pop(hand.address, None)
        self._next_look = 0.0
        return [Lost(flight.task.id, words, is_charged=False) for flight in self._forget(hand)]

    def _bury(self, hand: _Hand) -> list[Event]:
        """A worker is gone: the run that it was making is charged, one that waited or was over is not."""
        flights = self._forget(hand)
        begun = [flight for flight in flights if flight.has_begun] or flights[:1]
        words = f"worker {hand.address} of Dask is gone"
        return [Lost(flight.task.id, words, is_charged=flight is begun[-1]) for flight in flights]

    def _forget(self, hand: _Hand) -> list[_Flight]:
        """Runs that a worker has; Dask need not care for them any longer."""
        flights = [flight for flight in hand.flights.values() if flight.task is not None]
        futures = [flight.future for flight in hand.flights.values()]
        hand.flights = {}
        try:
            if futures:
                self._client.cancel(futures)
        except Exception as error:      # the errors of Dask have no root of their own
            raise self._gone(error) from None
        return flights

    # --- messages -----------------------------------------------------------------------------------

    def _greet(self, hand: _Hand) -> None:
        self._send(hand, None, {"kind": "hello", "engine": self._engine})

    def _give(self, hand: _Hand, task: Task, anew: Sequence[str] = ()) -> None:
        """Send a run with the contents that the worker has not got yet; anew : hashes that it has lost"""
        names = {name: self._names[name] for name in (*self._base_files, *task.files)}
        hand.sent -= set(anew)
        new = {digest: self._contents[digest] for digest in {self._base, *names.values()} - hand.sent}
        hand.sent |= new.keys()
        listed, load = join_contents(new)
        self._send(hand, task, {"kind": "run", "topic": self._topic, "task": task.to_data(), "base": self._base,
                                "files": names, "sent": listed}, load)

    def _send(self, hand: _Hand, task: Task | None, head: dict, load: bytes = b"") -> None:
        self._check_scheduler()
        token = f"{self._topic}-{next(self._numbers)}"
        message = pack(head | {"version": VERSION, "code": run_code(), "token": token}, load)
        try:
            future = self._client.submit(serve, message, key=token, workers=[hand.address], allow_other_workers=False,
                                         pure=False, retries=0)
        except Exception as error:
            raise self._gone(error) from None
        hand.flights[token] = _Flight(token, task, future)
        threading.Thread(target=_fetch, args=(token, future, self._heard), daemon=True).start()

    def _take_all(self) -> list[Event]:
        events: list[Event] = []
        while not self._heard.empty():
            events += self._take(*self._heard.get())
        return events

    def _take(self, token: str | None, said: object) -> list[Event]:
        """One thing that was heard: progress, or the answer to a task, or why there is none."""
        if token is None:
            self._take_progress(said)
            return []
        hand = next((hand for hand in self._hands.values() if token in hand.flights), None)
        if hand is None:            # of a worker that was given up
            return []
        if isinstance(said, Exception):
            return self._take_failure(hand, token, said)
        flight = hand.flights.pop(token)
        try:
            head, load = unpack(said)
            return self._take_answer(hand, flight, head, load)
        except (Broken, ValueError, KeyError, TypeError) as error:
            hand.flights[token] = flight
            return self._refuse(hand, f"what it says is no answer: {type(error).__name__} {error}")

    def _take_answer(self, hand: _Hand, flight: _Flight, head: dict, load: bytes) -> list[Event]:
        kind, task = head["kind"], flight.task
        if kind == "refused":
            hand.flights[flight.token] = flight
            return self._refuse(hand, str(head["words"]))
        if task is None:
            return self._take_greeting(hand, head)
        if kind == "missing":
            self._give(hand, task, head["hashes"])
            return []
        if kind == "error":
            return [Erred(task.id, str(head["error"]))]
        row = Row(**head["row"])
        if kind != "done" or row.id != task.id:
            raise Broken(f"answer to another question ({kind!r})")
        return [Done(row, load, head["machine"])]

    def _take_greeting(self, hand: _Hand, head: dict) -> list[Event]:
        if head["kind"] != "ready":
            return self._refuse(hand, str(head.get("error")))
        hand.machine = head["machine"]
        if head["threaded"]:
            self._say(f"warning: worker {hand.address} may use several threads a run: {', '.join(head['threaded'])} "
                      "must be 1 there")
        return []

    def _take_failure(self, hand: _Hand, token: str, error: Exception) -> list[Event]:
        """Dask has no answer: a worker that came back under its old address, or code that it cannot load."""
        self._check_scheduler()
        flight = hand.flights.pop(token)
        words = " ".join(f"{type(error).__name__} {error}".split())
        if flight.task is None:
            return self._refuse(hand, words)
        return [Lost(flight.task.id, f"worker {hand.address}: {words}", is_charged=flight.has_begun)]

    def _take_progress(self, said: object) -> None:
        if not isinstance(said, dict):
            return
        for hand in self._hands.values():
            flight = hand.flights.get(said.get("token"))
            if flight is not None and flight.task is not None:
                flight.has_begun = True
                flight.progress = (float(said["time"]), float(said["duration"]))


def _fetch(token: str, future: Future, heard: queue.Queue) -> None:
    """Wait for the answer to a task, aside: where its worker dies, Dask waits on, until the task is taken back."""
    try:
        heard.put((token, future.result()))
    except Exception as error:
        heard.put((token, error))
    except BaseException as error:      # tasks that were taken back end by errors of asyncio
        heard.put((token, RuntimeError(f"{type(error).__name__} {error}")))


def _hashed(content: bytes) -> tuple[str, bytes]:
    return hashlib.sha256(content).hexdigest(), content


def _connect(url: str) -> Client:
    """Speak to a scheduler; Dask's own log stays silent, since what goes wrong is told in one line."""
    _silence()
    security = Security()
    if url.startswith("tls://"):
        _check_certificates(url, security)
    try:
        client = Client(url, timeout=CONNECT_SECONDS, set_as_default=False, name="drystone-study", security=security)
    except Exception as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"study: --scheduler {url} cannot be reached: {reason}") from None
    _silence()
    return client


def _check_certificates(url: str, security: Security) -> None:
    """Refuse now what Dask would find out in the middle of connecting, and then try to undo for half a minute."""
    try:
        missing = security.get_connection_args("client").get("ssl_context") is None
        words = "certificates are missing" if missing else ""
    except (OSError, ValueError) as error:      # errors of SSL are of the first kind
        words = f"certificates cannot be used: {' '.join(str(error).split())}"
    if words:
        raise InputError(f"study: --scheduler {url}: {words}; distributed.comm.tls of Dask's configuration says where "
                         "they are")


def _silence() -> None:
    warnings.filterwarnings("ignore", category=VersionMismatchWarning)
    for name in ("distributed", *(name for name in logging.root.manager.loggerDict if name.startswith("distributed"))):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    logging.getLogger("tornado.application").setLevel(logging.CRITICAL + 1)


def _dashboard(client: Client) -> str:
    """Where Dask shows what its workers do."""
    try:
        return client.dashboard_link or "none"
    except Exception:       # schedulers without one
        return "none"
