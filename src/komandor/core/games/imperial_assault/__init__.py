"""Star Wars: Imperial Assault, skirmish."""

from komandor.core.games.game import Rules
from komandor.core.games.imperial_assault.lists import FORM, check_list
from komandor.core.games.imperial_assault.scoring import DATA, form, minutes, score, shorthand

RULES = Rules(
    data=DATA,
    form=form,
    score=score,
    shorthand=shorthand,
    minutes=minutes,
    list_form=FORM,
    check_list=check_list,
)
