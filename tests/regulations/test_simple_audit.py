"""The simple class of annex 4, the closed list: what an audit against the rules found let through, or kept out."""

import pytest

from syscheck.card import read_card
from syscheck.regulations import Outcome, regulation
from syscheck.system import build_system

MET, NOT_MET, CANNOT_TELL = Outcome.MET, Outcome.NOT_MET, Outcome.CANNOT_TELL
SECTIONS = {
    "openings": "P : 0-11\n1C : 12-19, 3+C\n1D : 12-19, 4+D\n1M : 12-19, 4+M\n1N : 15-17 bal",
    "continuations": "1N-2C : Stayman",
    "defence": "",
    "conventions": "Blackwood",
    "leads": "top of sequence",
    "signals": "high encourages",
}


def judged(**more):
    """The judgement of the simple card with lines added to its sections; `only` of a section: nothing else in it."""
    lines = {name: f"{text}\n{more.get(name, '')}" for name, text in SECTIONS.items()}
    lines |= {name.removesuffix("_only"): text for name, text in more.items() if name.endswith("_only")}
    text = "".join(f"[{name}]\n{body}\n" for name, body in lines.items() if body.strip())
    return regulation("sk-2008").judge(build_system(read_card(text)))


def conventions(**more):
    return judged(**more).finding("sk-simple-conventions")


def notrump(*lines):
    return judged(openings_only="\n".join(lines)).finding("sk-simple-1n")


def strong_twos(*lines, answers=("2H-2N : negative",)):
    return judged(openings="\n".join(lines), continuations="\n".join(answers)).finding("sk-simple-2x")


def test_the_card_that_the_others_add_to_is_simple():
    assert judged().classification.name == "simple"


# ---- doubles, no-trump, passes by hands ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("section", "line"),
    [
        ("continuations", "1C-(1H)-X : 6+ hcp, 4+S"),
        ("continuations", "1H-2N : 13+ bal 4+H, GF"),
        ("continuations", "1N-2C-2D : 5+S, transfer"),
        ("continuations", "1N-2C-2D : 5+S"),
        ("continuations", "1N-2C-2D : no 4M, ART"),
        ("continuations", "1C-1D : 0-7, negative"),
        ("continuations", "1C-(1H)-P : 8+"),
        ("continuations", "1C-(X)-XX : 6+ hcp, 4+S"),
        ("defence", "(1H)-2N : 6-10, 5-5 minors"),
        ("defence", "(1N)-X : 10+, 5+m 4+M"),
        ("defence", "(1H)-X : 8+, 5+S 5+C"),
    ],
)
def test_an_artificial_call_by_its_hands_is_not_simple(section, line):
    found = judged(**{section: line})
    assert found.finding("sk-simple-conventions").outcome is NOT_MET
    assert found.classification.name == "usual"


@pytest.mark.parametrize(
    ("section", "line"),
    [
        ("continuations", "1N-2C-2D : no 4M"),
        ("continuations", "1N-2C-2H : 4+H"),
        ("continuations", "1N-2N : 8-9 bal, INV"),
        ("continuations", "1N-(2H)-X : penalty double"),
        ("continuations", "1H-2H : 6-9, 3+H"),
        ("continuations", "1C-(1H)-P : 0-5"),
        ("continuations", "1C-(X)-XX : 10+"),
        ("defence", "(1H)-X : 12+, 0-2H"),
        ("defence", "(4H)-X : 12+, 0-2H"),
        ("defence", "(1N)-X : 15+"),
        ("defence", "(1H)-1N : 15-17 bal"),
        ("defence", "(1H)-X : take-out doubles"),
        ("defence", "(1H)-P-(2H)-X : take-out doubles"),
        ("defence", "(1H)-1N-2C : Stayman"),
    ],
)
def test_a_natural_call_and_one_on_the_list_stay_simple(section, line):
    assert judged(**{section: line}).classification.name == "simple"


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("1N-(2H)-X : 8+", "Is 1N-(2H)-X for penalties? Write penalty double, or what it shows."),
        (
            "1H-2N : 11-12 bal",
            "Is 1H-2N forcing? Write F1 or GF behind its meaning, or NF, INV or LIM.",
        ),
        ("1C-1H : F1", "What does 1C-1H show? Write its points and its suits."),
    ],
)
def test_what_may_be_natural_is_asked(line, question):
    finding = conventions(continuations=line)
    assert (finding.outcome, finding.questions) == (CANNOT_TELL, (question,))


def test_a_call_behind_more_than_one_variant_of_the_opening_is_ruled_once():
    reasons = [str(r.reason) for r in conventions(continuations="1H-2N : 13+ bal 4+H, GF").rulings]
    assert reasons.count("1H-2N is conventional.") == 1


# ---- where the conventions on the list stand ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("section", "line"),
    [
        ("continuations", "1C-(1H)-X : take-out doubles"),
        ("defence", "(1H)-1S-(2H)-X : take-out doubles"),
        ("defence", "(1N)-X : take-out doubles"),
        ("continuations", "1S-2C : Stayman"),
        ("continuations", "1S-3C : Baron"),
        ("defence", "(1N)-2C : Stayman"),
    ],
)
def test_a_listed_convention_in_another_place_is_not_on_the_list(section, line):
    assert conventions(**{section: line}).outcome is NOT_MET


def test_the_reason_tells_where_the_convention_is_on_the_list():
    double = conventions(continuations="1C-(1H)-X : take-out doubles")
    assert str(double.message) == (
        "1C-(1H)-X: a take-out double is on the list only of an opponents' suit and while partner has not bid."
    )
    stayman = conventions(continuations="1S-2C : Stayman")
    assert str(stayman.message) == "1S-2C: Stayman is on the list only when partner's last bid is in no-trump."


# ---- silence --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("section", ["leads", "signals", "conventions"])
def test_a_section_with_only_a_note_is_silent(section):
    finding = judged(**{f"{section}_only": '"as usual"'}).finding(f"sk-simple-{section}")
    assert finding.outcome is CANNOT_TELL
    assert str(finding.message) == f"The card says nothing about {section}."


# ---- 1N -------------------------------------------------------------------------------------------------------


def test_the_same_1n_may_be_written_twice():
    assert notrump("1N [nv] : 15-17 bal", "1N [vul] : 15-17 bal").outcome is MET


@pytest.mark.parametrize("lines", [("1N [vul] : 15-17 bal",), ("1N [nv] : (13)14-16 bal", "1N [vul] : 15-17 bal")])
def test_1n_must_be_the_same_in_every_place(lines):
    finding = notrump(*lines)
    assert finding.outcome is NOT_MET
    assert str(finding.message) == "1N is not the same in every seat and vulnerability."


def test_1n_that_may_be_the_same_is_asked():
    finding = notrump("1N [nv] : (14)15-17 bal", "1N [vul] : 15-17 bal")
    assert finding.outcome is CANNOT_TELL
    assert str(finding.message) == "Whether 1N is the same in every seat and vulnerability is open."
    assert finding.questions == notrump("1N : (14)15-18 bal").questions
    assert finding.questions


@pytest.mark.parametrize(
    ("meaning", "reason"),
    [
        ("10-14 bal", "1N may have 10 points, fewer than 12."),
        ("16-19 bal", "1N may have 19 points, more than 18."),
        ("15-17", "1N may be unbalanced."),
    ],
)
def test_the_fault_of_1n_is_the_one_it_has(meaning, reason):
    assert str(notrump(f"1N : {meaning}").message) == reason


# ---- strong twos ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "meaning",
    [
        "6+H, strong, no 8+ tricks",
        "6+H, not strong, 8+ tricks",
        "6+H, usually strong, 8+ tricks",
        "6+H, (strong 8+ tricks | weak)",
        "6+H, (strong or weak), 8+ tricks",
        "6+H, strong, (7)8+ tricks",
    ],
)
def test_strong_that_is_denied_or_a_choice_is_not_said(meaning):
    assert strong_twos(f"2H : {meaning}").outcome is not MET


@pytest.mark.parametrize(
    "meaning",
    ["6+H, strong, 8+ tricks", "6+H, strong 8+ tricks", "6+H, (strong 8+ tricks | strong, 9+ tricks)"],
)
def test_strong_in_every_way_is_said(meaning):
    assert strong_twos(f"2H : {meaning}").outcome is MET


def test_a_negative_answer_may_be_written_with_a_letter():
    twos = ("2H : 16-22, 6+H", "2S : 16-22, 6+S")
    assert strong_twos(*twos, answers=("2M-2N : negative",)).outcome is MET


def test_the_negative_answer_must_hold_wherever_the_two_is_opened():
    two = "2H : 16-22, 6+H"
    assert strong_twos(two, answers=("2H-2N [nv] : negative",)).outcome is CANNOT_TELL
    assert strong_twos(two, answers=("2H-2N [nv] : negative", "2H-2N [vul] : negative")).outcome is MET
    assert strong_twos("2H [nv] : 16-22, 6+H", answers=("2H-2N [nv] : negative",)).outcome is MET
