"""Cards in other formats, and back."""

import pytest
from paths import ROOT

from syscheck.card import read_card
from syscheck.foreign import Source, bss, import_source
from syscheck.foreign.bss_writer import EXPORT, auction_text, fields_for
from syscheck.foreign.words import read_freely
from syscheck.system import System, agreements, build_system, fingerprint

CARDS = sorted((ROOT / "samples" / "cards").glob("*.card"))


def system(text):
    return build_system(read_card(text))


def there_and_back(before: System):
    """A system written as BSS and read again."""
    written = EXPORT.write(before)
    done = import_source(Source("x.bss", written.text.encode()), bss.FORMAT, read_freely)
    assert done.card is not None
    return written, done


def records(text):
    return EXPORT.write(system(text)).text.splitlines()


@pytest.mark.parametrize("card", CARDS, ids=lambda p: p.stem)
def test_every_agreement_comes_back(card):
    before = system(card.read_text(encoding="utf-8"))
    _, done = there_and_back(before)
    assert {r.state for r in done.rows} <= {"read", "questioned"}
    after = build_system(done.card)
    old, new = agreements(before), agreements(after)
    assert set(new) == set(old)
    for sequence, places in old.items():
        assert {p: a.hands for p, a in new[sequence].items()} == {p: a.hands for p, a in places.items()}, sequence
        assert {p: a.remarks for p, a in new[sequence].items()} == {p: a.remarks for p, a in places.items()}, sequence


def test_the_fingerprint_comes_back():
    before = system(
        "title: x\n[openings]\n1C : 16+, F1 ART\n1N [nv 1st-3rd] : 12-14 bal\n1N : 15-17 bal\n2M : 5-9, 6M\n"
    )
    written, done = there_and_back(before)
    assert fingerprint(build_system(done.card)) == fingerprint(before)
    assert written.losses == ()


def test_fields():
    assert records(
        "title: {x}\n[openings]\n1C : 16+, ART GF\n1H : 11-15, 5H\n1N : 15-17 bal\n3C : 5-9, 7+C, PRE\nP : 0-10"
    ) == [
        "*00{(x)}=NYYYYYYWritten by syscheck; meanings are in its card language.",
        "001C=YYYYYYY60816+, ART GF",
        "001H=NYYYYYY05511-15, 5H",
        "001N=NYYYYYY015-17 bal",
        "003C=NYYYYYY9785-9, 7+C, PRE",
        "00P=NYYYYYY00-10",
    ]


def test_an_attribute_of_one_alternative_is_no_field():
    assert "001C=NYYYYYY008" in records("[openings]\n1C : 12-14 bal | 18+, ART GF")[1]


def test_places_become_as_few_records_as_there_are_fields_for():
    found = records("[openings]\n1N [1st-3rd none both] : 12-14 bal\n1N : 15-17 bal")
    assert {r[:2] for r in found[1:] if "12-14" in r} == {"51", "54", "31", "34"}


@pytest.mark.parametrize(
    ("wanted", "fields"), [((1, 2, 3, 4), ["0"]), ((1, 2), ["5"]), ((1, 2, 3), ["5", "3"]), ((2, 3), ["2", "3"])]
)
def test_seats_as_fields(wanted, fields):
    assert list(fields_for(bss.SEATS, wanted, (1, 2, 3, 4))) == fields


@pytest.mark.parametrize(
    ("card", "auction"),
    [("1N-2C-2D", "1NP2CP2D"), ("1C-(1S)-X", "1C1SD"), ("1H-(X)-XX", "1HDR"), ("1N-(2H)-P-(3H)-X", "1N2HP3HD")],
)
def test_passes_stand_in_the_auction(card, auction):
    read = read_card(f"[openings]\n1N : 15-17 bal\n[continuations]\n{card} : 8+\n")
    assert auction_text(read.section("continuations")[0].sequence) == auction


def test_what_is_lost_is_told():
    losses = EXPORT.write(
        system('title: x\npair: y\n[openings]\n1N : 15-17 bal "flat"\n[leads]\n4th best\n[conventions]\nStayman\n')
    ).losses
    assert list(map(str, losses)) == [
        "lost: the headers pair",
        "lost: the section [conventions]",
        "lost: the section [leads]",
        "lost: the note “flat” of 1N",
    ]


def test_names_of_define_are_written_out():
    assert (
        records("[define]\nnt-shape = bal, no 5M\n[openings]\n1N : 15-17, nt-shape")[1]
        == "001N=NYYYYYY015-17, (bal, no 5M)"
    )
