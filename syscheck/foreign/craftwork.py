"""The convention card of bridge-craftwork as JSON (`"format": "bridge_classroom"`): its openings.

The form has fields, not descriptions: fewest cards of 1C to 1S, ranges of no-trump openings with their seats and
vulnerabilities, kind and points of the two-level openings, styles of the higher ones. What a field does not say is
unknown: nearly every opening of one in a suit leaves its points open. Answers, defence and carding are not read.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from syscheck.card import Call, Place, Seat, Step
from syscheck.foreign.auctions import places_in_words, places_of
from syscheck.foreign.json_text import BrokenJson, Value, leaves, read_json
from syscheck.foreign.rows import At, Format, Reported, Row, Sheet
from syscheck.foreign.source import Source
from syscheck.language import Sentence, phrase, say

FORM = "bridge_classroom"
FORCING = "F1"
VERSIONS = ("1.0",)
NO_POINTS = "the card does not say its points"
NO_LENGTH = "the card does not say its cards in the suit"
NO_RANGE = "the card does not say its range"
MOST_CARDS = 13
LONGEST_ORIGINAL = 500

SECTIONS = frozenset(
    {
        "general",
        "notrump",
        "major_openings",
        "minor_openings",
        "two_level",
        "three_nt",
        "preempts",
        "slam",
        "overcalls",
        "nt_overcalls",
        "competitive",
        "direct_cuebids",
        "doubles",
        "leads",
        "carding",
        "vs_preempts",
        "vs_to_double",
        "vs_1nt",
        "other_conventions",
        "notes",
        "metadata",
        "schema_version",
        "format",
    }
)
NO_AGREEMENT = frozenset({"metadata", "schema_version", "format", "id", "created", "updated"})

NOT_READ = phrase("only openings are read from this format")
UNKNOWN = phrase("“{key}” is no field of the form that is known here")
UNKNOWN_VALUE = phrase("“{value}” is none of the values of {key}: {known}")
NOT_A_NUMBER = phrase("{key} is no number that makes sense here: {value}")
CROSSED = phrase("the range of {key} goes downwards")
NO_PLACE = phrase("The card says “{words}” of {call}. In which seats, at which vulnerability?")
LIGHT = phrase("The card says that openings in third and fourth seat are light. How light is {call} there?")
FIVE_MAJOR = phrase("May 1N have a major of five cards? The card says “{words}”.")
OTHER_VERSION = phrase("The form says that it is of version {version}; it was read as version {known}.")
POINTS = phrase("How many points has {call}? The card does not say.")
LENGTH = phrase("How many cards in its suit has {call}? The card does not say.")
SEVERAL = phrase("The card names several meanings of {call}. Which one is played?")

_KINDS = {
    "weak": ("weak",),
    "intermediate": (),
    "strong": ("strong",),
    "very_strong": ("strong",),
    "natural": (),
    "conventional": (),
}
_ANY_CARDS = re.compile(r"(\d{1,2})\s*(\+)?")
_TWO_LEVEL = {"two_clubs": "C", "two_diamonds": "D", "two_hearts": "H", "two_spades": "S"}
_TWO_FIELDS = frozenset(
    {"meaning", "min_hcp", "max_hcp", "min_hcp_str", "min_length", "two_suited", "description"}
    | {"continuation_describe", "multi", "mini_roman", "reverse_flannery"}
)
_ANSWERS_AT_TWO = frozenset(
    {"2d_response", "2h_response", "kokish", "parrish_bust", "new_suit_nf", "rebids_2nt", "rebid_2nt", "notes"}
    | {"continuation_response", "two_nt_force"}
)
_NAMED = {
    ("flannery", "play"): ("2D", "Flannery"),
    ("benjamin", "play"): ("2D", "Benjamin"),
    ("french_2d", "play"): ("2D", "French 2D"),
    ("precision_2d", "play"): ("2D", "Precision 2D"),
    ("wilkosz", "play"): ("2D", "Wilkosz"),
    ("reverse_flannery", "two_h"): ("2H", "Reverse Flannery"),
    ("reverse_flannery", "two_s"): ("2S", "Reverse Flannery"),
}
_ANSWERS = frozenset({"ogust", "weak_two_2nt_response", "mccabe"})


def detects(source: Source) -> bool:
    """Whether it is JSON, even broken, that says it is a card of this form, or has its openings."""
    text = source.text
    if not text.lstrip().startswith("{"):
        return False
    return f'"{FORM}"' in text or ('"minor_openings"' in text and '"two_level"' in text)


def rows(source: Source) -> Sheet:
    """Every field of the form that is not empty; one report for each part that is not read."""
    try:
        form = read_json(source.text)
    except BrokenJson as error:
        lines = sum(bool(line.strip()) for line in source.text.split("\n"))
        return Sheet((), silent=lines, faults=(error.fault,))
    inner = form.get("card_data")
    reading = _Reading(source, inner if inner is not None and inner.is_object else form)
    found = list(reading.card())
    if reading.form is not form:
        others = (p for p in form.pairs() if p.name not in ("card_data", "name", "id") and not p.value.empty)
        found += [reading.report(p.value, say(UNKNOWN, key=p.name)) for p in others]
    found.sort(key=lambda row: (row.at.line, row.at.column))
    told = {row.at.line for row in found}
    lines = sum(bool(line.strip()) for line in source.text.split("\n"))
    name = reading.text("metadata", "name") or (form.get("name") or Value(None, (0, 0))).text or ""
    headers = {"pair": name} if name else {}
    if system := (reading.text("general", "system") or reading.text("general", "system_category")):
        headers["title"] = system.replace("_", " ")
    return Sheet(tuple(found), headers, max(0, lines - len(told)), tuple(reading.remarks))


FORMAT = Format("craftwork", phrase("bridge-craftwork convention card"), detects, rows)


@dataclass
class _Reading:
    """The state of reading one card."""

    source: Source
    form: Value
    remarks: list[Sentence] = field(default_factory=list)
    used: set[tuple[str, ...]] = field(default_factory=set)

    def at(self, value: Value) -> At:
        """Where a value stands."""
        return At(*self.source.lines.place(value.start))

    def text(self, *path: str) -> str:
        """A field as text, blank where it says nothing."""
        value = self.form.get(*path)
        if value is None or value.text is None:
            return ""
        self.used.add(path)
        return " ".join(value.text.split())

    def true(self, *path: str) -> bool:
        """Whether a box is ticked."""
        value = self.form.get(*path)
        if value is None or value.value is not True:
            return False
        self.used.add(path)
        return True

    def original(self, value: Value) -> str:
        """A value with its name, as it is written."""
        return self.source.text[value.start : value.span[1]][:LONGEST_ORIGINAL]

    def report(self, value: Value, why: Sentence) -> Reported:
        """A value that is not on the card."""
        return Reported(self.original(value), self.at(value), why)

    def card(self) -> Iterator[Row | Reported]:
        """The openings, and everything else as reported."""
        version = self.text("schema_version")
        if version and version not in VERSIONS:
            self.remarks.append(say(OTHER_VERSION, version=version, known=VERSIONS[-1]))
        yield from self.minors()
        yield from self.majors()
        yield from self.notrump()
        yield from self.two_level()
        yield from self.three_notrump()
        yield from self.preempts()
        yield from self.rest()

    def number(self, path: tuple[str, ...], most: int) -> int | Reported | None:
        """A whole number of a field; None where it is empty, a report where it is none."""
        value = self.form.get(*path)
        if value is None or value.empty:
            return None
        self.used.add(path)
        words = value.text or ""
        if re.fullmatch(r"\d{1,2}", words) is None or int(words) > most:
            return self.report(value, say(NOT_A_NUMBER, key=".".join(path), value=words or "?"))
        return int(words)

    def range(self, *path: str, low: str = "range_min", high: str = "range_max") -> str | Reported | None:
        """Two fields as points (`15-17`, `22+`); None where both are empty."""
        least, most = self.number((*path, low), 40), self.number((*path, high), 40)
        if isinstance(least, Reported):
            return least
        if isinstance(most, Reported):
            return most
        if least is None and most is None:
            return None
        if least is not None and most is not None and least > most:
            value = self.form.get(*path)
            assert value is not None
            return self.report(value, say(CROSSED, key=".".join(path)))
        good, bad = self.true(*path, f"{low}_plus"), self.true(*path, f"{high}_minus")
        if good and least is not None and most is not None:
            # A good 14 to 17: 14 is not certain, and all that is more is.
            return f"({least}){least + 1}-{most} hcp" if least < most else f"{least}-{most} hcp"
        if bad and least is not None and most is not None and least < most:
            return f"{least}-{most - 1}({most}) hcp"
        if least is None:
            return f"{most}- hcp"
        return f"{least}+ hcp" if most is None else f"{least}-{most} hcp"

    # ---- one of a suit ----------------------------------------------------------------------------------------------

    def minors(self) -> Iterator[Row | Reported]:
        """1C and 1D: their fewest cards, and whether they are artificial and forcing."""
        for name, suit in (("one_club", "C"), ("one_diamond", "D")):
            value = self.form.get("minor_openings", name)
            if value is None or not value.pairs():
                continue
            path = ("minor_openings", name)
            forcing = self.true(*path, "art_forcing")
            if suit == "C":
                forcing = self.true("general", "forcing_opening_1c") or forcing
            facts = ["ART", "F1"] if forcing else []
            for box in ("nf0", "nf1", "nf2"):
                if self.true(*path, box):
                    facts = [f"{box[-1]}+{suit}", "NF"]
            if self.true(*path, "unbalanced"):
                facts.append("unbal")
            yield from self.one_of(path, suit, (("min_length", None),), value, facts)

    def majors(self) -> Iterator[Row | Reported]:
        """1H and 1S: their fewest cards in first and second, third and fourth seat."""
        value = self.form.get("major_openings")
        if value is None or not value.pairs():
            return
        path = ("major_openings",)
        self.true(*path, "five_card_majors")
        lengths: tuple[tuple[str, frozenset[Place] | None], ...] = (
            ("min_length_1st_2nd", places_of((Seat.FIRST, Seat.SECOND))),
            ("min_length_3rd_4th", places_of((Seat.THIRD, Seat.FOURTH))),
        )
        if self.text(*path, "min_length_1st_2nd") == self.text(*path, "min_length_3rd_4th"):
            lengths = (("min_length_1st_2nd", None),)
            self.text(*path, "min_length_3rd_4th")
        for suit in "HS":
            yield from self.one_of(path, suit, lengths, value, [])

    def one_of(
        self,
        path: tuple[str, ...],
        suit: str,
        lengths: Sequence[tuple[str, frozenset[Place] | None]],
        value: Value,
        facts: list[str],
    ) -> Iterator[Row | Reported]:
        """An opening of one in a suit."""
        call = Call(1, suit)
        light = (say(LIGHT, call=str(call)),) if self.true("general", "third_fourth_light") else ()
        for key, places in lengths:
            words = self.text(*path, key)
            match = _ANY_CARDS.fullmatch(words)
            length = [] if match is None else [f"{match[1]}+{suit}"]
            if words and (match is None or int(match[1]) > MOST_CARDS):
                field_ = self.form.get(*path, key)
                assert field_ is not None
                name = ".".join((*path, key))
                yield self.report(field_, say(NOT_A_NUMBER, key=name, value=words))
                length = []
            known = length or [f for f in facts if f[0].isdigit()]
            unknown = [f'unclear "{NO_POINTS}"'] + ([] if known else [f'unclear "{NO_LENGTH}"'])
            here = self.form.get(*path, key) or value
            others = [f for f in facts if not (length and f[0].isdigit())]
            asked = (*light, say(POINTS, call=str(call)))
            if not known:
                asked = (*asked, say(LENGTH, call=str(call)))
            known_facts = (*length, *others, *unknown)
            yield Row(((Step(call),),), "", self.original(here), self.at(here), places, known_facts, asked)

    # ---- no-trump ---------------------------------------------------------------------------------------------------

    def notrump(self) -> Iterator[Row | Reported]:
        """1N with its other range, and 2N."""
        for name, level in (("one_nt", 1), ("one_nt_alt", 1), ("two_nt", 2)):
            path = ("notrump", name)
            value = self.form.get(*path)
            if value is None or not value.pairs():
                continue
            points = self.range(*path)
            if isinstance(points, Reported):
                yield points
                points = None
            if points is None and name == "one_nt_alt":
                continue
            call = Call(level, "N")
            asked: list[Sentence] = []
            places: frozenset[Place] | None = None
            words = self.text(*path, "seat_vul")
            if words:
                places = places_in_words(words)
                if places is None:
                    asked.append(say(NO_PLACE, words=words, call=str(call)))
            facts = [points] if points else [f'unclear "{NO_RANGE}"']
            if not points:
                asked.append(say(POINTS, call=str(call)))
            facts += self.shapes(level, path, asked)
            if words and places is None:
                facts.append(f'unclear "{words.replace(chr(34), chr(0x201D))}"')
            yield Row(((Step(call),),), "", self.original(value), self.at(value), places, tuple(facts), tuple(asked))

    def shapes(self, level: int, path: tuple[str, ...], asked: list[Sentence]) -> Iterator[str]:
        """The shapes of a no-trump opening."""
        if level == 2:
            yield "usually bal"
            return
        main = ("notrump", "one_nt")
        others = []
        for box, shape in (("allow_5422", "(5422)"), ("allow_4441", "(4441)"), ("allow_6_minor", "(6322) 6m")):
            if self.true(*main, box):
                others.append(shape)
        major = self.text(*main, "five_card_major")
        if major == "never":
            yield "no 5+M"
        elif major not in ("", "sometimes", "always"):
            asked.append(say(FIVE_MAJOR, words=major))
        if self.true(*path, "allow_one_less"):
            asked.append(say("May 1N really be a point light? The card says so."))
            yield 'unclear "it may be a point light"'
        yield " or ".join(["bal", *others])

    def three_notrump(self) -> Iterator[Row | Reported]:
        """3N: gambling, or a range."""
        for path in (("three_nt",), ("notrump", "three_nt")):
            value = self.form.get(*path)
            if value is None or not value.pairs():
                continue
            points = self.range(*path)
            if isinstance(points, Reported):
                yield points
                continue
            words = self.text(*path, "one_suit_desc")
            call = ((Step(Call(3, "N")),),)
            if self.true(*path, "one_suit"):
                yield Row(call, words or "gambling", self.original(value), self.at(value))
            elif points is not None or words:
                facts = () if points is None else (points, "bal")
                yield Row(call, words, self.original(value), self.at(value), None, facts)

    # ---- two of a suit and higher -----------------------------------------------------------------------------------

    def two_level(self) -> Iterator[Row | Reported]:
        """2C to 2S: kind, points, cards, description, and the conventions that are ticked."""
        named: dict[str, list[tuple[str, Value]]] = {}
        for path, (call, words) in _NAMED.items():
            if self.true("two_level", *path):
                value = self.form.get("two_level", *path)
                assert value is not None
                named.setdefault(call, []).append((words, value))
        if self.true("general", "forcing_opening_2c"):
            value = self.form.get("general", "forcing_opening_2c")
            assert value is not None
            named.setdefault("2C", []).append((FORCING, value))
        for name, suit in _TWO_LEVEL.items():
            value = self.form.get("two_level", name)
            also = named.pop(f"2{suit}", [])
            if (value is None or not value.pairs()) and not also:
                continue
            yield from self.two(name, suit, value, also)

    def two(self, name: str, suit: str, value: Value | None, also: list[tuple[str, Value]]) -> Iterator[Row | Reported]:
        """An opening of two in a suit."""
        path = ("two_level", name)
        call = Call(2, suit)
        where = value if value is not None and value.pairs() else also[0][1]
        points = self.range(*path, low="min_hcp", high="max_hcp")
        if isinstance(points, Reported):
            yield points
            points = None
        length = self.number((*path, "min_length"), MOST_CARDS)
        if isinstance(length, Reported):
            yield length
            length = None
        kind = self.text(*path, "meaning")
        if kind and kind not in _KINDS:
            field_ = self.form.get(*path, "meaning")
            assert field_ is not None
            key = ".".join((*path, "meaning"))
            yield self.report(field_, say(UNKNOWN_VALUE, value=kind, key=key, known=", ".join(_KINDS)))
        names = [words for words, _ in also if words != FORCING]
        names += [t for box, t in (("multi", "Multi"), ("mini_roman", "Mini-Roman")) if self.true(*path, box)]
        if self.true(*path, "reverse_flannery"):
            names.append("Reverse Flannery")
        described = [self.text(*path, "description"), self.text(*path, "continuation_describe")]
        least = self.text(*path, "min_hcp_str")
        if least and not points:
            described.insert(0, f"{least} hcp" if re.fullmatch(r"\d{1,2}[+-]?", least) else least)
        if self.true(*path, "two_suited"):
            described.append("two-suited")
        vague = [] if points or least else [_KINDS.get(kind, ())]
        words = ", ".join(filter(None, [*(w for v in vague for w in v), *described, *names]))
        facts = [points] if points else []
        if length is not None:
            facts.append(f"{length}+{suit}")
        if any(words == FORCING for words, _ in also):
            facts.append(FORCING)
        asked = (say(SEVERAL, call=str(call)),) if len(names) > 1 else ()
        if not words and not facts:
            return
        if not facts and not described[0] and not names and not least:
            words = words or kind
        if length is None and not any(described) and not names:
            # A weak two has a suit, but how long it is nobody says.
            facts.append(f'unclear "{NO_LENGTH}"')
            asked = (*asked, say(LENGTH, call=str(call)))
        yield Row(((Step(call),),), words, self.original(where), self.at(where), None, tuple(facts), asked)

    def preempts(self) -> Iterator[Row | Reported]:
        """Openings of three and four in a suit, by their style."""
        for level, key in ((3, "three_level_style"), (4, "four_level_style")):
            words = self.text("preempts", key)
            value = self.form.get("preempts", key)
            if not words or value is None:
                continue
            call = Call(level, "X")
            facts = ("PRE", f'unclear "{NO_LENGTH}"', f'unclear "{NO_POINTS}"')
            asked = (say(POINTS, call=str(call)), say(LENGTH, call=str(call)))
            yield Row(((Step(call),),), words, self.original(value), self.at(value), None, facts, asked)

    # ---- what is not read -------------------------------------------------------------------------------------------

    def rest(self) -> Iterator[Reported]:
        """Everything that was not read: a field of the openings each by itself, other parts as a whole."""
        for pair in self.form.pairs():
            name, value = pair.name, pair.value
            if value.empty or name in NO_AGREEMENT or name.startswith("_"):
                continue
            if name not in SECTIONS and not name.startswith("vs_"):
                yield self.report(value, say(UNKNOWN, key=name))
                continue
            if name not in (
                "general",
                "notrump",
                "major_openings",
                "minor_openings",
                "two_level",
                "preempts",
                "three_nt",
            ):
                yield self.report(value, say(NOT_READ))
                continue
            for path, leaf in leaves(value, (name,)):
                if path in self.used or leaf.empty:
                    continue
                yield self.report(leaf, say(NOT_READ) if _known(path) else say(UNKNOWN, key=".".join(path)))


_FIELDS = """
    system system_category style min_hcp_open min_hcp_respond third_fourth_light nt_open_style forcing_opening_1c
    forcing_opening_2c forcing_opening_other forcing_opening forcing_opening_natural_2 bids_requiring_prep jump_shifts
    very_light one_nt one_nt_alt two_nt three_nt dbl stayman smolen minor_suit_stayman transfers minor_transfers
    two_nt_natural three_d_response three_major_splinter lebensohl rubensohl responses notes five_card_majors
    min_length_1st_2nd min_length_3rd_4th one_nt_response two_over_one three_nt_raise art_raises_other jump_raise
    jump_raise_after_overcall jacoby_2nt bergen_raises splinters mini_splinters drury gazzilli impossible_2s
    bergen_raises_notes two_nt_response_forcing two_nt_response_inv two_nt_response_range_min two_nt_response_range_max
    one_club one_diamond bypass_5_plus may_hold_5_card_major inverted_minors walsh one_club_responses two_nt_response
    two_clubs two_diamonds two_hearts two_spades ogust weak_two_2nt_response mccabe flannery reverse_flannery benjamin
    french_2d precision_2d polish_two_suiters wilkosz three_level_style three_level_response four_level_style
    four_level_response transfer_4_minor namyats range_min range_max one_suit one_suit_desc
    """
"""The fields of the openings' parts, by the first name in them."""
_KNOWN_WORDS = frozenset(_FIELDS.split())


def _known(path: tuple[str, ...]) -> bool:
    """Whether the form has such a field, as far as its first two names say."""
    return len(path) < 2 or path[1] in _KNOWN_WORDS
