"""`syscheck check --event`: who is admitted, who must do what by when, and what stands in the way."""

import json

import pytest
from icalendar import Calendar

ORDINARY = (
    "title: Ours\npair: Pair 1\n[openings]\nP  : 0-11\n1C : 12+, 3+C\n1D : 12+, 4+D\n1H : 12+, 5+H\n1S : 12+, 5+S\n"
)
WILKOSZ = ORDINARY + "2D : 6-10, 5M 5+oM or 5M 5+m\n"
STRONG_PASS = "pair: Pair 2\n[openings]\nP  : 13+\n1C : 8-12, 4+H\n1D : 0-7, ART\n"
FIRST = """
name = "First league"
regulations = ["sk-2008"]
league = "first"
contest = "teams"
rounds = [2026-10-24T10:00, 2026-10-25T10:00]
"""
SECOND = FIRST.replace("first", "second").replace("First", "Second")
CZECH = FIRST.replace("sk-2008", "cz-teams")
LIMIT = 'name = "Pairs"\nregulations = ["se-2012"]\nlevel = "D"\nlimit = {}\nstart = 2026-10-24T10:00\n'


@pytest.fixture
def event(tmp_path):
    def write(text, name="event.toml"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    return write


def card_of(out):
    [card] = json.loads(out)["cards"]
    return card


class TestExitStatus:
    def test_0_every_card_is_admitted(self, syscheck, card, event):
        assert syscheck("check", card(ORDINARY), "--event", event(SECOND))[0] == 0

    def test_1_one_is_not(self, syscheck, card, event):
        ours, theirs = card(ORDINARY, "1.card"), card(STRONG_PASS, "2.card")
        status, out, _ = syscheck("check", ours, theirs, "--event", event(SECOND), "--format", "json")
        assert status == 1
        assert [c["admitted"] for c in json.loads(out)["cards"]] == ["yes", "no"]

    def test_1_it_cannot_be_told(self, syscheck, card, event):
        doubtful = ORDINARY.replace("0-11", "0-12")
        status, out, _ = syscheck("check", card(doubtful), "--event", event(SECOND), "--format", "json")
        assert status == 1
        assert card_of(out)["admitted"] == "cannot tell"
        [open_] = card_of(out)["admissions"]
        assert "co-ordinator" in open_["question"]

    def test_2_the_event_has_faults_and_all_are_told(self, syscheck, card, event):
        status, out, err = syscheck("check", card(ORDINARY), "--event", event(FIRST + 'levle = "B"\nbaords = 3\n'))
        assert (status, out) == (2, "")
        assert "levle" in err
        assert "baords" in err

    def test_2_there_is_no_event(self, syscheck, card):
        status, _, err = syscheck("check", card(ORDINARY), "--event", "none.toml")
        assert status == 2
        assert "no such file" in err

    def test_3_a_card_cannot_be_read_which_is_worse(self, syscheck, card, event):
        broken, barred = card("[openings]\n1C : blub\n", "1.card"), card(STRONG_PASS, "2.card")
        status, out, _ = syscheck("check", broken, barred, "--event", event(SECOND), "--format", "json")
        assert status == 3
        assert [c["admitted"] for c in json.loads(out)["cards"]] == ["cannot tell", "no"]


class TestJson:
    def test_the_contract(self, syscheck, card, event):
        _, out, _ = syscheck(
            "check", card(STRONG_PASS), "--event", event(FIRST), "--as-of", "2026-10-11", "--format", "json"
        )
        found = card_of(out)
        assert found["admitted"] == found["regulations"]["sk-2008"]["admitted"] == "yes"
        [duty] = [d for d in found["duties"] if d["rule"] == "sk-25-6"]
        assert (duty["who"], duty["due"], duty["state"]) == ("pair", "2026-10-10T10:00+02:00", "overdue")
        assert {"what", "consequence", "condition", "phase", "right"} <= set(duty)

    def test_the_event_decides_the_regulation(self, syscheck, card, event):
        named = "regulation: se-2012\n" + ORDINARY
        out = syscheck("check", card(named), "--event", event(FIRST), "--format", "json")[1]
        assert list(card_of(out)["regulations"]) == ["sk-2008"]

    def test_the_event_decides_the_settings(self, syscheck, card, event):
        chosen = FIRST + "[settings.sk-2008]\npass-ceiling = 14\n"
        out = syscheck("check", card(ORDINARY), "--event", event(chosen), "--format", "json")[1]
        assert card_of(out)["regulations"]["sk-2008"]["settings"]["pass-ceiling"] == 14

    def test_without_an_event_there_is_none_of_it(self, syscheck, card):
        out = syscheck("check", card(ORDINARY), "--regulation", "sk-2008", "--format", "json")[1]
        assert not {"admitted", "admissions", "duties"} & set(card_of(out))
        assert "admitted" not in card_of(out)["regulations"]["sk-2008"]


class TestText:
    def test_admission_and_dates_stand_above_the_openings(self, syscheck, card, event):
        out = syscheck("check", card(STRONG_PASS), "--event", event(FIRST), "--as-of", "2026-10-01")[1]
        top = out[: out.index("\nOpenings")]
        assert "For this event: First league" in top
        assert "✓ Admitted" in top
        assert "○ due, Saturday 10 October 2026, 10:00 CEST" in top
        assert "§ 25, point 6; the whole rule: syscheck rule sk-25-6" in top

    def test_the_days_of_the_language(self, syscheck, card, event):
        for language, day in (
            ("sk", "sobota 10. októbra 2026"),
            ("cs", "sobota 10. října 2026"),
            ("sv", "lördag 10 oktober"),
        ):
            out = syscheck("check", card(STRONG_PASS), "--event", event(FIRST), "--lang", language)[1]
            assert day in out

    def test_what_would_make_it_legal(self, syscheck, card, event):
        out = syscheck("check", card(WILKOSZ), "--event", event(LIMIT.format(2)))[1]
        assert "✗ Not admitted" in out
        legal = out[out.index("What would make it legal") :]
        assert "Variant 1: 1 change" in legal
        assert "- 2D : 6-10, 5M 5+oM or 5M 5+m" in legal

    def test_that_part_is_not_there_when_it_is_admitted(self, syscheck, card, event):
        out = syscheck("check", card(WILKOSZ), "--event", event(LIMIT.format(30)))[1]
        assert "✓ Admitted" in out
        assert "What would make it legal" not in out

    def test_rounds_that_have_passed_are_not_overdue(self, syscheck, card, event):
        out = syscheck("check", card(ORDINARY), "--event", event(CZECH), "--as-of", "2026-10-24T12:00")[1]
        assert "1 earlier time has passed." in out
        assert "○ due, Sunday 25 October 2026, 09:45 CET" in out


class TestWrongUsage:
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("--regulation", "sk-2008"), "the event's file says"),
            (("--set", "sk-2008.pass-ceiling=13"), "the organiser has chosen"),
            (("--set", "se-2012.denial=tolerated"), "not among the regulations"),
            (("--as-of", "tomorrow"), "2026-10-10T09:30"),
        ],
    )
    def test_says_why(self, syscheck, card, event, arguments, words):
        chosen = event(FIRST + "[settings.sk-2008]\npass-ceiling = 12\n")
        status, out, err = syscheck("check", card(ORDINARY), "--event", chosen, *arguments)
        assert (status, out) == (2, "")
        assert words in err

    @pytest.mark.parametrize("arguments", [("--as-of", "2026-10-10"), ("--format", "ics")])
    def test_dates_need_an_event(self, syscheck, card, arguments):
        status, _, err = syscheck("check", card(ORDINARY), *arguments)
        assert status == 2
        assert "--event FILE" in err

    def test_the_event_is_not_written_over(self, syscheck, card, event):
        path = event(FIRST)
        status, _, _ = syscheck("check", card(ORDINARY), "--event", path, "--format", "json", "-o", path)
        assert status == 2
        assert path.read_text(encoding="utf-8") == FIRST

    def test_a_reading_that_the_organiser_left_open_may_be_tried(self, syscheck, card, event):
        out = syscheck(
            "check", card(ORDINARY), "--event", event(FIRST), "--set", "sk-2008.pass-ceiling=10", "--format", "json"
        )[1]
        assert card_of(out)["regulations"]["sk-2008"]["class"] == "vus"


class TestCalendar:
    def test_of_the_pair(self, syscheck, card, event, tmp_path):
        arguments = ("--event", event(FIRST), "--as-of", "2026-10-01", "--format", "ics", "-o", "duties.ics")
        assert syscheck("check", card(STRONG_PASS), *arguments)[0] == 0
        first = (tmp_path / "duties.ics").read_bytes()
        assert syscheck("check", card(STRONG_PASS), *arguments)[0] == 0
        assert (tmp_path / "duties.ics").read_bytes() == first
        starts = [e.decoded("dtstart").isoformat() for e in Calendar.from_ical(first).walk("VEVENT")]
        assert starts[0] == "2026-10-10T08:00:00+00:00"

    def test_on_standard_output(self, syscheck, card, event):
        status, out, _ = syscheck("check", card(STRONG_PASS), "--event", event(FIRST), "--format", "ics")
        assert status == 0
        assert out.startswith("BEGIN:VCALENDAR\r\n")


class TestAdvise:
    def test_the_event_is_the_target(self, syscheck, card, event):
        status, out, _ = syscheck("advise", card(WILKOSZ), "--event", event(LIMIT.format(2)), "--format", "json")
        found = json.loads(out)
        assert (status, found["target"], found["already"]) == (0, "event", False)
        assert all(a["result"]["se-2012"]["total"] <= 2 for a in found["answers"])

    def test_lowered_dots_count(self, syscheck, card, event):
        lowered = LIMIT.format(3) + "[lowered]\n2D = 0\n"
        assert json.loads(syscheck("advise", card(WILKOSZ), "--event", event(lowered), "--format", "json")[1])[
            "already"
        ]

    def test_a_brown_convention_goes(self, syscheck, card, event):
        out = syscheck("advise", card(WILKOSZ), "--event", event(CZECH.replace("first", "third")), "--format", "json")[
            1
        ]
        answers = json.loads(out)["answers"]
        assert answers
        assert not any(a["result"]["cz-teams"]["brown"] for a in answers)

    def test_target_or_event(self, syscheck, card, event):
        assert syscheck("advise", card(ORDINARY))[0] == 2
        assert syscheck("advise", card(ORDINARY), "--target", "sk:usual", "--event", event(FIRST))[0] == 2


class TestDiff:
    def test_says_whether_the_event_admits_both(self, syscheck, card, event):
        old, new = card(ORDINARY, "old.card"), card(STRONG_PASS, "new.card")
        status, out, _ = syscheck("diff", old, new, "--event", event(SECOND))
        assert status == 1
        assert "At “Second league” before: Admitted. Now: Not admitted." in out

    def test_judges_by_the_readings_of_the_event(self, syscheck, card, event):
        old, new = card(ORDINARY, "old.card"), card(ORDINARY.replace("0-11", "0-13"), "new.card")
        told = event(FIRST + "[settings.sk-2008]\npass-ceiling = 14\n")
        out = syscheck("diff", old, new, "--event", told, "--format", "json")[1]
        assert [v["new"] for v in json.loads(out)["verdicts"]] != ["vus"]
