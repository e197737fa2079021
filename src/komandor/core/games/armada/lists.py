"""Armada fleets (ARM-LIST): 400 points, 134 of them squadrons, one commander, three objectives."""

from komandor.core.games import listchecks as check
from komandor.core.games.armada.scoring import DATA, OBJECTIVES
from komandor.core.games.game import ListField, Situation
from komandor.core.games.listchecks import PlayerList, copies, entries, points
from komandor.core.games.verdicts import in_force
from komandor.core.reasons import Reason, why

CAMPAIGN = "campaign"
COSTED = ("ships", "upgrades", "commander", "squadrons")
CARD = ("points", "type", "product")

# Upgrades and squadrons may be none; a list that leaves them out does not add up (AMB-A8).
FORM = (
    ListField("player", "text", required=True, rule="ARM-LIST-7"),
    ListField(
        "faction", "choice", required=True, choices=("rebel", "imperial"), rule="ARM-LIST-3", factions=True
    ),
    ListField("ships", "cards", required=True, columns=CARD, rule="ARM-LIST-7", lines=5),
    ListField("upgrades", "cards", columns=CARD, rule="ARM-LIST-7", lines=8),
    ListField("commander", "cards", required=True, columns=CARD, rule="ARM-LIST-5", lines=1),
    ListField("squadrons", "cards", columns=CARD, rule="ARM-LIST-7", lines=5),
    ListField(
        "objectives",
        "cards",
        required=True,
        columns=("category", "product"),
        rule="ARM-LIST-6",
        column_choices={"category": (*OBJECTIVES, CAMPAIGN)},
        lines=3,
    ),
    ListField("total", "int", required=True, rule="ARM-LIST-7"),
)


def check_list(given: PlayerList, situation: Situation) -> tuple[Reason, ...]:
    """Every problem of a fleet in the standard format (ARM-FMT-1)."""
    fleet = entries(given, *COSTED)
    squadrons, limits = entries(given, "squadrons"), in_force(DATA, situation).limits
    return (
        *check.form_problems(check.with_factions(FORM, situation.data), given),
        *check.points_problems(fleet, "ARM-LIST-7"),
        *check.total_problem(given, points(fleet), "ARM-LIST-7"),
        *check.limit_problem("total", points(fleet), limits["fleet"], "ARM-LIST-2"),
        *check.limit_problem("squadrons", points(squadrons), limits["squadrons"], "ARM-LIST-4"),
        *_commander(given),
        *_objectives(given),
    )


def _commander(given: PlayerList) -> tuple[Reason, ...]:
    """Exactly one, wherever on the list it stands (ARM-LIST-5)."""
    hidden = [line for line in entries(given, "upgrades") if line.column("type").casefold() == "commander"]
    return check.exact_problem(
        "commander", copies(entries(given, "commander")) + copies(hidden), 1, "ARM-LIST-5"
    )


def _objectives(given: PlayerList) -> tuple[Reason, ...]:
    """One of each category, none from a campaign (ARM-LIST-6, ARM-PROD-3)."""
    cards = entries(given, "objectives")
    found = [line.column("category") for line in cards for _ in range(min(line.count, 9))]
    problems = [
        why("armada.objective_category", "ARM-LIST-6", category=category, found=found.count(category))
        for category in OBJECTIVES
        if found.count(category) != 1
    ]
    for line in cards:
        if line.column("category") == CAMPAIGN:
            problems.append(why("armada.campaign_objective", "ARM-PROD-3", name=line.name))
        elif line.column("category") not in OBJECTIVES:
            problems.append(why("armada.objective_without_category", "ARM-LIST-6", name=line.name))
    return tuple(problems)
