"""A hall in which the engine runs small tournaments, so that the checker has real logs to read.

Only tests know both sides; the checker itself gets nothing but the list of events.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from random import Random
from typing import Any

from komandor.core.lots import chain
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import decide, evolve
from komandor.core.tournament.events import Event, StagePlan
from komandor.core.tournament.readings.scoring import report_code
from komandor.core.tournament.replay import replay
from komandor.core.tournament.state import Match, Tournament

Log = list[dict[str, Any]]


def plain(event: Event) -> dict[str, Any]:
    """The event as it stands in a file: JSON with its type in snake case."""
    name = re.sub(r"(?<!^)([A-Z])", r"_\1", type(event).__name__).lower()
    return {"type": name, **json.loads(json.dumps(asdict(event)))}


class Refused(Exception):
    """The engine said no."""


class Hall:
    """One tournament in progress: `do` a command, read the `log`."""

    def __init__(self, game: str, seed: int = 1, **fields: Any) -> None:
        self.dice = Random(seed)
        self.id = f"test-{game}-{seed}"
        self.links = chain(hashlib.sha256(self.id.encode()).digest(), self.id)
        self.t = Tournament()
        self.history: list[tuple[int, Event]] = []
        self.head = "0" * 64
        self.do(
            c.CreateTournament(
                id=self.id,
                game=game,
                name="Test",
                date="2026-11-15",
                commitment=self.links[0].hex(),
                **fields,
            )
        )

    @property
    def log(self) -> Log:
        return [plain(event) for _, event in self.history]

    def do(self, command: c.Command, **context: Any) -> None:
        number = max(self.t.rounds, default=0)
        link = self.links[number].hex() if number else ""
        history = tuple(self.history) if isinstance(command, c.VoidEvents) else ()
        ctx = c.Context(now=0, head=self.head, link=link, staff=1, **{"history": history, **context})
        answer = decide(self.t, command, ctx)
        if isinstance(answer, Refusal):
            raise Refused(", ".join(r.code for r in answer.reasons))
        for event in answer:
            self.history.append((len(self.history) + 1, event))
            self.head = hashlib.sha256((self.head + json.dumps(plain(event))).encode()).hexdigest()
            if not isinstance(command, c.VoidEvents):
                evolve(self.t, event, len(self.history))
        if isinstance(command, c.VoidEvents):
            self.t = replay(self.history)

    def try_(self, command: c.Command, **context: Any) -> bool:
        try:
            self.do(command, **context)
        except Refused:
            return False
        return True

    def arrive(self, count: int, **fields: Any) -> None:
        for _ in range(count):
            self.do(c.RegisterPlayer(**fields))

    def open_matches(self) -> list[Match]:
        number = max(self.t.rounds, default=0)
        return [m for m in self.t.in_round(number) if m.kind == "match" and not m.final]

    def draw(self) -> None:
        self.do(c.FreezeRound())
        self.do(c.DrawRound())

    def publish(self) -> None:
        self.do(c.PublishRound(accept_rematches=True))
        if self.t.missions:
            self.do(c.DrawMission())

    def play(self, match: Match) -> None:
        """A random result, entered by staff or reported and confirmed."""
        report = random_report(self, match)
        if self.dice.random() < 0.5:
            self.do(c.EnterResult(match=match.number, report=report))
        else:
            self.do(c.ReportResult(match.number, report, match.players), player=match.a)
            self.do(
                c.ConfirmResult(match.number, report_code(self.t.matches[match.number].result)),
                player=match.b,
            )

    def round(self) -> None:
        self.draw()
        self.publish()
        self.do(c.StartClock())
        for match in self.open_matches():
            if not self.t.matches[match.number].final:
                self.play(match)
        self.do(c.CloseRound())

    def finish(self) -> Log:
        """Play everything that was announced."""
        while self.t.phase != "closed":
            if self.try_(c.CloseTournament()) or self.try_(c.MakeCut()):
                continue
            self.round()
        return self.log


def random_report(hall: Hall, match: Match) -> Mapping[str, Any]:
    """A slip that the game understands."""
    dice, game = hall.dice, hall.t.edition.split("@")[0]
    stage = hall.t.stages[hall.t.rounds[match.round].stage]
    swiss = stage.kind == "swiss"
    side = dice.choice("ab")
    report: Mapping[str, Any] = _frozen(REPORTS[game](dice, side, swiss, hall))
    return report


def _frozen(value: Any) -> Any:
    """Lists become tuples, as commands carry them."""
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    return {k: _frozen(v) for k, v in value.items()} if isinstance(value, dict) else value


def _armada(dice: Random, side: str, swiss: bool, hall: Hall) -> dict[str, Any]:
    kind = dice.random()
    if kind < 0.15:
        return {
            "end": "concession",
            "conceded_by": side,
            "scores": [dice.randrange(300), dice.randrange(300)],
        }
    if kind < 0.35:
        left = [side == "a", side == "b"]
        return {
            "end": "destruction",
            "ships_left": left,
            "first": "a",
            "destroyed": [dice.randrange(401), dice.randrange(401)],
            "objectives": [0, dice.randrange(99)],
        }
    score = [dice.randrange(300), dice.randrange(300)]
    return {"end": dice.choice(["rounds", "time"]), "scores": dice.choice([score, [100, 100]]), "first": side}


def _ia(dice: Random, side: str, swiss: bool, hall: Hall) -> dict[str, Any]:
    if not swiss:
        return {"games": [{"end": "win", "winner": side}, {"end": "win", "winner": side}]}
    if dice.random() < 0.3:
        return {
            "end": "time",
            "vp": [20, 20],
            "vp_figures": [dice.randrange(9), 8],
            "damage": [dice.randrange(5), 3],
            "health_defeated": [0, 1],
            "blue_dice": [[2, 2], [dice.choice([1, 5]), 3]],
        }
    return {"end": "win", "winner": side}


def _destiny(dice: Random, side: str, swiss: bool, hall: Hall) -> dict[str, Any]:
    if not swiss and hall.t.structure != "basic":
        return {"games": [{"end": "win", "winner": side}], "time_called": True}
    if dice.random() < 0.3:
        damage, cards = [dice.randrange(3), 1], [dice.randrange(4), 2]
        return {"end": "time", "damage": damage, "cards_left": cards, "battlefield": side}
    return {"end": "win", "winner": side}


def _conquest(dice: Random, side: str, swiss: bool, hall: Hall) -> dict[str, Any]:
    if dice.random() < 0.3:
        return {
            "end": "time",
            "planets": [1, dice.randrange(3)],
            "symbols": [2, dice.randrange(4)],
            "last_planet": side,
        }
    return {"end": dice.choice(["conquest", "warlord", "win"]), "winner": side}


def _swl(dice: Random, side: str, swiss: bool, hall: Hall) -> dict[str, Any]:
    if not swiss and not hall.t.teams:
        return {"end": "win", "winner": side}
    if not swiss:
        return {"games": [{"end": "win", "winner": side}, {"end": "win", "winner": side}]}
    games = [{"end": "win", "winner": side}, {"end": "win", "winner": dice.choice("ab")}]
    if dice.random() < 0.2:
        return {"games": [{"end": "time"}]}
    if dice.random() < 0.3:
        games[1] = {"end": "time"}
    return {"games": games}


REPORTS = {
    "armada": _armada,
    "imperial-assault": _ia,
    "destiny": _destiny,
    "conquest": _conquest,
    "star-wars-lcg": _swl,
}


def swiss(rounds: int, cut: int = 0) -> StagePlan:
    return StagePlan("swiss", rounds, cut)


def single(cut: int = 0) -> StagePlan:
    return StagePlan("single", 0, cut)


def double(cut: int = 0) -> StagePlan:
    return StagePlan("double", 0, cut)
