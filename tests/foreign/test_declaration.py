"""The Swedish declaration: read as a card, and filled in with its dots."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import ROOT

from syscheck.foreign import Source, format_of, import_source, read_source
from syscheck.foreign.declaration import FORMAT, calls_of, length_of, rows
from syscheck.foreign.declaration_writer import fill
from syscheck.foreign.words import read_freely
from syscheck.foreign.written import Exported

SAMPLES = ROOT / "samples" / "foreign"


def form(*openings, **others):
    """A form with rows `bud, ant_kort, oppning, svar`."""
    keys = ("bud", "ant_kort", "oppning", "svar")
    rows_ = [{"prickar": "", **dict(zip(keys, row, strict=False))} for row in openings]
    meta = {"grundsystem": "", "antal_prickar": "", "special_forsvar": ""}
    return json.dumps({"meta": meta, "oppningsbud": rows_, **others}, ensure_ascii=False, indent=1)


def imported(text):
    """A form, imported."""
    return import_source(Source("ours.json", text.encode()), FORMAT, read_freely)


def entries(text):
    """The entries of its card, without notes."""
    return {head: meaning.partition(', "')[0] for row in imported(text).rows for head, meaning in row.readings}


def told(text):
    """Why rows are not on the card."""
    return [str(row.why) for row in imported(text).rows if row.state == "reported"]


def filled(text):
    """The form with its dots, and what is remarked."""
    done = fill(Source("ours.json", text.encode()))
    assert isinstance(done, Exported), done
    return json.loads(done.text), [str(r) for r in done.losses]


def dots(text):
    """The dots of each row."""
    return {row["bud"]: row["prickar"] for row in filled(text)[0]["oppningsbud"]}


# ---- reading --------------------------------------------------------------------------------------------------------


def test_a_row_is_an_opening_with_its_fewest_cards():
    assert entries(form(("1H", "5", "11-15"), ("1NT", "", "15-17 bal"))) == {"1H": "5+H, 11-15", "1N": "15-17, bal"}


def test_four_suits_in_a_row_are_one_entry_of_the_card():
    assert entries(form(("3CDHS", "7", "5-9"), ("1H", "5", "11-15")))["3X"] == "7+X, 5-9"


def test_two_suits_in_a_row_are_two_entries():
    assert set(entries(form(("2HS", "6", "6-10")))) == {"2H", "2S"}


def test_an_empty_row_is_no_opening():
    assert list(entries(form(("1H", "5", "11-15"), ("4CDHS", "", "")))) == ["1H"]


@pytest.mark.parametrize(
    ("cards", "term"),
    [("5", "5+H"), ("5+", "5+H"), ("4-6", "4-6H"), ("(4)5", "(4)5+H"), ("0", "0+H"), ("fem", None), ("14", None)],
)
def test_fewest_cards(cards, term):
    assert length_of(cards, "H") == term


@pytest.mark.parametrize("bid", ["", "8C", "1Q", "C", "Stenberg"])
def test_what_is_no_bid(bid):
    assert calls_of(bid) is None


def test_cards_that_are_no_number_are_asked_about_and_leave_the_length_open():
    [row] = imported(form(("1H", "fem", "11-15"))).rows
    assert "The form says “fem”" in str(row.questions[0])
    assert 'unclear "fem"' in row.readings[0][1]


def test_answers_that_begin_with_a_call_are_answers():
    found = entries(form(("2C", "6", "11-15", "2D Relä\n2C - 2NT = krav\nÖvriga bud naturliga")))
    assert {"2C-2D", "2C-2N"} <= found.keys()
    assert told(form(("2C", "6", "11-15", "Övriga bud naturliga"))) == ["it speaks of answers, but begins with no call"]


def test_an_answer_stands_where_it_is_written():
    text = form(("2C", "6", "11-15", "2D relä\n2H kort \\\\ lång"))
    places = [row.at for row in imported(text).rows]
    line = text.split("\n")[places[2].line - 1]
    assert line[places[2].column - 1 :].startswith("2H kort")


def test_overcalls_of_no_trump_are_over_an_opening_of_one():
    found = entries(
        form(("1H", "5", "11-15"), forsvarsbud={"1NT": "15-18 bal", "mot_1nt": "2C 5-4 hö\nAnnat: naturligt"})
    )
    assert found["(1S)-1N"] == "15-18, bal"
    assert found["(1N)-2C"] == "5-4 majors"


def test_conventions_leads_and_signals_are_listed():
    card = imported(form(("1H", "5", "11-15"), slamkonventioner="Blackwood", utspel={"mot_farg": "4:e"})).card
    assert [p.text for p in card.phrases] == ["Blackwood", "4:e"]


def test_unknown_parts_are_reported():
    assert told(form(("1H", "5", "11-15"), extra="x", forsvarsbud={"mot_4s": "X"})) == [
        "“extra” is no part of the form that is known here",
        "“forsvarsbud.mot_4s” is no part of the form that is known here",
    ]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"oppningsbud": [', "a value is missing here"),
        ('{"oppningsbud": [] "meta": {}}', "a comma or the closing “}” is missing here"),
        ('{"oppningsbud" []}', "a colon is missing here"),
        ('{"oppningsbud": [], }', "a name in double quotes is missing here"),
        ('{"oppningsbud": ["x]}', "this text in double quotes is not closed"),
        ('{"oppningsbud": []} x', "something stands behind the end"),
        ('{"oppningsbud": ' + "9" * 5000 + "}", "this is no number"),
        ('{"oppningsbud": ' + "[" * 5000 + "]" * 5000 + "}", "it is nested more than 64 deep"),
    ],
)
def test_broken_json_is_a_fault_with_its_place(text, what):
    source = Source("x.json", text.encode())
    assert format_of(source) is FORMAT
    [fault] = import_source(source, FORMAT).faults
    assert fault.code == "E515"
    assert what in fault.message
    assert fault.span[0] <= len(text)


@pytest.mark.parametrize("name", ["deklaration.json", "deklaration-oppen.json"])
def test_every_row_of_a_sample_is_read_questioned_or_reported(name):
    source = read_source(str(SAMPLES / name))
    assert format_of(source) is FORMAT
    done = import_source(source, FORMAT, read_freely)
    assert done.card is not None
    bids = [row["bud"] for row in json.loads(source.text)["oppningsbud"] if isinstance(row, dict) and row["oppning"]]
    told_of = " ".join(row.row.original for row in done.rows)
    assert all(f'"bud": "{bid}"' in told_of for bid in bids)


@settings(max_examples=100, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    ["meta", "oppningsbud", "bud", "ant_kort", "oppning", "svar", "forsvarsbud", "utspel", "x"]
                ),
                inner,
                max_size=5,
            )
        ),
        max_leaves=15,
    )
)
def test_any_json_is_read_or_reported(value):
    text = json.dumps({"oppningsbud": value, "utspel": value, "meta": value, "forsvarsbud": value, "y": value})
    source = Source("x", text.encode())
    rows(source)
    import_source(source, FORMAT)
    fill(source)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet='{}[]":,\\ \n01eé"oppningsbud', max_size=60))
def test_any_text_is_read_or_a_fault(text):
    import_source(Source("x", ('{"oppningsbud"' + text).encode()), FORMAT)


# ---- filling in -----------------------------------------------------------------------------------------------------


def test_each_bid_gets_its_dots_and_the_form_its_sum():
    text = form(("1C", "0", "16+ krav"), ("1D", "2", "11-15"), ("1H", "5", "11-15"), ("2D", "", "3-9, 6M"))
    assert dots(text) == {"1C": "0", "1D": "3", "1H": "0", "2D": "3"}
    assert filled(text)[0]["meta"]["antal_prickar"] == "6"


def test_openings_with_many_dots_may_need_a_special_defence():
    many = form(("1H", "0", "0-7"), ("1S", "5", "11-15"))
    meta = filled(many)[0]["meta"]
    assert (meta["antal_prickar"], meta["special_forsvar"]) == ("7", "1H")


def test_in_an_a_system_three_dots_are_enough():
    text = form(("1H", "0", "0-7"), ("1D", "2", "11-15"), ("2D", "", "3-9, 6M"))
    meta = filled(text)[0]["meta"]
    assert (meta["antal_prickar"], meta["special_forsvar"]) == ("13", "1D, 1H, 2D")


def test_what_is_open_is_left_empty():
    done, remarks = filled(form(("1D", "", "ungefär öppning"), ("1H", "5", "11-15")))
    assert [row["prickar"] for row in done["oppningsbud"]] == ["", "0"]
    assert done["meta"]["antal_prickar"] == ""
    assert any("left empty: the dots of 1D" in r for r in remarks)
    assert any("left empty: the number of dots" in r for r in remarks)


def test_the_sum_is_left_empty_where_an_opening_could_not_be_read():
    done, remarks = filled(form(("1H", "5", "11-15"), ("5Q", "", "svagt")))
    assert done["meta"]["antal_prickar"] == ""
    assert any("rows of openings could not be read" in r for r in remarks)


def test_what_the_pair_had_written_is_told():
    text = form(("1D", "2", "11-15")).replace('"antal_prickar": ""', '"antal_prickar": "9"')
    assert "antal_prickar was 9 and is now 3" in filled(text)[1]


def test_nothing_else_of_the_file_changes():
    text = read_source(str(SAMPLES / "deklaration.json")).text.replace("\n", "\r\n")
    text = "\ufeff" + text.replace('"display"', '"display" ').replace("Överföringar", "\\u00d6verf\\u00f6ringar\\/")
    done = fill(Source("x", text.encode()))
    filled_in = r'("(?:prickar|antal_prickar|special_forsvar)": )"[^"]*"'
    assert re.sub(filled_in, r"\1", done.text) == re.sub(filled_in, r"\1", text)
    assert done.text != text
    assert json.loads(done.text.removeprefix("\ufeff")).keys() == json.loads(text.removeprefix("\ufeff")).keys()
    assert "\\u00d6verf\\u00f6ringar\\/" in done.text
    twice = fill(Source("x", done.text.encode()))
    assert twice.text == done.text


def test_another_file_is_a_fault(card, syscheck):
    status, out, err = syscheck("export", card("[openings]\n1C : 16+\n"), "--to", "declaration")
    assert (status, out) == (3, "")
    assert "E516" in err


def test_the_form_is_filled_in_from_the_command_line(syscheck, tmp_path):
    target = tmp_path / "filled.json"
    status, _, err = syscheck("export", SAMPLES / "deklaration.json", "--to", "declaration", "-o", target)
    assert status == 0, err
    assert json.loads(target.read_text())["meta"]["antal_prickar"] == "6"


def test_the_fault_of_a_broken_form_is_shown(syscheck):
    status, out, err = syscheck("export", SAMPLES / "deklaration-trasig.json", "--to", "declaration")
    assert (status, out) == (3, "")
    assert "deklaration-trasig.json:4:51: E515" in err
