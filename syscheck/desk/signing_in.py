"""Organisers come and go: signing in and out, and their passwords."""

import re
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy import delete, func, select

from syscheck.desk.pages import page
from syscheck.desk.security import (
    LONGEST_PASSWORD,
    SHORTEST_PASSWORD,
    Here,
    Protected,
    SignedIn,
    account_name,
    find_organiser,
    hash_password,
    password_fits,
    rate,
    set_cookie,
    sign_in,
    sign_out,
)
from syscheck.desk.storage import Database, Organiser, SignIn, log
from syscheck.language import Sentence, count, say

START = "/desk"
LONGEST_ACCOUNT = 100
_OUR_PAGE = re.compile(r"/desk(/[A-Za-z0-9._-]+)*/?")
"""Where one may go after a sign-in: to pages of the desk, never to another site."""

router = APIRouter(include_in_schema=False)


def wanted_page(then: str) -> str:
    """The page that an organiser wanted before the sign-in; the start where it is none of the desk's."""
    return then if _OUR_PAGE.fullmatch(then) and ".." not in then.split("/") else START


@router.get("/desk/sign-in")
def ask(request: Request, here: Here, then: str = START) -> Response:
    """The form; whoever has signed in already goes on."""
    if here.organiser is not None:
        return RedirectResponse(wanted_page(then), 303)
    return _form(request, then)


def _form(request: Request, then: str, *, status: int = 200, name: str = "", refused: bool = False) -> Response:
    database: Database = request.app.state.database
    with database.reading() as session:
        first = not session.scalar(select(func.count()).select_from(Organiser))
    shown = {"then": wanted_page(then), "name": name, "refused": refused, "first": first}
    return page(request, "sign_in.html.j2", status=status, **shown)


@router.post("/desk/sign-in")
def come_in(
    request: Request,
    here: Protected,
    name: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
    then: Annotated[str, Form()] = START,
) -> Response:
    """Sign in. Whether it was the name or the password that did not fit, nobody is told."""
    known_as = account_name(name[:LONGEST_ACCOUNT]).replace("\0", "")
    rate(request, "sign-in")
    rate(request, "account", known_as)
    database: Database = request.app.state.database
    organiser = find_organiser(database, known_as)
    if not password_fits(organiser, password) or organiser is None:
        return _form(request, then, status=403, name=name[:LONGEST_ACCOUNT], refused=True)
    answer = RedirectResponse(wanted_page(then), 303)
    set_cookie(answer, sign_in(database, organiser, here.token), request.app.state.settings)
    return answer


@router.post("/desk/sign-out")
def go(request: Request, here: Protected) -> Response:
    """Sign out; the browser's token is worth nothing any more."""
    sign_out(request.app.state.database, here.token)
    answer = RedirectResponse("/desk/sign-in", 303)
    answer.delete_cookie("syscheck", path="/")
    return answer


# ---- one's own password ----------------------------------------------------------------------------------------------


@router.get("/desk/password")
def ask_for_passwords(request: Request, _organiser: SignedIn) -> Response:
    """The form for another password."""
    return page(request, "password.html.j2", fault=None, done=False, shortest=SHORTEST_PASSWORD)


@router.post("/desk/password")
def change_password(
    request: Request,
    organiser: SignedIn,
    here: Protected,
    password: Annotated[str, Form()] = "",
    new: Annotated[str, Form()] = "",
    again: Annotated[str, Form()] = "",
) -> Response:
    """Another password; every other browser in which the organiser had signed in is signed out."""
    rate(request, "account", organiser.name)
    database: Database = request.app.state.database
    fault = why_no_password(new, again) or (
        None if password_fits(organiser, password) else say("The present password does not fit.")
    )
    if fault is not None:
        return page(request, "password.html.j2", status=422, fault=fault, done=False, shortest=SHORTEST_PASSWORD)
    hashed = hash_password(new)
    with database.writing() as session:
        found = session.get_one(Organiser, organiser.id)
        found.password_hash = hashed
        session.execute(delete(SignIn).where(SignIn.organiser_id == organiser.id))
        log(session, organiser.name, "password changed")
    answer = RedirectResponse("/desk?done=password", 303)
    set_cookie(answer, sign_in(database, found, here.token), request.app.state.settings)
    return answer


def why_no_password(new: str, again: str) -> Sentence | None:
    """Why a password cannot be taken; None where it can."""
    if new != again:
        return say("The two new passwords are not the same.")
    if len(new) < SHORTEST_PASSWORD:
        return count(
            "A password has at least {n} character.", "A password has at least {n} characters.", SHORTEST_PASSWORD
        )
    if len(new) > LONGEST_PASSWORD:
        return count(
            "A password has at most {n} character.", "A password has at most {n} characters.", LONGEST_PASSWORD
        )
    return None
