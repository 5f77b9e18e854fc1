"""No page of the desk says anything that the catalogues do not have."""

from zoneinfo import available_timezones

import pytest
from babel import Locale
from paths import SAMPLES

from syscheck import language as spoken_languages
from syscheck.desk.storage import Decision, DeskEntry, DeskEvent, Note
from syscheck.events import presets
from tests.desk.cards import FAULTY, MULTI, PAIRS
from tests.desk.handed_in import IN_TIME, enter, make_event, signed_in
from tests.language.test_catalogues import messages
from tests.language.test_reports import NOT_TRANSLATED, Hidden, heard, words

OF_FILES = words("SAYC WJ BML BBO Full Disclosure BBOalert bridge craftwork JSON CSV XLSX TOML HTML")
"""Names of formats, and what the rules' own files say."""
OF_LANGUAGES = words("English Slovensky Svenska")
SK = Locale("sk")
OF_DATES = words(
    " ".join(
        [*SK.days["format"]["wide"].values(), *SK.months["format"]["wide"].values(), *available_timezones(), "CET CEST"]
    )
)
OF_SYSTEMS = words(" ".join(path.read_text(encoding="utf-8") for path in SAMPLES.glob("*.card")))
OF_PRESETS = words(" ".join(preset.title for preset in presets()))
"""Titles of samples, and of events as the rules call them."""
WRITTEN = words(" ".join((PAIRS, MULTI, FAULTY, "Pair Organiser Carefully said desk example http https date time")))
NAMES = OF_FILES | OF_LANGUAGES | OF_DATES | OF_SYSTEMS | OF_PRESETS | WRITTEN


@pytest.fixture
def hidden(monkeypatch):
    """Every letter of every text of the catalogues is ж."""
    known = {m.id[0] if m.pluralizable else m.id for m in messages()}
    monkeypatch.setattr(spoken_languages, "_catalogue", lambda _language: Hidden(known))


PAGES = [
    "/",
    "/?start=example",
    "/no/such/page",
    "/desk/sign-in",
    "/desk",
    "/desk/password",
    "/desk/events/new",
    "/desk/events/import",
    "/desk/events/1",
    "/desk/events/1/letters",
    "/desk/events/1/edit",
    "/desk/events/1/share",
    "/desk/events/1/log",
    "/desk/events/1/upload",
    "/desk/events/1/entries/new",
    "/desk/events/1/entries/1",
    "/desk/events/1/entries/2",
    "/desk/events/1/entries/3",
    "/desk/events/1/entries/1/report",
    "/events/{3}",
    "/events/{3}/cards/1",
    "/e/{0}",
    "/e/{1}",
    "/e/{2}",
]


def test_no_page_has_text_that_the_catalogues_do_not_have(hidden, desk, database, organiser):
    event = make_event(database, organiser, PAIRS, published_at=IN_TIME)
    first = enter(database, event, "Pair 1", MULTI, language="sk")
    enter(database, event, "Pair 2", FAULTY, language="sk")
    enter(database, event, "Pair 3", language="sk")
    with database.writing() as session:
        session.add(Note(entry_id=first, text="Carefully", organiser_id=organiser.id))
        decision = {"rule": "admitted", "outcome": "yes", "reason": "said", "person": "Organiser"}
        session.add(Decision(entry_id=first, fingerprint="no longer this", organiser_id=organiser.id, **decision))
    with database.reading() as session:
        addresses = [session.get(DeskEntry, n).address for n in (1, 2, 3)]
        addresses.append(session.get(DeskEvent, event).address)
    browser, left = signed_in(desk, organiser), set()
    for path in PAGES:
        filled = path.format(*addresses)
        visitor = desk() if path == "/desk/sign-in" else browser
        answer = visitor.get(filled, headers={"accept-language": "sk"})
        assert answer.status_code == (404 if "no/such" in path else 200), path
        assert "ж" in answer.text, path
        said = heard(answer.text.replace("<", "\n<"))
        for address in addresses:
            said = said.replace(address, "")
        left |= {f"{path}: {word}" for word in words(said) - NOT_TRANSLATED - NAMES}
    assert left == set()
