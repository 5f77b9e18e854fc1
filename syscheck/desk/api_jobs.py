"""What the API has workers do: plain data in, a status and the contract's JSON out, as the command line prints it."""

import binascii
import datetime
import functools
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from syscheck.advice import NoAlertRules, UnknownTarget, advise, alert_sheet, barring, diff, event_target, parse_target
from syscheck.card import FaultyCard, card_text, read_bytes
from syscheck.checking import CheckedCard
from syscheck.choosing import (
    Choices,
    ChosenSettings,
    Wrong,
    WrongChoice,
    choose_at_event,
    choose_call,
    choose_moment,
    choose_regulations,
    choose_settings,
)
from syscheck.desk.api_errors import ONE_OF_TWO, ApiError, ErrorsOut, choice_errors, fault_errors
from syscheck.events import Event, FaultyEvent, read_event_bytes
from syscheck.foreign.doors import check_data, choose_format, import_file
from syscheck.foreign.exporting import choose_export
from syscheck.foreign.machine import export_out, import_out
from syscheck.foreign.source import Source
from syscheck.hands import TooFine
from syscheck.language import phrase, say, speaking
from syscheck.regulations import Regulation
from syscheck.report.advice import advice_out
from syscheck.report.alerts import alerts_json
from syscheck.report.at_event import report_at_event
from syscheck.report.diff import TOO_FINE_TOGETHER, Compared, diff_out
from syscheck.report.machine import Model, dumps, report_json
from syscheck.report.meaning import free_meaning_out, meaning_out

Named = tuple[str, str]
"""A card: the name of its file, and its text."""
NOT_BASE64 = phrase("it is no base64")


class Answered(NamedTuple):
    """An answer of the API."""

    status: int
    text: str


class FormatOut(Model):
    """A card in its canonical layout."""

    card: str
    changed: bool
    """Whether it was written otherwise."""


class WrongRequest(Exception):
    """A request that cannot be answered; with its errors."""

    def __init__(self, errors: Sequence[ApiError]):
        super().__init__(len(errors))
        self.errors = tuple(errors)


def _job(do: Callable[..., str]) -> Callable[..., Answered]:
    """A job with its errors as answers, in `language`, else as is `spoken` to whoever asks."""

    @functools.wraps(do)
    def done(*arguments: Any, spoken: str = "en", **named: Any) -> Answered:
        with speaking(named.get("language") or spoken):
            try:
                return Answered(200, do(*arguments, **named) + "\n")
            except WrongRequest as error:
                return Answered(422, wrong(error.errors))
            except WrongChoice as error:
                return Answered(422, wrong(choice_errors(error)))

    return done


def wrong(errors: Any) -> str:
    """Errors as JSON."""
    return dumps(ErrorsOut(errors=tuple(errors))) + "\n"


# ---- what is chosen --------------------------------------------------------------------------------------------------


class Chosen(NamedTuple):
    """What to judge by."""

    laws: tuple[Regulation, ...]
    settings: ChosenSettings
    event: Event | None
    as_of: datetime.datetime


def _chosen(
    regulations: Sequence[str],
    settings: Mapping[str, Mapping[str, object]],
    event: str | None = None,
    as_of: str | None = None,
    *,
    alerts: bool = False,
) -> Chosen:
    """What a request chooses. Errors: `WrongRequest` with all that is wrong."""
    choices = Choices()
    errors: list[ApiError] = []
    assignments = [f"{law}.{name}={value}" for law, chosen in settings.items() for name, value in chosen.items()]
    found = None
    if event is not None:
        try:
            found = read_event_bytes(event.encode())
        except FaultyEvent as error:
            errors += fault_errors("event", error.text, error.faults)
    laws: tuple[Regulation, ...] = ()
    readings: ChosenSettings | None = {}
    if found is not None:
        laws, readings = choices.make(choose_at_event, found, regulations, assignments) or ((), {})
    else:
        laws = tuple(choices.make(choose_regulations, regulations) or ())
        readings = choices.make(choose_settings, assignments, [r.id for r in laws], alerts=alerts)
    # The moment of an event that was not read cannot be told; that it was not read is told already.
    moment = None if event is not None and found is None else choices.make(choose_moment, as_of, found)
    errors += choice_errors(WrongChoice(choices.wrong))
    if errors or moment is None:
        raise WrongRequest(errors)
    return Chosen(laws, readings or {}, found, moment)


def _judged(cards: Sequence[Named], chosen: Chosen) -> list[CheckedCard]:
    return [check_data(text.encode(), file, chosen.laws, chosen.settings) for file, text in cards]


def _readable(where: Sequence[str], cards: Sequence[Named], chosen: Chosen) -> list[CheckedCard]:
    """Cards that were read. Errors: `WrongRequest` with the faults of those that were not."""
    found = _judged(cards, chosen)
    errors = [e for name, c in zip(where, found, strict=True) for e in fault_errors(name, c.text, c.faults)]
    if not all(c.readable for c in found):
        raise WrongRequest(errors)
    return found


# ---- the jobs --------------------------------------------------------------------------------------------------------


@_job
def check(
    cards: Sequence[Named],
    *,
    regulations: Sequence[str] = (),
    settings: Mapping[str, Mapping[str, object]],
    event: str | None = None,
    as_of: str | None = None,
    language: str | None = None,
) -> str:
    """As `syscheck check --format json`."""
    chosen = _chosen(regulations, settings, event, as_of)
    checked = _judged(cards, chosen)
    if chosen.event is None:
        return report_json(checked, language)
    return dumps(report_at_event(checked, chosen.event, chosen.as_of, language))


@_job
def meaning(text: str, *, call: str | None = None, lenient: bool = False, language: str | None = None) -> str:
    """As `syscheck meaning --format json`."""
    del language  # is spoken
    found = choose_call(call)
    return dumps((free_meaning_out if lenient else meaning_out)(text, found))


@_job
def alerts(
    cards: Sequence[Named],
    *,
    regulations: Sequence[str] = (),
    settings: Mapping[str, Mapping[str, object]],
    screens: bool = False,
    language: str | None = None,
) -> str:
    """As `syscheck alerts --format json`."""
    chosen = _chosen(regulations, settings, alerts=True)
    checked = _judged(cards, chosen)
    try:
        sheets = [alert_sheet(c, chosen.settings, screens=screens) if c.readable else c for c in checked]
    except NoAlertRules as error:
        raise WrongRequest([ApiError(message=str(error), where="regulations")]) from None
    return alerts_json(sheets, screens=screens, language=language)


@_job
def compare(
    old: Named,
    new: Named,
    *,
    regulations: Sequence[str] = (),
    event: str | None = None,
    language: str | None = None,
) -> str:
    """As `syscheck diff --format json`."""
    chosen = _chosen(regulations, {}, event)
    before, after = _readable(("old", "new"), (old, new), chosen)
    laws = tuple({r.regulation.id: r.regulation for c in (before, after) for r in c.results}.values())
    assert before.system is not None, "readable"
    assert after.system is not None, "readable"
    try:
        found = diff(before.system, after.system, laws, chosen.settings)
        compared = Compared(before.file, before.system, after.file, after.system, found)
        with speaking(after.report_language(language)):
            return dumps(diff_out(compared))
    except TooFine:
        raise WrongRequest([ApiError(message=str(say(TOO_FINE_TOGETHER)), where="new")]) from None


@_job
def nearest(
    card: Named,
    *,
    target: str | None = None,
    event: str | None = None,
    settings: Mapping[str, Mapping[str, object]],
    every: bool = False,
    language: str | None = None,
) -> str:
    """As `syscheck advise --format json`."""
    if (target is None) == (event is None):
        raise WrongChoice([Wrong("target", say(ONE_OF_TWO, first="target", second="event"))])
    chosen = _chosen((), settings, event)
    if target is not None:
        try:
            wanted = parse_target(target, chosen.settings)
        except UnknownTarget as error:
            raise WrongChoice([Wrong("target", f"--target {target}: {error}")]) from None
        law = wanted.regulation
        [checked] = _readable(("card",), (card,), chosen._replace(laws=(law,)))
    else:
        assert chosen.event is not None, "one of the two"
        [checked] = _readable(("card",), (card,), chosen)
        assert checked.system is not None, "readable"
        law = (barring(chosen.event, chosen.as_of, checked.system, checked.results) or chosen.laws)[0]
        wanted = event_target(chosen.event, law, chosen.settings.get(law.id))
    assert checked.system is not None, "readable"
    found = advise(checked.system, wanted, chosen.settings.get(law.id), every=every)
    with speaking(checked.report_language(language)):
        return dumps(advice_out(found))


@_job
def read(
    file: str,
    *,
    text: str | None = None,
    base64: str | None = None,
    format: str | None = None,
    language: str | None = None,
) -> str:
    """As `syscheck import --format json`."""
    del language  # is spoken
    choices = Choices()
    form = choices.make(choose_format, format)
    data = b""
    if (text is None) == (base64 is None):
        choices.wrong.append(Wrong("text", say(ONE_OF_TWO, first="text", second="base64")))
    else:
        try:
            data = text.encode() if text is not None else b64decode(base64 or "", validate=True)
        except (binascii.Error, ValueError):
            choices.wrong.append(Wrong("base64", say(NOT_BASE64)))
    choices.done()
    return dumps(import_out([import_file(file, data, form)]))


@_job
def export(card: Named, *, to: str, language: str | None = None) -> str:
    """As `syscheck export --format json`."""
    form = choose_export(to)
    file, text = card
    if form.fill is not None:
        source = Source(file, text.encode())
        filled = form.fill(source)
        if isinstance(filled, tuple):
            raise WrongRequest(list(fault_errors("card", source.text, filled)))
        return dumps(export_out(file, form, filled))
    [checked] = _readable(("card",), (card,), _chosen((), {}))
    assert form.write is not None, "written or filled in"
    assert checked.system is not None, "readable"
    written = form.write(checked.system)
    with speaking(checked.report_language(language)):
        return dumps(export_out(file, form, written))


@_job
def laid_out(card: Named, *, language: str | None = None) -> str:
    """As `syscheck format`."""
    data = card[1].encode()
    try:
        layout = card_text(read_bytes(data), language)
    except FaultyCard as error:
        raise WrongRequest(list(fault_errors("card", card[1], error.faults))) from None
    return dumps(FormatOut(card=layout, changed=layout.encode() != data))
