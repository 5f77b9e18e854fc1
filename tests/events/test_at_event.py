"""A card at an event: admission by phase and by regulation, duties as of a moment, the clock of the place."""

import datetime

import pytest

from syscheck import build_system, read_card
from syscheck.events import Admitted, State
from syscheck.events.at_event import as_of_moment, at_event
from syscheck.events.reading import read_event

ORDINARY = "[openings]\nP  : 0-11\n1C : 12+, 3+C\n1D : 12+, 4+D\n1H : 12+, 5+H\n1S : 12+, 5+S\n"
WILKOSZ = ORDINARY + "2D : 6-10, 5M 5+oM or 5M 5+m\n"
STRONG_PASS = "[openings]\nP  : 13+\n1C : 8-12, 4+H\n1D : 0-7, ART\n"
CZECH = 'name = "League"\nregulations = ["cz-teams"]\ncontest = "teams"\n'
WORLD = """
name = "World teams"
regulations = ["wbf"]
timezone = "Europe/Prague"
contest = "teams"
[[phases]]
name = "Round robin"
category = 2
[[phases]]
name = "Knock-out"
category = 2
knockout = true
"""


def found(card, event, as_of="2026-10-01", **entry):
    event = read_event(event)
    system = build_system(read_card(card))
    results = [law.judge(system, event.settings.get(law.id)) for law in event.laws]
    return at_event(event, as_of_moment(as_of, event), system, results, **entry)


def state(at, rule):
    [duty] = [d for d in at.duties if d.rule == rule]
    return duty.state(at.as_of, at.entrant.received)


class TestAdmission:
    def test_a_strong_pass_is_for_the_upper_czech_leagues(self):
        assert found(STRONG_PASS, CZECH + 'league = "second"').admitted is Admitted.YES
        assert found(STRONG_PASS, CZECH + 'league = "third"').admitted is Admitted.NO

    def test_so_is_a_brown_convention(self):
        [why] = found(WILKOSZ, CZECH + 'league = "third"').admissions
        assert why.admitted is Admitted.NO
        assert "2D" in str(why.reason)

    def test_phases_are_told_apart(self):
        at = found(WILKOSZ, WORLD)
        said = {(a.phase, a.admitted) for a in at.admissions if a.rule == "wbf-event-category"}
        assert said == {("Round robin", Admitted.NO), ("Knock-out", Admitted.YES)}
        assert at.admitted is Admitted.NO

    def test_no_category_admits_a_strong_pass_but_the_first(self):
        assert found(STRONG_PASS, WORLD).admitted is Admitted.NO
        first = WORLD.replace("category = 2", "category = 1")
        said = [a.admitted for a in found(STRONG_PASS, first).admissions if a.rule == "wbf-event-category"]
        assert said == [Admitted.NO, Admitted.YES]

    def test_each_regulation_has_its_own_answer(self):
        two = 'name = "Both"\nregulations = ["sk-2008", "cz-teams"]\ntimezone = "Europe/Prague"\nleague = "second"\n'
        at = found(STRONG_PASS, two + 'contest = "teams"')
        assert at.by_regulation == {"sk-2008": Admitted.NO, "cz-teams": Admitted.YES}

    def test_a_card_that_leaves_open_what_is_brown_is_asked(self):
        card = ORDINARY + "2D : (9)10-12, 5M 5+oM or 5M 5+m\n"
        [why] = found(card, CZECH + 'league = "third"').admissions
        assert why.admitted is Admitted.CANNOT_TELL
        assert "2D" in str(why.question)


class TestDates:
    def test_fourteen_days_by_the_clock_when_summer_time_ends(self):
        at = found(STRONG_PASS, CZECH + 'league = "first"\nstart = 2026-11-01T10:00')
        [duty] = [d for d in at.duties if d.rule == "cz-2.6-descriptions"]
        assert duty.due.isoformat() == "2026-10-18T10:00:00+02:00"

    @pytest.mark.parametrize(
        ("as_of", "expected"),
        [
            ("2026-10-17", State.DUE),
            ("2026-10-18T10:00", State.DUE),
            ("2026-10-18T08:00+00:00", State.DUE),
            ("2026-10-18T10:01", State.OVERDUE),
            ("2026-10-18T08:01+00:00", State.OVERDUE),
            ("2026-10-18", State.OVERDUE),
        ],
    )
    def test_the_minute_decides(self, as_of, expected):
        at = found(STRONG_PASS, CZECH + 'league = "first"\nstart = 2026-11-01T10:00', as_of)
        assert state(at, "cz-2.6-descriptions") is expected

    def test_a_card_in_time_is_the_description(self):
        text = CZECH + 'league = "first"\nstart = 2026-11-01T10:00'
        zone = read_event(text).timezone
        in_time = datetime.datetime(2026, 10, 18, 10, 0, tzinfo=zone)
        late = in_time + datetime.timedelta(minutes=1)
        assert state(found(STRONG_PASS, text, "2026-10-30", received=in_time), "cz-2.6-descriptions") is State.DONE
        assert state(found(STRONG_PASS, text, "2026-10-30", received=late), "cz-2.6-descriptions") is State.OVERDUE

    def test_a_quarter_of_an_hour_across_the_end_of_summer_time(self):
        at = found(ORDINARY, CZECH + 'league = "first"\nrounds = [2026-10-25T03:10, 2026-10-25T14:00]')
        due = [d.due.isoformat() for d in at.duties if d.rule == "cz-2.6-on-request"]
        assert due == ["2026-10-25T02:55:00+01:00", "2026-10-25T13:45:00+01:00"]


class TestAsOf:
    EVENT = read_event(CZECH + 'league = "first"')

    @pytest.mark.parametrize(
        ("text", "moment"),
        [
            ("2026-10-12", "2026-10-12T23:59:59+02:00"),
            ("2026-12-12", "2026-12-12T23:59:59+01:00"),
            ("2026-10-12T09:30", "2026-10-12T09:30:00+02:00"),
            ("2026-10-12 09:30", "2026-10-12T09:30:00+02:00"),
            ("2026-10-12T09:30Z", "2026-10-12T11:30:00+02:00"),
        ],
    )
    def test_a_date_is_its_end_a_time_the_clock_of_the_place(self, text, moment):
        assert as_of_moment(text, self.EVENT).isoformat() == moment

    @pytest.mark.parametrize("text", ["", "today", "2026-13-01", "12.10.2026", "2026-10-12T25:00"])
    def test_anything_else_is_refused(self, text):
        with pytest.raises(ValueError, match=r"."):
            as_of_moment(text, self.EVENT)
