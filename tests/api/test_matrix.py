"""Every action by the API is open to the roles and scopes that are written down, and closed to all others."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import partial
from itertools import count

import pytest

from komandor.app.access import HOST, Actor
from komandor.app.api_tokens import SCOPES, Scope, new_token, opened_by, revoke_token
from komandor.app.typed_actions import BY_NAME
from komandor.core.tournament import commands as c
from tests.app.test_access import WHO
from tests.support.api import Api, name_needed, token_for
from tests.support.contracts import listed
from tests.support.doors import copied_site
from tests.support.world import JUDGE, MARSHAL, ORGANISER, SCOREKEEPER, World, busy, opened
from tests.tournament.examples import examples

SEATS = {"O": ORGANISER, "M": MARSHAL, "J": JUDGE, "S": SCOREKEEPER, "P": Actor("player", 1)}
LEAST: Mapping[str, Scope] = dict.fromkeys(
    """
    AppealRuling CallJudge ChangePerson CheckIn ChooseSides ConfirmResult DeclareNoShow DisputeResult
    DropPlayer EnterResult ExtendTable LeaveAfterRound MoveTable ReportComponent ReportIncident ReportResult
    SetInitiative SubmitList WithdrawRegistration
    """.split(),
    "report",
)
"""What a token that may only report can do: what players do, and what concerns one match."""
ACTIONS = {row.name: name for name, row in BY_NAME.items() if row.command is not c.CreateTournament}


@pytest.fixture(scope="module")
def world() -> World:
    """Two events in full swing; everybody's seat is at the first."""
    first = busy(opened("destiny", id="cup").start())
    opened(id="other", store=first.store)
    return first


def program_at(world: World, token: str) -> Api:
    """A program at a copy of the event, at which nobody is asked to wait."""
    site = copied_site(world)
    site.clock = partial(next, count(0.0, 600.0))
    return Api(site, token)


def answers(world: World, token: str) -> Iterator[tuple[str, list[str]]]:
    """Each action, and why it was refused; each on the event as it was."""
    program = program_at(world, token)
    for name, command in examples(world).items():
        if name in ACTIONS:
            heard = program.do(
                ACTIONS[name], **asdict(command), **name_needed(command), version=world.t.version
            )
            assert heard.status < 500, name
            written = program.site.store.version("cup") != world.t.version
            assert not (written and heard.status != 200), name
            yield name, [] if heard.status == 200 else heard.codes
            program = program_at(world, token) if written else program


def test_the_tables_name_every_action() -> None:
    listed(WHO, [*ACTIONS, "CreateTournament"], "tests/app/test_access.py", "{} into GRID")


@pytest.mark.parametrize("letter", SEATS)
def test_each_role_does_what_is_its_own(world: World, letter: str) -> None:
    wrong = []
    for name, codes in answers(world, token_for(world.store, SEATS[letter])):
        refused = codes == ["access.role"]
        if refused != (letter not in WHO[name]):
            wrong.append((name, codes))
    assert wrong == []


@pytest.mark.parametrize("scope", SCOPES)
def test_each_scope_is_enough_for_what_is_written_down(world: World, scope: Scope) -> None:
    wrong = []
    for name, codes in answers(world, new_token(world.store, "*", HOST, scope)):
        enough = SCOPES.index(scope) >= SCOPES.index(LEAST.get(name, "run"))
        if (codes == ["api.scope"]) == enough:
            wrong.append((name, codes))
    assert wrong == []


def test_no_other_token_opens_anything(world: World) -> None:
    revoked = token_for(world.store, ORGANISER)
    found = opened_by(world.store, revoked)
    assert found
    revoke_token(world.store, "cup", found.id)
    other = token_for(world.store, ORGANISER, "run", "other")
    tokens = {"": "api.token_missing", revoked: "api.token_unknown", other: "api.other_event"}
    for token, code in tokens.items():
        assert {tuple(codes) for _, codes in answers(world, token)} == {(code,)}
