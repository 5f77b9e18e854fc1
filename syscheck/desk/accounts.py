"""The accounts of organisers, as a command makes and changes them; each change has its line in the log."""

from collections.abc import Sequence

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from syscheck.desk.security import LONGEST_PASSWORD, SHORTEST_PASSWORD, account_name, hash_password
from syscheck.desk.storage import Database, Organiser, SignIn, log
from syscheck.desk.storage.models import now
from syscheck.language import Sentence, say

ACTOR = "command"
LONGEST_NAME = 100


class NoAccount(ValueError):
    """An account cannot be made or changed; `sentence` says why."""

    def __init__(self, sentence: Sentence):
        super().__init__(str(sentence))
        self.sentence = sentence


def add_organiser(database: Database, typed: str, password: str) -> str:
    """Make an account; its name in its one spelling. Errors: `NoAccount`."""
    name = account_name(typed)
    if not name or len(name) > LONGEST_NAME:
        raise NoAccount(say("a name has from 1 to {n} characters", n=LONGEST_NAME))
    hashed = _hashed(password)
    with database.writing() as session:
        if session.scalar(select(Organiser).where(Organiser.name == name)) is not None:
            raise NoAccount(say("there is an organiser “{name}” already", name=name))
        session.add(Organiser(name=name, password_hash=hashed))
        log(session, ACTOR, "organiser added", name=name)
    return name


def change_password(database: Database, typed: str, password: str) -> str:
    """Give an organiser a new password, and sign it out everywhere. Errors: `NoAccount`."""
    hashed = _hashed(password)
    with database.writing() as session:
        found = _found(session, typed)
        found.password_hash = hashed
        _sign_out(session, found)
        log(session, ACTOR, "password changed", name=found.name)
    return found.name


def disable(database: Database, typed: str) -> str:
    """Close an account, and sign it out everywhere; its events stay. Errors: `NoAccount`."""
    with database.writing() as session:
        found = _found(session, typed)
        found.disabled_at = found.disabled_at or now()
        _sign_out(session, found)
        log(session, ACTOR, "organiser disabled", name=found.name)
    return found.name


def enable(database: Database, typed: str) -> str:
    """Open a closed account again. Errors: `NoAccount`."""
    with database.writing() as session:
        found = _found(session, typed)
        found.disabled_at = None
        log(session, ACTOR, "organiser enabled", name=found.name)
    return found.name


def organisers(database: Database) -> Sequence[Organiser]:
    """All accounts by name."""
    with database.reading() as session:
        return session.scalars(select(Organiser).order_by(Organiser.name)).all()


def check_password(password: str) -> None:
    """Errors: `NoAccount` for one that is too short or too long."""
    if len(password) < SHORTEST_PASSWORD:
        raise NoAccount(say("a password has {n} characters or more", n=SHORTEST_PASSWORD))
    if len(password) > LONGEST_PASSWORD:
        raise NoAccount(say("a password has {n} characters or less", n=LONGEST_PASSWORD))


def _hashed(password: str) -> str:
    check_password(password)
    return hash_password(password)


def _found(session: Session, typed: str) -> Organiser:
    found = session.scalar(select(Organiser).where(Organiser.name == account_name(typed)))
    if found is None:
        raise NoAccount(say("there is no organiser “{name}”", name=account_name(typed)))
    return found


def _sign_out(session: Session, organiser: Organiser) -> None:
    session.execute(delete(SignIn).where(SignIn.organiser_id == organiser.id))
