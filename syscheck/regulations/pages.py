"""A rule's page: what it says, in our words, with its examples and its source."""

import datetime
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from syscheck.language import date_text, phrase, spoken, tell, translated
from syscheck.regulations.clauses import Outcome
from syscheck.values import dataclass

SAYS = phrase("What it says")
READING = phrase("Reading")
SOURCE = phrase("{document}, {clause}, in force from {date}")
IN_ENGLISH = phrase("The whole page follows in English.")

_EXAMPLE = re.compile(
    r"^### (?P<outcome>[a-z ]+): (?P<title>[^\n\[]+?)(?: \[(?P<settings>[^\]\n]+)\])?\n\n```card\n(?P<card>.*?)^```",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Example:
    """A small card and the outcome that the rule must give on it."""

    outcome: Outcome
    title: str
    card: str
    settings: Mapping[str, str]


_EVENT_EXAMPLE = re.compile(
    r"^### (?P<outcome>[a-z ]+): (?P<title>[^\n]+)\n\n(?P<blocks>(?:```[a-z]+\n(?:(?!```).*\n)*```\n*)+)", re.MULTILINE
)
_BLOCK = re.compile(r"^```(?P<kind>[a-z]+)\n(?P<text>(?:(?!```).*\n)*)```$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class EventExample:
    """An event with the cards of a pair and of its team-mates, and the duties that the rule must give.

    Its blocks, in this order: `event`, the facts of an event as an organiser's file has them; `entry`, what is known
    of the pair's entry; `card`, the pair's, and one more for each pair of its team; `due`, a line for each duty: who,
    a bar, and the time with its offset, or `standing`. All but the first may be missing.
    """

    outcome: Outcome
    title: str
    event: str
    entry: str
    cards: tuple[str, ...]
    due: tuple[tuple[str, str], ...]

    @classmethod
    def read(cls, outcome: str, title: str, blocks: str) -> "EventExample":
        """An example from its heading and its blocks. Errors: `ValueError` where a block is not one of these."""
        found = [(m["kind"], m["text"]) for m in _BLOCK.finditer(blocks)]
        kinds = [kind for kind, _ in found]
        texts = dict(reversed(found))
        expected = [k for k in ("event", "entry", "card", "due") for _ in range(kinds.count(k) if k == "card" else 1)]
        if "event" not in kinds or kinds != [k for k in expected if k in kinds]:
            raise ValueError(f"{outcome}: {title}: blocks {', '.join(kinds)}")
        lines = [line.partition("|") for line in texts.get("due", "").splitlines() if line.strip()]
        return cls(
            Outcome(outcome),
            title,
            texts["event"],
            texts.get("entry", ""),
            tuple(text for kind, text in found if kind == "card"),
            tuple((who.strip(), time.strip()) for who, _, time in lines),
        )


@dataclass(frozen=True, slots=True)
class Page:
    """A rule's page. `sections` keep their order: What it says, Applies to, Requires, Reading, Examples.

    The fields are in English, as they stand in the file; title, document, clause, summary and the first
    paragraph of the reading have translations.
    """

    rule: str
    title: str
    document: str
    clause: str
    effective: datetime.date
    settings: tuple[str, ...]
    numbers: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    disputed: bool
    sections: Mapping[str, str]

    @property
    def texts(self) -> tuple[str, ...]:
        """What has a translation, in English: title, document, clause, summary, reading."""
        reading = self.sections["Reading"].split("\n\n", 1)[0]
        return self.title, self.document, self.clause, self.sections["What it says"], " ".join(reading.split())

    @property
    def summary(self) -> str:
        """What the rule says, in the language spoken."""
        return translated(self.texts[3])

    @property
    def reading(self) -> str:
        """The reading we chose, in one paragraph, in the language spoken."""
        return translated(self.texts[4])

    @property
    def source(self) -> str:
        """Document and clause, as one cites them, in the language spoken."""
        return tell(
            SOURCE,
            document=translated(self.document),
            clause=translated(self.clause),
            date=date_text(self.effective),
        )

    @property
    def examples(self) -> tuple[Example, ...]:
        """The examples, each a card with its outcome."""
        return tuple(
            Example(
                Outcome(m["outcome"]),
                m["title"],
                m["card"],
                dict(pair.split("=", 1) for pair in re.split(r"[ ,]+", m["settings"] or "") if pair),
            )
            for m in _EXAMPLE.finditer("\n" + self.sections.get("Examples", "") + "\n")
        )

    @property
    def event_examples(self) -> tuple[EventExample, ...]:
        """The examples of a rule about events."""
        return tuple(
            EventExample.read(m["outcome"], m["title"], m["blocks"])
            for m in _EVENT_EXAMPLE.finditer(self.sections.get("Examples", "") + "\n")
        )

    @property
    def spoken_sections(self) -> Mapping[str, str]:
        """The sections that there are in the language spoken."""
        return self.sections if spoken() == "en" else {tell(SAYS): self.summary, tell(READING): self.reading}

    @property
    def text(self) -> str:
        """The page as Markdown, title first; in another language than English with the English page behind it."""
        text = f"# {self.rule}: {translated(self.title)}\n\n*{self.source}*\n\n{_body(self.spoken_sections)}\n"
        return text if spoken() == "en" else f"{text}\n---\n\n{tell(IN_ENGLISH)}\n\n{_body(self.sections)}\n"


def _body(sections: Mapping[str, str]) -> str:
    return "\n\n".join(f"## {name}\n\n{text}" for name, text in sections.items())


CLASSES = "syscheck.regulations"
"""The package with the folders of rules about cards."""


@cache
def _home(package: str) -> Traversable:
    return files(package)


@cache
def page(folder: str, rule: str, package: str = CLASSES) -> Page:
    """The page of a rule in a regulation's folder (`sk_2008`)."""
    text = _home(package).joinpath(folder, "pages", f"{rule}.md").read_text(encoding="utf-8")
    _, front, body = text.split("+++\n", 2)
    about = tomllib.loads(front)
    pieces = re.split(r"^## (.+)\n", body, flags=re.MULTILINE)
    sections = {name: text.strip() for name, text in zip(pieces[1::2], pieces[2::2], strict=True)}
    return Page(
        about["id"],
        about["title"],
        about["document"],
        about["clause"],
        about["effective"],
        tuple(about["settings"]),
        tuple(about["numbers"]),
        tuple(map(Outcome, about["outcomes"])),
        about["status"] == "disputed",
        sections,
    )


@cache
def numbers(folder: str, package: str = CLASSES) -> Mapping[str, Mapping[str, Any]]:
    """The numbers of a regulation: value, unit, clause, date, note of each."""
    text = _home(package).joinpath(folder, "numbers.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
