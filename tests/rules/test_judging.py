"""Deck checks and disputes are handled and worded as the documents say, also from the terminal."""

import json
from typing import Any

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.texts import Speaker
from tests.cli.terminal import Run
from tests.support.event import Event, by


@pytest.mark.rule("SWL-CHECK-1", "SWL-CHECK-2")
def test_deck_checks_of_star_wars_lcg_come_after_the_result_with_a_warning_or_a_penalty() -> None:
    """A player demands the check when the result is on the slip; an illegal card is never passed over."""
    event = Event("star-wars-lcg").register(4).announce().start()
    match = event.in_round()[0]
    call = c.CallJudge(match=match.number, kind="deck_check")
    event.refused(call, "deck_check.after_the_result", "SWL-CHECK-1", by=by(match.a))
    event.results().do(call, by=by(match.a))
    found = c.RecordDeckCheck(player=match.a, legal=False, match=match.number, note="foreign card")
    event.refused(found, "deck_check.warn_or_punish", "SWL-CHECK-2")


@pytest.mark.rule("COM-ROLE-13")
def test_players_who_settle_a_dispute_themselves_need_no_text(run: Run) -> None:
    run.event("new", "--game", "destiny", "--name", "Cup", "--date", "2026-11-15", "--stage", "swiss 1")
    run.do("call-judge", "--text", "range?")
    (record,) = run.do("give-ruling", "--call", "1", "--settled-by-players")["records"]
    assert record["event"]["settled_by_players"] is True


@pytest.mark.parametrize(("lang", "words"), [("en", "illegal card"), ("pl", "niedozwolona karta")])
def test_a_deck_check_without_a_note_is_worded_in_the_reader_s_language(lang: str, words: str) -> None:
    penalty = e.SanctionGiven(sanction=1, player=1, kind="penalty", reason="deck", by=1)
    for event in (e.ResultAnnulled(1, "deck", "SWL-CHECK-2"), penalty):
        assert words in Speaker(lang=lang).event(event)


def begun(run: Run, game: str, players: int, *more: str) -> None:
    """Round 1 of a new event is published."""
    run.event("new", "--game", game, "--name", "Cup", "--date", "2026-11-14", *more)
    run.event("register", *(f"Gracz Nr{n}" for n in range(players)))
    for step in ("announce", "draw", "publish"):
        run.event(step)


def rows(run: Run) -> list[dict[str, Any]]:
    return list(run.event("pairings")["pairings"])


@pytest.mark.rule("SWL-FTIME-2", "SWL-ERR-4", "SWL-FIN-1")
def test_what_only_the_site_could_do_is_typed(run: Run) -> None:
    """A double loss of one game, a recommendation, minutes of the finals, sides, a tie score at time."""
    begun(run, "star-wars-lcg", 4, "--stage", "swiss 1", "--stage", "double 4")
    run.event("clock", "start")
    run.event("result", "1", "wx")
    run.event("result", "2", "ww")
    run.do("recommend-disqualification", "--player", "1", "--reason", "shouting")
    run.do("change-event", "--changes", '{"minutes": {"knockout": 40}}')
    for step in (("close",), ("cut",), ("draw",), ("publish",), ("clock", "start")):
        run.event(*step)
    first = rows(run)[0]
    light, dark = (one["player"] for one in first["players"])
    run.do("choose-sides", "--match", str(first["match"]), "--light", str(light))
    tie = {"objectives": 3, "damage_on_dark": 0, "dial": 0, "damage_on_light": 0, "balance": "light"}
    slip = json.dumps({"end": "time", "light": "a", **tie})
    run.do("enter-result", "--match", str(first["match"]), "--report", slip)
    assert rows(run)[0]["winner"] == light != dark
