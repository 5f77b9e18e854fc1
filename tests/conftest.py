"""Run the command line, in a process of its own or in this one."""

import io
import os
import subprocess
import sys
from contextlib import chdir

import pytest
from browser.chromium import can_run
from paths import ROOT

os.environ["LC_ALL"] = "C.UTF-8"  # the tests are English, on whatever computer they run
os.environ["PYTHONPATH"] = str(ROOT)  # and of this checkout, whatever is installed


def told(status, out, err):
    """Status, standard output, standard error; whatever happened, no traceback."""
    assert "Traceback" not in err + out
    return status, out, err


@pytest.fixture
def process(tmp_path):
    """Run `syscheck` as a user does, in a process of its own and in an empty folder; see `told`."""

    def run(*arguments, stdin=b"", cwd=tmp_path):
        done = subprocess.run(
            [sys.executable, "-m", "syscheck", *map(str, arguments)],
            input=stdin if isinstance(stdin, bytes) else stdin.encode(),
            capture_output=True,
            cwd=cwd,
            timeout=120,
            check=False,
        )
        return told(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def syscheck(tmp_path, monkeypatch):
    """The same without a process: ten times as many runs in the same time."""
    from syscheck.cli import run as run_command

    def run(*arguments, stdin=b"", cwd=tmp_path):
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "replace", newline="") for _ in range(2))
        given = io.TextIOWrapper(io.BytesIO(stdin if isinstance(stdin, bytes) else stdin.encode()), "utf-8")
        with monkeypatch.context() as here, chdir(cwd):
            for name, stream in (("stdin", given), ("stdout", out), ("stderr", err)):
                here.setattr(sys, name, stream)
            try:
                status = run_command([*map(str, arguments)])
            except SystemExit as left:  # --help and --version
                status = left.code or 0
            written = []
            for stream in (out, err):
                stream.flush()
                written.append(stream.buffer.getvalue().decode())
        return told(status, *written)

    return run


@pytest.fixture
def card(tmp_path):
    """Write a card and give its path."""

    def write(text, name="ours.card"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


NOT_RUN = pytest.StashKey[dict[str, int]]()
NEEDS = {
    "browser": (can_run, "a browser (pip install -e '.[test,browser]', and Chromium)"),
    "postgresql": (
        lambda: "SYSCHECK_TEST_POSTGRESQL" in os.environ,
        "PostgreSQL (SYSCHECK_TEST_POSTGRESQL=its address)",
    ),
}
"""What some tests need and pip cannot bring: whether it is there, and how to have it."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Tests that need what is not there are left out, and counted."""
    counts = {}
    for marker, (there, _) in NEEDS.items():
        if there():
            continue
        left_out = [item for item in items if item.get_closest_marker(marker)]
        if left_out:
            counts[marker] = len(left_out)
            items[:] = [item for item in items if item not in left_out]
            config.hook.pytest_deselected(items=left_out)
    config.stash[NOT_RUN] = counts


def pytest_sessionfinish(session):
    """A worker tells the process that sums up; each worker collects all tests."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["not run"] = session.config.stash.get(NOT_RUN, {})


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """Hear what a worker has left out."""
    output = getattr(node, "workeroutput", {})
    node.config.stash[NOT_RUN] = node.config.stash.get(NOT_RUN, {}) | output.get("not run", {})


def pytest_terminal_summary(terminalreporter, config):
    """Say at the end what was not run, and what it needs."""
    for marker, n in config.stash.get(NOT_RUN, {}).items():
        terminalreporter.write_line(f"not run: {n} tests that need {NEEDS[marker][1]}")
