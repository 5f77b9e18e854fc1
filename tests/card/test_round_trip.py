"""Read and written again a card is the same; whatever is done to a card, reading it ends in a card or in faults."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from syscheck.card import Card, FaultyCard, card_text, meaning_text, read_card, read_meaning, with_header
from syscheck.card.reader import _Reading, plain
from syscheck.language import LANGUAGES
from syscheck.system import read_system

from .cards import cards, meanings

SAMPLES = [p.read_text(encoding="utf-8") for p in sorted((Path(__file__).parents[2] / "samples/cards").glob("*.card"))]
often = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))


def by_lines(text: str) -> Card:
    reading = _Reading(plain(text))
    reading.by_lines()
    return reading.card()


@given(meanings())
@often
def test_a_meaning_is_its_canonical_text(text):
    try:
        meaning = read_meaning(text)
    except FaultyCard:
        assume(False)
    canonical = meaning_text(meaning)
    assert read_meaning(canonical) == meaning
    assert meaning_text(read_meaning(canonical)) == canonical


@given(meanings(), st.sampled_from(LANGUAGES))
@often
def test_a_meaning_is_its_canonical_text_in_every_language(text, language):
    try:
        meaning = read_meaning(text)
    except FaultyCard:
        assume(False)
    canonical = meaning_text(meaning, language)
    assert read_meaning(canonical) == meaning
    assert meaning_text(read_meaning(canonical), language) == canonical


@given(cards(), st.sampled_from(LANGUAGES))
@often
def test_a_card_is_its_copy_in_every_language(text, language):
    try:
        card = read_card(text)
    except FaultyCard:
        assume(False)
    written = card_text(card, language)
    copy = read_card(written)
    assert copy.header == {**card.header, "language": language}
    assert replace(copy, headers=card.headers) == card
    assert card_text(copy) == written == card_text(card_copy_in(copy, "en"), language)


def card_copy_in(card: Card, language: str) -> Card:
    return read_card(card_text(card, language))


@given(cards())
@often
def test_a_card_is_its_canonical_copy(text):
    try:
        card = read_card(text)
    except FaultyCard:
        assume(False)
    canonical = card_text(card)
    assert read_card(canonical) == card
    assert card_text(read_card(canonical)) == canonical
    assert by_lines(text) == card


def test_the_samples_are_read_alike_as_a_whole_and_line_by_line():
    for text in SAMPLES:
        assert by_lines(text) == read_card(text) == read_card(card_text(read_card(text)))


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A sample card with a few random edits."""
    text = draw(st.sampled_from(SAMPLES))
    start = draw(st.integers(0, max(0, len(text) - 1500)))
    text = draw(st.sampled_from(["", "[openings]\n"])) + text[start : start + draw(st.integers(100, 1500))]
    for _ in range(draw(st.integers(1, 6))):
        at, length = draw(st.integers(0, len(text))), draw(st.integers(0, 12))
        other = draw(st.integers(0, len(text)))
        new = draw(
            st.one_of(
                st.just(""),
                st.just(text[other : other + length]),
                st.sampled_from(
                    [
                        *'()[]|,;:="#-+/<>&.\n\t \0MmXxoON15♥!',
                        " or ",
                        "not ",
                        "  # ",
                        "\n   ",
                        "(14)",
                        "xx",
                        "no outside ",
                    ]
                ),
                st.text(max_size=3),
            )
        )
        text = text[:at] + new + text[at + draw(st.integers(0, length)) :]
    return text


def faults_in(step: Callable[[], object]) -> list[tuple[int, int]]:
    """Where the faults of a step are; any other exception is an error of ours."""
    try:
        step()
    except FaultyCard as error:
        return [f.span for f in error.faults]
    return []


@given(damaged())
@settings(often, max_examples=50)
def test_a_damaged_card_is_a_card_or_has_faults(text):
    spans = faults_in(lambda: read_system(text))
    assert all(0 <= start <= end <= len(text) + 2 for start, end in spans)
    if not spans:
        card = read_card(text)
        assert read_card(card_text(card)) == card == by_lines(text)


@given(
    st.text(max_size=60), st.sampled_from(["", "[openings]\n1C : ", "[openings]\n", "[leads]\n", "[define]\na-b = "])
)
@often
def test_any_text_is_a_card_or_has_faults(text, before):
    if not faults_in(lambda: read_card(before + text)):
        assert by_lines(before + text) == read_card(before + text)


# ---- one header of a card --------------------------------------------------------------------------------------------


def test_a_header_goes_behind_the_others_and_stands_for_the_one_that_was_there():
    card = "# ours\ntitle: A\n\n[openings]\n1N : 15-17 bal\n"
    named = with_header(card, "pair", "Pair  1\n[define]")
    assert named == "# ours\ntitle: A\npair: Pair 1 [define]\n\n[openings]\n1N : 15-17 bal\n"
    assert with_header(named, "pair", "Pair 2") == named.replace("Pair 1 [define]", "Pair 2")


@often
@given(st.sampled_from(SAMPLES), st.text(min_size=1), st.sampled_from(["pair", "title", "players"]))
def test_a_header_changes_nothing_else(text, value, key):
    assume(value.split() and plain(value) == value and value.isprintable() and '"' not in value)
    changed = read_card(with_header(text, key, value))
    assert changed.header == {**read_card(text).header, key: " ".join(value.split())}
    assert [meaning_text(e.meaning) for e in changed.entries] == [
        meaning_text(e.meaning) for e in read_card(text).entries
    ]


@given(st.text(alphabet="pair: []#\n1N"), st.text(alphabet="a :#[]\n"))
@often
def test_any_text_takes_a_header(text, value):
    assert f"pair: {' '.join(value.split())}" in with_header(text, "pair", value).split("\n")
