"""The checker and both verifiers know every event, and agree with the rows on what of it is private.

Their tables are copies on purpose: a checker that imports a table shares the mistakes in it.  So the copies
are compared here, and a failure names the file and the table in which something has to be written.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from itertools import product
from pathlib import Path
from typing import get_type_hints

import komandor
from komandor.check import documents
from komandor.check.acts import MAY
from komandor.check.effects import EFFECTS, NO_EFFECT
from komandor.check.file_reader import SENDERS, SHOWN
from komandor.check.laws.acting import SIGNED
from komandor.check.shapes import SHAPES
from komandor.check.whole_log import AFTER, BEFORE, WHEN
from komandor.core.games import GAMES
from komandor.core.games.settings import settings_of
from komandor.core.reasons import Refusal
from komandor.core.tournament.actions import ACTIONS, EVENT_ROWS, EVENTS, decide
from komandor.core.tournament.by import ROLES
from komandor.core.tournament.when import ALWAYS
from komandor.log.codec import type_name
from komandor.log.sealing import ROWS
from komandor.log.sealing import SHOWN as SHOWN_BY_ROWS
from tests.tournament.examples import PHASES, at, context, examples

STATIC = Path(komandor.__file__).parent / "web" / "static"
KINDS = {type_name(event) for event in EVENTS}
"""Every kind of event as the log writes it."""


def shown_by_the_rows() -> tuple[Mapping[str, Set[str]], set[str]]:
    """The public fields of each kind that can have a private part; the kinds whose sender is private."""
    return SHOWN_BY_ROWS, {kind for kind, row in ROWS.items() if row.private_sender}


def script(name: str) -> str:
    return next(STATIC.rglob(name)).read_text(encoding="utf-8")


def table(name: str, start: str, end: str) -> str:
    """What a script has between these two lines."""
    source = script(name)
    assert start in source, (
        f"{name}: there is no line {start!r} any more; tell this test how its table begins"
    )
    return source.split(start, 1)[1].split(end, 1)[0]


def keys_of(rows: str) -> set[str]:
    """The keys of an object: at the beginning of a line or after a comma."""
    return set(re.findall(r"(?:^ {4}|, )([a-z]+(?:_[a-z]+)+): ", rows, re.MULTILINE))


def steps_of_the_browser() -> set[str]:
    steps = table("redraw.js", "  const STEPS = {\n", "\n  };")
    others = (table(name, "  const STEPS = {\n", "\n  };") for name in ("raffles.js", "shapes.js"))
    return keys_of(steps).union(*map(keys_of, others))


def without_effect_in_the_browser() -> set[str]:
    return set(re.findall(r'"(\w+)"', table("redraw.js", "  const NO_EFFECT = [", "];")))


def shown_by_the_browser() -> dict[str, tuple[str, ...]]:
    rows = re.sub(r"(\w+): \[", r'"\1": [', table("verify.js", "  const SHOWN = {", "};"))
    return {kind: tuple(shown) for kind, shown in ast.literal_eval("{" + rows + "}").items()}


def senders_of_the_browser() -> set[str]:
    return set(re.findall(r'"(\w+)"', table("verify.js", "  const SENDERS = [", "];")))


def say(missing: Iterable[str], what: str) -> list[str]:
    return [f"{one}: {what}" for one in sorted(missing)]


def stand_in_one(known: Mapping[str, set[str]], where: str) -> list[str]:
    """Each event stands in exactly one of two tables, and nothing else does."""
    one, two = known.values()
    tables = " or ".join(known)
    return [
        *say(KINDS - one - two, f"is not known to {where}; write it in {tables} there"),
        *say((one | two) - KINDS, f"is no event any more; take it out of {tables} in {where}"),
        *say(one & two, f"stands in both {tables} of {where}; leave it in one"),
    ]


def test_the_checker_and_both_verifiers_know_every_event() -> None:
    wrong = stand_in_one(
        {"EFFECTS (or PEOPLE of effects_on_people.py)": set(EFFECTS), "NO_EFFECT": set(NO_EFFECT)},
        "src/komandor/check/effects.py",
    )
    wrong += stand_in_one(
        {"STEPS": steps_of_the_browser(), "NO_EFFECT": without_effect_in_the_browser()},
        "src/komandor/web/static/redraw.js (STEPS of prizes: raffles.js; what only names: shapes.js)",
    )
    for name, judged in (("BEFORE", BEFORE), ("AFTER", AFTER), ("WHEN", WHEN)):
        wrong += say(
            judged.keys() - KINDS, f"is no event any more; take it out of {name} in src/komandor/check"
        )
    assert not wrong, "\n" + "\n".join(wrong)


def test_the_checker_and_both_verifiers_know_who_may_do_it() -> None:
    rows = (row.split() for row in table("acts.js", "  const TABLE = `\n", "`;").splitlines())
    browser = {kind: roles.strip("-") for roles, *kinds in rows for kind in kinds}
    wrong = say(KINDS - MAY.keys(), "write who may do it in _TABLE of src/komandor/check/acts.py")
    wrong += say(MAY.keys() - KINDS, "is no event any more; take it out of src/komandor/check/acts.py")
    own = {**MAY, "player_disqualified": "OMJ"}  # a judge in Star Wars LCG, which the laws look at
    differ = {kind for kind in KINDS if browser.get(kind) != own.get(kind)}
    wrong += say(differ, "src/komandor/web/static/acts.js and src/komandor/check/acts.py differ on who may")
    assert not wrong, "\n" + "\n".join(wrong)


def test_the_checker_knows_when_an_event_may_come() -> None:
    wrong = [
        f"{type_name(row.event)}: write its phases in WHEN of src/komandor/check/whole_log.py"
        for row in EVENT_ROWS
        if row.needs_phase and type_name(row.event) not in WHEN
    ]
    assert not wrong, "\n" + "\n".join(wrong)


def test_the_checker_knows_every_setting() -> None:
    """The first record of a log holds every setting that decides something; the checker asks for these."""
    named = {key for game in GAMES for key in _asked(game.data.id)}
    wrong = say(
        {row.setting for row in ACTIONS if row.setting} - named,
        "an action depends on this setting; add it to COMMON_SETTINGS in src/komandor/check/documents.py",
    )
    settings = {one.key for game in GAMES for one in settings_of(game)}
    wrong += say(named - settings, "is no setting any more; take it out of src/komandor/check/documents.py")
    assert not wrong, "\n" + "\n".join(wrong)


def _asked(game: str) -> tuple[str, ...]:
    return (*documents.COMMON_SETTINGS, *documents.GAME_SETTINGS.get(game, ()))


def test_what_changes_a_draw_in_the_browser_changes_it_in_the_terminal() -> None:
    wrong = say(
        steps_of_the_browser() - EFFECTS.keys(),
        "has an effect in web/static/redraw.js and none in EFFECTS of src/komandor/check/effects.py",
    )
    assert not wrong, "\n" + "\n".join(wrong)


def test_the_shape_of_what_changes_a_draw_is_known() -> None:
    wrong = say(
        steps_of_the_browser() - SHAPES.keys(),
        "write its fields into TABLE of src/komandor/check/shapes.py and web/static/shapes.js",
    )
    wrong += say(SHAPES.keys() - KINDS, "is no event any more; take it out of TABLE of both shapes")
    assert not wrong, "\n" + "\n".join(wrong)


ABOUT_STAFF = {"staff_appointed", "staff_dismissed", "duty_changed", "substitute_named", "player_registered"}
"""Events that name a member of staff whom they are about; all others name the one who decided."""


def test_the_checker_knows_who_signs_an_event() -> None:
    naming = {type_name(row.event): row.event for row in EVENT_ROWS if _names_staff(row.event)}
    wrong = say(
        naming.keys() - SIGNED.keys() - ABOUT_STAFF,
        "write its field into SIGNED of src/komandor/check/laws/acting.py, or it into ABOUT_STAFF here",
    )
    wrong += say(SIGNED.keys() - naming.keys(), "names no staff; take it out of SIGNED of laws/acting.py")
    assert not wrong, "\n" + "\n".join(wrong)


def _names_staff(event: type) -> bool:
    return any("StaffNo" in str(hint) for hint in get_type_hints(event, include_extras=True).values())


def test_the_verifiers_hide_what_the_rows_call_private_and_nothing_else() -> None:
    due, senders = shown_by_the_rows()
    wrong = []
    for where, shown, hidden in (
        ("src/komandor/check/file_reader.py", SHOWN, set(SENDERS)),
        ("src/komandor/web/static/verify.js", shown_by_the_browser(), senders_of_the_browser()),
    ):
        for kind in sorted(due.keys() - shown.keys()):
            wrong += say([kind], f"has private fields; add it to SHOWN in {where} with {sorted(due[kind])}")
        wrong += say(shown.keys() - due.keys(), f"has no private fields; take it out of SHOWN in {where}")
        for kind in sorted(due.keys() & shown.keys()):
            wrong += say(
                due[kind] - set(shown[kind]), f"is a public field of {kind}; add it to SHOWN in {where}"
            )
            wrong += say(
                set(shown[kind]) - due[kind],
                f"is private in {kind}, or gone; take it out of SHOWN in {where}",
            )
        wrong += say(senders - hidden, f"hides who sent it; add it to SENDERS in {where}")
        wrong += say(hidden - senders, f"shows who sent it; take it out of SENDERS in {where}")
    assert not wrong, "\n" + "\n".join(wrong)


def test_the_checker_has_the_roles_of_the_rows() -> None:
    """Asked of each example at each phase, by the event that it writes first."""
    letter = dict(zip(ROLES, "OMJKPA", strict=True))
    roles: dict[str, set[str]] = defaultdict(set)
    for event, action, who in product(map(at, PHASES), ACTIONS, ({}, {"staff": 1}, {"player": 1})):
        example = examples(event)[action.command.__name__]
        answer = decide(event.t, example, context(event, **who))
        if not isinstance(answer, Refusal) and answer:
            roles[type_name(type(answer[0]))] |= {letter[role] for role in action.by}
    assert len(roles) > 40
    other = {kind: "".join(sorted(found)) for kind, found in roles.items() if found != set(MAY[kind])}
    assert not other, (
        f"check/acts.py, _TABLE, and web/static/acts.js: these roles write these events: {other}"
    )


def test_undo_leaves_no_record_in_a_phase_where_the_checker_finds_it_senseless() -> None:
    wider: dict[str, set[str]] = {}
    for row in EVENT_ROWS:
        kind, over = type_name(row.event), set() if row.after_the_end else {"closed"}
        more = set(row.needs_phase or ALWAYS) - over - set(WHEN.get(kind, ALWAYS))
        if more and not row.undo_refused:
            wider[kind] = more
    assert not wider, f"needs_phase of these rows has phases that WHEN of check/whole_log.py has not: {wider}"
