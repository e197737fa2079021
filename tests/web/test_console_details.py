"""The organiser's pages show the true state of players, matches and times."""

import re
from datetime import datetime

import pytest

from komandor.app.access import HOST, Actor
from komandor.app.queries.everybody.rounds import round_view
from komandor.app.queries.everybody.schedule import day_plan_of
from komandor.core.games import find_rules
from komandor.core.games.game import Situation
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.scoring import report_code
from komandor.web.console.prepare import roster
from tests.support.event import single, swiss
from tests.support.world import ORGANISER, World, client, opened, site_of

WEEK = 7 * 24 * 60


def page_of(world: World, path: str = "") -> str:
    return client(site_of(world), world.link(ORGANISER)).get(f"/c/cup/{path}").content.decode()


def test_a_disqualification_without_a_reason_asks_for_it_again() -> None:
    world = opened("destiny").start()
    desk = client(site_of(world), world.link(ORGANISER))
    page = desk.post("/c/cup/player/1/disqualify", {"reason": "  ", "command_id": "a"}).content.decode()
    assert "Give the reason for the penalty." in page
    assert 'name="reason"' in page, "refused, and nowhere to write it"


def test_a_disqualified_player_does_not_read_as_dropped() -> None:
    world = opened("destiny", swiss(3), players=4).announce().start()
    world.do(c.Disqualify(world.in_round()[0].a, "marked cards"))
    page = page_of(world)
    assert "disqualified</span>" in page
    assert not re.search(r'class="badge off">.*?(left|dropped)</span>', page)


def test_a_disputed_match_is_filled_with_neither_version() -> None:
    world = opened("destiny", swiss(3), players=4).announce().start()
    match = world.in_round()[0]
    world.do(
        c.ReportResult(match.number, {"end": "win", "winner": "a"}, match.players),
        by=Actor("player", match.a),
    )
    seen = report_code(world.t.matches[match.number].result)
    world.do(c.DisputeResult(match.number, seen, "no"), by=Actor("player", match.b))
    page = page_of(world, f"match/{match.number}")
    slip = page[page.index("data-result") : page.index("</form>", page.index("data-result"))]
    assert "reported:" in slip
    assert 'name="g0.winner" value="a" checked' not in slip
    assert 'name="g0.winner" value="" checked' in slip


def test_one_game_of_a_bracket_is_one_to_nothing() -> None:
    world = opened("star-wars-lcg", swiss(2), single(4), players=8).announce().play_stage().cut().start()
    world.results()
    view = round_view(world.t, world.t.round_number, 0)
    assert {row.score for row in view.rows} <= {"1–0", "0–1"}


def test_winners_and_results_are_both_understood() -> None:
    lcg, two_wins = find_rules("star-wars-lcg"), find_rules("destiny")
    assert lcg
    assert two_wins
    read, destiny = lcg.shorthand, two_wins.shorthand
    in_swiss, in_knockout = Situation("swiss"), Situation("knockout")
    assert read("ab", in_swiss) == read("wl", in_swiss)
    assert read("w", in_knockout) == read("a", in_knockout)
    to_two_wins = Situation("knockout", "advanced")
    assert destiny("wlw", to_two_wins) == destiny("aba", to_two_wins)
    assert destiny("l", in_swiss) == destiny("b", in_swiss)


def test_the_mission_stays_on_a_round_that_is_closed() -> None:
    world = opened("imperial-assault", swiss(3), players=4).announce().start()
    mission = world.t.rounds[1].mission
    assert mission
    shown = round_view(world.t, 1, 0).mission
    world.results().close()
    assert str(shown) in page_of(world, "round/1")


@pytest.mark.parametrize(
    ("text", "club"),
    [
        ("Ola Mróz; Warszawa\nJan Lis; Kraków", "Warszawa"),
        ("Ola Mróz - Warszawa", "Warszawa"),
        ("Ola Mróz; Warszawa\nJan Lis\nEwa Rak", "Warszawa"),
        ("Ola Mróz – Stara Wieś\nJan Lis", "Stara Wieś"),
    ],
)
def test_a_city_after_the_name_is_not_a_part_of_it(text: str, club: str) -> None:
    person = roster.read(text).entries[0].person
    assert (person["first"], person["last"], person["club"]) == ("Ola", "Mróz", club)


def test_a_double_name_keeps_its_hyphen() -> None:
    person = roster.read("Anna Nowak-Lis").entries[0].person
    assert (person["last"], "club" in person) == ("Nowak-Lis", False)


def test_an_event_made_on_its_day_starts_now() -> None:
    world = World("destiny", swiss(3))
    host = client(site_of(world), world.link(HOST))
    host.post("/new/destiny", {"name": "Tuesday", "event_kind": "unofficial"})
    made = next(one for one in world.store.tournaments() if one != "cup")
    hour, minute = map(int, day_plan_of(world.store, made).start.split(":"))
    now = datetime.now().astimezone()
    apart = abs(60 * (hour - now.hour) + minute - now.minute)
    assert min(apart, 1440 - apart) <= 6


def test_an_organiser_without_a_name_is_called_organiser_once() -> None:
    world = World("destiny", swiss(3))
    host = client(site_of(world), world.link(HOST))
    host.post("/new/destiny", {"name": "Tuesday", "event_kind": "unofficial"})
    made = next(one for one in world.store.tournaments() if one != "cup")
    bar = host.get(f"/c/{made}/").content.decode().partition('class="wide-only quiet-text who"')[2]
    assert (
        re.findall(r"#1|organiser", bar.partition("</span></span>")[0].partition("</header>")[0])
        == ["organiser"] * 2
    )
    assert ">#1<" not in host.get(f"/c/{made}/log").content.decode()


def test_what_is_set_already_is_said_and_not_refused() -> None:
    world = opened("destiny", swiss(3), players=4)
    desk = client(site_of(world), world.link(ORGANISER))
    answer = desk.post("/c/cup/lists", {"do": "deadline", "until": "", "command_id": "a"})
    assert answer.status_code == 302
    assert "already set this way" in desk.get(answer["Location"]).content.decode()


def test_after_the_end_the_page_says_what_is_left_to_do() -> None:
    world = opened("armada", swiss(1), players=4).announce().play_out()
    page = page_of(world, "standings")
    left = page[page.index("What is left to do") :].partition("</ul>")[0]
    assert re.findall(r'href="/([^"]+)"', left)[:5] == [
        "t/cup/screen/podium",
        "c/cup/prizes",
        "t/cup/#podium",
        "t/cup/share",
        "c/cup/file",
    ]


def test_the_start_page_counts_who_is_checked_in() -> None:
    """The plan is made for these; 'too few players' beside '14 players' puzzles."""
    world = World("armada").people(14)
    assert "Checked in" not in page_of(world)
    world.do(c.CheckIn((1, 2, 3)))
    assert re.search(r"Checked in</dt>\s*<dd><span class=\"num\">3<", page_of(world))


def test_a_round_of_a_week_is_said_in_days() -> None:
    world = opened("destiny", swiss(3), players=4)
    world.do(c.ChangeEvent({"minutes": {"swiss": WEEK}})).announce().draw().publish()
    page = page_of(world)
    assert "7 days" in page
    assert str(WEEK) not in page


def test_missing_lists_leave_a_button_that_works_and_a_way_to_paper() -> None:
    world = opened("destiny", swiss(3), players=4)
    world.do(c.ChangeEvent({"settings": {"lists.required": True}})).announce()
    page = page_of(world)
    step = page[page.index('class="next-step') :]
    assert "Start despite list problems" in step
    step = step[: step.index("</section>")]
    assert step.count('name="despite_lists"') == step.count(" checked>") == 4
    folded = step[step.index("<details") : step.index("</details>")]
    assert "May start anyway: 4" in folded
    assert "list_reason" not in folded, "names are folded away, the way on is not"
    desk = client(site_of(world), world.link(ORGANISER))
    hidden = dict(
        re.findall(r'type="hidden" name="(part|set\.lists\.required|reason|back)" value="([^"]*)"', step)
    )
    assert desk.post("/c/cup/settings", hidden)["Location"] == "/c/cup/"
    assert world.t.settings["lists.required"] is False
    assert "despite_lists" not in page_of(world)


def test_a_step_that_would_be_refused_leads_to_what_stands_in_its_way() -> None:
    world = World("armada").people(14)
    world.do(c.CheckIn((1, 2, 3)))
    page = page_of(world)
    step = page[page.index('class="next-step') :].partition("</section>")[0]
    assert "<form" not in step
    assert re.search(r'<a class="button primary big" href="/c/cup/people"', step)
    world.do(c.CheckIn((4,)))
    assert 'value="announce"' in page_of(world)


def test_who_drops_while_others_play_is_shown_with_points_and_no_place() -> None:
    """The first result of a round would make its winner the first of all."""
    world = opened("conquest", swiss(3), players=8).announce().play_round().start()
    match = world.open()[0]
    page = page_of(world, f"player/{match.a}/drop")
    shown = re.sub(r"<[^>]+>|\s+", " ", page[page.index('class="effect"') :].partition("</dl>")[0])
    assert "point" in shown
    assert not re.search(r"\d(st|nd|rd|th) ·", shown)
    assert "Places move with every result until the round is closed." in page
