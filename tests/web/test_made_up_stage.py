"""A kind of stage that lives only in the tests is drawn, published, played, ranked, printed and projected."""

from collections.abc import Callable
from html import unescape
from itertools import combinations
from pathlib import Path

import pytest
from django.test import Client

from komandor.app.access import Actor
from komandor.app.ledger import Ledger, event_of
from komandor.app.queries.everybody.schedule import DayPlan, Schedule, schedule
from komandor.check.check_file import check_bytes
from komandor.cli.exits import OK, REFUSED
from komandor.cli.main import main
from komandor.core.tournament import commands as c
from komandor.core.tournament import stage_kinds
from komandor.core.tournament.replay import replay
from komandor.core.tournament.stage_kind import StageKind
from komandor.core.tournament.stage_kinds import plannable_keys, stage_kind
from komandor.core.tournament.values import StagePlan
from komandor.log.bundle import export, import_
from komandor.log.codec import BadEvent
from komandor.store.memory import MemoryStore
from komandor.web.routing.request import url
from tests.made_up_stage import KEY, ROUND_ROBIN
from tests.support.doors import address
from tests.support.dump import dump
from tests.support.event import single
from tests.support.world import ORGANISER, World, client, opened, site_of
from tests.support.world import ROLES as STAFF
from tools.permissions import table

ALL = StagePlan(KEY)
NAME = {"en": "Meeting 1 of 5", "pl": "Spotkanie 1 z 5"}
WHY = {"en": "In this stage everybody meets everybody", "pl": "W tej fazie każdy spotyka każdego"}
PLAN = {"en": "everybody against everybody", "pl": "każdy z każdym"}

PUBLIC = ("", "/pairings", "/pairings/tables", "/standings", "/players", "/changes", "/verify", "/screen")
MOMENTS: dict[str, Callable[[World], World]] = {
    "drawn": World.draw,
    "running": World.start,
    "closed": World.play_out,
}

each_language = pytest.mark.parametrize("lang", ["en", "pl"])


def planned(*stages: StagePlan, players: int = 5) -> World:
    return opened("armada", *stages, players=players)


def browser(world: World, actor: Actor, lang: str) -> Client:
    made = client(site_of(world), world.link(actor))
    made.cookies["lang"] = lang
    return made


def seen(world: World, actor: Actor | None, lang: str, path: str) -> str:
    """The page as somebody sees it; None: a page or a screen that anybody may see."""
    if actor is None:
        site = site_of(world)
        page, parts = site.pages.find(path) or (None, {})
        assert page is not None, path
        return unescape(str(page.render(site, lang, **parts)))
    answer = browser(world, actor, lang).get(path)
    assert answer.status_code == 200, path
    return unescape(answer.content.decode())


def test_everybody_meets_everybody_once_and_the_points_decide(round_robin: StageKind) -> None:
    world = planned(ALL).play_out()
    met = [frozenset(m.players) for m in world.t.matches.values() if m.kind == "match"]
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(range(1, 6), 2)))
    assert len(world.t.rounds) == 5
    assert all(len(world.byes(n)) == 1 for n in world.t.rounds)
    assert world.t.phase == "closed"
    assert [n for n, _ in world.t.places] == world.order()


def test_the_best_of_it_go_on_to_a_knock_out(round_robin: StageKind) -> None:
    world = planned(ALL, single(2), players=4).play_out()
    assert [s.kind.key for s in world.t.stages.values()] == [KEY, "single"]
    assert len(world.t.rounds) == 3 + 1
    assert set(world.t.stages[2].seeds) == set(world.order()[:2])


def test_it_can_follow_swiss_rounds_with_a_cut(round_robin: StageKind) -> None:
    world = planned(StagePlan("swiss", 1), StagePlan(KEY, 0, 4), players=6).play_out()
    assert len(world.t.rounds) == 1 + 3
    assert world.t.phase == "closed"


def test_its_log_replays_and_goes_to_another_store_and_back(round_robin: StageKind) -> None:
    world = planned(ALL).play_out()
    assert dump(replay((r.seq, event_of(r)) for r in world.store.read(world.id))) == dump(world.t)
    other = MemoryStore()
    import_(other, export(world.store, world.id))
    assert dump(Ledger(other).load(world.id).state) == dump(world.t)


def test_who_leaves_gives_byes_and_does_not_come_back(round_robin: StageKind) -> None:
    world = planned(ALL, players=4).play_round().do(c.DropPlayer(4))
    world.refused(c.Rejoin(4), "rejoin.other_stage", "COM-DROP-5")
    world.play_out()
    assert len(world.t.rounds) == 3


def test_its_pairs_are_not_changed_by_hand(round_robin: StageKind) -> None:
    world = planned(ALL).draw()
    first, second = world.matches()[:2]
    world.refused(c.SwapPlayers(first.a, second.a, "x"), "swap.bracket_is_fixed", "COM-ELIM-2")
    page = seen(world, ORGANISER, "en", url("console", "cup"))
    assert "Only staff can see these pairings" in page
    assert "swap-pick" in page
    assert "data-player" not in page


@each_language
def test_its_rounds_and_its_plan_have_its_words_on_every_face(round_robin: StageKind, lang: str) -> None:
    world = planned(ALL).announce()
    for actor, name in ((ORGANISER, "console"), (None, "public"), (ORGANISER, "settings")):
        assert PLAN[lang] in seen(world, actor, lang, url(name, "cup")).lower(), name
    world.start()
    player = Actor("player", world.matches()[0].a)
    assert NAME[lang] in seen(world, ORGANISER, lang, url("console", "cup"))
    for actor, name in ((None, "public-pairings"), (None, "screen"), (player, "my-table")):
        assert NAME[lang].split(" of ")[0].split(" z ")[0] in seen(world, actor, lang, url(name, "cup")), name
    assert WHY[lang] in seen(world, player, lang, url("my-why", "cup"))
    slips = seen(world, ORGANISER, lang, url("print-sheet", "cup", "slips"))
    assert NAME[lang].split(" of ")[0].split(" z ")[0] in slips
    assert all(f"Gracz{n} " in slips for m in world.matches() for n in m.players)


def test_the_schedule_counts_its_rounds(round_robin: StageKind) -> None:
    made = schedule(planned(ALL).announce().t, DayPlan(), 0)
    assert isinstance(made, Schedule)
    assert len(made.slots) == 5


@pytest.mark.parametrize("role", ["player", "organiser"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_no_page_and_no_sheet_breaks(round_robin: StageKind, role: str, moment: str) -> None:
    world = MOMENTS[moment](planned(ALL))
    seat = {**STAFF, "player": Actor("player", 1)}[role]
    reader = client(site_of(world), world.link(seat))
    paths = [address(row.route) for row in table() if "GET" in row.route.methods]
    assert [path for path in paths if reader.get(path).status_code >= 500] == []


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_public_page_and_every_screen_has_its_round_and_players(
    round_robin: StageKind, moment: str
) -> None:
    world = MOMENTS[moment](planned(ALL))
    pages = {tail: seen(world, None, "en", f"/t/cup{tail}") for tail in PUBLIC}
    assert "Bracket" not in pages[""], "a stage without a bracket has no such tab"
    if moment == "closed":
        assert [n for n in range(1, 6) if f"Gracz{n} T" not in pages["/standings"]] == []


def test_the_terminal_runs_it(
    round_robin: StageKind, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: str) -> str:
        code = main([*words, "--data", str(tmp_path)])
        shown = capsys.readouterr()
        assert code == OK, shown.err
        return shown.out

    run("event", "new", "--game", "armada", "--name", "Liga", "--stage", f"{KEY} 0", "--date", "2026-11-15")
    run("event", "register", "Anna Nowak", "Jan Kowalski", "Ewa Lis")
    assert PLAN["en"] in run("event", "announce")
    for step in (("draw",), ("publish",), ("clock", "start"), ("result", "1", "200-100"), ("close",)):
        run("event", *step)
    assert "Meeting 2" in run("event", "draw")
    for step in (("publish",), ("clock", "start"), ("result", "1", "200-100"), ("close",)):
        run("event", *step)
    for step in (("draw",), ("publish",), ("clock", "start"), ("result", "1", "200-100"), ("close",)):
        run("event", *step)
    run("event", "finish")
    assert "after round 3" in run("event", "standings")


def test_an_unknown_kind_is_an_error_and_never_a_bracket() -> None:
    assert KEY not in plannable_keys()
    with pytest.raises(ValueError, match="unknown kind of stage: 'round_robin'"):
        stage_kind(KEY)
    with pytest.raises(AssertionError, match=r"structure\.unknown_stage"):
        planned(ALL)


def test_a_log_with_an_unknown_kind_is_refused_by_name() -> None:
    with pytest.MonkeyPatch.context() as known:
        known.setattr(stage_kinds, "KINDS", (*stage_kinds.KINDS, ROUND_ROBIN))
        world = planned(ALL).announce()
        records = list(world.store.read(world.id))
    with pytest.raises(BadEvent, match=r"kind: one of .*'swiss'.* expected, not 'round_robin'"):
        [event_of(r) for r in records]


def test_the_checker_says_that_it_does_not_know_the_kind(round_robin: StageKind) -> None:
    world = planned(ALL, players=4).play_out()
    found = check_bytes(export(world.store, world.id)).violations
    assert [one.code for one in found] == ["log.unknown_stage"], "one plain sentence, not a bracket's faults"
    assert KEY in found[0].text


def test_the_verifier_says_that_it_does_not_know_the_kind(round_robin: StageKind, tmp_path: Path) -> None:
    world = planned(ALL, players=4).play_out()
    (tmp_path / "cup.komandor").write_bytes(export(world.store, world.id))
    assert main(["verify", str(tmp_path / "cup.komandor")]) == REFUSED
