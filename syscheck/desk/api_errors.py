"""Errors of the API: one shape for all, whatever went wrong."""

from collections.abc import Iterable

from fastapi.exceptions import RequestValidationError
from pydantic import Field

from syscheck.card import Fault
from syscheck.choosing import WrongChoice
from syscheck.language import phrase, tell
from syscheck.report.machine import Model, errors_out

WRONG = {
    "json_invalid": phrase("this is not JSON"),
    "missing": phrase("it is missing"),
    "extra_forbidden": phrase("there is no such key"),
    "string_type": phrase("it is no text"),
    "string_unicode": phrase("it has half a character in it, which no text has"),
    "string_too_long": phrase("it has more than {max_length} characters"),
    "string_too_short": phrase("it is empty"),
    "list_type": phrase("it is no list"),
    "too_long": phrase("it has more than {max_length} in it"),
    "too_short": phrase("there is nothing in it"),
    "bool_type": phrase("it is neither true nor false"),
    "literal_error": phrase("it is not one of {expected}"),
    "dict_type": phrase("it is no object"),
    "model_type": phrase("it is no object"),
    "model_attributes_type": phrase("it is no object"),
}
NOT_READ = phrase("it cannot be read")
ONE_OF_TWO = phrase("give one of {first} and {second}, and not both")
LONGEST_PLACE = 200


class ApiError(Model):
    """One thing that is wrong."""

    code: str | None = Field(default=None, description="The code of a fault of a card (E…) or of an event (V…).")
    message: str = Field(description="A sentence, in the language asked for.")
    where: str | None = Field(
        default=None,
        description="The key of the request, such as cards[0].text; of a fault in a text its place too, as "
        "event:3:5, line and column.",
    )
    hint: str | None = Field(default=None, description="What to write instead.")


class ErrorsOut(Model):
    """Why a request was not answered: all that is wrong with it."""

    errors: tuple[ApiError, ...]


def one_error(message: str) -> ErrorsOut:
    """An error that is about no part of the request."""
    return ErrorsOut(errors=(ApiError(message=message),))


def choice_errors(error: WrongChoice) -> Iterable[ApiError]:
    """What was chosen and cannot be."""
    return (ApiError(message=str(w.sentence), where=w.what) for w in error.wrong)


def fault_errors(where: str, text: str, faults: Iterable[Fault]) -> Iterable[ApiError]:
    """The faults of a text."""
    for fault in errors_out(text, faults):
        place = f"{where}:{fault.line}:{fault.column}"
        yield ApiError(code=fault.code, message=fault.message, where=place, hint=fault.hint or None)


def invalid_request(error: RequestValidationError) -> tuple[int, ErrorsOut]:
    """What is not as documented, with a status; nothing of what was sent is repeated but names of keys."""
    found = error.errors()
    status = 400 if any(e["type"] == "json_invalid" for e in found) else 422
    return status, ErrorsOut(errors=tuple(_invalid(e["type"], e["loc"], e.get("ctx", {})) for e in found))


def _invalid(kind: str, loc: tuple[str | int, ...], context: dict[str, object]) -> ApiError:
    values = {k: str(v) for k, v in context.items()}
    message = tell(WRONG.get(kind, NOT_READ), **values)
    if kind == "json_invalid":
        return ApiError(message=message)
    return ApiError(message=message, where=_place(loc[1:]))


def _place(loc: tuple[str | int, ...]) -> str | None:
    """`cards[0].text`; a key may be anything that a stranger writes."""
    words = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc).lstrip(".")
    return words.encode("utf-8", "replace").decode()[:LONGEST_PLACE] or None
