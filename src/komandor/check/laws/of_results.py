"""Laws about results and points."""

from komandor.check.laws import scoring
from komandor.check.laws.law import COMMON_SENSE, Law, at

FIRST = ("result_reported", "result_confirmed", "result_disputed", "result_entered", "match_forfeited")
CHANGES = ("result_corrected", "result_annulled")
SCORED = ("result_reported", "result_entered", "result_corrected", "match_forfeited")

LAWS = (
    Law(
        key="results.stand",
        sentence="A result that counts changes only by a correction that says so, or by an undo.",
        sources=("AMB-G40", COMMON_SENSE),
        finds=(
            "a result that was taken back and came back beside another one",
            "a result that vanishes without a word",
        ),
        before={**at(scoring.stands, *FIRST), "result_annulled": scoring.annulled},
        lasting=True,
    ),
    Law(
        key="results.closed",
        sentence="When its round is closed a match gets a result only as a correction.",
        sources=(COMMON_SENSE, "COM-TIME-3"),
        before=at(scoring.round_is_open, *FIRST),
        lasting=True,
    ),
    Law(
        key="results.asked",
        sentence="A player answers the other player's report, and only while it waits.",
        sources=("COM-PTS-1", COMMON_SENSE),
        before=at(scoring.asked, "result_confirmed", "result_disputed"),
        lasting=True,
    ),
    Law(
        key="results.component",
        sentence="No lost or damaged component changes a result that counts: a game that is over cannot be "
        "conceded.",
        sources=("AMB-G41", "COM-LOST-4"),
        finds=("a lost component that destroys a finished result",),
        before=at(scoring.by_component, *CHANGES),
    ),
    Law(
        key="results.leaving",
        sentence="Nobody's leaving or disqualification changes a result that counts.",
        sources=("AMB-G32", "COM-DROP-1"),
        before=at(scoring.by_leaving, *CHANGES),
    ),
    Law(
        key="results.penalty",
        sentence="A penalty changes a result only while the round of the match is open.",
        sources=("AMB-G40",),
        finds=("a match loss that turns round the winner of a closed round",),
        before=at(scoring.by_penalty, *CHANGES),
    ),
    Law(
        key="results.rulings",
        sentence="A match is lost to rulings only by as many as decide it, and a slip shows every game that "
        "a ruling took.",
        sources=("AMB-G40", "COM-LOST-4"),
        finds=(
            "a match lost by two penalties of which one was undone",
            "a penalty that came back beside a slip that does not show it",
        ),
        before=at(scoring.rulings, "result_entered", "result_corrected"),
        lasting=True,
    ),
    Law(
        key="results.deck_check",
        sentence="A deck check annuls a result only in Star Wars: The Card Game, and only until the next "
        "round is published.",
        sources=("SWL-CHECK-2", "AMB-G40", "AMB-S14"),
        finds=("a deck check that annuls a result where the document does not say so",),
        before=at(scoring.by_deck_check, *CHANGES),
    ),
    Law(
        key="results.winner",
        sentence="The winner of a match is one of its two players, has no fewer points than the other and no "
        "loss, also by a ruling; nobody else has a win.",
        sources=("COM-ELIM-7", COMMON_SENSE),
        finds=("a ruling by which the loser plays the final",),
        before=at(scoring.winner, *SCORED),
    ),
    Law(
        key="results.points",
        sentence="No match is worth less than nothing.",
        sources=("AMB-G38", COMMON_SENSE),
        finds=("a ruling with −3 points",),
        before=at(scoring.points, *SCORED),
    ),
    Law(
        key="points.total",
        sentence="Nobody has fewer than no points in all, unless the event says so.",
        sources=("AMB-G38",),
        before=at(scoring.field_points, "round_frozen", "round_drawn"),
    ),
    Law(
        key="results.initiative",
        sentence="The slip names the first player whom the match has on record.",
        sources=("ARM-SETUP-5", COMMON_SENSE),
        finds=("a slip that contradicts the recorded initiative, so that the wrong player wins a tie",),
        before={**at(scoring.initiative, *SCORED), "round_closed": scoring.initiatives},
    ),
    Law(
        key="results.gone",
        sentence="Nobody who has left plays afterwards.",
        sources=("COM-DROP-1", COMMON_SENSE),
        finds=("a finalist who left and wins the match that nobody was asked to take over",),
        before=at(scoring.gone, "result_reported", "result_confirmed", "result_entered"),
    ),
)
