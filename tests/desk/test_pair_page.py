"""A pair on the first page: it writes, looks, prints, takes away and shares its card, with and without JavaScript."""

import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from sqlalchemy import select

from syscheck.card import card_text, read_card
from syscheck.card.reader import MOST_BYTES
from syscheck.desk import jobs
from syscheck.desk.pairs import file_name, short_name, starts
from syscheck.desk.security import RATES
from syscheck.desk.storage import AuditLine, SavedCard
from syscheck.language import LANGUAGES
from syscheck.regulations import REGULATIONS
from tests.desk.browsing import shown
from tests.desk.conftest import BACKENDS
from tests.paths import ROOT, SAMPLES

CARD = "title: Our system\n\n[openings]\n1C : 16+, F1 ART\n1H : 11-15, 5+H\n1N : 13-15 bal\n"
FAULTY = "[openings]\n1C : 16+ hpc\n1H : 11-15, 5+Q\n"
HOSTILE = "</textarea><script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


def typed(answer):
    """What stands in the editor's field."""
    found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", answer.text, re.DOTALL)
    return unescape(found[1])


# ---- the first minute ------------------------------------------------------------------------------------------------


def test_the_first_page_says_what_to_do_and_shows_an_example(desk):
    page = desk().get("/")
    assert page.status_code == 200
    assert "Write your openings below the line [openings]" in shown(page)
    assert "1N : 15-17 bal" in shown(page)
    assert typed(page) == "[openings]\n"


def test_the_example_is_judged(desk):
    page = desk().get("/?start=example")
    assert typed(page) == jobs.EXAMPLE
    assert "15–17 points" in shown(page)


@pytest.mark.parametrize("name", ["precision", "polish-club", "two-over-one"])
def test_a_pair_starts_from_a_known_system(desk, name):
    page = desk().get(f"/?start={name}")
    assert "The hands behind each opening" in shown(page)
    assert typed(page) == starts()[name].text


def test_every_sample_is_a_starting_point_under_its_title_and_nobodys(desk):
    page = shown(desk().get("/"))
    assert len(starts()) == len(list(SAMPLES.glob("*.card")))
    for start in starts().values():
        assert start.title in page
        assert "pair" not in read_card(start.text).header


@pytest.mark.parametrize("start", ["no-such-system", "../precision"])
def test_there_is_no_other_starting_point(desk, start):
    assert desk().get(f"/?start={start}").status_code == 404


# ---- checking --------------------------------------------------------------------------------------------------------


def test_a_card_is_checked_without_javascript(desk):
    page = desk().post("/", {"card": CARD})
    assert page.status_code == 200
    assert "C-system" in shown(page)
    assert "16–37 points" in shown(page)
    assert typed(page) == CARD


def test_faults_are_told_as_on_the_command_line(desk, tmp_path):
    (tmp_path / "faulty.card").write_text(FAULTY)
    command = [sys.executable, "-m", "syscheck", "check", "faulty.card", "--format", "json", "--lang", "en"]
    out = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    [card] = json.loads(out)["cards"]
    assert len(card["errors"]) == 2
    page = desk().post("/", {"card": FAULTY})
    for error in card["errors"]:
        assert " ".join(error["message"].split()) in shown(page)
        assert " ".join(error["hint"].split()) in shown(page)
        assert f"Line {error['line']}, column {error['column']}, {error['code']}" in shown(page)
    underlined = re.search(r'data-faults="([^"]*)"', page.text)
    assert json.loads(unescape(underlined[1])) == card["errors"]


@pytest.mark.parametrize("empty", ["", "  \r\n", "[openings]", "[openings]\r\n\r\n"])
def test_an_empty_card_is_no_fault(desk, empty):
    page = desk().post("/panel", {"card": empty})
    assert "The answer appears here" in shown(page)
    assert 'data-faults="[]"' in page.text


def test_only_the_chosen_regulations_judge(desk):
    page = desk().post("/panel", {"card": CARD, "law": ["se-2012"]})
    assert "Swedish championships" in shown(page)
    assert "Slovak league" not in shown(page)
    every = desk().post("/panel", {"card": CARD, "law": ["no-such-law"]})
    for regulation in REGULATIONS:
        assert regulation.name in shown(every)


def test_chosen_regulations_stay_chosen(desk):
    page = desk().post("/", {"card": CARD, "law": ["wbf"]})
    assert re.findall(r'name="law" value="([^"]*)" checked', page.text) == ["wbf"]


@pytest.mark.parametrize(
    ("show", "words"),
    [
        ("openings", "The hands behind each opening"),
        ("alerts", "When asked, say"),
        ("change", "What you want"),
        ("report", "Fingerprint of the agreements"),
        ("no-such-view", "The hands behind each opening"),
    ],
)
@pytest.mark.parametrize("path", ["/", "/panel"])
def test_each_view_is_a_button(desk, path, show, words):
    page = desk().post(path, {"card": CARD, "show": show})
    assert words in shown(page)


def test_the_view_that_was_open_stays_open_but_advice_is_not_searched_again(desk):
    for show, kept in (("alerts", "alerts"), ("advice", "change")):
        page = desk().post("/panel", {"card": CARD, "show": show, "target": "sk:usual"})
        assert f'<input type="hidden" name="show" value="{kept}">' in page.text


def test_regulations_without_rules_about_alerts_say_so(desk):
    page = desk().post("/panel", {"card": CARD, "show": "alerts", "law": ["wbf"]})
    assert "have no rules about alerts" in shown(page)


def test_advice_names_changes_that_reach_what_is_wanted(desk):
    card = CARD + "1D : 11-15, 2+D, no 5M\n"
    page = desk().post("/panel", {"card": card, "show": "advice", "target": "dots", "dots": "1"})
    assert "Variant 1: 1 change" in shown(page)
    assert "Then: C-system" in shown(page)


def test_advice_for_a_card_that_is_there_already(desk):
    page = desk().post("/panel", {"card": CARD, "show": "advice", "target": "se:B"})
    assert "Nothing needs to change" in shown(page)


@pytest.mark.parametrize(("target", "dots"), [("sk:best", ""), ("dots", "many"), ("", ""), ("<b>", "")])
def test_a_target_that_is_none_is_told(desk, target, dots):
    page = desk().post("/panel", {"card": CARD, "show": "advice", "target": target, "dots": dots})
    assert page.status_code == 200
    assert "there is no target" in shown(page)


# ---- names and languages ---------------------------------------------------------------------------------------------


def test_the_pairs_name_and_the_language_go_onto_the_card(desk):
    page = desk().post("/", {"card": CARD, "pair": "Pair  1\r\n[openings]", "card_language": "sv"})
    assert read_card(typed(page)).header == {"title": "Our system", "pair": "Pair 1 [openings]", "language": "sv"}


def test_a_name_replaces_the_name_that_was_there(desk):
    page = desk().post("/", {"card": "pair: Pair 1\n" + CARD, "pair": "Pair 2"})
    assert read_card(typed(page)).header["pair"] == "Pair 2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_language_keeps_what_was_typed(desk, language):
    browser = desk()
    page = browser.post(f"/?lang={language}", {"card": FAULTY})
    assert f'<html lang="{language}">' in page.text
    assert typed(page) == FAULTY
    assert f'<html lang="{language}">' in browser.get("/").text


def test_the_switch_sends_the_form(desk):
    page = desk().get("/")
    for language in LANGUAGES:
        assert f'form="card-form" formaction="/?lang={language}"' in page.text


# ---- what strangers send ---------------------------------------------------------------------------------------------


def harmless(page):
    """No piece of what was sent has become a tag."""
    return "<script>alert" not in page.text and "<img src=x" not in page.text


@pytest.mark.parametrize(
    "card",
    [
        HOSTILE,
        f"title: {HOSTILE}\npair: {HOSTILE}\nplayers: {HOSTILE}\n" + CARD.partition("\n")[2],
        CARD + f'1S : 11-15, 5+S "{HOSTILE.replace(chr(34), "")}"\n',
        CARD + f'2D : unclear "{HOSTILE.replace(chr(34), "")}"\n',
        CARD + f"\n[conventions]\n{HOSTILE}\n",
        CARD + f"# {HOSTILE}\n",
        f"[define]\n{HOSTILE} = 5+H\n" + CARD.partition("\n\n")[2],
    ],
)
def test_nothing_of_a_card_becomes_a_tag(desk, card):
    browser = desk()
    for show in ("openings", "alerts", "report"):
        assert harmless(browser.post("/", {"card": card, "show": show}))
    for path in ("/download/report", "/download/alerts", "/print/declaration"):
        assert harmless(browser.post(path, {"card": card}))


def test_nothing_of_a_card_becomes_a_tag_in_advice(desk):
    card = f'[openings]\n1D : 11-15, 2+D, no 5M "{HOSTILE.replace(chr(34), "")}"\n'
    page = desk().post("/panel", {"card": card, "show": "advice", "target": "se:max=1"})
    assert "Variant 1" in shown(page)
    assert harmless(page)


@pytest.mark.parametrize("name", ["pair", "card_language", "law", "show", "target", "dots"])
def test_nothing_of_another_field_becomes_a_tag(desk, name):
    for path in ("/", "/panel", "/download/report", "/print/declaration"):
        assert harmless(desk().post(path, {"card": CARD, "target": "dots", "show": "advice", name: HOSTILE}))


@pytest.mark.parametrize(
    "text", ["1C\x1b: 16+", "\ud800".encode("utf-8", "surrogatepass"), b"\xff\xfe\xfa", "\u202e1C : 16+"]
)
@pytest.mark.parametrize("path", ["/", "/panel", "/save", "/download/card"])
def test_bytes_that_are_no_text_are_faults(desk, path, text):
    browser = desk()
    browser.get("/")
    page = browser.post(path, {"card": text})
    assert page.status_code in (200, 422)
    assert 'class="judged"' in page.text


@pytest.mark.parametrize("path", ["/", "/panel", "/download/card", "/save"])
def test_a_card_that_is_too_long_is_not_read(desk, path):
    browser = desk()
    browser.get("/")
    page = browser.post(path, {"card": CARD + "x" * MOST_BYTES})
    assert page.status_code in (400, 413) or "must be corrected first" in shown(page)
    assert len(page.content) < 100_000
    with desk.database.reading() as session:
        assert session.scalars(select(SavedCard)).all() == []


def test_a_long_line_with_many_faults_is_shown_only_around_each(desk):
    page = desk().post("/panel", {"card": "[openings]\n1C : " + "16+ hpc, " * 500})
    assert "must be corrected first" in shown(page)
    assert "16+ hpc, 16+" in shown(page)
    told = page.text.partition('data-said="')[2]
    assert len(told) < 100_000


def test_more_than_a_form_may_have_is_refused(desk):
    assert desk().post("/panel", {"card": "x" * (2 * 1024 * 1024)}).status_code == 413


def test_a_visitor_who_asks_all_the_time_is_slowed_down(make_desk, monkeypatch):
    monkeypatch.setitem(RATES, "judge", "5/minute")
    browser = make_desk(limits=True)()
    assert [browser.post("/panel", {"card": ""}).status_code for _ in range(6)] == [200] * 5 + [429]


# ---- files -----------------------------------------------------------------------------------------------------------


def upload(browser, data, name):
    return browser.client.post("/upload", files={"file": (name, data)})


def test_a_file_in_another_format_becomes_a_card_with_its_questions(desk):
    data = (ROOT / "samples" / "foreign" / "weak-notrump.txt").read_bytes()
    page = upload(desk(), data, "weak-notrump.txt")
    assert page.status_code == 200
    assert "weak-notrump.txt was read as a" in shown(page)
    assert "[openings]" in typed(page)
    assert "The hands behind each opening" in shown(page)
    found = jobs.as_card(data, "weak-notrump.txt", "en")
    assert all(" ".join(remark.split()) in shown(page) for remark in found.remarks)


def test_a_card_stays_as_it_is_with_its_faults(desk):
    page = upload(desk(), FAULTY.encode(), "ours.card")
    assert typed(page) == FAULTY
    assert "2 things on the card must be corrected first." in shown(page)


@pytest.mark.parametrize("data", [b"", b"\0\1\2\xff" * 100, b"%PDF-1.7", b"{", b"PK\3\4"])
def test_a_file_without_a_system_is_told(desk, data):
    page = upload(desk(), data, "x.bin")
    assert page.status_code == 422
    assert typed(page) in ("", "[openings]\n")


def test_a_file_includes_no_other(desk):
    page = upload(desk(), b"#INCLUDE /etc/passwd\n1C 16+\n", "../../etc/passwd.bml")
    assert "root:" not in page.text
    assert "../" not in shown(page)


def test_the_name_of_a_file_becomes_no_tag(desk):
    assert harmless(upload(desk(), b"nothing", f"{HOSTILE}.bml".replace('"', "")))


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("a.card", "a.card"),
        ("../../a.card", "a.card"),
        ("C:\\cards\\a.card", "a.card"),
        ("", "card"),
        ("\x07\u202ea", "a"),
    ],
)
def test_the_name_of_a_file_is_made_harmless(sent, kept):
    assert file_name(sent) == kept


# ---- papers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "file", "words"),
    [
        ("card", "our-system.card", "1C : 16+, F1 ART"),
        ("report", "our-system.html", "Fingerprint of the agreements"),
        ("declaration", "our-system-declaration.html", 'class="copy"'),
        ("alerts", "our-system-alerts.html", "When asked, say"),
        ("json", "our-system.json", '"fingerprint"'),
    ],
)
def test_a_paper_is_a_file_of_its_own(desk, what, file, words):
    answer = desk().post(f"/download/{what}", {"card": CARD, "pair": "Pair 1"})
    assert answer.headers["content-disposition"] == f'attachment; filename="{file}"'
    assert words in answer.text
    if what != "json":
        assert "Pair 1" in answer.text


def test_the_card_comes_in_its_canonical_layout(desk):
    untidy = "[openings]\n1H:11-15,5+H\n"
    assert desk().post("/download/card", {"card": untidy}).text == card_text(read_card(untidy))


def test_a_paper_speaks_the_language_of_the_card(desk):
    card = "language: sk\n" + CARD
    assert '<html lang="sk">' in desk().post("/download/report", {"card": card}).text
    assert '<html lang="cs">' in desk().post("/download/report", {"card": CARD, "card_language": "cs"}).text


@pytest.mark.parametrize("path", ["/download/report", "/download/card", "/download/json", "/print/declaration"])
def test_a_faulty_card_has_no_papers_and_the_page_says_why(desk, path):
    page = desk().post(path, {"card": FAULTY})
    assert page.status_code == 422
    assert "content-disposition" not in page.headers
    assert "2 things on the card must be corrected first." in shown(page)
    assert typed(page) == FAULTY


@pytest.mark.parametrize("path", ["/download/secrets", "/print/json", "/print/card"])
def test_there_are_no_other_papers(desk, path):
    assert desk().post(path, {"card": CARD}).status_code == 404


def test_a_printed_declaration_may_run_nothing_but_the_print_dialogue(desk):
    page = desk().post("/print/declaration", {"card": CARD})
    assert re.findall(r"<script[^>]*>", page.text) == ['<script src="/static/print.js" defer>']
    assert "script-src 'self';" in page.headers["content-security-policy"]
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_alerts_of_regulations_without_such_rules_are_printed_by_the_others(desk):
    assert "When asked, say" in desk().post("/download/alerts", {"card": CARD, "law": ["wbf"]}).text


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Blue Team Club", "blue-team-club"),
        ("Žltý kartičkový systém", "zlty-kartickovy-system"),
        ('"; filename=x.exe\r\nset-cookie: a', "filename-x-exe-set-cookie-a"),
        ("../../etc/passwd", "etc-passwd"),
        ("♣♦♥♠", "card"),
        ("", "card"),
        ("a" * 500, "a" * 60),
    ],
)
def test_a_title_becomes_a_file_name(title, name):
    assert short_name(title) == name


# ---- links -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("database_url", BACKENDS, indirect=True)
def test_a_card_is_saved_under_an_address_that_nobody_guesses(desk):
    browser = desk()
    browser.get("/")
    page = browser.post("/save", {"card": CARD, "pair": "Pair 1", "law": ["wbf"]})
    assert page.status_code == 200
    [address] = re.findall(r'id="saved" readonly value="http://desk.example(/c/[^"]*)"', page.text)
    assert len(address) > 30
    again = desk().get(address)
    assert read_card(typed(again)).header["pair"] == "Pair 1"
    assert re.findall(r'name="law" value="([^"]*)" checked', page.text) == ["wbf"]
    with desk.database.reading() as session:
        assert [line.action for line in session.scalars(select(AuditLine))] == ["card saved"]


def test_a_card_with_faults_can_be_saved_and_finished_later(desk):
    browser = desk()
    browser.get("/")
    page = browser.post("/save", {"card": FAULTY})
    assert page.url.path.startswith("/c/")
    assert typed(page) == FAULTY


@pytest.mark.parametrize("path", ["/", "/panel", "/save", "/download/card"])
def test_a_null_is_refused_before_anybody_reads_it(desk, path):
    browser = desk()
    browser.get("/")
    assert browser.post(path, {"card": CARD + "\0"}).status_code == 400


def test_saving_again_makes_another_link(desk):
    browser = desk()
    browser.get("/")
    assert browser.post("/save", {"card": CARD}).url != browser.post("/save", {"card": CARD}).url


def test_nothing_is_saved_from_elsewhere(desk):
    browser = desk()
    browser.get("/")
    assert browser.post("/save", {"card": CARD}, csrf="0" * 64).status_code == 403
    assert desk().post("/save", {"card": CARD}).status_code == 403
    with desk.database.reading() as session:
        assert session.scalars(select(SavedCard)).all() == []


@pytest.mark.parametrize("card", ["", " \n"])
def test_an_empty_card_is_not_saved(desk, card):
    browser = desk()
    browser.get("/")
    assert browser.post("/save", {"card": card}).status_code == 422


@pytest.mark.parametrize("address", ["x", "..%2F..", "' OR 1=1 --", "a" * 2000])
def test_there_is_nothing_at_another_address(desk, address):
    assert desk().get(f"/c/{address}").status_code == 404


def test_saving_all_the_time_is_slowed_down(make_desk, monkeypatch):
    monkeypatch.setitem(RATES, "save", "3/minute")
    browser = make_desk(limits=True)()
    browser.get("/")
    assert [browser.post("/save", {"card": "x"}, follow=False).status_code for _ in range(4)] == [303] * 3 + [429]


# ---- what the editor needs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_language_complete_what_is_typed(desk, language):
    found = desk().get(f"/words/{language}.json").json()
    hearts = {"en": "hearts", "sk": "srdcia", "cs": "srdce", "sv": "hjärter"}[language]
    assert [hearts, "SUITWORD"] in found["words"]
    assert "Stayman" in found["names"]


def test_no_other_file_is_read_as_words(desk):
    assert desk().get("/words/de.json").status_code == 404
    assert desk().get("/words/..%2Fen.json").status_code == 404


def test_the_page_has_no_script_and_no_style_inside(desk):
    for page in (desk().get("/?start=precision"), *(desk().post("/", {"card": CARD, "show": v}) for v in jobs.VIEWS)):
        assert not re.search(r"<style|<script(?![^>]* src=)| style=| on[a-z]+=", page.text)
        nonce = re.search(r'name="style-nonce" content="([^"]+)"', page.text)[1]
        assert f"'nonce-{nonce}'" in page.headers["content-security-policy"]


def test_what_the_page_loads_is_there(desk):
    page = desk().get("/")
    loaded = re.findall(r'(?:src|href)="(/static/[^"]*)"', page.text)
    assert len(loaded) >= 5
    for path in loaded:
        assert desk().get(path).status_code == 200


def test_bundles_come_with_their_licences():
    static = Path(jobs.__file__).with_name("static")
    licences = (static / "editor.LICENSES.txt").read_text(encoding="utf-8")
    lock = json.loads((Path(jobs.__file__).parent / "editor" / "package-lock.json").read_text())
    for path, package in lock["packages"].items():
        if path and not package.get("dev") and not path.endswith("htmx.org"):
            assert f"{path.removeprefix('node_modules/')} {package['version']}" in licences
    assert (static / "htmx.LICENSE.txt").read_text().strip()
    assert lock["packages"]["node_modules/htmx.org"]["version"] in (static / "htmx.min.js").read_text(encoding="utf-8")
