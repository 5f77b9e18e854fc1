"""Entry lists: CSV and XLSX in, pairs out, or every fault with its row and column."""

import datetime
import io
import tracemalloc
import zipfile

import pytest
import xlsxwriter

from entries.handing_in import EVENT, FAULTY, NATURAL, entered, hand_in, of, refused, statuses
from syscheck.entries import FaultyEntries, FaultyList, find, read_list

SIXTEEN = "344ae2174d691deb"


def listed(tmp_path, text, name="list.csv"):
    """The rows of a list."""
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_list(path, EVENT)


def faults(tmp_path, text, name="list.csv"):
    """What is wrong with a list."""
    with pytest.raises(FaultyList) as error:
        listed(tmp_path, text, name)
    return list(map(str, error.value.faults))


def sheet(rows):
    """An XLSX of rows."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"default_date_format": "yyyy-mm-dd hh:mm"})
    page = book.add_worksheet()
    for number, row in enumerate(rows):
        page.write_row(number, 0, row)
    book.close()
    return out.getvalue()


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_separators_and_byte_order_marks(tmp_path, separator, encoding):
    rows = [("Team", "Pair", "Card"), ("Ľudia", "Pair 1", "a.card"), ("", "", ""), ("", "Pair 2", "")]
    text = "\r\n".join(separator.join(row) for row in rows)
    one, two = listed(tmp_path, text.encode(encoding))
    assert (one.pair, one.team, one.cards) == ("Pair 1", "Ľudia", ("a.card",))
    assert (two.pair, two.cards, two.number) == ("Pair 2", (), 4)


@pytest.mark.parametrize(
    "headings",
    [
        "pair,team,card,received,registered,approved",
        "Dvojica,Tím,Karta,Doručené,Registrované,Schválené",
        "dvojice,tým,karty,doručeno,registrováno,schváleno",
        "Par,Lag,Kort,Mottaget,Registrerat,Godkänt",
        "DVOJICA,Druzstvo,karta,prijate,registrovane,schvalene",
    ],
)
def test_headings_in_each_language_with_accents_or_without(tmp_path, headings):
    [row] = listed(tmp_path, f"{headings}\nPair 1,T,a.card,2026-10-01 18:00,{SIXTEEN},{SIXTEEN.upper()}\n")
    assert (row.pair, row.team, row.cards) == ("Pair 1", "T", ("a.card",))
    assert str(row.received) == "2026-10-01T18:00+02:00"
    assert (row.registered, row.approved_fingerprint, row.approved_file) == (SIXTEEN, SIXTEEN, None)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2026-10-01T18:00", "2026-10-01T18:00+02:00"),
        ("2026-10-01 18:00:30", "2026-10-01T18:00+02:00"),
        ("2026-10-01T18:00Z", "2026-10-01T20:00+02:00"),
        ("2026-10-01T18:00+01:00", "2026-10-01T19:00+02:00"),
        ("1.10.2026 9:05", "2026-10-01T09:05+02:00"),
        ("1. 10. 2026 18.30", "2026-10-01T18:30+02:00"),
        ("2026-10-01", "2026-10-01"),
        ("2026-10-25 02:30", "2026-10-25T02:30+02:00"),
        ("2026-11-25 02:30", "2026-11-25T02:30+01:00"),
    ],
)
def test_when_a_card_was_received(tmp_path, written, meant):
    [row] = listed(tmp_path, f"pair,received\nPair 1,{written}\n")
    assert str(row.received) == meant


@pytest.mark.parametrize(
    "written", ["yesterday", "10/1/2026", "2026-13-01", "2026-10-01 25:00", "18:00", "2026-10-01 18h"]
)
def test_a_time_that_can_be_read_in_two_ways_or_in_none_is_a_fault(tmp_path, written):
    [fault] = faults(tmp_path, f"pair,received\nPair 1,{written}\n")
    assert fault == f"row 2, column B: “{written}” is not a time; write it as 2026-09-30 18:00"


def test_all_faults_of_all_rows_are_told_at_once(tmp_path):
    text = (
        "pair,card,received,registered,approved\n"
        "Pair 1,../a.card,soon,123,C:\\b.card\n"
        ",,2026-10-01,,\n"
        "Pair 3,a.card;/etc/passwd,,,,stray\n"
        f"{'x' * 300},,,,\n"
    )
    found = [fault.split(": ")[0] for fault in faults(tmp_path, text)]
    assert found == [
        *("row 2, column B", "row 2, column C", "row 2, column D", "row 2, column E"),
        *("row 3", "row 4, column F", "row 4, column B", "row 5, column A"),
    ]


def test_a_column_that_is_unknown_is_never_passed_over(tmp_path):
    first, second, third = faults(tmp_path, "pair,recieved,phone,pair\nPair 1,2026-10-01,1,Pair 2\n")
    assert first.startswith("row 1, column B: there is no column “recieved”: did you mean “received”?")
    assert "phone" in second
    assert "twice" in third


@pytest.mark.parametrize("text", ["", "\n\n,,\n", "team,received\nT,2026-10-01\n"])
def test_a_list_without_pairs_is_a_fault(tmp_path, text):
    assert faults(tmp_path, text)


def test_a_list_that_is_not_utf_8_says_in_which_row(tmp_path):
    assert faults(tmp_path, "pair\nNovák\n".encode("cp1250")) == ["row 2: it is not UTF-8 text; save it as CSV UTF-8"]


@pytest.mark.parametrize(
    "text", ['pair\n"open', "pair\n" + "x" * (1 << 20), "pair\n" + "," * 5_000, "pair,card\n,\0\n", "\0\1"]
)
def test_a_list_made_to_hurt_is_a_fault(tmp_path, text):
    assert faults(tmp_path, text)


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "C:\\cards\\a.card", "a\\..\\b.card", "t/../../b.card"]
)
def test_a_list_cannot_name_a_file_elsewhere(tmp_path, name):
    hand_in(tmp_path, {"a.card": NATURAL, "b.card": NATURAL})
    [fault] = faults(tmp_path, f"pair,card\nPair 1,{name}\n")
    assert fault.startswith(f"row 2, column B: “{name}” is not looked for: its name ")


def test_a_link_that_a_list_names_is_not_followed_out_of_its_folder(tmp_path):
    hand_in(tmp_path, {"secret.card": of("Pair 9"), "in/list.csv": "pair,card\nPair 1,a.card\n"})
    (tmp_path / "in" / "a.card").symlink_to(tmp_path / "secret.card")
    assert statuses(tmp_path / "in" / "list.csv") == [("Pair 1", "", "unreadable")]
    assert "link" in refused(tmp_path / "in" / "list.csv")["a.card"]


# ---- XLSX ------------------------------------------------------------------------------------------------------------


def test_an_xlsx_is_read_like_a_csv(tmp_path):
    rows = [
        ["Pair", "Card", "Received", "Registered"],
        ["Pair 1", "a.card; b.card", datetime.datetime(2026, 10, 1, 18, 0), SIXTEEN],
        [2, "", datetime.datetime(2026, 10, 2), ""],
    ]
    one, two = listed(tmp_path, sheet(rows), "list.xlsx")
    assert (one.pair, one.cards, str(one.received)) == ("Pair 1", ("a.card", "b.card"), "2026-10-01T18:00+02:00")
    assert (two.pair, str(two.received)) == ("2", "2026-10-02")


def test_a_fingerprint_that_a_spreadsheet_made_a_number_is_a_fault(tmp_path):
    [fault] = faults(tmp_path, sheet([["pair", "registered"], ["Pair 1", 1234567890123456]]), "list.xlsx")
    assert fault.startswith("row 2, column B:")
    assert "as text" in fault


def rewritten(data, name, change):
    """An XLSX with one of its parts changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            new.writestr(info.filename, change(old.read(info)) if info.filename == name else old.read(info))
    return out.getvalue()


SHEET = "xl/worksheets/sheet1.xml"


@pytest.mark.parametrize("far", [b'r="XFD1048576"', b'r = "A1048576"', b"r='XFD1'"])
def test_a_cell_at_the_end_of_the_world_does_not_fill_the_memory(tmp_path, far):
    data = rewritten(sheet([["pair"], ["Pair 1"]]), SHEET, lambda xml: xml.replace(b'r="A2"', far))
    tracemalloc.start()
    [fault] = faults(tmp_path, data, "list.xlsx")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "more than" in fault
    assert most < 32 << 20


def test_an_xlsx_that_unpacks_without_end_is_refused(tmp_path):
    data = rewritten(sheet([["pair"], ["Pair 1"]]), SHEET, lambda xml: xml + b" " * (80 << 20))
    [fault] = faults(tmp_path, data, "list.xlsx")
    assert "MiB" in fault


@pytest.mark.parametrize("data", [b"", b"pair\nPair 1\n", b"PK\x03\x04", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_xlsx_is_a_fault(tmp_path, data):
    assert faults(tmp_path, data, "list.xlsx")


def test_an_xlsx_cut_anywhere_is_a_fault_and_no_traceback(tmp_path):
    data = sheet([["pair"], ["Pair 1"]])
    for size in range(0, len(data), 211):
        assert faults(tmp_path, data[:size], "list.xlsx")


# ---- lists and cards together ----------------------------------------------------------------------------------------


def test_faults_of_lists_and_paths_come_together(tmp_path):
    hand_in(tmp_path, {"one.csv": "pair,card\n,\nx,/a\ny,/b\n", "two.csv": "pear\n"})
    with pytest.raises(FaultyEntries) as error:
        find([tmp_path / "one.csv", tmp_path / "two.csv", tmp_path / "three"], EVENT, io.BytesIO())
    assert [str(f).removeprefix(f"{tmp_path}/").split(":")[0] for f in error.value.faults] == ["one.csv"] * 2 + [
        "two.csv",
        "three",
    ]


def test_a_list_names_cards_beside_it_in_a_folder_and_in_an_archive(tmp_path):
    hand_in(
        tmp_path,
        {"lists/l.csv": "pair,card\nP,x.card\nQ,t/y.card\nR,z.card\n", "lists/x.card": NATURAL, "in/t/y.card": NATURAL},
    )
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("z.card", NATURAL)
    found = statuses(tmp_path / "lists" / "l.csv", tmp_path / "in", tmp_path / "a.zip")
    assert found == [("P", "", "ok"), ("Q", "t", "ok"), ("R", "", "ok")]


def test_a_listed_pair_without_a_file_takes_the_card_that_names_it(tmp_path):
    hand_in(
        tmp_path,
        {
            "l.csv": "pair,team\nPair 1,A\nPair 2,A\nPair 3,A\n",
            "c/x.card": of("PAIR  2"),
            "c/y.card": of("Pair 9", FAULTY),
        },
    )
    assert statuses(tmp_path / "l.csv", tmp_path / "c") == [
        ("Pair 1", "A", "missing"),
        ("Pair 2", "A", "ok"),
        ("Pair 3", "A", "missing"),
        ("Pair 9", "", "unreadable"),
    ]


def test_pairs_of_one_name_are_told_apart_by_their_teams(tmp_path):
    hand_in(tmp_path, {"l.csv": "pair,team\nPair 1,A\nPair 1,B\n", "c/B/x.card": of("Pair 1")})
    assert statuses(tmp_path / "l.csv", tmp_path / "c") == [("Pair 1", "A", "missing"), ("Pair 1", "B", "ok")]


def test_an_approved_card_is_no_entry_of_its_own(tmp_path):
    hand_in(
        tmp_path,
        {
            "l.csv": "pair,card,approved\nPair 1,new.card,old.card\n",
            "new.card": of("Pair 1"),
            "old.card": of("Pair 1", FAULTY),
        },
    )
    [entry] = entered(tmp_path / "l.csv", tmp_path)
    assert (entry.status.value, entry.approved_file, entry.approved is not None) == ("ok", "old.card", True)


def test_a_pairs_name_from_a_list_is_made_harmless(tmp_path):
    hand_in(tmp_path, {"l.csv": "pair\n\u202e\x1b[31m  Pair\t1\n"})
    [entry] = entered(tmp_path / "l.csv")
    assert entry.pair.isprintable()
