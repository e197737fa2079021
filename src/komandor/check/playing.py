"""While a round is played: clock, mission, deck checks, initiative."""

from komandor.check import knockouts, lots, tables
from komandor.check.results import kind_of
from komandor.check.scores.destiny import best_of_three
from komandor.check.scores.slip import Case
from komandor.check.world import Fields, Round, World


def clock_started(w: World, x: Fields) -> None:
    r = w.rounds[x["round"]]
    allowed = minutes_of(w, r)
    if x.get("minutes") != allowed:
        rule = tables.CLOCK_RULE[w.game]
        w.say("clock.minutes", rule, f"Round {r.number} has {x.get('minutes')} minutes; {allowed} were due.")
    if w.missions and r.mission is None:
        w.say("mission.none", "IA-SETUP-1", f"Round {r.number} began without a mission.")
    r.status, w.phase = "running", "running"
    w.stages[r.stage].begun = True


def minutes_of(w: World, r: Round) -> int | None:
    """What the document or the announcement gives this round (COM-TIME-1)."""
    real = next((m for m in w.in_round(r.number) if m.kind == "match"), None)
    kind = kind_of(w, real) if real else "swiss"
    if w.stages[r.stage].kind == "final_match":
        return None
    if kind in w.minutes:
        changed = w.minutes[kind]
        return changed if isinstance(changed, int) else None
    name = kind + ("_teams" if w.teams else "")
    case = Case(kind, w.structure, w.teams, {**tables.GAME_SETTINGS[w.game], **w.chosen})
    if w.game == tables.DESTINY and best_of_three(case):
        name = f"{kind}_bo3"
    if w.game == tables.CONQUEST and kind == "final" and w.setting("conquest.final_minutes") == "none":
        return None
    return tables.CLOCKS[w.game, name][0]


def mission(w: World, x: Fields) -> None:
    """None again until all were used (IA-SETUP-2), drawn by lot (IA-SETUP-1)."""
    r = w.rounds[x["round"]]
    gone: set[str] = set()
    for earlier in sorted(w.rounds):
        if w.rounds[earlier].mission and earlier != r.number:
            gone.add(str(w.rounds[earlier].mission))
            gone = set() if gone >= set(w.missions) else gone
    pool = [m for m in dict.fromkeys(w.missions) if m not in gone]
    if x["mission"] not in pool:
        w.say("mission.repeated", "IA-SETUP-2", f"Round {r.number}: {x['mission']} may not be drawn now.")
    elif (key := lots.round_key(w, r)) and pool[lots.below(key, "mission", len(pool))] != x["mission"]:
        w.say("mission.lot", "IA-SETUP-1", f"Round {r.number}: the lot gives another mission.")
    if r.mission is not None:
        w.say("mission.twice", "IA-SETUP-1", f"Round {r.number} has a second mission.")
    r.mission = x["mission"]


def deck_checks(w: World, x: Fields) -> None:
    r = w.rounds[x["round"]]
    w.deck_checks[0] = w.deck_checks.get(0, 0) + 1
    key = lots.round_key(w, r)
    if key is None:
        return
    seated = {p for m in w.in_round(r.number) for p in m.players}
    due = lots.order(key, f"deck-check-{w.deck_checks[0]}", seated)[: len(x["players"])]
    if list(x["players"]) != due:
        w.say(
            "lots.deck_checks",
            "SWL-CHECK-1",
            f"Round {r.number}: the lot picks other players for a deck check.",
        )


def initiative(w: World, x: Fields) -> None:
    match = w.matches[x["match"]]
    match.first = x["player"]
    key = lots.round_key(w, w.rounds[match.round])
    if x["player"] not in match.players:
        w.say("sides.stranger", "ARM-SETUP-5", f"Match {match.number}: {x['player']} does not play it.")
    elif (
        x.get("by_lot")
        and key
        and lots.order(key, f"initiative-{match.number}", match.players)[0] != x["player"]
    ):
        w.say(
            "lots.initiative",
            "ARM-SETUP-5",
            f"Match {match.number}: the lot gives the initiative to the other.",
        )


STEPS = {
    "clock_started": clock_started, "mission_drawn": mission, "deck_checks_drawn": deck_checks,
    "initiative_set": initiative, "sides_chosen": knockouts.sides_chosen,
}  # fmt: skip
