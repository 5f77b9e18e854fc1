"""Cards in files and folders."""

import os
import sys

import pytest

from entries.handing_in import FAULTY, NATURAL, hand_in, ignored, of, refused, searched, statuses
from syscheck.entries import FaultyEntries

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="such files are POSIX's")


def test_a_folder_has_a_card_in_every_file_named_so_sub_folders_are_teams(tmp_path):
    hand_in(
        tmp_path / "entries",
        {
            "team-2/a.card": of("Pair 3"),
            "team-1/b.card": of("Pair 2"),
            "team-1/a.CARD": of("Pair 1"),
            "c.card": of("Pair 4"),
        },
    )
    assert statuses(tmp_path / "entries") == [
        ("Pair 4", "", "ok"),
        ("Pair 1", "team-1", "ok"),
        ("Pair 2", "team-1", "ok"),
        ("Pair 3", "team-2", "ok"),
    ]


def test_a_pair_is_called_by_its_header_else_the_title_else_the_file(tmp_path):
    hand_in(
        tmp_path,
        {"a.card": f"title: Ours\n{of('Pair 1')}", "b.card": f"title: Precision\n\n{NATURAL}", "c d.card": NATURAL},
    )
    assert [s[0] for s in statuses(tmp_path)] == ["Pair 1", "Precision", "c d"]


def test_two_pairs_with_the_same_title_are_two_pairs(tmp_path):
    hand_in(tmp_path, {"a.card": f"title: Ours\n\n{NATURAL}", "b.card": "title: Ours\n\n[openings]\n1C : 16+\n"})
    assert [s[2] for s in statuses(tmp_path)] == ["ok", "ok"]


def test_a_faulty_card_is_called_by_its_header_too(tmp_path):
    hand_in(tmp_path, {"a.card": of("Pair 1", FAULTY), "b.card": of("Pair 2")})
    assert statuses(tmp_path) == [("Pair 1", "", "unreadable"), ("Pair 2", "", "ok")]


def test_other_files_are_ignored_aloud(tmp_path):
    hand_in(
        tmp_path,
        {
            "a.card": of("Pair 1"),
            "readme.txt": "x",
            "b.zip": "x",
            "list.csv": "x",
            ".hidden.card": "x",
            "c.card.bak": "",
        },
    )
    assert len(statuses(tmp_path)) == 1
    found = {line.removeprefix(f"{tmp_path}/").partition(": ")[::2] for line in ignored(tmp_path)}
    assert found == {
        (".hidden.card", "a hidden file"),
        ("b.zip", "an archive; name it on the command line, or unpack it"),
        ("c.card.bak", "its name does not end in .card"),
        ("list.csv", "perhaps an entry list; name it on the command line"),
        ("readme.txt", "its name does not end in .card"),
    }


def test_a_file_that_is_named_is_a_card_whatever_its_name(tmp_path):
    hand_in(tmp_path, {"ours.txt": of("Pair 1")})
    assert statuses(tmp_path / "ours.txt") == [("Pair 1", "", "ok")]


def test_a_folder_named_twice_or_with_its_cards_counts_once(tmp_path):
    hand_in(tmp_path, {"t/a.card": of("Pair 1")})
    assert len(statuses(tmp_path, tmp_path / ".", tmp_path / "t", tmp_path / "t" / "a.card")) == 1


def test_every_path_that_is_not_there_is_told(tmp_path):
    with pytest.raises(FaultyEntries) as error:
        searched(tmp_path / "nowhere", tmp_path, tmp_path / "neither")
    assert [str(f).rsplit("/", 1)[-1] for f in error.value.faults] == [
        "nowhere: there is no such file or folder",
        "neither: there is no such file or folder",
    ]


@POSIX
def test_a_link_out_of_the_folder_is_refused_and_the_others_are_read(tmp_path):
    hand_in(tmp_path, {"outside/secret.card": of("Pair 9"), "in/a.card": of("Pair 1")})
    (tmp_path / "in" / "b.card").symlink_to(tmp_path / "outside" / "secret.card")
    (tmp_path / "in" / "team").symlink_to(tmp_path / "outside", target_is_directory=True)
    assert statuses(tmp_path / "in") == [("Pair 1", "", "ok"), ("b", "", "unreadable")]
    assert refused(tmp_path / "in") == {"b.card": "it is a link to another place; put the file itself there"}
    assert len(ignored(tmp_path / "in")) == 1


@POSIX
def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path):
    hand_in(tmp_path, {"a.card": of("Pair 1")})
    os.mkfifo(tmp_path / "b.card")
    os.mkfifo(tmp_path / "pipe")
    assert statuses(tmp_path) == [("Pair 1", "", "ok"), ("b", "", "unreadable")]
    assert refused(tmp_path) == {"b.card": "it is not a file but a pipe, a device or the like"}
    assert len(ignored(tmp_path)) == 1
    with pytest.raises(FaultyEntries, match="pipe"):
        searched(tmp_path / "pipe")


@POSIX
@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null"])
def test_a_device_is_no_card(path):
    from pathlib import Path

    with pytest.raises(FaultyEntries, match="device"):
        searched(Path(path))


@POSIX
def test_a_name_that_turns_the_writing_round_is_shown_harmless(tmp_path):
    hand_in(tmp_path, {"a\u202edrac.x\x1b[31m\n.card": of("Pair 1"), os.fsdecode(b"\xff.card"): of("Pair 2")})
    for card in searched(tmp_path)[0].cards:
        assert card.file.isprintable()
        assert card.file.encode()


def test_a_line_of_a_mebibyte_is_one_unreadable_card(tmp_path):
    hand_in(tmp_path, {"a.card": "pair: " + "x" * (1 << 20), "b.card": of("Pair 2"), "c.card": "x" * (5 << 20)})
    found = statuses(tmp_path)
    assert [s[2] for s in found] == ["unreadable", "ok", "unreadable"]
    assert max(len(s[0]) for s in found) <= 200
