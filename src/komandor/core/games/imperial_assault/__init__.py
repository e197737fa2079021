"""Star Wars: Imperial Assault, skirmish."""

from komandor.core.games.game import Rules
from komandor.core.games.imperial_assault import cards, formats, legality, scoring
from komandor.core.games.imperial_assault.lists import FORM, check_list
from komandor.core.games.verdicts import fixed_points
from komandor.core.lists.knowledge import ListKnowledge

RULES = Rules(
    data=scoring.DATA,
    folder=__package__,
    form=scoring.form,
    score=scoring.score,
    shorthand=scoring.shorthand,
    examples=scoring.examples,
    match_points=fixed_points(scoring.DATA),
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
        unknowable=frozenset({"list.points_missing"}),
    ),
)
