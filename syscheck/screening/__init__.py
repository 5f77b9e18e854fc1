"""Screening: many cards judged for one event, on all cores or a cluster, each once however often it is asked for.

A job judges one card by itself and knows nothing of the event's dates, of team-mates or of lists; what it finds goes
into a store on disk. When all jobs are done, the entries are put together from the store one at a time, so that
memory does not grow with the cards, and a run that was broken off begins where it ended.
"""

from syscheck.screening.run import Screening, screen
from syscheck.screening.store import Records, Store

__all__ = ["Records", "Screening", "Store", "screen"]
