"""The parser's ready-made table: built once from `grammars/`, loaded at every start.

Building the LALR table takes a third of a second, loading it a few milliseconds. The build of the
wheel (and of an editable install) writes `tables.pickle` beside this module; a table that does not
belong to the grammar, to this version of Lark or to this Python is not used, and the grammar is
read instead. This module imports nothing of the project, since the build runs it alone.
"""

import hashlib
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token
from lark.grammar import Rule
from lark.lark import PostLex
from lark.lexer import TerminalDef

TABLE = "tables.pickle"
GRAMMARS = ("card.lark", "meaning.lark")

# The kinds that the lexer takes in every state: so all meanings share one scanner, and the words of a
# name can be read ahead to the end of the line.
MEANING_TERMINALS = (
    *("AMOUNT", "SOFT_AMOUNT", "LENGTH", "SOFT_LENGTH", "PATTERN", "PLACED", "CELLS", "SUITER"),
    *("COMPARISON", "PAIR", "OUTSIDE", "HOLDING", "SUIT", "WORD", "NOTE", "BAR", "SLASH", "AMPERSAND"),
    *("_COMMA", "_LPAR", "_RPAR", "_NL"),
)


# The kinds that stand only outside of meanings: a state that takes one of them is outside too.
OUTSIDE_TERMINALS = frozenset(
    {"HEADER", "CALLS", "DEFINED", "PHRASE", "WHERE", "_COLON", "_EQUALS", "CALLS_SECTION", "PHRASES_SECTION"}
)


class EveryWord(PostLex):
    """What the table must know of the lexer: the terminals of meanings are accepted everywhere."""

    always_accept: Iterable[str] = MEANING_TERMINALS

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Pass every token on."""
        return stream


def grammar_key(texts: dict[str, str]) -> str:
    """What a table was built from: the grammar, the kinds read everywhere, the versions of Lark and Python."""
    parts = [lark.__version__, f"{sys.version_info.major}.{sys.version_info.minor}", *MEANING_TERMINALS]
    parts += [f"{name}\n{texts[name]}" for name in GRAMMARS]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def read_grammar(folder: Path) -> dict[str, str]:
    """The text of each grammar file by its name."""
    return {name: folder.joinpath(name).read_text(encoding="utf-8") for name in GRAMMARS}


def build_parser(folder: Path, *, strict: bool = False, **options: Any) -> Lark:
    """The parser from the grammar in `folder`; `strict` refuses conflicts and colliding terminals (CI)."""
    return Lark(
        folder.joinpath("card.lark").read_text(encoding="utf-8"),
        parser="lalr",
        lexer="contextual",
        start=["card", "header", "definition", "entry", "phrases", "meaning"],
        import_paths=[str(folder)],
        maybe_placeholders=False,
        propagate_positions=True,
        strict=strict,
        **{"postlex": EveryWord(), **options},
    )


def write_table(folder: Path, target: Path) -> None:
    """Build the table of the grammar in `folder` and write it to `target`, whole or not at all."""
    data, memo = build_parser(folder).memo_serialize([TerminalDef, Rule])
    # These two belong to whoever loads the table: a folder of this machine, and an object of this module.
    data["options"] = {k: v for k, v in data["options"].items() if k not in ("import_paths", "postlex")}
    part = target.with_suffix(".part")
    part.write_bytes(pickle.dumps((grammar_key(read_grammar(folder)), data, memo)))
    part.replace(target)


def load_parser(folder: Path, table: Path, postlex: PostLex, callbacks: dict[str, Callable[[Token], Token]]) -> Lark:
    """The ready-made parser where its table belongs to the grammar, else one built from the text."""
    ready = ready_made(folder, table)
    if ready is None:
        parser = build_parser(folder, postlex=postlex, lexer_callbacks=callbacks)
    else:
        load: Any = Lark._load_from_dict  # what `Lark.load` does with an open file
        parser = load(*ready, postlex=postlex, lexer_callbacks=callbacks)
    share_scanners(parser)
    return parser


def ready_made(folder: Path, table: Path) -> tuple[Any, Any] | None:
    """The two parts of the ready-made table, if there is one and it belongs to the grammar in `folder`."""
    if not table.is_file():
        return None
    # Our own file, written by the build beside our own modules: as trusted as they are.
    key, data, memo = pickle.loads(table.read_bytes())
    return (data, memo) if key == grammar_key(read_grammar(folder)) else None


def share_scanners(parser: Lark) -> None:
    """Let parser states with the same terminals use one scanner, and take the terminals of meanings out of
    states that are outside of meanings: compiling a scanner costs milliseconds, and Lark makes one a state."""
    states = parser.parser.lexer.lexer.lexers  # the contextual lexer behind the newline filter
    accepted = parser.parser.parser._parse_table.states
    shared: dict[frozenset[str], Any] = {}
    for state, lexer in states.items():
        if not OUTSIDE_TERMINALS.isdisjoint(accepted[state]):
            own = {*accepted[state], *parser.lexer_conf.ignore}
            lexer.terminals = [t for t in lexer.terminals if t.name in own]
        states[state] = shared.setdefault(frozenset(t.name for t in lexer.terminals), lexer)
