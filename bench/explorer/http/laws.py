"""What may be written down by a press: what the pressed page said, about whom it said it, by whom, once."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bench.explorer.http.claims import Claim
from bench.explorer.http.doors import Answer
from bench.explorer.played import Found
from komandor.core.ids import PlayerNo
from komandor.core.tournament.state import Match, Tournament
from komandor.log.record import Recorded
from komandor.log.store import Person

Payload = Mapping[str, Any]
MAKES: Mapping[str, str] = {
    "player": "player_registered player_entered_late staff_appointed",
    "call": "judge_called",
    "component": "component_reported",
    "prize": "prize_added",
    "staff": "staff_appointed",
    "notice": "notice_posted",
    "match": "player_entered_late",
}
"""Thing → the records by which a new one comes to be, which no page can have named before."""
FOLLOWS = frozenset(
    "match_forfeited stage_shrunk waiting_listed raffle_drawn deck_checks_drawn list_judged "
    "prize_handed_out".split()
)
"""Records that name whom something concerns besides: they follow from another, or from a lot."""
MANY = re.compile(r"/c/[^/]+/(people/(all|absent|bring)|lists|step|redraw|undo/\d+|back/\d+)")
"""Where one press is about everybody."""
SECRET = re.compile(r"/(?:p|s|host)/([\w-]{16,})")
ISSUES = re.compile(r"/c/[^/]+/(people(/slips|/\d+)?|staff|print/.*)|/m/[^/]+/link|/keys|/join/.*")
"""Pages that show links: those who may open them hand the links out."""
YES = (200, 204, 302, 303)


def broken(claim: Claim, records: Sequence[Recorded]) -> None:
    """What was written by this press is what its page said. Raises Found."""
    for record in records:
        payload: Payload = record.payload
        where = f"{claim.said}: {record.by} {record.event}"
        if record.tournament != claim.event:
            raise Found("http", "another event", where)
        if record.by != str(claim.by):
            raise Found("http", "another person", where)
        if payload["type"] not in claim.may_write:
            raise Found("http", f"another action: {payload['type']}", where)
        for law, said in LAWS.items():
            if not said(claim, payload):
                raise Found("http", law, f"{where} (page of version {claim.t.version})")


def about_whom(claim: Claim, payload: Payload) -> bool:
    """Whom it concerns stood on the page by name; on a phone it is who the page was made for."""
    kind = payload["type"]
    if MANY.fullmatch(claim.path) or kind in FOLLOWS:
        return True
    for name in ("player", "opponent", "leaver"):
        number = payload.get(name)
        if number is None or kind in MAKES["player"] or number not in claim.t.players:
            continue
        if claim.by.player and name == "player":
            if number not in _whose(claim, claim.typed("who") if kind in ABOUT_EITHER else "me"):
                return False
        elif number not in claim.numbers("player") | claim.chosen() | _of_match(claim):
            return False
    return True


def _whose(claim: Claim, who: str) -> set[PlayerNo | None]:
    """Whom a phone's button means: its player, the opponent, or whom a lot will name."""
    match, me = claim.my_match(), claim.by.player
    partner = match.opponent(me) if match and me else None
    return {"me": {me}, "other": {partner}}.get(who, {me, partner})


ABOUT_EITHER = ("initiative_set", "side_chooser_drawn", "sides_chosen")


def _of_match(claim: Claim) -> set[int]:
    """The players of the match, or whose component it is, that the address names."""
    matches = (m for n, m in claim.t.matches.items() if n in claim.numbers("match"))
    return {n for m in matches for n in m.players} | _of_component(claim)


def _of_component(claim: Claim) -> set[int]:
    return {one.player for n, one in claim.t.components.items() if n in claim.numbers("component")}


def about_which_match(claim: Claim, payload: Payload) -> bool:
    """The match is the one that stood on the page: by its address, by its table, or the phone's own."""
    number, kind = payload.get("match"), payload["type"]
    if not number or kind in FOLLOWS or kind in MAKES["match"] or MANY.fullmatch(claim.path):
        return True
    if claim.path.endswith("/quick"):
        match = claim.t.matches.get(number)
        table = claim.typed("table").strip()
        return match is not None and match.round == claim.t.round_number and str(match.table) == table
    if claim.by.player:
        mine = claim.my_match()
        return mine is not None and mine.number == number
    named = claim.numbers("match")
    if named:
        return named == {number}
    match = claim.t.matches.get(number)
    concerned = claim.numbers("player") | claim.chosen() | _of_component(claim)
    return match is not None and bool(concerned & set(match.players))


def about_which_thing(claim: Claim, payload: Payload) -> bool:
    """A call, component, prize, notice or member of staff is the one behind the pressed button."""
    if MANY.fullmatch(claim.path):
        return True
    for thing in ("call", "component", "prize", "staff", "notice"):
        number, kind = payload.get(thing), payload["type"]
        if number is None or kind in MAKES.get(thing, ""):
            continue
        own = thing == "staff" and number == claim.by.staff
        mine = thing == "call" and (claim.by.player or claim.path.endswith("/call"))
        if not own and not mine and number not in claim.numbers(thing) | claim.chosen():
            return False
    return True


def in_which_round(claim: Claim, payload: Payload) -> bool:
    """A round is the one that the page showed, or the one that its button draws."""
    number = payload.get("round")
    if number is None or payload["type"] in ("bonus_given", "raffle_drawn"):
        return True
    shown = claim.t.round_number
    named = re.search(r"round (\d+)", claim.button.words)
    if payload["type"] in ("round_frozen", "round_drawn"):
        allowed = {int(named[1])} if named else {shown, shown + 1}
        return number in allowed
    return bool(number == shown)


def which_records(claim: Claim, payload: Payload) -> bool:
    """What is taken back is what stood on the page: nothing that came after it, nothing before."""
    if payload["type"] != "event_voided":
        return True
    targets, newest = payload["targets"], claim.t.version
    undone, back = claim.numbers("undo"), claim.numbers("back")
    if any(one > newest for one in targets):
        return False
    return undone <= set(targets) if undone else all(one > min(back) for one in targets)


def in_words(claim: Claim, payload: Payload) -> bool:
    """What was typed elsewhere is not written down here, unless it stood on the page."""
    tokens = set(re.findall(r"typed\d+x", json.dumps(payload)))
    old = set(re.findall(r"typed\d+x", f"{claim.sent} {claim.page.words}"))
    return tokens <= old or payload["type"] in ("event_changed", "player_amended", "fee_noted")


def with_this_result(claim: Claim, payload: Payload) -> bool:
    """A slip says of each player what was filled in beside that player's name."""
    report = payload.get("report")
    if not report or claim.path.endswith(("/quick", "/override")) or payload["type"] not in SLIPS:
        return True
    match = claim.t.matches[payload["match"]]
    return all(_agrees(claim, match, report, *one) for one in claim.sent)


SLIPS = ("result_reported", "result_entered", "result_corrected")
NAMED_FIELD = re.compile(r"(g(\d)|m)\.(\w+?)(?:\.([ab]))?")


def _agrees(claim: Claim, match: Match, report: Payload, name: str, value: str) -> bool:
    """Whether a field of a slip was written down as what was said beside the player's name."""
    found, control = NAMED_FIELD.fullmatch(name), claim.form.controls.get(name)
    if not found or not control or control.kind == "hidden":
        return True
    game, key, side = found[2], found[3], found[4]
    part = (
        report
        if game is None or "games" not in report
        else dict(enumerate(report["games"])).get(int(game), {})
    )
    if key not in part:
        return True
    if side:
        player = _player(claim, match, control.choices[0][1])
        given = part[key]
        told = given[0 if match.side(player) == "a" else 1] if player and isinstance(given, list) else None
        return told is None or str(int(told)) == value
    player = _player(claim, match, next((words for one, words in control.choices if one == value), ""))
    return player is None or part[key] not in ("a", "b") or part[key] == match.side(player)


def _player(claim: Claim, match: Match, words: str) -> Any:
    """Which of the two a label names: by their first names, which differ, or as the phone says it."""
    if words in ("Me", "Us", "We do"):
        return claim.by.player
    named = [n for n in match.players if f"G{n}x" in words]
    return named[0] if len(named) == 1 else None


LAWS: Mapping[str, Callable[[Claim, Payload], bool]] = {
    "about somebody else": about_whom,
    "about another match": about_which_match,
    "about something else": about_which_thing,
    "in another round": in_which_round,
    "other records taken back": which_records,
    "words of another form": in_words,
    "another result": with_this_result,
}


def answered(claim: Claim, answer: Answer, written: bool) -> None:
    """Whoever pressed is told what became of it. Raises Found."""
    where = f"{claim.said}: {answer.status}"
    if answer.status >= 500:
        raise Found("http", "a failure", where)
    if written and answer.status not in YES:
        raise Found("http", "written, and answered with no", where)


TOAST = re.compile(r'<div class="toast (\w+)" role="status">.*?<p>(.*?)</p>', re.DOTALL)
NOTHING_NEW = re.compile(r"already|^0 |[Nn]othing|Nobody|Result disputed")
ALERT = re.compile(r'<[^>]*role="alert"(?![^>]*\shidden)[^>]*>')


def told(claim: Claim, answer: Answer, text: str) -> None:
    """Whoever pressed in vain reads that it was in vain: at the top of the page. Raises Found."""
    where = f"{claim.said}: {answer.status}"
    if answer.status >= 400:
        return
    toast = TOAST.search(text)
    if (toast is None or (toast[1] == "ok" and not NOTHING_NEW.search(toast[2]))) and not ALERT.search(text):
        said = re.sub(r"<[^>]+>", "", toast[2]).strip() if toast else "no word"
        raise Found("http", "nothing written, and nobody told", f"{where}: {said} {dict(claim.sent)}")


def leaked(
    path: str, answer: Answer, mine: set[int], tokens: set[str], t: Tournament, people: Mapping[int, Person]
) -> Iterator[str]:
    """Names and links of others that a page of a phone or of the public shows."""
    for token in SECRET.findall(answer.text):
        if token not in tokens and not ISSUES.match(path):
            yield f"{path} shows a link of somebody else"
    if path.startswith(("/m/", "/t/")) and not t.teams and t.public_names == "short":
        for number, person in people.items():
            last = str(person.get("last") or "")
            if number > 0 and number not in mine and last and not person.get("show") and last in answer.text:
                yield f"{path} shows {last}"
