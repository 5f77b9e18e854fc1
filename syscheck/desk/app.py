"""The application: routes, what holds for all of them, and what is opened at the start and closed at the end."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from syscheck import __version__
from syscheck.desk import assets, event_pages, health, pairs
from syscheck.desk.middleware import Guard
from syscheck.desk.pages import language_of, page
from syscheck.desk.records import Judging
from syscheck.desk.security import ForgedForm, NotSignedIn, Rates, TooOften
from syscheck.desk.settings import DeskSettings
from syscheck.desk.storage import Database
from syscheck.desk.workers import Fell, TookTooLong, Workers
from syscheck.language import phrase, speaking, tell

STATIC = Path(__file__).with_name("static")
ROUTERS = (health.router, pairs.router, event_pages.router)
"""The groups of pages, each in a module of its own."""
SIGN_IN = "/desk/sign-in"

NOT_THERE = phrase("There is nothing at this address.")
FORGED = phrase(
    "This page has been open too long, or its form came from elsewhere. Load the page again and send it once more."
)
TOO_OFTEN = phrase("That was too often. Please wait a minute and try again.")
TOO_LONG = phrase("This card took too long to judge and was stopped.")
FELL = phrase("The program failed on this card. Please report it with the card.")


def make_app(settings: DeskSettings, database: Database | None = None, workers: Workers | None = None) -> FastAPI:
    """The desk as an ASGI application; what is not given is opened at its start. Errors then: `NoDatabase`."""

    @asynccontextmanager
    async def opened(app: FastAPI) -> AsyncIterator[None]:
        app.state.database = database or Database(settings.database)
        app.state.workers = workers or Workers(settings.workers, settings.seconds_per_card)
        if workers is None:
            app.state.workers.start()
        app.state.judging = Judging(app.state.database, app.state.workers)
        yield
        app.state.judging.close()
        if workers is None:
            app.state.workers.close()
        if database is None:
            app.state.database.close()

    app = FastAPI(
        title="syscheck", version=__version__, lifespan=opened, docs_url=None, redoc_url=None, openapi_url=None
    )
    app.state.settings = settings
    app.state.rates = Rates(settings.limits)
    app.add_middleware(Guard, secure=settings.secure)
    app.include_router(assets.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    for router in ROUTERS:
        app.include_router(router)
    for error, status, sentence in (
        (ForgedForm, 403, FORGED),
        (TooOften, 429, TOO_OFTEN),
        (TookTooLong, 503, TOO_LONG),
        (Fell, 500, FELL),
    ):
        app.add_exception_handler(error, _telling(status, sentence))
    app.add_exception_handler(NotSignedIn, _to_sign_in)
    app.add_exception_handler(HTTPException, _http_error)
    return app


def _telling(status: int, sentence: str) -> Callable[[Request, Exception], Response]:
    def tell_it(request: Request, _error: Exception) -> Response:
        return told(request, status, sentence)

    return tell_it


def told(request: Request, status: int, sentence: str) -> Response:
    """An error as a page, or for programs as JSON."""
    with speaking(language_of(request)):
        text = str(tell(sentence))
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": text}, status)
    return page(request, "told.html.j2", status=status, text=text)


def _to_sign_in(request: Request, _error: Exception) -> Response:
    wanted = request.url.path if request.method == "GET" else "/desk"
    return RedirectResponse(f"{SIGN_IN}?then={quote(wanted)}", 303)


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException), "registered for it"
    if error.status_code == 404:
        return told(request, 404, NOT_THERE)
    with speaking(language_of(request)):
        text = str(error.detail)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": text}, error.status_code, error.headers)
    return page(request, "told.html.j2", status=error.status_code, text=text)
