"""Reading free text: what people write of a call, as a meaning of the card language and what it leaves open.

`read_free_text` never refuses: what it cannot read stands in its text as `unclear "words"`.
"""

from syscheck.freetext.reading import FreeReading, Words, read_free_text

__all__ = ["FreeReading", "Words", "read_free_text"]
