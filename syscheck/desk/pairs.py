"""The page for pairs: a card in an editor, what the regulations say of it beside it, papers to print, links to share.

Nothing of it needs an account, and nothing of it is kept unless somebody saves it.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query, Request, Response, UploadFile
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from markupsafe import Markup
from starlette.exceptions import HTTPException

from syscheck.card import catalogue, read_card, with_header, words_of
from syscheck.card.reader import MOST_BYTES
from syscheck.desk import jobs
from syscheck.desk.pages import address, language_of, page
from syscheck.desk.security import Here, Protected, rate
from syscheck.desk.storage import Database, SavedCard, log
from syscheck.language import LANGUAGES, say, speaking
from syscheck.regulations import REGULATIONS

router = APIRouter(include_in_schema=False)

LONGEST_NAME = 200
LONGEST_TARGET = 40
HTML, JSON, TEXT = "text/html; charset=utf-8", "application/json", "text/plain; charset=utf-8"
OF_A_PAPER = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""A paper is a page by itself with its styles inside; of scripts it has only the one that opens the print dialogue."""
PRINTING = Markup('<script src="/static/print.js" defer></script></head>')
EXAMPLE = "example"
"""The name of the three lines in a link."""
STARTS_FIRST = ("standard-american", "two-over-one", "precision", "polish-club", "acol")
"""What most pairs start from."""


# ---- starting points -------------------------------------------------------------------------------------------------


class Start(NamedTuple):
    """A known system to start from."""

    name: str
    title: str
    text: str


def cards_folder() -> Path:
    """Where the known systems are: inside the package in a wheel, among the samples in a checkout."""
    package = Path(str(files("syscheck")))
    inside = package / "desk" / "cards"
    return inside if inside.is_dir() else package.parent / "samples" / "cards"


@cache
def starts() -> dict[str, Start]:
    """The known systems by their names in links, those first that most pairs start from."""
    found = {}
    for path in sorted(cards_folder().glob("*.card")):
        text = path.read_text(encoding="utf-8")
        title = read_card(text).header.get("title", path.stem)
        found[path.stem] = Start(path.stem, title, re.sub(r"^pair:.*\n", "", text, flags=re.MULTILINE))
    others = sorted((n for n in found if n not in STARTS_FIRST), key=lambda n: found[n].title.casefold())
    return {n: found[n] for n in (*(n for n in STARTS_FIRST if n in found), *others)}


# ---- what was typed --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Typed:
    """The page's form as it was sent."""

    card: str = ""
    pair: str = ""
    card_language: str = ""
    law: tuple[str, ...] = ()
    """Ids of the chosen regulations, none for all."""
    show: str = "openings"
    target: str = ""
    file: str = field(default="", compare=False)

    @property
    def data(self) -> bytes:
        """The card as typed."""
        return self.card.encode("utf-8", "replace")

    @property
    def with_headers(self) -> "Typed":
        """The pair's name and the language stand on the card, which is all that is kept, shared and printed."""
        card = self.card
        for key, value in (("pair", self.pair), ("language", self.card_language)):
            if value.strip():
                card = with_header(card, key, value)
        return replace(self, card=card, pair="", card_language="")


def typed(
    card: Annotated[str, Form()] = "",
    pair: Annotated[str, Form()] = "",
    card_language: Annotated[str, Form()] = "",
    law: Annotated[list[str] | None, Form()] = None,
    show: Annotated[str, Form()] = "openings",
    target: Annotated[str, Form()] = "",
    dots: Annotated[str, Form()] = "",
) -> Typed:
    """The form; what a page of ours cannot have sent is left out."""
    if target == "dots":
        target = f"se:max={dots.strip()}"
    return Typed(
        card=plain(card),
        pair=plain(pair)[:LONGEST_NAME],
        card_language=card_language if card_language in LANGUAGES else "",
        law=laws(law or ()),
        show=show if show in jobs.VIEWS else jobs.VIEWS[0],
        target=target[:LONGEST_TARGET],
    )


Sent = Annotated[Typed, Depends(typed)]


def plain(text: str) -> str:
    """Text of a form with plain line ends, and nothing that a database refuses."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\N{REPLACEMENT CHARACTER}")


def laws(wanted: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Those of the ids that are regulations', in their order."""
    return tuple(r.id for r in REGULATIONS if r.id in wanted)


# ---- the page --------------------------------------------------------------------------------------------------------


@router.get("/")
def empty(request: Request, _here: Here, start: str = "", law: Annotated[list[str] | None, Query()] = None) -> Response:
    """The page, empty or with a known system."""
    if start == EXAMPLE:
        text = jobs.EXAMPLE
    elif start:
        known = starts().get(start)
        if known is None:
            raise HTTPException(404)
        text = known.text
    else:
        text = jobs.BEGINNING
    return shown(request, Typed(card=text, law=laws(law or ())), started=start)


@router.post("/")
def checked(request: Request, _here: Here, sent: Sent) -> Response:
    """The page with what the regulations say below the card: all that a browser without JavaScript needs."""
    rate(request, "judge")
    return shown(request, sent.with_headers)


@router.post("/upload")
def uploaded(request: Request, _here: Here, file: UploadFile | None = None) -> Response:
    """A file of any format that we read, as a card in the editor."""
    rate(request, "judge")
    name = file_name((file.filename if file else "") or "")
    data = file.file.read() if file else b""
    if not data:
        with speaking(language_of(request)):
            return shown(request, Typed(card=jobs.BEGINNING), remarks=(str(say("Choose a file first.")),), status=422)
    found = request.app.state.workers.ask(jobs.as_card, data, name, language_of(request))
    card = plain(found.card.decode("utf-8", "replace").removeprefix("\ufeff"))
    return shown(
        request,
        Typed(card=card),
        remarks=found.faults or found.remarks,
        status=422 if found.faults else 200,
        uploaded=name,
        format=found.format,
    )


@router.post("/panel")
def live(request: Request, sent: Sent) -> Response:
    """What stands beside the editor, for a page that is open."""
    rate(request, "judge")
    return HTMLResponse(judged(request, sent).html)


def judged(request: Request, sent: Typed) -> jobs.Panel:
    """What the regulations say of a card that was sent."""
    found: jobs.Panel = request.app.state.workers.ask(
        jobs.panel, sent.data, language_of(request), sent.law, sent.show, sent.target
    )
    return found


def shown(request: Request, sent: Typed, *, status: int = 200, **more: Any) -> Response:
    """The page with a card."""
    values: dict[str, Any] = {"remarks": (), "uploaded": "", "format": None, "saved": "", "started": ""}
    panel = judged(request, sent)
    return page(
        request,
        "pair.html.j2",
        status=status,
        sent=sent,
        panel=Markup(panel.html),  # our own template, which escapes what is written on the card
        regulations=REGULATIONS,
        starts=starts().values(),
        typed="card-form",
        **(values | more),
    )


# ---- links -----------------------------------------------------------------------------------------------------------


@router.post("/save")
def save(request: Request, _form: Protected, sent: Sent) -> Response:
    """Keep a card under an address that nobody guesses."""
    rate(request, "save")
    text = sent.with_headers.card
    if not text.strip() or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        return shown(request, sent.with_headers, status=422)
    saved = SavedCard(text=text)
    database: Database = request.app.state.database
    with database.writing() as session:
        session.add(saved)
        session.flush()
        place = saved.address
        log(session, "pair", "card saved")
    query = f"?{urlencode([('law', x) for x in sent.law])}" if sent.law else ""
    return RedirectResponse(f"/c/{place}{query}", 303)


@router.get("/c/{place}")
def saved(request: Request, _here: Here, place: str, law: Annotated[list[str] | None, Query()] = None) -> Response:
    """A card that was saved."""
    rate(request, "judge")
    database: Database = request.app.state.database
    with database.reading() as session:
        found = session.get(SavedCard, plain(place))
        text = None if found is None else found.text
    if text is None:
        raise HTTPException(404)
    return shown(request, Typed(card=text, law=laws(law or ())), saved=address(request, f"/c/{place}"))


# ---- papers ----------------------------------------------------------------------------------------------------------


class Paper(NamedTuple):
    """What can be taken away: what writes it, what its file is called behind the card's name, what it is."""

    write: Callable[..., str | None]
    ending: str
    kind: str


PAPERS = {
    "card": Paper(jobs.layout, ".card", TEXT),
    "report": Paper(jobs.report, ".html", HTML),
    "declaration": Paper(jobs.declaration, "-declaration.html", HTML),
    "alerts": Paper(jobs.alerts, "-alerts.html", HTML),
    "json": Paper(jobs.json, ".json", JSON),
}


@router.post("/download/{what}")
def download(request: Request, _here: Here, sent: Sent, what: str) -> Response:
    """A paper as a file; of a card with faults the page, which shows them."""
    rate(request, "judge")
    sent = sent.with_headers
    text, name = _written(request, sent, what)
    if text is None:
        return shown(request, sent, status=422)
    paper = PAPERS[what]
    headers = {
        "content-disposition": f'attachment; filename="{name}{paper.ending}"',
        "content-security-policy": OF_A_PAPER,
    }
    return Response(text, media_type=paper.kind, headers=headers)


@router.post("/print/{what}")
def to_print(request: Request, _here: Here, sent: Sent, what: str) -> Response:
    """A paper as a page that opens the print dialogue."""
    rate(request, "judge")
    if what not in ("declaration", "alerts", "report"):
        raise HTTPException(404)
    sent = sent.with_headers
    text, _ = _written(request, sent, what)
    if text is None:
        return shown(request, sent, status=422)
    printing = text.replace("</head>", PRINTING, 1)
    return HTMLResponse(printing, headers={"content-security-policy": OF_A_PAPER})


def _written(request: Request, sent: Typed, what: str) -> tuple[str | None, str]:
    """A paper, None for a card with faults, and the card's name for a file."""
    if what not in PAPERS:
        raise HTTPException(404)
    title = re.search(r"^[ \t]*title[ \t]*:(.*)$", sent.card, re.MULTILINE | re.IGNORECASE)
    name = short_name(title[1] if title else "")
    text: str | None = request.app.state.workers.ask(
        PAPERS[what].write, sent.data, f"{name}.card", language_of(request), sent.law
    )
    return text, name


def short_name(title: str) -> str:
    """A title as the name of a file, on every system and in every header: `blue-team-club`."""
    ascii_only = unicodedata.normalize("NFKD", title[:LONGEST_NAME]).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")[:60].strip("-") or jobs.CARD


def file_name(sent: str) -> str:
    """What a visitor calls a file, without folders and without what would move a cursor."""
    name = re.split(r"[/\\]", sent)[-1]
    return "".join(c for c in name if c.isprintable())[:LONGEST_NAME].strip() or jobs.CARD


# ---- completion ------------------------------------------------------------------------------------------------------


@router.get("/words/{language}.json")
def words(language: str) -> Response:
    """The words of a language, and the conventions that are known by name, for an editor that completes them."""
    if language not in LANGUAGES:
        raise HTTPException(404)
    return JSONResponse(_words(language), headers={"cache-control": "public, max-age=3600"})


@cache
def _words(language: str) -> dict[str, Any]:
    names = sorted({entry.name for entry in catalogue("conventions").values()})
    return {"words": words_of(language), "names": names}
