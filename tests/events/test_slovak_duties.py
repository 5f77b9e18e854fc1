"""Slovak duties at their borders: the day, the minute, the clock, and what is not settled."""

import datetime
from dataclasses import replace

import pytest

from events.reading import entrant_of, event_of
from syscheck.events import Admitted, Entrant, State, admissions, admitted, duties, organiser_duties

SK = "sk-2008"
VUS = "[openings]\nP  : 13+\n1C : 8-12, 4+H\n1D : 0-7  , ART\n"
USUAL = "[openings]\nP  : 0-11\n1C : 12+, 3+C\n1H : 12+, 5+H\n"
DOUBTFUL = "[openings]\nP  : 0-12\n1C : 13+, 3+C\n1H : 13+, 5+H\n"
OPEN = "[openings]\nP  : 7-11\n1C : (6)8+, 3+C\n"
MINUTE = datetime.timedelta(minutes=1)


def of_unknown_reach(text=""):
    """An event that does not say how far it reaches; a file of one would be refused."""
    return replace(event_of(SK, text + 'kind = "club"\n'), kind=None)


def found(text, *cards, entry=""):
    event = event_of(SK, text) if isinstance(text, str) else text
    return duties(event, entrant_of(SK, cards, event, entry))


def of(rule, text, *cards, entry=""):
    return [d for d in found(text, *cards, entry=entry) if d.rule == rule]


def due(rule, text, *cards):
    return [d.due.isoformat(timespec="minutes") for d in of(rule, text, *cards) if d.due is not None]


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("2027-04-04 10:00:00", "2027-03-21T10:00+01:00"),  # summer time begins in between
        ("2027-03-28 01:59:00", "2027-03-14T01:59+01:00"),  # a minute before it begins
        ("2027-04-11 02:30:00", "2027-03-28T03:30+02:00"),  # the clock leaves the hour out
        ("2027-11-14 02:30:00", "2027-10-31T02:30+02:00"),  # the clock shows the hour twice: the first
        ("2027-11-07 10:00:00", "2027-10-24T10:00+02:00"),  # winter time begins in between
        ("2028-03-07 10:00:00", "2028-02-22T10:00+01:00"),  # over the 29th of February
    ],
)
def test_two_weeks_are_fourteen_days_by_the_clock(start, expected):
    event = f'kind = "national"\nstart = {start}\n'
    assert due("sk-25-6", event, VUS) == [expected]
    assert due("sk-25-6a", event, VUS) == [expected]


@pytest.mark.parametrize(
    ("round_", "expected"),
    [
        ("2027-03-28 03:05:00", "2027-03-28T01:50+01:00"),
        ("2027-03-28 03:15:00", "2027-03-28T03:00+02:00"),
        ("2027-10-31 03:05:00", "2027-10-31T02:50+01:00"),
        ("2027-10-31 02:05:00+02:00", "2027-10-31T01:50+02:00"),
        ("2027-10-31 02:05:00+01:00", "2027-10-31T02:50+02:00"),
        ("2027-01-01 00:10:00", "2026-12-31T23:55+01:00"),
    ],
)
def test_a_quarter_of_an_hour_is_counted_exactly(round_, expected):
    assert due("sk-25-8", f'kind = "national"\nrounds = [{round_}]\n', VUS) == [expected]


class TestState:
    NATIONAL = 'kind = "national"\nstart = 2027-04-04 10:00:00\n'

    def duty(self):
        [duty] = of("sk-25-6", self.NATIONAL, VUS)
        return duty

    def test_due_to_the_minute_and_overdue_after_it(self):
        duty = self.duty()
        assert duty.state(duty.due - MINUTE) is State.DUE
        assert duty.state(duty.due) is State.DUE
        assert duty.state(duty.due + MINUTE) is State.OVERDUE

    def test_done_when_the_card_came_in_time_and_not_when_it_came_late(self):
        duty = self.duty()
        later = duty.due + 5 * MINUTE
        assert duty.state(later, duty.due) is State.DONE
        assert duty.state(later, duty.due + MINUTE) is State.OVERDUE

    def test_the_same_moment_in_another_timezone(self):
        duty = self.duty()
        assert duty.state(duty.due.astimezone(datetime.UTC)) is State.DUE
        assert duty.state(duty.due.astimezone(datetime.UTC) + MINUTE) is State.OVERDUE

    def test_the_second_of_two_equal_hours_in_autumn_is_after_the_first(self):
        round_ = 'kind = "national"\nrounds = [2027-10-31 02:45:00+02:00]\n'
        [duty] = [d for d in of("sk-25-8", round_, VUS) if d.due is not None]
        second = duty.due.replace(fold=1)
        assert second.replace(tzinfo=None) == duty.due.replace(tzinfo=None)
        assert duty.state(duty.due) is State.DUE
        assert duty.state(second) is State.OVERDUE

    def test_a_card_that_nobody_collects_tells_nothing_of_the_opponents(self):
        [duty] = of("sk-25-6", self.NATIONAL + 'collects = "nobody"\n', VUS)
        assert duty.state(duty.due + MINUTE, duty.due) is State.OVERDUE

    def test_what_has_no_day_stands(self):
        [duty] = of("sk-25-6", 'kind = "national"\n', VUS)
        assert duty.state(datetime.datetime(2027, 1, 1, tzinfo=datetime.UTC)) is State.STANDING

    def test_the_card_in_slovak_is_done_when_it_came_by_the_organisers_day(self):
        [duty] = of("sk-25-12", self.NATIONAL + "cards_due = 2027-03-28 18:00:00\n", USUAL)
        assert duty.state(duty.due + MINUTE, duty.due) is State.DONE


class TestRounds:
    LEAGUE = 'league = "first"\ncontest = "teams"\nrounds = [2027-10-02 11:00:00, 2027-11-06 11:00:00]\n'

    def test_a_clause_about_the_event_is_due_once_and_one_about_rounds_for_each(self):
        assert due("sk-25-6", self.LEAGUE, VUS) == ["2027-09-18T11:00+02:00"]
        assert due("sk-25-6a", self.LEAGUE, VUS) == ["2027-09-18T11:00+02:00", "2027-10-23T11:00+02:00"]
        assert due("sk-25-8", self.LEAGUE, VUS) == ["2027-10-02T10:45+02:00", "2027-11-06T10:45+01:00"]

    def test_phases_with_rounds_of_their_own_name_themselves(self):
        event = (
            'kind = "national"\n[[phases]]\nname = "Qualifying"\nrounds = [2027-10-02 11:00:00]\n'
            '[[phases]]\nname = "Final"\nrounds = [2027-11-06 11:00:00]\n'
        )
        assert [d.phase for d in of("sk-25-6a", event, VUS)] == ["Qualifying", "Final"]
        [duty] = of("sk-25-6b", event, VUS)
        assert duty.condition is None

    def test_one_listed_round_has_no_replacement_to_forbid(self):
        assert not of("sk-25-6b", 'kind = "national"\nrounds = [2027-10-02 11:00:00]\n', VUS)

    def test_rounds_that_are_not_listed_are_a_condition(self):
        [duty] = of("sk-25-6b", 'kind = "national"\nstart = 2027-10-02 11:00:00\n', VUS)
        assert "several rounds" in str(duty.condition)

    def test_two_things_that_are_open_are_both_said(self):
        [duty] = of("sk-25-6b", 'kind = "national"\nstart = 2027-10-02 11:00:00\n', OPEN)
        assert "several rounds" in str(duty.condition)
        assert "questions" in str(duty.condition)


class TestWhatIsNotSettled:
    NATIONAL = 'kind = "national"\nstart = 2027-04-04 10:00:00\n'
    OF_VUS = ("sk-25-6", "sk-25-6a", "sk-25-6b", "sk-25-8")

    def test_a_vus_binds_without_condition(self):
        assert {d.condition for rule in ("sk-25-6", "sk-25-6a", "sk-25-8") for d in of(rule, self.NATIONAL, VUS)} == {
            None
        }

    @pytest.mark.parametrize(
        ("cards", "word"), [((DOUBTFUL,), "co-ordinator"), ((OPEN,), "questions"), ((), "no card")]
    )
    def test_an_open_system_never_drops_the_duty_and_never_makes_it_certain(self, cards, word):
        for rule in self.OF_VUS:
            assert of(rule, self.NATIONAL, *cards), rule
            for duty in of(rule, self.NATIONAL, *cards):
                assert word in str(duty.condition), rule

    def test_a_usual_pair_has_none_of_them(self):
        assert not {d.rule for d in found(self.NATIONAL, USUAL)} & set(self.OF_VUS)

    def test_team_mates_bind_the_team_and_not_the_pair(self):
        event = self.NATIONAL + 'contest = "teams"\n'
        assert {d.rule for d in found(event, USUAL, VUS)} & {*self.OF_VUS, "sk-25-7"} == {"sk-25-7"}
        assert all(d.condition is None for d in of("sk-25-7", event, DOUBTFUL, VUS))

    def test_an_event_of_unknown_reach_may_be_national(self):
        event = of_unknown_reach("start = 2027-04-04 10:00:00\n")
        assert of("sk-25-6", event, VUS)
        [duty] = of("sk-25-12", event, VUS)
        assert "club event" in str(duty.condition)

    def test_a_changed_card_is_named(self):
        [duty] = of("sk-25-6a", self.NATIONAL, VUS, entry="changed = true")
        assert "has changed" in str(duty.what)
        [duty] = of("sk-25-6a", self.NATIONAL, VUS, entry="changed = false")
        assert "has changed" not in str(duty.what)

    def test_the_organiser_has_no_duty_of_its_own(self):
        assert not organiser_duties(event_of(SK, self.NATIONAL))


class TestAdmission:
    @pytest.mark.parametrize(
        ("event", "expected"),
        [
            ('kind = "club"', {VUS: "no", DOUBTFUL: "cannot tell", OPEN: "cannot tell", USUAL: "yes"}),
            ('kind = "regional"', {VUS: "no", DOUBTFUL: "cannot tell", OPEN: "cannot tell", USUAL: "yes"}),
            ('league = "second"', {VUS: "no", DOUBTFUL: "cannot tell", OPEN: "cannot tell", USUAL: "yes"}),
            ('kind = "national"', {VUS: "yes", DOUBTFUL: "yes", OPEN: "yes", USUAL: "yes"}),
            ('league = "first"', {VUS: "yes", DOUBTFUL: "yes", OPEN: "yes", USUAL: "yes"}),
            ("", {VUS: "cannot tell", DOUBTFUL: "cannot tell", OPEN: "cannot tell", USUAL: "yes"}),
        ],
    )
    def test_by_reach_and_system(self, event, expected):
        event = event_of(SK, event) if event else of_unknown_reach()
        assert {card: admitted(admissions(event, entrant_of(SK, [card], event))) for card in expected} == expected

    def test_who_is_asked(self):
        def question(text, *cards):
            event = event_of(SK, text) if text else of_unknown_reach()
            [found] = admissions(event, entrant_of(SK, cards, event))
            return str(found.question)

        assert "co-ordinator" in question('kind = "club"', DOUBTFUL)
        assert "organiser" in question("", VUS)
        assert "1C" in question('kind = "club"', OPEN)
        assert "card" in question('kind = "club"')

    def test_one_answer_for_all_phases(self):
        event = event_of(SK, 'kind = "club"\n[[phases]]\nname = "Qualifying"\n[[phases]]\nname = "Final"\n')
        [found] = admissions(event, entrant_of(SK, [VUS], event))
        assert found.phase is None

    def test_a_card_judged_by_another_regulation_is_no_card(self):
        event = event_of(SK, 'kind = "club"')
        assert admitted(admissions(event, Entrant())) is Admitted.CANNOT_TELL


def test_below_a_pair_is_asked_for_what_may_be_a_vus_and_not_for_what_is_simple():
    event = event_of(SK, 'kind = "regional"\nstart = 2027-04-04 10:00:00\n')
    [found] = admissions(event, entrant_of(SK, [OPEN], event))
    assert found.admitted is Admitted.CANNOT_TELL
    assert "1C" in str(found.question)
    assert "signals" not in str(found.question)
    assert "leads" not in str(found.question)
