"""Sharing dice and tools: asked when the document says, ordered in the round, and not forgotten later."""

import pytest

from komandor.core.tournament import commands as c
from tests.support.event import Event, by, swiss
from tests.support.world import JUDGE, MARSHAL, ORGANISER, client, opened, site_of


def request(event: Event, **fields: object) -> c.CallJudge:
    return c.CallJudge(event.match(1).number, kind="share", text="your dice?", **fields)


@pytest.mark.rule("ARM-SHARE-1", "IA-SHARE-2")
@pytest.mark.parametrize(("game", "during"), [("armada", False), ("imperial-assault", True)])
def test_players_ask_before_the_round_and_in_one_game_also_during_it(game: str, during: bool) -> None:
    event = Event(game, swiss(2)).register(4).announce().publish()
    event.do(request(event), by=by(1)).start()
    if during:
        event.do(request(event), by=by(1))
    else:
        event.refused(request(event), "call.share_before_the_round", "ARM-SHARE-1", by=by(1))


@pytest.mark.rule("ARM-SHARE-1", "IA-SHARE-2")
@pytest.mark.parametrize("game", ["destiny", "star-wars-lcg", "conquest"])
def test_where_no_document_speaks_of_it_nobody_asks(game: str) -> None:
    event = Event(game, swiss(2)).register(4).announce().publish()
    event.refused(request(event), "call.no_sharing", None, by=by(1))
    event.refused(request(event), "call.no_sharing", None)


@pytest.mark.rule("ARM-SHARE-1")
@pytest.mark.parametrize(
    ("game", "before", "during"),
    [("armada", True, False), ("imperial-assault", True, True), ("destiny", False, False)],
)
def test_the_phone_offers_what_may_be_asked(game: str, before: bool, during: bool) -> None:
    world = opened(game).publish()
    phone = client(site_of(world), world.link(by(1)))
    assert ('value="share"' in phone.get("/m/cup/judge").content.decode()) == before
    world.start()
    assert ('value="share"' in phone.get("/m/cup/judge").content.decode()) == during


@pytest.mark.rule("ARM-SHARE-2", "IA-SHARE-3")
@pytest.mark.parametrize("game", ["armada", "imperial-assault"])
def test_the_marshal_orders_it_during_the_round_and_both_phones_say_so(game: str) -> None:
    world = opened(game).start()
    match = world.match(1)
    desk = client(site_of(world), world.link(MARSHAL))
    assert 'value="share"' in desk.get(f"/j/cup/match/{match.number}").content.decode()
    world.do(request(world), by=MARSHAL)
    world.do(c.GiveRuling(1, "one set of dice for both"), by=MARSHAL)
    for player in match.players:
        page = client(site_of(world), world.link(by(player))).get("/m/cup/").content.decode()
        assert "one set of dice for both" in page


@pytest.mark.rule("ARM-LOST-3", "IA-LOST-2")
@pytest.mark.parametrize(("game", "rule"), [("armada", "ARM-LOST-3"), ("imperial-assault", "IA-LOST-2")])
def test_in_every_later_round_phone_and_match_page_remind_of_the_shared_dice(game: str, rule: str) -> None:
    world = opened(game).start()
    world.do(c.ReportComponent(player=1, kind="damaged", what="dice", category="die"))
    world.do(c.ResolveComponent(1, "shared"))

    def pages() -> list[str]:
        match = world.match(1).number
        people = ((by(1), "/m/cup/"), (ORGANISER, f"/c/cup/match/{match}"), (JUDGE, f"/j/cup/match/{match}"))
        return [client(site_of(world), world.link(who)).get(url).content.decode() for who, url in people]

    assert not [page for page in pages() if "asks the opponent to share" in page], "the round it broke in"
    for _ in range(2):
        world.results().close().start()
        if world.match(1).b is not None:
            assert all("asks the opponent to share" in page and rule in page for page in pages())
