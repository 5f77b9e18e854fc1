"""Cards written as BML, and read again."""

import pytest
from paths import SAMPLES

from syscheck.card import read_card
from syscheck.foreign import Source, format_of, import_source
from syscheck.foreign.bml import FORMAT
from syscheck.foreign.bml_writer import write
from syscheck.foreign.words import read_freely
from syscheck.foreign.written import IN_CARD_LANGUAGE
from syscheck.system import agreements, build_system


def exported(card):
    """A card as BML."""
    return write(build_system(read_card(card)))


def openings(text):
    """What the BML has of a card with these openings, without its metadata."""
    return exported(f"[openings]\n{text}").text.split("\n\n", 1)[1].strip()


def what_is_agreed(system):
    """Hands and attributes of every call in every place."""
    return {
        (sequence, place): (agreement.hands.certain, agreement.hands.possible)
        for sequence, places in agreements(system).items()
        for place, agreement in places.items()
    }


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.card")), ids=lambda p: p.stem)
def test_a_card_that_went_through_bml_has_the_same_agreements(path):
    system = build_system(read_card(path.read_text()))
    source = Source("ours.bml", write(system).text.encode())
    assert format_of(source) is FORMAT
    imported = import_source(source, FORMAT, read_freely)
    assert imported.counts["reported"] == 0
    assert what_is_agreed(build_system(imported.card)) == what_is_agreed(system)
    assert imported.card.header["title"] == system.card.header["title"]


def test_suits_get_the_signs_of_bml():
    assert openings("1C : 16+, 2+C\n1H : 11-15, 5+H, H>=S\n") == "1C = 16+, 2+!c\n1H = 11-15, 5+!h, H>=S"


def test_letters_are_written_as_suits():
    assert openings("2M : 6-10, 5M 4+m\n") == "2H = 6-10, 5!h 4+m\n2S = 6-10, 5!s 4+m"


def test_places_become_seat_and_vul():
    text = openings("1N [1st-2nd nv] : 12-14 bal\n1N : 15-17 bal\n")
    assert "#SEAT 12\n\n#VUL N0\n\n1N = 12-14 bal" in text
    assert "#SEAT 34\n\n#VUL 00\n\n1N = 15-17 bal" in text
    assert "#VUL Y0\n\n1N = 15-17 bal" in text


def test_a_table_of_pass_alone_is_marked_as_one():
    assert openings("P : 0-10\n1C [4th] : 11+, 2+C\n").split("\n\n")[0] == "#BIDTABLE\nP = 0-10"


def test_answers_stand_below_their_history():
    text = exported("[openings]\n1C : 16+, 2+C\n[continuations]\n1C-(1S)-X : 5-8\n[defence]\n(1N)-X-XX : 0-7\n").text
    assert "1C-(1S)-\nD = 5-8" in text
    assert "(1N)-D-\nR = 0-7" in text


def test_what_bml_cannot_hold_is_listed():
    card = (
        'title: Ours\npair: Pair 1\n[openings]\n1C : 16+, 2+C "our club"\n[conventions]\nBlackwood\n[leads]\n4th best\n'
    )
    losses = [str(loss) for loss in exported(card).losses]
    assert losses == [
        "lost: the headers pair",
        "lost: the section [conventions]",
        "lost: the section [leads]",
        "lost: the note “our club” of 1C",
    ]


def test_names_of_define_are_written_out():
    text = exported("[define]\nnt-shape = bal, no 5M\n[openings]\n1N : 15-17, nt-shape\n").text
    assert "1N = 15-17, (bal, no 5M)" in text


def test_words_that_are_not_the_card_languages_are_read_freely_even_there():
    text = f"#+DESCRIPTION: {IN_CARD_LANGUAGE}\n\n1C = 16+, 2+!c\n  1D = some mystery\n"
    imported = import_source(Source("x", text.encode()), FORMAT, read_freely)
    assert [row.state for row in imported.rows] == ["read", "questioned"]


def test_export_is_a_command(card, syscheck, tmp_path):
    path = card("title: Ours\n[openings]\n1C : 16+, 2+C\n")
    assert syscheck("export", path, "--to", "bml") == (
        0,
        "#+TITLE: Ours\n\n#+DESCRIPTION: Written by syscheck; meanings are in its card language.\n\n1C = 16+, 2+!c\n",
        "",
    )
