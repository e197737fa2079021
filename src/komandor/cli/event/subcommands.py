"""The sub-commands that need more than a step or the fields of one action."""

from functools import partial
from typing import Annotated, Literal

import typer

from komandor.app.queries.everybody.names import full_name
from komandor.app.queries.staff.effects import Effect, effect_of_undo
from komandor.app.queries.staff.people import one_word, who_waits
from komandor.app.typed_actions import people_of
from komandor.app.undo_targets import undo_targets
from komandor.app.workflow import Choices, public_source
from komandor.cli.engine import inputs, output
from komandor.cli.engine.options import Lang
from komandor.cli.exits import BadInput
from komandor.cli.open_event import OpenEvent, Reason, on_event
from komandor.cli.printing import echo
from komandor.core.games.shorthand import not_understood
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal, why
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import EventVoided
from komandor.core.tournament.public_numbers import DICE, DIGITS, SIDES
from komandor.core.tournament.readings.calls import pending_calls
from komandor.core.tournament.readings.regulations import match_situation, rules
from komandor.core.tournament.readings.scoring import typed_slip
from komandor.core.tournament.values import PublicSource
from komandor.texts import word
from komandor.texts.fields import quick_help

Members = Annotated[list[str], typer.Argument(help="First and last name; for a team, both names.")]
Table = Annotated[int, typer.Argument(help="Table number.")]
AnotherPerson = Annotated[
    bool,
    typer.Option("--another-person", help="This is a different person from the one with the same name."),
]
DespiteLists = Annotated[
    list[str] | None,
    typer.Option(
        help="Players who may play although their lists are not in order, for example 3,7.", metavar="<int,…>"
    ),
]


def numbers(given: list[str] | None, lang: Lang) -> tuple[PlayerNo, ...]:
    """The players that `--despite-lists 3,7` names."""
    words = [word.strip() for text in given or () for word in text.split(",")]
    found = [PlayerNo(one) for one in map(inputs.number, words) if one is not None]
    if len(found) != len(words):
        typed = ",".join(words)[:60]
        raise output.wrong("--despite-lists", why("typed.not_numbers", found=typed), lang)
    return tuple(found)


# ── people ───────────────────────────────────────────────────────────────────


@on_event
def register(
    at: OpenEvent,
    names: Members,
    club: Annotated[
        list[str] | None, typer.Option(help="Family, club or travel group, kept apart in round 1.")
    ] = None,
    table: Annotated[int | None, typer.Option(help="The player's fixed table.")] = None,
    bye: Annotated[
        list[int] | None, typer.Option(help="Round in which the player has an awarded bye.")
    ] = None,
    start: Annotated[int | None, typer.Option(help="Start number (Star Wars LCG).")] = None,
    another_person: AnotherPerson = False,
) -> None:
    """Register one player per name; at a team event, the two names of one team."""
    team = at.t.teams
    members = len(names) if team else 1
    one = c.RegisterPlayer(
        groups=tuple(club or ()),
        fixed_table=table,
        awarded_byes=tuple(bye or ()),
        start=start,
        members=members,
    )
    people = people_of(names, team)
    at.do([one] * (1 if team else len(names)), people, namesake=another_person)
    for person in () if at.as_json else filter(one_word, people):
        echo(at.speaker.sentence(why("typed.one_word", name=full_name(person, 0))))


@on_event
def check_in(
    at: OpenEvent,
    players: Annotated[list[int] | None, typer.Argument(help="Player numbers. Default: everybody.")] = None,
) -> None:
    """Check players in."""
    at.do(c.CheckIn(tuple(map(PlayerNo, players or at.t.active()))))


@on_event
def late(
    at: OpenEvent,
    names: Members,
    choice: Annotated[
        Literal["play_now", "losses", "awarded_bye"],
        typer.Option(help="Losses; play the bye player now; or the bye of this round, if nobody has it."),
    ],
    reason: Annotated[str, typer.Option(help="Why awarded_bye; shown in the log.")] = "",
    another_person: AnotherPerson = False,
) -> None:
    """Add a late entry after round 1 is paired. A person of this name on the waiting list is admitted."""
    people = people_of(names, len(names) > 1)
    waits = None if another_person else who_waits(at.t, at.ledger.store.people(at.id), people[0])
    command = c.EnterLate(choice, members=len(names), player=waits, reason=reason)
    at.do(command, [] if waits else people, namesake=another_person)


@on_event
def staff(
    at: OpenEvent,
    name: Annotated[str, typer.Argument(help="First and last name.")],
    role: Annotated[list[str], typer.Option(help="marshal, judge, scorekeeper, second_organiser.")],
    another_person: AnotherPerson = False,
) -> None:
    """Appoint a marshal, a judge or a scorekeeper."""
    at.do(c.AppointStaff(tuple(role)), people_of([name], team=False), namesake=another_person)


# ── rounds ───────────────────────────────────────────────────────────────────


@on_event
def freeze(
    at: OpenEvent,
    source: Annotated[
        PublicSource | None,
        typer.Option(
            help="Source of randomness: automatic (none), public dice roll, or randomness beacon. "
            "Default: the event's setting draw.public."
        ),
    ] = None,
    beacon: Annotated[
        str, typer.Option(help="Which round of the randomness beacon will be used: name and number.")
    ] = "",
    dice: Annotated[int, typer.Option(help="Number of dice to roll.")] = DICE,
    sides: Annotated[int, typer.Option(help="Number of sides of each die.")] = SIDES,
    digits: Annotated[int, typer.Option(help="Number of hexadecimal digits in the beacon's value.")] = DIGITS,
    despite_lists: DespiteLists = None,
    reason: Reason = "",
) -> None:
    """Lock players and results before pairing, and announce the dice roll or beacon if there is one."""
    despite = numbers(despite_lists, at.lang)
    source = source or public_source(at.t)
    at.do(c.FreezeRound(source, beacon, despite, reason, dice=dice, sides=sides, digits=digits))


@on_event
def draw(
    at: OpenEvent,
    public: Annotated[
        str, typer.Option(help="The result of the announced dice roll, in any order, or the beacon's value.")
    ] = "",
    without: Annotated[
        bool, typer.Option("--without-dice", help="Continue without the announced dice roll or beacon.")
    ] = False,
    despite_lists: DespiteLists = None,
    reason: Reason = "",
) -> None:
    """Pair the next round, locking it first if needed. Pairing again uses the same key.

    If the event uses public dice (setting draw.public), the first call only locks the round.
    """
    despite = numbers(despite_lists, at.lang)
    choices = Choices(
        "none" if without else None, public=public, without=without, despite_lists=despite, reason=reason
    )
    at.step("draw", choices)


@on_event
def publish(
    at: OpenEvent,
    accept: Annotated[
        bool, typer.Option("--accept", help="Publish despite a rematch, a second bye or a forbidden pairing.")
    ] = False,
) -> None:
    """Publish the pairings. In games with missions, the mission is drawn too."""
    at.step("publish", Choices(accept=accept))


@on_event
def close(
    at: OpenEvent,
    unplayed: Annotated[
        bool,
        typer.Option(
            "--unplayed", help="Count matches without a result as lost by both, if the edition allows it."
        ),
    ] = False,
    end_calls: Annotated[
        bool, typer.Option("--end-calls", help="Calls for a judge end with the round, without a ruling.")
    ] = False,
) -> None:
    """Close the round."""
    calls = tuple(call.number for call in pending_calls(at.t)) if end_calls else ()
    at.step("close_round", Choices(accept=unplayed, calls=calls))


@on_event
def clock(
    at: OpenEvent,
    action: Annotated[Literal["start", "pause", "resume"], typer.Argument(help="start, pause or resume.")],
) -> None:
    """Start, pause or resume the round clock."""
    if action == "start":
        at.step("start_clock")
    else:
        at.do(c.PauseClock() if action == "pause" else c.ResumeClock())


@on_event
def result(
    at: OpenEvent,
    table: Table,
    report: Annotated[
        list[str], typer.Argument(help="The result in the game's shorthand: “177-49” or “conc b”.")
    ],
    reason: Reason = "",
) -> None:
    """Enter the result of a table in the latest round. Enter it again with --reason to correct it."""
    t, match = at.t, at.match(table)
    where = match_situation(t, match)
    if report[0] == "dl":  # what follows says why, as in quick entry
        report, reason = report[:1], " ".join(filter(None, (*report[1:], reason)))
    found = typed_slip(t, match, " ".join(report))
    if isinstance(found, Refusal) and found.reasons[0].code in ("report.which_side", "sides.who_was_light"):
        raise BadInput(f"result: {at.speaker.sentence(found.reasons[0])}")
    if isinstance(found, Refusal):
        meant = (f"{one} ({text})" for one, text in quick_help(rules(t), where, at.lang.value))
        unclear = not_understood(" ".join(report), *meant)
        raise BadInput(f"result: {at.speaker.sentence(unclear.reasons[0])}")
    at.do(c.EnterResult(match=match.number, report=found, reason=reason))  # type: ignore[arg-type]


@on_event
def no_show(
    at: OpenEvent,
    table: Table,
    absent: Annotated[list[int], typer.Argument(help="Numbers of the no-shows.")],
    pair_with: Annotated[
        int | None,
        typer.Option(help="Before the clock starts: the opponent plays this player, who has none either."),
    ] = None,
    reason: Reason = "",
) -> None:
    """Record no-shows at a table and remove them. The opponent wins, or plays someone without an opponent."""
    gone = tuple(map(PlayerNo, absent))
    other = None if pair_with is None else PlayerNo(pair_with)
    at.do(c.DeclareNoShow(at.match(table).number, gone, other, reason))


@on_event
def replace(
    at: OpenEvent,
    leaver: Annotated[int, typer.Argument(help="Number of the player who dropped before the first match.")],
    player: Annotated[int, typer.Argument(help="Number of the next player in the standings, who was asked.")],
    declined: Annotated[
        bool, typer.Option("--declined", help="The player declined; the next one is asked.")
    ] = False,
) -> None:
    """Fill a free place in the cut."""
    at.do(c.ReplaceSeed(PlayerNo(leaver), PlayerNo(player), not declined))


# ── undo ─────────────────────────────────────────────────────────────────────


@on_event
def undo(
    at: OpenEvent,
    reason: Reason,
    seq: Annotated[int | None, typer.Option(help="An entry of the step. Default: the last step.")] = None,
    preview: Annotated[bool, typer.Option("--preview", help="Only show what would change.")] = False,
) -> None:
    """Undo a whole step. Undoing an undo is a redo. Nothing is ever deleted."""
    targets = undo_targets(at.ledger, at.id, seq)
    if not targets:
        raise output.wrong("--seq", why("typed.no_such_record", seq=seq), at.lang)
    if preview:
        _preview(at, targets)
    else:
        at.do(c.VoidEvents(targets, reason))


def _preview(at: OpenEvent, targets: tuple[int, ...]) -> None:
    loaded = at.ledger.load(at.id)
    effect = effect_of_undo(loaded.state, tuple(loaded.history), targets)
    if isinstance(effect, Refusal):
        raise output.refusal(effect, at.lang)
    moved = [
        {
            "player": m.player,
            "name": at.held.full(m.player),
            "place": [m.before, m.after],
            "points": [m.points_before, m.points_after],
        }
        for m in effect.moved
    ]
    redo = any(isinstance(e, EventVoided) for s, e in loaded.history if s in targets)
    at.tell(
        {
            "records": list(targets),
            "redo": redo,
            "phase": [effect.phase_before, effect.phase_after],
            "moved": moved,
            "into_the_cut": list(effect.cut_in),
            "out_of_the_cut": list(effect.cut_out),
            "draws_no_longer_ideal": list(effect.draws),
        },
        _in_words(at, effect)
        | {"records": list(map(str, targets)), "redo": [word("answer", redo, at.lang.value)]},
    )


def _in_words(at: OpenEvent, effect: Effect) -> dict[str, list[str]]:
    """What an undo changes, for people."""
    name, word_ = at.held.full, partial(word, lang=at.lang.value)
    place, points = word_("head", "place"), word_("head", "points")
    phases = dict.fromkeys((effect.phase_before, effect.phase_after))
    return {
        "phase": [" → ".join(word_("phase", one) for one in phases)],
        "moved": [
            f"{name(m.player)}: {place} {m.before} → {m.after}, {points} {m.points_before} → {m.points_after}"
            for m in effect.moved
        ],
        "into_the_cut": [name(n) for n in effect.cut_in],
        "out_of_the_cut": [name(n) for n in effect.cut_out],
        "draws_no_longer_ideal": [at.speaker.value("round", n) for n in effect.draws],
    }
