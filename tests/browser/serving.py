"""A desk that is served to a browser: a server in a thread, with an embedded database."""

import socket
import threading
from contextlib import contextmanager

import uvicorn

from syscheck.desk.app import make_app
from syscheck.desk.settings import read_settings
from syscheck.desk.storage import Database
from tests.desk.conftest import AtOnce

SECONDS = 60


class Served:
    """Where it is, and its database."""

    def __init__(self, address, database):
        self.address, self.database = address, database


@contextmanager
def served(folder):
    """A desk at a free port, for a `with`."""
    database = Database(f"sqlite+pysqlite:///{folder / 'desk.sqlite3'}")
    app = make_app(read_settings(data=folder, limits=False), database, AtOnce())
    door = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False, ws="none"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
    thread.start()
    try:
        yield Served(f"http://127.0.0.1:{door.getsockname()[1]}", database)
    finally:
        server.should_exit = True
        thread.join(SECONDS)
        door.close()
        database.close()
    assert not thread.is_alive()
