"""Variants of one system: a finding in each seat and vulnerability, and the worst variant's dots."""

from syscheck import build_system, read_card, regulation
from syscheck.card import Seat, Vulnerability
from syscheck.regulations import Outcome

VARIANTS = """
[openings]
1C           : 12-21, 4+C or 3C bal, no 5M
1D [1st-2nd] : 11-15, 2+D, bal or 4+D
1D [3rd]     : 3-15, 2+D
1D [4th]     : 0-15
1H [nv]      : 9-14, 4+S
1H [vul]     : 11-15, 5+H
1S           : 11-15, 5+S
"""


def judged(text, law):
    return regulation(law).judge(build_system(read_card(text)))


def test_a_call_has_the_dots_of_its_worst_variant_in_the_first_three_seats():
    dots = {d.call: d.dots for d in judged(VARIANTS, "se-2012").classification.dots}
    # 1D in third seat: 2 for length, 1 unbalanced, 2 weak; fourth seat is not counted.
    assert dots == {"1C": 1, "1D": 5, "1H": 1, "1S": 0}


def test_the_worst_variant_is_the_first_on_a_tie():
    [one] = judged("[openings]\n1D [nv] : 11-15, 2-3D\n1D [vul] : 12-15, 2-3D\n", "se-2012").classification.dots
    assert one.variant.features.opening.text == "11-15, 2-3D"


def test_a_finding_keeps_every_place():
    finding = judged(VARIANTS, "sk-2008").finding("sk-vus-a")
    assert finding.outcome is Outcome.MET
    [met] = finding.decisive
    assert str(met.opening.call) == "1H"
    assert met.places == {(s, v) for s in Seat for v in (Vulnerability.NONE, Vulnerability.THEY)}
    others = {str(r.opening.call) for r in finding.rulings if r.outcome is Outcome.NOT_MET}
    assert others == {"1C", "1D", "1H", "1S"}


def test_one_place_with_the_feature_is_enough_for_vus():
    assert judged(VARIANTS, "sk-2008").classification.name == "vus"


def test_a_requirement_of_the_simple_class_must_hold_everywhere():
    finding = judged("[openings]\n1H [nv] : 12-19, 4+H\n1H [vul] : 12-19, 3+H\n", "sk-2008").finding("sk-simple-1m")
    assert finding.outcome is Outcome.NOT_MET


def test_pass_is_compared_with_openings_of_the_same_place():
    weaker = "[openings]\nP [1st] : 10+\n1C [2nd-4th] : 5+ hcp\n1C [1st] : 11+\n"
    assert judged(weaker, "sk-2008").finding("sk-vus-d").outcome is Outcome.NOT_MET
    same_place = "[openings]\nP [1st] : 10+\n1C : 5-9, 4+C\n"
    assert judged(same_place, "sk-2008").finding("sk-vus-d").outcome is Outcome.MET


def test_behind_a_strong_pass_partner_answers_and_gets_no_dots():
    strong = "[openings]\nP : 15+\n1C [1st-2nd] : 8-14, 4+C\n1D [1st-2nd] : 0-7\n1D [3rd] : 0-7, 2-D\n"
    odd = strong.replace("15+", "13+").replace("8-14", "8-12").replace("2-D", "0-2D")
    strong = strong.replace("2-D", "0-2D")
    assert {d.call: d.dots for d in judged(strong, "se-2012").classification.dots} == {"1C": 0, "1D": 5}
    assert judged(strong, "se-2012").finding("se-pass-strong").outcome is Outcome.MET
    assert judged(odd, "se-2012").finding("se-pass-strong").outcome is Outcome.NOT_MET


def test_classes_change_between_seven_and_eight_and_between_ten_and_eleven_dots():
    def card(*entries):
        return "[openings]\n" + "\n".join(entries) + "\n"

    one = "1D : 12-14, 3+D bal"
    seven = card("2C : 3-9, 6M", "2D : 3-9, 6M", one)
    eight = card("2C : 3-9, 6M", "2D : 3-9, 6M", "1D : 12-14, 2+D bal")
    ten = card("2C : 3-9, 6M", "2D : 3-9, 6M", "2H : 3-9, 6m", one)
    eleven = card("2C : 3-9, 6M", "2D : 3-9, 6M", "2H : 3-9, 6m", "1D : 12-14, 2+D bal")
    verdicts = [judged(c, "se-2012").classification for c in (seven, eight, ten, eleven)]
    assert [(v.total, v.name) for v in verdicts] == [(7, "C"), (8, "B"), (10, "B"), (11, "A")]
