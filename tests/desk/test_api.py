"""The API: what the commands print, over HTTP; and what it says of requests that it cannot answer."""

import base64
import json

import pytest
from paths import ROOT

from syscheck.cli import run
from syscheck.desk import api
from syscheck.desk.workers import Fell, TookTooLong, Workers
from tests.desk.conftest import AtOnce

CARD = """regulation: sk-2008

[openings]
1C : 16+
1D : 11-15, 4+D
1M : 11-15, 5+M
1N : 12-14 bal
2D : 5-10, 5+H | 5-10, 5+S
"""
PRECISION = (ROOT / "samples" / "cards" / "precision.card").read_text(encoding="utf-8")
FAULTY = "[openings]\n1H : 11-15, 5+Q\n"
EVENT = (ROOT / "samples" / "events" / "sk-second-league.toml").read_text(encoding="utf-8")


@pytest.fixture
def ask(desk):
    """Ask the API as a program does; gives the status and the JSON."""
    browser = desk()

    def ask(path, asked=None, **options):
        answer = browser.client.request("GET" if asked is None else "POST", f"/api/{path}", json=asked, **options)
        assert answer.headers["content-type"] == "application/json"
        return answer

    return ask


@pytest.fixture
def printed(tmp_path, monkeypatch, capsys):
    """What a command prints of files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")

    def printed(*arguments, **files):
        for name, text in files.items():
            (tmp_path / name.replace("_", ".")).write_text(text, encoding="utf-8")
        capsys.readouterr()  # the desk's own log
        run(arguments)
        return capsys.readouterr().out

    return printed


def errors(answer):
    return answer.json()["errors"]


class TestTheSameAsTheCommands:
    """Byte for byte."""

    def test_check(self, ask, printed):
        cards = [{"file": "a.card", "text": CARD}, {"file": "b.card", "text": FAULTY}]
        answer = ask("check", {"cards": cards})
        assert answer.status_code == 200
        assert answer.text == printed("check", "a.card", "b.card", "--format", "json", a_card=CARD, b_card=FAULTY)

    def test_check_by_regulations_with_settings_in_slovak(self, ask, printed):
        asked = {
            "cards": [{"file": "a.card", "text": PRECISION}],
            "regulations": ["sk-2008", "se-2012"],
            "settings": {"sk-2008": {"alternatives": "strict"}},
            "language": "sk",
        }
        options = [
            "--regulation",
            "sk-2008",
            "--regulation",
            "se-2012",
            "--set",
            "sk-2008.alternatives=strict",
            "--lang",
            "sk",
        ]
        assert ask("check", asked).text == printed(
            "check", "a.card", "--format", "json", "--lang", "sk", *options, a_card=PRECISION
        )

    def test_check_at_an_event(self, ask, printed):
        asked = {"cards": [{"file": "a.card", "text": PRECISION}], "event": EVENT, "as_of": "2026-10-10"}
        command = ("check", "a.card", "--format", "json", "--event", "e.toml", "--as-of", "2026-10-10")
        answer = ask("check", asked)
        assert answer.text == printed(*command, a_card=PRECISION, e_toml=EVENT)
        assert answer.json()["cards"][0]["duties"]

    def test_check_of_a_system_in_another_format(self, ask, printed):
        text = (ROOT / "samples" / "foreign" / "strong-club.bss").read_text(encoding="utf-8")
        asked = {"cards": [{"file": "a.bss", "text": text}], "regulations": ["wbf"]}
        assert ask("check", asked).text == printed(
            "check", "a.bss", "--format", "json", "--regulation", "wbf", a_bss=text
        )

    @pytest.mark.parametrize(
        ("asked", "arguments"),
        [
            ({"text": "11-15, 5+H"}, ["11-15, 5+H"]),
            ({"text": "11-15, 5+Q"}, ["11-15, 5+Q"]),
            ({"text": "weak, 5+X", "call": "2X"}, ["weak, 5+X", "--call", "2X"]),
            ({"text": "good opener with hearts", "call": "1H", "lenient": True, "language": "cs"}, None),
        ],
    )
    def test_meaning(self, ask, printed, asked, arguments):
        arguments = arguments or ["good opener with hearts", "--call", "1H", "--lenient", "--lang", "cs"]
        assert ask("meaning", asked).text == printed("meaning", *arguments, "--format", "json")

    def test_alerts(self, ask, printed):
        asked = {"cards": [{"file": "a.card", "text": CARD}], "screens": True}
        assert ask("alerts", asked).text == printed("alerts", "a.card", "--screens", "--format", "json", a_card=CARD)

    def test_diff(self, ask, printed):
        newer = CARD.replace("12-14 bal", "13-15 bal")
        asked = {"old": {"file": "a.card", "text": CARD}, "new": {"file": "b.card", "text": newer}}
        answer = ask("diff", asked)
        assert answer.text == printed("diff", "a.card", "b.card", "--format", "json", a_card=CARD, b_card=newer)
        assert not answer.json()["same"]

    @pytest.mark.parametrize("by", ["target", "event"])
    def test_advise(self, ask, printed, by):
        asked = {"card": {"file": "a.card", "text": CARD}}
        asked |= {"target": "sk:simple"} if by == "target" else {"event": EVENT}
        options = ["--target", "sk:simple"] if by == "target" else ["--event", "e.toml"]
        assert ask("advise", asked).text == printed(
            "advise", "a.card", "--format", "json", *options, a_card=CARD, e_toml=EVENT
        )

    @pytest.mark.parametrize("encoded", [False, True])
    def test_import(self, ask, printed, encoded):
        text = (ROOT / "samples" / "foreign" / "strong-club.bss").read_text(encoding="utf-8")
        sent = {"base64": base64.b64encode(text.encode()).decode()} if encoded else {"text": text}
        answer = ask("import", {"file": "a.bss", **sent})
        assert answer.text == printed("import", "a.bss", "--format", "json", a_bss=text)
        assert answer.json()["files"][0]["card"].startswith("[openings]") or answer.json()["files"][0]["card"]

    def test_export(self, ask, printed):
        asked = {"card": {"file": "a.card", "text": CARD}, "to": "bml"}
        assert ask("export", asked).text == printed("export", "a.card", "--to", "bml", "--format", "json", a_card=CARD)

    def test_export_fills_in_a_swedish_declaration(self, ask, printed):
        text = (ROOT / "samples" / "foreign" / "deklaration.json").read_text(encoding="utf-8")
        asked = {"card": {"file": "d.json", "text": text}, "to": "declaration"}
        command = ("export", "d.json", "--to", "declaration", "--format", "json")
        assert ask("export", asked).text == printed(*command, d_json=text)

    def test_format(self, ask, printed):
        answer = ask("format", {"card": {"text": CARD.replace(" : ", ":")}}).json()
        assert answer == {"card": printed("format", "a.card", a_card=CARD), "changed": True}
        assert not ask("format", {"card": {"text": answer["card"]}}).json()["changed"]


class TestRules:
    def test_the_list_has_every_rule_with_its_page(self, ask, printed):
        found = ask("rules").json()["rules"]
        command = printed("rules")
        assert all(f"  {rule['id']} " in command for rule in found)
        assert {r["about"] for r in found} == {"cards", "events"}
        assert ask(f"rules/{found[0]['id']}").json()["title"] == found[0]["title"]

    def test_in_the_language_asked_for(self, ask):
        english, swedish = (ask("rules/sk-vus-a", params={"lang": lang}).json() for lang in ("en", "sv"))
        assert english["says"] != swedish["says"]
        assert ask("rules/sk-vus-a", headers={"accept-language": "sv-FI, en"}).json() == swedish

    def test_a_rule_that_there_is_not(self, ask):
        answer = ask("rules/sk-vus-z")
        assert answer.status_code == 404
        assert "there is no rule “sk-vus-z”: did you mean" in errors(answer)[0]["message"]

    def test_regulations_with_their_settings(self, ask):
        found = {law["id"]: law for law in ask("regulations").json()["regulations"]}
        assert list(found) == ["sk-2008", "se-2012", "cz-teams", "wbf"]
        assert "strict" in next(s for s in found["sk-2008"]["settings"] if s["name"] == "alternatives")["choices"]
        assert [law for law in found if found[law]["alerts"]] == ["sk-2008", "se-2012"]


class TestWrongRequests:
    """All that is wrong in one answer, in the words of the command line."""

    def test_regulations_settings_and_moments(self, ask, capsys):
        asked = {
            "cards": [{"text": CARD}],
            "regulations": ["sk-2007", "se-2012", "fr"],
            "settings": {"sk-2008": {"alternatives": "strikt", "nothing": 1}, "de": {"x": 1}},
            "as_of": "2026-10-10",
        }
        answer = ask("check", asked)
        assert answer.status_code == 422
        told = [(e["where"], e["message"]) for e in errors(answer)]
        assert [where for where, _ in told] == ["regulations"] * 2 + ["settings"] * 3 + ["as_of"]
        for option, sentence in (("--regulation=sk-2007", told[0][1]), ("--set=sk-2008.nothing=1", told[3][1])):
            run(["check", "x.card", option])
            assert sentence in capsys.readouterr().err
        assert told[2][1].startswith("--set sk-2008.alternatives=strikt: “strikt” is not one of ")
        assert told[4][1].startswith("there is no regulation “de”")

    def test_a_faulty_event_with_its_codes_places_and_hints(self, ask):
        asked = {"cards": [{"text": CARD}], "event": 'preset = "sk-first-leage"\nbords = 12\n'}
        answer = ask("check", asked)
        assert answer.status_code == 422
        found = {e["code"]: e for e in errors(answer)}
        assert set(found) >= {"V110", "V121"}
        assert found["V110"]["where"] == "event:2:1"
        assert "“bords” is not a key" in found["V110"]["message"]
        assert "boards" in found["V110"]["hint"]

    def test_a_faulty_event_and_wrong_regulations(self, ask):
        answer = ask("check", {"cards": [{"text": CARD}], "event": "x", "regulations": ["y"], "as_of": "z"})
        assert [e["where"].partition(":")[0] for e in errors(answer)] == ["event", "regulations"]

    def test_regulations_beside_an_event_and_readings_that_the_organiser_chose(self, ask):
        event = EVENT + '[settings.sk-2008]\nalternatives = "strict"\n'
        asked = {
            "cards": [{"text": CARD}],
            "event": event,
            "regulations": ["wbf"],
            "settings": {"sk-2008": {"alternatives": "strict"}},
            "as_of": "tomorrow",
        }
        assert [e["where"] for e in errors(ask("check", asked))] == ["regulations", "settings", "as_of"]

    @pytest.mark.parametrize(
        ("path", "asked", "where"),
        [
            ("meaning", {"text": "11-15", "call": "8N"}, ["call"]),
            ("alerts", {"cards": [{"text": CARD}], "regulations": ["wbf"]}, ["regulations"]),
            ("advise", {"card": {"text": CARD}}, ["target"]),
            ("advise", {"card": {"text": CARD}, "target": "sk:better"}, ["target"]),
            ("advise", {"card": {"text": CARD}, "target": "sk:usual", "event": EVENT}, ["target"]),
            ("import", {"file": "x"}, ["text"]),
            ("import", {"file": "x", "text": "", "base64": ""}, ["text"]),
            ("import", {"file": "x", "base64": "?", "format": "doc"}, ["format", "base64"]),
            ("export", {"card": {"text": CARD}, "to": "doc"}, ["to"]),
            ("diff", {"old": {"text": FAULTY}, "new": {"text": FAULTY}}, ["old:2:13", "new:2:13"]),
            ("advise", {"card": {"text": FAULTY}, "target": "sk:usual"}, ["card:2:13"]),
            ("export", {"card": {"text": FAULTY}, "to": "bml"}, ["card:2:13"]),
            ("export", {"card": {"text": "{"}, "to": "declaration"}, None),
            ("format", {"card": {"text": FAULTY}}, ["card:2:13"]),
        ],
    )
    def test_what_cannot_be_answered(self, ask, path, asked, where):
        answer = ask(path, asked)
        assert answer.status_code == 422
        assert where is None or [e["where"] for e in errors(answer)] == where

    @pytest.mark.parametrize(
        ("asked", "where", "message"),
        [
            ({}, "cards", "it is missing"),
            ({"cards": []}, "cards", "there is nothing in it"),
            ({"cards": [{"text": 1}]}, "cards[0].text", "it is no text"),
            ({"cards": [{"text": ""}] * 21}, "cards", "it has more than 20 in it"),
            ({"cards": [{"text": "", "file": "x" * 201}]}, "cards[0].file", "it has more than 200 characters"),
            ({"cards": [{"text": ""}], "regulation": "sk-2008"}, "regulation", "there is no such key"),
            ({"cards": [{"text": ""}], "language": "de"}, "language", "it is not one of 'en', 'sk', 'cs' or 'sv'"),
        ],
    )
    def test_what_is_not_as_documented(self, ask, asked, where, message):
        answer = ask("check", asked)
        assert answer.status_code == 422
        assert errors(answer) == [{"message": message, "where": where}]

    def test_nothing_that_was_sent_is_repeated(self, ask):
        assert "hunter2" not in ask("check", {"cards": [{"text": ["hunter2"]}]}).text

    @pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe{", b"\xff", b"[" * 100_000, b"1" * 5_000])
    def test_what_is_no_json(self, ask, body):
        answer = ask("check", b"", content=body, headers={"content-type": "application/json"})
        assert answer.status_code in {400, 422}
        assert errors(answer)

    def test_half_a_character_and_null(self, ask):
        sent = {"content-type": "application/json"}
        for text in ("\ud800", "x\0"):
            body = json.dumps({"cards": [{"text": text, "file": text}], text: 1}).encode()
            answer = ask("check", b"", content=body, headers=sent)
            assert answer.status_code == 422
            assert errors(answer)
        answer = ask("check", {"cards": [{"text": "[openings]\n1C : 16+ \0\n"}]})
        assert answer.status_code == 200
        assert answer.json()["cards"][0]["status"] == "unreadable"

    @pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
    def test_only_json_is_read(self, ask, kind):
        answer = ask("check", b"", content=b'{"cards": [{"text": ""}]}', headers={"content-type": kind})
        assert answer.status_code == 415
        assert "application/json" in errors(answer)[0]["message"]

    def test_no_file_of_the_server_is_read(self, ask, tmp_path):
        (tmp_path / "secret.bml").write_text("1NT 15-17 secret words\n", encoding="utf-8")
        for file in (str(tmp_path / "secret.bml"), "../secret.bml"):
            answer = ask("import", {"file": file, "text": f"#INCLUDE {tmp_path}/secret.bml\n1C 16+\n"})
            assert "secret words" not in answer.text
            assert "secret words" not in ask("check", {"cards": [{"file": file, "text": ""}]}).text


class TestTheDoorItself:
    def test_addresses_and_methods_that_there_are_not(self, ask, desk):
        assert errors(ask("nothing"))[0]["message"] == "There is nothing at this address."
        answer = desk().client.delete("/api/check")
        assert answer.status_code == 405
        assert answer.headers["allow"] == "POST"
        assert answer.json()["errors"]

    @pytest.mark.parametrize(
        ("error", "status"), [(TookTooLong("1 s"), 503), (Fell("9"), 500), (ValueError("of a card"), 500)]
    )
    def test_a_card_on_which_the_program_fails(self, make_desk, error, status):
        class Failing(AtOnce):
            def ask(self, function, /, *arguments, **named):
                raise error

        answer = make_desk(workers=Failing())().client.post("/api/meaning", json={"text": "11-15"})
        assert answer.status_code == status
        assert list(answer.json()) == ["errors"]
        assert "of a card" not in answer.text
        assert "Traceback" not in answer.text

    def test_processes_beside_the_server_do_it(self, make_desk):
        workers = Workers(1, 60)
        try:
            client = make_desk(workers=workers)().client
            assert client.post("/api/meaning", json={"text": "11-15"}).json()["ok"]
            answer = client.post("/api/check", json={"cards": [{"text": CARD}], "regulations": ["x"]})
            assert (answer.status_code, errors(answer)[0]["where"]) == (422, "regulations")
        finally:
            workers.close()

    def test_too_many_requests(self, make_desk, monkeypatch):
        monkeypatch.setitem(api.rate.__globals__["RATES"], "judge", "3/minute")
        client = make_desk(limits=True)().client
        statuses = [client.post("/api/meaning", json={"text": "11-15"}).status_code for _ in range(4)]
        assert statuses == [200, 200, 200, 429]
        answer = client.get("/api/rules")
        assert answer.status_code == 429
        assert answer.headers["retry-after"] == "60"
        assert answer.json()["errors"]

    def test_cookies_are_neither_read_nor_set(self, desk):
        browser = desk()
        browser.client.cookies.set("language", "sv")
        answer = browser.client.get("/api/nothing")
        assert "There is nothing" in answer.text
        assert "set-cookie" not in answer.headers


class TestDescription:
    def test_it_is_published(self, ask):
        found = ask("openapi.json").json()
        assert found["openapi"].startswith("3.")
        for path, operations in found["paths"].items():
            for operation in operations.values():
                assert operation["summary"], path
                assert operation["description"], path
                assert {"200", "429", "500"} <= set(operation["responses"]), path
        assert "HTTPValidationError" not in found["components"]["schemas"]

    def test_every_route_is_in_it(self, desk):
        described = set(api.openapi()["paths"])
        assert {r.path for r in api.router.routes} == described | {"/api/openapi.json"}
