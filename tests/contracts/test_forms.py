"""Every form that posts is made by `ui.form`, and so carries whom and what it was made for."""

import re
from pathlib import Path

import pytest

import komandor.web
from komandor.core.tournament.actions import ACTION_OF
from komandor.core.tournament.references import CALL, MATCH, PLAYER
from komandor.web.forms.form_tag import NUMBERED, SUBJECTS, without_form
from komandor.web.routing import areas
from komandor.web.routing.routes import Route

FOLDER = Path(komandor.web.__file__).parent
TEMPLATES = {path.relative_to(FOLDER): path.read_text("utf-8") for path in FOLDER.rglob("*.html")}
POSTING = [route for route in areas.ROUTES if "POST" in route.methods]
KINDS = {MATCH: "match", CALL: "call", PLAYER: "player"}


def test_no_template_writes_such_a_form_itself() -> None:
    by_hand = [
        str(path)
        for path, text in TEMPLATES.items()
        if re.search(r"<form\b[^>]*\bpost\b", text, re.IGNORECASE)
    ]
    assert by_hand == [], (
        "write {% call ui.form(route, …) %} in these templates instead of <form method=post>"
    )


def test_no_script_makes_such_a_form() -> None:
    made = [p.name for p in FOLDER.rglob("*.js") if re.search(r"createElement\(.form", p.read_text("utf-8"))]
    assert made == [], "these scripts make forms, which then carry nothing: let a template make them"


def test_every_route_that_posts_has_its_form() -> None:
    assert without_form(route.name for route in POSTING) == {}, "the site does not start with such routes"


def test_a_route_without_a_form_is_named_with_the_templates_that_speak_of_it() -> None:
    found = without_form(["console-step", "console-standings", "nowhere"])
    assert found.keys() == {"console-standings", "nowhere"}
    assert any("templates/console/" in path for path in found["console-standings"])
    assert not found["nowhere"]


@pytest.mark.parametrize("route", [one for one in POSTING if one.area == "m"], ids=lambda one: one.name)
def test_a_form_of_a_phone_says_what_its_command_concerns(route: Route) -> None:
    """A phone has several seats, and a player several matches in a day: each form names its own."""
    subjects = {KINDS[about] for x in route.posts if (about := ACTION_OF[x].about) in KINDS}
    calls = [
        text for text in TEMPLATES.values() for text in re.findall(r"ui\.form\((.*?)%\}", text, re.DOTALL)
    ]
    own = [call for call in calls if re.match(rf'\s*"{route.name}"', call)]
    silent = [call for call in own if "about=(" not in call]
    assert not subjects or not silent, f"{route.name}: add about=(…) of {subjects} to ui.form({silent})"


def test_a_path_with_a_number_says_what_it_is_about() -> None:
    numbered = {
        route.path.split("/<int:number>")[0].split("/")[-1] for route in POSTING if "<int:n" in route.path
    }
    assert numbered - SUBJECTS.keys() <= {"component"}, (
        "name the new kind in `SUBJECTS` (web/forms/form_tag.py)"
    )
    assert NUMBERED.findall("/c/cup/match/12/extend") == [("match", "12")]
    assert ("people", "0") not in NUMBERED.findall("/c/2026/people/0/here"), "buttons of many rows"
