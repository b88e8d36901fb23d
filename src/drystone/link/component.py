"""drystone_link: statics of masonry blocks in a design program, asked of an installed drystone over pipes.

One file of the standard library alone, for Python 3.9 and later: beside a script, in Rhino 8 and Grasshopper, in
Blender, next to COMPAS. Write it with

    drystone link --component drystone_link.py

and then

    import drystone_link

    link = drystone_link.connect("/path/to/drystone")        # what `which drystone` prints, Windows: `where drystone`
    found = link.statics(meshes, unit="m", density=2000, friction=0.6, gravity=9.81, supports=[0, 9], push="+x")
    found["stands"], found["load_factor"], found["poses"], found["joint_forces"], found["thrust_line"]

The command is started once as a child and kept warm; there is no port. It ends with this program. Every trouble is a
`LinkError` of one line; after one, the next question starts a new child where the old one is gone. What is asked and
what comes back: docs/link.md of drystone.
"""

from __future__ import annotations

import atexit
import collections
import json
import os
import queue
import subprocess
import threading
import time

PROTOCOL = 1                 #: of the messages; both sides must speak the same
MOST_OF_ANSWER = 512000000   #: bytes of an answer; what is longer is none
_LEFT_OUT = ("PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP", "PYTHONEXECUTABLE", "__PYVENV_LAUNCHER__")


class LinkError(Exception):
    """One line: what is wrong with the question, the command or the child."""


class Link:
    """A child process `drystone link --stdio`, started at the first question.

    command : path of the installed command, or a list of words, e.g. ["/usr/bin/python3", "-m", "drystone"]
    timeout : how long an answer may take [s]; then the child is ended
    start_timeout : how long the child may take to load [s]; right after an installation it compiles for a minute or two
    environment : of the child; None: that of this program without its PYTHONHOME and PYTHONPATH, which belong to the
        Python inside it
    """

    def __init__(self, command, timeout=60.0, start_timeout=600.0, environment=None):
        self._words = [os.path.expanduser(str(command))] if isinstance(command, (str, os.PathLike)) \
            else [str(word) for word in command]
        if not self._words or not self._words[0].strip():
            raise LinkError("command must be the path of drystone: what `which drystone` prints in a terminal "
                            "(Windows: `where drystone`), got nothing")
        self.timeout, self.start_timeout, self._environment = float(timeout), float(start_timeout), environment
        self._lock, self._child, self._number = threading.RLock(), None, 0
        self.version = None   #: of drystone, once it was started

    # --- questions

    def statics(self, meshes, *, unit, density=None, friction=None, gravity=None, supports=(), ground=None, push=None,
                lines=("effective",), elastic=False, travel=None, model=None):
        """Does it stand, with which forces; and how much of a horizontal push it takes. Returns a dict of plain lists.

        meshes : (vertices, faces) of every block, or dicts with further keys (name, groups, material, support)
        unit : of all coordinates here and in what comes back: m, dm, cm, mm, in, ft; z is up
        density, friction, gravity : [kg/m3], [-], [m/s2], of all blocks and joints; or give materials, joints, gravity
            in `model`
        supports : numbers or names of meshes that do not move
        ground : level of a flat support below all blocks
        push : direction of a push on all blocks that grows until collapse: +x, -y, ... or three numbers; None: no push
        lines : thrust lines that are wanted: effective, least, greatest
        elastic : also follow elastic joints laid without stress; takes longer
        travel : how far the fastest corner goes in the poses of a mechanism; None: a tenth of the structure's size
        model : more of the model file (joints, ties, loads ...), SI units
        """
        question = _structure(meshes, unit, density, friction, gravity, supports, ground, model)
        question.update(push=_plain(push), lines=_plain(lines), elastic=bool(elastic), travel=_plain(travel))
        return self.ask("statics", question)

    def run(self, meshes, *, unit, dt, duration=None, density=None, friction=None, gravity=None, supports=(),
            ground=None, frames=1, model=None):
        """Through time: the poses of `frames` instants up to the end. dt, duration : [s]; loads and motions in `model`.

        What else is asked for is as for `statics`.
        """
        model = dict(model or {})
        model["analysis"] = dict(model.get("analysis") or {}, dt=_plain(dt))
        if duration is not None:
            model["duration"] = _plain(duration)
        question = _structure(meshes, unit, density, friction, gravity, supports, ground, model)
        question["frames"] = _plain(frames)
        return self.ask("run", question)

    def ask(self, kind, question):
        """The answer to any question of the protocol, as a dict."""
        with self._lock:
            self.start()
            self._number += 1
            message = dict(question, kind=kind, id=self._number)
            try:
                answer = self._exchange(message, time.monotonic() + self.timeout, self.timeout)
            except LinkError:
                raise
            except BaseException:      # somebody has interrupted us: the answer that still comes is to no question
                self.close()
                raise
            if answer.get("id") != self._number or answer.get("kind") not in ("answer", "error"):
                self.close()
                raise LinkError("the command answered something else than was asked; it was ended")
            if answer["kind"] == "error":
                raise LinkError(str(answer.get("error")))
            return answer

    # --- the child

    def start(self):
        """Start the child, if it does not run, and wait until it is warm."""
        with self._lock:
            if self._child is not None and self._child.is_alive():
                return
            self.close()
            self._child = _Child(self._words, self._environment)
            deadline = time.monotonic() + self.start_timeout
            hello = self._exchange({"kind": "hello", "protocol": PROTOCOL}, deadline, self.start_timeout)
            self._check_hello(hello)
            self.version, self._child.most_bytes = str(hello.get("version")), hello.get("most_bytes")
            if self._receive(deadline, self.start_timeout).get("kind") != "ready":
                self.close()
                raise LinkError("the command never said that it is ready; it was ended")

    def _check_hello(self, hello):
        if hello.get("kind") == "hello" and hello.get("protocol") == PROTOCOL:
            return
        self.close()
        if hello.get("kind") == "error":
            raise LinkError(str(hello.get("error")))
        raise LinkError(f"drystone {hello.get('version')} speaks protocol {hello.get('protocol')}, this component "
                        f"{PROTOCOL}: write it anew with `drystone link --component drystone_link.py`")

    def _exchange(self, message, deadline, limit):
        try:
            line = json.dumps(message, allow_nan=False).encode("ascii") + b"\n"
        except (TypeError, ValueError, RecursionError) as error:
            raise LinkError(f"the question cannot be written as JSON: {_one_line(error)}") from None
        most = self._child.most_bytes
        if isinstance(most, int) and len(line) > most:
            raise LinkError(f"the question has {len(line)} bytes, drystone takes {most}: send fewer or coarser meshes")
        self._child.send(line)
        return self._receive(deadline, limit)

    def _receive(self, deadline, limit):
        line = self._child.receive(deadline)
        if line is None:
            said = self._child.last_words()
            self.close()
            raise LinkError(f"no answer within {limit:g} s; the command was ended{said}")
        if line == b"":
            code, said = self._child.wait(), self._child.last_words()
            self.close()
            raise LinkError(f"{self._words[0]} ended with code {code} before it answered{said}")
        try:
            answer = json.loads(line.decode("utf-8"))
            if not isinstance(answer, dict):
                raise ValueError("no object")
        except (ValueError, RecursionError):
            self.close()
            said = line[:80].decode("utf-8", "replace")
            raise LinkError(f"{self._words[0]} is no drystone that can link; it said {said!r}") from None
        return answer

    @property
    def is_alive(self):
        """Whether the child runs."""
        return self._child is not None and self._child.is_alive()

    def close(self):
        """End the child; a further question starts a new one."""
        with self._lock:
            child, self._child = self._child, None
            if child is not None:
                child.end()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


class _Child:
    """The process and its three pipes. Threads read and write, since no system can wait for all of them in one way."""

    def __init__(self, words, environment):
        if environment is None:
            environment = {name: value for name, value in os.environ.items() if name not in _LEFT_OUT}
        hidden = {"creationflags": subprocess.CREATE_NO_WINDOW} if hasattr(subprocess, "CREATE_NO_WINDOW") else {}
        try:
            self._process = subprocess.Popen([*words, "link", "--stdio"], stdin=subprocess.PIPE, env=environment,
                                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, **hidden)
        except (OSError, ValueError) as error:
            raise LinkError(f"{words[0]} cannot be started: {_one_line(error)}; command must be the path of drystone, "
                            "what `which drystone` prints in a terminal (Windows: `where drystone`)") from None
        self.most_bytes = None
        self._lines, self._said = queue.Queue(), collections.deque(maxlen=20)
        self._errors = self._thread(self._listen_to_errors)
        self._thread(self._listen)

    @staticmethod
    def _thread(work, *given):
        thread = threading.Thread(target=work, args=given, daemon=True)
        thread.start()
        return thread

    def _listen(self):
        try:
            while True:
                line = self._process.stdout.readline(MOST_OF_ANSWER)
                self._lines.put(line)
                if not line:
                    return
        except (OSError, ValueError):
            self._lines.put(b"")

    def _listen_to_errors(self):
        try:
            for line in self._process.stderr:
                self._said.append(line[:500].decode("utf-8", "replace").strip())
        except (OSError, ValueError):
            pass

    def send(self, line):
        """Never waits: a child that does not read would hold us up without end."""
        self._thread(self._write, line)

    def _write(self, line):
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except (OSError, ValueError):
            pass      # it has gone: its output has ended, too, and that is told

    def receive(self, deadline):
        """A line; b"" where there will be none; None where time is over."""
        try:
            return self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return None

    def is_alive(self):
        return self._process.poll() is None

    def last_words(self):
        """What it said last on its error stream."""
        if not self.is_alive():
            self._errors.join(1.0)
        said = [line for line in self._said if line]
        return f": {said[-1]}" if said else ""

    def wait(self):
        """Its exit code; it has closed its output, so this is soon."""
        try:
            return self._process.wait(5.0)
        except subprocess.TimeoutExpired:
            return "none"

    def end(self):
        if self.is_alive():
            self._process.kill()
        self.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            try:
                stream.close()
            except (OSError, ValueError):
                pass


# --- one child for all who ask in this program

_links = {}   # type: dict
_links_lock = threading.Lock()


def connect(command, **options):
    """The link to a command; the same one whenever it is asked for, so that a script that runs again at every move of
    a slider finds its child warm. options : of `Link`, for the first time"""
    key = command if isinstance(command, str) else tuple(str(word) for word in command)
    with _links_lock:
        if key not in _links:
            _links[key] = Link(command, **options)
        return _links[key]


def disconnect():
    """End all children that `connect` has started."""
    with _links_lock:
        for link in _links.values():
            link.close()
        _links.clear()


atexit.register(disconnect)


# --- meshes

def rhino_mesh(mesh):
    """(vertices, faces) of a mesh of Rhino; triangles have their last corner twice there."""
    points = [(float(p.X), float(p.Y), float(p.Z)) for p in _items(mesh.Vertices)]
    faces = []
    for face in _items(mesh.Faces):
        corners = [face.A, face.B, face.C, face.D] if hasattr(face, "A") else list(face)
        faces.append([int(k) for k in (corners[:3] if corners[-1] == corners[-2] else corners)])
    return points, faces


def _items(listed):
    """Of a list of Rhino, which tells its length by Count in one library and by len in the other."""
    return [listed[i] for i in range(listed.Count if hasattr(listed, "Count") else len(listed))]


def moved(vertices, pose):
    """Vertices at a pose: sixteen numbers, the rows of a 4 x 4 matrix."""
    return [[pose[r] * x + pose[r + 1] * y + pose[r + 2] * z + pose[r + 3] for r in (0, 4, 8)] for x, y, z in vertices]


def _structure(meshes, unit, density, friction, gravity, supports, ground, model):
    """The part of a question that says what there is."""
    blocks = [_mesh(i, mesh) for i, mesh in enumerate(meshes)]
    names = {block["name"]: i for i, block in enumerate(blocks) if "name" in block}
    for support in supports:
        number = names.get(support) if isinstance(support, str) else _plain(support)
        if not isinstance(number, int) or not 0 <= number < len(blocks):
            raise LinkError(f"supports: no mesh is called or has the number {support!r}; there are {len(blocks)}")
        blocks[number]["support"] = True
    out = {key: _plain(value) for key, value in (model or {}).items()}
    for key, value, entry in (("materials", density, {"stone": {"density": _plain(density)}}),
                              ("joints", friction, {"dry": {"friction": _plain(friction)}}),
                              ("gravity", gravity, _plain(gravity))):
        if value is not None and key in out:
            raise LinkError(f"{key} is given twice, as an argument and in model")
        if value is not None:
            out[key] = entry
    return {"meshes": blocks, "unit": unit, "ground": _plain(ground), "model": out}


def _mesh(number, given):
    """One block for a message; numbers of any library become plain ones."""
    block = dict(given) if isinstance(given, dict) else None
    try:
        if block is None:
            vertices, faces = given
            block = {"vertices": vertices, "faces": faces}
        block["vertices"] = [[float(x) for x in point] for point in block["vertices"]]
        block["faces"] = [[int(k) for k in face] for face in block["faces"]]
    except (TypeError, ValueError, KeyError, OverflowError) as error:
        raise LinkError(f"mesh {number} must be (vertices, faces) or a dict with them: {_one_line(error)}") from None
    return {key: _plain(value) for key, value in block.items()}


def _plain(value):
    """Of numpy and the like: what JSON knows."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item) for item in value]
    return value


def _one_line(error):
    return " ".join(str(error).split()) or type(error).__name__
