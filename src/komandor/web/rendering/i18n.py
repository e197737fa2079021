"""Polish and English. English is the language of the source; Polish comes from the catalogues.

Texts stand in templates as `{{ _("Draw") }}` or `{{ ngettext("%(num)d player", "%(num)d players", n) }}`, in
Python as `N_("Draw")` where they are named and `_(text)` where they are shown. The `.po` files are read at
start, so there is nothing to compile. `python -m komandor.web.rendering.i18n update` extracts new texts and
drops those no longer used; each area of the site has its own catalogue.
"""

import gettext
import io
import re
import sys
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from urllib.parse import parse_qsl

from babel.messages import extract
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from komandor import texts
from komandor.core.tournament.references import help_of
from komandor.texts import Lang

LANGUAGES = texts.LANGUAGES
NAMES = {"pl": "Polski", "en": "English"}
COOKIE = "lang"
DEFAULT: Lang = "pl"  # where the browser names neither
SHARED = "komandor"  # the catalogue of everything that belongs to no single area
AREAS = ("console", "judge", "paper", "phone", "projector", "public")
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None}
MARKED = re.compile(rf"\b({'|'.join(KEYWORDS)})\s*\(")

Translations = gettext.NullTranslations
Ids = str | tuple[str, ...]
"""A msgid, or one and its plural."""


def N_(text: str) -> str:  # noqa: N802
    """Mark a text for the catalogue where it is named; translate it where it is shown."""
    return text


@lru_cache(maxsize=1024)
def choose(asked: str, cookie: str, accept: str) -> Lang:
    """The language of a request: `?lang=`, its cookie, then what the browser prefers.

    Whoever asks only for other languages gets English; whoever asks for none, Polish.
    """
    if lang := language(asked):
        return lang
    for pair in cookie.split(";"):
        name, _, value = pair.strip().partition("=")
        if name == COOKIE and (lang := language(value)):
            return lang
    preferred = [name for _, name in sorted(_preferred(accept), reverse=True) if name not in ("", "*")]
    others: Lang = "en" if preferred else DEFAULT
    return next((lang for name in preferred if (lang := language(name))), others)


def asked_in(query: str) -> str:
    """What a query names as its language; read by itself, for pages about queries that cannot be read too."""
    return dict(parse_qsl(query)).get("lang", "") if query else ""


def language(name: str) -> Lang | None:
    """The language of this name, if it is one of ours."""
    return next((lang for lang in LANGUAGES if lang == name), None)


def _preferred(accept: str) -> Iterator[tuple[float, str]]:
    for part in accept.split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            yield float(quality or 1), tag.split("-")[0].lower()
        except ValueError:
            continue


@cache
def translations(lang: str) -> Translations:
    """What `_` and `ngettext` mean in this language."""
    if lang == "en":
        return gettext.NullTranslations()
    packed = io.BytesIO()
    write_mo(packed, _merged(lang))
    packed.seek(0)
    return gettext.GNUTranslations(packed)


def _merged(lang: str) -> Catalog:
    whole = Catalog(locale=lang)
    for catalogue in catalogues(lang).values():
        for message in catalogue:
            if message.id:
                whole[_key(message)] = message
    return whole


def catalogues(lang: str) -> dict[str, Catalog]:
    """The catalogues of a language by area."""
    found = {}
    for area in (SHARED, *AREAS):
        path = files("komandor") / "locale" / lang / "LC_MESSAGES" / f"{area}.po"
        if path.is_file():
            found[area] = read_po(io.BytesIO(path.read_bytes()), locale=lang)
    return found


def used_texts() -> dict[str, tuple[str, Ids]]:
    """Every text in templates and code, and each field's help: the area that uses it first, its msgid(s)."""
    root = Path(str(files("komandor")))
    found: dict[str, tuple[str, Ids]] = {}
    for method, pattern in (("python", "**/*.py"), ("jinja2", "web/templates/**/*.html")):
        for path in sorted(root.glob(pattern)):
            if method == "python" and not MARKED.search(path.read_text(encoding="utf-8")):
                continue  # most of the code has no text: not worth taking apart
            for message in _texts_in(path, method):
                key = message if isinstance(message, str) else message[0]
                found.setdefault(key, (_area(path.relative_to(root)), message))
    return found | {text: (SHARED, text) for text in _helps_of_fields()}


def _helps_of_fields() -> set[str]:
    """What the fields of actions mean: their types say it in English, `/api` in the reader's language."""
    from komandor.app.typed_actions import BY_NAME

    return {text for row in BY_NAME.values() for text in help_of(row.command).values() if text}


def _texts_in(path: Path, method: str) -> Iterator[Ids]:
    extractor = "jinja2.ext:babel_extract" if method == "jinja2" else method
    options = (
        {"newstyle_gettext": "true", "silent": "false", "extensions": "jinja2.ext.do"}
        if method == "jinja2"
        else {}
    )
    with path.open("rb") as source:
        for _, message, _, _ in extract.extract(extractor, source, keywords=KEYWORDS, options=options):
            yield message


def _area(path: Path) -> str:
    return next((part for part in path.parts if part in AREAS), SHARED)


def update(lang: str = "pl") -> list[str]:
    """Write the catalogues again: used texts keep their translation, new ones wait for one, others go.
    Returns the texts without a translation."""
    used, old = used_texts(), catalogues(lang)
    known = {_key(m): (area, m) for area, catalogue in old.items() for m in catalogue if m.id}
    new: dict[str, Catalog] = {}
    for key, (first_area, ids) in sorted(used.items()):
        area, before = known.get(key, (first_area, Message("")))
        catalogue = new.setdefault(area, Catalog(locale=lang, fuzzy=False))
        catalogue.add(ids, before.string if before.id and _same_shape(before, ids) else None)
    for area in (SHARED, *AREAS):
        _write(lang, area, new.get(area))
    translations.cache_clear()
    return missing(lang)


def missing(lang: str = "pl") -> list[str]:
    """Used texts that have no whole, settled translation."""
    known = {_key(m): m for catalogue in catalogues(lang).values() for m in catalogue if m.id}
    return sorted(key for key, (_, ids) in used_texts().items() if not _translated(known.get(key), ids))


def stale(lang: str = "pl") -> list[str]:
    """Translations of texts that nobody uses any more."""
    used = used_texts()
    return sorted(_key(m) for c in catalogues(lang).values() for m in c if m.id and _key(m) not in used)


def _translated(message: Message | None, ids: Ids) -> bool:
    if message is None or message.fuzzy or not _same_shape(message, ids):
        return False
    strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
    forms = 1 if isinstance(ids, str) else 3
    return len(strings) == forms and all(strings)


def _same_shape(message: Message, ids: Ids) -> bool:
    return isinstance(message.id, str) == isinstance(ids, str)


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _write(lang: str, area: str, catalogue: Catalog | None) -> None:
    path = Path(str(files("komandor"))) / "locale" / lang / "LC_MESSAGES" / f"{area}.po"
    if catalogue is None:
        path.unlink(missing_ok=True)
        return
    text = io.BytesIO()
    write_po(text, catalogue, width=110, omit_header=True, sort_output=True)
    head = 'msgid ""\nmsgstr ""\n"Language: pl\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    plural = f'"Plural-Forms: nplurals={catalogue.num_plurals}; plural={catalogue.plural_expr};\\n"\n\n'
    path.write_bytes((head + plural).encode() + text.getvalue().rstrip(b"\n") + b"\n")


def main(args: list[str]) -> int:
    """`update` rewrites the catalogues; `check` only looks."""
    lacking = update() if args == ["update"] else missing()
    for text in lacking:
        print(text)
    print(f"{len(lacking)} without translation", file=sys.stderr)
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
