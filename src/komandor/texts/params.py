"""What the parameters of reasons are, so that numbers become names and codes become words.

One list by parameter name; a second for reasons that use a name in another sense.
A kind that is not one of `speaker.SAYERS` is a kind of word.
"""

from collections.abc import Mapping

BY_NAME: Mapping[str, str] = {
    # people
    "player": "player", "opponent": "player", "above": "player", "leaver": "player", "asked": "player",
    "last": "player", "first_out": "player", "undefeated": "player", "by": "player", "first": "player",
    "second": "player", "players": "players", "teams": "players", "gone": "players", "missing": "players",
    "absent": "players", "pair": "pair", "pairs": "pairs",
    "staff": "staff", "substitute": "staff", "marshal": "staff",
    # the two seats of a match
    "side": "side", "winner": "side", "loser": "side", "leader": "side", "holder": "side", "named": "side",
    # words
    "level": "level", "structure": "structure", "offer": "structure", "role": "role", "roles": "role",
    "needs": "role", "phase": "phase", "possible": "phase", "command": "command", "state": "call_state",
    "source": "public_source", "setting": "setting", "decided_by": "metric", "category": "objective_category",
    "expected": "value_type", "event": "event_name", "stage_kind": "stage_kind",
    # forms
    "field": "field", "unless": "field",
    # numbers
    "match": "match", "matches": "match", "own": "ratio", "theirs": "ratio", "hundredths": "hundredths",
}  # fmt: skip

BY_CODE: Mapping[str, Mapping[str, str]] = {
    "bracket": {"a": "player", "b": "player", "result": "bracket_result"},
    "warning": {"a": "player", "b": "player"},
    "sides": {"light": "player"},
    "armada.end": {"end": "armada_end"},
    "armada.ended_by_destruction": {"end": "armada_end"},
    "conquest.victory": {"kind": "conquest_victory"},
    "destiny.lost": {"kind": "destiny_lost"},
    "score.winner_contradicts": {"found": "side"},
    "settings": {"field": "setting"},
    "list": {"field": "list_field"},
    "clock": {"field": "round_kind", "kind": "round_kind"},
    "proxy": {"field": "proxy_field"},
    "event.unknown_field": {"field": "plain"},
    "event.wrong_kind": {"field": "event_field"},
    "player.unknown_field": {"field": "plain"},
    "player.unknown": {"player": "plain"},
    "explain.unknown_player": {"player": "plain"},
    "staff.unknown": {"staff": "plain"},
    "tables": {"last": "plain"},
    "player.wrong_kind": {"field": "event_field"},
    "event": {"game": "game", "known": "game"},
    "level": {"kind": "event_kind", "choices": "level"},
    "level.unknown": {"level": "plain"},
    "match.unknown": {"match": "plain"},
    "staff.event_forbids": {"kind": "event_kind"},
    "staff.unknown_role": {"role": "plain", "known": "role"},
    "structure.unknown": {"structure": "plain"},
    "event.unknown_structure": {"structure": "plain"},
    "event.unknown_game": {"game": "plain"},
    "sanction.unknown_kind": {"known": "sanction"},
    "swl.sides_not_swapped": {"light": "side"},
    "swl.tie_score": {"light": "hundredths", "dark": "hundredths"},
    "swl.balance": {"holder": "part"},
    "swl.lesser_side": {"part": "part"},
    "swl.equal_lack": {"part": "part"},
    # lines of the log
    "log": {
        "light": "player", "seeds": "players", "changes": "event_field", "cause": "cause",
        "verdict": "list_verdict", "choice": "late_choice", "resolution": "resolution",
    },
    "log.JudgeCalled": {"kind": "call_kind"},
    "log.SanctionGiven": {"kind": "sanction", "by": "staff"},
    "log.ComponentReported": {"kind": "component_kind"},
    "log.DeckChecked": {"by": "staff"},
    "log.DisqualificationRecommended": {"by": "staff"},
}  # fmt: skip

TO_CHOOSE_FROM = frozenset({"possible", "choices", "known", "sizes", "examples"})
"""Lists of which one is to be taken: joined by "or"."""


def kind_of(code: str, name: str) -> str:
    """The kind of one parameter: by the whole code, by its first part, by the name."""
    space = code.split(".", maxsplit=1)[0]
    for key in (code, space):
        if name in BY_CODE.get(key, {}):
            return BY_CODE[key][name]
    return BY_NAME.get(name, "plain")
