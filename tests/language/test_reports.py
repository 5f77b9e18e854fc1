"""What people read is translated; what scripts read is the same in every language."""

import gettext
import json
import re
import tomllib
from html.parser import HTMLParser

import pytest

from syscheck import language as spoken_languages
from syscheck.advice import advise, alert_sheet, diff, parse_target
from syscheck.card import catalogue
from syscheck.card.reader import HEADERS, SECTIONS
from syscheck.checking import check_bytes, check_file
from syscheck.language import LANGUAGES, speaking
from syscheck.regulations import REGULATIONS
from syscheck.report.advice import advice_text
from syscheck.report.alerts import alerts_html, alerts_json, alerts_text_report
from syscheck.report.declaration import declaration_html
from syscheck.report.diff import Compared, diff_text
from syscheck.report.explain import explanation
from syscheck.report.html import html_report
from syscheck.report.machine import report_json
from syscheck.report.meaning import meaning_out, meaning_text_report
from syscheck.report.text import text_faults, text_page, text_report
from syscheck.report.view import card_view, faulty_view
from tests.language.test_catalogues import TRANSLATED, messages
from tests.paths import ROOT
from tests.report.cards import EVERY_OUTCOME, SAMPLES

ERRORS = sorted((ROOT / "docs" / "errors").glob("*.card"))
CARDS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(SAMPLES.glob("*.card"))}
CARDS["every outcome"] = EVERY_OUTCOME
CARDS["little"] = (
    '[openings]\nP [1st nv] : 0-11\n1C : 12+, 3+C\n1H [3rd-4th] : 4-13 hcp, 4+H  , ART\n2C : strong, "Multi"\n'
)
WORDS = [tomllib.loads(p.read_text(encoding="utf-8")) for p in sorted((ROOT / "grammars" / "words").glob("*.toml"))]


def view_of(text, file="ours.card"):
    checked = check_bytes(text.encode(), file)
    if not checked.readable:
        return faulty_view(file, checked.text, checked.faults)
    return card_view(file, checked.system, checked.results, checked.remarks)


def text_of(text):
    view = view_of(text)
    return (text_report if view.readable else text_faults)(view, colour=False, width=110)


class Heard(HTMLParser):
    """What a page says: its text, and the attributes that are read out."""

    def __init__(self):
        super().__init__()
        self.said, self.style = [], False

    def handle_starttag(self, tag, attributes):
        self.style = tag == "style"
        self.said += [f"\n{value}\n" for name, value in attributes if name in ("aria-label", "data-label", "title")]

    def handle_endtag(self, tag):
        self.style = False

    def handle_data(self, data):
        if not self.style:
            self.said.append(data)


def heard(html):
    parser = Heard()
    parser.feed(html)
    return "".join(parser.said)


# ---- no text passes the catalogues by ------------------------------------------------------------------------------


class Hidden(gettext.NullTranslations):
    """A language in which every letter of every text of the catalogues is ж."""

    def __init__(self, known):
        super().__init__()
        self.known = known

    def gettext(self, text):
        return self.hide(text) if text in self.known else text

    def ngettext(self, one, many, n):
        return self.hide(many) if one in self.known else many

    @staticmethod
    def hide(text):
        return "".join(
            piece if piece.startswith("{") else re.sub("[A-Za-z]", "ж", piece) for piece in re.split(r"(\{\w+\})", text)
        )


@pytest.fixture
def hidden(monkeypatch):
    known = {m.id[0] if m.pluralizable else m.id for m in messages()}
    monkeypatch.setattr(spoken_languages, "_catalogue", lambda _language: Hidden(known))
    with speaking("sk"):
        yield


def strings(value):
    if isinstance(value, dict):
        return [text for inner in value.values() for text in strings(inner)]
    return [text for inner in value for text in strings(inner)] if isinstance(value, list) else [str(value)]


def words(text):
    found = re.findall(r"[^\W\d_]{2,}", re.sub(r"\b[0-9a-f]{12,}\b", "", text))  # fingerprints are no words
    return {w.lower() for w in found if w.isascii() and not set(w) <= set("AKQJT")}


NOT_TRANSLATED = (
    words(" ".join([*strings(WORDS), *(key for table in WORDS for key in table), *LANGUAGES]))
    | {part for law in REGULATIONS for id_ in [law.id, *(c.rule for c in law.rules)] for part in id_.split("-")}
    | {"card", "ours", "syscheck", "true", *HEADERS, *SECTIONS}
)
"""The card language, ids, and the file's name."""
CONVENTIONS = words(
    " ".join(name for entry in catalogue("conventions").values() for name in (entry.name, *entry.names))
)
"""Names of conventions are the same everywhere."""


@pytest.mark.parametrize("name", CARDS)
def test_a_report_has_no_text_that_the_catalogues_do_not_have(hidden, name):
    said = text_of(CARDS[name])
    assert words(said) - words(CARDS[name]) - NOT_TRANSLATED == set()


@pytest.mark.parametrize("name", CARDS)
def test_a_page_has_no_text_that_the_catalogues_do_not_have(hidden, name):
    said = heard(html_report([view_of(CARDS[name])]))
    assert words(said) - words(CARDS[name]) - NOT_TRANSLATED == set()


@pytest.mark.parametrize("name", CARDS)
def test_an_alert_sheet_has_no_text_that_the_catalogues_do_not_have(hidden, name):
    sheet = alert_sheet(check_bytes(CARDS[name].encode(), "ours.card"))
    told = [json.loads(alerts_json([sheet]))["cards"][0]]
    said = [told[0]["general"], *strings([[r["say"], r["question"] or "", r["opponents"]] for r in told[0]["sheet"]])]
    said += [alerts_text_report([sheet], colour=False, width=110), heard(alerts_html([sheet]))]
    assert words(" ".join(said)) - words(CARDS[name]) - NOT_TRANSLATED - CONVENTIONS == set()


@pytest.mark.parametrize("name", ["precision", "forcing-pass", "every outcome", "little"])
def test_an_explanation_has_no_text_that_the_catalogues_do_not_have(hidden, name):
    checked = check_bytes(CARDS[name].encode(), "ours.card")
    said = explanation(checked.system, checked.results, 110)
    assert words(said) - words(CARDS[name]) - NOT_TRANSLATED == set()


@pytest.mark.parametrize("name", CARDS)
def test_a_declaration_has_no_text_that_the_catalogues_do_not_have(hidden, name):
    said = heard(declaration_html([view_of(CARDS[name])]))
    assert words(said) - words(CARDS[name]) - NOT_TRANSLATED == set()


@pytest.mark.parametrize(("old", "new"), [("acol", "benji-acol"), ("precision", "blue-club"), ("acol", "acol")])
def test_a_difference_has_no_text_that_the_catalogues_do_not_have(hidden, old, new):
    one, other = (check_bytes(CARDS[name].encode(), "ours.card").system for name in (old, new))
    said = diff_text(Compared("ours.card", one, "ours.card", other, diff(one, other, REGULATIONS)))
    assert words(said) - words(CARDS[old] + CARDS[new]) - NOT_TRANSLATED == set()


@pytest.mark.parametrize(("name", "target"), [("precision", "se:max=1"), ("acol", "se:C"), ("little", "sk:usual")])
def test_advice_has_no_text_that_the_catalogues_do_not_have(hidden, name, target):
    said = advice_text(advise(check_bytes(CARDS[name].encode()).system, parse_target(target)), "ours.card")
    assert words(said) - words(CARDS[name]) - NOT_TRANSLATED - {"all"} == set()


def test_a_page_of_several_cards_has_no_text_that_the_catalogues_do_not_have(hidden):
    faulty = "[openings]\n1N : 15-17 balanced\n1H : 11-15, 5+hx\n"
    said = heard(html_report([view_of(CARDS["precision"]), view_of(faulty)]))
    assert words(said) - words(CARDS["precision"]) - words(faulty) - NOT_TRANSLATED == set()


@pytest.mark.parametrize("path", ERRORS, ids=lambda p: p.stem)
def test_faults_have_no_text_that_the_catalogues_do_not_have(hidden, path):
    checked = check_file(str(path))
    said = text_faults(faulty_view("ours.card", checked.text, checked.faults), colour=False, width=100)
    assert words(said) - words(checked.text) - NOT_TRANSLATED == set()


@pytest.mark.parametrize("name", CARDS)
def test_the_sentences_of_the_json_are_in_the_catalogues(hidden, name):
    sentences = {"message", "reading", "question", "hint", "because"}

    def told(value):
        if isinstance(value, dict):
            for key, inner in value.items():
                if key in sentences and inner is not None:
                    yield inner
                elif key in ("assumptions", "remarks"):
                    yield from inner
                yield from told(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from told(inner)

    said = " ".join(told(json.loads(report_json([check_bytes(CARDS[name].encode(), "ours.card")]))))
    assert words(said) - words(CARDS[name]) - NOT_TRANSLATED == set()


@pytest.mark.parametrize("text", ["11-15, 5+H | strong, unclear “yes”", "11-15, 5+hx", "usually 4+H, may have 4S"])
def test_a_meaning_has_no_text_that_the_catalogues_do_not_have(hidden, text):
    said = meaning_text_report(meaning_out(text, None))
    assert words(said) - words(text) - NOT_TRANSLATED == set()


# ---- no English in another language --------------------------------------------------------------------------------


def english(said):
    """The English texts of more than a few words that are in `said`; its longest piece, then the whole pattern."""
    for message in messages():
        for text in message.id if message.pluralizable else [message.id]:
            if len(re.findall(r"[A-Za-z]{2,}", re.sub(r"\{\w+\}", "", text))) > 3:
                pieces = re.split(r"\{\w+\}", " ".join(text.replace("{{", "{").replace("}}", "}").split()))
                if max(pieces, key=len) in said and re.search(".{1,60}?".join(map(re.escape, pieces)), said):
                    yield text


def test_an_english_sentence_would_be_found():
    text = " ".join(text_of(CARDS["precision"]).split())
    assert len(set(english(text))) > 5


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", ["precision", "forcing-pass", "every outcome", "little"])
def test_a_report_in_another_language_has_no_english_sentence(language, name):
    with speaking(language):
        sheet = alert_sheet(check_bytes(CARDS[name].encode(), "ours.card"))
        text = text_of(CARDS[name]) + alerts_text_report([sheet], colour=False, width=110)
        text = " ".join(text.split())
        html = " ".join(heard(html_report([view_of(CARDS[name])])).split())
    assert set(english(text)) | set(english(html)) == set()


# ---- scripts -------------------------------------------------------------------------------------------------------


def skeleton(value, key=""):
    """A JSON value without its sentences."""
    if isinstance(value, dict):
        return {k: skeleton(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [skeleton(v, key) for v in value]
    return (
        bool(value) if key in {"message", "reading", "question", "hint", "because", "assumptions", "remarks"} else value
    )


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", ["precision", "forcing-pass", "every outcome"])
def test_json_has_the_same_keys_and_values_in_every_language(language, name):
    checked = check_bytes(CARDS[name].encode(), "ours.card")
    assert skeleton(json.loads(report_json([checked], language))) == skeleton(json.loads(report_json([checked], "en")))


# ---- which language ------------------------------------------------------------------------------------------------

NOTRUMP = "[openings]\n1N : 15-17 bal\n"


@pytest.fixture
def first_words(syscheck, card, monkeypatch):
    """The heading of the openings, for a header, an option and an environment."""

    def read(header="", option="", environment="C"):
        monkeypatch.setenv("LC_ALL", environment)
        path = card(f"{header}\n{NOTRUMP}")
        _, out, _ = syscheck("check", path, *(["--lang", option] if option else []))
        heads = {"Openings": "en", "Zahájenia": "sk", "Zahájení": "cs", "Öppningsbud": "sv"}
        return next(heads[line] for line in out.splitlines() if line in heads)

    return read


def test_the_option_goes_before_the_card_and_the_card_before_the_environment(first_words):
    assert first_words() == "en"
    assert first_words(environment="cs_CZ.UTF-8") == "cs"
    assert first_words("language: sv", environment="cs_CZ.UTF-8") == "sv"
    assert first_words("language: sv", "sk", "cs_CZ.UTF-8") == "sk"
    assert first_words("language: sv", "en", "cs_CZ.UTF-8") == "en"


def test_each_card_of_a_run_is_told_in_its_own_language(syscheck, card):
    first, second = card(f"language: sk\n{NOTRUMP}", "a.card"), card(f"language: sv\n{NOTRUMP}", "b.card")
    third = card("language: cs\n[openings]\n1N : 15-17 ball\n", "c.card")
    status, out, _ = syscheck("check", first, second, third)
    assert status == 3
    assert [out.index(head) for head in ("Zahájenia", "Öppningsbud", "nelze posoudit")] == sorted(
        out.index(head) for head in ("Zahájenia", "Öppningsbud", "nelze posoudit")
    )


def test_one_page_is_in_the_first_cards_language_and_each_part_in_its_own(syscheck, card):
    first, second = card(f"language: sk\n{NOTRUMP}", "a.card"), card(f"language: sv\n{NOTRUMP}", "b.card")
    _, out, _ = syscheck("check", first, second, "--format", "html")
    assert '<html lang="sk">' in out
    assert '<article class="card" id="card-1">' in out
    assert '<article class="card" id="card-2" lang="sv">' in out
    assert 'aria-label="piky' in out
    assert 'aria-label="spader' in out


def test_json_has_each_cards_language(syscheck, card):
    first, second = card(f"language: sk\n{NOTRUMP}", "a.card"), card(f"language: sv\n{NOTRUMP}", "b.card")
    _, out, _ = syscheck("check", first, second, "--format", "json")
    remarks = [c["remarks"][0] for c in json.loads(out)["cards"]]
    assert [r.split()[0] for r in remarks] == ["Nie", "Inga"]


def test_each_alert_sheet_of_a_run_is_told_in_its_own_language(syscheck, card):
    first, second = card(f"language: sk\n{NOTRUMP}", "a.card"), card(f"language: sv\n{NOTRUMP}", "b.card")
    _, out, _ = syscheck("alerts", first, second, "--format", "html")
    assert '<html lang="sk">' in out
    assert '<section class="whole">' in out
    assert '<section class="whole" lang="sv">' in out


@pytest.mark.parametrize("command", ["check", "alerts", "diff", "advise", "meaning", "rule", "rules", "format"])
def test_a_language_that_is_none_of_ours_is_wrong_usage(syscheck, command):
    status, out, err = syscheck(command, "--lang", "de", "x")
    assert (status, out) == (2, "")
    assert "--lang de" in err


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_every_command_takes_a_language(syscheck, card, language):
    path = card(NOTRUMP)
    for arguments in (
        ["check", path],
        ["alerts", path],
        ["diff", path, path],
        ["advise", path, "--target", "se:A"],
        ["meaning", "15-17 bal"],
        ["rule", "sk-vus-a"],
        ["rules"],
        ["format", path],
    ):
        status, out, err = syscheck(*arguments, f"--lang={language}")
        assert (status, err) == (0, "")
        assert out


def test_a_rules_page_begins_in_the_readers_language_and_goes_on_in_english():
    page = REGULATIONS[0].page("sk-vus-a")
    english = text_page(page, colour=False, width=80)
    with speaking("sk"):
        slovak = text_page(page, colour=False, width=80)
    assert english.count("\n## ") == 5
    assert slovak.count("\n## ") == 7
    assert slovak.endswith(english.partition("## What it says")[2])
