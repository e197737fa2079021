"""Star Wars: Destiny."""

from komandor.core.games.destiny import scoring
from komandor.core.games.destiny.lists import FORM, check_list
from komandor.core.games.game import Rules

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
)
