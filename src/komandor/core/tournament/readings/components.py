"""Lost and damaged components: how each may end by the game's document, and what of it is possible now."""

import re
from difflib import get_close_matches

from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, why
from komandor.core.tournament.judge_records import Component
from komandor.core.tournament.readings.lost_games import open_match
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import RESOLUTIONS, ComponentKind, Resolution

AS_LOST = ("conceded", "removed")
PLAYS_ON = ("proxy", "shared", "set_aside")


def ways_listed(t: Tournament, found: Component) -> tuple[Resolution, ...]:
    """How the case of a component may end by the document (COM-LOST-4 to COM-LOST-9, AMB-G41)."""
    listed = rules(t).data.components if found.kind == "damaged" else {}
    ways = ("replaced", *listed.get(found.category, AS_LOST))
    return tuple(one for one in RESOLUTIONS if one in ways)


def ways_out(t: Tournament, found: Component) -> tuple[Resolution, ...]:
    """Those of them that are possible now: only a game without a result is conceded, and that once."""
    gone = () if t.players[found.player].active else AS_LOST
    over = () if open_match(t, found.player) and not found.resolution else ("conceded",)
    return tuple(one for one in ways_listed(t, found) if one not in (*gone, *over))


def counts_as_lost(t: Tournament, found: Component) -> bool:
    """A damaged component counts as lost unless the document names a way to play on (COM-LOST-7)."""
    return not set(PLAYS_ON) & set(ways_listed(t, found))


def missing_card_rule(t: Tournament, kind: ComponentKind, category: str) -> str:
    """The rule by which a card found missing during a game concedes it (COM-LOST-6, CON-LOST-2), or none."""
    return rules(t).data.rules.get("missing_card", "") if (kind, category) == ("lost", "card") else ""


def damaged_cards(t: Tournament, player: PlayerNo) -> tuple[Component, ...]:
    """The player's cards for which a proxy may still be made (COM-LOST-8, COM-LOST-9)."""
    made = {proxy.component for proxy in t.proxies.values()}
    return tuple(
        one
        for one in t.components.values()
        if one.player == player
        and one.number not in made
        and one.resolution in ("", "proxy")
        and "proxy" in ways_listed(t, one)
    )


def another_card(reported: str, card: str) -> bool:
    """Whether the report names a card, and no word of this one is like one of it.

    "Vadera" or "Vad" is like "Vader". Without a capital letter it is a description, such as "the red one".
    """
    told, meant = (re.findall(r"\w+", text.casefold()) for text in (reported, card))
    names = any(word[0].isupper() for word in reported.split())
    alike = (get_close_matches(word, told) or any(_shortened(word, one) for one in told) for word in meant)
    return bool(names and meant) and not any(alike)


def _shortened(one: str, other: str) -> bool:
    return min(len(one), len(other)) > 2 and (one in other or other in one)


def no_sharing(t: Tournament, player: bool) -> Reason | None:
    """Why nobody asks now to share dice or tools; the marshal may order it during the round (ARM-SHARE-2)."""
    sharing = rules(t).data.sharing
    if not sharing:
        return why("call.no_sharing")
    late = player and t.phase == "running" and sharing.get("before_round")
    return why("call.share_before_the_round", late) if late else None


def shared_parts(t: Tournament, match: Match) -> tuple[Reason, ...]:
    """What the players of a match have to ask each other for since their own was damaged (ARM-LOST-3)."""
    known = rules(t).data.component_rules.get("damaged", {})
    return tuple(
        why("component.asks_to_share", known.get(one.category), player=one.player, category=one.category)
        for one in t.components.values()
        if one.resolution == "shared" and one.player in match.players and match.round > one.round
    )
