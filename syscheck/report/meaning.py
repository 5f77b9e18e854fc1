"""What `syscheck meaning` prints of one meaning."""

import json

from syscheck.card import Call, FaultyCard, parse_call
from syscheck.card.faults import Fault
from syscheck.hands import Hand
from syscheck.language import count, number, phrase, phrases, quoted, say, tell, whole
from syscheck.report.machine import AlternativeOut, HandsOut, MeaningOut, alternative_out, errors_out, hands_out
from syscheck.report.words import PERCENT
from syscheck.system import meaning_hands

EXAMPLES = 3
HANDS = phrases("{hands} hand, {percent} % of all (1 in {times})", "{hands} hands, {percent} % of all (1 in {times})")
POINTS = phrase("points {low}-{high}, balanced {percent} %")
EXAMPLE = phrase("for example {hand}")
READ_AS = phrase("read as {meaning}")
UNREAD = phrase("not read: {words}")


def meaning_out(text: str, call: Call | None) -> MeaningOut:
    """A meaning's hands with counts and examples, or its errors."""
    try:
        found = meaning_hands(text, call)
    except FaultyCard as error:
        return _not_read(text, errors=errors_out(text, error.faults))
    return MeaningOut.model_validate(
        {
            "text": text,
            "ok": True,
            "errors": (),
            **hands_out(found),
            "alternatives": tuple(map(alternative_out, found.alternatives)),
            "questions": tuple(map(str, found.questions)),
            "unread": (),
            "examples": tuple(map(str, found.possible.examples(EXAMPLES))),
        }
    )


def free_meaning_out(text: str, call: Call | None, examples: int = EXAMPLES) -> MeaningOut:
    """What a free text says: hands, questions, and the words that could not be read."""
    from syscheck.freetext import read_free_text

    if not text.strip():
        return _faulty(text, Fault.of("E132", (0, 1), call=say("the call") if call is None else str(call)))
    reading = read_free_text(text, call)
    found = reading.hands
    hands = hands_out(found)
    if len(found.alternatives) == 1:  # its hands are those of the whole
        alternatives = [AlternativeOut.model_validate({"text": found.alternatives[0].text, **hands})]
    else:
        alternatives = [alternative_out(a) for a in found.alternatives]
    return MeaningOut.model_validate(
        {
            "text": text,
            "ok": True,
            "errors": (),
            "reading": reading.text,
            **hands,
            "alternatives": tuple(alternatives),
            "questions": tuple(map(str, reading.questions)),
            "unread": tuple(w.words for w in reading.unread),
            "examples": tuple(map(str, found.possible.examples(examples))) if examples else (),
        }
    )


def _not_read(text: str, errors: tuple[object, ...]) -> MeaningOut:
    nothing = dict.fromkeys(("hcp", "lengths", "hands", "frequency", "balanced", "exact"))
    return MeaningOut.model_validate(
        {
            "text": text,
            "ok": False,
            "errors": errors,
            **nothing,
            "alternatives": (),
            "questions": (),
            "unread": (),
            "examples": (),
        }
    )


def meaning_lines(line: str, call: Call | None, *, lenient: bool = False) -> MeaningOut:
    """A line of `--lines`: a meaning, or a JSON object with `text` and perhaps `call`; `lenient`: a free text."""
    text = line
    if line.lstrip().startswith("{"):
        try:
            row = json.loads(line)
            text = row["text"]
            written = row.get("call")
            if not isinstance(text, str) or not isinstance(written, str | None):
                raise TypeError
        except (ValueError, KeyError, TypeError, RecursionError):
            return _faulty(line, Fault.of("E402", (0, len(line))))
        if written is not None:
            call = parse_call(written)
            if call is None:
                return _faulty(text, Fault.of("E130", (0, 0), text=written, near=""))
    # Many lines are read by programs, which want no examples.
    return free_meaning_out(text, call, examples=0) if lenient else meaning_out(text, call)


def _faulty(text: str, fault: Fault) -> MeaningOut:
    return _not_read(text, errors_out(text, [fault]))


def meaning_status(out: MeaningOut) -> int:
    """0 read, 1 read with questions or unread words, 3 not read."""
    if not out.ok:
        return 3
    return 1 if out.questions or out.unread else 0


def meaning_text_report(out: MeaningOut) -> str:
    """A meaning for a person to read."""
    lines = [out.text]
    if not out.ok:
        for error in out.errors:
            lines += [f"  {' ' * (error.column - 1)}^", f"  {error.code} {error.message}", f"  {error.hint}"]
        return "\n".join(lines) + "\n"
    if out.reading is not None:
        lines.append("  " + tell(READ_AS, meaning=out.reading))
    found = HandsOut.model_validate(out.model_dump(include=set(HandsOut.model_fields)))
    low, high = found.hcp
    hands = count(
        *HANDS,
        found.hands,
        hands=whole(found.hands),
        percent=_percent(found.frequency),
        times=whole(round(1 / found.frequency)),
    )
    lines.append(f"  {hands}")
    lines.append("  " + tell(POINTS, low=low, high=high, percent=_percent(found.balanced)))
    lengths = {suit: f"{least}-{most}" for suit, (least, most) in found.lengths.items()}
    lines.append(f"  ♠ {lengths['S']}  ♥ {lengths['H']}  ♦ {lengths['D']}  ♣ {lengths['C']}")
    if len(out.alternatives) > 1:
        lines += [f"  | {a.text}: {tell(PERCENT, percent=_percent(a.frequency))}" for a in out.alternatives]
    lines += ["  " + tell(EXAMPLE, hand=Hand.parse(e).spelled) for e in out.examples]
    if out.unread:
        words = tuple(quoted(word) for word in out.unread)
        lines.append("  ! " + tell(UNREAD, words=words))
    lines += [f"  ? {question}" for question in out.questions]
    return "\n".join(lines) + "\n"


def _percent(share: float) -> str:
    return number(float(f"{100 * share:.3g}"))
