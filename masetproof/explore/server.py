"""The explorer on this machine: one process, pages for its user, and nothing for anybody else.

Only 127.0.0.1 is listened on, and only addresses with a random token are answered.  The header
``Host`` must be that of this server, so that no page of another site gets an answer by a name that
is made to lead here.  Nothing is read from the file system by a name that a browser sends.

What is computed waits for its turn, as there are few at once.  It ends when its time is over, or
when the browser that asked for it has gone.
"""

from __future__ import annotations

import re
import secrets
import select
import socket
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Any, NamedTuple, final
from urllib.parse import parse_qs, unquote, urlsplit

from masetproof.arguments import Refused, as_count, printable
from masetproof.explore.documents import Documents, encoded, index_document, registered
from masetproof.explore.names import Missing, Model
from masetproof.explore.playing import Lists, Playing, one
from masetproof.explore.proofs import Proofs, Proving
from masetproof.explore.site import ASSETS, CHECKER, asset, checker, media_type
from masetproof.explore.theorems import certificate_bytes
from masetproof.progress import Tick, no_tick
from masetproof.trees.tree import StrategyTree

_ADDRESS = "127.0.0.1"
_SECONDS = 30
"""A connection is closed that is silent for longer."""
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_KEPT = 64
"""The most documents that are kept as they were sent."""
_AT_ONCE = 2
"""The most requests that are computed at the same time; the others wait for their turn."""
_TIME = 10.0
"""The most seconds that a request waits for its turn, and again the most of its computation."""
WORDS = "words"
"""Where a page sends a list of words."""
_MOST_SENT = 1 << 20
"""The most bytes of such a list."""
_LOOK = 0.1
"""Seconds between two looks while a request waits."""


@final
class _Busy(Exception):
    """A request takes too long; why."""


@final
class _Gone(ConnectionError):
    """Nobody is there any more to get the answer."""


_FAILURES: Mapping[type[Exception], HTTPStatus] = {
    Proving: HTTPStatus.SERVICE_UNAVAILABLE,
    Missing: HTTPStatus.NOT_FOUND,
    Refused: HTTPStatus.BAD_REQUEST,
    _Busy: HTTPStatus.SERVICE_UNAVAILABLE,
}
"""The status of each failure, the first that fits: `Missing` is also `Refused`."""
_JSON = media_type("x.json")


class Reply(NamedTuple):
    """An answer to a request, as it is sent."""

    status: HTTPStatus
    kind: str
    body: bytes
    headers: Mapping[str, str] = MappingProxyType({})


@final
class Explorer(ThreadingHTTPServer):
    """A server that is ready when it is made; `serve` answers until `shutdown` is called.

    port: 0 for any that is free.  lists: of words, to play with.  `OSError` when the port is taken,
    `Refused` when a list is none.
    """

    daemon_threads = True

    def __init__(
        self, trees: Mapping[str, StrategyTree], port: int = 0, lists: Lists | None = None
    ) -> None:
        super().__init__((_ADDRESS, as_count(port, "the port", 0, 65535)), _Handler)
        self._proofs = Proofs()
        self._documents = Documents(self._proofs.theorem, trees)
        self._playing = Playing(lists)
        self._index = index_document(trees, live=True, lists=lists)
        self._encoded = lru_cache(maxsize=_KEPT)(self._encode)
        self._token = secrets.token_urlsafe(24)
        self._turns = threading.BoundedSemaphore(_AT_ONCE)
        self._of_data = ("data/", "find/", WORDS, *(f"{kind}/" for kind in self._playing.kinds))

    @property
    def address(self) -> str:
        return f"http://{_ADDRESS}:{self.server_port}/{self._token}/"

    def serve(self) -> None:
        """Answer requests, until another thread calls `shutdown` or this one is interrupted."""
        try:
            self.serve_forever(poll_interval=0.2)
        finally:
            self.server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that went away is no error."""
        error = sys.exception() if sys.version_info >= (3, 12) else sys.exc_info()[1]
        if not isinstance(error, OSError):
            super().handle_error(request, client_address)

    # --------------------------------------------------------------------------------- requests

    def reply(
        self, host: str | None, target: str, here: Tick = no_tick, sent: bytes | None = None
    ) -> Reply:
        """The answer to a GET for a target such as ``/TOKEN/data/index.json``, or to a POST.

        here: called now and then; it raises `_Gone` when nobody waits for the answer.  sent: the
        body of a POST, a list of words; None for a GET.
        """
        if host not in (f"{_ADDRESS}:{self.server_port}", f"localhost:{self.server_port}"):
            return _page(HTTPStatus.MISDIRECTED_REQUEST, "This server answers to 127.0.0.1 only.")
        url = urlsplit(target)
        token, slash, rest = url.path.removeprefix("/").partition("/")
        if not secrets.compare_digest(token.encode(), self._token.encode()):
            sentence = "This is not the address that 'masetproof explore' printed in the terminal."
            return _page(HTTPStatus.FORBIDDEN, sentence)
        if not slash:  # what the page loads is named from the slash on
            moved = _page(HTTPStatus.PERMANENT_REDIRECT, "The address ends in a slash.")
            return moved._replace(headers={"Location": f"/{self._token}/"})
        path, query = unquote(rest) or "index.html", parse_qs(url.query)
        try:
            if sent is not None:
                return self._loaded(path, sent)
            if path in ASSETS:
                return Reply(HTTPStatus.OK, media_type(path), asset(path))
            with self._turn(here) as tick:
                return Reply(HTTPStatus.OK, *self._computed(path, query, tick))
        except tuple(_FAILURES) as failure:
            return _failed(failure, is_data=path.startswith(self._of_data))

    def _loaded(self, path: str, sent: bytes) -> Reply:
        """The answer to a POST with this body."""
        if path != WORDS:
            return _wrong_method()
        try:
            text = sent.decode()
        except UnicodeDecodeError:
            raise Refused("the list of words is no text in UTF-8") from None
        return Reply(HTTPStatus.OK, _JSON, encoded(self._playing.accept(text)))

    @contextmanager
    def _turn(self, here: Tick) -> Iterator[Tick]:
        """Wait for a turn, which lasts as long as the block; yields a tick to be called within."""
        waits = _limited(here, "The explorer is busy with other requests; try again in a moment.")
        while not self._turns.acquire(timeout=_LOOK):
            waits()
        late = f"This takes longer than {_TIME:g} seconds, so the explorer gave it up."
        try:
            yield _limited(here, late)
        finally:
            self._turns.release()

    def _computed(self, path: str, query: dict[str, list[str]], tick: Tick) -> tuple[str, bytes]:
        """The media type and the content of what is no asset, or one of the `_FAILURES`."""
        kind, _, name = path.partition("/")
        stem, _, suffix = name.rpartition(".")
        if path == CHECKER:
            return media_type(path), checker()
        if kind == "files" and suffix == "cert":
            return media_type(path), certificate_bytes(self._proofs.theorem(Model.named(stem)))
        if path == "data/index.js":
            return media_type(path), registered({"index": self._index})
        if kind == "data" and suffix == "json":
            return media_type(path), self._encoded(stem)
        if kind == "find":
            return _JSON, encoded(self._documents.find(name, one(query, "text")))
        if kind in self._playing.kinds:
            return _JSON, encoded(self._playing.answer(kind, name, query, tick))
        raise Missing("there is no such page in the explorer")

    def _encode(self, name: str) -> bytes:
        return encoded(self._index if name == "index" else self._documents.document(name))


def _limited(here: Tick, late: str) -> Tick:
    """A tick that calls *here*, and raises `_Busy` with a sentence when the time is over."""
    end = time.monotonic() + _TIME

    def tick() -> None:
        here()
        if time.monotonic() > end:
            raise _Busy(late)

    return tick


def _wrong_method() -> Reply:
    sentence = "Pages are only read here, by GET and HEAD; a list of words is sent by POST."
    refusal = _page(HTTPStatus.METHOD_NOT_ALLOWED, sentence)
    return refusal._replace(headers={"Allow": "GET, HEAD"})


def _failed(failure: Exception, *, is_data: bool) -> Reply:
    """Why there is no answer, for the scripts of the page or for a person."""
    status = next(status for kind, status in _FAILURES.items() if isinstance(failure, kind))
    if not is_data:
        return _page(status, f"{str(failure)[0].upper()}{str(failure)[1:].removesuffix('.')}.")
    told: dict[str, object] = {"error": str(failure)}
    if isinstance(failure, Proving):
        status, told = HTTPStatus.ACCEPTED, {"proving": failure.stage}
    return Reply(status, _JSON, encoded(told))


def _page(status: HTTPStatus, sentence: str) -> Reply:
    """A page that says what is wrong."""
    head = f"{status.value} {status.phrase}"
    body = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{head}</title>'
        f"<h1>{head}</h1><p>{escape(sentence)}</p></html>\n"
    )
    return Reply(status, media_type("x.html"), body.encode())


class _Handler(BaseHTTPRequestHandler):
    """GET and HEAD, and POST for a list of words, one answer for each; others are refused."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "masetproof", ""
    timeout = _SECONDS
    server: Explorer

    def do_GET(self) -> None:
        self._send(self._replied())

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,9}", length) or int(length) > _MOST_SENT:
            self.close_connection = True  # what was sent is not read
            sentence = f"A list of words has at most {_MOST_SENT:,} bytes, and says how many."
            self._send(_page(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, sentence))
            return
        self._send(self._replied(self.rfile.read(int(length))))

    def _replied(self, sent: bytes | None = None) -> Reply:
        try:
            host = self.headers.get("Host")
            return self.server.reply(host, self.path, self._check_client, sent)
        except _Gone:
            raise
        except Exception as error:
            print(printable(f"masetproof: {type(error).__name__}: {error}"), file=sys.stderr)
            sentence = "This is a defect of masetproof; the terminal says more."
            return _page(HTTPStatus.INTERNAL_SERVER_ERROR, sentence)

    def _check_client(self) -> None:
        """`_Gone` when the connection was closed on the other side."""
        if select.select([self.connection], [], [], 0)[0]:
            # What can be read is another request, or the end.
            try:
                there = self.connection.recv(1, socket.MSG_PEEK)
            except OSError:
                there = b""
            if not there:
                raise _Gone

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.kind)
        self.send_header("Content-Length", str(len(reply.body)))
        for name, value in (_HEADERS | dict(reply.headers)).items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(reply.body)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer a request that is no HTTP, or of another method."""
        self.close_connection = True
        if code == HTTPStatus.NOT_IMPLEMENTED:
            self._send(_wrong_method())
        else:
            self._send(_page(HTTPStatus(code), message or "This cannot be answered."))

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged."""
