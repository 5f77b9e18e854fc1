"""Duties as a calendar: read back, the moments are the same."""

import datetime

from icalendar import Calendar

from report.test_at_event import FIRST, STRONG_PASS, judged
from syscheck.report.calendar import calendar

OWN = {"pair", "captain", "team"}


def entries(data):
    return Calendar.from_ical(data).walk("VEVENT")


def starts(data):
    return [e.decoded("dtstart") for e in entries(data)]


def of(card=STRONG_PASS, event=FIRST, **named):
    _, card, event = judged(card, event, **named)
    return card, event


def test_every_duty_with_a_time_is_in_it_at_its_moment():
    card, event = of()
    wanted = [datetime.datetime.fromisoformat(d.due) for d in card.duties if d.who in OWN and d.due and not d.right]
    assert wanted
    assert sorted(starts(calendar(event, {"Pair 1": card.duties}))) == sorted(wanted)


def test_what_may_not_bind_says_so_in_its_title():
    open_class = "pair: Pair 1\n[openings]\n1C : 11-15, (3)4+H\n1D : 11-15, 4+D\n"
    card, event = of(open_class)
    due = [d for d in card.duties if d.who in OWN and d.due and not d.right]
    assert {d.condition is None for d in due} == {False}
    titles = [str(e["summary"]) for e in entries(calendar(event, {"Pair 1": card.duties}))]
    assert titles
    assert all(title.startswith("Perhaps: ") for title in titles)


def test_two_runs_give_the_same_bytes():
    (card, event), (again, event_again) = of(), of()
    assert calendar(event, {"Pair 1": card.duties}) == calendar(event_again, {"Pair 1": again.duties})


def test_an_entry_keeps_its_uid_from_day_to_day_and_no_two_have_the_same():
    (card, event), (later, event_later) = of(), of(as_of="2026-10-20T12:00+02:00")
    uids = [str(e["uid"]) for e in entries(calendar(event, {"Pair 1": card.duties}))]
    assert len(set(uids)) == len(uids)
    assert uids == [str(e["uid"]) for e in entries(calendar(event_later, {"Pair 1": later.duties}))]


def test_the_same_time_of_two_pairs_are_two_entries_with_their_names():
    card, event = of()
    found = entries(calendar(event, {"Pair 1": card.duties, "Pair 2": card.duties}))
    assert len({str(e["uid"]) for e in found}) == len(found)
    assert {str(e["summary"]).split(":")[0] for e in found} == {"Pair 1", "Pair 2"}


def test_the_organiser_has_what_pairs_must_do_and_its_own():
    card, event = of(event=FIRST.replace("sk-2008", "cz-teams"))
    pairs = {"Pair 1": card.duties, "Pair 2": card.duties}
    rules = [str(e["description"]) for e in entries(calendar(event, pairs, organiser=True))]
    assert sum("cz-2.6-screens" in r for r in rules) == 1
    assert sum("cz-2.6-descriptions" in r for r in rules) == 2
    assert not any("cz-2.6-screens" in str(e["description"]) for e in entries(calendar(event, pairs)))


def test_what_is_done_and_rights_are_left_out():
    card, event = of()
    done = [d.model_copy(update={"state": "done"}) for d in card.duties]
    rights = [d.model_copy(update={"right": True}) for d in card.duties]
    assert entries(calendar(event, {"Pair 1": done})) == []
    assert entries(calendar(event, {"Pair 1": rights})) == []


def test_it_calls_to_mind_a_day_and_half_an_hour_before():
    card, event = of()
    first = entries(calendar(event, {"Pair 1": card.duties}))[0]
    triggers = [a.decoded("trigger") for a in first.walk("VALARM")]
    assert triggers == [datetime.timedelta(days=-1), datetime.timedelta(minutes=-30)]


def test_a_name_cannot_add_lines():
    card, event = of()
    data = calendar(event, {"Pair 1\r\nATTENDEE:x": card.duties, "Pair 2": card.duties})
    assert b"\nATTENDEE" not in data


def test_lines_end_and_fold_as_rfc_5545_wants():
    card, event = of()
    lines = calendar(event, {"Pair 1": card.duties}).split(b"\r\n")
    assert lines[-1] == b""
    assert all(len(line) <= 75 and b"\n" not in line for line in lines)
