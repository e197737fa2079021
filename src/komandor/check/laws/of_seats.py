"""Laws about seats, pairings and the cut."""

from komandor.check.laws import seating
from komandor.check.laws.law import COMMON_SENSE, Law, at

BEGINNING = ("clock_started", "result_reported", "result_confirmed", "result_entered")
SEATED = ("round_published", "pairing_changed", "player_entered_late")

LAWS = (
    Law(
        key="seats.once",
        sentence="Nobody sits twice in a round.",
        sources=("COM-PAIR-1", COMMON_SENSE),
        after=at(seating.once, *SEATED),
        lasting=True,
    ),
    Law(
        key="seats.tables",
        sentence="No two matches are played at one table.",
        sources=("COM-MAT-2", COMMON_SENSE),
        after=at(seating.tables, *SEATED),
        lasting=True,
    ),
    Law(
        key="seats.gone",
        sentence="Nobody who has left is in a pairing when it is published.",
        sources=("COM-DROP-1", COMMON_SENSE),
        after={"round_published": seating.here},
    ),
    Law(
        key="seats.everybody",
        sentence="Whoever is here when a Swiss round is closed had a match or a bye in it, or missed it.",
        sources=("COM-PAIR-1", "COM-DROP-4", COMMON_SENSE),
        before={"round_closed": seating.everybody},
        lasting=True,
    ),
    Law(
        key="seats.bye",
        sentence="A Swiss round has one drawn bye at most.",
        sources=("COM-BYE-1",),
        after={"round_published": seating.one_bye},
    ),
    Law(
        key="seats.points",
        sentence="A pairing follows the points of the moment when it is published and when it begins, or was "
        "kept with a reason.",
        sources=("AMB-G45", "COM-PAIR-5"),
        finds=(
            "a round published after a correction, with pairs by points that nobody has",
            "a result of a round that a correction has made the pairs of outdated, with nobody asked",
        ),
        before=at(seating.follows_points, "round_published", *BEGINNING),
    ),
    Law(
        key="cut.losing",
        sentence="Nobody advances in a knock-out by losing.",
        sources=("COM-ELIM-1", COMMON_SENSE),
        finds=("the loser of a finished semifinal who plays the final",),
        after={"round_drawn": seating.goes_on},
        lasting=True,
    ),
    Law(
        key="cut.there",
        sentence="Nobody has a seed who was never there while somebody who was there has none, and nobody "
        "has two.",
        sources=("AMB-G44", COMMON_SENSE),
        finds=("a seed without a single game, by late entry",),
        before={"cut_made": seating.seeds},
    ),
    Law(
        key="cut.replaced",
        sentence="Whoever is replaced in the cut has left, and whoever is asked is here.",
        sources=("COM-CUT-3", "COM-CUT-4"),
        finds=("a player who is replaced in the cut, and had never left",),
        before={"replacement_asked": seating.replaced},
        lasting=True,
    ),
    Law(
        key="cut.conduct",
        sentence="A player disqualified or removed for conduct has no seed.",
        sources=("AMB-G42", "AMB-G32"),
        before={"cut_made": seating.seeds_of_conduct},
    ),
    Law(
        key="cut.open_place",
        sentence="While a place in the cut is open nobody plays for it: no clock, no result, no end.",
        sources=("COM-CUT-3", "COM-CUT-4", "AMB-G17"),
        finds=(
            "a final won against somebody who left before it, with nobody asked",
            "a champion without a final, with nobody asked to take the place that was open",
        ),
        before=at(seating.place_is_open, *BEGINNING, "match_forfeited", "tournament_closed"),
    ),
)
