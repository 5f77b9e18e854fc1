"""The Czech and the WBF rules at their borders: the exception, brown conventions, colours, words that leave room."""

import json

import pytest

from syscheck import build_system, check_bytes, read_card, regulation
from syscheck.regulations import REGULATIONS, Outcome
from syscheck.regulations.brown import NATURAL_OPPONENTS
from syscheck.regulations.clauses import Clause

MET, NOT_MET, OPEN = Outcome.MET, Outcome.NOT_MET, Outcome.CANNOT_TELL
DOUBTFUL, NOT_LOOKED_AT = Outcome.DOUBTFUL, Outcome.DOES_NOT_APPLY
PASS = "P : 0-11\n"
NATURAL = f"{PASS}1C : 12-21, 3+C\n1D : 12-21, 4+D\n1M : 12-21, 5+M\n1N : 15-17 bal\n2C : 22+\n"


def judged(law, text, **settings):
    card = text if "[openings]" in text else f"[openings]\n{text}\n"
    return regulation(law).judge(build_system(read_card(card)), settings)


def outcome(rule, text, **settings):
    law = "wbf" if rule.startswith("wbf") else "cz-teams"
    return judged(law, text, **settings).finding(rule).outcome


def verdict(law, text):
    return judged(law, text).classification


# ---- VUS and HUM ---------------------------------------------------------------------------------------------


def test_a_derived_clause_names_the_clause_it_comes_from():
    by_rule = {c.rule: c for r in REGULATIONS for c in r.clauses}
    derived = {rule: c.origin for rule, c in by_rule.items() if c.origin}
    assert derived["cz-vus-a"] == "sk-vus-c"
    assert derived["wbf-hum-1"] == "cz-vus-a"
    assert set(derived.values()) <= set(by_rule)
    for law in REGULATIONS:
        for rule in (c.rule for c in law.clauses if isinstance(c, Clause) and c.rule in derived):
            assert derived[rule] in law.page(rule).sections["Reading"], rule


@pytest.mark.parametrize(
    ("points", "expected"), [("7-11", MET), ("8-11", NOT_MET), ("(7)8-11", OPEN), ("(6)7-11", MET)]
)
def test_seven_points_are_a_king_below_average(points, expected):
    assert outcome("cz-vus-c", f"1H : {points}, 5+H") is expected
    assert outcome("wbf-hum-3", f"1H : {points}, 5+H") is expected


@pytest.mark.parametrize(
    ("club", "expected"),
    [
        ("13+", NOT_LOOKED_AT),
        ("12+", MET),
        ("(12)13+", OPEN),
        ("16+ not bal | 25+ bal", NOT_LOOKED_AT),
        ("16+ not bal | 12-13 bal", MET),
        ("16+, no 5M", NOT_LOOKED_AT),
        ("16+, 4+C", MET),
        ("16+, 4+H", MET),
        ("16+ bal | 16+, 5+C", MET),
        ("16+, usually 5+C", OPEN),
        ('16+, unclear "see our notes"', OPEN),
        ("strong", OPEN),
    ],
)
def test_what_makes_a_strong_club_system(club, expected):
    # 1D from nothing is a king below average, unless it is excepted.
    assert outcome("cz-vus-c", f"1C : {club}\n1D : 0-7, 4+D") is expected


def test_the_exception_is_for_minors_only_and_for_a_strong_diamond_too():
    assert outcome("cz-vus-e", "1C : 12-16, 4+H or 4+S\n1D : 17+") is NOT_LOOKED_AT
    assert outcome("cz-vus-e", "1H : 12-16, 4+S or 4+C\n1D : 17+") is MET


def test_the_exception_is_judged_in_each_place():
    card = "1C [vul] : 16+\n1C [nv] : 12+, 4+C\n1D : 0-7, 4+D"
    finding = judged("cz-teams", card).finding("cz-vus-c")
    assert finding.outcome is MET
    [met] = finding.decisive
    assert {side.value for _, side in met.places} == {"none", "they"}
    everywhere = {(r.opening.call.strain, p) for r in finding.rulings for p in r.places}
    assert len(everywhere) == 32


def test_a_question_about_the_exception_opens_the_class_and_is_asked():
    result = judged("cz-teams", f"{PASS}1C : (12)13+\n1D : 0-7, 4+D")
    assert result.classification.name is None
    assert "May 1C really be 12? Write the whole range." in result.questions


@pytest.mark.parametrize(
    ("text", "slovak", "length_or_shortness", "one_or_another"),
    [
        ("1D : 13-15, 4+D or 4=4=1=4", DOUBTFUL, NOT_MET, MET),
        ("1D : 13-15, 4+D or (4441)", DOUBTFUL, NOT_MET, MET),
        ("1D : 13-15, 4+H or 4+S", MET, NOT_MET, MET),
        ("1D : 13-15, 0-1D or 5+D", MET, MET, NOT_MET),
        ("1H : 10-12", DOUBTFUL, DOUBTFUL, NOT_MET),
        ("1D : 11-15, 1+D", DOUBTFUL, DOUBTFUL, NOT_MET),
        ("1C : 13-15, 5+C | 13-15, 5+D | 16-18 bal", DOUBTFUL, NOT_MET, DOUBTFUL),
        ("1C : 12-14 bal | 15+, 5+C | 18+", NOT_MET, NOT_MET, NOT_MET),
    ],
)
def test_the_slovak_point_b_is_two_points_elsewhere(text, slovak, length_or_shortness, one_or_another):
    assert judged("sk-2008", text).finding("sk-vus-b").outcome is slovak
    assert outcome("cz-vus-d", text) is outcome("wbf-hum-4", text) is length_or_shortness
    assert outcome("cz-vus-e", text) is outcome("wbf-hum-5", text) is one_or_another


def test_doubt_is_said_beside_ordinary_and_leaves_the_colour_alone():
    doubtful = "P : 0-12\n1C : 13-21, 3+C\n1D : 13-21, 4+D\n1M : 13-21, 5+M\n2C : 22+"
    czech = verdict("cz-teams", doubtful)
    assert (czech.name, czech.doubtful) == ("ordinary", True)
    assert verdict("wbf", doubtful).name == "green"


# ---- brown conventions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2C : 10-13, 5+m", NOT_MET),
        ("2C : 9-13, 5+m", MET),
        ("2C : (9)10-13, 5+m", OPEN),
        ("2D : 6-10, 6M", NOT_MET),
        ("2D : 6-10, 6M | 22-24 bal", NOT_MET),
        ("2D : 6-10, 6M | 22-24 bal | 11-15, 4=4=1=4", MET),
        ("2D : (5)6-10, 6M", NOT_MET),
        ("2D : 6-10, usually 6M", OPEN),
        ("2H : 6-10, 6M", MET),
        ("2D : 6-10, 5M 5+oM or 5M 5+m", MET),
        ("2D : 6-10, 5M 4+m", MET),
        ("2D : 6-10, 5M (3)4+m", OPEN),
        ("2D : 6-10, 6H or 6S or 6C", MET),
        ("2D : 6-10, 6m", MET),
        ("2M : 6-10, 5M 4+m", NOT_MET),
        ("2N : 6-10, 5-5 minors", NOT_MET),
        ("2N : 6-10, 5-5", MET),
        ("2S : 6-10, (4)5+H", NOT_MET),
        ("2S : 6-10, (3)4+H", OPEN),
        # Every pair plays it with other hands.
        ("2D : Multi", OPEN),
        ('2D : 6-10, unclear "see our notes"', OPEN),
        ("3N : gambling", NOT_LOOKED_AT),
        ("1N : 6-10", NOT_LOOKED_AT),
        ("4C : 6-10, 8M", NOT_LOOKED_AT),
    ],
)
def test_openings(text, expected):
    for rule in ("cz-brown-opening", "wbf-brown-opening"):
        result = judged("wbf" if rule.startswith("wbf") else "cz-teams", text)
        finding = result.finding(rule)
        assert finding.outcome is expected, finding.message
        assert bool(finding.questions) is (expected is OPEN)
        assert bool(result.classification.brown_open) is (expected is OPEN)
        assert bool(result.classification.brown) is (expected is MET)


@pytest.mark.parametrize(
    ("points", "czech", "wbf"), [(12, ("2D",), ("2D",)), (13, (), ("2D",)), (15, (), ("2D",)), (16, (), ())]
)
def test_only_what_is_strong_differs(points, czech, wbf):
    text = f"2D : 5-9, 6H | {points}+"
    assert verdict("cz-teams", text).brown == czech
    assert verdict("wbf", text).brown == wbf
    assert judged("wbf", text, strong=13).classification.brown == czech


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2D : 6-10, 5M, not bal", MET),  # five cards and never 5332: there always is a second suit
        ("2D : 6-10, 5M, unbal", MET),
        ("2C : 6-10, 5M 4+m | 20+ bal", MET),
        ("2D : 6-10, 5M", NOT_MET),
        ("2D : 6-10, 5M, bal", NOT_MET),
        ("2D : 6-10, 6M, unbal", NOT_MET),  # 6331 has no second suit
        ("2D : 6-10, 5M, usually not bal", OPEN),
    ],
)
def test_wilkosz_is_brown_however_it_is_written(text, expected):
    assert outcome("cz-brown-opening", text) is expected
    assert outcome("wbf-brown-opening", text) is expected


def test_an_open_call_asks_though_another_is_brown():
    result = judged("wbf", '2C : 5-9, 6m\n2D : 5-9, unclear "Wilkosz?"\n2H : 5-9, 6H')
    assert (result.classification.brown, result.classification.brown_open) == (("2C",), ("2D",))
    assert "What does “Wilkosz?” mean in 2D?" in result.questions


def test_a_call_that_is_brown_in_one_place_is_brown():
    text = "2D [nv] : 5-9, 6m\n2D [vul] : 5-9, 6D\n2H [1st] : 5-9, (3)4+S\n2H : 5-9, 6H"
    assert verdict("cz-teams", text).brown == ("2D",)
    assert verdict("cz-teams", text).brown_open == ("2H",)


DEFENCE = [
    ("(1H)-1S : 8-15, 5+S", NOT_MET),
    ("(1H)-1N : 15-17 bal", NOT_MET),
    ("(1H)-1N : 15-17, bal or (7222)", NOT_MET),
    ("(1H)-1N : 8-15, (4441)", MET),
    ("(1H)-2C : 8-15, 4+C or 4+S", MET),
    ("(1H)-2C : 8-15, 4+S", NOT_MET),
    ("(1H)-2C : 8-15, (3)4+S", OPEN),
    ("(1H)-2H : 16+", NOT_MET),
    ("(1H)-2H : 12+", MET),
    ("(1H)-2S : 18+", MET),
    ("(1H)-2H : GF", NOT_MET),
    ("(1H)-2C : ART", OPEN),
    ("(1H)-X : 8+", NOT_LOOKED_AT),
    ("(1N)-2D : 8+, 6M", NOT_LOOKED_AT),
    ("(2H)-3C : 8+", NOT_LOOKED_AT),
    ("(1C)-P-(1H)-2D : 8-15, 5+S or 5+D", MET),
    ("(1C)-1H-(P)-2D : 8-15", NOT_LOOKED_AT),
]


@pytest.mark.parametrize(("entry", "expected"), [*DEFENCE, ("(1M)-2D : 8-15, 5+m", MET)])
def test_overcalls(entry, expected):
    finding = judged("wbf", f"[openings]\n1C : 12+\n[defence]\n{entry}\n").finding("wbf-brown-overcall")
    assert finding.outcome is expected, finding.message
    assert bool(finding.questions) is (expected is OPEN)
    if expected is MET:
        assert finding.calls == (("(1H)-2D", "(1S)-2D") if "1M" in entry else (entry.partition(" ")[0],))
        assert [str(a) for a in finding.assumptions] == [str(NATURAL_OPPONENTS)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2H : 5-9, 5H 3+S", MET),
        ("2D : 5-9, 5M 3+m", MET),
        ("2H : 5-9, 5H 4+S", NOT_MET),
        ("2H : 5-9, 5H 2+S", NOT_MET),
        ("2H : 10-12, 5H 3+S", NOT_MET),
        ("2H : 5-9, 5H (3)4+S", OPEN),
        ("2H : 5-9, 5H (2)3+S", OPEN),
        ('2H : 5-9, 5H, unclear "and more"', OPEN),
        ('2H : 10-12, 5H, unclear "and more"', NOT_MET),
        ("3C : 5-9, 6C 3+D", MET),
        ("4C : 5-9, 6C 3+D", NOT_LOOKED_AT),
    ],
)
def test_two_suiters(text, expected):
    assert outcome("cz-brown-two-suiter", text) is expected
    assert bool(verdict("wbf", text).brown) is (expected is MET)


# ---- colours and categories ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        (NATURAL, "green"),
        (f"{NATURAL}2D : 6-10, 6M", "red"),
        (f"{NATURAL}2D : 16+", "green"),
        (f"{NATURAL}2D : 15+", "red"),
        (f"{NATURAL}2D : (15)16+", None),
        (f"{NATURAL}3D : 6-10, 6M", "green"),
        (f"{PASS}1C : 13+\n1D : 12, 1+D\n1M : 12, 5+M", "blue"),
        (f"{PASS}1C : 12+\n1H : 12, 5+H", "red"),
        (f"{PASS}1C : (12)13+\n1H : 12, 5+H", None),
        (f"{PASS}1C : 16+\n1H : 12-15, 4+S", "red"),
        (f"{PASS}1C [vul] : 16+\n1C [nv] : 12+, 3+C\n1H : 12-15, 5+H", "red"),
        (f"{PASS}1C : 16+, 4+C\n1D : 12+, 3+D", "green"),
        (f"{NATURAL.replace('3+C', '(2)3+C')}", None),
        (f"{NATURAL.replace('3+C', '2+C')}", "red"),
        ("P : 0-13\n1C : 14+, 3+C", "yellow"),
        (f"{NATURAL}".replace("1N : 15-17 bal", "1N : 15-17, bal or (5422) or (6322) or (7222)"), "green"),
    ],
)
def test_the_first_colour_that_fits(text, colour):
    result = judged("wbf", text)
    assert result.classification.name == colour, result.classification.because
    assert (colour is None) is bool(result.questions)
    found = {name: result.finding(f"wbf-{name}").outcome for name in ("yellow", "red")}
    assert (found["yellow"] is MET) is (colour == "yellow")
    assert (found["red"] is MET) is (colour == "red")


def test_a_question_about_blue_is_none_about_yellow():
    result = judged("wbf", f"{PASS}1C : 16+\n1H : 11-15, (3)4+H")
    outcomes = [result.finding(f"wbf-{name}").outcome for name in ("yellow", "blue", "green", "red")]
    assert outcomes == [NOT_MET, OPEN, NOT_MET, OPEN]


def test_a_point_that_may_only_be_doubtful_still_opens_the_class():
    # With 12 points 1C is doubtful, without them it is excepted: the pair is asked.
    result = judged("cz-teams", f"{PASS}1C : (12)13+\n1H : 12, 5+H")
    assert result.finding("cz-vus-d").outcome is OPEN
    assert result.classification.name is None


def test_categories_and_the_limit_of_stickers():
    three = f"{NATURAL}2D : 5-9, 6m\n2M : 5-9, 6m"
    four = f"{three}\n2N : 5-10, 5-5"
    for text, limit, third in ((NATURAL, MET, MET), (three, MET, NOT_MET), (four, NOT_MET, NOT_MET)):
        assert outcome("wbf-brown-limit", text) is limit
        assert outcome("wbf-category-2", text) is MET
        assert outcome("wbf-category-3", text) is third
    assert outcome("wbf-category-2", "P : 13+") is NOT_MET


# ---- what every result says ----------------------------------------------------------------------------------


def test_every_result_says_that_it_rests_on_secondary_sources():
    from syscheck.report.machine import report_json

    checked = check_bytes(b"[openings]\n1C : 12+\n")
    out = json.loads(report_json([checked]))["cards"][0]["regulations"]
    assert ["remarks" in out[law] for law in ("sk-2008", "se-2012", "cz-teams", "wbf")] == [False, False, True, True]
    assert "secondary sources" in out["wbf"]["remarks"][0]
    assert ["doubtful" in out[law] for law in ("sk-2008", "se-2012", "cz-teams", "wbf")] == [True, False, True, False]


@pytest.mark.parametrize("law", ["cz-teams", "wbf"])
@pytest.mark.parametrize(
    "text", ['1C : unclear "x"\n2D : unclear "y"', "2H : weak", "1D : (4)5+D\n2S : (14)15-17, 4+S"]
)
def test_whatever_is_open_has_a_question(law, text):
    for finding in judged(law, text).findings:
        if finding.outcome is OPEN:
            assert finding.questions, finding.rule
