"""Pieces that share what stands around them, `H or S`, `5+4+ majors`, and amounts with words of bounds."""

from typing import cast

from syscheck.freetext.pieces import Amount, Piece
from syscheck.freetext.terms import LEAST_BARE_POINTS, LONGEST_SUIT

LIGHT = frozenset({"FILLER", "ARTICLE", "HAND", "EITHER"})
_HONOUR_WORDS = {
    **dict.fromkeys(("a", "ace", "aces", "as", "asa", "ess", "eso", "esa"), "A"),
    **dict.fromkeys(("k", "king", "kings", "kung", "kráľ", "král", "króla", "král", "kráľa"), "K"),
    **dict.fromkeys(("q", "queen", "queens", "dam"), "Q"),
}


def merged(pieces: list[Piece]) -> list[Piece]:
    """Suits and numbers that share what stands around them put together: `H or S`, `!d!c`, `6 or 7 hearts`."""
    found: list[Piece] = []
    i = 0
    while i < len(pieces):
        piece = pieces[i]
        if piece.kind == "SUIT":
            i = _merge_suits(pieces, i, found)
            continue
        if piece.kind == "SHAPE" and _is_shortness(piece) and (end := _both_shortnesses(pieces, i)):
            # a singleton or void in diamonds; without a suit, any shortness
            named = end < len(pieces) and pieces[end].kind in ("IN", "SUIT", "OF")
            found.append(
                Piece("SHORT" if named else "SHORTAGE", "", piece.start, pieces[end - 1].end, piece.glued, piece.text)
            )
            i = end
            continue
        if _two_suits(pieces, i) and _behind_pair(found):
            while found[-1].kind != "AMOUNT":
                found.pop()
            i += 2  # 5-5 in any two suits: as 5-5 alone
            continue
        if piece.kind == "AMOUNT":
            i = _merge_amounts(pieces, i, found)
            continue
        if (
            piece.kind == "OPEN"
            and [p.kind for p in pieces[i + 1 : i + 3]] == ["AMOUNT", "CLOSE"]
            and (cast(Amount, pieces[i + 1].value).form == "pair")
        ):
            found.append(pieces[i + 1])  # (54) in the minors
            i += 3
            continue
        if (
            piece.kind == "OPEN"
            and [p.kind for p in pieces[i + 1 : i + 4]] == ["AMOUNT", "CLOSE", "SUIT"]
            and pieces[i + 3].glued
        ):
            found.append(pieces[i + 1])
            i += 3
            continue
        if (
            honour(piece)
            and i + 2 < len(pieces)
            and pieces[i + 1].kind in ("OR", "SLASH", "AND")
            and honour(pieces[i + 2])
        ):
            last = pieces[i + 2]
            found.append(Piece("HONOURS", honour(piece) + honour(last), piece.start, last.end, piece.glued, piece.text))
            i += 3
            continue
        found.append(piece)
        i += 1
    return found


def _two_suits(pieces: list[Piece], i: int) -> bool:
    """Whether `two suits` stands here."""
    behind = pieces[i + 1].kind if i + 1 < len(pieces) else ""
    return pieces[i].kind == "AMOUNT" and pieces[i].value == Amount(2, 2, "bare") and behind == "SUITNOUN"


def _behind_pair(found: list[Piece]) -> bool:
    """Whether a pair of lengths was said last, but for words that say nothing."""
    core = [p for p in found if p.kind not in (*LIGHT, "IN", "ANY", "UNDEFINED", "MORE", "DASH")]
    return bool(core) and core[-1].kind == "AMOUNT" and cast(Amount, core[-1].value).form in ("pair", "slashed")


def lengths_first(pieces: list[Piece]) -> list[Piece]:
    """`both majors, at least 5-4`, `majors (4-4 or better)` as `at least 5-4 both majors`."""
    found = list(pieces)
    for i, piece in enumerate(found):
        before = found[i - 1] if i else None
        if piece.kind != "BOTH" or (before is not None and before.kind in ("IN", "MORE", "OF", "CARDS", "LIST")):
            continue
        if before is not None and before.kind == "AMOUNT" and not _only_points(cast(Amount, before.value)):
            continue
        j = i + 1
        while j < len(found) and (
            found[j].kind in ("OPEN", "DASH", *LIGHT)
            or (found[j].kind == "COMMA" and found[j].text in (",", ":"))
            or (found[j].kind == "BOUND" and found[j].value in ("least", "exactly"))
        ):
            j += 1
        if j == i + 1 or j >= len(found) or found[j].kind != "AMOUNT":
            continue
        if cast(Amount, found[j].value).form not in ("pair", "slashed"):
            continue
        end = j + 2 if j + 1 < len(found) and found[j + 1].kind == "MORE" else j + 1
        behind = found[end].kind if end < len(found) else ""
        between = found[i + 1 : j]
        opened = any(p.kind == "OPEN" for p in between)
        if behind not in (("CLOSE",) if opened else ("", "COMMA", "LINE", "CLOSE", "AMOUNT")):
            continue
        bounds = [p for p in between if p.kind == "BOUND"]
        found[i : end + opened] = [*bounds, *found[j:end], piece]
        return found
    return found


def _only_points(amount: Amount) -> bool:
    """Whether a number is too high for a length."""
    return max((n for n in (amount.least, amount.most) if n is not None), default=0) > LONGEST_SUIT


def _is_shortness(piece: Piece) -> bool:
    return piece.kind == "SHAPE" and piece.value in ("void", "singleton")


def _both_shortnesses(pieces: list[Piece], i: int) -> int:
    """Where `singleton or void`, `singleton/void` ends; 0 where it does not stand."""
    if i + 2 < len(pieces) and pieces[i + 1].kind in ("OR", "SLASH"):
        k = i + 2
        while k < len(pieces) and pieces[k].kind in LIGHT:
            k += 1
        if k < len(pieces) and _is_shortness(pieces[k]) and pieces[k].value != pieces[i].value:
            return k + 1
    return 0


def honour(piece: Piece) -> str:
    """The letter of the honour that a word names; '' for any other word."""
    if piece.text == "a":
        return ""
    return _HONOUR_WORDS.get(piece.text.casefold(), "")


def _merge_suits(pieces: list[Piece], i: int, found: list[Piece]) -> int:
    first = pieces[i]
    suits = list(cast(tuple[str, ...], first.value))
    j, both, end = i + 1, False, first.end
    while j < len(pieces):
        step = 0
        if pieces[j].kind == "SUIT" and pieces[j].glued and pieces[j].text[0] in "!♣♦♥♠":
            step = 1
        elif j + 1 < len(pieces) and pieces[j + 1].kind == "SUIT" and pieces[j].kind in ("OR", "SLASH", "PLUS", "AND"):
            joins = pieces[j].kind in ("PLUS", "AND")
            pair = j + 2 < len(pieces) and pieces[j + 2].kind == "SUIT" and pieces[j + 2].glued
            if pair and not joins and len(suits) > 1:
                break
            if joins and both is False and len(suits) > 1:
                break
            if not joins and both:
                break
            both = joins
            step = 2
        elif (
            [p.kind for p in pieces[j : j + 3]] in (["AND", "ARTICLE", "SUIT"], ["PLUS", "ARTICLE", "SUIT"])
            and not both
            and len(suits) == 1
        ):
            both, step = True, 3
        elif (
            j + 1 < len(pieces)
            and pieces[j].kind == "SUITNOUN"
            and pieces[j + 1].kind in ("OR", "SLASH")
            and j + 2 < len(pieces)
            and pieces[j + 2].kind == "SUIT"
        ):
            step = 3
        if not step:
            break
        following = pieces[j + step - 1]
        if j + step < len(pieces) and pieces[j + step].kind in ("COMPARE", "LIST") and pieces[j + step].text != "=":
            break
        suits += cast(tuple[str, ...], following.value)
        end = following.end
        j += step
    unique = tuple(dict.fromkeys(suits))
    kind = "BOTH" if both and len(unique) == 2 else "SUIT"
    if both and len(unique) != 2:
        found.append(first)
        return i + 1
    found.append(Piece(kind, unique, first.start, end, first.glued, first.text))
    return j


def _merge_amounts(pieces: list[Piece], i: int, found: list[Piece]) -> int:
    """`6 or 7 cards`, `5+4+ majors`, `5+/4+ minors`, `good 11 to ok 14`."""
    first = cast(Amount, pieces[i].value)
    kinds = [p.kind for p in pieces[i + 1 : i + 4]]
    second = None
    if len(kinds) >= 2 and kinds[1] == "AMOUNT" and kinds[0] in ("OR", "TO", "DASH", "SLASH", "PLUS"):
        second, step = cast(Amount, pieces[i + 2].value), 3
    elif kinds and kinds[0] == "AMOUNT" and pieces[i + 1].glued:
        second, step = cast(Amount, pieces[i + 1].value), 2
    elif (
        len(kinds) >= 3
        and kinds[2] == "AMOUNT"
        and kinds[0] in ("TO", "DASH")
        and kinds[1] in ("GOOD", "BAD", "POSSIBLE")
    ):
        second, step = cast(Amount, pieces[i + 3].value), 4
    if second is None:
        found.append(pieces[i])
        return i + 1
    after = pieces[i + step] if i + step < len(pieces) else None
    small = all(a.least is not None and a.least < 8 and a.form in ("bare", "plus") for a in (first, second))
    if (
        small
        and after is not None
        and after.kind in ("BOTH", "IN", "SUIT")
        and kinds[0] in ("AMOUNT", "PLUS", "SLASH", "DASH")
        and (first.least or 0) >= (second.least or 0) >= 4
    ):
        made = Amount(first.least, second.least, "pair")
    elif (
        small
        and kinds[0] == "OR"
        and second.least == (first.least or 0) + 1
        and first.form == "bare"
        and after is not None
        and after.kind in ("CARDS", "SUIT", "SUITNOUN", "DASH")
    ):
        made = Amount(first.least, second.most, "range" if second.form == "bare" else "plus")
    elif (
        kinds[0] == "TO"
        and first.form in ("bare", "plus")
        and second.form == "bare"
        and (first.least or 0) < (second.least or 0)
    ):
        made = _qualified(found, first, second, pieces[i + 2].kind if step == 4 else "")
    elif (
        step == 4
        and first.form in ("bare", "plus")
        and second.form == "bare"
        and (first.least or 0) < (second.least or 0)
    ):
        made = _qualified(found, first, second, pieces[i + 2].kind)
    else:
        found.append(pieces[i])
        return i + 1
    found.append(Piece("AMOUNT", made, pieces[i].start, pieces[i + step - 1].end, pieces[i].glued, pieces[i].text))
    return i + step


def _qualified(found: list[Piece], first: Amount, second: Amount, quality: str) -> Amount:
    """`good 11 to ok 14`: certainly 12 to 13, possibly 11 to 14."""
    low, high = cast(int, first.least), cast(int, second.least)
    least, maybe_least, most, maybe_most = low, None, high, None
    if first.form == "plus":
        least, maybe_least = low + 1, low
    if found and found[-1].kind in ("GOOD", "BAD", "POSSIBLE") and found.pop().kind != "BAD":
        least, maybe_least = low + 1, low
    if quality in ("BAD", "POSSIBLE"):
        most, maybe_most = high - 1, high
    if least > most:
        least, maybe_least, most, maybe_most = low, None, high, None
    return Amount(least, most, "range", maybe_least, maybe_most)


def repeated_amounts(parts: list[list[Piece]]) -> list[list[Piece]]:
    """`5-5 in H S or C D`: suits alone behind an `or` share the number before them."""
    found = parts[:1]
    for part in parts[1:]:
        core = [p for p in part if p.kind not in LIGHT and p.kind != "IN"]
        before = found[-1]
        if (
            len(core) == 1
            and core[0].kind in ("SUIT", "BOTH")
            and len(before) > 1
            and before[-1].kind in ("SUIT", "BOTH")
        ):
            numbers = [i for i, p in enumerate(before) if p.kind in ("AMOUNT", "LIST", "BOUND")]
            if numbers and all(
                p.kind in (*LIGHT, "IN", "CARDS", "AMOUNT", "BOUND", "LIST") for p in before[numbers[0] : -1]
            ):
                found.append([*before[numbers[0] : -1], core[0]])
                continue
        found.append(part)
    return found


def points_follow(pieces: list[Piece], i: int) -> bool:
    """Whether what follows an `or` starts with points."""
    if i >= len(pieces):
        return False
    if pieces[i].kind == "STRENGTHWORD":
        return True
    if pieces[i].kind != "AMOUNT":
        return False
    amount = cast(Amount, pieces[i].value)
    if amount.form in ("pair", "slashed", "fraction"):
        return False
    ends = [n for n in (amount.least, amount.most) if n is not None]
    return max(ends) >= LEAST_BARE_POINTS and not (i + 1 < len(pieces) and pieces[i + 1].kind in ("CARDS", "SUIT"))


def bounded(bound: str, amount: Amount) -> Amount:
    """A number behind `at least`, `at most`, `exactly`, `below` or `above`."""
    first = amount.least if amount.least is not None else amount.most
    if first is None or amount.form == "fraction":
        return amount
    last = amount.most if amount.most is not None else first
    match bound:
        case "least":
            return Amount(first, None, "plus", amount.maybe_least)
        case "most":
            return Amount(None if amount.form != "range" else amount.least, last, "minus", None, amount.maybe_most)
        case "below":
            return Amount(None, first - 1, "minus")
        case "above":
            return Amount(first + 1, None, "plus")
    return Amount(first, last, "bare" if first == last else amount.form, amount.maybe_least, amount.maybe_most)


def more_or_less(pieces: list[Piece], j: int, amount: Amount) -> tuple[int, Amount]:
    """`12 or more`, `10 or less` behind a number."""
    if j < len(pieces) and amount.form == "bare":
        if pieces[j].kind in ("MORE"):
            return j + 1, Amount(amount.least, None, "plus", amount.maybe_least)
        if pieces[j].kind == "LESS":
            return j + 1, Amount(None, amount.most, "minus", None, amount.maybe_most)
    elif j < len(pieces) and amount.form == "plus" and pieces[j].kind in ("MORE"):
        return j + 1, amount
    return j, amount


def with_amount(piece: Piece, amount: Amount) -> Piece:
    """The piece with another amount."""
    return Piece("AMOUNT", amount, piece.start, piece.end, piece.glued, piece.text)
