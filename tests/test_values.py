"""Values of `syscheck.values` behave as those of `dataclasses` do."""

import copy
import dataclasses
import pickle
from dataclasses import field

import pytest

from syscheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Bid:
    span: int = field(default=0, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Suit(Bid):
    level: int
    strain: str = "N"
    note: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Level(Bid):
    level: int


@dataclass(frozen=True, eq=False)
class Kept:
    level: int


def test_equal_by_the_fields_that_count():
    assert Suit(1, "C", span=3) == Suit(1, "C", span=9)
    assert Suit(1, "C") != Suit(1, "D")
    assert Suit(1) != Level(1)
    assert Level(1) == Level(1)
    assert Level(1) != 1
    assert Bid(span=1) == Bid(span=2)


def test_equal_values_hash_alike():
    assert len({Suit(1, span=3), Suit(1, span=9), Level(1), Level(1), Bid(), Bid()}) == 3


def test_without_eq_each_is_itself():
    one = Kept(1)
    assert one == one  # noqa: PLR0124
    assert one != Kept(1)


def test_shown_with_its_fields():
    assert repr(Suit(1, "C", "x")) == "Suit(span=0, level=1, strain='C')"
    assert repr(Kept(1)) == "Kept(level=1)"


def test_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Suit(1).level = 2


def test_replaced_copied_and_pickled():
    bid = Suit(1, "C", span=4)
    assert dataclasses.replace(bid, level=2) == Suit(2, "C")
    for other in (copy.copy(bid), pickle.loads(pickle.dumps(bid))):
        assert other == bid
        assert other.span == 4
