"""The simple class of the Slovak annex 4: a closed list, and every line of it is a rule here."""

from collections.abc import Iterable, Iterator
from functools import partial, reduce
from itertools import combinations
from operator import or_

from syscheck.card import Entry
from syscheck.card.calls import sequence_text
from syscheck.card.model import Attribute, Convention, Expression, Strength, Unclear, Vague, walk
from syscheck.card.writer import meaning_text
from syscheck.hands import (
    BALANCED,
    HAS_SINGLETON,
    HAS_VOID,
    NO_HAND,
    SUITS,
    HandSet,
    Suit,
    hcp,
    length,
    rule_of,
)
from syscheck.language import Sentence, phrase, quoted, say
from syscheck.regulations.clauses import CANNOT_TELL, DOUBTFUL, MET, NOT_MET, Law, Outcome, Ruling, has_only, if_all
from syscheck.system import Opening, System, entry_hands

TWO_SINGLETONS = reduce(or_, (length(a, 1, 1) & length(b, 1, 1) for a, b in combinations(SUITS, 2)))
ONE_SINGLETON = HAS_SINGLETON - TWO_SINGLETONS - HAS_VOID
FORCING = frozenset({"F", "F1", "GF"})
ALLOWED_CONVENTIONS = frozenset({"Stayman", "Baron", "take-out doubles", "Blackwood", "Gerber"})
PLACES_OF_CONVENTIONS = {"Stayman": ("2C", "3C"), "Baron": ("3C",)}
NATURAL_ATTRIBUTES = frozenset({"NF", "F", "F1", "GF", "INV", "LIM", "PRE", "NAT", "negative"})
ALLOWED_LEADS = frozenset(
    {
        "top of sequence",
        "4th best from an honour",
        "top of doubleton",
        "middle of three small",
        "lowest of three small",
        "second of four small",
    }
)
ALLOWED_SIGNALS = frozenset({"high encourages", "high even", "suit preference"})


def _openings(system: System, *calls: str) -> Iterator[Opening]:
    return (o for o in system.openings if str(o.call) in calls)


def _asked(outcome: Outcome, opening: Opening) -> tuple[Sentence, ...]:
    return opening.questions if outcome is CANNOT_TELL else ()


def _holds(answer: bool | None) -> Outcome:
    return CANNOT_TELL if answer is None else MET if answer else NOT_MET


# ---- openings at the one level -----------------------------------------------------------------------------


def _least_cards(system: System, least: int, *calls: str) -> Iterator[Ruling]:
    for opening in _openings(system, *calls):
        suit = opening.suit
        assert suit is not None
        outcome = _holds(has_only(opening, length(suit, least, None)))
        fewest = opening.possible.least_length(suit)
        template = phrase("{call} may have {fewest} {suit}.")
        if outcome is MET:
            template = phrase("{call} always has {fewest} or more {suit}.")
        reason = say(template, call=opening.call, fewest=fewest, suit=suit.symbol)
        shows = opening.possible & length(suit, fewest, fewest)
        yield Ruling(outcome, reason, opening, opening.places, shows, _asked(outcome, opening))


def prepared_club(system: System, law: Law) -> Iterable[Ruling]:
    """1C has four cards, or three as a prepared bid."""
    return _least_cards(system, law.number("simple-club"), "1C")


def natural_diamond(system: System, law: Law) -> Iterator[Ruling]:
    """1D has four cards; three are accepted with a note."""
    for ruling in _least_cards(system, law.number("simple-diamond"), "1D"):
        opening = ruling.opening
        assert opening is not None
        if ruling.outcome is MET and opening.possible.least_length(Suit.DIAMONDS) < law.number("simple-diamond-full"):
            note = say("1D may have three cards; the annex names this for 1C only, and it is accepted here.")
            yield Ruling(MET, ruling.reason, opening, opening.places, ruling.shows, (), note)
        else:
            yield ruling


def four_card_majors(system: System, law: Law) -> Iterable[Ruling]:
    """1H and 1S have four cards."""
    return _least_cards(system, law.number("simple-major"), "1H", "1S")


def standard_hand(law: Law) -> HandSet:
    """The hands worth an opening by the annex."""
    by_shape = hcp(law.number("standard-irregular-hcp"), None) - BALANCED
    by_rule = rule_of(law.number("standard-rule-of")) - BALANCED
    return hcp(law.number("standard-hcp"), None) | by_shape | by_rule


def standard_openings(system: System, law: Law) -> Iterator[Ruling]:
    """1C to 1S hold standard opening hands only."""
    standard = standard_hand(law)
    for opening in _openings(system, "1C", "1D", "1H", "1S"):
        outcome = _holds(has_only(opening, standard))
        light = opening.possible - standard
        if light:
            reason = say(
                "{call} may have {low} points in a hand that is no standard opening.",
                call=opening.call,
                low=light.least_hcp,
            )
        else:
            reason = say("{call} holds standard opening hands only.", call=opening.call)
        yield Ruling(outcome, reason, opening, opening.places, light, _asked(outcome, opening))


def narrow_notrump(system: System, law: Law) -> Iterator[Ruling]:
    """1N is balanced, narrow, between 12 and 18, and the same everywhere."""
    found = tuple(_openings(system, "1N"))
    low, high = law.number("simple-nt-least"), law.number("simple-nt-most")
    inside = BALANCED & hcp(low, high)
    if len({(o.certain, o.possible) for o in found}) > 1 or (
        found and reduce(or_, (o.places for o in found)) != found[0].places
    ):
        yield Ruling(NOT_MET, say("1N is not the same in every seat and vulnerability."), found[0], found[0].places)
    for opening in found:
        outcome = if_all(opening, partial(_narrow, inside, law.number("simple-nt-values")))
        least, most = opening.possible.hcp
        strange = opening.possible - inside
        if strange:
            reason = say(
                "1N may be unbalanced, or have fewer than {low} or more than {high} points.", low=low, high=high
            )
        else:
            reason = say(
                "1N is balanced with {least} to {most} points, {values} values.",
                least=least,
                most=most,
                values=most - least + 1,
            )
        yield Ruling(outcome, reason, opening, opening.places, strange, _asked(outcome, opening))


def _narrow(inside: HandSet, values: int, hands: HandSet) -> Outcome:
    low, high = hands.hcp
    wide = high - low + 1
    if not hands <= inside or wide > values + 1:
        return NOT_MET
    return MET if wide <= values else DOUBTFUL


# ---- strong openings ---------------------------------------------------------------------------------------


def _strong(opening: Opening, law: Law) -> bool | None:
    """Whether an opening is strong: by points, or in the pair's own words with enough tricks."""
    if all(_strong_in_words(a.written.terms, law) for a in opening.alternatives):
        return True
    return has_only(opening, hcp(law.number("strong-hcp"), None))


def _strong_in_words(terms: Iterable[Expression], law: Law) -> bool:
    leaves = [e for t in terms for e in walk(t)]
    tricks = any(
        isinstance(e, Strength) and e.unit == "tricks" and (e.least or 0) >= law.number("strong-tricks") for e in leaves
    )
    return tricks and any(isinstance(e, Vague) and e.word == "strong" for e in leaves)


def _negative(system: System, opening: Opening, answer: str) -> bool | None:
    """Whether the card gives `answer` as the negative reply; None where it says nothing of it."""
    found = [
        entry
        for entry in system.sequences("continuations")
        if [str(s.call) for s in entry.sequence] == [str(opening.call), answer]
        and (entry.where is None or entry.where.places & opening.places)
    ]
    if not found:
        return None
    names = [{e.name for e in _leaves(f) if isinstance(e, Attribute)} for f in found]
    return all("negative" in n for n in names)


def strong_club(system: System, law: Law) -> Iterator[Ruling]:
    """2C is strong and forcing, 2D the negative answer."""
    yield from _strong_two(system, law, "2D", True, "2C")


def strong_twos(system: System, law: Law) -> Iterator[Ruling]:
    """2D, 2H, 2S are strong, 2N the negative answer."""
    yield from _strong_two(system, law, "2N", False, "2D", "2H", "2S")


def _strong_two(system: System, law: Law, answer: str, must_force: bool, *calls: str) -> Iterator[Ruling]:
    for opening in _openings(system, *calls):
        strong, negative = _strong(opening, law), _negative(system, opening, answer)
        forcing: bool | None = True
        if must_force and not opening.attributes & FORCING:
            forcing = (
                False if any(a.written.attributes & {"NF", "INV", "LIM", "PRE"} for a in opening.alternatives) else None
            )
        answers = [strong, forcing, negative]
        questions: list[str | Sentence] = []
        if False in answers:
            outcome = NOT_MET
            reason = _why_not_strong(opening, strong, forcing, answer, law)
        elif None in answers:
            outcome = CANNOT_TELL
            reason = say(
                "{call}: the card leaves open whether it is a strong bid of the simple class.", call=opening.call
            )
            questions += opening.questions if strong is None else ()
            if forcing is None:
                questions.append(say("Is {call} forcing? Write F1 or GF if it is, NF if not.", call=opening.call))
            if negative is None:
                questions.append(
                    say(
                        "What is the negative answer to {call}? If it is {answer}, write {call}-{answer} : negative.",
                        call=opening.call,
                        answer=answer,
                    )
                )
        else:
            outcome = MET
            reason = say("{call} is strong, and {answer} is the negative answer.", call=opening.call, answer=answer)
        weak = opening.possible & hcp(0, law.number("strong-hcp") - 1)
        yield Ruling(outcome, reason, opening, opening.places, NO_HAND if strong else weak, tuple(questions))


def _why_not_strong(opening: Opening, strong: bool | None, forcing: bool | None, answer: str, law: Law) -> Sentence:
    if strong is False:
        low = opening.possible.least_hcp
        return say(
            "{call} may have {low} points, fewer than {least}.",
            call=opening.call,
            low=low,
            least=law.number("strong-hcp"),
        )
    if forcing is False:
        return say("{call} is not forcing.", call=opening.call)
    return say("{answer} is not the negative answer to {call}.", call=opening.call, answer=answer)


def strong_two_notrump(system: System, law: Law) -> Iterator[Ruling]:
    """2N is strong and balanced, now and then with a singleton."""
    allowed = BALANCED | ONE_SINGLETON
    for opening in _openings(system, "2N"):
        fits = hcp(law.number("strong-hcp"), None) & allowed
        outcome = _holds(has_only(opening, fits))
        if not opening.possible <= hcp(law.number("strong-hcp"), None):
            reason = say(
                "2N may have {low} points, fewer than {least}.",
                low=opening.possible.least_hcp,
                least=law.number("strong-hcp"),
            )
        elif not opening.possible <= allowed:
            reason = say("2N may have shapes that are neither balanced nor have just one singleton.")
        else:
            reason = say("2N is strong and balanced.")
        yield Ruling(outcome, reason, opening, opening.places, opening.possible - fits, _asked(outcome, opening))


def natural_high_openings(system: System, law: Law) -> Iterator[Ruling]:
    """Openings of 3C and higher are natural."""
    shown = law.number("shown-length")
    for opening in (o for o in system.openings if o.call.level > 2):
        if opening.suit is None:
            outcome = _holds(has_only(opening, BALANCED))
            strange = opening.possible - BALANCED
        else:
            outcome = if_all(opening, partial(_natural, opening.suit, shown))
            strange = opening.possible & length(opening.suit, 0, shown - 1)
        if outcome is MET:
            reason = say("{call} is natural.", call=opening.call)
        elif outcome is NOT_MET:
            reason = say("{call} is not natural.", call=opening.call)
        else:
            reason = say("Whether {call} is natural is open.", call=opening.call)
        yield Ruling(outcome, reason, opening, opening.places, strange, _asked(outcome, opening))


def _natural(suit: Suit, shown: int, hands: HandSet) -> Outcome:
    other = any(hands.least_length(s) >= shown for s in SUITS if s is not suit)
    return MET if hands.least_length(suit) >= shown and not other else NOT_MET


# ---- conventions, leads, signals ---------------------------------------------------------------------------


def listed_conventions(system: System, law: Law) -> Iterator[Ruling]:
    """No convention but those on the list, in continuations, defence and the list of conventions."""
    for name in ("continuations", "conventions"):
        if not (system.sequences(name) or system.card.phrases_of(name)):
            yield _silent(name)
    yield from _phrases(system, "conventions", ALLOWED_CONVENTIONS)
    entries = (*system.sequences("continuations"), *system.sequences("defence"))
    asking = {e.sequence for e in entries if any(isinstance(x, Convention) for x in _leaves(e))}
    for entry in entries:
        if entry.sequence[:-1] in asking:
            # The answers to a convention belong to it, and it is judged itself.
            yield Ruling(MET, say("{sequence} answers a convention.", sequence=sequence_text(entry.sequence)))
        else:
            yield _plain_entry(entry, law)


_SILENT = {
    "continuations": (
        phrase("The card says nothing about continuations."),
        phrase("Which continuations do you play? Write them in [continuations]."),
    ),
    "conventions": (
        phrase("The card says nothing about conventions."),
        phrase("Which conventions do you play? Write them in [conventions]."),
    ),
    "leads": (
        phrase("The card says nothing about leads."),
        phrase("Which leads do you play? Write them in [leads]."),
    ),
    "signals": (
        phrase("The card says nothing about signals."),
        phrase("Which signals do you play? Write them in [signals]."),
    ),
}


def _silent(section: str) -> Ruling:
    """A section that the card does not have, or leaves empty."""
    reason, question = _SILENT[section]
    return Ruling(CANNOT_TELL, say(reason), questions=(say(question),))


def _leaves(entry: Entry) -> list[Expression]:
    return [e for b in entry.meaning.branches for t in b.terms for e in walk(t)]


def _plain_entry(entry: Entry, law: Law) -> Ruling:
    """An entry that is natural, or on the list."""
    sequence = sequence_text(entry.sequence)
    leaves = _leaves(entry)
    conventions = [e.name for e in leaves if isinstance(e, Convention)]
    attributes = {e.name for e in leaves if isinstance(e, Attribute)}
    for name in conventions:
        places = PLACES_OF_CONVENTIONS.get(name, (str(entry.call),))
        if name not in ALLOWED_CONVENTIONS or str(entry.call) not in places:
            return Ruling(NOT_MET, say("{sequence} is {name}, which is not on the list.", sequence=sequence, name=name))
    if conventions:
        return Ruling(MET, say("{sequence} is on the list.", sequence=sequence))
    strange = sorted(attributes - NATURAL_ATTRIBUTES)
    if strange:
        return Ruling(NOT_MET, say("{sequence} is conventional ({what}).", sequence=sequence, what=", ".join(strange)))
    if "negative" in attributes:
        return Ruling(MET, say("{sequence} is the negative answer.", sequence=sequence))
    if any(isinstance(e, Unclear) for e in leaves):
        asked = say("What does {sequence} mean ({text})?", sequence=sequence, text=meaning_text(entry.meaning))
        return Ruling(CANNOT_TELL, say("{sequence} cannot be read.", sequence=sequence), questions=(asked,))
    hands = entry_hands(entry)
    suit = next((s for s in SUITS if s.letter == entry.call.suit), None)
    if hands is None or suit is None:
        return Ruling(MET, say("{sequence} is natural.", sequence=sequence))
    # A raise on three cards is natural; a suit that is shown beside a short one is not.
    others = [s for s in SUITS if s is not suit]
    shows_other = [s for s in others if hands.possible.least_length(s) >= law.number("shown-length")]
    if shows_other or hands.possible.least_length(suit) < law.number("doubtful-length"):
        if (
            not hands.exact
            and not (hands.certain and hands.certain.least_length(suit) < law.number("doubtful-length"))
            and not shows_other
        ):
            asked = say("What exactly is {sequence} ({text})?", sequence=sequence, text=meaning_text(entry.meaning))
            return Ruling(
                CANNOT_TELL, say("Whether {sequence} is natural is open.", sequence=sequence), questions=(asked,)
            )
        return Ruling(NOT_MET, say("{sequence} is not natural.", sequence=sequence), shows=hands.possible)
    return Ruling(MET, say("{sequence} is natural.", sequence=sequence))


def plain_leads(system: System, _law: Law) -> Iterator[Ruling]:
    """Leads on the list only."""
    return _named(system, "leads", ALLOWED_LEADS)


def plain_signals(system: System, _law: Law) -> Iterator[Ruling]:
    """Signals on the list only."""
    return _named(system, "signals", ALLOWED_SIGNALS)


def _named(system: System, section: str, allowed: frozenset[str]) -> Iterator[Ruling]:
    if not system.card.phrases_of(section):
        yield _silent(section)
    yield from _phrases(system, section, allowed)


def _phrases(system: System, section: str, allowed: frozenset[str]) -> Iterator[Ruling]:
    """One ruling for the phrases on the list, one for those not on it, one for those that nobody knows."""
    found = [p for p in system.card.phrases_of(section) if p.name or p.text]  # a bare note is for people
    unknown = [p.text for p in found if p.name is None]
    listed = [p.text for p in found if p.name in allowed]
    others = [p.text for p in found if p.name is not None and p.name not in allowed]
    if unknown:
        question = say("What is {names}? The catalogue does not have it.", names=_quoted(unknown))
        yield Ruling(CANNOT_TELL, say("Not known: {names}.", names=_quoted(unknown)), questions=(question,))
    if others:
        yield Ruling(NOT_MET, say("Not on the list: {names}.", names=", ".join(others)))
    if listed:
        yield Ruling(MET, say("On the list: {names}.", names=", ".join(listed)))


def _quoted(names: list[str]) -> tuple[Sentence, ...]:
    return tuple(map(quoted, names))
