"""Texts made to hurt a parser: pieces that are repeated, and what stands before them."""

OPENING = "[openings]\n1C : "
BEFORE = (OPENING, "[openings]\n1C", "[leads]\n", "[define]\na-b = ", "title: ", "")

SHAPES = {
    "words": "ab ",
    "one word": "a",
    "quotes": '"',
    "open notes": '"a" "',
    "dashes": "1-",
    "digits": "1",
    "zeros": "0",
    "commas": "5+H,",
    "bare commas": ",",
    "choices": "5+H or ",
    "alternatives": "5+H|",
    "x": "x",
    "5x": "5x",
    "x=": "x=",
    "C>": "C>",
    "C>D": "C>D ",
    "groups": "((5+H)) ",
    "nested": "(" * 49 + "5+H" + ")" * 49 + " ",
    "open groups": "(x",
    "denials": "not ",
    "soft": "(4)",
    "exceptions": "5H except ",
    "blanks": " ",
    "blanks and words": "a" + " " * 500,
    "half a comment": "  a#",
    "outside": "no outside A or ",
    "holdings": "AKx",
    "slashes": "5+H/S",
    "brackets": "[nv]",
    "names": "reverse ",
    "nul": "\0a",
    "colons": ":",
    "equals": "=",
    "odd blanks": "\u00a0\u2009",
}


def hostile(shape: str, before: str, size: int) -> str:
    """A text of about `size` characters."""
    return before + SHAPES[shape] * (size // len(SHAPES[shape]))
