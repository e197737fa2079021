"""Every game keeps the same contract, and so does a sixth one that lives only in the tests."""

import itertools
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import jsonschema
import pytest

from komandor.core.games import GAMES, find_rules
from komandor.core.games.awards import bye, missed
from komandor.core.games.game import Field, Form, MatchPoints, Rules, Situation
from komandor.core.games.reports import options, read, shown, staff_only
from komandor.core.games.schema import report_schema
from komandor.core.games.settings import check_settings, defaults, settings_of
from komandor.core.ids import Side
from komandor.core.outcomes import MatchScore, Outcome
from komandor.core.reasons import Refusal
from komandor.core.regulations.structures import structure_for, structures_of
from komandor.rulebook.register import rules as all_rules
from komandor.simulate.slips import slip as made_up_slip
from komandor.web.console.paper.slips import short_lines
from tests.sixth_game import RULES as SIXTH

EVERY = (*GAMES, SIXTH)
RULE_IDS = {rule.id for rule in all_rules()}
KINDS = ("swiss", "knockout", "final")
CODE = re.compile(r"[a-z]+\.[a-z0-9_]+")


def situations(rules: Rules) -> Iterator[Situation]:
    """Every kind of match under every value of every setting with a choice."""
    for kind, structure in itertools.product(KINDS, ("basic", "advanced", "custom")):
        yield Situation(kind, structure)
    for one in settings_of(rules):
        for choice in one.choices:
            chosen = {**defaults(rules), one.key: choice}
            yield from (Situation(kind, "custom", chosen) for kind in KINDS)
    if any(key.endswith("_teams") for key in rules.data.clocks):
        yield from (Situation(kind, "custom", teams=True) for kind in ("swiss", "final"))


def cases() -> list[Any]:
    return [
        pytest.param(rules, situation, id=f"{rules.data.id}-{number}")
        for rules in EVERY
        for number, situation in enumerate(situations(rules))
    ]


each_game = pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.data.id)
each_case = pytest.mark.parametrize(("rules", "situation"), cases())


def test_five_games_in_their_order() -> None:
    assert [rules.data.id for rules in GAMES] == [
        "armada",
        "imperial-assault",
        "destiny",
        "star-wars-lcg",
        "conquest",
    ]


@each_case
def test_the_usual_result_fits_on_the_short_slip(rules: Rules, situation: Situation) -> None:
    """What quick entry reads from its first example has a box on the short slip, but for the end."""
    lines = short_lines(rules.form(situation))
    asked = {one.key for line in lines for one in (*line.sided, line.whole) if one}
    report = rules.shorthand(rules.examples(situation)[0], situation)
    assert not isinstance(report, Refusal)
    games: Any = report.get("games", [report])
    written = {key for game in games for key in game} - {"end"}
    assert written
    assert written <= asked
    assert len(lines) <= 5, "more do not fit on an eighth of a sheet"


@each_game
def test_is_found_by_game_and_by_edition(rules: Rules, sixth_game: Rules) -> None:
    assert find_rules(rules.data.id) is rules
    assert find_rules(rules.id) is rules
    assert rules.id.startswith(f"{rules.data.id}@")


def test_an_unknown_game_is_not_found() -> None:
    assert find_rules("chess") is None
    assert find_rules(SIXTH.id) is None, "the sixth game is registered in the tests only"


@each_game
def test_names_and_rule_ids(rules: Rules) -> None:
    data = rules.data
    assert set(data.name) == {"en", "pl"}
    cited = {*data.rules.values(), *data.setup, *(clock.rule for clock in data.clocks.values())}
    assert cited <= RULE_IDS
    assert set(data.rules) >= set(GAMES[0].data.rules), "shared code cites the same things in every game"
    assert {one.ambiguity for one in settings_of(rules)} <= {*AMBIGUITIES, *RULE_IDS}


LAST = {"G": 46, "A": 13, "I": 11, "D": 9, "S": 24, "C": 12}
AMBIGUITIES = {f"AMB-{part}{number}" for part, last in LAST.items() for number in range(1, last + 1)}


@each_game
@pytest.mark.rule("COM-STRUCT-1", "COM-STRUCT-5", "COM-CUT-2")
def test_structure_tables_join_and_cut_to_known_sizes(rules: Rules) -> None:
    for rows in rules.data.structures.values():
        for row, below in itertools.pairwise(rows):
            assert row.high is not None
            assert below.low == row.high + 1
        assert rows[-1].high is None
        assert {row.cut for row in rows} <= {0, *rules.data.cuts}
    assert structures_of(rules)[-1] == "custom"
    for name, players in itertools.product(structures_of(rules), range(2, 600)):
        found = structure_for(rules, name, players)
        assert isinstance(found, Refusal) or found.rounds >= 1


@each_case
def test_every_match_has_a_clock(rules: Rules, situation: Situation) -> None:
    clock = rules.minutes(situation)
    assert clock.minutes is None or 0 < clock.minutes <= 180
    assert clock.low is None or clock.low <= (clock.minutes or 0) <= (clock.high or 0)


@each_case
def test_form_is_well_made(rules: Rules, situation: Situation) -> None:
    form = rules.form(situation)
    for fields in (form.game, form.match):
        keys = [one.key for one in fields]
        assert len(keys) == len(set(keys))
        for one in fields:
            assert one.rule is None or one.rule in RULE_IDS
            assert one.when is None or one.when[0] in keys
            assert set(one.staff_choices) <= set(one.choices)
    validator(form)  # whose schema is checked


@each_case
def test_every_small_report_is_scored_or_refused_and_never_breaks(rules: Rules, situation: Situation) -> None:
    """All combinations of a few values per field, for each way the game can end."""
    scored = 0
    for report, readable in small_reports(rules.form(situation)):
        answer = rules.score(report, situation)
        if isinstance(answer, MatchScore):
            scored += 1
            assert readable
            sound(rules, situation, answer)
        else:
            assert answer.reasons
            assert all(CODE.fullmatch(reason.code) for reason in answer.reasons)
            assert all(reason.rule is None or reason.rule in RULE_IDS for reason in answer.reasons)
            assert all("field" in reason.params for reason in answer.reasons), answer
    assert scored, "some report must be good"


@each_game
def test_the_range_of_a_swiss_match_is_no_wider_than_its_results(rules: Rules) -> None:
    """Each end of the range is reached by some report."""
    where, won, other = Situation(), set[int](), set[int]()
    short = [rules.shorthand(text, where) for text in rules.examples(where)]
    for report in (*reports(rules.form(where)), *short):
        score = report if isinstance(report, Refusal) else rules.score(report, where)
        if isinstance(score, MatchScore):
            for side, one in zip("ab", score.sides, strict=True):
                (won if side == score.winner else other).add(one.points)
    assert MatchPoints(max(won), min(won), max(other)) == rules.match_points(where)


@cache
def validator(form: Form) -> jsonschema.Draft202012Validator:
    """Compares reports with the published schema of the form, which is a right one."""
    schema = report_schema(form)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@cache
def small_reports(form: Form) -> tuple[tuple[dict[str, Any], bool], ...]:
    """Reports, and whether each can be read; the published schema accepts exactly those."""
    made = tuple((report, read(form, report)) for report in {str(r): r for r in reports(form)}.values())
    for report, slip in made:
        assert validator(form).is_valid(report) == (not isinstance(slip, Refusal)), (report, slip)
    return tuple((report, not isinstance(slip, Refusal)) for report, slip in made)


def sound(rules: Rules, situation: Situation, score: MatchScore) -> None:
    """What every result owes to everybody who reads it."""
    a, b = score.sides
    outcomes = {a.outcome, b.outcome}
    assert score.reasons
    assert all(reason.rule in RULE_IDS and CODE.fullmatch(reason.code) for reason in score.reasons)
    if score.winner is None:
        assert a == b
        assert outcomes <= {Outcome.DRAW, Outcome.DOUBLE_LOSS}
        assert situation.kind == "swiss" or rules.data.elimination == "double"  # COM-ELIM-7
        assert situation.kind == "swiss" or outcomes == {Outcome.DOUBLE_LOSS}
    else:
        won, lost = (a, b) if score.winner == "a" else (b, a)
        assert won.outcome in (Outcome.WIN, Outcome.MODIFIED_WIN)
        assert lost.outcome in (Outcome.LOSS, Outcome.CONCEDED)
        assert won.points > lost.points
        assert won.mov >= 0
        assert lost.mov == 0
    assert min(a.points, b.points) >= 0
    if situation.kind == "swiss":
        within_range(rules.match_points(situation), score)


def within_range(worth: MatchPoints, score: MatchScore) -> None:
    """No Swiss match gives more or less than the game says it can: the chances of the cut rest on it."""
    for side, one in zip("ab", score.sides, strict=True):
        if side == score.winner:
            assert worth.least_for_win <= one.points <= worth.most
        else:
            assert one.points <= worth.most_without_win


def reports(form: Form) -> Iterator[dict[str, Any]]:
    if form.flat:
        yield from filled(form.game, 4)
        return
    few = list(filled(form.game, 2))
    few = few[:: max(1, len(few) // 20)]
    for count in range(form.fewest_games, form.most_games + 1):
        picks = few if count == 1 else few[:: 2 * count - 2]
        for games in itertools.product(picks, repeat=count):
            yield {"games": list(games)}
    if form.match:
        yield from ({"games": [game], "time_called": True} for game in few)


def filled(fields: tuple[Field, ...], values: int) -> Iterator[dict[str, Any]]:
    """Each end with all fields, with the required ones, and with any two more, under several values."""
    (end,) = (one for one in fields if one.key == "end")
    for choice in options(end):
        visible = [one for one in fields if one.key != "end" and shown(one, {"end": choice})]
        for number in range(values):
            full = {one.key: sample(one, number) for one in visible}
            needed = {one.key: full[one.key] for one in visible if one.required}
            yield {"end": choice, **full}
            yield {"end": choice, **needed}
            for pair in itertools.combinations(full, 2):
                yield {"end": choice, **needed, **{key: full[key] for key in pair}}


def sample(one: Field, number: int) -> Any:
    if one.many:
        return [[3, 3], [number % 3 + 4, 2]]
    if one.each:
        return [single(one, number, 0), single(one, number, 1)]
    return single(one, number, 0)


def single(one: Field, number: int, seat: int) -> Any:
    """Four patterns: level and low, a ahead, b ahead, level and high."""
    ahead = (number, seat) in {(1, 0), (2, 1), (3, 0), (3, 1)}
    if one.kind == "int":
        return min(one.high, 400) if ahead else one.low
    if one.kind == "bool":
        return ahead
    return options(one)[number % len(options(one))]


@each_game
def test_unknown_wrong_and_missing_fields_are_all_named_at_once(rules: Rules) -> None:
    answer = rules.score({"nonsense": 1, "end": 7}, Situation("swiss"))
    assert isinstance(answer, Refusal)
    fields = {reason.params["field"] for reason in answer.reasons}
    assert "nonsense" in fields
    assert len(fields) >= 2


@each_game
@pytest.mark.parametrize(
    "report", [{}, {"games": 3}, {"games": [7]}, {"end": None}, {"games": [[]], "end": []}]
)
def test_broken_reports_are_refused(rules: Rules, report: dict[str, Any]) -> None:
    for kind in KINDS:
        assert isinstance(rules.score(report, Situation(kind)), Refusal)


@each_game
@pytest.mark.rule("COM-CONC-1")
def test_a_conceding_player_loses(rules: Rules) -> None:
    situation = Situation("knockout")
    for text, winner in (("conc a", "b"), ("conc b", "a")):
        report = rules.shorthand(text, situation)
        assert not isinstance(report, Refusal)
        score = rules.score(report, situation)
        assert isinstance(score, MatchScore)
        assert score.winner == winner


@each_game
def test_double_loss_in_swiss_gives_nothing_and_is_for_leaders_only(rules: Rules) -> None:
    two_games = rules.form(Situation()).most_games == 2  # there "dl" would read as a draw and a loss
    report = rules.shorthand("xx" if two_games else "dl", Situation())
    assert not isinstance(report, Refusal)
    score = rules.score(report, Situation())
    assert isinstance(score, MatchScore)
    assert score.winner is None
    assert [(side.outcome, side.points, side.mov) for side in score.sides] == [
        (Outcome.DOUBLE_LOSS, 0, 0)
    ] * 2
    assert staff_only(rules.form(Situation()), report) == ("end",)


@each_game
@pytest.mark.rule("COM-ELIM-7")
def test_knockout_without_winner_is_refused_with_reason(rules: Rules) -> None:
    """Neither a draw, nor a double loss, nor an empty slip makes anybody lose in single elimination."""
    for kind in ("knockout", "final"):
        situation = Situation(kind, "custom")
        form = rules.form(situation)
        for end in ("draw", "double_loss"):
            report = {"end": end} if form.flat else {"games": [{"end": end}]}
            answer = rules.score(report, situation)
            if end == "double_loss" and rules.data.elimination == "double":
                continue  # AMB-S22
            assert isinstance(answer, Refusal)
            assert [one.rule for one in answer.reasons] == ["COM-ELIM-7"]
        assert isinstance(rules.score({}, situation), Refusal)


@each_game
def test_quick_entry_that_is_not_understood_shows_examples_that_are(rules: Rules) -> None:
    """Every example of quick entry is a result that the rules accept in that match."""
    for situation in situations(rules):
        answer = rules.shorthand("who won? no idea", situation)
        assert isinstance(answer, Refusal)
        assert answer.reasons[0].params["examples"] == rules.examples(situation)
        assert rules.examples(situation)
        for text in rules.examples(situation):
            report = rules.shorthand(text, situation)
            assert not isinstance(report, Refusal), text
            assert isinstance(rules.score(report, situation), MatchScore), (text, situation)


@each_game
@pytest.mark.parametrize("winner", ["a", "b"])
def test_a_made_up_slip_is_what_was_asked_for(rules: Rules, winner: Side, sixth_game: Rules) -> None:
    """The simulator makes slips from the game's examples: for the winner and of the kind that it asks."""
    for seed in range(20):
        score = {kind: made_up(rules, Random(seed), winner, kind) for kind in SLIPS}
        assert score[""].winner == score["concession"].winner == winner
        assert score["tie"].winner in (winner, None)
        assert {side.outcome for side in score["double_loss"].sides} == {Outcome.DOUBLE_LOSS}
        assert Outcome.CONCEDED not in {side.outcome for side in score[""].sides}


SLIPS = ("", "concession", "tie", "double_loss")


def made_up(rules: Rules, rnd: Random, winner: Side, kind: str) -> MatchScore:
    score = rules.score(made_up_slip(rules, Situation(), rnd, winner, kind), Situation())
    assert isinstance(score, MatchScore)
    return score


@each_game
@pytest.mark.rule("COM-BYE-1", "COM-DROP-4")
def test_rounds_without_a_game(rules: Rules) -> None:
    free = bye(rules)
    assert (free.points, free.mov) == (rules.data.bye.points, rules.data.bye.mov)
    assert free.outcome is Outcome.BYE
    assert (missed(rules).outcome, missed(rules).points, missed(rules).mov) == (Outcome.MISSED, 0, 0)


@each_game
def test_settings_are_complete_and_checked(rules: Rules) -> None:
    full = check_settings(rules, {})
    assert full == defaults(rules)
    for one in settings_of(rules):
        assert one.ambiguity
        wrong = check_settings(rules, {one.key: "no such value"})
        assert isinstance(wrong, Refusal)
        assert wrong.reasons[0].params["field"] == one.key
        for choice in one.choices:
            changed = check_settings(rules, {one.key: choice})
            assert not isinstance(changed, Refusal)
            assert changed[one.key] == choice
    unknown = check_settings(rules, {"no.such": 1, "neither": 2})
    assert isinstance(unknown, Refusal)
    assert len(unknown.reasons) == 2


@each_game
def test_an_empty_list_lacks_what_the_form_requires(rules: Rules) -> None:
    problems = rules.check_list({}, Situation())
    missing = {problem.params.get("field") for problem in problems if problem.code == "list.missing"}
    assert missing >= {one.key for one in rules.list_form if one.required}
    assert all(problem.rule in RULE_IDS for problem in problems)
