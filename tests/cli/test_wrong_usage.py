"""What is mistyped gets the nearest thing that exists; one line a mistake, in the user's language."""

import pytest


def faults(syscheck, *arguments):
    status, out, err = syscheck(*arguments)
    assert (status, out) == (2, "")
    return err.splitlines()


@pytest.mark.parametrize(
    ("typed", "of", "meant"),
    [
        (("chekc",), "syscheck", "check"),
        (("Check",), "syscheck", "check"),
        (("dif", "a.card", "b.card"), "syscheck", "diff"),
        (("event", "presest"), "syscheck event", "presets"),
    ],
)
def test_the_nearest_command(syscheck, typed, of, meant):
    [line] = faults(syscheck, *typed)
    assert f"{of} has no command “" in line
    assert f"did you mean “{meant}”?" in line


@pytest.mark.parametrize(
    ("typed", "of", "meant"),
    [
        (("check", "--regulaton", "sk-2008", "ours.card"), "syscheck check", "--regulation"),
        (("check", "ours.card", "--regulaton=sk-2008"), "syscheck check", "--regulation"),
        (("check", "ours.card", "-format", "json"), "syscheck check", "--format"),
        (("diff", "a.card", "b.card", "--evnt", "league.toml"), "syscheck diff", "--event"),
        (("event", "presets", "--lnag", "sk"), "syscheck event presets", "--lang"),
    ],
)
def test_the_nearest_option(syscheck, typed, of, meant):
    [line] = faults(syscheck, *typed)
    assert f"{of} has no option “" in line
    assert f"did you mean “{meant}”?" in line


def test_all_unknown_options_are_told_in_one_run(syscheck):
    first, second = faults(syscheck, "check", "ours.card", "--regulaton=sk-2008", "--explian")
    assert "“--regulation”" in first
    assert "“--explain”" in second


@pytest.mark.parametrize("typed", [("zzz",), ("rules", "--zzz"), ("event", "zzz")])
def test_where_nothing_is_near_nothing_is_guessed(syscheck, typed):
    [line] = faults(syscheck, *typed)
    assert "did you mean" not in line
    assert "zzz”: " in line


def test_an_option_of_another_command_is_not_near(syscheck):
    [line] = faults(syscheck, "rules", "--jobs=2")
    assert line == "syscheck: syscheck rules has no option “--jobs”: syscheck rules --help lists them"


@pytest.mark.parametrize("typed", [("rules", "--", "--lnag"), ("rules", "-"), ("rules", "lang")])
def test_a_word_too_many_is_no_option(syscheck, typed):
    [line] = faults(syscheck, *typed)
    assert "no option" not in line
    assert typed[-1] in line


def test_a_beginning_of_an_option_is_still_enough(syscheck, card):
    path = card("[openings]\n1C : 12+\n")
    assert syscheck("check", path, "--reg", "sk-2008")[:2] == syscheck("check", path, "--regulation", "sk-2008")[:2]


def test_in_the_language_asked_for(syscheck):
    assert faults(syscheck, "chekc", "--lang", "sk")[0].startswith("syscheck: syscheck nemá príkaz „chekc“: mali ste")
    assert (
        "har inget alternativ ”--lnag”: menade du ”--lang”?"
        in faults(syscheck, "rules", "--lnag=sk", "--lang", "sv")[0]
    )
