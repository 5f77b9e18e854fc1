"""Cards in archives, and archives made to hurt."""

import io
import tarfile
import tracemalloc
import zipfile
import zlib

import pytest

from entries.handing_in import NATURAL, ignored, of, refused, searched, statuses
from syscheck.entries import archives

CARDS = {"entries/team-1/a.card": of("Pair 1"), "entries/team-2/b.card": of("Pair 2"), "entries/readme.txt": "x"}


def zipped(path, members, compression=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in members.items():
            info = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name)
            archive.writestr(info, data, compression)
    return path


def tarred(path, members, mode="w:gz"):
    with tarfile.open(path, mode) as archive:
        for member, text in members.items():
            info = member if isinstance(member, tarfile.TarInfo) else tarfile.TarInfo(member)
            data = text.encode() if isinstance(text, str) else text
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def made(tmp_path, kind, members):
    if kind == "zip":
        return zipped(tmp_path / "x.zip", members)
    return tarred(tmp_path / f"x.{kind}", members, "w" if kind == "tar" else "w:gz")


@pytest.mark.parametrize("kind", ["zip", "tar", "tar.gz", "tgz"])
def test_an_archive_is_read_like_a_folder(tmp_path, kind):
    path = made(tmp_path, kind, CARDS)
    assert statuses(path) == [("Pair 1", "team-1", "ok"), ("Pair 2", "team-2", "ok")]
    assert ignored(path) == [f"{path}/entries/readme.txt: its name does not end in .card"]


@pytest.mark.parametrize("kind", ["zip", "tar", "tar.gz"])
def test_the_one_folder_that_was_packed_is_no_team(tmp_path, kind):
    path = made(tmp_path, kind, {"entries/a.card": of("Pair 1"), "entries/b.card": of("Pair 2")})
    assert statuses(path) == [("Pair 1", "", "ok"), ("Pair 2", "", "ok")]


@pytest.mark.parametrize("kind", ["zip", "tar", "tar.gz"])
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../../evil.card", "leads out of the folder"),
        ("/etc/evil.card", "a place on a computer"),
        ("C:/evil.card", "a place on a computer"),
        ("\\\\server\\evil.card", "a place on a computer"),
        ("team\\..\\..\\evil.card", "leads out of the folder"),
        ("team\\evil.card", "a backslash"),
    ],
)
def test_a_name_that_leads_elsewhere_is_refused_the_others_are_read(tmp_path, kind, name, why):
    path = made(tmp_path, kind, {"a.card": of("Pair 1"), name: of("Pair 2")})
    before = set(tmp_path.parent.iterdir())
    assert sorted(s[2] for s in statuses(path)) == ["ok", "unreadable"]
    [reason] = refused(path).values()
    assert why in reason
    assert set(tmp_path.parent.iterdir()) == before
    assert {p.name for p in tmp_path.iterdir()} == {path.name}


def test_links_and_devices_in_a_tar_are_refused(tmp_path):
    members = {"a.card": of("Pair 1")}
    for number, kind in enumerate((tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE)):
        info = tarfile.TarInfo(f"b{number}.card")
        info.type, info.linkname = kind, "/etc/passwd"
        members[info] = b""
    path = tarred(tmp_path / "x.tar", members, "w")
    assert [s[2] for s in statuses(path)] == ["ok", *4 * ["unreadable"]]
    reasons = list(refused(path).values())
    assert [("link" in r, "device" in r) for r in reasons] == [
        (True, False),
        (True, False),
        (False, True),
        (False, True),
    ]


def test_a_link_in_a_zip_is_refused(tmp_path):
    info = zipfile.ZipInfo("b.card")
    info.external_attr = 0o120777 << 16
    path = zipped(tmp_path / "x.zip", {"a.card": of("Pair 1"), info: "/etc/passwd"})
    assert refused(path) == {"b.card": "it is a link to another place; put the file itself there"}


@pytest.mark.parametrize("kind", ["zip", "tar.gz"])
def test_an_archive_inside_an_archive_is_left_aside(tmp_path, kind):
    inner = zipped(tmp_path / "inner.zip", {"b.card": of("Pair 2")}).read_bytes()
    path = made(tmp_path, kind, {"a.card": of("Pair 1"), "more.zip": inner})
    assert statuses(path) == [("Pair 1", "", "ok")]
    assert ignored(path) == [f"{path}/more.zip: an archive inside an archive; unpack it first"]


def test_what_macos_adds_is_no_card(tmp_path):
    path = zipped(tmp_path / "x.zip", {"t/a.card": of("Pair 1"), "__MACOSX/t/._a.card": "\0\5\x16"})
    assert len(statuses(path)) == 1
    assert ignored(path) == [f"{path}/__MACOSX/t/._a.card: a hidden file"]


def test_a_bomb_costs_neither_memory_nor_the_other_cards(tmp_path):
    path = zipped(tmp_path / "x.zip", {"a.card": of("Pair 1"), "bomb.card": b"\n" * (200 << 20)})
    tracemalloc.start()
    found = searched(path)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 << 20
    assert [d is not None for d in found[1]] == [True, False]
    assert refused(path) == {"bomb.card": "it is packed far smaller than any card can be"}


def test_a_bomb_that_lies_about_its_size_is_found_out(tmp_path):
    path = zipped(tmp_path / "x.zip", {"bomb.card": b"\n" * (900 << 10), "c.card": of("Pair 3")})
    data = path.read_bytes()
    size = (900 << 10).to_bytes(4, "little")
    assert data.count(size) == 2
    path.write_bytes(data.replace(size, (2_000).to_bytes(4, "little")))
    assert [s[2] for s in statuses(path)] == ["unreadable", "ok"]


def test_a_gzip_bomb_is_broken_off(tmp_path):
    packer = zlib.compressobj(9, wbits=31)
    path = tmp_path / "x.tar.gz"
    with path.open("wb") as stream:
        for _ in range(200):
            stream.write(packer.compress(bytes(1 << 20)))
        stream.write(packer.flush())
    assert refused(path) == {"": "the archive is packed far smaller than cards can be"}


def test_a_tar_header_of_any_size_is_not_believed(tmp_path):
    info = tarfile.TarInfo("x")
    info.type, info.size = tarfile.XHDTYPE, 7 << 30
    path = tmp_path / "x.tar"
    path.write_bytes(
        tarred(tmp_path / "y.tar", {"a.card": of("Pair 1")}, "w").read_bytes()[:1024] + info.tobuf() + b"x" * 5000
    )
    assert sorted(s[2] for s in statuses(path)) == ["ok", "unreadable"]


def test_the_limits_hold_for_members_and_for_all_of_them(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "MOST_MEMBERS", 3)
    path = zipped(tmp_path / "x.zip", {f"{n}.card": of(f"Pair {n}") for n in range(5)})
    assert refused(path) == {"": "the archive has more than 3 files"}
    assert [s[2] for s in statuses(path)].count("ok") == 3
    monkeypatch.setattr(archives, "MOST_MEMBERS", 100)
    monkeypatch.setattr(archives, "MOST_UNPACKED", 2 * len(of("Pair 0")))
    assert "MiB" in refused(path)[""]
    assert [s[2] for s in statuses(path)].count("ok") == 2


def test_a_zip_whose_list_of_members_would_fill_the_memory_is_not_opened(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "MOST_DIRECTORY", 100)
    path = zipped(tmp_path / "x.zip", {f"{n}.card": NATURAL for n in range(5)})
    assert list(refused(path)) == [""]


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_unpacks_without_a_limit_is_refused(tmp_path, compression):
    path = zipped(tmp_path / "x.zip", {"a.card": of("Pair 1")}, compression)
    assert refused(path) == {"a.card": "it is packed in a way that is not read; pack it as an ordinary zip"}


@pytest.mark.parametrize("name", ["x.zip", "x.tar", "x.tar.gz", "x.tgz"])
@pytest.mark.parametrize(
    "data", [b"", b"PK\x03\x04 not at all", b"\x1f\x8b\x08 neither", bytes(700), b"PK\x05\x06" + bytes(18)]
)
def test_a_damaged_archive_is_one_unreadable_entry(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    assert {s[2] for s in statuses(path)} <= {"unreadable"}


@pytest.mark.parametrize("kind", ["zip", "tar", "tar.gz"])
def test_an_archive_cut_anywhere_is_no_traceback(tmp_path, kind):
    whole = made(tmp_path, kind, CARDS)
    data = whole.read_bytes()
    for size in range(0, len(data), 37):
        whole.write_bytes(data[:size])
        assert {s[2] for s in statuses(whole)} <= {"ok", "unreadable"}


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_an_archive_with_any_byte_changed_is_no_traceback(tmp_path, kind):
    whole = made(tmp_path, kind, CARDS)
    data = whole.read_bytes()
    for place in range(0, len(data), 11):
        whole.write_bytes(data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :])
        searched(whole)


def test_control_characters_in_a_member_are_shown_harmless(tmp_path):
    path = zipped(tmp_path / "x.zip", {"a\x1b[2J\u202e.card": of("Pair 1")})
    [card] = searched(path)[0].cards
    assert card.file.isprintable()
