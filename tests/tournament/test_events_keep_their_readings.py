"""An event keeps the readings under which it was created: they all stand in its first record."""

from pathlib import Path

import pytest

from komandor.app.ledger import event_of
from komandor.core.games import GAMES
from komandor.core.games.settings import defaults
from komandor.core.tournament.action import Event as Happened
from komandor.core.tournament.actions import evolve
from komandor.core.tournament.actions.drawing import make_draw
from komandor.core.tournament.events import RoundDrawn, TournamentCreated
from komandor.core.tournament.readings.regulations import settings
from komandor.core.tournament.replay import voided
from komandor.core.tournament.state import Tournament
from komandor.log.bundle import Bundle, parse
from tests.support.event import Event
from tests.support.rules import rules_of

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.komandor"))
SECOND_BYE = "pairing.second_bye_before_rematch"


@pytest.mark.parametrize("game", [rules.data.id for rules in GAMES])
def test_a_new_event_records_every_setting(game: str) -> None:
    event = Event(game, settings={"registration.late_entry": "yes"})
    created = event.log[0]
    assert isinstance(created, TournamentCreated)
    assert created.settings == {**defaults(rules_of(created.edition)), "registration.late_entry": "yes"}
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
            as_recorded = event.link, event.public, event.waived
            made: tuple[Happened, ...] = make_draw(t, t.rounds[event.round], *as_recorded)
            assert made == (event,), seq
            again += 1
        evolve(t, event, seq)
    assert again > 3
