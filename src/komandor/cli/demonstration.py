"""Plays an event of made-up people to the point that `komandor demo` shows."""

import tomllib
from collections.abc import Sequence
from datetime import timedelta
from importlib.resources import files
from random import Random
from typing import Any, Literal, get_args

from komandor.app.access import THE_ORGANISER, Actor
from komandor.app.handle import Accepted, create, handle, now
from komandor.app.ledger import Ledger
from komandor.app.workflow import Choices, commands_of, next_step
from komandor.cli.made_up import made_up
from komandor.core.games.game import Rules, Situation
from komandor.core.games.reports import first_keys
from komandor.core.ids import PlayerNo
from komandor.core.regulations.structures import proposed_rounds
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import kind_of_round, match_situation, match_slip
from komandor.core.tournament.readings.scoring import report_code
from komandor.core.tournament.readings.sides import side_unknown
from komandor.core.tournament.stage_kinds.swiss import SWISS
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import Plain, StagePlan
from komandor.log.store import Person
from komandor.simulate.slips import slip

Moment = Literal["registration", "round", "cut", "final"]
FINALS = ("cut", "final")
MOMENTS: tuple[Moment, ...] = get_args(Moment)
STAFF = (("marshal",), ("judge",), ("scorekeeper",))
NAMES = {
    "armada": "Bitwa o Bałtyk",
    "imperial-assault": "Szturm na Wawel",
    "destiny": "Kości zostały rzucone",
    "star-wars-lcg": "Równowaga Mocy",
    "conquest": "Siedem Planet",
}
BREAK = 15


def made_up_list(rules: Rules) -> dict[str, list[dict[str, Any]]]:
    """The cards of a list that `made_up.toml` in the game's folder names."""
    folder = files("komandor.core.games") / rules.data.id.replace("-", "_")
    return tomllib.loads((folder / "made_up.toml").read_text(encoding="utf-8"))


class Demonstration:
    """One event of made-up people; the same seed gives the same event."""

    def __init__(self, ledger: Ledger, rules: Rules, players: int, seed: str) -> None:
        self.ledger, self.rules, self.players = ledger, rules, players
        self.rnd = Random(f"demo {seed}")  # noqa: S311 - repeatable on purpose, no secret
        self.made_up = made_up_list(rules)
        self.at = now()
        self.id = ""
        self.count = 0

    @property
    def t(self) -> Tournament:
        return self.ledger.load(self.id).state

    def reach(self, moment: str) -> None:
        """Play the event up to this moment."""
        self._open(moment)
        self._register(moment)
        if moment == "registration":
            return
        while not self._reached(moment):
            self._step(moment)
        if moment == "round":
            self._half_played()
        else:
            self.do(c.PublishLists())  # so that the chart of factions is there to be seen

    def seats(self) -> dict[str, Actor]:
        """Whose links are shown: the organiser, a judge, and a player who has something to do."""
        t = self.t
        judge = next(n for n, one in t.staff.items() if "judge" in one.roles)
        waiting = [m for m in t.in_round(t.round_number) if m.kind == "match" and not m.final]
        waiting.sort(key=lambda m: ("", "reported", "disputed").index(m.result.status if m.result else ""))
        asked = waiting[0] if waiting else None
        player = PlayerNo(1) if asked is None else asked.b if asked.result else asked.a
        return {
            "organiser": THE_ORGANISER,
            "judge": Actor("staff", judge),
            "player": Actor("player", player),
        }

    # ── before round 1 ───────────────────────────────────────────────────────

    def _open(self, moment: str) -> None:
        finals = moment in FINALS
        rounds = min(3, proposed_rounds(self.players))
        stages = self._stages(rounds) if finals else ()
        length = (self.rules.minutes(Situation("swiss")).minutes or 60) + BREAK
        past = {"registration": 1, "round": length * 3 // 2 + 30, "cut": length * rounds + 30}
        self.at = now() - timedelta(minutes=past.get(moment, length * (rounds + 3)))
        creation = c.CreateTournament(
            id="",
            game=self.rules.id,
            name=NAMES.get(self.rules.data.id, "Turniej pokazowy"),
            date=now().date().isoformat(),
            commitment="",
            level="casual",
            structure="custom" if stages else "",
            event_kind="store",
            place="Kraków",
            stages=stages,
        )
        marta = {"first": "Marta", "last": "Zielińska", "show": "full"}
        made = create(self.ledger, creation, organiser=marta, at=self.at)
        assert isinstance(made, Accepted), made
        self.id = made.state.id
        known = [roles for roles in STAFF if self.rules.data.marshal or roles != ("marshal",)]
        for roles, person in zip(known, made_up(self.rnd, len(known)), strict=True):
            self.do(c.AppointStaff(roles), persons=({**person, "show": "full"},))

    def _stages(self, rounds: int) -> tuple[StagePlan, ...]:
        cut = 8 if self.players >= 16 else 4
        return (StagePlan(SWISS.key, rounds), StagePlan(self.rules.data.elimination, 0, cut))

    def _register(self, moment: str) -> None:
        people = made_up(self.rnd, self.players)
        commands = [
            c.RegisterPlayer(groups=self._groups(n), fixed_table=3 if n == 4 else None)
            for n in range(self.players)
        ]
        self.do(commands, persons=people)
        here = [n for n in self.t.active() if moment != "registration" or self.rnd.randrange(10) < 6]
        self.do(c.CheckIn(tuple(here)))
        paid = [c.NoteFee(n, True) for n in here if self.rnd.randrange(10) < 8]
        self.do(paid or [c.NoteFee(PlayerNo(1), True)])
        handed_in = here if moment in FINALS else here[: max(3, self.players // 3)]
        for n in handed_in:
            self.do(c.SubmitList(n, self._list(people[n - 1])), Actor("player", n))

    def _groups(self, index: int) -> tuple[str, ...]:
        return ("rodzina",) if index in (0, 1) else ("samochód z Gdyni",) if index in (7, 8, 9) else ()

    def _list(self, person: Person) -> dict[str, Plain]:
        """A list that keeps to the rules that need no card data."""
        cards = {key: tuple(map(self._card, lines)) for key, lines in self.made_up.items()}
        points = sum(
            line.get("points", 0) * line.get("count", 1) for lines in cards.values() for line in lines
        )
        own: dict[str, Plain] = {"text": f"{person.get('first')} {person.get('last')}", "int": points}
        rest = [one for one in self.rules.list_form if one.required and one.kind != "cards"]
        return cards | {one.key: own.get(one.kind) or self.rnd.choice(one.choices) for one in rest}

    def _card(self, line: dict[str, Any]) -> dict[str, Any]:
        names = line["name"]
        return line | {"name": names if isinstance(names, str) else self.rnd.choice(names)}

    # ── rounds ───────────────────────────────────────────────────────────────

    def _reached(self, moment: str) -> bool:
        t = self.t
        if t.phase == "closed" or moment == "cut":
            return t.phase in ("cut", "closed")
        return t.phase == "running" and self._last(moment)

    def _last(self, moment: str) -> bool:
        """Whether the present round is the one to be shown: the second, or the final."""
        number = self.t.round_number
        return number >= 2 if moment == "round" else kind_of_round(self.t, number) == "final"

    def _step(self, moment: str) -> None:
        """Take the next step, as its organiser would."""
        t, step = self.t, next_step(self.t)
        if step.code == "results":
            for match in t.in_round(step.round):
                if not match.final:
                    self.do(c.EnterResult(match=match.number, report=self._slip(match)))
            minutes = self.rules.minutes(Situation("swiss")).minutes or 60
        else:
            if step.code == "start_clock" and self._last(moment):
                self.at = now() - timedelta(minutes=20)
            self.do(commands_of(t, step.code, Choices(accept=True)))
            minutes = BREAK - 3 if step.code == "close_round" else 1
        self.at = min(self.at + timedelta(minutes=minutes), now())

    def _half_played(self) -> None:
        """Enter half of the results; others are reported, disputed, or still missing."""
        matches = [m for m in self.t.in_round(self.t.round_number) if m.kind == "match"]
        self.rnd.shuffle(matches)
        done, rest = matches[: len(matches) // 2], matches[len(matches) // 2 :]
        for match in done:
            self.do(c.EnterResult(match=match.number, report=self._slip(match)))
        for index, match in enumerate(rest[:3]):
            number, reporter = match.number, Actor("player", match.a)
            if index < 2:
                self.do(c.ReportResult(number, self._slip(match), match.players), reporter)
            if index == 1:
                seen = report_code(self.t.matches[number].result)
                self.do(c.DisputeResult(number, seen, "liczyliśmy inaczej"), Actor("player", match.b))
            if index == 2:
                self.do(c.ExtendTable(number, 5, "spóźniony start"))
                self.do(c.CallJudge(number, kind="question", text="Zasięg"), reporter)

    def _slip(self, match: Match) -> dict[str, Plain]:
        where = match_situation(self.t, match)
        made = dict(slip(self.rules, where, self.rnd, self.rnd.choice(("a", "b"))))
        if side_unknown(self.t, match, made):
            made[first_keys(match_slip(self.t, match))[0]] = "a"
        return made

    # ── commands ─────────────────────────────────────────────────────────────

    def do(
        self,
        command: c.Command | Sequence[c.Command],
        actor: Actor = THE_ORGANISER,
        persons: Sequence[Person | None] = (),
    ) -> None:
        """Send a command that must be accepted."""
        self.count += 1
        self.at = min(self.at + timedelta(seconds=2), now())
        answer = handle(
            self.ledger, self.id, command, actor, f"demo-{self.count}", at=self.at, persons=persons
        )
        if not isinstance(answer, Accepted):
            raise RuntimeError(f"the demonstration was refused: {command}: {answer}")
