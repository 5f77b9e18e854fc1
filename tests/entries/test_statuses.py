"""What there is of each pair: a card, two, none, or one that cannot be read; and when it came."""

import datetime

import pytest

from entries.handing_in import (
    EVENT,
    FAULTY,
    NATURAL,
    NATURAL_OTHERWISE_WRITTEN,
    WEAK_NOTRUMP,
    entered,
    hand_in,
    of,
    statuses,
)
from syscheck.entries import read_received


def test_two_different_cards_of_one_pair_are_duplicates(tmp_path):
    hand_in(tmp_path, {"a.card": of("Pair 1"), "b.card": of("pair  1", WEAK_NOTRUMP), "c.card": of("Pair 2")})
    one, other, third = entered(tmp_path)
    assert [e.status.value for e in (one, other, third)] == ["duplicate", "duplicate", "ok"]
    assert one.others == other.files == (f"{tmp_path}/b.card",)


def test_the_same_agreements_twice_are_one_entry(tmp_path):
    hand_in(tmp_path, {"a.card": of("Pair 1"), "b.card": of("Pair 1", NATURAL_OTHERWISE_WRITTEN)})
    [entry] = entered(tmp_path)
    assert entry.status.value == "ok"
    assert entry.files == (f"{tmp_path}/a.card", f"{tmp_path}/b.card")
    assert entry.others == ()


def test_a_card_beside_one_that_cannot_be_read_may_not_be_the_one_that_holds(tmp_path):
    hand_in(tmp_path, {"a.card": of("Pair 1"), "b.card": of("Pair 1", FAULTY)})
    assert statuses(tmp_path) == [("Pair 1", "", "duplicate"), ("Pair 1", "", "unreadable")]


def test_pairs_of_one_name_in_two_teams_are_two_pairs(tmp_path):
    hand_in(tmp_path, {"x/a.card": of("Pair 1"), "y/a.card": of("Pair 1", WEAK_NOTRUMP)})
    assert [s[2] for s in statuses(tmp_path)] == ["ok", "ok"]


def test_a_listed_file_that_is_not_there_is_missing_beside_the_one_that_is(tmp_path):
    hand_in(tmp_path, {"l.csv": "pair,card\nPair 1,a.card; b.card\nPair 2,c.card\n", "a.card": NATURAL})
    assert statuses(tmp_path / "l.csv") == [("Pair 1", "", "ok"), ("Pair 1", "", "missing"), ("Pair 2", "", "missing")]
    assert [e.absent for e in entered(tmp_path / "l.csv")] == [(), ("b.card",), ("c.card",)]


def test_two_rows_of_one_pair_belong_together(tmp_path):
    hand_in(tmp_path, {"l.csv": "pair,card\nPair 1,a.card\nPair 1,b.card\n", "a.card": NATURAL, "b.card": WEAK_NOTRUMP})
    assert [s[2] for s in statuses(tmp_path / "l.csv")] == ["duplicate", "duplicate"]


def test_two_pairs_may_hand_in_the_same_card(tmp_path):
    hand_in(tmp_path, {"l.csv": "pair,card\nPair 1,a.card\nPair 2,a.card\n", "a.card": NATURAL})
    assert statuses(tmp_path / "l.csv") == [("Pair 1", "", "ok"), ("Pair 2", "", "ok")]


DUE = datetime.datetime(2026, 10, 10, 20, 0, tzinfo=EVENT.timezone)


@pytest.mark.parametrize(
    ("written", "after"),
    [
        ("2026-10-10 20:00", False),
        ("2026-10-10 20:01", True),
        ("2026-10-10T18:00Z", False),
        ("2026-10-10T18:01Z", True),
        ("2026-10-09", False),
        ("2026-10-10", None),
        ("2026-10-11", True),
    ],
)
def test_late_to_the_minute_and_open_where_only_the_day_is_known(written, after):
    assert read_received(written, EVENT).after(DUE) is after
