"""A phone says what its numbers count, asks before an appeal, and names what was typed wrongly."""

import re

import pytest

from komandor.app.access import Actor
from komandor.app.queries.everybody.visible import public_log
from komandor.core import games
from komandor.core.games.game import Rules
from komandor.core.ids import PlayerNo
from komandor.core.tournament import commands as c
from komandor.core.tournament.values import SanctionKind
from komandor.rulebook import rule, search
from komandor.rulebook.register import LANGUAGES
from komandor.web.public import ruletext
from tests.support.event import single, swiss
from tests.support.world import JUDGE, MARSHAL, ORGANISER, World, client, opened, site_of
from tests.web.test_phone_report import phone, seated


def test_points_and_place_say_after_which_round() -> None:
    world = opened("armada", swiss(3)).play_round().start()
    page = phone(world, 1).get("/m/cup/").content.decode()
    assert "after round 1" in page
    assert "<h1" in page, "a screen reader finds the page by its heading"


def test_a_cut_at_one_point_is_no_plural() -> None:
    world = opened("destiny", swiss(4), single(4), players=9).play_round().start()
    assert "the last place in has 1 point, and you have 1." in phone(world, 1).get("/m/cup/").content.decode()


@pytest.mark.parametrize(("game", "role"), [("armada", "koordynator"), ("destiny", "komandor")])
def test_an_appeal_is_heard_by_whoever_the_document_of_the_game_names(game: str, role: str) -> None:
    world = opened(game).start()
    match = seated(world)
    world.do(c.CallJudge(match.number, kind="dispute"), by=Actor("player", match.a))
    world.do(c.GiveRuling(1, "Liczy się."), by=JUDGE)
    browser = phone(world, match.a)
    browser.cookies["lang"] = "pl"
    page = browser.get("/m/cup/judge").content.decode()
    assert f"Obu stron wysłucha {role};" in page
    assert f"Odwołaj się do {role}a" in page


def test_an_appeal_asks_why_first_and_only_staff_reads_it() -> None:
    world = opened("armada").start()
    match = seated(world)
    world.do(c.CallJudge(match.number, kind="dispute"), by=Actor("player", match.a))
    world.do(c.GiveRuling(1, "It counts."), by=JUDGE)
    browser = phone(world, match.a)
    assert "AppealRuling" not in browser.get("/m/cup/").content.decode(), "one tap is not enough"
    assert "required></textarea>" in browser.get("/m/cup/judge").content.decode()
    browser.post("/m/cup/do/AppealRuling", {"call": "1", "text": "not measured", "command_id": "a"})
    assert world.t.calls[1].state == "appealed"
    site = site_of(world)
    desk = client(site, world.link(JUDGE)).get("/j/cup/call/1").content.decode()
    assert "not measured" in desk
    shown = public_log(site.store, world.ledger.load("cup"))
    assert b"ruling_appealed" in shown
    assert b"not measured" not in shown


def test_a_game_lost_by_a_sanction_is_not_called_conceded() -> None:
    world = opened("armada").start()
    match = seated(world)
    world.do(
        c.GiveSanction(player=match.a, kind="game_loss", reason="slow play", match=match.number), by=MARSHAL
    )
    page = phone(world, match.a).get("/m/cup/").content.decode()
    assert "lost by penalty" in page
    assert "conceded" not in page
    assert ">You received a penalty.<" in page
    assert "Staff entered your result" not in page
    assert "A penalty decided your match." in phone(world, match.b).get("/m/cup/").content.decode()


@pytest.mark.parametrize("kind", ["game_loss", "match_loss", "disqualification"])
def test_history_and_table_name_the_sanction_that_lost_the_match(kind: SanctionKind) -> None:
    world = opened("armada").start()
    match = seated(world)
    number = match.number if kind != "disqualification" else None
    given = c.GiveSanction(player=match.a, kind=kind, reason="slow play", match=number)
    world.do(given, by=ORGANISER)
    page = phone(world, match.a).get("/m/cup/history").content.decode()
    card = page[page.index("Round 1") : page.index("Opponent:")]
    assert kind.replace("_", " ") in card
    assert "conceded" not in page
    other = phone(world, match.opponent(match.a) or match.a)
    assert "slow play" not in other.get("/m/cup/history").content.decode()
    if number:
        assert "lost by penalty" in other.get("/m/cup/").content.decode()


def test_a_match_that_was_played_on_after_a_lost_game_is_called_by_its_result() -> None:
    world = opened("star-wars-lcg").start()
    match = seated(world)
    lost = c.GiveSanction(player=match.a, kind="game_loss", reason="x", match=match.number)
    world.do(lost, by=MARSHAL).results(world.opponent(match.a))
    page = phone(world, match.a).get("/m/cup/history").content.decode()
    assert "game loss" not in page[page.index("Round 1") : page.index("Opponent:")]


def test_a_ruling_stands_right_below_the_table_and_an_appeal_is_not_called_the_readers_own() -> None:
    world = opened("armada").start()
    match = seated(world)
    world.do(c.CallJudge(match.number), by=Actor("player", match.a))
    world.do(c.GiveRuling(1, "It counts."), by=JUDGE)
    page = phone(world, match.b).get("/m/cup/").content.decode()
    assert page.index("It counts.") < page.index("Who has the initiative?") < page.index("Set-up:")
    world.do(c.AppealRuling(1, "not measured"), by=Actor("player", match.a))
    assert "Your appeal" not in phone(world, match.b).get("/m/cup/").content.decode()


def test_a_swap_is_announced_as_a_change_and_not_as_a_new_round() -> None:
    world = opened("armada", players=8).announce().publish()
    one, two = world.in_round()[:2]
    assert "New round: table" in phone(world, one.a).get("/m/cup/news").content.decode()
    world.do(c.SwapPlayers(one.a, two.a, "same club"))
    news = phone(world, one.a).get("/m/cup/news").content.decode()
    assert f"Your pairing changed: table {two.table}, opponent Gracz{two.b} T." in news
    assert "New round" not in news


def test_a_refused_report_names_the_table_and_not_the_number_of_the_match_in_the_log() -> None:
    world = opened("destiny", players=8).start()
    last = world.in_round()[-1]
    other = next(m for m in world.in_round() if m.number != last.number)
    data = {"g0.end": "win", "g0.winner": "a", "match": str(last.number), "between": f"{other.a}-{last.b}"}
    page = phone(world, last.a).post("/m/cup/report", data).content.decode()
    assert f"Round 1, table {last.table}: this match has different players now" in page
    assert f"atch {last.number}" not in page


def test_a_paused_clock_is_not_said_to_run() -> None:
    world = opened("armada").start()
    browser = phone(world, 1)
    assert "The clock is running." in browser.get("/m/cup/news").content.decode()
    world.do(c.PauseClock())
    assert "The clock is running." not in browser.get("/m/cup/news").content.decode()


def test_without_scripts_the_phone_says_until_when_the_round_lasts() -> None:
    world = opened("armada").start()
    page = phone(world, 1).get("/m/cup/").content.decode()
    assert re.search(r"<noscript>until <time>\d\d:\d\d</time></noscript>", page)


def test_a_bye_says_whose_it_is_and_why_without_an_opponent() -> None:
    world = opened("armada", players=7).start()
    browser = phone(world, world.byes()[0])
    assert f"<strong>Gracz{world.byes()[0]} T.</strong>" in browser.get("/m/cup/").content.decode()
    page = browser.get("/m/cup/why").content.decode()
    assert "Why do I have a bye?" in page
    assert "Why this opponent?" not in page


def test_whoever_leaves_after_this_round_reads_so_at_the_table() -> None:
    world = opened("armada").start()
    said = "dropping after this round"
    assert said not in phone(world, 1).get("/m/cup/").content.decode()
    world.do(c.LeaveAfterRound(PlayerNo(1)), by=Actor("player", 1))
    assert said in phone(world, 1).get("/m/cup/").content.decode()


def test_nobody_gives_up_a_place_in_the_cut_before_the_last_swiss_round_is_over() -> None:
    said = "You give up your place in the cut"
    world = opened("star-wars-lcg", swiss(2), single(4), players=8).start()
    best = seated(world).a
    assert said not in phone(world, best).get("/m/cup/drop").content.decode()
    world.play_stage()
    first, last = world.order()[0], world.order()[-1]
    assert said in phone(world, first).get("/m/cup/drop").content.decode()
    world.cut()
    assert said in phone(world, first).get("/m/cup/drop").content.decode()
    assert said not in phone(world, last).get("/m/cup/drop").content.decode()


def test_a_newcomer_whose_list_the_next_draw_waits_for_reads_so() -> None:
    settings = {"registration.late_entry": True, "lists.required": True}
    world = World("destiny", swiss(3), settings=settings).people(4).announce()
    world.do(c.FreezeRound(despite_lists=(1, 2, 3, 4), reason="the printer broke"), c.DrawRound())
    world.do(c.PublishRound()).do(c.EnterLate("losses"))
    late, first = (phone(world, n).get("/m/cup/").content.decode() for n in (5, 1))
    assert "your list is missing" in late
    assert "Take it to the organiser" in late
    assert "your list is missing" not in first, "they were let in without one"


def test_after_the_end_nobody_is_offered_a_judge() -> None:
    world = opened("conquest").play_out()
    page = phone(world, 1).get("/m/cup/judge").content.decode()
    assert 'action="/m/cup/judge"' not in page
    assert "You can no longer call a judge." in page


def test_whoever_has_reported_is_not_asked_about_the_set_up_any_more() -> None:
    world = opened("armada").start()
    match = seated(world)
    before = phone(world, match.a).get("/m/cup/").content.decode()
    world.do(c.ReportResult(match.number, world.slip(match.a), match.players), by=Actor("player", match.a))
    for n in match.players:
        page = phone(world, n).get("/m/cup/").content.decode()
        for asked in ("Who has the initiative?", "data-steps="):
            assert asked in before
            assert asked not in page


def test_a_judge_who_plays_goes_from_desk_to_table_and_back() -> None:
    world = opened("armada").start()
    both = client(site_of(world), world.link(JUDGE), world.link(Actor("player", 1)))
    assert 'href="/m/cup/"' in both.get("/j/cup/").content.decode()
    assert 'href="/j/cup/"' in both.get("/m/cup/").content.decode()
    assert 'href="/j/cup/"' not in phone(world, 1).get("/m/cup/").content.decode()


def test_a_word_in_the_place_of_a_number_is_not_called_missing() -> None:
    world = opened("armada").start()
    typed = {"g0.end": "rounds", "g0.scores.a": "abc", "g0.scores.b": "100"}
    answer = phone(world, seated(world).a).post("/m/cup/report/read", typed).content.decode()
    assert "whole number" in answer
    assert "issing" not in answer


def test_a_round_that_is_drawn_but_not_published_is_still_the_next_one() -> None:
    world = World("armada", swiss(3), date="2099-01-01").people(4).announce().draw()
    page = phone(world, 1).get("/m/cup/").content.decode()
    assert "<time>10:00 on 1 January 2099</time>" in page, "round 1, not round 2"


def test_while_round_1_is_drawn_nobody_waits_for_a_next_one() -> None:
    world = opened("destiny").announce()
    page = phone(world, 1).get("/m/cup/").content.decode()
    assert "Starting soon" in page
    world.draw()
    page = phone(world, 1).get("/m/cup/").content.decode()
    assert "Starting soon" in page
    assert "Wait for the next round" not in page


@pytest.mark.rule("ARM-SETUP-6")
@pytest.mark.parametrize("decides", ["the chooser", "the other"])
def test_the_chosen_objective_is_noted_on_the_phone_before_the_game(decides: str) -> None:
    world = opened("armada")
    for n in (1, 2, 3, 4, 5, 6):
        world.do(c.SubmitList(n, {"total": 390 + n}), by=Actor("player", n))
    world.start()
    match = seated(world)
    chooser, other = sorted(match.players)  # the lower total decides on the initiative
    world.do(c.SetInitiative(match.number, other), by=Actor("player", chooser))
    noting = phone(world, chooser if decides == "the chooser" else other)
    assert "objective chosen by the first player" in noting.get("/m/cup/").content.decode().lower()
    noting.post("/m/cup/first", {"choice": "defense", "command_id": "o"})
    noted = world.t.matches[match.number]
    assert (noted.first, noted.choice) == (other, "defense")
    page = phone(world, other).get("/m/cup/").content.decode()
    assert "defence" in page
    assert 'name="choice"' not in page, "it is asked once"


@pytest.mark.parametrize("game", games.GAMES, ids=lambda game: game.data.id)
def test_the_hall_reads_what_happens_at_time_without_an_id(game: Rules) -> None:
    ids = {v for k, v in game.data.rules.items() if k.startswith("at_time")}
    assert ids
    for found in filter(None, map(rule, ids)):
        for lang in LANGUAGES:
            said = ruletext.plain(found.text[lang])
            assert len(said) > 30
            assert not any(part in said for part in ("-END-", "-TIME-", "-ROUND-", "AMB-")), said


def test_a_noun_finds_the_rules_that_have_its_verb() -> None:
    assert "ARM-PLAY-5" in [found.id for found in search("mierzenie", "pl")]


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "You are 3rd, with"), ("pl", "Zajmujesz 3. miejsce i masz")]
)
def test_my_place_is_an_ordinal(lang: str, said: str) -> None:
    world = opened("armada", swiss(3)).play_round()
    browser = phone(world, world.order()[2])
    browser.cookies["lang"] = lang
    assert said in browser.get("/m/cup/why").content.decode()
