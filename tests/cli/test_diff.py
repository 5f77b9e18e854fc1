"""`syscheck diff OLD NEW`: text, JSON, exit statuses."""

import json

OLD = "title: Ours\n[openings]\n1C : 12+, 4+C\n1N : 15-17 bal\n3X : 5-9, 7+X\n[leads]\n4th best\n"
SAME = "title: Anew\n\n[openings]\n3X: 7+X, 5-9\n1NT: bal, 15..17   # so\n1c: 4+ clubs, 12+\n\n[leads]\n4th best\n"


def test_the_same_is_status_0(syscheck, card):
    status, out, err = syscheck("diff", card(OLD), card(SAME, "new.card"))
    assert status == 0, err
    assert "say the same" in out


def test_a_difference_is_status_1_and_shown(syscheck, card):
    new = OLD.replace("15-17", "15-18").replace("5-9", "5-10").replace("4th best", "3rd and 5th")
    status, out, _ = syscheck("diff", card(OLD), card(new, "new.card"))
    assert status == 1
    assert "- 15-17 bal" in out
    assert "+ 15-18 bal" in out
    assert "3C 3D 3H 3S" in out
    assert "5,076,423,252 hands" in out
    assert "3rd and 5th best" in out


def test_json(syscheck, card):
    new = OLD.replace("15-17", "15-18").replace("4th best", "3rd and 5th")
    status, out, _ = syscheck("diff", card(OLD), card(new, "new.card"), "--format", "json")
    found = json.loads(out)
    assert status == 1
    assert found["same"] is False
    [change] = found["calls"]
    assert (change["call"], change["old"], change["new"]) == ("1N", "15-17 bal", "15-18 bal")
    assert change["where"] == [{"seats": [1, 2, 3, 4], "vulnerability": ["none", "we", "they", "both"]}]
    assert (change["gained"], change["lost"]) == (5076423252, 0)
    assert len(change["examples"]) == 1
    assert found["verdicts"] == []
    assert found["other"] == ["leads"]
    assert found["old"]["fingerprint"] != found["new"]["fingerprint"]


def test_json_of_the_same(syscheck, card):
    status, out, _ = syscheck("diff", card(OLD), card(SAME, "new.card"), "--format", "json")
    found = json.loads(out)
    assert status == 0
    assert found["same"] is True
    assert found["calls"] == found["verdicts"] == found["other"] == []
    assert found["old"]["fingerprint"] == found["new"]["fingerprint"]


def test_verdicts_of_the_regulation_that_is_named(syscheck, card):
    new = OLD.replace("4+C", "2+C")
    both = card(OLD), card(new, "new.card")
    found = json.loads(syscheck("diff", *both, "--regulation", "se-2012", "--format", "json")[1])
    [verdict] = found["verdicts"]
    assert (verdict["regulation"], verdict["old"], verdict["new"]) == ("se-2012", "C", "C")
    assert verdict["total"] == [0, 3]
    assert verdict["dots"] == [{"call": "1C", "old": 0, "new": 3}]


def test_standard_input_and_a_file_for_the_result(syscheck, card, tmp_path):
    path = tmp_path / "diff.json"
    status, out, _ = syscheck("diff", card(OLD), "-", "--format", "json", "-o", path, stdin=SAME)
    assert (status, out) == (0, "")
    assert json.loads(path.read_text(encoding="utf-8"))["same"] is True


def test_unreadable_is_status_3_and_usage_2(syscheck, card):
    good, bad = card(OLD), card("[openings]\n1N : 15-17 ball\n", "bad.card")
    status, out, err = syscheck("diff", good, bad)
    assert (status, out) == (3, "")
    assert "bad.card" in err
    assert syscheck("diff", "missing.card", good)[0] == 3
    assert syscheck("diff", good)[0] == 2
    assert syscheck("diff", "-", "-", stdin=OLD)[0] == 2
    assert syscheck("diff", good, good, "--regulation", "xx")[0] == 2


def test_a_pass_that_is_not_on_the_card_is_an_ordinary_pass(syscheck, card):
    status, out, _ = syscheck("diff", card(OLD), card(OLD.replace("[openings]", "[openings]\nP : 0-11"), "new.card"))
    assert status == 1
    assert "- not on the card (an ordinary pass)\n" in out
    assert "not played" not in out
    out = syscheck("diff", card(OLD), card(OLD.replace("1N : 15-17 bal\n", ""), "new.card"))[1]
    assert "+ not played\n" in out


def test_phrases_are_compared_by_their_catalogue_name(syscheck, card):
    other = OLD.replace("4th best", "fourth best from an honour")
    assert syscheck("diff", card(OLD), card(other, "new.card"))[0] == 0
