"""docs/desk.md says what is so: every setting, commands that exist, an image that keeps its promises."""

import re
import shlex

import pytest
from paths import ROOT

from syscheck.cli.program import parser
from syscheck.desk.security import RATES, SHORTEST_PASSWORD
from syscheck.desk.settings import DeskSettings

PAGE = (ROOT / "docs" / "desk.md").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMMANDS = sorted(
    {m[1] for m in re.finditer(r"^    (?:\S+=\S+ |docker exec -it desk |0 3 \* \* \* )?(syscheck .*)", PAGE, re.M)}
)


def rows():
    for line in PAGE.splitlines():
        if line.startswith("| `--"):
            yield [cell.strip().strip("`") for cell in line.strip("|").split("|")]


def test_every_setting_has_its_row():
    table = {row[2]: row for row in rows()}
    assert table.keys() == DeskSettings.model_fields.keys()
    for name, (option, variable, _, default, _) in table.items():
        assert option == ("--no-limits" if name == "limits" else f"--{name.replace('_', '-')}")
        assert variable == f"SYSCHECK_{name.upper()}"
        field = DeskSettings.model_fields[name]
        if field.default_factory is None and field.default != "":
            assert default == str(field.default)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_one(command):
    assert parser().parse_args(shlex.split(re.sub(r"\$\(.*?\)", "day", command))[1:]).run


def test_the_commands_of_a_laptop(syscheck, tmp_path, monkeypatch):
    monkeypatch.setenv("SYSCHECK_DATA", str(tmp_path / "desk"))
    assert syscheck("organiser", "add", "director", stdin="a long enough password\n")[0] == 0
    assert syscheck("organiser", "list") == (0, "director\n", "")
    assert syscheck("backup", "desk.backup")[0] == 0
    monkeypatch.setenv("SYSCHECK_DATA", str(tmp_path / "another"))
    assert syscheck("restore", "desk.backup")[0] == 0
    assert syscheck("organiser", "list") == (0, "director\n", "")


def test_numbers_are_those_of_the_program():
    from syscheck.desk import middleware, security

    assert f"of {SHORTEST_PASSWORD} characters or more" in PAGE
    assert f"at most {middleware.MOST_BYTES >> 20} MB, of organisers {middleware.MOST_BYTES_UPLOADED >> 20} MB" in PAGE
    assert (
        f"in {middleware.SECONDS_TO_SEND:.0f} seconds, of organisers in {middleware.SECONDS_TO_UPLOAD / 60:.0f}" in PAGE
    )
    assert (RATES["sign-in"], RATES["account"]) == ("10/minute", "10/15minutes")
    assert f"{security.SIGNED_IN_FOR.seconds // 3600} hours, or {security.IDLE_FOR.seconds // 3600} hours" in PAGE


def test_the_image_as_far_as_it_can_be_read():
    lines = DOCKERFILE.splitlines()
    users = [line for line in lines if line.startswith("USER ")]
    assert users == ["USER desk"]
    assert lines.index("USER desk") < next(n for n, line in enumerate(lines) if line.startswith("ENTRYPOINT"))
    assert "VOLUME /data" in lines
    assert "/health" in DOCKERFILE.partition("HEALTHCHECK")[2]
    assert not re.search(r"(?i)password=|secret|token|ARG ", DOCKERFILE.partition("\nFROM")[2])
    for path in re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.M):
        assert all((ROOT / part).exists() for part in path.split())
    variables = re.findall(r"SYSCHECK_([A-Z]+)=", DOCKERFILE)
    assert {name.lower() for name in variables} <= DeskSettings.model_fields.keys()
