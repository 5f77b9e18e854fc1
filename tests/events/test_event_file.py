"""An organiser's file in, an event with everything settled out, or all its faults with their places."""

import datetime
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syscheck.card import Lines
from syscheck.events import Chosen, Collector, Contest, FaultyEvent, Kind, Level, read_event, read_event_bytes
from syscheck.events.file import EXAMPLES, EventFile, PhaseFile
from syscheck.events.levels import most_dots, number, recommended
from syscheck.events.model import Masterpoints
from syscheck.events.reading import MOST_BYTES, read_event_file
from syscheck.events.toml import NotToml, places, toml_data
from syscheck.regulations import regulation
from syscheck.regulations.pages import numbers

from .event_files import CLUB, CZECH, SLOVAK, SWEDISH, WORLD, codes, faults_of, phase, places_of, remarks, swedish


def at(text):
    return datetime.datetime.fromisoformat(text)


# ---- what a file settles ---------------------------------------------------------------------------------------------


class TestAnEvent:
    def test_a_file_without_phases_is_one(self):
        event = swedish('level = "B"\nboards = 12\nstart = 2027-01-16T10:00\n')
        [only] = event.phases
        assert (only.name, only.level, only.limit, only.boards) == ("E", Level.B, 10, 12)
        assert only.first_round == event.start == at("2027-01-16T10:00+01:00")

    def test_what_a_phase_does_not_say_the_top_says(self):
        event = swedish(
            'boards = 12\nlevel = "B"\nlimit = 12\n[[phases]]\nname = "Q"\n[[phases]]\nname = "F"\nboards = 20\n'
            'level = "C"\n'
        )
        assert [(p.boards, p.level, p.limit) for p in event.phases] == [(12, Level.B, 12), (20, Level.C, 7)]

    def test_a_limit_of_a_phase_goes_with_the_level_at_the_top(self):
        event = swedish('level = "B"\n[[phases]]\nname = "Q"\nlimit = 14\n')
        assert [(p.level, p.limit) for p in event.phases] == [(Level.B, 14)]

    def test_a_limit_at_the_top_goes_with_no_other_level_than_that_at_the_top(self):
        event = swedish(
            'level = "D"\nlimit = 5\nbans = ["2D"]\n[[phases]]\nname = "Q"\n[[phases]]\nname = "F"\nlevel = "A"\n'
        )
        assert [(p.limit, p.bans) for p in event.phases] == [(5, ("2D",)), (None, ())]

    def test_a_limit_at_the_top_without_a_level_holds_for_every_phase(self):
        event = swedish('limit = 11\n[[phases]]\nname = "Q"\nlevel = "B"\n[[phases]]\nname = "F"\nlevel = "C"\n')
        assert [p.limit for p in event.phases] == [11, 11]
        assert codes(SWEDISH + 'limit = 11\n[[phases]]\nname = "F"\nlevel = "A"\n') == ["V150"]

    def test_the_first_phase_starts_with_the_event(self):
        event = swedish('level = "B"\nstart = 2027-01-16T10:00\n[[phases]]\nname = "Q"\n')
        assert event.phases[0].start == at("2027-01-16T10:00+01:00")

    def test_the_event_starts_with_its_first_phase(self):
        event = swedish('level = "B"\n[[phases]]\nname = "Q"\nrounds = [2027-01-16T10:00, 2027-01-16T14:00]\n')
        assert event.start == event.phases[0].first_round == at("2027-01-16T10:00+01:00")
        assert len(event.phases[0].rounds) == 2

    def test_settings_screens_and_who_collects(self):
        event = read_event(
            CLUB + 'screens = true\ncollects = "co-ordinator"\n[settings.sk-2008]\npass-ceiling = 13\nnt-width = '
            '"inclusive"\n'
        )
        assert event.settings == {"sk-2008": {"pass-ceiling": 13, "nt-width": "inclusive"}}
        assert event.screens
        assert event.collects is Collector.COORDINATOR

    def test_a_share_is_read_exactly(self):
        event = swedish('level = "A"\n[settings.se-2012]\nclear-majority = 0.7\n')
        assert event.settings["se-2012"]["clear-majority"] * 10 == 7

    def test_pairs_are_taken_for_granted_and_said(self):
        event = read_event('name = "E"\nregulations = ["se-2012"]\nlevel = "A"\nstart = 2027-01-16\n')
        assert event.contest is Contest.PAIRS
        assert "event of pairs" in remarks(event)
        assert not swedish('level = "A"\nstart = 2027-01-16\n').remarks

    def test_a_league_is_of_teams(self):
        event = read_event('name = "E"\nregulations = ["sk-2008"]\nleague = "second"\nstart = 2027-01-16\n')
        assert (event.contest, event.kind, event.remarks) == (Contest.TEAMS, Kind.REGIONAL, ())

    def test_no_start_is_said(self):
        assert "no start" in remarks(swedish('level = "A"\n'))

    def test_files_of_windows(self):
        text = SWEDISH + 'level = "A"\nstart = 2027-01-16\n'
        plain = read_event(text)
        for data in (text.encode("utf-8-sig"), text.replace("\n", "\r\n").encode(), text.replace("\n", "\r").encode()):
            assert read_event_bytes(data).phases == plain.phases


# ---- faults of the file ----------------------------------------------------------------------------------------------


def test_all_faults_in_one_run_each_at_its_place():
    text = """\
name = "E"
regulations = ["se-2012", "sk-2088"]
masterpoint = "gold"
level = "E"
boards = "12"
rounds = [2027-03-28T02:30, 12, 2026-10-25T02:30]
lowered = { 2D = 4, 2X = 1 }
[settings.se-2012]
denial = "x"
[[phases]]
timezone = "x"
knockout = 1
[[phases]]
name = "F"
bans = ["3N", 7, "P"]
"""
    assert places_of(text) == [
        ("V120", '"sk-2088"'),
        ("V110", "masterpoint"),
        ("V114", '"E"'),
        ("V113", '"12"'),
        ("V147", "rounds"),
        ("V113", "12"),
        ("V157", "4"),
        ("V155", "2X"),
        ("V124", '"x"'),
        ("V112", "[[phases]]"),
        ("V111", "timezone"),
        ("V113", "1"),
        ("V155", '"3N"'),
        ("V113", "7"),
        ("V155", '"P"'),
    ]


def test_a_gap_in_a_list_leaves_the_places_of_the_others():
    text = SWEDISH + 'level = "A"\nrounds = [2027-03-28T02:30, 12, 2026-10-25T02:30]\n'
    assert places_of(text) == [("V140", "2027-03-28T02:30"), ("V113", "12"), ("V141", "2026-10-25T02:30")]


@pytest.mark.parametrize(
    ("text", "fault", "hint"),
    [
        ('contests = "teams"\n', "contests", "did you mean “contest”?"),
        ('regulation = "x"\n', "regulation", "did you mean “regulations”?"),
        ('level = "b"\n', '"b"', "did you mean “B”?"),
        ('collects = "organizer"\n', '"organizer"', "did you mean “organiser”?"),
        ('timezone = "stockholm"\n', '"stockholm"', "did you mean “Europe/Stockholm”?"),
        ('timezone = "Evrope/Prague"\n', '"Evrope/Prague"', "did you mean “Europe/Prague”?"),
        ('timezone = "../zone"\n', '"../zone"', "tz database"),
        ('timezone = "Europe"\n', '"Europe"', "tz database"),
        ('preset = "se-sm-lagg"\n', '"se-sm-lagg"', "did you mean “se-sm-lag”?"),
        ('level = "A"\nlowered = { dots-mayor = 0 }\n', "dots-mayor", "did you mean “dots-major”?"),
        ("[settings.se-2021]\nx = 1\n", "[settings.se-2021]", "did you mean “se-2012”?"),
        ('[settings.se-2012]\ndenials = "x"\n', "denials", "did you mean “denial”?"),
    ],
)
def test_a_near_word_is_suggested(text, fault, hint):
    with pytest.raises(FaultyEvent) as error:
        read_event(SWEDISH + text)
    [found] = error.value.faults
    assert error.value.text[slice(*found.span)] == fault
    assert hint in found.hint


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("boards = \n", 4, 10),
        ('level = "B\n', 4, 11),
        ("boards = 12 13\n", 4, 13),
        ("start = 2027-01-16T10:00 x\n", 4, 26),
        ("rounds = [2027-01-16T10:00, 2027-01-16T14:00 x]\n", 4, 46),
        ("start = 2027-01-16T10:00\nboards = x\n", 5, 10),
        ("start = 2027-13-16T10:00\n", 4, 13),
    ],
)
def test_where_a_file_is_not_toml(text, line, column):
    with pytest.raises(FaultyEvent) as error:
        read_event(SWEDISH + text)
    [fault] = error.value.faults
    assert (fault.code, *Lines(error.value.text).place(fault.span[0])) == ("V104", line, column)


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 5000,
        "a = " + "9" * 5000,
        "\0",
        "=",
        "[",
        '"',
        "a = 1__0",
        "[[a]]\n[a]",
        "a.b = 1\na = 2",
        "a" * 5000,
    ],
)
def test_hostile_text_is_a_fault(text):
    assert faults_of(text)


def read_or_faults(text):
    """The event, or the faults of the file."""
    try:
        return read_event(text), ()
    except FaultyEvent as error:
        return None, error.faults


@given(st.text(alphabet="ab =\"[]{}.,\n#'\\1-:T\0é", max_size=60))
def test_no_text_is_anything_but_an_event_or_faults(text):
    event, faults = read_or_faults(text)
    assert (event is None) == bool(faults)
    for fault in faults:
        assert fault.message
        assert 0 <= fault.span[0] <= len(text)


VALUES = st.sampled_from(
    ["1", "-1", '"x"', '"B"', "true", "1.5", "inf", "[]", "{}", "[1]", '["2D"]', "{ a = 1 }", "2027-01-16", "10:00:00",
     "2027-01-16T10:00", "0001-01-01T00:00:00+14:00", "9999-12-31", '[["x"]]', '"se-2012"', '["se-2012"]', '"\\u0000"',
     "{ se-2012 = 1 }", "[2027-01-16, 1]", "[{}]", '[{ name = "x", level = 1 }]', "[{ name = 1 }, 2]"]
)  # fmt: skip


@given(st.dictionaries(st.sampled_from([*EventFile.model_fields, "other"]), VALUES))
def test_whatever_stands_behind_the_keys_every_fault_has_its_place(keys):
    text = "".join(f"{key} = {value}\n" for key, value in keys.items())
    event, faults = read_or_faults(text)
    assert (event is None) == bool(faults)
    for fault in faults:
        assert fault.message
        if fault.code not in {"V112", "V126", "V130"}:
            assert fault.span[0] < fault.span[1] <= len(text)


@pytest.mark.parametrize(("data", "code"), [(b'a = "\xff"', "V102"), (b"#" * (MOST_BYTES + 1), "V103")])
def test_bytes_that_are_no_event_file(data, code):
    with pytest.raises(FaultyEvent) as error:
        read_event_bytes(data)
    assert [f.code for f in error.value.faults] == [code]


def test_a_file_of_the_largest_size_is_read():
    text = SWEDISH + 'level = "A"\n'
    assert read_event_bytes((text + "#" * (MOST_BYTES - len(text))).encode()).name == "E"


def test_files_that_cannot_be_opened(tmp_path):
    for file in (tmp_path, tmp_path / "none.toml", "a\0b"):
        with pytest.raises(FaultyEvent) as error:
            read_event_file(str(file))
        assert [f.code for f in error.value.faults] == ["V101"]


@pytest.mark.parametrize("key", EXAMPLES)
def test_the_example_of_a_key_is_what_may_be_written(key):
    lines = EXAMPLES[key].replace(" and below it ", "\n")
    data = toml_data(lines)
    assert list(data) == [key]
    assert getattr(EventFile.model_validate(data), key) is not None
    if key in PhaseFile.model_fields:
        assert getattr(PhaseFile.model_validate({"name": "F", **data}), key) is not None


def test_every_key_has_an_example():
    assert set(EXAMPLES) == set(EventFile.model_fields) >= set(PhaseFile.model_fields)


# ---- TOML ------------------------------------------------------------------------------------------------------------


def paths_of(data, here=()):
    match data:
        case dict():
            for key, value in data.items():
                yield (*here, key), value
                yield from paths_of(value, (*here, key))
        case list():
            for place, value in enumerate(data):
                yield (*here, place), value
                yield from paths_of(value, (*here, place))


KEYS = st.sampled_from(["a", "b-c", '"d e"', "'f.g'", '"\\u00e9"', "1"])
SCALARS = st.sampled_from(
    ["1", "-0.5", "true", '"x # y"', "'\"'", '"""\na "q" \\""""', "'''\n[x]\n'''", "2027-01-16T10:00:00",
     "2027-01-16 10:00:00+01:00", "1979-05-27", "07:32:00", "0xff", "inf"]
)  # fmt: skip
INNER = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda v: "[ # c\n" + ",\n".join(v) + "\n]")
        | st.dictionaries(KEYS, SCALARS, max_size=2).map(
            lambda d: "{" + ", ".join(f"{k} = {v}" for k, v in d.items()) + "}"
        )
    ),
    max_leaves=5,
)
LINES = st.lists(
    st.tuples(
        st.sampled_from(["", "[{0}]\n", "[[{0}]]\n", "[ {0} . {1} ]  # c\n", "# only words\n"]), KEYS, KEYS, INNER
    ),
    max_size=6,
).map(lambda rows: "".join(head.format(a, b) + f"{b} = {value}\n" for head, a, b, value in rows))


@given(LINES)
def test_every_key_and_value_of_a_toml_file_has_its_place(text):
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    found = places(text)
    for path, value in paths_of(data):
        start, end = found.value(path)
        assert start < end, path
        if path in found.values:
            assert tomllib.loads(f"x = {text[start:end]}")["x"] == value
        if isinstance(path[-1], str):
            assert path in found.keys
    assert set(found.values) <= {path for path, _ in paths_of(data)}


@pytest.mark.parametrize("text", ['a = "2027-01-16T10:00"', "# 2027-01-16T10:00\na = '''\n2027-01-16T10:00'''"])
def test_only_times_get_their_seconds(text):
    assert toml_data(text) == tomllib.loads(text)


def test_a_time_may_leave_out_its_seconds():
    text = "a = [2027-01-16T10:00, 2027-01-16 10:00+01:00, 2027-01-16T10:00Z]\n"
    assert toml_data(text) == tomllib.loads(text.replace("10:00", "10:00:00"))
    with pytest.raises(NotToml):
        toml_data("a = 2027-01-16T1:00\n")


# ---- what kind of event ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["V130"]),
        ('league = "third"\n', ["V134", "V130"]),
        ('kind = "club"\n', None),
        ('kind = "club"\nleague = "first"\n', ["V133", "V134"]),
        ('kind = "regional"\nleague = "first"\n', ["V133", "V134"]),
        ('kind = "national"\nleague = "second"\n', ["V133", "V134"]),
    ],
)
def test_by_the_slovak_rules_the_kind_of_event_counts(text, found):
    text = SLOVAK + text
    if found is None:
        assert read_event(text).kind is Kind.CLUB
    else:
        assert sorted(codes(text)) == sorted(found)


@pytest.mark.parametrize(("league", "kind"), [("first", Kind.NATIONAL), ("second", Kind.REGIONAL)])
def test_a_slovak_league_has_its_kind(league, kind):
    text = SLOVAK.replace("pairs", "teams") + f'league = "{league}"\n'
    assert read_event(text).kind is kind
    assert read_event(text + f'kind = "{kind}"\n').kind is kind


def test_by_the_czech_rules_the_league_or_the_kind_counts():
    assert codes(CZECH) == ["V131"]
    assert read_event(CZECH + 'league = "third"\n').timezone.key == "Europe/Prague"
    assert read_event(CZECH + 'kind = "club"\n').league is None


def test_by_the_wbf_every_phase_has_a_category():
    assert codes(WORLD) == ["V132"]
    assert [p.category for p in read_event(WORLD + "category = 1\n").phases] == [1]
    two = WORLD + '[[phases]]\nname = "Q"\ncategory = 3\n[[phases]]\nname = "F"\n'
    assert places_of(two) == [("V132", "[[phases]]")]
    assert [p.category for p in read_event(two + "category = 2\nknockout = true\n").phases] == [3, 2]


@pytest.mark.parametrize("category", [0, 4])
def test_there_are_three_categories(category):
    assert "V115" in codes(SWEDISH + f'level = "A"\ncategory = {category}\n')


@pytest.mark.parametrize(
    "text",
    [
        'level = "B"\n',
        "limit = 9\n",
        'bans = ["2D"]\n',
        "lowered = { 2D = 1 }\n",
        "announcement = 2027-01-16T09:30\n",
        "category = 1\n",
        '[[phases]]\nname = "F"\nlevel = "B"\n',
    ],
)
def test_a_key_of_a_regulation_that_is_not_named_is_refused(text):
    assert codes(CLUB + text) == ["V118"]


# ---- times -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2027-01-16T10:00", "2027-01-16T10:00+01:00"),
        ("2027-01-16T10:00:30", "2027-01-16T10:00:30+01:00"),
        ("2027-07-16T10:00", "2027-07-16T10:00+02:00"),
        ("2027-01-16T10:00Z", "2027-01-16T11:00+01:00"),
        ("2027-01-16T23:30-05:00", "2027-01-17T05:30+01:00"),
        ("2027-01-16", "2027-01-16T00:00+01:00"),
        # The clock goes from 02:00 to 03:00 on 2027-03-28, and from 03:00 to 02:00 on 2026-10-25.
        ("2027-03-28T01:59:59", "2027-03-28T01:59:59+01:00"),
        ("2027-03-28T03:00", "2027-03-28T03:00+02:00"),
        ("2027-03-28T02:30+02:00", "2027-03-28T01:30+01:00"),
        ("2026-10-25T01:59:59", "2026-10-25T01:59:59+02:00"),
        ("2026-10-25T03:00", "2026-10-25T03:00+01:00"),
        ("2026-10-25T02:30+02:00", "2026-10-25T02:30+02:00"),
        ("2026-10-25T02:30+01:00", "2026-10-25T02:30+01:00"),
    ],
)
def test_a_time_is_in_the_timezone_of_the_event(written, moment):
    start = swedish(f'level = "A"\nstart = {written}\n').start
    assert start.astimezone(datetime.UTC) == at(moment).astimezone(datetime.UTC)
    assert start.isoformat() == at(moment).isoformat()


@pytest.mark.parametrize(
    ("written", "code", "offers"),
    [
        ("2027-03-28T02:00", "V140", ("2027-03-28T01:00+01:00", "2027-03-28T03:00+02:00")),
        ("2027-03-28T02:30", "V140", ("2027-03-28T01:30+01:00", "2027-03-28T03:30+02:00")),
        ("2027-03-28T02:59:59", "V140", ("2027-03-28T01:59+01:00", "2027-03-28T03:59+02:00")),
        ("2026-10-25T02:00", "V141", ("2026-10-25T02:00+02:00", "2026-10-25T02:00+01:00")),
        ("2026-10-25T02:30", "V141", ("2026-10-25T02:30+02:00", "2026-10-25T02:30+01:00")),
        ("2026-10-25T02:59:59", "V141", ("2026-10-25T02:59+02:00", "2026-10-25T02:59+01:00")),
    ],
)
def test_a_time_that_the_clock_leaves_out_or_shows_twice(written, code, offers):
    [fault] = faults_of(SWEDISH + f'level = "A"\nstart = {written}\n')
    assert fault.code == code
    for offer in offers:
        assert offer in fault.hint
        assert swedish(f'level = "A"\nstart = {offer}\n').start.isoformat(timespec="minutes") == offer


@pytest.mark.parametrize("key", ["registration", "cards_due", "opponents_known"])
def test_a_date_alone_is_the_end_of_the_day_of_a_deadline(key):
    event = swedish(f'level = "A"\nstart = 2027-01-16T10:00\n{key} = 2027-01-15\n')
    assert getattr(event, key) == at("2027-01-15T23:59:59+01:00")
    assert codes(SWEDISH + f'level = "A"\nstart = 2027-01-16T10:00\n{key} = 2027-01-16\n') == ["V145"]


@pytest.mark.parametrize("key", ["registration", "cards_due", "opponents_known", "announcement"])
def test_a_deadline_is_not_after_play(key):
    start = 'level = "A"\nstart = 2027-01-16T10:00\n'
    swedish(start + f"{key} = 2027-01-16T10:00\n")
    assert codes(SWEDISH + start + f"{key} = 2027-01-16T10:00:01\n") == ["V145"]


def test_within_the_hour_that_the_clock_shows_twice_time_goes_on():
    """45 minutes lie between the two, though the clock shows the second earlier."""
    event = swedish('level = "A"\nrounds = [2026-10-25T02:30+02:00, 2026-10-25T02:15+01:00]\n')
    assert [r.isoformat(timespec="minutes")[11:] for r in event.phases[0].rounds] == ["02:30+02:00", "02:15+01:00"]
    late = 'level = "A"\nstart = 2026-10-25T02:30+02:00\ncards_due = 2026-10-25T02:15+01:00\n'
    assert codes(SWEDISH + late) == ["V145"]


def test_opponents_may_be_known_as_late_as_the_last_round():
    rounds = 'level = "A"\nrounds = [2027-01-16T10:00, 2027-01-17T10:00]\n'
    assert swedish(rounds + "opponents_known = 2027-01-17T09:00\n").opponents_known == at("2027-01-17T09:00+01:00")
    assert codes(SWEDISH + rounds + "opponents_known = 2027-01-17T10:01\n") == ["V145"]


def test_rounds_are_in_order_each_once():
    assert codes(SWEDISH + 'level = "A"\nrounds = [2027-01-16T14:00, 2027-01-16T10:00]\n') == ["V143"]
    assert codes(SWEDISH + 'level = "A"\nrounds = [2027-01-16T14:00, 2027-01-16T14:00]\n') == ["V143"]


def test_phases_are_in_order_and_may_start_together():
    two = 'level = "A"\n[[phases]]\nname = "A"\nstart = 2027-01-16T10:00\n[[phases]]\nname = "B"\nstart = 2027-01-{}\n'
    assert len(swedish(two.format("16T10:00")).phases) == 2
    assert places_of(SWEDISH + two.format("16T09:59")) == [("V146", "2027-01-16T09:59")]


def test_a_phase_without_a_time_hides_no_disorder():
    text = (
        'level = "A"\n[[phases]]\nname = "A"\nstart = 2027-01-16T10:00\n[[phases]]\nname = "B"\n'
        '[[phases]]\nname = "C"\n'
        "start = 2027-01-15T10:00\n"
    )
    assert codes(SWEDISH + text) == ["V146"]


def test_the_event_does_not_start_after_its_first_phase():
    text = 'level = "A"\nstart = 2027-01-16T10:01\n[[phases]]\nname = "A"\nstart = 2027-01-16T10:00\n'
    assert codes(SWEDISH + text) == ["V148"]
    assert swedish(text.replace("10:01", "10:00")).start == at("2027-01-16T10:00+01:00")


def test_cards_before_the_end_of_the_registration_are_a_remark():
    event = swedish('level = "A"\nstart = 2027-02-16\nregistration = 2027-01-16\ncards_due = 2027-01-15\n')
    assert "before the registration ends" in remarks(event)


@pytest.mark.parametrize("year", ["1999", "2200"])
def test_a_year_that_cannot_be_meant(year):
    assert codes(SWEDISH + f'level = "A"\nstart = {year}-01-16\n') == ["V142"]


@pytest.mark.parametrize(
    ("regulations", "zone"),
    [('"sk-2008"', "Europe/Bratislava"), ('"se-2012"', "Europe/Stockholm"), ('"sk-2008", "se-2012"', None)],
)
def test_the_timezone_is_that_of_the_regulation(regulations, zone):
    text = f'name = "E"\nkind = "club"\ncontest = "pairs"\nregulations = [{regulations}]\n'
    if zone is None:
        assert codes(text) == ["V126"]
        text += 'timezone = "Europe/Prague"\n'
    assert read_event(text).timezone.key == (zone or "Europe/Prague")


def test_the_wbf_has_no_timezone():
    assert codes(WORLD.replace('timezone = "Europe/Vienna"', "category = 1")) == ["V126"]


# ---- levels ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("masterpoints", "boards", "level", "limit"),
    [
        ("gold", 8, Level.A, None),
        ("gold", 7, Level.B, 10),
        ("silver", 8, Level.B, 10),
        ("silver", 7, Level.C, 7),
        ("silver", 1, Level.C, 7),
        ("gold", 1000, Level.A, None),
    ],
)
def test_the_recommended_level_holds_where_none_is_decided(masterpoints, boards, level, limit):
    found = phase(f'masterpoints = "{masterpoints}"\nboards = {boards}\n')
    assert (found.level, found.level_from, found.limit) == (level, Chosen.RECOMMENDED, limit)


def test_the_boards_of_the_phase_count():
    event = swedish('masterpoints = "gold"\nboards = 8\n[[phases]]\nname = "Q"\nboards = 7\n[[phases]]\nname = "F"\n')
    assert [p.level for p in event.phases] == [Level.B, Level.A]


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("", "without the colour of its masterpoints and the number of boards"),
        ('masterpoints = "gold"\n', "without the number of boards"),
        ("boards = 8\n", "without the colour of its masterpoints;"),
    ],
)
def test_without_the_facts_there_is_no_level_and_a_question(text, missing):
    event = swedish(text)
    assert [(p.level, p.level_from, p.limit) for p in event.phases] == [(None, None, None)]
    assert missing in remarks(event)
    assert "cannot be told" in remarks(event)


def test_bronze_is_voluntary():
    event = swedish('masterpoints = "bronze"\nboards = 12\n')
    assert event.phases[0].level is None
    assert "voluntary" in remarks(event)
    assert phase('masterpoints = "bronze"\nlevel = "C"\n').limit == 7


@given(st.sampled_from([None, *Masterpoints]), st.none() | st.integers(1, 50))
def test_a_level_is_recommended_only_from_both_facts(masterpoints, boards):
    level = recommended(masterpoints, boards)
    known = boards is not None and masterpoints in (Masterpoints.GOLD, Masterpoints.SILVER)
    assert (level is not None) == known
    if known and masterpoints is Masterpoints.SILVER:
        assert level > recommended(Masterpoints.GOLD, boards)


def test_the_numbers_have_their_clause_and_agree_with_the_classes():
    rows = numbers("se_2012", "syscheck.events")
    assert {(name, rows[name]["clause"]) for name in ("level-boards", "limit-b", "limit-c")} == {
        ("level-boards", "2.4"),
        ("limit-b", "2.4"),
        ("limit-c", "2.4"),
    }
    classes = numbers("se_2012")
    assert (number("limit-b"), number("limit-c")) == (classes["a-over"]["value"], classes["c-most"]["value"])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('level = "A"\nlimit = 20\n', "V150"),
        ('level = "B"\nlimit = 9\n', "V151"),
        ('level = "C"\nlimit = 6\n', "V151"),
        ('level = "D"\n', "V152"),
        ('level = "A"\nbans = ["2D"]\n', "V153"),
        ('level = "B"\nbans = ["2D"]\n', "V153"),
        ('level = "C"\nbans = ["2D"]\n', "V153"),
        ('masterpoints = "silver"\nboards = 8\nbans = ["2D"]\n', "V153"),
        ('masterpoints = "silver"\nboards = 8\nlimit = 9\n', "V151"),
        ('masterpoints = "gold"\nboards = 8\nlimit = 12\n', "V150"),
        ("limit = 12\n", "V154"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_the_clause(text, code):
    [fault] = faults_of(SWEDISH + text)
    assert fault.code == code
    assert "2.4" in fault.message


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ('level = "B"\nlimit = 10\n', 10),
        ('level = "B"\nlimit = 11\n', 11),
        ('level = "C"\nlimit = 7\n', 7),
        ('level = "C"\nlimit = 12\n', 12),
        ('level = "D"\nlimit = 0\n', 0),
        ('masterpoints = "silver"\nboards = 8\nlimit = 14\n', 14),
    ],
)
def test_limits_may_be_raised_and_are_free_at_level_d(text, limit):
    assert phase(text).limit == limit


def test_bans_are_calls_or_kinds_of_bids():
    found = phase('level = "D"\nlimit = 3\nbans = ["2d", "1NT", "3♠", "dots-weak-major"]\n')
    assert found.bans == ("2D", "1N", "3S", "dots-weak-major")


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ("P", "no Pass"),
        ("X", "no opening"),
        ("XX", "no opening"),
        ("3N", "not regulated"),
        ("4C", "not regulated"),
        ("7N", "not regulated"),
        ("2M", "2H and 2S"),
    ],
)
def test_a_call_that_is_not_regulated_cannot_be_banned_or_lowered(call, why):
    for text in (f'level = "D"\nlimit = 3\nbans = ["{call}"]\n', f'level = "B"\nlowered = {{ {call} = 0 }}\n'):
        [fault] = faults_of(SWEDISH + text)
        assert fault.code == "V155"
        assert why in fault.message


@pytest.mark.parametrize("word", ["multi", "dots-", "ceiling-suit", "8C"])
def test_what_is_no_call_and_no_kind_cannot_be_banned(word):
    assert codes(SWEDISH + f'level = "D"\nlimit = 3\nbans = ["{word}"]\n') == ["V156"]


def test_dots_are_lowered_at_any_level():
    event = swedish('level = "A"\nlowered = { 1h = 6, 2NT = 0, dots-weak-major = 2, ceiling-balanced = 0 }\n')
    assert event.lowered == {"1H": 6, "2N": 0}
    assert event.settings == {"se-2012": {"dots-weak-major": 2, "ceiling-balanced": 0}}


@pytest.mark.parametrize(
    ("call", "most"),
    [("1C", 3), ("1D", 5), ("1H", 7), ("1S", 7), ("1N", 3), ("2C", 3), ("2S", 3), ("2N", 2), ("3S", 3)],
)
def test_dots_are_never_raised_and_never_negative(call, most):
    assert most_dots(call) == most
    assert swedish(f'level = "A"\nlowered = {{ {call} = {most - 1} }}\n').lowered == {call: most - 1}
    assert codes(SWEDISH + f'level = "A"\nlowered = {{ {call} = {most} }}\n') == ["V157"]
    assert codes(SWEDISH + f'level = "A"\nlowered = {{ {call} = -1 }}\n') == ["V158"]


@pytest.mark.parametrize("kind", [s.name for s in regulation("se-2012").lowerable])
def test_a_kind_of_bids_has_at_most_the_dots_of_the_rules(kind):
    most = numbers("se_2012")[kind]["value"]
    assert swedish(f'level = "A"\nlowered = {{ {kind} = {most - 1} }}\n').settings["se-2012"] == {kind: most - 1}
    assert codes(SWEDISH + f'level = "A"\nlowered = {{ {kind} = {most} }}\n') == ["V157"]
    assert codes(SWEDISH + f'level = "A"\nlowered = {{ {kind} = -1 }}\n') == ["V158"]


def test_every_kind_of_dots_may_be_lowered():
    known = numbers("se_2012")
    assert {s.name for s in regulation("se-2012").lowerable} == {
        k for k in known if k.startswith(("dots-", "ceiling-"))
    }
    assert all(s.default == s.most == known[s.name]["value"] for s in regulation("se-2012").lowerable)


@pytest.mark.parametrize("ban", ["2d", "2D"])
def test_a_call_is_not_banned_and_lowered(ban):
    assert codes(SWEDISH + f'level = "D"\nlimit = 5\nbans = ["{ban}"]\nlowered = {{ 2D = 1 }}\n') == ["V159"]


def test_judging_under_the_event_uses_the_lowered_dots():
    from syscheck.system.openings import read_system

    system = read_system("[openings]\n1S : 0-7, 0-3S\n")
    law = regulation("se-2012")
    event = swedish('level = "B"\nlowered = { dots-weak-major = 1, dots-unbalanced = 0 }\n')
    usual, lowered = law.judge(system), law.judge(system, event.settings["se-2012"])
    assert (usual.classification.total, lowered.classification.total) == (7, 4)
    assert "dots-weak-major" not in usual.law.settings
    assert lowered.law.settings["dots-weak-major"] == 1
