"""How many games a match has follows from the kind of round, the structure and the settings."""

import pytest

from komandor.core.games import GAMES
from komandor.core.games.game import Situation
from komandor.core.games.settings import check_settings, defaults
from komandor.core.reasons import Refusal
from tests.support.rules import rules_of

LENGTHS = {
    "armada": (1, 1, 1),
    "imperial-assault": (1, 3, 3),
    "star-wars-lcg": (2, 1, 1),
    "conquest": (1, 1, 1),
}


@pytest.mark.rule("ARM-ELIM-1", "IA-PAIR-1", "IA-ELIM-2", "SWL-ROUND-1", "SWL-FIN-2", "CON-ELIM-1")
@pytest.mark.parametrize("game", LENGTHS)
@pytest.mark.parametrize("structure", ["basic", "advanced", "custom"])
def test_games_per_match(game: str, structure: str) -> None:
    kinds = (Situation("swiss", structure), Situation("knockout", structure), Situation("final", structure))
    assert tuple(rules_of(game).form(one).most_games for one in kinds) == LENGTHS[game]


@pytest.mark.rule("DES-PAIR-1", "DES-ELIM-1", "DES-ELIM-2")
def test_destiny_decides_by_structure() -> None:
    destiny = rules_of("destiny")
    setting = {"destiny.knockout_best_of": 1}
    assert destiny.form(Situation("swiss", "advanced")).most_games == 1
    assert destiny.form(Situation("knockout", "basic", {"destiny.knockout_best_of": 3})).most_games == 1
    assert destiny.form(Situation("final", "advanced", setting)).most_games == 3
    assert destiny.form(Situation("final", "custom", setting)).most_games == 1


@pytest.mark.rule("ARM-ELIM-1", "IA-ELIM-1", "DES-ELIM-1", "CON-ELIM-1", "SWL-FIN-2")
def test_only_the_card_game_gives_a_second_life() -> None:
    assert [rules.data.id for rules in GAMES if rules.data.elimination == "double"] == ["star-wars-lcg"]


@pytest.mark.rule("COM-LIST-1")
def test_lists_are_required_where_the_event_says_so() -> None:
    for rules in GAMES:
        assert defaults(rules)["lists.required"] is False
        chosen = check_settings(rules, {"lists.required": True})
        assert not isinstance(chosen, Refusal)
        assert chosen["lists.required"] is True
        assert isinstance(check_settings(rules, {"lists.required": 1}), Refusal)


def test_groups_are_kept_apart_by_default_in_the_card_game_only() -> None:
    apart = {rules.data.id for rules in GAMES if defaults(rules)["pairing.avoid_groups_round1"]}
    assert apart == {"star-wars-lcg"}


DEFAULTS = {
    "sos.bye_counts_as_zero_opponent": False,
    "sos.count_missed_rounds_after_rejoin": False,
    "standings.hide_dropped": False,
    "products.premier_delay_days": 11,
    "registration.late_entry": "until_round_2",
    "registration.late_no_bye_first_round": False,
    "stage.carry_points": True,
    "armada.missed_round_tp": 0,
    "ia.knockout_best_of": 3,
    "ia.bo3_level_at_time": "vp_total",
    "ia.tie_health": "defeated",
    "ia.redraw_mission_each_game": False,
    "ia.pool_valid_from": "11-01",
    "swl.bye_points": 6,
    "swl.unplayed_second_game_points": 0,
    "swl.side_count_includes_swiss": False,
    "swl.allow_concede_game2": False,
    "swl.2v2_draw_points": 2,
    "swl.start_numbers": "random",
    "swl.round1": "random",
    "swl.sos_mode": "sum",
    "conquest.final_minutes": 90,
    "conquest.knockout_tie": "ladder",
    "conquest.symbols": "kinds",
}


@pytest.mark.parametrize("key", DEFAULTS)
def test_defaults_are_those_of_the_readings(key: str) -> None:
    found = [defaults(rules)[key] for rules in GAMES if key in defaults(rules)]
    assert found
    assert set(found) == {DEFAULTS[key]}


@pytest.mark.rule("IA-ELIM-2", "AMB-I1")
def test_a_game_of_three_that_was_not_played_is_not_asked_for_its_points() -> None:
    fields = {field.key: field for field in rules_of("imperial-assault").form(Situation("knockout")).game}
    for key in ("vp", "vp_figures", "vp_other"):
        asked = fields[key].when
        assert asked is not None, key
        assert asked == ("end", fields["end"].choices)
