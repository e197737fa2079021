"""Simulates everything before round 1: the event, its staff, its players, the announcement."""

from random import Random
from typing import Any

from komandor.core.games import find_rules
from komandor.core.games.game import Rules
from komandor.core.games.settings import answer, settings_of
from komandor.core.ids import StaffNo
from komandor.core.regulations.structures import proposed_rounds
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings import regulations
from komandor.core.tournament.stage_kind import StageKind
from komandor.core.tournament.stage_kinds import stage_kind
from komandor.core.tournament.stage_kinds.swiss import SWISS
from komandor.core.tournament.values import StagePlan
from komandor.simulate.hall import Hall

MARSHAL, JUDGE, LEADER_WHO_PLAYS = map(StaffNo, (2, 3, 4))
GROUPS = ("van", "club", "family", "school")
MOST_ROUNDS = 12
FIRST = "Anna Łukasz Żaneta Jan Ewa Wojciech Zoë Paweł Małgorzata Adam Ola Piotr Ágnes Igor Leon".split()
LAST = "Nowak Kowalska Ćwik Wójcik Źrebiec O'Neill Brzęczyszczykiewicz Li Szymański-Kos Mazur Żak".split()
"""Made-up people have all kinds of names: long, short, double, with diacritics."""


def open_event(hall: Hall) -> None:
    """Create the event and register everybody."""
    rules = hall.edition.rules if hall.edition else find_rules(str(hall.plan["game"]))
    assert rules
    structure, stages = structure_of(hall, rules)
    creation = c.CreateTournament(
        id=hall.id,
        game=rules.id if hall.edition else rules.data.id,
        edition_text=hall.edition.text if hall.edition else "",
        name=f"Simulated {hall.seed}",
        date="2026-11-15",
        commitment="",
        level=str(hall.plan["level"]),
        structure=structure,
        stages=stages,
        teams=bool(hall.plan["teams"]),
        tables="1-4,11-30,50-999" if hall.plan["hall"] == "ranges" else "",
        settings=_settings(hall, rules),
    )
    hall.create(creation, person(hall.rnd))
    _staff(hall)
    for number in range(int(hall.plan["players"])):
        _register(hall, number)
    _arrive(hall)


def person(rnd: Random) -> dict[str, object]:
    return {"first": rnd.choice(FIRST), "last": rnd.choice(LAST)}


def structure_of(hall: Hall, rules: Rules) -> tuple[str, tuple[StagePlan, ...]]:
    """The name and the stages of the planned structure."""
    name, players = str(hall.plan["structure"]), int(hall.plan["players"])
    if name in rules.data.structures:
        return name, ()
    rounds = {"few": 1, "usual": proposed_rounds(players), "many": min(MOST_ROUNDS, players + 3), "nine": 9}
    swiss = rounds[str(hall.plan["rounds"])]
    stages = []
    keys = [SWISS.key] if name in ("basic", "advanced") else name.split("+")
    for number, kind in enumerate(map(stage_kind, keys)):
        cut = _cut(hall, kind, players) if number else 0
        stages.append(StagePlan(kind.key, swiss if kind.planned_rounds else 0, cut))
        swiss = hall.rnd.randint(1, 3)
        players = cut or players
    return "custom", tuple(stages)


def _cut(hall: Hall, kind: StageKind, players: int) -> int:
    if kind.sizes:
        return hall.rnd.choice([n for n in kind.sizes if n <= max(kind.sizes[0], players)])
    return hall.rnd.randint(2, max(2, min(players, 32)))


def _settings(hall: Hall, rules: Rules) -> dict[str, Any]:
    known = {one.key: one for one in settings_of(rules)}
    chosen: dict[str, Any] = {}
    if hall.plan["settings"] == "random":
        for one in known.values():
            choices = one.choices or ((True, False) if isinstance(one.default, bool) else (one.default,))
            chosen[one.key] = hall.rnd.choice(choices)
    chosen["registration.late_entry"] = "yes" if hall.plan["late"] else "no"
    chosen["stage.carry_points"] = bool(hall.plan["carry"])
    chosen["lists.required"] = hall.plan["lists"] == "required"
    if hall.plan["groups"]:
        chosen["pairing.avoid_groups_round1"] = True
    return chosen


def _staff(hall: Hall) -> None:
    head = "marshal" if regulations.rules(hall.t).data.marshal else "second_organiser"
    hall.do(c.AppointStaff((head,)))
    hall.do(c.AppointStaff(("judge",)))
    if hall.plan["leaders"]:
        hall.do(c.AppointStaff(("judge",)))
        hall.do(c.NameSubstitute(LEADER_WHO_PLAYS, MARSHAL))


def _register(hall: Hall, number: int) -> None:
    plan, rnd = hall.plan, hall.rnd
    leads = bool(plan["leaders"]) and number == 1
    byes = (
        (1,) if hall.chance("awarded_byes") else (rnd.randint(1, 3),) if hall.chance("awarded_byes") else ()
    )
    player = c.RegisterPlayer(
        groups=(rnd.choice(GROUPS),) if hall.chance("groups") else (),
        fixed_table=rnd.randint(1, 9) if plan["hall"] == "fixed tables" and rnd.randrange(5) == 0 else None,
        awarded_byes=byes,
        members=2 if plan["teams"] else 1,
        staff=LEADER_WHO_PLAYS if leads else None,
    )
    who = [person(rnd)]
    if hall.ask(player, persons=who) and hall.ask(c.RegisterPlayer(members=player.members), persons=who):
        raise AssertionError("a plain registration is never refused")


def _arrive(hall: Hall) -> None:
    if hall.plan["check_in"] != "not used":
        here = hall.active()
        if hall.plan["check_in"] == "used, some stay away":
            away = [n for n in here[3:] if hall.rnd.randrange(15) == 0]
            for n in away:
                hall.do(c.WithdrawRegistration(n))
        hall.do(c.CheckIn(tuple(hall.active())))
    for n in hall.active():
        if hall.plan["lists"] != "none":
            hall.do(c.SubmitList(n, {"text": f"list of {n}"}))
        if hall.plan["lists"] == "amended" and hall.rnd.randrange(8) == 0:
            hall.do(c.AmendList(n, {"text": "as used"}, "a card was missing", significant=True))


def announce(hall: Hall) -> None:
    """Announce the structure; a custom one if the document has none for so few players (AMB-G23)."""
    _number(hall)
    if hall.ask(hall.step("announce")) is None:
        return
    rounds = proposed_rounds(len(hall.active()))
    hall.do(c.ChangeEvent({"stages": ({"kind": SWISS.key, "rounds": rounds, "cut": 0},)}))
    hall.do(hall.step("announce"))


def _number(hall: Hall) -> None:
    """Where start numbers are typed in, everybody gets one, in any order (SWL-PAIR-4)."""
    choices = regulations.settings(hall.t)
    if answer(regulations.rules(hall.t).data, choices, "start_numbers") == "manual":
        without = [n for n in hall.active() if hall.t.players[n].start is None]
        highest = max((player.start or 0 for player in hall.t.players.values()), default=0)
        free = [highest + n for n in range(1, len(without) + 1)] if highest else without
        for player, start in zip(without, hall.rnd.sample(free, len(free)), strict=True):
            hall.do(c.AmendPlayer(player, {"start": start}))
