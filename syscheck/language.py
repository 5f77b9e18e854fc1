"""Sentences for people, in the language that is being spoken.

A sentence is kept as its English template with its values and becomes text when it is shown, in the
language of the moment: `with speaking("sk"): print(sentence)`. Catalogues are gettext's, in `locale/`;
`docs/make_catalogues.py` gathers what is marked here by `say`, `count`, `phrase` and `phrases`.

Numbers, lists and dates are written here too, as the language writes them. Babel knows how, and is imported
only where it is needed: English has its own few lines.
"""

import datetime
import gettext
import os
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

LANGUAGES = ("en", "sk", "cs", "sv")
DOMAIN = "syscheck"
CATALOGUES = Path(__file__).with_name("locale")

_speaking: ContextVar[str] = ContextVar("speaking", default="en")


def spoken() -> str:
    """The language that is being spoken: en, sk, cs or sv."""
    return _speaking.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language inside a `with`. Errors: `ValueError` for one that is not in `LANGUAGES`."""
    if language not in LANGUAGES:
        raise ValueError(language)
    token = _speaking.set(language)
    try:
        yield
    finally:
        _speaking.reset(token)


def environment_language() -> str:
    """The language of the environment's locale, English where it is none of ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            language = value.replace("-", "_").split("_")[0].split(".")[0].lower()
            return language if language in LANGUAGES else "en"
    return "en"


# ---- catalogues ------------------------------------------------------------------------------------------------------


def source_of(language: str) -> Path:
    """The file that translators write."""
    return CATALOGUES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def compiled(source: Path) -> bytes:
    """A translators' file as gettext reads it."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    out = BytesIO()
    with source.open("rb") as stream:
        catalogue = read_po(stream)
    for message in list(catalogue):
        if message.pluralizable and not all(message.string or ()):
            catalogue.delete(message.id)  # else gettext would take the empty forms for translations
    write_mo(out, catalogue)
    return out.getvalue()


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    """The compiled catalogue; the translators' file itself where that is newer, as in a checkout."""
    source = source_of(language)
    ready = source.with_suffix(".mo")
    if ready.is_file() and not (source.is_file() and source.stat().st_mtime > ready.stat().st_mtime):
        return gettext.GNUTranslations(BytesIO(ready.read_bytes()))
    if source.is_file():
        return gettext.GNUTranslations(BytesIO(compiled(source)))
    return gettext.NullTranslations()


def translated(text: str) -> str:
    """A text of the program in the language that is being spoken."""
    language = _speaking.get()
    return text if language == "en" or not text else _catalogue(language).gettext(text)


# ---- sentences -------------------------------------------------------------------------------------------------------


class Plural(NamedTuple):
    """A sentence for one and for many; a language may have more forms."""

    one: str
    many: str


def phrase(text: str) -> str:
    """Mark a text of the program for the catalogues; it is translated where it is shown."""
    return text


def phrases(one: str, many: str) -> Plural:
    """Mark a text with a number `{n}` in it; it is translated where it is shown."""
    return Plural(one, many)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence for people: a template, and the values for its places in braces."""

    template: str
    values: tuple[tuple[str, object], ...] = ()
    many: str = ""
    """The template for more than one of `number`; empty where no number decides."""
    number: int = 0

    def __str__(self) -> str:
        return self.text.format(**{name: shown(value) for name, value in self.values})

    @property
    def text(self) -> str:
        """The template in the language spoken."""
        if not self.many:
            return translated(self.template)
        language = _speaking.get()
        if language == "en":
            return self.template if self.number == 1 else self.many
        return _catalogue(language).ngettext(self.template, self.many, self.number)


def say(template: str, **values: object) -> Sentence:
    """A sentence from its template."""
    return Sentence(template, tuple(values.items()))


def count(one: str, many: str, n: int, **values: object) -> Sentence:
    """A sentence whose form a number decides; it stands in it as `{n}`."""
    return Sentence(one, (("n", n), *values.items()), many, n)


def tell(template: str, **values: object) -> str:
    """A sentence as text, now: for templates that were marked with `phrase` where they stand."""
    return str(Sentence(template, tuple(values.items())))


def quoted(word: object) -> Sentence:
    """A word in the quotation marks of the language spoken."""
    return say("“{word}”", word=word)


# ---- numbers, lists, dates -------------------------------------------------------------------------------------------


def shown(value: object) -> object:
    """A value as it is written in the language spoken: numbers, dates, and lists of words."""
    match value:
        case float():
            return number(value)
        case datetime.datetime():
            return moment_text(value)
        case datetime.date():
            return date_text(value)
        case tuple() | list():
            return listed(list(map(str, value)))
    return value


def decimal(value: float, digits: int) -> str:
    """A number with so many digits behind the decimal sign: `1,234.5`."""
    text = f"{value:.{digits}f}"
    if _speaking.get() == "en":
        return f"{Decimal(text):,}"
    from babel.numbers import format_decimal

    return format_decimal(Decimal(text), format="#,##0" + "." * bool(digits) + "0" * digits, locale=_speaking.get())


def whole(value: int) -> str:
    """A whole number with its thousands set apart: `635,013,559,600`."""
    return decimal(value, 0)


def number(value: float) -> str:
    """A number with the digits it has: `72.4`, `80`."""
    _, _, digits = f"{value:.12g}".partition(".")
    return decimal(value, len(digits))


def listed(words: Sequence[str] | Iterable[str]) -> str:
    """Words as a list with *and* before the last: `♥, ♦ and ♣`."""
    words = list(words)
    if _speaking.get() == "en":
        return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
    from babel.lists import format_list

    return format_list(words, locale=_speaking.get()) if words else ""


def date_text(date: datetime.date) -> str:
    """A date: `2026-09-30` in English, as the language writes it elsewhere."""
    if _speaking.get() == "en":
        return date.isoformat()
    from babel.dates import format_date

    return format_date(date, "long", locale=_speaking.get())


MOMENT = "{day}, {time} {zone}"
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def moment_text(moment: datetime.datetime) -> str:
    """A moment with its weekday, by the clock of its own timezone: `Saturday 17 January 2026, 09:00 CET`."""
    zone = moment.tzname() or ""
    if not zone[:1].isalpha():
        zone = f"UTC{zone}"  # zones without letters are called by their offset: +03
    if _speaking.get() == "en":
        day = f"{WEEKDAYS[moment.weekday()]} {moment.day} {MONTHS[moment.month - 1]} {moment.year}"
        return MOMENT.format(day=day, time=f"{moment:%H:%M}", zone=zone)
    from babel.dates import format_date, format_time

    day = format_date(moment, "full", locale=_speaking.get())
    return MOMENT.format(day=day, time=format_time(moment.time(), "short", locale=_speaking.get()), zone=zone)


# ---- what others wrote -----------------------------------------------------------------------------------------------


def harmless(text: str) -> str:
    """Text of one line without characters that would move a cursor or turn the writing round."""
    if text.isprintable():
        return text
    return "".join(" " if c in "\t\n" else "\N{REPLACEMENT CHARACTER}" if _moves(c) else c for c in text)


def _moves(character: str) -> bool:
    return not character.isprintable() and unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
