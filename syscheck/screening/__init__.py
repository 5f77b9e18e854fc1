"""Screening: every entry of an event judged, on all cores, and written to one folder."""
