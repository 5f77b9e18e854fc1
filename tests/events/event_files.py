"""Short event files for tests: the lines that a test is about, with what they need around them."""

import pytest

from syscheck.events import FaultyEvent, read_event

SWEDISH = 'name = "E"\nregulations = ["se-2012"]\ncontest = "pairs"\n'
SLOVAK = 'name = "E"\nregulations = ["sk-2008"]\ncontest = "pairs"\n'
CLUB = SLOVAK + 'kind = "club"\n'
WORLD = 'name = "E"\nregulations = ["wbf"]\ncontest = "pairs"\ntimezone = "Europe/Vienna"\n'
CZECH = 'name = "E"\nregulations = ["cz-teams"]\ncontest = "teams"\n'


def swedish(text):
    """An event by the Swedish rules."""
    return read_event(SWEDISH + text)


def phase(text):
    """The one phase of an event by the Swedish rules."""
    [found] = swedish(text).phases
    return found


def faults_of(text):
    """The faults of a file."""
    with pytest.raises(FaultyEvent) as error:
        read_event(text)
    return error.value.faults


def codes(text):
    """Their codes, in the order of the text."""
    return [f.code for f in faults_of(text)]


def places_of(text):
    """Each code with the text at its place."""
    with pytest.raises(FaultyEvent) as error:
        read_event(text)
    return [(f.code, error.value.text[slice(*f.span)]) for f in error.value.faults]


def remarks(event):
    """The remarks as one text."""
    return " ".join(map(str, event.remarks))
