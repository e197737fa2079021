"""What the draws of a log depend on, from its records: who plays, who met whom, points and byes.

Knows no rules of any game: points are those of the recorded scores.  What a bye and a missed round are
worth is known for the editions below; in any other it is taken from the first player who has one, and
must then be the same for everybody.
"""

from collections.abc import Iterable, Mapping
from typing import Any

Event = Mapping[str, Any]

WON = ("win", "modified_win", "forfeit_win")
PLAYED = ("win", "modified_win", "draw", "loss", "conceded", "double_loss")
BYES = {
    "armada@2017": 8,
    "imperial-assault@2017": 1,
    "destiny@2017": 1,
    "conquest@2016-1.1": 5,
    "star-wars-lcg@2016": None,  # a setting
}
OF_0_1 = {  # settings that an event of version 0.1 did not record
    "pairing.second_bye_before_rematch": True,
    "sanction.points_below_zero": True,
    "stage.carry_points": True,
    "swl.start_numbers": "random",
    "swl.round1": "random",
    "swl.bye_points": 6,
}


class Player:
    """One player; `out` are rounds without a seat: missed ones, and byes granted to a late player."""

    def __init__(self, e: Event) -> None:
        self.groups = frozenset(e.get("groups", ()))
        self.awarded = set(e.get("awarded_byes", ()))
        self.start: int | None = e.get("start")
        self.entered = e.get("entered") or 1
        self.missed, self.granted = set(e.get("missed", ())), set(e.get("byes", ()))
        self.active, self.barred = True, False  # barred: withdrawn, waiting or disqualified


class Round:
    def __init__(self, e: Event, forbidden: Iterable[tuple[int, int]]) -> None:
        self.number, self.stage = int(e["round"]), int(e["stage"])
        self.frozen = e
        self.forbidden = frozenset(forbidden)
        self.field = [list(row) for row in e.get("field", ())]  # of the last draw, or as frozen
        self.key: bytes | None = None
        self.matches: dict[int, dict[str, Any]] = {}
        self.missions: list[str] = []
        self.closed = False


class State:
    """The state after some records."""

    def __init__(self) -> None:
        self.edition, self.settings, self.missions = "", dict[str, Any](), list[str]()
        self.players: dict[int, Player] = {}
        self.rounds: dict[int, Round] = {}
        self.kinds: dict[int, str] = {}
        self.seeds: dict[int, list[int | None]] = {}
        self.forbidden: set[tuple[int, int]] = set()
        self.deducted: list[tuple[int, int, int]] = []  # player, points, round
        self.deck_checks = 0
        self.prizes: dict[int, dict[str, Any]] = {}
        self.places: list[tuple[int, int]] = []
        self.learned: dict[str, int] = {}

    # ── reading ──────────────────────────────────────────────────────────────

    def apply(self, e: Event) -> None:
        """One record. Types that no draw depends on have no method here."""
        step = getattr(self, f"on_{e['type']}", None)
        if step:
            step(e)

    def on_tournament_created(self, e: Event) -> None:
        self.edition, self.settings = str(e["edition"]), dict(e.get("settings", {}))
        self.missions = list(e.get("missions", ()))
        self._plan(e.get("stages", ()))

    def on_event_changed(self, e: Event) -> None:
        self.settings.update(e["changes"].get("settings") or {})
        self.missions = list(e["changes"].get("missions", self.missions))
        self._plan(e["changes"].get("stages", ()))

    def on_structure_announced(self, e: Event) -> None:
        self._plan(e["stages"])

    def _plan(self, stages: Iterable[Event]) -> None:
        self.kinds.update({n: plan["kind"] for n, plan in enumerate(stages, 1)})

    def on_player_registered(self, e: Event) -> None:
        self.players[e["player"]] = Player(e)

    def on_player_entered_late(self, e: Event) -> None:
        # Somebody from the waiting list keeps the byes promised to them.
        known = self.players.get(e["player"])
        self.on_player_registered({"awarded_byes": known.awarded, **e} if known else e)
        if e.get("match") is not None:
            match = self.match(e["match"])
            match["b"], match["kind"] = e["player"], "match"

    def on_player_amended(self, e: Event) -> None:
        p, changes = self.players[e["player"]], e["changes"]
        p.groups = frozenset(changes.get("groups", p.groups))
        p.awarded = set(changes.get("awarded_byes", p.awarded))
        p.start = changes.get("start", p.start)

    def _leaves(self, e: Event) -> None:
        self.players[e["player"]].active = False
        self.players[e["player"]].barred = e["type"] != "player_left"

    on_registration_withdrawn = on_player_left = on_player_disqualified = _leaves

    def on_waiting_listed(self, e: Event) -> None:
        p = self.players[e["player"]]
        p.active, p.barred = not e["waiting"], e["waiting"]

    def on_player_returned(self, e: Event) -> None:
        self.players[e["player"]].active = True
        self.players[e["player"]].missed |= set(e.get("missed", ()))

    def on_pair_forbidden(self, e: Event) -> None:
        self.forbidden.add((e["player"], e["opponent"]))

    def on_pair_allowed(self, e: Event) -> None:
        self.forbidden.discard((e["player"], e["opponent"]))

    def on_cut_made(self, e: Event) -> None:
        self.kinds[e["stage"]] = e.get("kind", "single")
        self.seeds[e["stage"]] = list(e["seeds"])

    def on_replacement_asked(self, e: Event) -> None:
        self.seeds[e["stage"]] = list(e["seeds"])

    on_stage_shrunk = on_replacement_asked

    def on_round_frozen(self, e: Event) -> None:
        self.rounds[e["round"]] = Round(e, self.forbidden)

    def on_round_drawn(self, e: Event) -> None:
        r = self.rounds.setdefault(
            e["round"], Round(e, self.forbidden)
        )  # an old log may have undone its freeze
        r.matches = {m["match"]: dict(m) for m in e["matches"]}
        r.field = [list(row) for row in e.get("field") or r.frozen.get("field", ())]
        for player, start in e.get("starts", ()):
            self.players[player].start = start

    def on_pairing_changed(self, e: Event) -> None:
        matches = self.rounds[e["round"]].matches if e["round"] in self.rounds else {}
        old = {m["match"]: matches.pop(m["match"], {}) for m in e["before"]}
        for m in e["after"]:
            before = old.get(m["match"], {})
            same = (before.get("a"), before.get("b")) == (m["a"], m["b"])
            matches[m["match"]] = {**before, **m} if same else dict(m)

    def on_round_closed(self, e: Event) -> None:
        self.rounds[e["round"]].closed = True

    def on_mission_drawn(self, e: Event) -> None:
        self.rounds[e["round"]].missions.append(e["mission"])

    def on_deck_checks_drawn(self, _: Event) -> None:
        self.deck_checks += 1

    def on_prize_added(self, e: Event) -> None:
        self.prizes[e["prize"]] = dict(e)

    def on_prize_removed(self, e: Event) -> None:
        self.prizes[e["prize"]]["to"] = "nobody"

    def on_award_given(self, e: Event) -> None:
        self.prizes[e["prize"]]["winners"] = [e["player"]]

    def on_raffle_drawn(self, e: Event) -> None:
        self.prizes[e["prize"]].update({key: e[key] for key in ("winners", "raffle", "round")})

    def on_tournament_closed(self, e: Event) -> None:
        self.places = [(player, place) for player, place in e["places"]]

    def on_sanction_given(self, e: Event) -> None:
        if e.get("points"):
            self.deducted.append((e["player"], e["points"], max(self.rounds, default=1)))

    def on_result_reported(self, e: Event) -> None:
        self.match(e["match"]).update(scores=e["scores"], final=False)

    def on_result_confirmed(self, e: Event) -> None:
        self.match(e["match"])["final"] = True

    def on_result_entered(self, e: Event) -> None:
        self.match(e["match"]).update(scores=e["scores"], final=True)

    on_result_corrected = on_match_forfeited = on_result_entered

    def on_result_annulled(self, e: Event) -> None:
        self.match(e["match"]).update(scores=(), final=False)

    # ── asking ───────────────────────────────────────────────────────────────

    def match(self, number: int) -> dict[str, Any]:
        newest_first = reversed(self.rounds.values())
        return next(r.matches[number] for r in newest_first if number in r.matches)

    def setting(self, key: str) -> Any:
        if key in self.settings:
            return self.settings[key]
        return self.folds if key == "pairing.avoid_groups_round1" else OF_0_1.get(key)

    @property
    def folds(self) -> bool:
        return self.edition.startswith("star-wars-lcg@")

    def swiss(self) -> list[Round]:
        return [r for _, r in sorted(self.rounds.items()) if self.kinds.get(r.stage, "swiss") == "swiss"]

    def here(self, stage: int, number: int = 0) -> list[int]:
        """Who plays in a stage; with a number, in that round."""
        seeds = self.seeds.get(stage, ()) if stage > 1 else self.players
        return [
            n
            for n, p in sorted(self.players.items())
            if p.active and n in seeds and number not in p.missed | p.granted
        ]

    def met(self, before: int) -> dict[int, tuple[int, ...]]:
        """Each player's opponents, one for each earlier Swiss round; 0 for none, and after a forfeit."""
        found: dict[int, list[int]] = {n: [] for n in self.players}
        for r in self.swiss():
            if r.number < before:
                seats: dict[int, int] = {}
                for m in r.matches.values():
                    if m["b"] is not None and m.get("final") and m["scores"][0]["outcome"] in PLAYED:
                        seats[m["a"]], seats[m["b"]] = m["b"], m["a"]
                for n, opponents in found.items():
                    opponents.append(seats.get(n, 0))
        return {n: tuple(opponents) for n, opponents in found.items()}

    def byes(self, before: int) -> dict[int, int]:
        counts = {n: len(p.granted) for n, p in self.players.items()}
        for r in self.swiss():
            for m in r.matches.values() if r.number < before else ():
                counts[m["a"]] += m["kind"] in ("bye", "awarded_bye")
        return counts

    def points_fit(self, stage: int, given: Mapping[int, int]) -> bool:
        """Whether the players have these points: scores in closed rounds, byes, missed rounds, deductions."""
        first = 1 if self.setting("stage.carry_points") else stage
        closed = [r for r in self.swiss() if r.closed and first <= r.stage <= stage]
        numbers = {r.number for r in closed}
        won = dict.fromkeys(self.players, 0)
        byes = {n: len(p.granted & numbers) for n, p in self.players.items()}
        for m in (m for r in closed for m in r.matches.values()):
            byes[m["a"]] += m["kind"] in ("bye", "awarded_bye")
            for s in m["scores"] if m.get("final") else ():
                won[s["player"]] += s["points"]
        taken = dict.fromkeys(self.players, 0)
        for n, points, number in self.deducted:
            taken[n] += points if number in numbers else 0
        for n, points in given.items():
            times = {"bye": byes[n], "missed": len(self.players[n].missed & numbers)}
            if not self._adds_up(points, won[n], times, taken[n]):
                return False
        return True

    def _adds_up(self, points: int, won: int, times: Mapping[str, int], taken: int) -> bool:
        worth = self.worth()
        won += sum(often * worth.get(what, 0) for what, often in times.items())
        unknown = [what for what, often in times.items() if often and what not in worth]
        if len(unknown) == 1 and not taken:
            self.learned[unknown[0]] = (points - won) // times[unknown[0]]
        won += sum(times[what] * self.learned.get(what, 0) for what in unknown)
        return points == (won - taken if self.setting("sanction.points_below_zero") else max(won - taken, 0))

    def worth(self) -> dict[str, int]:
        """What a bye and a missed round are worth, as far as it is known."""
        if self.edition not in BYES:
            return dict(self.learned)
        bye = BYES[self.edition] or int(self.setting("swl.bye_points"))
        return {"bye": bye, "missed": self.setting("armada.missed_round_tp") or 0}

    def takes_part(self, number: int) -> list[int]:
        """Who is in the raffle for this prize, before those who are not in the hall are left out."""
        among, have = self.prizes[number]["among"], set[int]()
        if among == "all":
            return self._everybody()
        for n, prize in self.prizes.items() if among == "no_prize" else ():
            have.update(self._winners(prize) if n != number and prize["to"] != "everyone" else ())
        return [n for n, p in sorted(self.players.items()) if p.active and n not in have]

    def _everybody(self) -> list[int]:
        return [n for n, p in sorted(self.players.items()) if not p.barred]

    def _winners(self, prize: Mapping[str, Any]) -> list[int]:
        if prize["to"] == "places":
            return [n for n, place in self.places if prize["first"] <= place <= prize["last"]]
        if prize["to"] == "wins":
            return [n for n in self._everybody() if self._matches_won(n) >= prize["wins"]]
        return list(prize.get("winners", ()))

    def _matches_won(self, player: int) -> int:
        """In closed rounds of the whole event; a bye counts as won."""
        closed = [r for r in self.rounds.values() if r.closed]
        own = [m for r in closed for m in r.matches.values() if player in (m["a"], m["b"])]
        byes = sum(m["kind"] in ("bye", "awarded_bye") for m in own)
        scores = [s for m in own if m.get("final") for s in m["scores"]]
        won = [s for s in scores if s["player"] == player and s["outcome"] in WON]
        return byes + len(won) + len(self.players[player].granted & {r.number for r in closed})
