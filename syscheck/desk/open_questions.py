"""What the program leaves open about a card, for a person to decide."""

import json
from typing import NamedTuple

from syscheck.desk.judging import ADMITTED, EventOutcomes, JudgedEntry
from syscheck.events import rule_page
from syscheck.language import say, translated
from syscheck.report.words import OUTCOME_WORD

LEFT_OPEN = ("doubtful", "cannot tell")
DECIDED_OUTCOMES = ("met", "not met")


class OpenQuestion(NamedTuple):
    """Something that a person decides."""

    rule: str
    """`admitted` for the entry as a whole."""
    title: str
    outcome: str
    """What the program says, in words."""
    style: str
    message: str
    question: str
    answers: tuple[tuple[str, str], ...]
    """What may be decided, each with its words."""
    decided: str
    """What was decided on the present card, in words; empty where nothing was."""


def open_questions(found: tuple[EventOutcomes, JudgedEntry] | None) -> tuple[OpenQuestion, ...]:
    """Admission where it cannot be told, then every doubtful or open finding, in the language spoken."""
    if found is None or found[1].facts is None or found[1].facts.fingerprint is None:
        return ()
    entry = found[1]
    decided = {d.rule: str(d.sentence) for d in entry.decisions if d.holds}
    card = json.loads(entry.outcome.json)["card"] or {}
    questions = []
    computed = card.get("admitted", entry.row.admitted)
    if computed == "cannot tell" or ADMITTED in decided:
        reasons = [a.reason for a in entry.outcome.admissions if a.admitted != "yes"]
        questions.append(
            OpenQuestion(
                ADMITTED,
                str(say("May the pair play this card?")),
                str(say("cannot tell")),
                "cannot-tell",
                " ".join(reasons),
                " ".join(a.question for a in entry.outcome.admissions if a.question),
                (("yes", str(say("yes"))), ("no", str(say("no")))),
                decided.get(ADMITTED, ""),
            )
        )
    seen = set()
    for result in card.get("regulations", {}).values():
        for finding in result["findings"]:
            rule = finding["rule"]
            if finding["outcome"] in LEFT_OPEN and rule not in seen:
                seen.add(rule)
                questions.append(_of_finding(finding, decided.get(rule, "")))
    return tuple(questions)


def _of_finding(finding: dict[str, object], decided: str) -> OpenQuestion:
    outcome = str(finding["outcome"])
    return OpenQuestion(
        str(finding["rule"]),
        translated(rule_page(str(finding["rule"])).title),
        _word(outcome),
        outcome.replace(" ", "-"),
        str(finding["message"] or ""),
        str(finding["question"] or ""),
        tuple((o, _word(o)) for o in DECIDED_OUTCOMES),
        decided,
    )


def _word(outcome: str) -> str:
    return translated(OUTCOME_WORD_BY_VALUE[outcome])


OUTCOME_WORD_BY_VALUE = {outcome.value: word for outcome, word in OUTCOME_WORD.items()}
