"""What can be wrong with a card, told in a player's words.

A code is stable; its text may get better. `docs/errors.md` lists every code with an input that
provokes it.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import ClassVar, Self

from syscheck.card.model import NOWHERE, Card, Span
from syscheck.language import Sentence, say
from syscheck.values import dataclass

LONGEST_WORD = 40
"""No longer word is likely to be a known one with a slip in it."""


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of fault: the sentence for the player and what to do, with places for values."""

    message: str
    hint: str = ""


CODES: dict[str, Code] = {
    # The file.
    "E101": Code("the file cannot be read: {why}", "check the name and that it is a file"),
    "E102": Code("the file is not UTF-8 text", "save it as UTF-8"),
    "E103": Code("the file is larger than 1 MiB", "a card is a few kilobytes; is this the right file?"),
    "E104": Code("the card has no openings", "write a section [openings] with a line such as 1N : 15-17 bal"),
    "E105": Code("the card has more than 10,000 entries", "split it, or leave out what nobody asks for"),
    "E106": Code("this is a control character, not text", "delete it"),
    "E107": Code("this entry is longer than 50,000 characters", "write it in simpler pieces"),
    # Headers and sections.
    "E110": Code(
        "“{key}” is not a header",
        "{near}headers are: title, pair, players, event, regulation, date, language",
    ),
    "E111": Code("the header “{key}” stands twice", "keep one of the two (the other is in line {line})"),
    "E112": Code("headers stand before the first section", "move “{key}” to the top of the card"),
    "E113": Code("the header “{key}” says nothing", "write something after the colon, or delete the line"),
    "E114": Code("“{value}” is not a language that reports are written in", "write en, sk, cs or sv"),
    "E115": Code("“{value}” is not a date", "write year-month-day, such as 2026-09-30"),
    "E120": Code(
        "there is no section [{name}]",
        "{near}sections are: define, openings, continuations, defence, conventions, leads, signals",
    ),
    "E121": Code("the section [{name}] stands twice", "put its lines together (the other starts in line {line})"),
    "E122": Code("this line stands before any section", "write [openings] on a line of its own above the openings"),
    "E123": Code("this is not a line of a card", "an opening is written as 1H : 11-15, 5+H"),
    "E124": Code("a comment needs two blanks before its #", "write “  # comment”"),
    "E125": Code("this bracket is not closed", "write a ] at its end, as in [openings] or 1N [nv]"),
    # Entries.
    "E130": Code("“{text}” is not a call", "{near}calls are P, 1C 1D 1H 1S 1N … 7N, X and XX"),
    "E131": Code("a colon is missing after the call", "write {text} : and then the meaning"),
    "E132": Code("the meaning of {call} is missing", "write it after the colon, such as 11-15, 5+H"),
    "E133": Code(
        "“{word}” is neither a seat nor a vulnerability",
        "{near}write 1st 2nd 3rd 4th, 1st-3rd, nv vul fav unfav none both",
    ),
    "E134": Code("the brackets name no place", "write seats or vulnerability in them, or take them out"),
    "E135": Code("an opening is one call", "longer sequences belong in [continuations]"),
    "E136": Code("a continuation has at least two calls", "write the calls before it: 1N-2C : Stayman"),
    "E137": Code("in [defence] the opponents call first", "write their call in parentheses: (1H)-2H"),
    "E138": Code("{call} cannot be made here", "it must be higher than {last}"),
    "E139": Code(
        "{call} has two meanings in the same place ({place})",
        "the other is in line {line}; say in brackets where each holds",
    ),
    "E140": Code("{call} is not an opening", "openings are P and 1C … 7N"),
    "E141": Code("this part of the sequence is empty", "write one call between two dashes"),
    "E142": Code("a range of seats goes upwards", "write {text}"),
    "E143": Code("only one pair of brackets may follow the call", "put all of it in one: [1st-2nd nv]"),
    "E144": Code(
        "this line holds nowhere: other lines for {call} fill every place", "delete it, or say where it holds"
    ),
    # Definitions.
    "E150": Code(
        "“{name}” cannot be a name",
        "a name is written in small letters with a hyphen in it, such as nt-shape",
    ),
    "E151": Code("the name “{name}” is not defined before this line", "{near}write it in [define] above"),
    "E152": Code("the name “{name}” is defined twice", "the other definition is in line {line}"),
    "E153": Code("“{name}” is a word of the card language", "choose another name"),
    "E154": Code("an equals sign is missing", "a definition is written as nt-shape = bal, no 5M"),
    # How a meaning is written.
    "E201": Code("“{word}” is not a word of the card language", "{near}text for people goes in double quotes"),
    "E202": Code("“{text}” means nothing here", "text for people goes in double quotes"),
    "E203": Code("the note is not closed", "write a second double quote at its end"),
    "E204": Code("this parenthesis is not closed", "add a )"),
    "E205": Code("this ) has no ( before it", "delete it, or open one before"),
    "E206": Code("something is missing beside this comma", "write a term there, or delete the comma"),
    "E207": Code("something is missing beside “{word}”", "write what the other choice is, or delete the word"),
    "E208": Code("after “{word}” something about the hand is missing", "write what it is about, such as {word} 5M"),
    "E209": Code("an alternative is missing beside this |", "write it, or delete the |"),
    "E210": Code("this is nested more than 50 deep", "write it in simpler pieces"),
    "E211": Code("{number} alone: cards or points?", "write {number}H for cards in a suit, {number} hcp for points"),
    "E212": Code("{number}+ alone: cards or points?", "did you mean {number}+H? For points write {number}+ hcp"),
    "E213": Code("there is a blank between the number and the suit", "did you mean {text}?"),
    "E214": Code(
        "no suit has {number} cards: a comma is missing between the points and the suit",
        "write {points}, 5+{suit} or however long the suit is",
    ),
    "E215": Code("no suit has {number} cards", "a suit has at most 13"),
    "E216": Code(
        "{digits} can be read in two ways",
        "write ({digits}) for any suits, or {placed} for spades, hearts, diamonds, clubs",
    ),
    "E217": Code("the suits of {text} add up to {total} cards, not 13", "correct the numbers"),
    "E218": Code("{text} is not a two-suiter", "write the longer first, both at least four, such as 5-4"),
    "E219": Code("say how long both suits are", "write 5-4 {suits}, or 5+{letter} for one of them"),
    "E220": Code("the points are said twice ({first} and {second})", "{near}use | between alternatives"),
    "E221": Code(
        "some choices have points and some have none, and “or” leaves it open whose they are",
        "write {both} if the points go for all, {apart} if they do not",
    ),
    "E222": Code("how many {suit}?", "write a number before it, such as 5+{letter}"),
    "E223": Code("“{word}” has no number", "write the number before it, such as 12-14 {word}"),
    "E224": Code("{letter} is the other suit, but of which?", "name the first with {first}: 5{first} 4+{letter}"),
    "E225": Code("the range {text} goes downwards", "write the smaller number first"),
    "E226": Code("“rule of” needs one number", "write rule of 18, rule of 20"),
    "E227": Code("there are not {count} cards in the top {of}", "write such as 2 of top 3 in H"),
    "E228": Code("in which suit is {text}?", "write {text} in H"),
    "E229": Code("outside which suit?", "name one suit before it, such as solid 7+m, no outside A or K"),
    "E230": Code("“outside” goes with “no”", "write no outside A or K"),
    "E231": Code("“unclear” needs the words in double quotes", 'write unclear "the words"'),
    "E232": Code("after “{word}” something is missing", "{example}"),
    "E233": Code("{before} cannot follow here", "{example}"),
    "E234": Code("“{word}” takes one number", "write {word} 5H, or the range alone"),
    "E235": Code("a range has no blanks in it", "write {text}"),
    "E236": Code("a suit is compared with itself", "name two suits, such as C>=D"),
    "E237": Code("these two suits are the same", "name two suits, such as 5-5 H+S"),
    "E238": Code("the number in parentheses is not outside the range {text}", "write such as (14)15-17 or 15-17(18)"),
    "E239": Code("a suit is compared with a number", "did you mean {text}?"),
    "E240": Code(
        "“{text}” says nothing of the hand, so it is no choice",
        "write it behind a comma, or say which hands the choice has",
    ),
    "E241": Code("“{words}” may be read in two ways", "write no {term}, or not {term}, if the call never has it"),
    "E242": Code("“{word}” can be read in two ways: {readings}", "write {better}"),
    "E243": Code("“{letter}” alone is no suit and no unit: players mean {readings}", "write {better}"),
    # What no hand can be.
    "E301": Code("no hand is like this: {text}", "{why}"),
    "E302": Code("no hand fits this alternative: {text}", "{why}"),
    "E303": Code("no hand fits this choice: {text}", "{why}"),
    "E304": Code("the meaning falls into more than 1,000 parts", "write it in simpler pieces"),
    "E305": Code(
        "the honours, losers or controls of this card cannot be counted together",
        "leave out the least important",
    ),
    # Regulations.
    "E401": Code("there is no regulation “{name}”", "{near}regulations are: {known}"),
    # Lines of standard input.
    "E402": Code("this line is not a JSON object with “text”", 'write {{"call": "1H", "text": "11-15, 5+H"}}'),
    # Files in other formats.
    "E501": Code("this is no file with a bidding system that is known here", "name its format with --from"),
    "E502": Code("the file is larger than 4 MiB", "a system is a few hundred kilobytes; is this the right file?"),
    "E503": Code("the file has more than 10,000 rows", "split it, or leave out what nobody asks for"),
    "E504": Code("no opening bid was found in the file", "look at its rows; is the format the right one?"),
    "E505": Code("the card made of the file would be larger than 1 MiB", "split it, or leave out what nobody asks for"),
    "E506": Code("no card without errors could be made of the file", "please report it with the file"),
    "E507": Code("this is a card already", "syscheck check reads it as it is"),
    "E510": Code(
        "the included file “{name}” is not in the folder of this file",
        "put it there, or in a folder below, without links",
    ),
    "E511": Code("files include each other in a circle: {names}", "delete one of their lines #INCLUDE"),
    "E512": Code("the file “{name}” cannot be included: {why}", "it is sought in this file's folder; look at its name"),
    "E513": Code("too much is included or pasted here: {limit}", "write it out where it is needed, or in fewer files"),
    "E514": Code("“{name}” pastes itself, directly or through others", "take that #PASTE out of what is cut or copied"),
    "E515": Code("the JSON of this file is broken: {what}", "the program that wrote it can write it again"),
    "E516": Code(
        "this is no Swedish declaration", "name the declaration's own JSON file: its dots are filled in there"
    ),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, and where. Another kind of file has its own `codes`."""

    codes: ClassVar[Mapping[str, Code]] = CODES

    code: str
    span: Span = NOWHERE
    values: tuple[tuple[str, object], ...] = ()

    @classmethod
    def of(cls, code: str, span: Span, **values: object) -> Self:
        """The fault of this code with the values of its sentence."""
        return cls(code, span, tuple(values.items()))

    @property
    def message(self) -> str:
        """What is wrong, in the language spoken."""
        return str(Sentence(self.codes[self.code].message, self.values))

    @property
    def hint(self) -> str:
        """What to do about it, in the language spoken."""
        return str(Sentence(self.codes[self.code].hint, self.values))


class FaultyCard(ValueError):
    """A card that cannot be judged: it has faults."""

    def __init__(self, faults: Iterable[Fault], partial: Card | None = None):
        self.partial = partial
        """What of the card could be read; a meaning with a fault has no branches there."""
        self.faults = tuple(sorted(set(faults), key=lambda f: (f.span, f.code)))
        super().__init__("; ".join(f.message for f in self.faults))


class Lines:
    """Where offsets stand in a text: lines and columns, both from 1."""

    def __init__(self, text: str):
        self.text = text
        self.starts = [0]
        self.starts += [i + 1 for i, c in enumerate(text) if c == "\n"]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line without its end."""
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[self.starts[number - 1] : end].rstrip("\r")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """A known word that is near and has the same first letter."""
    word = word.casefold()
    if len(word) > LONGEST_WORD:
        return None
    near = get_close_matches(word, {k for k in known if k[:1].casefold() == word[:1]}, n=1, cutoff=0.7)
    return near[0] if near else None


def did_you_mean(word: str, known: Iterable[str], otherwise: Iterable[str] = ()) -> Sentence | str:
    """`did you mean “x”? ` where a known word is near, or else one of `otherwise`; else nothing."""
    near = nearest(word, known) or nearest(word, otherwise)
    return "" if near is None else say("did you mean “{word}”? ", word=near)
