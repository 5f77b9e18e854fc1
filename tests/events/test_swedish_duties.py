"""Swedish duties at their borders: boards, dots, the day, the minute, the clock, and what is not settled."""

import datetime
from dataclasses import replace

import pytest

from events.reading import entrant_of, event_of
from syscheck.events import Admitted, Entrant, State, Who, admissions, admitted, duties, organiser_duties

SE = "se-2012"
THREE = "[openings]\n1C : 12-14 bal | 15+, 5+C | 18+\n2D : 3-9, 6M  , ART\n2H : 3-9, 6C or 6S\n"
A_SYSTEM = THREE + "1D : 11-14, 3+D\n"
TEN = THREE + "2N : 5-9, 5-5 minors  , ART\n"
A_OR_B = THREE + "1D : 11-14, (3)4+D\n"
SEVEN_IN_ONE = "[openings]\n1H : 0-7\n1S : 11-15, 5+S\n"
THREE_OR_SIX = "[openings]\n1H : (6)8-11, 3+H\n1S : 11-15, 5+S\n"
PLAIN = "[openings]\n1D : 11-14, 3+D\n1S : 11-15, 5+S\n"
START = 'masterpoints = "silver"\nstart = 2027-04-04 10:00:00\n'
MINUTE = datetime.timedelta(minutes=1)
WEEK, HALF_AN_HOUR = "2027-03-28T10:00+02:00", "2027-04-04T09:30+02:00"


def found(text, *cards):
    event = event_of(SE, text)
    return duties(event, entrant_of(SE, cards, event))


def of(rule, text, *cards):
    return [d for d in found(text, *cards) if d.rule == rule]


def one(rule, text, *cards):
    [duty] = of(rule, text, *cards)
    return duty


def due(rule, text, *cards):
    return [d.due.isoformat(timespec="minutes") for d in of(rule, text, *cards)]


class TestThreeThresholdsThatLookAlike:
    """Five boards for the card ahead, four for the correction of scores, and eight for the level."""

    @pytest.mark.parametrize(
        ("boards", "expected"),
        [(3, HALF_AN_HOUR), (4, HALF_AN_HOUR), (5, WEEK), (7, WEEK), (8, WEEK)],
    )
    def test_the_card_ahead(self, boards, expected):
        event = START + f'level = "B"\nboards = {boards}\n'
        assert due("se-3-4-2", event, A_SYSTEM) == [expected]
        assert due("se-3-4-2", event, SEVEN_IN_ONE) == [expected]

    @pytest.mark.parametrize(("boards", "always"), [(3, True), (4, True), (5, False), (7, False), (8, False)])
    def test_the_correction_of_scores(self, boards, always):
        event = START + f'level = "B"\nboards = {boards}\n'
        for rule in ("se-3-6", "se-3-7"):
            text = str(of(rule, event, PLAIN)[-1].consequence)
            assert ("only where the pair has broken its duty" in text) is not always
            assert ("on the boards where it happened" in text) is always

    @pytest.mark.parametrize(("boards", "limit"), [(3, 7), (4, 7), (5, 7), (7, 7), (8, 10)])
    def test_the_level(self, boards, limit):
        event = event_of(SE, START + f"boards = {boards}\n")
        [found] = admissions(event, entrant_of(SE, [TEN], event))
        assert str(limit) in str(found.reason)
        assert found.admitted == ("yes" if limit == 10 else "no")

    def test_unknown_boards_say_both(self):
        event = START + 'level = "B"\n'
        assert due("se-3-4-2", event, A_SYSTEM) == [WEEK, HALF_AN_HOUR]
        conditions = [str(d.condition) for d in of("se-3-4-2", event, A_SYSTEM)]
        assert conditions == [
            "This holds where pairs meet over 5 boards or more.",
            "This holds where pairs meet over fewer than 5 boards.",
        ]
        assert "4 boards at most" in str(one("se-3-6", event, PLAIN).consequence)

    def test_the_committee_hears_of_teams(self):
        event = START + 'level = "B"\nboards = 16\n'
        assert "committee" in str(one("se-3-6", event + 'contest = "teams"\n', PLAIN).consequence)
        assert "committee" not in str(one("se-3-6", event, PLAIN).consequence)


class TestDays:
    @pytest.mark.parametrize(
        ("start", "expected"),
        [
            ("2027-04-03 10:00:00", "2027-03-27T10:00+01:00"),
            ("2027-04-04 02:30:00", "2027-03-28T03:30+02:00"),
            ("2027-11-07 02:30:00", "2027-10-31T02:30+02:00"),
        ],
    )
    def test_a_week_is_seven_days_by_the_clock(self, start, expected):
        event = f'masterpoints = "gold"\nstart = {start}\nlevel = "A"\nboards = 5\n'
        assert due("se-3-4-2", event, A_SYSTEM) == [expected]

    def test_half_an_hour_is_counted_exactly(self):
        event = 'masterpoints = "gold"\nstart = 2027-03-28 03:10:00\nlevel = "A"\nboards = 4\n'
        assert due("se-3-4-2", event, A_SYSTEM) == ["2027-03-28T01:40+01:00"]

    @pytest.mark.parametrize(
        ("known", "expected"),
        [
            ("2027-03-28 09:59:00", WEEK),
            ("2027-03-28 10:00:00", WEEK),
            ("2027-03-28 10:01:00", "2027-03-28T10:01+02:00"),
        ],
    )
    def test_as_soon_as_opponents_are_known(self, known, expected):
        event = START + f'level = "A"\nboards = 5\nopponents_known = {known}\n'
        assert due("se-3-4-2", event, A_SYSTEM) == [expected]

    def test_a_card_ahead_is_done_when_it_came_in_time_and_copies_are_not(self):
        ahead = one("se-3-4-2", START + 'level = "A"\nboards = 5\n', A_SYSTEM)
        assert ahead.state(ahead.due + MINUTE, ahead.due) is State.DONE
        assert ahead.state(ahead.due + MINUTE, ahead.due + MINUTE) is State.OVERDUE
        copies = one("se-3-4-2", START + 'level = "A"\nboards = 4\n', A_SYSTEM)
        assert copies.state(copies.due + MINUTE, ahead.due) is State.OVERDUE

    @pytest.mark.parametrize("rule", ["se-3-4-1", "se-3-4-2", "se-3-4-3", "se-3-4-4", "se-3-5"])
    def test_states_turn_on_the_minute(self, rule):
        event = START + 'level = "A"\nboards = 5\ncontest = "teams"\nregistration = 2027-03-15 20:00:00\n'
        duty = one(rule, event, A_SYSTEM)
        assert duty.state(duty.due - MINUTE) is State.DUE
        assert duty.state(duty.due) is State.DUE
        assert duty.state(duty.due + MINUTE) is State.OVERDUE


class TestDots:
    EVENT = START + 'level = "A"\nboards = 5\n'

    def test_ten_dots_announce_nothing_and_eleven_do(self):
        assert not of("se-3-4-1", self.EVENT, TEN)
        assert "A-system" in str(one("se-3-4-1", self.EVENT, A_SYSTEM).what)

    @pytest.mark.parametrize(("dots", "binds"), [(3, False), (4, True), (5, True)])
    def test_an_opening_of_four(self, dots, binds):
        event = self.EVENT + f"[lowered]\n1H = {dots}\n"
        for rule in ("se-3-4-1", "se-3-4-2", "se-3-4-3", "se-3-4-4", "se-3-8"):
            assert bool(of(rule, event, SEVEN_IN_ONE)) is binds, rule

    def test_openings_are_named(self):
        assert str(one("se-3-4-1", self.EVENT, SEVEN_IN_ONE).what).endswith("4 dots or more: 1H.")
        assert str(one("se-3-4-4", self.EVENT, A_SYSTEM).what).endswith("against 1C, 2D and 2H.")
        assert "against 1C, 2D and 2H may be looked at" in str(one("se-3-8", self.EVENT, A_SYSTEM).what)
        marked = str(one("se-3-3-dots", self.EVENT, A_SYSTEM).what)
        assert marked.endswith("openings: 1C (3), 2D (3), 2H (3) and 1D (2).")
        assert "that 2N may" in str(one("se-3-3-notrump", self.EVENT, TEN).what)

    def test_three_dots_need_a_defence_in_an_a_system_alone(self):
        assert not of("se-3-4-4", self.EVENT, TEN)
        assert not of("se-3-8", self.EVENT, TEN)

    def test_lowered_dots_change_the_class(self):
        assert of("se-3-2-startlist", self.EVENT, A_SYSTEM)
        assert not of("se-3-2-startlist", self.EVENT + "[lowered]\n1D = 1\n", A_SYSTEM)

    def test_an_open_class_never_drops_a_duty_and_never_makes_it_certain(self):
        for rule in ("se-3-2-startlist", "se-3-4-1", "se-3-4-2", "se-3-4-3", "se-3-4-4", "se-3-8"):
            assert "A-system" in str(one(rule, self.EVENT, A_OR_B).condition), rule
        for rule in ("se-3-4-1", "se-3-4-2", "se-3-4-3", "se-3-4-4", "se-3-8"):
            assert "so many dots" in str(one(rule, self.EVENT, THREE_OR_SIX).condition), rule
        event = self.EVENT + 'contest = "teams"\n'
        assert "team's systems" in str(one("se-3-5", event, A_OR_B).condition)

    def test_four_dots_in_any_case_bind_whatever_the_class(self):
        card = A_OR_B + "1H : 0-7\n"  # an A-system now
        assert one("se-3-4-1", self.EVENT, card).condition is None
        open_ = "[openings]\n1H : 0-7\n2D : 3-9, 6M  , ART\n1D : 11-14, (3)4+D\n"  # ten dots or twelve
        told = one("se-3-4-1", self.EVENT, open_)
        assert told.condition is None
        assert "A-system or, if it is none" in str(told.what)
        assert one("se-3-4-2", self.EVENT, open_).condition is None
        sure, maybe = of("se-3-4-4", self.EVENT, open_)
        assert (str(sure.what)[-3:], sure.condition) == ("1H.", None)
        assert str(maybe.what)[-3:] == "2D."
        assert "A-system" in str(maybe.condition)

    def test_no_card_yet(self):
        for rule in ("se-3-3-dots", "se-3-3-notrump", "se-3-4-1", "se-3-4-2", "se-3-4-3", "se-3-4-4", "se-3-8"):
            assert "nobody has judged" in str(one(rule, self.EVENT).condition), rule


class TestTeams:
    EVENT = START + 'contest = "teams"\nlevel = "A"\nboards = 16\n'

    def test_a_team_announces_for_its_pairs(self):
        for cards in ([A_SYSTEM], [PLAIN, A_SYSTEM], [A_OR_B, A_SYSTEM]):
            duty = one("se-3-5", self.EVENT, *cards)
            assert (duty.who, duty.condition) == (Who.TEAM, None)
            assert duty.due.isoformat(timespec="minutes") == "2027-04-04T09:45+02:00"
            assert "loses the right" in str(duty.consequence)

    def test_the_organisers_time_holds_before_the_quarter_of_an_hour(self):
        assert due("se-3-5", self.EVENT + "announcement = 2027-04-04 09:50:00\n", A_SYSTEM) == [
            "2027-04-04T09:50+02:00"
        ]

    def test_rights_of_the_line_up(self):
        rights = [(d.who, d.right) for d in of("se-3-5-lineup", self.EVENT, A_SYSTEM)]
        assert rights == [(Who.TEAM, False), (Who.TEAM, True), (Who.OPPONENTS, True)]


class TestOrganiser:
    def test_a_recommended_level_asks_for_a_decision_and_names_itself(self):
        decided = event_of(SE, START + 'level = "B"\nboards = 8\n')
        recommended = event_of(SE, START + "boards = 8\n")
        assert len(organiser_duties(decided)) == 2
        [decide] = [d for d in organiser_duties(recommended) if "Decide" in str(d.what)]
        assert "level B holds" in str(decide.consequence)

    def test_the_invitation_names_every_level(self):
        event = event_of(
            SE, START + '[[phases]]\nname = "Semifinal"\nlevel = "B"\n[[phases]]\nname = "Sista chansen"\nlevel = "C"\n'
        )
        assert any(str(d.what).endswith("the level: B and C.") for d in organiser_duties(event))

    def test_the_start_list_names_the_pair(self):
        event = event_of(SE, START + 'level = "A"\nboards = 8\n')
        standings = entrant_of(SE, [A_SYSTEM], event).standings
        [duty] = [d for d in duties(event, Entrant("Pair 7", standings=standings)) if d.rule == "se-3-2-startlist"]
        assert str(duty.what) == "Show on the start list that Pair 7 plays an A-system."


class TestAdmission:
    def admission(self, text, *cards):
        event = event_of(SE, text)
        return admissions(event, entrant_of(SE, cards, event))

    @pytest.mark.parametrize(
        ("limit", "expected"),
        [
            (8, {TEN: "no", A_SYSTEM: "no", A_OR_B: "no"}),
            (9, {TEN: "no", A_SYSTEM: "no", A_OR_B: "cannot tell"}),
            (10, {TEN: "yes", A_SYSTEM: "no", A_OR_B: "cannot tell"}),
            (11, {TEN: "yes", A_SYSTEM: "yes", A_OR_B: "yes"}),
        ],
    )
    def test_dots_against_the_limit(self, limit, expected):
        text = START + f'level = "D"\nlimit = {limit}\n'
        assert {card: admitted(self.admission(text, card)) for card in expected} == expected

    def test_the_numbers_are_said(self):
        [found] = self.admission(START + 'level = "B"\n', A_OR_B)
        assert str(found.reason) == "9 to 11 dots; at most 10 are allowed."
        assert "1D" in str(found.question)
        [found] = self.admission(START + 'level = "B"\n', A_SYSTEM)
        assert str(found.reason) == "11 dots; only 10 are allowed."

    def test_no_level(self):
        [found] = self.admission("start = 2027-04-04 10:00:00\n", PLAIN)
        assert found.admitted is Admitted.CANNOT_TELL
        assert "organiser" in str(found.question)
        [found] = self.admission('masterpoints = "bronze"\n', A_SYSTEM)
        assert found.admitted is Admitted.YES
        assert "voluntary" in str(found.reason)

    def test_phases_differ(self):
        text = START + '[[phases]]\nname = "Qualifying"\nlevel = "C"\n[[phases]]\nname = "Final"\nlevel = "A"\n'
        found = self.admission(text, A_SYSTEM)
        assert [(a.phase, a.admitted) for a in found] == [("Qualifying", Admitted.NO), ("Final", Admitted.YES)]
        assert admitted(found) is Admitted.NO

    @pytest.mark.parametrize(
        ("ban", "expected"),
        [
            ("2D", {A_SYSTEM: "no", SEVEN_IN_ONE: "yes"}),
            ("1D", {A_SYSTEM: "no", A_OR_B: "cannot tell", SEVEN_IN_ONE: "yes"}),
            ("1S", {SEVEN_IN_ONE: "yes"}),
            ("dots-weak-major", {SEVEN_IN_ONE: "no", THREE_OR_SIX: "cannot tell", A_SYSTEM: "yes"}),
            ("dots-three", {PLAIN: "no", A_OR_B: "cannot tell", SEVEN_IN_ONE: "yes"}),
            ("dots-fewer", {PLAIN: "yes", A_SYSTEM: "no"}),
            ("dots-notrump", {TEN: "no", A_SYSTEM: "yes"}),
            ("dots-weak-notrump", {TEN: "yes", "[openings]\n1N : 5-9, 5-5 minors\n": "no"}),
        ],
    )
    def test_bans(self, ban, expected):
        text = START + f'level = "D"\nlimit = 40\nbans = ["{ban}"]\n'
        assert {card: admitted(self.admission(text, card)) for card in expected} == expected

    def test_a_kind_that_another_variant_has_more_dots_than(self):
        card = "[openings]\n1H [nv] : 0-7\n1H [vul] : 8-11, 3+H\n1S : 11-15, 5+S\n"
        text = START + 'level = "D"\nlimit = 40\nbans = ["dots-three"]\n'
        assert admitted(self.admission(text, card)) is Admitted.NO

    def test_lowering_does_not_lift_a_ban(self):
        event = event_of(SE, START + 'level = "D"\nlimit = 40\nbans = ["2D"]\n')
        event = replace(event, lowered={"2D": 0})  # a file that does both would be refused
        assert admitted(admissions(event, entrant_of(SE, [A_SYSTEM], event))) is Admitted.NO


def test_bronze_is_voluntary_and_says_so():
    for duty in found('masterpoints = "bronze"\nstart = 2027-04-04 10:00:00\nboards = 3\n', A_SYSTEM):
        if not duty.rule.startswith("se-9"):
            assert "bronze" in str(duty.condition), duty.rule


@pytest.mark.parametrize("name", ["se-sm-lag", "se-sm-par-open", "sk-first-league"])
def test_page_nine_is_of_championships(name):
    event = event_of(SE, f'preset = "{name}"\n')
    event = replace(event, regulations=(SE,))
    of_page = [d for d in duties(event, entrant_of(SE, [PLAIN], event)) if d.rule.startswith("se-9")]
    assert len(of_page) == (3 if "sm" in name else 0)
    assert all(d.condition is None for d in of_page)


def test_every_swedish_preset_is_a_championship():
    from syscheck.events import presets

    assert all(p.id.startswith("se-sm-") for p in presets() if SE in p.values["regulations"].value)


def test_no_a_system_is_announced_where_none_may_be_played():
    teams = 'contest = "teams"\n'
    for rule in ("se-3-5", "se-3-5-lineup"):
        assert of(rule, teams + START + 'level = "A"\n', A_SYSTEM)
        assert of(rule, teams + START + 'level = "D"\nlimit = 11\n', A_SYSTEM)
        assert not of(rule, teams + START + 'level = "D"\nlimit = 10\n', A_SYSTEM)
        assert not of(rule, teams + START + 'level = "B"\n', A_SYSTEM)
    phases = '[[phases]]\nname = "First"\nlevel = "B"\n[[phases]]\nname = "Final"\nlevel = "A"\n'
    phases += "start = 2027-04-05 10:00:00\n"
    assert due("se-3-5", teams + START + phases, A_SYSTEM) == ["2027-04-05T09:45+02:00"]


@pytest.mark.parametrize(
    ("ban", "expected"), [("dots-notrump", "no"), ("dots-weak-notrump", "no"), ("dots-three", "yes")]
)
def test_a_ban_of_unnatural_notrumps_is_one_of_weak_ones_too(ban, expected):
    event = event_of(SE, START + f'level = "D"\nlimit = 20\nbans = ["{ban}"]\n')
    assert admitted(admissions(event, entrant_of(SE, ["[openings]\n1N : 6-10, unbal\n"], event))).value == expected


def test_a_pair_is_asked_what_would_settle_a_ban():
    event = event_of(SE, START + 'level = "D"\nlimit = 20\nbans = ["dots-fewer"]\n')
    card = "[openings]\n1S : 11-15, 5+S\n2D : 5-10, usually 5+D\n"
    [ban] = [a for a in admissions(event, entrant_of(SE, [card], event)) if a.rule == "se-2-4-ban"]
    assert ban.admitted.value == "cannot tell"
    assert "May 2D be without 5+D?" in str(ban.question)
