"""The next step in words: its button, the message when it is done, and where to remove each obstacle."""

from dataclasses import dataclass

from komandor.app.queries.everybody.round_names import next_round_name, pairs_follow_from_seeds
from komandor.app.workflow import NextStep
from komandor.core.tournament.stage_kinds import kinds_of
from komandor.core.tournament.state import Tournament
from komandor.texts import round_title
from komandor.web.rendering.event_page import EventPage
from komandor.web.rendering.i18n import N_
from komandor.web.routing.paths import url


@dataclass(frozen=True, slots=True)
class StepWords:
    title: str
    button: str = ""
    done: str = ""
    text: str = ""


WORDS: dict[str, StepWords] = {
    "register": StepWords(
        N_("Add players"), text=N_("Type names, paste a list, or let people scan the code.")
    ),
    "announce": StepWords(
        N_("Announce and start"),
        N_("Announce the structure"),
        N_("The structure is announced."),
        N_("The structure follows from attendance and is shown to everybody."),
    ),
    "draw": StepWords(
        N_("Draw round %(round)s"),
        N_("Draw round %(round)s"),
        N_("Round %(round)s is drawn. Nobody sees it yet."),
        N_("Fixes players and results, then draws. You see the pairs first."),
    ),
    "open": StepWords(
        "%(name)s",
        N_("Open: %(name)s"),
        N_("%(name)s: the pairs stand. Nobody sees them yet."),
        N_("Nothing is drawn: the pairs follow from the seeds. You see them first."),
    ),
    "draw_bracket": StepWords(
        N_("Draw the bracket"),
        N_("Draw the bracket"),
        N_("The bracket is drawn. Nobody sees it yet."),
        N_("Fixes the players, then draws their places in the bracket. You see the pairs first."),
    ),
    "roll": StepWords(
        N_("Roll the dice"),
        N_("Draw with these dice"),
        N_("%(name)s: drawn."),
        N_("Roll in view of everybody and type what fell."),
    ),
    "publish": StepWords(
        N_("Publish the pairings"),
        N_("Publish"),
        N_("Pairings are out."),
        N_("Phones and the projector show them."),
    ),
    "mission": StepWords(N_("Draw the mission"), N_("Draw the mission"), N_("The mission is drawn.")),
    "start_clock": StepWords(
        N_("Start the clock"),
        N_("Start the clock"),
        N_("The clock runs."),
        N_("When most players sit and have begun to set up."),
    ),
    "results": StepWords(N_("Results"), text=N_("The round can be closed when every table has a result.")),
    "close_round": StepWords(N_("Close the round"), N_("Close the round"), N_("%(name)s: closed.")),
    "cut": StepWords(
        N_("Make the cut"), N_("Make the cut"), N_("The cut is made. Check that everybody stays.")
    ),
    "replacement": StepWords(
        N_("Ask the next player"), text=N_("A qualified player left before the first game.")
    ),
    "final_match": StepWords(
        N_("Final match"), N_("Set up the final match"), N_("The two teams play for the title.")
    ),
    "finish": StepWords(N_("Finish the event"), N_("Finish the event"), N_("Final places stand.")),
    "done": StepWords(
        N_("The event is over"), text=N_("Export the file, print the standings, thank everybody.")
    ),
}


def words_of(t: Tournament, code: str) -> StepWords:
    """The words of a step; where seeds decide, a round is opened and not drawn."""
    kinds = (t.stage.kind,) if t.stage else kinds_of(t.announced[:1])
    if code != "draw" or not any(kind.eliminates for kind in kinds):
        return WORDS[code]
    return WORDS["open" if pairs_follow_from_seeds(t) else "draw_bracket"]


def step_name(p: EventPage, code: str) -> str:
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
    "structure.too_few": "people",
    "structure.unknown": "settings",
    "component.still_missing": "judge",
    "cut.replacement_due": "console",
    "cut.outdated": "console-log",
    "round.draw_again": "#redraw",
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
    for reason in step.obstacles:
        target = MENDED_AT.get(reason.code, "console")
        route, mark, query = target.partition("?")
        out.append((p.say(reason), target if target[0] == "#" else url(route, p.t.id) + mark + query))
    return out
