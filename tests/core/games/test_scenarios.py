"""Every worked example and derived vector about single matches, lists and structures comes out as written."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from komandor.core.games.awards import bye
from komandor.core.games.game import RoundKind, Rules, Situation
from komandor.core.games.missions import remaining
from komandor.core.games.products import product_problems
from komandor.core.games.star_wars_lcg import tie_score
from komandor.core.games.star_wars_lcg.sides import side_choice
from komandor.core.lists.cards import Card, Product
from komandor.core.lists.paper import noted
from komandor.core.lists.pool import CardMatch, Pool, Wanted
from komandor.core.outcomes import MatchScore
from komandor.core.reasons import Refusal
from komandor.core.regulations.structures import structure_for
from tests.scenarios.reader import Scenario, Statement, scenarios
from tests.support.rules import rules_of

STATUS = {"clear": "recognised", "needs_confirmation": "ambiguous", "unknown": "unknown"}
KINDS: dict[str, RoundKind] = {"swiss": "swiss", "knockout": "knockout", "final": "final"}


def collected() -> list[Any]:
    return [pytest.param(one, id=one.name, marks=pytest.mark.rule(*one.rules)) for one in scenarios()]


@pytest.mark.parametrize("scenario", collected())
def test_scenario(scenario: Scenario) -> None:
    story = Story()
    for statement in scenario.statements:
        try:
            VERBS[statement.verb](story, statement)
        except AssertionError as wrong:
            raise AssertionError(
                f"{scenario.path.name}:{statement.line}: {statement.rest}\n{wrong}"
            ) from wrong
    assert story.asserted, "a scenario that expects nothing proves nothing"


class Story:
    """What has been told so far."""

    def __init__(self) -> None:
        self.rules: Rules = rules_of("armada")
        self.players: list[str] = ["A", "B"]
        self.situation = Situation()
        self.report: dict[str, Any] = {}
        self.pool: list[Card] = []
        self.match: CardMatch | None = None
        self.asserted = 0

    def scored(self) -> MatchScore | Refusal:
        self.asserted += 1
        return self.rules.score(self.report, self.situation)

    def good(self) -> MatchScore:
        score = self.scored()
        assert isinstance(score, MatchScore), score
        return score

    def value(self, text: str) -> Any:
        if "," in text:
            return [self.value(part) for part in text.rstrip(",").split(",")]
        if "/" in text:
            return [self.value(part) for part in text.split("/")]
        if text in self.players:
            return "ab"[self.players.index(text)]
        if text in ("yes", "no"):
            return text == "yes"
        return int(text) if text.lstrip("-").isdigit() else text

    def fields(self, text: str) -> dict[str, Any]:
        pairs = (item.split("=") for item in text.split())
        return {key: self.value(value) for key, value in pairs}


def game(story: Story, told: Statement) -> None:
    if told.number is None:
        story.rules = rules_of(told.rest)
        return
    listed = story.report.setdefault("games", [])
    assert told.number == len(listed) + 1, "games are told in order"
    listed.append(story.fields(told.rest))


def players(story: Story, told: Statement) -> None:
    story.players = told.rest.split(", ")


def round_(story: Story, told: Statement) -> None:
    words = told.rest.split()
    structure = next((word for word in words if word in ("basic", "advanced", "custom")), "basic")
    story.situation = replace(
        story.situation, kind=KINDS[words[0]], structure=structure, teams="teams" in words
    )


def setting(story: Story, told: Statement) -> None:
    key, value = told.rest.split(" = ")
    chosen = {**(story.situation.settings or {}), key: story.value(value)}
    story.situation = replace(story.situation, settings=chosen)


def case(story: Story, told: Statement) -> None:
    story.report = {}
    story.situation = replace(story.situation, settings=None)


def slip(story: Story, told: Statement) -> None:
    story.report = story.fields(told.rest)


def match(story: Story, told: Statement) -> None:
    story.report |= story.fields(told.rest)


def quick(story: Story, told: Statement) -> None:
    report = story.rules.shorthand(told.rest, story.situation)
    assert not isinstance(report, Refusal), report
    story.report = dict(report)


def result(story: Story, told: Statement) -> None:
    name, points = told.rest.rsplit(" ", 1)
    score = story.good()
    winner = "nobody" if score.winner is None else story.players["ab".index(score.winner)]
    assert (winner, "-".join(str(side.points) for side in score.sides)) == (name, points)
    assert score.reasons


def mov(story: Story, told: Statement) -> None:
    assert "-".join(str(side.mov) for side in story.good().sides) == told.rest


def outcome(story: Story, told: Statement) -> None:
    assert " ".join(side.outcome for side in story.good().sides) == told.rest


def because(story: Story, told: Statement) -> None:
    score = story.good()
    cited = {reason.rule for reason in score.reasons}
    cited |= {reason.rule for one in score.games for reason in one.reasons}
    assert set(re.split(r", *", told.rest)) <= cited, cited


def refused(story: Story, told: Statement) -> None:
    answer = story.scored()
    assert isinstance(answer, Refusal), answer
    rule, field = told.rest.split()
    assert (rule, field) in {(reason.rule or "-", reason.params.get("field")) for reason in answer.reasons}, (
        answer
    )


def bye_(story: Story, told: Statement) -> None:
    worth = bye(story.rules, story.situation.settings)
    story.asserted += 1
    assert f"{worth.points}/{worth.mov}" == told.rest


def structure(story: Story, told: Statement) -> None:
    """`basic 4→3/–, 32→3/–, 3→undefined`; "offers X" after undefined."""
    name, rows = told.rest.split(" ", 1)
    for row in rows.split(", "):
        number, expected = row.split("→")
        found = structure_for(story.rules, name, int(number))
        story.asserted += 1
        if isinstance(found, Refusal):
            assert f"undefined, offers {found.reasons[0].params['offer']}".startswith(expected.split(" (")[0])
            if "(" in expected:
                assert expected.split("offers ")[1].rstrip(")") == found.reasons[0].params["offer"]
        else:
            assert f"{found.rounds}/{found.cut or '–'}" == expected, row


def legal(story: Story, told: Statement) -> None:
    """`championship released 2017-02-02 played 2017-02-12: no`."""
    level, _, released, _, played, answer = told.rest.replace(":", "").split()
    product = Product("x", poland=date.fromisoformat(released))
    problems = product_problems(story.rules, product, date.fromisoformat(played), level)
    story.asserted += 1
    assert (not problems) == (answer == "yes"), problems


def sides(story: Story, told: Statement) -> None:
    """`1,0 against 2,1: H dark` or `H chooses`; a trailing "first round"."""
    counts, expected = told.rest.split(": ")
    higher, lower = (
        tuple(story.value(part)) for part in counts.removesuffix(" first round").split(" against ")
    )
    choice = side_choice(higher, lower, "first round" in counts)
    story.asserted += 1
    assert {None: "H chooses", 0: "H light", 1: "H dark"}[choice.light] == expected
    assert (choice.reason.rule or "").startswith("SWL-SIDE-")


def card(story: Story, told: Statement) -> None:
    name, kind, points, product = (part.strip() for part in told.rest.split("|"))
    story.pool.append(Card(name, kind, int(points) if points else None, product))


def entry(story: Story, told: Statement) -> None:
    """`Darth Vader (squadron): clear, squadron` / `…: needs_confirmation, not mandatory`."""
    text, expected = told.rest.rsplit(": ", 1)
    assert story.rules.lists is not None
    name, _, points = text.partition(" @")
    name, note = noted(name)
    pool = Pool(story.pool, story.rules.lists.strict_names)
    story.match = pool.find(Wanted(name=name, points=(int(points),) if points else (), note=note))
    story.asserted += 1
    status, _, detail = expected.partition(", ")
    assert story.match.status == STATUS[status], story.match
    if detail in ("mandatory", "not mandatory"):
        assert story.match.mandatory == (detail == "mandatory")
    elif detail:
        assert story.match.card is not None
        assert detail in (story.match.card.type, story.match.card.product, story.match.card.name)


def candidates(story: Story, told: Statement) -> None:
    assert story.match is not None
    assert {one.name for one in story.match.candidates} == set(told.rest.split(", "))


def dial(story: Story, told: Statement) -> None:
    for row in told.rest.split(", "):
        shown, value = row.split("→")
        story.asserted += 1
        assert tie_score.dial_value(int(shown)) == int(value), row


def totals(story: Story, told: Statement) -> None:
    """Light's and dark's tie score, in hundredths."""
    told_of = {reason.code: reason.params for reason in story.good().reasons}
    found = [told_of[code]["hundredths"] for code in ("swl.light_score", "swl.dark_score")]
    assert found == story.value(told.rest)


def draws(story: Story, told: Statement) -> None:
    """`8 from 6`: the first six are the whole pool, the rest differ; whatever is chosen."""
    count, size = (int(number) for number in re.findall(r"\d+", told.rest))
    pool = tuple(f"mission {number}" for number in range(size))
    for luck in (0, 1, 5, 7, 1234567):
        used: list[str] = []
        for turn in range(count):
            left = remaining(pool, used)
            used.append(left[(luck * 31 + turn * 17) % len(left)])
        for start in range(0, count, size):
            cycle = used[start : start + size]
            assert len(set(cycle)) == len(cycle), used
        assert set(used[:size]) == set(pool)
    story.asserted += 1


VERBS: dict[str, Callable[[Story, Statement], None]] = {
    "game": game,
    "players": players,
    "round": round_,
    "setting": setting,
    "case": case,
    "slip": slip,
    "match": match,
    "quick": quick,
    "result": result,
    "mov": mov,
    "outcome": outcome,
    "because": because,
    "refused": refused,
    "bye": bye_,
    "structure": structure,
    "legal": legal,
    "sides": sides,
    "card": card,
    "entry": entry,
    "candidates": candidates,
    "dial": dial,
    "totals": totals,
    "draws": draws,
}
