"""Laws about who acts: roles, duty, matches of one's own, penalties, and what a late entry gets."""

from komandor.check.laws import acting, coming
from komandor.check.laws.law import COMMON_SENSE, EVERY, Law, at

LAWS = (
    Law(
        key="who.exists",
        sentence="Everything is done by somebody who belongs to the event.",
        sources=(COMMON_SENSE, "COM-ROLE-1"),
        finds=("a result by a member of staff who does not exist",),
        before={EVERY: acting.exists},
    ),
    Law(
        key="who.role",
        sentence="Nobody does what their role does not allow.",
        sources=("COM-ROLE-1", "COM-COND-7", "COM-DROP-2"),
        finds=("a result entered by the public or by a player", "a round closed by a player"),
        before={EVERY: acting.has_the_role},
    ),
    Law(
        key="who.duty",
        sentence="Staff who are off duty are spectators: they decide nothing.",
        sources=("COM-ROLE-9",),
        finds=("a judge who is off duty and rules",),
        before={EVERY: acting.on_duty},
    ),
    Law(
        key="who.own",
        sentence="A player speaks for themselves and for their own matches, and enters no win of their own.",
        sources=(COMMON_SENSE, "COM-ROLE-1"),
        finds=("a report in somebody else's name",),
        before={EVERY: acting.for_themselves},
    ),
    Law(
        key="who.left",
        sentence="Somebody who is out decides nothing more; they may still say what happened.",
        sources=("COM-DROP-1", "COM-ROLE-17", COMMON_SENSE),
        before={EVERY: acting.still_here},
    ),
    Law(
        key="who.signed",
        sentence="A decision carries the name of the person who made it.",
        before=at(acting.signed, *acting.SIGNED),
    ),
    Law(
        key="who.own_match",
        sentence="Nobody rules in a match that they play.",
        sources=("COM-PART-2", "COM-PART-3", "SWL-PART-1"),
        finds=("an organiser who plays and decides about their own match",),
        before=at(
            acting.rules_in_own,
            *("call_taken", "ruling_given", "final_verdict_given", "sanction_given", "component_resolved"),
            *("match_forfeited", "result_entered", "result_corrected", "result_annulled"),
        ),
    ),
    Law(
        key="who.rules",
        sentence="No game of a leader who plays begins, or is left, without a leader on duty who does not "
        "play it.",
        sources=("COM-PART-2", "COM-PART-3", "AMB-G43"),
        finds=("two leaders who play each other while nobody else is there to rule",),
        before={"clock_started": acting.nobody_rules},
        after=at(
            acting.nobody_rules, "round_published", "duty_changed", "staff_dismissed", "staff_appointed"
        ),
    ),
    Law(
        key="who.penalty",
        sentence="Outside Star Wars: The Card Game a judge warns; games, matches and points are taken by the "
        "coordinator or the organiser, and the organiser alone sends somebody away.",
        sources=("AMB-G43", "COM-ROLE-8", "COM-COND-7"),
        finds=("a judge who takes a game or a match",),
        before={"sanction_given": acting.penalty},
    ),
    Law(
        key="who.last_word",
        sentence="While a coordinator is on duty who does not play in the match, nobody takes the last word "
        "from them.",
        sources=("AMB-G43", "COM-ROLE-5"),
        finds=("the organiser's verdict while a coordinator is on duty",),
        before={"final_verdict_given": acting.last_word},
    ),
    Law(
        key="late.byes",
        sentence="A late entry gets no bye for an earlier round, and that of the round being played only if "
        "nobody has it.",
        sources=("AMB-G44",),
        finds=("a late entry with a full win for every missed round",),
        before={"player_entered_late": coming.byes},
        lasting=True,
    ),
    Law(
        key="late.over",
        sentence="Nobody enters after the last round of the stage.",
        sources=("AMB-G44", "AMB-G26"),
        finds=("a late entry after the last round that is first seed",),
        before={"player_entered_late": coming.over},
    ),
    Law(
        key="conduct.back",
        sentence="A player disqualified or removed for conduct does not come back.",
        sources=("COM-DROP-6", "AMB-G42"),
        before={"player_returned": coming.sent_away},
        lasting=True,
    ),
    Law(
        key="leaving.once",
        sentence="Whoever has left leaves again only after coming back, and nobody is disqualified twice.",
        sources=("COM-DROP-1", COMMON_SENSE),
        finds=("a player who was sent away, left as well by a redo, and could come back",),
        before=at(coming.gone_already, "player_left", "player_disqualified"),
        lasting=True,
    ),
)
