"""Every example of docs/language.md is read as the page says."""

import re
from functools import cache

import pytest
from paths import ROOT

from syscheck.card import FaultyCard, card_text, read_bytes, read_card, read_meaning
from syscheck.hands import ALL_HANDS
from syscheck.system import build_system
from syscheck.system.openings import read_system

PAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```card( fault E\d+)?\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
SOUND = [text for fault, text in FENCES if not fault]
FAULTY = [(fault.split()[-1], text) for fault, text in FENCES if fault]


def tables(page=PAGE):
    """The rows of every table, each with its cells by the heading of their column."""
    for table in re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE):
        heads, _, *rows = ([c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table.splitlines())
        for row in rows:
            assert len(row) == len(heads), row
            yield dict(zip(heads, row, strict=True))


def snippets(cell):
    """What stands in backticks."""
    return [s.replace(r"\|", "|") for s in re.findall(r"`([^`]+)`", cell)]


def rows_with(*heads):
    found = [row for row in tables() if all(h in row for h in heads)]
    assert found, heads
    return [pytest.param(row, id=row[heads[0]].replace(r"\|", "|")) for row in found]


def call_of(row):
    return (snippets(row["call"]) if "call" in row else ["1N"])[0]


@cache
def openings(call, meaning):
    return build_system(read_card(f"[openings]\n{call} : {meaning}\n")).openings


def certain(call, meaning):
    return [o.certain for o in openings(call, meaning)]


def possible(call, meaning):
    return [o.possible for o in openings(call, meaning)]


@pytest.mark.parametrize("row", [p for p in rows_with("written") if "code" not in p.values[0]])
def test_a_meaning_is_read(row):
    texts = snippets(row["written"])
    assert texts
    for text in texts:
        assert read_meaning(text).branches
        assert openings(call_of(row), text)


@pytest.mark.parametrize("row", rows_with("written", "same as"))
def test_two_spellings_mean_the_same(row):
    call = call_of(row)
    first, *others = snippets(row["written"]) + snippets(row["same as"])
    assert others
    for other in others:
        assert certain(call, other) == certain(call, first), other
        assert possible(call, other) == possible(call, first), other


def section(name):
    [text] = re.findall(rf"^## {name}\n(.*?)(?=^## )", PAGE, re.MULTILINE | re.DOTALL)
    return text


@pytest.mark.parametrize("name", ["Strength", "Length", "Shape", "Quality of suits"])
def test_spellings_in_one_cell_mean_the_same(name):
    rows = [row for row in tables(section(name)) if "written" in row]
    assert rows
    for row in rows:
        first, *others = snippets(row["written"])
        for other in others:
            assert possible(call_of(row), other) == possible(call_of(row), first), other


@pytest.mark.parametrize("row", rows_with("English", "slovensky", "česky", "svenska"))
def test_four_languages_say_the_same(row):
    [first], *others = map(snippets, row.values())
    for [other] in others:
        assert read_meaning(other) == read_meaning(first), other
        assert openings("1N", other)


def test_the_format_writes_what_the_page_shows():
    [text] = [t for t in SOUND if "balanserad" in t]
    assert card_text(read_card(text)) == text
    assert card_text(read_card(text), "en") == text.replace("sv", "en").replace("ej ", "not ").replace(
        "balanserad", "bal"
    ).replace("kan ha", "may have").replace("utan", "no")


@pytest.mark.parametrize("row", rows_with("written", "certainly", "possibly"))
def test_the_two_sets_of_inexact_words(row):
    [text] = snippets(row["written"])
    [most] = snippets(row["possibly"])
    assert possible("1N", text) == possible("1N", most)
    if row["certainly"] == "nothing":
        assert not any(certain("1N", text))
    else:
        [least] = snippets(row["certainly"])
        assert certain("1N", text) == certain("1N", least)
    assert certain("1N", text) != possible("1N", text)


@pytest.mark.parametrize("row", rows_with("written", "alternatives"))
def test_alternatives(row):
    [text] = snippets(row["written"])
    [opening] = openings("1N", text)
    assert [a.text for a in opening.alternatives] == snippets(row["alternatives"])


@pytest.mark.parametrize("row", rows_with("written", "code"))
def test_a_faulty_meaning_gives_its_code(row):
    [text] = snippets(row["written"])
    [code] = snippets(row["code"])
    with pytest.raises(FaultyCard) as error:
        openings("1N", text)
    assert code in {f.code for f in error.value.faults}
    for better in snippets(row["write instead"]):
        assert openings("1N", better), better


@pytest.mark.parametrize("row", rows_with("calls", "section"))
def test_calls_are_read(row):
    for calls in snippets(row["calls"]):
        entry = f"{calls} : 8+\n"
        start = "[openings]\n" if row["section"] == "openings" else f"[openings]\n1C : 16+\n[{row['section']}]\n"
        assert read_system(start + entry).openings


@pytest.mark.parametrize("row", rows_with("where"))
def test_places(row):
    for where in snippets(row["where"]):
        [opening] = read_system(f"[openings]\n1N {where} : 12-14\n").openings
        assert len(opening.places) == int(row["of the 16 places"])


def test_headers():
    for row in (p.values[0] for p in rows_with("header")):
        [key] = snippets(row["header"])
        value = {"date": "2026-03-14", "language": "sk", "regulation": "sk-2008, se-2012"}.get(key, "words")
        assert read_card(f"{key}: {value}\n[openings]\n1N : 15-17\n").header == {key: value}


@pytest.mark.parametrize("text", SOUND)
def test_a_card_is_read(text):
    assert read_system(text).openings


@pytest.mark.parametrize(("code", "text"), FAULTY)
def test_a_faulty_card_gives_its_code(code, text):
    with pytest.raises(FaultyCard) as error:
        read_system(text)
    assert [f.code for f in error.value.faults] == [code]


def test_a_line_with_its_own_entry_is_left_out_of_the_letter():
    [text] = [t for t in SOUND if "3S : 5-9, 6+S" in t]
    assert [(str(o.call), o.written) for o in read_system(text).openings] == [
        ("3C", "3X"),
        ("3D", "3X"),
        ("3H", "3X"),
        ("3S", "3S"),
    ]


@pytest.mark.parametrize(("call", "meaning"), [("2D", "Multi"), ("2D", "3-9, Multi"), ("2H", "Muiderberg")])
def test_a_name_alone_becomes_a_question(call, meaning):
    [opening] = openings(call, meaning)
    assert not opening.certain
    assert opening.questions


def test_the_meaning_of_gambling_comes_from_the_catalogue():
    [opening] = openings("3N", "gambling")
    assert opening.alternatives[0].from_catalogue == "gambling"
    assert possible("3N", "gambling") == possible("3N", "solid 7+m, no outside A or K")


def test_files_of_windows_and_of_word_processors():
    text = "title: Ours\n[openings]\n1N : 15-17 bal\n1H : 11-15, 5+♡\n"
    plain = read_card(text.replace("♡", "H"))
    assert read_bytes(text.encode("utf-8-sig")) == plain
    assert read_bytes(text.replace("\n", "\r\n").encode()) == plain
    assert read_bytes(text.replace("\n", "\r").encode()) == plain
    assert read_bytes(text.replace("15-17", "15−17").replace(" bal", "\u00a0bal").encode()) == plain


LIMITS = {
    "E103": b"[openings]\n" + b"# too much\n" * 100_000,
    "E105": b"[openings]\n1N : 15-17\n[continuations]\n" + b"1N-2C : Stayman\n" * 10_001,
    "E210": b"[openings]\n1N : " + b"(" * 51 + b"bal" + b")" * 51 + b"\n",
    "E304": b"[openings]\n1N : "
    + " | ".join(
        f"{a}-{a + w} {n}+{s}" for a in range(18) for w in (8, 9) for n in range(1, 8) for s in "CDHS"
    ).encode(),
}


@pytest.mark.parametrize("row", rows_with("limit", "error"))
def test_limits(row):
    [code] = snippets(row["error"])
    with pytest.raises(FaultyCard) as error:
        build_system(read_bytes(LIMITS[code]))
    assert [f.code for f in error.value.faults] == [code]


def test_one_slip_in_a_definition_gives_one_message():
    with pytest.raises(FaultyCard) as error:
        read_system("[define]\nnt-shape = bal, no 5Q\n[openings]\n1N : 15-17, nt-shape\n2N : 20-21, nt-shape\n")
    assert {f.span[0] for f in error.value.faults} <= set(range(9, 32))


def test_points_of_the_warning_about_or():
    [opening] = openings("1N", "11 or 12 bal")
    assert [a.text for a in opening.alternatives] == ["11", "12 bal"]
    assert opening.possible.hands < ALL_HANDS
