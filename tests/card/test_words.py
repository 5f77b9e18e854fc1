"""The words of Slovak, Czech and Swedish: what is read, what is refused, what is written."""

import pickle
import tomllib
from dataclasses import replace

import pytest
from paths import ROOT, SAMPLES

from syscheck.card import card_text, catalogue, read_card
from syscheck.card.wordlists import (
    LANGUAGES,
    load_words,
    read_word_files,
    read_words,
    ready_words,
    without_accents,
    words_key,
    write_words,
)
from syscheck.card.words import doubtful_words, grammar_folder, letter_words, normal, vocabulary, written
from syscheck.system import fingerprint, read_system

from .reading import codes, complaint, read

NATIONAL = LANGUAGES[1:]
SHORT_WORDS = {"a", "v", "z", "i"}
"""Words of one letter that are no letters of suits: and, in, of."""
LISTS = {x: tomllib.loads(text) for x, text in read_word_files(grammar_folder()).items()}
CARDS = [*sorted(SAMPLES.glob("*.card")), *sorted((ROOT / "tests" / "golden").glob("*.card"))]


def words_of(language):
    """The words of a language's file with their kinds and values."""
    for kind, listed in LISTS[language].items():
        if kind not in ("WRITTEN", "LETTER", "OTHER"):
            for value, words in listed.items() if isinstance(listed, dict) else [("", listed)]:
                yield from ((word, kind, value) for word in words)


# ---- the vocabulary --------------------------------------------------------------------------------------------------


def test_every_word_has_one_reading_but_for_three():
    assert set(doubtful_words()) == {"s", "om", "kort"}
    for language in LANGUAGES:
        for word, kind, value in words_of(language):
            if word.casefold() not in doubtful_words():
                assert (vocabulary()[word.casefold()].kind, vocabulary()[word.casefold()].value) == (kind, value), word


def test_no_word_shadows_an_english_word_or_a_name_of_the_catalogue():
    english = {word.casefold() for word, _, _ in words_of("en")}
    assert not english & set(doubtful_words())
    names = {name for section in ("conventions", "leads", "signals") for name in catalogue(section)}
    assert not names & {normal(word) for word in vocabulary()}


@pytest.mark.parametrize("language", NATIONAL)
def test_no_word_can_be_a_name_of_define_or_a_letter_of_a_suit(language):
    for word, _, _ in words_of(language):
        assert "-" not in word or word[0].isdigit()
        assert len(word) > 1 or word in SHORT_WORDS or word in doubtful_words()
    assert not {*letter_words()} & {*vocabulary()}


@pytest.mark.parametrize("language", NATIONAL)
def test_every_kind_of_word_is_there(language):
    def kinds(of):
        return {(kind, value) for kind in LISTS[of] for value in ([*LISTS[of][kind]] if is_table(of, kind) else [""])}

    def is_table(of, kind):
        return isinstance(LISTS[of][kind], dict) and kind not in ("LETTER", "OTHER")

    assert kinds("en") <= kinds(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_word_that_is_written_is_read(language):
    for _, kind, value in words_of(language):
        word = vocabulary()[written(language, kind, value).casefold()]
        assert (word.kind, word.value) == (kind, value)


def test_accents_may_be_left_out():
    for language in NATIONAL:
        for word, kind, value in words_of(language):
            bare = without_accents(word)
            if bare != word and len(bare) > 2:
                assert (vocabulary()[bare].kind, vocabulary()[bare].value) == (kind, value), word


def test_words_that_collide_are_none():
    english = 'AND = ["and"]\nOR = ["or"]\n[MAY]\nrarely = ["rarely"]\n'
    words = read_words({"en": english, "sk": 'AND = ["zx", "áčd"]', "sv": 'OR = ["zx", "äcd"]\nNOT = ["ácd"]'})
    assert words.doubtful["zx"] == (("AND", "", ("sk",)), ("OR", "", ("sv",)))
    assert "zx" not in words.known
    assert "acd" in words.doubtful
    assert words.known["ácd"] == ("NOT", "")
    assert words.written["sk"] == {("AND", ""): "zx"}


def test_ready_made_words_are_those_of_the_files(tmp_path):
    ready = tmp_path / "words.pickle"
    texts = read_word_files(grammar_folder())
    assert load_words(grammar_folder(), ready) == read_words(texts)
    write_words(grammar_folder(), ready)
    assert ready_words(texts, ready) == read_words(texts)
    for language in texts:
        assert words_key({**texts, language: texts[language] + "\n"}) != words_key(texts)
    ready.write_bytes(pickle.dumps(("other files", ({}, {}, {}, {}))))
    assert load_words(grammar_folder(), ready) == read_words(texts)


# ---- what is read ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "canonical"),
    [
        (["11-15 HB, 5+ srdcia", "11-15 bodov, aspoň 5 sŕdc", "11-15 FB, alespoň 5 srdcí"], "11-15, 5+H"),
        (["12-14 balanserad", "12-14 hp jämn hand", "12-14 pravidelná", "12-14 FB na pravidelné rozloze"], "12-14 bal"),
        (["minst 5 hjärter", "minst 5 hj", "min 5 hjarter", "5+ hjärter", "aspoň 5 srdc", "alespoň 5H"], "5+H"),
        (["5+ piků", "5+ pikov", "5+ spader", "5+ sp", "5+ piky", "min 5 pik"], "5+S"),
        (["4+ káro", "4+ kár", "4+ kara", "4+ ruter", "4+ ru"], "4+D"),
        (["6 trefov", "6 trefů", "6 klöver", "6 klover", "6 kl"], "6C"),
        (["5+ drahá", "5+ högfärg", "5+ hö", "5+ drahou barvu"], "5+M"),
        (["4+ lacná", "4+ levná", "4+ lågfärg", "4+ lagfarg"], "4+m"),
        (["5-5 högfärger", "5-5 drahé", "5-5 v drahých", "5-5 in majors"], "5-5 majors"),
        (["högst 3 hjärter", "najviac 3 srdcia", "nejvýše 3 srdce"], "0-3H"),
        (["exakt 12", "presne 12 HB", "přesně 12 bodů"], "12"),
        (["6+C eller 5C 4M", "6+C alebo 5C 4M", "6+C nebo 5C 4M"], "6+C or 5C 4M"),
        (["bal utom 5S", "bal okrem 5S", "bal kromě 5S"], "bal except 5S"),
        (["4+D ifall bal", "4+D ak bal", "4+D pokud bal"], "4+D if bal"),
        (["ej balanserad", "inte bal", "nie pravidelná", "ne vyvážená"], "not bal"),
        (["utan 5M", "inga 5 hö", "bez 5M", "bez 5 drahá", "žiadna 5M", "žádná 5M"], "no 5M"),
        (["utan renons, utan singel", "bez renonsu, bez singla", "bez šikénu, bez singlu"], "no void, no singleton"),
        (["oftast 5+H", "zvyčajne 5+H", "většinou 5+H"], "usually 5+H"),
        (["kan ha 4H", "ev. 4 hjärter", "môže mať 4 srdcia", "může mít 4 srdce", "moze mat 4H"], "may have 4H"),
        (["kan vara semibalanserad", "môže byť polopravidelná", "může být polovyvážená"], "may have semibal"),
        (["sällan 4H", "zriedka 4H", "zřídka 4H"], "rarely 4H"),
        (["stark", "silná", "silný"], "strong"),
        (["svag", "slabá", "slabe"], "weak"),
        (["bra 12", "dobrých 12"], "good 12"),
        (["dåliga 15", "zlých 15", "špatných 15"], "bad 15"),
        (["regel 20", "regeln 20", "pravidlo 20", "rule 20"], "rule of 20"),
        (["0-3 kontroller", "0-3 kontroly"], "0-3 controls"),
        (["7- förlorare", "7- stratových zdvihov", "7- ztrát"], "7- losers"),
        (["8+ spelstick", "8+ zdvihov", "8+ zdvihů"], "8+ tricks"),
        (["korthet ruter", "krátke káro", "krátká kára"], "short D"),
        (
            ["längre klöver än ruter", "dlhšie trefy ako kára", "delší trefy než kára", "trefy>kára", "klöver > ruter"],
            "C>D",
        ),
        (["gående 7+m", "plná 7+ lacná", "plná 7+ levná"], "solid 7+m"),
        (["bra 6+ hjärter", "dobré 6+ srdcia", "dobré 6+ srdce"], "good 6+H"),
        (["2 av topp 3 i hjärter", "2 z top 3 v srdciach", "2 z nejvyšších 3 v srdcích"], "2 of top 3 in H"),
        (["AKQ i spader", "AKQ v pikoch", "AKQ v pikách"], "AKQ in S"),
        (["7+C, utan A eller K vid sidan", "7+C, inget sido-A/K"], "7+C, no outside A or K"),
        (
            ["7+C, bez bočného A alebo K", "7+C, bez vedlejšího A nebo K", "7+C, bez A a K vedľa"],
            "7+C, no outside A or K",
        ),
        (["tvåfärgshand", "2-färgshand", "dvojfarebný", "2-farebný", "dvoubarevný", "dvojbarva"], "2-suiter"),
        (["enfärgshand", "jednofarebná", "jednobarevná", "1-farebny"], "1-suiter"),
        (["trefärgshand", "trojfarebný", "tříbarevná", "3-barevný"], "3-suiter"),
        (["12+, valfri 4432", "12+, ľubovoľná 4432", "12+, libovolné 4432"], "12+, (4432)"),
        (["17+ oavsett fördelning", "17+ na ľubovoľnej rozlohe", "17+ libovolná rozloha"], "17+ any"),
        (["8+, krav", "8+ forsujúce", "8+ hp forsující"], None),
        (["8+, rondkrav", "8+, krav en rond", "8+, forsujúce na kolo", "8+, forsující na kolo"], "8+, F1"),
        (["8+, utgångskrav", "8+, krav till utgång", "8+, forsing do hry", "8+, forsujúce do celej hry"], "8+, GF"),
        (["8+, ej krav", "8+, neforsujúce", "8+, neforsující"], "8+, NF"),
        (["5+H, överföring", "5+H, transfer", "5+ srdcia, transfer"], "5+H, TRF"),
        (["5-9, 7+C, spärr", "5-9, 7+ trefov, blok", "5-9, 7+ trefů, blokující"], "5-9, 7+C, PRE"),
        (["8+, frågar styrka", "8+, pýta sa na silu", "8+, ptá se na sílu", "8+, zisťuje silu"], "8+, asks strength"),
        (["8+, frågar högfärger", "8+, zisťuje drahé"], "8+, asks majors"),
        (['oklart "ord"', 'nejasné "ord"'], 'unclear "ord"'),
        (["11-15 med 5+H och 4+S", "11-15 so 5+H a 4+S", "11-15 se 5+H a 4+S"], "11-15 5+H 4+S"),
    ],
)
def test_words_are_read_in_any_card(texts, canonical):
    for text in texts:
        assert read(text) == canonical if canonical else {"8+, F", "8+ F"} & {read(text)}, text


def test_letters_with_accents_of_their_own_are_read():
    text = "minst 5 hj\u0061\u0308rter, 4+ ka\u0301ra"
    assert read(text) == "5+H, 4+D"
    assert read_card(f"[openings]\n1H : {text}\n") == read_card("[openings]\n1H : 5+H, 4+D\n")


def test_symbols_are_the_same_in_every_language():
    for language in LANGUAGES:
        head = f"language: {language}\n[openings]\n1D : "
        for letter in ("C", "D", "H", "S", "M", "m", "X"):
            assert read_card(f"{head}5+{letter}\n").entries == read_card(f"[openings]\n1D : 5+{letter}\n").entries


# ---- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meaning", "said"),
    [
        ("4+D om bal", "“om” can be read in two ways: the other minor / “if” (sv): write 4+om, ifall"),
        ("12-14 s 5+H", "“s” can be read in two ways: S / “and” (sk, cs): write 5+S, a"),
        ("5+H s 4+S", "“s” can be read in two ways: S / “and” (sk, cs): write 5+S, a"),
        ("11+, kort ruter", "“kort” can be read in two ways: “short” (sv) / “cards” (sv): write korthet"),
        ("8 kort hjärter", "“kort” can be read in two ways: “short” (sv) / “cards” (sv): write korthet"),
    ],
)
def test_a_word_with_two_readings_is_an_error_that_shows_both(meaning, said):
    assert complaint(meaning) == said


K = "“K” alone is no suit and no unit: players mean D (sk, cs), C (sv): write "
P = "“P” alone is no suit and no unit: players mean S (sk, cs), hcp (sv): write "


@pytest.mark.parametrize(
    ("meaning", "said"),
    [
        ("5+K", K + "5+D, 5+ kára, 5+C, 5+ klöver"),
        ("11-15, 5+K", K + "5+D, 5+ kára, 5+C, 5+ klöver"),
        ("min 5K", K + "5D, 5 kára, 5C, 5 klöver"),
        ("no 4K", K + "4D, 4 kára, 4C, 4 klöver"),
        ("(4)5+K", K + "(4)5+D, (4)5+ kára, (4)5+C, (4)5+ klöver"),
        ("short K", K + "5+D, 5+ kára, 5+C, 5+ klöver"),
        ("5-5 K+S", K + "5+D, 5+ kára, 5+C, 5+ klöver"),
        ("K>=D", K + "5+D, 5+ kára, 5+C, 5+ klöver"),
        ("4P", P + "4S, 4 piky, 4 hcp"),
        ("12-14 p", P.replace("P", "p") + "12-14 hcp"),
        (
            "5+R",
            "“R” alone is no suit and no unit: players mean D (sv): write 5+D, 5+ ruter",
        ),
        (
            "4-6T",
            "“T” alone is no suit and no unit: players mean C (sk, cs): write 4-6C, 4-6 trefy",
        ),
        (
            "12-14 b",
            "“b” alone is no suit and no unit: players mean bal (en), hcp (sk, cs): write 12-14 bal, 12-14 hcp",
        ),
    ],
)
def test_a_single_letter_is_an_error_that_shows_the_spelling(meaning, said):
    assert complaint(meaning) == said


def test_honours_stay_honours():
    assert codes("8+, 6+H, K in S") == []
    assert codes("8+ K", "1S") == []
    assert read("AK in S, KQJ in H, T in C") == "AK in S, KQJ in H, T in C"


# ---- what is written -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", '11-15, no 5M or not bal, may have 4H | 7 hcp, GF, Stayman "utan"'),
        ("sk", '11-15, bez 5M alebo nie pravidelná, môže mať 4H | 7 HB, GF, Stayman "utan"'),
        ("cs", '11-15, bez 5M nebo ne pravidelná, může mít 4H | 7 FB, GF, Stayman "utan"'),
        ("sv", '11-15, utan 5M eller ej balanserad, kan ha 4H | 7 hp, GF, Stayman "utan"'),
    ],
)
def test_words_are_written_and_nothing_else(language, text):
    for other in LANGUAGES:
        assert read(read(text, other), language) == text


def test_the_header_says_which_words_are_written():
    text = "language: sv\n\n[openings]\n1N : 12-14 balanserad\n"
    assert card_text(read_card(text)) == text
    assert card_text(read_card(text), "sk") == text.replace("sv", "sk").replace("balanserad", "pravidelná")
    plain = "title: Ours\n\n[openings]\n1N : 12-14 bal\n"
    assert card_text(read_card(plain)) == plain
    assert card_text(read_card(plain), "en") == plain.replace("Ours\n", "Ours\nlanguage: en\n")


@pytest.mark.parametrize("path", CARDS, ids=lambda p: p.stem)
def test_a_card_is_the_same_in_every_language(path):
    text = path.read_text(encoding="utf-8")
    card = read_card(text)
    for language in LANGUAGES:
        written_card = card_text(card, language)
        assert replace(read_card(written_card), headers=card.headers) == card
        assert card_text(read_card(written_card)) == written_card


@pytest.mark.parametrize("path", CARDS, ids=lambda p: p.stem)
def test_a_header_changes_no_verdict(path):
    text = path.read_text(encoding="utf-8")
    [first] = {fingerprint(read_system(card_text(read_card(text), language))) for language in LANGUAGES}
    assert first == fingerprint(read_system(text))
    for language in LANGUAGES:
        headed = f"language: {language}\n" + "".join(
            line for line in text.splitlines(keepends=True) if not line.startswith("language:")
        )
        assert read_card(headed).entries == read_card(text).entries


@pytest.mark.parametrize(
    ("texts", "canonical"),
    [
        ("artificial", "ART"),
        ("natural", "NAT"),
        ("forcing", "F"),
        ("preemptive, pre-emptive, preempt, pre-empt", "PRE, PRE, PRE, PRE"),
        ("invitational", "INV"),
        ("non-forcing, not forcing", "NF, NF"),
        ("game forcing, game-forcing", "GF, GF"),
        ("at least 12 hcp, at least 5 hearts, at most 3S", "12+, 5+H, 0-3S"),
        ("16+ not forcing, not bal", "16+ NF, not bal"),
        ("1N forcing", "forcing 1N"),
    ],
)
def test_attributes_in_english_words(texts, canonical):
    assert read(texts) == canonical


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("artifical", "artificial"),
        ("naturel", "natural"),
        ("balansed", "balanced"),
        ("hartes", "hearts"),
        ("pravidelných", "pravidelným"),
    ],
)
def test_an_english_word_is_suggested_before_those_of_other_languages(word, near):
    assert near[:7] in complaint(word)
