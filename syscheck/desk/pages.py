"""Pages: a template in the visitor's language, in the desk's frame, with the report's own pieces."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from syscheck import __version__
from syscheck.desk.drawing import templates
from syscheck.desk.security import set_cookie
from syscheck.language import LANGUAGES, Sentence, speaking

LANGUAGE_COOKIE = "language"
ONE_YEAR = 365 * 24 * 3600
LANGUAGE_NAMES = {"en": "English", "sk": "Slovensky", "cs": "Česky", "sv": "Svenska"}
"""Each in itself, as readers look for it."""


class NotTaken(Exception):
    """What was sent is not taken: with an HTTP status, and the sentence that says why."""

    def __init__(self, status: int, sentence: Sentence):
        super().__init__(status, sentence)
        self.status, self.sentence = status, sentence


def language_of(request: Request) -> str:
    """The language of a visitor: the one chosen, now or earlier, else the first of the browser's that is ours."""
    for chosen in (request.query_params.get("lang"), request.cookies.get(LANGUAGE_COOKIE)):
        if chosen in LANGUAGES:
            return str(chosen)
    return accepted_language(request)


def accepted_language(request: Request) -> str:
    """The first language of the browser's that is ours, else the desk's."""
    for wanted in request.headers.get("accept-language", "").split(","):
        name = wanted.split(";")[0].strip().split("-")[0].lower()
        if name in LANGUAGES:
            return name
    fallback: str = request.app.state.settings.language
    return fallback


def fragment(request: Request, template: str, **values: Any) -> Markup:
    """A piece of a page in the visitor's language."""
    with speaking(language_of(request)):
        return Markup(templates().get_template(template).render(_frame(request) | values))


def page(request: Request, template: str, *, status: int = 200, **values: Any) -> Response:
    """A whole page in the visitor's language; the browser gets its cookie where the page has forms."""
    response = HTMLResponse(fragment(request, template, **values), status)
    visit = getattr(request.state, "visit", None)
    if visit is not None and not visit.known:
        set_cookie(response, visit.token, request.app.state.settings)
    chosen = request.query_params.get("lang")
    if chosen in LANGUAGES:
        secure = request.app.state.settings.secure
        response.set_cookie(LANGUAGE_COOKIE, chosen, max_age=ONE_YEAR, samesite="lax", secure=secure, httponly=True)
    return response


def _frame(request: Request) -> dict[str, Any]:
    visit = getattr(request.state, "visit", None)
    return {
        "version": __version__,
        "languages": LANGUAGE_NAMES,
        "organiser": None if visit is None else visit.organiser,
        "csrf": "" if visit is None else visit.csrf,
        "here_url": request.url.path,
        "nonce": request.state.nonce,
    }


def address(request: Request, path: str) -> str:
    """The whole address of a page, for links that are given to others."""
    base = request.app.state.settings.base_url or str(request.base_url).rstrip("/")
    return f"{base}{path}"
