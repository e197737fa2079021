"""The verdict on a player's list: legal, illegal, or not to be decided, with every problem at once.

`read` finds the format, `judge` looks up the cards, checks the document's rules on what is known and then
what the game's own rules add.  Without a catalogue the prices are the list's own, so the verdict is at
best "undecided".  Problems that rest on data of medium trust are open, never a rejection.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from komandor.core.games.game import Level, Rules, Settings, Situation, Value
from komandor.core.games.listchecks import entries, form_problems
from komandor.core.games.products import product_problems
from komandor.core.ids import RuleId
from komandor.core.lists.cards import Catalogue, Season
from komandor.core.lists.knowledge import (
    Army,
    CardEntry,
    Content,
    Decision,
    ListKnowledge,
    Problem,
    noted,
    uncertain,
)
from komandor.core.lists.paper import MOST, CardLine, Sheet, begins_with, rest_of
from komandor.core.lists.paper import noted as noted_name
from komandor.core.lists.pool import CardMatch, Pool, Wanted
from komandor.core.reasons import Reason, why

PLAIN, FORM = "unreadable", "form"
NAMELESS = frozenset({"player", "partner"})
"""Fields of a list that a pasted text does not hold: the event knows who hands it in."""
NEEDS_ALL_CARDS = frozenset({"list.missing", "list.too_few", "list.not_exactly"})
"""Problems that a card which was not recognised may solve."""

SUMS = frozenset({"list.over_limit", "list.not_exactly"})
"""Problems that a card whose data is in doubt may solve."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """Where the list is to be played."""

    level: Level = "casual"
    on: date | None = None
    teams: bool = False
    settings: Settings | None = None
    permitted: frozenset[str] | None = None  # products that the event allows (SWL-PROD-3)
    season: str = ""


ANY = Occasion()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found in a list."""

    format: str
    decision: Decision
    entries: tuple[CardEntry, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...]
    content: Content
    points: dict[str, int]
    catalogue: str | None = None
    unread: tuple[tuple[int, str], ...] = ()


def read(knowledge: ListKnowledge, text: str) -> Sheet:
    """The list in the first format that fits; the lines of an unknown one are all unread."""
    if len(text) > MOST:
        return Sheet(PLAIN, (), unread=((1, text[:80]),))
    for one in knowledge.formats:
        if one.fits(text):
            sheet = one.read(text)
            if sheet is not None:
                return replace(sheet, unread=(*sheet.unread, *_not_read(text)))
    first = text.strip()[:80]
    return Sheet(PLAIN, (), unread=((1, first),) if first else ())


def _not_read(text: str) -> tuple[tuple[int, str], ...]:
    """What no reader looks at: the lines of an endless text.  Documents are read whole."""
    return () if begins_with(text, "{", "[", "<") else rest_of(text)


def look_up(knowledge: ListKnowledge, sheet: Sheet, pool: Pool | None) -> tuple[CardEntry, ...]:
    """Each line with the card that it means; without a catalogue none is known."""
    faction = knowledge.faction(sheet) if knowledge.faction else ""
    return tuple(CardEntry(line, _match(line, pool, faction, sheet)) for line in sheet.lines)


def _match(line: CardLine, pool: Pool | None, faction: str, sheet: Sheet) -> CardMatch:
    if pool is None:
        return CardMatch("unknown")
    each = CardEntry(line, CardMatch("unknown")).written_points
    prices = tuple(sorted({price for price in (each, line.total) if price is not None}))
    wanted = Wanted(
        name=line.name,
        points=prices,
        note=line.note,
        parts=line.parts,
        faction=faction,
        code=line.code,
        origin=sheet.origin,
    )
    return pool.find(wanted)


def judge(
    rules: Rules, text: str, catalogue: Catalogue | None, at: Occasion = ANY, pool: Pool | None = None
) -> Verdict:
    """The verdict on a pasted list.  `pool` is the catalogue's index, for callers that keep it."""
    assert rules.lists is not None
    army = _army(rules.lists, read(rules.lists, text), catalogue, at, pool)
    return verdict(rules, replace(army, content=rules.lists.content(army)), at)


def judge_filled(
    rules: Rules,
    given: Mapping[str, Value],
    catalogue: Catalogue | None,
    at: Occasion = ANY,
    pool: Pool | None = None,
) -> Verdict:
    """The verdict on a form that was filled in by hand.  Its card rows are the lines, counted from 1."""
    assert rules.lists is not None
    found = pool or (rules.lists.pool(catalogue) if catalogue else None)
    sheets = (sheet_of(rules, given, partners) for partners in (False, True))
    own, partner = (_army(rules.lists, sheet, catalogue, at, found) for sheet in sheets)
    made = rules.lists.content(own) if catalogue else {}
    own = replace(own, content={**readable(rules, given), **made}, misfilled=_misfilled(rules, given))
    return verdict(rules, own, at, partner if at.teams else None)


def _army(
    knowledge: ListKnowledge, sheet: Sheet, catalogue: Catalogue | None, at: Occasion, pool: Pool | None
) -> Army:
    """The list with its cards looked up."""
    pool = pool or (knowledge.pool(catalogue) if catalogue else None)
    return Army(sheet, look_up(knowledge, sheet, pool), catalogue, _season(catalogue, at.season))


def readable(rules: Rules, given: Mapping[str, Value]) -> Content:
    """The filled-in form without the rows and values that are of the wrong kind."""
    made: Content = {}
    for one in rules.list_form:
        value = given.get(one.key)
        if one.kind == "cards":
            rows = value if isinstance(value, (list, tuple)) else ()
            value = [row for row in rows if entries({one.key: [row]}, one.key)]
        if value or value == 0:
            made[one.key] = value
    return made


def _misfilled(rules: Rules, given: Mapping[str, Value]) -> tuple[Reason, ...]:
    """What is wrong with the rows and values themselves; what is missing shows in the readable rest."""
    return tuple(one for one in form_problems(rules.list_form, given) if one.code != "list.missing")


def sheet_of(rules: Rules, given: Mapping[str, Value], partners: bool = False) -> Sheet:
    """The card rows of a filled-in form as lines, of one's own or of the partner's decks."""
    lines, number = [], 0
    for one in rules.list_form:
        for row in entries(given, one.key) if one.kind == "cards" else ():
            number += 1
            if bool(one.like) == partners:
                name, written = noted_name(row.name)
                note = ", ".join(filter(None, (row.column("type") or row.column("product"), written)))
                line = CardLine(
                    number,
                    name,
                    row.count,
                    row.points,
                    (one.like or one.key,),
                    note,
                    heading=row.column("category"),
                )
                lines.append(rules.lists.row(line, row.more) if rules.lists and rules.lists.row else line)
    stated = {key: str(value) for key, value in given.items() if isinstance(value, (str, int))}
    return Sheet(FORM, tuple(lines), stated)


def _season(catalogue: Catalogue | None, code: str) -> Season | None:
    every = catalogue.content.seasons if catalogue and code else ()
    return next((one for one in every if code.casefold() in (one.code.casefold(), one.name.casefold())), None)


def verdict(rules: Rules, army: Army, at: Occasion, partner: Army | None = None) -> Verdict:
    """The verdict on a list whose cards have been looked up; the partner's decks are checked beside it."""
    assert rules.lists is not None
    beside = _by_cards(rules, rules.lists, partner, at) if partner and partner.catalogue else ()
    every = (*_problems(rules, rules.lists, army, at), *beside)
    worst = {problem.severity for problem in every}
    decision: Decision = "illegal" if "broken" in worst else "undecided" if "open" in worst else "legal"
    return Verdict(
        army.sheet.format,
        decision,
        (*army.entries, *(partner.entries if partner else ())),
        tuple(problem for problem in every if problem.severity != "note"),
        tuple(problem for problem in every if problem.severity == "note"),
        army.content,
        dict(rules.lists.points(army.content)),
        _label(army, at),
        army.sheet.unread,
    )


def _label(army: Army, at: Occasion) -> str | None:
    """The catalogue, and the format that was asked for."""
    if army.catalogue is None:
        return None
    season = army.season.name if army.season else at.season
    return f"{army.catalogue.label}: {season}" if season else army.catalogue.label


def _problems(rules: Rules, knowledge: ListKnowledge, army: Army, at: Occasion) -> Iterator[Problem]:
    names = rules.data.rules["names"]
    yield from (Problem(reason) for reason in army.misfilled)
    yield from (uncertain_line(names, number, text) for number, text in army.sheet.unread)
    if more := army.sheet.stated.get("more"):
        yield uncertain("list.more_decks", names, count=int(more))
    if not army.entries:
        yield uncertain("list.no_cards", names)
        return
    yield from _by_document(rules, knowledge, army, at)
    if army.catalogue is None:
        yield uncertain("list.no_catalogue", names, costs=rules.counts_costs)
        return
    yield from _by_cards(rules, knowledge, army, at)


def _by_cards(rules: Rules, knowledge: ListKnowledge, army: Army, at: Occasion) -> Iterator[Problem]:
    """The problems that card data shows."""
    assert army.catalogue is not None
    yield from (problem for entry in army.entries for problem in _name_problems(rules, entry))
    if at.season and army.season is None:
        yield uncertain("list.no_such_season", rules.data.rules["legal_products"], season=at.season)
    found = (*knowledge.check(army), *_season_problems(army), *_product_problems(rules, army, at))
    medium = army.catalogue.trust == "medium"
    yield from (_softer(one) if medium and one.severity == "broken" else one for one in found)


def uncertain_line(rule: RuleId, number: int, text: str) -> Problem:
    return Problem(why("list.unread", rule, line=number, text=text[:80]), number, "open")


def _softer(problem: Problem) -> Problem:
    return replace(problem, severity="open")


def _by_document(rules: Rules, knowledge: ListKnowledge, army: Army, at: Occasion) -> Iterator[Problem]:
    """The problems that need no card data, on the prices that are known."""
    situation = Situation(teams=at.teams, settings=at.settings or {})
    doubtful = any(card.doubt for _, card in army.known)
    named = {entry.name for entry, _ in army.known}
    partly = knowledge.elsewhere if army.sheet.format != FORM else None  # a form holds the whole list
    elsewhere = partly(army) if partly else frozenset()
    reasons = rules.check_list(army.content, situation)
    counted = {
        reason.params.get("field")
        for reason in reasons
        if reason.code in ("list.not_exactly", "list.too_few")
    }
    for reason in reasons:
        field = reason.params.get("field")
        if field in elsewhere and reason.code == "list.missing":
            yield Problem(replace(reason, code="list.elsewhere"), None, "open")
        if field in elsewhere or (reason.code == "list.missing" and field in (*NAMELESS, *counted)):
            continue  # the event knows it, or another reason says how many are missing
        if army.catalogue and reason.code in knowledge.unknowable and reason.params.get("name") not in named:
            continue  # the card that is unknown or ambiguous is named anyway
        open_ = reason.code in knowledge.unknowable or (
            not _all_read(army, rules, field) and _may_be_there(reason)
        )
        open_ |= doubtful and _too_much(reason, knowledge)
        open_ |= army.catalogue is not None and army.catalogue.trust == "medium"
        if reason.code == "list.total_differs":
            yield Problem(reason, None, "note")
        else:
            yield Problem(reason, None, "open" if open_ else "broken")


def _all_read(army: Army, rules: Rules, field: object) -> bool:
    """Whether every card stands in its field: as the catalogue says, or without one as the list says."""
    if army.catalogue is not None:
        return army.complete
    of_cards = {one.key for one in rules.list_form if one.kind == "cards"}  # the rest follows from the cards
    plain = all(len(entry.line.parts) == 1 for entry in army.entries)
    return field in of_cards and plain and not army.sheet.unread


def _too_much(reason: Reason, knowledge: ListKnowledge) -> bool:
    """Whether a card whose data is in doubt may allow it: too many of something, or what its text changes."""
    found, needed = reason.params.get("found"), reason.params.get("needed")
    too_few = isinstance(found, int) and isinstance(needed, int) and found < needed
    return (reason.code in SUMS and not too_few) or reason.code in knowledge.changeable


def _may_be_there(reason: Reason) -> bool:
    """Whether a card that was not recognised may be the one that is missing."""
    if reason.code not in NEEDS_ALL_CARDS and not reason.code.endswith("_category"):
        return False
    found, needed = reason.params.get("found"), reason.params.get("needed")
    return not (isinstance(found, int) and isinstance(needed, int) and found > needed)


def _name_problems(rules: Rules, entry: CardEntry) -> Iterator[Problem]:
    """Entries that are unknown or ambiguous, spelt otherwise, or priced otherwise (COM-LIST-3)."""
    rule, card, match = rules.data.rules["names"], entry.card, entry.match
    if match.status == "unknown":
        yield uncertain("list.unknown_card", rule, entry, name=entry.name, choices=choices(entry))
    elif card is None:
        yield uncertain("list.ambiguous", rule, entry, name=entry.name, choices=choices(entry))
    else:
        yield from _notes(entry, rule)


def _notes(entry: CardEntry, rule: str) -> Iterator[Problem]:
    card, written = entry.card, entry.written_points
    assert card is not None
    if entry.match.spelt and entry.line.name:
        yield noted("list.read_as", rule, entry, name=entry.line.name, card=card.full_name)
    prices = {price for price in (written, entry.line.total) if price is not None}
    if prices and card.points is not None and card.points not in prices:
        yield noted("list.other_price", rule, entry, name=card.full_name, stated=written, price=card.points)
    if entry.line.parts and card.part and card.part not in entry.line.parts:
        yield noted("list.wrong_place", rule, entry, name=card.full_name)


def _choice(name: str, type: str, product: str) -> str:
    """A card as a list should name it so that it is clear (COM-LIST-3)."""
    details = re.sub(r"[()]", "", ", ".join(part for part in (type, product) if part))
    return f"{name} ({details})" if details else name


def choices(entry: CardEntry) -> tuple[str, ...]:
    """The cards that an ambiguous entry may mean, each in words that make it clear."""
    if entry.card:
        return ()
    return tuple(dict.fromkeys(_choice(c.full_name, c.type, c.source) for c in entry.match.candidates))


def _season_problems(army: Army) -> Iterator[Problem]:
    """Banned and restricted cards; the restricted groups of a current FAQ hold without a season."""
    season, groups = army.season, army.catalogue.content.groups if army.catalogue else ()
    ids = {card.id: (entry, card) for entry, card in army.known}
    if season:
        for entry, card in army.known:
            if card.id in season.banned:
                yield Problem(why("list.banned", "COM-GEN-2", name=card.full_name), entry.line.number)
            elif season.products and card.product and card.product not in season.products:
                yield Problem(why("list.not_in_season", "COM-GEN-2", name=card.full_name), entry.line.number)
        groups = (*groups, season.restricted, *season.groups)
    for group in groups:
        here = [ids[one] for one in group if one in ids]
        if len(here) > 1:
            names = tuple(card.full_name for _, card in here)
            yield Problem(why("list.restricted", "COM-GEN-2", names=names), here[-1][0].line.number)


def _product_problems(rules: Rules, army: Army, at: Occasion) -> Iterator[Problem]:
    """Products not yet legal on the day or not permitted, and cards that are not the publisher's.

    COM-PROD-1, COM-PROD-2; which sets an event permits: SWL-PROD-3.
    """
    assert army.catalogue is not None
    known = {product.name: product for product in army.catalogue.content.products}
    foreign = tuple(dict.fromkeys(card.full_name for _, card in army.known if not card.official))
    if foreign and army.catalogue.community != "allow":
        named = foreign[:5]
        more = len(foreign) - len(named)
        yield uncertain("list.not_official", "COM-PROD-1", names=named, more=more, count=len(foreign))
    for entry, card in army.known:
        if at.permitted is not None and card.product not in at.permitted:
            cited = rules.data.rules["legal_products"]
            yield Problem(why("product.not_permitted", cited, product=card.source), entry.line.number)
    if at.on is None:
        return
    undated = set()
    for entry, card in army.known:
        product = known.get(card.product)
        dated = product and (product.world if rules.data.release == "world" else product.poland)
        if product is None or not (dated or product.campaign):
            undated.add(card.product or card.full_name)
            continue
        for reason in product_problems(rules, product, at.on, at.level, at.settings):
            yield Problem(reason, entry.line.number)
    if undated:
        yield noted("list.undated", rules.data.rules["release"], count=len(undated))
