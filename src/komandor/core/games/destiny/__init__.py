"""Star Wars: Destiny."""

from komandor.core.games.destiny import cards, formats, legality, scoring
from komandor.core.games.destiny.lists import FORM, check_list, dice_needed
from komandor.core.games.game import Rules
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
    dice=dice_needed,
    lists=ListKnowledge(
        formats=formats.FORMATS,
        gather=cards.gather,
        facts=cards.FACTS,
        kinds=cards.POLISH,
        content=legality.content,
        check=legality.check,
        points=legality.points,
        row=legality.row,
        strict_names=True,
        changeable=frozenset({"destiny.heroes_and_villains"}),
        unknowable=frozenset({"list.points_missing", "destiny.allegiance_missing"}),
    ),
)
