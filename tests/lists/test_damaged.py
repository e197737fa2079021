"""No damaged list breaks a reader or takes a second of work."""

from bench.lists import SLOWEST, Sample, Table, fuzz, samples, shared, tables
from komandor.core.lists.pool import Pool
from tests.lists.made import GATHERED, LEGAL, catalogue
from tests.lists.test_formats import ARMIES, CARDGAMEDB, CODES, FLEETS, OCTGN
from tests.support.rules import rules_of


def hand_made() -> tuple[dict[str, Table], list[Sample]]:
    known = {}
    for game in GATHERED:
        rules = rules_of(game)
        assert rules.lists is not None
        made = catalogue(game)
        known[game] = Table(rules, made, Pool(made.content.cards, rules.lists.strict_names))
    every = [Sample(game, "made", game, text) for game, text in LEGAL.items()]
    every += [Sample("armada", "made", name, text) for name, text in FLEETS.items()]
    every += [Sample("imperial-assault", "made", name, text) for name, (text, _) in ARMIES.items()]
    every += [Sample("conquest", "made", "o8d", OCTGN), Sample("conquest", "made", "cgdb", CARDGAMEDB)]
    slots = str({"slots": CODES}).replace("'", '"')
    return known, [
        *every,
        Sample("star-wars-lcg", "made", "o8d", OCTGN),
        Sample("destiny", "made", "json", slots),
    ]


def test_hand_made_lists() -> None:
    answer = fuzz(*hand_made(), count=1500, seed=11)
    assert answer.get("crashes") == 0, answer
    assert answer["slowest_ms"] < 1000 * SLOWEST


def test_real_lists_where_they_are_present() -> None:
    folder = shared()
    known, every = (tables(folder), list(samples(folder))) if folder else hand_made()
    answer = fuzz(known, every, count=700, seed=12)
    assert answer.get("crashes") == 0, answer
