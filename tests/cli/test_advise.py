"""`syscheck advise CARD --target T`: text, JSON, exit statuses."""

import json

import pytest
from paths import ROOT

from syscheck import check_bytes

MULTI = "title: Ours\n[openings]\n1C : 12+, 4+C\n1D : 12+, 4+D\n1N : 15-17 bal\n2D : 5-9, 6M , ART\n"


def test_an_answer_as_a_small_difference_with_its_cost(syscheck, card):
    status, out, err = syscheck("advise", card(MULTI), "--target", "se:max=2")
    assert status == 0, err
    assert "- 2D : 5-9, 6M, ART" in out
    assert "+ 2D : 5-9, 6H, ART" in out
    assert "Then: C-system, 1 dot in all" in out
    assert "of all hands" in out
    assert "2D before, no opening now" in out
    assert "All single changes were tried" in out


def test_json(syscheck, card):
    status, out, _ = syscheck("advise", card(MULTI), "--target", "se:max=2", "--format", "json")
    found = json.loads(out)
    assert status == 0
    assert (found["target"], found["already"]) == ("se:max=2", False)
    assert 0 < len(found["answers"]) <= 5
    costs = [a["cost"] for a in found["answers"]]
    assert costs == sorted(costs)
    for answer in found["answers"]:
        [edit] = answer["edits"]
        assert edit["call"] == "2D"
        assert edit["old"] == "5-9, 6M, ART"
        assert answer["result"]["se-2012"]["total"] <= 2
        [result] = [r for r in check_bytes(answer["card"].encode()).results if r.regulation.id == "se-2012"]
        assert result.classification.total == answer["result"]["se-2012"]["total"]
    assert found["searched"]["complete"] is True


def test_all_shows_every_variant_of_one_change(syscheck, card):
    path = card(MULTI.replace("1D : 12+, 4+D", "1D : 5-20, 4+D or 3D bal"))
    few = json.loads(syscheck("advise", path, "--target", "se:max=3", "--format", "json")[1])
    every = json.loads(syscheck("advise", path, "--target", "se:max=3", "--format", "json", "--all")[1])
    assert len(every["answers"]) > len(few["answers"])


def test_already_there(syscheck, card):
    status, out, _ = syscheck("advise", card(MULTI), "--target", "se:C")
    assert status == 0
    assert "there already" in out
    found = json.loads(syscheck("advise", card(MULTI), "--target", "sk:usual", "--format", "json", stdin="")[1])
    assert found["answers"] == [] or not found["already"]


def test_none_found_is_status_1(syscheck):
    path = ROOT / "tests" / "golden" / "strong-pass.card"
    status, out, _ = syscheck("advise", path, "--target", "sk:usual")
    assert status == 1
    assert "No variant was found" in out
    assert "there may be others" in out


def test_more_than_one_change_says_that_it_is_bounded(syscheck):
    path = ROOT / "tests" / "golden" / "polish-club.card"
    status, out, _ = syscheck("advise", path, "--target", "se:max=2")
    assert status == 0
    assert "2 changes" in out
    assert "were tried, not all" in " ".join(out.split())


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("se:D", "se:C"),
        ("sk:usuall", "sk:usual"),
        ("sk:vus", "sk:usual"),
        ("max=7", "se:max=N"),
        ("se:max=", "se:max=N"),
        ("se:max=-1", "se:max=N"),
        ("", "sk:simple"),
    ],
)
def test_an_unknown_target_is_status_2_with_what_there_is(syscheck, card, target, words):
    status, out, err = syscheck("advise", card(MULTI), "--target", target)
    assert (status, out) == (2, "")
    assert words in err


def test_usage_and_unreadable(syscheck, card):
    assert syscheck("advise", card(MULTI))[0] == 2
    assert syscheck("advise", card("[openings]\n1N : 15-17 ball\n"), "--target", "se:C")[0] == 3
    assert syscheck("advise", "missing.card", "--target", "se:C")[0] == 3


def test_settings(syscheck, card):
    text = "[openings]\nP : 0-11\n1N : 13-17 bal\n[continuations]\n1N-2C : asks strength, asks shape\n"
    assert "already" not in syscheck("advise", card(text), "--target", "sk:usual")[1]
    chosen = syscheck("advise", card(text), "--target", "sk:usual", "--set", "sk-2008.nt-width=difference")
    assert chosen[0] == 0
    assert "already" in chosen[1]


def test_free_wins_are_shown(syscheck, card):
    text = "[openings]\n1C : 12-19, 4+C or (4333) 3C\n1D : 12-19, 4+D\n1H : 12-19, 4+H\n1S : 12-19, 4+S\n"
    out = syscheck("advise", card(text), "--target", "se:max=0")[1]
    assert "Free of charge" in out
    assert "Costs nothing" in out
