"""`meaning`, `rule`, `rules`, `format`."""

import json
import subprocess
import sys

from paths import SAMPLES


class TestMeaning:
    def test_json_where_nobody_looks(self, syscheck):
        status, out, _ = syscheck("meaning", "11-15, 6+C or 5C 4M")
        found = json.loads(out)
        assert status == 0
        assert found["ok"] is True
        assert found["hcp"] == [11, 15]
        assert found["lengths"]["C"] == [5, 12]
        assert found["exact"] is True
        assert (found["questions"], found["unread"], found["errors"]) == ([], [], [])

    def test_text(self, syscheck):
        status, out, _ = syscheck("meaning", "15-17 bal", "--format", "text")
        assert status == 0
        assert "30,897,212,184 hands, 4.87 %" in out
        assert "♠" in out

    def test_the_call_gives_the_suit_of_an_honour_term(self, syscheck):
        out = syscheck("meaning", "AKQxxxx", "--call", "3D")[1]
        assert json.loads(out)["lengths"]["D"] == [7, 13]

    def test_a_call_with_a_letter_is_each_of_its_suits(self, syscheck):
        out = syscheck("meaning", "7+X, 5-9", "--call", "3X")[1]
        assert json.loads(out)["lengths"] == {s: [0, 12] for s in "CDHS"}

    def test_questions_are_status_1(self, syscheck):
        status, out, _ = syscheck("meaning", "(14)15-17 bal")
        assert status == 1
        assert json.loads(out)["exact"] is False
        assert json.loads(out)["questions"]

    def test_faults_are_status_3(self, syscheck):
        status, out, _ = syscheck("meaning", "5+ H, foo")
        found = json.loads(out)
        assert status == 3
        assert (found["ok"], found["hands"]) == (False, None)
        assert [e["code"] for e in found["errors"]] == ["E213", "E201"]

    def test_lines_in_lines_out(self, syscheck):
        lines = '11-15, 5+H\n{"call": "3X", "text": "7+X"}\n17-12\n{"text": 5}\n\n'
        status, out, _ = syscheck("meaning", "--lines", stdin=lines)
        found = [json.loads(line) for line in out.splitlines()]
        assert status == 3
        assert [f["ok"] for f in found] == [True, True, False, False, False]

    def test_usage(self, syscheck):
        assert syscheck("meaning")[0] == 2
        assert syscheck("meaning", "5H", "--call", "8C")[0] == 2
        assert syscheck("meaning", "--lines", "5H")[0] == 2


class TestFreeText:
    def test_read(self, syscheck):
        status, out, _ = syscheck("meaning", "--lenient", "1-2 seat: 11--15 HcP; 5+!h", "--call", "1H")
        found = json.loads(out)
        assert status == 0
        assert (found["ok"], found["reading"]) == (True, "11-15, 5+H")
        assert (found["questions"], found["unread"]) == ([], [])

    def test_questions_and_unread_words_are_status_1(self, syscheck):
        status, out, _ = syscheck("meaning", "--lenient", "(14)15-17 bal, zwiebel", "--call", "1N")
        found = json.loads(out)
        assert status == 1
        assert found["unread"] == ["zwiebel"]
        assert len(found["questions"]) == 2

    def test_text_for_people(self, syscheck):
        status, out, _ = syscheck("meaning", "--lenient", "5+!h, zwiebel", "--call", "1H", "--format", "text")
        assert status == 1
        assert 'read as 5+H, unclear "zwiebel"' in out
        assert "! not read: “zwiebel”" in out
        assert "? What does “zwiebel” mean in 1H?" in out

    def test_lines(self, syscheck):
        lines = '{"call": "3X", "text": "0-9, 7 card suit"}\nfoo baz\n{"call": "9C", "text": "5H"}\n\n{"text": 5}\n'
        status, out, _ = syscheck("meaning", "--lenient", "--lines", stdin=lines)
        found = [json.loads(line) for line in out.splitlines()]
        assert status == 3
        assert [f["ok"] for f in found] == [True, True, False, False, False]
        assert found[0]["reading"] == "0-9, 7X"
        assert found[1]["unread"] == ["foo", "baz"]

    def test_without_lenient_words_are_refused(self, syscheck):
        assert syscheck("meaning", "5+!h, zwiebel", "--call", "1H")[0] == 3


class TestRules:
    def test_the_list(self, syscheck):
        status, out, _ = syscheck("rules")
        assert status == 0
        assert "sk-vus-a" in out
        assert "se-ceiling-strong-suit" in out

    def test_a_page(self, syscheck):
        status, out, _ = syscheck("rule", "sk-vus-c")
        assert status == 0
        for words in ("What it says", "Reading", "Annex 4", "met: "):
            assert words in out

    def test_a_rule_about_events(self, syscheck):
        status, out, _ = syscheck("rule", "sk-25-6")
        assert status == 0
        assert "§ 25, point 6" in out
        assert "2027-03-21T10:00+01:00" in out
        assert "se-3-4-2" in syscheck("rules")[1]
        assert "sk-25-6" in syscheck("rule", "sk-25-66")[2]

    def test_judging_a_card_does_not_wait_for_the_rules_about_events(self, tmp_path):
        path = tmp_path / "ours.card"
        path.write_text("[openings]\n1C : 12+\n")
        code = f"""import sys
from syscheck.cli import run
run(['check', {str(path)!r}])
sys.exit('syscheck.events' in sys.modules)"""
        assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0

    def test_an_unknown_rule(self, syscheck):
        status, _, err = syscheck("rule", "sk-vus-z")
        assert status == 2
        assert "did you mean “sk-vus-" in err


def test_no_command_waits_for_what_another_needs():
    """To know all commands, the program loads nothing but the door itself and the languages."""
    code = """import sys
from syscheck.cli.program import parser
parser()
print(*sorted({".".join(name.split(".")[:2]) for name in sys.modules if name.startswith("syscheck.")}))"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["syscheck.cli", "syscheck.language"]


class TestFormat:
    def test_prints_the_layout(self, syscheck, card):
        status, out, _ = syscheck("format", card("[openings]\n1c:11–15 5+♣  # natural\n3x : 5-9, 7+X PRE\n"))
        assert status == 0
        assert out == "[openings]\n1C : 11-15 5+C  # natural\n3X : 5-9, 7+X PRE\n"

    def test_check(self, syscheck, card):
        path = card("[openings]\n1c:11-15 5+C\n")
        status, out, _ = syscheck("format", "--check", path)
        assert status == 1
        assert "would change" in out
        assert path.read_text(encoding="utf-8").startswith("[openings]\n1c")

    def test_write_then_check(self, syscheck, card):
        path = card("[openings]\n1c:11-15 5+C\n")
        assert syscheck("format", "--write", path)[0] == 0
        assert syscheck("format", "--check", path)[0] == 0

    def test_a_language_is_written_and_named(self, syscheck, card):
        path = card("title: Ours\n[openings]\n1N : 12-14 bal, no 5M\n")
        status, out, _ = syscheck("format", "--lang", "sv", path)
        assert status == 0
        assert out == "title: Ours\nlanguage: sv\n\n[openings]\n1N : 12-14 balanserad, utan 5M\n"
        assert syscheck("format", "--write", "--lang", "sk", path)[0] == 0
        assert syscheck("format", "--check", path)[0] == 0
        assert syscheck("format", path)[1] == out.replace("sv", "sk").replace("balanserad", "pravidelná").replace(
            "utan", "bez"
        )

    def test_a_faulty_card_is_left_alone(self, syscheck, card):
        path = card("[openings]\n1C : 5+ H\n")
        status, _, err = syscheck("format", "--write", path)
        assert status == 3
        assert "E213" in err
        assert path.read_text(encoding="utf-8") == "[openings]\n1C : 5+ H\n"

    def test_every_sample_is_readable_and_stays_the_same(self, syscheck):
        cards = sorted(SAMPLES.glob("*.card"))
        assert len(cards) >= 12
        status, out, _ = syscheck("format", "--check", *cards)
        assert (status, out) == (0, "")


def test_format_keeps_the_words_of_phrases(syscheck, card):
    lists = "[conventions]\nRKCB 1430\n\n[leads]\n4th best, our own way\n"
    out = syscheck("format", card(f"[openings]\n1C : 16+\n\n{lists}"))[1]
    assert out.endswith(lists)
