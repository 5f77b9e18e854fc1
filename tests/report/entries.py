"""An event and its entries, as a screening gives them to the organiser's page."""

from collections import Counter

from syscheck.report.events import EventOut, LetterPoint, NextDuty, PhaseOut, Row, SummaryOut
from syscheck.report.machine import DutyOut

DUE = "2026-10-01T20:00+02:00"


def phase(name="Final", **changed):
    return PhaseOut(
        **{
            "name": name,
            "start": "2026-10-10T10:00+02:00",
            "boards": 16,
            "level": "B",
            "level_from": "organiser",
            "limit": 10,
            "bans": (),
            "category": None,
            "knockout": False,
            **changed,
        }
    )


def event(**changed):
    return EventOut(
        **{
            "name": "Autumn Teams",
            "preset": None,
            "regulations": ("sk-2008", "se-2012"),
            "kind": "national",
            "league": "first",
            "masterpoints": "gold",
            "contest": "teams",
            "screens": True,
            "timezone": "Europe/Bratislava",
            "start": "2026-10-10T10:00+02:00",
            "registration": "2026-09-20T23:59+02:00",
            "cards_due": DUE,
            "as_of": "2026-10-03T09:00+02:00",
            "lowered": {"2D": 1},
            "phases": (
                phase("Semifinal", limit=7, level="C", level_from="recommended", boards=8),
                phase(start="2026-10-24T10:00+02:00", knockout=True, boards=32),
            ),
            "duties": (
                duty("Tell the players which rules hold.", due="2026-10-01T10:00+02:00", state="overdue"),
                duty("Show on the start list which pairs play an A-system.", due="2026-10-10T10:00+02:00"),
                duty("Set a time for announcing A-systems.", right=True, state="standing"),
            ),
            "remarks": (),
            **changed,
        }
    )


def duty(what, **changed):
    return DutyOut(
        **{
            "rule": "se-3-2-start-list",
            "who": "organiser",
            "what": what,
            "due": None,
            "consequence": None,
            "state": "due",
            "condition": None,
            "phase": None,
            "right": False,
            **changed,
        }
    )


def row(pair, **changed):
    return Row(
        **{
            "pair": pair,
            "team": "",
            "status": "ok",
            "files": (f"{pair.lower().replace(' ', '-')}.card",),
            "report": f"{pair.lower().replace(' ', '-')}.html",
            "title": "Standard American",
            "received": "2026-09-28T18:30+02:00",
            "late": False,
            "changed": False,
            "classes": (("sk-2008", "simple", False), ("se-2012", "C", False)),
            "dots": (3, 3),
            "limit": 7,
            "brown": (),
            "admitted": "yes",
            "reasons": (),
            "missing": (),
            "next_duty": None,
            "language": "en",
            **changed,
        }
    )


def without_card(pair, **changed):
    return row(
        pair,
        **{"classes": (), "dots": None, "admitted": "cannot tell", "title": "", "report": "", "files": ()} | changed,
    )


ENTRIES = (
    row("Pair 1", team="Team 1"),
    row(
        "Pair 2",
        team="Team 1",
        title="Precision Club",
        dots=(0, 0),
        classes=(("sk-2008", "usual", False), ("se-2012", "C", False)),
    ),
    row(
        "Pair 3",
        team="Team 2",
        title="Forcing Pass",
        classes=(("sk-2008", "vus", False), ("se-2012", "A", False)),
        dots=(23, 23),
        admitted="no",
        reasons=("The card has 23 dots; the limit is 7 in the semifinal (level C).",),
        next_duty=NextDuty("Send the whole system to your opponents.", "2026-09-26T10:00+02:00", "overdue"),
        language="sk",
    ),
    row(
        "Pair 4",
        team="Team 2",
        title="Moscito",
        classes=(("sk-2008", None, False), ("se-2012", None, False)),
        dots=(6, 9),
        admitted="cannot tell",
        reasons=("Whether the card is over the limit of 7 depends on an answer.",),
        missing=("Does 2♦ show a weak two in a major, or may it be strong?",),
        points=(LetterPoint("question", "Does 2♦ show a weak two in a major, or may it be strong?"),),
    ),
    without_card(
        "Pair 7",
        team="Team 4",
        status="unreadable",
        files=("pair-7.card",),
        report="pair-7.html",
        points=(
            LetterPoint(
                "fault", "Line 4: “blub” is not a word of the card language (text for people goes in double quotes)"
            ),
            LetterPoint("fault", "Line 9: 2N is there twice (delete one of them)"),
        ),
    ),
    without_card("Pair 8", team="Team 4", status="missing", received=None, late=None, changed=None),
    without_card(
        "Pair 9", team="Team 5", status="duplicate", files=("nine.card", "old/nine.card"), late=None, changed=None
    ),
    row(
        "Pair 10",
        team="Team 5",
        title="Blue Club",
        classes=(("sk-2008", "usual", True), ("se-2012", "B", False)),
        dots=(8, 8),
        limit=10,
        received="2026-10-02T08:15+02:00",
        late=True,
        next_duty=NextDuty("Give the co-ordinator a detailed description.", "2026-10-05T10:00+02:00", "due"),
    ),
    row("Pair 11", team="Team 6", changed=True),
)


def summary(rows, **changed):
    classes = {}
    for entry in rows:
        for law, name, _ in entry.classes:
            classes.setdefault(law, Counter())[name or "open"] += 1
    return SummaryOut(
        **{
            "entries": len(rows),
            "status": Counter(r.status for r in rows),
            "admitted": Counter(r.admitted for r in rows),
            "late": sum(bool(r.late) for r in rows),
            "changed": sum(bool(r.changed) for r in rows),
            "classes": {law: dict(found) for law, found in classes.items()},
            "dots": Counter(str(r.dots[0]) for r in rows if r.dots and r.dots[0] == r.dots[1]),
            "ignored": ("notes.docx: not a card",),
            **changed,
        }
    )
