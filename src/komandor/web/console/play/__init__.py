"""The round and everything after it: draw, results, standings, cut, log."""

from komandor.app.workflow import STEP_COMMANDS
from komandor.core.tournament import commands as c
from komandor.web.console import find, status_bar
from komandor.web.console.play import (
    log_pages,
    match_page,
    pairing_changes,
    person_page,
    round_actions,
    round_page,
    standings_pages,
)
from komandor.web.forms import action_buttons
from komandor.web.routing.routes import ORGANISER, STAFF, Route

EVENT = "c/<str:tournament>"
MATCH = f"{EVENT}/match/<int:number>"
ONE_PLAYER = f"{EVENT}/player/<int:number>"

ROUTES: tuple[Route, ...] = (
    Route(f"{EVENT}/", round_page.home, "console", reads=STAFF),
    Route(f"{EVENT}/live", round_page.live, "console-live", reads=STAFF),
    Route(f"{EVENT}/bar", status_bar.live, "console-bar", reads=STAFF),
    Route(f"{EVENT}/round/<int:number>", round_page.earlier, "console-round", reads=STAFF),
    Route(f"{EVENT}/step", round_actions.step, "console-step", posts=STEP_COMMANDS, takes_step=True),
    Route(f"{EVENT}/mission", round_actions.mission, "console-mission", posts=(c.DrawMission,)),
    Route(
        f"{EVENT}/clock",
        round_actions.clock,
        "console-clock",
        posts=(c.PauseClock, c.ResumeClock, c.AdjustClock),
    ),
    Route(f"{EVENT}/quick", match_page.quick, "console-quick", posts=(c.EnterResult,)),
    Route(f"{EVENT}/quick/read", match_page.quick_read, "console-quick-read", writes=STAFF),
    Route(MATCH, match_page.match_page, "console-match", reads=STAFF, posts=(c.EnterResult,)),
    Route(f"{MATCH}/menu", round_page.menu, "console-menu", reads=STAFF),
    Route(f"{MATCH}/read", match_page.read, "console-match-read", writes=STAFF),
    Route(f"{MATCH}/effect", match_page.effect, "console-match-effect", writes=STAFF),
    Route(f"{MATCH}/override", match_page.override, "console-override", posts=(c.EnterResult,)),
    Route(f"{MATCH}/extend", round_actions.extend, "console-extend", posts=(c.ExtendTable,)),
    Route(f"{MATCH}/no-show", round_actions.no_show, "console-no-show", posts=(c.DeclareNoShow,)),
    Route(f"{MATCH}/first", round_actions.first, "console-first", posts=(c.SetInitiative, c.ChooseSides)),
    Route(f"{MATCH}/table", pairing_changes.move, "console-table", posts=(c.MoveTable,)),
    Route(f"{EVENT}/swap", pairing_changes.swap, "console-swap", posts=(c.SwapPlayers,)),
    Route(f"{EVENT}/swap/preview", pairing_changes.preview, "console-swap-preview", writes=ORGANISER),
    Route(f"{EVENT}/pair", pairing_changes.pair, "console-pair", posts=(c.PairLeftOver,)),
    Route(f"{MATCH}/why", match_page.why, "console-why", reads=STAFF),
    Route(f"{EVENT}/redraw", pairing_changes.redraw, "console-redraw", posts=(c.DrawRound,)),
    Route(ONE_PLAYER, person_page.person, "console-person", reads=STAFF),
    Route(f"{EVENT}/find", find.find, "console-find", reads=STAFF),
    Route(f"{ONE_PLAYER}/drop", round_actions.drop, "console-drop", posts=(c.DropPlayer,), form=True),
    Route(f"{ONE_PLAYER}/rejoin", round_actions.rejoin, "console-rejoin", posts=(c.Rejoin,), form=True),
    Route(
        f"{ONE_PLAYER}/disqualify", round_actions.disqualify, "console-dq", posts=(c.Disqualify,), form=True
    ),
    Route(f"{EVENT}/late", round_actions.late, "console-late", posts=(c.EnterLate, c.ChangeEvent), form=True),
    Route(f"{EVENT}/do/<str:action>", action_buttons.by_staff, "console-do", posts=action_buttons.COMMANDS),
    Route(f"{EVENT}/replace", round_actions.replace, "console-replace", posts=(c.ReplaceSeed,)),
    Route(f"{EVENT}/standings", standings_pages.standings, "console-standings", reads=STAFF),
    Route(
        f"{EVENT}/prizes",
        standings_pages.prizes,
        "console-prizes",
        reads=STAFF,
        posts=(c.AddPrize, c.DrawRaffle),
    ),
    Route(f"{EVENT}/bracket", standings_pages.bracket, "console-bracket", reads=STAFF),
    Route(f"{EVENT}/log", log_pages.log_page, "console-log", reads=STAFF),
    Route(f"{EVENT}/back/<int:seq>", log_pages.back_to, "console-back", posts=(c.VoidEvents,), form=True),
    Route(f"{EVENT}/undo/<int:seq>", log_pages.undo, "console-undo", posts=(c.VoidEvents,), form=True),
)
