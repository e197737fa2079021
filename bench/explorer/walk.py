"""One walk: an event of its own, many people who do something, and in the end somebody who ends it."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

from bench.explorer.chance import Chance, matching
from bench.explorer.checks import Checks
from bench.explorer.commands import command_of, weight
from bench.explorer.day import next_step
from bench.explorer.ending import NoWayOn, never, to_the_end
from bench.explorer.openings import opening as random_opening
from bench.explorer.openings import size
from bench.explorer.people import organisers, persons_for, role_of, somebody
from bench.explorer.played import Found, Opening, Played, Step
from bench.explorer.values import BY_NAME, report
from komandor.app.access import Actor
from komandor.app.handle import Accepted, Refused
from komandor.app.workflow import Choices, commands_of
from komandor.core.ids import MatchNo
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import ACTION_OF, ACTIONS
from komandor.core.tournament.references import MATCH, PLAYER, number_of
from komandor.core.tournament.state import Match, Tournament
from komandor.log.store import Person

LENGTHS = (20, 40, 80, 160, 320)
AFTER_THE_END = (0, 0, 5, 15)
OVER = 0.1  # once an event is closed, how soon everybody goes home
THE_DAY, A_RESULT, NOW = 0.3, 0.25, 0.85
"""How often the day's next step is tried, a result handed in, an action of this phase."""
MOVED, OTHER_CARDS, OTHERWISE = 0.004, 0.006, 0.03
"""How often the event is moved, other card data loaded; something done otherwise, and then redone."""
CORRECTED, DISPUTED, REDONE = 0.06, 0.2, 0.3
"""How often an earlier result is corrected before the next round, a report is disputed, an undo undone."""
TO_A_POINT = 0.1
"""How often an undo takes back everything that followed, too."""
WAITING_LISTS = 0.2
"""How often some of those who come at first have to wait."""
FAVOURITES, FAVOURED = (0, 0, 2, 3, 5), 10.0
"""How many actions the people of this walk like best, and how much oftener they do these."""
HURRIED = 0.6
"""How often nobody does anything odd before a moment of the day, so that walks begin everywhere."""
Moment = Callable[[Tournament], bool]
MOMENTS: tuple[Moment, ...] = (
    lambda t: t.phase == "running",
    lambda t: t.phase == "between",
    lambda t: t.phase in ("between", "cut") and len(t.rounds) > 1,
    lambda t: t.phase == "cut",
    *(lambda t: t.phase == "published",) * 2,
    lambda t: t.phase in ("drawn", "published") and len(t.rounds) > 1,
    lambda t: t.phase == "drawn" and len(t.stages) > 1,
    *(lambda t: t.phase == "published" and len(t.stages) > 1,) * 2,
    lambda t: t.phase == "running" and len(t.stages) > 1,
)
Row = tuple[str, str, str, bool]
"""Action, phase, role, whether it was accepted."""


class Walk:
    """The walk of one seed, the same every time."""

    def __init__(self, seed: str, game: str = "", opening: Opening | None = None) -> None:
        self.seed, self.rnd = seed, Random(f"walk {seed}")
        names = [row.name for row in ACTIONS]
        self.favourites = frozenset(self.rnd.sample(names, self.rnd.choice(FAVOURITES)))
        self.counts: Counter[Row] = Counter()
        self.refusals: Counter[tuple[str, str]] = Counter()  # action, code of its first reason
        self.steps: list[Step] = []  # those that were accepted, or led to what was found
        self.tried = self.clock = 0
        self.event = Played(opening) if opening else self._open(game)
        self.checks = Checks(self.event, self.rnd)

    @property
    def opening(self) -> Opening:
        return self.event.opening

    @property
    def t(self) -> Tournament:
        return self.event.t

    def run(self) -> None:
        """Walk to the end. Raises Found."""
        self._arrive()
        if self.rnd.random() < HURRIED:
            self.end(self.rnd.choice(MOMENTS))
        for _ in range(self.rnd.choice(LENGTHS)):
            self._somebody_does_something()
            if self.t.phase == "closed" and self.rnd.random() < OVER:
                break
        self.end()
        for _ in range(self.rnd.choice(AFTER_THE_END)):
            self._somebody_does_something()
        self.checks.at_the_end()

    def end(self, there: Moment = never) -> None:
        """Bring the event to its end from where it stands, or only to a moment on the way."""
        rnd = Random(f"end {self.seed}")  # a shorter list of steps ends in the same way
        try:
            to_the_end(rnd, lambda: self.t, partial(self.ask, namesake=True), there)  # the desk knows people
        except NoWayOn as stuck:
            raise Found("dead end", str(stuck)) from None

    def _open(self, game: str) -> Played:
        """An event that may be created as it was wanted; those that may not are counted."""
        for n in range(200):
            event = Played(random_opening(self.rnd, f"{self.seed}-{n}", game))
            made = isinstance(event.created, Accepted)
            self.counts["CreateTournament", "", "host", made] += 1
            if made:
                return event
        raise Found("opening", "nothing can be created", self.seed)

    # ── asking ───────────────────────────────────────────────────────────────

    def ask(
        self,
        by: Actor,
        commands: tuple[c.Command, ...],
        persons: tuple[Person | None, ...] = (),
        **more: object,
    ) -> bool:
        """Let somebody do this, and say whether it was accepted."""
        self.tried += 1
        self.clock += self.rnd.choice((1, 5, 60, 400))
        step = Step(f"s{self.tried}", by, commands, persons, self.clock, **more)  # type: ignore[arg-type]
        return self.give(step)

    def give(self, step: Step) -> bool:
        """One step with all that is asked after it."""
        before = self.t
        self.steps.append(step)
        if step.aside:
            self._aside(step)
            return True
        answer = self.event.give(step)
        made = isinstance(answer, Accepted)
        role = role_of(before, step.by)
        for command in step.commands:
            self.counts[type(command).__name__, before.phase, role, made] += 1
        if isinstance(answer, Accepted) and not answer.again:
            names = frozenset(type(one).__name__ for one in step.commands)
            self.checks.after(before, answer, names)
            return True
        if isinstance(answer, Refused):
            if not answer.refusal.reasons:
                raise Found("refusal", "without a reason", str(step.commands))
            self.refusals[type(step.commands[0]).__name__, answer.refusal.reasons[0].code] += 1
        if self.t.version != before.version:
            raise Found("refusal", "something was written", str(step.commands))
        self.steps.pop()
        return False

    def _aside(self, step: Step) -> None:
        """Move the event to another store, or load other card data."""
        if step.moves:
            self.event.move()
        else:
            self.event.card_data = step.loads

    # ── what people do ───────────────────────────────────────────────────────

    def _arrive(self) -> None:
        """Staff and players come."""
        t, rnd, first = self.t, self.rnd, organisers(self.t)[0]
        for _ in range(rnd.randint(0, 4)):
            self._try(c.AppointStaff(BY_NAME["roles"](self._chance())), first)
        members = 2 if t.teams else 1
        waiting = rnd.random() < WAITING_LISTS
        queue = (waiting and rnd.random() < 0.3 for _ in range(size(rnd)))
        many = tuple(c.RegisterPlayer(members=members, waiting=one) for one in queue)
        self.ask(first, many, self._persons(many), namesake=True)

    def _somebody_does_something(self) -> None:
        luck = self.rnd.random()
        if luck < CORRECTED and self.t.phase in ("cut", "drawn", "published"):
            self._an_earlier_result()
        elif luck < THE_DAY:
            self._the_day_goes_on()
        elif luck < THE_DAY + A_RESULT and self.t.playing:
            self._a_result()
        elif luck > 1 - MOVED:
            self.give(Step(f"s{self.tried}m", Actor("host"), (), moves=True))
        elif luck > 1 - MOVED - OTHER_CARDS:
            self._other_cards()
        elif luck > 1 - MOVED - OTHER_CARDS - OTHERWISE:
            self._done_otherwise()
        else:
            self._anything()

    def _the_day_goes_on(self) -> None:
        t, x = self.t, self._chance()
        step = next_step(t)
        source = BY_NAME["public_source"](x)
        choices = Choices(
            public_source=source,
            beacon="round 4711" if source == "beacon" else "",
            public=BY_NAME["public"](x),
            accept=self.rnd.random() < 0.8,
            despite_lists=BY_NAME["despite_lists"](x),
            reason="so",
        )
        commands = commands_of(t, step.code, choices)
        if commands:
            who = (
                organisers(t)[0]
                if self.rnd.random() < 0.9
                else somebody(self.rnd, t, ACTION_OF[type(commands[0])])
            )
            self.ask(who, commands)

    def _an_earlier_result(self) -> None:
        """Before the next round is played a result of the last one is corrected."""
        t = self.t
        before = [m for m in t.matches.values() if m.final and m.kind == "match" and m.round < t.round_number]
        if t.phase == "cut":
            before = [m for m in t.in_round(t.round_number) if m.kind == "match"]
        if before:
            match = self.rnd.choice(before[-4:])
            x = Chance(self.rnd, t, match, 0)
            made = c.EnterResult(match=match.number, report=report(x), reason="so")
            self._try(made, somebody(self.rnd, t, ACTION_OF[c.EnterResult], match))

    def _a_result(self) -> None:
        """Somebody hands in a result that is still missing: at the desk, or with a phone."""
        open_ = [m for m in self.t.in_round(self.t.round_number) if not m.final]
        if not open_:
            return
        match = self.rnd.choice(open_)
        x = Chance(self.rnd, self.t, match, 0)
        if self.rnd.random() < 0.5:
            made: c.Command = c.EnterResult(match=match.number, report=report(x), reason="so")
        elif match.result and self.rnd.random() < 0.7:
            answer = c.DisputeResult if self.rnd.random() < DISPUTED else c.ConfirmResult
            made = answer(match.number, seen=BY_NAME["seen"](x))
        else:
            made = c.ReportResult(match.number, report(x), match.players)
        self._try(made, somebody(self.rnd, self.t, ACTION_OF[type(made)], match))

    def _other_cards(self) -> None:
        """Other card data is loaded, and perhaps somebody asks at once what it says of the lists."""
        data = "older" if self.event.card_data == "newer" else "newer"
        self.give(Step(f"s{self.tried}c", Actor("host"), (), loads=data))
        if self.rnd.random() < 0.5:
            self._try(c.JudgeLists(), somebody(self.rnd, self.t, ACTION_OF[c.JudgeLists]))

    def _done_otherwise(self) -> None:
        """Something is done and taken back, something else is done to the same people, and then the undo is
        undone."""
        before, first = len(self.steps), organisers(self.t)[:1]
        self._anything()
        done = self.steps[-1] if len(self.steps) > before else None
        if done is None or done.aside or not first or not self._take_back(done, first[0]):
            return
        undo, about = self.steps[-1], done.commands[0]
        for _ in range(self.rnd.choice((1, 1, 2, 3))):
            match = self.t.match(MatchNo(number_of(about, MATCH))) or matching(self.rnd, self.t)
            self._anything(match, number_of(about, PLAYER) or None)
        self._take_back(undo, first[0])

    def _take_back(self, step: Step, by: Actor) -> bool:
        return self.ask(by, (c.VoidEvents((), "a mistake"),), undoes=step.name)

    def _anything(self, match: Match | None = None, player: int | None = None) -> None:
        """Any action, mostly one of this phase, by anybody, mostly by one whose role has it."""
        t, rnd = self.t, self.rnd
        rows = [row for row in ACTIONS if t.phase in row.when] if rnd.random() < NOW else list(ACTIONS)
        often = [weight(one, t) * (FAVOURED if one.name in self.favourites else 1.0) for one in rows]
        row = rnd.choices(rows, often)[0]
        match = match or matching(rnd, t)
        by = somebody(rnd, t, row, match)
        if row.command is c.VoidEvents and rnd.random() < 0.9:
            self._undo(by)
        else:
            self._try(command_of(Chance(rnd, t, match, me=player or by.player), row), by)

    def _undo(self, by: Actor) -> None:
        """Take back a step, mostly one of the last, an undo as well; or go back to where it led."""
        if self.steps:
            last = self.steps[-self.rnd.choice((1, 3, 8, len(self.steps))) :]
            undone = [step for step in last if step.undoes] if self.rnd.random() < REDONE else []
            wanted = self.rnd.choice(undone or last)
            back = self.rnd.random() < TO_A_POINT
            self.ask(by, (c.VoidEvents((), "a mistake"),), undoes=wanted.name, back=back)

    def _try(self, command: c.Command, by: Actor) -> bool:
        more: dict[str, object] = {}
        if self.rnd.random() < 0.02:
            more["behind"] = self.rnd.randint(1, 5)
        namesake = self.rnd.random() < 0.3
        return self.ask(by, (command,), self._persons((command,)), namesake=namesake, **more)

    def _persons(self, commands: tuple[c.Command, ...]) -> tuple[Person | None, ...]:
        known = self.event.store.people(self.event.id)
        return persons_for(self.rnd, self.t, commands, known, 10 * self.tried)

    def _chance(self) -> Chance:
        return Chance(self.rnd, self.t, None)
