"""The JSON of what regulations there are and what their rules say, in the language spoken."""

from typing import Literal

from syscheck.events import rules_about_events
from syscheck.language import translated
from syscheck.regulations import REGULATIONS, Page, Regulation, Setting
from syscheck.report.machine import Model, OutcomeName


class SettingOut(Model):
    """A reading that may be chosen: one of `choices`, or a number from `least` to `most`."""

    name: str
    meaning: str
    default: str | int | float
    choices: tuple[str, ...]
    least: int | float | None
    most: int | float | None
    alerts: bool
    """Whether only alerts depend on it."""


class RegulationOut(Model):
    """A regulation in one edition."""

    id: str
    name: str
    edition: str
    classes: dict[str, str]
    """Each class by its id, in words."""
    alerts: bool
    """Whether it has rules about alerts."""
    settings: tuple[SettingOut, ...]


class RegulationsOut(Model):
    """The answer of `GET /api/regulations`."""

    regulations: tuple[RegulationOut, ...]


class RuleOut(Model):
    """A rule in the list of rules."""

    id: str
    regulation: str
    about: Literal["cards", "events"]
    title: str


class RulesOut(Model):
    """The answer of `GET /api/rules`."""

    rules: tuple[RuleOut, ...]


class RulePageOut(Model):
    """A rule's page."""

    id: str
    title: str
    source: str
    """Document, clause and date."""
    effective: str
    says: str
    """What the rule says, in our words."""
    reading: str
    """How it is read, in one paragraph."""
    disputed: bool
    settings: tuple[str, ...]
    outcomes: tuple[OutcomeName, ...]
    sections: dict[str, str]
    """The whole page as it is kept, in English: Markdown by heading."""


def regulations_out() -> RegulationsOut:
    """All regulations."""
    return RegulationsOut(regulations=tuple(map(_regulation_out, REGULATIONS)))


def _regulation_out(law: Regulation) -> RegulationOut:
    return RegulationOut(
        id=law.id,
        name=translated(law.name),
        edition=translated(law.edition),
        classes={name: translated(words) for name, words in law.classes.items()},
        alerts=bool(law.alerts),
        settings=tuple(_setting_out(s, s in law.alert_settings) for s in law.all_settings),
    )


def _setting_out(setting: Setting, alerts: bool) -> SettingOut:
    def number(value: object) -> str | int | float:
        return value if isinstance(value, str | int) else float(value)  # type: ignore[arg-type]

    least, most = (None if setting.choices else number(v) for v in (setting.least, setting.most))
    return SettingOut.model_validate(
        {
            "name": setting.name,
            "meaning": translated(setting.meaning),
            "default": number(setting.default),
            "choices": setting.choices,
            "least": least,
            "most": most,
            "alerts": alerts,
        }
    )


def rules_out() -> RulesOut:
    """All rules: of each regulation those about cards, then those about events."""
    found = []
    for law in REGULATIONS:
        found += [_rule_out(law, law.page(c.rule), "cards") for c in law.rules]
        found += [_rule_out(law, page, "events") for page in rules_about_events(law.id)]
    return RulesOut(rules=tuple(found))


def _rule_out(law: Regulation, page: Page, about: Literal["cards", "events"]) -> RuleOut:
    return RuleOut(id=page.rule, regulation=law.id, about=about, title=translated(page.title))


def rule_page_out(page: Page) -> RulePageOut:
    """A rule's page."""
    return RulePageOut(
        id=page.rule,
        title=translated(page.title),
        source=page.source,
        effective=page.effective.isoformat(),
        says=page.summary,
        reading=page.reading,
        disputed=page.disputed,
        settings=page.settings,
        outcomes=tuple(o.value for o in page.outcomes),
        sections=dict(page.sections),
    )
