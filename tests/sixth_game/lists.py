"""Skiff Race lists: a pilot and one skiff."""

from komandor.core.games.game import ListField, Situation
from komandor.core.games.listchecks import PlayerList, copies, entries, exact_problem, form_problems
from komandor.core.reasons import Reason

FORM = (
    ListField("player", "text", required=True, rule="COM-LIST-2"),
    ListField(
        "skiff",
        "cards",
        required=True,
        columns=("hull",),
        rule="COM-LIST-2",
        column_choices={"hull": ("wood", "steel")},
    ),
)


def check_list(given: PlayerList, situation: Situation) -> tuple[Reason, ...]:
    skiffs = copies(entries(given, "skiff"))
    return (*form_problems(FORM, given), *exact_problem("skiff", skiffs, 1, "COM-LIST-2"))
