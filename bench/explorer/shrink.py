"""The few steps that still lead to what was found: steps are left out, in parts, as long as it stays."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from itertools import combinations
from typing import Any

from bench.explorer.played import Found, Opening, Step
from bench.explorer.walk import Walk
from komandor.core.tournament import commands as c

MOST_TRIALS, FEW = 600, 16
OTHER_NAMES = 10**6
"""From here on steps are counted that lead to the end: none has the name of one in the list."""
PLAIN: Mapping[str, Any] = {"tables": "", "place": "", "minutes": {}, "event_kind": "other"}


def leads_to(opening: Opening, steps: Sequence[Step], sign: str) -> tuple[str, Walk | None, str]:
    """What these steps lead to, if anything: its sign, the walk, and its text."""
    walk = None
    try:
        walk = Walk("again", opening=opening)
        for step in steps:
            walk.give(step)
        walk.tried, walk.clock = OTHER_NAMES, max((step.at for step in steps), default=0)
        if sign.startswith("dead end"):
            walk.end()
        elif not sign.startswith(("law", "exception", "offer")):
            walk.checks.replayed()
            walk.checks.filed(True)
            walk.checks.filed(False)
    except Found as found:
        return found.sign, walk, found.text
    return "", walk, ""


class Shrinking:
    """One thing that was found, and ever shorter lists of steps that lead to it."""

    def __init__(self, opening: Opening, steps: Sequence[Step], sign: str) -> None:
        self.opening, self.steps, self.sign = opening, list(steps), sign
        self.trials = 0

    def shorter(self) -> list[Step]:
        """The steps of the shortest list that was found."""
        if not self._same(self.steps):
            return self.steps
        size = max(1, len(self.steps) // 2)
        while self.trials < MOST_TRIALS:
            if not self._without_parts(size):
                if size == 1:
                    break
                size = max(1, size // 2)
        if len(self.steps) <= FEW:
            self._without_two()
        self._plainer()
        return self.steps

    def _same(self, steps: Sequence[Step], opening: Opening | None = None) -> bool:
        self.trials += 1
        return leads_to(opening or self.opening, steps, self.sign)[0] == self.sign

    def _without_parts(self, size: int) -> bool:
        """Whether parts of this size could be left out, from the end to the beginning."""
        shorter = False
        for start in range(len(self.steps) - size, -size, -size):
            tried = self.steps[: max(0, start)] + self.steps[max(0, start) + size :]
            if self.trials < MOST_TRIALS and len(tried) < len(self.steps) and self._same(tried):
                self.steps, shorter = tried, True
        return shorter

    def _without_two(self) -> None:
        """Leave two steps out at once: somebody who comes, and what is done with them."""
        for one, other in combinations(reversed(self.steps), 2):
            tried = [step for step in self.steps if step not in (one, other)]
            if self.trials < MOST_TRIALS and len(tried) == len(self.steps) - 2 and self._same(tried):
                self.steps = tried

    def _plainer(self) -> None:
        """Fewer players, no fields that may be left out, an event without what does not matter."""
        for at in range(len(self.steps)):
            for tried in _plainer_steps(self.steps[at]):
                steps = [*self.steps[:at], tried, *self.steps[at + 1 :]]
                if self.trials < MOST_TRIALS and self._same(steps):
                    self.steps = steps
        for plain in ({key: one} for key, one in PLAIN.items()):
            self._try_opening(replace(self.opening, wanted=replace(self.opening.wanted, **plain)))
        for key in self.opening.wanted.settings:
            wanted = self.opening.wanted
            left = {one: value for one, value in wanted.settings.items() if one != key}
            self._try_opening(replace(self.opening, wanted=replace(wanted, settings=left)))

    def _try_opening(self, opening: Opening) -> None:
        if opening != self.opening and self.trials < MOST_TRIALS and self._same(self.steps, opening):
            self.opening = opening


def _plainer_steps(step: Step) -> Iterator[Step]:
    """The step with fewer commands, or with one field left out."""
    if len(step.commands) > 2:
        for count in range(2, len(step.commands)):
            yield replace(step, commands=step.commands[:count], persons=step.persons[:count])
    if len(step.commands) == 1:
        for one in _plainer_commands(step.commands[0]):
            yield replace(step, commands=(one,))


def _plainer_commands(command: c.Command) -> Iterator[c.Command]:
    for one in fields(command):
        usual = one.default if one.default is not MISSING else None
        if one.default_factory is not MISSING:
            usual = one.default_factory()
        if (one.default, one.default_factory) != (MISSING, MISSING) and getattr(command, one.name) != usual:
            yield replace(command, **{one.name: usual})


def shrunk(walk: Walk, sign: str) -> Shrinking:
    """The shortest way that was found to the same fault."""
    made = Shrinking(walk.opening, walk.steps, sign)
    made.shorter()
    return made
