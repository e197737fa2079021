"""What a page said when it was pressed: which event, for whom it was made, which action, about whom.

Read from what stood on the page and from the event as it was when the page was fetched; of the fields that
nobody sees only what is sent. The tables are written by hand and are not asked of the routes.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.explorer.http.doors import Pairs
from bench.explorer.http.pages import Button, Form, Shown
from komandor.app.access import Actor
from komandor.core.tournament.state import Match, Tournament

LEAVING = "player_left player_disqualified match_forfeited stage_shrunk registration_withdrawn waiting_listed"
RESULTS = "result_entered result_corrected sides_chosen initiative_set"
SAID: Mapping[str, str] = {
    r"/c/E/mission": "mission_drawn",
    r"/c/E/clock": "clock_paused clock_resumed clock_adjusted",
    r"/c/E/quick": RESULTS,
    r"/c/E/match/N": RESULTS,
    r"/c/E/match/N/override": f"{RESULTS} result_annulled",
    r"/[cj]/E/match/N/extend": "table_extended",
    r"/c/E/match/N/no-show": f"{LEAVING} pairing_changed",
    r"/[cm]/E/(match/N/)?first": "initiative_set side_chooser_drawn sides_chosen",
    r"/c/E/(match/N/table|swap|pair)": "pairing_changed",
    r"/c/E/redraw": "round_frozen round_drawn call_closed",
    r"/c/E/backup": "backup_taken",
    r"/c/E/do/KeepPairings": "pairings_kept",
    r"/c/E/player/N/drop": f"{LEAVING} result_entered",  # the game in progress is conceded (AMB-G37)
    r"/c/E/player/N/rejoin": "player_returned",
    r"/c/E/player/N/disqualify": LEAVING,
    r"/c/E/late": "player_entered_late event_changed waiting_listed",
    r"/c/E/replace": "replacement_asked stage_shrunk",
    r"/c/E/prizes": "prize_added raffle_drawn",
    r"/c/E/(back|undo)/N": "event_voided",
    r"/c/E/people/add": "player_registered checked_in waiting_listed",
    r"/c/E/people/bring": "player_registered fee_noted checked_in waiting_listed",
    r"/c/E/people/(all|N/here)": "checked_in",
    r"/c/E/people/absent": "registration_withdrawn waiting_listed",
    r"/c/E/people/N/fee": "fee_noted",
    r"/c/E/people/N": "player_amended fee_noted registration_withdrawn waiting_listed",
    r"/c/E/lists": "list_judged list_deadline_set list_rules_set lists_published",
    r"/c/E/lists/N": "list_submitted list_checked list_amended list_judged",
    r"/c/E/staff": "staff_appointed staff_dismissed duty_changed substitute_named player_registered",
    r"/c/E/(settings|screens)": "event_changed outline_attached notice_posted notice_withdrawn",
    r"/c/E/checklists": "checklist_ticked",
    r"/[cm]/E/do/NamePoint": "point_named",
    r"/[cm]/E/do/LeaveAfterRound": "leaving_announced",
    r"/c/E/do/ForbidPair": "pair_forbidden",
    r"/c/E/do/AllowPair": "pair_allowed",
    r"/c/E/do/GiveBonus": "bonus_given",
    r"/c/E/do/HandOutPrize": "prize_handed_out",
    r"/c/E/do/RemovePrize": "prize_removed",
    r"/c/E/do/GiveAward": "award_given",
    r"/c/E/do/AdmitPlayer": "waiting_listed",
    r"/c/E/do/TickChecklist": "checklist_ticked",
    r"/c/E/do/SetDuty": "duty_changed",
    r"/[cjm]/E/do/AppealRuling": "ruling_appealed",
    r"/j/E/duty": "duty_changed",
    r"/j/E/match/N/call": "judge_called call_taken",
    r"/j/E/call/N/take": "call_taken",
    r"/j/E/call/N/(rule|settle)": "ruling_given",
    r"/j/E/call/N/appeal": "ruling_appealed",
    r"/j/E/call/N/verdict": "final_verdict_given",
    r"/j/E/player/N/sanction": f"sanction_given disqualification_recommended {LEAVING}",
    r"/j/E/checks/draw": "deck_checks_drawn",
    r"/j/E/player/N/check": f"deck_checked sanction_given result_annulled {LEAVING}",
    r"/j/E/components": f"component_reported component_resolved result_annulled table_extended {LEAVING}",
    r"/j/E/component/N": f"component_resolved proxy_made {LEAVING}",
    r"/j/E/proxies": "proxy_made",
    r"/(j/E/incidents|t/E/report)": "incident_reported",
    r"/join/E": "player_registered waiting_listed",
    r"/m/E/here": "checked_in",
    r"/m/E/report": "result_reported result_confirmed result_disputed sides_chosen",
    r"/m/E/confirm": "result_confirmed sides_chosen",
    r"/m/E/dispute": "result_disputed judge_called",
    r"/m/E/judge": "judge_called",
    r"/m/E/drop": f"{LEAVING} result_entered",
    r"/m/E/list": "list_submitted list_judged",
    r"/m/E/data": "player_amended",
    r"/m/E/data/erase": f"{LEAVING} judge_called player_amended",
}
"""Where a button sends → what can be written down by it: E is the event, N a number."""
STEPS: Mapping[str, str] = {
    "announce": "structure_announced",
    **dict.fromkeys(("draw", "redraw"), "round_frozen round_drawn stage_shrunk"),
    "roll": "round_drawn",
    "publish": "round_published mission_drawn",
    "mission": "mission_drawn",
    "start_clock": "clock_started",
    "close_round": f"round_closed call_closed {LEAVING}",
    **dict.fromkeys(("cut", "recut", "final_match"), "cut_made"),
    "finish": "tournament_closed call_closed",
}
"""The day's step that the form of the button carries → the same."""
BESIDE = re.compile(
    r"/c/[^/]+/(people/(phones|slips|\d+)|staff|settings|screens|tokens|messages|publish|stream|quick/read|swap/preview|match/\d+/(read|effect))"
    r"|/m/[^/]+/(data(/erase)?|report/read|list/check)|/join/[^/]+/claim|/c/[^/]+/lists/\d+"
)
"""What may be done without a record: links, switches and data beside the log, and previews."""
PREVIEWS = ("check", "paste", "preview", "look", "read")
_PATHS = tuple(
    (re.compile(re.sub(r"\bN\b", r"\\d+", re.sub(r"/E\b", "/[^/]+", path))), frozenset(kinds.split()))
    for path, kinds in SAID.items()
)
NUMBERED = re.compile(r"/(match|player|people|lists|call|component|proxy|undo|back)/(\d+)")
CALLED = {"people": "player", "lists": "player"}


@dataclass(frozen=True, slots=True)
class Claim:
    """A press: what the page said, and what was filled in."""

    page: Shown
    form: Form
    button: Button
    sent: Pairs
    event: str
    by: Actor  # for whom the page was made
    t: Tournament  # the event as it was shown
    to: str
    token: str  # what was typed as text, by nobody else

    @property
    def path(self) -> str:
        return self.to.partition("?")[0]

    @property
    def said(self) -> str:
        """The press, for whoever reads what was found."""
        made_for = self.form.hidden("made_for")
        other = f" (its form says {made_for})" if made_for not in ("", str(self.by)) else ""
        return f"{self.to} “{self.button.words}” on {self.page.path} by {self.by}{other}"

    @property
    def may_write(self) -> frozenset[str]:
        """What can be written down by this button, as its page said."""
        if self.path.endswith("/step"):
            # a draw waits for the dice or the beacon that are announced
            announced = self.typed("public_source") in ("dice", "beacon")
            code = self.form.hidden("code")
            return frozenset(("round_frozen stage_shrunk" if announced else STEPS.get(code, "")).split())
        said = next((kinds for path, kinds in _PATHS if path.fullmatch(self.path)), frozenset[str]())
        corrected = self.t.phase == "closed" and "result_corrected" in said  # the places are told again
        return said | {"tournament_closed"} if corrected else said

    @property
    def beside(self) -> bool:
        return (
            bool(BESIDE.fullmatch(self.path))
            or self.button.value in PREVIEWS
            or (self.path.endswith("/people/bring") and self.button.name == "earlier")
            or self.button.words in ("Show what it means", "Show preview")
        )

    def numbers(self, thing: str) -> set[int]:
        """The numbers of this thing that the address names, which stood behind the button."""
        return {int(n) for kind, n in NUMBERED.findall(self.path) if CALLED.get(kind, kind) == thing}

    def values(self) -> Iterator[tuple[str, str, str]]:
        """Each choice that was made: field, value, the words beside it."""
        for name, value in self.sent:
            control = self.form.controls.get(name)
            if control is None:
                yield name, value, self.button.words
            elif control.kind != "typed":
                yield name, value, next((words for one, words in control.choices if one == value), "")

    def chosen(self) -> set[int]:
        """Every number among them."""
        return {int(value) for _, one, _ in self.values() for value in re.findall(r"\d{1,6}", one)}

    def typed(self, name: str) -> str:
        """What was typed into a field."""
        return next((value for one, value in self.sent if one == name), "")

    def my_match(self) -> Match | None:
        """The match that a phone's page is about: its player's in the round that was out."""
        matches = self.t.in_round(self.t.round_number)
        return next((m for m in matches if self.by.player in m.players), None)


def acting(t: Tournament, area: str, event: str, opened: Sequence[tuple[str, Actor]]) -> Actor:
    """As whom a browser acts in an area of an event: by the links opened in it, the last one first."""
    mine = [actor for where, actor in reversed(opened) if where == event]
    players = [one for one in mine if one.player in t.players]
    staff = [one for one in mine if one.staff in t.staff and not t.staff[one.staff].dismissed]
    staying = [one for one in players if one.player and t.players[one.player].status != "withdrawn"]
    host = [actor for _, actor in opened if actor.kind == "host"]
    order = {"m": (*staying, *players), "c": (*staff, *players, *host), "j": (*staff, *players, *host)}
    return next(iter(order.get(area, ())), Actor("public"))
