"""`serve`, `organiser`, `backup`, `restore`: the desk, a web page for pairs and organisers."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from syscheck.cli.options import Commands, add_language
from syscheck.cli.outcome import OK, UsageError
from syscheck.cli.streams import inform
from syscheck.language import say

if TYPE_CHECKING:
    from syscheck.desk.settings import DeskSettings
    from syscheck.desk.storage import Database

NEEDED = ("fastapi", "uvicorn", "sqlalchemy", "alembic", "argon2", "limits", "pebble", "pydantic_settings", "structlog")
"""What the extra “desk” brings."""
SETTINGS_FILE = "SYSCHECK_SETTINGS"


def add(commands: Commands) -> None:
    """Add them."""
    serve = commands.add_parser("serve", help="open the desk: a web page for pairs and organisers")
    serve.description = _serve.__doc__
    serve.add_argument("--host", metavar="H", help="the address to listen at; 127.0.0.1, if not said")
    serve.add_argument("--port", metavar="P", help="8080, if not said; 0 takes a free one")
    serve.add_argument("--base-url", metavar="URL", help="the address under which others reach the desk")
    _add_database(serve)
    serve.add_argument("--workers", metavar="N", help="how many processes judge cards; all cores, if not said")
    serve.add_argument("--seconds-per-card", metavar="S", help="how long one may take for a card; 20, if not said")
    serve.add_argument("--language", metavar="L", help="for visitors whose browser asks for none of ours")
    serve.add_argument("--proxies", metavar="A,B", help="the proxies whose word on who asks is taken")
    serve.add_argument(
        "--no-limits", dest="limits", action="store_const", const=False, help="do not slow down who asks too often"
    )
    serve.add_argument("--log", metavar="json|text", help="how the log on standard error is written")
    add_language(serve)
    serve.set_defaults(run=_serve)

    organiser = commands.add_parser("organiser", help="the accounts of the desk's organisers")
    actions = organiser.add_subparsers(metavar="COMMAND", required=True, parser_class=type(organiser))
    for name, action, told in (
        ("add", _add_organiser, "make an account; asks for its password"),
        ("password", _change_password, "give an organiser a new password"),
        ("disable", _disable, "close an account; who is signed in is signed out"),
        ("enable", _enable, "open a closed account again"),
    ):
        of_one = actions.add_parser(name, help=told, description=action.__doc__)
        of_one.add_argument("name", metavar="NAME", help="the name to sign in with")
        _add_database(of_one)
        add_language(of_one)
        of_one.set_defaults(run=action)
    listed = actions.add_parser("list", help="all accounts", description=_list.__doc__)
    _add_database(listed)
    add_language(listed)
    listed.set_defaults(run=_list)

    backup = commands.add_parser("backup", help="all that a desk keeps, in one file", description=_backup.__doc__)
    backup.add_argument("file", metavar="FILE", help="the file to write")
    _add_database(backup)
    add_language(backup)
    backup.set_defaults(run=_backup)

    restore = commands.add_parser("restore", help="fill a desk from a back-up", description=_restore.__doc__)
    restore.add_argument("file", metavar="FILE", help="what backup has written")
    restore.add_argument("--replace", action="store_true", help="lose what the desk has now")
    _add_database(restore)
    add_language(restore)
    restore.set_defaults(run=_restore)


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database-url", metavar="URL", help="of PostgreSQL; a file in the folder of --data, if empty")
    parser.add_argument("--data", metavar="FOLDER", help="where the desk keeps what it receives")
    parser.add_argument("--settings", metavar="FILE", help="a TOML file of settings")


# ---- serve -----------------------------------------------------------------------------------------------------------


def _serve(options: argparse.Namespace) -> int:
    """Open the desk, until Ctrl-C or SIGTERM.

    A setting is an option here, a variable SYSCHECK_NAME or a line of the settings file; the first that says it holds.
    The log goes to standard error: a line a request, without cards, names or private addresses.
    """
    settings = _settings(
        options, "host", "port", "base_url", "workers", "seconds_per_card", "language", "proxies", "limits", "log"
    )
    from syscheck.desk.accounts import organisers
    from syscheck.desk.serving import NotListening, serve
    from syscheck.desk.storage import NoDatabase

    def opened(address: str, database: "Database") -> None:
        sentence = say("The desk is open at {address}", address=address)
        if not organisers(database):
            sentence = say(
                "The desk is open at {address} – it has no organiser yet: syscheck organiser add NAME makes one",
                address=address,
            )
        print(sentence, flush=True)

    try:
        serve(settings, opened)
    except NotListening as error:
        raise UsageError(error.sentence) from None
    except NoDatabase as error:
        raise _no_database(settings, error) from None
    return OK


def _settings(options: argparse.Namespace, *names: str) -> "DeskSettings":
    """The settings, with those flags that a command has. Errors: `UsageError` with all that is wrong."""
    _need_extra()
    from syscheck.desk.settings import FaultySettings, read_settings

    file = options.settings or os.environ.get(SETTINGS_FILE)
    flags = {name: getattr(options, name) for name in ("database_url", "data", *names)}
    try:
        return read_settings(Path(file) if file else None, **flags)
    except FaultySettings as error:
        raise UsageError("\nsyscheck: ".join(map(str, error.faults))) from None


def _need_extra() -> None:
    if any(find_spec(name) is None for name in NEEDED):
        raise UsageError(say("the desk needs the extra: pip install 'syscheck[desk]'"))


def _no_database(settings: "DeskSettings", error: Exception) -> UsageError:
    if settings.database_url:
        return UsageError(say("--database-url: the database cannot be opened: {why}", why=str(error)))
    return UsageError(
        say("--data {folder}: the desk cannot be kept there: {why}", folder=str(settings.data), why=str(error))
    )


@contextmanager
def _database(options: argparse.Namespace, *, new: bool = False) -> Iterator["Database"]:
    """The database of a desk; only with `new` is one made where there is none. Errors: `UsageError`."""
    settings = _settings(options)
    from syscheck.desk.settings import DATABASE
    from syscheck.desk.storage import Database, NoDatabase

    if not new and not settings.database_url and not (settings.data / DATABASE).exists():
        raise UsageError(say("--data {folder}: there is no desk in this folder", folder=str(settings.data)))
    try:
        database = Database(settings.database)
    except NoDatabase as error:
        raise _no_database(settings, error) from None
    try:
        yield database
    finally:
        database.close()


# ---- organiser -------------------------------------------------------------------------------------------------------


def _add_organiser(options: argparse.Namespace) -> int:
    """Make an account for an organiser. Its password is asked for, or is the first line of standard input."""
    from syscheck.desk.accounts import add_organiser

    with _database(options, new=True) as database:
        name = _done(add_organiser, database, options.name, _password())
    inform(say("“{name}” can sign in now", name=name))
    return OK


def _change_password(options: argparse.Namespace) -> int:
    """Give an organiser a new password, and sign it out everywhere."""
    with _database(options) as database:
        from syscheck.desk.accounts import change_password

        name = _done(change_password, database, options.name, _password())
    inform(say("“{name}” has a new password", name=name))
    return OK


def _disable(options: argparse.Namespace) -> int:
    """Close an organiser's account, and sign it out everywhere. What it has made stays."""
    with _database(options) as database:
        from syscheck.desk.accounts import disable

        name = _done(disable, database, options.name)
    inform(say("“{name}” cannot sign in any more", name=name))
    return OK


def _enable(options: argparse.Namespace) -> int:
    """Open an account again that was closed."""
    with _database(options) as database:
        from syscheck.desk.accounts import enable

        name = _done(enable, database, options.name)
    inform(say("“{name}” can sign in now", name=name))
    return OK


def _list(options: argparse.Namespace) -> int:
    """Print the names of all organisers, a line each."""
    with _database(options) as database:
        from syscheck.desk.accounts import organisers

        for organiser in organisers(database):
            print(say("{name} (closed)", name=organiser.name) if organiser.disabled_at else organiser.name)
    return OK


def _done(action: Callable[..., str], *arguments: Any) -> str:
    from syscheck.desk.accounts import NoAccount

    try:
        return action(*arguments)
    except NoAccount as error:
        raise UsageError(error.sentence) from None


def _password() -> str:
    """A password, asked for twice on a terminal. Errors: `UsageError`."""
    if not _on_a_terminal():
        return sys.stdin.readline().rstrip("\r\n")
    from getpass import getpass

    password = getpass(f"{say('Password:')} ")
    if getpass(f"{say('Once more:')} ") != password:
        raise UsageError(say("these were two different passwords; nothing was changed"))
    return password


def _on_a_terminal() -> bool:
    return sys.stdin.isatty()


# ---- backup and restore ----------------------------------------------------------------------------------------------


def _backup(options: argparse.Namespace) -> int:
    """Write all that a desk keeps into one file, as it is at one moment; the desk may be open meanwhile.

    The file can be restored on another computer and into the other kind of database. Only you can read it: it has the
    cards of all pairs in it, and their private addresses. Judged cards, sign-ins and keys are not in it.
    """
    with _database(options) as database:
        from syscheck.desk.backup import NotBackedUp, back_up

        try:
            manifest = back_up(database, Path(options.file))
        except NotBackedUp as error:
            raise UsageError(error.sentence) from None
    cards = manifest.tables["submissions"].rows
    inform(
        say(
            "{path} written: {events} events, {entries} entries, {cards} cards received",
            path=options.file,
            events=manifest.tables["events"].rows,
            entries=manifest.tables["entries"].rows,
            cards=cards,
        )
    )
    return OK


def _restore(options: argparse.Namespace) -> int:
    """Fill an empty desk from a back-up. The whole file is verified before anything is changed.

    With --replace what the desk has now is lost, but for its log of who changed what: that is only appended to.
    Everybody is signed out. Close the desk before you restore.
    """
    if not Path(options.file).is_file():
        raise UsageError(say("{path}: there is no such file", path=options.file))
    with _database(options, new=True) as database:
        from syscheck.desk.backup import NotBackedUp, restore

        try:
            restored = restore(database, Path(options.file), replace=options.replace)
        except NotBackedUp as error:
            raise UsageError(error.sentence) from None
    made_at = restored.manifest.made_at.isoformat(timespec="seconds")
    inform(say("restored as it was at {time}", time=made_at))
    return OK
