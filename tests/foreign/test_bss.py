"""BBO Full Disclosure: fields, places, broken records."""

import pytest

from foreign.reading import card_of, entries, imported, questions, reported, states

HEAD = "*00{Ours}=NYYYYYY\n"


def test_fields_that_converters_write_say_nothing():
    assert card_of(HEAD + "001H=NYYYYYY00811-15\n001N=NYYYYYY015-17 bal") == {"1H": "11-15", "1N": "15-17 bal"}


@pytest.mark.parametrize(
    ("fields", "meaning"),
    [
        ("NYYYYYY058", "5+H, 11-15"),
        ("NYYYYYY055", "5H, 11-15"),
        ("NYYYYYY046", "4-6H, 11-15"),
        ("NYYYYYY003", "0-3H, 11-15"),
        ("YYYYYYY008", "11-15, ART"),
        ("NYYYYYY608", "11-15, GF"),
        ("NYYYYYY408", "11-15, INV"),
        ("NYYYYYY968", "6+H, 11-15, PRE"),
        ("YYYYYYYA08", "11-15, ART, TRF"),
        ("NYYYYYYE08", "11-15"),
    ],
)
def test_fields_that_are_used(fields, meaning):
    assert card_of(f"{HEAD}001H={fields}11-15") == {"1H": meaning}


def test_a_length_that_the_words_say_too_stands_once():
    assert card_of(HEAD + "001H=NYYYYYY05811-15, 5+H") == {"1H": "11-15, 5+H"}


def test_a_length_goes_into_every_alternative():
    found = card_of(HEAD + "001C=NYYYYYY03812-14 bal | 18+")["1C"]
    assert found == "3+C, 12-14 bal | 3+C, 18+"


def test_no_length_field_of_notrump_pass_and_double():
    found = card_of(HEAD + "001N=NYYYYYY015-17 bal\n00P=NYYYYYY00-10\n*001ND=NYYYYYY015+")
    assert found == {"P": "0-10", "1N": "15-17 bal", "(1N)-X": "15+"}


@pytest.mark.parametrize(
    ("codes", "where"),
    [
        ("10", "1st"), ("20", "2nd"), ("30", "3rd"), ("40", "4th"), ("50", "1st-2nd"), ("60", "3rd-4th"),
        ("01", "none"), ("02", "unfav"), ("03", "fav"), ("04", "both"), ("05", "nv"), ("06", "vul"),
        ("07", "unfav none"), ("08", "fav both"), ("56", "1st-2nd vul"),
    ],
)  # fmt: skip
def test_seat_and_vulnerability(codes, where):
    found = card_of(f"{HEAD}{codes}1N=NYYYYYY012-14 bal\n001N=NYYYYYY015-17 bal")
    assert found == {f"1N [{where}]": "12-14 bal", "1N": "15-17 bal"}


def test_the_passes_of_an_uncontested_auction_are_left_out():
    found = card_of(HEAD + "001N=NYYYYYY015-17 bal\n001NP2CP2D=NYYYYYY008no 4M\n001C1SD=NYYYYYY05-8 hcp")
    assert list(found) == ["1N", "1N-2C-2D", "1C-(1S)-X"]


def test_they_open():
    assert "(1H)-P-(1N)-2C" in card_of(HEAD + "001N=NYYYYYY015-17 bal\n*001HP1N2C=NYYYYYY0085+!c")


def test_a_record_broken_by_a_newline_is_read_as_one_and_asked_about():
    done = imported(HEAD + "001N=NYYYYYY015-17\nbal, no 5M\n001C=NYYYYYY00816+")
    assert entries(done) == {"1C": "16+", "1N": "15-17 bal, no 5M"}
    assert "broken" in questions(done)[2][0]
    assert done.silent == 2


def test_two_records_for_one_place_are_both_asked_about_and_nothing_is_certain():
    done = imported(HEAD + "001N=NYYYYYY015-17 bal\n001N=NYYYYYY012-14 bal")
    assert states(done) == ["questioned", "questioned"]
    [entry] = done.card.entries
    assert [str(q)[:6] for r in done.rows for q in r.questions] == ["Line 3", "Line 2"]
    assert len(entry.meaning.branches) == 2


def test_fields_against_the_words_are_asked_about():
    done = imported(HEAD + "001S=NYYYYYY05811-15, 0-3!s")
    assert entries(done) == {"1S": 'unclear "11-15, 0-3!s"'}
    assert "no hand is like this" in questions(done)[2][0]


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ("*001C{If artificial}=NYYYYYY0005+", "only on a condition, “If artificial”"),
        ("$ file", "“file”, which is not opened"),
        ("+ ../../other.bss", "“../../other.bss”, which is not opened"),
        ("% fourth best", "leads and carding"),
        ("001D=NYYYYYY0", "fields are broken"),
        ("001D=NYYYY", "fields are broken"),
        ("001D=NYYYYYY07311-15", "fewest cards (7) are more than its most (3)"),
        ("921N=NYYYYYY015-17", "the digits 92 name no seat"),
        ("001C1D=NYYYYYY008x", "a call of the opponents"),
        ("001HP1D=NYYYYYY008x", "1D is not higher than 1H"),
        ("008C=NYYYYYY008x", "no record"),
    ],
)
def test_what_a_card_cannot_hold_is_reported_with_its_place(record, why):
    done = imported(f"{HEAD}001N=NYYYYYY015-17 bal\n{record}\n001H=NYYYYYY008x")
    assert why in reported(done)[3]


def test_floating_conventions_are_reported():
    done = imported(HEAD + "001N=NYYYYYY015-17 bal\n?00{Landy}=NYYYYYY\n00D=NYYYYYY0x\n")
    assert "“Landy”" in reported(done)[4]


def test_a_summary_is_reported_since_it_may_describe_the_pass():
    done = imported("*00{Ours}=NYYYYYYpass is 13+\n001N=NYYYYYY00-12")
    assert "describes the pass" in reported(done)[1]
