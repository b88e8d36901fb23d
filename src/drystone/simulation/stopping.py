"""Signals that ask a run to stop: they wait until the step under way is complete."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Ctrl-C, and what queues, shells and closing terminals send. Windows has not all of them.
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")

#: A signal that comes again within this time is the same one [s]: a shell and its group are often told both.
_SAME_SECONDS = 1.0


class RunStopped(KeyboardInterrupt):
    """A run that was asked to stop: it is on disk as `stopped` and can be continued."""

    def __init__(self, message: str, step: int, time: float) -> None:
        super().__init__(message)
        self.step, self.time = step, time   #: where it stands; time in [s]


@contextmanager
def hold_signals() -> Iterator[Callable[[], None]]:
    """Hold back, within the block, the signals that have a handler, e.g. Ctrl-C.

    Gives a function that hands those that came to their handlers, which is where Ctrl-C raises KeyboardInterrupt; the
    end of the block does it too. One that comes again later is handed over at once: a step may take long. Signals
    without a handler do what they always do, and threads get none.
    """
    handlers: dict[int, Callable] = {}
    came: dict[int, float] = {}

    def hold(number: int, frame: object) -> None:
        if number in came and time.monotonic() - came[number] > _SAME_SECONDS:
            handlers[number](number, frame)
        came.setdefault(number, time.monotonic())

    def hand_over() -> None:
        while came:
            number = next(iter(came))
            del came[number]
            handlers[number](number, None)

    if threading.current_thread() is threading.main_thread():
        for number in (getattr(signal, name) for name in _NAMES if hasattr(signal, name)):
            handler = signal.getsignal(number)
            if callable(handler):
                handlers[number] = handler
                signal.signal(number, hold)
    try:
        yield hand_over
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    hand_over()
