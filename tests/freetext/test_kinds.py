"""Kinds of expressions that people write: text in, meaning of the card language out."""

import pytest

from syscheck import build_system, read_card
from syscheck.card import parse_call, read_meaning
from syscheck.freetext import read_free_text
from syscheck.hands import ALL_HANDS, EVERY_HAND, NO_HAND
from syscheck.system import meaning_hands


def reading(text, call="1N"):
    return read_free_text(text, parse_call(call))


def read(text, call="1N"):
    return reading(text, call).text


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("(14)15-17 bal", "(14)15-17, bal"),
        ("15-17(18) bal", "15-17(18), bal"),
        ("15-(18) bal", "15-17(18), bal"),
        ("12-ca 19 bal", "12-18(19), bal"),
        ("(11)12-ca 19 bal", "(11)12-18(19), bal"),
        ("17(18)-19(20) bal", "(17)18-19(20), bal"),
        ("(9)10-13(14) bal", "(9)10-13(14), bal"),
        ("21(20)-22(23) bal", "(20)21-22(23), bal"),
        ("10+--15 bal", "(10)11-15, bal"),
        ("14+-17- bal", "(14)15-16(17), bal"),
        ("14+ - 17- bal", "(14)15-16(17), bal"),
        ("good 11 to ok 14 bal", "(11)12-13(14), bal"),
        ("good 15 to 17 bal", "(15)16-17, bal"),
        ("12 to 14 bal", "12-14, bal"),
        ("12 – 14 bal", "12-14, bal"),
        ("12..14 bal", "12-14, bal"),
        ("16 or more, any shape", "16+, any"),
        ("up to 10, any", "10-, any"),
        ("exactly 12, any", "12, any"),
        ("from 11 points, any", "11+, any"),
        ("från 11 hp, alla", "11+, any"),
        ("od 11 FB, libovolná", "11+, any"),
        ("od 11 do 15 bodov, ľubovoľná", "11-15, any"),
        ("<11 any", "10-, any"),
        ("more than 15, any", "16+, any"),
        ("no more than 9, any", "9-, any"),
        ("rule of 20, any", "rule of 20, any"),
        ("0-3 CTRL, any", "0-3 controls, any"),
    ],
)
def test_strength(text, meaning):
    assert read(text) == meaning


@pytest.mark.parametrize(
    ("call", "text", "meaning"),
    [
        ("2H", "5=!h", "5H"),
        ("1H", "(4)5+!h", "(4)5+H"),
        ("1H", "5(4)+!h", "(4)5+H"),
        ("1H", "3-4!h", "3-4H"),
        ("1H", "5+ hearts", "5+H"),
        ("1H", "5+!hs", "5+H"),
        ("1H", "5 or more hearts", "5+H"),
        ("1H", "5 or 6 hearts", "5-6H"),
        ("1H", "at least five hearts", "5+H"),
        ("1H", "5-6 cards in hearts", "5-6H"),
        ("1H", "5cM", "5M"),
        ("1H", "5CM", "5M"),
        ("1H", "5cm", "5m"),
        ("2D", "a 6card MAJOR", "6M"),
        ("2D", "6!h/6!s", "6H or 6S"),
        ("2D", "6!h/!s", "6H/S"),
        ("2D", "6/7!h", "6-7H"),
        ("2D", "6 cards in the heart or spade suit", "6H/S"),
        ("2S", "5+!s and 4+ in another suit", "5+S 4+C/D/H"),
        ("2S", "5!s 4+x", "5S 4+C/D/H"),
        ("2S", "5+!s and 4+ in the other major", "5+S 4+H"),
        ("2N", "5-5 minors", "5-5 minors"),
        ("2N", "5+-5+ minors", "5-5 minors"),
        ("2N", "5+/4+ minors", "5-4 minors"),
        ("2N", "55MM", "5-5 majors"),
        ("2N", "5+4+MM", "5-4 majors"),
        ("2N", "5-4 or better in the majors", "5-4 majors"),
        ("2N", "exactly 5-5 in the majors", "5H 5S"),
        ("2N", "5-5 in hearts and spades", "5-5 majors"),
        ("2S", "2-suiter; 5-4 or better", "2-suiter, 5-4"),
        ("1D", "no more than 3 hearts", "0-3H"),
        ("1D", "longer diamonds than clubs", "D>C"),
        ("1D", "!d>!c", "D>C"),
        ("1D", "no void in diamonds", "1+D"),
        ("1D", "singleton or void in diamonds", "0-1D"),
        ("1N", "2+ in each suit", "2+C 2+D 2+H 2+S"),
        ("2N", "4+ in each minor", "4+C 4+D"),
        ("2N", "4+ in both majors", "4+H 4+S"),
        ("2N", "5m5m", "5C 5D"),
        ("2H", "5-5 hearts and another", "5+H 5+C/D/S"),
        ("2S", "5-5 in spades and a minor", "5-5 S+m"),
        ("1D", "d>=c", "D>=C"),
        ("1H", "5+ h", "5+H"),
        ("2H", "5 h & 4+ m", "5H 4+m"),
        ("2D", "5+ d and 4+ c", "5+D 4+C"),
        ("1D", "4+ d or 3 d with 4=4=3=2", "4+D or 3D 4=4=3=2"),
        ("2C", "6+ c", "6+C"),
        ("1H", "5 or 6 hearts or longer", "5+H"),
        ("2N", "minors 5-5 or better", "5-5 minors"),
        ("3S", "AKQxxxx in spades", "7S, AKQxxxx in S"),
        ("3C", "7-card suit, 2 of the top 3 honours", "7C, 2 of top 3 in C"),
    ],
)
def test_length(call, text, meaning):
    assert reading(text, call).hands.possible == meaning_hands(meaning, parse_call(call)).possible


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("4-4-1-4", "4=4=1=4"),
        ("4414", "4=4=1=4"),
        ("any 4441", "(4441)"),
        ("4441 any short", "(4441)"),
        ("4441 distribution", "(4441)"),
        ("5.3.3.2", "(5332)"),
        ("any 4333, 4432 or 5332", "(4333) or (4432) or (5332)"),
        ("54(31)", "54(31)"),
        ("4!d(441)", "4D (4441)"),
        ("5!s332", "5S (5332)"),
        ("5m4M22", "5m 4M (5422)"),
        ("3-suiter. 4414; 4405", "4=4=1=4 or 4=4=0=5"),
        ("flat", "bal"),
        ("semi-bal", "semibal"),
        ("no shortage", "no unbal"),
    ],
)
def test_shape(text, meaning):
    assert reading(text).hands.possible == meaning_hands(meaning).possible


def test_four_digits_in_falling_order_are_a_question_that_shows_both():
    found = reading("11-15, 4432", "2D")
    assert found.hands.possible == meaning_hands("11-15, (4432)").possible
    assert found.hands.certain == meaning_hands("11-15, 4=4=3=2").possible
    assert any("(4432)" in str(q) and "4=4=3=2" in str(q) for q in found.questions)


def test_beside_balanced_four_digits_are_patterns():
    assert reading("13-15; bal. 4432; 4333").exact


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("12-14 bal, denies 5M", "12-14, bal, no 5M"),
        ("12-14 bal without 5M", "12-14 bal no 5M"),
        ("12-14 bal w/o 5M", "12-14 bal no 5M"),
        ("12-14 bal, no 5M or 6m", "12-14, bal, no 5M, no 6m"),
        ("11+, not 13-15 bal", "11+, not (13-15 bal)"),
        ("15-17 bal except 5M", "15-17, bal, not 5M"),
        ("11-15, 4+!d unless 4=4=3=2", "11-15, 4+D or 4=4=3=2"),
        ("12-21, 4+!c (3 if 4-3-3-3)", "12-21, 4+C or 3C (4333)"),
        ("11-23, 3+!c (2 with 4=4=3=2)", "11-23, 3+C or 2C 4=4=3=2"),
        ("10+, 5+!s; 8+ if 6+!s", "10+ 5+S or 8+ 6+S"),
        ("15+ (13+ if 5-5 majors)", "15+ or 13+ 5-5 majors"),
        ("14-16 bal, no 5M or singleton", "14-16, bal, no 5M, no singleton"),
        ("15-17 bal, 5M not allowed", "15-17, bal, not 5M"),
        ("11+, 12+ if bal", "11+, 12+ if bal"),
        ("16+ if unbalanced, 17+ if balanced", "16+ unbal or 17+ bal"),
        ("13-17, semibal. If 13-15; incl. 4+!c", "13-17, semibal, 4+C if 13-15"),
        ("15-17 bal; not 5M4M", "15-17, bal, no (5M 4M)"),
    ],
)
def test_denials_and_conditions(text, meaning):
    assert reading(text).hands.possible == meaning_hands(meaning).possible
    assert reading(text).exact


@pytest.mark.parametrize(
    "bullets", ["a) {} b) {}", "(a) {} (b) {}", "1) {} 2) {}", "(1) {} (2) {}", "* {} * {}", "*{} *{}"]
)
def test_bullets(bullets):
    assert read(bullets.format("5-9, 6M", "22-23 bal"), "2D") == "5-9, 6M | 22-23, bal"


@pytest.mark.parametrize("line", ["- {}\\\\- {}", "- {}\n- {}", "• {} • {}", "{}<br>{}", "{}\\\\{}"])
def test_lines(line):
    assert read(line.format("5-9, 6M", "22-23 bal"), "2D") == "5-9, 6M | 22-23, bal"


def test_lines_that_go_on():
    assert read("<11 hcp | 7 card suit", "3H") == "10-, 7H"


def test_a_comma_list_closed_by_or():
    assert read("11-15, 6+!c, 5!c4M, or 4=4=0=5", "2C") == "11-15, 6+C or 5C 4M or 4=4=0=5"


@pytest.mark.parametrize(
    "suit", ["!h", "!H", "♥", "♡", "&hearts;", "&#9829;", "<h>", "\\h", "!h's", "!hs", "hearts", "H"]
)
def test_suits(suit):
    assert reading(f"5+{suit}", "1D").hands.possible == meaning_hands("5+H").possible


@pytest.mark.parametrize("dash", ["-", "--", "–", "—", "&ndash;", "÷", "..", " - "])
def test_dashes(dash):
    assert read(f"11{dash}15 bal") == "11-15, bal"


@pytest.mark.parametrize(
    "unit",
    ["hcp", "HcP", "HCPS", "pts", "pts.", "points", "p", "PC", "FB", "HB", "hp", "poäng", "bodů", "bodov", "pkt"],
)
def test_units(unit):
    assert read(f"11-15 {unit}, bal") == "11-15, bal"


@pytest.mark.parametrize("unit", ["HL", "cP", "total points", "losers", "NLTC", "playing tricks"])
def test_points_of_another_count_are_questions(unit):
    found = reading(f"6-8 {unit}, 5+!h", "1H")
    assert found.questions
    assert found.hands.possible == meaning_hands("5+H").possible


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("1C", "11+, 2+!c, could be short"),
        ("1H", "11-15, usually 5+!h"),
        ("1H", "11-15, 5 hearts, rarely 4"),
        ("1N", "15-17 bal, may have a 6-card minor"),
        ("1N", "15-17 bal; 5M possible"),
        ("2D", "weak, 6!d"),
        ("2C", "11-15, good 6+!c"),
        ("3N", "solid 7+ card minor"),
        ("3H", "7+!h, undisciplined"),
        ("1H", "~11-15, 5+!h"),
        ("1H", "ca 11-15, 5+!h"),
        ("2N", "5-9, both minors"),
        ("2H", "5-9, hearts and a minor"),
        ("1C", "16+, except hands suitable for 1N"),
        ("2H", "5+!h, 8-10 (6-10 nv)"),
        ("1N", "15-17 bal-ish"),
        ("1D", "11-15, 5+!d, stronger than 2D"),
        ("1H", "11-15"),
        ("1N", "15-17"),
        ("2D", "Multi"),
        ("2H", "Muiderberg"),
        ("2D", "Wilkosz"),
        ("2H", "Ekren"),
        ("2D", "Flannery 11-15"),
        ("2S", "Bailey"),
        ("4C", "Namyats"),
        ("2N", "Ghestem"),
        ("1H", "sound, 5+ hearts"),
        ("2H", "konštruktívne, 6!h"),
        ("1H", "12-20, 5-card major"),
        ("1H", "10-20, 5+!h (could be 9 with a 6-card suit)"),
        ("2C", "10-15, 6+!c, max one 4-card major"),
        ("2S", "5-10, 5+!s or 6!s and poor suit"),
        ("3C", "5-10, 6+!c or good 6!c"),
        ("1S", "11-15, 5+!s NV only"),
        ("2H", "6-10, 6!h in 1/2"),
        ("2H", "6-10, 6!h, 3/4"),
        ("2H", "6-10, 6!h, not in 4th"),
        ("1D", "12-20, 4+!d or 3!d with 4-4-3-2"),
        ("1C", "2+!c, 11-13 bal, or 17+"),
        ("1H", "12 hcp, 5+!h"),
        ("1N", "15-17 bal, 5M"),
        ("1H", "11-19, rarely 10, 5+!h"),
        ("1H", "5+!h, 11-19, occasionally 9-10"),
        ("2D", "5-10, (6)7 cards in a major"),
        ("2H", "5-10, (5)6 cards"),
        ("1C", "11-15 or so, 2+!c"),
        ("2H", "5!h and 4+!c or 4+!d, 5-10"),
        ("2N", "6!c or 6!d, 2 of the top 3, 5-10"),
        ("2N", "20-21 bal; 19 with 5-card suit"),
        ("1H", "5+!h, 12+ if bal"),
        ("1N", "12-14, 4+!s"),
        ("2D", "11-15, 4-4-4-1 or 5-4-4-0 with short diamonds"),
        ("2D", "10-15, 5!d4!h or 4!d5!h or longer"),
        ("2C", "22-23 NT el krav"),
        ("2N", "5-5 minors 6-10 or unusual"),
        ("1N", "10-12 hcp or more, bal"),
        ("1N", "15-17 bal incl. 5M"),
        ("1N", "14-16 vyvážená, aj s drahým päťlistom"),
        ("1N", "15-17 bal with or without 5M"),
        ("1D", "11-15, 4+!d, incl. 5!c"),
    ],
)
def test_what_is_not_exact_is_asked(call, text):
    found = reading(text, call)
    assert found.questions
    assert not found.unread
    assert not found.hands.exact


@pytest.mark.parametrize(
    ("call", "text", "most"),
    [
        ("1N", "15-17 bal, may have 6m", "15-17, bal or 6m"),
        ("3H", "7 hearts, rarely 6", "6-7H"),
        ("1H", "usually 5+!h, 11-15", "11-15"),
        ("2D", "11-15, 5+!d, may be 4!d", "11-15, 4+D"),
    ],
)
def test_permission_widens_what_is_possible(call, text, most):
    found = reading(text, call)
    assert found.hands.possible == meaning_hands(most).possible
    assert not found.hands.certain - found.hands.possible
    assert found.hands.certain.hands < found.hands.possible.hands


def test_permission_that_the_rest_allows_is_a_note():
    found = reading("11-15, 5+!d, may have 4!s", "1D")
    assert found.exact
    assert found.hands.possible == meaning_hands("11-15, 5+D").possible


def test_permission_of_a_list_of_patterns_goes_on_behind_commas():
    found = reading("20-22 bal, may be 4441, 5431 or 6322", "2N")
    assert found.hands.possible == meaning_hands("20-22, bal or (4441) or (5431) or (6322)").possible


def test_a_missing_length_is_unknown_and_not_none():
    found = reading("11-17", "1H")
    assert found.hands.certain == NO_HAND
    assert found.hands.possible == meaning_hands("11-17").possible


def test_a_number_of_cards_counts_the_suit_bid():
    assert read("6-10, 6 card suit", "2S") == "6-10, 6S"
    assert read("5-9, 7-card suit", "3X") == "5-9, 7X"


def test_a_five_card_suit_is_some_suit_and_a_question():
    found = reading("0-7 with a 5 card suit", "1C")
    assert found.questions
    assert found.hands.possible == meaning_hands("0-7, 5X").possible


def test_a_second_count_of_points_is_a_question():
    found = reading("10-20 hcp, 4+ clubs, 13-21 points", "1C")
    assert found.questions
    assert found.hands.possible.hcp == (10, 20)


@pytest.mark.parametrize("text", ["0-10 or 16-18 bal", "6!d or 4!h5!s or 20-21 bal", "16+ or 13-15 5+!h"])
def test_whose_shape_or_points_it_is_may_be_a_question(text):
    assert reading(text, "2C").questions


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("1-2 seat: 11-15, 5+!h", "1-2 seat"),
        ("3-4seat: 11-15, 5+!h", "3-4seat"),
        ("1-2nV: 11-15, 5+!h", "1-2nV"),
        ("4seat: 11-15, 5+!h", "4seat"),
        ("ALL : 11-15, 5+!h", "ALL"),
        ("NV; 11-15; 5+!h", "NV"),
        ("i 3:e hand: 11-15, 5+!h", "i 3:e hand"),
        ("Na 1. a 2. místě: 11-15, 5+!h", "Na 1. a 2. místě"),
        ("1st/2nd: 11-15, 5+!h", "1st/2nd"),
    ],
)
def test_seats_before_the_text_are_no_points(text, place):
    found = reading(text, "1H")
    assert found.text == "11-15, 5+H"
    assert [p.words.strip() for p in found.places] == [place]


@pytest.mark.parametrize(
    "text", ["5+!h, 6-10 in 3rd seat", "12-14 nv, 15-17 vul", "14-16, 15-17 in 4th seat", "5+!h (4+ if vul), 8-12"]
)
def test_seats_inside_the_text_are_questions(text):
    assert reading(text, "1H").questions


def test_words_about_the_auction_are_a_note():
    found = reading("11-15, 5+!h, asks partner to bid 4!c", "1H")
    assert found.text == '11-15, 5+H, "asks partner to bid 4!c"'
    assert found.exact


@pytest.mark.parametrize("text", ["sound, 11-15, 5+!h", "11-15, 5+!h, modern style", "11-15, 5+!h, constructive"])
def test_words_that_describe_are_left_out(text):
    assert reading(text, "1H").exact


def test_unknown_words_are_listed_and_leave_nothing_certain():
    found = reading("11-15, 5+!h, zwiebel", "1H")
    assert [w.words for w in found.unread] == ["zwiebel"]
    assert found.hands.certain == NO_HAND
    assert found.hands.possible == meaning_hands("11-15, 5+H").possible


def test_places_are_those_of_the_original_text():
    text = "11&ndash;15, 5+&hearts;<br>zwiebel, good suit"
    found = reading(text, "1H")
    [word] = found.unread
    assert text[slice(*word.span)] == "zwiebel"
    assert {text[slice(*w.span)] for w in found.unclear} == {"zwiebel", "good suit"}


def test_the_same_word_is_read_in_the_language_of_the_text():
    assert read("12-14, 5 trefli i 4 kiery", "1C") == "12-14, 5C, 4H"
    assert read("12-14, a 5 card major", "2D") == "12-14, 5M"
    assert read("12-14 FB, 5 tref a 4 piky", "1C") == "12-14, 5C, 4S"


@pytest.mark.parametrize("text", ["PRE", "Preempt", "Pass or correct", "to play", "transfer to 4H", "Blackwood"])
def test_nothing_about_the_hand_is_nothing_known(text):
    found = reading(text, "4C")
    assert found.hands.possible == EVERY_HAND
    assert not found.exact


def test_a_high_bid_named_in_the_text_is_no_length():
    found = reading("strong 4!h opening", "4C")
    assert found.hands.possible.hands == ALL_HANDS


def test_a_contradiction_keeps_the_points():
    found = reading("11-15, 5!h, 3!h", "1H")
    assert found.hands.possible == meaning_hands("11-15").possible
    assert found.questions


def test_a_reading_stands_in_a_card_as_it_is():
    texts = ["a) 5-9, 6M b) 22-23 bal", "(14)15-17 foo", 'weak "two" in !d', "11-15, 4432", "usually 5+!h or 4441"]
    for text in texts:
        found = reading(text, "2D")
        [opening] = build_system(read_card(f"[openings]\n2D : {found.text}\n")).openings
        assert opening.possible == found.hands.possible
        assert opening.certain == found.hands.certain
        assert read_meaning(found.text).branches


@pytest.mark.parametrize(
    ("call", "text", "meaning"),
    [
        ("1C", "F1, 16+ any", "F1, 16+, any"),
        ("1C", "16+ F1 any shape", "16+, F1, any"),
        ("1C", "16+ any, F1R", "16+, any, F1"),
        ("1C", "1RF 16+ any", "F1, 16+, any"),
        ("1C", "F(1) 16+ any", "F1, 16+, any"),
        ("1C", "forcing 1 round 16+ any", "F1, 16+, any"),
        ("1C", "krav 1 rond, 16+ hp, alla händer", "F1, 16+, any"),
        ("1C", "forsing na 1 kolo, 16+ any", "F1, 16+, any"),
        ("1C", "3+!C, 12+ HCP, F1", "3+C, 12+, F1"),
        ("2C", "F2NT 20+ any", "F, 20+, any"),
        ("2C", "forcing to 3!d, 20+ any", "F, 20+, any"),
        ("2C", "F3 20+ any", "F, 20+, any"),
        ("1C", "F 2+!c 11+", "F, 2+C, 11+"),
        ("1C", "3+C F1NT 11-20", "3+C, F, 11-20"),
        ("2C", "GF13+ any", "GF, 13+, any"),
        ("2D", "P/C 8-15 5+!d", '"P/C", 8-15, 5+D'),
        ("2D", "8-15 5+!d P/C", '8-15, 5+D, "P/C"'),
        ("1C", "16+ any, rel", "16+, any, relay"),
    ],
)
def test_how_far_a_call_is_forcing_is_no_length(call, text, meaning):
    assert read(text, call) == meaning


@pytest.mark.parametrize(
    ("call", "text", "meaning"),
    [
        ("Pass", "0-4", "0-4"),
        ("Pass", "0-3 or 13+", "0-3 or 13+"),
        ("1H", "0-4, any", "0-4, any"),
        ("2D", "0-4!h", "0-4H"),
    ],
)
def test_points_begin_at_nothing(call, text, meaning):
    assert read(text, call) == meaning


@pytest.mark.parametrize(
    ("call", "text", "meaning"),
    [
        ("1H", "5crd+ 11-15", "5+H, 11-15"),
        ("1H", "12 hcp or more, 5 hearts or more", "12+, 5+H"),
        ("1S", "12-21 hp, femkorts spader eller längre", "12-21, 5+S"),
        ("2C", "11-15 szóstka trefl lub dłuższa", "11-15, 6+C"),
        ("1S", "!S 5+ / 11-16", "5+S, 11-16"),
        ("1H", "7-11, 5+ H", "7-11, 5+H"),
        ("1N", "12/14 bal", "12-14, bal"),
        ("1D", "11-15/4+!D, unbal", "11-15, 4+D, unbal"),
        ("2H", "10-15 both majors, at least 4-4", "10-15, 4-4 majors"),
        ("2H", "11-15, majors (5-4 or better)", "11-15, 5-4 majors"),
        ("2D", "3-7, 5-5 any two suits", "3-7, 5-5"),
        ("1D", "8-13, any, no 5 card suit", "8-13, any, no 5X"),
    ],
)
def test_numbers_open_behind_their_suit(call, text, meaning):
    assert read(text, call) == meaning


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("1H", "5!h+ 4!s 11-15"),
        ("2N", "5-5 in good minors, 5-10"),
        ("1N", "at least 15-17 bal"),
        ("1N", "12-14, no 5M"),
    ],
)
def test_what_may_be_meant_otherwise_is_asked(call, text):
    assert not reading(text, call).exact


def test_a_faulty_letter_call_is_a_question_and_no_crash():
    found = reading("8-9, 4+korts ♥/♠ samt 5+korts lägre färg; 6-11HcP; 0-1!H; else ANY", "2M")
    assert not found.exact


def test_a_first_line_that_may_hold_for_every_line_is_asked():
    found = reading("12-21 HCP; 2+ !C\\\\balanced 12-14 or 18-19; or 11-21 with 4+ !C", "1C")
    assert not found.exact
    assert any("first line" in str(q) for q in found.questions)
    assert reading("5-9, 6!h\\\\22-23 bal", "2H").exact


@pytest.mark.parametrize(
    ("call", "text", "asked"),
    [("1H", "12-20", "How many cards at least has 1H"), ("1N", "15-17", "Which shapes has 1N")],
)
def test_what_is_missing_is_asked_in_plain_words(call, text, asked):
    assert any(str(q).startswith(asked) for q in reading(text, call).questions)
