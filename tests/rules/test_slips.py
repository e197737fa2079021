"""A slip asks for what its document counts, refuses what cannot be, and names what decided."""

import re

import pytest

from komandor.cli.exits import OK, REFUSED
from komandor.cli.main import main
from komandor.core.games.game import Situation
from komandor.core.outcomes import MatchScore
from komandor.core.reasons import Refusal
from komandor.texts.catalogue import LANGUAGES
from komandor.texts.fields import field_label
from komandor.texts.speaker import sentence
from tests.cli.engine import Engine
from tests.cli.terminal import Run
from tests.support.rules import rules_of

ARMADA = rules_of("armada@2017")

SWISS = Situation("swiss")

CONQUEST = rules_of("conquest@2016-1.1")

DESTINY = rules_of("destiny@2017")

SWL = rules_of("star-wars-lcg@2016")


def scored(**report: object) -> MatchScore:
    score = ARMADA.score(report, SWISS)
    assert isinstance(score, MatchScore), score
    return score


@pytest.mark.rule("ARM-CONC-1")
@pytest.mark.parametrize(("lang", "who"), [("en", "player B"), ("pl", "gracz B")])
def test_the_concession_text_names_the_player_without_ships(lang: str, who: str) -> None:
    """A concedes, but B has no ships left: the sentence speaks of B."""
    score = scored(end="concession", conceded_by="a", scores=[400, 100], ships_left=[True, False])
    told = next(r for r in score.reasons if r.code == "armada.no_concession")
    text = sentence(told, lang)
    assert who in text
    assert who.replace("B", "A") not in text


@pytest.mark.rule("ARM-END-2")
def test_mutual_destruction_begins_with_its_own_rule() -> None:
    """Both fleets destroyed is ARM-END-2 from the first sentence on."""
    score = scored(end="destruction", scores=[400, 400], ships_left=[False, False], first="a")
    assert score.reasons[0].rule == "ARM-END-2"


@pytest.mark.rule("ARM-CONC-2")
def test_a_small_lead_is_compared_with_140_by_name() -> None:
    """The sentence names the number, and no negative lead."""
    score = scored(end="concession", conceded_by="b", scores=[20, 50])
    told = next(r for r in score.reasons if r.code == "armada.conceded_fixed")
    for lang in LANGUAGES:
        text = sentence(told, lang)
        assert "140" in text
        assert "-30" not in text


def at_time(**more: object) -> MatchScore | Refusal:
    situation = more.pop("situation", SWISS)
    assert isinstance(situation, Situation)
    return CONQUEST.score({"end": "time", **more}, situation)


def code(answer: MatchScore | Refusal) -> tuple[str, str | None]:
    assert isinstance(answer, Refusal), answer
    return answer.reasons[0].code, answer.reasons[0].rule


@pytest.mark.rule("CON-TIME-2")
@pytest.mark.parametrize(
    ("lang", "kinds", "total"),
    [("en", "different symbols", "all symbols"), ("pl", "rodzaje symboli", "symbole")],
)
def test_labels_ask_for_kinds_of_symbols(lang: str, kinds: str, total: str) -> None:
    """The slip asks for what the setting counts, and the reason names it."""
    for setting, words in (("kinds", kinds), ("total", total)):
        where = Situation("swiss", settings={"conquest.symbols": setting})
        field = next(one for one in CONQUEST.form(where).game if one.key == "symbols")
        assert field_label(field.label or field.key, lang, "conquest").startswith(words)
        score = at_time(planets=[2, 2], symbols=[3, 2], situation=where)
        assert isinstance(score, MatchScore)
        told = next(r for r in score.reasons if r.rule == "CON-TIME-2")
        assert words in sentence(told, lang, game="conquest").lower()


@pytest.mark.rule("CON-TIME-1", "CON-TIME-2", "CON-TIME-3")
def test_impossible_slips_are_refused() -> None:
    """Seven planets exist, symbols stand on planets, and only an owner took the last one."""
    assert code(at_time(planets=[5, 4])) == ("conquest.planets_exist", "CON-TIME-1")
    bare = at_time(planets=[0, 0], symbols=[2, 0])
    assert code(bare) == ("conquest.symbols_without_planets", "CON-TIME-2")
    assert code(at_time(planets=[1, 1], symbols=[0, 1])) == (
        "conquest.symbols_without_planets",
        "CON-TIME-2",
    )
    stolen = at_time(planets=[0, 0], symbols=[0, 0], last_planet="a")
    assert code(stolen) == ("conquest.last_planet_is_owned", "CON-TIME-3")
    assert isinstance(at_time(planets=[4, 3]), MatchScore)


@pytest.mark.rule("CON-RTIME-1")
def test_a_final_without_a_limit_is_not_decided_by_time() -> None:
    """The event that sets no limit for its final takes no result at time there."""
    unlimited = Situation("final", settings={"conquest.final_minutes": "none"})
    assert code(at_time(planets=[4, 3], situation=unlimited)) == (
        "conquest.no_limit_in_final",
        "CON-RTIME-1",
    )
    assert isinstance(at_time(planets=[4, 3], situation=Situation("final")), MatchScore)


@pytest.mark.rule("CON-END-6")
@pytest.mark.parametrize(("lang", "words"), [("en", "modified win"), ("pl", "zmodyfikowane zwycięstwo")])
def test_a_modified_win_is_called_so(lang: str, words: str) -> None:
    """Named on the slip or found by the ladder, the sentence says which win it is."""
    for report in ({"end": "modified_win", "winner": "a"}, {"end": "time", "planets": [2, 1]}):
        score = CONQUEST.score(report, SWISS)
        assert isinstance(score, MatchScore)
        told = [sentence(r, lang).lower() for r in score.reasons if r.rule == "CON-END-6"]
        assert any(words in one for one in told)


@pytest.mark.rule("DES-END-5")
@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "with the health of the defeated ones"), ("pl", "wraz z wytrzymałością pokonanych")],
)
def test_damage_at_time_says_that_the_health_of_the_defeated_counts(lang: str, words: str) -> None:
    """The first step of the ladder is one sum, and the match slip says so."""
    assert words in field_label("damage", lang, "destiny")


@pytest.mark.rule("DES-END-1")
def test_both_defeated_is_not_said_to_be_a_comparison() -> None:
    """Nothing was compared before, so the sentence speaks of both sides' loss."""
    report = {"end": "defeat", "defeated": [True, True], "battlefield": "b"}
    score = DESTINY.score(report, Situation("swiss"))
    assert isinstance(score, MatchScore)
    assert score.reasons[0].code == "destiny.both_lost"


@pytest.mark.rule("DES-END-5", "DES-BO3-5")
def test_the_ladder_that_decided_game_3_is_told() -> None:
    """A best of three names the step that decided its last game."""
    games = [
        {"end": "win", "winner": "a"},
        {"end": "win", "winner": "b"},
        {"end": "time", "damage": [3, 5], "game_rounds": 2},
    ]
    score = DESTINY.score({"games": games}, Situation("knockout", "advanced"))
    assert isinstance(score, MatchScore)
    assert "DES-END-5" in [r.rule for r in score.reasons]


def begun(run: Run, game: str, players: int, *more: str) -> None:
    """Round 1 of a new event is published."""
    run.event("new", "--game", game, "--name", "Cup", "--date", "2026-11-14", *more)
    run.event("register", *(f"Gracz Nr{n}" for n in range(players)))
    for step in ("announce", "draw", "publish"):
        run.event(step)


def printed(run: Run, *words: str, lang: str) -> str:
    """What a person reads at the terminal, errors and all."""
    main([*words, "--data", str(run.folder), "--lang", lang])
    printed = run.capsys.readouterr()
    return printed.out + printed.err


@pytest.mark.rule("SWL-SCORE-3")
def test_every_example_that_the_terminal_names_is_accepted(run: Run) -> None:
    begun(run, "star-wars-lcg", 4, "--stage", "swiss 2")
    run.event("clock", "start")
    unclear = printed(run, "event", "result", "2", "??", lang="pl")
    examples = re.findall(r"\b([wdlx]{1,2}) \(", unclear)
    assert len(examples) > 3, unclear
    for example in examples:
        assert run("event", "result", "2", example, "--reason", "tried")[0] == OK, example
    for trap in ("dd", "dl"):
        code, _, error = run("event", "result", "1", trap)
        assert (code, error[:11]) == (REFUSED, "SWL-SCORE-3"), trap


@pytest.mark.rule("ARM-CONC-1", "ARM-CONC-2")
@pytest.mark.parametrize(("lang", "who"), [("pl", "Gracz {}"), ("en", "Player {}")])
def test_score_says_who_has_no_ships_and_names_140(engine: Engine, lang: str, who: str) -> None:
    report = {"end": "concession", "conceded_by": "a", "scores": [400, 100], "ships_left": [True, False]}
    told = " ".join(engine("score", {"game": "armada", "report": report}, "--lang", lang).out.split())
    assert who.format("B").lower() in told.lower().partition("arm-conc-1")[2][:80]
    small = {"end": "concession", "conceded_by": "b", "scores": [20, 50]}
    told = engine("score", {"game": "armada", "report": small}, "--lang", lang).out
    assert "140" in told.partition("ARM-CONC-2")[2]
    assert "-30" not in told


@pytest.mark.rule("SWL-SCORE-3", "SWL-ERR-4")
def test_quick_entry_has_no_traps() -> None:
    """Every example is accepted, and `dl` is not read as a double loss of both games."""
    where = Situation("swiss")
    for text in SWL.examples(where):
        read = SWL.shorthand(text, where)
        assert not isinstance(read, Refusal), text
        assert not isinstance(SWL.score(read, where), Refusal), text
    for text in ("dd", "dl", "dw"):
        read = SWL.shorthand(text, where)
        answer = read if isinstance(read, Refusal) else SWL.score(read, where)
        assert isinstance(answer, Refusal), text
        assert answer.reasons[0].rule == "SWL-SCORE-3", text
    both = SWL.shorthand("wx", where)
    assert not isinstance(both, Refusal)
    assert [side.points for side in SWL.score(both, where).sides] == [3, 0]  # type: ignore[union-attr]
