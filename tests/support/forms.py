"""The forms of a page, with the values that a browser would send if nothing is typed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

TAGS = re.compile(
    r"<(?:a|form|button|input|select|option|textarea)\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*>", re.IGNORECASE
)
"""The tags that this module looks at: a page has many others, and to parse them all takes long."""


@dataclass
class Form:
    """One form of a page and the values that a browser would send."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)  # name, value, formaction
    id: str = ""

    def presses(self) -> Iterator[tuple[str, dict[str, str]]]:
        for name, value, action in self.buttons:
            yield action or self.action, self.fields | ({name: value} if name else {})


class Page(HTMLParser):
    """The links and forms of a page."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__()
        self.path, self.links, self.forms = path, [], []  # type: ignore[var-annotated]
        self._select = ""
        self.feed("".join(TAGS.findall(text)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {key: value or "" for key, value in attrs}
        if tag == "a" and "href" in has:
            self.links.append(has["href"])
        if tag == "option" and has.get("value", "").startswith("/"):  # to choose it is to go there (judge.js)
            self.links.append(has["value"])
        if tag == "form":
            method = has.get("method", "get").lower()
            self.forms.append(Form(has.get("action") or self.path, method, id=has.get("id", "")))
        if not self.forms or "disabled" in has:
            return
        form, name = self.forms[-1], has.get("name", "")
        if "form" in has:
            form = next((x for x in self.forms if x.id == has["form"]), form)
        if tag == "button" or (tag == "input" and has.get("type") == "submit"):
            if has.get("type", "submit") == "submit":
                form.buttons.append((name, has.get("value", ""), has.get("formaction", "")))
        else:
            self._field(form, tag, name, has)

    def _field(self, form: Form, tag: str, name: str, has: dict[str, str]) -> None:
        if tag == "input" and name:
            if has.get("type") not in ("checkbox", "radio", "file") or "checked" in has:
                form.fields[name] = has.get("value", "on")
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and ("selected" in has or self._select not in form.fields):
            form.fields[self._select] = has.get("value", "")
        elif tag == "textarea":
            form.fields[name] = ""
