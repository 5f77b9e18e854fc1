"""The categories of WBF events, and how many brown stickers a pair may play."""

from collections.abc import Iterator, Mapping

from syscheck.language import say
from syscheck.regulations.brown import brown_calls
from syscheck.regulations.clauses import CANNOT_TELL, MET, NOT_MET, Finding, Judge, Law, Ruling
from syscheck.regulations.wbf.colours import FindingsOf, hum_ruling
from syscheck.system import System


def few_stickers(findings_of: FindingsOf) -> Judge:
    """A pair may play only so many brown stickers."""

    def rulings(system: System, law: Law) -> Iterator[Ruling]:
        findings, most = findings_of(system, law), law.number("most-stickers")
        brown, maybe = brown_calls(findings, "wbf-brown")
        if len(brown) > most:
            because = say("There are more than {most} brown stickers: {calls}.", most=most, calls=brown)
            yield Ruling(NOT_MET, because)
        elif len(brown) + len(maybe) > most:
            because = say("Whether there are more than {most} brown stickers is open.", most=most)
            yield Ruling(CANNOT_TELL, because, questions=_asked(findings, "wbf-brown-"))
        else:
            yield Ruling(MET, say("There are at most {most} brown stickers.", most=most))

    return rulings


def everything(_system: System, _law: Law) -> Iterator[Ruling]:
    """Category 1: every system, HUM and brown stickers in knock-out matches only."""
    yield Ruling(MET, say("Every system may be played, HUM and brown stickers in knock-out matches only."))


def no_hum(findings_of: FindingsOf) -> Judge:
    """Category 2: no HUM; brown stickers in knock-out matches only."""

    def rulings(system: System, law: Law) -> Iterator[Ruling]:
        yield hum_ruling(findings_of(system, law), NOT_MET, MET)

    return rulings


def neither(findings_of: FindingsOf) -> Judge:
    """Category 3: neither HUM nor brown stickers."""

    def rulings(system: System, law: Law) -> Iterator[Ruling]:
        findings = findings_of(system, law)
        yield hum_ruling(findings, NOT_MET, MET)
        brown, maybe = brown_calls(findings, "wbf-brown")
        if brown:
            yield Ruling(NOT_MET, say("Brown: {calls}.", calls=brown))
        elif maybe:
            because = say("May be brown: {calls}.", calls=maybe)
            yield Ruling(CANNOT_TELL, because, questions=_asked(findings, "wbf-brown-"))
        else:
            yield Ruling(MET, say("No call is brown."))

    return rulings


def _asked(findings: Mapping[str, Finding], prefix: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(q for f in findings.values() if f.rule.startswith(prefix) for q in f.questions))
