"""Opens a tournament file (.komandor) for reading: its state and its names."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Protocol

import typer

from komandor.app.ledger import Unreadable
from komandor.app.ledger import opened as opened_log
from komandor.app.queries.everybody.names import Names, names_of
from komandor.cli.engine.inputs import number as typed_number
from komandor.cli.engine.options import AsJson, Lang, Language, as_command
from komandor.cli.engine.output import unread, wrong
from komandor.cli.exits import BadInput
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal, why
from komandor.core.tournament.state import Tournament
from komandor.log.bundle import parse
from komandor.log.bundle_reader import MAX_BYTES
from komandor.texts import sentence


@dataclass(frozen=True, slots=True)
class Opened:
    """The tournament of a file, with the names of its people."""

    state: Tournament
    names: Names

    def player(self, wanted: str, lang: Lang) -> PlayerNo:
        """The player with this number or name; refuses if there is none, or more than one."""
        if (number := typed_number(wanted)) in self.state.players:
            return PlayerNo(number)
        name = wanted.casefold()
        found = [n for n in self.state.players if name in (self.name(n).casefold(), self.full(n).casefold())]
        if len(found) != 1:
            shown = wanted[:60]
            several = why("typed.several_players", count=len(found), name=shown)
            raise wrong("--player", several if found else why("typed.no_such_player", name=shown), lang)
        return found[0]

    def name(self, player: PlayerNo) -> str:
        return self.names.of(player)

    def full(self, player: PlayerNo) -> str:
        return self.names.of(player, staff_view=True)

    def staff(self, number: int) -> str:
        return self.names.staff(number, staff_view=True)


def opened(path: Path, lang: Lang) -> Opened:
    """The tournament in a file, verified and replayed."""
    return opened_in(read(path, lang), path, lang)


def read(path: Path, lang: Lang) -> bytes:
    """A file as far as a tournament may reach; one byte more shows that it is too large."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as problem:
        raise unread("FILE", path, problem, lang) from None


def opened_in(data: bytes, path: Path | None, lang: Lang) -> Opened:
    """The tournament in the bytes of a file, verified and replayed."""
    bundle = parse(data)
    if isinstance(bundle, Refusal):
        raise BadInput(f"{path}: {sentence(bundle.reasons[0], lang.value)}")
    try:
        state = opened_log(bundle.records).state
    except Unreadable as problem:  # complete, but not written by Komandor, or by a newer version
        text = sentence(why("file.does_not_replay", None, problem=str(problem)[:200]), lang.value)
        raise BadInput(f"{path}: {text}") from None
    return Opened(state, names_of(state, bundle.people or {}))


class Source(Protocol):
    """What a view shows, and how: an event of the data folder (`open_event`) or of a file."""

    @property
    def held(self) -> Opened: ...
    @property
    def as_json(self) -> bool: ...
    @property
    def lang(self) -> Lang: ...


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A tournament file, opened for reading."""

    held: Opened
    as_json: bool
    lang: Lang


def on_file(view: Callable[..., None]) -> Callable[..., None]:
    """The view as a command for a file; `open_event.on_event` makes of it one for the data folder."""

    def command(
        file: Annotated[Path, typer.Argument(help="A tournament file (.komandor).")],
        as_json: AsJson = False,
        lang: Language = Lang.EN,
        **given: Any,
    ) -> None:
        view(OpenFile(opened(file, lang), as_json, lang), **given)

    return as_command(view, command)
