"""What findings saw on the pages of phones and judges is said there as the documents say it."""

import pytest

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from tests.support.event import by, swiss
from tests.support.world import JUDGE, ORGANISER, World, client, opened, site_of


def page(world: World, who: Actor, address: str, lang: str = "en") -> str:
    browser = client(site_of(world), world.link(who))
    browser.cookies["lang"] = lang
    return browser.get(address).content.decode()


@pytest.mark.rule("SWL-GEN-5", "SWL-GEN-7")
@pytest.mark.parametrize(
    ("lang", "to", "never"),
    [("en", "Appeal to the organiser", "marshal"), ("pl", "do organizatora", "komandora")],
)
def test_a6_a_player_of_star_wars_lcg_appeals_to_the_organiser(lang: str, to: str, never: str) -> None:
    """Its document knows no marshal, and neither does the phone."""
    world = World("star-wars-lcg").people(4).announce().start()
    judge = world.staff("judge")
    world.do(c.CallJudge(match=world.match(1).number), by=by(1)).do(c.GiveRuling(1, "play on"), by=judge)
    for address in ("/m/cup/judge", "/m/cup/"):
        assert never not in page(world, by(1), address, lang).lower()
    assert to in page(world, by(1), "/m/cup/judge", lang)


@pytest.mark.rule("COM-COND-8")
@pytest.mark.parametrize("address", ["player/1/check", "player/1/sanction", "checks", "incidents"])
def test_b1_no_page_of_a_judge_of_conquest_cites_another_game(address: str) -> None:
    world = opened("conquest").start().results()
    text = page(world, JUDGE, f"/j/cup/{address}")
    assert text.count("<h1") == 1
    assert "SWL-" not in text


@pytest.mark.rule("DES-LOST-2", "COM-LOST-7")
@pytest.mark.parametrize(
    ("game", "category", "rule", "foreign", "ways"),
    [
        ("destiny", "die", "DES-LOST-2", "COM-LOST-5", {"replaced", "removed"}),
        ("imperial-assault", "figure", "COM-LOST-7", "IA-LOST-2", {"replaced", "conceded", "removed"}),
        ("imperial-assault", "die", "IA-LOST-2", "COM-LOST-7", {"replaced", "shared", "conceded", "removed"}),
        ("armada", "ruler", "ARM-LOST-3", "COM-LOST-7", {"replaced", "shared", "conceded", "removed"}),
    ],
)
def test_p13_the_judge_reads_the_rule_of_what_is_damaged_and_has_its_ways_only(
    game: str, category: str, rule: str, foreign: str, ways: set[str]
) -> None:
    world = opened(game).start()
    player = world.matches()[0].a
    world.do(c.ReportComponent(player=player, kind="damaged", what="this one", category=category))
    text = page(world, JUDGE, "/j/cup/component/1")
    assert rule in text
    assert foreign not in text
    offered = {part.partition('"')[0] for part in text.split('name="resolution" value="')[1:]}
    assert offered == ways


@pytest.mark.rule("DES-DICE-1")
def test_p12_a_player_of_destiny_and_the_judge_see_which_dice_the_list_needs() -> None:
    world = World("destiny", swiss(1)).people(4)
    vader = {"name": "Vader", "version": "elite"}
    world.do(c.SubmitList(1, {"characters": [vader], "deck": [{"name": "Force Choke", "count": 2}]}))
    for who, address in ((by(1), "/m/cup/list"), (ORGANISER, "/c/cup/lists/1")):
        text = page(world, who, address)
        assert "DES-DICE-1" in text
        assert '<span class="num">2×</span> <span>Vader</span>' in text


@pytest.mark.rule("SWL-SETUP-1")
def test_b6_a_phone_in_swiss_draws_who_chooses_and_that_player_notes_the_side() -> None:
    world = World("star-wars-lcg").people(4).announce().start()
    match, site = world.in_round()[0], site_of(world)
    phones = {n: client(site, world.link(by(n))) for n in match.players}
    assert 'value="lot"' in phones[match.a].get("/m/cup/").content.decode()
    phones[match.a].post("/m/cup/first", {"who": "lot"})
    drawn = world.t.matches[match.number]
    assert (drawn.first, drawn.chooser in match.players) == (None, True)
    other = match.opponent(drawn.chooser or 0) or 0
    phones[other].post("/m/cup/first", {"who": "me"})
    assert world.t.matches[match.number].first is None, "only whom the lot named chooses"
    phones[drawn.chooser or 0].post("/m/cup/first", {"who": "other"})
    assert world.t.matches[match.number].first == other
