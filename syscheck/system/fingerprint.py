"""A fingerprint of a system's agreements: what the calls mean, not how the card is written."""

import hashlib
import json

from syscheck.card.calls import sequence_text
from syscheck.system.agreements import Agreement, agreements
from syscheck.system.openings import System


def fingerprint(system: System) -> str:
    """Sixteen hexadecimal digits that change when a call's hands, attributes or places do.

    Headers, notes, comments, the order and the spelling of entries do not count.
    """
    lines = []
    for (section, sequence), here in agreements(system).items():
        # An agreement stands once for each of its places.
        digests = {number: _digest(a) for number, a in {id(a): a for a in here.values()}.items()}
        places: dict[str, list[str]] = {}
        for place, agreement in sorted(here.items(), key=lambda found: found[0]):
            seat, side = place
            places.setdefault(digests[id(agreement)], []).append(f"{seat:d}{side}")
        lines += [f"{section} {sequence_text(sequence)} {where} {digest}" for digest, where in places.items()]
    lines += {f"{p.section} {(p.name or p.text).casefold()}" for p in system.card.phrases}
    text = json.dumps(sorted(lines), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _digest(agreement: Agreement) -> str:
    said = sorted(
        [sorted(names), *("" if hands is None else hands.digest().hex() for hands in sets)]
        for names, *sets in agreement.said
    )
    return json.dumps([said, sorted(agreement.words)])
