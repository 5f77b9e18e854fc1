"""Czech and WBF events: what a card leaves open is asked, each by its own question."""

from events.reading import entrant_of, event_of
from syscheck.events import Admitted, admissions, admitted, duties

PLAIN = "[openings]\nP : 0-11\n1C : 12-21, 3+C\n1D : 12-21, 4+D\n1M : 12-21, 5+M\n1N : 15-17 bal\n"
PSYCHICS = PLAIN + "[conventions]\nprotected psychics\n"
TWO_OPEN = PLAIN.replace("1M : 12-21", "1M : weak") + "2D : 5-9, usually 6D\n"
START = "start = 2027-04-04 10:00:00\n"
LEAGUE = START + 'contest = "teams"\nleague = "{}"\n'
WORLD = START + 'timezone = "Europe/Prague"\ncategory = {}\nknockout = {}\n'


def answers(law, text, card):
    event = event_of(law, text)
    return admissions(event, entrant_of(law, [card], event))


def test_psychic_bids_on_a_card_are_asked_about_where_no_brown_convention_may_be_played():
    [found] = answers("cz-teams", LEAGUE.format("third"), PSYCHICS)
    assert found.admitted is Admitted.CANNOT_TELL
    assert "protect psychic bids" in str(found.question)
    assert admitted(answers("cz-teams", LEAGUE.format("first"), PSYCHICS)) is Admitted.YES
    assert admitted(answers("cz-teams", LEAGUE.format("third"), PLAIN)) is Admitted.YES
    for category, knockout, expected in (
        (1, "true", Admitted.YES),
        (2, "true", Admitted.YES),
        (2, "false", Admitted.CANNOT_TELL),
        (3, "true", Admitted.CANNOT_TELL),
    ):
        assert admitted(answers("wbf", WORLD.format(category, knockout), PSYCHICS)) is expected


def test_a_system_and_a_brown_convention_that_are_open_are_asked_about_apart():
    system, brown = answers("cz-teams", LEAGUE.format("third"), TWO_OPEN)
    assert "1H" in str(system.question)
    assert "2D" not in str(system.question)
    assert "2D" in str(brown.question)
    assert "1H" not in str(brown.question)


def test_the_descriptions_hang_on_whatever_is_open():
    event = event_of("cz-teams", LEAGUE.format("first"))
    found = duties(event, entrant_of("cz-teams", [TWO_OPEN], event))
    [descriptions] = [d for d in found if d.rule == "cz-2.6-descriptions"]
    for words in ("only if there turns out to be", "(VUS)", "(HK): 2D"):
        assert words in str(descriptions.condition)
