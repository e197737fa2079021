"""What the checker reports: a sentence, the rule, and the number of the record."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Violation:
    """Something in the log that the rules do not allow. `seq` is the record's number; 0 means the file."""

    code: str
    rule: str
    seq: int
    text: str

    def __str__(self) -> str:
        return f"{self.seq}: {self.text} [{self.rule or self.code}]"


@dataclass(frozen=True, slots=True)
class Report:
    """Everything found in one log: violations, and notes about what could not be proven."""

    violations: tuple[Violation, ...]
    notes: tuple[Violation, ...] = ()
    events: int = 0
    rounds: int = 0
    players: int = 0

    @property
    def clean(self) -> bool:
        return not self.violations
