"""The golden cards and the shipped samples give the verdicts that the rules promise for them."""

import tomllib
from pathlib import Path

import pytest
from paths import SAMPLES

from syscheck import check_file
from syscheck.regulations import Outcome

HERE = Path(__file__).parent


def expected(path, folder):
    rows = tomllib.loads(path.read_text(encoding="utf-8"))
    return {folder / f"{name}.card": row for name, row in rows.items() if "sk-2008" in row}


EXPECTED = expected(HERE / "golden" / "expected.toml", HERE / "golden") | expected(HERE / "samples.toml", SAMPLES)
CARDS = [pytest.param(path, row, id=f"{path.parent.name}-{path.stem}") for path, row in EXPECTED.items()]


def result_of(path, law):
    checked = check_file(str(path))
    assert not checked.faults
    [result] = [r for r in checked.results if r.regulation.id == law]
    return result


def points(result, outcome):
    return [f.rule for f in result.findings if f.outcome is outcome and f.rule.startswith("sk-vus")]


@pytest.mark.parametrize(("path", "row"), CARDS)
def test_the_slovak_class(path, row):
    slovak = result_of(path, "sk-2008")
    assert slovak.classification.name == row["sk-2008"]
    assert points(slovak, Outcome.MET) == row.get("sk-met", [])
    if row["sk-2008"] != "vus":
        assert points(slovak, Outcome.DOUBTFUL) == row.get("sk-doubtful", [])
        assert slovak.classification.doubtful is ("sk-doubtful" in row)


@pytest.mark.parametrize(("path", "row"), CARDS)
def test_the_swedish_dots(path, row):
    verdict = result_of(path, "se-2012").classification
    assert (verdict.total, verdict.name) == (row["se-2012"]["total"], row["se-2012"]["class"])
    assert {d.call: d.dots for d in verdict.dots if d.dots != 0} == row["se-2012"]["dots"]


def expected_brown(path, folder):
    rows = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        pytest.param(folder / f"{name}.card", law, row, id=f"{law}-{folder.name}-{name}")
        for law, table in (("cz-teams", rows["cz"]), ("wbf", rows["wbf"]))
        for name, row in table.items()
    ]


BROWN = [
    *expected_brown(HERE / "golden" / "expected.toml", HERE / "golden"),
    *expected_brown(HERE / "samples.toml", SAMPLES),
]


@pytest.mark.parametrize(("path", "law", "row"), BROWN)
def test_the_czech_class_or_the_wbf_colour_and_the_brown_conventions(path, law, row):
    verdict = result_of(path, law).classification
    assert (verdict.name, list(verdict.brown), verdict.brown_open) == (row["class"], row["brown"], ())
    assert not verdict.doubtful


def test_every_shipped_card_has_its_verdict_here():
    shipped = {*SAMPLES.glob("*.card"), *(HERE / "golden").glob("*.card")}
    assert shipped - set(EXPECTED) == {HERE / "golden" / "wilkosz.card"}
    for law in ("cz-teams", "wbf"):
        assert shipped == {case.values[0] for case in BROWN if case.values[1] == law}
