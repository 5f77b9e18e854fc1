"""Systems that break a limit, each with the target that it misses."""

from syscheck import build_system, read_card

SOUND = """
1C : 12-21, 4+C or 3C bal, no 5M
1D : 12-21, 4+D
1H : 12-21, 5+H
1S : 12-21, 5+S
2N : 20-21 bal
"""

BREAKING = {
    "a wide no-trump with an inquiry": (
        "1C : 11-21, 4+C\n1D : 11-21, 4+D\n1H : 11-21, 5+H\n1S : 11-21, 5+S\n1N : 12-17 bal\n"
        "[continuations]\n1N-2C : asks strength, asks shape\n1N-2D : 5+H, transfer",
        "sk:usual",
    ),
    "a no-trump of five values when vulnerable": (
        "1C : 11-20, 4+C\n1D : 11-20, 4+D\n1N [nv] : 10-12 bal\n1N [vul] : 13-17 bal\nP : 0-10\n"
        "[continuations]\n1N-2C : asks strength, asks shape",
        "sk:usual",
    ),
    "one diamond with one major or the other": (
        "P : 0-11\n1C : 16+\n1D : 12-15, 5+H or 5+S\n1N : 12-15 bal, no 5M",
        "sk:usual",
    ),
    "a club that promises spades in one alternative only by points": (
        "P : 0-10\n1C : 11-15, 4+S\n1D : 11+, 4+D, no 4S\n1H : 11+, 4+H, no 4S",
        "sk:usual",
    ),
    "an opening weaker than pass": (
        "P : 3-11\n1C : 0-2 | 17+\n1D : 12-16, 4+D\n1H : 12-16, 5+H\n1S : 12-16, 5+S\n1N : 12-16 bal",
        "sk:usual",
    ),
    "a nebulous diamond": (
        "P : 0-10\n1C : 16+\n1D : 11-15, 0+D, no 5M\n1H : 11-15, 5+H\n1S : 11-15, 5+S",
        "sk:usual",
    ),
    "a pass that may hold an opening": ("P : 0-13\n" + SOUND, "sk:usual"),
    "a Polish club with Multi": (
        "1C : 12-14 bal | 15+, 5+C | 18+\n1D : 12-17, 4+D\n1H : 12-17, 5+H\n1S : 12-17, 5+S\n1N : 15-17 bal\n"
        "2C : 11-14, 6+C or 5C 4M\n2D : 6-10, 6M , ART\n2N : 6-10, 5-5 minors , ART",
        "se:max=6",
    ),
    "a weak transfer opening": (
        "1C : 16+\n1D : 5-10, 4+H | 11-15, 4+D\n1H : 11-15, 4+H\n1S : 11-15, 4+S\n1N : 13-15 bal",
        "se:max=4",
    ),
    "a fert behind a strong pass": (
        "P : 13+\n1C : 8-12, 4+H\n1D : 0-7\n1H : 8-12, 4+S\n1S : 8-12, 4+D, no 4M\n"
        "1N : 8-12 bal, no 4M\n2C : 8-12, 6+C",
        "se:C",
    ),
    "two bids with dots each": (
        "1C : 12+, 4+C\n1D : 12+, 4+D\n2D : 5-10, 6M\n2H : 5-10, 5S 4+m\n1N : 15-17 bal",
        "se:max=3",
    ),
    "a no-trump that may be anything": (
        "1C : 12+, 4+C\n1D : 12+, 4+D\n1H : 12+, 5+H\n1S : 12+, 5+S\n1N : 5-9, 5-4 majors or bal",
        "se:max=0",
    ),
}


def system(openings, head=""):
    return build_system(read_card(f"{head}[openings]\n{openings}\n"))
