"""Destiny teams, decks and battlefields (DES-FMT-1, DES-LIST)."""

from komandor.core.games import listchecks as check
from komandor.core.games.destiny.scoring import DATA
from komandor.core.games.game import ListField, Situation
from komandor.core.games.listchecks import ListLine, PlayerList, copies, entries, points
from komandor.core.games.verdicts import in_force
from komandor.core.reasons import Reason, why

ELITE = ("elite", "elitarna", "elitarny")
ALLEGIANCES = ("hero", "villain", "neutral")

FORM = (
    ListField("player", "text", required=True, rule="DES-LIST-7"),
    ListField(
        "characters",
        "cards",
        required=True,
        columns=("points", "allegiance", "version", "product"),
        rule="DES-LIST-2",
        column_choices={"allegiance": ALLEGIANCES},
        headline="allegiance",
        lines=4,
    ),
    ListField("plot", "cards", columns=("points", "product"), rule="DES-LIST-3", least_points=-9, lines=1),
    ListField("battlefield", "cards", required=True, columns=("product",), rule="DES-LIST-6", lines=1),
    ListField("deck", "cards", required=True, columns=("die", "product"), rule="DES-LIST-7", lines=20),
)


def check_list(given: PlayerList, situation: Situation) -> tuple[Reason, ...]:
    """Every problem of a deck and its team in standard play (DES-FMT-1)."""
    team, plots = entries(given, "characters"), entries(given, "plot")
    limits = in_force(DATA, situation).limits
    return (
        *check.form_problems(FORM, given),
        *check.least_problem("characters", copies(team), 1, "DES-LIST-2"),
        *check.points_problems(team, "DES-LIST-3"),
        *check.limit_problem("characters", points((*team, *plots)), limits["team"], "DES-LIST-3"),
        *_allegiance(given),
        *check.exact_problem("deck", copies(entries(given, "deck")), limits["deck"], "DES-LIST-5"),
        *check.exact_problem(
            "battlefield", copies(entries(given, "battlefield")), limits["battlefields"], "DES-LIST-6"
        ),
    )


def _allegiance(given: PlayerList) -> tuple[Reason, ...]:
    """Heroes or villains, never both (DES-LIST-4)."""
    team = entries(given, "characters")
    unknown = [line.name for line in team if line.column("allegiance") not in ALLEGIANCES]
    problems = tuple(why("destiny.allegiance_missing", "DES-LIST-4", name=name) for name in unknown)
    if {"hero", "villain"} <= {line.column("allegiance") for line in team}:
        return (*problems, why("destiny.heroes_and_villains", "DES-LIST-4"))
    return problems


def dice_needed(given: PlayerList) -> tuple[tuple[str, int], ...]:
    """The dice that the list needs: one for a character, two for an elite one, one for each copy of a card
    with a die (DES-DICE-1)."""
    team = [(line.name, line.count * (2 if _elite(line) else 1)) for line in entries(given, "characters")]
    cards = [(line.name, line.count) for line in entries(given, "deck") if line.column("die").strip()]
    return (*team, *cards)


def _elite(line: ListLine) -> bool:
    return line.column("version").strip().casefold() in ELITE
