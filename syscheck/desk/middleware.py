"""What holds for every request: how much and how slowly one may send, the headers of every answer, a line in the log.

Plain ASGI, so that answers are streamed and nothing is read twice.
"""

import asyncio
import secrets
import time
from typing import Any

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 2 * 1024 * 1024
"""A card has a megabyte at the most; a form makes some characters longer."""
MOST_BYTES_UPLOADED = 64 * 1024 * 1024
"""Many cards at once, by an organiser."""
SECONDS_TO_SEND = 30.0
SECONDS_TO_UPLOAD = 300.0
UPLOADS = "/desk/"
"""Where organisers are."""
LOG = structlog.get_logger("syscheck.desk")

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


class TooLarge(Exception):
    """More was sent than is taken."""


class TooSlow(Exception):
    """It did not come in time."""


class Guard:
    """The outermost layer."""

    def __init__(self, app: ASGIApp, *, secure: bool, seconds: float = SECONDS_TO_SEND):
        self.app, self.secure, self.seconds = app, secure, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        organisers = scope["path"].startswith(UPLOADS)
        most = MOST_BYTES_UPLOADED if organisers else MOST_BYTES
        end = time.monotonic() + (SECONDS_TO_UPLOAD if organisers else self.seconds)
        nonce = secrets.token_urlsafe(16)
        scope.setdefault("state", {})["nonce"] = nonce
        started, status, got, ended = time.perf_counter(), 0, 0, False

        async def bounded() -> Message:
            nonlocal got, ended
            if ended:  # the body is here; what follows is only whether the visitor leaves
                return await receive()
            try:
                async with asyncio.timeout(max(end - time.monotonic(), 0.001)):
                    message = await receive()
            except TimeoutError:
                raise TooSlow from None
            got += len(message.get("body", b""))
            if got > most:
                raise TooLarge
            ended = not message.get("more_body", False)
            return message

        async def with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *self._headers(scope, nonce, message)]
            await send(message)

        try:
            length = int(next((v for k, v in scope["headers"] if k == b"content-length"), b"0"))
        except ValueError:
            length = 0
        try:
            if length > most:
                raise TooLarge
            await self.app(scope, bounded, with_headers)
        except (TooLarge, TooSlow) as error:
            if status:
                raise
            status = 413 if isinstance(error, TooLarge) else 408
            await _plain(with_headers, status)
        finally:
            # Never the address's query and never a private part of its path: the route says enough.
            route = getattr(scope.get("route"), "path", "-")
            spent = round(1000 * (time.perf_counter() - started), 1)
            LOG.info("request", method=scope["method"], route=route, status=status, milliseconds=spent, bytes=got)

    def _headers(self, scope: Scope, nonce: str, message: Message) -> list[tuple[bytes, bytes]]:
        own = {k.lower() for k, _ in message.get("headers", ())}
        wanted: dict[str, Any] = {**HEADERS, "content-security-policy": CONTENT.format(nonce=nonce)}
        if not scope["path"].startswith("/static/"):
            wanted["cache-control"] = "no-store"
        if self.secure:
            wanted["strict-transport-security"] = "max-age=31536000"
        return [(k.encode(), v.encode()) for k, v in wanted.items() if k.encode() not in own]


async def _plain(send: Send, status: int) -> None:
    text = {
        413: b"That is more than a card may have. / 413\n",
        408: b"It did not arrive in time. / 408\n",
    }[status]
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
