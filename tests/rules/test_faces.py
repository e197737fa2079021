"""What the rules ask of people is asked on the page, on the phone and in the terminal (AMB-G37, AMB-G6)."""

import pytest

from komandor.core.tournament import commands as c
from tests.cli.terminal import Run
from tests.support.event import ORGANISER, by
from tests.support.world import client, opened, site_of


@pytest.mark.rule("COM-DROP-1")
def test_p8_the_console_asks_and_takes_the_points_of_the_concession() -> None:
    world = opened("armada").start()
    match = world.matches()[0]
    desk = client(site_of(world), world.link(ORGANISER))
    address = f"/c/cup/player/{match.a}/drop"
    page = desk.get(address).content.decode()
    assert 'name="game"' in page
    assert 'name="scores.a"' in page
    assert desk.post(address, {"cause": "drop"}).status_code == 422
    refused = desk.post(address, {"cause": "drop", "game": "conceded"})
    assert (refused.status_code, 'name="scores.b"' in refused.content.decode()) == (422, True)
    typed = {"cause": "drop", "game": "conceded", "scores.a": "0", "scores.b": "350"}
    assert desk.post(address, typed).status_code == 302
    assert [(s.points, s.mov) for s in world.result(match).scores] == [(0, 0), (10, 350)]


@pytest.mark.rule("COM-DROP-1")
def test_p8_the_phone_asks_too() -> None:
    world = opened("destiny").start()
    match = world.matches()[0]
    phone = client(site_of(world), world.link(by(match.a)))
    assert 'name="game"' in phone.get("/m/cup/drop").content.decode()
    phone.post("/m/cup/drop", {"game": "conceded"})
    assert [score.outcome for score in world.result(match).scores] == ["conceded", "win"]


@pytest.mark.rule("COM-DROP-2")
def test_p7_the_console_offers_the_bye_player_before_the_clock() -> None:
    world = opened("armada", players=5).publish()
    bye, match = world.bye(), world.matches()[0]
    desk = client(site_of(world), world.link(ORGANISER))
    menu = desk.get(f"/c/cup/match/{match.number}/menu").content.decode()
    assert f'value="{match.a}-{bye}"' in menu
    desk.post(f"/c/cup/match/{match.number}/no-show", {"absent": str(match.a)})
    assert 'action="/c/cup/pair"' in desk.get("/c/cup/").content.decode(), "the next step says it as well"
    desk.post("/c/cup/pair", {"first": str(match.b), "second": str(bye)})
    assert world.opponent(match.b) == bye


@pytest.mark.rule("COM-DROP-2")
def test_p7_one_button_removes_the_absent_and_pairs_the_other() -> None:
    world = opened("armada", players=5).publish()
    bye, match = world.bye(), world.matches()[0]
    desk = client(site_of(world), world.link(ORGANISER))
    desk.post(f"/c/cup/match/{match.number}/no-show", {"instead": f"{match.a}-{bye}"})
    assert world.opponent(match.b) == bye
    assert not world.player(match.a).active


@pytest.mark.rule("COM-LOST-4")
def test_a9_slips_say_which_games_a_ruling_took() -> None:
    world = opened("star-wars-lcg").start()
    match = world.matches()[0]
    world.do(c.GiveSanction(player=match.a, kind="game_loss", reason="slow play", match=match.number))
    desk, phone = (client(site_of(world), world.link(who)) for who in (ORGANISER, by(match.b)))
    for page in (desk.get(f"/c/cup/match/{match.number}"), phone.get("/m/cup/report")):
        assert "by a ruling" in page.content.decode()


@pytest.mark.rule("COM-COND-8")
def test_b10_quick_entry_takes_a_double_loss_with_its_reason() -> None:
    world = opened("conquest").start()
    match = world.matches()[0]
    desk = client(site_of(world), world.link(ORGANISER))
    desk.post("/c/cup/quick", {"table": str(match.table), "result": "dl"})
    assert not world.match(match.a).final
    desk.post("/c/cup/quick", {"table": str(match.table), "result": "dl both cheated"})
    assert world.result(match).note == "both cheated"


def _cup(run: Run, game: str, players: int) -> None:
    run.event("new", "--game", game, "--name", "Cup", "--date", "2026-11-14", "--stage", "swiss 3")
    run.event("register", *(f"Gracz Nr{n}" for n in range(players)))
    for step in ("announce", "draw", "publish"):
        run.event(step)


@pytest.mark.rule("COM-DROP-2", "COM-DROP-1")
def test_p7_p8_p16_from_the_terminal(run: Run) -> None:
    _cup(run, "armada", 5)
    run.do("change-event", "--changes", '{"settings": {"registration.late_entry": true}}', "--reason", "late")
    rows = run.event("pairings")["pairings"]
    bye = next(row["players"][0]["player"] for row in rows if len(row["players"]) == 1)
    first = rows[0]
    run.event("no-show", str(first["table"]), str(first["players"][0]["player"]))
    assert "AMB-G6" in str(run.event("show")["hints"]) or "COM-DROP-2" in str(run.event("show")["hints"])
    other = str(first["players"][1]["player"])
    run.do("pair-left-over", "--first", other, "--second", str(bye), "--reason", "both without an opponent")
    assert run.event("show")["hints"] == []
    run.event("clock", "start")
    code, _, error = run("event", "drop", other)
    assert code == 1
    assert "COM-DROP-1" in error
    run.event("drop", other, "--game", "conceded", "--report", '{"scores": [0, 0]}')
    second = rows[1]["table"]
    code, _, error = run("event", "result", str(second), "dl")
    assert code == 1
    assert "COM-COND-8" in error
    run.event("result", str(second), "dl", "--reason", "both cheated")
