"""The templates of the desk's pages, also for the processes beside the server, which draw what they judge."""

from functools import cache

from jinja2 import ChoiceLoader, Environment, PackageLoader

from syscheck.report import html


@cache
def templates() -> Environment:
    """The desk's templates, and the report's behind them."""
    report = html.environment()
    return report.overlay(loader=ChoiceLoader([PackageLoader("syscheck.desk"), PackageLoader("syscheck.report")]))
