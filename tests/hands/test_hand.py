"""Reading, writing and counting one hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syscheck.hands import BadHand, Hand, Suit

DECK = [(suit, rank) for suit in range(4) for rank in "AKQJT98765432"]


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    held = draw(st.lists(st.sampled_from(DECK), min_size=13, max_size=13, unique=True))
    return Hand.parse(".".join("".join(rank for at, rank in held if at == suit) for suit in (3, 2, 1, 0)))


@given(hands())
def test_a_hand_written_down_reads_back_the_same(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand
    assert sum(hand.lengths) == 13


def test_a_hand_is_written_spades_first_and_kept_clubs_first() -> None:
    hand = Hand.parse("AK53.Q64.J82.T95")
    assert str(hand) == "AK53.Q64.J82.T95"
    assert hand.suits == ("T95", "J82", "Q64", "AK53")
    assert hand.suits[Suit.SPADES] == "AK53"
    assert hand.lengths == (3, 3, 3, 4)


@pytest.mark.parametrize("text", ["akq109.-.jt98.5432", " AKQT9..JT98.5432 ", "9TQKA.-.89TJ.2345"])
def test_small_letters_tens_voids_and_order_are_understood(text: str) -> None:
    assert str(Hand.parse(text)) == "AKQT9..JT98.5432"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "write its spades"),
        ("AK53.Q64.J82", "write its spades"),
        ("AK53.Q64.J82.T9", "12 cards"),
        ("AK53.Q64.J82.T954", "14 cards"),
        ("AA53.Q64.J82.T95", "♠A more than once"),
        ("AK53.Q64.J82.T9X", "'X' is not a card"),
        ("AK53.Q64.J82.T91", "'1' is not a card"),
        ("AK53.Q64.J82-.T95", "'-' is not a card"),
    ],
)
def test_a_text_that_is_no_hand_is_refused_with_the_reason(text: str, complaint: str) -> None:
    with pytest.raises(BadHand, match=complaint):
        Hand.parse(text)


@pytest.mark.parametrize(
    ("text", "counted", "balanced"),
    [
        ("AK53.Q64.J82.T95", (10, 10, 3, 1 + 2 + 3 + 3), True),
        ("AKQ.AKQ.AKQ.AKQJ", (37, 37, 12, 0), True),
        ("5432.5432.5432.2", (0, 2, 0, 10), False),
        ("AKQJT98765432.-.-.-", (10, 19, 3, 0), False),
        ("A.K.AQ.Q98765432", (15, 20, 5, 0 + 1 + 1 + 2), False),
        ("Q2.A2.KQ432.5432", (11, 13, 3, 2 + 1 + 1 + 3), False),
        ("KQ2.A2.Q5432.J43", (12, 13, 3, 1 + 1 + 2 + 3), True),
    ],
)
def test_points_controls_and_losers_are_counted_as_players_do(
    text: str, counted: tuple[int, int, int, int], balanced: bool
) -> None:
    hand = Hand.parse(text)
    assert (hand.hcp, hand.hfp, hand.controls, hand.losers) == counted
    assert hand.is_balanced is balanced
