"""Who asks: passwords, sign-ins, the tokens of forms, and how often one may try.

A browser has one cookie of ours. Its token is random; after a sign-in it is another one, whose digest the database
knows. Every form that changes something carries a second token, which is made from the cookie and a key of the desk.
"""

import datetime
import hashlib
import hmac
import ipaddress
import secrets
import unicodedata
from dataclasses import dataclass
from typing import Annotated

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY
from fastapi import Depends, Form, Request, Response
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from sqlalchemy import delete, select

from syscheck.desk.settings import DeskSettings
from syscheck.desk.storage import Database, Organiser, SignIn, log
from syscheck.desk.storage.models import now

COOKIE = "syscheck"
"""The browser's cookie; over HTTPS with the prefix for which browsers see to it that no neighbour has set it."""
TOKEN_BYTES = 32
LONGEST_TOKEN = 100
SIGNED_IN_FOR = datetime.timedelta(hours=12)
"""From the sign-in on, however busy."""
IDLE_FOR = datetime.timedelta(hours=2)
SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 1_000
"""Characters; hashing more would only cost time."""
RATES = {
    "sign-in": "10/minute",
    "account": "10/15minutes",
    "hand-in": "60/minute",
    "save": "60/minute",
    "judge": "600/minute",
}
"""How often one visitor may; of accounts, how often anybody may try one."""
HASHING = RFC_9106_LOW_MEMORY
"""How passwords are hashed: argon2id as its RFC has it for where memory is dear."""
_HASHER = PasswordHasher.from_parameters(HASHING)
_NOBODY = _HASHER.hash(secrets.token_hex())
"""Checked where there is no such account, so that the answer takes as long."""


FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})


class NotSignedIn(Exception):
    """The page is for organisers, and nobody has signed in here."""


class ForgedForm(Exception):
    """A form did not come from a page of ours in this browser, or the page is too old."""


class UnkeepableText(Exception):
    """A field of a form has what no text has, and no database keeps."""


class TooOften(Exception):
    """A visitor asks more often than anybody needs to."""


# ---- passwords -------------------------------------------------------------------------------------------------------


def account_name(typed: str) -> str:
    """The one spelling of an organiser's name."""
    return " ".join(unicodedata.normalize("NFKC", typed).casefold().split())


def hash_password(password: str) -> str:
    """A password as it is kept: argon2id with a salt."""
    return _HASHER.hash(unicodedata.normalize("NFKC", password))


def password_fits(organiser: Organiser | None, password: str) -> bool:
    """Whether it is the organiser's password; takes as long where there is no such organiser."""
    known = _NOBODY if organiser is None else organiser.password_hash
    try:
        _HASHER.verify(known, unicodedata.normalize("NFKC", password[:LONGEST_PASSWORD]))
    except (VerificationError, InvalidHashError):
        return False
    return organiser is not None and organiser.disabled_at is None


# ---- visits ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Visit:
    """A request's browser: its cookie, and who has signed in there."""

    token: str
    known: bool
    """Whether the browser had the cookie already."""
    organiser: Organiser | None
    csrf: str
    """What every form that changes something must carry."""


def digest(token: str) -> bytes:
    """What the database knows of a token."""
    return hashlib.sha256(token.encode()).digest()


def visit(request: Request) -> Visit:
    """Who asks."""
    database: Database = request.app.state.database
    token = request.cookies.get(cookie_name(request.app.state.settings), "")
    known = TOKEN_BYTES <= len(token) <= LONGEST_TOKEN
    if not known:
        token = secrets.token_urlsafe(TOKEN_BYTES)
    csrf = hmac.new(database.secret, f"form {token}".encode(), hashlib.sha256).hexdigest()
    found = Visit(token, known, _signed_in(database, token) if known else None, csrf)
    request.state.visit = found
    return found


Here = Annotated[Visit, Depends(visit)]
"""Who asks, for an endpoint."""


def _signed_in(database: Database, token: str) -> Organiser | None:
    moment = now()
    with database.reading() as session:
        found = session.get(SignIn, digest(token))
        if found is None or found.created_at + SIGNED_IN_FOR < moment or found.used_at + IDLE_FOR < moment:
            return None
        organiser = found.organiser
        stale = found.used_at + IDLE_FOR / 10 < moment
    if stale:
        with database.writing() as session:
            again = session.get(SignIn, digest(token))
            if again is not None:
                again.used_at = moment
    return None if organiser.disabled_at is not None else organiser


def organiser_here(here: Here) -> Organiser:
    """The organiser who has signed in. Errors: `NotSignedIn`."""
    if here.organiser is None:
        raise NotSignedIn
    return here.organiser


SignedIn = Annotated[Organiser, Depends(organiser_here)]


def protected(here: Here, csrf: Annotated[str, Form()] = "") -> Visit:
    """A form of ours, sent from this browser. Errors: `ForgedForm`."""
    if not here.known or not hmac.compare_digest(csrf.encode(), here.csrf.encode()):
        raise ForgedForm
    return here


Protected = Annotated[Visit, Depends(protected)]


async def keepable(request: Request) -> None:
    """For every page: what a form sends can be kept as text. Errors: `UnkeepableText`."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in FORMS or request.method in {"GET", "HEAD"}:
        return
    for name, value in (await request.form()).multi_items():
        text = value if isinstance(value, str) else value.filename or ""
        if "\0" in name or "\0" in text:
            raise UnkeepableText(name)


def sign_in(database: Database, organiser: Organiser, before: str) -> str:
    """Sign an organiser in with a fresh token; what the browser had before is worth nothing any more."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    with database.writing() as session:
        session.execute(delete(SignIn).where(SignIn.digest == digest(before)))
        session.execute(delete(SignIn).where(SignIn.created_at < now() - SIGNED_IN_FOR))
        session.add(SignIn(digest=digest(token), organiser_id=organiser.id))
        log(session, organiser.name, "signed in")
    return token


def sign_out(database: Database, token: str) -> None:
    """Forget a sign-in."""
    with database.writing() as session:
        session.execute(delete(SignIn).where(SignIn.digest == digest(token)))


def find_organiser(database: Database, name: str) -> Organiser | None:
    """The organiser of a name, as typed."""
    with database.reading() as session:
        return session.scalar(select(Organiser).where(Organiser.name == account_name(name)))


def cookie_name(settings: DeskSettings) -> str:
    """What the browser's cookie is called."""
    return f"__Host-{COOKIE}" if settings.secure else COOKIE


def set_cookie(response: Response, token: str, settings: DeskSettings) -> None:
    """Give the browser its token; it forgets it when it is closed."""
    response.set_cookie(cookie_name(settings), token, httponly=True, samesite="lax", secure=settings.secure, path="/")


# ---- how often -------------------------------------------------------------------------------------------------------


class Rates:
    """How often visitors ask, by what they ask and who they are."""

    def __init__(self, on: bool = True):
        self.on = on
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._rates = {name: parse(rate) for name, rate in RATES.items()}

    def count(self, what: str, who: str) -> None:
        """Count one more. Errors: `TooOften`."""
        if self.on and not self._limiter.hit(self._rates[what], what, who):
            raise TooOften(what)


def rate(request: Request, what: str, who: str | None = None) -> None:
    """Count what a visitor asks, known by its address, or what anybody asks about `who`. Errors: `TooOften`."""
    rates: Rates = request.app.state.rates
    rates.count(what, who or visitor(request.client.host if request.client else ""))


def visitor(host: str) -> str:
    """Who an address stands for: of IPv6 the network, since one household has more addresses than can be counted."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host or "nobody"
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, 64), strict=False).network_address)
