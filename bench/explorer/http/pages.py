"""A page as somebody sees it: its words, its links, and its forms with the words beside every field."""

import re
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

HIDDEN, TYPED, CHOSEN = "hidden", "typed", ("radio", "checkbox", "select")
UNSEEN = ("script", "style", "template", "svg", "head")
PICTURES = re.compile(r"(?s)<svg.*?</svg>|<head>.*?</head>")
NOT_SENT = ("file", "reset", "button", "image", "search")


@dataclass(slots=True)
class Control:
    """A field of a form: what may be chosen, each with the words beside it, and what is chosen at first."""

    name: str
    kind: str  # hidden, typed, radio, checkbox or select
    choices: list[tuple[str, str]] = field(default_factory=list)  # value, words
    at_first: list[str] = field(default_factory=list)
    type: str = ""
    legend: str = ""
    placeholder: str = ""


@dataclass(slots=True)
class Button:
    """A button that sends its form."""

    name: str
    value: str
    action: str  # where to, if not where the form goes
    words: str = ""


@dataclass(slots=True)
class Form:
    """A form that posts."""

    action: str
    controls: dict[str, Control] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)
    id: str = ""

    def hidden(self, name: str) -> str:
        """What the page put into a field that nobody sees."""
        one = self.controls.get(name)
        return one.at_first[0] if one and one.kind == HIDDEN and one.at_first else ""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows."""

    path: str
    words: str
    links: tuple[str, ...]
    forms: tuple[Form, ...]

    def with_menu(self, menu: "Shown") -> "Shown":
        """The page with a menu open that was fetched for it."""
        forms = {one.id: one for one in self.forms if one.id}
        for one in menu.forms:
            if one.id in forms:
                forms[one.id].buttons.extend(one.buttons)
        added = tuple(one for one in menu.forms if one.id not in forms)
        words = f"{self.words} {menu.words}"
        return replace(self, words=words, forms=self.forms + added, links=self.links + menu.links)


class _Reader(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__(convert_charrefs=True)
        self.path = path
        self.said: list[str] = []
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.unseen = 0
        self.form: Form | None = None
        self.waiting: list[tuple[Control, int]] = []  # choices in the open label, whose words follow
        self.label: list[str] | None = None
        self.legend: list[str] | None = None
        self.fieldsets: list[str] = []
        self.button: tuple[Button, list[str]] | None = None
        self.select: Control | None = None
        self.option: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {key: value or "" for key, value in attrs}
        if tag in UNSEEN:
            self.unseen += 1
        if self.unseen:
            return
        if tag == "a":
            self.links += [has["href"]] if "href" in has else []
        elif tag == "form":
            self._form(has)
        elif tag == "label":
            self.label, self.waiting = [], []
        elif tag == "legend":
            self.legend = []
        elif tag == "fieldset":
            self.fieldsets.append("")
        elif tag == "option" and self.select is not None:
            self._option(has)
        elif tag in ("input", "select", "textarea", "button") and "disabled" not in has:
            self._field(tag, has)

    def _form(self, has: dict[str, str]) -> None:
        self.form = Form(has.get("action") or self.path, id=has.get("id", ""))
        if has.get("method", "").lower() == "post":
            self.forms.append(self.form)

    def _option(self, has: dict[str, str]) -> None:
        assert self.select is not None
        self.option = []
        if "disabled" not in has:
            value = has.get("value", "")
            self.select.choices.append((value, ""))
            if "selected" in has or not self.select.at_first:
                self.select.at_first = [value]

    def _owner(self, has: dict[str, str]) -> Form | None:
        """The form that a field belongs to; one that is named may be on the page that asked for this part."""
        if "form" not in has:
            return self.form
        found = next((one for one in self.forms if one.id == has["form"]), None)
        if found is None:
            found = Form("", id=has["form"])
            self.forms.append(found)
        return found

    def _field(self, tag: str, has: dict[str, str]) -> None:
        form, name, kind = self._owner(has), has.get("name", ""), has.get("type", "text").lower()
        if tag == "button" or kind == "submit":
            if form is not None and has.get("type", "submit") == "submit":
                made = Button(name, has.get("value", ""), has.get("formaction", ""))
                form.buttons.append(made)
                self.button = (made, [])
            return
        if form is None or not name or kind in NOT_SENT:
            return
        if tag == "select":
            self.select = form.controls[name] = Control(name, "select", legend=self._legend())
            return
        self._input(form, name, tag, kind, has)

    def _input(self, form: Form, name: str, tag: str, kind: str, has: dict[str, str]) -> None:
        if tag == "input" and kind in CHOSEN:
            one = form.controls.setdefault(name, Control(name, kind, legend=self._legend()))
            if one.kind not in CHOSEN:  # a hidden field says what is sent where nothing is ticked
                one = form.controls[name] = Control(name, kind, at_first=one.at_first, legend=self._legend())
            value = has.get("value", "on")
            words = "".join(self.label or ()) or has.get("aria-label", "")
            one.choices.append((value, words.strip()))
            if "checked" in has:
                one.at_first = [*one.at_first, value]
            if self.label is not None:
                self.waiting.append((one, len(one.choices) - 1))
            return
        shown = HIDDEN if kind == "hidden" else TYPED
        if name not in form.controls or shown == TYPED:
            one = Control(name, shown, at_first=[has.get("value", "")], type=kind, legend=self._legend())
            one.placeholder = has.get("placeholder", "")
            one.choices.append(("", "".join(self.label or ()).strip()))
            form.controls[name] = one

    def _legend(self) -> str:
        return " ".join(filter(None, self.fieldsets))

    def handle_endtag(self, tag: str) -> None:
        if tag in UNSEEN:
            self.unseen = max(0, self.unseen - 1)
        elif self.unseen:
            return
        elif tag == "form":
            self.form = None
        elif tag == "label":
            words = " ".join("".join(self.label or ()).split())
            for one, at in self.waiting:
                one.choices[at] = (one.choices[at][0], words)
            self.label, self.waiting = None, []
        elif tag == "legend" and self.legend is not None:
            if self.fieldsets:
                self.fieldsets[-1] = " ".join("".join(self.legend).split())
            self.legend = None
        elif tag == "fieldset" and self.fieldsets:
            self.fieldsets.pop()
        else:
            self._ended(tag)

    def _ended(self, tag: str) -> None:
        if tag == "button" and self.button:
            self.button[0].words = " ".join("".join(self.button[1]).split())
            self.button = None
        elif tag == "option" and self.select and self.option is not None:
            if self.select.choices:
                self.select.choices[-1] = (self.select.choices[-1][0], "".join(self.option).strip())
            self.option = None
        elif tag == "select":
            self.select = None

    def handle_data(self, data: str) -> None:
        if self.unseen:
            return
        self.said.append(data)
        for kept in (self.label, self.legend, self.option, self.button[1] if self.button else None):
            if kept is not None:
                kept.append(data)


def shown(path: str, text: str) -> Shown:
    """A page, or a part of one, as it is read."""
    reader = _Reader(path)
    reader.feed(PICTURES.sub("", text))
    words = " ".join(" ".join(reader.said).split())
    return Shown(path, words, tuple(reader.links), tuple(reader.forms))
