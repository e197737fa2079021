"""Planted faults of components, proxies and calls for a judge."""

from tests.check.laws.planting import (
    Log,
    called,
    component,
    last,
    plant,
    played,
    resolved,
    running,
    sanction,
    write,
)


@plant("components.ways")
def damaged_card_conceded() -> Log:
    """A damaged card ends as a conceded game."""
    log = played()
    write(log, component(1, "damaged"))
    return write(log, resolved("conceded"))


@plant("components.ways")
def proxy_for_a_lost_card() -> Log:
    """A lost card ends as a proxy."""
    log = played()
    write(log, component(1, "lost"))
    return write(log, resolved("proxy"))


@plant("components.proxy")
def proxy_for_nothing() -> Log:
    """A proxy is made for a card that nobody reported."""
    made = {"type": "proxy_made", "proxy": 1, "player": 1, "card": "Twin", "unreadable": "all"}
    return write(running(), {**made, "maker": "Anna", "date": "2026-11-14"})


@plant("components.missing")
def round_begins_without_it() -> Log:
    """A lost card was not found, and the next round is frozen with its player."""
    log = played(closed=True)
    write(log, component(1, "lost"))
    frozen = {"type": "round_frozen", "round": 2, "stage": 1, "head": "", "public_source": "none"}
    return write(log, {**frozen, "field": []})


@plant("components.once")
def settled_twice() -> Log:
    """A damaged card was replaced, and gets a proxy too."""
    log = write(running(), component(1, "damaged"))
    write(log, resolved("replaced"))
    return write(log, resolved("proxy"))


@plant("judging.match")
def match_lost_by_a_stranger() -> Log:
    """A match loss is given in the match of two others."""
    log = running()
    stranger = last(log, "round_drawn")["matches"][1]["a"]
    return write(log, sanction(stranger, "match_loss", match=1))


@plant("calls.match")
def call_to_no_match() -> Log:
    """A judge is called to a match that does not exist."""
    return write(running(), called(90, 1), by="player:1")


@plant("calls.match")
def call_to_others() -> Log:
    """A player calls a judge to the match of two others."""
    log = running()
    other = last(log, "round_drawn")["matches"][1]["a"]
    return write(log, called(1, other), by=f"player:{other}")


@plant("calls.order")
def ruled_twice() -> Log:
    """A call that was ruled is ruled again."""
    log = running()
    player = last(log, "round_drawn")["matches"][0]["a"]
    write(log, called(1, player), by=f"player:{player}")
    ruled = {"type": "ruling_given", "call": 1, "staff": 1, "text": "no", "rule": ""}
    write(log, {**ruled, "settled_by_players": False})
    return write(log, {**ruled, "settled_by_players": False})


@plant("calls.settled")
def closed_over_a_call() -> Log:
    """A round is closed while a player of it waits for a judge."""
    log = played()
    player = last(log, "round_drawn")["matches"][0]["a"]
    write(log, called(1, player), by=f"player:{player}")
    return write(log, {"type": "round_closed", "round": 1})
