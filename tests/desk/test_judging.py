"""The cards of an event judged: what the desk says of each pair, and what it keeps for the next time."""

import datetime
import json
from threading import Barrier, Lock

import pytest
from entries.handing_in import fingerprint_of
from paths import ROOT
from screening.screened import FAULTY, FIRST_LEAGUE, LEAGUE, MULTI, NATURAL, PAIRS, STRONG_PASS
from sqlalchemy import func, select

from syscheck import cli
from syscheck.desk import judging
from syscheck.desk.records import Judging, KeptRecords
from syscheck.desk.storage import Decision, DeskEntry, JudgedCard, Submission
from syscheck.desk.storage.models import now
from syscheck.desk.workers import Fell, TookTooLong
from syscheck.screening import job
from syscheck.screening.store import DAYS_KEPT
from tests.desk.conftest import BACKENDS, AtOnce
from tests.desk.handed_in import AS_OF, IN_TIME, Remembering, enter, hand_in, make_event, sample_league

both = pytest.mark.parametrize("database_url", BACKENDS, indirect=True)
OPEN = NATURAL.replace("4+C", "usually 3+C")
"""Whether it is a VUS it leaves open."""


@pytest.fixture
def desk(make_desk):
    """A desk whose workers know the cards of these tests."""
    return make_desk(workers=Remembering())


class Counting(Remembering):
    """Workers that count what they are asked; some cards bring them down, by a word on the card."""

    def __init__(self, processes=1, error=None):
        self.processes, self.error = processes, error
        self.asked = 0

    def ask(self, function, /, *arguments, **named):
        self.asked += 1
        if self.error is not None and b"Trouble" in arguments[0]:
            raise self.error
        return super().ask(function, *arguments, **named)


def decide(database, entry, fingerprint, outcome="yes", rule="admitted", reason="the pair has explained it"):
    with database.writing() as session:
        session.add(
            Decision(
                entry_id=entry,
                fingerprint=fingerprint,
                rule=rule,
                outcome=outcome,
                reason=reason,
                person="Organiser",
                decided_at=datetime.datetime(2026, 10, 10, 22, 30, tzinfo=datetime.UTC),
            )
        )


def rows_of(desk, event, as_of=AS_OF, language="en"):
    return judging.outcomes(desk.app.state, event, as_of, language).rows


# ---- what is said ----------------------------------------------------------------------------------------------------


@both
def test_every_pair_has_its_status_and_its_answer(desk, database):
    event = make_event(database, text=LEAGUE)
    enter(database, event, "Pair 1", NATURAL)
    enter(database, event, "Pair 2", FAULTY)
    enter(database, event, "Pair 3")
    enter(database, event, "Pair 4", STRONG_PASS)
    enter(database, event, "Pair 5", OPEN)
    enter(database, event, "Pair 6", NATURAL, withdrawn_at=IN_TIME)
    found = judging.outcomes(desk.app.state, event, AS_OF)
    assert [(r.pair, r.status, r.admitted) for r in found.rows] == [
        ("Pair 1", "ok", "yes"),
        ("Pair 2", "unreadable", "cannot tell"),
        ("Pair 3", "missing", "cannot tell"),
        ("Pair 4", "ok", "no"),
        ("Pair 5", "ok", "cannot tell"),
    ]
    assert found.rows[2].missing == ("No card has been received.",)
    assert found.summary.status == {"ok": 3, "unreadable": 1, "missing": 1, "duplicate": 0}
    assert found.summary.classes == {"sk-2008": {"usual": 1, "vus": 1, "open": 1}}


def test_a_card_over_the_limit_says_by_how_much(desk, database):
    event = make_event(database, text=PAIRS)
    enter(database, event, "Pair 1", STRONG_PASS)
    [row] = rows_of(desk, event)
    assert (row.dots, row.limit, row.reasons) == ((9, 9), 7, ("9 dots; only 7 are allowed.",))


@pytest.mark.parametrize(
    ("clock", "late", "shown"),
    [
        ("17:59:59", False, "19:59"),
        ("18:00:00", False, "20:00"),
        ("18:00:59", False, "20:00"),
        ("18:01:00", True, "20:01"),
    ],
)
def test_a_card_is_late_from_the_minute_after_its_time(desk, database, clock, late, shown):
    event = make_event(database, text=LEAGUE)  # cards are due at 20:00 in Bratislava
    received = datetime.datetime.fromisoformat(f"2026-10-10T{clock}.999+00:00")
    enter(database, event, "Pair 1", NATURAL, received=received)
    [row] = rows_of(desk, event)
    assert (row.late, row.received) == (late, f"2026-10-10T{shown}+02:00")


@both
@pytest.mark.parametrize(("registered", "changed"), [(None, None), (NATURAL, False), (MULTI, True)])
def test_a_card_is_changed_where_it_is_not_the_one_registered(desk, database, registered, changed):
    event = make_event(database, text=LEAGUE)
    fingerprint = None if registered is None else fingerprint_of(registered)
    enter(database, event, "Pair 1", f"# our system\n{NATURAL}", registered=fingerprint)
    [row] = rows_of(desk, event)
    assert row.changed is changed


@both
def test_the_newest_card_counts(desk, database):
    event = make_event(database, text=LEAGUE)
    entry = enter(database, event, "Pair 1", FAULTY)
    hand_in(database, entry, STRONG_PASS, number=2)
    newest = hand_in(database, entry, NATURAL, number=3)
    _, one = judging.outcome(desk.app.state, entry, AS_OF)
    assert (one.version, one.row.admitted, one.task.card) == (3, "yes", NATURAL.encode())
    with database.reading() as session:
        known = dict(session.execute(select(Submission.id, Submission.fingerprint)).all())
    assert {n: f for n, f in known.items() if f} == {newest: fingerprint_of(NATURAL)}


def test_a_team_is_bound_by_the_vus_of_one_of_its_pairs(desk, database):
    event = make_event(database, text=FIRST_LEAGUE)
    pair = enter(database, event, "Pair 1", NATURAL, team="Team 1")
    mate = enter(database, event, "Pair 2", STRONG_PASS, team="Team 1")
    other = enter(database, event, "Pair 3", NATURAL, team="Team 2")
    bound = {e.id: any(d.rule == "sk-25-7" for d in e.outcome.duties) for e in outcomes(desk, event).entries}
    assert bound == {pair: True, mate: True, other: False}
    _, alone = judging.outcome(desk.app.state, pair, AS_OF)
    assert any(d.rule == "sk-25-7" for d in alone.outcome.duties)


def outcomes(desk, event):
    return judging.outcomes(desk.app.state, event, AS_OF)


def test_what_is_not_there_is_a_key_error(desk, database):
    event = make_event(database, text=LEAGUE)
    for ask in (judging.outcomes, judging.outcome, judging.report_html):
        with pytest.raises(KeyError):
            ask(desk.app.state, event + 1)
    with pytest.raises(KeyError):
        judging.judge(desk.app.state, judging.read(LEAGUE), 1)


@both
def test_judging_writes_the_fingerprint_beside_the_card(desk, database):
    entry = enter(database, make_event(database, text=LEAGUE), "Pair 1")
    submission = hand_in(database, entry, NATURAL)
    facts = judging.judge(desk.app.state, judging.read(LEAGUE), submission)
    with database.reading() as session:
        assert session.get(Submission, submission).fingerprint == facts.fingerprint == fingerprint_of(NATURAL)


# ---- decisions -------------------------------------------------------------------------------------------------------


@both
def test_a_decision_stands_beside_the_answer_and_lets_the_pair_play(desk, database):
    entry = enter(database, make_event(database, text=LEAGUE), "Pair 1", OPEN)
    decide(database, entry, fingerprint_of(OPEN))
    _, one = judging.outcome(desk.app.state, entry, AS_OF)
    assert (one.row.admitted, one.row.decided, one.row.plays) == ("cannot tell", "yes", True)
    assert one.row.decisions == ("Decided by Organiser on 2026-10-11: yes. Reason: the pair has explained it",)
    found = json.loads(one.outcome.json)
    assert (found["card"]["admitted"], found["decided"]) == ("cannot tell", "yes")


def test_a_decision_against_a_card_keeps_it_out(desk, database):
    entry = enter(database, make_event(database, text=LEAGUE), "Pair 1", NATURAL)
    decide(database, entry, fingerprint_of(NATURAL), "no")
    _, one = judging.outcome(desk.app.state, entry, AS_OF)
    assert (one.row.admitted, one.row.decided, one.row.plays) == ("yes", "no", False)


def test_the_newest_decision_holds(desk, database):
    entry = enter(database, make_event(database, text=LEAGUE), "Pair 1", OPEN)
    decide(database, entry, fingerprint_of(OPEN), "yes")
    decide(database, entry, fingerprint_of(OPEN), "no")
    _, one = judging.outcome(desk.app.state, entry, AS_OF)
    assert (one.row.decided, len(one.decisions)) == ("no", 1)


def test_a_decision_holds_no_longer_once_the_agreements_are_others(desk, database):
    entry = enter(database, make_event(database, text=LEAGUE), "Pair 1", OPEN)
    decide(database, entry, fingerprint_of(OPEN))
    hand_in(database, entry, f"# the same in other words\n{OPEN}", number=2)
    assert judging.outcome(desk.app.state, entry, AS_OF)[1].row.plays
    hand_in(database, entry, f"{OPEN}2H : 5-10, 6H\n", number=3)
    _, one = judging.outcome(desk.app.state, entry, AS_OF)
    assert (one.row.decided, one.row.plays) == (None, False)
    assert one.row.decisions == ("The decision of Organiser on 2026-10-11 no longer holds: the card has changed.",)


def test_a_decision_on_one_rule_decides_nothing_else(desk, database):
    entry = enter(database, make_event(database, text=LEAGUE), "Pair 1", OPEN)
    decide(database, entry, fingerprint_of(OPEN), "not met", "sk-vus-a")
    _, one = judging.outcome(desk.app.state, entry, AS_OF)
    assert one.row.decided is None
    assert one.row.decisions[0].startswith("sk-vus-a, decided by Organiser on 2026-10-11: not met.")


# ---- the same as the command line ------------------------------------------------------------------------------------


def test_the_json_is_that_of_the_command_line(desk, database, tmp_path, capsys):
    chosen = {"Pair 1", "Pair 2", "Pair 12", "Pair 16", "Pair 26", "Pair 27", "Pair 41", "Pair 45"}
    event, rows = sample_league(database, chosen=chosen)
    names = ("pair", "team", "card", "received", "registered")
    (tmp_path / "list.csv").write_text("\n".join([",".join(names), *(",".join(r[n] for n in names) for r in rows)]))
    for row in rows:
        path = tmp_path / row["card"]
        if row["card"]:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes((ROOT / "samples" / "entries" / row["card"]).read_bytes())
    options = ["--event", str(ROOT / "samples" / "events" / "league.toml"), "--as-of", "2026-12-12T11:00"]
    cli.run(
        ["screen", str(tmp_path / "list.csv"), *options, "--jobs", "1", "--format", "json", "--cache", str(tmp_path)]
    )
    expected = json.loads(capsys.readouterr().out.replace(f"{tmp_path}/", ""))
    as_of = datetime.datetime.fromisoformat("2026-12-12T11:00+01:00")
    found = json.loads(judging.json_of(judging.outcomes(desk.app.state, event, as_of)))
    assert found["event"] == expected["event"]
    assert found["summary"] == expected["summary"]
    assert found["entries"] == expected["entries"]
    assert {e["status"] for e in found["entries"]} == {"ok", "unreadable", "missing"}
    assert {e["late"] for e in found["entries"]} == {True, False, None}
    assert {e["changed"] for e in found["entries"]} == {True, None}


# ---- records ---------------------------------------------------------------------------------------------------------


@both
def test_a_card_is_judged_once(make_desk, database):
    workers = Counting()
    desk = make_desk(workers=workers)
    event = make_event(database, text=LEAGUE)
    for pair in ("Pair 1", "Pair 2"):
        enter(database, event, pair, NATURAL)
    enter(database, event, "Pair 3", MULTI)
    first, second = rows_of(desk, event), rows_of(desk, event)
    assert (workers.asked, first) == (2, second)
    again = make_desk(workers=workers)
    assert (rows_of(again, event), workers.asked) == (first, 2)


def test_a_record_of_another_program_is_made_anew(make_desk, database, monkeypatch):
    workers = Counting()
    desk = make_desk(workers=workers)
    event = make_event(database, text=LEAGUE)
    enter(database, event, "Pair 1", NATURAL)
    rows_of(desk, event)
    monkeypatch.setattr(job, "program", lambda: "the next one")
    rows_of(desk, event)
    assert workers.asked == 2


@pytest.mark.parametrize("error", [TookTooLong("20 s"), Fell("exit code 9"), job.OtherProgram("another")])
def test_a_card_that_brings_the_workers_down_costs_itself_alone(make_desk, database, error):
    workers = Counting(error=error)
    desk = make_desk(workers=workers)
    event = make_event(database, text=LEAGUE)
    enter(database, event, "Pair 1", NATURAL)
    bad = enter(database, event, "Pair 2", f"title: Trouble\n{NATURAL}")
    enter(database, event, "Pair 3", MULTI)
    found = judging.outcomes(desk.app.state, event, AS_OF)
    assert [(r.status, r.admitted) for r in found.rows] == [
        ("ok", "yes"),
        ("unreadable", "cannot tell"),
        ("ok", "yes"),
    ]
    entry = found.entry(bad)
    assert entry.facts.broken
    assert type(error).__name__ in entry.outcome.json
    assert judging.report_of(desk.app.state, found, entry) is None
    rows_of(desk, event)
    assert workers.asked == 3, "it is not tried again at once"
    workers.error = None
    again = make_desk(workers=workers)
    assert [r.status for r in rows_of(again, event)] == ["ok", "ok", "ok"], "but was not written down"


def test_cards_are_judged_side_by_side_and_no_more_than_there_are_workers(make_desk, database):
    class Pairwise(AtOnce):
        processes = 2

        def __init__(self):
            self.meeting, self.lock = Barrier(2, timeout=20), Lock()
            self.now = self.most = 0

        def ask(self, function, /, *arguments, **named):
            with self.lock:
                self.now += 1
                self.most = max(self.most, self.now)
            self.meeting.wait()  # nobody comes through alone
            with self.lock:
                answer = super().ask(function, *arguments, **named)
                self.now -= 1
            return answer

    workers = Pairwise()
    desk = make_desk(workers=workers)
    event = make_event(database, text=LEAGUE)
    for n in range(4):
        enter(database, event, f"Pair {n}", f"title: {n}\n{NATURAL}")
    assert [r.admitted for r in rows_of(desk, event)] == ["yes"] * 4
    assert workers.most == 2


@both
def test_a_record_is_thrown_away_when_nobody_has_asked_for_it_for_weeks(database):
    kept = KeptRecords(database)
    record = job.Record(b"a", b"b", b"c", b"d")
    kept.keep("used", record)
    with database.writing() as session:
        for key, days in (("old", DAYS_KEPT + 1), ("older", DAYS_KEPT + 9), ("young", DAYS_KEPT - 1)):
            day = now().date() - datetime.timedelta(days=days)
            session.add(JudgedCard(key=key, **record._asdict(), used_on=day))
    assert kept.load(["older", "young", "no such"]) == {
        "older": record._replace(html=b""),
        "young": record._replace(html=b""),
    }
    KeptRecords(database).keep("new", record)
    with database.reading() as session:
        assert set(session.scalars(select(JudgedCard.key))) == {"used", "older", "young", "new"}
    assert kept.load(["new"], html=True) == {"new": record}


@both
def test_a_record_kept_twice_is_one(database):
    kept = KeptRecords(database)
    for _ in range(2):
        kept.keep("key", job.Record(b"a", b"b", b"c", b"d"))
        kept.keep_changes("other", ("1C", "2D"))
        kept.keep_changes("third", None)
    with database.reading() as session:
        assert session.scalar(select(func.count()).select_from(JudgedCard)) == 1
    assert kept.load_changes(["other", "third", "no such"]) == {"other": ("1C", "2D"), "third": None}


def test_what_differs_between_two_cards_is_found_once(database):
    workers = Counting()
    judged = Judging(database, workers)
    for _ in range(2):
        assert judged.changes({"key": (NATURAL.encode(), MULTI.encode())}) == {"key": ("2D",)}
    assert workers.asked == 1
    judged.close()


# ---- reports ---------------------------------------------------------------------------------------------------------


def test_the_report_has_the_events_part_in_its_place(desk, database):
    entry = enter(database, make_event(database, text=LEAGUE), "Pair 1", STRONG_PASS)
    report = str(judging.report_html(desk.app.state, entry, AS_OF))
    assert "For this event: <bdi>Second league</bdi>" in report
    assert report.count("Not admitted") == 1
    assert report.startswith('<article class="card" id="card-1">')
    for tag in ("<html", "<style", "<main", "<script", " style="):
        assert tag not in report


@pytest.mark.parametrize(("header", "shown"), [("", "Otisk dohod"), ("language: sk\n", "Odtlačok dohôd")])
def test_the_report_is_in_the_language_asked_for_or_the_cards_own(desk, database, header, shown):
    entry = enter(database, make_event(database, text=LEAGUE), "Pair 1", f"{header}{NATURAL}")
    assert shown in str(judging.report_html(desk.app.state, entry, AS_OF, "cs"))


def test_there_is_no_report_without_a_card(desk, database):
    entry = enter(database, make_event(database, text=LEAGUE), "Pair 1")
    assert judging.report_html(desk.app.state, entry, AS_OF) is None
    with database.reading() as session:
        assert session.get(DeskEntry, entry) is not None
