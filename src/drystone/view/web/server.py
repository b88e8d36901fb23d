"""A server for one page on this machine: reads only, knows only its own ids, ends by itself.

Who may ask: only this machine reaches it (127.0.0.1), only by a name of this machine (a foreign page that points its
own name here is refused), only with the token of this start, which a browser keeps in a cookie that no script and no
other site gets to use.
"""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from drystone.errors import InputError
from drystone.view.web.heads import to_json
from drystone.view.web.page_file import ASSETS, SERVED_RULES, asset, served_page
from drystone.view.web.scene import Scene, reason

ADDRESS = "127.0.0.1"
#: Names of this machine; any port, since a tunnel may have another at its near end.
HOSTS = ("127.0.0.1", "localhost", "[::1]")
#: Seconds without a request after which the server ends; an open page asks every 20 s, in the background every 60.
IDLE_SECONDS = 300.0
_HEADERS = {
    "Content-Security-Policy": SERVED_RULES, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin", "X-Frame-Options": "DENY"}


class PageServer:
    """Serves scenes until nobody asks any more.

    Attributes
    ----------
    port : that it got; url : to open, with the token
    """

    def __init__(self, scenes: Mapping[str, Scene], port: int = 0, idle: float = IDLE_SECONDS,
                 more: Callable[[str], Scene | None] | None = None) -> None:
        """more : gives scenes that the page may open from those it shows, by id; None where an id is not known"""
        if not 0 <= port < 65536:
            raise InputError(f"view: --port must be 0 to 65535, got {port}")
        self.scenes, self.token, self._idle = dict(scenes), secrets.token_urlsafe(24), idle
        self._more = more
        try:
            self._server = _Server((ADDRESS, port), _Handler)
        except OSError as error:
            raise InputError(f"view: cannot listen on port {port}: {error.strerror or error}") from None
        self._server.page = self
        self.port = self._server.server_address[1]
        self.cookie = f"drystone_{self.port}"      # cookies know no ports: two views must not take each other's
        self._last = time.monotonic()

    @property
    def url(self) -> str:
        """Address of the page for whoever has started it."""
        return f"http://{ADDRESS}:{self.port}/?token={self.token}"

    def scene(self, name: str) -> Scene | None:
        """The scene of an id; None where it is not known."""
        return self.scenes.get(name) or (None if self._more is None else self._more(name))

    def run(self) -> None:
        """Serve until nobody has asked for a while, or until interrupted."""
        watch = threading.Thread(target=self._watch, daemon=True)
        watch.start()
        try:
            self._server.serve_forever(poll_interval=0.2)
        finally:
            self._server.server_close()

    def close(self) -> None:
        """End `run`, from another thread."""
        self._server.shutdown()

    def touch(self) -> None:
        """Somebody has asked."""
        self._last = time.monotonic()

    def _watch(self) -> None:
        while (left := self._last + self._idle - time.monotonic()) > 0.0:
            time.sleep(min(max(left, 0.05), 5.0))
        self.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    page: PageServer

    def handle_error(self, request, client_address) -> None:
        """A browser that hangs up in the middle is nothing to tell of."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "drystone", ""
    timeout = 60.0

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def log_message(self, format: str, *arguments: object) -> None:
        """The terminal belongs to the user."""

    def _answer(self, with_body: bool) -> None:
        page = self.server.page
        try:
            address = urlsplit(self.path)
        except ValueError:
            address = None
        if address is None or address.scheme or address.netloc:      # this is no proxy
            self._send(HTTPStatus.BAD_REQUEST, "text/plain; charset=utf-8", b"this is no address", with_body)
            return
        refusal = self._refusal(address.path, address.query)
        if refusal is not None:
            self._send(HTTPStatus.FORBIDDEN, "text/plain; charset=utf-8", refusal.encode(), with_body)
            return
        page.touch()
        if address.path == "/":
            self._send(HTTPStatus.OK, "text/html; charset=utf-8", served_page(), with_body,
                       {"Set-Cookie": f"{page.cookie}={page.token}; HttpOnly; SameSite=Strict; Path=/"})
        elif (name := address.path[1:]) in ASSETS:
            self._send(HTTPStatus.OK, ASSETS[name], asset(name), with_body)
        elif address.path == "/runs":
            self._send_json(HTTPStatus.OK, list(page.scenes), with_body)
        else:
            self._send_scene(address.path[1:], with_body)

    def _send_scene(self, path: str, with_body: bool) -> None:
        """`<id>/<what>`: both must be known words; nothing of a path ever reaches the disk."""
        name, _, what = path.partition("/")
        try:
            scene = self.server.page.scene(name)
            if scene is not None and what == "head":
                return self._send_json(HTTPStatus.OK, scene.head(), with_body)
            if scene is not None and what == "state":
                return self._send_json(HTTPStatus.OK, scene.state(), with_body)
            if scene is not None and what in scene.part_names():
                return self._send(HTTPStatus.OK, "application/octet-stream", scene.part(what), with_body)
        except (ConnectionError, TimeoutError):
            raise
        except Exception as error:      # whatever a damaged or hostile store makes readers raise: one line for the page
            return self._send_json(HTTPStatus.INTERNAL_SERVER_ERROR, {"error": reason(error)}, with_body)
        return self._send_json(HTTPStatus.NOT_FOUND, {"error": "there is no such thing here"}, with_body)

    # -- who may ask ---------------------------------------------------------------------------------

    def _refusal(self, path: str, query: str) -> str | None:
        """Why a request is refused; None: it is not."""
        host = self.headers.get("Host", "")
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        if len(self.headers.get_all("Host", [])) != 1 or name.lower() not in HOSTS:
            return "refused: this page is served to this machine under its own name only"
        origin = self.headers.get("Origin")
        if origin is not None and origin != f"http://{host}":
            return "refused: another site asks"
        site = self.headers.get("Sec-Fetch-Site", "none")     # a link from elsewhere may open the page, nothing more
        if site not in ("none", "same-origin") and path != "/":
            return "refused: another site asks"
        if not self._is_known(query):
            return "refused: open the address that drystone view has printed, with its token"
        return None

    def _is_known(self, query: str) -> bool:
        token = self.server.page.token.encode()
        given = parse_qs(query).get("token", [])
        try:
            morsel = SimpleCookie(self.headers.get("Cookie", "")).get(self.server.page.cookie)
        except CookieError:
            morsel = None
        given += [morsel.value] if morsel is not None else []
        return any(hmac.compare_digest(value.encode(), token) for value in given)

    # -- answers -------------------------------------------------------------------------------------

    def _send_json(self, status: HTTPStatus, content: object, with_body: bool) -> None:
        self._send(status, "application/json", to_json(content).encode(), with_body)

    def _send(self, status: HTTPStatus, kind: str, body: bytes, with_body: bool,
              more: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {**_HEADERS, "Content-Type": kind, "Content-Length": str(len(body)), **(more or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if with_body:
            self.wfile.write(body)
