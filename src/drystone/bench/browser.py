"""A headless Chromium, driven by the DevTools protocol over a websocket of our own: measures and tests the page."""

from __future__ import annotations

import base64
import json
import os
import secrets
import shutil
import socket
import struct
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
MISSING = "no Chromium on PATH: install Debian's package chromium (apt-get install chromium)"
_OPTIONS = ("--headless=new", "--remote-debugging-port=0", "--no-first-run", "--disable-extensions",
            "--disable-background-networking", "--disable-component-update", "--mute-audio", "--hide-scrollbars",
            "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
            "--disable-dev-shm-usage", "--force-device-scale-factor=1")
#: How long a browser may take to answer [s].
PATIENCE = 120.0


class BrowserError(Exception):
    """The browser does not do what it is asked to."""


def find_browser() -> str | None:
    """Path of a Chromium, or None."""
    return next((path for name in NAMES if (path := shutil.which(name)) is not None), None)


class Browser:
    """A browser of its own profile, which ends with the `with` block."""

    def __init__(self, width: int = 1280, height: int = 720) -> None:
        path = find_browser()
        if path is None:
            raise BrowserError(MISSING)
        self._size = (width, height)
        self._folder = tempfile.TemporaryDirectory(prefix="drystone-browser-", ignore_cleanup_errors=True)
        root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        self._process = subprocess.Popen(
            [path, *_OPTIONS, *root, f"--window-size={width},{height}", f"--user-data-dir={self._folder.name}",
             "about:blank"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            port, address = self._find_port()
            self._socket = _WebSocket("127.0.0.1", port, address)
        except BaseException:
            self.close()
            raise
        self._last = 0
        self._events: list[dict] = []

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the browser."""
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._folder.cleanup()

    def _find_port(self) -> tuple[int, str]:
        file, end = Path(self._folder.name) / "DevToolsActivePort", time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            lines = file.read_text().split() if file.exists() else []
            if len(lines) == 2:
                return int(lines[0]), lines[1]
            time.sleep(0.05)
        raise BrowserError("the browser does not start")

    def send(self, method: str, session: str | None = None, **parameters) -> dict:
        """Call a method of the protocol and wait for its answer; events that come meanwhile are kept."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        self._socket.send(json.dumps(message | ({"sessionId": session} if session else {})))
        while True:
            answer = json.loads(self._socket.receive())
            if answer.get("id") == self._last:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error'].get('message')}")
                return answer["result"]
            if "method" in answer:
                self._events.append(answer)

    def take_events(self, session: str) -> list[dict]:
        """Events of a page since the last call."""
        own = [event for event in self._events if event.get("sessionId") == session]
        self._events = [event for event in self._events if event.get("sessionId") != session]
        return own

    def open(self, url: str) -> Page:
        """A new page at `url`."""
        target = self.send("Target.createTarget", url="about:blank")
        session = self.send("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        return Page(self, session, url, self._size)

    def cpu_seconds(self) -> dict[str, float]:
        """CPU time that pages ("renderer") and drawing ("GPU") have taken so far [s]."""
        spent: dict[str, float] = {}
        for item in self.send("SystemInfo.getProcessInfo")["processInfo"]:
            spent[item["type"]] = spent.get(item["type"], 0.0) + item["cpuTime"]
        return spent


class Page:
    """One page: what it logs, what it asks for, and what is done to it.

    Attributes
    ----------
    errors : messages of the console and exceptions; requests : addresses asked for
    """

    def __init__(self, browser: Browser, session: str, url: str, size: tuple[int, int]) -> None:
        self._browser, self._session = browser, session
        self.errors: list[str] = []
        self.requests: list[str] = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")
        self.send("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1,
                  mobile=False)
        self.send("Page.navigate", url=url)

    def send(self, method: str, **parameters) -> dict:
        """Call a method of the protocol for this page."""
        return self._browser.send(method, self._session, **parameters)

    def evaluate(self, expression: str):
        """Value of an expression in the page; a promise is waited for."""
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def wait(self, expression: str, what: str = "") -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not self._is_true(expression):
            if time.monotonic() > end:
                said = self.evaluate("document.getElementById('message')?.textContent || ''")
                raise BrowserError(f"the page does not become {what or expression!r}: {said} {self.listen().errors}")
            time.sleep(0.02)

    def _is_true(self, expression: str) -> bool:
        """Whether an expression is true now; it is not where the page is just left for another one."""
        try:
            return bool(self.evaluate(f"Boolean({expression})"))
        except BrowserError as error:
            if "navigated or closed" not in str(error):
                raise
            return False

    def listen(self) -> Page:
        """Take note of what was logged and asked for so far."""
        for event in self._browser.take_events(self._session):
            name, more = event["method"], event["params"]
            if name == "Runtime.exceptionThrown":
                details = more["exceptionDetails"]
                self.errors.append(details.get("exception", {}).get("description") or details["text"])
            elif name == "Runtime.consoleAPICalled" and more["type"] in ("error", "warning", "assert"):
                self.errors.append(" ".join(str(part.get("value", part.get("description"))) for part in more["args"]))
            elif name == "Log.entryAdded" and more["entry"]["level"] in ("error", "warning"):
                self.errors.append(f"{more['entry']['text']} {more['entry'].get('url', '')}")
            elif name == "Network.requestWillBeSent":
                self.requests.append(more["request"]["url"])
        return self

    def click(self, x: float, y: float) -> None:
        """Press and release the mouse at a pixel."""
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def screenshot(self) -> bytes:
        """PNG of what is seen."""
        return base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"])


class _WebSocket:
    """The least of a client of RFC 6455: text messages both ways."""

    def __init__(self, host: str, port: int, path: str) -> None:
        self._socket = socket.create_connection((host, port), PATIENCE)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self._socket.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade"
                             f"\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self._rest = b""
        head = self._until(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise BrowserError("the browser refuses the connection")

    def send(self, text: str) -> None:
        data, mask = text.encode(), secrets.token_bytes(4)
        size = len(data)
        head = struct.pack("!BB", 0x81, 0x80 | size) if size < 126 else (
            struct.pack("!BBH", 0x81, 0xFE, size) if size < 65536 else struct.pack("!BBQ", 0x81, 0xFF, size))
        self._socket.sendall(head + mask + _masked(data, mask))

    def receive(self) -> str:
        pieces = []
        while True:
            first, second = self._exactly(2)
            size = second & 127
            if size == 126:
                (size,) = struct.unpack("!H", self._exactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self._exactly(8))
            data = self._exactly(size)
            if first & 15 == 8:
                raise BrowserError("the browser has ended the connection")
            if first & 15 in (0, 1):
                pieces.append(data)
                if first & 128:
                    return b"".join(pieces).decode()

    def _exactly(self, count: int) -> bytes:
        return self._take(lambda: count if len(self._rest) >= count else -1)

    def _until(self, mark: bytes) -> bytes:
        return self._take(lambda: self._rest.find(mark) + len(mark) if mark in self._rest else -1)

    def _take(self, found: Callable[[], int]) -> bytes:
        while (end := found()) < 0:
            data = self._socket.recv(1 << 20)
            if not data:
                raise BrowserError("the browser has ended the connection")
            self._rest += data
        data, self._rest = self._rest[:end], self._rest[end:]
        return data


def _masked(data: bytes, mask: bytes) -> bytes:
    size = len(data)
    whole = int.from_bytes(data, "big") ^ int.from_bytes((mask * (size // 4 + 1))[:size], "big")
    return whole.to_bytes(size, "big")
