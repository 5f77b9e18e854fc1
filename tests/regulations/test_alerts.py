"""Alerts: card text in, alert or not under each regulation out."""

import pytest

from syscheck import build_system, read_card
from syscheck.advice import alert_sheet
from syscheck.checking import check_bytes

YES, NO, OPEN = "yes", "no", "cannot tell"
SAID = {True: YES, False: NO, None: OPEN}
NATURAL = {
    "1C": "12-21, 4+C",
    "1D": "12-21, 4+D",
    "1H": "12-21, 5+H",
    "1S": "12-21, 5+S",
    "1N": "15-17 bal",
    "2H": "5-9, 6H",
}


def sheet(*entries, screens=False):
    """The rows of a card; natural openings stand where a sequence needs one."""
    sections = {"openings": [], "continuations": [], "defence": []}
    for entry in entries:
        head = entry.split(":")[0].split("[")[0].strip()
        name = "openings" if "-" not in head else "defence" if head.startswith("(") else "continuations"
        sections[name].append(entry)
    opened = {e.split(":")[0].split("[")[0].strip() for e in sections["openings"]}
    needed = dict.fromkeys(e.split("-")[0].strip() for e in sections["continuations"]) or {"1N": None}
    if not opened or sections["continuations"]:
        sections["openings"] += [f"{c} : {NATURAL[c]}" for c in needed if c not in opened]
    text = "\n".join(f"[{name}]\n" + "\n".join(lines) for name, lines in sections.items() if lines)
    checked = check_bytes(text.encode())
    assert checked.readable, checked.faults
    return alert_sheet(checked, screens=screens).rows


def answers(call, *entries, screens=False):
    """Slovak and Swedish answers for a call, in each of its rows."""
    rows = [r for r in sheet(*entries, screens=screens) if str(r.call) == call]
    return [(SAID[r.verdicts["sk-2008"].alert], SAID[r.verdicts["se-2012"].alert]) for r in rows]


def first_answer(call, *entries):
    """The answers for a call of a hand that has not passed."""
    return answers(call, *entries)[0]


@pytest.mark.parametrize(
    ("call", "entry", "slovak", "swedish"),
    [
        ("1C", "1C : 12-21, 4+C", NO, NO),
        ("1C", "1C : 12-21, 3+C", YES, NO),
        ("1C", "1C : 11-21, 2+C", YES, YES),
        ("1C", "1C : 16+  , F1 ART", YES, YES),
        ("1D", "1D : 11-15, 2+D", YES, YES),
        ("1D", "1D : 12-21, 4+D or 4=4=3=2", YES, NO),
        ("1D", "1D : 9-14, 4+H  , ART", YES, YES),
        ("1H", "1H : 11-15, 5+H", NO, NO),
        ("1H", "1H : 8-11, 5+H", NO, YES),
        ("1H", "1H : 11-15, 4+H  , canape", YES, NO),
        ("1S", "1S : 0-7  , ART", YES, YES),
        ("1N", "1N : 15-17 bal", NO, NO),
        ("1N", "1N : 12-14 bal", NO, YES),
        ("1N", "1N : 13-15 bal", NO, YES),
        ("1N", "1N : 16+ bal", YES, YES),
        ("2C", "2C : 22+  , GF ART", YES, YES),
        ("2C", "2C : 11-15, 6+C or 5C 4M", NO, NO),
        ("2D", "2D : 3-9, 6M  , ART Multi", YES, YES),
        ("2D", "2D : 11-15, (4441)  , ART", YES, YES),
        ("2H", "2H : 5-9, 6H", NO, NO),
        ("2H", "2H : 3-9, 5H 4+m", YES, YES),
        ("2N", "2N : 20-21 bal", NO, NO),
        ("2N", "2N : 5-10, 5-5 minors", YES, YES),
        ("3C", "3X : 5-9, 7+X  PRE", NO, NO),
        ("3N", "3N : gambling", YES, YES),
        ("3N", "3N : 25-27 bal", NO, NO),
        ("4C", "4C : 10-15, solid 7+H  , ART Namyats", YES, NO),
        ("4H", "4H : 5-9, 8+H", NO, NO),
        ("P", "P : 0-10", NO, NO),
        ("P", "P : 13+", YES, YES),
        ("P", "P : 15+", YES, YES),
    ],
)
def test_typical_openings_side_by_side(call, entry, slovak, swedish):
    assert answers(call, entry) == [(slovak, swedish)]


def test_1n_by_vulnerability():
    entries = "1N [nv] : 12-14 bal", "1N [vul] : 15-17 bal"
    assert answers("1N", *entries) == [(YES, YES), (YES, NO)]


def test_behind_screens_swedes_alert_from_4c_up_and_slovaks_as_before():
    namyats = "4C : 10-15, solid 7+H  , ART Namyats"
    assert answers("4C", namyats, screens=True) == [(YES, YES)]
    assert answers("1N-4C", "1N-4C : Gerber", screens=True) == [(NO, YES)]
    assert answers("1C-(1S)-X", "1C-(1S)-X : 6+ hcp, negative doubles", screens=True) == [(YES, NO)]


@pytest.mark.parametrize(
    ("call", "entries", "slovak", "swedish"),
    [
        ("1H-1S", ["1H-1S : 6+ hcp, 4+S  , F1"], NO, NO),
        ("1H-1S", ["1H-1S : 6+ hcp, 4+S  , NF"], YES, YES),
        ("1H-1S", ["1H-1S : 6+ hcp, 4+S"], OPEN, OPEN),
        ("1H-1N", ["1H-1N : 5-12, no 4S  , F1"], YES, YES),
        ("1H-1N", ["1H-1N : 6-10, no 4S"], NO, NO),
        ("1H-2N", ["1H-2N : 11-12 bal"], OPEN, OPEN),
        ("1H-2N", ["1H-2N : 13+, 4+H  , GF ART"], YES, YES),
        ("1H-2H", ["1H-2H : 6-9, 3+H"], NO, NO),
        ("1H-2H", ["1H-2H : 10+, 3+H  , F1"], YES, YES),
        ("1H-2H", ["1H-2H : 8-12, 3+H"], OPEN, OPEN),
        ("1H-3H", ["1H-3H : 0-6, 4+H  , PRE"], YES, NO),
        ("1H-3H", ["1H-3H : 10-12, 4+H  , LIM"], NO, NO),
        ("1H-4H", ["1H-4H : 0-9, 5+H  , PRE"], NO, NO),
        ("1N-2C", ["1N-2C : 8+, 4+M, Stayman"], NO, YES),
        ("1N-2C", ["1N-2C : 8+, Stayman"], YES, YES),
        ("1N-2C", ["1N-2C : Stayman"], OPEN, YES),
        ("1N-2D", ["1N-2D : 5+H, transfer"], YES, YES),
        ("1N-2D-2H", ["1N-2D : 5+H, transfer", "1N-2D-2H : any"], YES, YES),
        ("1N-2D-3H", ["1N-2D : 5+H, transfer", "1N-2D-3H : 17, 4H"], YES, NO),
        ("1N-2H", ["1N-2H : 0-8, 5+H  , NF"], NO, NO),
        ("1N-2H", ["1N-2H : 8+, 5+H  , F1"], YES, NO),
        ("1N-2S", ["1N-2H : 5+S, transfer", "1N-2S : 8-10, 5+S  , INV"], NO, YES),
        ("1N-4C", ["1N-4C : Gerber"], NO, NO),
        ("1C-(1S)-X", ["1C-(1S)-X : 6+ hcp, 4+H"], YES, NO),
        ("1H-(X)-XX", ["1H-(X)-XX : 10+"], NO, NO),
        ("(1H)-X", ["(1H)-X : 12+, 0-2H"], NO, NO),
        ("(1H)-1S", ["(1H)-1S : 8-16, 5+S"], NO, NO),
        ("(1H)-1N", ["(1H)-1N : 15-18 bal"], NO, NO),
        ("(1H)-2H", ["(1H)-2H : 8+, 5+S 5+m, Michaels"], YES, YES),
        # The Slovak annex speaks of the opener's partner only.
        ("(1D)-1H-2S", ["(1D)-1H-2S : 4-8, 6+S  , NF"], NO, YES),
    ],
)
def test_continuations_and_defence(call, entries, slovak, swedish):
    assert first_answer(call, *entries) == (slovak, swedish)


def test_a_passed_hand_need_not_force():
    assert answers("1H-2C", "1H-2C : 9-11, 5+C  , NF") == [(YES, YES), (NO, NO)]
    assert answers("1H-2C", "1H-2C [3rd-4th] : 9-11, 5+C  , NF") == [(NO, NO)]


def test_a_call_is_looked_at_beside_each_variant_of_the_opening():
    variants = "2H [1st-2nd] : 5-9, 6H", "2H [3rd] : 11-15, (4441)  , ART"
    assert answers("2H-3H", *variants, "2H-3H : 10+, 3+H  , F1") == [(NO, YES), (YES, NO)]


def test_the_standard_answer_to_stayman_is_excepted_with_it():
    asks = "1N-2C : 8+, 4+M, Stayman"
    scheme = "1N-2C-2D : no 4M", "1N-2C-2H : 4+H", "1N-2C-2S : 4+S, no 4H"
    assert answers("1N-2C-2D", asks, *scheme) == [(NO, YES)]
    assert answers("1N-2C-2D", asks, scheme[0]) == [(OPEN, YES)]
    assert answers("1N-2C-2D", asks, *scheme[:2], "1N-2C-2S : 4+S") == [(YES, YES)]


def test_an_open_answer_brings_its_question():
    row = next(r for r in sheet("1H-1S : 6+ hcp, 4+S") if str(r.call) == "1H-1S")
    assert [str(q) for q in row.questions] == [
        "Is 1H-1S forcing? Write F1 or GF behind its meaning, or NF, INV or LIM."
    ]


def test_a_met_rule_outweighs_an_open_one():
    [row] = [r for r in sheet("1C : 11-15, (2)3+C") if str(r.call) == "1C"]
    assert row.verdicts["sk-2008"].alert is True
    assert row.verdicts["se-2012"].alert is None


@pytest.mark.parametrize(
    ("call", "entries", "stop"),
    [
        ("1H", ["1H : 11-15, 5+H"], False),
        ("2H", ["2H : 5-9, 6H"], True),
        ("1H-2C", ["1H-2C : 10+, 4+C  , GF"], False),
        ("1H-3C", ["1H-3C : 10+, 6+C  , GF"], True),
        ("1H-3H", ["1H-3H : 10-12, 4+H  , LIM"], True),
        ("1C-(1S)-2H", ["1C-(1S)-2H : 10+, 5+H  , F1"], False),
        ("(1S)-2H", ["(1S)-2H : 11-16, 5+H"], False),
        ("(1C)-2H", ["(1C)-2H : 5-9, 6H"], True),
    ],
)
def test_stop(call, entries, stop):
    [row] = [r for r in sheet(*entries) if str(r.call) == call]
    assert row.verdicts["sk-2008"].stop is stop
    assert row.verdicts["se-2012"].stop is None


@pytest.mark.parametrize(
    ("call", "entries", "words"),
    [
        ("1H", ["1H : 0-7"], "opponents may look at a written defence"),
        ("2D", ["2D : 3-9, 6M  , ART"], ""),
        ("(1D)-1S", ["(1D)-1S : 3-9, 6H or 6S"], "over a natural opening"),
        ("(1D)-1S", ["(1D)-1S : 8-16, 5+S"], ""),
        ("(1H)-2N", ["(1H)-2N : ART"], "is open on the card"),
    ],
)
def test_written_defences(call, entries, words):
    [row] = [r for r in sheet(*entries) if str(r.call) == call]
    assert words in " ".join(map(str, row.opponents))
    assert bool(row.opponents) is bool(words)


def test_in_an_a_system_three_dots_are_enough():
    weak = "1H : 0-7", "1S : 0-7  , ART", "2D : 3-9, 6M  , ART"
    assert any(r.opponents for r in sheet(*weak) if str(r.call) == "2D")


def test_every_row_of_a_card_is_a_call_in_its_own_places():
    rows = sheet("1N [nv] : 12-14 bal", "1N [vul] : 15-17 bal", "3X : 5-9, 7+X  PRE")
    assert [str(r.call) for r in rows] == ["1N", "1N", "3C", "3D", "3H", "3S"]
    assert not rows[0].places & rows[1].places


def test_an_opening_that_is_not_on_the_card_leaves_its_answers():
    system = build_system(read_card("[openings]\n1N : 15-17 bal\n[continuations]\n1H-2H : 6-9, 3+H\n"))
    from syscheck.system import calls_on_card

    assert [str(c) for c in calls_on_card(system)] == ["1N", "1H-2H", "1H-2H"]
