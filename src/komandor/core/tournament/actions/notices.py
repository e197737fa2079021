"""Notices on the board, checklists, and the event outline."""

from dataclasses import dataclass
from typing import Annotated

from komandor.core.ids import NoticeNo
from komandor.core.reasons import refuse
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.references import NOTICE
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import PlainText


@dataclass(frozen=True, slots=True)
class AttachOutline(Command):
    text: PlainText
    overrides: Annotated[str, "What the outline changes in the rules document."] = ""


@dataclass(frozen=True, slots=True)
class TickChecklist(Command):
    item: Annotated[str, "The checklist item."]
    done: Annotated[bool, "Whether it is done."] = True


@dataclass(frozen=True, slots=True)
class PostNotice(Command):
    text: PlainText


@dataclass(frozen=True, slots=True)
class WithdrawNotice(Command):
    notice: NoticeNo


@dataclass(frozen=True, slots=True)
class OutlineAttached(Event):
    text: str
    overrides: str = ""


@dataclass(frozen=True, slots=True)
class ChecklistTicked(Event):
    item: str
    done: bool


@dataclass(frozen=True, slots=True)
class NoticePosted(Event):
    notice: NoticeNo
    text: str


@dataclass(frozen=True, slots=True)
class NoticeWithdrawn(Event):
    notice: NoticeNo


def attach_outline(t: Tournament, x: AttachOutline, ctx: Context) -> Answer:
    return (OutlineAttached(x.text, x.overrides),)


def tick(t: Tournament, x: TickChecklist, ctx: Context) -> Answer:
    return (ChecklistTicked(x.item, x.done),)


def post(t: Tournament, x: PostNotice, ctx: Context) -> Answer:
    if not x.text.strip():
        return refuse("notice.empty")
    return (NoticePosted(NoticeNo(max(t.notices, default=0) + 1), x.text.strip()),)


def withdraw_notice(t: Tournament, x: WithdrawNotice, ctx: Context) -> Answer:
    if not t.notices.get(x.notice):
        return refuse("notice.unknown", None, notice=x.notice)
    return (NoticeWithdrawn(x.notice),)


def _outline(t: Tournament, x: OutlineAttached) -> None:
    t.outline, t.outline_overrides = x.text, x.overrides


def _ticked(t: Tournament, x: ChecklistTicked) -> None:
    t.ticked[x.item] = x.done


def _posted(t: Tournament, x: NoticePosted) -> None:
    t.notices[x.notice] = x.text


def _notice_withdrawn(t: Tournament, x: NoticeWithdrawn) -> None:
    t.notices[x.notice] = ""


ROWS: Rows = (
    Action(AttachOutline, by.ORGANISER, when.BEFORE_THE_END, attach_outline),
    Action(TickChecklist, by.STAFF, when.ALWAYS, tick),
    Action(PostNotice, by.STAFF, when.ALWAYS, post),
    Action(WithdrawNotice, by.STAFF, when.ALWAYS, withdraw_notice, about=NOTICE),
    EventRow(OutlineAttached, _outline),
    EventRow(ChecklistTicked, _ticked, after_the_end=True),
    EventRow(NoticePosted, _posted, makes=NOTICE, after_the_end=True),
    EventRow(NoticeWithdrawn, _notice_withdrawn, after_the_end=True),
)
