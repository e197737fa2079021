"""Conquest decks (CON-LIST): a warlord, a synapse unit if the warlord needs one, fifty cards or more."""

from komandor.core.games import listchecks as check
from komandor.core.games.conquest.scoring import DATA
from komandor.core.games.game import ListField, Situation
from komandor.core.games.listchecks import PlayerList, copies, entries
from komandor.core.games.verdicts import in_force
from komandor.core.reasons import Reason, why

FORM = (
    ListField("player", "text", required=True, rule="CON-LIST-5"),
    ListField(
        "warlord",
        "cards",
        required=True,
        columns=("needs_synapse", "product"),
        rule="CON-LIST-1",
        column_choices={"needs_synapse": ("no", "yes")},
        headline="name",
        lines=1,
    ),
    ListField("synapse", "cards", columns=("product",), rule="CON-LIST-1", lines=1),
    ListField("deck", "cards", required=True, columns=("type", "product"), rule="CON-LIST-5", lines=22),
    ListField("planets", "cards", columns=("product",), rule="CON-LIST-3", lines=1),
    ListField("total", "int", rule="CON-LIST-5"),
)


def check_list(given: PlayerList, situation: Situation) -> tuple[Reason, ...]:
    cards, planets = copies(entries(given, "deck")), copies(entries(given, "planets"))
    limits = in_force(DATA, situation).limits
    return (
        *check.form_problems(FORM, given),
        *check.exact_problem("warlord", copies(entries(given, "warlord")), limits["warlords"], "CON-LIST-1"),
        *_synapse(given),
        *check.least_problem("deck", cards, limits["deck"], "CON-LIST-1"),
        *check.total_problem(given, cards, "CON-LIST-5"),
        *(check.exact_problem("planets", planets, limits["planet_cards"], "CON-LIST-3") if planets else ()),
    )


def _synapse(given: PlayerList) -> tuple[Reason, ...]:
    needed = any(line.column("needs_synapse") == "yes" for line in entries(given, "warlord"))
    found = copies(entries(given, "synapse"))
    if needed == (found == 1) and found <= 1:
        return ()
    return (why("conquest.synapse", "CON-LIST-1", needed=needed, found=found),)
