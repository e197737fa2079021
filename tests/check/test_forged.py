"""Each kind of forged log is caught as its kind says: by both verifiers, by the checker, or by a note."""

from bench.attacks.forged import cases, missed
from bench.attacks.forgeries import KINDS


def test_one_forgery_of_each_kind_is_caught() -> None:
    """`python -m bench.attacks.forged` makes a thousand."""
    found = list(cases(len(KINDS), first=0, logs=1))
    assert len({case.kind for case in found}) == len(KINDS) >= 40
    assert [(case.kind, why) for case, why in missed(found)] == []
