"""A desk that runs: its address, its database, its processes and the server, opened in this order and closed again."""

import ipaddress
import math
import os
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack

import uvicorn

from syscheck.desk import logs
from syscheck.desk.app import make_app
from syscheck.desk.settings import DeskSettings
from syscheck.desk.storage import Database
from syscheck.desk.workers import Workers
from syscheck.language import Sentence, say

SECONDS_TO_END = 5
"""How much longer than for a card one may take for a request that runs when the desk is closed."""

SECONDS_KEPT_OPEN = 150
"""How long a connection without requests stays open: longer than proxies keep theirs, so that none is closed by us in
the moment in which a proxy sends a card on it."""


class NotListening(RuntimeError):
    """The address cannot be listened at; `sentence` says why."""

    def __init__(self, sentence: Sentence):
        super().__init__(str(sentence))
        self.sentence = sentence


class _Server(uvicorn.Server):
    """Says when it can be visited."""

    def __init__(self, config: uvicorn.Config, opened: Callable[[], None]):
        super().__init__(config)
        self.opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start."""
        await super().startup(sockets)
        if self.started and not self.should_exit:
            self.opened()


def serve(settings: DeskSettings, opened: Callable[[str, Database], None]) -> None:
    """Run a desk until Ctrl-C or SIGTERM; requests that run then are answered, and no process is left.

    `opened` is called with the address and the database when it can be visited.
    Errors: `NotListening`, `NoDatabase`, `Fell` where no process starts.
    """
    with ExitStack() as opened_here:
        listening = opened_here.enter_context(listen(settings.host, settings.port))
        database = Database(settings.database)
        opened_here.callback(database.close)
        logs.begin(settings.log)
        workers = Workers(settings.workers, settings.seconds_per_card)
        opened_here.callback(workers.close)
        workers.warm()
        address = settings.base_url or address_of(listening)
        config = uvicorn.Config(
            make_app(settings, database, workers),
            log_config=None,
            access_log=False,
            server_header=False,
            ws="none",
            proxy_headers=bool(settings.trusted),
            forwarded_allow_ips=[*settings.trusted],
            timeout_keep_alive=SECONDS_KEPT_OPEN,
            timeout_graceful_shutdown=math.ceil(settings.seconds_per_card) + SECONDS_TO_END,
        )
        # uvicorn raises the signal that ended it once more when it has ended; by then we are past it.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: None)
        _Server(config, lambda: opened(f"{address}/", database)).run([listening])


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens. Errors: `NotListening`."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError:
        raise NotListening(say("--host {host}: there is no such address", host=host)) from None
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen()
    except OSError as error:
        listening.close()
        raise NotListening(_why(error, host, port)) from None
    return listening


def _why(error: OSError, host: str, port: int) -> Sentence:
    if isinstance(error, PermissionError):
        return say("--port {port}: you may not listen there; take one from 1024 up", port=port)
    if "in use" in (error.strerror or ""):
        return say("--port {port}: another program is listening there; name another port", port=port)
    return say("--host {host}: this computer has no such address", host=host)


def address_of(listening: socket.socket) -> str:
    """The address to open in a browser of this computer."""
    host, port = listening.getsockname()[:2]
    found = ipaddress.ip_address(host)
    if found.is_unspecified:
        return f"http://localhost:{port}"
    return f"http://[{host}]:{port}" if found.version == 6 else f"http://{host}:{port}"
