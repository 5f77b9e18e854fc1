"""The entries of an event, as its organisers work with them."""

import hashlib
import io
import json
import re
import tarfile
import zipfile

import pytest
from sqlalchemy import select

from syscheck.desk.storage import AuditLine, Decision, DeskEntry, Note, Submission
from tests.desk.browsing import shown
from tests.desk.cards import FAULTY, LEAGUE, MULTI, NATURAL, PAIRS
from tests.desk.conftest import BACKENDS
from tests.desk.handed_in import enter, hand_in, make_event, signed_in

both = pytest.mark.parametrize("database_url", BACKENDS, indirect=True)
OPEN = "[openings]\n1C : 12-21\n1N : 15-17 bal\n2D : 5-10, 6M\n"


@pytest.fixture
def visit(desk, organiser):
    """An organiser's browser at an event: `event`, and `here`, its address."""
    return at_event(desk, organiser)


def at_event(desk, organiser, text=PAIRS):
    browser = signed_in(desk, organiser)
    browser.event = make_event(desk.database, organiser, text)
    browser.here = f"/desk/events/{browser.event}"
    browser.get(f"{browser.here}/entries/new")
    return browser


def entries(database):
    with database.reading() as session:
        return list(session.scalars(select(DeskEntry).order_by(DeskEntry.id)))


def names(database):
    return [(entry.pair, entry.team) for entry in entries(database)]


def cards(database):
    """What is kept, by pair: the numbers and the bytes."""
    with database.reading() as session:
        rows = session.execute(
            select(DeskEntry.pair, Submission.number, Submission.original)
            .join(Submission, Submission.entry_id == DeskEntry.id)
            .order_by(DeskEntry.id, Submission.number)
        )
        return [(pair, number, data.decode()) for pair, number, data in rows]


def said(database):
    """What the log says has been done with events and entries."""
    with database.reading() as session:
        lines = session.scalars(select(AuditLine).where(AuditLine.event_id.is_not(None)).order_by(AuditLine.id))
        return [line.action for line in lines]


def card_of(pair, text=NATURAL):
    return f"pair: {pair}\n{text}".encode()


# ---- one by one, and lists -------------------------------------------------------------------------------------------


@both
def test_a_pair_is_added_and_its_link_shown(desk, organiser):
    visit = at_event(desk, organiser)
    form = {"pair": "  Pair  1 ", "team": "Team 1", "language": "sk"}
    answer = visit.post(f"{visit.here}/entries/new", form)
    [entry] = entries(desk.database)
    assert (entry.pair, entry.team, entry.language) == ("Pair 1", "Team 1", "sk")
    assert f"http://desk.example/e/{entry.address}" in answer.text
    assert desk().get(f"/e/{entry.address}").status_code == 200
    assert said(desk.database) == ["entry made"]


def test_a_pair_that_is_there_is_not_added_again(desk, visit):
    for name in ("Pair 1", "PAIR  1"):
        answer = visit.post(f"{visit.here}/entries/new", {"pair": name})
    assert "was there already" in shown(answer)
    assert names(desk.database) == [("Pair 1", "")]


def test_a_pair_has_a_name(desk, visit):
    for name in ("", "  ", "\t\n"):
        assert visit.post(f"{visit.here}/entries/new", {"pair": name, "team": "T"}).status_code == 422
    assert entries(desk.database) == []


def test_a_pasted_list_adds_its_pairs(desk, organiser):
    for text, expected in (
        ("Pair 1\nPair 2\n", [("Pair 1", ""), ("Pair 2", "")]),
        ("One, Two; Team 1\r\n\r\nThree, Four\tTeam 2", [("One, Two", "Team 1"), ("Three, Four", "Team 2")]),
        ('pair,team\n"One, Two",Team 1\n', [("One, Two", "Team 1")]),
        ("dvojica;družstvo\nPair 1;Team 1", [("Pair 1", "Team 1")]),
        ('"Quoted', [('"Quoted', "")]),
    ):
        before = len(entries(desk.database))
        visit = at_event(desk, organiser)
        answer = visit.post(f"{visit.here}/entries/list", {"list": text})
        assert answer.status_code == 200, shown(answer)
        assert names(desk.database)[before:] == expected
        assert all(f"http://desk.example/e/{e.address}" in answer.text for e in entries(desk.database)[before:])


def test_an_uploaded_list_adds_its_pairs(desk, visit):
    data = "pair;team;registered\nPair 1;Team 1;0123456789abcdef\n".encode("utf-8-sig")
    visit.post(f"{visit.here}/entries/list", {}, files={"file": ("../list.csv", data)})
    [entry] = entries(desk.database)
    assert (entry.pair, entry.registered) == ("Pair 1", "0123456789abcdef")


def test_a_spreadsheet_adds_its_pairs(desk, visit, tmp_path):
    import xlsxwriter

    path = tmp_path / "list.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["Pair", "Team"])
        sheet.write_row(1, 0, ["Pair 1", 7])
    visit.post(f"{visit.here}/entries/list", {}, files={"file": ("list.xlsx", path.read_bytes())})
    assert names(desk.database) == [("Pair 1", "7")]


def test_a_list_with_faults_adds_nobody(desk, visit):
    for data in (b"pair;tema\nPair 1;x\n", b"pair\n\xff\n", b"", b"PK\x03\x04", b'pair\n"x'):
        for name in ("list.csv", "list.xlsx"):
            answer = visit.post(f"{visit.here}/entries/list", {"list": "kept"}, files={"file": (name, data)})
            assert answer.status_code == 422
            assert "No pair was added: the list has faults" in shown(answer)
            assert "kept</textarea>" in answer.text
    assert entries(desk.database) == []


# ---- many cards at once ----------------------------------------------------------------------------------------------


def upload(visit, *files):
    visit.get(f"{visit.here}/upload")
    return visit.post(f"{visit.here}/upload", {}, files=[("files", file) for file in files])


@both
def test_cards_come_to_the_pairs_that_they_name(desk, organiser):
    visit = at_event(desk, organiser)
    enter(desk.database, visit.event, "Pair 1")
    bad = b"[openings]\n1C : 12-21, 4+Clubbs\n"
    answer = upload(
        visit, ("a.card", card_of("PAIR 1")), ("b.card", card_of("Pair 2")), ("stranger.card", bad), ("e.card", b"")
    )
    assert [(pair, number) for pair, number, _ in cards(desk.database)] == [
        ("Pair 1", 1),
        ("Pair 2", 1),
        ("stranger", 1),
    ]
    text = shown(answer)
    assert "3 files were taken" in text
    assert "a.card → PAIR 1 , version 1" in text
    assert "b.card → Pair 2 , version 1 new entry" in text
    assert "e.card ! not taken it is empty" in text
    assert said(desk.database).count("card received") == 3


def test_the_same_upload_again_changes_nothing(desk, visit):
    for _ in range(2):
        answer = upload(visit, ("a.card", card_of("Pair 1")))
    assert "was there already" in shown(answer)
    assert len(cards(desk.database)) == 1


def test_a_list_says_which_card_is_whose(desk, visit):
    sheet = b"pair;team;card\nPair 1;Team 1;x.card\nPair 2;Team 1;y.card\nPair 3;Team 2;\n"
    answer = upload(visit, ("list.csv", sheet), ("x.card", NATURAL.encode()), ("y.card", MULTI.encode()))
    assert cards(desk.database) == [("Pair 1", 1, NATURAL), ("Pair 2", 1, MULTI)]
    assert names(desk.database)[2] == ("Pair 3", "Team 2")
    assert "On the list, but without a card Pair 3" in shown(answer)


def test_a_list_that_cannot_be_used_keeps_no_card_away(desk, visit):
    answer = upload(visit, ("list.csv", b"nonsense\nx\n"), ("x.card", card_of("Pair 1")))
    assert cards(desk.database) == [("Pair 1", 1, card_of("Pair 1").decode())]
    assert "The list could not be used" in shown(answer)


def test_an_archive_brings_its_cards(desk, visit):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("Team 1/a.card", card_of("Pair 1"))
        archive.writestr("Team 2/b.card", card_of("Pair 2"))
        archive.writestr("readme.txt", b"x")
    answer = upload(visit, ("cards.zip", stream.getvalue()))
    assert names(desk.database) == [("Pair 1", "Team 1"), ("Pair 2", "Team 2")]
    assert "cards.zip/readme.txt: its name does not end in .card" in shown(answer)


def test_two_cards_of_a_pair_are_two_versions_and_that_is_said(desk, visit):
    answer = upload(visit, ("a.card", card_of("Pair 1")), ("b.card", card_of("Pair 1", MULTI)))
    assert [number for _, number, _ in cards(desk.database)] == [1, 2]
    assert "several different cards of this pair" in shown(answer)


def test_a_file_in_another_format_is_uploaded_too(desk, visit):
    upload(visit, ("system.bml", b"1C   12-21, 4+C\n1N   15-17 bal\n"))
    [entry] = entries(desk.database)
    with desk.database.reading() as session:
        assert b"[openings]" in session.scalars(select(Submission)).one().card
    assert entry.pair == "system"


def evil_zip():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../../../tmp/evil.card", card_of("Evil 1"))
        archive.writestr("/etc/evil.card", card_of("Evil 2"))
        archive.writestr("C:\\evil.card", card_of("Evil 3"))
        link = zipfile.ZipInfo("link.card")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("bomb.card", b"#" * 900_000)
        archive.writestr("good.card", card_of("Good"))
    return stream.getvalue()


def evil_tar():
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name, kind in (
            ("link.card", tarfile.SYMTYPE),
            ("hard.card", tarfile.LNKTYPE),
            ("pipe.card", tarfile.FIFOTYPE),
        ):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
        for name in ("../up.card", "good.card"):
            data = card_of("Good")
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return stream.getvalue()


@pytest.mark.parametrize(("name", "make"), [("cards.zip", evil_zip), ("cards.tar", evil_tar)])
def test_an_archive_leads_nowhere_and_unpacks_no_bomb(desk, visit, name, make):
    answer = upload(visit, (name, make()), ("other.card", card_of("Other")))
    assert {pair for pair, _, _ in cards(desk.database)} == {"Good", "Other"}
    assert "root:" not in answer.text
    assert "not taken" in shown(answer)


def test_a_damaged_archive_keeps_no_card_away(desk, visit):
    answer = upload(visit, ("broken.zip", b"PK\x03\x04 broken"), ("a.card", card_of("Pair 1")))
    assert [pair for pair, _, _ in cards(desk.database)] == ["Pair 1"]
    assert "the archive is damaged" in shown(answer)


def test_a_name_leads_nowhere(desk, visit):
    names = ("../../evil.card", "/etc/x.card", "..\\..\\x.card", "con:<>.card", "é" * 200, ".", "..card")
    for number, name in enumerate(names):
        pairs = f"Pair {number}", f"Other {number}"
        answer = upload(visit, *((name, card_of(pair)) for pair in pairs))
        assert answer.status_code == 200
        assert "syscheck-" not in answer.text
        assert [pair for pair, _, _ in cards(desk.database)][-2:] == list(pairs)


def test_an_upload_of_nothing_is_fine(visit):
    visit.get(f"{visit.here}/upload")
    kind = {"content-type": "multipart/form-data; boundary=x"}
    parts = [f'name="csrf"\r\n\r\n{visit.csrf}', 'name="files"; filename=""\r\n\r\n']
    body = "".join(f"--x\r\nContent-Disposition: form-data; {part}\r\n" for part in parts) + "--x--\r\n"
    answer = visit.client.post(f"{visit.here}/upload", content=body, headers=kind)
    assert "0 files were taken" in shown(answer)


# ---- one entry -------------------------------------------------------------------------------------------------------


@both
def test_versions_stand_with_their_times_and_what_changed(desk, organiser):
    visit = at_event(desk, organiser)
    entry = enter(desk.database, visit.event, "Pair 1", NATURAL)
    hand_in(desk.database, entry, MULTI, number=2)
    hand_in(desk.database, entry, FAULTY, number=3)
    text = shown(visit.get(f"{visit.here}/entries/{entry}"))
    assert "Version 3 counts Friday 9 October 2026, 14:00 CEST (2026-10-09 14:00:00+02:00) , by the pair" in text
    assert "What changed cannot be told: one of the two cannot be read." in text
    assert "Changed against the version before: 2♦ ." in text
    words = shown(visit.get(f"{visit.here}/entries/{entry}/versions/2/changes"))
    assert "From version 1 to version 2" in words
    assert "It cannot be told" in shown(visit.get(f"{visit.here}/entries/{entry}/versions/3/changes"))
    assert visit.get(f"{visit.here}/entries/{entry}/versions/1/changes").status_code == 404


def test_the_same_agreements_written_otherwise_are_said_to_be_the_same(desk, visit):
    entry = enter(desk.database, visit.event, "Pair 1", NATURAL)
    hand_in(desk.database, entry, f"# tidied\n{NATURAL}", number=2)
    assert "The same agreements as the version before." in shown(visit.get(f"{visit.here}/entries/{entry}"))


def test_the_bytes_are_downloaded_as_they_came(desk, visit):
    entry = enter(desk.database, visit.event, "Pair 1", "\ufeff" + NATURAL, file='a"\r\nx: y.card')
    answer = visit.get(f"{visit.here}/entries/{entry}/versions/1/original")
    assert answer.content == ("\ufeff" + NATURAL).encode()
    assert answer.headers["content-disposition"] == 'attachment; filename="a___x__y.card"'
    assert answer.headers["content-type"] == "application/octet-stream"
    assert visit.get(f"{visit.here}/entries/{entry}/versions/1/card").status_code == 200
    for number in (0, 2, 10**12):
        assert visit.get(f"{visit.here}/entries/{entry}/versions/{number}/original").status_code == 404


def test_an_entry_is_reached_through_its_own_event_only(desk, visit, organiser):
    entry = enter(desk.database, visit.event, "Pair 1", NATURAL)
    other = make_event(desk.database, organiser)
    for path in ("", "/versions/1/original"):
        assert visit.get(f"/desk/events/{other}/entries/{entry}{path}").status_code == 404
    assert visit.post(f"/desk/events/{other}/entries/{entry}/withdraw").status_code == 404
    assert entries(desk.database)[0].withdrawn_at is None


@both
def test_an_organiser_hands_in_for_a_pair_also_when_closed(desk, organiser):
    visit = at_event(desk, organiser)
    entry = enter(desk.database, visit.event, "Pair 1")
    here = f"{visit.here}/entries/{entry}"
    visit.post(f"{visit.here}/close", follow=False)
    answer = visit.post(f"{here}/card", {"card": NATURAL})
    assert "Received as version 1" in shown(answer)
    assert "by an organiser for the pair" in shown(answer)
    assert visit.post(f"{here}/card", {"card": " "}).status_code == 422
    with desk.database.reading() as session:
        lines = session.scalars(select(AuditLine).where(AuditLine.action == "card received")).all()
    assert [line.actor for line in lines] == ["organiser"]


@both
def test_a_pair_is_registered_with_a_version_and_a_change_shows(desk, organiser):
    visit = at_event(desk, organiser)
    entry = enter(desk.database, visit.event, "Pair 1", NATURAL)
    here = f"{visit.here}/entries/{entry}"
    assert "as registered" in shown(visit.post(f"{here}/register", {"number": "1"}))
    visit.post(f"{here}/card", {"card": MULTI})
    assert "not the agreements that were registered" in shown(visit.get(here))
    visit.post(f"{here}/card", {"card": FAULTY})
    assert visit.post(f"{here}/register", {"number": "3"}).status_code == 422
    for number in ("9", "x", "", "-1", "9" * 30):
        assert visit.post(f"{here}/register", {"number": number}).status_code == 404
    assert said(desk.database).count("registered") == 1


def test_notes_are_kept_and_no_pair_sees_them(desk, visit):
    entry = enter(desk.database, visit.event, "Pair 1", NATURAL)
    here = f"{visit.here}/entries/{entry}"
    answer = visit.post(f"{here}/notes", {"note": "secret\r\n<script>x</script>'; DROP TABLE notes"})
    visit.post(f"{here}/notes", {"note": "  "})
    assert "<script>x" not in answer.text
    assert "secret <script>x</script>" in shown(answer)
    assert "organiser" in shown(answer)
    with desk.database.reading() as session:
        [note] = session.scalars(select(Note))
    assert note.text.startswith("secret\n<script>")
    assert "secret" not in shown(desk().get(f"/e/{entries(desk.database)[0].address}"))
    assert said(desk.database) == ["note written"]


# ---- decisions -------------------------------------------------------------------------------------------------------


def form_of(answer, rule):
    """The form of a decision, as the page has it."""
    part = answer.text.split(f'name="rule" value="{rule}"')[1]
    return {"rule": rule, "fingerprint": re.search(r'name="fingerprint" value="(\w+)"', part)[1]}


@both
def test_a_named_person_decides_what_is_open(desk, organiser):
    visit = at_event(desk, organiser, LEAGUE)
    entry = enter(desk.database, visit.event, "Pair 1", OPEN)
    here = f"{visit.here}/entries/{entry}"
    page = visit.get(here)
    assert "May the pair play this card?" in shown(page)
    form = form_of(page, "admitted") | {"outcome": "yes", "person": "Director", "reason": "It is no VUS."}
    answer = visit.post(f"{here}/decisions", form)
    assert "Director" in shown(answer)
    assert "It is no VUS." in shown(answer)
    with desk.database.reading() as session:
        [decision] = session.scalars(select(Decision))
        [line] = session.scalars(select(AuditLine).where(AuditLine.action == "decided"))
    assert (decision.rule, decision.outcome, decision.person) == ("admitted", "yes", "Director")
    assert json.loads(line.details) == {"rule": "admitted", "outcome": "yes", "person": "Director"}
    assert "It is no VUS." in shown(desk().get(f"/e/{entries(desk.database)[0].address}"))


def test_every_open_finding_can_be_decided(desk, organiser):
    visit = at_event(desk, organiser, LEAGUE)
    entry = enter(desk.database, visit.event, "Pair 1", OPEN)
    here = f"{visit.here}/entries/{entry}"
    rules = re.findall(r'name="rule" value="([^"]+)"', visit.get(here).text)
    assert len(rules) > 2
    for rule in rules[1:]:
        form = form_of(visit.get(here), rule) | {
            "outcome": "not met",
            "person": "Director",
            "reason": f"because {rule}",
        }
        assert f"because {rule}" in shown(visit.post(f"{here}/decisions", form))


def test_a_decision_is_whole_and_about_something_open(desk, organiser):
    visit = at_event(desk, organiser, LEAGUE)
    entry = enter(desk.database, visit.event, "Pair 1", OPEN)
    here = f"{visit.here}/entries/{entry}"
    form = form_of(visit.get(here), "admitted") | {"outcome": "yes", "person": "Director", "reason": "kept words"}
    for changed in (
        {"person": ""},
        {"reason": " "},
        {"outcome": "perhaps"},
        {"outcome": ""},
        {"rule": "nothing"},
        {"rule": "se-a-class"},
        {"fingerprint": "0" * 16},
        {"fingerprint": ""},
    ):
        answer = visit.post(f"{here}/decisions", form | changed)
        assert answer.status_code == 422
        assert "kept words" in answer.text or "reason" in changed or "rule" in changed
    with desk.database.reading() as session:
        assert session.scalars(select(Decision)).all() == []


def test_what_is_settled_cannot_be_decided(desk, visit):
    entry = enter(desk.database, visit.event, "Pair 1", NATURAL)
    text = visit.get(f"{visit.here}/entries/{entry}").text
    assert 'value="admitted"' not in text


# ---- withdrawing, links, names ---------------------------------------------------------------------------------------


@both
def test_a_pair_is_withdrawn_and_brought_back(desk, organiser):
    visit = at_event(desk, organiser)
    entry = enter(desk.database, visit.event, "Pair 1", NATURAL)
    here = f"{visit.here}/entries/{entry}"
    for action in ("withdraw", "withdraw"):
        assert "This pair was withdrawn." in shown(visit.post(f"{here}/{action}"))
    assert "This pair was withdrawn." not in shown(visit.post(f"{here}/restore"))
    assert said(desk.database) == ["withdrawn", "brought back"]
    assert len(cards(desk.database)) == 1


@both
def test_with_a_new_link_the_old_one_is_dead(desk, organiser):
    visit = at_event(desk, organiser)
    entry = enter(desk.database, visit.event, "Pair 1", NATURAL)
    before = entries(desk.database)[0].address
    pair = desk()
    pair.get(f"/e/{before}")
    visit.post(f"{visit.here}/entries/{entry}/link")
    after = entries(desk.database)[0].address
    assert pair.get(f"/e/{before}").status_code == 404
    assert pair.post(f"/e/{before}", {"card": MULTI}).status_code == 404
    assert pair.get(f"/e/{after}").status_code == 200
    assert said(desk.database) == ["new link"]
    with desk.database.reading() as session:
        assert all(after not in line.details for line in session.scalars(select(AuditLine)))


def test_names_are_changed(desk, visit):
    entry = enter(desk.database, visit.event, "Pair 1")
    form = {"pair": "Pair 9", "team": "Team 9", "language": "xx"}
    for _ in range(2):
        visit.post(f"{visit.here}/entries/{entry}/names", form)
    [found] = entries(desk.database)
    assert (found.pair, found.team, found.language) == ("Pair 9", "Team 9", "en")
    assert said(desk.database) == ["entry changed"]


# ---- the log ---------------------------------------------------------------------------------------------------------


@both
def test_the_log_tells_everything_in_words_the_newest_first(desk, organiser):
    visit = at_event(desk, organiser)
    visit.post(f"{visit.here}/entries/new", {"pair": "Pair 1"})
    [entry] = entries(desk.database)
    pair = desk()
    pair.get(f"/e/{entry.address}")
    pair.post(f"/e/{entry.address}", {"card": NATURAL})
    visit.post(f"{visit.here}/publish", follow=False)
    text = shown(visit.get(f"{visit.here}/log"))
    code = hashlib.sha256(NATURAL.encode()).hexdigest()[:12]
    lines = [
        "organiser published the cards for opponents",
        f"Pair 1 · The pair handed in version 1, receipt code {code}",
        "Pair 1 · organiser added the entry Pair 1",
    ]
    places = [text.index(line) for line in lines]
    assert places == sorted(places)
    assert "by the clock in Europe/Stockholm" in text


def test_a_long_log_has_pages(desk, visit):
    with desk.database.writing() as session:
        session.add_all(
            AuditLine(actor="organiser", action="event changed", event_id=visit.event, details=f'{{"version": {n}}}')
            for n in range(1, 203)
        )
    first = visit.get(f"{visit.here}/log")
    assert "its version 202" in shown(first)
    assert "its version 2 " not in shown(first)
    older = re.search(r'href="([^"]+\?before=\d+)"', first.text)[1]
    rest = shown(visit.get(older))
    assert "its version 2 " in rest
    assert "its version 3 " not in rest
    for nonsense in ("x", "-1", "9" * 40, "' OR 1=1"):
        assert visit.get(f"{visit.here}/log", params={"before": nonsense}).status_code == 200
