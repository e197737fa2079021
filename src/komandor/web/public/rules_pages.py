"""The rule reference: all rules in both languages, found by word or ID, with sources and ambiguities."""

from functools import cache
from itertools import groupby
from typing import Any

from django.http import HttpResponse

from komandor.core import games as every
from komandor.rulebook import Rule, ambiguities, ambiguity, near, rule, rules, search
from komandor.rulebook.coverage import Covered, cited_in, coverage, known
from komandor.rulebook.register import PARTS, Ambiguity, Lang, documents, titles
from komandor.web.forms.fields import LINE
from komandor.web.public import ruletext
from komandor.web.rendering.jinja import render_names
from komandor.web.routing.paths import url
from komandor.web.routing.request import Request
from komandor.web.server.cache import CachedPage
from komandor.web.server.site import Site


def games(lang: Lang) -> list[tuple[str, str]]:
    return [(g.data.id, g.data.name[lang]) for g in every.GAMES]


def index(site: Site, lang: Lang) -> str:
    asked = {"path": url("rules"), "q": "", "game_chosen": "", "tag": "", "found": None}
    return render_names(site.assets, lang, "public/rules/index.html", shelf(rules(), lang) | asked)


def search_page(request: Request) -> HttpResponse:
    """Words or an ID, narrowed by game and tag; needs neither script nor cookie."""
    fields = request.fields
    q, game, tag = fields.text("q", LINE), fields.raw("game"), fields.raw("tag")
    kept = [r for r in (search(q) if q else rules()) if _fits(r, game, tag)]
    wanted = [a for a in ambiguities() if q and q.upper() == a.id]
    asked = {"path": request.get_full_path(), "q": q, "game_chosen": game, "tag": tag}
    found = {"found": len(kept), "wanted": wanted, "near": near(q) if q and not kept else ()}
    shown = shelf(tuple(kept), request.lang, ordered=not q) | asked | found
    text = render_names(request.site.assets, request.lang, "public/rules/index.html", shown)
    return HttpResponse(text, headers={"Content-Language": request.lang, "Vary": "Accept-Language, Cookie"})


def _fits(r: Rule, game: str, tag: str) -> bool:
    return (not game or game in r.games) and (not tag or r.tag == tag)


def shelf(kept: tuple[Rule, ...], lang: Lang, ordered: bool = True) -> dict[str, Any]:
    """Rules as the index shows them: by part and section, or as found."""
    parts = [
        (part, titles()[part][lang], _sections([r for r in kept if r.part == part], lang)) for part in PARTS
    ]
    flat = [("", "", [("", list(kept))])]
    return {
        "parts": [p for p in parts if p[2]] if ordered else flat,
        "total": len(rules()),
        "games": games(lang),
        "html": ruletext.html,
        "ambiguities": ambiguities(),
        "wanted": [],
        "near": (),
    }


def _sections(kept: list[Rule], lang: Lang) -> list[tuple[str, list[Rule]]]:
    return [(title, list(own)) for title, own in groupby(kept, key=lambda r: r.section[lang])]


def rule_page(site: Site, lang: Lang, id: str) -> str | None:
    """The page of a rule; what a reason or a setting names may also be an ambiguity."""
    found = rule(id)
    if found is None:
        return ambiguity_page(site, lang, id)
    order = [r.id for r in rules()]
    at = order.index(id)
    context = {
        **_both_languages(lang),
        "path": url("rule", id),
        "rule": found,
        "ambiguities": _about(found),
        "covered": _coverage().get(id),
        "title": titles()[found.part][lang],
        "documents": _documents(lang),
        "before": order[at - 1] if at else "",
        "after": order[at + 1] if at + 1 < len(order) else "",
    }
    return render_names(site.assets, lang, "public/rules/rule.html", context)


def ambiguity_page(site: Site, lang: Lang, id: str) -> str | None:
    found = ambiguity(id)
    if found is None:
        return None
    about = [rule(r) for r in found.rules if rule(r)]
    context = {**_both_languages(lang), "path": url("ambiguity", id), "amb": found, "rules": about}
    return render_names(site.assets, lang, "public/rules/ambiguity.html", context)


def _both_languages(lang: Lang) -> dict[str, Any]:
    """What a page about one rule needs to show its text in the reader's language and the other one."""
    other = "en" if lang == "pl" else "pl"
    return {"other": other, "html": ruletext.html, "games": dict(games(lang))}


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
