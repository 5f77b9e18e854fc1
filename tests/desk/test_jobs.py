"""What the processes beside the server do with a card, without the server."""

import json
import pickle

import pytest

from syscheck.desk import jobs
from syscheck.desk.workers import Workers
from syscheck.language import LANGUAGES, spoken
from syscheck.regulations import REGULATIONS
from tests.paths import ROOT, SAMPLES

CARD = b"title: Our system\n\n[openings]\n1C : 16+, F1 ART\n1H : 11-15, 5+H\n1N : 13-15 bal\n"
FAULTY = b"[openings]\n1C : 16+ hpc\n"
PAPERS = (jobs.layout, jobs.report, jobs.declaration, jobs.alerts, jobs.json)


@pytest.mark.parametrize("data", [CARD, FAULTY, b"[openings]\r\n1N : 15-17 bal\r\n"])
def test_a_card_stays_the_same_bytes(data):
    assert jobs.as_card(data, "ours.card", "en") == (data, None, (), ())
    assert jobs.as_card(data, "pasted", "en").card == data


@pytest.mark.parametrize("file", ["four-columns.bml", "strong-club.bss", "deklaration.json", "weak-notrump.txt"])
def test_another_format_becomes_a_card_that_is_judged(file):
    found = jobs.as_card((ROOT / "samples" / "foreign" / file).read_bytes(), file, "en")
    assert found.format
    assert found.faults == ()
    assert jobs.panel(found.card, "en").readable


def test_what_is_no_system_says_why_in_the_language():
    found = jobs.as_card(b"{", "x.json", "sk")
    assert found.card == b""
    assert found.faults != ()
    assert found.faults != jobs.as_card(b"{", "x.json", "en").faults


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_panel_speaks_its_language_and_leaves_the_process_as_it_was(language):
    found = jobs.panel(FAULTY, language)
    assert spoken() == "en"
    assert (found.readable, len(found.faults)) == (False, 1)
    assert (found.faults[0]["message"] in jobs.panel(FAULTY, "en").faults[0]["message"]) == (language == "en")


@pytest.mark.parametrize("show", jobs.VIEWS)
@pytest.mark.parametrize("card", [CARD, FAULTY, b"", b"\xff", b"[openings]\n"])
def test_every_view_can_be_sent_between_processes(card, show):
    found = jobs.panel(card, "en", (), show, "sk:usual")
    assert pickle.loads(pickle.dumps(found)) == found


def test_a_card_is_judged_anew_by_other_regulations():
    for regulation in REGULATIONS:
        assert regulation.name in jobs.panel(CARD, "en", (regulation.id,)).html
        assert all(r.name not in jobs.panel(CARD, "en", (regulation.id,)).html for r in REGULATIONS if r != regulation)


def test_the_cards_header_says_by_which_regulations():
    card = b"regulation: wbf\n" + CARD
    assert "WBF" in jobs.panel(card, "en").html
    assert "Slovak" not in jobs.panel(card, "en").html
    assert "Slovak" in jobs.panel(card, "en", ("sk-2008",)).html


@pytest.mark.parametrize("paper", PAPERS)
def test_papers_are_text_and_a_faulty_card_has_none(paper):
    assert isinstance(paper(CARD, "ours.card", "en", ()), str)
    assert paper(FAULTY, "ours.card", "en", ()) is None


def test_json_is_that_of_the_command_line():
    found = json.loads(jobs.json(CARD, "ours.card", "en"))
    assert found["cards"][0]["file"] == "ours.card"
    assert found["cards"][0]["regulations"].keys() == {r.id for r in REGULATIONS}


@pytest.mark.parametrize("name", ["precision", "polish-club", "forcing-pass", "ten-to-twelve"])
def test_a_known_system_has_its_panel(name):
    found = jobs.panel((SAMPLES / f"{name}.card").read_bytes(), "en")
    assert found.readable
    assert found.html.count('class="bid"') > 10


def test_processes_beside_the_server_answer():
    workers = Workers(1, 60.0)
    try:
        workers.warm()
        assert workers.ask(jobs.panel, CARD, "en") == jobs.panel(CARD, "en")
    finally:
        workers.close()
