"""The words of a row as a meaning: what is read, what is asked, what stays unread."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from syscheck.card import Call, FaultyCard, Meaning, Place, meaning_text, read_meaning
from syscheck.card.model import Branch, Expression, Group, Unclear, is_remark
from syscheck.foreign.auctions import places_in_words
from syscheck.freetext import read_free_text
from syscheck.language import Sentence, phrase, say
from syscheck.system import meaning_hands
from syscheck.system.questions import NO_LENGTH, NO_SHAPE, WHOSE_POINTS

LONGEST_WORDS = 4000
"""Characters; no description of one call is longer."""

WHERE_ASKED = phrase("“{words}” names seats or vulnerability for {call}. Which? Write them in brackets.")


@dataclass(frozen=True, slots=True)
class Reading:
    """A meaning that the card language can write and some hand fits, with what its words leave open."""

    meaning: Meaning
    questions: tuple[Sentence, ...] = ()
    unread: tuple[str, ...] = ()
    """Words that were not read; a verdict that depends on them is *cannot tell*."""
    places: frozenset[Place] | None = None
    """Seats and vulnerability that the words name before everything else (`3rd seat: 8-12`)."""


ReadWords = Callable[[str, Call, bool], Reading]
"""Reads the words that stand for a call. It never fails.

The third argument: whether the words need not say the length, since fields of the format do or since the call
answers partner.
"""


def note_of(words: str) -> str:
    """Words as a note or as what is unclear: one line, without the double quotes that would end it."""
    return " ".join(words.replace('"', "”").split())


def unclear(words: str) -> Meaning:
    """A meaning of which only the words are known."""
    return Meaning((Branch((Unclear(note_of(words) or "?"),)),))


@lru_cache(maxsize=4096)
def read_strictly(words: str, call: Call, stated: bool = False) -> Reading:
    """Words read as the card language has them, or not at all."""
    if len(words) > LONGEST_WORDS:
        return Reading(unclear(words), unread=(note_of(words),))
    try:
        meaning = read_meaning(words, letters=frozenset(call.letter or ""))
        questions = meaning_hands(words, call).questions
    except FaultyCard:
        return Reading(unclear(words), unread=(note_of(words),))
    return Reading(meaning, questions)


def in_card_language(otherwise: ReadWords) -> ReadWords:
    """Reads words as the card language has them, and what is not written in it `otherwise`."""

    def read(words: str, call: Call, stated: bool) -> Reading:
        strictly = read_strictly(words, call, stated)
        return otherwise(words, call, stated) if strictly.unread else strictly

    return read


@lru_cache(maxsize=4096)
def read_freely(words: str, call: Call, stated: bool = False) -> Reading:
    """Words read as players write them."""
    found = read_free_text(words, call)
    meaning = read_meaning(found.text, letters=frozenset(call.letter or ""))
    questions = found.questions
    if stated:
        for missing in (NO_LENGTH, NO_SHAPE):
            meaning = _without_unclear(meaning, missing)
        text = meaning_text(meaning)
        if text != found.text:
            questions = (
                *meaning_hands(text, call).questions,
                *(q for q in questions if q not in found.hands.questions),
            )
    unread = dict.fromkeys(w.words for w in (*found.unread, *found.unclear) if w.words != WHOSE_POINTS)
    named = " ".join(w.words for w in found.places)
    places = places_in_words(named) if named else None
    if not named or places is not None:
        return Reading(meaning, questions, tuple(unread), places)
    asked = say(WHERE_ASKED, words=named, call=call)
    return Reading(with_unclear(meaning, named), (*questions, asked), (*unread, named))


def _without_unclear(meaning: Meaning, words: str) -> Meaning:
    """A meaning without these unclear words."""
    kept = (tuple(t for t in b.terms if t != Unclear(words)) for b in meaning.branches)
    return Meaning(tuple(Branch(terms, any_of=b.any_of) for b, terms in zip(meaning.branches, kept, strict=True)))


def with_unclear(meaning: Meaning, words: str) -> Meaning:
    """A meaning none of whose hands is certain."""
    branches = []
    for branch in meaning.branches:
        core: tuple[Expression, ...] = tuple(t for t in branch.terms if not is_remark(t))
        if branch.any_of:
            core = (Group(Meaning((Branch(core, any_of=True),))),)
        branches.append(Branch((*core, Unclear(note_of(words)), *(t for t in branch.terms if is_remark(t)))))
    return Meaning(tuple(branches))
