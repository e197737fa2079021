"""Two players with two phones settle their match themselves, in every game, also without a connection."""

import re
from collections.abc import Callable
from unittest.mock import Mock, patch

import pytest
from playwright.sync_api import Route, expect

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from komandor.log.store import ReadOnly
from tests.browser.phones import Hall, fill_and_read, open_slip, send, wider_than_the_screen

GAMES = ("armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest")


@pytest.mark.parametrize("game", GAMES)
def test_one_reports_and_the_other_confirms(hall_of: Callable[[str], Hall], game: str) -> None:
    hall = hall_of(game)
    anna, bartek, match = hall.at_table()
    expect(anna.locator(".my-table-number")).to_have_text(str(match.table))
    send(anna, game)
    expect(anna.get_by_text("czeka na przeciwnika")).to_be_visible()
    confirm = bartek.get_by_role("button", name="Potwierdź wynik")
    expect(confirm).to_be_visible()
    expect(bartek.locator("#news")).to_contain_text("zgłasza wynik")
    confirm.dblclick()
    expect(bartek.get_by_text("wynik się liczy", exact=True)).to_be_visible()
    expect(anna.get_by_text("wynik się liczy", exact=True)).to_be_visible()
    result = hall.again(match).result
    assert result
    assert (result.status, result.winner) == ("final", match.a)
    assert not wider_than_the_screen(anna)


@pytest.mark.parametrize("game", ["armada", "star-wars-lcg"])
def test_two_different_reports_are_a_dispute(hall_of: Callable[[str], Hall], game: str) -> None:
    hall = hall_of(game)
    anna, bartek, match = hall.at_table()
    send(anna, game, "a")
    bartek.get_by_role("link", name="Zgłoś spór o wynik").click()
    send(bartek, game, "b")
    expect(anna.locator(".phone-actions")).to_contain_text("rozstrzygnie sędzia")
    result = hall.again(match).result
    assert result
    assert result.status == "disputed"
    hall.event.do(c.EnterResult(match=match.number, report=result.report))
    expect(anna.get_by_text("wynik się liczy", exact=True)).to_be_visible()
    expect(bartek.get_by_text("wynik się liczy", exact=True)).to_be_visible()


def test_a_report_without_connection_is_kept_and_sent_once(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("armada")
    anna, bartek, match = hall.at_table()
    open_slip(anna)
    fill_and_read(anna, "armada")
    anna.context.set_offline(True)
    anna.get_by_role("button", name="Zgłoś wynik", exact=True).click()
    expect(anna.locator("#unsent")).to_be_visible()
    assert hall.again(match).result is None
    anna.context.set_offline(False)
    expect(anna.get_by_text("czeka na przeciwnika")).to_be_visible()
    expect(anna.locator("#unsent")).to_be_hidden()
    expect(bartek.get_by_role("button", name="Potwierdź wynik")).to_be_visible()
    reports = [r for r in hall.event.ledger.store.read("cup") if '"type":"result_reported"' in r.event]
    assert len(reports) == 1


def test_a_report_that_cannot_be_saved_is_kept_until_there_is_room(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("destiny")
    anna, _, match = hall.at_table()
    open_slip(anna)
    fill_and_read(anna, "destiny")
    full = Mock(side_effect=ReadOnly("no space left on device", "store.disk_full"))
    with patch.object(hall.event.ledger.store, "append", full):
        anna.get_by_role("button", name="Zgłoś wynik", exact=True).click()
        expect(anna.locator("#unsent")).to_be_visible()
    expect(anna.get_by_text("czeka na przeciwnika")).to_be_visible()
    expect(anna.locator("#unsent")).to_be_hidden()
    assert hall.again(match).result


def log_in_first(route: Route) -> None:
    route.fulfill(status=302, headers={"Location": "/"})


def a_page_of_the_network(route: Route) -> None:
    route.fulfill(status=200, body="<p>Welcome to this network</p>", content_type="text/html")


def a_page_that_refuses(route: Route) -> None:
    body = '<div class="notice danger"><ul>Log in to this network</ul></div>'
    route.fulfill(status=403, body=body, content_type="text/html")


@pytest.mark.parametrize("portal", [log_in_first, a_page_of_the_network, a_page_that_refuses])
def test_a_network_that_answers_instead_of_us_does_not_swallow_a_report(
    hall_of: Callable[[str], Hall], portal: Callable[[Route], None]
) -> None:
    hall = hall_of("destiny")
    anna, _, match = hall.at_table()
    open_slip(anna)
    fill_and_read(anna, "destiny")
    anna.route("**/report", portal)
    anna.get_by_role("button", name="Zgłoś wynik", exact=True).click()
    expect(anna.locator("#unsent")).to_be_visible()
    with anna.expect_request("**/report"):  # it is tried again, and answered by the network again
        pass
    expect(anna.locator("#unsent")).to_be_visible()
    anna.unroute("**/report")
    expect(anna.get_by_text("czeka na przeciwnika")).to_be_visible()
    assert hall.again(match).result


def test_a_report_whose_answer_was_lost_is_not_called_late(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("destiny")
    anna, _, match = hall.at_table()
    open_slip(anna)
    fill_and_read(anna, "destiny")

    def lost(route: Route) -> None:
        """It arrives; the opponent confirms it before the phone hears of it."""
        route.fetch(max_redirects=0)
        hall.event.do(
            c.ConfirmResult(match.number, hall.event.seen(match.number)), by=Actor("player", match.b)
        )
        route.abort()

    anna.route("**/report", lost, times=1)
    anna.get_by_role("button", name="Zgłoś wynik", exact=True).click()
    expect(anna.get_by_text("wynik się liczy", exact=True)).to_be_visible()
    expect(anna.locator("#unsent")).to_be_hidden()
    expect(anna.locator("#unsent-refused")).to_be_hidden()


def test_what_a_result_is_worth_and_send_stay_in_sight_and_a_lost_fleet_counts_whole(
    hall_of: Callable[[str], Hall],
) -> None:
    hall = hall_of("armada")
    phone = hall.phone(hall.match().a)
    open_slip(phone)
    phone.locator('input[name="g0.scores.b"]').fill("120")
    phone.uncheck('input[name="g0.ships_left.b"]')
    expect(phone.locator('input[name="g0.end"][value="destruction"]')).to_be_checked()
    expect(phone.locator('input[name="g0.scores.a"]')).to_have_value("400")
    worth = phone.locator("[data-preview-here] .outcome-line")
    expect(worth).to_contain_text("Wygrywasz")
    phone.evaluate("scrollTo(0, 0)")
    for shown in (worth, phone.get_by_role("button", name="Zgłoś wynik", exact=True)):
        box, bar = shown.bounding_box(), phone.locator(".phone-bar").bounding_box()
        assert box
        assert bar
        assert box["y"] + box["height"] <= bar["y"], "nothing to scroll for, nothing behind the bar"
    phone.check('input[name="g0.end"][value="rounds"]', force=True)
    expect(phone.locator('input[name="g0.ships_left.b"]')).to_be_checked()
    phone.check('input[name="g0.end"][value="destruction"]', force=True)
    expect(phone.locator('input[name="g0.ships_left.b"]')).not_to_be_checked()


def test_whose_fleet_was_destroyed_follows_from_scores_typed_afterwards(
    hall_of: Callable[[str], Hall],
) -> None:
    phone = (hall := hall_of("armada")).phone(hall.match().a)
    open_slip(phone)
    phone.check('input[name="g0.end"][value="destruction"]', force=True)
    phone.locator('input[name="g0.scores.b"]').press_sequentially("120")
    phone.locator('input[name="g0.scores.a"]').press_sequentially("400")
    expect(phone.locator('input[name="g0.ships_left.a"]')).to_be_checked()
    expect(phone.locator('input[name="g0.ships_left.b"]')).not_to_be_checked()
    expect(phone.locator("[data-preview-here] .outcome-line")).to_contain_text("Wygrywasz")


def test_a_slip_filled_in_before_its_script_arrives_is_read_all_the_same(
    hall_of: Callable[[str], Hall],
) -> None:
    hall = hall_of("armada")
    phone = hall.phone(hall.match().a)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.route("**/js/result.js", hold)
    with phone.expect_request("**/js/result.js"):
        phone.goto(f"{hall.served.url}/m/cup/report", wait_until="commit")
    phone.fill('input[name="g0.scores.b"]', "120")
    phone.uncheck('input[name="g0.ships_left.b"]')
    expect(phone.locator("[data-preview-here]")).not_to_have_text(re.compile(r"\d"))
    for script in held:
        script.continue_()
    expect(phone.locator('input[name="g0.end"][value="destruction"]')).to_be_checked()
    expect(phone.locator("[data-preview-here] .outcome.ok")).to_be_visible()


def test_a_half_filled_slip_survives_another_language_and_reload_but_not_another_game(
    hall_of: Callable[[str], Hall],
) -> None:
    hall = hall_of("star-wars-lcg")
    page = hall.phone(hall.match().a)
    page.goto(f"{hall.served.url}/m/{hall.event.id}/report")
    page.locator('label:has([name="g0.winner"][value="b"])').click()
    chosen = page.locator('[name="g0.winner"][value="b"]')
    page.locator(".languages [lang=en]").click()
    expect(page.get_by_role("heading", name="Report result")).to_be_visible()
    expect(chosen).to_be_checked()
    page.reload()
    expect(chosen).to_be_checked()
    hall.event.results().close().start()
    page.reload()
    expect(page.get_by_role("heading", name="Report result")).to_be_visible()
    expect(chosen).not_to_be_checked()


def test_a_phone_that_slept_catches_up(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("destiny")
    anna, _, match = hall.at_table()
    assert match.b
    anna.context.set_offline(True)
    with anna.expect_event("requestfailed"):
        hall.by(match.b, c.ReportResult(match.number, {"end": "win", "winner": "b"}, match.players))
    expect(anna.get_by_role("button", name="Potwierdź wynik")).to_have_count(0)
    anna.context.set_offline(False)
    expect(anna.get_by_role("button", name="Potwierdź wynik")).to_be_visible()
    expect(anna.locator("#news")).to_contain_text("zgłasza wynik")


def test_the_round_clock_does_not_follow_a_device_clock_that_is_set(hall_of: Callable[[str], Hall]) -> None:
    page, _, _ = hall_of("armada").at_table()
    shown = """() => {
        document.dispatchEvent(new Event("komandor:live"));  // every clock shows its time again
        const parts = document.querySelector("[data-clock-digits]").textContent.split(":").map(Number);
        return parts.reduce((sum, part) => 60 * sum + part, 0);
    }"""
    page.wait_for_function("() => document.body.dataset.connection === 'open'")
    before = page.evaluate(shown)
    page.evaluate("() => { const real = Date.now; Date.now = () => real.call(Date) + 3_600_000; }")
    assert before - 60 < page.evaluate(shown) <= before


def test_a_judge_on_the_way_and_the_next_round_are_told(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("conquest")
    anna, *_ = hall.at_table()
    anna.get_by_role("link", name="Wezwij sędziego").click()
    anna.get_by_role("button", name="Wezwij sędziego").click()
    expect(anna.get_by_text("Wezwano sędziego")).to_be_visible()
    hall.event.do(c.TakeCall(1))
    expect(anna.locator("#news")).to_have_text("Sędzia jest w drodze.")
    hall.event.do(c.GiveRuling(1, "Karta działa.", "COM-ROLE-13")).results().close().publish()
    expect(anna.locator("#news")).to_contain_text("Nowa runda: stolik")
    expect(anna.locator(".my-table")).to_contain_text("Runda 2")


def test_a_banner_goes_when_it_is_no_longer_so(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("destiny")
    anna, _, match = hall.at_table()
    assert match.b
    hall.by(match.b, c.ReportResult(match.number, {"end": "win", "winner": "b"}, match.players))
    expect(anna.locator("#news")).to_contain_text("zgłasza wynik")
    hall.event.do(hall.event.undo())
    expect(anna.get_by_role("link", name="Zgłoś wynik")).to_be_visible()
    expect(anna.locator("#news")).to_be_hidden()


@pytest.mark.parametrize("portal", [a_page_of_the_network, a_page_that_refuses])
def test_a_network_that_answers_instead_of_us_does_not_take_the_place_of_the_table(
    hall_of: Callable[[str], Hall], portal: Callable[[Route], None]
) -> None:
    hall = hall_of("destiny")
    anna, *_, match = hall.at_table()
    anna.route("**/*", portal)
    with anna.expect_request("**/m/cup/live"):
        hall.event.do(c.ExtendTable(match.number, 5, ""))
    with anna.expect_request("**/m/cup/live"):  # it is tried again
        pass
    expect(anna.get_by_text("Zgłoś wynik")).to_be_visible()
    anna.unroute("**/*")
    expect(anna.get_by_text("+5 min")).to_be_visible()


def test_a_phone_without_a_network_says_so_at_once(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("destiny")
    anna, *_ = hall.at_table()
    expect(anna.locator("body[data-connection=open]")).to_be_attached()
    anna.context.set_offline(True)
    expect(anna.locator("#offline")).to_be_visible(timeout=5_000)
    anna.context.set_offline(False)
    expect(anna.locator("#offline")).to_be_hidden()
