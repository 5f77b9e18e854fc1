"""What a change costs: the share of all hands whose opening call changes."""

from fractions import Fraction

import pytest

from advice.systems import system
from syscheck.advice import UnknownTarget, cost, example, parse_target
from syscheck.hands import ALL_HANDS, BALANCED, hcp

REST = "1C : 16-18, 6+C\n"


def price(old, new):
    return cost(system(REST + old), system(REST + new)).share


def part(hands):
    return Fraction(hands.hands, ALL_HANDS)


def test_a_dropped_call_costs_its_hands():
    assert price("1N : 12-14 bal", "") == part(BALANCED & hcp(12, 14))


def test_a_new_call_costs_its_hands_too():
    assert price("", "1N : 12-14 bal") == part(BALANCED & hcp(12, 14))


def test_a_point_less_costs_the_hands_of_that_point():
    assert price("1N : 12-14 bal", "1N : 13-14 bal") == part(BALANCED & hcp(12, 12))


def test_seats_and_vulnerabilities_count_alike():
    assert price("1N : 12-14 bal", "1N [nv] : 12-14 bal") == part(BALANCED & hcp(12, 14)) / 2
    assert price("1N : 12-14 bal", "1N [4th fav] : 12-14 bal") == part(BALANCED & hcp(12, 14)) * Fraction(15, 16)


def test_a_hand_that_another_opening_claimed_and_still_claims_costs_nothing():
    both = "1D : 12-14 bal\n1N : 12-14 bal"
    assert price(both, "1D : 12-14 bal") == 0
    assert price(both, "1D : 12-13 bal\n1N : 12-14 bal") == 0


def test_a_hand_that_goes_to_another_call_costs():
    assert price("1D : 12-14 bal", "1N : 12-14 bal") == part(BALANCED & hcp(12, 14))


def test_layout_costs_nothing():
    assert price("1N : 12-14 bal", "1N [nv] : 12-14 bal\n1N [vul] : bal 12-14") == 0


def test_the_example_says_what_becomes_of_a_hand():
    old, new = system(REST + "1N : 12-14 bal"), system(REST + "1N [4th] : 12-14 bal")
    moved = example(cost(old, new), old, new)
    assert moved.hand in (BALANCED & hcp(12, 14))
    assert (moved.place, moved.before, moved.after) == ((1, "none"), ("1N",), ())


@pytest.mark.parametrize(
    ("text", "name"),
    [("sk:usual", "sk:usual"), (" SK : Simple ", "sk:simple"), ("se:c", "se:C"), ("se-2012:max=07", "se:max=7")],
)
def test_targets(text, name):
    assert parse_target(text).name == name


@pytest.mark.parametrize(
    "text",
    ["", "sk", "sk:vus", "se:D", "se:max", "se:max=x", "se:max=²", "cz:A", "sk:max=7", "cz:ordinary", "wbf:green"],
)
def test_no_targets(text):
    with pytest.raises(UnknownTarget):
        parse_target(text)


def test_a_hand_that_pass_claims_too_is_the_bids():
    passing = "P : 0-10\n"
    weak_two = "2D : 4-9, 6M | 22-23 bal"
    assert price(passing + weak_two, passing) == price(weak_two, "")
    assert price(passing, passing + weak_two) == price("", weak_two)
    assert float(price(passing + "2D : 4-9, 6M", passing)) > 0.03


def test_a_dropped_multi_costs_its_hands_beside_a_pass():
    old = system("P : 0-10, no 7+X\n1C : 11-21, 3+C\n2D : 4-9, 6M, Multi | 22-23 bal")
    new = system("P : 0-10, no 7+X\n1C : 11-21, 3+C")
    found = cost(old, new)
    assert 0.036 < float(found.share) < 0.038
    moved = example(found, old, new)
    assert (moved.before, moved.after) == (("2D",), ("P",))
