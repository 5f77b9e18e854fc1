"""The convention card of bridge-craftwork: its openings, and what it leaves open."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import ROOT

from syscheck.foreign import Source, format_of, import_source, read_source
from syscheck.foreign.craftwork import FORMAT
from syscheck.foreign.words import read_freely

SAMPLES = ROOT / "samples" / "foreign"


def imported(**parts):
    """A card with these parts, imported."""
    text = json.dumps({"schema_version": "1.0", "format": "bridge_classroom", **parts}, indent=1)
    source = Source("x.json", text.encode())
    assert format_of(source) is FORMAT
    return import_source(source, FORMAT, read_freely)


def entries(**parts):
    """The entries of its card, without notes."""
    return {head: text.partition(', "')[0] for row in imported(**parts).rows for head, text in row.readings}


def told(**parts):
    """Why rows are not on the card."""
    return [str(row.why) for row in imported(**parts).rows if row.state == "reported"]


ONE_NT = {"one_nt": {"range_min": 15, "range_max": 17}}


def test_ranges_of_no_trump_have_their_vulnerability():
    two = {
        "one_nt": {**ONE_NT["one_nt"], "seat_vul": "Vul"},
        "one_nt_alt": {"range_min": 12, "range_max": 14, "seat_vul": "NV"},
    }
    assert entries(notrump=two) == {"1N [vul]": "bal, 15-17", "1N [nv]": "bal, 12-14"}


def test_shapes_of_no_trump_are_those_that_are_ticked():
    shapes = {"allow_5422": True, "allow_6_minor": True, "five_card_major": "never"}
    assert (
        entries(notrump={"one_nt": {**ONE_NT["one_nt"], **shapes}})["1N"] == "bal or (5422) or (6322) 6m, no 5+M, 15-17"
    )


def test_a_seat_that_cannot_be_read_leaves_open_where_it_holds():
    [row] = imported(notrump={"one_nt": {**ONE_NT["one_nt"], "seat_vul": "when it rains"}}).rows
    assert row.state == "questioned"
    assert 'unclear "when it rains"' in row.readings[0][1]


def test_points_of_a_suit_opening_are_asked_for():
    done = imported(minor_openings={"one_club": {"min_length": 3}}, notrump=ONE_NT)
    [club, _] = done.rows
    assert "3+C" in club.readings[0][1]
    assert "unclear" in club.readings[0][1]
    assert [str(q) for q in club.questions] == ["How many points has 1C? The card does not say."]


def test_majors_may_be_shorter_in_third_seat():
    majors = {"min_length_1st_2nd": "5", "min_length_3rd_4th": "4"}
    assert set(entries(major_openings=majors)) == {"1H [1st-2nd]", "1H [3rd-4th]", "1S [1st-2nd]", "1S [3rd-4th]"}


def test_a_strong_club_is_artificial_and_forcing():
    club = imported(
        general={"forcing_opening_1c": True}, minor_openings={"one_club": {"min_length": 2}}, notrump=ONE_NT
    )
    assert {"ART", "F1"} <= set(club.rows[0].readings[0][1].replace(",", "").split())


def test_openings_of_two_have_points_cards_and_description():
    two = {
        "two_diamonds": {"min_hcp": 11, "max_hcp": 15, "description": "4441 or 5440"},
        "two_hearts": {"meaning": "weak", "min_hcp": 5, "max_hcp": 10, "min_length": 6},
    }
    found = entries(two_level=two)
    assert found["2H"] == "6+H, 5-10"
    assert "(4441)" in found["2D"]
    assert "(5440)" in found["2D"]


def test_a_weak_two_without_cards_leaves_its_length_open():
    [row] = imported(two_level={"two_spades": {"meaning": "weak", "min_hcp": 5, "max_hcp": 10}}).rows
    assert row.state == "questioned"
    assert "unclear" in row.readings[0][1]


def test_gambling_is_taken_by_its_name():
    assert entries(three_nt={"one_suit": True}, notrump=ONE_NT)["3N"] == "gambling"


def test_two_conventions_for_one_call_are_asked_about():
    [row] = imported(two_level={"flannery": {"play": True}, "wilkosz": {"play": True}}).rows
    assert "several meanings of 2D" in str(row.questions[0])


def test_unknown_fields_are_reported_each_and_other_parts_as_a_whole():
    parts = {
        "notrump": {**ONE_NT, "two_nt": {}, "moon": 1},
        "carding": {"a": True, "b": True},
        "four_level": {"x": "y"},
        "general": {"moon_phase": "full"},
    }
    assert sorted(told(**parts)) == [
        "only openings are read from this format",
        "“four_level” is no field of the form that is known here",
        "“general.moon_phase” is no field of the form that is known here",
        "“notrump.moon” is no field of the form that is known here",
    ]


def test_numbers_that_cannot_be_meant_are_reported():
    assert told(notrump={"one_nt": {"range_min": 17, "range_max": 15}}) == [
        "the range of notrump.one_nt goes downwards"
    ]
    assert told(minor_openings={"one_club": {"min_length": 27}}, notrump=ONE_NT) == [
        "minor_openings.one_club.min_length is no number that makes sense here: 27"
    ]


def test_the_card_may_stand_inside_another_object():
    text = json.dumps({"name": "Pair 7", "card_data": {"format": "bridge_classroom", "notrump": ONE_NT}})
    done = import_source(Source("x", text.encode()), FORMAT, read_freely)
    assert done.card.header["pair"] == "Pair 7"


@pytest.mark.parametrize("name", ["two-over-one-card.json", "faulty-card.json"])
def test_samples_are_read_and_every_field_of_an_opening_is_told(name):
    source = read_source(str(SAMPLES / name))
    assert format_of(source) is FORMAT
    done = import_source(source, FORMAT, read_freely)
    assert done.card is not None
    assert not done.exact
    lines = {row.at.line for row in done.rows}
    text = source.text.split("\n")
    fields = [n for n, line in enumerate(text, 1) if '"one_' in line or '"two_' in line]
    missing = [text[n - 1] for n in fields if n not in lines and '"two_nt"' not in text[n - 1]]
    assert all("two_level" in line or "minor_openings" in line for line in missing)


KEYS = ["one_club", "one_nt", "two_nt", "range_min", "range_max", "min_length", "seat_vul", "two_hearts", "meaning"]
KEYS += ["min_hcp", "max_hcp", "description", "play", "flannery", "one_suit", "three_level_style"]


@settings(max_examples=100, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-3, 40) | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(KEYS),
                inner,
                max_size=5,
            )
        ),
        max_leaves=15,
    )
)
def test_any_card_is_read_or_reported(value):
    names = ("minor_openings", "major_openings", "notrump", "two_level", "three_nt", "preempts", "general")
    imported(**dict.fromkeys(names, value))
