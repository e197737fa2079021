"""What may become of a lost or damaged part is what the game's document lists (AMB-G41)."""

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament.judge_records import Component
from komandor.core.tournament.readings.components import another_card, ways_out
from komandor.core.tournament.readings.lost_games import rulings
from komandor.core.tournament.values import Part
from komandor.texts import Speaker
from tests.support.checking import checked
from tests.support.event import Event, single, swiss
from tests.support.world import JUDGE, ORGANISER, client, opened, site_of

LOST = {"replaced", "conceded", "removed"}


def part(kind: str, category: str) -> Component:
    return Component(
        number=1,
        player=1,
        kind=kind,
        what="x",
        category=category,
        minutes=0,
        match=None,
        round=1,
    )


@pytest.mark.rule(
    "ARM-LOST-1", "ARM-LOST-3", "IA-LOST-1", "IA-LOST-2", "DES-LOST-2", "DES-LOST-3", "COM-LOST-7"
)
@pytest.mark.parametrize(
    ("game", "kind", "category", "ways"),
    [
        ("armada", "damaged", "card", {"replaced", "proxy"}),
        ("armada", "damaged", "model", {"replaced", "set_aside"}),
        ("armada", "damaged", "die", {"replaced", "shared"}),
        ("armada", "damaged", "ruler", {"replaced", "shared"}),
        ("armada", "damaged", "tool", {"replaced", "shared"}),
        ("armada", "damaged", "token", LOST),
        ("armada", "lost", "card", LOST),
        ("armada", "lost", "die", LOST),
        ("imperial-assault", "damaged", "card", {"replaced", "proxy"}),
        ("imperial-assault", "damaged", "die", {"replaced", "shared"}),
        ("imperial-assault", "damaged", "figure", LOST),
        ("imperial-assault", "lost", "die", LOST),
        ("destiny", "damaged", "card", {"replaced", "proxy"}),
        ("destiny", "damaged", "die", {"replaced", "removed"}),
        ("destiny", "lost", "die", LOST),
        ("conquest", "damaged", "card", {"replaced", "proxy"}),
        ("conquest", "damaged", "token", LOST),
        ("star-wars-lcg", "damaged", "card", {"replaced", "proxy"}),
        ("star-wars-lcg", "lost", "card", LOST),
    ],
)
def test_a_part_has_the_ways_of_its_document(game: str, kind: str, category: str, ways: set[str]) -> None:
    event = Event(game, swiss(2)).register(4).announce().publish()
    assert set(ways_out(event.t, part(kind, category))) == ways


@pytest.mark.rule("ARM-LOST-1", "COM-LOST-7")
@pytest.mark.parametrize(
    ("category", "rule"),
    [("card", "ARM-LOST-1"), ("model", "ARM-LOST-2"), ("die", "ARM-LOST-3"), ("ruler", "ARM-LOST-3")],
)
def test_a_damaged_part_costs_nobody_a_game_in_armada(category: str, rule: str) -> None:
    event = Event("armada", swiss(2)).register(4).announce().start()
    event.do(c.ReportComponent(player=1, kind="damaged", what="this", category=category))
    for way in ("conceded", "removed"):
        event.refused(c.ResolveComponent(1, way), "component.no_such_way", rule)


DURING = [("destiny", "COM-LOST-6"), ("conquest", "CON-LOST-2"), ("star-wars-lcg", "COM-LOST-6")]


@pytest.mark.rule("COM-LOST-6", "CON-LOST-2", "DES-LOST-1")
@pytest.mark.parametrize(("game", "rule"), DURING)
def test_a_card_found_missing_during_a_game_concedes_that_game_at_once(game: str, rule: str) -> None:
    event = Event(game, swiss(2)).register(4).announce().start()
    match = event.matches()[0]
    asked = c.ReportComponent(player=match.a, kind="lost", what="a card", minutes=10)
    event.refused(asked, "component.during_a_game", rule)
    looking = c.ReportComponent(player=match.a, kind="lost", what="a card", minutes=10, in_game=True)
    event.refused(looking, "component.no_time", rule)
    event.do(c.ReportComponent(player=match.a, kind="lost", what="a card", in_game=True))
    assert event.t.components[1].resolution == "conceded"
    assert event.t.matches[match.number].extension == 0
    if game == "star-wars-lcg":
        event.refused(event.won(match.a), "result.game_lost", "COM-LOST-6")
        event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "wl")))
    else:
        assert event.winner(match.a) == match.b
    event.do(c.ResolveComponent(1, "replaced")).results().close()
    assert checked(event.freeze()) == []


@pytest.mark.rule("COM-LOST-6", "COM-LOST-4")
@pytest.mark.parametrize(("minutes", "rule"), [(0, "COM-LOST-6"), (5, "COM-LOST-4")])
def test_a_slip_without_the_lost_game_is_refused_by_the_rule_that_took_it(minutes: int, rule: str) -> None:
    event = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage().cut().start()
    match = event.matches()[0]
    event.do(
        c.ReportComponent(player=match.a, kind="lost", what="a card", minutes=minutes, in_game=not minutes)
    )
    if minutes:
        event.do(c.ResolveComponent(1, "conceded"))
    straight = c.EnterResult(match=match.number, report=event.slip(match.a, "a a"))
    event.refused(straight, "result.game_lost", rule)
    assert [one.rule for one in rulings(event.t, event.match(match.a))] == [rule]


@pytest.mark.rule("COM-LOST-6", "COM-LOST-3")
@pytest.mark.parametrize(("game", "_rule"), DURING)
def test_before_the_game_there_is_time_to_look_for_the_card(game: str, _rule: str) -> None:
    event = Event(game, swiss(2)).register(4).announce().publish()
    match = event.matches()[0]
    event.do(c.ReportComponent(player=match.a, kind="lost", what="a card", minutes=10))
    assert event.t.matches[match.number].extension == 10
    event.do(c.ResolveComponent(1, "replaced")).start()
    late = c.ReportComponent(player=match.b, kind="lost", what="a card", minutes=5, in_game=False)
    event.do(late)
    assert event.t.components[2].resolution == ""


@pytest.mark.rule("COM-LOST-3", "COM-LOST-6")
@pytest.mark.parametrize(
    ("game", "category"), [("armada", "card"), ("imperial-assault", "card"), ("destiny", "die")]
)
def test_other_parts_and_games_have_time_also_during_the_game(game: str, category: str) -> None:
    event = Event(game, swiss(2)).register(4).announce().start()
    event.do(c.ReportComponent(player=1, kind="lost", what="x", category=category, minutes=5))
    assert event.t.components[1].resolution == ""
    told = c.ReportComponent(player=2, kind="lost", what="x", category=category, in_game=True)
    event.do(told)
    assert event.t.components[2].resolution == ""


@pytest.mark.rule("COM-LOST-6")
def test_after_the_game_or_for_who_sits_alone_there_is_nothing_to_concede() -> None:
    event = Event("destiny", swiss(2)).register(5).announce().start().results(1)
    for number, player in enumerate((1, event.bye() or 0), start=1):
        event.do(c.ReportComponent(player=player, kind="lost", what="a card", minutes=5))
        assert event.t.components[number].resolution == ""


@pytest.mark.rule("COM-LOST-4", "COM-LOST-6", "CON-LOST-2")
@pytest.mark.parametrize(("game", "rule"), DURING)
def test_a_game_that_is_over_or_never_was_is_not_conceded_in_silence(game: str, rule: str) -> None:
    """The report was saved as if nobody had said that a game was being played."""
    event = Event(game, swiss(2)).register(5).announce().start().results(1)
    before = event.result(event.match(1))
    for player, code in ((1, "component.no_game"), (event.bye() or 0, "component.plays_no_game")):
        report = c.ReportComponent(player=player, kind="lost", what="a card", in_game=True)
        event.refused(report, code, "COM-LOST-4")
        event.refused(report, "component.report_without_game", rule)
        event.do(c.ReportComponent(player=player, kind="lost", what="a card"))
        event.refused(c.ResolveComponent(len(event.t.components), "conceded"), code, "COM-LOST-4")
    assert event.result(event.match(1)) == before
    assert checked(event) == []


@pytest.mark.rule("COM-LOST-2", "COM-PTS-1", "COM-COND-8")
@pytest.mark.parametrize("drawn", [False, True])
def test_nothing_is_recorded_for_who_never_was_a_player_of_the_event(drawn: bool) -> None:
    event = Event("destiny", swiss(2)).register(6).do(c.DropPlayer(6)).do(c.RegisterPlayer(waiting=True))
    event.announce()
    if drawn:
        event.start()
    for player in (6, 7):
        for command in (
            c.ReportComponent(player=player, kind="lost", what="a card"),
            c.RecordDeckCheck(player=player, legal=True),
            c.GiveSanction(player=player, kind="points", points=1, reason="late"),
        ):
            event.refused(command, "player.not_playing")


@pytest.mark.rule("COM-LOST-6")
def test_who_plays_in_the_match_does_not_concede_it_for_the_opponent() -> None:
    event = Event("destiny", swiss(2)).register(4).announce()
    judge = event.staff("judge")
    event.do(c.AmendPlayer(1, {"staff": judge.number}), c.NameSubstitute(judge.number, 1)).start()
    found = c.ReportComponent(player=event.opponent(1), kind="lost", what="a card", in_game=True)
    event.refused(found, "ruling.own_match", "COM-PART-2", by=judge)
    event.do(found)
    assert event.winner(1) == 1


PROXY = {"card": "Luke", "unreadable": "cost", "maker": "Anna", "date": "2026-11-15"}


@pytest.mark.rule("COM-LOST-9", "COM-LOST-8")
@pytest.mark.parametrize("game", ["armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest"])
def test_a_proxy_is_made_only_for_a_card_that_was_reported_as_damaged(game: str) -> None:
    event = Event(game, swiss(2)).register(4).announce().publish()
    event.refused(c.MakeProxy(1, **PROXY), "proxy.not_damaged", "COM-LOST-9")
    event.do(c.ReportComponent(player=1, kind="lost", what="Luke"))
    event.refused(c.MakeProxy(1, **PROXY), "proxy.not_damaged", "COM-LOST-9")
    event.do(c.ReportComponent(player=2, kind="damaged", what="Luke"))
    event.refused(c.MakeProxy(1, **PROXY), "proxy.not_damaged", "COM-LOST-9")
    event.do(c.ReportComponent(player=1, kind="damaged", what="Luke", category="token"))
    event.refused(c.MakeProxy(1, **PROXY), "proxy.not_damaged", "COM-LOST-9")
    event.do(c.ReportComponent(player=1, kind="damaged", what="luke "))
    event.do(c.MakeProxy(1, **PROXY))
    assert event.t.components[4].resolution == "proxy", "a proxy is how it ends"
    event.refused(c.MakeProxy(1, **PROXY), "proxy.not_damaged", "COM-LOST-9")
    assert [proxy.component for proxy in event.t.proxies.values()] == [4]
    assert checked(event) == []


@pytest.mark.rule("COM-LOST-9")
def test_a_card_that_was_replaced_needs_no_proxy_and_another_name_needs_the_number() -> None:
    event = Event("conquest", swiss(2)).register(4).announce().publish()
    event.do(c.ReportComponent(player=1, kind="damaged", what="Luke")).do(c.ResolveComponent(1, "replaced"))
    event.refused(c.MakeProxy(1, **PROXY), "proxy.not_damaged", "COM-LOST-9")
    event.do(c.ReportComponent(player=1, kind="damaged", what="the red one"))
    event.refused(c.MakeProxy(1, **PROXY), "proxy.not_damaged", "COM-LOST-9")
    event.refused(c.MakeProxy(1, **PROXY, component=1), "proxy.not_damaged", "COM-LOST-9")
    event.refused(c.MakeProxy(1, **PROXY, component=9), "component.unknown")
    event.do(c.MakeProxy(1, **PROXY, component=2))
    event.do(event.undo()).do(c.MakeProxy(1, **PROXY, component=2))
    assert len(event.t.proxies) == 1


@pytest.mark.rule("COM-LOST-9", "COM-LOST-8")
def test_a_proxy_is_for_the_card_that_the_report_names() -> None:
    event = Event("conquest", swiss(2)).register(4).announce().publish()
    event.do(c.ReportComponent(player=1, kind="damaged", what="zalana karta Vadera"))
    refused = event.refused(c.MakeProxy(1, **PROXY, component=1), "proxy.another_card", "COM-LOST-9")
    assert "„zalana karta Vadera”, a nie „Luke”" in Speaker(lang="pl").sentence(refused)
    event.do(c.MakeProxy(1, **{**PROXY, "card": "Darth Vader"}, component=1))
    assert event.t.proxies[1].card == "Darth Vader"


@pytest.mark.parametrize(
    ("told", "card", "another"),
    [
        ("Vader", "Luke Skywalker", True),
        ("Howl", "Howlrunner", False),
        ("Luke, zalany", "Luke’s Lightsaber", False),
        ("Vadr", "Vader", False),
        ("the red one", "Luke", False),
        ("R2-D2", "R2-D2", False),
    ],
)
def test_a_short_or_misspelt_name_is_the_same_card(told: str, card: str, another: bool) -> None:
    assert another_card(told, card) == another


@pytest.mark.rule("COM-LOST-8")
def test_the_organiser_makes_proxies() -> None:
    event = Event("conquest", swiss(2)).register(4).announce().publish()
    event.do(c.ReportComponent(player=1, kind="damaged", what="Luke"))
    judge = event.staff("judge")
    event.refused(c.MakeProxy(1, **PROXY), "access.role", "COM-ROLE-1", by=judge)
    event.do(c.ResolveComponent(1, "proxy"), by=judge).do(c.MakeProxy(1, **PROXY))


@pytest.mark.rule("COM-LOST-9", "COM-LOST-8")
def test_the_page_offers_the_damaged_cards_and_nothing_else() -> None:
    world = opened("conquest").start()
    organiser, judge = (client(site_of(world), world.link(who)) for who in (ORGANISER, JUDGE))
    none = organiser.get("/j/cup/proxies").content.decode()
    assert 'name="unreadable"' not in none
    world.do(c.ReportComponent(player=1, kind="damaged", what="Luke"))
    assert 'name="unreadable"' in organiser.get("/j/cup/proxies").content.decode()
    assert 'name="unreadable"' not in judge.get("/j/cup/proxies").content.decode()
    organiser.post("/j/cup/proxies", {"component": "1", **PROXY})
    assert len(world.t.proxies) == 1


@pytest.mark.rule("COM-LOST-6", "DES-LOST-1")
def test_the_report_asks_whether_a_game_is_being_played() -> None:
    world = opened("destiny").start()
    judge = client(site_of(world), world.link(JUDGE))
    form = judge.get("/j/cup/components").content.decode()
    assert "COM-LOST-6" in form
    assert 'name="in_game"' in form
    match = world.matches()[0]
    fields = {"player": match.a, "kind": "lost", "category": "card", "what": "x", "minutes": "5"}
    judge.post("/j/cup/components", {**fields, "in_game": "on"})
    assert world.winner(match.a) == match.b


@pytest.mark.rule("COM-LOST-2", "COM-LOST-7")
@pytest.mark.parametrize(
    ("game", "category"), [("armada", "figure"), ("conquest", "die"), ("destiny", "ruler")]
)
def test_a_part_that_the_game_has_not_is_not_reported(game: str, category: Part) -> None:
    """It was treated as lost: a broken "dice" of Armada cost the game, which is only shared (ARM-LOST-3)."""
    event = Event(game).register(4).announce().start()
    damaged = c.ReportComponent(player=1, kind="damaged", what="it", category=category)
    named = event.refused(damaged, "component.no_such_part", "COM-LOST-2")
    assert category not in str(named.params["known"])
