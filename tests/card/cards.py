"""Strategies that write meanings and cards the way players do, with every kind of term."""

from hypothesis import strategies as st

from syscheck.card import catalogue

SUITS = ["C", "D", "H", "S", "♣", "♥", "!d", "!S", "h", "M", "m", "X"]
PLAIN = ["C", "D", "H", "S"]
WORDS = ["clubs", "diamond", "Hearts", "spades", "major", "minor"]
DASHES = ["-", "--", "–", "..", "—"]


def one_of(*texts: str) -> st.SearchStrategy[str]:
    return st.sampled_from(texts)


def joined(*pieces: st.SearchStrategy[str] | str) -> st.SearchStrategy[str]:
    return st.tuples(*(st.just(p) if isinstance(p, str) else p for p in pieces)).map("".join)


@st.composite
def ranges(draw: st.DrawFn, least: int, most: int) -> str:
    low = draw(st.integers(least, most))
    high = draw(st.integers(low, most))
    form = draw(st.integers(0, 6))
    return [
        f"{low}{draw(st.sampled_from(DASHES))}{high}",
        f"{high}+",
        f"{low}-{high}",
        f">={low}",
        f"<={high}",
        f"min {low}",
        f"{high}",
    ][form]


POINTS = st.one_of(
    ranges(8, 30),
    joined(ranges(8, 30), one_of(" hcp", "HCP", " HB")),
    joined(ranges(0, 40), " hfp"),
    joined("rule of ", st.integers(15, 25).map(str)),
    joined(ranges(0, 12), one_of(" controls", " control")),
    joined(ranges(0, 12), one_of(" losers", " LTC")),
    joined(st.integers(5, 10).map(str), "+ tricks"),
    one_of("(14)15-17", "15-17(18)", "(9)10+", "(14)15-17(18) hfp", "any", "strong", "weak", "good 12", "bad 15-17"),
)
LENGTHS = st.one_of(
    joined(ranges(0, 13), st.sampled_from(SUITS)),
    joined(ranges(0, 13), " ", st.sampled_from(WORDS)),
    joined(ranges(0, 7), st.sampled_from(PLAIN), "/", st.sampled_from(PLAIN)),
    one_of("(4)5+H", "(4)5 hearts", "4-5(6)S", "(3)4-5(6) minor", "5M 4+oM", "5+m 4+om"),
    joined(one_of("5-5", "5-4", "6-4", "4-4", "7-6"), one_of("", " majors", " minors", " H+S", " S + m", " C+M")),
)
SHAPES = st.one_of(
    one_of("bal", "balanced", "semibal", "unbal", "1-suiter", "2-suiters", "3-suiter", "no void", "no singleton"),
    one_of("4=4=3=2", "4=4=x=x", "(4432)", "any 5332", "54(31)", "(54)xx", "54xx", "5-4-3-1", "10-2-1-0", "(31)(54)"),
    joined(one_of("short ", "solid ", "good ", "solid 7+", "good 6+"), st.sampled_from([*PLAIN, "M", "m"])),
    joined("longer ", st.sampled_from(PLAIN), " than M"),
    joined(one_of("C", "D"), one_of(">", ">=", "<", " = "), one_of("H", "S", "m")),
    one_of("AKQ in S", "KQxxxx in hearts", "2 of top 3 in H", "1 of top 5 in m", "7+C, no outside A or K"),
)
REMARKS = st.one_of(
    one_of("NF", "F1", "gf", "FG", "ART", "NAT", "transfer", "relay", "negative", "canapé", "two-way", "PRE"),
    joined("asks ", one_of("strength", "shape", "M", "hearts", "aces", "majors")),
    st.sampled_from(sorted(catalogue("conventions"))),
    st.text(st.characters(codec="utf-8", exclude_characters='"\n\r', exclude_categories=("Cc", "Cs")), max_size=8).map(
        '"{}"'.format
    ),
)
INEXACT = st.one_of(
    joined(one_of("usually ", "normally ", "may have ", "rarely "), st.one_of(LENGTHS, one_of("bal", "(5422)"))),
    one_of('unclear "some words"'),
)
FACTS = st.one_of(LENGTHS, SHAPES, INEXACT, joined(one_of("no ", "not "), st.one_of(LENGTHS, one_of("bal", "4=4=4=1"))))


def _wider(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(inner, one_of(" ", " and ", " & ", " with "), inner).map("".join),
        st.tuples(inner, one_of(" or ", " / ", ", ", "; ", " | ", " if ", " except ", ", or "), inner).map("".join),
        joined("(", inner, ")"),
        joined(one_of("not (", "usually ("), inner, ")"),
        joined("(", POINTS, " ", inner, " | ", POINTS, ", ", inner, ")"),
    )


@st.composite
def meanings(draw: st.DrawFn) -> str:
    """A meaning as a player may write it; not every one of them makes sense."""
    branches = []
    for _ in range(draw(st.integers(1, 3))):
        terms = [draw(POINTS)] if draw(st.booleans()) else []
        terms += draw(st.lists(st.recursive(FACTS, _wider, max_leaves=4), min_size=0 if terms else 1, max_size=3))
        terms += draw(st.lists(REMARKS, max_size=2))
        branches.append(", ".join(terms))
    return " | ".join(branches)


WHERE = one_of("", " [nv]", " [vul 3rd]", " [1st-2nd nv]", " [fav both]", " [none 4th]")
COMMENT = one_of("", "  # why", "\n# a line of it", "\n", "\n    # deeper")


@st.composite
def cards(draw: st.DrawFn) -> str:
    """A card with every section; some have faults."""
    lines = draw(
        st.lists(one_of("# who", "title: Ours", "pair: 7  # seven", "language: cs", "date: 2026-05-01", ""), max_size=3)
    )
    if draw(st.booleans()):
        lines += ["[define]", f"a-shape = {draw(meanings())}{draw(COMMENT)}", f"b-shape = {draw(FACTS)} or a-shape"]
    lines.append("[openings]")
    calls = draw(st.lists(one_of("P", "1c", "1♥", "1NT", "2M", "3m", "3X", "4n"), min_size=1, max_size=4, unique=True))
    for call in calls:
        meaning = draw(meanings()).replace(", ", draw(one_of(", ", ",\n     ", " ,  ")))
        lines.append(f"{call}{draw(WHERE)} : {meaning}{draw(COMMENT)}")
    if draw(st.booleans()):
        lines += [
            "",
            "[continuations]",
            f"1N-2C{draw(WHERE)}: {draw(meanings())}{draw(COMMENT)}",
            f"1M-(X)-2M : {draw(FACTS)}",
        ]
    if draw(st.booleans()):
        lines += ["[Defence]", f"(1M)-2M : 8+, 5+oM, {draw(REMARKS)}"]
    if draw(st.booleans()):
        lines += ["[conventions]", f"Blackwood, our way{draw(COMMENT)}", 'gerber "after 1N", "just a note"']
        lines += ["[leads]", "4th best,", "   MUD"]
    return "\n".join(lines) + draw(one_of("", "\n", "\n\n# end\n"))
