"""How a judged card stands: the facts that rules about events ask for."""

from syscheck.events.clauses import Dots, Standing
from syscheck.hands import UNBALANCED
from syscheck.regulations import Result
from syscheck.system import System

NOTRUMPS = ("1N", "2N")


def standing_of(system: System, result: Result) -> Standing:
    """What an event needs to know of a result."""
    verdict = result.classification
    classes = frozenset(result.regulation.classes) if verdict.name is None else frozenset({verdict.name})
    return Standing(
        regulation=result.regulation.id,
        classes=verdict.possible or classes,
        doubtful=verdict.doubtful,
        dots=tuple(
            Dots(d.call, d.least, d.most, tuple(p.rule for p in d.variant.worst.parts), *d.kinds)
            for d in verdict.dots
            if d.most
        ),
        brown=verdict.brown,
        brown_open=verdict.brown_open,
        unbalanced_notrumps=tuple(
            dict.fromkeys(str(o.call) for o in system.openings if str(o.call) in NOTRUMPS and o.possible & UNBALANCED)
        ),
        questions=result.questions,
    )
