"""Star Wars LCG decks (SWL-DECK): one light, one dark; a team hands in four (SWL-2V2-3)."""

from collections.abc import Mapping

from komandor.core.games import listchecks as check
from komandor.core.games.game import ListField, Situation
from komandor.core.games.listchecks import PlayerList, copies, entries
from komandor.core.games.star_wars_lcg.scoring import DATA
from komandor.core.games.verdicts import in_force
from komandor.core.reasons import Reason, why

OWN = ("light", "dark")
PARTNER = ("partner_light", "partner_dark")


def _deck_fields(deck: str, rule: str, teams: bool = False) -> tuple[ListField, ...]:
    return tuple(
        ListField(
            f"{deck}_{part}",
            "cards",
            required=not teams,
            columns=("product",),
            rule=rule,
            teams=teams,
            headline="name" if part == "affiliation" else "",
            lines=1 if part == "affiliation" else 10,
            like=f"{deck.removeprefix('partner_')}_{part}" if teams else "",
        )
        for part in ("affiliation", "sets")
    )


FORM = (
    ListField("player", "text", required=True, rule="SWL-2V2-3"),
    *(one for deck in OWN for one in _deck_fields(deck, "SWL-DECK-1")),
    ListField("partner", "text", rule="SWL-2V2-3", teams=True),
    *(one for deck in PARTNER for one in _deck_fields(deck, "SWL-2V2-3", teams=True)),
)


def check_list(given: PlayerList, situation: Situation) -> tuple[Reason, ...]:
    """Two decks, or four with the partner's name (SWL-2V2-2)."""
    decks = OWN + PARTNER if situation.teams else OWN
    return (
        *check.form_problems(FORM, given),
        *(_team_problems(given) if situation.teams else ()),
        *(problem for deck in decks for problem in _deck(given, deck, in_force(DATA, situation).limits)),
    )


def _deck(given: PlayerList, deck: str, limits: Mapping[str, int]) -> tuple[Reason, ...]:
    """Exactly one affiliation and at least ten objective sets (SWL-DECK-2)."""
    affiliation, sets = f"{deck}_affiliation", f"{deck}_sets"
    return (
        *check.exact_problem(
            affiliation, copies(entries(given, affiliation)), limits["affiliations"], "SWL-DECK-2"
        ),
        *check.least_problem(sets, copies(entries(given, sets)), limits["objective_sets"], "SWL-DECK-2"),
    )


def _team_problems(given: PlayerList) -> tuple[Reason, ...]:
    return () if given.get("partner") else (why("list.missing", "SWL-2V2-3", field="partner"),)
