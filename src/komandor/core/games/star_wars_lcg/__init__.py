"""Star Wars: The Card Game."""

from komandor.core.games.game import Rules
from komandor.core.games.star_wars_lcg.lists import FORM, check_list
from komandor.core.games.star_wars_lcg.scoring import (
    DATA,
    examples,
    form,
    match_points,
    minutes,
    score,
    shorthand,
)
from komandor.core.games.star_wars_lcg.sides import side_choice

RULES = Rules(
    data=DATA,
    folder=__package__,
    form=form,
    score=score,
    shorthand=shorthand,
    examples=examples,
    match_points=match_points,
    minutes=minutes,
    list_form=FORM,
    check_list=check_list,
    sides=side_choice,
)
