"""The contract's JSON over HTTP: what the commands print, for programs. It knows no cookies and keeps nothing."""

from collections.abc import Callable, Coroutine, Sequence
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, Field

from syscheck import __version__
from syscheck.card.reader import MOST_BYTES as MOST_OF_A_CARD
from syscheck.choosing import WrongChoice, choose_rule
from syscheck.desk import api_jobs
from syscheck.desk.api_errors import ErrorsOut, choice_errors, one_error
from syscheck.desk.pages import accepted_language
from syscheck.desk.security import rate
from syscheck.events.reading import MOST_BYTES as MOST_OF_AN_EVENT
from syscheck.foreign.machine import ExportOut, ImportOut
from syscheck.language import phrase, speaking, tell
from syscheck.report.advice import AdviceOut
from syscheck.report.alerts import AlertsOut
from syscheck.report.diff import DiffOut
from syscheck.report.machine import MeaningOut, ReportOut, dumps
from syscheck.report.rules import (
    RegulationsOut,
    RulePageOut,
    RulesOut,
    regulations_out,
    rule_page_out,
    rules_out,
)

PREFIX = "/api"
JSON = "application/json"
MOST_CARDS = 20
MOST_NAMES = 20
MOST_SETTINGS = 100
LONGEST_NAME = 200
LONGEST_MEANING = 20_000
LONGEST_BASE64 = 4 * (MOST_OF_A_CARD // 3 + 1)
LanguageName = Literal["en", "sk", "cs", "sv"]

NOT_JSON = phrase("The request cannot be read: write JSON in UTF-8.")
WRONG_KIND = phrase("The request is to be JSON; say so in its header: content-type: application/json")
TOO_LARGE = phrase("The request is larger than two megabytes; send fewer cards at once.")
FAILED = phrase("The program failed. Please report it with the request.")
SENTENCES = {400: NOT_JSON, 413: TOO_LARGE, 415: WRONG_KIND, 500: FAILED}
"""What is said of a status here, where it is not what a page says."""


# ---- requests --------------------------------------------------------------------------------------------------------


class Asked(BaseModel):
    """A request: no key but those listed."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, use_attribute_docstrings=True)

    language: LanguageName | None = Field(default=None, examples=["en"])
    """The language of the sentences; else that of each card's header, else the first of `Accept-Language` that is
    ours."""


NOTRUMP = "regulation: sk-2008\n\n[openings]\n1N : 15-17 bal\n"


class CardIn(BaseModel):
    """A card, or a system in another format, as `syscheck check` reads it."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, use_attribute_docstrings=True)

    file: str = Field(default="request.card", min_length=1, max_length=LONGEST_NAME, examples=["ours.card"])
    """What its file is called, for the answer; a name that ends in `.card` is always read as a card. No file of this
    name is opened."""
    text: str = Field(max_length=MOST_OF_A_CARD, examples=[NOTRUMP])

    @property
    def named(self) -> api_jobs.Named:
        """For a job."""
        return self.file, self.text


Cards = Annotated[list[CardIn], Field(min_length=1, max_length=MOST_CARDS)]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Names = Annotated[list[Name], Field(max_length=MOST_NAMES, examples=[["sk-2008"]])]
"""Regulations by id; none: those of the card's header, else all."""
OfRegulation = Annotated[dict[Name, Name | int | float], Field(max_length=MOST_SETTINGS)]
Readings = Annotated[
    dict[Name, OfRegulation], Field(max_length=MOST_NAMES, examples=[{"sk-2008": {"alternatives": "strict"}}])
]
"""Settings by regulation and name; `GET /api/regulations` lists them."""
EventText = Annotated[str, Field(max_length=MOST_OF_AN_EVENT, examples=['preset = "sk-second-league"\n'])]
"""An event file: TOML."""


class CheckIn(Asked):
    """What to check."""

    cards: Cards
    regulations: Names = []
    """None: those of the event, else of the card's header, else all."""
    settings: Readings = {}
    event: EventText | None = None
    """An event file, TOML; it says by which regulations it is played."""
    as_of: str | None = Field(default=None, max_length=LONGEST_NAME, examples=["2026-10-10", "2026-10-10T09:30"])
    """With an event: the moment for which duties are told; else now."""


class MeaningIn(Asked):
    """A meaning, as on a card or in free text."""

    text: str = Field(max_length=LONGEST_MEANING, examples=["11-15, 5+H"])
    call: str | None = Field(default=None, max_length=LONGEST_NAME, examples=["1H", "3X"])
    """The call that it belongs to."""
    lenient: bool = False
    """It is free text: words that cannot be read are reported, not refused."""


class AlertsIn(Asked):
    """Cards whose alert sheets are wanted."""

    cards: Cards
    regulations: Names = []
    """None: those of the card's header, else all; at least one must have rules about alerts."""
    settings: Readings = {}
    screens: bool = False
    """Whether the play is behind screens."""


class DiffIn(Asked):
    """Two cards to compare."""

    old: CardIn
    new: CardIn
    regulations: Names = []
    event: EventText | None = None


class AdviseIn(Asked):
    """A card, and what is to be reached: a target or an event."""

    card: CardIn
    target: str | None = Field(default=None, max_length=LONGEST_NAME, examples=["sk:usual", "se:max=7"])
    """`sk:simple`, `sk:usual`, `se:A`, `se:B`, `se:C`, or `se:max=N` for N dots."""
    event: EventText | None = None
    settings: Readings = {}
    all: bool = False
    """Every variant with one change, not the cheapest."""


class ImportIn(Asked):
    """A file in another format: its text, or its bytes as base64."""

    file: str = Field(default="request", min_length=1, max_length=LONGEST_NAME, examples=["system.bml"])
    """What it is called. No file of this name is opened, and none that it includes."""
    text: str | None = Field(default=None, max_length=MOST_OF_A_CARD, examples=["1NT 15-17 balanced\n"])
    base64: str | None = Field(default=None, max_length=LONGEST_BASE64)
    format: str | None = Field(default=None, max_length=LONGEST_NAME, examples=["bml"])
    """The format, instead of by content."""


class ExportIn(Asked):
    """A card to write in another format; for `declaration`, its own file to fill in."""

    card: CardIn
    to: str = Field(min_length=1, max_length=LONGEST_NAME, examples=["bml"])


class FormatIn(Asked):
    """A card to write in its canonical layout."""

    card: CardIn


# ---- what holds for all of them --------------------------------------------------------------------------------------


def is_asked(request: Request) -> bool:
    """Whether a program asks, which gets JSON whatever happens."""
    return request.url.path.startswith(f"{PREFIX}/")


def errors_response(status: int, errors: ErrorsOut) -> Response:
    """Errors as an answer."""
    return Response(dumps(errors) + "\n", status, media_type=JSON)


def error_of(request: Request, status: int, sentence: str) -> Response:
    """An error in the language that is asked for; no cookie is looked at."""
    with speaking(accepted_language(request)):
        return errors_response(status, one_error(tell(SENTENCES.get(status, sentence))))


class ApiRoute(APIRoute):
    """A route of the API: counted, and for JSON alone."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, behind what is the same for all."""
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            rate(request, "judge")
            kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            if request.method == "POST" and kind != JSON:
                return error_of(request, 415, WRONG_KIND)
            return await handle(request)

        return handled


def _errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: {"model": ErrorsOut, "description": DESCRIPTIONS[status]} for status in statuses}


DESCRIPTIONS = {
    400: "The request is no JSON in UTF-8.",
    404: "There is nothing at this address.",
    408: "The request did not arrive within 30 seconds.",
    413: "The request is larger than 2 MiB.",
    415: "The request's content type is not application/json.",
    422: "Something in the request cannot be used: a key, a regulation, a setting, a fault of the event or, where it "
    "must be readable, of the card. All that is wrong is told.",
    429: "More than 600 requests in a minute came from this address; wait a minute.",
    500: "The program failed.",
    503: "It took longer than the desk gives to one request.",
}
FOR_ALL = (400, 408, 413, 429, 500)
router = APIRouter(prefix=PREFIX, route_class=ApiRoute, responses=_errors(*FOR_ALL))
POSTED = _errors(415, 422, 503)
LANGUAGE_QUERY = Query(description="The language of the sentences; else the first of Accept-Language that is ours.")
Lang = Annotated[LanguageName | None, LANGUAGE_QUERY]


def _ask(request: Request, job: Callable[..., api_jobs.Answered], *arguments: Any, **named: Any) -> Response:
    spoken = accepted_language(request)
    answered: api_jobs.Answered = request.app.state.workers.ask(job, *arguments, spoken=spoken, **named)
    return Response(answered.text, answered.status, media_type=JSON)


def _named(cards: Sequence[CardIn]) -> list[api_jobs.Named]:
    return [card.named for card in cards]


# ---- cards -----------------------------------------------------------------------------------------------------------


@router.post("/check", response_model=ReportOut, responses=POSTED, summary="Judge cards")
def check(request: Request, asked: CheckIn) -> Response:
    """As `syscheck check --format json`: the openings, faults and verdicts of cards, with an event their duties.

    A card that cannot be read is an answer too: its `status` is `unreadable`, and its `errors` say why.
    """
    return _ask(
        request,
        api_jobs.check,
        _named(asked.cards),
        regulations=asked.regulations,
        settings=asked.settings,
        event=asked.event,
        as_of=asked.as_of,
        language=asked.language,
    )


@router.post("/meaning", response_model=MeaningOut, responses=POSTED, summary="The hands of one meaning")
def meaning(request: Request, asked: MeaningIn) -> Response:
    """As `syscheck meaning --format json`: how many hands, with what points and lengths, with examples.

    A meaning that cannot be read is an answer too: `ok` is false, and its `errors` say why.
    """
    return _ask(request, api_jobs.meaning, asked.text, call=asked.call, lenient=asked.lenient, language=asked.language)


@router.post("/alerts", response_model=AlertsOut, responses=POSTED, summary="Alert sheets")
def alerts(request: Request, asked: AlertsIn) -> Response:
    """As `syscheck alerts --format json`: whether each call is alerted, and the words to say when asked."""
    return _ask(
        request,
        api_jobs.alerts,
        _named(asked.cards),
        regulations=asked.regulations,
        settings=asked.settings,
        screens=asked.screens,
        language=asked.language,
    )


@router.post("/diff", response_model=DiffOut, responses=POSTED, summary="What changed between two cards")
def diff(request: Request, asked: DiffIn) -> Response:
    """As `syscheck diff --format json`: what changed in agreements, not in lines. Both cards must be readable."""
    return _ask(
        request,
        api_jobs.compare,
        asked.old.named,
        asked.new.named,
        regulations=asked.regulations,
        event=asked.event,
        language=asked.language,
    )


@router.post("/advise", response_model=AdviceOut, responses=POSTED, summary="The nearest variants that are allowed")
def advise(request: Request, asked: AdviseIn) -> Response:
    """As `syscheck advise --format json`: the nearest variants of a card that reach a target or that an event admits.

    The card must be readable.
    """
    return _ask(
        request,
        api_jobs.nearest,
        asked.card.named,
        target=asked.target,
        event=asked.event,
        settings=asked.settings,
        every=asked.all,
        language=asked.language,
    )


@router.post("/import", response_model=ImportOut, responses=POSTED, summary="A card of a file in another format")
def read(request: Request, asked: ImportIn) -> Response:
    """As `syscheck import --format json`: the card that a file becomes, questions, and what could not be read.

    A file that cannot be read is an answer too: its `status` is `unreadable`.
    """
    return _ask(
        request,
        api_jobs.read,
        asked.file,
        text=asked.text,
        base64=asked.base64,
        format=asked.format,
        language=asked.language,
    )


@router.post("/export", response_model=ExportOut, responses=POSTED, summary="A card in another format")
def export(request: Request, asked: ExportIn) -> Response:
    """As `syscheck export --format json`: the file, and what of the card it cannot hold. The card must be readable."""
    return _ask(request, api_jobs.export, asked.card.named, to=asked.to, language=asked.language)


@router.post("/format", response_model=api_jobs.FormatOut, responses=POSTED, summary="A card in its canonical layout")
def laid_out(request: Request, asked: FormatIn) -> Response:
    """As `syscheck format`: the card in its canonical layout. It must be readable."""
    return _ask(request, api_jobs.laid_out, asked.card.named, language=asked.language)


# ---- rules -----------------------------------------------------------------------------------------------------------


@router.get("/regulations", response_model=RegulationsOut, responses=_errors(422), summary="The regulations")
def regulations(request: Request, lang: Lang = None) -> Response:
    """The regulations with their classes and settings."""
    with speaking(lang or accepted_language(request)):
        return Response(dumps(regulations_out()) + "\n", media_type=JSON)


@router.get("/rules", response_model=RulesOut, responses=_errors(422), summary="The rules")
def rules(request: Request, lang: Lang = None) -> Response:
    """The rules of all regulations: those about cards, then those about events."""
    with speaking(lang or accepted_language(request)):
        return Response(dumps(rules_out()) + "\n", media_type=JSON)


@router.get("/rules/{id}", response_model=RulePageOut, responses=_errors(404, 422), summary="A rule's page")
def rule(
    request: Request,
    id: Annotated[str, Path(max_length=LONGEST_NAME, examples=["sk-vus-a"])],
    lang: Lang = None,
) -> Response:
    """What a rule says, and how it is read."""
    with speaking(lang or accepted_language(request)):
        try:
            page = choose_rule(id)
        except WrongChoice as error:
            return errors_response(404, ErrorsOut(errors=tuple(choice_errors(error))))
        return Response(dumps(rule_page_out(page)) + "\n", media_type=JSON)


# ---- the API itself --------------------------------------------------------------------------------------------------


@cache
def openapi() -> dict[str, Any]:
    """The API's own description."""
    return get_openapi(
        title="syscheck",
        version=__version__,
        summary="What the regulations say of a pair's bidding system, and why.",
        description=(
            "The JSON of the commands over HTTP. Fields and their names are those of docs/json.md and stable; new ones "
            "may be added. A request has at most 2 MiB and gets as long as the desk gives to one card; nothing of it "
            "is kept. Errors have one shape, whatever went wrong."
        ),
        routes=[r for r in router.routes if isinstance(r, APIRoute) and r.include_in_schema],
    )


@router.get("/openapi.json", include_in_schema=False)
def described() -> Response:
    """The API's own description."""
    return JSONResponse(openapi())
