"""How a desk is run: by flags, the environment (`SYSCHECK_…`) and a file, the first that says it."""

import ipaddress
import os
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, PositiveFloat, PositiveInt, ValidationError, field_validator
from pydantic_settings import BaseSettings, InitSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from syscheck.card import did_you_mean
from syscheck.language import LANGUAGES, Sentence, phrase, say
from syscheck.screening.workers import cores

DATABASE = "desk.sqlite3"
PREFIX = "SYSCHECK_"

WANTED = {
    "host": phrase("{place}: write the address to listen at, as in 127.0.0.1"),
    "port": phrase("{place}: “{value}” is no port; write a number from 0 to 65535, where 0 takes a free one"),
    "base_url": phrase("{place}: “{value}” is no address of a web page; write it as in https://bridge.example"),
    "database_url": phrase("{place}: write the address of the database, as in postgresql://desk@localhost/desk"),
    "data": phrase("{place}: write the folder where the desk keeps what it receives"),
    "workers": phrase("{place}: “{value}” is no number of processes; write 1 or more"),
    "seconds_per_card": phrase("{place}: “{value}” is no time; write a number of seconds above 0"),
    "language": phrase("{place}: “{value}” is no language of the desk; write one of en, sk, cs, sv"),
    "proxies": phrase("{place}: “{value}” is no list of addresses; write them as in 127.0.0.1, 10.0.0.0/8"),
    "limits": phrase("{place}: “{value}” is neither true nor false"),
    "log": phrase("{place}: “{value}” is no form of the log; write json or text"),
}
"""What is said of a setting that cannot be used."""


class FaultySettings(ValueError):
    """Settings that cannot be used, all of them; `faults` are sentences."""

    def __init__(self, faults: Sequence[Sentence]):
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


def data_folder() -> Path:
    """Where the platform keeps what programs must not lose."""
    from platformdirs import user_data_path

    return user_data_path("syscheck", appauthor=False)


class DeskSettings(BaseSettings):
    """The settings of a desk; each is an option of `serve`, a variable `SYSCHECK_NAME` and a key of the file."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True, env_ignore_empty=True)
    of_file: ClassVar[Mapping[str, Any]] = {}

    host: str = "127.0.0.1"
    """The address to listen at; only this computer reaches the default."""
    port: Annotated[int, Field(ge=0, le=65_535)] = 8080
    base_url: Annotated[str, Field(pattern=r"^(https?://[^\s/?#]+)?$")] = ""
    """The address under which others reach the desk, for the links that pairs get; as the browser has it if empty."""
    database_url: str = ""
    """Of PostgreSQL; an SQLite file in the data folder if empty."""
    data: Path = Field(default_factory=data_folder)
    """The folder of the embedded database."""
    workers: PositiveInt = Field(default_factory=cores)
    """Processes that judge cards."""
    seconds_per_card: PositiveFloat = 20.0
    """How long one may take for a card before it is stopped."""
    language: Annotated[str, Field(pattern=f"^({'|'.join(LANGUAGES)})$")] = "en"
    """The language of visitors whose browser asks for none of ours."""
    proxies: str = ""
    """The addresses of proxies whose word on who asks is taken, separated by commas."""
    limits: bool = True
    """Whether visitors are slowed down who ask too often."""
    log: Literal["json", "text"] = "json"
    """How a line of the log is written: for programs, or for people."""

    @field_validator("proxies")
    @classmethod
    def _addresses(cls, written: str) -> str:
        for part in _parts(written):
            ipaddress.ip_network(part, strict=False)
        return written

    @property
    def trusted(self) -> tuple[str, ...]:
        """The proxies, one by one."""
        return _parts(self.proxies)

    @property
    def database(self) -> str:
        """The database's address as SQLAlchemy has it."""
        if not self.database_url:
            return f"sqlite+pysqlite:///{self.data / DATABASE}"
        scheme, colon, rest = self.database_url.partition("://")
        return f"postgresql+psycopg://{rest}" if colon and scheme in ("postgres", "postgresql") else self.database_url

    @property
    def secure(self) -> bool:
        """Whether browsers reach the desk only over HTTPS."""
        return self.base_url.startswith("https://")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Flags first, then the environment, then the file."""
        return init_settings, env_settings, InitSettingsSource(settings_cls, dict(cls.of_file))


def _parts(written: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in written.split(",") if part.strip())


def read_settings(file: Path | None = None, **flags: Any) -> DeskSettings:
    """The settings; flags that are None were not given. Errors: `FaultySettings`."""

    class OfFile(DeskSettings):
        of_file = {} if file is None else _read(file)

    given = {name: value for name, value in flags.items() if value is not None}
    try:
        return OfFile(**given)
    except ValidationError as error:
        raise FaultySettings([_fault(dict(found), given, file) for found in error.errors()]) from None


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        why = (error.strerror or "").lower() or say("the system gives no reason")
        raise FaultySettings([say("{path} cannot be read: {why}", path=str(file), why=why)]) from None
    except UnicodeDecodeError:
        raise FaultySettings([say("{path} is no text in UTF-8", path=str(file))]) from None
    except tomllib.TOMLDecodeError as error:
        raise FaultySettings([say("{path} is no TOML: {why}", path=str(file), why=str(error))]) from None


def _fault(found: Mapping[str, Any], given: Mapping[str, Any], file: Path | None) -> Sentence:
    """What is wrong with a setting, and where it was written."""
    name = str(found["loc"][0])
    if found["type"] == "extra_forbidden":
        near = did_you_mean(name, DeskSettings.model_fields)
        known = ", ".join(DeskSettings.model_fields)
        return say(
            "{file}: there is no setting “{name}”: {near}the settings are {known}",
            file=str(file or ""),
            name=name,
            near=near,
            known=known,
        )
    if name in given:
        place = f"--{name.replace('_', '-')}"
    elif os.environ.get(f"{PREFIX}{name.upper()}"):
        place = f"{PREFIX}{name.upper()}"
    else:
        place = f"{file}, {name}"
    return say(WANTED[name], place=place, value=str(found["input"]))
