"""A desk in one file and back: the same rows, whatever database; a damaged file changes nothing."""

import datetime
import hashlib
import json
import stat
import tracemalloc
import zipfile

import pytest
from sqlalchemy import func, select

from syscheck.desk import backup as backups
from syscheck.desk.backup import MANIFEST, TABLES, NotBackedUp, back_up, restore
from syscheck.desk.storage import (
    AuditLine,
    Database,
    Decision,
    DeskEntry,
    DeskEvent,
    EventOrganiser,
    EventVersion,
    JudgedCard,
    Note,
    Organiser,
    SavedCard,
    SignIn,
    Submission,
    log,
)
from tests.desk.conftest import BACKENDS

both = pytest.mark.parametrize("database_url", BACKENDS, indirect=True)
CARD = bytes(range(256)) * 3


def add_organiser(database, name):
    """One whose password nobody needs: making its hash takes longer than all the rest."""
    with database.writing() as session:
        session.add(Organiser(name=name, password_hash="-"))
        log(session, "command", "organiser added", name=name)


def fill(database, cards=3, card=CARD):
    """An organiser, an event with two pairs, one of which hands in."""
    add_organiser(database, "organiser")
    with database.writing() as session:
        organiser = session.scalar(select(Organiser))
        event = DeskEvent(versions=[EventVersion(number=1, text='[event]\nname = "Čaša – “Cup”"\n')])
        event.entries = [DeskEntry(pair="Pair 1", team="Тeam"), DeskEntry(pair="<b>Pair 2</b>")]
        session.add(event)
        session.flush()
        session.add(EventOrganiser(event_id=event.id, organiser_id=organiser.id))
        for n in range(1, cards + 1):
            event.entries[0].submissions.append(
                Submission(number=n, source="pair", file="ours.card", original=card, card=card, fingerprint=None)
            )
            log(session, "pair", "card received", event=event.id, entry=event.entries[0].id, number=n)
        event.entries[0].notes.append(Note(text="Late\nagain", organiser_id=organiser.id))
        event.entries[0].decisions.append(
            Decision(fingerprint="f", rule="sk-brown", outcome="met", reason="Seen", person="Director")
        )
        session.add(SavedCard(text="[openings]\n"))
        session.add(SignIn(digest=b"d" * 32, organiser_id=organiser.id))
        day = datetime.date(2027, 1, 1)
        session.add(JudgedCard(key="k", facts=b"1", card=b"2", brief=b"3", html=b"4", used_on=day))
    assert database.secret
    return event.id


def rows_of(database):
    """All that a back-up has, but for the line that it was restored."""
    with database.engine.connect() as connection:
        found = {t.name: [tuple(r) for r in connection.execute(select(t).order_by(*t.primary_key))] for t in TABLES}
    found["audit"] = [line for line in found["audit"] if line[3] != "restored"]
    return found


def empty(database):
    with database.engine.connect() as connection:
        return not any(connection.scalar(select(func.count()).select_from(t)) for t in TABLES)


@pytest.fixture
def other(tmp_path):
    """A second desk, embedded and empty."""
    found = Database(f"sqlite+pysqlite:///{tmp_path / 'other' / 'desk.sqlite3'}")
    yield found
    found.close()


@pytest.fixture
def saved(other, tmp_path):
    """A back-up of a filled desk."""
    fill(other)
    path = tmp_path / "desk.backup"
    back_up(other, path)
    return path


@both
def test_from_each_kind_of_database_the_same_rows_come_back(database, other, tmp_path):
    fill(database)
    back_up(database, tmp_path / "desk.backup")
    restore(other, tmp_path / "desk.backup")
    assert rows_of(other) == rows_of(database)
    assert rows_of(other)["submissions"][2][6] == CARD


@both
def test_into_each_kind_of_database_the_same_rows_come_back(database, other, saved):
    restore(database, saved)
    assert rows_of(database) == rows_of(other)


@both
def test_what_is_handed_in_after_a_restore_is_new(database, saved):
    restore(database, saved)
    with database.writing() as session:
        event = DeskEvent(entries=[DeskEntry(pair="Pair 3")])
        session.add(event)
        session.flush()
        assert event.id > 1
        assert event.entries[0].id > 2
        log(session, "organiser", "event made", event=event.id)
    with database.reading() as session:
        lines = [(line.actor, line.action) for line in session.scalars(select(AuditLine).order_by(AuditLine.id))]
    assert lines[-2:] == [("command", "restored"), ("organiser", "event made")]


def test_what_must_not_travel_is_not_in_it(saved, other):
    with zipfile.ZipFile(saved) as archive:
        names = set(archive.namelist())
        everything = b"".join(archive.read(name) for name in names)
    assert {"organisers.jsonl", "submissions.jsonl", "audit.jsonl", MANIFEST} <= names
    assert not names & {"sign_ins.jsonl", "secrets.jsonl", "judged_cards.jsonl", "comparisons.jsonl"}
    assert other.secret.hex().encode() not in everything


def test_the_manifest_tells_what_is_there(saved):
    with zipfile.ZipFile(saved) as archive:
        manifest = json.loads(archive.read(MANIFEST))
        cards = archive.read("submissions.jsonl")
    assert manifest["tables"]["submissions"] == {"rows": 3, "sha256": hashlib.sha256(cards).hexdigest()}
    assert manifest["schema_revision"] == "0001"


def test_only_who_made_it_can_read_it(saved):
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    assert [p.name for p in saved.parent.iterdir() if p.name.startswith(".")] == []


@both
def test_it_is_of_one_moment_while_cards_come_in(database, tmp_path, monkeypatch):
    fill(database)
    before = rows_of(database)
    write = backups._write_table

    def write_and_receive(connection, table, archive):
        member = write(connection, table, archive)
        with database.writing() as session:
            session.add(SavedCard(text="later"))
            session.add(DeskEvent(entries=[DeskEntry(pair="Pair 3")]))
            log(session, "pair", "meanwhile")
        return member

    with monkeypatch.context() as here:
        here.setattr(backups, "_write_table", write_and_receive)
        back_up(database, tmp_path / "desk.backup")
    assert len(rows_of(database)["audit"]) == len(before["audit"]) + len(TABLES)
    other = Database(f"sqlite+pysqlite:///{tmp_path / 'other.sqlite3'}")
    restore(other, tmp_path / "desk.backup")
    assert rows_of(other) == before
    other.close()


@both
def test_memory_does_not_grow_with_the_desk(database, other, tmp_path, monkeypatch):
    monkeypatch.setattr(backups, "BYTES_AT_ONCE", 500_000)
    fill(database, cards=100, card=bytes(50_000))
    tracemalloc.start()
    back_up(database, tmp_path / "desk.backup")
    restore(other, tmp_path / "desk.backup")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 6_000_000  # 10 MB of cards


# ---- damaged files ---------------------------------------------------------------------------------------------------


def changed(path, change, *, honest=False):
    """Write a back-up anew with other members; `honest` makes its manifest say so."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    if honest:
        manifest = json.loads(members[MANIFEST])
        for name, table in manifest["tables"].items():
            lines = members[f"{name}.jsonl"]
            table |= {"rows": lines.count(b"\n"), "sha256": hashlib.sha256(lines).hexdigest()}
        members[MANIFEST] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def with_member(name, old, new):
    def change(members):
        assert old in members[name]
        members[name] = members[name].replace(old, new)

    return change


def refused(database, path, **more):
    with pytest.raises(NotBackedUp) as found:
        restore(database, path, **more)
    return str(found.value)


@pytest.mark.parametrize("part", [0, 1, 0.5, 0.99])
@both
def test_one_that_was_cut_off(database, saved, part):
    data = saved.read_bytes()
    saved.write_bytes(data[: int(len(data) * part) if part != 1 else -1])
    assert "nothing was changed" in refused(database, saved)
    assert empty(database)


def test_one_with_a_byte_that_is_another(database, saved, other):
    """Either it is noticed, or it was a byte that says nothing, such as a time in the archive."""
    whole = saved.read_bytes()
    noticed = 0
    for where in range(0, len(whole), len(whole) // 40):
        data = bytearray(whole)
        data[where] ^= 0x20
        saved.write_bytes(data)
        try:
            restore(database, saved, replace=True)
        except NotBackedUp:
            noticed += 1
        assert empty(database) or rows_of(database) == rows_of(other)
    assert noticed > 20


@pytest.mark.parametrize(
    "change",
    [
        with_member("entries.jsonl", b"Pair 1", b"Pair 9"),
        with_member("submissions.jsonl", b"\n", b"\n\n"),
        lambda members: members.pop("notes.jsonl"),
        lambda members: members.update({"../../etc/passwd": b"x"}),
        lambda members: members.pop(MANIFEST),
        with_member(MANIFEST, b'"rows"', b'"rose"'),
    ],
)
def test_one_that_was_changed(database, saved, change):
    changed(saved, change)
    refused(database, saved)
    assert empty(database)


@pytest.mark.parametrize(
    "change",
    [
        with_member("entries.jsonl", b'"event_id": 1', b'"event_id": 77'),
        with_member("entries.jsonl", b'"event_id": 1', b'"event_id": "1"'),
        with_member("entries.jsonl", b'"pair": "Pair 1"', b'"pear": "Pair 1"'),
        with_member("entries.jsonl", b'"pair": "Pair 1"', b'"pair": null'),
        with_member("events.jsonl", b"+00:00", b""),
        with_member("submissions.jsonl", b'"original": "AA', b'"original": "*A'),
        with_member("notes.jsonl", b"{", b"["),
    ],
)
@both
def test_one_whose_rows_are_no_rows_of_a_desk(database, saved, change):
    changed(saved, change, honest=True)
    assert "damaged" in refused(database, saved)
    assert empty(database)


def test_one_of_another_form_of_the_tables(database, saved):
    changed(saved, with_member(MANIFEST, b'"0001"', b'"0042"'))
    assert "restore it with that version" in refused(database, saved)


@pytest.mark.parametrize("data", [b"", b"no zip", b"[openings]\n1NT : 15-17\n"])
def test_a_file_that_is_no_backup(database, tmp_path, data):
    (tmp_path / "x").write_bytes(data)
    assert "is no back-up" in refused(database, tmp_path / "x")
    assert "cannot be read" in refused(database, tmp_path / "none")


def test_a_file_that_cannot_be_written_leaves_nothing(database, tmp_path):
    (tmp_path / "folder").mkdir()
    for path, said in ((tmp_path / "folder", "is a folder"), (tmp_path / "none" / "x", "cannot be written")):
        with pytest.raises(NotBackedUp, match=said):
            back_up(database, path)
    assert sorted(p.name for p in tmp_path.iterdir() if "desk.sqlite3" not in p.name) == ["folder"]


# ---- into a desk that is not empty -----------------------------------------------------------------------------------


@both
def test_a_desk_that_is_not_empty_is_left_alone(database, saved):
    add_organiser(database, "somebody")
    before = rows_of(database)
    assert "this desk is not empty" in refused(database, saved)
    assert rows_of(database) == before


@both
def test_a_desk_goes_back_to_what_it_was_and_its_log_stays(database, tmp_path):
    fill(database)
    before = rows_of(database)
    back_up(database, tmp_path / "desk.backup")
    with database.writing() as session:
        later = DeskEvent(entries=[DeskEntry(pair="Pair 3")])
        session.add(later)
        session.get(DeskEntry, 1).pair = "Another"
        session.flush()
        log(session, "organiser", "event made", event=later.id)
    restored = restore(database, tmp_path / "desk.backup", replace=True)
    assert restored.log_kept
    after = rows_of(database)
    assert after["audit"] == before["audit"] + after["audit"][-1:]
    assert after["audit"][-1][3] == "event made"
    assert {k: v for k, v in after.items() if k != "audit"} == {k: v for k, v in before.items() if k != "audit"}
    with database.writing() as session:
        assert session.scalars(select(SignIn)).all() == []
        new = DeskEvent()
        session.add(new)
        session.flush()
        assert new.id > later.id  # of which the log speaks


@both
def test_a_new_desk_with_only_its_organiser_has_both_logs_then(database, saved, other):
    add_organiser(database, "somebody")
    restore(database, saved, replace=True)
    with database.reading() as session:
        lines = session.scalars(select(AuditLine).order_by(AuditLine.id)).all()
        assert [o.name for o in session.scalars(select(Organiser))] == ["organiser"]
    told = [(line.action, json.loads(line.details).get("name")) for line in lines]
    assert told[:2] == [("organiser added", "somebody"), ("organiser added", "organiser")]
    assert [line[1:] for line in rows_of(database)["audit"][1:]] == [line[1:] for line in rows_of(other)["audit"]]
    assert json.loads(lines[-1].details)["replaced"] is True


@both
def test_the_log_of_other_events_is_never_mixed_with_this_one(database, saved):
    fill(database, cards=1)
    before = rows_of(database)
    assert "a log is never removed" in refused(database, saved, replace=True)
    assert rows_of(database) == before


@both
def test_a_replacement_that_fails_leaves_the_desk_as_it_was(database, tmp_path):
    fill(database)
    back_up(database, tmp_path / "desk.backup")
    changed(tmp_path / "desk.backup", with_member("entries.jsonl", b'"event_id": 1', b'"event_id": 77'), honest=True)
    before = rows_of(database)
    assert "damaged" in refused(database, tmp_path / "desk.backup", replace=True)
    assert rows_of(database) == before


# ---- the commands ----------------------------------------------------------------------------------------------------


def test_the_commands(syscheck, other, tmp_path):
    fill(other)
    there, new, file = tmp_path / "other", tmp_path / "new", tmp_path / "desk.backup"
    assert syscheck("backup", file, "--data", there) == (
        0,
        "",
        f"syscheck: {file} written: 1 events, 2 entries, 3 cards received\n".removeprefix("syscheck: "),
    )
    status, _, err = syscheck("restore", file, "--data", new)
    assert (status, err[:22]) == (0, "restored as it was at ")
    status, _, err = syscheck("restore", file, "--data", new)
    assert (status, err.count("\n")) == (2, 1)
    assert "--replace" in err
    assert syscheck("restore", file, "--data", new, "--replace")[0] == 0


def test_a_desk_that_is_not_there_is_not_backed_up(syscheck, tmp_path):
    status, _, err = syscheck("backup", tmp_path / "x", "--data", tmp_path / "nowhere")
    assert (status, err) == (2, f"syscheck: --data {tmp_path / 'nowhere'}: there is no desk in this folder\n")
    assert list(tmp_path.iterdir()) == []
