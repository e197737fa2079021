"""Star Wars: Destiny."""

from komandor.core.games.destiny.lists import FORM, check_list
from komandor.core.games.destiny.scoring import DATA, form, minutes, score, shorthand
from komandor.core.games.game import Rules

RULES = Rules(
    data=DATA,
    form=form,
    score=score,
    shorthand=shorthand,
    minutes=minutes,
    list_form=FORM,
    check_list=check_list,
)
