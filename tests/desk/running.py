"""`syscheck serve` as its users run it: a process of its own with its workers."""

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager

import psutil

SECONDS_TO_START = 120
SECONDS_TO_END = 60


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
