"""From the parser's tree to a `Meaning`, and what is wrong in it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast

from lark import Token, Tree

from syscheck.card.calls import LETTERS, SYMBOLS
from syscheck.card.faults import Fault, did_you_mean
from syscheck.card.model import (
    Alternative,
    And,
    AnyStrength,
    Attribute,
    Branch,
    Compare,
    Convention,
    Definition,
    Except,
    Expression,
    Group,
    Holding,
    If,
    Length,
    MayHave,
    Meaning,
    Not,
    Note,
    Or,
    Outside,
    Pattern,
    Placed,
    Quality,
    ShapeWord,
    Short,
    Span,
    Strength,
    Tops,
    TwoSuiter,
    Unclear,
    Usually,
    Vague,
    alternatives,
    children,
    is_remark,
    walk,
)
from syscheck.card.readings import doubtful_word, fault_of_readings, lone_letter
from syscheck.card.words import catalogue, english_words, vocabulary, word_key
from syscheck.card.writer import expression_text
from syscheck.language import say

Piece = Tree[Token] | Token

MOST_CARDS = 13
LEAST_BARE_POINTS = 8
POINT_UNITS = ("hcp", "hfp", "rule", "tricks", "losers", "controls")
UNITS = {"POINTS": "hcp", "HFP": "hfp", "CONTROLS": "controls", "LOSERS": "losers", "TRICKS": "tricks"}

_AMOUNT = re.compile(r"(?P<op>>=|<=|[<>=≥≤])?\s*(?P<a>\d+)(?:(?P<dash>--|–|—|\.\.|÷|-)(?P<b>\d+))?(?P<end>[+-])?")
_LENGTH = re.compile(
    r"(?:\((?P<low>\d+)\))?(?P<amount>(?:>=|<=|[<>=≥≤])?\s*\d+(?:(?:--|–|—|\.\.|÷|-)\d+|\+|-)?)(?:\((?P<high>\d+)\))?(?P<suits>.+)"
)
_SOFT = re.compile(r"(?:\((?P<low>\d+)\))?(?P<amount>\d+(?:(?:--|–|—|\.\.|÷|-)\d+|\+)?)(?:\((?P<high>\d+)\))?")
_OPERATORS = {"≥": ">=", "≤": "<="}


class MeaningBuilder:
    """Builds the meaning of one entry; collects faults instead of stopping at the first.

    `base` is the offset of the parsed text in the card. `definitions` are the names of [define]. `letters`
    are those that the calls are written with, so that the meaning need not name their suits first.
    """

    def __init__(
        self,
        base: int = 0,
        definitions: Mapping[str, Definition] | None = None,
        letters: frozenset[str] = frozenset(),
    ):
        self.base = base
        self.definitions = definitions or {}
        self.letters = letters
        self.faults: list[Fault] = []

    def meaning(self, tree: Tree[Token]) -> Meaning:
        """The meaning of a parsed tree; what cannot be built is a fault and is left out."""
        built = self._meaning(tree)
        for branch in built.branches:
            self._check_branch(branch)
        for alternative in alternatives(built):
            self._check_letters(alternative)
        return built

    # ---- structure ------------------------------------------------------------------------------------

    def _meaning(self, tree: Tree[Token]) -> Meaning:
        branches = [self._branch(b) for b in tree.children if isinstance(b, Tree)]
        return Meaning(tuple(branches), span=self._span(tree))

    def _branch(self, tree: Tree[Token]) -> Branch:
        any_of = False
        terms: list[Expression] = []
        for child in tree.children:
            if isinstance(child, Tree) and _name(child) == "comma_or":
                any_of = True
            else:
                terms += self._expressions(child)
        return Branch(tuple(terms), any_of, span=self._span(tree))

    def _expressions(self, piece: Piece) -> list[Expression]:
        built = self._expression(piece)
        return [] if built is None else [built]

    def _expression(self, piece: Piece) -> Expression | None:
        if isinstance(piece, Token):  # a keyword among operands
            return None
        build = cast(Callable[[Tree[Token]], Expression | None], getattr(self, f"_{_name(piece).strip('_')}"))
        return build(piece)

    def _operands(self, tree: Tree[Token]) -> list[Expression]:
        return [e for child in tree.children for e in self._expressions(child)]

    def _and(self, tree: Tree[Token]) -> Expression | None:
        pieces = [c for c in tree.children if isinstance(c, Tree)]
        terms: list[Expression] = []
        i = 0
        while i < len(pieces):
            if _is_any(pieces[i]) and i + 1 < len(pieces) and _name(pieces[i + 1]) == "shape":
                digits = _token(pieces[i + 1])
                if digits.type == "CELLS" and digits.isdigit():
                    terms += _list(self._pattern([int(c) for c in digits], pieces[i + 1]))
                    i += 2
                    continue
            terms += self._expressions(pieces[i])
            i += 1
        return _joined(terms, lambda t: And(t, span=self._span(tree)))

    def _or(self, tree: Tree[Token]) -> Expression | None:
        return _joined(self._operands(tree), lambda t: Or(t, span=self._span(tree)))

    def _not(self, tree: Tree[Token]) -> Expression | None:
        word = "no" if _kind(tree.children[0]) == "NO" else "not"
        operand = tree.children[1]
        if isinstance(operand, Tree) and _name(operand) == "outside":
            token = _token(operand)
            written = re.findall(r"(?<![^\W\d_])[AKQJT](?![^\W\d_])", token)
            honours = "".join(sorted(set(written), key="AKQJT".index))
            return Not("no", Outside(honours, span=self._span(operand)), span=self._span(tree))
        return self._wrap(tree, operand, lambda e: Not(word, e, span=self._span(tree)))

    def _usually(self, tree: Tree[Token]) -> Expression | None:
        return self._wrap(tree, tree.children[1], lambda e: Usually(e, span=self._span(tree)))

    def _may_have(self, tree: Tree[Token]) -> Expression | None:
        word = _value(cast(Token, tree.children[0]))
        return self._wrap(tree, tree.children[-1], lambda e: MayHave(word, e, span=self._span(tree)))

    def _wrap(self, tree: Tree[Token], operand: Piece, node: Callable[[Expression], Expression]) -> Expression | None:
        inside = self._expression(operand)
        if inside is not None and is_remark(inside):
            self._fault("E208", tree, word=str(tree.children[0]))
            return None
        if isinstance(inside, MayHave):
            words = f"{str(tree.children[0]).casefold()} {inside.word}"
            self._fault("E241", tree, words=words, term=expression_text(inside.term))
            return None
        return None if inside is None else node(inside)

    def _if(self, tree: Tree[Token]) -> Expression | None:
        match self._operands(tree):
            case [then, condition]:
                return If(then, condition, span=self._span(tree))
        return None

    def _except(self, tree: Tree[Token]) -> Expression | None:
        match self._operands(tree):
            case [term, exception]:
                return Except(term, exception, span=self._span(tree))
        return None

    def _but_not(self, tree: Tree[Token]) -> Expression | None:
        match self._operands(tree):
            case [exception]:
                return Except(None, exception, span=self._span(tree))
        return None

    def _group(self, tree: Tree[Token]) -> Expression | None:
        inside = self._meaning(cast(Tree[Token], tree.children[0]))
        match inside.branches:
            case [Branch(terms=[only])] if not (isinstance(only, Except) and only.term is None):
                return only
            case [Branch(terms=[])]:
                return None
        return Group(inside, span=self._span(tree))

    # ---- strength -------------------------------------------------------------------------------------

    def _strength(self, tree: Tree[Token]) -> Expression | None:
        tokens = _tokens(tree)
        unit = next((UNITS[t.type] for t in tokens if t.type in UNITS), None)
        match [t.type for t in tokens]:
            case ["ANY"]:
                return AnyStrength(span=self._span(tree))
            case ["RULE", *_, "AMOUNT"]:
                if not tokens[-1].isdigit():
                    self._fault("E226", tree)
                    return None
                return Strength("rule", _number(tokens[-1]), None, span=self._span(tree))
            case ["SOFT_AMOUNT", *_]:
                return self._soft_strength(tree, tokens[0], unit)
            case ["BOUND", "AMOUNT", *_]:
                return self._bound(tree, tokens[0], tokens[1], unit)
        return self._plain_strength(tree, tokens[0], unit)

    def _plain_strength(self, tree: Tree[Token], token: Token, unit: str | None) -> Expression | None:
        least, most, form = _amount(token)
        if unit is None:
            if form != "range" and self._small(tree, least, most):
                return None
            if (
                form == "range"
                and least is not None
                and most is not None
                and least >= most >= 4
                and least + most <= MOST_CARDS
            ):
                return TwoSuiter(least, most, None, span=self._span(tree))
        return Strength(unit or "hcp", least, most, span=self._span(tree))

    def _soft_strength(self, tree: Tree[Token], token: Token, unit: str | None) -> Expression | None:
        match = _SOFT.fullmatch(token)
        assert match is not None
        least, most, form = _amount(match["amount"])
        low, high = self._wider(tree, token, (least, most), match)
        if form == "bare" and unit is None and self._small(tree, least, most):
            return None
        return Strength(unit or "hcp", least, most, low, high, span=self._span(tree))

    def _wider(
        self, tree: Tree[Token], token: str, ends: tuple[int | None, int | None], match: re.Match[str]
    ) -> tuple[int | None, int | None]:
        """The ends in parentheses, which must lie outside the others."""
        low = _number(match["low"]) if match["low"] else None
        high = _number(match["high"]) if match["high"] else None
        least, most = ends
        if (low is not None and low >= (least or 0)) or (high is not None and most is not None and high <= most):
            self._fault("E238", tree, text=str(token))
            return None, None
        return low, high

    def _small(self, tree: Tree[Token], least: int | None, most: int | None) -> bool:
        """Whether a number alone is too small to be taken for points; a fault then."""
        if least is None or least >= LEAST_BARE_POINTS or most not in (None, least):
            return False
        self._fault("E212" if most is None else "E211", tree, number=least)
        return True

    def _bound(self, tree: Tree[Token], bound: Token, token: Token, unit: str | None) -> Expression | None:
        least, most = self._bounds(tree, bound, token)
        if (least is None and most is None) or (unit is None and self._small(tree, least, most)):
            return None
        return Strength(unit or "hcp", least, most, span=self._span(tree))

    def _bounds(self, tree: Tree[Token], bound: Token, amount: str) -> tuple[int | None, int | None]:
        """The range of `min 5`, `max 5`, `exactly 5`; a fault and two Nones where no single number follows."""
        if not amount.isdigit():
            self._fault("E234", tree, word=str(bound))
            return None, None
        number = _number(amount)
        return {"least": (number, None), "most": (None, number), "exactly": (number, number)}[_value(bound)]

    # ---- length ---------------------------------------------------------------------------------------

    def _length(self, tree: Tree[Token]) -> Expression | None:
        tokens = _tokens(tree)
        match [t.type for t in tokens]:
            case ["LENGTH"] | ["SOFT_LENGTH"]:
                return self._written_length(tree, tokens[0])
            case ["BOUND", "LENGTH"]:
                match = _LENGTH.fullmatch(tokens[1])
                assert match is not None
                least, most = self._bounds(tree, tokens[0], match["amount"])
                if least is None and most is None:
                    return None
                return self._counted(tree, least, most, _suits(match["suits"]), written=match["amount"])
            case ["AMOUNT", "SUITWORD"]:
                least, most, _ = _amount(tokens[0])
                return self._counted(tree, least, most, (_value(tokens[1]),), written=tokens[0])
            case ["SOFT_AMOUNT", "SUITWORD"]:
                match = _SOFT.fullmatch(tokens[0])
                assert match is not None
                least, most, _ = _amount(match["amount"])
                maybe = self._wider(tree, tokens[0], (least, most), match)
                return self._counted(tree, least, most, (_value(tokens[1]),), maybe, written=tokens[0])
        least, most = self._bounds(tree, tokens[0], tokens[1])
        if least is None and most is None:
            return None
        return self._counted(tree, least, most, (_value(tokens[2]),), written=tokens[1])

    def _written_length(self, tree: Tree[Token], token: Token) -> Expression | None:
        match = _LENGTH.fullmatch(token)
        assert match is not None
        least, most, _ = _amount(match["amount"])
        maybe = self._wider(tree, token, (least, most), match)
        return self._counted(tree, least, most, _suits(match["suits"]), maybe, written=token[: match.start("suits")])

    def _counted(
        self,
        tree: Tree[Token],
        least: int | None,
        most: int | None,
        suits: tuple[str, ...],
        maybe: tuple[int | None, int | None] = (None, None),
        *,
        written: str,
    ) -> Expression | None:
        """So many cards in one of the suits; `written` is the amount in the player's text."""
        ends = [n for n in (least, most, *maybe) if n is not None]
        if max(ends) > MOST_CARDS:
            self._fault("E214", tree, number=max(ends), points=written, suit=suits[0])
            return None
        low, high = least or 0, MOST_CARDS if most is None else most
        if low > high:
            self._fault("E225", tree, text=self._text(tree))
            return None
        return Length(tuple(dict.fromkeys(suits)), low, high, *maybe, span=self._span(tree))

    def _lettered(self, tree: Tree[Token]) -> Expression | None:
        token = _tokens(tree)[-1]
        fault = lone_letter(token.rstrip(".")[-1], self._span(tree), token)
        self.faults += [] if fault is None else [fault]
        return None

    def _spaced(self, tree: Tree[Token]) -> Expression | None:
        tokens = _tokens(tree)
        amount, suit = tokens[-2], tokens[-1]
        numbers = [_number(n) for n in re.findall(r"\d+", amount)]
        doubtful = doubtful_word(suit, self._span(suit))
        if doubtful is not None and max(numbers) >= LEAST_BARE_POINTS:
            self.faults.append(doubtful)
        elif max(numbers) > MOST_CARDS:
            self._fault("E214", tree, number=max(numbers), points=str(amount), suit=_suits(suit)[0])
        else:
            self._fault("E213", tree, text=f"{amount}{suit}")
        return None

    def _two_suiter(self, tree: Tree[Token]) -> Expression | None:
        amount, *_, both = _tokens(tree)
        suits = tuple(_value(both)) if both.type == "BOTH" else _suits(both.replace("+", "/"))
        least, most, form = _amount(amount)
        if form != "range" or least is None or most is None:
            letter = "M" if suits == ("H", "S") else "m" if suits == ("C", "D") else suits[0]
            self._fault("E219", tree, suits=str(both), letter=letter)
        elif not (least >= most >= 4 and least + most <= MOST_CARDS):
            self._fault("E218", tree, text=str(amount))
        elif suits[0] == suits[1]:
            self._fault("E237", tree)
        else:
            return TwoSuiter(least, most, (suits[0], suits[1]), span=self._span(tree))
        return None

    # ---- shape and quality ----------------------------------------------------------------------------

    def _shape(self, tree: Tree[Token]) -> Expression | None:
        token = _token(tree)
        match token.type:
            case "PATTERN":
                cells = [_number(c) for c in token.split("-")]
                return self._pattern(cells, tree)
            case "PLACED":
                return self._placed(tuple((_cell(c),) for c in token.split("=")), tree)
            case "CELLS":
                if token.isdigit():
                    if sum(map(int, token)) != MOST_CARDS:
                        self._fault("E217", tree, text=str(token), total=sum(map(int, token)))
                    else:
                        self._fault("E216", tree, digits=str(token), placed="=".join(token))
                    return None
                groups = re.findall(r"\(([\dxX]+)\)|([\dxX])", token)
                cells4 = tuple(tuple(_cell(c) for c in (many or one)) for many, one in groups)
                if len(cells4) == 1 and None not in cells4[0]:
                    return self._pattern([c or 0 for c in cells4[0]], tree)
                return self._placed(cells4, tree)
            case "SUITER":
                return ShapeWord(f"{token[0]}-suiter", span=self._span(tree))
            case "SHORT":
                return Short(_suits(str(_tokens(tree)[1]))[0], span=self._span(tree))
        return ShapeWord(_value(token), span=self._span(tree))

    def _pattern(self, cells: list[int], tree: Tree[Token]) -> Expression | None:
        if len(cells) != 4 or sum(cells) != MOST_CARDS:
            self._fault("E217", tree, text=self._text(tree), total=sum(cells))
            return None
        return Pattern(tuple(sorted(cells, reverse=True)), span=self._span(tree))

    def _placed(self, groups: tuple[tuple[int | None, ...], ...], tree: Tree[Token]) -> Expression | None:
        cells = [c for g in groups for c in g]
        known = sum(c for c in cells if c is not None)
        if len(cells) != 4 or (known != MOST_CARDS if None not in cells else known > MOST_CARDS):
            self._fault("E217", tree, text=self._text(tree), total=known)
            return None
        return Placed(groups, span=self._span(tree))

    def _comparison(self, tree: Tree[Token]) -> Expression | None:
        tokens = _tokens(tree)
        if len(tokens) > 1:
            names, operators = [str(tokens[1]), str(tokens[3])], [">"]
        else:
            names = re.split(r"\s*(?:>=|<=|[<>=≥≤])\s*", tokens[0])
            operators = [_OPERATORS.get(o, o) for o in re.findall(r">=|<=|[<>=≥≤]", tokens[0])]
        if names[-1].isdigit():
            number = _number(names[-1])
            near = {">=": f"{number}+", "<=": f"0-{number}", ">": f"{number + 1}+", "<": f"0-{number - 1}", "=": number}
            self._fault("E239", tree, text=f"{near[operators[-1]]}{_suit(names[-2])}")
            return None
        suits = [_suit(n) for n in names]
        unknown = [name for name, suit in zip(names, suits, strict=True) if suit is None]
        doubtful = (fault_of_readings(name, self._span(tree)) for name in unknown)
        if (fault := next(filter(None, doubtful), None)) is not None:
            self.faults.append(fault)
            return None
        for name in unknown:
            self._fault("E201", tree, word=name, near=did_you_mean(name, english_words(), vocabulary()))
        known = [s for s in suits if s is not None]
        if len(known) < len(suits):
            return None
        steps = list(zip(known, operators, known[1:], strict=False))
        if any(a == b for a, _, b in steps):
            self._fault("E236", tree)
            return None
        return _joined(
            [Compare(a, o, b, span=self._span(tree)) for a, o, b in steps],
            lambda t: And(t, span=self._span(tree)),
        )

    def _solid(self, tree: Tree[Token]) -> Expression | None:
        return self._quality("solid", tree)

    def _good(self, tree: Tree[Token]) -> Expression | None:
        return self._quality("good", tree)

    def _quality(self, word: str, tree: Tree[Token]) -> Expression | None:
        tokens = _tokens(tree)[1:]
        if tokens[0].type in ("SUIT", "SUITWORD"):
            return Quality(word, _suits(str(tokens[0]))[0], None, span=self._span(tree))
        if tokens[0].type == "LENGTH":
            length = self._written_length(tree, tokens[0])
        else:
            least, most, _ = _amount(tokens[0])
            length = self._counted(tree, least, most, (_value(tokens[1]),), written=tokens[0])
        if not isinstance(length, Length):
            return None
        qualities = [Quality(word, s, replace(length, suits=(s,)), span=self._span(tree)) for s in length.suits]
        return _joined(list(qualities), lambda t: Or(t, span=self._span(tree)))

    def _tops(self, tree: Tree[Token]) -> Expression | None:
        tokens = _tokens(tree)
        numbers = [t for t in tokens if t.type == "AMOUNT"]
        suit = _suits(str(tokens[-1]))[0] if tokens[-2].type == "IN" else None
        count, of = (str(n).removesuffix("+") for n in numbers)
        if not (count.isdigit() and of.isdigit() and 1 <= _number(count) <= _number(of) <= 5):
            self._fault("E227", tree, count=count, of=of)
            return None
        return Tops(int(count), int(of), suit, span=self._span(tree))

    def _holding(self, tree: Tree[Token]) -> Expression | None:
        tokens = _tokens(tree)
        honours = tokens[0].rstrip("x")
        if len(set(honours)) < len(honours):
            self._fault("E202", tree, text=str(tokens[0]))
            return None
        if len(tokens[0]) > MOST_CARDS:
            self._fault("E215", tree, number=len(tokens[0]))
            return None
        suit = _suits(str(tokens[2]))[0] if len(tokens) > 1 else None
        return Holding("".join(sorted(honours, key="AKQJT".index)), len(tokens[0]), suit, span=self._span(tree))

    def _outside(self, tree: Tree[Token]) -> Expression | None:
        self._fault("E230", tree)
        return None

    # ---- words ----------------------------------------------------------------------------------------

    def _vague(self, tree: Tree[Token]) -> Expression | None:
        tokens = _tokens(tree)
        if len(tokens) == 1:
            return Vague(_value(tokens[0]), None, span=self._span(tree))
        unit = next((UNITS[t.type] for t in tokens if t.type in UNITS), "hcp")
        least, most, _ = _amount(tokens[1])
        return Vague(tokens[0].type.lower(), Strength(unit, least, most), span=self._span(tree))

    def _unclear(self, tree: Tree[Token]) -> Expression | None:
        return Unclear(str(tree.children[1])[1:-1], span=self._span(tree))

    def _note(self, tree: Tree[Token]) -> Expression | None:
        return Note(_token(tree)[1:-1], span=self._span(tree))

    def _convention(self, tree: Tree[Token]) -> Expression | None:
        return Convention(str(_token(tree)), span=self._span(tree))

    def _remark(self, tree: Tree[Token]) -> Expression | None:
        """An attribute, or `asks` and what it asks for."""
        first, *topic = _tokens(tree)
        if not topic:
            return Attribute(_value(first), span=self._span(tree))
        match topic[0].type:
            case "SUIT":
                value = _suits(topic[0])[0]
            case "BOTH":
                value = {"HS": "majors", "CD": "minors"}[_value(topic[0])]
            case "CONTROLS" | "POINTS":
                value = UNITS[topic[0].type]
            case _:
                value = _value(topic[0])
        return Attribute(f"asks {value}", span=self._span(tree))

    def _word(self, tree: Tree[Token]) -> Expression | None:
        """A name of [define]; no other word that the vocabulary lacks means anything."""
        word = str(_token(tree))
        definition = self.definitions.get(word)
        if definition is not None:
            return Group(definition.meaning, definition.name, span=self._span(tree))
        if re.fullmatch(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+", word):
            self._fault("E151", tree, name=word, near=did_you_mean(word, self.definitions))
        elif (fault := fault_of_readings(word, self._span(tree))) is not None:
            self.faults.append(fault)
        else:
            known = [*english_words(), *catalogue("conventions"), *self.definitions]
            near = did_you_mean(word, known, vocabulary())
            self._fault("E201", tree, word=word, near=near)
        return None

    # ---- checks ---------------------------------------------------------------------------------------

    def _check_branch(self, branch: Branch) -> None:
        """Points twice, points whose branch is open, and letters without their fellow."""
        core = [t for t in branch.terms if not is_remark(t)]
        if branch.any_of and len(core) < 2:
            self.faults.append(Fault.of("E207", branch.span, word="or"))
        elif branch.any_of:
            self._check_choices(core, branch.span)
        for term in core:
            self._check_inside(term)
        seen: dict[str, Strength] = {}
        for term in core:
            if branch.any_of:
                seen = {}
            self._check_points(term, seen)

    def _check_letters(self, alternative: Alternative) -> None:
        """The other major is that of a major the alternative, or the call, names."""
        used = frozenset().union(*map(letters_of, alternative.terms))
        for other, letter in (("oM", "M"), ("om", "m")):
            if other in used and letter not in used | self.letters:
                self.faults.append(Fault.of("E224", alternative.span, letter=other, first=letter))

    def _check_inside(self, term: Expression) -> None:
        if isinstance(term, Or) and not is_remark(term):
            for branch in filter(is_remark, term.branches):
                self.faults.append(Fault.of("E240", branch.span, text=expression_text(branch)))
            self._check_choices(list(term.branches), term.span)
        if isinstance(term, Group):
            if term.name is None:
                for alternative in term.meaning.branches:
                    core = [t for t in alternative.terms if not is_remark(t)]
                    if alternative.any_of:
                        self._check_choices(core, alternative.span)
                    for inner in core:
                        self._check_inside(inner)
            return
        for child in children(term):
            self._check_inside(child)

    def _check_choices(self, branches: list[Expression], span: Span) -> None:
        with_points = [b for b in branches if has_points(b)]
        without = [b for b in branches if not (has_points(b) or is_remark(b) or _unread(b))]
        if not with_points or not without:
            return
        both = " or ".join(expression_text(b) for b in branches)
        apart = " | ".join(expression_text(b) if has_points(b) else f"any {expression_text(b)}" for b in branches)
        match branches[0]:
            case And(terms=[points, *rest]) if has_points(points) and not any(map(has_points, [*rest, *branches[1:]])):
                shape = expression_text(And(tuple(rest)) if len(rest) > 1 else rest[0])
                both = f"{expression_text(points)}, " + " or ".join([shape, *map(expression_text, branches[1:])])
            case first if has_points(first) and len(without) == len(branches) - 1:
                both = f"{expression_text(first)}, " + " or ".join(map(expression_text, branches[1:]))
            case _:
                both = "the points first, then a comma,"
        self.faults.append(Fault.of("E221", span, both=both, apart=apart))

    def _check_points(self, term: Expression, seen: dict[str, Strength]) -> None:
        """One strength of a unit on every way through the alternative."""
        match term:
            case Strength():
                first = seen.setdefault(term.unit, term)
                if first is not term:
                    least, most = term.least or 0, term.most
                    cards = f"{least}-{most}H" if most is not None and most != least else f"{least}H"
                    close = (most or least) <= MOST_CARDS and term.unit == "hcp"
                    near = say("did you mean {cards}? ", cards=cards) if close else ""
                    self.faults.append(
                        Fault.of(
                            "E220",
                            term.span,
                            first=expression_text(first),
                            second=expression_text(term),
                            near=near,
                        )
                    )
            case And():
                for inner in term.terms:
                    self._check_points(inner, seen)
            case Or():
                ways = [dict(seen) for _ in term.branches]
                for branch, way in zip(term.branches, ways, strict=True):
                    self._check_points(branch, way)
                for way in ways:
                    seen.update({k: v for k, v in way.items() if k not in seen})
            case Group():
                ways = []
                for inner_branch in term.meaning.branches:
                    way = dict(seen)
                    for inner in inner_branch.terms:
                        self._check_points(inner, way)
                        if inner_branch.any_of:
                            ways.append(way)
                            way = dict(seen)
                    ways.append(way)
                for way in ways:
                    seen.update({k: v for k, v in way.items() if k not in seen})
            case Except(term=inner) if inner is not None:
                self._check_points(inner, seen)
            case _:
                pass

    # ---- small things ---------------------------------------------------------------------------------

    def _span(self, piece: Piece) -> Span:
        if isinstance(piece, Token):
            return self.base + (piece.start_pos or 0), self.base + (piece.end_pos or 0)
        meta = piece.meta
        if meta.empty:
            return self.base, self.base
        return self.base + meta.start_pos, self.base + meta.end_pos

    def _text(self, tree: Tree[Token]) -> str:
        return " ".join(map(str, _tokens(tree)))

    def _fault(self, code: str, tree: Tree[Token], **values: object) -> None:
        self.faults.append(Fault.of(code, self._span(tree), **values))


def has_points(expression: Expression) -> bool:
    """Whether an expression states strength (`any` and vague words too); what is denied does not count."""
    match expression:
        case Strength() | AnyStrength() | Vague(amount=Strength()):
            return True
        case Vague(word=word):
            return word in ("strong", "weak")
        case Not() | If():
            return False
        case Except(term=term):
            return term is not None and has_points(term)
        case Group(meaning=meaning):
            return all(any(map(has_points, b.terms)) for b in meaning.branches)
        case Or(branches=branches):
            return all(map(has_points, branches))
        case _:
            return any(map(has_points, children(expression)))


def _unread(expression: Expression) -> bool:
    """Whether words that could not be read may be about points."""
    return any(isinstance(e, Unclear) for e in walk(expression))


def letters_of(expression: Expression, *, denied: bool = False) -> frozenset[str]:
    """The letters M m X oM om that an expression uses; inside `no` and `not` only with `denied`."""
    match expression:
        case Not(term=term):
            inside = letters_of(term, denied=denied)
            return inside if denied else inside & {"oM", "om"}
        case Except(term=term, exception=exception):
            before = frozenset() if term is None else letters_of(term, denied=denied)
            return before | letters_of(Not("not", exception), denied=denied)
        case Length(suits=suits):
            return frozenset(s for s in suits if s not in "CDHS")
        case TwoSuiter(suits=pair):
            return frozenset(s for s in pair or () if s not in "CDHS")
        case Short(suit=suit) | Quality(suit=suit) | Tops(suit=suit) | Holding(suit=suit):
            return frozenset() if suit is None or suit in "CDHS" else frozenset({suit})
        case Compare(first=first, second=second):
            return frozenset(s for s in (first, second) if s not in "CDHS")
        case _:
            return frozenset().union(*(letters_of(c, denied=denied) for c in children(expression)))


def _name(tree: Tree[Token]) -> str:
    return str(tree.data).removeprefix("meaning__")


def _tokens(tree: Tree[Token]) -> list[Token]:
    return list(tree.scan_values(lambda v: isinstance(v, Token)))


def _token(tree: Tree[Token]) -> Token:
    return _tokens(tree)[0]


def _kind(piece: Piece) -> str:
    return piece.type if isinstance(piece, Token) else _name(piece)


def _is_any(tree: Tree[Token]) -> bool:
    return _name(tree) == "strength" and _token(tree).type == "ANY"


def _value(token: Token) -> str:
    return vocabulary()[word_key(token)].value


def _number(digits: str) -> int:
    """The number written, or one far above every measure of a hand where there are too many digits."""
    return int(digits) if len(digits) < 9 else 10**9


def _list(value: Expression | None) -> list[Expression]:
    return [] if value is None else [value]


def _joined(terms: list[Expression], node: Callable[[tuple[Expression, ...]], Expression]) -> Expression | None:
    if len(terms) > 1:
        return node(tuple(terms))
    return terms[0] if terms else None


def _cell(text: str) -> int | None:
    return None if text in "xX" else int(text)


def _amount(text: str) -> tuple[int | None, int | None, str]:
    """Least, most and the form: range, plus, minus, bare or compared."""
    match = _AMOUNT.fullmatch(text.strip())
    assert match is not None
    first = _number(match["a"])
    if match["op"]:
        least, most = {
            ">=": (first, None),
            "<=": (None, first),
            ">": (first + 1, None),
            "<": (None, first - 1),
            "=": (first, first),
        }[_OPERATORS.get(match["op"], match["op"])]
        return least, most, "compared"
    if match["b"]:
        return first, _number(match["b"]), "range"
    if match["end"]:
        return (first, None, "plus") if match["end"] == "+" else (None, first, "minus")
    return first, first, "bare"


def _suit(text: str) -> str | None:
    """The letter of one suit, by letter, symbol, `!h` or word; None where it is none."""
    text = text.strip().removeprefix("!").translate(SYMBOLS)
    word = vocabulary().get(word_key(text))
    if word is not None and word.kind == "SUITWORD":
        return word.value
    if text in ("m", "M", "oM", "om"):
        return text
    upper = text.upper()
    return upper if upper in LETTERS or (len(upper) == 1 and upper in "CDHS") else None


def _suits(text: str) -> tuple[str, ...]:
    """The letters of suits written with slashes; the lexer lets no others through."""
    return tuple(s for s in map(_suit, text.split("/")) if s is not None)
