"""The application: routes, what holds for all of them, and what is opened at the start and closed at the end."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

from fastapi import Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import DataError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionLeft
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.types import Scope
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from syscheck import __version__
from syscheck.desk import (
    api,
    assets,
    entries,
    event_pages,
    events,
    handing_in,
    health,
    log_pages,
    pairs,
    signing_in,
    uploads,
)
from syscheck.desk.api_errors import invalid_request
from syscheck.desk.middleware import Guard
from syscheck.desk.pages import NotTaken, accepted_language, language_of, page
from syscheck.desk.records import Judging
from syscheck.desk.security import ForgedForm, NotSignedIn, Rates, TooOften, UnkeepableText, keepable, visit
from syscheck.desk.settings import DeskSettings
from syscheck.desk.storage import Database
from syscheck.desk.workers import Fell, TookTooLong, Workers
from syscheck.language import Sentence, phrase, speaking, tell

STATIC = Path(__file__).with_name("static")
ROUTERS = (
    health.router,
    pairs.router,
    signing_in.router,
    events.router,
    event_pages.router,
    entries.router,
    uploads.router,
    log_pages.router,
    handing_in.router,
    api.router,
)
"""The groups of pages, each in a module of its own."""
SIGN_IN = "/desk/sign-in"
UPLOADS = re.compile(r"/desk/events/\d+/upload")
"""Where an organiser sends many cards at once."""

NOT_THERE = phrase("There is nothing at this address.")
FORGED = phrase(
    "This page has been open too long, or its form came from elsewhere. Load the page again and send it once more."
)
TOO_OFTEN = phrase("That was too often. Please wait a minute and try again.")
TOO_LONG = phrase("This card took too long to judge and was stopped.")
FELL = phrase("The program failed on this card. Please report it with the card.")
FAILED = phrase("The program failed. Please report what you did; what was acknowledged before is kept.")
BUSY = phrase("The desk cannot reach what it keeps at the moment. Please try again in a minute.")
NOT_TAKEN = phrase("This could not be read. Load the page again and fill in its form once more.")
UNKEEPABLE = phrase("There is a character in it that no text has, or it is too long. Please remove it and try again.")
TOO_LARGE = phrase("That is more than is taken at once: a card may have one megabyte.")
TOO_SLOW = phrase("It did not arrive in time. Please try again.")
NO_SUCH_METHOD = phrase("This cannot be done at this address.")
STATUSES = {
    400: NOT_TAKEN,
    403: FORGED,
    404: NOT_THERE,
    405: NO_SUCH_METHOD,
    408: TOO_SLOW,
    413: TOO_LARGE,
    422: NOT_TAKEN,
    429: TOO_OFTEN,
    500: FAILED,
    503: BUSY,
}
"""What is said of a status where nothing better is known."""
PAUSES = {429: {"retry-after": "60"}, 503: {"retry-after": "60"}}


def make_app(settings: DeskSettings, database: Database | None = None, workers: Workers | None = None) -> FastAPI:
    """The desk as an ASGI application; what is not given is opened at its start. Errors then: `NoDatabase`."""

    @asynccontextmanager
    async def opened(app: FastAPI) -> AsyncIterator[None]:
        app.state.database = database or Database(settings.database)
        app.state.workers = workers or Workers(settings.workers, settings.seconds_per_card)
        app.state.judging = Judging(app.state.database, app.state.workers)
        yield
        app.state.judging.close()
        if workers is None:
            app.state.workers.close()
        if database is None:
            app.state.database.close()

    app = FastAPI(
        title="syscheck",
        version=__version__,
        lifespan=opened,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,  # such a redirect would name the host that the request names
        dependencies=[Depends(keepable)],
    )
    app.state.settings = settings
    app.state.rates = Rates(settings.limits)
    app.add_middleware(Guard, secure=settings.secure, tell=_tell_status, uploads=_uploads)
    if settings.trusted:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=[*settings.trusted])
    app.include_router(assets.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    for router in ROUTERS:
        app.include_router(router)
    errors: tuple[tuple[type[Exception], int, str], ...] = (
        (ForgedForm, 403, FORGED),
        (TooOften, 429, TOO_OFTEN),
        (TookTooLong, 503, TOO_LONG),
        (Fell, 500, FELL),
        (UnkeepableText, 400, UNKEEPABLE),
        (DataError, 400, UNKEEPABLE),  # what a page did not foresee: the database does not take it
        (OverflowError, 404, NOT_THERE),  # a number in the address that no row has
        (OperationalError, 503, BUSY),
        (InterfaceError, 503, BUSY),
        (NoConnectionLeft, 503, BUSY),
    )
    for error, status, sentence in errors:
        app.add_exception_handler(error, _telling(status, sentence))
    app.add_exception_handler(NotTaken, _not_taken)
    app.add_exception_handler(NotSignedIn, _to_sign_in)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _not_valid)
    return app


def _telling(status: int, sentence: str) -> Callable[[Request, Exception], Response]:
    def tell_it(request: Request, _error: Exception) -> Response:
        return told(request, status, sentence)

    return tell_it


def told(request: Request, status: int, sentence: str | Sentence) -> Response:
    """An error as a page, or for programs as JSON."""
    if isinstance(sentence, str) and api.is_asked(request):
        answer = api.error_of(request, status, sentence)
    else:
        with speaking(language_of(request)):
            text = tell(sentence) if isinstance(sentence, str) else str(sentence)
        answer = page(request, "told.html.j2", status=status, text=text)
    answer.headers.update(PAUSES.get(status, {}))
    return answer


def _tell_status(scope: Scope, status: int) -> Response:
    return told(Request(scope), status, STATUSES[status])


async def _uploads(scope: Scope) -> bool:
    """Whether an organiser is sending many cards; a stranger may not send so much."""
    if scope["method"] != "POST" or not UPLOADS.fullmatch(scope["path"]):
        return False
    return (await run_in_threadpool(visit, Request(scope))).organiser is not None


def _not_taken(request: Request, error: Exception) -> Response:
    assert isinstance(error, NotTaken), "registered for it"
    return told(request, error.status, error.sentence)


def _to_sign_in(request: Request, _error: Exception) -> Response:
    wanted = request.url.path if request.method == "GET" else "/desk"
    return RedirectResponse(f"{SIGN_IN}?then={quote(wanted)}", 303)


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException), "registered for it"
    # The details are the libraries' own, for programmers.
    answer = told(request, error.status_code, STATUSES.get(error.status_code, NOT_TAKEN))
    answer.headers.update(error.headers or {})
    return answer


def _not_valid(request: Request, error: Exception) -> Response:
    """A form that no page of ours sends, or a request of a program that is not as documented."""
    assert isinstance(error, RequestValidationError), "registered for it"
    if any(e["loc"][0] == "path" for e in error.errors()):  # a word where a number belongs
        return told(request, 404, NOT_THERE)
    if not api.is_asked(request):
        return told(request, 422, NOT_TAKEN)
    with speaking(accepted_language(request)):
        return api.errors_response(*invalid_request(error))
