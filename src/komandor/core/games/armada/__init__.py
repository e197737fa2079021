"""Star Wars: Armada."""

from komandor.core.games.armada import cards, formats, legality, scoring
from komandor.core.games.armada.lists import FORM, check_list
from komandor.core.games.game import Rules
from komandor.core.lists.knowledge import ListKnowledge

RULES = Rules(
    data=scoring.DATA,
    folder=__package__,
    form=scoring.form,
    score=scoring.score,
    shorthand=scoring.shorthand,
    examples=scoring.examples,
    match_points=scoring.match_points,
    minutes=scoring.minutes,
    list_form=FORM,
    check_list=check_list,
    lists=ListKnowledge(
        formats=formats.FORMATS,
        gather=cards.gather,
        facts=cards.FACTS,
        kinds=cards.POLISH,
        content=legality.content,
        check=legality.check,
        points=legality.points,
        faction=formats.faction_of,
        unknowable=frozenset({"armada.objective_without_category", "list.points_missing"}),
    ),
    initiative=scoring.initiative,
)
