"""The rule reference: all rules in both languages, found by word or ID, with sources and ambiguities."""

from functools import cache
from itertools import groupby
from typing import Any

from django.http import HttpResponse

from komandor.core import games as every
from komandor.rulebook import Rule, ambiguities, ambiguity, near, rule, rules, search
from komandor.rulebook.coverage import Covered, cited_in, coverage, known
from komandor.rulebook.register import PARTS, TAGS, Ambiguity, Lang, documents, titles
from komandor.web.cache import CachedPage
from komandor.web.jinja import render
from komandor.web.public import ruletext
from komandor.web.request import Request
from komandor.web.site import Site

LONGEST = 200  # characters of a search


def games(lang: str) -> list[tuple[str, str]]:
    return [(g.data.id, g.data.name[lang]) for g in every.GAMES]


def index(site: Site, lang: str) -> str:
    context = {"path": "/rules", **shelf(rules(), lang), "q": "", "game_chosen": "", "tag": "", "found": None}
    return render(site.assets, lang, "public/rules/index.html", context)


def search_page(request: Request) -> HttpResponse:
    """Words or an ID, narrowed by game and tag; needs neither script nor cookie."""
    asked = request.GET
    q, game, tag = asked.get("q", "").strip()[:LONGEST], asked.get("game", ""), asked.get("tag", "")
    kept = [r for r in (search(q) if q else rules()) if _fits(r, game, tag)]
    wanted = [a for a in ambiguities() if q and q.upper() == a.id]
    more = {
        "q": q, "game_chosen": game, "tag": tag, "found": len(kept), "wanted": wanted,
        "near": near(q) if q and not kept else (),
    }  # fmt: skip
    shown = shelf(tuple(kept), request.lang, ordered=not q) | more | {"path": request.get_full_path()}
    text = render(request.site.assets, request.lang, "public/rules/index.html", shown)
    return HttpResponse(text, headers={"Content-Language": request.lang, "Vary": "Accept-Language, Cookie"})


def _fits(r: Rule, game: str, tag: str) -> bool:
    return (not game or game in r.games) and (not tag or r.tag == tag)


def shelf(kept: tuple[Rule, ...], lang: str, ordered: bool = True) -> dict[str, Any]:
    """Rules as the index shows them: by part and section, or as found."""
    said = _lang(lang)
    parts = [
        (part, titles()[part][said], _sections([r for r in kept if r.part == part], said)) for part in PARTS
    ]
    flat = [("", "", [("", list(kept))])]
    return {
        "parts": [p for p in parts if p[2]] if ordered else flat,
        "total": len(rules()), "games": games(lang), "tags": TAGS, "html": ruletext.html, "said": said,
        "ambiguities": ambiguities(), "wanted": [], "near": (),
    }  # fmt: skip


def _sections(kept: list[Rule], lang: Lang) -> list[tuple[str, list[Rule]]]:
    return [(title, list(own)) for title, own in groupby(kept, key=lambda r: r.section[lang])]


def rule_page(site: Site, lang: str, id: str) -> str | None:
    found = rule(id)
    if found is None:
        return None
    order = [r.id for r in rules()]
    at = order.index(id)
    context = {
        "path": f"/rules/{id}", "rule": found, "said": _lang(lang), "other": _other(lang),
        "html": ruletext.html, "games": dict(games(lang)), "ambiguities": _about(found),
        "covered": covered(id), "title": titles()[found.part][_lang(lang)], "documents": _documents(lang),
        "before": order[at - 1] if at else "", "after": order[at + 1] if at + 1 < len(order) else "",
    }  # fmt: skip
    return render(site.assets, lang, "public/rules/rule.html", context)


def ambiguity_page(site: Site, lang: str, id: str) -> str | None:
    found = ambiguity(id)
    if found is None:
        return None
    context = {
        "path": f"/rules/amb/{id}", "amb": found, "said": _lang(lang), "other": _other(lang),
        "html": ruletext.html, "games": dict(games(lang)), "rules": [rule(r) for r in found.rules if rule(r)],
    }  # fmt: skip
    return render(site.assets, lang, "public/rules/ambiguity.html", context)


def _about(found: Rule) -> list[Ambiguity]:
    """What concerns the rule, by its own word or by the ambiguity's."""
    named = cited_in(found.text.en)
    return [a for a in ambiguities() if found.id in a.rules or a.id in named]


def _documents(lang: str) -> dict[str, str]:
    names = dict(games(lang))
    return {d.number: names.get(d.game, d.game) for d in documents()}


def covered(id: str) -> Covered | None:
    return _coverage().get(id)


@cache
def _coverage() -> dict[str, Covered]:
    """Read once: the sources do not change while the site runs."""
    return {entry.id: entry for entry in coverage()} if known() else {}


def _lang(lang: str) -> Lang:
    return "pl" if lang == "pl" else "en"


def _other(lang: str) -> Lang:
    return "en" if lang == "pl" else "pl"


PAGES = (
    CachedPage("/rules", index),
    CachedPage("/rules/amb/<id>", ambiguity_page),
    CachedPage("/rules/<id>", rule_page),
)
