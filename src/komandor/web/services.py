"""The application layer as the site holds it."""

from dataclasses import dataclass

from komandor.app.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Services:
    ledger: Ledger
