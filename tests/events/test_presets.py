"""Presets: what their sources fix, what they leave open, and the sample file of each."""

import datetime

import pytest
from paths import ROOT

from syscheck.events import Chosen, Contest, Kind, League, Level, preset, presets, read_event, read_event_file
from syscheck.events.file import EventFile
from syscheck.events.preset import UnknownPreset, preset_ids

from .event_files import codes, remarks

SAMPLES = ROOT / "samples" / "events"
IDS = [
    "cz-first-league",
    "cz-second-league",
    "cz-third-league",
    "se-sm-lag",
    "se-sm-lag-veteran",
    "se-sm-par-dam",
    "se-sm-par-mixed",
    "se-sm-par-open",
    "se-sm-par-veteran",
    "sk-first-league",
    "sk-second-league",
]


def values(name):
    return {key: s.value for key, s in preset(name).values.items()}


def levels(name):
    return {phase: rows["level"].value for phase, rows in preset(name).phases.items()}


def test_every_event_that_the_rules_name_has_one():
    assert list(preset_ids()) == IDS
    with pytest.raises(UnknownPreset):
        preset("../presets/se-sm-lag")


# ---- against the rule books ------------------------------------------------------------------------------------------


def test_the_slovak_leagues():
    """§22.1: the first league is national; the second ones belong to the conferences, so they are regional."""
    same = {"regulations": ["sk-2008"], "contest": "teams"}
    assert values("sk-first-league") == {**same, "league": "first", "kind": "national"}
    assert values("sk-second-league") == {**same, "league": "second", "kind": "regional"}
    for name in ("sk-first-league", "sk-second-league"):
        assert preset(name).values["kind"].clause == "§22.1"
        assert {s.date for s in preset(name).values.values()} == {datetime.date(2008, 1, 25)}
        assert not preset(name).phases


def test_the_swedish_championships():
    """Finals of the team championships are A; those of the pairs B, with the semifinal of Open; Sista chansen is C."""
    assert levels("se-sm-lag") == levels("se-sm-lag-veteran") == {"Final": "A"}
    for name in ("dam", "mixed", "veteran"):
        assert levels(f"se-sm-par-{name}") == {"Final": "B"}
    assert levels("se-sm-par-open") == {"Semifinal": "B", "Sista chansen": "C", "Final": "B"}
    for name in IDS:
        if name.startswith("se-"):
            contest = "teams" if "lag" in name else "pairs"
            assert values(name) == {"regulations": ["se-2012"], "contest": contest}  # nothing of boards or masterpoints


def test_the_czech_leagues():
    """Point 1: the first two are leagues of the whole country and play behind screens; of others it says neither."""
    same = {"regulations": ["cz-teams"], "contest": "teams"}
    for league in ("first", "second"):
        assert values(f"cz-{league}-league") == {**same, "league": league, "kind": "national", "screens": True}
        assert preset(f"cz-{league}-league").values["screens"].clause == "1"
    assert values("cz-third-league") == {**same, "league": "third"}


@pytest.mark.parametrize("found", presets(), ids=lambda found: found.id)
def test_every_value_has_its_source_and_is_one_of_an_event_file(found):
    rows = [*found.values.values(), *(s for phase in found.phases.values() for s in phase.values())]
    for sourced in rows:
        assert sourced.document
        assert sourced.clause
        assert str(sourced.source).startswith(f"{sourced.document}, {sourced.clause}")
    assert found.file == EventFile.model_validate(values(found.id))
    assert [found.phase_file(name.upper()).name for name in found.phases] == list(found.phases)
    assert found.title


# ---- presets and files -----------------------------------------------------------------------------------------------


def test_a_preset_gives_the_event_its_name_and_its_facts():
    event = read_event('preset = "sk-first-league"\nstart = 2027-02-06T10:00\n')
    assert (event.name, event.preset, event.regulations) == ("First Slovak league", "sk-first-league", ("sk-2008",))
    assert (event.kind, event.league, event.contest) == (Kind.NATIONAL, League.FIRST, Contest.TEAMS)
    assert event.timezone.key == "Europe/Bratislava"
    assert not event.remarks


def test_phases_are_matched_by_name_in_capitals_or_not():
    event = read_event(
        'preset = "se-sm-par-open"\n[[phases]]\nname = "SISTA CHANSEN"\nstart = 2027-08-07\n'
        '[[phases]]\nname = "final"\nstart = 2027-08-08\n'
    )
    assert [(p.name, p.level, p.level_from, p.limit) for p in event.phases] == [
        ("SISTA CHANSEN", Level.C, Chosen.PRESET, 7),
        ("final", Level.B, Chosen.PRESET, 10),
    ]
    assert not event.remarks


def test_without_phases_those_of_the_preset_are_taken_and_said():
    event = read_event('preset = "se-sm-par-open"\nstart = 2027-08-06T11:00\n')
    assert [p.name for p in event.phases] == ["Semifinal", "Sista chansen", "Final"]
    assert [p.start is None for p in event.phases] == [False, True, True]
    assert "Semifinal, Sista chansen and Final" in remarks(event)
    assert "no start of “Final”" in remarks(event)


def test_rounds_belong_to_the_one_phase_of_a_preset():
    rounds = "rounds = [2027-08-06T11:00, 2027-08-06T13:00]\n"
    assert len(read_event('preset = "se-sm-lag"\n' + rounds).phases[0].rounds) == 2
    assert codes('preset = "se-sm-par-open"\n' + rounds) == ["V147"]


def test_of_another_phase_the_preset_says_nothing():
    event = read_event(
        'preset = "se-sm-lag"\nmasterpoints = "gold"\n[[phases]]\nname = "Qualifying"\nboards = 7\n'
        '[[phases]]\nname = "Finale"\n'
    )
    assert [(p.level, p.level_from) for p in event.phases] == [(Level.B, Chosen.RECOMMENDED), (None, None)]
    assert "nothing of a phase “Qualifying”" in remarks(event)
    assert "“Finale”: did you mean “Final”?" in remarks(event)


@pytest.mark.parametrize(
    ("text", "level", "limit"),
    [
        ('level = "C"\n', Level.C, 7),
        ('[[phases]]\nname = "Final"\nlevel = "C"\nlimit = 8\n', Level.C, 8),
        ('level = "D"\nlimit = 5\n', Level.D, 5),
    ],
)
def test_the_file_wins_and_a_contradiction_is_a_remark(text, level, limit):
    event = read_event('preset = "se-sm-lag"\n' + text)
    assert [(p.level, p.level_from, p.limit) for p in event.phases] == [(level, Chosen.ORGANISER, limit)]
    said = f"“level” is {level} here, and A for SM Lag, Final (Swedish championships 2012-2013,"
    assert said in remarks(event)


def test_what_the_source_fixes_may_be_written_again():
    event = read_event(
        'preset = "se-sm-lag"\nregulations = ["se-2012"]\ncontest = "teams"\nstart = 2027-08-06\n'
        '[[phases]]\nname = "Final"\nlevel = "A"\n'
    )
    assert not event.remarks


def test_a_league_of_another_rank_is_a_remark():
    event = read_event('preset = "sk-first-league"\nleague = "second"\nkind = "regional"\nstart = 2027-02-06\n')
    assert event.kind is Kind.REGIONAL
    assert "“league” is second here, and first for First Slovak league" in remarks(event)
    assert "“kind” is regional here" in remarks(event)


def test_a_regulation_more_is_no_contradiction_and_another_is():
    more = 'preset = "sk-first-league"\nstart = 2027-02-06\nregulations = {}\ntimezone = "Europe/Bratislava"\n'
    assert "“regulations”" not in remarks(read_event(more.format('["sk-2008", "se-2012"]')))
    assert "“regulations” is se-2012 here, and sk-2008" in remarks(read_event(more.format('["se-2012"]')))


def test_a_raised_limit_of_the_level_of_a_preset_is_no_contradiction():
    event = read_event('preset = "se-sm-par-dam"\nlimit = 12\nstart = 2027-02-06\n')
    assert (event.phases[0].level_from, event.phases[0].limit) == (Chosen.PRESET, 12)
    assert "“" not in remarks(event)
    assert codes('preset = "se-sm-lag"\nlimit = 12\n') == ["V150"]


def test_pairs_do_not_play_a_league():
    assert codes('preset = "sk-first-league"\ncontest = "pairs"\n') == ["V134"]


# ---- samples ---------------------------------------------------------------------------------------------------------


def test_every_preset_has_its_sample():
    assert {p.stem for p in SAMPLES.glob("*.toml")} >= set(IDS) | {"league"}


@pytest.mark.parametrize("name", IDS)
def test_the_sample_of_a_preset_has_levels_and_dates_and_contradicts_nothing(name):
    path = SAMPLES / f"{name}.toml"
    event = read_event_file(str(path))
    assert event.preset == name
    assert event.start.year == 2027
    assert not [r for r in event.remarks if " here, and " in str(r) or "cannot be told" in str(r)]
    assert all(p.level is not None for p in event.phases if "se-2012" in event.regulations)
    assert all(p.first_round is not None and p.boards for p in event.phases)


def test_the_sample_of_the_entries():
    event = read_event_file(str(SAMPLES / "league.toml"))
    assert not event.remarks
    assert [(p.name, p.level, p.limit) for p in event.phases] == [("Qualifying", Level.B, 10), ("Final", Level.C, 7)]
    assert event.cards_due.isoformat() == "2026-12-12T10:00:00+01:00"
