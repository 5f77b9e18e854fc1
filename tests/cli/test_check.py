"""`syscheck check`: formats, files, settings, exit statuses."""

import json

import pytest
from paths import SAMPLES

GOOD = "[openings]\n1C : 12-21, 4+C\n1N : 12-14 bal\n"
PRECISION = SAMPLES / "precision.card"


def verdicts(out):
    [card] = json.loads(out)["cards"]
    return {k: v["class"] for k, v in card["regulations"].items()}


def test_the_main_job(syscheck):
    status, out, err = syscheck("check", PRECISION)
    assert status == 0
    assert err == ""
    for words in ("usual", "C-system", "1D", "2D", "sk-vus-a", "se-dots-length"):
        assert words in out


def test_text_has_no_colour_when_piped(syscheck):
    assert "\x1b" not in syscheck("check", PRECISION)[1]


def test_json_on_standard_output_is_pure(syscheck):
    status, out, _ = syscheck("check", PRECISION, "--format", "json")
    assert status == 0
    assert verdicts(out) == {"sk-2008": "usual", "se-2012": "C", "cz-teams": "ordinary", "wbf": "blue"}


def test_each_o_belongs_to_the_format_before_it(syscheck, tmp_path):
    status, out, err = syscheck(
        "check", PRECISION, "--format", "html", "-o", "a.html", "--format", "json", "-o", "a.json", "--format", "text"
    )
    assert status == 0
    assert (tmp_path / "a.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert verdicts((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert "usual" in out
    assert "a.html written" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("-o", "x"), "--format"),
        (("--format", "json", "-o", "x", "-o", "y"), "--format"),
        (("--format", "json", "--format", "text"), "only one"),
        (("--format", "json", "-o", "x", "--format", "text", "-o", "./x"), "same file"),
        (("--format", "pdf"), "invalid choice"),
        (("--regulation", "sk-2009"), "did you mean “sk-2008”"),
        (("--regulation", "fifa"), "regulations are sk-2008, se-2012, cz-teams, wbf"),
        # An edition that we do not have is no regulation of ours.
        (("--regulation", "wbf-2007"), "there is no regulation “wbf-2007”"),
        (("--regulation", "cz-2019"), "there is no regulation “cz-2019”"),
        (("--set", "wbf.edition=2007"), "has no setting “edition”"),
        (("--set", "wbf.strong=38"), "a whole number from 0 to 37"),
        (("--set", "sk-2008.alternative=strict"), "did you mean “alternatives”"),
        (("--set", "sk-2008.alternatives=strictly"), "customary, strict"),
        (("--set", "sk-2008.pass-ceiling=twelve"), "not a number"),
        (("--set", "sk-2008.pass-ceiling=11.5"), "a whole number from 0 to 36"),
        (("--set", "se-2012.clear-majority=80"), "from 0 to 1"),
        (("--set", "sk-2009.alternatives=strict"), "did you mean “sk-2008”"),
        (("--set", "strict"), "ID.NAME=VALUE"),
        (("--regulation", "se-2012", "--set", "sk-2008.alternatives=strict"), "not among"),
        (("--lang", "de"), "--lang de: reports are written in en, sk, cs, sv"),
        (("--format", "html", "-o", "nowhere/x.html"), "cannot be written"),
        (("--format", "html", "-o", "."), "is a folder"),
    ],
)
def test_wrong_usage_is_one_clear_line_and_status_2(syscheck, card, tmp_path, arguments, words):
    status, out, err = syscheck("check", card(GOOD), *arguments)
    assert status == 2
    assert out == ""
    assert words in err
    assert err.count("\n") == 1
    assert [p.name for p in tmp_path.iterdir()] == ["ours.card"]


def test_the_header_names_the_regulation(syscheck, card):
    named = card(f"regulation: se-2012\n{GOOD}")
    assert verdicts(syscheck("check", named, "--format", "json")[1]) == {"se-2012": "C"}
    both = card(f"regulation: se-2012, sk-2008\n{GOOD}")
    assert list(verdicts(syscheck("check", both, "--format", "json")[1])) == ["se-2012", "sk-2008"]


def test_the_command_line_names_it_before_the_header(syscheck, card):
    named = card(f"regulation: se-2012\n{GOOD}")
    out = syscheck("check", named, "--regulation", "sk-2008", "--format", "json")[1]
    assert list(verdicts(out)) == ["sk-2008"]


def test_without_any_all_are_shown_and_the_report_says_so(syscheck, card):
    status, out, _ = syscheck("check", card(GOOD))
    assert status == 0
    assert "No regulation was named" in out


def test_a_suit_that_no_hand_fits_is_said(syscheck, card):
    status, out, _ = syscheck("check", card("[openings]\n2M : 5-9, 6M, no 4S\n"))
    assert status == 0
    assert "2S is not opened: no hand fits what the card says of 2M in this suit." in out


def test_an_unknown_regulation_on_the_card_is_a_fault_of_the_card(syscheck, card):
    status, out, _ = syscheck("check", card(f"regulation: se-2013\n{GOOD}"))
    assert status == 3
    assert "ours.card:1:13: E401" in out
    assert "did you mean “se-2012”" in out


def test_a_setting_changes_the_verdict_and_is_printed(syscheck):
    blue = SAMPLES / "blue-club.card"
    out = syscheck("check", blue, "--format", "json")[1]
    assert verdicts(out)["sk-2008"] == "usual"
    out = syscheck("check", blue, "--set", "sk-2008.nt-width=inclusive", "--format", "json")[1]
    assert verdicts(out)["sk-2008"] == "vus"
    assert json.loads(out)["cards"][0]["regulations"]["sk-2008"]["settings"]["nt-width"] == "inclusive"


def test_standard_input(syscheck):
    status, out, _ = syscheck("check", "-", "--format", "json", stdin=GOOD)
    assert status == 0
    assert json.loads(out)["cards"][0]["file"] == "-"


def test_one_bad_card_does_not_stop_the_others(syscheck, card):
    bad = card("[openings]\n1C : 5+ H\n", "bad.card")
    status, out, _ = syscheck("check", bad, card(GOOD), "--format", "json")
    assert status == 3
    first, second = json.loads(out)["cards"]
    assert (first["status"], second["status"]) == ("unreadable", "ok")
    assert first["regulations"] == {}
    assert [e["code"] for e in first["errors"]] == ["E213"]


def test_a_faulty_card_shows_every_fault_with_its_place(syscheck, card):
    status, out, _ = syscheck("check", card("titel: x\n[openings]\n1C : 11-15, 5+ H\n1H : 11-15 hearts\n"))
    assert status == 3
    assert "ours.card:1:1: E110" in out
    assert "ours.card:3:13: E213" in out
    assert "ours.card:4:6: E214" in out
    assert "did you mean 5+H?" in out


def test_faults_go_to_standard_error_when_the_report_goes_to_a_file(syscheck, card):
    status, out, err = syscheck("check", card("[openings]\n1C : 5+ H\n"), "--format", "html", "-o", "x.html")
    assert (status, out) == (3, "")
    assert "E213" in err


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "E104"),
        (b"\xff\xfe[openings]", "E102"),
        (b"(" * (1 << 20), None),
        (b"[" * (1 << 20), None),
        (b"[openings]\n1C : " + b"(" * 51 + b"5+H" + b")" * 51 + b"\n", "E210"),
        (b"[openings]\n1N : 12-14 bal\n1N : 15-17 bal\n", "E139"),
        (b"x" * ((1 << 20) + 1), "E103"),
    ],
    ids=["empty", "not UTF-8", "a megabyte of (", "a megabyte of [", "51 deep", "one call twice", "too large"],
)
def test_bad_files_are_one_clear_error(syscheck, card, data, code):
    status, out, _ = syscheck("check", card(data), "--format", "json")
    assert status == 3
    [unread] = json.loads(out)["cards"]
    assert len(unread["errors"]) == 1
    assert unread["errors"][0]["message"]
    assert code in (None, unread["errors"][0]["code"])


def test_a_folder_and_a_missing_file_are_unreadable_cards(syscheck, tmp_path):
    status, out, _ = syscheck("check", tmp_path, tmp_path / "gone.card")
    assert status == 3
    assert "it is a folder" in out
    assert "there is no such file" in out


def test_an_output_is_written_whole_or_not_at_all(syscheck, card, tmp_path):
    old = tmp_path / "report.html"
    old.write_text("old", encoding="utf-8")
    tmp_path.chmod(0o555)
    try:
        status, _, err = syscheck("check", PRECISION, "--format", "html", "-o", old)
    finally:
        tmp_path.chmod(0o755)
    if status == 2:  # root may write anywhere
        assert "cannot be written" in err
        assert old.read_text(encoding="utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["report.html"]


def test_explain_shows_how_each_verdict_came_about(syscheck):
    status, out, _ = syscheck("check", SAMPLES / "polish-club.card", "--explain")
    assert status == 0
    why = out[out.index("The openings in numbers") :]
    assert "part 1: 12–14 points; ♠ 2–4 ♥ 2–4 ♦ 2–4 ♣ 2–5; balanced 100 %; 7.3 % of all hands" in why
    assert "not met: A 1-level opening that means one thing or another (sk-vus-b)" in why
    assert "Reading: Read to the letter," in why
    assert "1C 1st to 3rd seat: met. 1C may have 0 ♣: dots 2." in why
    assert "for example ♠" in why


def test_no_command_and_unknown_command(syscheck):
    assert syscheck()[0] == 2
    status, _, err = syscheck("chekc")
    assert status == 2
    assert "check" in err


def test_version(syscheck):
    status, out, _ = syscheck("--version")
    assert status == 0
    assert out.startswith("syscheck ")


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "ours.card", "--format", "html", "-o", "./ours.card"),
        ("check", "other.card", "ours.card", "--format", "json", "-o", "link.card"),
        ("alerts", "ours.card", "--format", "html", "-o", "ours.card"),
        ("advise", "ours.card", "--target", "se:A", "--format", "json", "-o", "ours.card"),
        ("diff", "other.card", "ours.card", "--format", "text", "-o", "ours.card"),
    ],
)
def test_an_output_never_overwrites_a_card(syscheck, card, tmp_path, arguments):
    card(GOOD, "other.card")
    ours = tmp_path / "ours.card"
    ours.write_text(GOOD, encoding="utf-8")
    (tmp_path / "link.card").symlink_to(ours)
    status, out, err = syscheck(*arguments)
    assert (status, out) == (2, "")
    assert "that is the card itself" in err
    assert err.count("\n") == 1
    assert ours.read_text(encoding="utf-8") == GOOD


@pytest.mark.parametrize("outputs", [(), ("--format", "text"), ("--format", "json")])
def test_the_declaration_without_html_is_wrong_usage(syscheck, card, outputs):
    status, out, err = syscheck("check", card(GOOD), "--view", "declaration", *outputs)
    assert (status, out) == (2, "")
    assert "the declaration is HTML only" in err


def test_standard_input_has_a_name_in_text_and_html(syscheck):
    assert "(standard input)" in syscheck("check", "-", stdin=GOOD)[1].splitlines()[0]
    assert "<bdi>standard input</bdi>" in syscheck("check", "-", "--format", "html", stdin=GOOD)[1]
    assert "standard input cannot be judged: 1 fault." in syscheck("check", "-", stdin="[openings]\n1N : ball\n")[1]
    assert json.loads(syscheck("alerts", "-", "--format", "json", stdin=GOOD)[1])["cards"][0]["file"] == "-"


def test_each_variant_of_a_call_shows_dots(syscheck, card):
    text = "[openings]\n1N [nv] : 12-14 bal\n1N [vul] : 15-17 bal\n2D [nv] : 5-10, 6M, ART\n2D [vul] : 5-10, 6D\n"
    out = syscheck("check", card(text))[1]
    rows = [line.split() for line in out.splitlines() if line.startswith(("  1N  ", "  2D  "))]
    assert [row[-1] for row in rows] == ["0", "(0)", "3", "(3)"]
    assert "Dots in parentheses are counted once" in out
