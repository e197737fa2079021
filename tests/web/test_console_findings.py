"""What organisers stumbled over in the console stays mended, in both languages."""

import re
from html import unescape

import pytest
from django.test import Client

from komandor.app.queries.everybody.rounds import round_view
from komandor.core.tournament import commands as c
from komandor.web.public import PAGES
from tests.support.event import single, swiss
from tests.support.world import ORGANISER, World, client, opened, site_of

LANGUAGES = ("en", "pl")


def desk_of(world: World, lang: str = "en") -> Client:
    desk = client(site_of(world), world.link(ORGANISER))
    desk.cookies["lang"] = lang
    return desk


def text_of(page: str) -> str:
    """The words of a page, without its tags."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))


def public(world: World, tail: str, lang: str = "en") -> str:
    """The words of a public page."""
    page = next(page for page in PAGES if page.path == f"/t/<tournament>/{tail}")
    body = page.render(site_of(world), lang, tournament=world.id)
    assert isinstance(body, str)
    return text_of(body)


def seen(world: World, path: str, lang: str = "en") -> str:
    return text_of(desk_of(world, lang).get(path, headers={"Accept-Language": lang}).content.decode())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_last_swiss_round_says_what_everybody_needs_for_the_cut(lang: str) -> None:
    world = World("destiny", swiss(3), single(4)).people(16).announce().play_round().play_round().start()
    table = world.match(world.order()[0]).table
    says = {
        "en": (f"a win at table {table} is enough", "needs a win at table", "out"),
        "pl": (f"wystarczy wygrana, stolik {table}", "musi wygrać, stolik", "poza topem"),
    }
    for page in (seen(world, "/c/cup/standings", lang), public(world, "standings", lang)):
        assert all(word in page for word in says[lang])
    world.results().close()
    assert says[lang][1] not in seen(world, "/c/cup/standings", lang)


def test_the_cut_line_stands_below_the_last_who_is_still_here() -> None:
    """A player who left does not move it up."""
    world = World("destiny", swiss(3), single(4)).people(8).announce().play_round().play_round()
    world.do(c.DropPlayer(world.order()[1]))
    page = desk_of(world).get("/c/cup/standings").content.decode()
    row = page[page.index("cut-line") :]
    assert int(re.findall(r"/player/(\d+)", row)[0]) == world.order()[4]


@pytest.mark.parametrize(("lang", "name"), [("en", "Semi-final"), ("pl", "Półfinał")])
def test_the_log_calls_knock_out_rounds_by_their_names(lang: str, name: str) -> None:
    world = World("destiny", swiss(3), single(4)).people(8).announce().play_stage().cut().start()
    world.results(but=1)
    log = seen(world, "/c/cup/log", lang)
    assert f"{name}: " in log
    assert f"{name}, {'table' if lang == 'en' else 'stolik'} " in log
    assert not re.search(r"(Round|Runda) 4", log)


@pytest.mark.parametrize(("lang", "drawn"), [("en", "Draw again"), ("pl", "Losuj ponownie")])
def test_nothing_is_drawn_again_where_seeds_decide(lang: str, drawn: str) -> None:
    world = World("destiny", swiss(3), single(4)).people(8).announce().draw()
    assert drawn in seen(world, "/c/cup/", lang)
    world.publish().results().close().play_stage().cut().draw()
    assert drawn not in seen(world, "/c/cup/", lang)
    world.publish()
    assert drawn not in seen(world, "/c/cup/", lang)


def test_a_swap_is_public_with_pairs_before_and_after_and_who_made_it() -> None:
    world = opened("armada", players=8).announce().draw()
    one, two = world.in_round()[0].a, world.in_round()[1].a
    world.do(c.SwapPlayers(one, two, "car share")).publish()
    page = public(world, "changes")
    assert "car share" in page
    assert "→" in page
    assert "Olga" in page


def test_reports_that_differ_only_in_the_margin_read_differently_in_the_log() -> None:
    world = World("armada").people(8).announce().start()
    match = world.open()[0]
    for text in ("100-20", "120-20"):
        report = world.slip(match.a, text)
        world.do(c.EnterResult(match=match.number, report=report, reason="slip misread"))
    lines = re.findall(r"MoV \d+", seen(world, "/c/cup/log"))
    assert len(set(lines)) == 2


@pytest.mark.parametrize(("lang", "says"), [("en", " has left."), ("pl", ": odejście zapisane.")])
def test_whoever_leaves_the_cut_is_named_and_one_is_back_at_the_cut(lang: str, says: str) -> None:
    world = World("destiny", swiss(3), single(4)).people(8).announce().play_stage().cut()
    seed = world.t.stages[2].seeds[1]
    desk = desk_of(world, lang)
    form = {"cause": "drop", "command_id": "t", "seen": str(world.t.version)}
    answer = desk.post(f"/c/cup/player/{seed}/drop", form)
    assert answer.headers["Location"] == "/c/cup/"
    page = text_of(desk.get("/c/cup/").content.decode())
    assert re.search(rf"\w+{re.escape(says)}", page)


def test_a_refused_setting_says_why_above_its_own_form_and_the_others_are_folded() -> None:
    world = World("armada").people(8).announce()
    desk = desk_of(world)
    form = {"part": "minutes", "minutes.swiss": "abc", "command_id": "t"}
    page = desk.post("/c/cup/settings", form).content.decode()
    assert page.count('class="notice danger"') == 1
    assert page.index('id="structure"') < page.index('class="notice danger"') < page.index('id="minutes"')
    sections = re.findall(r'<details class="panel setting" data-find( open)?>.*?id="(\w+)"', page, re.DOTALL)
    assert {name for is_open, name in sections if is_open} == {"minutes"}
    assert {name for is_open, name in sections if not is_open} > {"basics", "structure", "readings", "file"}


def test_where_seeds_decide_nothing_is_asked_about_a_draw() -> None:
    world = World("destiny", swiss(3), single(4)).people(8).announce().play_stage()
    assert "public_source" not in desk_of(world.cut()).get("/c/cup/").content.decode()
    early = World("destiny", swiss(3), single(4)).people(8).announce()
    assert "public_source" in desk_of(early).get("/c/cup/").content.decode()


def test_an_arrow_goes_when_a_correction_makes_it_untrue() -> None:
    """Adam was drawn down to Jan; after a correction of round 1 it is Jan who has more points."""
    world = World("destiny").people(6).announce().play_round().start()
    view = round_view(world.t, 2, 0)
    row = next(r for r in view.rows if r.b and r.a.floated)
    high, low = (row.a, row.b) if row.a.floated < 0 else (row.b, row.a)
    assert high is not None
    assert low is not None
    played = next(m for m in world.in_round(1) if high.player in m.players)
    won = next(m for m in world.in_round(1) if low.player in m.players)
    for match, loser in ((played, high.player), (won, 0)):
        winner = low.player if not loser else match.opponent(loser)
        assert winner is not None
        report = world.report(match, winner)
        world.do(c.EnterResult(match=match.number, report=report, reason="slip misread"))
    after = next(r for r in round_view(world.t, 2, 0).rows if r.match == row.match)
    assert after.b
    assert (after.a.floated, after.b.floated) == (0, 0)


def test_where_most_pairs_differ_in_points_arrows_say_nothing_and_are_left_out() -> None:
    """Armada, margins of 30, 100, 180 and 250: after round 1 no two players have the same points."""
    world = World("armada").people(8).announce().start()
    for match, margin in zip(world.in_round(1), (30, 100, 180, 250), strict=True):
        report = {"end": "rounds", "scores": (margin, 0), "first": "a"}
        world.do(c.EnterResult(match=match.number, report=report))
    world.close().start()
    assert len(world.t.rounds[2].floats) >= 4
    assert not any(seat.floated for r in round_view(world.t, 2, 0).rows for seat in (r.a, r.b) if seat)


def test_a_refused_slip_names_the_players_instead_of_a_and_b() -> None:
    world = World("armada").people(8).announce().start()
    match = world.open()[0]
    form = {"g0.end": "destruction", "g0.ships_left.shown": "1", "g0.ships_left.a": "1"}
    form |= {"g0.scores.a": "100", "g0.scores.b": "0"}
    page = seen_refused(world, f"/c/cup/match/{match.number}", form)
    refused = page[page.index("not done") :].partition(" destroyed the whole fleet")[0]
    assert refused.removeprefix("not done").split() == seen_name(world, match.a).split()


def seen_name(world: World, player: int) -> str:
    person = world.store.people(world.id)[player]
    return f"{person['first']} {person['last']}"


def seen_refused(world: World, path: str, form: dict[str, str]) -> str:
    answer = desk_of(world).post(path, {**form, "command_id": "t"})
    assert answer.status_code == 422
    return text_of(answer.content.decode())


def test_whoever_took_part_is_counted_after_leaving() -> None:
    world = World("destiny").people(8).announce().play_round()
    world.do(c.DropPlayer(1))
    assert "8 players" in public(world, "players")


@pytest.mark.parametrize(
    ("lang", "says"), [("en", "Planned and real minutes"), ("pl", "Minuty: plan i rzeczywistość")]
)
def test_the_day_plan_draws_planned_against_real_minutes(lang: str, says: str) -> None:
    world = World("destiny").people(6).announce().play_round().start()
    page = seen(world, "/c/cup/", lang)
    assert says in page
    assert "<<<<" not in page


@pytest.mark.parametrize(
    ("game", "short"),
    [
        ("armada", ("MZ", "SP")),
        ("imperial-assault", ("ST", "RST")),
        ("destiny", ("ST", "RST")),
        ("star-wars-lcg", ("WZ", "WZP")),
        ("conquest", ("ST", "RST")),
    ],
)
def test_the_heads_of_polish_standings_are_those_of_the_game_s_document(
    game: str, short: tuple[str, ...]
) -> None:
    world = World(game, swiss(2)).people(6).announce().play_round()
    for page in (seen(world, "/c/cup/standings", "pl"), public(world, "standings", "pl")):
        assert f"Punkty {' '.join(short)} " in page
        assert "SoS" not in page


def test_swiss_standings_have_the_results_of_the_swiss_rounds_only() -> None:
    """The champion of a knock-out does not get more dots in them; the final places count the whole event."""
    world = World("destiny", swiss(3), single(4)).people(8).announce().play_stage().cut().start()
    for match in world.open():  # the lower seeds win, so that the order changes
        assert match.b
        world.do(world.won(match.b))
    world.close().play_out()
    champion = world.t.places[0][0]
    page = desk_of(world).get("/c/cup/standings").content.decode()
    final, standings = page.split("<h2>Swiss standings</h2>")
    link = f'/player/{champion}"'
    dots = [part[part.index(link) :].split("</tr>")[0].count('class="dot ') for part in (final, standings)]
    assert dots == [5, 3]
