"""Texts say what the game's own document says, and what people typed is shown as they typed it."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

from komandor.app.handle import Accepted
from komandor.cli.engine.options import Lang
from komandor.cli.event.start import _setting
from komandor.cli.main import main
from komandor.core.explain import why_opponent, why_place
from komandor.core.games import GAMES
from komandor.core.games.game import Situation
from komandor.core.ids import CallNo, PlayerNo, RoundNo, StaffNo
from komandor.core.outcomes import Outcome
from komandor.core.reasons import Refusal, reasons_of, why
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.values import Scored
from komandor.rulebook import ambiguity, rules
from komandor.rulebook.checklists import setup_steps
from komandor.texts import Speaker
from komandor.texts.catalogue import templates, words
from komandor.texts.titles import in_titles_of
from komandor.web.forms.result_form import parts
from komandor.web.public.rules_pages import rule_page
from tests.support.event import Event, by, reasons, single, swiss
from tests.support.rules import rules_of
from tests.support.world import JUDGE, ORGANISER, client, opened, site_of

ARMADA = Speaker(lang="pl", game="armada")


def test_what_people_typed_is_never_rewritten() -> None:
    said = ARMADA.event(e.IncidentReported(1, "komandor Sato oszukuje"))
    assert "komandor Sato oszukuje" in said
    ruled = ARMADA.event(e.RulingGiven(CallNo(1), StaffNo(1), "pytaj komandora"))
    assert "pytaj komandora" in ruled
    refused = ARMADA.sentence(why("staff.unknown_role", None, role="komandor", known=("judge",)))
    assert "komandor" in refused


def test_roles_in_sentences_have_the_documents_names() -> None:
    assert "koordynator" in ARMADA.sentence(why("access.marshal_decides"))
    assert "koordynator" in ARMADA.value("role", "marshal")


def test_headings_of_documents_are_quoted_whole_in_polish() -> None:
    quoted = [source for one in rules() for source in one.sources_in("pl")]
    assert not [source for source in quoted if re.search(r"\w+luka|luka w dokumencie\w", source)]
    assert any("Przegapione okazje" in source for source in quoted)


@pytest.mark.parametrize("id", ["AMB-G35", "AMB-I2", "AMB-G18"])
def test_a_reading_against_the_letter_says_so(id: str) -> None:
    found = ambiguity(id)
    assert found is not None
    assert "letter" in found.why.en
    assert re.search("[Ll]itera|Dosłownie", found.why.pl)
    for cited in found.rules:
        pages = [rule_page(site_of(opened("armada")), lang, cited) or "" for lang in ("en", "pl")]
        assert re.search(r"letter (of 000 )?differs", pages[0]), "the rule's own page says it too"
        assert re.search(r"itera (000 )?jest inna|Dosłownie jest inaczej", pages[1])


def test_proxy_is_a_substitute_card_in_polish() -> None:
    texts = [one.text.pl for one in rules() if "proxy" in one.text.pl.lower()]
    assert texts
    assert all(
        "zamiennik (proxy" not in one.lower() and "zamiennika (proxy" not in one.lower() for one in texts
    )
    assert words("pl")["resolution"]["proxy"] == "karta zastępcza (proxy)"


def test_whether_lists_are_required_cites_the_games_own_rule() -> None:
    for game, cited in (("armada", "COM-LIST-1"), ("destiny", "COM-LIST-1"), ("star-wars-lcg", "AMB-S24")):
        world = opened(game)
        page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/settings").content.decode()
        row = page.split('name="set.lists.required"')[1].split("reading-row")[0]
        assert cited in row
        assert ("AMB-S24" in row) == (game == "star-wars-lcg")


def test_passages_on_the_settings_page_have_no_marks_and_no_numbers_of_sources() -> None:
    world = opened("armada")
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/settings").content.decode()
    passages = re.findall(r'class="passage">(.*?)</div>', page, re.DOTALL)
    assert passages
    assert not [one for one in passages if re.search(r"\bX\d+\b|\*\w|`", one)]


@pytest.mark.rule("COM-ELIM-4")
def test_a_bye_of_a_knock_out_without_seeds_is_by_lot() -> None:
    event = Event("armada", single()).register(5).publish()
    bye = event.bye()
    assert bye is not None
    found = why_opponent(event.t, 1, bye)
    assert found.rule == "COM-ELIM-4"
    every = list(Speaker(lang="pl").explained(found))
    assert not [one for one in every if one.code == "explain.seeded"]
    assert "wolny los" in Speaker(lang="pl").sentence(found)
    other = next(m for m in event.matches() if m.b)
    told = why_opponent(event.t, 1, other.a)
    assert "rozstawienie" not in Speaker(lang="pl").sentence(told)


def test_the_first_place_cites_points_and_the_lot_its_own_rule() -> None:
    event = Event("destiny", swiss(1)).register(4).announce().play_round()
    first = event.order()[0]
    assert why_place(event.t, first).because[0].rule == "COM-PTS-1"


def test_a_leader_who_plays_needs_the_second_organiser() -> None:
    refused = Speaker(lang="pl", game="star-wars-lcg").sentence(
        why("staff.no_other_leader", "SWL-PART-1", role="organiser", needs="second_organiser")
    )
    assert "drugi organizator" in refused
    event = Event("star-wars-lcg")
    (reason,) = (
        r for r in reasons(event.ask(c.RegisterPlayer(staff=1))) if r.code == "staff.no_other_leader"
    )
    assert reason.params["needs"] == "second_organiser"


@pytest.mark.rule("SWL-ERR-4")
def test_a_player_reports_no_double_loss() -> None:
    event = Event("star-wars-lcg").register(4).announce().start()
    match = event.matches()[0]
    both = {"games": [{"end": "double_loss"}, {"end": "double_loss"}]}
    asked = c.ReportResult(match.number, both, match.players)
    event.refused(asked, "result.leaders_only", "SWL-ERR-4", by=by(match.a))


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_log_says_that_both_lost_and_why(lang: str) -> None:
    event = Event("conquest").register(4).announce().start()
    match = event.matches()[0]
    event.do(c.EnterResult(match=match.number, report={"end": "double_loss"}, reason="obaj wyszli"))
    said = Speaker(lang=lang).event(event.last[-1])
    assert words(lang)["outcome"]["double_loss"] in said
    assert "obaj wyszli" in said


def test_what_a_rule_closes_for_good_is_not_offered_for_another_phase() -> None:
    event = Event("armada", swiss(1), single(4)).register(6).announce().play_stage().cut().start()
    answer = event.ask(c.ReplaceSeed(PlayerNo(1), PlayerNo(2), accepted=True))
    told = [Speaker(lang="pl").sentence(one) for one in reasons(answer)]
    assert not [one for one in told if "Można to zrobić" in one]


@pytest.mark.parametrize("game", [one.data.id for one in GAMES])
def test_outcomes_by_hand_are_those_of_the_game(game: str) -> None:
    world = opened(game).start()
    match = world.matches()[0]
    page = client(site_of(world), world.link(ORGANISER)).get(f"/c/cup/match/{match.number}").content.decode()
    chosen = page.split('name="outcome.a"')[1].split("</select>")[0]
    has = {one for one in ("draw", "modified_win") if f'value="{one}"' in chosen}
    assert has == {"star-wars-lcg": {"draw"}, "conquest": {"modified_win"}}.get(game, set())
    for outcome in {"draw", "modified_win"} - has:
        scores = (Scored(match.a, Outcome(outcome), 1), Scored(match.b, Outcome.LOSS, 0))
        answer = world.ask(c.EnterResult(match=match.number, scores=scores, reason="x"))
        codes = [one.code for one in reasons(answer)]
        assert "result.no_such_outcome" in codes


@pytest.mark.parametrize(
    ("game", "absent"),
    [
        ("star-wars-lcg", {"die", "model", "figure", "ruler"}),
        ("conquest", {"die", "model", "figure", "ruler"}),
        ("destiny", {"model", "figure", "ruler"}),
        ("armada", {"figure"}),
    ],
)
def test_parts_are_those_of_the_game(game: str, absent: set[str]) -> None:
    world = opened(game).start()
    page = client(site_of(world), world.link(JUDGE)).get("/j/cup/components").content.decode()
    asked = page.split('name="category"')[1].split("</select>")[0]
    offered = set(re.findall(r'value="(\w+)"', asked))
    assert "card" in offered
    assert not offered & absent


def test_a_fleet_is_not_called_a_deck() -> None:
    assert "floty" in ARMADA.value("call_kind", "deck_check")
    assert "armii" in Speaker(lang="pl", game="imperial-assault").value("call_kind", "deck_check")


@pytest.mark.parametrize(
    ("game", "lang", "tab", "asked"),
    [
        ("armada", "pl", "Sprawdzanie floty", "Ile flot"),
        ("armada", "en", "Fleet checks", "How many fleets"),
        ("imperial-assault", "pl", "Sprawdzanie armii", "Ile armii"),
        ("imperial-assault", "en", "Army checks", "How many armies"),
        ("destiny", "en", "Deck checks", "How many decks"),
    ],
)
def test_the_page_of_checks_has_one_word_for_it(game: str, lang: str, tab: str, asked: str) -> None:
    world = opened(game).start()
    browser = client(site_of(world), world.link(JUDGE))
    browser.cookies["lang"] = lang
    page = browser.get("/j/cup/checks").content.decode()
    assert asked in page
    assert page.count(tab) == 3, "the title, the heading and the tab"
    other = "talii" if lang == "pl" else "deck"
    assert game == "destiny" or not re.search(rf">[^<]*\b{other}", page, re.IGNORECASE)


@pytest.mark.rule("DES-END-5")
def test_damage_at_time_is_asked_plainly() -> None:
    (damage,) = (one for one in rules_of("destiny").form(Situation()).game if one.key == "damage")
    assert damage.fold == ""
    label = words("pl")["field"]["destiny.damage"]
    assert "twoich" not in label
    assert "wytrzymałoś" in label


@pytest.mark.rule("IA-END-5")
def test_the_ladder_of_imperial_assault_says_what_it_adds() -> None:
    game = {"end": "time", "vp": [10, 10], "vp_figures": [5, 5], "damage": [3, 5], "health_defeated": [3, 0]}
    score = rules_of("imperial-assault").score(game | {"figures_left": [True, True]}, Situation())
    said = [Speaker(lang="pl", game="imperial-assault").sentence(one) for one in score.reasons]
    assert any("6 do 5" in one and "zdrowie pokonanych" in one for one in said), said


def test_the_setting_that_means_no_limit_can_be_typed() -> None:
    key, value = _setting("conquest.final_minutes=none", Lang.PL)
    assert Event("conquest", settings={key: value}).created.__class__ is Accepted


def test_products_are_restricted_without_card_data() -> None:
    event = Event("star-wars-lcg").register(2)
    event.do(c.SetListRules(products=("Core",)))
    assert event.t.list_rules.products == ("Core",)


def test_a_total_of_symbols_that_is_missing_is_named_so() -> None:
    where = Situation(settings={"conquest.symbols": "total"})
    answer = rules_of("conquest").score({"end": "time", "planets": [2, 2]}, where)
    said = Speaker(lang="pl", game="conquest").sentence(reasons_of(answer)[0])
    assert "rodzaje" not in said, said


def test_the_finals_of_the_card_game_have_their_own_set_up() -> None:
    told = " ".join(one.text.pl for one in setup_steps("star-wars-lcg", finals=True))
    assert "Druga gra" not in told
    assert "losujcie" not in told
    assert setup_steps("armada", finals=True) == setup_steps("armada")


def test_steps_of_teams_are_listed_for_teams_only() -> None:
    for teams in (False, True):
        world = opened("star-wars-lcg", players=0, teams=teams)
        page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/checklists").content.decode()
        assert ("SWL-2V2" in page) == teams


def test_the_legend_of_the_final_match_of_teams_names_what_is_understood() -> None:
    where = Situation("final", teams=True)
    rules_ = rules_of("star-wars-lcg")
    meant = [words("pl")["shorthand"][f"star-wars-lcg.{one}"] for one in rules_.examples(where)]
    assert {letter for one in meant for letter in re.findall(r"\b([a-z]):", one)} == {"w", "l", "x"}
    assert isinstance(rules_.shorthand("dd", where), Refusal), "the final match has no time limit"


def test_reasons_of_a_score_stand_in_their_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = {"end": "time", "vp": [10, 10], "vp_figures": [5, 5], "damage": [3, 5], "health_defeated": [0, 0]}
    slip = {"game": "imperial-assault", "report": game | {"figures_left": [True, True]}}
    monkeypatch.setenv("COLUMNS", "240")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(slip).encode())))
    assert main(["score", "--lang", "pl"]) == 0
    printed = capsys.readouterr().out
    assert printed.index("następny krok") < printed.index("wygrywa")


@pytest.mark.rule("COM-STRUCT-1")
def test_stages_of_ones_own_are_not_dropped_silently() -> None:
    event = Event("conquest", swiss(9), structure="basic")
    assert [one.code for one in reasons(event.created)] == ["structure.stages_are_custom"]


@pytest.mark.rule("SWL-CONC-3")
def test_the_second_game_cannot_be_conceded_on_the_form() -> None:
    ends = [
        one.field.choices
        for part in parts(rules_of("star-wars-lcg").form(Situation()))
        for one in part.controls
        if one.field.key == "end"
    ]
    assert ["concession" in one for one in ends] == [True, False]


@pytest.mark.rule("COM-MAT-2")
def test_the_terminal_says_that_there_are_more_matches_than_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*line: str) -> str:
        assert main(["event", *line, "--data", str(tmp_path), "--lang", "pl"]) == 0
        return capsys.readouterr().out

    run("new", "--game", "armada", "--name", "Cup", "--date", "2026-11-15", "--tables", "1-2")
    run("register", *(f"Gracz {letter}x" for letter in "ABCDEF"))
    run("announce")
    drawn = run("draw")
    assert "COM-MAT-2" in drawn
    assert "po stoliku 2" in drawn


def test_the_level_has_the_documents_name() -> None:
    assert Speaker(lang="pl", game="star-wars-lcg").value("level", "formal") == "rywalizacyjny"
    assert ARMADA.value("level", "formal") == "formalny"


def test_the_terminal_takes_the_reason_of_a_double_loss_behind_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in quick entry: "dl", then why; the log names both."""

    def run(*line: str) -> str:
        assert main(["event", *line, "--data", str(tmp_path), "--lang", "pl"]) == 0, line
        return capsys.readouterr().out

    run("new", "--game", "armada", "--name", "Cup", "--date", "2026-11-15")
    run("register", *(f"Gracz {letter}x" for letter in "ABCD"))
    for step in (("announce",), ("draw",), ("publish",), ("clock", "start")):
        run(*step)
    assert "obaj wyszli" in run("result", "2", "dl", "obaj", "wyszli")
    assert "(obustronna przegrana): obaj wyszli" in run("log")


@pytest.mark.parametrize("game", ["imperial-assault", "destiny"])
def test_an_explained_place_has_the_documents_tie_breaker(game: str) -> None:
    """001 and 002 call it „siła tabeli”."""
    event = Event(game, swiss(3)).register(8).announce().play_round().play_round().play_round()
    speaker = Speaker(lang="pl", game=game)
    every = [
        speaker.sentence(one)
        for player in event.order()
        for one in speaker.explained(why_place(event.t, player))
    ]
    assert any("siła tabeli" in one.lower() for one in every), every
    assert not [one for one in every if "przeciwników" in one or "SoS" in one]


@pytest.mark.parametrize(
    ("lang", "label", "level"), [("pl", "legalności", "mistrzowskim"), ("en", "until", "championship")]
)
def test_the_days_after_a_release_are_a_wait_and_not_a_limit(lang: str, label: str, level: str) -> None:
    key = "products.premier_delay_days"
    assert label in words(lang)["setting"][key]
    assert level in words(lang)["setting_help"][key]


def test_everybody_who_plays_on_is_named() -> None:
    event = Event("destiny", swiss(1), single(8)).register(9).announce().play_stage().cut()
    (made,) = (one for one in event.log if isinstance(one, e.CutMade))
    said = Speaker(lang="pl", names=lambda n: f"Gracz{n}").event(made)
    assert [f"Gracz{n}" in said for n in made.seeds] == [True] * 8, said
    few = Speaker(lang="pl", names=lambda n: f"Gracz{n}", most=5).event(made)
    assert few == said or few.endswith("i jeszcze 3"), few


@pytest.mark.rule("COM-LEVEL-1")
@pytest.mark.parametrize(("game", "named"), [("star-wars-lcg", "rywalizacyjny"), ("armada", "formalny")])
def test_what_a_list_offers_is_in_the_words_of_the_document(game: str, named: str) -> None:
    """The chosen level was named as the document does, the choice of levels was not (AMB-G21)."""
    world = opened(game)
    browser = client(site_of(world), world.link(ORGANISER))
    browser.cookies["lang"] = "pl"
    text = browser.get("/c/cup/settings").content.decode()
    assert re.search(rf'<option value="formal"[^>]*>\s*{named}\s*<', text)


@pytest.mark.parametrize("game", [game.data.id for game in GAMES])
def test_an_article_fits_the_word_that_a_game_puts_after_it(game: str) -> None:
    """A deck is an army in Imperial Assault."""
    said = {in_titles_of(game, text, "en") for found in templates("en").values() for text in found}
    assert {text for text in said if re.search(r"\b[Aa] (?:army|armies)\b", text)} == set()
    drawn = Speaker(lang="en", game=game).event(e.DeckChecksDrawn(RoundNo(1), (PlayerNo(3),)))
    assert not re.search(r"\ba [aeiou]", drawn), drawn


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_a_verdict_that_a_file_withholds_is_not_called_legal(lang: str) -> None:
    """A file without people has neither the verdict on a list nor the card data behind it."""
    withheld = e.ListJudged(PlayerNo(3), "legal", "")
    said = Speaker(lang=lang, names=str).event(withheld)
    assert "()" not in said
    assert words(lang)["list_verdict"]["legal"] not in said
