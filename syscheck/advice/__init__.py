"""What a pair does with its verdicts: the alert sheet for the table."""

from syscheck.advice.sheet import AlertSheet, SheetRow, alert_sheet

__all__ = ["AlertSheet", "SheetRow", "alert_sheet"]
