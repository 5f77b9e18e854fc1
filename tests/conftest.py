"""Run the command line as a user does: in a process of its own."""

import os
import subprocess
import sys

import pytest
from browser.chromium import can_run
from paths import ROOT

os.environ["LC_ALL"] = "C.UTF-8"  # the tests are English, on whatever computer they run
os.environ["PYTHONPATH"] = str(ROOT)  # and of this checkout, whatever is installed


@pytest.fixture
def syscheck(tmp_path):
    """Run `syscheck` in an empty folder; gives status, standard output, standard error."""

    def run(*arguments, stdin=b"", cwd=tmp_path):
        done = subprocess.run(
            [sys.executable, "-m", "syscheck", *map(str, arguments)],
            input=stdin if isinstance(stdin, bytes) else stdin.encode(),
            capture_output=True,
            cwd=cwd,
            timeout=60,
            check=False,
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in err + out
        return done.returncode, out, err

    return run


@pytest.fixture
def card(tmp_path):
    """Write a card and give its path."""

    def write(text, name="ours.card"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


NOT_RUN = pytest.StashKey[int]()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Tests that need a browser are left out where there is none, and counted."""
    if can_run():
        return
    left_out = [item for item in items if item.get_closest_marker("browser")]
    if left_out:
        config.stash[NOT_RUN] = len(left_out)
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)


def pytest_sessionfinish(session):
    """A worker tells the process that sums up; each worker collects all tests."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["not run"] = session.config.stash.get(NOT_RUN, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """Hear what a worker has left out."""
    output = getattr(node, "workeroutput", {})
    node.config.stash[NOT_RUN] = max(node.config.stash.get(NOT_RUN, 0), output.get("not run", 0))


def pytest_terminal_summary(terminalreporter, config):
    """Say at the end what was not run, and what it needs."""
    if n := config.stash.get(NOT_RUN, 0):
        terminalreporter.write_line(
            f"not run: {n} tests that need a browser (pip install -e '.[test,browser]', and Chromium)"
        )
