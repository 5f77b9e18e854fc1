"""Section 3 of the language: how a meaning is read."""

from itertools import pairwise

import pytest

from syscheck.card import catalogue, read_meaning
from syscheck.card.model import Alternative, alternatives

from .reading import alternatives_of, codes, complaint, read

CONVENTIONS = sorted({*catalogue("conventions"), *(e.name for e in catalogue("conventions").values())})


def attributes(meaning: str) -> list[set[str]]:
    return [set(a.attributes) for a in alternatives(read_meaning(meaning))]


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("12-14 bal", "12-14 bal"),
        *((f"12-14 {word} bal", "12-14 bal") for word in ("and", "with", "&")),
        ("11-15, 6+C or 5C 4M", "11-15, 6+C or 5C 4M"),
        ("11-15; 6+C / 5C 4M", "11-15, 6+C or 5C 4M"),
        ("11-15, (6+C or 5C and 4M)", "11-15, 6+C or 5C 4M"),
        ("(6+C or 5C) 4M", "(6+C or 5C) 4M"),
        ("((12-14)) (bal)", "12-14 bal"),
        ("12-14 bal | 15+, 5+C | 18+", "12-14 bal | 15+, 5+C | 18+"),
        ("6+C, 5C 4M, or 4=4=4=1, NAT", "6+C, 5C 4M, or 4=4=4=1, NAT"),
        ("6+C, or 5C 4M, or 4=4=4=1", "6+C, 5C 4M, or 4=4=4=1"),
        ("5+H/S 4m", "5+H/S 4m"),
        ("5+H/5+S", "5+H or 5+S"),
        ("no 5M 4m", "no 5M 4m"),
        ("not (5H or 4S)", "not (5H or 4S)"),
        ("5+H if 4S, bal except 5M", "5+H if 4S, bal except 5M"),
        ("12-14 bal, except 5M", "12-14 bal, except 5M"),
    ],
)
def test_operators(written, canonical):
    assert read(written) == canonical
    assert read(canonical) == canonical


def test_blanks_bind_tighter_than_or_and_or_tighter_than_commas():
    assert read_meaning("11-15, 6+C or 5C 4M") == read_meaning("11-15, (6+C or (5C 4M))")
    assert read_meaning("6+C or 5C 4M") != read_meaning("(6+C or 5C) 4M")


@pytest.mark.parametrize(
    ("meaning", "found"),
    [
        ("12-14 bal", ["12-14 bal"]),
        ("12-14 bal | 15+, 5+C | 18+", ["12-14 bal", "15+, 5+C", "18+"]),
        ("6+C or 5C 4M | 4+H", ["6+C", "5C 4M", "4+H"]),
        ("6+C or 5C 4M , NAT", ["6+C", "5C 4M"]),
        ('6+C or 5C 4M, NAT, "note", Multi', ["6+C", "5C 4M"]),
        ("NAT, 6+C or 5C 4M", ["6+C", "5C 4M"]),
        ("11-15, 6+C or 5C 4M", ["11-15, 6+C or 5C 4M"]),
        ("6+C, 5C 4M, or 4=4=4=1", ["6+C", "5C 4M", "4=4=4=1"]),
        ("6+C, 5C 4M or 5D 4M, or 4=4=4=1, NAT F1", ["6+C", "5C 4M", "5D 4M", "4=4=4=1"]),
        ("(6+C or 5C 4M)", ["6+C", "5C 4M"]),
        ("(12-14 bal | 15+, 5+C), ART", ["12-14 bal", "15+, 5+C"]),
        ("F1 | 6+C", ["", "6+C"]),
    ],
)
def test_alternatives(meaning, found):
    assert alternatives_of(meaning) == found


def test_attributes_belong_to_their_branch():
    assert attributes("12-14 bal, F1 | 15+ 5+C GF | 18+") == [{"F1"}, {"GF"}, set()]
    assert attributes("6+C or 5C 4M, NAT F1") == [{"NAT", "F1"}, {"NAT", "F1"}]
    assert attributes("6+C, 5C 4M, or 4=4=4=1, NAT") == [{"NAT"}] * 3


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        *((dash.join(("11", "15")), "11-15") for dash in ("-", "--", "–", "—", "..", "−")),
        *((w, "16+") for w in ("16+", ">=16", ">= 16", "≥16", "min 16", ">15", "16+ hcp")),
        *((w, "10-") for w in ("10-", "<=10", "≤10", "max 10", "<11")),
        *((w, "12") for w in ("12", "=12", "exactly 12", "12 hcp", "12 HP", "12 HB", "12 FB", "12PC", "12-12")),
        ("any", "any"),
        ("5 hcp", "5 hcp"),
        ("5+ hcp", "5+ hcp"),
        ("exactly 5 hcp", "5 hcp"),
        ("4-6", "4-6"),
        ("0-7", "0-7"),
        ("max 7", "7-"),
        ("18+ hfp", "18+ hfp"),
        ("5 hfp", "5 hfp"),
        ("rule of 18", "rule of 18"),
        ("0-3 controls", "0-3 controls"),
        ("1 control", "1 controls"),
        ("7- losers", "7- losers"),
        ("<=6 LTC", "6- losers"),
        ("8+ tricks", "8+ tricks"),
        ("(14)15-17", "(14)15-17"),
        ("15-17(18)", "15-17(18)"),
        ("(14)15-17(18) hfp", "(14)15-17(18) hfp"),
        ("(11)12+", "(11)12+"),
        ("(9)10", "(9)10-10"),
    ],
)
def test_strength(written, canonical):
    assert read(written) == canonical


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        *((w, "5+H") for w in ("5+H", "5+h", "5+♥", "5+!h", "5+ hearts", "5+Hearts", "min 5H", ">=5H", ">4 hearts")),
        *((w, "5H") for w in ("5H", "5 hearts", "5hearts", "exactly 5 hearts", "=5H")),
        ("4-6 hearts", "4-6H"),
        *((w, "0-3H") for w in ("<=3H", "max 3 hearts", "<4H", "0-3H", "3-H")),
        ("6M", "6M"),
        ("4+m", "4+m"),
        ("6+x", "6+X"),
        ("5 major", "5M"),
        ("5+H/S/S", "5+H/S"),
        ("5M 4+oM", "5M 4+oM"),
        ("4+om, 5m", "4+om, 5m"),
        ("(4)5+H", "(4)5+H"),
        ("(4)5 hearts", "(4)5H"),
        ("4-5(6)H", "4-5(6)H"),
        ("4-5(6) hearts", "4-5(6)H"),
        ("5(6)H", "5(6)H"),
        ("13H", "13H"),
        ("longer C than D", "C>D"),
        ("longer clubs than diamonds", "C>D"),
        ("C >= D", "C>=D"),
        ("♣≥♦", "C>=D"),
        ("C>=D>H", "C>=D D>H"),
        ("5-5 majors", "5-5 majors"),
        ("5-4 minors", "5-4 minors"),
        ("5-4 H+S", "5-4 majors"),
        ("5-5 S + m", "5-5 S+m"),
        ("5-5", "5-5"),
        ("4-4", "4-4"),
        ("8-5", "8-5"),
        ("4-5", "4-5"),
        ("no void, no singleton", "no void, no singleton"),
        ("short diamonds", "short D"),
    ],
)
def test_length(written, canonical):
    assert read(written) == canonical


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("4=4=3=2", "4=4=3=2"),
        ("4=4=x=x", "4=4=x=x"),
        ("(4432)", "(4432)"),
        ("any 4432", "(4432)"),
        ("5-4-3-1", "(5431)"),
        ("1-3-4-5", "(5431)"),
        ("10-2-1-0", "10-2-1-0"),
        ("54(31)", "54(31)"),
        ("(54)xx", "(54)xx"),
        ("54xx", "5=4=x=x"),
        ("(31)(54)", "(31)(54)"),
        ("4(432)", "4(432)"),
        ("bal or semi-balanced or unbalanced", "bal or semibal or unbal"),
        ("1-suiter or 2-suiters or 3-suiter", "1-suiter or 2-suiter or 3-suiter"),
        ("solid 7+m", "solid 7+m"),
        ("solid hearts", "solid H"),
        ("good 6+ spades", "good 6+S"),
        ("AKQ in S", "AKQ in S"),
        ("QAKxx in hearts", "AKQxx in H"),
        ("2 of top 3 in H", "2 of top 3 in H"),
        ("solid 7+m, no outside A/K", "solid 7+m, no outside A or K"),
        ("6+H, no outside K or A", "6+H, no outside A or K"),
    ],
)
def test_shapes_and_quality(written, canonical):
    assert read(written) == canonical


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        *((w, w) for w in ("NF", "F", "F1", "GF", "INV", "LIM", "PRE", "ART")),
        *((w, w) for w in ("NAT", "TRF", "PUP", "relay", "negative", "canape", "two-way")),
        ("FG", "GF"),
        ("gf f1", "GF F1"),
        ("transfer", "TRF"),
        ("canapé", "canape"),
        *((f"asks {w}", f"asks {w}") for w in ("strength", "shape", "M", "aces", "majors")),
        ("asks hearts", "asks H"),
        ("Stayman", "Stayman"),
        ("RKCB 1430", "Roman key card Blackwood"),
        ("4SF", "fourth suit forcing"),
        ('"words, (or | anything"', '"words, (or | anything"'),
    ],
)
def test_attributes(written, canonical):
    assert read(f"12+, {written}") == f"12+, {canonical}"


@pytest.mark.parametrize("name", CONVENTIONS)
def test_every_convention_of_the_catalogue_is_read_in_a_meaning(name):
    [alternative] = alternatives(read_meaning(f"12+ 5+H {name}, {name}, ART"))
    assert isinstance(alternative, Alternative)
    expected = catalogue("conventions")[name.casefold().replace("-", " ")].name
    assert alternative.conventions == (expected, expected)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("usually 5+H", "usually 5+H"),
        ("normally bal", "usually bal"),
        ("may have 5M", "may have 5M"),
        ("may be semibal", "may have semibal"),
        ("rarely (5422)", "rarely (5422)"),
        ("strong, weak", "strong, weak"),
        ("good 12", "good 12"),
        ("bad 15", "bad 15"),
        ('unclear "some words"', 'unclear "some words"'),
        ("not usually 5+H", "not usually 5+H"),
    ],
)
def test_words_that_are_not_exact(written, canonical):
    assert read(written) == canonical


@pytest.mark.parametrize(
    ("meaning", "said"),
    [
        ("11-15, 5+", "5+ alone: cards or points?: did you mean 5+H? For points write 5+ hcp"),
        ("11-15, 5", "5 alone: cards or points?: write 5H for cards in a suit, 5 hcp for points"),
        ("11-15, 5+ H", "there is a blank between the number and the suit: did you mean 5+H?"),
        ("5+ H/S", "there is a blank between the number and the suit: did you mean 5+H/S?"),
        (
            "11-15 hearts",
            "no suit has 15 cards: a comma is missing between the points and the suit: "
            "write 11-15, 5+H or however long the suit is",
        ),
        ("11-15, 12-14", "the points are said twice (11-15 and 12-14): use | between alternatives"),
        ("11-15, 8", "the points are said twice (11-15 and 8): did you mean 8H? use | between alternatives"),
        (
            "4432",
            "4432 can be read in two ways: write (4432) for any suits, or 4=4=3=2 for spades, hearts, diamonds, clubs",
        ),
        (
            "11-15 6+C or 5C 4M",
            "some choices have points and some have none, and “or” leaves it open whose they are: "
            "write 11-15, 6+C or 5C 4M if the points go for all, 11-15 6+C | any 5C 4M if they do not",
        ),
        (
            "hart",
            "“hart” is not a word of the card language: did you mean “heart”? text for people goes in double quotes",
        ),
        ("17-12", "no hand is like this: 17-12: 17 is more than 12"),
        ("8+C 7+D", "no hand is like this: 8+C 7+D: these exclude each other: “8+C” and “7+D”"),
        ("38+", "no hand is like this: 38+: no hand has more than 37 points"),
        ("C>=D>=4", "a suit is compared with a number: did you mean 4+D?"),
        ("12 - 14", "a range has no blanks in it: write 12-14"),
    ],
)
def test_what_a_player_is_told(meaning, said):
    assert complaint(meaning) == said


@pytest.mark.parametrize(
    ("meaning", "found"),
    [
        *((f"11-15 {w}", ["E214"]) for w in ("hearts", "H")),
        *((w, ["E214"]) for w in ("14H", "14 hearts", "5-15H", "15+ hearts", "(12)14H", "12-14 S")),
        *((w, ["E212"]) for w in ("7+", ">=5", "min 5", ">4")),
        *((w, ["E211"]) for w in ("7", "=5", "exactly 5", "(4)5")),
        ("rule of 10-12", ["E226"]),
        ("6-4H", ["E225"]),
        ("min 4-6", ["E234"]),
        ("3-4 majors", ["E218"]),
        ("8-6 H+S", ["E218"]),
        ("majors", ["E219"]),
        ("5 majors", ["E219"]),
        ("5555", ["E217"]),
        ("4=4=4=4", ["E217"]),
        ("5-4-3-2", ["E217"]),
        ("77xx", ["E217"]),
        ("4=4=3", ["E217"]),
        ("4+oM", ["E224"]),
        ("5M or 4+oM", ["E224"]),
        ("no 4om", ["E224"]),
        ("C>=C", ["E236"]),
        ("5-5 H+H", ["E237"]),
        ("(15)12-14", ["E238"]),
        ("12-14(13)", ["E238"]),
        ("(6)5+H", ["E238"]),
        ("D>=4", ["E239"]),
        ("12+ or NAT", ["E240"]),
        ("6+C or F1", ["E240"]),
        ("not may have 5M", ["E241"]),
        ("no rarely 5M", ["E241"]),
        ("hearts", ["E222"]),
        ("hcp", ["E223"]),
        ("AKxxxxxxxxxxxxx", ["E215"]),
        ("AA in H", ["E202"]),
        ("4 of top 3 in H", ["E227"]),
        ("outside A", ["E230"]),
        ("unclear words", ["E231"]),
        ("solid", ["E232"]),
        ("longer C", ["E232"]),
        ("asks for it", ["E232"]),
        ("()", ["E233"]),
        ("(5+H", ["E204"]),
        ("5+H)", ["E205"]),
        ('12+ "open', ["E203"]),
        ("12+,, 5+H", ["E206"]),
        ("12+,", ["E206"]),
        (", 12+", ["E206"]),
        ("5+H or", ["E207"]),
        ("or 5+H", ["E207"]),
        ("5+H or, 4+S", ["E207"]),
        ("5+H, or NAT", ["E207"]),
        ("5+H if", ["E207"]),
        ("not", ["E208"]),
        ("not NAT", ["E208"]),
        ("usually, 5H", ["E208"]),
        ("5+H |", ["E209"]),
        ("| 5+H", ["E209"]),
        ("5+H || 4S", ["E209"]),
        ("12+ % 5H", ["E202"]),
        ("12+ #5H", ["E124"]),
        ("fooo, 5 H, 4432, 12+ 13+, 5+", ["E201", "E213", "E216", "E220", "E212"]),
        ("fooo | 5 H; 4432", ["E201", "E213", "E216"]),
        ("some-name", ["E151"]),
    ],
)
def test_faulty_meanings(meaning, found):
    assert codes(meaning) == found


@pytest.mark.parametrize(
    "points", ["11-15", "18+ hfp", "8+ tricks", "7- losers", "0-3 controls", "rule of 18", "strong"]
)
def test_points_before_an_or_are_refused_whatever_their_unit(points):
    assert codes(f"{points} 6+C or 5C 4M") == ["E221"]
    assert codes(f"6+C, 5C 4M, or {points} 4+D") == ["E221"]
    assert codes(f"{points}, 6+C or 5C 4M") == []
    assert codes(f"{points} 6+C | any 5C 4M") == []
    assert codes(f"{points} 6+C or {points} 5C 4M") == []


def test_words_that_could_not_be_read_may_be_points():
    assert codes('12-14 bal or unclear "x"') == []
    assert codes('6+C or unclear "x"') == []


@pytest.mark.parametrize(
    ("call", "meaning"), [("2M", "4+oM"), ("2M", "6M, no 4oM"), ("3m", "5m 4+om"), ("3X", "7+X"), ("2M", "no 4+oM")]
)
def test_the_letter_of_the_call_is_the_suit_bid(call, meaning):
    assert codes(meaning, call) == []


def test_one_strength_of_a_unit_in_an_alternative():
    assert codes("11-15, 16+ hfp, 0-3 controls, 7- losers, rule of 20, 8+ tricks") == []
    assert codes("11-12 bal or 16-20 5+H, 18") == ["E220"]
    assert codes("11-12 bal | 16-20 5+H | 18") == []
    assert codes("12+ hfp, 14+ hfp") == ["E220"]


def test_nesting_of_fifty_is_read_and_of_fifty_one_refused():
    assert codes("(" * 50 + "5+H" + ")" * 50) == []
    assert codes("(" * 51 + "5+H" + ")" * 51) == ["E210"]
    assert codes("not " * 50 + "5+H") == []
    assert codes("not " * 51 + "5+H") == ["E210"]
    assert codes("5+H" + " except 4S" * 51) == ["E210"]
    assert codes("(no " * 26 + "5+H" + ")" * 26) == ["E210"]


def test_thirty_choices_of_two():
    shapes = [
        f"({a}{b}{c}{13 - a - b - c})" for a in range(4, 9) for b in range(2, 5) for c in range(1, 3) if a + b + c < 14
    ]
    different = [f"no {first} or no {second}" for first, second in pairwise(dict.fromkeys(map(in_order, shapes)))]
    assert len(different) >= 15
    assert codes(", ".join(different)) == ["E304"]
    assert codes(", ".join(["5+H or 4+S"] * 30)) == []


def test_a_thousand_parts_and_no_more():
    """Parts that are the same merge: here 25 ranges of points by 40 by lengths."""
    lengths = [f"{n}{s}" for s in "CDHS" for n in range(1, 8)]
    points = [f"{n} hcp" for n in range(34)]
    assert codes(", ".join((" or ".join(points[:30]), " or ".join(lengths)))) == []
    assert codes(", ".join((" or ".join(points), " or ".join(lengths), "0-7C or 0-6D"))) == ["E304"]
    assert codes(" | ".join(f"{p} {x}" for p in points for x in [*lengths, *(f"0-{n}H" for n in range(5))])) == ["E304"]
    assert codes(" | ".join(["5+H or 4+S"] * 2000)) == []


def in_order(shape: str) -> str:
    return "(" + "".join(sorted(shape[1:-1], reverse=True)) + ")"
