"""Star Wars: Imperial Assault, skirmish."""

from komandor.core.games.game import Rules
from komandor.core.games.imperial_assault.lists import FORM, check_list
from komandor.core.games.imperial_assault.scoring import (
    DATA,
    examples,
    form,
    match_points,
    minutes,
    score,
    shorthand,
)

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
)
