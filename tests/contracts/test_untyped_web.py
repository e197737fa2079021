"""What `web` hands on has a type: a dictionary of anything is left only where a protocol or cookie is one."""

from pathlib import Path

from komandor import web

ROOT = Path(web.__file__).parent
UNTYPED = "dict[str, Any]"
ALLOWED = {
    "server/": "messages of ASGI and WSGI, and what a signed cookie keeps",
    "routing/routes.py": "the parts of a path, which Django gives",
    "rendering/": "contexts of templates that have no record yet",
    "forms/": "slips and lists, whose fields are as their games say",
    "console/play/": "contexts of templates that have no record yet",
    "console/prepare/": "contexts of templates that have no record yet",
    "console/console_page.py": "contexts of templates that have no record yet",
}
"""Where it is still written, and why. This list only shrinks."""


def test_web_hands_on_no_dictionary_of_anything() -> None:
    found = [
        path.relative_to(ROOT).as_posix()
        for path in sorted(ROOT.rglob("*.py"))
        if UNTYPED in path.read_text("utf-8")
    ]
    wrong = [name for name in found if not name.startswith(tuple(ALLOWED))]
    assert not wrong, f"{UNTYPED} in {wrong}: give it a record, or add the file to ALLOWED with a reason"
