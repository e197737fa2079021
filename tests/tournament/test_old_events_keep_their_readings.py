"""An event keeps the readings under which it was created; one of version 0.1 those of version 0.1."""

from itertools import islice
from pathlib import Path

import pytest

from komandor.app.ledger import event_of
from komandor.core.games import GAMES
from komandor.core.games.settings import defaults, settings_in_force
from komandor.core.tournament.actions import evolve
from komandor.core.tournament.actions.pairs import make_draw
from komandor.core.tournament.events import Event as Happened
from komandor.core.tournament.events import RoundDrawn, TournamentCreated
from komandor.core.tournament.readings.regulations import settings
from komandor.core.tournament.replay import voided
from komandor.core.tournament.state import Tournament
from komandor.log.bundle import Bundle, parse
from tests.check.events import check_events
from tests.support.dice_event import DiceEvent, Log
from tests.support.event import Event, swiss
from tests.support.rules import rules_of

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.komandor"))
SECOND_BYE = "pairing.second_bye_before_rematch"

COMMON_OF_0_1: dict[str, object] = {
    "sos.bye_counts_as_zero_opponent": False,
    "sos.count_missed_rounds_after_rejoin": False,
    "standings.hide_dropped": False,
    "products.premier_delay_days": 11,
    "registration.late_entry": False,
    "registration.late_no_bye_first_round": False,
    "pairing.avoid_groups_round1": False,
    "lists.required": False,
    "stage.carry_points": True,
    SECOND_BYE: True,  # version 0.1 had no such setting: it avoided rematches first
    "sos.count_forfeits": True,  # nor these
    "sanction.points_enter_sos": True,
    "sanction.points_below_zero": True,
}
OWN_OF_0_1: dict[str, dict[str, object]] = {
    "armada": {"armada.missed_round_tp": 0},
    "imperial-assault": {
        "ia.knockout_best_of": 3,
        "ia.bo3_level_at_time": "vp_total",
        "ia.tie_health": "defeated",
        "ia.redraw_mission_each_game": False,
    },
    "destiny": {"destiny.knockout_best_of": 3},
    "star-wars-lcg": {
        "swl.bye_points": 6,
        "swl.unplayed_second_game_points": 0,
        "swl.side_count_includes_swiss": False,
        "swl.allow_concede_game2": False,
        "swl.2v2_draw_points": 2,
        "swl.start_numbers": "random",
        "swl.round1": "random",
        "swl.sos_mode": "sum",
        "pairing.avoid_groups_round1": True,
    },
    "conquest": {
        "conquest.final_minutes": 90,
        "conquest.knockout_tie": "ladder",
        "conquest.symbols": "kinds",
    },
}
"""Copied by hand: a default that is changed later must not change what an event of 0.1 means."""


@pytest.mark.parametrize("game", OWN_OF_0_1)
def test_what_a_log_of_0_1_did_not_record_means_what_it_meant_then(game: str) -> None:
    (rules,) = (one for one in GAMES if one.data.id == game)
    found = settings_in_force(rules, {})
    expected = COMMON_OF_0_1 | OWN_OF_0_1[game]
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize("game", OWN_OF_0_1)
def test_a_new_event_records_every_setting(game: str) -> None:
    event = Event(game, settings={"registration.late_entry": True})
    created = event.log[0]
    assert isinstance(created, TournamentCreated)
    assert created.settings == {**defaults(rules_of(created.edition)), "registration.late_entry": True}
    assert settings(event.t)[SECOND_BYE] is False


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: p.stem)
def test_every_draw_of_a_golden_log_comes_out_again(path: Path) -> None:
    """Drawn again from the state before it, with the link that stands in the log."""
    bundle = parse(path.read_bytes())
    assert isinstance(bundle, Bundle)
    history = [(record.seq, event_of(record)) for record in bundle.records]
    again, t, gone = 0, Tournament(), voided(history)
    for seq, event in history:
        if seq in gone:
            continue
        if isinstance(event, RoundDrawn):
            made: tuple[Happened, ...] = make_draw(t, t.rounds[event.round], event.link, event.public)
            assert made == (event,), seq
            again += 1
        evolve(t, event, seq)
    assert again > 3


def as_0_1_wrote_it(log: Log) -> Log:
    log[0]["settings"] = {}
    for record in log:
        if record["type"] == "round_published":
            record["rematches_accepted"] = "round.rematches" in record.pop("accepted")
    return log


@pytest.mark.rule("COM-BYE-4")
def test_a_second_bye_that_0_1_gave_is_still_in_order() -> None:
    """Five players, four rounds: 0.1 avoided the rematch, and nobody was asked about the bye."""
    logs = (
        DiceEvent("destiny", swiss(4), dice=seed, settings={SECOND_BYE: True}).register(5).play_out().records
        for seed in range(100)
    )
    early = (log for log in logs if any("round.second_bye_early" in x.get("accepted", ()) for x in log))
    for log in islice(early, 3):
        assert check_events(as_0_1_wrote_it(log)) == []
    assert next(early), "it does happen"
