"""A pair hands in its card on its own page: what is kept, when, and what the pair is told."""

import datetime
import hashlib
import threading

import pytest
from sqlalchemy import select

from syscheck.desk import handing_in, receiving
from syscheck.desk.security import RATES
from syscheck.desk.storage import AuditLine, DeskEntry, DeskEvent, Submission
from syscheck.desk.workers import Fell, TookTooLong
from tests.desk.browsing import shown
from tests.desk.cards import FAULTY, LEAGUE, MULTI, NATURAL, PAIRS
from tests.desk.conftest import BACKENDS
from tests.desk.handed_in import enter, hand_in, make_event

both = pytest.mark.parametrize("database_url", BACKENDS, indirect=True)
STRANGE = "1C : 12-21, 4+C\n".encode("utf-16")


@pytest.fixture
def pair(desk):
    """The page of a pair in an event: its browser, its address and the number of its entry."""
    return visitor(desk, make_event(desk.database, text=PAIRS))


def visitor(desk, event, name="Pair 1", **changed):
    entry = enter(desk.database, event, name, **changed)
    browser = desk()
    browser.entry, browser.event = entry, event
    browser.page = f"/e/{address_of(desk.database, entry)}"
    browser.get(browser.page)
    return browser


def address_of(database, entry):
    with database.reading() as session:
        return session.get_one(DeskEntry, entry).address


def kept(database, entry):
    with database.reading() as session:
        chosen = select(Submission).where(Submission.entry_id == entry).order_by(Submission.number)
        return list(session.scalars(chosen))


def at(monkeypatch, moment):
    """The server's clock shows this."""
    monkeypatch.setattr(handing_in, "now", lambda: datetime.datetime.fromisoformat(moment))


# ---- the page --------------------------------------------------------------------------------------------------------


def test_the_page_tells_the_event_and_until_when(pair):
    text = shown(pair.get(pair.page))
    assert "Autumn pairs" in text
    assert "The page of Pair 1" in text
    assert "Cards are due by Saturday 10 October 2026, 20:00 CEST." in text
    assert "No card has been received yet." in text


def test_times_are_those_of_the_events_clock(desk, monkeypatch):
    event = make_event(desk.database, text=PAIRS.replace("Europe/Stockholm", "America/New_York"))
    browser = visitor(desk, event)
    at(monkeypatch, "2026-10-09T23:30:05+00:00")
    text = shown(browser.post(browser.page, {"card": NATURAL}))
    assert "Friday 9 October 2026, 19:30 EDT by the clock of this desk ( 2026-10-09 19:30:05-04:00 )" in text


@both
def test_an_address_that_nobody_got_leads_nowhere(desk):
    browser = visitor(desk, make_event(desk.database, text=PAIRS))
    for address in ("x", "a" * 32, "a" * 5000, "%00", "..%2f..%2fetc", "'%20OR%20'1'='1", "%"):
        for path in (f"/e/{address}", f"/e/{address}/report", f"/e/{address}/versions/1"):
            assert browser.get(path).status_code == (400 if "%00" in path else 404), path
        assert browser.post(f"/e/{address}", {"card": NATURAL}).status_code in (400, 404)
    assert kept(desk.database, browser.entry) == []


def test_a_pair_sees_nothing_of_another(desk, pair):
    other = visitor(desk, pair.event, "Pair 2")
    other.post(other.page, {"card": MULTI})
    assert "Pair 2" not in pair.get(pair.page).text
    assert pair.get(f"{pair.page}/versions/1").status_code == 404
    assert pair.get(f"{pair.page}/report").status_code in (200, 404)
    assert "2♦" not in pair.get(f"{pair.page}/report").text


# ---- what is kept ----------------------------------------------------------------------------------------------------


@both
def test_a_card_is_kept_and_acknowledged(desk, monkeypatch):
    browser = visitor(desk, make_event(desk.database, text=PAIRS))
    at(monkeypatch, "2026-10-09T12:00:07+00:00")
    answer = browser.post(browser.page, {"card": NATURAL})
    [found] = kept(desk.database, browser.entry)
    assert (found.number, found.source, found.file) == (1, "pair", "card.card")
    assert found.original == found.card == NATURAL.encode()
    assert found.received_at == datetime.datetime(2026, 10, 9, 12, 0, 7, tzinfo=datetime.UTC)
    text = shown(answer)
    assert "Received as version 1" in text
    assert hashlib.sha256(NATURAL.encode()).hexdigest()[:12] in text
    assert "Admitted" in text
    assert "Dots 0 of at most 7" in text
    assert "late" not in text
    assert found.fingerprint is not None
    with desk.database.reading() as session:
        [line] = session.scalars(select(AuditLine))
    assert (line.actor, line.action, line.event_id, line.entry_id) == (
        "pair",
        "card received",
        browser.event,
        browser.entry,
    )
    assert NATURAL not in line.details


@both
def test_every_version_is_kept_and_the_same_again_is_none(desk):
    browser = visitor(desk, make_event(desk.database, text=PAIRS))
    for card in (NATURAL, NATURAL, MULTI, NATURAL):
        answer = browser.post(browser.page, {"card": card})
    assert [x.number for x in kept(desk.database, browser.entry)] == [1, 2, 3]
    assert "Version 3 counts" in shown(answer)
    again = shown(browser.post(browser.page, {"card": NATURAL}))
    assert "Nothing new: this is version 3, which was received already" in again


@both
def test_two_versions_in_the_same_moment_are_both_kept(desk):
    event = make_event(desk.database, text=PAIRS)
    browsers = [visitor(desk, event)]
    browsers.append(desk())
    browsers[1].get(browsers[0].page)
    begin, answers = threading.Barrier(2), []

    def send(browser, card):
        begin.wait()
        answers.append(browser.post(browsers[0].page, {"card": card}).status_code)

    threads = [threading.Thread(target=send, args=both) for both in zip(browsers, (NATURAL, MULTI), strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = kept(desk.database, browsers[0].entry)
    assert answers == [200, 200]
    assert [x.number for x in found] == [1, 2]
    assert {x.card.decode() for x in found} == {NATURAL, MULTI}
    assert found[0].received_at <= found[1].received_at


def test_a_card_is_kept_before_it_is_judged(desk, pair, monkeypatch):
    seen = []

    def judge(state, entry_id, language):
        seen.extend(x.number for x in kept(desk.database, entry_id))

    monkeypatch.setattr(handing_in, "judged", judge)
    pair.post(pair.page, {"card": NATURAL})
    assert seen == [1]


def test_what_fails_in_judging_takes_no_receipt_away(desk, pair, monkeypatch):
    errors = [TookTooLong("20 s"), Fell("gone"), ZeroDivisionError(), KeyError(1)]
    for number, error in enumerate(errors, 1):

        def fail(*_, error=error, **__):
            raise error

        monkeypatch.setattr(handing_in.judging, "outcome", fail)
        answer = pair.post(pair.page, {"card": f"{NATURAL}# {number}"})
        assert answer.status_code == 200
        assert f"Received as version {number}" in shown(answer)
        assert "It could not be judged just now. What you handed in is kept" in shown(answer)
    assert len(kept(desk.database, pair.entry)) == len(errors)


def test_a_card_that_cannot_be_read_is_kept_too_and_said_so(desk, pair):
    for number, card in enumerate((FAULTY, "nonsense", "[openings]\n" * 3, "é" * 1000), 1):
        answer = pair.post(pair.page, {"card": card})
        assert f"Received as version {number}" in shown(answer)
        assert "Your newest card was received, but cannot be read" in shown(answer)
        assert len(kept(desk.database, pair.entry)) == number


def test_the_faults_of_a_card_stand_where_it_is_corrected(pair):
    text = shown(pair.post(pair.page, {"card": FAULTY}))
    assert "“Clubbs” is not a word of the card language" in text
    assert "Line 2, column 15" in text
    assert "Line 2" not in shown(pair.post(pair.page, {"card": NATURAL}))


def test_what_matters_first_stands_first(pair):
    def first(text, answer):
        words = shown(answer)
        return words.index(text) < words.index("What you must do")

    assert first("Write or paste it", pair.get(pair.page))
    assert first("Write or paste it", pair.post(pair.page, {"card": FAULTY}))
    text = shown(pair.post(pair.page, {"card": NATURAL}))
    assert text.index("must do") < text.index("Write or paste it")


def test_faults_that_cannot_be_told_take_nothing_away(desk, pair, monkeypatch):
    def ask(function, /, *_, **__):
        raise TookTooLong("20 s")

    pair.post(pair.page, {"card": FAULTY})
    monkeypatch.setattr(desk.app.state.workers, "ask", ask)
    answer = pair.get(pair.page)
    assert answer.status_code == 200
    assert "Clubbs" in answer.text


def test_a_file_comes_with_its_very_bytes_and_a_harmless_name(desk, pair):
    data = b"\xef\xbb\xbf" + NATURAL.replace("\n", "\r\n").encode()
    pair.post(pair.page, {"card": "", "by": "file"}, files={"file": ("../../etc/<b>a\u202e.card", data)})
    [found] = kept(desk.database, pair.entry)
    assert found.original == found.card == data
    assert "/" not in found.file
    assert "\u202e" not in found.file
    answer = pair.get(f"{pair.page}/versions/1")
    assert answer.content == data
    assert answer.headers["content-disposition"].startswith('attachment; filename="')
    assert answer.headers["content-type"] == "application/octet-stream"


def test_a_file_in_another_format_becomes_a_card_and_stays_as_it_was(desk, pair):
    bml = b"1C   12-21, 4+C\n1N   15-17 bal\n"
    answer = pair.post(pair.page, {"by": "file"}, files={"file": ("system.bml", bml)})
    [found] = kept(desk.database, pair.entry)
    assert found.original == bml
    assert b"[openings]" in found.card
    assert "The file was read as a" in shown(answer)
    assert "[openings]" in answer.text


@both
def test_bytes_that_are_no_text_are_kept(desk):
    browser = visitor(desk, make_event(desk.database, text=PAIRS))
    strange = [STRANGE, b"%PDF-1.4 nothing", b"PK\x03\x04", bytes(range(256))]
    for data in strange:
        for name in ("a.card", "a.bin"):
            assert browser.post(browser.page, {"by": "file"}, files={"file": (name, data)}).status_code == 200
    assert [x.original for x in kept(desk.database, browser.entry)] == strange


def test_a_conversion_that_fails_loses_no_file(desk, pair, monkeypatch):
    def fail(*_):
        raise TookTooLong("20 s")

    monkeypatch.setattr(desk.app.state.workers, "ask", fail, raising=False)
    monkeypatch.setattr(handing_in, "judged", lambda *_: None)
    pair.post(pair.page, {"by": "file"}, files={"file": ("system.bml", b"1C  12-21\n")})
    assert [x.original for x in kept(desk.database, pair.entry)] == [b"1C  12-21\n"]


# ---- what is not taken -----------------------------------------------------------------------------------------------


@both
def test_after_the_event_was_closed_nothing_is_taken_and_nothing_lost(desk):
    browser = visitor(desk, make_event(desk.database, text=PAIRS))
    with desk.database.writing() as session:
        session.get_one(DeskEvent, browser.event).closed_at = receiving_now()
    answer = browser.post(browser.page, {"card": f"{NATURAL}# not lost"})
    assert answer.status_code == 409
    assert "Nothing was handed in: the organiser takes no more cards" in shown(answer)
    assert "# not lost" in answer.text
    assert kept(desk.database, browser.entry) == []


def receiving_now():
    return datetime.datetime.now(datetime.UTC)


def test_a_pair_that_was_withdrawn_hands_in_nothing(desk, pair):
    with desk.database.writing() as session:
        session.get_one(DeskEntry, pair.entry).withdrawn_at = receiving_now()
    assert "This pair was withdrawn" in shown(pair.get(pair.page))
    assert pair.post(pair.page, {"card": NATURAL}).status_code == 409
    assert kept(desk.database, pair.entry) == []


def test_nothing_and_too_much_are_no_cards(desk, pair):
    for data, status in ((b"", 422), (b" \n\t", 422), (b"x" * (1 << 20) + b"y", 413)):
        answer = pair.post(pair.page, {"card": "# not lost", "by": "file"}, files={"file": ("a.card", data)})
        assert (answer.status_code, "# not lost" in answer.text) == (status, True)
    assert pair.post(pair.page, {"card": " \n"}).status_code == 422
    assert pair.post(pair.page, {"card": "x" * (1 << 20) + "y"}).status_code in (400, 413)
    assert kept(desk.database, pair.entry) == []


def test_a_form_from_elsewhere_hands_in_nothing(desk, pair):
    assert pair.post(pair.page, {"card": NATURAL}, csrf="0" * 64).status_code == 403
    assert desk().post(pair.page, {"card": NATURAL}, csrf=pair.csrf).status_code == 403
    assert kept(desk.database, pair.entry) == []


def test_a_link_is_not_used_without_end_and_others_are_not_kept_waiting(make_desk, monkeypatch):
    monkeypatch.setitem(RATES, "hand-in", "6/minute")
    desk = make_desk(limits=True)
    event = make_event(desk.database, text=PAIRS)
    first, second = visitor(desk, event), visitor(desk, event, "Pair 2")
    answers = {first.post(first.page, {"card": ""}).status_code for _ in range(6)}
    assert answers == {422}
    assert first.post(first.page, {"card": NATURAL}).status_code == 429
    assert second.post(second.page, {"card": NATURAL}).status_code == 200


# ---- late ------------------------------------------------------------------------------------------------------------


def test_a_late_card_is_taken_and_marked(desk, pair, monkeypatch):
    for number, (moment, late) in enumerate(
        (
            ("2026-10-10T18:00:30+00:00", False),
            ("2026-10-10T20:00:59+02:00", False),
            ("2026-10-10T20:01:00+02:00", True),
        ),
        1,
    ):
        at(monkeypatch, moment)
        text = shown(pair.post(pair.page, {"card": f"{NATURAL}# {number}"}))
        assert f"Received as version {number}" in text
        assert ("It came after the cards were due" in text) is late


def test_a_clock_that_was_set_back_makes_no_later_version_earlier(desk, pair, monkeypatch):
    at(monkeypatch, "2026-10-09T12:00:00+00:00")
    pair.post(pair.page, {"card": NATURAL})
    at(monkeypatch, "2026-10-09T11:00:00+00:00")
    pair.post(pair.page, {"card": MULTI})
    first, second = kept(desk.database, pair.entry)
    assert second.received_at == first.received_at


# ---- what strangers write --------------------------------------------------------------------------------------------


def test_names_and_cards_are_shown_as_text(desk):
    evil = "<img src=x onerror=alert(1)>"
    event = make_event(desk.database, text=PAIRS.replace("Autumn pairs", evil))
    browser = visitor(desk, event, evil, team=evil)
    card = f"title: {evil}\npair: {evil}\n{NATURAL}# {evil}\n</textarea><script>alert(1)</script>"
    for sent in ({"card": card}, {"card": f"title: {evil}\n{NATURAL}"}):
        answer = browser.post(browser.page, sent)
        assert answer.status_code == 200
        assert "<img src=x" not in answer.text
        assert "<script>alert" not in answer.text
        assert "<img src=x" not in browser.get(f"{browser.page}/report").text


def test_the_whole_report_is_a_page_of_its_own(desk, pair):
    pair.post(pair.page, {"card": MULTI})
    text = shown(pair.get(f"{pair.page}/report"))
    assert "For this event: Autumn pairs" in text


def test_the_league_leaves_a_question_open_and_the_pair_sees_it(desk):
    browser = visitor(desk, make_event(desk.database, text=LEAGUE))
    answer = browser.post(browser.page, {"card": "[openings]\n1C : 12-21\n1N : 15-17 bal\n2D : 5-10, 6M\n"})
    assert "Cannot tell whether it is admitted" in shown(answer)


def test_what_an_organiser_handed_in_is_said_to_be_theirs(desk, pair):
    hand_in(desk.database, pair.entry, NATURAL)
    with desk.database.writing() as session:
        session.scalars(select(Submission)).one().source = "organiser"
    assert "by the organiser for you" in shown(pair.get(pair.page))


def test_a_receipt_code_can_be_computed_by_anybody():
    assert receiving.code_of(b"abc") == "ba7816bf8f01"
