"""What holds for every request: how much and how slowly one may send, the headers of every answer, a line in the log.

Plain ASGI, so that answers are streamed and nothing is read twice.
"""

import asyncio
import secrets
import time
import traceback
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 2 * 1024 * 1024
"""A card has a megabyte at the most; a form makes some characters longer."""
MOST_BYTES_UPLOADED = 64 * 1024 * 1024
"""Many cards at once, by an organiser."""
SECONDS_TO_SEND = 30.0
SECONDS_TO_UPLOAD = 300.0
LOG = structlog.get_logger("syscheck.desk")
FRAMES_LOGGED = 8
OURS = "syscheck"

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
CONTENT = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Nothing comes from elsewhere, and no script stands in a page. The nonce is for the editor's own styles."""
HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})
FROM_ELSEWHERE = frozenset({b"cross-site", b"same-site"})
"""What browsers say of a request that a page of somebody else's makes; programs and old browsers say nothing."""


class Refused(Exception):
    """What was sent is not taken; the status says why."""

    def __init__(self, status: int):
        super().__init__(status)
        self.status = status


class Guard:
    """The outermost layer.

    `tell` makes the answer of a status, for errors that no page knows of. `uploads` says whether an organiser is
    sending many cards, who may send more and take longer.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        secure: bool,
        tell: Callable[[Scope, int], Response],
        uploads: Callable[[Scope], Awaitable[bool]],
        seconds: float = SECONDS_TO_SEND,
    ):
        self.app, self.secure, self.tell, self.uploads, self.seconds = app, secure, tell, uploads, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        await Exchange(self, scope, receive, send).run()


class Exchange:
    """A request and its answer."""

    def __init__(self, guard: Guard, scope: Scope, receive: Receive, send: Send):
        self.guard, self._receive, self._send = guard, receive, send
        self.head = scope["method"] == "HEAD"
        # What is asked for without its body is found as with it.
        self.scope = {**scope, "method": "GET"} if self.head else scope
        self.nonce = secrets.token_urlsafe(16)
        self.scope.setdefault("state", {})["nonce"] = self.nonce
        self.most, self.end = MOST_BYTES, time.monotonic() + guard.seconds
        self.got, self.ended, self.status, self.refused = 0, False, 0, 0

    async def run(self) -> None:
        """Answer, whatever happens, and write the line of the log."""
        started = time.perf_counter()
        try:
            try:
                await self._check()
                await self.guard.app(self.scope, self.receive, self.send)
            except Refused as error:
                self.refused = error.status
            except Exception as error:  # the last door: no traceback reaches a visitor
                self._log_failure(error)
                self.refused = 500
                if self.status:
                    raise
            if self.refused and not self.status:
                answer, self.refused = self.guard.tell(self.scope, self.refused), 0
                if answer.status_code in {408, 413}:
                    answer.headers["connection"] = "close"
                await answer(self.scope, self.receive, self.send)
        finally:
            # Never the address's query and never a private part of its path: the route says enough.
            route = getattr(self.scope.get("route"), "path", "-")
            spent = round(1000 * (time.perf_counter() - started), 1)
            method = "HEAD" if self.head else self.scope["method"]
            LOG.info("request", method=method, route=route, status=self.status, milliseconds=spent, bytes=self.got)

    async def _check(self) -> None:
        """What can be told before anything is read. Errors: `Refused`."""
        headers = dict(self.scope["headers"])
        if "\0" in self.scope["path"] or b"%00" in self.scope["query_string"]:
            raise Refused(400)  # no text has it, and databases refuse it
        api = self.scope["path"].startswith("/api/")  # asks for JSON, which pages elsewhere cannot send
        if (
            self.scope["method"] not in HARMLESS
            and not api
            and headers.get(b"sec-fetch-site", b"").lower() in FROM_ELSEWHERE
        ):
            raise Refused(403)
        written = headers.get(b"content-length", b"0")
        if not written.isdigit():
            raise Refused(400)
        if await self.guard.uploads(self.scope):
            self.most, self.end = MOST_BYTES_UPLOADED, self.end - self.guard.seconds + SECONDS_TO_UPLOAD
        if len(written) > len(str(self.most)) + 1 or int(written) > self.most:
            raise Refused(413)

    async def receive(self) -> Message:
        """A piece of what is sent. Errors: `Refused`, remembered, since some layers take it for a fault of theirs."""
        if self.ended:  # the body is here; what follows is only whether the visitor leaves
            return await self._receive()
        try:
            async with asyncio.timeout(max(self.end - time.monotonic(), 0.001)):
                message = await self._receive()
        except TimeoutError:
            self.refused = 408
            raise Refused(408) from None
        self.got += len(message.get("body", b""))
        if self.got > self.most:
            self.refused = 413
            raise Refused(413)
        self.ended = not message.get("more_body", False)
        return message

    async def send(self, message: Message) -> None:
        """A piece of the answer, with its headers."""
        if self.refused:
            return  # another answer takes its place
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": [*message.get("headers", ()), *self._headers(message)]}
        elif self.head and message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await self._send(message)

    def _headers(self, message: Message) -> list[tuple[bytes, bytes]]:
        own = {k.lower() for k, _ in message.get("headers", ())}
        wanted: dict[str, Any] = {**HEADERS, "content-security-policy": CONTENT.format(nonce=self.nonce)}
        if not self.scope["path"].startswith("/static/"):
            wanted["cache-control"] = "no-store"
        if self.guard.secure:
            wanted["strict-transport-security"] = "max-age=31536000"
        return [(k.encode(), v.encode()) for k, v in wanted.items() if k.encode() not in own]

    def _log_failure(self, error: Exception) -> None:
        """Where the program failed; not the error's text, which may have a piece of a card in it."""
        frames = traceback.extract_tb(error.__traceback__)
        shown = [f for f in frames[:-1] if OURS in f.filename][-FRAMES_LOGGED:] + frames[-1:]
        at = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in shown]
        route = getattr(self.scope.get("route"), "path", "-")
        LOG.error("failed", route=route, error=type(error).__name__, at=at)
