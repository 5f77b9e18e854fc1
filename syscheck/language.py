"""Sentences for people, in the language that is being spoken.

A sentence is kept as its English template with its values and becomes text when it is shown, in the
language of the moment: `with speaking("sk"): print(sentence)`. Catalogues are gettext's.
"""

import gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

LANGUAGES = ("en", "sk", "cs", "sv")
DOMAIN = "syscheck"

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


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    folder = Path(str(files("syscheck"))) / "locale"
    return gettext.translation(DOMAIN, folder, [language], fallback=True)


def translated(text: str) -> str:
    """A text of the program in the language that is being spoken."""
    language = _speaking.get()
    return text if language == "en" or not text else _catalogue(language).gettext(text)


def phrase(text: str) -> str:
    """Mark a text of the program for the catalogues; it is translated where it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence for people: a template, and the values for its places in braces."""

    template: str
    values: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return translated(self.template).format(**{name: shown(value) for name, value in self.values})


def say(template: str, **values: object) -> Sentence:
    """A sentence from its template."""
    return Sentence(template, tuple(values.items()))


def shown(value: object) -> object:
    """A value as it is written in the language spoken: numbers with their own decimal sign."""
    if isinstance(value, float) and _speaking.get() != "en":
        return f"{value:g}".replace(".", ",")
    return value
