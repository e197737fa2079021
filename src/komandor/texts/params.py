"""The kind of each parameter of a reason, so that numbers become names and codes become words.

`BY_NAME` holds the usual kind of a parameter name, `BY_CODE` the reasons that use the name in
another sense; games name such reasons of theirs in `data.toml`.  The kind "choice.category" is a
choice of the form field `category`; what begins with "form." has the words of its form and
stands as it is typed on the terminal.  A kind that `Speaker.value` does not treat specially is a
table of `words/<lang>`.
"""

from collections.abc import Mapping
from functools import lru_cache

from komandor.core import games

_NAMES_OF_KIND: Mapping[str, str] = {
    # people
    "player": "player opponent above leaver asked undefeated by",
    "players": "players teams gone missing absent despite_lists",
    "pair": "pair",
    "pairs": "pairs",
    "staff": "staff substitute marshal rulers",
    # the two players of a match
    "side": "side winner loser leader holder named",
    # words
    "level": "level",
    "structure": "structure offer",
    "role": "role roles needs",
    "phase": "phase possible",
    "command": "command",
    "call_state": "state",
    "public_source": "source waived",
    "setting": "setting",
    "value_type": "expected",
    "event_name": "event",
    # forms
    "field": "field unless",
    # numbers
    "match": "match matches",
    "ratio": "own theirs",
    "hundredths": "hundredths",
}
BY_NAME: Mapping[str, str] = {name: kind for kind, names in _NAMES_OF_KIND.items() for name in names.split()}

BY_CODE: Mapping[str, Mapping[str, str]] = {
    "bracket": {"a": "player", "b": "player", "result": "bracket_result"},
    "warning": {"a": "player", "b": "player"},
    "sides": {"light": "player"},
    "standing.rank": {"rank": "ordinal"},
    "step": {"first": "player", "second": "player"},
    "score.winner_contradicts": {"found": "side"},
    "settings": {"field": "setting"},
    "settings.choice": {"choices": "form.setting"},
    "report.missing": {"label": "field"},
    "report.unknown_choice": {"choices": "form.choice"},
    "list": {"field": "list_field"},
    "list.unknown_choice": {"choices": "form.choice"},
    "clock": {"kind": "round_kind"},
    "proxy": {"field": "proxy_field"},
    "form": {"field": "form_field"},
    "event.unknown_field": {"field": "plain"},
    "event.wrong_kind": {"field": "event_field"},
    "player.unknown_field": {"field": "plain"},
    "player.unknown": {"player": "plain"},
    "explain.unknown_player": {"player": "plain"},
    "staff.unknown": {"staff": "plain"},
    "player.wrong_kind": {"field": "event_field"},
    "event": {"game": "game", "known": "game"},
    "edition": {"field": "plain", "game": "game", "expected": "edition_value"},
    "level": {"kind": "event_kind", "choices": "form.level"},
    "level.unknown": {"level": "plain"},
    "match.unknown": {"match": "plain"},
    "result.no_such_outcome": {"outcome": "outcome"},
    "staff.event_forbids": {"kind": "event_kind"},
    "staff.unknown_role": {"role": "plain", "known": "form.role"},
    "structure.not_usual": {"kind": "event_kind", "usual": "structure"},
    "undo": {"stage": "stage_kind"},
    "structure.other_elimination": {"kind": "stage_kind", "usual": "stage_kind"},
    "structure.unknown": {"structure": "plain"},
    "event.unknown_structure": {"structure": "plain"},
    "event.unknown_kind": {"known": "form.event_kind"},
    "event.unknown_names": {"form": "plain", "known": "form.public_names"},
    "event.unknown_table_order": {"order": "plain", "known": "form.table_order"},
    "event.unknown_game": {"game": "plain"},
    "card_data": {"game": "game"},
    "component.no_such_way": {"known": "form.resolution"},
    "component.asks_to_share": {"category": "component_category"},
    "component.no_such_part": {"category": "component_category", "known": "component_category"},
    "sanction.unknown_kind": {"known": "form.sanction"},
    "phase.not_now": {"phase": "phase_now", "possible": "phase_when"},
    # lines of the log
    "log": {
        "light": "player",
        "seeds": "players",
        "changes": "event_field",
        "cause": "cause",
        "verdict": "list_verdict",
        "decision": "list_verdict",
        "choice": "late_choice",
        "resolution": "resolution",
        "accepted": "exception",
        "game": "left_game",
        "round": "round",
    },
    "log.LeavingAnnounced": {"round": "plain"},
    "log.TableExtended": {"reason": "rule_in_words"},
    "log.PairingChanged": {"reason": "changed_by_hand"},
    "log.ListsPublished": {"to": "lists_shown"},
    "log.PrizeAdded": {"to": "prize_kind"},
    "log.RaffleDrawn": {"winners": "players"},
    "log.JudgeCalled": {"kind": "call_kind"},
    "log.SanctionGiven": {"kind": "sanction", "reason": "deck_check_reason"},
    "log.ResultAnnulled": {"reason": "deck_check_reason"},
    "log.ResultEntered": {"reason": "rule_in_words"},
    "log.ResultCorrected": {"reason": "rule_in_words"},
    "log.ComponentReported": {"kind": "component_kind"},
    "log.DisqualificationRecommended": {"by": "staff"},
}

TO_CHOOSE_FROM = frozenset({"possible", "choices", "known", "sizes", "examples"})
"""Parameters that list choices: their items are joined by "or"."""


@lru_cache(maxsize=4096)  # codes and names are ours, and few
def kind_of(code: str, name: str) -> str:
    """The kind of one parameter: by the whole code, else by its first part, else by the name."""
    space = code.split(".", maxsplit=1)[0]
    by_games = (rules.data.params.get(code, {}) for rules in games.GAMES)
    for kinds in (*by_games, BY_CODE.get(code, {}), BY_CODE.get(space, {})):
        if name in kinds:
            return kinds[name]
    return BY_NAME.get(name, "plain")
