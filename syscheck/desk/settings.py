"""How a desk is run: by flags, the environment (`SYSCHECK_…`) and a file, the first that says it."""

from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import Field, PositiveFloat, PositiveInt
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from syscheck.language import LANGUAGES
from syscheck.screening.workers import cores

DATABASE = "desk.sqlite3"


def data_folder() -> Path:
    """Where the platform keeps what programs must not lose."""
    from platformdirs import user_data_path

    return user_data_path("syscheck", appauthor=False)


class DeskSettings(BaseSettings):
    """The settings of a desk; each is an option of `serve`, a variable `SYSCHECK_NAME` and a key of the file."""

    model_config = SettingsConfigDict(env_prefix="SYSCHECK_", extra="forbid", frozen=True, env_ignore_empty=True)
    file: ClassVar[Path | None] = None

    host: str = "127.0.0.1"
    """The address to listen at; only this computer reaches the default."""
    port: Annotated[int, Field(ge=0, le=65_535)] = 8080
    base_url: Annotated[str, Field(pattern=r"^(https?://[^\s/?#]+(/[^\s?#]*[^\s?#/])?)?$")] = ""
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
        found = (init_settings, env_settings)
        return found if cls.file is None else (*found, TomlConfigSettingsSource(settings_cls, cls.file))


def read_settings(file: Path | None = None, **flags: Any) -> DeskSettings:
    """The settings; flags that are None were not given. Errors: `pydantic.ValidationError`, `OSError`, TOML's."""

    class OfFile(DeskSettings):
        pass

    OfFile.file = file
    return OfFile(**{name: value for name, value in flags.items() if value is not None})
