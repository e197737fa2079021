"""The desk shows what concerns this event: fees only where there are any, teams with their people."""

import re

import pytest

from komandor.app.access import HOST, Actor
from komandor.app.self_service import SelfService, self_service_of
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.scoring import report_code
from tests.support.world import ORGANISER, World, client, opened, site_of

PAIR = {"one_name": "Ala Akacja", "two_name": "Ola Osika", "team": "Ewoki"}


@pytest.fixture
def teams() -> World:
    return World("star-wars-lcg", id="cup", name="2 na 2", teams=True)


def test_fees_are_shown_only_where_there_are_any() -> None:
    world = opened()
    desk = client(site_of(world), world.link(ORGANISER))
    assert "unpaid" not in desk.get("/c/cup/people").content.decode()
    desk.post("/c/cup/people/phones", {"fees": "1"})
    assert self_service_of(world.store, "cup") == SelfService(fees=True)
    assert "unpaid" in desk.get("/c/cup/people").content.decode()
    desk.post("/c/cup/people/phones", {"fees": "0"})
    desk.post("/c/cup/people/2/fee", {"paid": "1"})
    assert "unpaid" in desk.get("/c/cup/people").content.decode(), "somebody has paid"


def test_a_row_that_was_tapped_during_a_round_keeps_its_table() -> None:
    world = opened().draw().publish().start()
    desk = client(site_of(world), world.link(ORGANISER))
    row = desk.post(
        "/c/cup/people/2/fee", {"paid": "1"}, headers={"X-Requested-With": "fragment"}
    ).content.decode()
    assert "<html" not in row
    assert '<span class="seat' in row


def test_people_names_no_table_where_nobody_plays() -> None:
    """After the final its players still had a table, and between rounds everybody had that of the last."""
    world = opened().start()
    desk = client(site_of(world), world.link(ORGANISER))
    seat = '<span class="seat'
    assert seat in desk.get("/c/cup/people").text
    world.results().do(c.CloseRound())
    assert seat not in desk.get("/c/cup/people").text
    world.draw()
    assert seat not in desk.get("/c/cup/people").text


def test_a_new_member_of_staff_has_no_role_until_one_is_ticked() -> None:
    world = opened()
    desk = client(site_of(world), world.link(ORGANISER))
    page = desk.get("/c/cup/staff").content.decode()
    last = page.rindex('name="roles"')
    form = page[page.rindex("<form", 0, last) : page.index("</form>", last)]
    assert form.count('name="roles"') > 1
    assert "checked" not in form
    assert desk.post("/c/cup/staff", {"do": "appoint", "name": "Ola Nowa"}).status_code == 422


def test_pasted_single_names_are_refused_in_the_preview_of_teams(teams: World) -> None:
    desk = client(site_of(teams), teams.link(ORGANISER))
    text = "Ala Akacja + Ola Osika\nJan Nowak"
    page = desk.post("/c/cup/people/bring", {"text": text}).content.decode()
    assert "2 teams found" in page
    assert "a team needs two" in page
    assert page.count('name="take"') == 2
    assert page.count(" checked") == 1
    forced = desk.post("/c/cup/people/bring", {"text": text, "do": "take", "take": ["1", "2"]})
    assert forced.status_code == 422
    assert "A team needs two people" in forced.content.decode()
    assert not teams.t.players
    desk.post("/c/cup/people/bring", {"text": text, "do": "take", "take": "1"})
    assert "1 team added." in desk.get("/c/cup/people").content.decode()
    assert "1 team<" in client(site_of(teams), teams.link(HOST)).get("/").content.decode()


def test_people_of_a_team_are_shown_and_known_again_under_another_name(teams: World) -> None:
    desk = client(site_of(teams), teams.link(ORGANISER))
    desk.post("/c/cup/people/add", PAIR)
    assert "Ala Akacja + Ola Osika" in desk.get("/c/cup/people").content.decode()
    text = "Ola Osika + Ela Buk\nIza Dąb + Ela Buk"
    page = desk.post("/c/cup/people/bring", {"text": text}).content.decode()
    assert "already registered: no. 1" in page
    assert "same name as line 1" in page


def test_a_new_event_offers_two_against_two_openly_and_marks_the_row_that_applies() -> None:
    world = opened()
    host = client(site_of(world), world.link(HOST))
    page = host.get("/new/star-wars-lcg").content.decode()
    assert page.index('name="teams"') < page.index("More settings")
    shown = host.get("/new/imperial-assault").content.decode()
    assert shown.count('class="applies"') == 2
    assert 'class="applies" data-low="9" data-high="16"' in shown


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ("game=armada&event_kind=regional&expected=30", "advanced structure"),
        ("game=armada&event_kind=unofficial&expected=30", "basic structure"),
        ("game=star-wars-lcg&teams=on&structure=custom&rounds=3&cut=4&expected=8", "for 8 teams"),
    ],
)
def test_the_hint_of_a_new_event_names_what_follows_from_the_whole_form(chosen: str, says: str) -> None:
    """It asks with every field, so that the type of event is not one that it never hears of."""
    world = opened()
    host, game = client(site_of(world), world.link(HOST)), chosen.partition("&")[0].partition("=")[2]
    form = re.search(r'<form[^>]*data-preview="([^"]+)"[^>]*>', host.get(f"/new/{game}").content.decode())
    assert form
    shown = host.get(f"{form[1]}?{chosen}").content.decode()
    assert says in shown
    assert "top" not in shown or "advanced" in shown, "teams of two have no cut"


def test_every_field_of_the_staff_page_has_its_own_id() -> None:
    """Otherwise the label of the form for somebody new leads to a folded field of somebody else."""
    world = opened()
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/staff").content.decode()
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert "f-name" in ids
    assert len(ids) == len(set(ids))


def test_a_disputed_result_names_no_winner_in_the_round() -> None:
    world = opened("destiny", players=4).start()
    match = world.open()[0]
    for player in (match.a, match.b):
        assert player
        report = c.ReportResult(match.number, world.report(match, player), match.players)
        world.do(report, by=Actor("player", player))
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/").content.decode()
    assert 'class="winner"' not in page


def test_standings_before_the_first_result_have_no_picture_without_a_name() -> None:
    world = opened().start()
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/standings").content.decode()
    assert 'aria-label=""' not in page
    assert "Standings" in page


def test_the_menu_of_a_row_notes_that_somebody_leaves_after_the_round_and_takes_it_back() -> None:
    world = opened("destiny", players=4).start()
    desk, match = client(site_of(world), world.link(ORGANISER)), world.open()[0]
    for words, noted in (("Drop player after this round", 1), ("Cancel drop", None)):
        menu = desk.get(f"/c/cup/match/{match.number}/menu").content.decode()
        form = menu[menu.rindex("<form", 0, menu.index(words)) : menu.index(words)]
        action = re.findall(r'action="([^"]+)"', form)[0]
        sent = dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', form))
        assert desk.post(action, sent).status_code == 302
        assert sent["player"] == str(match.a)
        assert world.t.players[match.a].leaves_after == noted
        said = f"Gracz{match.a} Testowy {'will drop' if noted else 'stays in'} after round 1."
        assert said in desk.get("/c/cup/").content.decode()


def test_what_was_done_at_a_table_is_said_with_its_names() -> None:
    world = opened("destiny", players=4).start()
    desk, match = client(site_of(world), world.link(ORGANISER)), world.open()[0]
    assert match.b
    desk.post(f"/c/cup/match/{match.number}/extend", {"minutes": "5"})
    assert f"Table {match.table}: time extension of 5 minutes." in desk.get("/c/cup/").content.decode()
    desk.post(f"/c/cup/match/{match.number}/no-show", {"absent": str(match.b)})
    said = f"Gracz{match.b} Testowy: no-show, removed from the event. Gracz{match.a} Testowy wins."
    assert said in desk.get("/c/cup/").content.decode()


def test_a_table_is_moved_only_while_its_match_can_be() -> None:
    world = opened("destiny", players=4).start()
    desk, match = client(site_of(world), world.link(ORGANISER)), world.open()[0]
    page = f"/c/cup/match/{match.number}"
    assert "Move to table" in desk.get(page).content.decode()
    world.results()
    assert "Move to table" not in desk.get(page).content.decode()
    world.close()
    assert "This table" not in desk.get(page).content.decode()


def test_where_one_cannot_go_back_to_the_step_before_is_offered() -> None:
    """Nobody goes back to between the freeze and the draw: the draw would be foreseen."""
    world = opened("destiny", players=4).announce()
    before = world.t.version
    world.do(c.FreezeRound("dice")).do(c.DrawRound("3 5 1 6"))
    desk = client(site_of(world), world.link(ORGANISER))
    page = desk.get(f"/c/cup/back/{before + 1}").content.decode()
    assert "Pairings can be undone only together with locking the round" in page
    assert f'href="/c/cup/back/{before}"' in page
    assert "Undo" in desk.get(f"/c/cup/back/{before}").content.decode()
    gone = desk.post(f"/c/cup/back/{before}", {"reason": "six of us came late", "command_id": "b1"})
    assert gone.status_code == 302
    back_button = desk.get(f"/c/cup/back/{before}", follow=True)
    assert back_button.status_code == 200
    assert "Nothing to restore: the event is already at this point." in back_button.content.decode()


def test_a_dispute_says_who_reported_what_and_what_the_other_said() -> None:
    world = opened("destiny", players=4).start()
    match = world.open()[0]
    assert match.b
    report = c.ReportResult(match.number, world.report(match, match.a), match.players)
    world.do(report, by=Actor("player", match.a))
    seen = report_code(world.t.matches[match.number].result)
    world.do(c.DisputeResult(match.number, seen, "we counted otherwise"), by=Actor("player", match.b))
    desk = client(site_of(world), world.link(ORGANISER))
    page = desk.get(f"/c/cup/match/{match.number}").content.decode()
    assert f"Gracz{match.a} Testowy reported:" in page
    other = page[page.index(f"Gracz{match.b} Testowy disputes the result") :]
    assert "we counted otherwise" in other


def test_people_are_found_from_the_pages_of_judges_too() -> None:
    world = opened("destiny", players=4).start()
    page = client(site_of(world), world.link(ORGANISER)).get("/j/cup/").content.decode()
    assert 'id="find-all"' in page
    assert "data-find-all" in page
    assert "js/find" in page


def test_who_types_the_result_of_a_table_that_has_one_is_told_where_to_correct_it() -> None:
    world = opened("destiny", players=4).start()
    desk, match = client(site_of(world), world.link(ORGANISER)), world.open()[0]
    world.do(world.won(match.a))
    answer = desk.post(
        "/c/cup/quick", {"table": str(match.table), "result": "b"}, headers={"X-Requested-With": "fetch"}
    )
    assert answer.status_code == 422
    said = f"Table {match.table} already has a result. Open the match to correct it."
    assert said in answer.content.decode()
