"""How a judged card stands: the facts that rules about events ask for."""

from collections.abc import Callable
from dataclasses import replace

from syscheck.events.clauses import Dots, Standing
from syscheck.hands import UNBALANCED
from syscheck.regulations import Classification, Outcome, Regulation, Result
from syscheck.regulations.brown import PSYCHIC
from syscheck.system import System

NOTRUMPS = ("1N", "2N")
ASKED_FIRST = {"sk-2008": "sk-vus-", "cz-teams": "cz-vus-", "wbf": "wbf-hum-"}
"""What the rules begin with that decide what an event asks of the class. Whether a system is simple, or green, keeps
nobody out, so a pair is not asked for it; of Swedish cards everything counts."""
BROWN = {"cz-teams": "cz-brown-", "wbf": "wbf-brown-"}
"""What the rules about brown conventions begin with."""


def standing_of(system: System, result: Result) -> Standing:
    """What an event needs to know of a result."""
    law = result.regulation.id
    brown = BROWN.get(law)
    return replace(
        standing_in_class(result.regulation, result.classification),
        unbalanced_notrumps=tuple(
            call for call in NOTRUMPS if any(str(o.call) == call and o.possible & UNBALANCED for o in system.openings)
        ),
        questions=questions_of(result),
        brown_questions=() if brown is None else _asked(result, lambda rule: rule.startswith(brown)),
        psychics_open=any(f.rule == f"{brown}{PSYCHIC}" and f.outcome is Outcome.CANNOT_TELL for f in result.findings),
    )


def settles(law: str, rule: str) -> bool:
    """Whether a rule of a regulation decides something that an event asks of the class."""
    return rule.startswith(ASKED_FIRST.get(law, ""))


def standing_in_class(law: Regulation, verdict: Classification) -> Standing:
    """The part of it that comes from the class alone."""
    classes = frozenset(law.classes) if verdict.name is None else frozenset({verdict.name})
    return Standing(
        regulation=law.id,
        classes=verdict.possible or classes,
        doubtful=verdict.doubtful,
        dots=tuple(
            Dots(d.call, d.least, d.most, tuple(p.rule for p in d.variant.worst.parts), *d.kinds)
            for d in verdict.dots
            if d.most
        ),
        brown=verdict.brown or (),
        brown_open=verdict.brown_open,
    )


def questions_of(result: Result) -> tuple[str, ...]:
    """What an event asks the pair about its class, in the language spoken."""
    return _asked(result, lambda rule: settles(result.regulation.id, rule))


def _asked(result: Result, wanted: Callable[[str], bool]) -> tuple[str, ...]:
    """The questions of the rules that are wanted."""
    return tuple(dict.fromkeys(q for f in result.findings if wanted(f.rule) for q in f.questions))
