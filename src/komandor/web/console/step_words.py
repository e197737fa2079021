"""The next step in words: its button, the message when it is done, and where to remove each obstacle."""

from dataclasses import dataclass

from komandor.app.queries.everybody.round_names import next_round_name, pairs_follow_from_seeds
from komandor.app.same_names import asks, namesakes
from komandor.app.workflow import NextStep
from komandor.core.tournament.readings.cut import cut_size
from komandor.core.tournament.stage_kinds import kinds_of
from komandor.core.tournament.state import Tournament
from komandor.texts import round_title
from komandor.texts.catalogue import known
from komandor.web.rendering.event_page import EventPage
from komandor.web.routing.request import url


@dataclass(frozen=True, slots=True)
class StepWords:
    title: str
    button: str
    text: str


def words_of(p: EventPage, step: NextStep) -> StepWords:
    """What the page says of a step: its title, its button, and what it does."""
    return StepWords(*(step_says(p, what, step.code, step.round) for what in ("title", "button", "text")))


def step_says(p: EventPage, what: str, code: str, number: int = 0) -> str:
    """The title, button, text or message of a step (`texts/words`); empty if it has none of its own."""
    said = known(f"step_{what}", _variant(p.t, code), p.lang) or ""
    name = _round_named(p, code)
    name = name.lower() if what == "button" else name  # inside a sentence: "Pair semi-final"
    return said.format(round=number, name=name, size=_next_cut(p.t))


def _variant(t: Tournament, code: str) -> str:
    """Where seeds decide, a round is opened and not drawn; where they do not, the bracket is."""
    if code == "roll":
        return "beacon" if t.this_round.public_source == "beacon" else code
    kinds = (t.stage.kind,) if t.stage else kinds_of(t.announced[:1])
    if code not in ("draw", "redraw") or not any(kind.eliminates for kind in kinds):
        return code
    if code == "redraw":
        return "pair_again" if pairs_follow_from_seeds(t) else code
    return "open" if pairs_follow_from_seeds(t) else "draw_bracket"


def _next_cut(t: Tournament) -> int:
    """How many players the next stage takes; 0 without one."""
    return cut_size(t.announced[t.stage.number - 1 :]) if t.stage else 0


def _round_named(p: EventPage, code: str) -> str:
    """The name of the round that a step is about."""
    begins = code == "draw" and p.t.phase != "frozen"
    if begins or not p.t.rounds:
        return round_title(next_round_name(p.t), p.lang, short=True)
    return p.round_name(p.t.round_number, short=True)


MENDED_AT: dict[str, str] = {  # the route with its query, or a place on the same page
    "round.not_checked_in": "people?show=absent",
    "round.lists_missing": "lists?show=missing",
    "round.lists_with_problems": "lists?show=illegal",
    "round.lists_undecided": "lists?show=undecided",
    "round.lists_illegal": "lists?show=illegal",
    "player.same_name": "people",
    "structure.too_few": "people",
    "structure.unknown": "settings",
    "component.still_missing": "judge",
    "cut.replacement_due": "console",
    "cut.outdated": "console",
    "round.draw_again": "console",
    "round.outdated": "console",
    **dict.fromkeys(
        ("round.rematches", "round.forbidden_pairs", "round.second_bye", "round.second_bye_early"),
        "#f-accept-on",
    ),
    "mission.not_drawn": "console",
    "step.disputed": "console?show=disputed",
    "step.judge_called": "console?show=calls",
    "step.appealed": "console?show=calls",
}


def obstacle_links(p: EventPage, step: NextStep) -> list[tuple[str, str]]:
    """Each obstacle as a sentence, with the page on which it can be removed."""
    out = []
    twice = (asks(those) for those in namesakes(p.site.store, p.t, p.names.people))
    for reason in (*step.obstacles, *twice):
        target = MENDED_AT.get(reason.code, "console")
        route, mark, query = target.partition("?")
        out.append((p.say(reason), target if target[0] == "#" else url(route, p.t.id) + mark + query))
    return out
