"""`syscheck serve` as its users run it: a process of its own with its workers."""

import http.client
import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager

import psutil
from paths import SAMPLES

from syscheck.desk.storage import Database, DeskEntry, DeskEvent, EventVersion
from tests.desk.browsing import CSRF

SECONDS_TO_START = 120
SECONDS_TO_END = 60
BOUNDARY = "0123456789abcdef"
EVENT = (SAMPLES.parent / "events" / "sk-second-league.toml").read_text(encoding="utf-8")


class Running:
    """A desk that runs; `address` is what it says, `log` the file of its log."""

    def __init__(self, folder, *options, environment=None):
        self.log = folder / "log.jsonl"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "syscheck", "serve", "--port", "0", "--data", folder, *map(str, options)],
                stdout=subprocess.PIPE,
                stderr=log,
                env={**os.environ, **(environment or {})},
                text=True,
            )
        self.said = self.process.stdout.readline()
        found = re.search(r"http://\S+[0-9]", self.said)
        assert found, self.said + self.log.read_text(encoding="utf-8")
        self.address = found[0]

    def processes(self):
        """The server and all that it has started."""
        server = psutil.Process(self.process.pid)
        return [server, *server.children(recursive=True)]

    def kill(self):
        """Kill the server as a failing machine does, and wait until the workers have noticed."""
        before = self.processes()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(SECONDS_TO_END)
        return psutil.wait_procs(before[1:], SECONDS_TO_END)[1]

    def end(self, number=signal.SIGTERM):
        """End it; its exit status."""
        self.process.send_signal(number)
        return self.process.wait(SECONDS_TO_END)


@contextmanager
def running(folder, *options, **more):
    """A desk that runs for a `with`."""
    desk = Running(folder, *options, **more)
    try:
        yield desk
    finally:
        if desk.process.poll() is None:
            desk.kill()
        desk.process.stdout.close()


class Pair:
    """A pair's browser on its own page of a running desk."""

    def __init__(self, address, link):
        self.connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=SECONDS_TO_START)
        self.link = f"/e/{link}"
        self.cookie = self.csrf = ""

    def close(self):
        """Leave."""
        self.connection.close()

    def open(self):
        """Load the page."""
        answer, page = self._ask("GET")
        self.cookie = answer.getheader("set-cookie").partition(";")[0]
        self.csrf = CSRF.search(page)[1]
        self.close()  # the next request opens it again, as a browser does after a while
        return self

    def hand_in(self, card):
        """Send a card as a file; the status and the page."""
        fields = (("csrf", "", self.csrf.encode()), ("file", '; filename="ours.card"', card))
        lines = [
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode() + value + b"\r\n"
            for name, more, value in fields
        ]
        kind = {"content-type": f"multipart/form-data; boundary={BOUNDARY}", "cookie": self.cookie}
        answer, page = self._ask("POST", b"".join(lines) + f"--{BOUNDARY}--\r\n".encode(), kind)
        return answer.status, page

    def _ask(self, method, body=None, headers=None):
        self.connection.request(method, self.link, body, headers or {})
        answer = self.connection.getresponse()
        return answer, answer.read().decode()


def enter(url, pairs):
    """Enter some pairs into an event of a database; their ids and addresses."""
    database = Database(url)
    with database.writing() as session:
        event = DeskEvent(versions=[EventVersion(number=1, text=EVENT)])
        event.entries = [DeskEntry(pair=f"Pair {n}") for n in range(1, pairs + 1)]
        session.add(event)
        session.flush()
        found = [(entry.id, entry.address) for entry in event.entries]
    database.close()
    return found
