"""`drystone link --stdio`: questions from the standard input, answers to the standard output, until the input ends."""

from __future__ import annotations

import os
import queue
import select
import threading
import time
from typing import BinaryIO

from drystone.errors import DrystoneError, InputError
from drystone.link import protocol

#: Questions that wait, at most; a sender that does not listen is held up.
MOST_WAITING = 2
#: Between two looks whether who asked has gone [s].
LOOK_SECONDS = 0.5


def serve(stream: BinaryIO, output: BinaryIO) -> None:
    """Greet, load, answer. InputError where the first message is no greeting that we know."""
    lines: queue.Queue[bytes | protocol.TooLong | None] = queue.Queue(MOST_WAITING)
    threading.Thread(target=_listen, args=(stream, output, lines), daemon=True).start()
    try:
        first = lines.get()
        if first is None:
            return
        try:
            protocol.check_hello(protocol.parse(first))
        except InputError as error:
            _send(output, protocol.error_message(None, error))
            raise
        _send(output, protocol.hello())
        begin = time.monotonic()
        _warm_up()
        _send(output, {"kind": "ready", "seconds": round(time.monotonic() - begin, 3)})
        while (line := lines.get()) is not None:
            if isinstance(line, protocol.TooLong) or line.strip():
                _send(output, answer(line))
    except BrokenPipeError:      # nobody listens any more
        return


def answer(line: bytes | protocol.TooLong) -> dict:
    """The answer to one line, whatever it is."""
    from drystone.link.question import answer_question
    number: object = None
    try:
        wall, cpu = time.perf_counter(), time.process_time()
        message = protocol.parse(line)
        number = _number(message)
        found = answer_question(message)
        spent = {"seconds": round(time.perf_counter() - wall, 4), "cpu_seconds": round(time.process_time() - cpu, 4)}
        return {"kind": "answer", "id": number} | found | spent
    except DrystoneError as error:
        return protocol.error_message(number, error)
    except Exception as error:   # a fault of the program is told like any other, and the link goes on
        return protocol.error_message(number, error, expected=False)


def _number(message: dict) -> int | str | None:
    given = message.get("id")
    if given is None or (isinstance(given, (int, str)) and not isinstance(given, bool) and len(str(given)) <= 64):
        return given
    raise InputError("link: id must be a whole number or a short text")


def _send(output: BinaryIO, message: dict) -> None:
    output.write(protocol.to_line(message))
    output.flush()


def _warm_up() -> None:
    """Load what questions need, and ask a small one, so that the first of the user's is as quick as all others."""
    from drystone.link.question import answer_question
    from drystone.link.small import SMALL
    answer_question(SMALL)


def _listen(stream: BinaryIO, output: BinaryIO, lines: queue.Queue) -> None:
    """Hand on lines. When there are no more, what waits is answered, unless nobody is there to hear it."""
    try:
        while (line := protocol.read_line(stream)) is not None:
            lines.put(line)
    except (OSError, ValueError):
        pass
    threading.Thread(target=lines.put, args=(None,), daemon=True).start()
    while not _is_broken(output):
        time.sleep(LOOK_SECONDS)
    os._exit(0)


def _is_broken(output: BinaryIO) -> bool:
    """Whether the reader of our output has gone; where the system cannot tell, it has not."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    try:
        poll.register(output.fileno(), 0)
        return any(event & select.POLLERR for _, event in poll.poll(0))
    except (OSError, ValueError):
        return False


def serve_stdio() -> None:
    """Over the standard streams of this process."""
    from drystone.process import private_output
    # a reader of our own: at the end Python wants that of sys.stdin, which the thread that listens would hold for ever
    serve(os.fdopen(os.dup(0), "rb"), private_output())
