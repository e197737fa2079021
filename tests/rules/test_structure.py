"""An event has the structure, the cut and the minutes that its document names, or says that it differs."""

from typing import Any

import pytest

from komandor.cli.main import main
from komandor.core.reasons import Refusal
from komandor.core.regulations.structures import structure_deviates
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.actions import decide
from komandor.core.tournament.readings.structure import structure_warnings
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import StagePlan
from komandor.texts import Speaker
from komandor.texts.catalogue import help_for
from tests.cli.terminal import Run
from tests.support.event import Event, double, single, swiss
from tests.support.rules import rules_of
from tests.support.world import ORGANISER, World, client, site_of

CONQUEST = rules_of("conquest@2016-1.1")


@pytest.mark.rule("CON-STRUCT-1", "CON-STRUCT-2")
@pytest.mark.parametrize(
    ("kind", "structure", "cut"), [("regional", "advanced", 8), ("store", "basic", 4), ("weekly", "basic", 4)]
)
def test_the_kind_of_event_presets_the_structure(kind: str, structure: str, cut: int) -> None:
    """A Regional plays the advanced structure, a Store Championship the basic one."""
    event = Event("conquest", event_kind=kind).register(20).announce()
    assert event.t.structure == structure
    assert [(s.kind, s.rounds, s.cut) for s in event.t.announced] == [("swiss", 4, 0), ("single", 0, cut)]


@pytest.mark.rule("CON-STRUCT-1", "CON-STRUCT-2")
def test_another_structure_is_a_warning_with_its_rule() -> None:
    """The organiser may deviate, and is told by which rule it is one."""
    found = structure_deviates(CONQUEST.data, "store", "advanced")
    assert found
    assert (found.code, found.rule) == ("structure.not_usual", "CON-STRUCT-1")
    assert structure_deviates(CONQUEST.data, "regional", "advanced") is None
    assert structure_deviates(CONQUEST.data, "weekly", "advanced") is None


def printed(run: Run, *words: str, lang: str) -> str:
    """What a person reads at the terminal, errors and all."""
    main([*words, "--data", str(run.folder), "--lang", lang])
    printed = run.capsys.readouterr()
    return printed.out + printed.err


@pytest.mark.rule("CON-STRUCT-1", "CON-STRUCT-2")
def test_the_kind_of_event_proposes_the_structure_and_another_is_remarked(run: Run) -> None:
    about = ("--game", "conquest", "--date", "2026-11-14", "--name", "Cup")
    people = tuple(f"Gracz Nr{n}" for n in range(20))
    run.event("new", *about, "--kind", "regional")
    run.event("register", *people)
    plan = run.event("announce")["records"][0]["event"]["stages"]
    assert [(one["kind"], one["rounds"], one["cut"]) for one in plan] == [("swiss", 4, 0), ("single", 0, 8)]
    other = run.event("new", *about, "--kind", "store", "--structure", "advanced")["event"]
    run.event("register", *people, "--event", other)
    for lang in ("en", "pl"):
        assert "CON-STRUCT-1" in printed(run, "event", "announce", "--event", other, lang=lang)


@pytest.mark.rule("COM-LEVEL-7")
@pytest.mark.parametrize("game", ["armada", "imperial-assault", "destiny", "conquest"])
def test_the_kind_of_event_proposes_the_structure_that_the_document_names_for_it(game: str) -> None:
    """Store championships are basic, regionals advanced; A and I add that nationals have a structure of
    their own."""
    proposed = {kind: Event(game, event_kind=kind).t.structure for kind in ("store", "regional", "national")}
    own = "custom" if game in ("armada", "imperial-assault") else "basic"
    assert proposed == {"store": "basic", "regional": "advanced", "national": own}


@pytest.mark.rule("COM-LEVEL-7")
def test_a_misspelt_kind_of_event_is_not_taken_for_an_unofficial_one(run: Run) -> None:
    wanted = ("new", "--game", "armada", "--name", "Cup", "--date", "2026-11-15")
    code, _, error = run("event", *wanted, "--kind", "reginal")
    assert (code, error.partition(":")[0]) == (2, "--kind")
    code, _, error = run("event", *wanted[:-1], "15.11.2026")
    assert (code, error.partition(":")[0]) == (2, "--date")
    assert run("event", "list")[1] == {"events": []}
    run.event(*wanted, "--kind", "regional")
    code, _, error = run("event", "do", "change-event", "--changes", '{"event_kind": "reginal"}')
    assert (code, error.partition(":")[0]) == (2, "--kind")


@pytest.mark.rule("COM-TIME-1", "SWL-ROUND-2")
@pytest.mark.parametrize(
    ("game", "kind", "rule"),
    [
        ("star-wars-lcg", "swiss", "SWL-ROUND-2"),
        ("star-wars-lcg", "knockout", "SWL-FIN-1"),
        ("armada", "final", "ARM-TIME-1"),
    ],
)
def test_a_round_for_which_the_document_gives_minutes_is_never_without_a_limit(
    game: str, kind: str, rule: str
) -> None:
    event = Event(game)
    answer = event.ask(c.ChangeEvent({"minutes": {kind: None}}))
    assert [reason.rule for reason in answer.refusal.reasons] == [rule]  # type: ignore[union-attr]
    Event("star-wars-lcg").do(c.ChangeEvent({"minutes": {"final": None}}))


@pytest.mark.rule("COM-CUT-2", "COM-ELIM-4")
@pytest.mark.parametrize(
    ("game", "stages", "code", "rule"),
    [
        ("conquest", (swiss(2), swiss(2, 16)), "structure.cut_too_large", "COM-CUT-2"),
        ("star-wars-lcg", (swiss(2), double(16)), "structure.cut_too_large", "COM-CUT-2"),
        ("star-wars-lcg", (double(4),), "structure.all_begin", "SWL-FIN-2"),
    ],
)
def test_what_is_announced_can_be_played(
    game: str, stages: tuple[StagePlan, ...], code: str, rule: str
) -> None:
    Event(game, *stages).register(6).refused(c.AnnounceStructure(), code, rule)


@pytest.mark.rule("ARM-CUT-1", "COM-STRUCT-4")
def test_amb_a3_a_custom_cut_takes_any_size_up_to_the_field_with_a_note() -> None:
    """The document names 2, 4, 8, 16 and 32; more than the players that are there is refused."""
    event = Event("armada", swiss(2), single(6)).register(8).announce()
    assert [w.code for w in structure_warnings(event.t)] == ["structure.cut_not_named"]
    named = Event("armada", swiss(2), single(4)).register(8).announce()
    assert structure_warnings(named.t) == ()
    large = Event("armada", swiss(2), single(64)).register(12)
    large.refused(c.AnnounceStructure(), "structure.cut_too_large", "COM-CUT-2")


@pytest.mark.rule("COM-ELIM-4")
def test_a_knock_out_that_comes_first_begins_with_everybody() -> None:
    """A first stage for two of six players is refused at the announcement."""
    event = Event("destiny", single(2)).register(6)
    event.refused(c.AnnounceStructure(), "structure.all_begin", "COM-ELIM-4")


def test_a_knock_out_for_everybody_is_no_cut_of_an_unnamed_size() -> None:
    event = Event("destiny", single(5)).register(5).announce()
    assert structure_warnings(event.t) == ()


@pytest.mark.rule("CON-DEF-3")
@pytest.mark.parametrize(
    ("lang", "stages"),
    [
        ("en", "2 Swiss rounds and 3 Swiss rounds (top 4)"),
        ("pl", "2 rundy szwajcarskie i 3 rundy szwajcarskie (top 4)"),
    ],
)
def test_further_swiss_rounds_after_a_cut_say_for_how_many(lang: str, stages: str) -> None:
    """After a cut the rest may go on in further Swiss rounds; the announcement says how many go on."""
    announced = e.StructureAnnounced((StagePlan("swiss", 2), StagePlan("swiss", 3, 4)), 8)
    assert stages in Speaker(lang=lang).event(announced)


@pytest.mark.rule("COM-TIME-1", "ARM-TIME-1")
@pytest.mark.parametrize(
    ("game", "minutes", "said"),
    [
        ("armada", {"swiss": 120, "final": 180}, [("ARM-TIME-1", "swiss", 120, 135)]),
        ("destiny", {"knockout": 60}, [("DES-TIME-1", "knockout", 60, 90)]),
        ("star-wars-lcg", {"swiss": 80, "knockout": 30}, []),
    ],
)
def test_another_length_of_a_round_than_the_documents_is_said_to_everybody(
    game: str, minutes: dict[str, int], said: list[tuple[Any, ...]]
) -> None:
    """Only the card game leaves the organiser room (60 to 80, 35 ± 5): elsewhere the difference is named."""
    event = Event(game, swiss(2), minutes=minutes)
    found = [one for one in structure_warnings(event.t) if one.code == "clock.not_usual"]
    assert [(one.rule, *one.params.values()) for one in found] == said
    assert all("minut" in Speaker(lang="pl").sentence(one) for one in found)


@pytest.mark.rule("SWL-FIN-2", "ARM-ELIM-1")
@pytest.mark.parametrize(
    ("game", "stage", "rule"),
    [
        ("star-wars-lcg", single(4), "SWL-FIN-2"),
        ("star-wars-lcg", double(4), None),
        ("armada", double(4), "ARM-ELIM-1"),
        ("armada", single(4), None),
    ],
)
def test_a_knock_out_of_another_kind_than_the_documents_is_said(
    game: str, stage: StagePlan, rule: str | None
) -> None:
    """The finals of the card game are a double elimination, those of the others a single one."""
    event = Event(game, swiss(2), stage).register(8).announce()
    assert [one.rule for one in structure_warnings(event.t)] == ([rule] if rule else [])


def test_a_match_of_level_teams_is_not_called_a_cut() -> None:
    """The console's heading names the match for first place."""
    world = World("star-wars-lcg", swiss(1), teams=True, settings={"lists.required": False})
    world.do(*(c.RegisterPlayer(members=2) for _ in range(4))).announce().play_stage().cut()
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/").content.decode()
    assert ("Match for first place" in page, "Top 2" in page) == (True, False)


@pytest.mark.rule("SWL-FIN-1")
def test_the_minutes_of_the_finals_are_free_until_the_finals_begin() -> None:
    """Before their first clock 30 to 40 minutes are the organiser's choice, afterwards an exception."""
    event = Event("star-wars-lcg", swiss(1), double(4)).register(4).announce().play_stage()
    event.do(c.ChangeEvent({"minutes": {"knockout": 40}}))
    assert event.last == [e.EventChanged({"minutes": {"knockout": 40}})]
    event.refused(c.ChangeEvent({"minutes": {"swiss": 60}}), "event.change_needs_reason", "SWL-ROUND-2")
    event.cut().publish().do(c.ChangeEvent({"minutes": {"knockout": 30}})).do(c.StartClock())
    event.refused(c.ChangeEvent({"minutes": {"knockout": 35}}), "event.change_needs_reason", "SWL-FIN-1")
    event.do(c.ChangeEvent({"minutes": {"knockout": 35}}, "the hall closes early"))
    assert event.last[0].exception


def test_two_against_two_with_a_knockout_is_refused_when_it_is_created() -> None:
    wanted = c.CreateTournament(
        id="cup",
        game="star-wars-lcg",
        name="Cup",
        structure="custom",
        date="2026-11-14",
        commitment="",
        teams=True,
        stages=(swiss(3), double(4)),
    )
    answer = decide(Tournament(), wanted, c.Context(now=0, head="0" * 64))
    assert isinstance(answer, Refusal)
    assert [(one.code, one.rule) for one in answer.reasons] == [("structure.teams_no_finals", "SWL-2V2-4")]


@pytest.mark.parametrize(("lang", "word"), [("en", "65 minutes"), ("pl", "65 minutach")])
def test_amb_i1_the_setting_says_that_one_game_fits_the_limit(lang: str, word: str) -> None:
    """Whoever chooses between one game and three reads what the clock allows."""
    assert word in help_for("ia.knockout_best_of", lang)


@pytest.mark.rule("COM-STRUCT-4")
@pytest.mark.parametrize("game", ["armada", "imperial-assault", "destiny", "conquest"])
def test_the_stages_of_a_custom_structure_are_asked_for_and_never_invented(game: str) -> None:
    event = Event(game, structure="custom", event_kind="national").register(40)
    event.refused(c.AnnounceStructure(), "structure.custom_unsaid", "COM-STRUCT-4")
    event.do(c.ChangeEvent({"stages": ({"kind": "swiss", "rounds": 7, "cut": 0},)}))
    assert event.announce().t.announced == (StagePlan("swiss", 7),)
    event.refused(c.ChangeEvent({"stages": ()}, "a reason"), "structure.custom_unsaid", "COM-STRUCT-4")


@pytest.mark.rule("SWL-STRUCT-4")
def test_where_the_document_has_no_table_rounds_are_proposed() -> None:
    event = Event("star-wars-lcg", structure="custom").register(40).announce()
    assert event.t.announced == (StagePlan("swiss", 6),)


@pytest.mark.rule("COM-STRUCT-4")
def test_no_stage_has_less_than_no_rounds() -> None:
    """Such a plan was kept, and the event's own file could not be imported."""
    event = Event("conquest", structure="custom").register(4)
    stages = ({"kind": "swiss", "rounds": 2, "cut": 0}, {"kind": "single", "rounds": -1, "cut": 2})
    event.refused(c.ChangeEvent({"stages": stages}), "structure.rounds_range", "COM-STRUCT-4")
