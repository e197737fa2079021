"""Star Wars: Destiny."""

from komandor.core.games.destiny import scoring
from komandor.core.games.destiny.lists import FORM, check_list
from komandor.core.games.game import Rules
from komandor.core.games.verdicts import fixed_points

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
)
