"""Laws about the log, the draws and the end of an event."""

from komandor.check.laws import ending
from komandor.check.laws.law import COMMON_SENSE, EVERY, Law, at
from komandor.check.laws.memory import NUMBERED

LAWS = (
    Law(
        key="log.dated",
        sentence="Every record is dated in this century.",
        finds=("records of the year 9999",),
        before={EVERY: ending.dated},
    ),
    Law(
        key="log.clock",
        sentence="A clock starts, stops and resumes when its record says so.",
        before=at(
            ending.clock, "clock_started", "clock_paused", "clock_resumed", "judge_called", "call_taken"
        ),
    ),
    Law(
        key="log.stopped",
        sentence="In the current round only a running clock is paused, and only a paused one is resumed.",
        before=at(ending.stopped, "clock_paused", "clock_resumed"),
        lasting=True,
    ),
    Law(
        key="log.numbers",
        sentence="No call, component, penalty, proxy, incident or announcement gets the number of another.",
        before=at(ending.numbered, *NUMBERED),
        lasting=True,
    ),
    Law(
        key="log.known",
        sentence="The players, staff, matches, rounds and prizes that a record names exist.",
        before={EVERY: ending.known},
        lasting=True,
    ),
    Law(
        key="log.fixed",
        sentence="Neither game, edition, teams nor the promise of the secret change once they are announced.",
        sources=("COM-GEN-3", COMMON_SENSE),
        before={"event_changed": ending.fixed},
    ),
    Law(
        key="draw.way",
        sentence="Every draw says in which way it was made, and there is one way.",
        finds=("a draw whose way was lowered or taken out",),
        before={"round_drawn": ending.way},
    ),
    Law(
        key="end.secret",
        sentence="The secret opened at the end is the one promised at the beginning.",
        sources=("COM-TB-5", COMMON_SENSE),
        before={"tournament_closed": ending.seed},
    ),
    Law(
        key="end.places",
        sentence="At the end everybody who was there has one place, and every place is taken once.",
        sources=("AMB-G24", COMMON_SENSE),
        before={"tournament_closed": ending.places},
    ),
    Law(
        key="end.conduct",
        sentence="A player disqualified or removed for conduct has no place.",
        sources=("AMB-G42", "AMB-G32"),
        finds=("a player who was removed for conduct and wins the event",),
        before={"tournament_closed": ending.conduct},
    ),
    Law(
        key="end.first",
        sentence="The first was there, and did not lose the last match of a knock-out to somebody who "
        "stayed.",
        sources=("COM-ELIM-1", COMMON_SENSE),
        finds=("a champion without a final",),
        before={"tournament_closed": ending.first},
    ),
    Law(
        key="end.final_match",
        sentence="Of two teams level for first place, the one that stayed is first when the other left.",
        sources=("AMB-G42", "SWL-2V2-5"),
        finds=("a team that left and is champion before the one that stayed",),
        before={"tournament_closed": ending.final_match},
    ),
    Law(
        key="end.over",
        sentence="After the end nothing is played or ruled: only results are corrected and prizes given.",
        before={EVERY: ending.over},
        lasting=True,
    ),
    Law(
        key="end.stays",
        sentence="After the end a result changes only together with the places.",
        before={EVERY: ending.again},
        last=ending.again,
    ),
    Law(
        key="end.prizes",
        sentence="A player disqualified or removed for conduct gets no prize.",
        sources=("AMB-G42",),
        before=at(ending.prizes, "award_given", "raffle_drawn", "prize_handed_out"),
    ),
    Law(
        key="end.handed",
        sentence="A prize is handed out once, to the player who won it, and nobody else wins it afterwards.",
        before=at(ending.handed_once, "award_given", "raffle_drawn", "prize_removed", "prize_handed_out"),
        lasting=True,
    ),
)
