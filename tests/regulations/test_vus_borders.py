"""Points a, b and e where a careless reading would give a wrong verdict with confidence."""

import pytest

from syscheck import build_system, read_card, regulation
from syscheck.regulations import Outcome

WIDE = "[openings]\n1N : 12-17 bal\n[continuations]\n"


def outcome(rule, text):
    card = text if "[openings]" in text else f"[openings]\n{text}\n"
    return regulation("sk-2008").judge(build_system(read_card(card))).finding(rule).outcome


@pytest.mark.parametrize(
    "text",
    [
        "1D : 11-15, 4+D or (4441)",
        "1D : 11-15, 4+D or 4=4=1=4",
        "1D : 11-15, 4+D or (4441) 0-1D",
        "1D : 13-15, 4+D or (4441)",
        "1D : 11-15, 4+D or 3-suiter",
        "1H : 13-15, 4+H or (4441)",
    ],
)
def test_how_a_three_suiter_short_in_the_suit_bid_is_written_does_not_decide_b(text):
    assert outcome("sk-vus-b", text) is Outcome.DOUBTFUL


@pytest.mark.parametrize(
    "text",
    [
        # If only “usually bal” fails, it is 4+D or 4+H.
        "1D : 13-15, 4+D | 13-15, usually bal, usually 4+H",
        # Without the (2) the second part is short in diamonds and left out.
        "1D : 13-15, 4+D | 13-15, 0-1(2)D 4H 4S",
    ],
)
def test_b_is_open_where_a_set_between_gives_another_answer(text):
    assert outcome("sk-vus-b", text) is Outcome.CANNOT_TELL


def test_a_is_open_where_a_set_between_has_three_cards_and_unbalanced_hands():
    assert outcome("sk-vus-a", "1N : 15-17, (2)3+S, usually bal") is Outcome.CANNOT_TELL
    assert outcome("sk-vus-a", "1N : 15-17, (4441) 3+S or bal 3+S") is Outcome.DOUBTFUL


@pytest.mark.parametrize(
    ("replies", "expected"),
    [
        ("1N-2C : asks strength, asks shape", Outcome.MET),
        ("1N-2C : asks strength\n1N-2D : asks shape", Outcome.MET),
        # No place has both.
        ("1N-2C [nv] : asks strength\n1N-2D [vul] : asks shape", Outcome.NOT_MET),
        # What the opener asks is no inquiry; what responder bids before it is not on the card.
        ("1N-2C-2D : asks strength, asks shape", Outcome.CANNOT_TELL),
        ("1N-2C : Stayman\n1N-2C-2D : asks strength, asks shape", Outcome.NOT_MET),
        ("1N-2C : asks strength\n1N-2C-2D-2H : asks shape", Outcome.MET),
        ("1N-2C : Stayman", Outcome.NOT_MET),
        # Artificial, and the card does not say what it asks.
        ("1N-2C : ART GF", Outcome.CANNOT_TELL),
        ("1N-2C : 8+, GF ART", Outcome.CANNOT_TELL),
        ("1N-2C : relay", Outcome.CANNOT_TELL),
        ("1N-2D : 5+H, transfer", Outcome.NOT_MET),
    ],
)
def test_e_hears_responder_only_and_in_each_place_by_itself(replies, expected):
    assert outcome("sk-vus-e", WIDE + replies + "\n") is expected


def test_e_knows_which_of_two_entries_holds():
    text = (
        "[openings]\n1N [vul] : 12-17 bal\n1N [nv] : 15-17 bal\n"
        "[continuations]\n1N-2C [vul] : Stayman\n1N-2C : asks strength, asks shape\n"
    )
    assert outcome("sk-vus-e", text) is Outcome.NOT_MET
