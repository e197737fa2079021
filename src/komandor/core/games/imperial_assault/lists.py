"""Imperial Assault armies (IA-LIST): 40 points and a command deck."""

from komandor.core.games import listchecks as check
from komandor.core.games.game import ListField, Situation
from komandor.core.games.imperial_assault.scoring import DATA
from komandor.core.games.listchecks import PlayerList, entries, points
from komandor.core.games.verdicts import in_force
from komandor.core.reasons import Reason

FORM = (
    ListField("player", "text", required=True, rule="IA-LIST-5"),
    ListField(
        "faction",
        "choice",
        required=True,
        choices=("rebel", "imperial", "scum"),
        rule="IA-LIST-3",
        factions=True,
    ),
    ListField(
        "deployment",
        "cards",
        required=True,
        columns=("points", "type", "product"),
        rule="IA-LIST-5",
        least_points=-99,
        lines=12,
    ),
    ListField("command", "cards", required=True, columns=("type", "product"), rule="IA-LIST-4", lines=15),
    ListField("total", "int", required=True, rule="IA-LIST-5"),
)


def check_list(given: PlayerList, situation: Situation) -> tuple[Reason, ...]:
    """Every problem of an army in the standard format (IA-FMT-1)."""
    army, limits = entries(given, "deployment"), in_force(DATA, situation).limits
    return (
        *check.form_problems(check.with_factions(FORM, situation.data), given),
        *check.points_problems(army, "IA-LIST-5"),
        *check.total_problem(given, points(army), "IA-LIST-5"),
        *check.limit_problem("total", points(army), limits["army"], "IA-LIST-2"),
    )
