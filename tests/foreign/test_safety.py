"""Hostile files: limits, links, pipes, random bytes; never a traceback, never a hang."""

import os
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foreign.reading import imported
from syscheck.card import read_card
from syscheck.foreign import (
    FORMATS,
    Outside,
    Source,
    bbo_alert,
    import_source,
    read_included,
    read_source,
)
from syscheck.foreign.doors import check_any, check_source, import_file
from syscheck.foreign.source import MOST_BYTES, MOST_ROWS
from syscheck.foreign.words import Reading, read_freely, unclear

HEADS = {"bbo-alert": b"BBOalert,x\n", "bss": b"*00{x}=NYYYYYY\n", "text": b"1N 15-17 bal\n"}
WORDS = rb"""
    ,1N, 1N-- +, Option,@1@v \ \\ 001C=NYYYYYY008 *0 { }= ?00{f}= % $ 5+!h 1NT: 2H/2S (1H)- 3CDHS - " # [openings] |
    a) ((( not 1[HS] (1C|1D)
"""
MARKS = [b"\n", b"\\\\\n", b"12-14 bal", b"  ", b"\x00", b"\xff\xfe", b"\xe2\x80\xa8", b"\t", b"\r", b"\xc3"]
PIECES = st.sampled_from([*WORDS.split(), *MARKS])


def form(name):
    return next(f for f in FORMATS if f.name == name)


@pytest.mark.parametrize("name", [f.name for f in FORMATS])
@settings(max_examples=60, deadline=None)
@given(data=st.one_of(st.binary(max_size=300), st.lists(PIECES, max_size=40).map(b"".join)))
def test_any_bytes_are_a_card_or_faults(name, data):
    source = Source("x", HEADS.get(name, b"") + data)
    done = import_source(source, form(name))
    assert (done.card is None) == bool(done.faults)
    lines = [line for line in source.text.split("\n") if line.strip()]
    assert len(done.rows) + done.silent == len(lines)
    if done.card is not None:
        assert read_card(done.text) == done.card


@settings(max_examples=60, deadline=None)
@given(st.lists(PIECES, max_size=30).map(b"".join))
def test_any_bytes_can_be_judged_or_have_faults(data):
    done = imported(data, read_freely)
    checked = check_source(done.source)
    assert checked.readable or checked.faults
    if done.card is not None:
        assert read_card(done.text) == done.card


def test_a_file_of_ten_megabytes_is_refused(tmp_path):
    file = tmp_path / "large.txt"
    file.write_bytes(b"1N 15-17 bal\n" * 800_000)
    start = time.perf_counter()
    assert [f.code for f in import_file(str(file)).faults] == ["E502"]
    assert [f.code for f in check_any(str(file)).faults] == ["E502"]
    assert time.perf_counter() - start < 5


def test_standard_input_of_ten_megabytes_is_refused():
    assert [f.code for f in import_file("-", b"1N 15-17\n" * 1_200_000).faults] == ["E502"]


def test_a_file_just_below_the_limit_ends(tmp_path):
    file = tmp_path / "large.txt"
    file.write_bytes(b"BBOalert,x\n" + b"x" * (MOST_BYTES - 20) + b"\n")
    start = time.perf_counter()
    assert [f.code for f in import_file(str(file)).faults] == ["E504"]
    assert time.perf_counter() - start < 20


@pytest.mark.parametrize(
    "line",
    ["1N" * 9000 + ": x", "(" * 19000, "1[HS]" * 3000, ",," * 9000, "5" * 19000, "-" * 19000, "!" * 19000, "a)" * 9000,
     "00" + "1C" * 9000 + "=NYYYYYY008", "1N " + "(" * 18000, "1C-" * 6000, "{" * 19000, "=" * 19000, "1H/" * 6000],
)  # fmt: skip
@pytest.mark.parametrize("name", [f.name for f in FORMATS])
def test_a_long_line_ends_soon(name, line):
    start = time.perf_counter()
    import_source(Source("x", HEADS.get(name, b"") + line.encode() + b"\n"), form(name))
    assert time.perf_counter() - start < 5


def test_many_rows_are_refused():
    done = imported("BBOalert,x\n" + ",1N,15-17 bal\n" * (MOST_ROWS + 1))
    assert [f.code for f in done.faults] == ["E503"]


def test_a_card_of_more_than_a_mebibyte_is_refused():
    rows = "".join(f",1N,{n} {'word ' * 3000}\n" for n in range(3)) + "".join(
        f"1N--2C--,{level}{strain},{'word ' * 3900}\n" for level in range(3, 8) for strain in "CDHSN"
    )
    more = "".join(f"1C--1D--1H--,{level}{strain},{'word ' * 3900}\n" for level in range(2, 8) for strain in "CDHSN")
    done = imported("BBOalert,x\n" + rows + more, lambda words, call, stated: Reading(unclear(words)))
    assert [f.code for f in done.faults] == ["E505"]


def test_classes_do_not_multiply_without_end():
    assert bbo_alert.expanded("1[HS]" * 30) is None
    assert bbo_alert.expanded("1[HS]2[CD]") == ("1H2C", "1H2D", "1S2C", "1S2D")


def test_a_file_that_is_named_in_a_row_is_not_opened(tmp_path, monkeypatch):
    secret = tmp_path / "secret.bss"
    secret.write_text("*00{secret}=NYYYYYY\n001C=NYYYYYY008secret\n", encoding="utf-8")
    opened = []
    real = os.open
    monkeypatch.setattr(os, "open", lambda path, *more, **named: opened.append(str(path)) or real(path, *more, **named))
    file = tmp_path / "ours.bss"
    file.write_text("*00{x}=NYYYYYY\n+ secret.bss\n$ secret.bss\n001N=NYYYYYY015-17 bal\n", encoding="utf-8")
    done = import_file(str(file))
    assert done.counts["reported"] == 2
    assert "secret" not in done.text
    assert opened == [str(file)]


@pytest.fixture
def inside(tmp_path):
    """A folder with a file that includes, beside a file that it must not reach."""
    folder = tmp_path / "ours"
    (folder / "parts").mkdir(parents=True)
    (folder / "main.txt").write_text("1N 15-17 bal\n", encoding="utf-8")
    (folder / "parts" / "one.txt").write_text("1C 16+\n", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret\n", encoding="utf-8")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "up").symlink_to(tmp_path)
    (folder / "circle.txt").symlink_to(folder / "circle.txt")
    return read_source(str(folder / "main.txt"))


def test_an_included_file_is_read_from_the_folder(inside):
    assert read_included(inside, "parts/one.txt").text == "1C 16+\n"
    assert read_included(inside, "parts/../parts/one.txt").text == "1C 16+\n"


@pytest.mark.parametrize(
    "name", ["../secret.txt", "link.txt", "up/secret.txt", "/etc/passwd", "parts/../../secret.txt", "a\0b"]
)
def test_no_file_outside_the_folder_is_included(inside, name):
    with pytest.raises(Outside):
        read_included(inside, name)


@pytest.mark.parametrize("name", ["missing.txt", "parts", "", "circle.txt"])
def test_what_is_no_file_is_not_included(inside, name):
    with pytest.raises((OSError, Outside)):
        read_included(inside, name)


def test_standard_input_includes_nothing():
    with pytest.raises(Outside):
        read_included(Source("-", b""), "main.txt")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_that_nobody_writes_into_does_not_hang(tmp_path):
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    assert [f.code for f in import_file(str(pipe)).faults] == ["E101"]


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no such device here")  # noqa: PTH110
def test_a_device_is_not_read():
    assert [f.code for f in import_file("/dev/zero").faults] == ["E101"]


def test_a_missing_file_and_a_folder(tmp_path):
    assert [str(dict(f.values)["why"]) for f in import_file(str(tmp_path / "no.txt")).faults] == [
        "there is no such file"
    ]
    assert [str(dict(f.values)["why"]) for f in import_file(str(tmp_path)).faults] == ["it is a folder"]


@pytest.mark.parametrize(
    ("data", "remarked"),
    [
        ("1H: 5+ hjärter".encode("cp1252"), True),
        ("1H: 5+ hjärter".encode("utf-16"), False),
        ("\ufeff1H: 5+ hjärter".encode(), False),
        ("1C 16+\r\n1H: 5+ hjärter\r\n".encode(), False),
    ],
    ids=["Windows-1252", "UTF-16", "byte order mark", "line ends of Windows"],
)
def test_encodings(data, remarked):
    done = imported(data)
    assert done.rows[-1].readings[0][1] in ("5+H", '5+H, "5+ hjärter"')
    assert bool(done.remarks) == remarked
