"""An event's pages: what its organisers see and take away, and what opponents see and when."""

import csv
import datetime
import io
import json
import re

import pytest
from entries.handing_in import fingerprint_of
from icalendar import Calendar
from python_calamine import CalamineWorkbook
from report.test_html import Reader
from screening.screened import FAULTY, LEAGUE, NATURAL, PAIRS, STRONG_PASS

from syscheck.desk.security import account_name
from syscheck.desk.storage import Decision, DeskEntry, DeskEvent, Note, Organiser
from tests.desk.browsing import shown
from tests.desk.conftest import BACKENDS
from tests.desk.handed_in import IN_TIME, Remembering, enter, hand_in, make_event, sample_league, signed_in

both = pytest.mark.parametrize("database_url", BACKENDS, indirect=True)
HOSTILE = '</textarea></script><script>alert(1)</script>"\u202e'
AS_OF = "as_of=2026-10-11"
OPEN = NATURAL.replace("4+C", "usually 3+C")
PATHS = (
    "/desk/events/{}",
    "/desk/events/{}/newest",
    "/desk/events/{}/letters",
    "/desk/events/{}/entries.csv",
    "/desk/events/{}/entries.xlsx",
    "/desk/events/{}/entries.json",
    "/desk/events/{}/duties.ics",
    "/desk/events/{}/entries/1/report",
)


@pytest.fixture
def desk(make_desk):
    """A desk whose workers know the cards of these tests."""
    return make_desk(workers=Remembering())


@pytest.fixture
def event(database, organiser):
    """A league with a pair of each kind."""
    number = make_event(database, organiser, LEAGUE)
    enter(database, number, "Pair 1", NATURAL)
    enter(database, number, "Pair 2", FAULTY)
    enter(database, number, "Pair 3")
    enter(database, number, "Pair 4", STRONG_PASS)
    enter(database, number, "Pair 5", OPEN)
    return number


@pytest.fixture
def browser(desk, organiser):
    """Of the event's organiser."""
    return signed_in(desk, organiser)


def change(database, table, number, **values):
    with database.writing() as session:
        found = session.get(table, number)
        for name, value in values.items():
            setattr(found, name, value)


def address_of(database, table, number):
    with database.reading() as session:
        return session.get(table, number).address


def decide(database, entry, text, outcome="yes"):
    with database.writing() as session:
        session.add(
            Decision(
                entry_id=entry,
                fingerprint=fingerprint_of(text),
                rule="admitted",
                outcome=outcome,
                reason="the pair has explained it",
                person="Organiser",
                decided_at=IN_TIME,
            )
        )


def publish(database, event):
    change(database, DeskEvent, event, published_at=IN_TIME)


# ---- whose it is -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PATHS)
def test_an_event_is_its_organisers_alone(desk, database, organiser, event, path):
    with database.writing() as session:
        other = Organiser(name=account_name("Another"), password_hash="x")
        session.add(other)
    assert signed_in(desk, organiser).get(path.format(event)).status_code == 200
    stranger = signed_in(desk, other)
    answer = stranger.get(path.format(event))
    assert answer.status_code == 404
    assert shown(answer) == shown(stranger.get(path.format(event + 1))), "as one that there is not"
    away = desk().client.get(path.format(event), follow_redirects=False)
    assert (away.status_code, away.headers["location"].partition("?")[0]) == (303, "/desk/sign-in")


@pytest.mark.parametrize("number", ["0", "99", str(2**31), str(2**80), "x", "-1"])
def test_an_event_that_is_not_there_is_not_found(browser, event, number):
    for path in PATHS:
        assert browser.get(path.format(number)).status_code == 404


@pytest.mark.parametrize("number", ["0", str(2**31), "99"])
def test_an_entry_that_is_not_there_is_not_found(browser, event, number):
    assert browser.get(f"/desk/events/{event}/entries/{number}/report").status_code == 404


def test_an_entry_of_another_event_is_not_found(browser, database, organiser, event):
    other = make_event(database, organiser, PAIRS)
    entry = enter(database, other, "Pair 1", NATURAL)
    assert browser.get(f"/desk/events/{event}/entries/{entry}/report").status_code == 404
    assert browser.get(f"/desk/events/{other}/entries/{entry}/report").status_code == 200


# ---- the organisers' page --------------------------------------------------------------------------------------------


@both
def test_the_page_says_what_needs_attention_and_leads_to_each_pair(browser, event):
    answer = browser.get(f"/desk/events/{event}?{AS_OF}")
    words = shown(answer)
    for expected in (
        "Second league",
        "5 entries · as of 2026-10-11 23:59 · all times by the clock in Europe/Bratislava",
        "1 card cannot be read Pair 2",
        "1 pair has no card Pair 3",
        "1 card is not allowed as it is Pair 4",
        "Of 1 card it cannot be told yet whether it is allowed Pair 5",
        "1 card would be on the page for opponents.",
    ):
        assert expected in words
    links = Reader(answer.text).attribute("href")
    for entry in range(1, 6):
        assert f"/desk/events/{event}/entries/{entry}" in links
    here = f"/desk/events/{event}"
    expected = ("/entries/new", "/upload", "/edit", "/share", "/log", "/letters", "/event.toml")
    assert {f"{here}{path}" for path in expected} <= {link.partition("?")[0] for link in links}
    assert {f"{here}/entries.{kind}?{AS_OF}" for kind in ("csv", "xlsx", "json")} <= set(links)


def test_the_page_is_well_nested_and_has_no_script_or_style_inside(browser, event):
    text = browser.get(f"/desk/events/{event}").text
    read = Reader(text)
    assert (read.badly_nested, read.open) == ([], [])
    ids = read.attribute("id")
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in read.attribute("href") if link.startswith("#")} <= set(ids)
    assert re.findall(r"<script\b(?![^>]*\bsrc=)", text) == []
    assert re.findall(r"<style\b", text) == []
    assert not [a for _, found in read.tags for a in found if a.startswith("on") or a == "style"]
    assert text.count("<h1") == 1


def test_many_entries_have_their_widths_in_a_style_that_the_policy_knows(browser, database, organiser):
    event = make_event(database, organiser, LEAGUE)
    with database.writing() as session:
        session.add_all([DeskEntry(event_id=event, pair=f"Pair {n}") for n in range(300)])
    answer = browser.get(f"/desk/events/{event}")
    [nonce] = re.findall(r'<style nonce="([^"]+)">\.many \{ --columns: ', answer.text)
    assert f"style-src 'self' 'nonce-{nonce}'" in answer.headers["content-security-policy"]


def test_publishing_and_closing_are_forms_that_only_this_browser_can_send(browser, database, event):
    text = browser.get(f"/desk/events/{event}").text
    assert re.findall(
        r'<form method="post" action="/desk/events/\d+/(\w+)"><input type="hidden" name="csrf"', text
    ) == [
        "publish",
        "close",
    ]
    change(database, DeskEvent, event, published_at=IN_TIME, closed_at=IN_TIME)
    text = browser.get(f"/desk/events/{event}").text
    assert re.findall(r'action="/desk/events/\d+/(\w+)"', text) == ["unpublish", "reopen"]


@pytest.mark.parametrize("moment", ["tomorrow", "2026-13-01", "9" * 40, "0001-01-01T00:00+23:59"])
def test_a_moment_that_is_none_is_told(browser, event, moment):
    answer = browser.get(f"/desk/events/{event}", params={"as_of": moment})
    assert answer.status_code == 400
    assert "This is no date." in shown(answer)


def test_a_moment_that_is_asked_about_holds_for_downloads_too(browser, event):
    for moment in ("2026-10-05", "2026-10-11T09:30"):
        found = browser.get(f"/desk/events/{event}/entries.json?as_of={moment}").json()
        assert found["event"]["as_of"].startswith(moment)


def test_the_page_hears_of_a_new_card(browser, database, event):
    before = browser.get(f"/desk/events/{event}/newest").json()["newest"]
    assert f'data-newest="{before}"' in browser.get(f"/desk/events/{event}").text
    hand_in(database, 3, NATURAL)
    assert browser.get(f"/desk/events/{event}/newest").json()["newest"] != before


def test_a_decision_is_shown_beside_the_answer(browser, database, event):
    decide(database, 5, OPEN)
    decide(database, 4, NATURAL)
    words = shown(browser.get(f"/desk/events/{event}?{AS_OF}"))
    assert "Decided by Organiser on 2026-10-09: yes. Reason: the pair has explained it" in words
    assert "The decision of Organiser on 2026-10-09 no longer holds: the card has changed." in words
    assert "cannot be told yet whether it is allowed" not in words, "it is decided"
    assert "1 card is not allowed as it is Pair 4" in words
    assert "? cannot tell" in words, "the computed answer stays"


def test_what_strangers_wrote_is_shown_as_text(browser, database, organiser):
    event = make_event(database, organiser, LEAGUE, published_at=IN_TIME)
    entry = enter(database, event, f"Pair {HOSTILE}", f"title: {HOSTILE}\n{NATURAL}", team=HOSTILE, file=HOSTILE)
    enter(database, event, f"Other {HOSTILE}", team=HOSTILE)
    address = address_of(database, DeskEvent, event)
    for path in (
        f"/desk/events/{event}",
        f"/desk/events/{event}/letters",
        f"/desk/events/{event}/entries/{entry}/report",
        f"/events/{address}",
        f"/events/{address}/cards/{entry}",
        f"/events/{address}/cards/{entry}/declaration",
        f"/events/{address}/cards/{entry}/alerts",
    ):
        answer = browser.get(path)
        assert answer.status_code == 200, path
        assert "<script>alert" not in answer.text, path
        assert "&lt;script&gt;alert" in answer.text, path


# ---- letters ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "/letters"])
def test_a_letter_has_the_pairs_own_address(make_desk, database, organiser, event, path):
    browser = signed_in(make_desk(workers=Remembering(), base_url="http://bridge.example"), organiser)
    text = browser.get(f"/desk/events/{event}{path}?{AS_OF}").text
    addresses = [address_of(database, DeskEntry, n) for n in range(1, 6)]
    assert [f"http://bridge.example/e/{a}" in text for a in addresses] == [False, True, True, True, True]
    assert "We have no system card from you yet. Please send it." in text


def test_a_pair_without_a_card_is_written_to_in_its_language(browser, database, organiser):
    event = make_event(database, organiser, LEAGUE)
    enter(database, event, "Pair 1", language="sk")
    assert '<article class="letter" lang="sk">' in browser.get(f"/desk/events/{event}/letters").text


def test_where_all_is_in_order_nobody_is_written_to(browser, database, organiser):
    event = make_event(database, organiser, LEAGUE)
    enter(database, event, "Pair 1", NATURAL)
    words = shown(browser.get(f"/desk/events/{event}/letters?{AS_OF}"))
    assert "There is nobody to write to: every entry is in order." in words


# ---- downloads -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begins", ["=", "+", "-", "@"])
def test_no_cell_of_the_csv_begins_like_a_formula(browser, database, organiser, begins):
    event = make_event(database, organiser, LEAGUE)
    enter(database, event, f"{begins}cmd|' /C calc'!A0", NATURAL, team=f"{begins}1+1", file=f"{begins}2")
    answer = browser.get(f"/desk/events/{event}/entries.csv")
    [row] = csv.DictReader(io.StringIO(answer.text))
    assert (row["pair"], row["team"], row["files"]) == (f"'{begins}cmd|' /C calc'!A0", f"'{begins}1+1", f"'{begins}2")
    assert answer.headers["content-disposition"] == 'attachment; filename="entries.csv"'


def test_the_tables_have_every_entry_with_the_address_of_its_page(browser, event):
    rows = list(csv.DictReader(io.StringIO(browser.get(f"/desk/events/{event}/entries.csv?{AS_OF}").text)))
    assert [(r["pair"], r["status"], r["admitted"]) for r in rows] == [
        ("Pair 1", "ok", "yes"),
        ("Pair 2", "unreadable", "cannot tell"),
        ("Pair 3", "missing", "cannot tell"),
        ("Pair 4", "ok", "no"),
        ("Pair 5", "ok", "cannot tell"),
    ]
    assert rows[0]["report"] == f"http://desk.example/desk/events/{event}/entries/1"
    book = CalamineWorkbook.from_filelike(io.BytesIO(browser.get(f"/desk/events/{event}/entries.xlsx?{AS_OF}").content))
    sheet = book.get_sheet_by_index(0).to_python()
    assert [line[0] for line in sheet] == ["pair", "Pair 1", "Pair 2", "Pair 3", "Pair 4", "Pair 5"]


def test_a_decision_is_in_the_downloads(browser, database, event):
    decide(database, 5, OPEN)
    said = "Decided by Organiser on 2026-10-09: yes. Reason: the pair has explained it"
    [*_, row] = csv.DictReader(io.StringIO(browser.get(f"/desk/events/{event}/entries.csv").text))
    assert row["remarks"] == said
    entry = browser.get(f"/desk/events/{event}/entries.json").json()["entries"][4]
    assert (entry["decided"], entry["decisions"]) == ("yes", [said])


@both
def test_the_calendar_has_the_duties_of_all_pairs(browser, event):
    answer = browser.get(f"/desk/events/{event}/duties.ics?{AS_OF}")
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    events = Calendar.from_ical(answer.content).walk("VEVENT")
    assert {str(e["summary"]).partition(":")[0] for e in events} >= {"Pair 3"}
    assert len({e["uid"] for e in events}) == len(events)


def test_the_json_is_the_contracts(browser, event):
    found = browser.get(f"/desk/events/{event}/entries.json").json()
    assert list(found) == ["syscheck", "event", "entries", "summary"]
    assert [e["status"] for e in found["entries"]] == ["ok", "unreadable", "missing", "ok", "ok"]


def test_the_report_of_an_entry_is_in_the_frame(browser, event):
    answer = browser.get(f"/desk/events/{event}/entries/4/report")
    words = shown(answer)
    assert "For organisers" in words
    assert "For this event: Second league" in words
    assert answer.text.count("<h1") == 1
    read = Reader(answer.text)
    assert (read.badly_nested, read.open) == ([], [])
    assert "No card has been received." in shown(browser.get(f"/desk/events/{event}/entries/3/report"))


# ---- for opponents ---------------------------------------------------------------------------------------------------


@both
def test_opponents_see_the_cards_once_they_are_published(desk, browser, database, event):
    address = address_of(database, DeskEvent, event)
    opponent = desk()
    paths = [f"/events/{address}{end}" for end in ("", "/cards/1", "/cards/1/declaration", "/cards/1/alerts")]
    assert [opponent.get(path).status_code for path in paths] == [404] * 4
    preview = browser.get(paths[0])
    assert "Only you see this page: the cards are not published yet." in shown(preview)
    publish(database, event)
    assert [opponent.get(path).status_code for path in paths] == [200] * 4
    words = shown(opponent.get(paths[0]))
    assert "Only you see this page" not in words
    assert "Pair 1 Usual system" in words
    change(database, DeskEvent, event, published_at=None)
    assert opponent.get(paths[0]).status_code == 404


def test_a_preview_is_for_the_organisers_of_this_event_alone(desk, database, event):
    with database.writing() as session:
        other = Organiser(name=account_name("Another"), password_hash="x")
        session.add(other)
    assert signed_in(desk, other).get(f"/events/{address_of(database, DeskEvent, event)}").status_code == 404
    assert desk().get("/events/no-such-address").status_code == 404


def test_only_cards_that_may_be_played_are_published(desk, database, event):
    publish(database, event)
    address = address_of(database, DeskEvent, event)
    assert [desk().get(f"/events/{address}/cards/{n}").status_code for n in range(1, 7)] == [200, *[404] * 5]
    words = shown(desk().get(f"/events/{address}"))
    assert "Pair 1" in words
    for pair in ("Pair 2", "Pair 3", "Pair 4", "Pair 5"):
        assert pair not in words
    change(database, DeskEntry, 1, withdrawn_at=IN_TIME)
    assert desk().get(f"/events/{address}/cards/1").status_code == 404
    assert "No card has been admitted yet." in shown(desk().get(f"/events/{address}"))


def test_a_card_is_published_as_a_person_has_decided(desk, database, event):
    publish(database, event)
    decide(database, 5, OPEN)
    decide(database, 1, NATURAL, "no")
    address = address_of(database, DeskEvent, event)
    words = shown(desk().get(f"/events/{address}"))
    assert "Pair 5" in words
    assert "Pair 1" not in words
    assert [desk().get(f"/events/{address}/cards/{n}").status_code for n in (1, 5)] == [404, 200]
    hand_in(database, 5, OPEN.replace("15-17", "12-14"), number=2)
    assert desk().get(f"/events/{address}/cards/5").status_code == 404, "it was decided of another card"


def test_a_card_of_another_event_is_not_there(desk, database, organiser, event):
    publish(database, event)
    other = make_event(database, organiser, PAIRS, published_at=IN_TIME)
    entry = enter(database, other, "Pair 9", NATURAL)
    assert desk().get(f"/events/{address_of(database, DeskEvent, event)}/cards/{entry}").status_code == 404


def test_opponents_see_nothing_that_is_between_pair_and_organiser(desk, database, event):
    publish(database, event)
    decide(database, 5, OPEN)
    with database.writing() as session:
        session.add(Note(entry_id=5, text="spoke to the pair on the telephone"))
    address = address_of(database, DeskEvent, event)
    own = address_of(database, DeskEntry, 5)
    for end in ("", "/cards/5", "/cards/5/declaration", "/cards/5/alerts"):
        answer = desk().get(f"/events/{address}{end}")
        assert answer.status_code == 200
        for private in (own, "telephone", "has explained", "Decided by", "be without", "uestion"):
            assert private not in shown(answer), (end, private)
        assert own not in answer.text


def test_a_published_card_is_the_newest_in_its_canonical_layout(desk, database, event):
    publish(database, event)
    hand_in(database, 1, NATURAL.replace("1N : 15-17 bal", "1N:12-14   bal"), number=2)
    address = address_of(database, DeskEvent, event)
    assert "1N : 12-14 bal" in desk().get(f"/events/{address}/cards/1").text


def test_the_list_marks_what_opponents_should_know(desk, database, organiser):
    event, _ = sample_league(database, organiser, chosen={"Pair 1", "Pair 12", "Pair 31"})
    publish(database, event)
    [strong] = [n for n in range(1, 4) if pair_of(database, n) == "Pair 31"]
    with database.reading() as session:
        card = session.get(DeskEntry, strong).submissions[-1].card
    decide(database, strong, card.decode())
    words = shown(desk().get(f"/events/{address_of(database, DeskEvent, event)}"))
    assert "Pair 1 Team 1 C-system 2" in words
    assert "Pair 31 Team 8 A-system 13 ● A-system" in words


def pair_of(database, number):
    with database.reading() as session:
        return session.get(DeskEntry, number).pair


def test_papers_run_no_script_and_load_nothing(desk, database, event):
    publish(database, event)
    for paper in ("declaration", "alerts"):
        answer = desk().get(f"/events/{address_of(database, DeskEvent, event)}/cards/1/{paper}")
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; style-src 'unsafe-inline';")
        assert "script-src" not in policy


@pytest.mark.parametrize("card", [NATURAL, f"pair: Somebody else\n{NATURAL}"])
def test_papers_for_opponents_say_whose_they_are(desk, database, organiser, card):
    event = make_event(database, organiser, LEAGUE, published_at=IN_TIME)
    entry = enter(database, event, "Pair 1", card)
    for paper in ("declaration", "alerts"):
        words = shown(desk().get(f"/events/{address_of(database, DeskEvent, event)}/cards/{entry}/{paper}"))
        assert "Pair 1" in words
        assert "Somebody else" not in words


def test_the_declaration_says_the_level_of_the_event(desk, database, organiser):
    event = make_event(database, organiser, PAIRS, published_at=IN_TIME)
    entry = enter(database, event, "Pair 1", NATURAL)
    words = shown(desk().get(f"/events/{address_of(database, DeskEvent, event)}/cards/{entry}/declaration"))
    assert "Autumn pairs · level C, at most 7 dots" in words


def test_times_of_the_page_are_the_servers(browser, event):
    before = datetime.datetime.now(datetime.UTC).replace(second=0, microsecond=0)
    found = json.loads(browser.get(f"/desk/events/{event}/entries.json").text)
    assert datetime.datetime.fromisoformat(found["event"]["as_of"]) >= before
