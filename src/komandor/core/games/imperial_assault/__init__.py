"""Star Wars: Imperial Assault, skirmish."""

from komandor.core.games.game import Rules
from komandor.core.games.imperial_assault import scoring
from komandor.core.games.imperial_assault.lists import FORM, check_list
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
