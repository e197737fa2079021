"""Events whose results are random: the same dice give the same event."""

import json
from hashlib import sha256
from random import Random
from typing import Any, Self

from komandor.core.ids import SIDES, PlayerNo
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import match_situation, rules
from komandor.core.tournament.readings.sides import sides_contradicted
from komandor.core.tournament.state import Match
from komandor.core.tournament.values import StagePlan
from komandor.simulate.slips import Slip, full_slip, slip
from tests.support.event import Event, by

Log = list[dict[str, Any]]


class DiceEvent(Event):
    """An event of random results, and its log as it stands in a file."""

    def __init__(self, game: str, *stages: StagePlan, dice: int = 1, **fields: Any) -> None:
        self.dice = Random(dice)
        secret = sha256(f"{game} {dice}".encode()).digest()
        super().__init__(game, *stages, id=f"test-{game.partition('@')[0]}-{dice}", seed=secret, **fields)

    @property
    def records(self) -> Log:
        return [json.loads(record.event) for record in self.store.read(self.id)]

    def results(self, *winners: PlayerNo, but: int = 0) -> Self:
        for match in self.open():
            self.finish(match)
        return self

    def finish(self, match: Match) -> None:
        """A random result, entered by staff or reported and confirmed."""
        report = self.random_report(match)
        if match.b is None or self.dice.random() < 0.5:
            self.do(c.EnterResult(match=match.number, report=report))
        else:
            self.do(c.ReportResult(match.number, report, match.players), by=by(match.a))
            self.do(c.ConfirmResult(match.number, self.seen(match.number)), by=by(match.b))

    def random_report(self, match: Match) -> Slip:
        where = match_situation(self.t, match)
        winner = self.dice.choice(SIDES)
        if self.dice.random() < 0.5:
            full = full_slip(rules(self.t), where, self.dice, winner)
            if sides_contradicted(self.t, match, full) is None:
                return full
        return slip(rules(self.t), where, self.dice, winner, self.dice.choice(("", "", "concession", "tie")))
