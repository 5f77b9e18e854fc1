"""Gather every text that is to be translated, and bring the translators' files up to date.

Writes syscheck/locale/syscheck.pot and syscheck/locale/<language>/LC_MESSAGES/syscheck.po. Translations stay where
the English text is the same to the letter; a text that has changed is to be translated anew. What is no longer used
stays at the end of the file behind `#~`, and comes back with its text.

`--check`: change nothing; exit 1 when a file is stale. `--missing`: list what is not translated yet.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from generated import ROOT
from jinja2 import Environment
from jinja2.ext import extract_from_ast

from syscheck.events import RULES
from syscheck.language import CATALOGUES, DOMAIN, LANGUAGES, source_of
from syscheck.regulations import REGULATIONS, Page

TEMPLATE = CATALOGUES / f"{DOMAIN}.pot"
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
NAMES = {"sk": "Slovak", "cs": "Czech", "sv": "Swedish"}
HEAD = """\
# Texts of syscheck{in_language}.
# Written by docs/make_catalogues.py; terms in docs/glossary.md. Words in {{braces}} stay as they are, in any order.
#"""
ONE, PLURAL = ("say", "phrase", "tell"), ("count", "phrases")
ARGUMENTS = {
    "Code": ((0, "message"), (1, "hint")),
    "Setting": ((2, "meaning"), (3, "choices")),
    "Clause": ((3, "nothing"),),
    "AlertClause": ((2, "nothing"),),
}
"""Other calls whose arguments are texts: each by its place and its name."""
PAGE_TEXTS = ("title", "document", "clause", "what the rule says", "reading")
HEADER_THAT_CHANGES = re.compile(
    r'^"(?:POT-Creation-Date|PO-Revision-Date|Generated-By|Report-Msgid-Bugs-To|Last-Translator|Language-Team): .*\n',
    re.MULTILINE,
)


class Text(NamedTuple):
    """A text with the file it is in; `many` where a number decides its form."""

    file: str
    one: str
    many: str = ""
    comment: str = ""


class CannotBeTranslated(ValueError):
    """A text is put together where it is marked, so that nobody can translate it."""


# ---- gathering ---------------------------------------------------------------------------------------------------


def texts() -> Iterator[Text]:
    """Every text of the program, by file, in the order of the file."""
    package = ROOT / "syscheck"
    for path in sorted(package.rglob("*.py")):
        yield from python_texts(_name(path), path.read_text(encoding="utf-8"))
    for path in sorted(package.rglob("*.j2")):
        yield from template_texts(_name(path), path.read_text(encoding="utf-8"))
    yield from page_texts()


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def python_texts(file: str, source: str) -> Iterator[Text]:
    """The texts that a module marks. Errors: `CannotBeTranslated`."""
    calls = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Call)]
    for call in sorted(calls, key=lambda c: (c.lineno, c.col_offset)):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name in ONE:
            yield from (Text(file, text) for text in _strings(file, call.args[0]))
        elif name in PLURAL:
            forms = [text for argument in call.args[:2] for text in _strings(file, argument)]
            if len(forms) == 2:
                yield Text(file, *forms)
        for place, keyword in ARGUMENTS.get(name, ()):
            named = [k.value for k in call.keywords if k.arg == keyword]
            for argument in [*call.args[place : place + 1], *named]:
                yield from (Text(file, text, comment=keyword) for text in _strings(file, argument))


def _strings(file: str, node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Tuple(elts=parts):
            for part in parts:
                yield from _strings(file, part)
        case ast.IfExp(body=body, orelse=other):
            yield from (*_strings(file, body), *_strings(file, other))
        case ast.JoinedStr() | ast.BinOp(left=ast.Constant(value=str())) | ast.BinOp(right=ast.Constant(value=str())):
            raise CannotBeTranslated(f"{file}:{node.lineno}: {ast.unparse(node)}")


def template_texts(file: str, source: str) -> Iterator[Text]:
    """The texts that a template of the HTML report marks."""
    for _, function, found in extract_from_ast(Environment(autoescape=True).parse(source), ("say", "count")):
        strings = [found] if isinstance(found, str) else [text for text in found if text]
        if strings:
            yield Text(file, strings[0], strings[1] if function == "count" else "")


def page_texts() -> Iterator[Text]:
    """What is translated of the rules' pages: of those about cards, and of those about events."""
    for law in REGULATIONS:
        yield from _texts_of("regulations", law.folder, (law.page(c.rule) for c in law.rules))
    for rules in RULES:
        yield from _texts_of("events", rules.folder, (rules.page(c.rule) for c in rules.clauses))


def _texts_of(room: str, folder: str, pages: Iterable[Page]) -> Iterator[Text]:
    for page in pages:
        file = f"syscheck/{room}/{folder}/pages/{page.rule}.md"
        for name, text in zip(PAGE_TEXTS, page.texts, strict=True):
            yield Text(file, text, comment=f"{page.rule}: {name}" if name in PAGE_TEXTS[3:] else name)


def has_words(text: str) -> bool:
    """Whether something is left to translate beside the places in braces."""
    return re.search(r"[^\W\d_]|“", re.sub(r"\{\w*\}", "", text)) is not None


# ---- catalogues --------------------------------------------------------------------------------------------------


def template() -> Catalog:
    """All texts, each once."""
    catalogue = _catalogue(None)
    for text in texts():
        if has_words(text.one):
            key = (text.one, text.many) if text.many else text.one
            comments = (text.comment,) if text.comment else ()
            catalogue.add(key, locations=[(text.file, 0)], auto_comments=comments)
    return catalogue


def updated(old: Catalog, fresh: Catalog, language: str) -> Catalog:
    """The texts of `fresh` with the translations of `old`."""
    known: dict[object, Message] = {**old.obsolete, **{m.id: m for m in old if m.id}}
    by_id = {m.id: m for m in known.values()}
    catalogue = _catalogue(language)
    for message in fresh:
        if not message.id:
            continue
        before = by_id.pop(message.id, None)
        catalogue.add(
            message.id,
            before.string if before else "",
            locations=message.locations,
            auto_comments=message.auto_comments,
            user_comments=before.user_comments if before else (),
        )
    for message in by_id.values():
        if _is_translated(message):
            catalogue.obsolete[message.id] = message
    return catalogue


def _is_translated(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, list | tuple) else bool(message.string)


def _catalogue(language: str | None) -> Catalog:
    head = HEAD.format(in_language=f" in {NAMES[language]}" if language else "")
    return Catalog(language, DOMAIN, head, project=DOMAIN, version="1", charset="utf-8", fuzzy=False)


def written(catalogue: Catalog) -> str:
    """A catalogue as text: no dates, no line numbers, nothing that changes by itself."""
    for message in catalogue:
        message.flags -= {"python-format", "python-brace-format"}  # % is a per cent sign here
    out = BytesIO()
    write_po(out, catalogue, width=0, include_lineno=False)
    return HEADER_THAT_CHANGES.sub("", out.getvalue().decode())


def read(path: Path, language: str | None) -> Catalog:
    """A catalogue from its file; an empty one where there is none."""
    if not path.is_file():
        return _catalogue(language)
    with path.open("rb") as stream:
        return read_po(stream, locale=language, domain=DOMAIN)


def missing(catalogue: Catalog) -> list[Message]:
    """The messages without a translation."""
    return [m for m in catalogue if m.id and not _is_translated(m)]


def main() -> int:
    """Write or check all files. The exit status."""
    parser = argparse.ArgumentParser(description="Write the catalogues of syscheck/locale.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 when a file is stale")
    parser.add_argument("--missing", choices=TRANSLATED, help="list what is not translated yet")
    options = parser.parse_args()
    fresh = template()
    if options.missing:
        for message in missing(updated(read(source_of(options.missing), options.missing), fresh, options.missing)):
            print(message.id)
        return 0
    files = {TEMPLATE: written(fresh)}
    for language in TRANSLATED:
        path = source_of(language)
        catalogue = updated(read(path, language), fresh, language)
        files[path] = written(catalogue)
        print(f"{language}: {len(missing(catalogue))} of {len(fresh)} texts are to be translated")
    stale = [p for p, text in files.items() if not p.is_file() or p.read_text(encoding="utf-8") != text]
    if options.check:
        for path in stale:
            print(f"{path} is stale: run python docs/make_catalogues.py")
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + ".part")
        part.write_text(files[path], encoding="utf-8", newline="\n")
        part.replace(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
