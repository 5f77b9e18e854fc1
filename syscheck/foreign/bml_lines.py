"""The lines of a BML file as they are read: included files in their place, comments gone, #CUT, #COPY and #PASTE done.

`#INCLUDE name` puts the text of a file where it stands; the name is sought in the folder of the first file. BML itself
goes one level deep; here an included file may include others, within limits. `#CUT name` to `#ENDCUT` keeps lines
under a name and takes them out, `#COPY name` to `#ENDCOPY` keeps them and leaves them; `#PASTE name X=Y` puts them in,
as deep as it stands itself, with every X replaced by Y.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from syscheck.card import Fault
from syscheck.card.model import Span
from syscheck.foreign.rows import At, Reported
from syscheck.foreign.source import LONGEST_ROW, MOST_BYTES, MOST_ROWS, Outside, Source, TooLarge, read_included
from syscheck.language import Sentence, phrase, say

DEEPEST_INCLUDE = 8
MOST_INCLUDES = 100
DEEPEST_PASTE = 16
TAB = 8

NO_FOLDER = phrase("a file that comes alone has no folder to look in")
NO_SUCH_FILE = phrase("there is no such file")
NO_FILE = phrase("it is no file that can be read")
FILE_TOO_LARGE = phrase("it is larger than 4 MiB")
TOO_DEEP = phrase("files are included more than {most} deep")
TOO_MANY = phrase("more than {most} files are included")
TOO_MUCH = phrase("the included files have more than 4 MiB together")
PASTED_TOO_MUCH = phrase("more than {most} lines are pasted")
PASTED_TOO_LONG = phrase("a pasted line has more than {most} characters")

NO_END = phrase("no {end} stands behind it")
CUT_WITHOUT_END = phrase("it stands behind a #CUT without #ENDCUT (line {line}), so it may belong to what is cut out")
END_ALONE = phrase("nothing is open that it could end")
NEVER_PASTED = phrase("it is cut out as “{name}” and pasted nowhere")
NO_CLIP = phrase("nothing was cut or copied as “{name}” before it")
NO_NAME = phrase("it has no name")
BAD_REPLACEMENT = phrase("“{words}” is no replacement; it is written as X=Y")

_INCLUDE = re.compile(r"\s*#\s*INCLUDE\b\s*(\S*)", re.IGNORECASE)
_CLIP = re.compile(r"(\s*)#\s*(CUT|COPY)\b\s*(\S*)\s*$", re.IGNORECASE)
_END = re.compile(r"\s*#\s*END(CUT|COPY)\b\s*$", re.IGNORECASE)
_PASTE = re.compile(r"(\s*)#\s*PASTE\b\s*(\S*)\s*(.*)$", re.IGNORECASE)
_REPLACEMENT = re.compile(r"([^=\s]+)=([^=\s]*)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line with the place where it stands, which for a pasted one is where it was cut or copied."""

    text: str
    at: At
    before: str | None = None
    """What stands in the file, where a #PASTE replaced something in it."""

    @property
    def written(self) -> str:
        """What stands in the file, without blanks around it."""
        return (self.text if self.before is None else self.before).strip()

    @property
    def indent(self) -> int:
        """How many columns stand before its text."""
        return len(self.text) - len(self.text.lstrip())

    @property
    def blank(self) -> bool:
        """Whether nothing stands in it."""
        return not self.text.strip()


@dataclass
class Text:
    """The lines of a file with what was included and pasted."""

    lines: list[Line] = field(default_factory=list)
    reported: list[Reported] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    remarks: list[Sentence] = field(default_factory=list)
    written: int = 0
    """How many lines that are not blank stand in the files."""
    starts: list[int] = field(default_factory=list)
    """Where the lines of the first file begin."""


def read_lines(source: Source) -> Text:
    """The lines of a file. It never fails: faults say why it cannot be read as a whole."""
    text = Text(starts=source.lines.starts)
    files = _Files(source, text)
    files.take(source, None, (Path(source.file).resolve(),))
    if not text.faults:
        text.lines = list(_Clips(text).expanded(text.lines))
    return text


# ---- includes -------------------------------------------------------------------------------------------------------


@dataclass
class _Files:
    """The files that are read, and how much of them."""

    source: Source
    text: Text
    included: int = 0
    size: int = 0
    span: Span = (0, 0)
    """The instruction of the first file that leads here."""
    line: int | None = None
    """Its line, while what it includes is read."""

    def take(self, source: Source, name: str | None, inside: tuple[Path, ...]) -> None:
        """The lines of a file, with those that it includes; `inside` are the files that lead to it, and itself."""
        for number, raw in enumerate(source.text.split("\n"), 1):
            line = raw.expandtabs(TAB).rstrip()
            if not line:
                self.text.lines.append(Line("", At(number, 1, name, self.line)))
                continue
            self.text.written += 1
            if line.lstrip().startswith("//"):
                continue
            included = _INCLUDE.match(line)
            if included is None:
                self.text.lines.append(Line(line, At(number, len(line) - len(line.lstrip()) + 1, name, self.line)))
                continue
            if name is None:
                start = source.lines.starts[number - 1]
                self.line = number
                self.span = (start + len(raw) - len(raw.lstrip()), start + len(raw.rstrip()))
            # What is included is a paragraph of its own.
            self.text.lines.append(Line("", At(number, 1, name, self.line)))
            self.include(included[1].strip("\"'<>"), inside)
            if name is None:
                self.line = None
            self.text.lines.append(Line("", At(number, 1, name, self.line)))
            if self.text.faults and name is not None:
                return

    def include(self, name: str, inside: tuple[Path, ...]) -> None:
        """A file by its name, if it may be read."""
        if any(f.code == "E513" for f in self.text.faults):
            return
        if self.source.folder is None:
            self.fault("E512", name=name, why=say(NO_FOLDER))
            return
        try:
            found = read_included(self.source, name)
        except Outside:
            self.fault("E510", name=name)
            return
        except TooLarge:
            self.fault("E512", name=name, why=say(FILE_TOO_LARGE))
            return
        except FileNotFoundError:
            self.fault("E512", name=name, why=say(NO_SUCH_FILE))
            return
        except OSError:
            self.fault("E512", name=name, why=say(NO_FILE))
            return
        path = (self.source.folder / name).resolve()
        if path in inside:
            circle = (*(p.name for p in inside[inside.index(path) :]), path.name)
            self.fault("E511", names=" → ".join(circle))
            return
        self.included += 1
        if len(inside) > DEEPEST_INCLUDE:
            self.fault("E513", limit=say(TOO_DEEP, most=DEEPEST_INCLUDE))
            return
        if self.included > MOST_INCLUDES:
            self.fault("E513", limit=say(TOO_MANY, most=MOST_INCLUDES))
            return
        self.size += len(found.data)
        if self.size > MOST_BYTES:
            self.fault("E513", limit=say(TOO_MUCH))
            return
        if found.decoded[1] is not None and found.decoded[1] not in self.text.remarks:
            self.text.remarks.append(found.decoded[1])
        self.take(found, name, (*inside, path))

    def fault(self, code: str, **values: object) -> None:
        """A fault at the line of the first file that leads here."""
        self.text.faults.append(Fault.of(code, self.span, **values))


# ---- cut, copy, paste -----------------------------------------------------------------------------------------------


@dataclass
class _Clips:
    """What was cut and copied so far."""

    text: Text
    clips: dict[str, list[Line]] = field(default_factory=dict)
    unused: dict[str, list[Line]] = field(default_factory=dict)
    pasted: int = 0
    stopped: bool = False

    def expanded(self, lines: list[Line]) -> Iterator[Line]:
        """Lines as they are read; clips that are cut and never pasted are reported."""
        yield from self.expand(lines, ())
        for name, those in self.unused.items():
            self.text.reported += [Reported(x.written, x.at, say(NEVER_PASTED, name=name)) for x in those]

    def expand(self, lines: list[Line], inside: tuple[str, ...]) -> Iterator[Line]:
        """Lines with clips taken out and put in; `inside` are the clips that are being pasted."""
        ends = _ends(lines)
        number = 0
        while number < len(lines) and not self.stopped:
            line = lines[number]
            number += 1
            clip, paste = _CLIP.match(line.text), _PASTE.match(line.text)
            if clip is not None:
                end = ends.get(number - 1)
                cut = clip[2].upper() == "CUT"
                if end is None:
                    self.report(line, say(NO_END, end="#ENDCUT" if cut else "#ENDCOPY"))
                    while cut and number < len(lines) and not lines[number].blank:
                        self.report(lines[number], say(CUT_WITHOUT_END, line=line.at.line))
                        number += 1
                    continue
                if not clip[3]:
                    self.report(line, say(NO_NAME))
                those = [x for x in lines[number:end] if not x.blank]
                self.keep(clip[3], [Line(_dedented(x.text, len(clip[1])), x.at, x.before) for x in those], cut=cut)
                if not cut:
                    yield from self.expand(lines[number:end], inside)
                number = end + 1
            elif paste is not None:
                yield from self.paste(line, len(paste[1]), paste[2], paste[3], inside)
            elif _END.match(line.text) is not None:
                self.report(line, say(END_ALONE))
            else:
                yield line

    def keep(self, name: str, lines: list[Line], *, cut: bool) -> None:
        """Keep lines under a name."""
        self.clips[name] = lines
        self.unused.pop(name, None)
        if cut:
            self.unused[name] = lines

    def paste(self, line: Line, indent: int, name: str, words: str, inside: tuple[str, ...]) -> Iterator[Line]:
        """The lines of a clip, as deep as the line that pastes them, with what it replaces."""
        if name not in self.clips:
            self.report(line, say(NO_CLIP, name=name))
            return
        replaced: dict[str, str] = {}
        for word in words.split():
            match = _REPLACEMENT.fullmatch(word)
            if match is None:
                self.report(line, say(BAD_REPLACEMENT, words=word))
                return
            replaced[match[1]] = match[2]
        if name in inside or len(inside) >= DEEPEST_PASTE:
            self.stop("E514", line, name=name)
            return
        self.unused.pop(name, None)
        found = []
        for clip in self.clips[name]:
            self.pasted += 1
            text = " " * indent + _replaced(clip.text, replaced)
            if self.pasted > MOST_ROWS:
                self.stop("E513", line, limit=say(PASTED_TOO_MUCH, most=MOST_ROWS))
                return
            if len(text) > LONGEST_ROW:
                self.stop("E513", line, limit=say(PASTED_TOO_LONG, most=LONGEST_ROW))
                return
            found.append(Line(text, clip.at, clip.written))
        yield from self.expand(found, (*inside, name))

    def stop(self, code: str, line: Line, **values: object) -> None:
        """A fault at a line that ends the reading."""
        if not self.stopped:
            start = 0 if line.at.file is not None else self.text.starts[line.at.line - 1] + line.at.column - 1
            end = 0 if line.at.file is not None else start + len(line.text.strip())
            self.text.faults.append(Fault.of(code, (start, end), **values))
        self.stopped = True

    def report(self, line: Line, why: Sentence) -> None:
        """A line that is not read."""
        if not line.blank:
            self.text.reported.append(Reported(line.written, line.at, why))


def _ends(lines: list[Line]) -> dict[int, int]:
    """The number of the line that ends each #CUT and #COPY, by its own; those without an end are not in it."""
    found: dict[int, int] = {}
    open_: list[tuple[int, str]] = []
    for number, line in enumerate(lines):
        if "#" not in line.text:
            continue
        if (clip := _CLIP.match(line.text)) is not None:
            open_.append((number, clip[2].upper()))
        elif (end := _END.match(line.text)) is not None:
            kind = end[1].upper()
            while open_:
                start, opened = open_.pop()
                if opened == kind:
                    found[start] = number
                    break
    return found


def _dedented(text: str, columns: int) -> str:
    """A line without as many of its first blanks."""
    return text[min(columns, len(text) - len(text.lstrip())) :]


def _replaced(text: str, words: Mapping[str, str]) -> str:
    for old, new in words.items():
        text = text.replace(old, new)
        if len(text) > LONGEST_ROW:
            break
    return text
