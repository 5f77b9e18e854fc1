"""An organiser's events: made, changed, given to others; always the event that its file says."""

import re
import threading

import pytest
from sqlalchemy import select

from syscheck.desk.storage import AuditLine, DeskEvent, EventVersion, Organiser
from syscheck.events import FaultyEvent, presets, read_event
from syscheck.events.editing import top_values, with_values
from tests.desk.browsing import shown
from tests.desk.cards import LEAGUE, PAIRS
from tests.desk.conftest import BACKENDS
from tests.desk.handed_in import enter, make_event, signed_in

both = pytest.mark.parametrize("database_url", BACKENDS, indirect=True)


@pytest.fixture
def browser(desk, organiser):
    return signed_in(desk, organiser)


@pytest.fixture
def second(desk):
    """Another organiser's browser."""
    with desk.database.writing() as session:
        other = Organiser(name="organiser 2", password_hash="-")
        session.add(other)
    return signed_in(desk, other)


def texts(database, event_id):
    with database.reading() as session:
        chosen = select(EventVersion.text).where(EventVersion.event_id == event_id).order_by(EventVersion.number)
        return list(session.scalars(chosen))


def said(database, event_id=None):
    with database.reading() as session:
        lines = session.scalars(select(AuditLine).order_by(AuditLine.id)).all()
    return [line.action for line in lines if event_id is None or line.event_id == event_id]


def only_event(database):
    with database.reading() as session:
        return session.scalars(select(DeskEvent.id)).one()


# ---- the list --------------------------------------------------------------------------------------------------------


def test_without_an_event_the_page_says_how_to_begin(browser):
    assert "You have no event yet." in shown(browser.get("/desk"))


@both
def test_the_list_counts_entries_and_cards(desk, organiser):
    event = make_event(desk.database, organiser, LEAGUE)
    enter(desk.database, event, "Pair 1", "[openings]\n1N : 15-17 bal\n")
    enter(desk.database, event, "Pair 2")
    make_event(desk.database, text=LEAGUE)
    text = shown(signed_in(desk, organiser).get("/desk"))
    assert "Second league 2 entries, 1 has handed in a card" in text
    assert text.count("Second league") == 1
    assert "Starts Saturday 24 October 2026, 10:00 CEST." in text


# ---- a new one -------------------------------------------------------------------------------------------------------


@both
def test_an_event_is_made_of_a_few_fields(desk, organiser):
    browser = signed_in(desk, organiser)
    browser.get("/desk/events/new")
    form = {"name": 'Cup of "Q" ♠', "regulations": ["se-2012"], "contest": "pairs", "level": "B", "boards": "12"}
    answer = browser.post("/desk/events/new", form | {"start": "2027-01-16T10:00", "timezone": "Europe/Stockholm"})
    event = only_event(desk.database)
    assert answer.url.path == f"/desk/events/{event}"
    read = read_event(*texts(desk.database, event))
    assert (read.name, read.regulations, read.phases[0].level, read.phases[0].boards) == (
        'Cup of "Q" ♠',
        ("se-2012",),
        "B",
        12,
    )
    assert read.start.isoformat() == "2027-01-16T10:00:00+01:00"
    assert said(desk.database, event) == ["event made"]


def test_every_preset_can_be_chosen(browser, desk):
    for known in presets():
        assert f'value="{known.id}" selected' in browser.get(f"/desk/events/new?preset={known.id}").text
        answer = browser.post("/desk/events/new", {"preset": known.id, "start": "2027-01-16T10:00"}, follow=False)
        [text] = texts(desk.database, int(answer.headers["location"].rpartition("/")[2]))
        assert read_event(text).preset == known.id


def test_faults_stand_beside_their_fields_in_the_words_of_the_command_line(browser, desk):
    browser.get("/desk/events/new")
    answer = browser.post("/desk/events/new", {"name": "Cup", "regulations": ["se-2012"], "boards": "a dozen"})
    assert answer.status_code == 422
    with pytest.raises(FaultyEvent) as caught:
        read_event('name = "Cup"\nregulations = ["se-2012"]\nboards = "a dozen"\n')
    for fault in caught.value.faults:
        assert str(fault.message) in shown(answer)
    assert re.search(r'id="boards" name="boards" value="a dozen"[^>]* aria-invalid="true"', answer.text)
    with desk.database.reading() as session:
        assert session.scalars(select(DeskEvent)).all() == []


def test_what_is_missing_is_told_at_its_field_and_not_as_a_line_of_a_file(browser):
    browser.get("/desk/events/new")
    answer = browser.post("/desk/events/new", {"by": "fields", "name": "Club evening", "regulations": "sk-2008"})
    assert 'id="kind-fault"' in answer.text
    assert 'id="name-fault"' not in answer.text
    assert "kind = " not in shown(answer).partition("Name of the event")[0]
    answer = browser.post("/desk/events/new", {"by": "fields", "name": "Club evening"})
    assert 'id="regulations-fault"' in answer.text


def test_the_text_itself_makes_an_event_and_stays_where_it_is_faulty(browser, desk):
    browser.get("/desk/events/new")
    faulty = LEAGUE + '[[phases]]\nname = "Final"\nlevle = "A"\n'
    answer = browser.post("/desk/events/new", {"by": "text", "text": faulty})
    assert answer.status_code == 422
    assert "levle = &#34;A&#34;" in answer.text
    assert f"event.toml:{faulty.count(chr(10))}:1" in shown(answer)
    answer = browser.post("/desk/events/new", {"by": "text", "text": LEAGUE.replace("\n", "\r\n")})
    assert texts(desk.database, only_event(desk.database)) == [LEAGUE]


def test_a_file_that_is_no_event_is_told_and_makes_none(browser, desk):
    browser.get("/desk/events/new")
    for data in (b"", b"\xff\xfe", b"x" * 100_000, b"name = ", LEAGUE.encode() + b"\0", b"a=" + b"[" * 30_000):
        answer = browser.post("/desk/events/import", files={"file": ("event.toml", data)})
        assert answer.status_code == 422
        assert "Not saved yet" in shown(answer)
    with desk.database.reading() as session:
        assert session.scalars(select(DeskEvent)).all() == []


@both
def test_what_is_imported_is_exported_as_it_was(desk, organiser):
    browser = signed_in(desk, organiser)
    browser.get("/desk/events/new")
    answer = browser.post("/desk/events/import", files={"file": ("../../x.toml", PAIRS.encode())})
    exported = browser.get(f"{answer.url.path}/event.toml")
    assert exported.text == PAIRS
    assert exported.headers["content-disposition"] == 'attachment; filename="event.toml"'
    assert said(desk.database, only_event(desk.database)) == ["event imported"]


def test_a_name_is_only_a_name(browser, desk):
    browser.get("/desk/events/new")
    for name in ("<script>alert(1)</script>", "'; DROP TABLE events; --", "{{ 7*7 }}"):
        form = {"name": name, "regulations": ["se-2012"], "level": "A", "contest": "pairs"}
        here = browser.post("/desk/events/new", form, follow=False).headers["location"]
        for path in ("/desk", f"{here}/edit", f"{here}/log", f"{here}/share"):
            answer = browser.get(path)
            assert "<script>alert" not in answer.text
            assert name in shown(answer)


# ---- changing one ----------------------------------------------------------------------------------------------------


def test_fields_change_their_keys_and_nothing_else(browser, desk, organiser):
    text = "# ours\n" + PAIRS + '# kept\nlowered = { 2D = 1 }\n[[phases]]\nname = "Final" # the last\n'
    event = make_event(desk.database, organiser, text)
    browser.get(f"/desk/events/{event}/edit")
    form = {
        "by": "fields",
        "number": "1",
        "name": "Winter pairs",
        "regulations": ["se-2012"],
        "contest": "pairs",
        "timezone": "Europe/Stockholm",
        "level": "",
        "start": "2026-10-25T10:00",
        "cards_due": "2026-10-10T20:00",
    }
    browser.post(f"/desk/events/{event}/edit", form)
    changed = text.replace("Autumn", "Winter").replace("10-24T", "10-25T").replace('level = "C"\n', "")
    assert texts(desk.database, event) == [text, changed]
    assert said(desk.database, event) == ["event changed"]


def test_what_is_saved_unchanged_is_no_new_version(browser, desk, organiser):
    event = make_event(desk.database, organiser, LEAGUE)
    browser.get(f"/desk/events/{event}/edit")
    browser.post(f"/desk/events/{event}/edit", {"by": "text", "number": "1", "text": LEAGUE})
    assert texts(desk.database, event) == [LEAGUE]
    assert said(desk.database, event) == []


@both
def test_two_who_change_an_event_at_once_lose_nothing(desk, organiser):
    event = make_event(desk.database, organiser, LEAGUE)
    first, late = signed_in(desk, organiser), signed_in(desk, organiser)
    for browser in (first, late):
        browser.get(f"/desk/events/{event}/edit")
    here, mine, theirs = f"/desk/events/{event}/edit", LEAGUE + "screens = true\n", LEAGUE + "boards = 12\n"
    first.post(here, {"by": "text", "number": "1", "text": theirs})
    answer = late.post(here, {"by": "text", "number": "1", "text": mine})
    assert answer.status_code == 409
    assert "Somebody else saved this event meanwhile" in shown(answer)
    assert "-boards = 12 +screens = true" in shown(answer)
    assert texts(desk.database, event) == [LEAGUE, theirs]
    assert 'name="number" value="2"' in answer.text
    late.post(here, {"by": "text", "number": "2", "text": mine})
    assert texts(desk.database, event) == [LEAGUE, theirs, mine]


@both
def test_of_two_who_save_in_the_same_moment_one_is_told(desk, organiser):
    event = make_event(desk.database, organiser, LEAGUE)
    browsers = [signed_in(desk, organiser) for _ in range(2)]
    answers = []
    for browser in browsers:
        browser.get(f"/desk/events/{event}/edit")
    begin = threading.Barrier(2)

    def save(browser, n):
        begin.wait()
        form = {"by": "text", "number": "1", "text": f"{LEAGUE}boards = {n}\n"}
        answers.append(browser.post(f"/desk/events/{event}/edit", form, follow=False).status_code)

    threads = [threading.Thread(target=save, args=(b, n + 10)) for n, b in enumerate(browsers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [303, 409]
    assert len(texts(desk.database, event)) == 2


# ---- switches, others ------------------------------------------------------------------------------------------------


@both
def test_publishing_and_closing_are_switched_and_logged_once(desk, organiser):
    event = make_event(desk.database, organiser, LEAGUE)
    browser = signed_in(desk, organiser)
    browser.get(f"/desk/events/{event}/edit")
    for action in ("publish", "publish", "close", "unpublish", "reopen", "reopen"):
        assert browser.post(f"/desk/events/{event}/{action}", follow=False).status_code == 303
    assert said(desk.database, event) == ["published", "closed", "unpublished", "reopened"]
    with desk.database.reading() as session:
        found = session.get_one(DeskEvent, event)
        assert (found.published_at, found.closed_at) == (None, None)


def test_an_event_is_shared_by_name(browser, second, desk, organiser):
    event = make_event(desk.database, organiser, LEAGUE)
    assert second.get(f"/desk/events/{event}").status_code == 404
    browser.get(f"/desk/events/{event}/share")
    assert "There is no organiser of this name" in shown(
        browser.post(f"/desk/events/{event}/share", {"name": "Organiser 3"})
    )
    for _ in range(2):
        answer = browser.post(f"/desk/events/{event}/share", {"name": " ORGANISER 2"})
    assert "organiser 2" in shown(answer)
    assert second.get(f"/desk/events/{event}/edit").status_code == 200
    assert said(desk.database, event) == ["shared"]


GETS = ["", "/edit", "/event.toml", "/share", "/log", "/upload", "/entries/new", "/entries/1"]
POSTS = ["/edit", "/publish", "/unpublish", "/close", "/reopen", "/share", "/upload", "/entries/new", "/entries/list"]
OF_ENTRY = ["card", "names", "register", "notes", "decisions", "withdraw", "restore", "link"]
POSTS += [f"/entries/1/{action}" for action in OF_ENTRY]


@both
def test_an_event_of_another_organiser_is_not_there(desk, organiser):
    event = make_event(desk.database, organiser, LEAGUE)
    enter(desk.database, event, "Pair 1", "[openings]\n1N : 15-17 bal\n")
    with desk.database.writing() as session:
        other = Organiser(name="organiser 2", password_hash="-")
        session.add(other)
    browser = signed_in(desk, other)
    browser.get("/desk/events/new")
    form = {"name": "organiser 2", "number": "1", "text": PAIRS, "by": "text", "pair": "x", "note": "x", "list": "x"}
    form |= {"card": "[openings]\n1N : 12-14 bal\n"}
    for number in (event, 77, 2**31, 10**30, 0):
        for path in GETS if number == event else GETS[:2]:
            assert browser.get(f"/desk/events/{number}{path}").status_code == 404, path
        for path in POSTS if number == event else POSTS[:3]:
            assert browser.post(f"/desk/events/{number}{path}", form).status_code == 404, path
    assert said(desk.database, event) == []


def test_every_form_needs_its_token_and_a_sign_in(browser, desk, organiser):
    event = make_event(desk.database, organiser, LEAGUE)
    enter(desk.database, event, "Pair 1")
    stranger = desk()
    stranger.get("/desk/sign-in")
    paths = ["/desk/events/new", "/desk/events/import", *(f"/desk/events/{event}{path}" for path in POSTS)]
    for path in paths:
        assert browser.post(path, {"name": "x", "pair": "x"}, csrf="0" * 64).status_code == 403, path
        assert stranger.post(path, {"name": "x"}, follow=False).headers["location"].startswith("/desk/sign-in"), path
    for path in GETS:
        assert stranger.get(f"/desk/events/{event}{path}").url.path == "/desk/sign-in", path
    assert said(desk.database, event) == []


# ---- the text --------------------------------------------------------------------------------------------------------


def test_a_key_goes_to_its_place():
    text = '# the cup\nname = "x" # why\n[[phases]]\nname = "F"\nboards = 3\n'
    changed = with_values(text, {"boards": "7", "regulations": ("wbf",), "start": "2027-01-01", "screens": "false"})
    assert changed == (
        '# the cup\nname = "x" # why\nregulations = ["wbf"]\nboards = 7\nscreens = false\nstart = 2027-01-01\n'
        '[[phases]]\nname = "F"\nboards = 3\n'
    )
    assert with_values(changed, {"boards": "", "regulations": (), "start": "", "screens": ""}) == text


def test_a_value_over_several_lines_is_replaced_whole():
    text = 'regulations = [\n  "wbf", # this\n]\nname = "x"'
    assert with_values(text, {"regulations": ("se-2012",)}) == 'regulations = ["se-2012"]\nname = "x"'
    assert with_values(text, {"regulations": ()}) == 'name = "x"'
    assert with_values(text, {"boards": "4"}) == f"{text}\nboards = 4\n"


@pytest.mark.parametrize("name", ['"', "\\", "\\u0041", "\x7f", "a\tb", "😀", "]"])
def test_any_text_comes_back_as_it_was_typed(name):
    assert top_values(with_values("", {"name": name}))["name"] == name


@pytest.mark.parametrize("boards", ["1e3", "true", "-1", "1 # x", '1\nname = "y"'])
def test_what_is_no_number_becomes_a_text_and_nothing_else(boards):
    text = with_values('name = "x"\n', {"boards": boards})
    assert top_values(text) == {"name": "x", "boards": boards}
