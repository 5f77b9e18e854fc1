"""Cards as texts, judged and shown."""

from pathlib import Path

from syscheck.card import FaultyCard, read_card
from syscheck.regulations import REGULATIONS
from syscheck.report.view import CardView, FaultyView, card_view, faulty_view
from syscheck.system import build_system

SAMPLES = Path(__file__).parents[2] / "samples" / "cards"
EXPECTED = Path(__file__).parent / "expected"


def shown(text: str, file: str = "ours.card", remarks: tuple[str, ...] = ()) -> CardView:
    system = build_system(read_card(text))
    return card_view(file, system, [r.judge(system) for r in REGULATIONS], remarks)


def sample(name: str) -> CardView:
    return shown((SAMPLES / f"{name}.card").read_text(encoding="utf-8"), f"{name}.card")


def faulty(text: str, file: str = "ours.card") -> FaultyView:
    try:
        build_system(read_card(text))
    except FaultyCard as error:
        return faulty_view(file, text, error.faults)
    raise AssertionError("the card has no fault")


HOSTILE = """\
title: <script>alert(1)</script>
pair: "><img src=x onerror=alert(2)>
event: {{ 7 * 7 }}
[openings]
1C : 11-21, 3+C  "</style><script>alert(3)</script>"
1D : 11-21, unclear "<b>Polish</b>"
"""

EVERY_OUTCOME = """\
title: Every outcome
[openings]
1C : 11-21, 3+C
1D : 9-14, 3+H  , ART
1S : 9-14, 4+H  , ART
1N : (11)12-16 bal
2D : unclear "Wilkosz, see notes"
2H [1st nv] : 3-9, 5+H
2H : 5-10, 6H
"""
