"""The rule reference: all rules in both languages, found by word or ID, with sources and ambiguities."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby

from django.http import HttpResponse
from markupsafe import Markup

from komandor.core import games as every
from komandor.rulebook import Rule, ambiguities, ambiguity, near, rule, rules, search
from komandor.rulebook.coverage import Covered, cited_in, coverage, known
from komandor.rulebook.register import PARTS, Ambiguity, Evidence, Lang, documents, evidence, titles
from komandor.web.forms.fields import LINE
from komandor.web.public import ruletext
from komandor.web.rendering.jinja import render
from komandor.web.rendering.records import NOBODY, Page
from komandor.web.routing.request import Request, url
from komandor.web.server.cache import CachedPage
from komandor.web.server.site import Site

OTHER: Mapping[Lang, Lang] = {"en": "pl", "pl": "en"}


def games(lang: Lang) -> list[tuple[str, str]]:
    return [(g.data.id, g.data.name[lang]) for g in every.GAMES]


Section = tuple[str, Sequence[Rule]]
Shelf = tuple[str, str, Sequence[Section]]
"""A part of the rulebook: its id, its title, and its sections."""


class RulebookPage(Page):
    """A page with texts of rules."""

    def html(self, text: str) -> Markup:
        return ruletext.html(text)


class RulesPage(RulebookPage, template="public/rules/index.html"):
    """The rulebook, or what a search found in it (`found`: how many)."""

    q: str = ""
    game_chosen: str = ""
    tag: str = ""
    found: int | None = None
    parts: Sequence[Shelf]
    games: Sequence[tuple[str, str]]
    wanted: Sequence[Ambiguity] = ()
    near: Sequence[str] = ()

    @property
    def total(self) -> int:
        return len(rules())

    @property
    def ambiguities(self) -> Sequence[Ambiguity]:
        return ambiguities()

    @property
    def sources(self) -> Sequence[Evidence]:
        return evidence()


def index(site: Site, lang: Lang) -> str:
    shown = RulesPage(parts=shelves(rules(), lang), games=games(lang))
    return render(site.assets, lang, shown, replace(NOBODY, path=url("rules")))


def search_page(request: Request) -> HttpResponse:
    """Words or an ID, narrowed by game and tag; needs neither script nor cookie."""
    fields, lang = request.fields, request.lang
    q, game, tag = fields.text("q", LINE), fields.raw("game"), fields.raw("tag")
    kept = [r for r in (search(q) if q else rules()) if _fits(r, game, tag)]
    shown = RulesPage(
        q=q,
        game_chosen=game,
        tag=tag,
        found=len(kept),
        parts=[("", "", [("", kept)])] if q else shelves(kept, lang),
        games=games(lang),
        wanted=[a for a in ambiguities() if q and q.upper() == a.id],
        near=near(q) if q and not kept else (),
    )
    text = render(request.site.assets, lang, shown, replace(NOBODY, path=request.get_full_path()))
    return HttpResponse(text, headers={"Content-Language": lang, "Vary": "Accept-Language, Cookie"})


def _fits(r: Rule, game: str, tag: str) -> bool:
    return (not game or game in r.games) and (not tag or r.tag == tag)


def shelves(kept: Sequence[Rule], lang: Lang) -> list[Shelf]:
    """Rules as the index shows them: by part and section."""
    parts = [
        (part, titles()[part][lang], _sections([r for r in kept if r.part == part], lang)) for part in PARTS
    ]
    return [p for p in parts if p[2]]


def _sections(kept: Sequence[Rule], lang: Lang) -> list[Section]:
    return [(title, list(own)) for title, own in groupby(kept, key=lambda r: r.section[lang])]


class InBothLanguages(RulebookPage):
    """A page about one rule, in the reader's language and the other one."""

    other: Lang
    games: Mapping[str, str]


class RulePage(InBothLanguages, template="public/rules/rule.html"):
    rule: Rule
    title: str
    ambiguities: Sequence[Ambiguity]
    covered: Covered | None
    documents: Mapping[str, str]
    before: str
    after: str


class AmbiguityPage(InBothLanguages, template="public/rules/ambiguity.html"):
    amb: Ambiguity
    rules: Sequence[Rule]


def rule_page(site: Site, lang: Lang, id: str) -> str | None:
    """The page of a rule; what a reason or a setting names may also be an ambiguity."""
    found = rule(id)
    if found is None:
        return ambiguity_page(site, lang, id)
    order = [r.id for r in rules()]
    at = order.index(id)
    shown = RulePage(
        other=OTHER[lang],
        games=dict(games(lang)),
        rule=found,
        title=titles()[found.part][lang],
        ambiguities=_about(found),
        covered=_coverage().get(id),
        documents=_documents(lang),
        before=order[at - 1] if at else "",
        after=order[at + 1] if at + 1 < len(order) else "",
    )
    return render(site.assets, lang, shown, replace(NOBODY, path=url("rule", id)))


def ambiguity_page(site: Site, lang: Lang, id: str) -> str | None:
    found = ambiguity(id)
    if found is None:
        return None
    about = [one for r in found.rules if (one := rule(r))]
    shown = AmbiguityPage(other=OTHER[lang], games=dict(games(lang)), amb=found, rules=about)
    return render(site.assets, lang, shown, replace(NOBODY, path=url("ambiguity", id)))


def _about(found: Rule) -> list[Ambiguity]:
    """Ambiguities that name this rule, or that its text names."""
    named = cited_in(found.text.en)
    return [a for a in ambiguities() if found.id in a.rules or a.id in named]


def _documents(lang: Lang) -> dict[str, str]:
    names = dict(games(lang))
    return {d.number: names.get(d.game, d.game) for d in documents()}


@cache
def _coverage() -> dict[str, Covered]:
    """Read once: the sources do not change while the site runs."""
    return {entry.id: entry for entry in coverage()} if known() else {}


PAGES = (
    CachedPage("/rules", index, "rules"),
    CachedPage("/rules/amb/<id>", ambiguity_page, "ambiguity"),
    CachedPage("/rules/<id>", rule_page, "rule"),
)
