"""Templates: one Jinja environment per language, made once.

Every template finds `ui` (all components), `asset(name)`, `url(route, *parts)`, `lang`, `_` and `ngettext`.
Text is escaped unless it is markup made by a template. The sentences are translated when the environment is
made for a language, so a page is a pure function of its view model.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache
from itertools import islice
from types import SimpleNamespace
from typing import Any

import segno
from babel.dates import format_skeleton
from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from komandor import PROGRAM, __version__
from komandor.app.yield_to_writers import in_turn
from komandor.core.games import find_rules
from komandor.core.tournament.values import Plain
from komandor.texts import (
    field_label,
    help_for,
    in_titles_of,
    planned_stage,
    round_chip,
    round_title,
    setting_value,
    word,
)
from komandor.texts.dates import DATES_OF, day_in_words, moment_in_words
from komandor.texts.fields import choice_label, field_hint
from komandor.texts.plurals import ordinal
from komandor.web.forms.fields import DAY_AND_TIME, LONGEST
from komandor.web.forms.form_tag import form
from komandor.web.pictures.bracket_svg import picture
from komandor.web.pictures.fit_text import ems, fitted
from komandor.web.pictures.pace_svg import strip
from komandor.web.pictures.places_svg import chart
from komandor.web.rendering import i18n
from komandor.web.rendering.compiled import Compiled, beside
from komandor.web.rendering.file_names import file_stem
from komandor.web.rendering.help_places import help_path
from komandor.web.rendering.numerals import decimal, metric_value
from komandor.web.rendering.records import NOBODY, VISIT, Page, Visit
from komandor.web.routing.request import url
from komandor.web.server.addresses import only_here
from komandor.web.server.assets import Assets

COMPONENTS = (
    "icons actions status forms nav tables feedback round pieces result bracket listform "
    "listverdict factions schedule places prizes"
).split()
"""The files of templates/components whose macros together are `ui`."""
REMEMBERED = ("dot", "dots")
"""Macros that stand in every row and depend on nothing but what they are called with."""
AT_ONCE = 32
"""Pieces of a page, most of them a few words, between which nobody else has their turn."""
Source = tuple[str, str, Callable[[], bool] | None]
INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class Templates(PackageLoader):
    """Indentation in a template is for its readers: the page does not carry the spaces."""

    def get_source(self, environment: Environment, template: str) -> Source:
        source, path, fresh = super().get_source(environment, template)
        return INDENTATION.sub("", source), path, fresh


COMPILED = Compiled(beside(__file__))


def render(assets: Assets, lang: str, page: Page, visit: Visit = NOBODY) -> str:
    """A page or a part of one as text; without `visit`, as the cache keeps it for everybody."""
    return _made(environment(lang, assets), page.template, {**visit.names(), **page.names()})


def _made(env: Environment, template: str, names: Mapping[str, Any]) -> str:
    pieces = env.get_template(template).generate(names)
    return "".join(map("".join, in_turn(iter(lambda: tuple(islice(pieces, AT_ONCE)), ()))))


@pass_context
def embed(context: Context, part: Page) -> Markup:
    """A part of a page that has a record of its own, inside the page."""
    visit = {name: context[name] for name in VISIT}
    return Markup(_made(context.environment, part.template, {**visit, **part.names()}))  # noqa: S704  a template


@cache
def environment(lang: str, assets: Assets) -> Environment:
    """The templates in one language. A name that nobody declared is an error, also in a question."""
    env = Environment(
        loader=Templates("komandor.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=COMPILED,
    )
    env.install_gettext_callables(*_callables(lang), newstyle=False)  # type: ignore[attr-defined]
    env.newstyle_gettext = True  # type: ignore[attr-defined]  # variables as arguments, also in trans blocks
    _name_what_needs_no_language(env)
    env.globals.update(lang=lang, asset=assets.url)
    env.globals.update(
        word=_word(lang),
        word_options=_word_options(lang),
        label=lambda kind, key, game="": field_label(key, lang, game, kind),
        choice=lambda key, value, game="": choice_label(key, value, lang, game),
        field_hint=lambda key, game: field_hint(key, lang, game),
        setting_help=lambda key: help_for(key, lang),
        metric_value=lambda key, value: metric_value(key, value, lang),
        planned_stage=lambda plan: planned_stage(plan, lang),
        round_title=lambda name: round_title(name, lang, short=True),
        round_letters=lambda part: round_chip((part,), lang),
        setting_value=lambda key, value: setting_value(key, value, lang),
    )
    env.filters.update(_days(lang), decimal=lambda value, places=2: decimal(value, places, lang))
    env.filters["result_dot"] = lambda code: word("result_dot", code, lang)
    env.filters["result_dots"] = lambda codes: ", ".join(word("result_dot", code, lang) for code in codes)
    env.filters["dot_by_dot"] = lambda codes: _dot_by_dot(env, codes)
    env.filters["ordinal"] = lambda number: ordinal(number, lang)
    env.globals["ui"] = _components(env)
    return env


def _days(lang: str) -> dict[str, Callable[..., str]]:
    """The filters for days and times."""
    return {
        "hm": hm,
        "day": day,
        "day_in_words": lambda text: day_in_words(text, lang),
        "moment": lambda at: moment_in_words(_local(at), lang),
        "weekday": lambda at: format_skeleton("MMMEd", _local(at), locale=DATES_OF[lang]),
        "typed_moment": typed_moment,
    }


def _name_what_needs_no_language(env: Environment) -> None:
    env.globals.update(languages=i18n.NAMES, app_version=__version__, url=url)
    env.globals.update(qr=qr, csrf_input="", embed=embed, bracket_picture=picture)
    env.globals.update(
        fitted=fitted,
        ems=ems,
        dice_of=dice_of,
        places_chart=chart,
        rule_link=rule_link,
        cites=cites,
        one_of=one_of,
    )
    env.globals.update(pace_bars=strip, game_shape=game_shape, file_stem=file_stem, here_only=only_here)
    env.globals.update(longest=LONGEST, program=PROGRAM, help_path=help_path)


def game_shape(game: str) -> str:
    """The path of the shape by which a game is recognised; a square for one that is not known."""
    rules = find_rules(game)
    return rules.data.look.shape if rules else "M4 4h16v16H4z"


def dice_of(game: str, content: Mapping[str, Plain]) -> tuple[Sequence[tuple[str, int]], str]:
    """The dice that a list needs, where the game has dice, and the rule behind it."""
    rules = find_rules(game)
    return (rules.dice(content), rules.data.rules["dice_needed"]) if rules and rules.dice else ((), "")


def _callables(lang: str) -> tuple[Callable[..., str], Callable[..., str]]:
    """`_` and `ngettext` of templates. Jinja's own would trust whatever it translates as markup, and so make
    `_(name)` an open door; ours give plain text, which is escaped where it is shown."""
    known = i18n.translations(lang)

    @pass_context
    def gettext(context: Context, text: str, **values: Any) -> str:
        return _filled(in_titles_of(_game(context), known.gettext(text), lang), values)

    @pass_context
    def ngettext(context: Context, one: str, many: str, num: int, **values: Any) -> str:
        text = in_titles_of(_game(context), known.ngettext(one, many, num), lang)
        return _filled(text, {"num": num, **values})

    return gettext, ngettext


def _word(lang: str) -> Callable[..., str]:
    """`word(kind, code)` of templates, with roles and tie-breakers under the names of the page's game.
    A component does not see the page: it says the game itself."""

    @pass_context
    def worded(context: Context, kind: str, code: object, game: str = "") -> str:
        return in_titles_of(game or _game(context), word(kind, code, lang), lang)

    return worded


def _word_options(lang: str) -> Callable[..., list[tuple[str, str]]]:
    """`word_options(kind, codes)` of templates: what a select offers, under the names of the page's game."""
    worded = _word(lang)

    @pass_context
    def options(context: Context, kind: str, codes: Iterable[str]) -> list[tuple[str, str]]:
        return [(code, worded(context, kind, code)) for code in codes]

    return options


def _game(context: Context) -> str:
    """The game of the event that the page is about, or nothing."""
    game = context.get("game")
    return game if isinstance(game, str) else ""


@pass_context
def cites(context: Context, id: str | None) -> str:
    """The rule as the document of the page's game has it; "" where that has none."""
    rules = find_rules(_game(context))
    return rules.data.cites(id) if rules else id or ""


@pass_context
def rule_link(context: Context, id: str | None) -> Markup | str:
    """The rule as the page's game has it, with a link to its page; nothing where its document has none."""
    cited = cites(context, id)
    href = url("ambiguity" if cited.startswith("AMB-") else "rule", cited) if cited else ""
    return Markup('<a class="rule" href="{}">{}</a>').format(href, cited) if cited else ""


def _filled(text: str, values: Mapping[str, Any]) -> str:
    return text % values if values or "%%" in text else text


def _dot_by_dot(env: Environment, codes: Sequence[str]) -> Markup:
    """A dot for each round, put together without a call from the template: the standings have a row for each
    of thousands of players."""
    dot = env.globals["ui"].dot  # type: ignore[attr-defined]  # put together by `_components`
    return Markup("").join(dot(number, code) for number, code in enumerate(codes, 1))


def _components(env: Environment) -> SimpleNamespace:
    ui = SimpleNamespace(form=form)
    env.globals["ui"] = ui  # components may use one another
    for name in COMPONENTS:
        for macro, value in vars(env.get_template(f"components/{name}.html").module).items():
            if not macro.startswith("_"):
                setattr(ui, macro, lru_cache(4096)(value) if macro in REMEMBERED else value)
    return ui


def hm(at: str | datetime | int) -> str:
    """The time of day where the server stands: "14:40"."""
    return _local(at).strftime("%H:%M")


def day(at: str | datetime | int) -> str:
    """The date in figures, the same in both languages: "2026-11-14"."""
    return _local(at).strftime("%Y-%m-%d")


def typed_moment(at: int | None) -> str:
    """A moment as the browser's field for day and time has it; empty for none."""
    return "" if at is None else _local(at).strftime(DAY_AND_TIME)


def _local(at: str | datetime | int) -> datetime:
    if isinstance(at, int):  # milliseconds since 1970
        return datetime.fromtimestamp(at / 1000).astimezone()
    moment = datetime.fromisoformat(at) if isinstance(at, str) else at
    return moment.astimezone()


@lru_cache(maxsize=64)
def _numbered(numbers: tuple[int, ...]) -> str:
    return "".join(f"<li>{number}</li>" for number in numbers)


def one_of(numbers: tuple[int, ...], mine: int) -> Markup:
    """The items of a list of numbers, of which one is marked: the tables of a hall, on each of its phones."""
    marked = f'<li aria-current="location">{mine:d}</li>'
    return Markup(_numbered(numbers).replace(f"<li>{mine:d}</li>", marked))  # noqa: S704  numbers only


@lru_cache(maxsize=1024)
def qr(text: str) -> Markup:
    """A QR code as inline SVG that takes the size its box gives it."""
    code = segno.make(text, error="m", micro=False, boost_error=False)
    svg = code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr-code")
    return Markup(svg)  # noqa: S704  segno's own drawing; the text is in the modules only
