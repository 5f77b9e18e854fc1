"""`syscheck serve` from its start to its end, and what it says where it cannot start."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import closing

import psutil
import pytest
from sqlalchemy import select

from syscheck.desk.storage import Database, Submission
from tests.desk.running import BOUNDARY, Pair, enter, running

CARD = b"[openings]\n1N : 15-17 bal\n# only between us\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("desk")


@pytest.fixture(scope="module")
def entries(folder):
    """Two pairs."""
    return enter(url(folder), 2)


@pytest.fixture(scope="module")
def desk(folder, entries):
    """A desk that runs, with one worker."""
    with running(folder, "--workers", 1) as found:
        yield found


def lets_in(host, port):
    """Whether anybody new is let in."""
    try:
        socket.create_connection((host, port), 5).close()
    except OSError:
        return False
    return True


def url(folder):
    return f"sqlite+pysqlite:///{folder / 'desk.sqlite3'}"


def test_it_says_where_it_is_and_that_it_has_no_organiser(desk):
    assert desk.said.startswith(f"The desk is open at {desk.address}/")
    assert "syscheck organiser add NAME" in desk.said


def test_whoever_watches_over_it_is_told_that_it_is_well(desk):
    with urllib.request.urlopen(f"{desk.address}/health") as answer:
        assert (answer.status, json.load(answer)["status"]) == (200, "ok")


def test_the_log_has_routes_and_no_more(desk, entries):
    _, link = entries[0]
    with closing(Pair(desk.address, link)) as pair:
        assert pair.open().hand_in(CARD)[0] == 200
        pair.link += "?what=nobody-else-may-know"
        pair.open()
    log = desk.log.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in log.splitlines()]
    assert {"method", "route", "status", "milliseconds", "bytes", "timestamp"} <= lines[-1].keys()
    assert ("POST", "/e/{address_of_entry}", 200) in [(x.get("method"), x.get("route"), x.get("status")) for x in lines]
    for private in (link, "only between us", "15-17", "Pair 1", "nobody-else-may-know", "127.0.0.1", pair.csrf):
        assert private not in log


def test_a_port_that_is_taken(desk, syscheck, tmp_path):
    port = desk.address.rpartition(":")[2]
    status, out, err = syscheck("serve", "--port", port, "--data", tmp_path)
    assert (status, out) == (2, "")
    assert err == f"syscheck: --port {port}: another program is listening there; name another port\n"


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_card_that_is_on_its_way_when_the_desk_is_closed_is_still_received(tmp_path):
    [(entry, link)] = enter(url(tmp_path), 1)
    with running(tmp_path, "--workers", 1) as desk:
        with closing(Pair(desk.address, link)) as pair:
            pair.open()
        body = (
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{pair.csrf}\r\n'
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.card"\r\n\r\n'
        ).encode() + CARD
        end = f"\r\n--{BOUNDARY}--\r\n".encode()
        head = (
            f"POST /e/{link} HTTP/1.1\r\nHost: desk\r\nCookie: {pair.cookie}\r\n"
            f"Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {len(body + end)}\r\n\r\n"
        )
        host, _, port = desk.address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), 60) as connection:
            connection.sendall(head.encode() + body)
            while psutil.Process(desk.process.pid).net_connections() == []:
                time.sleep(0.05)
            processes = desk.processes()
            desk.process.send_signal(signal.SIGTERM)
            while lets_in(host, int(port)):
                time.sleep(0.05)
            connection.sendall(end)
            answer = b""
            while part := connection.recv(65536):
                answer += part
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert desk.process.wait(60) == 0
        assert psutil.wait_procs(processes, 10)[1] == []
        assert "Traceback" not in desk.log.read_text(encoding="utf-8")
    database = Database(url(tmp_path))
    with database.reading() as session:
        assert [tuple(r) for r in session.execute(select(Submission.entry_id, Submission.original))] == [(entry, CARD)]
    database.close()


# ---- what is said where it cannot start ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--data", "/proc/no"), "--data /proc/no: the desk cannot be kept there: "),
        (
            ("--database-url", "postgresql://x:pa55word@127.0.0.1:1/x"),
            "--database-url: the database cannot be opened: ",
        ),
        (("--database-url", "nonsense"), "--database-url: the database cannot be opened: this is not an address of "),
        (("--host", "192.0.2.1"), "--host 192.0.2.1: this computer has no such address"),
        (("--host", "no.such.host.invalid"), "--host no.such.host.invalid: there is no such address"),
        (("--settings", "/none.toml"), "/none.toml cannot be read: "),
    ],
)
def test_one_clear_sentence(syscheck, tmp_path, options, said):
    more = () if "--data" in options else ("--data", tmp_path)
    status, out, err = syscheck("serve", "--port", "0", *more, *options)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"syscheck: {said}")
    assert "pa55word" not in err


def test_a_file_that_is_no_database(syscheck, tmp_path):
    (tmp_path / "desk.sqlite3").write_bytes(b"no database" * 1000)
    status, _, err = syscheck("serve", "--port", "0", "--data", tmp_path)
    assert (status, err.count("\n")) == (2, 1)
    assert "the desk cannot be kept there" in err


def test_a_desk_of_a_newer_version_is_left_alone(syscheck, tmp_path):
    database = Database(url(tmp_path))
    with database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    status, _, err = syscheck("backup", tmp_path / "x", "--data", tmp_path)
    assert (status, err.partition("there: ")[2]) == (
        2,
        "the database was made by a newer version of this program; update this one\n",
    )


def test_all_wrong_settings_at_once(syscheck, tmp_path):
    status, _, err = syscheck("serve", "--port", "x", "--workers", "0", "--data", tmp_path)
    assert (status, len(err.splitlines())) == (2, 2)


@pytest.mark.parametrize("command", [("serve",), ("organiser", "list"), ("backup", "x")])
def test_without_the_extra_the_commands_say_so(syscheck, monkeypatch, command):
    monkeypatch.setattr("syscheck.cli.desk.find_spec", lambda _: None)
    assert syscheck(*command) == (2, "", "syscheck: the desk needs the extra: pip install 'syscheck[desk]'\n")


def test_other_commands_do_not_load_the_desk():
    code = "import sys, syscheck.cli.program as p; p.parser(); print({'fastapi', 'sqlalchemy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
