"""What a command can take from outside: `app.handle` has one provider for each, and gives nothing else."""

from typing import Literal

Need = Literal["link", "seed", "history", "cards", "open_registration", "known_leaders"]

LINK: Need = "link"  # c[round] of the round to be drawn, hex
SEED: Need = "seed"  # of the chain, opened at the end
HISTORY: Need = "history"  # the whole log, and the step that wrote each record
CARDS: Need = "cards"  # the card data of the game
OPEN_REGISTRATION: Need = "open_registration"  # that phones may register now, if a phone asks
KNOWN_LEADERS: Need = "known_leaders"  # that the desk has seen to leaders who registered by phone
