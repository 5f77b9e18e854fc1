"""What the README and the docs show is run here; its two set-up commands are run by .ci/run."""

import re
import shlex
from importlib.metadata import metadata
from urllib.request import urlopen

import pytest
from desk.running import running
from paths import ROOT, SAMPLES

from syscheck import check_file

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


COMMANDS = [line.removeprefix("$ ") for block in blocks("console") for line in block.splitlines() if line[:2] == "$ "]


SERVE = "syscheck serve"
COMMANDS = [c for c in COMMANDS if c.startswith("syscheck ") and not c.startswith((SERVE, "syscheck organiser"))]


@pytest.fixture
def folder(tmp_path):
    """A folder as the reader has it: the checkout's samples and the README's own card."""
    (tmp_path / "samples").symlink_to(SAMPLES.parent)
    [card] = blocks("card")
    (tmp_path / "ours.card").write_text(card, encoding="utf-8")
    [event] = blocks("event")
    (tmp_path / "club.toml").write_text(event, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_works(syscheck, folder, command):
    program, *arguments = shlex.split(command)
    assert program == "syscheck"
    status, out, err = syscheck(*arguments, cwd=folder)
    loses = arguments[0] == "export" and "lost:" in err
    assert status == (1 if loses else 0), err
    assert out or "written" in err or "--check" in arguments


def test_the_desk_of_the_readme_opens(process, tmp_path):
    install, add, serve = next(b for b in blocks("console") if SERVE in b).splitlines()
    [extra] = re.findall(r"\[(\w+)\]", install)
    assert extra in metadata("syscheck").get_all("Provides-Extra")
    own = ("--data", tmp_path / "desk")
    status, _, err = process(*shlex.split(add)[2:], *own, stdin="a long enough password\n")
    assert status == 0, err
    assert shlex.split(serve)[1:] == ["syscheck", "serve"]
    with running(tmp_path / "desk") as desk:
        with urlopen(desk.address) as page:
            assert "Check" in page.read().decode()
        assert desk.end() == 0


def test_the_card_of_the_readme_is_read(folder):
    assert check_file(str(folder / "ours.card")).readable


def test_the_first_lines_of_the_readme_are_a_card(tmp_path):
    card = re.search(r"\n(    \[openings\]\n(?:    .*\n)+)", README)
    assert card
    path = tmp_path / "x.card"
    path.write_text(re.sub(r"^    ", "", card[1], flags=re.MULTILINE), encoding="utf-8")
    assert check_file(str(path)).readable


def test_the_python_of_the_readme_runs(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), {})
    assert "sk-2008 usual" in capsys.readouterr().out


def test_the_set_up_commands_are_two():
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    assert len(commands) == 2
    assert commands[0].startswith("python3 -m venv")
    screen = shlex.split(commands[0].rpartition(" && ")[2].partition(" || ")[0])
    assert screen[1:] == ["screen", "samples/entries/list.csv", "--event", "samples/events/league.toml", "-o", "out"]
    assert commands[1].endswith("bin/pytest")


def test_what_the_readme_links_is_there():
    for target in re.findall(r"\]\(([^)#]+)", README):
        assert (ROOT / target).exists(), target
