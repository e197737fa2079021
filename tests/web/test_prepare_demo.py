"""The demonstration shows every game at every point of its life, through the one door and without refusal."""

import pytest

from komandor.app.ledger import Ledger
from komandor.app.queries.everybody.factions import factions_view
from komandor.app.queries.everybody.names import names_of
from komandor.app.queries.player.my_table import my_seat
from komandor.cli.demonstration import MOMENTS, Demonstration
from komandor.core.games import GAMES
from komandor.core.games.game import Rules
from komandor.core.ids import PlayerNo, StaffNo
from komandor.core.tournament.readings.lists import list_problems
from komandor.core.tournament.readings.regulations import kind_of_round
from komandor.core.tournament.readings.sides import sides_due
from komandor.store import open_store

PHASES = {"registration": "registration", "round": "running", "cut": "cut", "final": "running"}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("rules", GAMES, ids=lambda r: r.data.id)
def test_it_reaches_the_point(rules: Rules, moment: str) -> None:
    shown = Demonstration(Ledger(open_store("memory:")), rules, 24, "test")
    shown.reach(moment)
    t = shown.t
    assert (t.phase, len(t.players)) == (PHASES[moment], 24)
    assert bool(factions_view(t)) == (moment in ("cut", "final")), "the chart of factions is there to be seen"
    if moment == "final":
        assert kind_of_round(t, max(t.rounds)) == "final"
        due = [sides_due(t, match) for match in t.in_round(max(t.rounds))]
        assert "sides.not_recorded" not in {one.reason.code for one in due if one}
    if moment == "round":
        states = {m.result.status if m.result else "missing" for m in t.in_round(max(t.rounds))}
        assert {"missing", "reported", "disputed", "final"} <= states


@pytest.mark.parametrize("rules", GAMES, ids=lambda r: r.data.id)
def test_its_lists_keep_to_the_rules_and_its_rounds_are_drawn_without_dice(rules: Rules) -> None:
    """As the product proposes it first: a list that breaks no rule, and a draw in one step."""
    shown = Demonstration(Ledger(open_store("memory:")), rules, 8, "test")
    shown.reach("round")
    t = shown.t
    lists = [one.content for p in t.players.values() for one in p.lists]
    assert len(lists) >= 3
    assert [list_problems(t, content) for content in lists] == [()] * len(lists)
    assert {(r.public_source, r.public) for r in t.rounds.values()} == {("none", "")}


def test_no_two_of_its_people_share_a_name() -> None:
    shown = Demonstration(Ledger(open_store("memory:")), GAMES[0], 512, "test")
    shown.reach("registration")
    full = names_of(shown.t, shown.ledger.store.people(shown.id)).full
    assert len({name for n, name in full.items() if n > 0}) == 512


@pytest.mark.parametrize("moment", ["round", "final"])
@pytest.mark.parametrize("rules", GAMES, ids=lambda r: r.data.id)
def test_its_links_lead_to_a_judge_and_to_a_player_who_has_something_to_do(rules: Rules, moment: str) -> None:
    for seed in ("one", "two", "three"):
        shown = Demonstration(Ledger(open_store("memory:")), rules, 8, seed)
        shown.reach(moment)
        seats = shown.seats()
        assert list(seats) == ["organiser", "judge", "player"]
        assert "judge" in shown.t.staff[StaffNo(seats["judge"].number or 0)].roles
        state, _ = my_seat(shown.t, PlayerNo(seats["player"].number or 0))
        assert state in ("playing", "confirm")
