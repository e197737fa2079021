"""Laws about components, proxies and calls for a judge."""

from komandor.check.laws import handling
from komandor.check.laws.law import COMMON_SENSE, Law, at

LAWS = (
    Law(
        key="components.ways",
        sentence="A lost or damaged component ends as the game's document lists it.",
        sources=("AMB-G41", "COM-LOST-7"),
        finds=("a damaged card for which a game is conceded", "a proxy for a lost card"),
        before={"component_resolved": handling.way_out},
    ),
    Law(
        key="components.proxy",
        sentence="A proxy stands for a damaged card.",
        sources=("COM-LOST-9", "COM-LOST-8"),
        finds=("a proxy for a card that was never reported, or was lost",),
        before={"proxy_made": handling.proxy},
        lasting=True,
    ),
    Law(
        key="components.missing",
        sentence="Nobody begins a round whose lost component was not found.",
        sources=("COM-LOST-5",),
        before={"round_frozen": handling.still_missing},
    ),
    Law(
        key="components.once",
        sentence="A component's case that is settled stays settled.",
        sources=("COM-LOST-5", COMMON_SENSE),
        before={"component_resolved": handling.settled_once},
        lasting=True,
    ),
    Law(
        key="judging.match",
        sentence="A game lost by a penalty, a component and a deck check name a match of their player.",
        before=at(
            handling.own_match, "sanction_given", "component_reported", "component_resolved", "deck_checked"
        ),
    ),
    Law(
        key="calls.match",
        sentence="A call for a judge belongs to a match that is played, and to somebody who plays it.",
        sources=("COM-COND-2", COMMON_SENSE),
        before={"judge_called": handling.of_a_match},
    ),
    Law(
        key="calls.order",
        sentence="A call is ruled once, appealed after the ruling, and ends with the last word.",
        sources=("COM-ROLE-13",),
        before=at(handling.in_order, *handling.NEXT),
        lasting=True,
    ),
    Law(
        key="calls.settled",
        sentence="When a round is closed the calls of its matches are settled.",
        sources=("COM-COND-2", COMMON_SENSE),
        finds=("a dispute that is still open two rounds later",),
        before={"round_closed": handling.settled},
    ),
)
