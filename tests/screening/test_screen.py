"""`syscheck screen`: folders of cards in, statuses, admission and duties out."""

import csv
import io
import json

import pytest
from entries.handing_in import fingerprint_of, of
from python_calamine import CalamineWorkbook

from screening.screened import FAULTY, FIRST_LEAGUE, MULTI, NATURAL, PAIRS, STRONG_PASS
from syscheck import cli
from syscheck.report.events import ScreenOut
from syscheck.screening import job

TWO = {"a.card": of("Pair 1", NATURAL), "b.card": of("Pair 2", MULTI)}


@pytest.mark.parametrize(
    ("cards", "status"),
    [
        (TWO, 0),
        ({**TWO, "c.card": of("Pair 3", STRONG_PASS)}, 1),
        ({**TWO, "c.card": of("Pair 1", MULTI)}, 1),
        ({**TWO, "c.card": of("Pair 1", NATURAL)}, 0),
        ({**TWO, "c.card": of("Pair 3", FAULTY)}, 3),
        ({**TWO, "c.card": of("Pair 3", FAULTY), "d.card": of("Pair 4", STRONG_PASS)}, 3),
        ({"l.csv": "pair,card\nPair 1,in/a.card\n"}, 0),
        ({}, 0),
    ],
)
def test_the_exit_status_is_that_of_the_worst_entry(screen, cards, status):
    assert screen(cards).status == status


def test_the_text_has_a_line_for_each_entry_and_names_what_was_left_aside(screen):
    run = screen({**TWO, "c.card": of("Pair 3", FAULTY), "readme.txt": "x"}, formats=())
    assert run.status == 3
    for words in ("Pair 1", "Pair 2", "usual", "cannot be read", "in/readme.txt: its name does not end in .card"):
        assert words in run.out
    assert "\x1b" not in run.out


def test_the_json_is_the_contracts(screen):
    run = screen({**TWO, "c.card": of("Pair 3", FAULTY), "d.card": of("Pair 4", STRONG_PASS), "x.txt": ""})
    found = ScreenOut.model_validate_json(run.out)
    assert [e.status for e in found.entries] == ["ok", "ok", "unreadable", "ok"]
    assert [e.card.admitted for e in found.entries] == ["yes", "yes", "cannot tell", "no"]
    assert found.summary.status == {"ok": 3, "unreadable": 1, "missing": 0, "duplicate": 0}
    assert found.summary.admitted == {"yes": 2, "no": 1, "cannot tell": 1}
    assert found.summary.classes == {"sk-2008": {"usual": 2, "vus": 1}}
    assert found.summary.ignored == ("in/x.txt: its name does not end in .card",)
    assert found.entries[2].card.errors[0].code == "E212"


@pytest.mark.parametrize("language", ["en", "sv"])
def test_a_card_is_told_as_check_tells_it(screen, capsys, language):
    run = screen({"a.card": of("Pair 1", STRONG_PASS)}, "--lang", language)
    cli.run(
        ["check", "in/a.card", "--event", "event.toml", "--as-of", "2026-10-01", "--format", "json", "--lang", language]
    )
    [card] = json.loads(capsys.readouterr().out)["cards"]
    assert run.entries[0]["card"] == card


def test_each_card_is_told_in_its_own_language_and_the_entry_in_the_organisers(screen):
    run = screen({"a.card": "language: sk\n" + of("Pair 1", FAULTY), "b.card": of("Pair 2", FAULTY)})
    first, second = (e["card"]["errors"][0]["message"] for e in run.entries)
    assert first != second
    assert run.entries[0]["missing"] == run.entries[1]["missing"]


def test_a_team_is_bound_by_the_vus_of_one_of_its_pairs(screen):
    cards = {"x/a.card": NATURAL, "x/b.card": STRONG_PASS, "y/c.card": NATURAL}
    run = screen({file: of(file, text) for file, text in cards.items()}, event=FIRST_LEAGUE)
    one, two, three = (e["card"]["duties"] for e in run.entries)
    assert two
    assert one
    assert len(three) < len(one)


def test_a_folder_with_more_pairs_than_any_team_is_no_team(screen):
    cards = {f"cards/{n}.card": of(f"Pair {n}", NATURAL) for n in range(17)}
    [remark] = {r for e in screen(cards).entries for r in e["remarks"]}
    assert remark == "“cards” has 17 pairs; so it is taken for a folder, and nobody's team."


LIST = "pair,team,card,received,registered,approved\n"


def listed(screen, row, **cards):
    run = screen({"l.csv": LIST + row + "\n", "a.card": NATURAL, **cards}, paths=("in/l.csv",))
    [entry] = run.entries
    return run, entry


def test_late_by_the_organisers_time(screen):
    assert listed(screen, "Pair 1,,a.card,2026-10-10 20:00,,")[1]["late"] is False
    assert listed(screen, "Pair 1,,a.card,2026-10-10 20:01,,")[1]["late"] is True
    assert listed(screen, "Pair 1,,a.card,2026-10-10,,")[1]["late"] is None
    assert listed(screen, "Pair 1,,a.card,,,")[1]["late"] is None


def test_changed_since_it_was_registered(screen):
    same, other = fingerprint_of(NATURAL), fingerprint_of(MULTI)
    assert listed(screen, f"Pair 1,,a.card,,{same},")[1]["changed"] is False
    assert listed(screen, f"Pair 1,,a.card,,{other},")[1]["changed"] is True
    assert listed(screen, "Pair 1,,a.card,,,")[1]["changed"] is None


def test_unchanged_since_it_was_approved_or_which_calls_changed(screen):
    _, entry = listed(screen, f"Pair 1,,a.card,,,{fingerprint_of(NATURAL)}")
    assert entry["approved"]["same"] is True
    assert entry["remarks"] == ["The card is unchanged since it was approved."]
    _, entry = listed(screen, f"Pair 1,,a.card,,,{fingerprint_of(MULTI)}")
    assert entry["approved"] == {"file": None, "fingerprint": fingerprint_of(MULTI), "same": False, "changed": []}
    _, entry = listed(screen, "Pair 1,,a.card,,,old.card", **{"old.card": MULTI.replace("15-17", "12-14")})
    assert entry["approved"]["changed"] == ["1N", "2D"]
    assert entry["remarks"] == ["Changed since the card was approved: 1N and 2D."]
    _, entry = listed(screen, "Pair 1,,a.card,,,bad.card", **{"bad.card": FAULTY})
    assert entry["approved"]["same"] is None
    _, entry = listed(screen, "Pair 1,,a.card,,,gone.card")
    assert entry["missing"] == ["The approved card gone.card is not there."]


def test_what_a_missing_a_double_and_a_faulty_card_still_need(screen):
    rows = "Pair 1,,\nPair 2,,gone.card\nPair 3,,\nPair 4,,\n"
    cards = {"b.card": of("Pair 3", NATURAL), "c.card": of("Pair 3", MULTI), "d.card": of("Pair 4", FAULTY)}
    run = screen({"l.csv": "pair,team,card\n" + rows, **cards}, paths=("in/l.csv", "in"))
    assert run.all("pair", "status", "missing") == [
        ("Pair 1", "missing", ["No card has been received."]),
        ("Pair 2", "missing", ["The file gone.card, which the entry list names, is not there."]),
        ("Pair 3", "duplicate", ["The pair must say which card holds; another says something else: in/c.card."]),
        ("Pair 3", "duplicate", ["The pair must say which card holds; another says something else: in/b.card."]),
        ("Pair 4", "unreadable", ["2 things on the card must be corrected."]),
    ]
    assert run.status == 3
    assert run.admitted() == [None, None, "cannot tell", "cannot tell", "cannot tell"]


def test_a_pair_is_asked_once_and_for_what_the_event_wants_to_know(screen):
    """Nobody is kept out for not being simple; leads and signals need not be told for that."""
    run = screen({"a.card": of("Pair 1", NATURAL.replace("4+C", "usually 3+C"))}, "--lang", "en")
    [entry] = run.entries
    assert entry["card"]["admitted"] == "cannot tell"
    assert entry["missing"] == ["May 1C be without 3+C? If never, leave “usually” out; if sometimes, say when."]


# ---- files -----------------------------------------------------------------------------------------------------------


def test_a_folder_has_the_page_the_reports_and_the_same_facts_in_every_table(screen, tmp_path):
    run = screen({**TWO, "t/c.card": of("Pair 3", FAULTY)}, "-o", "out", formats=(), event=PAIRS)
    assert run.out == ""
    assert run.err.splitlines() == [
        "3 entries: 2 admitted, 0 not, 1 cannot be told.",
        "1 card cannot be read",
        "out/index.html written",
    ]
    out = tmp_path / "out"
    assert sorted(str(p.relative_to(out)) for p in out.rglob("*") if p.is_file()) == [
        *("duties.ics", "entries.csv", "entries.json", "entries.xlsx", "index.html"),
        *("reports/pair-1.html", "reports/pair-2.html", "reports/t-pair-3.html"),
    ]
    rows = list(csv.reader(io.StringIO((out / "entries.csv").read_text(encoding="utf-8"))))
    sheet = CalamineWorkbook.from_path(out / "entries.xlsx").get_sheet_by_index(0).to_python()
    as_text = [[str(int(c)) if isinstance(c, float) else c for c in row] for row in sheet]
    assert as_text == rows
    found = ScreenOut.model_validate_json((out / "entries.json").read_text(encoding="utf-8"))
    named = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    assert [(r["pair"], r["team"], r["status"], r["admitted"]) for r in named] == [
        (e.pair, e.team, e.status, e.card.admitted) for e in found.entries
    ]
    assert [r["dots most"] for r in named] == ["0", "3", ""]
    page = (out / "index.html").read_text(encoding="utf-8")
    for row in named:
        assert row["report"] in page
        report = (out / row["report"]).read_text(encoding="utf-8")
        assert "<!-- for an event -->" not in report
    assert "Autumn pairs" in (out / "reports" / "pair-1.html").read_text(encoding="utf-8")


def all_bytes(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_two_runs_are_the_same_bytes_on_one_core_or_two_with_a_cache_or_without(screen, tmp_path):
    cards = {f"t{n // 3}/{n}.card": of(f"Pair {n}", NATURAL.replace("12-21", f"{9 + n}-21")) for n in range(9)}
    cards["z.card"] = of("Pair 99", FAULTY)
    screen(cards, "-o", "one", formats=())
    screen(cards, "-o", "two", formats=())
    screen(cards, "-o", "three", "--cache", "other", formats=(), jobs=2)
    one = all_bytes(tmp_path / "one")
    assert len(one) == 15
    assert one == all_bytes(tmp_path / "two") == all_bytes(tmp_path / "three")


def counting(monkeypatch):
    judged = []
    judge = job.judge

    def counted(data, file, wanted):
        judged.append(file)
        return judge(data, file, wanted)

    monkeypatch.setattr(job, "judge", counted)
    return judged


def test_a_second_run_judges_only_what_is_new(screen, monkeypatch, tmp_path):
    judged = counting(monkeypatch)
    first = screen(TWO)
    assert judged == ["in/a.card", "in/b.card"]
    assert screen(TWO).out == first.out
    assert len(judged) == 2
    screen({"b.card": of("Pair 2", NATURAL), "c.card": of("Pair 3")})
    assert judged[2:] == ["in/b.card", "in/c.card"]


@pytest.mark.parametrize("change", ["settings", "language", "html", "program"])
def test_whatever_decides_a_record_makes_it_a_new_one(screen, monkeypatch, change):
    judged = counting(monkeypatch)
    screen(TWO)
    match change:
        case "settings":
            event = 'name = "L"\nregulations = ["sk-2008"]\nkind = "regional"\ntimezone = "Europe/Bratislava"\n'
            screen(TWO, event=f'{event}[settings.sk-2008]\nalternatives = "strict"\n')
        case "language":
            screen(TWO, "--lang", "sk")
        case "html":
            screen(TWO, "-o", "out", formats=())
        case "program":
            monkeypatch.setattr(job, "program", lambda: "another")
            screen(TWO)
    assert len(judged) == 4


def test_dates_alone_judge_no_card_anew(screen, monkeypatch):
    judged = counting(monkeypatch)
    screen(TWO)
    screen(TWO, as_of="2026-10-20")
    assert len(judged) == 2


# ---- what can go wrong -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["screen", "in"], "add --event FILE"),
        (["screen", "in", "--event", "nowhere.toml"], "no such file"),
        (["screen", "in", "nowhere", "neither", "--event", "event.toml"], "neither: there is no such file or folder"),
        (["screen", "in", "--event", "event.toml", "--format", "html"], "needs a folder"),
        (["screen", "in", "--event", "event.toml", "--format", "xlsx"], "needs a folder"),
        (["screen", "in", "--event", "event.toml", "--format", "csv", "--format", "json"], "only one --format"),
        (["screen", "in", "--event", "event.toml", "--format", "text", "-o", "out"], "leave -o out"),
        (["screen", "in", "--event", "event.toml", "-o", "in/a.card"], "name a folder"),
        (["screen", "in", "--event", "event.toml", "-o", "in/a.card/x"], "cannot be written"),
        (["screen", "in", "--event", "event.toml", "--jobs", "0"], "at least one process"),
        (["screen", "in", "--event", "event.toml", "--as-of", "soon"], "--as-of soon"),
        (["screen", "in", "--event", "event.toml", "--cache", "in/a.card"], "--cache"),
        (["screen", "in/l.csv", "--event", "event.toml"], "row 1, column A: there is no column “pear”"),
    ],
)
def test_wrong_usage_is_told_and_status_2(screen, capsys, arguments, words):
    screen({"a.card": of("Pair 1", NATURAL), "l.csv": "pear,card\n"})
    assert cli.run([*arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err


def test_a_card_on_which_the_program_fails_costs_only_itself(screen, monkeypatch):
    check = job.check_bytes

    def failing(data, file, *others):
        if file == "in/b.card":
            raise ZeroDivisionError("of all things")
        return check(data, file, *others)

    monkeypatch.setattr(job, "check_bytes", failing)
    run = screen(TWO)
    assert run.status == 2
    assert run.all("status") == [("ok",), ("unreadable",)]
    [error] = run.entries[1]["card"]["errors"]
    assert "ZeroDivisionError: of all things" in error["message"]
    ScreenOut.model_validate_json(run.out)
    monkeypatch.undo()


def test_a_damaged_store_is_made_anew(screen, tmp_path):
    first = screen(TWO)
    for path in (tmp_path / "cache").iterdir():
        path.write_bytes(b"not a database, but long enough to be taken for one" * 100)
    assert screen(TWO).out == first.out


@pytest.mark.parametrize("pair", ["<script>alert(1)</script>", "=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "“=1”"])
def test_a_pairs_name_is_never_a_script_nor_a_formula(screen, tmp_path, pair):
    rows = f'pair,card\n"{pair}",a.card\n'
    screen({"l.csv": rows, "a.card": f"title: {pair}\n\n{NATURAL}"}, "-o", "out", paths=("in/l.csv",), formats=())
    out = tmp_path / "out"
    for page in out.rglob("*.html"):
        assert "<script>alert" not in page.read_text(encoding="utf-8")
    [_, row] = csv.reader(io.StringIO((out / "entries.csv").read_text(encoding="utf-8")))
    assert row[0] == (f"'{pair}" if pair[0] in "=+-@" else pair)
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)
    book = CalamineWorkbook.from_path(out / "entries.xlsx").get_sheet_by_index(0)
    assert book.to_python()[1][0] == pair
    import zipfile

    with zipfile.ZipFile(out / "entries.xlsx") as archive:
        assert b"<f>" not in archive.read("xl/worksheets/sheet1.xml")
    assert json.loads((out / "entries.json").read_text(encoding="utf-8"))["entries"][0]["pair"] == pair


@pytest.mark.parametrize("pair", ["../../x", "con", "A/B", "", "Ľubomír Čaplovič", "…", "x" * 300])
def test_a_report_has_a_name_that_every_system_takes(screen, tmp_path, pair):
    cards = {"a.card": f"{f'pair: {pair}' if pair else ''}\n\n{NATURAL}", "b.card": f"title: {pair or 'T'}\n\n{MULTI}"}
    screen(cards, "-o", "out", formats=("--format", "html"))
    names = sorted(p.name for p in (tmp_path / "out" / "reports").iterdir())
    assert len(names) == 2
    for name in names:
        stem = name.removesuffix(".html")
        assert stem.replace("-", "").isalnum()
        assert stem.isascii()
        assert stem not in {"con", "nul"}
        assert len(stem) < 80


def test_odd_cards_are_entries_like_others(screen):
    cards = {"a.card": b"\xff\xfe", "b.card": b"", "c.card": b"\0" * 100, "d.card": "x" * (2 << 20), "e.card": of("P")}
    run = screen(cards)
    assert run.all("status") == [*4 * [("unreadable",)], ("ok",)]
    ScreenOut.model_validate_json(run.out)
