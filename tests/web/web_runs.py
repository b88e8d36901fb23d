"""Runs and answers for the page, small and real; and a server for them in a thread."""

import http.client
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "analysis"))

from analysis_runs import ground_piece, turn_about, write_run

from drystone.geometry.primitives import box
from drystone.geometry.shape import NamedShape
from drystone.view.web.scene import open_scene
from drystone.view.web.server import PageServer

#: A name that would do harm if it were taken as HTML.
HOSTILE = "<img src=x onerror=alert(1)></script><b>stone</b>"


def boxes_run(directory, *, count=41, height=1.0, name=HOSTILE, force=7000.0, groups=("left", "right")):
    """Two boxes on the ground: `mover` goes 2 m along x in 2 s and turns about z by a quarter, the other one rests."""
    pieces = [NamedShape("mover", box((0.6, 0.6, height), (0.0, 0.0, 0.5 * height)), (groups[0],)),
              NamedShape(name, box((0.6, 0.6, height), (0.0, 3.0, 0.5 * height)), (groups[1],)), ground_piece()]
    time = np.linspace(0.0, 2.0, count)
    position = np.tile([p.properties.centroid for p in pieces], (count, 1, 1))
    orientation = np.tile((1.0, 0.0, 0.0, 0.0), (count, 3, 1))
    turned = turn_about(np.array((0.0, 0.0, 0.0)), (0, 0, 1), 0.25 * np.pi * time, (0.0, 0.0, 0.5 * height))[1]
    position[:, 0, 0] += time
    orientation[:, 0] = turned
    point = np.stack((position[:, 0] - (0.0, 0.0, 0.5 * height), position[:, 1] - (0.0, 0.0, 0.5 * height)), axis=1)
    rows = [{"block_a": np.array((0, 1)), "block_b": np.array((2, 2)), "area": np.ones(2) * 0.36,
             "normal": np.tile((0.0, 0.0, -1.0), (2, 1)), "force": np.tile((0.0, 0.0, -force), (2, 1)),
             "point": point[i], "opening": np.array((2e-3, 0.0)), "slip_speed": np.zeros(2)} for i in range(count)]
    monitors = {"path": ("m", time), "share": ("-", 0.5 * time)}
    energies = {"kinetic": time**2, "potential": 5.0 - time**2, "balance": 0.0 * time}
    return write_run(directory, pieces, {"ground"}, time, position=position, orientation=orientation,
                     energies=energies, monitors=monitors, interfaces=rows)


#: Frames of `beam_run` whose interfaces are kept.
KEPT = (2, 5, 8)
PUSH = 12000.0      #: [N]


def beam_run(directory, *, count=11):
    """Three boxes in a row between two supports, pushed together along x, 0.4 m deep, and a tie over them all.

    From 0 to 1 s the middle one goes 0.2 m up. The force at the first joint acts at its edge; the mortar of the second
    one is gone from frame 5 on; the third one slips 5 mm. The tie breaks at 0.6 s.
    """
    pieces = [NamedShape(name, box((1.0, 0.4, 0.5), (0.5 + k, 0.0, 0.25)), ("row",))
              for k, name in enumerate(("one", "two", "three"))]
    pieces += [NamedShape(name, box((0.5, 0.4, 0.5), (x, 0.0, 0.25)), ("ends",))
               for name, x in (("west", -0.25), ("east", 3.25))]
    time = np.linspace(0.0, 1.0, count)
    position = np.tile([p.properties.centroid for p in pieces], (count, 1, 1))
    position[:, 1, 2] += 0.2 * time
    place = np.column_stack((np.arange(4.0), np.zeros(4), (0.5, 0.25, 0.25, 0.25)))
    rows = [None if i not in KEPT else {
        "block_a": np.array((3, 0, 1, 2)), "block_b": np.array((0, 1, 2, 4)), "area": np.full(4, 0.2),
        "normal": np.tile((1.0, 0.0, 0.0), (4, 1)), "force": np.tile((PUSH, 0.0, 0.0), (4, 1)), "point": place,
        "opening": np.zeros(4), "slip_speed": np.zeros(4),
        "eccentricity_share": np.array(((0.0, 1.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))),
        "bonded_share": np.array((0.0, 1.0 if i < 5 else 0.0, 0.0, 0.0)), "joint_slip": np.array((0.0, 0.0, 5e-3, 0.0)),
        } for i in range(count)]
    ties = {"tie_names": np.array([b"rod"]), "ties.block_a": np.array([0]), "ties.block_b": np.array([2]),
            "ties.point_a": np.array([(-0.5, 0.0, 0.25)]), "ties.point_b": np.array([(0.5, 0.0, 0.25)])}
    return write_run(directory, pieces, {"west", "east"}, time, position=position, interfaces=rows, static_more=ties,
                     intact=(time < 0.6)[:, None])


@contextmanager
def serving(**results):
    """A server of results by their ids, and a function that asks it."""
    with serving_scenes({name: open_scene(result) for name, result in results.items()}) as found:
        yield found


@contextmanager
def serving_scenes(scenes, more=None):
    """A server of scenes, and a function that asks it."""
    server = PageServer(scenes, more=more)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()

    def ask(path, method="GET", **headers):
        """Status, headers and body; headers as words with _ for -, cookie="" sends none."""
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        sent = {"Cookie": f"{server.cookie}={server.token}", "Host": f"127.0.0.1:{server.port}"}
        sent |= {key.replace("_", "-").title(): value for key, value in headers.items()}
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for key, value in sent.items():
            if value:
                connection.putheader(key, value)
        connection.endheaders()
        answer = connection.getresponse()
        content = answer.status, answer.headers, answer.read()
        connection.close()
        return content

    try:
        yield server, ask
    finally:
        server.close()
        thread.join(30)
