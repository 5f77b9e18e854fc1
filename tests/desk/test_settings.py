"""How a desk is run: a flag before the environment before the file, and what is said of what is wrong."""

import pytest

from syscheck.cli.program import parser
from syscheck.desk.settings import WANTED, DeskSettings, FaultySettings, read_settings

NOT_AN_OPTION = {"limits"}
"""Settings whose option has another name: `--no-limits`."""


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Write a settings file; the environment says nothing."""
    for name in DeskSettings.model_fields:
        monkeypatch.delenv(f"SYSCHECK_{name.upper()}", raising=False)

    def write(text):
        path = tmp_path / "desk.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def faults(file=None, **flags):
    with pytest.raises(FaultySettings) as found:
        read_settings(file, **flags)
    return [str(fault) for fault in found.value.faults]


def test_a_flag_comes_before_the_environment_and_that_before_the_file(file, monkeypatch):
    path = file("port = 1\nworkers = 1\nlanguage = 'sk'\n")
    monkeypatch.setenv("SYSCHECK_PORT", "2")
    monkeypatch.setenv("SYSCHECK_WORKERS", "2")
    found = read_settings(path, port="3", host=None)
    assert (found.port, found.workers, found.language, found.host) == (3, 2, "sk", "127.0.0.1")


def test_an_empty_variable_says_nothing(file, monkeypatch):
    monkeypatch.setenv("SYSCHECK_PORT", "")
    assert read_settings(file("")).port == 8080


def test_all_faults_are_told_at_once_each_with_its_place(file, monkeypatch):
    path = file("langauge = 'sk'\nport = 70000\n")
    monkeypatch.setenv("SYSCHECK_WORKERS", "0")
    told = faults(path, base_url="bridge.example")
    assert len(told) == 4
    assert any(t.startswith("--base-url: “bridge.example” is no address") for t in told)
    assert any(t.startswith("SYSCHECK_WORKERS: “0” is no number of processes") for t in told)
    assert any(f"{path}, port: “70000” is no port" in t for t in told)
    assert any("there is no setting “langauge”: did you mean “language”?" in t for t in told)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "eighty"),
        ("base_url", "https://bridge.example/"),
        ("workers", "0"),
        ("seconds_per_card", "-1"),
        ("language", "de"),
        ("proxies", "*"),
        ("proxies", "nginx"),
        ("limits", "perhaps"),
        ("log", "xml"),
    ],
)
def test_every_value_that_is_none_has_its_sentence(file, name, value):
    [told] = faults(**{name: value})
    assert told.startswith(f"--{name.replace('_', '-')}: “{value}”")


def test_a_database_address_with_its_password_is_not_repeated(file):
    [told] = faults(file("database_url = ['postgresql://desk:pa55word@localhost']\n"))
    assert "pa55word" not in told


@pytest.mark.parametrize(("text", "said"), [("port = \n", "is no TOML"), (None, "cannot be read"), ("", None)])
def test_a_file_that_cannot_be_read(file, tmp_path, text, said):
    path = tmp_path / "none.toml" if text is None else file(text)
    if said is None:
        assert read_settings(path).port == 8080
    else:
        [told] = faults(path)
        assert said in told


@pytest.mark.parametrize("trusted", ["127.0.0.1", "127.0.0.1, 10.0.0.0/8", "::1,", ""])
def test_addresses_and_networks_of_proxies(file, trusted):
    assert read_settings(proxies=trusted).trusted == tuple(t.strip() for t in trusted.split(",") if t.strip())


def test_every_setting_has_its_option_and_its_sentence():
    commands = next(a for a in parser()._actions if a.choices and "serve" in a.choices)
    options = {option for action in commands.choices["serve"]._actions for option in action.option_strings}
    names = set(DeskSettings.model_fields)
    assert {f"--{name.replace('_', '-')}" for name in names - NOT_AN_OPTION} <= options
    assert names == set(WANTED)


@pytest.mark.parametrize(
    ("url", "opened"),
    [
        ("postgres://u@h/d", "postgresql+psycopg://u@h/d"),
        ("postgresql://u@h/d", "postgresql+psycopg://u@h/d"),
        ("postgresql+psycopg://u@h/d", "postgresql+psycopg://u@h/d"),
    ],
)
def test_the_addresses_of_postgresql(file, url, opened):
    assert read_settings(database_url=url).database == opened
