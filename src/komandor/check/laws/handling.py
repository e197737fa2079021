"""Questions about components, proxies and calls for a judge."""

from collections.abc import Iterator, Mapping

from komandor.check import documents
from komandor.check.laws.law import Moment

AS_LOST = ("replaced", "conceded", "removed")
DAMAGED: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    documents.ARMADA: {
        "card": ("replaced", "proxy"),
        "model": ("replaced", "set_aside"),
        "die": ("replaced", "shared"),
        "ruler": ("replaced", "shared"),
        "tool": ("replaced", "shared"),
    },
    documents.IA: {"card": ("replaced", "proxy"), "die": ("replaced", "shared")},
    documents.DESTINY: {"card": ("replaced", "proxy"), "die": ("replaced", "removed")},
    documents.CONQUEST: {"card": ("replaced", "proxy")},
    documents.SWL: {"card": ("replaced", "proxy")},
}
"""What each document allows for a damaged part; what is not named here counts as lost (AMB-G41)."""


def way_out(m: Moment) -> Iterator[str]:
    found = m.seen.components.get(m.x["component"])
    if found is None:
        return
    listed = DAMAGED.get(m.st.game, {}).get(found.category, AS_LOST) if found.kind == "damaged" else AS_LOST
    if m.x["resolution"] not in listed:
        known = ", ".join(listed)
        yield f"A {found.kind} {found.category} ends as {m.x['resolution']}; the document lists {known}."


def settled_once(m: Moment) -> Iterator[str]:
    """A component that was conceded may still be found; every other end is one."""
    found = m.seen.components.get(m.x["component"])
    if found is not None and (
        found.resolution not in ("", "conceded") or found.resolution == m.x["resolution"]
    ):
        yield f"Component {m.x['component']} ended as {found.resolution} and now as {m.x['resolution']}."


def own_match(m: Moment) -> Iterator[str]:
    component = m.seen.components.get(m.x.get("component", 0))
    match, player = m.match, component.player if component else m.x.get("player")
    warned = m.entry.kind == "sanction_given" and m.x["kind"] not in ("game_loss", "match_loss")
    if m.x.get("match") and not warned and (match is None or player not in match.players):
        yield f"{m.entry.kind} names match {m.x['match']}, which player {player} does not play."


def proxy(m: Moment) -> Iterator[str]:
    """As many proxies as damaged cards were reported."""
    player = m.x.get("player")
    damaged = sum(
        (one.player, one.kind, one.category) == (player, "damaged", "card")
        for one in m.seen.components.values()
    )
    if player is not None and damaged <= m.seen.proxies[player]:
        yield f"Player {player} gets a proxy for a card that nobody reported as damaged."


def still_missing(m: Moment) -> Iterator[str]:
    for one in m.seen.components.values():
        missing = one.resolution == "conceded" or (one.kind == "lost" and not one.resolution)
        if missing and m.st.players[one.player].status == "in":
            yield f"Player {one.player} is still without a {one.category}, and the next round begins."


# ── calls ────────────────────────────────────────────────────────────────────

NEXT = {
    "call_taken": ("open", "taken"),
    "ruling_given": ("open", "taken"),
    "ruling_appealed": ("ruled",),
    "final_verdict_given": ("ruled", "appealed"),
    "call_closed": ("open", "taken", "appealed"),
}


def in_order(m: Moment) -> Iterator[str]:
    call = m.seen.calls.get(m.x["call"])
    if call is None:
        yield f"There is no call {m.x['call']}."
    elif call.status not in NEXT[m.entry.kind]:
        yield f"{m.entry.kind} comes for a call that is {call.status}."


def of_a_match(m: Moment) -> Iterator[str]:
    number = m.x.get("match")
    match = m.st.matches.get(number or 0)
    if number is not None and (match is None or m.st.rounds[match.round].status in ("frozen", "drawn")):
        yield f"A judge is called to match {number}, which nobody plays."
    elif match is not None and m.x.get("player") is not None and m.x["player"] not in match.players:
        yield f"Player {m.x['player']} calls a judge to {str(match).lower()}, which others play."


def settled(m: Moment) -> Iterator[str]:
    for number, call in m.seen.calls.items():
        match = m.st.matches.get(call.match or 0)
        if match and match.round == m.x["round"] and call.status in ("open", "taken", "appealed"):
            where = str(match).lower()
            yield f"Round {match.round} is closed while call {number} of {where} is {call.status}."
