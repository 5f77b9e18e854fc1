"""The fixture of screenings."""

from screening.screened import screen

__all__ = ["screen"]
