"""Many names at once: a pasted list, a CSV file or an earlier event, shown first, undone in one step."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import HttpResponse

from komandor.app.decoded import decoded
from komandor.app.leader_names import leader_called
from komandor.app.queries.everybody.names import full_name
from komandor.app.queries.staff.people import name_key, name_keys, names_taken
from komandor.core.ids import PlayerNo, StaffNo
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import commands as c
from komandor.log.store import Person
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.console.prepare import regulars, roster
from komandor.web.forms.fields import NAME
from komandor.web.forms.form_commands import act
from komandor.web.rendering.event_page import EventPage, opened
from komandor.web.routing.request import Request, url

LARGEST = 2_000_000  # bytes of a file


@dataclass(frozen=True, slots=True, kw_only=True)
class Previewed:
    """One line of the preview. `same`: registered already; `twice`: an earlier line has this name;
    `leads`: the leader who has it; `odd`: it does not look like a name; `alone`: a team of one."""

    entry: roster.Entry
    name: str
    same: tuple[int, ...]
    twice: int | None
    leads: StaffNo | None
    odd: bool = False
    alone: bool = False

    @property
    def doubtful(self) -> bool:
        return bool(self.same or self.twice or self.leads or self.odd or self.alone)


class NamesPage(ConsolePage, template="console/prepare/bring.html"):
    text: str
    read: roster.Roster
    rows: Sequence[Previewed]
    chosen: frozenset[int]
    unread: int
    earlier: str  # the event that the names come from; empty: typed or uploaded
    earlier_events: Sequence[regulars.EarlierEvent]
    most: int = roster.MOST


def import_names(request: Request, tournament: str) -> HttpResponse:
    """GET: the field. POST: the preview; with `take` the chosen lines are registered."""
    p = opened(request)
    text, earlier = _text(request), request.fields.raw("earlier")
    read = regulars.players_of(request, p, earlier) if earlier else roster.read(text, p.t.teams)
    read = _renamed(request, read, p.t.teams)
    rows = previewed(p, read)
    refusal = _take(request, p, rows) if _taking(request) else _too_big(request)
    if isinstance(refusal, HttpResponse):
        return refusal
    shown = NamesPage(
        p,
        text=text,
        read=read,
        rows=rows,
        chosen=_chosen(request, rows),
        unread=max(0, len(text.splitlines()) - roster.MOST - 1),
        earlier=earlier,
        earlier_events=() if rows else regulars.earlier_events(request, p),
    )
    return console(request, p, shown, "people", refusal)


def _renamed(request: Request, read: roster.Roster, teams: bool) -> roster.Roster:
    """What was read, with the names that were changed in the preview."""
    typed = {e.line: request.fields.text(f"name-{e.line}", NAME) for e in read.entries}

    def entry(one: roster.Entry) -> roster.Entry:
        name = typed[one.line]
        if not name or name == full_name(one.person, 0):
            return one
        kept = {key: value for key, value in one.person.items() if key not in ("first", "last", "members")}
        return replace(one, person=kept | roster.named(name, teams))

    return replace(read, entries=tuple(entry(one) for one in read.entries))


def _taking(request: Request) -> bool:
    return request.method == "POST" and request.fields.raw("do") == "take"


def previewed(p: EventPage, read: roster.Roster) -> tuple[Previewed, ...]:
    taken, seen = _taken_by_people(p), dict[str, int]()
    out = []
    for entry in read.entries:
        name = full_name(entry.person, 0)
        keys = name_keys(entry.person) or {name_key(name)}
        leads = leader_called(p.t, p.names.people, frozenset(keys))
        same = tuple(dict.fromkeys(n for key in sorted(keys) for n in taken.get(key, ())))
        twice = min((seen[key] for key in keys if key in seen), default=None)
        alone = p.t.teams and entry.members != 2
        odd = not (entry.person.get("nick") or entry.person.get("team") or roster.looks_like_a_name(name))
        out.append(
            Previewed(entry=entry, name=name, same=same, twice=twice, leads=leads, odd=odd, alone=alone)
        )
        seen |= {key: entry.line for key in keys if key not in seen}
    return tuple(out)


def _taken_by_people(p: EventPage) -> dict[str, tuple[PlayerNo, ...]]:
    """The active players by the keys of their names; of a team, of both members."""
    taken: dict[str, tuple[PlayerNo, ...]] = dict(names_taken(p.t, p.names.people))
    for n in p.t.active():
        for key in name_keys(p.names.people.get(n)):
            taken[key] = tuple(dict.fromkeys((*taken.get(key, ()), n)))
    return taken


def _text(request: Request) -> str:
    upload = request.FILES.get("file") if request.method == "POST" and not _too_big(request) else None
    return request.POST.get("text", "") if upload is None else decoded(upload.read())


def _too_big(request: Request) -> Refusal | None:
    """Why the file is not read at all."""
    upload = request.FILES.get("file") if request.method == "POST" else None
    size = upload.size or 0 if upload else 0
    return refuse("file.too_big", None, bytes=size, most=LARGEST) if size > LARGEST else None


def _chosen(request: Request, rows: tuple[Previewed, ...]) -> frozenset[int]:
    """The lines that are ticked: all but doubtful ones, until somebody chooses."""
    if _taking(request):
        return frozenset(request.fields.numbers("take"))
    return frozenset(row.entry.line for row in rows if not row.doubtful)


def _take(request: Request, p: EventPage, rows: tuple[Previewed, ...]) -> HttpResponse | Refusal:
    """Register the chosen lines, in one step."""
    chosen = _chosen(request, rows)
    if alone := [row.name for row in rows if row.alone and row.entry.line in chosen]:
        return refuse("player.team_alone", None, names=tuple(alone))
    commands: list[c.Command] = []
    persons: list[Person | None] = []
    number = max(p.t.players, default=0)
    for row in (one for one in rows if one.entry.line in chosen):
        entry, number = row.entry, number + 1
        commands.append(
            c.RegisterPlayer(
                groups=entry.groups,
                fixed_table=entry.fixed_table,
                awarded_byes=entry.awarded_byes,
                start=entry.start,
                members=entry.members,
            )
        )
        persons.append(entry.person)
        if entry.paid:
            commands.append(c.NoteFee(PlayerNo(number), True))
            persons.append(None)
    count = len(chosen)
    ngettext = request.t.ngettext
    message = (
        ngettext("%(num)d team added.", "%(num)d teams added.", count)
        if p.t.teams
        else ngettext("%(num)d player added.", "%(num)d players added.", count)
    )
    back = url("people", p.t.id)
    message %= {"num": count}
    return act(request, commands, back, message, persons=persons, namesake=True)  # doubtful lines were ticked
