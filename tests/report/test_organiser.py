"""The organiser's page: entries in, one page out."""

import re
from base64 import b64encode
from hashlib import sha256
from itertools import pairwise

import pytest

from syscheck.checking import check_bytes
from syscheck.report.events import LetterPoint, NextDuty, letter_points
from syscheck.report.machine import AdmissionOut, card_out
from syscheck.report.organiser import letter, organiser_page
from tests.report.entries import ENTRIES, duty, event, phase, row, summary, without_card
from tests.report.test_html import Reader

HOSTILE = '</textarea></script><script>alert(1)</script>"\u202e'


def page_of(rows=ENTRIES, language="en", others=(), **changed):
    return organiser_page(event(**changed), summary(rows), rows, language, others)


class Page(Reader):
    """A page, its text without its script, with a blank between cells and paragraphs."""

    def handle_starttag(self, tag, attributes):
        super().handle_starttag(tag, attributes)
        if tag in {"td", "th", "small", "li", "p", "option"}:
            self.words.append(" ")

    def handle_data(self, data):
        if "script" not in self.open:
            super().handle_data(data)


def text_of(*arguments, **changed):
    return Page(page_of(*arguments, **changed)).text


def section(page, heading):
    """What stands under the heading with this id."""
    begin = page.index("<h2", page.index(f'id="{heading}"') - 40)
    end = page.find("<h2", begin + 3)
    return Page(page[begin : end if end > 0 else page.index("<footer>")]).text.strip()


def table_of(page):
    """The rows of the table, as text."""
    body = page[page.index('id="entries"') : page.index("</table>")]
    return [Page(row).text.strip() for row in re.findall(r"<tr .*?</tr>", body, re.DOTALL)[1:]]


def the_row(pair, rows=ENTRIES, **changed):
    return next(r for r in table_of(page_of(rows, **changed)) if r.startswith(pair))


@pytest.fixture(scope="module")
def page():
    return page_of()


def test_the_page_loads_nothing_and_runs_only_its_own_script(page):
    read = Reader(page)
    assert not {"link", "img", "iframe", "object", "base", "form"} & {tag for tag, _ in read.tags}
    assert not [a for _, found in read.tags for a in found if a.startswith("on") or a in {"src", "style"}]
    [script] = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'" in page


def test_the_page_is_well_nested_and_its_links_lead_somewhere(page):
    read = Reader(page)
    assert (read.badly_nested, read.open) == ([], [])
    ids = read.attribute("id")
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in read.attribute("href") if link.startswith("#")} <= set(ids)


def test_headings_leave_out_no_level(page):
    levels = [int(tag[1]) for tag, _ in Reader(page).tags if re.fullmatch("h[1-6]", tag)]
    assert (levels[0], levels.count(1)) == (1, 1)
    assert all(b <= a + 1 for a, b in pairwise(levels))


def test_the_head_says_what_is_played_by_which_rules_and_when():
    text = text_of()
    for words in (
        "Autumn Teams",
        "team event · national event · first league · gold masterpoints · behind screens",
        "9 entries · as of 2026-10-03 09:00 · all times by the clock in Europe/Bratislava",
        "Cards until: 2026-10-01 20:00",
        "Semifinal · 2026-10-10 10:00 · level C, recommended by the rules, as the organiser decided none · limit 7",
        "Final · 2026-10-24 10:00 · level B, by the organiser's decision · limit 10 dots · knock-out · 32 boards",
        "The organiser has lowered 2♦ to 1 dot.",
    ):
        assert words in text


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (
            {"level": "A", "limit": None, "level_from": "preset"},
            "level A, as the rules set it for this event · no limit",
        ),
        ({"level": "D", "limit": 1, "bans": ("2D", "1N")}, "limit 1 dot · banned: 2D, 1N"),
        ({"level": None, "level_from": None, "limit": None, "category": 3}, "10:00 · WBF category 3 · 16 boards"),
    ],
)
def test_a_phase_says_its_level_limit_and_bans(changed, words):
    assert words in text_of(phases=(phase(**changed),))


def test_what_needs_attention_comes_with_counts_and_names(page):
    assert section(page, "attention") == (
        "What needs attention 1 of your own duties is overdue 1 card cannot be read Pair 7 1 pair has no card Pair 8 "
        "1 pair has several cards Pair 9 1 card is not allowed as it is Pair 3 Of 1 card it cannot be told yet "
        "whether it is allowed Pair 4 1 pair has a duty that is overdue Pair 3 1 card came late Pair 10 "
        "1 card is not the one that was registered: its agreements differ Pair 11"
    )


def test_many_pairs_are_counted_and_only_some_named():
    rows = [without_card(f"Pair {n}", status="missing") for n in range(1, 13)]
    found = section(page_of(rows), "attention")
    assert "12 pairs have no card" in found
    assert "Pair 8" in found
    assert "Pair 9" not in found
    assert "and 4 more" in found


def test_a_pair_without_a_card_is_not_counted_among_those_of_whom_nothing_can_be_told():
    assert "it cannot be told yet" not in text_of([without_card("Pair 1", status="missing")])


def test_nothing_to_do_is_said():
    text = text_of([row("Pair 1")], duties=())
    assert "Nothing: every card was read and is allowed, and nothing is overdue." in text
    assert "Letters to copy" not in text


def test_no_entries_are_said():
    text = text_of([])
    assert "There are no entries yet." in text
    assert "All entries" not in text


def test_the_most_pressing_comes_first_and_pairs_are_in_the_order_of_numbers(page):
    assert [re.match(r"Pair \d+", r)[0] for r in table_of(page)] == [f"Pair {n}" for n in (7, 8, 9, 3, 4, 10, 11, 1, 2)]
    rows = [row(f"Pair {n}") for n in (10, 9, 1)]
    assert [r.split(" Standard")[0][:7].rstrip("S") for r in table_of(page_of(rows))] == ["Pair 1", "Pair 9", "Pair 10"]


def test_a_row_says_class_dots_limit_and_why_it_is_not_admitted():
    said = the_row("Pair 3")
    for words in (
        "Forcing Pass",
        "Team 2",
        "Highly artificial system (VUS)",
        "A-system",
        "23",
        "over the limit",
        "✕ no",
    ):
        assert words in said
    assert "The card has 23 dots; the limit is 7" in said
    assert "2026-09-26 10:00 overdue" in said


def test_what_is_open_is_said_in_words():
    assert "Cannot tell yet" in the_row("Pair 4")
    assert re.search(r"6 to 9\s*may be over the limit", the_row("Pair 4"))
    assert "? cannot tell" in the_row("Pair 4")
    assert "Usual system, doubtful" in the_row("Pair 10")


@pytest.mark.parametrize(
    ("dots", "limit", "words"),
    [
        ((7, 7), 7, ""),
        ((8, 8), 7, "over the limit"),
        ((7, 8), 7, "may be over the limit"),
        ((30, 30), None, "no limit"),
    ],
)
def test_dots_are_held_against_the_limit(dots, limit, words):
    said = the_row("Pair 1", [row("Pair 1", dots=dots, limit=limit)])
    assert words in said
    assert ("over the limit" in said) == ("over" in words)


def test_how_a_card_came_is_among_what_is_missing():
    assert "The card came late, on 2026-10-02 08:15" in the_row("Pair 10")
    assert "The agreements are not those that were registered" in the_row("Pair 11")
    assert "There are several cards: nine.card, old/nine.card" in the_row("Pair 9")
    assert "There is no card" in the_row("Pair 8")


def test_brown_sticker_conventions_have_a_column_where_the_rules_have_them():
    czech = row("Pair 1", classes=(("cz-teams", "ordinary", False),), brown=("2D", "2H"))
    page = page_of([czech], regulations=("cz-teams",))
    assert "2: 2♦, 2♥" in table_of(page)[0]
    assert "● brown sticker conventions: 2♦, 2♥" in section(page, "list")
    assert "Brown sticker" not in text_of()


def test_a_name_leads_to_the_report_and_never_elsewhere():
    rows = [
        row("Pair 1", report="reports/pair 1#?.html"),
        row("Pair 2", report="//host/x"),
        row("Pair 3", report="javascript:x"),
    ]
    links = [a["href"] for tag, a in Reader(page_of(rows)).tags if tag == "a" and not a["href"].startswith("#")]
    assert links == ["./reports/pair%201%23%3F.html", ".///host/x", "./javascript%3Ax"]


def test_other_files_with_the_same_facts_are_linked():
    assert '<a href="./entries.csv"><bdi>entries.csv</bdi></a>' in page_of(others=("entries.csv",))


def test_hostile_names_show_as_text():
    rows = [
        without_card(HOSTILE, team=HOSTILE, status="unreadable", title=HOSTILE, files=(HOSTILE,), missing=(HOSTILE,)),
        row("Pair 2", team="Team 2", reasons=(HOSTILE,), admitted="no", next_duty=NextDuty(HOSTILE, None, "due")),
    ]
    page = organiser_page(event(name=HOSTILE), summary(rows, ignored=(HOSTILE,)), rows, "en")
    assert [tag for tag, _ in Reader(page).tags].count("script") == 1
    assert page.count("<textarea") == page.count("</textarea>") == 2
    assert "<script>alert(1)</script>" in Page(page).text
    assert "\u202e" not in page


def test_pictures_have_their_numbers_as_text(page):
    said = section(page, "pictures")
    for words in (
        "Simple system 2 Usual system 2 Highly artificial system (VUS) 1 Cannot tell yet 1",
        "0 dots 1 3 dots 2 Limit 7: Semifinal 8 dots over the limit of 7 1 Limit 10: Final",
        "Limit 10: Final 23 dots over the limit of 10 1",
        "1 pair whose sum is not settled is not in this picture.",
    ):
        assert words in said


def test_the_longest_bar_takes_the_whole_width(page):
    widths = [float(w[:-1]) for w in re.findall(r'<rect width="([^"]+)"', page)]
    assert max(widths) == 100
    assert all(0 <= w <= 100 for w in widths)


def test_the_list_to_publish_has_every_pair_and_marks_a_systems(page):
    said = section(page, "list")
    assert "Swedish rules for openings, 3.2: the start list shows which pairs play an A-system." in said
    assert "Pair 1 Team 1 Simple system C-system Pair 2 Team 1" in said
    assert "Pair 4 Team 2 not settled yet not settled yet Pair 7 Team 4" in said
    assert re.findall(r"Pair \d+", said) == [f"Pair {n}" for n in (1, 2, 3, 4, 7, 8, 9, 10, 11)]
    assert said.count("●") == 1
    assert "● Highly artificial system (VUS); A-system" in said


def test_own_duties_have_dates_and_states(page):
    said = section(page, "duties")
    assert "Tell the players which rules hold. 2026-10-01 10:00 · overdue" in said
    assert "What you may do Set a time for announcing A-systems. at all times" in said
    text = text_of(
        duties=(duty("Send it.", consequence="the pair may not play", condition="If it is VUS.", phase="Final"),)
    )
    assert "Send it. due · Final If it is VUS. If not: the pair may not play" in text


def test_files_that_are_no_cards_are_listed(page):
    assert "1 file was not read notes.docx: not a card" in Page(page).text


def test_the_page_speaks_the_language_asked_for():
    page = page_of(language="sv")
    assert '<html lang="sv">' in page
    assert "10 oktober 2026 10:00" in Page(page).text


def test_the_same_entries_give_the_same_page(page):
    assert page == page_of()


def test_two_thousand_entries_stay_small():
    rows = [row(f"Pair {n}", team=f"Team {n // 4}") for n in range(2_000)]
    assert len(page_of(rows)) < 3_000_000


# ---- letters -----------------------------------------------------------------------------------------------------


def the_letter(pair, **changed):
    return letter(event(**changed), next(r for r in ENTRIES if r.pair == pair)._replace(language="en"))


def test_every_pair_that_is_not_in_order_has_one_letter(page):
    assert re.findall(r'aria-label="Letter to (Pair \d+)"', page) == [f"Pair {n}" for n in (7, 8, 9, 3, 4, 10, 11)]
    assert "7 letters" in page


def test_the_letter_of_an_unreadable_card_names_each_fault():
    assert the_letter("Pair 7") == (
        "Autumn Teams: your system card\n\nHello Pair 7,\n\n"
        "Thank you for your system card. The program that judges it cannot read it yet.\n\n"
        "Please correct this and send the card again:\n"
        "* Line 4: “blub” is not a word of the card language (text for people goes in double quotes)\n"
        "* Line 9: 2N is there twice (delete one of them)\n\n"
        "Cards were due on 2026-10-01 20:00, so please do not wait.\n\nThank you,\nthe organiser\n"
    )


def test_the_letter_of_a_pair_without_card_says_until_when():
    assert "Please send it.\n\nCards were due on" in the_letter("Pair 8")
    assert "Cards are due on 2026-10-01 20:00." in the_letter("Pair 8", as_of="2026-09-30T12:00+02:00")
    assert "due" not in the_letter("Pair 8", cards_due=None)


@pytest.mark.parametrize(
    ("pair", "words"),
    [
        ("Pair 9", "do not know which one you play:\n* nine.card\n* old/nine.card\nPlease tell us"),
        ("Pair 3", "Your card is not allowed as it is:\n* The card has 23 dots"),
        ("Pair 4", "Please answer, best by writing it on the card and sending the card again:\n* Does 2♦ show"),
        ("Pair 10", "Your card came on 2026-10-02 08:15. It was due on 2026-10-01 20:00."),
        ("Pair 11", "Please tell us what has changed"),
    ],
)
def test_a_letter_says_what_is_wrong(pair, words):
    assert words in the_letter(pair)


def test_a_letter_is_plain_text_in_the_pairs_own_language():
    written = letter(event(name="A & B"), row("Pair <1>", late=True, language="cs"))
    assert "Pair <1>" in written
    assert "A & B" in written
    assert "2. října 2026" in letter(
        event(), row("Pair 1", late=True, received="2026-10-02T08:15+02:00", language="cs")
    )


def test_a_letters_points_go_before_what_the_row_says_to_the_organiser():
    both = row("Pair 1", missing=("to the organiser",), points=(LetterPoint("question", "to the pair"),))
    assert "* to the pair" in letter(event(), both)
    assert "to the organiser" not in letter(event(), both)


def points(text, **changed):
    checked = check_bytes(text.encode())
    return letter_points(card_out(checked).model_copy(update=changed))


def test_points_of_an_unreadable_card_are_its_faults_with_their_lines():
    assert points("[openings]\n1C : blub, 11-21\n")[0] == LetterPoint(
        "fault", "Line 2: “blub” is not a word of the card language (text for people goes in double quotes)"
    )


def test_a_fault_of_the_whole_file_has_no_line():
    [point] = letter_points(card_out(check_bytes(b"\xff[openings]")))
    assert point.text == "the file is not UTF-8 text (save it as UTF-8)"


def test_a_long_list_of_faults_is_cut_and_says_so():
    found = points("[openings]\n" + "".join(f"{n}{x} : blub\n" for n in "123" for x in "CDHSN"))
    assert len(found) == 13
    assert found[-1].text == "And 3 more; your report shows them all."


def test_points_of_a_card_are_its_open_questions():
    found = points('[openings]\n1D : 11-21, unclear "Polish"\n')
    assert {p.kind for p in found} == {"question"}
    assert found


def test_points_of_a_card_are_why_it_may_not_play_and_what_is_overdue():
    refused = AdmissionOut(rule="se-2-4", admitted="no", reason="Too many dots.", phase=None, question=None)
    open_ = AdmissionOut(rule="se-2-4", admitted="cannot tell", reason="Open.", phase=None, question="Which?")
    late = duty("Hand it in.", who="pair", state="overdue")
    others = duty("Publish it.", who="organiser", state="overdue")
    found = points("[openings]\n1C : 11-21, 3+C\n", admissions=(refused, open_), duties=(late, others), regulations={})
    assert found == (
        LetterPoint("reason", "Too many dots."),
        LetterPoint("question", "Which?"),
        LetterPoint("duty", "Hand it in."),
    )


def test_a_reason_names_the_phase_where_the_card_is_not_allowed():
    qualifying = AdmissionOut(
        rule="se-2-4-limit", admitted="yes", reason="9 dots; 10 are allowed.", phase="Qualifying", question=None
    )
    final = qualifying.model_copy(update={"admitted": "no", "reason": "9 dots; only 7 are allowed.", "phase": "Final"})
    found = points("[openings]\n1C : 11-21, 3+C\n", admissions=(qualifying, final), regulations={})
    assert [p.text for p in found] == ["Final: 9 dots; only 7 are allowed."]


def test_a_letter_does_not_remind_of_what_may_not_bind_or_comes_again():
    perhaps = duty("Say that it is an A-system.", who="pair", state="overdue", condition="If it is one.")
    passed = duty("Announce.", who="team", state="overdue", due="2026-10-01T10:00+02:00")
    again = duty("Announce.", who="team", state="due", due="2026-10-24T10:00+02:00")
    assert points("[openings]\n1C : 11-21, 3+C\n", duties=(perhaps, passed, again), regulations={}) == ()


def test_a_question_is_asked_once():
    open_ = AdmissionOut(
        rule="se-2-4-limit", admitted="cannot tell", reason="Open.", phase=None, question="To the pair: "
    )
    card = '[openings]\n1D : 11-21, unclear "Polish"\n'
    asked = [p.text for p in points(card)]
    same = open_.model_copy(update={"question": f"To the pair: {asked[0]}"})
    other = open_.model_copy(update={"question": "To the pair: hand in the card."})
    assert [p.text for p in points(card, admissions=(same, other))] == [*asked, "To the pair: hand in the card."]


# ---- a pair with two cards ---------------------------------------------------------------------------------------

TWO_CARDS = (
    row(
        "Pair 23",
        team="Team 6",
        status="duplicate",
        files=("new.card", "old.card"),
        admitted="cannot tell",
        dots=(2, 2),
    ),
    row(
        "Pair 23",
        team="Team 6",
        status="duplicate",
        files=("old.card", "new.card"),
        admitted="cannot tell",
        dots=(5, 5),
    ),
)


def test_a_pair_with_two_cards_counts_once_and_has_one_letter():
    page = page_of(TWO_CARDS)
    assert "1 pair has several cards Pair 23" in section(page, "attention")
    assert "Pair 23, Pair 23" not in section(page, "attention")
    assert page.count("<textarea") == 1
    assert len(table_of(page)) == 2


def test_nobody_is_told_a_class_as_long_as_two_cards_say_different_things():
    said = section(page_of(TWO_CARDS), "list")
    assert "C-system" not in said
    assert said.count("Pair 23") == 1
    assert "not settled yet" in said


def test_what_the_organiser_may_want_to_know_stands_with_what_is_missing():
    assert "The same agreements came twice." in the_row(
        "Pair 1", [row("Pair 1", remarks=("The same agreements came twice.",))]
    )


def test_a_question_stands_once_among_what_is_missing():
    said = the_row("Pair 1", [row("Pair 1", missing=("What does 2D show?", "To the pair: What does 2D show?"))])
    assert said.count("What does 2♦ show?") == 1
