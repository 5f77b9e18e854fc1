"""BBOalert sheets: contexts, options, seats, what is left out."""

import pytest

from foreign.reading import card_of, entries, imported, questions, reported, states

HEAD = "BBOalert,Ours\n"


def test_an_opening_is_an_entry():
    assert card_of(HEAD + ",1H,11-15, ignored\n,1N,15-17 bal") == {"1H": "11-15", "1N": "15-17 bal"}


def test_the_header_is_the_title_without_its_markup():
    assert imported("BBOalert,<b>Our club</b>, v2\n,1N,15-17 bal").card.header["title"] == "Our club , v2"


def test_answers_leave_the_opponents_passes_out():
    found = card_of(HEAD + ",1N,15-17 bal\n1N--,2C,Stayman\n1N--2C--,2D,no 4M\n1HDb,Rd,10+")
    assert found == {"1N": "15-17 bal", "1N-2C": "Stayman", "1N-2C-2D": "no 4M", "1H-(X)-XX": "10+"}


def test_a_plus_repeats_the_context():
    assert list(card_of(HEAD + ",1N,15-17 bal\n1N--,2C,Stayman\n+,2D,5+!h"))[1:] == ["1N-2C", "1N-2D"]


def test_a_plus_after_a_new_option_repeats_nothing():
    done = imported(HEAD + ",1N,15-17 bal\n1N--,2C,Stayman\nOption,Other\n+,2D,5+!h")
    assert reported(done) == {5: "it continues a context, but none stands before it"}


def test_defence():
    assert list(card_of(HEAD + ",1N,15-17 bal\n1H,2H,5-5 S+m\n(1C|1D),1N,15-17"))[1:] == [
        "(1H)-2H",
        "(1C)-1N",
        "(1D)-1N",
    ]


def test_our_pass_between_their_calls_stays():
    assert list(card_of(HEAD + ",1N,15-17 bal\n1H--2H,Db,12+"))[1:] == ["(1H)-P-(2H)-X"]


@pytest.mark.parametrize(
    ("context", "where"), [("--", "2nd"), ("----", "3rd"), ("------", "4th")], ids=["second", "third", "fourth"]
)
def test_passes_before_the_opening_name_the_seat(context, where):
    assert card_of(f"{HEAD}{context},1H,8+, 5+H\n,1H,11+, 5+H") == {f"1H [{where}]": "8+", "1H": "11+"}


def test_the_seat_of_their_opening():
    assert "(1D)-1H [2nd]" in card_of(HEAD + ",1N,15-17 bal\n--1D,1H,8+")


@pytest.mark.parametrize(
    ("option", "where"),
    [
        ("@1@2", "1st-2nd"),
        ("@3", "3rd"),
        ("@n", "nv"),
        ("@v", "vul"),
        ("@n@V", "fav"),
        ("@v@N", "unfav"),
        ("@N", "unfav none"),
        ("@3@4@n", "3rd-4th nv"),
    ],
)
def test_tags_of_an_option_say_where(option, where):
    found = card_of(f"{HEAD},1N,15-17 bal\nOption,Opening {option}\n,1N,12-14 bal\nOption\n,1C,16+")
    assert found == {"1C": "16+", f"1N [{where}]": "12-14 bal", "1N": "15-17 bal"}


def test_an_option_with_tags_goes_before_a_row_without():
    found = card_of(HEAD + ",1N,15-17 bal\nOption,A_@n\n,1N,12-14 bal\nOption,A_@v\n,1N,14-16 bal")
    assert found == {"1N [nv]": "12-14 bal", "1N [vul]": "14-16 bal"}


def test_a_general_row_that_no_place_is_left_for_is_reported():
    done = imported(HEAD + ",1N,15-17 bal\nOption,A_@n\n,1N,12-14 bal\nOption,A_@v\n,1N,14-16 bal")
    assert reported(done) == {2: "line 6 says something else of 1N in the same place, and the later one counts"}


def test_the_later_of_two_rows_counts():
    done = imported(HEAD + ",1N,15-17 bal\n,1N,12-14 bal")
    assert entries(done) == {"1N": "12-14 bal"}
    assert reported(done) == {2: "line 3 says something else of 1N in the same place, and the later one counts"}


def test_the_same_row_twice_is_one_entry():
    done = imported(HEAD + ",1N,15-17 bal\n,1N,15-17 bal")
    assert states(done) == ["read", "read"]
    assert len(done.card.entries) == 1


def test_a_general_row_below_one_for_some_places_is_asked_about():
    done = imported(HEAD + "Option,A_@n\n,1N,12-14 bal\nOption\n,1N,15-17 bal")
    assert entries(done) == {"1N [nv]": "12-14 bal", "1N": "15-17 bal"}
    [asked] = questions(done)[5]
    assert "below line 3" in asked


def test_the_first_option_of_a_group_is_taken_and_asked_about():
    done = imported(HEAD + "Option,NT 15-17\n,1N,15-17 bal\nOption,NT 12-14\n,1N,12-14 bal\nOption,Twos\n,2H,6H")
    assert entries(done) == {"1N": "15-17 bal", "2H": "6H"}
    assert "Do you play it?" in questions(done)[3][0]
    assert "“NT 15-17”" in reported(done)[5]


def test_a_class_of_suits_is_several_sequences():
    assert list(card_of(HEAD + ",1N,15-17 bal\n1[HS]--,2N,13+"))[1:] == ["1H-2N", "1S-2N"]


def test_seats_of_an_option_and_of_passes_must_agree():
    done = imported(HEAD + ",1N,15-17 bal\nOption,A_@1\n----,1H,8+")
    assert reported(done) == {4: "its seats contradict each other"}


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ("1N__,2H,x", "wildcards"),
        ("1N*--,2H,x", "wildcards"),
        ("/^1N/,4N,x", "pattern"),
        ("1[^H]--,2N,x", "pattern"),
        ("%R%,2S,x", "script"),
        ("1N2,2D,x", "pattern"),
        ("1C--1H--,1D,x", "1D is not higher than 1H"),
        ("Db,1C,x", "nothing to double"),
        (",8C,x", "is not a call"),
        (",1H", "not an agreement"),
        ("Error *001C{If artificial}=NYYYYYY000|", "earlier conversion"),
        ("Alias,pts,HCP", "record Alias"),
        ("Import,https://example.org/", "record Import"),
        ("Shortcut,TH,Texas", "record Shortcut"),
        ("we play 1C, 1D, and so on", "not an agreement"),
        ("--------,1C,x", "nobody bids"),
    ],
)
def test_what_a_card_cannot_hold_is_reported_with_its_place(record, why):
    done = imported(f"{HEAD},1N,15-17 bal\n   {record}\n")
    [row] = [r for r in done.rows if r.state == "reported"]
    assert (row.at.line, row.at.column, row.row.original) == (3, 4, record)
    assert why in str(row.why)


def test_a_request_to_read_the_chat_is_no_meaning():
    assert card_of(HEAD + ",1N,Please read chat#15-17 bal") == {"1N": "15-17 bal"}


def test_a_record_goes_on_after_a_backslash():
    done = imported(HEAD + ",1N,15-17 bal\n(1N--|\\\n2N--),3C,Stayman\n")
    assert list(entries(done)) == ["1N", "1N-3C", "2N-3C"]
    assert (len(done.rows), done.silent) == (2, 2)


def test_an_opening_pass():
    assert card_of(HEAD + ",--,0-10") == {"P": "0-10"}


def test_what_was_not_read_stands_as_unclear_and_keeps_the_card_valid():
    done = imported(HEAD + ',1N,15-17 "flat" or so\n')
    assert entries(done) == {"1N": 'unclear "15-17 ”flat” or so"'}
    assert states(done) == ["questioned"]
    assert done.rows[0].unread == ("15-17 ”flat” or so",)
