"""The duty that is put before a pair: its own, that binds, and the earliest; an overdue one first."""

from report.entries import duty
from syscheck.report.events import NextDuty, next_duty

EARLY, LATE = "2026-10-25T02:30+02:00", "2026-10-25T02:10+01:00"


def test_the_earliest_by_the_moment_not_by_the_clock():
    assert next_duty([duty("b", due=LATE, who="pair"), duty("a", due=EARLY, who="pair")]) == NextDuty("a", EARLY, "due")


def test_an_overdue_one_comes_first():
    overdue = duty("late", due="2026-11-01T10:00+01:00", who="captain", state="overdue")
    assert next_duty([duty("a", due=EARLY, who="pair"), overdue]) == NextDuty("late", overdue.due, "overdue")


def test_of_a_duty_before_every_round_the_time_ahead():
    passed = duty("announce", due=EARLY, who="team", state="overdue")
    ahead = duty("announce", due="2026-11-01T10:00+01:00", who="team")
    assert next_duty([passed, ahead]) == NextDuty("announce", ahead.due, "due")


def test_neither_what_others_do_nor_rights_nor_what_may_not_bind():
    condition = "if it turns out to be an A-system"
    others = [
        duty("organiser's", due=EARLY, who="organiser"),
        duty("a right", due=EARLY, who="pair", right=True),
        duty("perhaps", due=EARLY, who="pair", state="overdue", condition=condition),
        duty("always", due=None, who="pair", state="standing"),
    ]
    assert next_duty(others) is None
