"""The desk as people use it: a pair from an empty page to its printed declaration, an organiser from the first sign-in
to the published page; in four languages, on a phone, without script, without a mouse, with a screen reader."""

import datetime
import re

import pytest
from screening.screened import FAULTY, LEAGUE, NATURAL, STRONG_PASS

from syscheck.desk.accounts import add_organiser
from syscheck.desk.storage import DeskEntry, DeskEvent, Organiser
from tests.browser.serving import served
from tests.desk.conftest import PASSWORD
from tests.desk.handed_in import enter, make_event

pytestmark = pytest.mark.browser

NOW = datetime.datetime.now(datetime.UTC)
CLUBBS = "1C : 12-21, 4+Clubbs\n1H : 12-21, 5+H\n1N : 15-17 bal"
UNKNOWN = "“Clubbs” is not a word of the card language"
OPEN = NATURAL.replace("4+C", "usually 3+C")
LONG = "The Pair of Unusually Long Names and Another Player Averylongnamewithoutanyblank"
LANGUAGES = {"English": "en", "Slovensky": "sk", "Česky": "cs", "Svenska": "sv"}
SERIOUS = {"serious", "critical"}
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 422")


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A desk, and in it a league with pairs of every kind, whose cards are published."""
    with served(tmp_path_factory.mktemp("desk")) as desk:
        add_organiser(desk.database, "Organiser", PASSWORD)
        with desk.database.reading() as session:
            organiser = session.get_one(Organiser, 1)
        desk.event = make_event(desk.database, organiser, LEAGUE, published_at=NOW)
        desk.natural = enter(desk.database, desk.event, "Pair 1", NATURAL, team="Team 1")
        for pair, card in (("Pair 2", FAULTY), ("Pair 3", None), ("Pair 4", STRONG_PASS), (LONG, NATURAL)):
            enter(desk.database, desk.event, pair, card)
        desk.open = enter(desk.database, desk.event, "Pair 5", OPEN)
        with desk.database.reading() as session:
            desk.list = f"/events/{session.get_one(DeskEvent, desk.event).address}"
            desk.pair = f"/e/{session.get_one(DeskEntry, desk.natural).address}"
        yield desk


class Visitor:
    """Somebody with a browser of its own; `wrong` is what no page may do, and one did."""

    def __init__(self, browser, address, *, width=1280, script=True, **options):
        self.address, self.wrong = address, []
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, java_script_enabled=script, locale="en-GB", **options
        )
        self.context.set_default_timeout(20_000)
        self.context.on("request", self._asks)
        self.context.on("console", self._says)
        self.context.on("weberror", lambda error: self.wrong.append(f"error: {error.error}"))
        self.page = self.context.new_page()

    def open(self, path):
        """Load a page of the desk, or of a whole address."""
        self.page.goto(path if "://" in path else f"{self.address}{path}", timeout=60_000)
        return self.page

    def sign_in(self):
        """Sign in as the organiser."""
        page = self.open("/desk/sign-in")
        page.get_by_label("Name").fill("Organiser")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("heading", name="Events").wait_for()
        return page

    def _asks(self, request):
        if not request.url.startswith((f"{self.address}/", "data:")):
            self.wrong.append(f"asks for {request.url}")

    def _says(self, message):
        # A form that was sent with faults is answered with 422, which the browser puts on its console.
        if not REFUSED.match(message.text):
            self.wrong.append(f"console: {message.text}")


@pytest.fixture
def visit(browser, desk):
    """Make visitors; whatever a page says on the console, or asks of anybody else, fails the test."""
    visitors = []

    def make(**options):
        visitors.append(Visitor(browser, desk.address, **options))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.context.close()
    assert [x for visitor in visitors for x in visitor.wrong] == []


@pytest.fixture(scope="module")
def organiser(browser, desk):
    """A phone on which the organiser has signed in."""
    visitor = Visitor(browser, desk.address, width=360)
    visitor.sign_in()
    yield visitor
    visitor.context.close()


def editor(page):
    """The field of the card, live or not."""
    return page.get_by_role("textbox", name="Your card")


def write(page, text):
    """Type a card over what stands in the editor."""
    editor(page).click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(text)


def expect(place):
    """What must come true of a place in a page, soon if not now."""
    from playwright.sync_api import expect as expected

    return expected(place)


def wait(page, text):
    """Wait until a page shows a text."""
    page.get_by_text(text).first.wait_for()


def prints_alone(page):
    """A page prints what it is about, and nothing to click on."""
    page.emulate_media(media="print")
    assert page.get_by_role("heading", level=1).is_visible()
    expect(page.locator("header, nav, footer, .noprint").filter(visible=True)).to_have_count(0)
    page.emulate_media(media="screen")


def pages(pdf):
    """How many pages a PDF has."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


# ---- a pair ----------------------------------------------------------------------------------------------------------


def test_a_pair_from_an_empty_page_to_its_printed_declaration(visit):
    visitor = visit(accept_downloads=True)
    page = visitor.open("/")
    wait(page, "The answer appears here")
    editor(page).click()
    page.keyboard.press("Control+End")
    page.keyboard.type(CLUBBS)
    wait(page, UNKNOWN)
    expect(page.locator("#panel .verdict h2")).to_have_text("This card cannot be read")
    underlined = page.locator(".cm-lintRange-error")
    expect(underlined.last).to_contain_text("Clubbs")
    expect(page.locator("#panel")).to_contain_text(UNKNOWN)
    page.get_by_role("button", name="Show me in line 2").last.click()
    underlined.last.hover()
    expect(page.locator(".cm-tooltip-lint")).to_contain_text(UNKNOWN)  # the same words at the line as beside it
    page.keyboard.press("Control+Shift+ArrowRight")
    page.keyboard.type("C")
    page.get_by_role("heading", name="The hands behind each opening").wait_for()
    expect(underlined).to_have_count(0)
    assert page.locator("#panel .bid .call").all_inner_texts() == ["1♣", "1♥", "1N"]
    expect(page.locator("#panel .verdicts")).to_contain_text("C-system")
    expect(page.locator("#said[aria-live=polite]")).to_contain_text("C-system")  # what a screen reader says by itself

    page.get_by_role("button", name="Alert sheet", exact=True).click()
    page.locator("#panel .alerts table").first.wait_for()
    expect(page.locator("#panel .alerts")).to_contain_text("12 to 21 points")
    with page.expect_download() as loading:
        page.get_by_role("button", name="card", exact=True).click()
    assert loading.value.path().read_text(encoding="utf-8").startswith("[openings]\n1C : 12-21, 4+C\n")

    with page.expect_popup() as opening:
        page.get_by_role("button", name="Print the declaration").click()
    declaration = opening.value
    declaration.emulate_media(media="print")
    assert declaration.get_by_text("1♣").first.is_visible()
    pdf = declaration.pdf(prefer_css_page_size=True)
    assert pdf.startswith(b"%PDF")
    assert pages(pdf) >= 1


def test_a_link_carries_the_card_and_another_keeps_it(visit):
    visitor = visit()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.open("/?start=example")
    page.get_by_role("button", name="Copy a link").click()
    wait(page, "Copied. The card is in the link itself")
    link = page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name="Save under a secret address").click()
    saved = page.get_by_label("Whoever has this link sees the card").input_value()
    for address in (link, saved):
        other = visit().open(address)
        other.get_by_role("heading", name="The hands behind each opening").wait_for()
        expect(editor(other)).to_contain_text("4+C or 3C bal")
    assert "#card=" in link
    assert "/c/" in saved


# ---- an organiser ----------------------------------------------------------------------------------------------------


def test_an_organiser_from_the_first_sign_in_to_the_published_page(visit):
    organiser = visit()
    page = organiser.sign_in()
    start = NOW + datetime.timedelta(days=40)
    page.get_by_role("link", name="New event").click()
    page.get_by_label("Name of the event").fill("Spring league")
    page.get_by_label("Preset").select_option("sk-second-league")
    page.get_by_label("Start").fill(f"{start:%Y-%m-%dT10:00}")
    page.get_by_role("button", name="Make the event", exact=True).click()
    wait(page, "There are no entries yet.")
    event = page.url

    page.get_by_role("link", name="New entries").click()
    page.get_by_label("Paste it").fill("Pair 1; Team 1\nPair 2; Team 2")
    page.get_by_role("button", name="Add all of them").click()
    first, second = (page.get_by_label(f"Link of Pair {n}").input_value() for n in (1, 2))

    pair = visit().open(first)
    write(pair, FAULTY)
    pair.get_by_role("button", name="Hand in what is written here").click()
    wait(pair, "Received as version 1")
    wait(pair, "Your newest card was received, but cannot be read")
    wait(pair, UNKNOWN)
    expect(pair.locator(".cm-lintRange-error").last).to_contain_text("Clubbs")
    pair.get_by_role("button", name="Show me in line 2").last.click()
    pair.locator(".cm-focused").wait_for()
    write(pair, NATURAL)
    pair.get_by_role("button", name="Hand in what is written here").click()
    wait(pair, "Received as version 2")
    expect(pair.get_by_text("Please correct it")).to_have_count(0)

    other = visit().open(second)
    write(other, OPEN)
    other.get_by_role("button", name="Hand in what is written here").click()
    wait(other, "Received as version 1")

    page.goto(event)
    row = page.locator("#entries tbody tr", has_text="Pair 1")
    expect(row.locator(".class")).to_have_text("Usual system")
    expect(row.locator(".admitted")).to_contain_text("yes")
    expect(row.locator(".missing")).to_have_text("")
    row = page.locator("#entries tbody tr", has_text="Pair 2")
    row.get_by_role("link", name="Pair 2").click()
    question = page.locator(".decide").first
    question.locator("summary").click()
    question.get_by_label("Who decides").fill("Organiser, director")
    question.get_by_label("Reason").fill("The pair has explained it at the table.")
    question.get_by_role("radio").first.check()
    question.get_by_role("button", name="Enter the decision").click()
    wait(page, "The pair has explained it at the table.")
    other.goto(second)
    wait(other, "The pair has explained it at the table.")

    page.goto(event)
    page.get_by_role("button", name="Publish the cards").click()
    wait(page, "Opponents can see the cards.")
    published = page.get_by_role("link", name="See that page").get_attribute("href")
    stranger = visit().open(published)
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Spring league")
    prints_alone(stranger)
    stranger.get_by_role("link", name="Pair 1").click()
    prints_alone(stranger)
    expect(stranger.locator(".card-text")).to_contain_text("1C : 12-21, 4+C")
    stranger.get_by_role("link", name="Openings, to print").click()
    wait(stranger, "Pair 1")
    assert pages(stranger.pdf(prefer_css_page_size=True)) >= 1


# ---- whoever reads it, with whatever ---------------------------------------------------------------------------------


def test_four_languages_keep_what_was_typed(visit):
    page = visit().open("/")
    write(page, "[openings]\n1C : 16+ ART\n# typed")
    for name, code in LANGUAGES.items():
        page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_url(f"**/?lang={code}")
        assert page.locator("html").get_attribute("lang") == code
        expect(page.locator(".cm-content")).to_contain_text("# typed")
        expect(page.locator("#panel .bid")).to_have_count(1)


PLACES = ("/", "/?start=precision", "/desk/sign-in", "/nothing", "{list}", "{list}/cards/{natural}", "{pair}")
PAPERS = ("{pair}/report", "{list}/cards/{natural}/declaration", "{list}/cards/{natural}/alerts")
DESKS = ("", "/password", "/events/new", "/events/{event}", *(
    f"/events/{{event}}/{x}"
    for x in ("edit", "entries/new", "entries/{open}", "entries/{open}/report", "letters", "upload", "share", "log")
))  # fmt: skip


@pytest.mark.parametrize("name", [n for n in LANGUAGES if n != "English"])
def test_every_page_is_there_in_every_language(organiser, desk, name):
    asked = organiser.context.request
    for place in (*PLACES, *PAPERS, *(f"/desk{x}" for x in DESKS)):
        path = place.format(**vars(desk))
        language = f"{'&' if '?' in path else '?'}lang={LANGUAGES[name]}"
        answer = asked.get(f"{desk.address}{path}{language}")
        assert answer.status == (404 if place == "/nothing" else 200), path
        assert f'<html lang="{LANGUAGES[name]}"' in answer.text(), path
    asked.get(f"{desk.address}/?lang=en")


def check_width(page):
    """A page scrolls down and not sideways, on a phone and on a desk."""
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def check_access(page, axe):
    """Axe finds nothing serious."""
    found = [v for v in axe.run(page).response["violations"] if v["impact"] in SERIOUS]
    assert [(v["id"], [n["target"] for n in v["nodes"]][:5]) for v in found] == []


@pytest.fixture(scope="module")
def axe():
    """What looks for faults that shut people out."""
    from axe_playwright_python.sync_playwright import Axe

    return Axe()


@pytest.mark.parametrize("place", [*PLACES, *PAPERS])
def test_a_page_for_everybody_shuts_nobody_out(visit, desk, axe, place):
    visitor = visit(width=360)
    page = visitor.open(place.format(**vars(desk)))
    visitor.wrong = [x for x in visitor.wrong if place != "/nothing" or "404" not in x]
    check_width(page)
    check_access(page, axe)


@pytest.mark.parametrize("place", DESKS)
def test_a_page_for_organisers_shuts_nobody_out(organiser, desk, axe, place):
    page = organiser.open("/desk" + place.format(**vars(desk)))
    expect(page.locator("h1")).to_have_count(1)
    check_width(page)
    check_access(page, axe)
    wrong, organiser.wrong = organiser.wrong, []
    assert wrong == []


def test_all_of_it_works_without_script(visit):
    pair = visit(script=False)
    page = pair.open("/")
    editor(page).fill(f"[openings]\n{CLUBBS}")
    page.get_by_role("button", name="Check", exact=True).click()
    wait(page, UNKNOWN)
    editor(page).fill(NATURAL)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#panel .bid")).to_have_count(5)
    page.get_by_role("button", name="Alert sheet", exact=True).click()
    page.locator("#panel .alerts table").first.wait_for()
    page.get_by_role("button", name="Svenska").click()
    expect(page.locator("#card")).to_have_value(NATURAL)

    organiser = visit(script=False)
    page = organiser.sign_in()
    page.get_by_role("link", name="New event").click()
    page.get_by_label("Name of the event").fill("Club evening")
    page.get_by_label("Slovak league").check()
    page.get_by_label("Start").fill("2030-01-01T18:00")
    page.get_by_role("button", name="Make the event", exact=True).click()
    wait(page, "what is allowed depends on the kind of event")
    page.get_by_label("Kind", exact=True).select_option("club")
    page.get_by_role("button", name="Make the event", exact=True).click()
    page.get_by_role("link", name="New entries").click()
    page.get_by_label("Names of the pair").fill("Pair 1")
    page.get_by_role("button", name="Add the pair").click()
    page = visit(script=False).open(page.get_by_label("Link of Pair 1").input_value())
    editor(page).fill(NATURAL)
    page.get_by_role("button", name="Hand in what is written here").click()
    wait(page, "Received as version 1")
    page = organiser.open("/desk")
    page.get_by_role("link", name="Club evening").click()
    assert page.locator("#entries .admitted").inner_text().strip()


def test_a_keyboard_is_enough(visit):
    page = visit().open("/?start=example")
    page.keyboard.press("Tab")
    skip = page.locator(":focus")
    expect(skip).to_have_text("To the content")
    assert skip.bounding_box()["x"] >= 0, "whoever comes to it sees it"
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#main"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "start", "behind the menu"
    editor(page).focus()
    before = editor(page).inner_text()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "check"
    assert editor(page).inner_text() == before
    seen = set()
    for _ in range(40):
        focus = page.locator(":focus")
        if focus.count() == 0:
            break
        seen.add(focus.evaluate("e => e.id || e.textContent.trim()"))
        assert focus.evaluate("e => getComputedStyle(e).outlineStyle") != "none", focus.evaluate("e => e.outerHTML")
        page.keyboard.press("Tab")
    assert {"pair", "card_language", "Print the declaration", "Alert sheet", "How do I write it?"} <= seen
