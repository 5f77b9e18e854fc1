"""Small events and cards for the tests of the organiser's desk and of handing in."""

LEAGUE = """
name = "Second league"
regulations = ["sk-2008"]
kind = "regional"
contest = "teams"
timezone = "Europe/Bratislava"
start = 2026-10-24T10:00
cards_due = 2026-10-10T20:00
"""
PAIRS = """
name = "Autumn pairs"
regulations = ["se-2012"]
contest = "pairs"
timezone = "Europe/Stockholm"
level = "C"
start = 2026-10-24T10:00
cards_due = 2026-10-10T20:00
"""
NATURAL = "[openings]\n1C : 12-21, 4+C\n1D : 12-21, 4+D\n1H : 12-21, 5+H\n1S : 12-21, 5+S\n1N : 15-17 bal\n"
MULTI = f"{NATURAL}2D : 5-10, 6H or 6S\n"
FAULTY = "[openings]\n1C : 12-21, 4+Clubbs\n"
