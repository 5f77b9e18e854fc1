"""The alert sheet for people: words, text, and the printed page."""

import re
from itertools import combinations

import pytest

from syscheck.advice import alert_sheet
from syscheck.card import read_meaning
from syscheck.checking import check_bytes
from syscheck.report.alerts import SIZES, alerts_html, alerts_text, sheet_view
from syscheck.report.spoken import meaning_in_words
from tests.report.cards import HOSTILE, SAMPLES
from tests.report.test_html import Reader


def sheet(text, file="ours.card"):
    checked = check_bytes(text.encode(), file)
    assert checked.readable, checked.faults
    return alert_sheet(checked)


def sample(name):
    return sheet((SAMPLES / f"{name}.card").read_text(encoding="utf-8"), f"{name}.card")


@pytest.mark.parametrize(
    ("meaning", "words"),
    [
        ("11-15, 5+H", "11 to 15 points, five or more hearts"),
        ("16+", "16 or more points"),
        ("10-, 4H", "at most 10 points, exactly four hearts"),
        ("0-7, negative", "at most 7 points, negative"),
        ("12-14 bal, no 5M", "12 to 14 points, balanced, no major of five cards or more"),
        ("12-14 bal | 18+", "12 to 14 points, balanced; or 18 or more points"),
        ("3-9, 6H or 6S", "3 to 9 points, exactly six hearts or exactly six spades"),
        ("5H 4+m", "exactly five hearts, four or more cards in a minor"),
        ("5-5 majors", "five and five in hearts and spades"),
        ("(14)15-17 bal", "15 to 17 points, perhaps 14 to 17 points, balanced"),
        ("18+ hfp", "18 or more points with distribution"),
        ("7- losers", "at most 7 losers"),
        ("rule of 18", "points and the two longest suits make 18 or more"),
        ("solid 7+m", "seven or more cards in a minor, with ace, king and queen"),
        ("gambling", "gambling (seven or more cards in a minor, with ace, king and queen, "
         "without ace or king outside the long suit)"),
        ("4=4=1=4 or 4=4=0=5", "shape 4=4=1=4 or 4=4=0=5 (spades, hearts, diamonds, clubs)"),
        ("usually 5+H", "usually five or more hearts"),
        ("short D", "at most one card in diamonds"),
        ("longer C than D", "clubs longer than diamonds"),
        ("F1, asks strength, asks shape", "forcing for one round, asks for strength, asks for shape"),
        ('unclear "our notes"', "“our notes”"),
    ],
)  # fmt: skip
def test_a_meaning_in_words(meaning, words):
    assert meaning_in_words(read_meaning(meaning)) == words


def test_a_letter_is_the_suit_that_is_bid():
    assert meaning_in_words(read_meaning("5-9, 7+X"), {"X": "H"}) == "5 to 9 points, seven or more hearts"


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.card")), ids=lambda p: p.stem)
def test_every_call_of_the_samples_has_words_and_room_on_paper(path):
    view = sheet_view(sheet(path.read_text(encoding="utf-8")))
    assert all(r.say and "{" not in r.say for r in view.rows)
    printed = [r for p in view.pages for r in (*p.rows, *p.others)]
    assert sorted(r.call for r in printed) == sorted(r.call for r in view.rows)
    assert view.size in SIZES


def test_the_suits_of_an_entry_are_one_row_where_their_answers_are_one():
    view = sheet_view(sheet("[openings]\n3X : 5-9, 7+X  PRE\n2M : 5-9, 6M\n"))
    assert [r.call for r in view.rows] == ["3X", "2M"]
    assert view.rows[0].say == "5 to 9 points, seven or more cards in the suit bid, pre-emptive"


def test_a_large_card_continues_on_another_page_and_says_so():
    steps = combinations(("2C", "2D", "2H", "2S", "2N"), 2)
    entries = [
        f"1N-{one}-{two}-3{s} : 8-15, 4+{suit}, asks strength, asks shape, asks aces, asks kings, asks stopper"
        for one, two in steps
        for s, suit in zip("CDHS", "DHSC", strict=True)
    ]
    entries += [e.replace("1N-", "1H-") for e in entries]
    text = "[openings]\n1N : 15-17 bal\n[continuations]\n" + "\n".join(entries)
    view = sheet_view(sheet(text))
    assert len(view.pages) > 1
    assert [p.last for p in view.pages] == [False] * (len(view.pages) - 1) + [True]
    assert "Continued on the next page." in alerts_html([sheet(text)])


def test_both_players_have_the_same_copy():
    page = alerts_html([sample("acol")])
    copies = re.findall(r'<div class="copy">(.*?)</div>\n(?=<div class="copy">|</section>)', page, re.DOTALL)
    assert len(copies) == 2
    assert copies[0] == copies[1]


def test_the_page_stands_alone_and_is_sound():
    page = alerts_html([sample("precision")])
    reader = Reader(page)
    assert not reader.open
    assert not reader.badly_nested
    assert "script" not in {tag for tag, _ in reader.tags}
    assert not re.search(r"https?://|url\(|@import", page)
    assert reader.attribute("lang") == ["en"]


def test_what_a_card_says_is_text_not_markup():
    page = alerts_html([sheet(HOSTILE)])
    assert "<script" not in page
    assert "<b>Polish" not in page
    assert "{{" not in page


def test_text_fits_the_terminal():
    for columns in (60, 80, 110):
        lines = alerts_text(sample("precision"), colour=False, width=columns).splitlines()
        assert max(map(len, lines)) <= columns


def test_colour_adds_nothing_but_colour():
    coloured = alerts_text(sample("precision"), colour=True, width=80)
    bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    plain = alerts_text(sample("precision"), colour=False, width=80)
    assert [line.rstrip() for line in bare.splitlines()] == plain.splitlines()
