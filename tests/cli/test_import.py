"""`syscheck import`, `syscheck export`, and files in other formats for the other commands."""

import json
import os

import pytest

SHEET = "BBOalert,Ours\n,1C,16+; any\n,1N,15-17; balanced\n,2D,3-9; frobnicated\n1N__,2H,x\n"
SOUND = "1N: 15-17 bal\n1H: 11-15, 5+H\n"
HEAD = "*00{Ours}=NYYYYYYWritten by syscheck; meanings are in its card language.\n"
CARD = "title: Ours\n[openings]\n1N : 15-17 bal\n"


def test_a_card_comes_out_and_nothing_else(syscheck, card):
    status, out, err = syscheck("import", card(SOUND, "ours.txt"))
    assert status == 0
    assert out == "# Made by syscheck import from ours.txt (plain text)\n[openings]\n1H : 11-15, 5+H\n1N : 15-17, bal\n"
    assert "2 rows: 2 read, 0 questioned, 0 reported" in err


def test_questions_are_told_with_their_places_and_are_status_1(syscheck, card):
    path = card(SHEET, "ours.txt")
    status, _, err = syscheck("import", path)
    assert status == 1
    assert f"{path}:4:1: not read: “frobnicated”" in err
    assert f"{path}:5:1: not on the card: its context “1N__” has wildcards" in err


def test_what_is_no_system_is_status_3(syscheck, card):
    status, out, err = syscheck("import", card("Dear all,\nwe meet at 7.\n", "letter.txt"))
    assert (status, out) == (3, "")
    assert "E501" in err


def test_a_card_is_not_imported(syscheck, card):
    status, out, err = syscheck("import", card(CARD))
    assert (status, out) == (3, "")
    assert "E507" in err


def test_the_card_goes_into_a_file(syscheck, card, tmp_path):
    status, out, _ = syscheck("import", card(SOUND, "ours.txt"), "-o", "new.card")
    assert (status, out) == (0, "")
    assert syscheck("check", "new.card")[0] == 0
    assert (tmp_path / "new.card").read_text(encoding="utf-8").endswith("\n")


def test_several_files_go_into_a_folder(syscheck, card, tmp_path):
    paths = card(SOUND, "a.txt"), card(SHEET, "b.txt")
    assert syscheck("import", *paths)[0] == 2
    assert syscheck("import", *paths, "-o", "none.card")[0] == 2
    (tmp_path / "cards").mkdir()
    status, out, _ = syscheck("import", *paths, "-o", "cards")
    assert (status, out) == (1, "")
    assert sorted(p.name for p in (tmp_path / "cards").iterdir()) == ["a.card", "b.card"]


def test_two_files_of_one_name_do_not_overwrite_each_other(syscheck, card, tmp_path):
    (tmp_path / "cards").mkdir()
    paths = card(SOUND, "a.txt"), card(SOUND, "a.md")
    assert syscheck("import", *paths, "-o", "cards")[0] == 2
    assert not list((tmp_path / "cards").iterdir())


def test_the_original_is_not_overwritten(syscheck, card):
    path = card(SOUND, "ours.txt")
    for options in (("-o", path), ("--review", path)):
        status, _, err = syscheck("import", path, *options)
        assert status == 2
        assert "would be lost" in err
    assert path.read_text(encoding="utf-8") == SOUND


def test_json(syscheck, card):
    path = card(SHEET, "ours.txt")
    status, out, _ = syscheck("import", path, "--format", "json")
    [found] = json.loads(out)["files"]
    assert status == 1
    assert (found["file"], found["format"], found["status"], found["errors"]) == (
        str(path),
        "bbo-alert",
        "questions",
        [],
    )
    assert found["counts"] == {"rows": 4, "read": 2, "questioned": 1, "reported": 1, "silent": 1}
    assert [r["state"] for r in found["rows"]] == ["read", "read", "questioned", "reported"]
    assert found["rows"][2]["unread"][0] == "frobnicated"
    assert found["rows"][3]["why"].startswith("its context")
    assert found["card"].startswith("# Made by")


def test_json_of_a_file_that_cannot_be_read(syscheck):
    status, out, _ = syscheck("import", "missing.txt", "--format", "json")
    [found] = json.loads(out)["files"]
    assert status == 3
    assert (found["status"], found["card"], found["format"]) == ("unreadable", None, None)
    assert [e["code"] for e in found["errors"]] == ["E101"]


def test_the_format_can_be_said(syscheck, card):
    path = card("1N: 15-17 bal\n" + "prose\n" * 20, "ours.txt")
    assert syscheck("import", path)[0] == 3
    assert syscheck("import", path, "--from", "text")[0] == 1
    status, _, err = syscheck("import", path, "--from", "txt")
    assert status == 2
    assert "did you mean “text”?" in err


def test_standard_input(syscheck):
    status, out, _ = syscheck("import", "-", stdin=SOUND)
    assert status == 0
    assert "[openings]" in out


def test_the_language(syscheck, card):
    path = card(SHEET, "ours.txt")
    assert syscheck("import", path, "--lang", "sv")[0] == 1


def test_a_page_to_compare(syscheck, card, tmp_path):
    hostile = SHEET.replace("frobnicated", "<script>alert(1)</script>")
    status, _, _ = syscheck("import", card(hostile, "ours.txt"), card(CARD), "--review", "r.html", "--format", "json")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert status == 3
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "11–15" not in page
    assert "15–17" in page
    assert "http" not in page


class TestOtherCommands:
    def test_check_reads_the_file_itself(self, syscheck, card):
        path = card(SHEET, "ours.txt")
        status, out, _ = syscheck("check", path, "--format", "json", "--regulation", "se-2012")
        [found] = json.loads(out)["cards"]
        assert status == 0
        assert found["remarks"][0].startswith("This is no card: it was read as a BBOalert sheet")
        assert "2 read, 1 questioned, 1 reported" in found["remarks"][0]
        assert [(o["call"], o["line"]) for o in found["openings"]] == [("1C", 2), ("1N", 3), ("2D", 4)]

    def test_what_was_not_read_leaves_the_verdict_open(self, syscheck, card):
        path = card(SHEET, "ours.txt")
        [found] = json.loads(syscheck("check", path, "--format", "json")[1])["cards"]
        [opening] = [o for o in found["openings"] if o["call"] == "2D"]
        assert opening["exact"] is False
        asked = [f for r in found["regulations"].values() for f in r["findings"] if f["outcome"] == "cannot tell"]
        assert any("frobnicated" in (f["question"] or "") for f in asked)

    def test_the_verdict_is_that_of_the_imported_card(self, syscheck, card):
        path = card(SHEET, "ours.txt")
        syscheck("import", path, "-o", "ours.card")
        direct, by_card = (
            json.loads(syscheck("check", p, "--format", "json")[1])["cards"][0] for p in (path, "ours.card")
        )
        assert direct["regulations"] == by_card["regulations"]
        assert direct["fingerprint"] == by_card["fingerprint"]

    @pytest.mark.parametrize("command", [("alerts",), ("advise", "--target", "se:C")])
    def test_alerts_and_advise(self, syscheck, card, command):
        name, *options = command
        assert syscheck(name, card(SHEET, "ours.txt"), *options)[0] == 0

    def test_diff_of_two_formats(self, syscheck, card):
        status, out, _ = syscheck("diff", card(SOUND, "ours.txt"), card("[openings]\n1H:11-15, 5+H\n1N:15-17 bal\n"))
        assert status == 0, out

    def test_faults_of_the_file_are_told_of_the_file(self, syscheck, card):
        path = card("BBOalert,x\n1N--,2C,Stayman\n", "ours.txt")
        status, out, _ = syscheck("check", path)
        assert status == 3
        assert "E504" in out

    def test_of_a_card_nothing_is_guessed(self, syscheck, card):
        status, out, _ = syscheck("check", card(SHEET))
        assert status == 3
        assert "E123" in out

    def test_a_card_by_another_name_is_a_card(self, syscheck, card):
        status, out, _ = syscheck("check", card("[openings]\n1N : 15-17 ball\n", "ours.txt"))
        assert status == 3
        assert "E201" in out

    def test_lines_of_standard_input_are_a_card_unless_they_say_otherwise(self, syscheck):
        assert "E122" in syscheck("check", "-", stdin="1N : 15-17 bal\n")[1]
        assert syscheck("check", "-", stdin=SHEET)[0] == 0

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
    def test_a_pipe_does_not_hang(self, syscheck, tmp_path):
        os.mkfifo(tmp_path / "pipe.txt")
        assert syscheck("check", "pipe.txt")[0] == 3


class TestExport:
    def test_a_card_becomes_a_file(self, syscheck, card):
        status, out, err = syscheck("export", card(CARD), "--to", "bss")
        assert (status, err) == (0, "")
        assert out == HEAD + "001N=NYYYYYY015-17 bal\n"

    def test_losses_are_told_and_status_1(self, syscheck, card):
        status, out, err = syscheck("export", card("pair: x\n" + CARD), "--to", "bss", "--format", "json")
        found = json.loads(out)
        assert status == 1
        assert found["losses"] == ["lost: the headers pair"]
        assert (found["format"], found["text"]) == ("bss", HEAD + "001N=NYYYYYY015-17 bal\n")
        assert "lost: the headers pair" in err

    def test_there_and_back(self, syscheck, card):
        path = card(CARD)
        syscheck("export", path, "--to", "bss", "-o", "ours.bss")
        assert syscheck("diff", path, "ours.bss")[0] == 0

    def test_usage(self, syscheck, card):
        status, _, err = syscheck("export", card(CARD), "--to", "bs")
        assert status == 2
        assert "did you mean “bss”?" in err
        assert syscheck("export", card(CARD), "--to", "bss", "-o", card(CARD))[0] == 2

    def test_a_faulty_card_is_status_3(self, syscheck, card):
        assert syscheck("export", card("[openings]\n1N : x\n"), "--to", "bss")[0] == 3
