"""`komandor rules`: a rule by ID, rules by words, and which of them are enforced and tested."""

import re
from collections import Counter
from dataclasses import asdict
from typing import Annotated, Any

import typer

from komandor.cli.engine import output
from komandor.cli.exits import BadInput
from komandor.rulebook import Ambiguity, Rule, ambiguity, near, rule, rules, search
from komandor.rulebook.coverage import Covered, as_json, coverage, known
from komandor.rulebook.register import Lang, titles
from komandor.texts import word

LOOKS_LIKE_AN_ID = re.compile(r"(?i:COM|ARM|IA|DES|SWL|CON|AMB)-(?i:[A-Z0-9-]+)|[A-Z]{2,4}-[A-Z0-9]+-\d+")
NOT_SHIPPED = "--coverage needs the tests, which this installation does not carry: run it in a checkout"


def command(
    words: Annotated[list[str] | None, typer.Argument(help="A rule's ID, or words to search for.")] = None,
    lang: Annotated[Lang | None, typer.Option("--lang", help="pl or en. Default: search in both.")] = None,
    show_coverage: Annotated[
        bool, typer.Option("--coverage", help="List every rule with the code and tests that mention it.")
    ] = False,
    as_data: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show a rule: its source, and where it is enforced and tested."""
    language: Lang = lang or "en"
    if show_coverage:
        _show_coverage(tuple(words or ()), as_data, language)
    elif words and len(words) == 1 and (entry := _by_id(words[0], language)):
        if as_data:
            output.json(_details(entry, language), indent=True)
        else:
            typer.echo(_page(entry, language))
    else:
        _show_list(_found(words or [], lang), language, as_data)


def _by_id(word: str, lang: Lang) -> Rule | Ambiguity | None:
    """The entry with this ID; None for a family of rules and for a word that is not an ID at all."""
    id = word.upper()
    entry = rule(id) or ambiguity(id)
    if entry is None and LOOKS_LIKE_AN_ID.fullmatch(word) and not _family(word):
        raise BadInput(_unknown(word, lang))
    return entry


def _found(words: list[str], lang: Lang | None) -> tuple[Rule, ...]:
    """All rules; those of a family such as COM-BYE; or those that have the words."""
    if not words:
        return rules()
    return (_family(words[0]) if len(words) == 1 else ()) or search(words, lang)


def _family(word: str) -> tuple[Rule, ...]:
    return tuple(entry for entry in rules() if entry.id.rpartition("-")[0] == word.upper())


def _unknown(id: str, lang: Lang) -> str:
    meant = f" {word('join', 'or', lang)} ".join(near(id))
    said = f"ID: {word('rule_words', 'no_such_rule', lang)} {id!r}"
    return said + (f"; {word('rule_words', 'did_you_mean', lang)} {meant}?" if meant else "")


def _show_list(found: tuple[Rule, ...], lang: Lang, as_data: bool) -> None:
    if as_data:
        output.json({"rules": [_summary(entry, lang) for entry in found]}, indent=True)
    elif not found:
        typer.echo(word("rule_words", "none_found", lang))
    else:
        for entry in found:
            typer.echo(f"{entry.id:<13} {entry.tag:<6} {_first_line(entry, lang)}")


def _show_coverage(ids: tuple[str, ...], as_data: bool, lang: Lang) -> None:
    if not known():
        raise BadInput(NOT_SHIPPED)
    covered = coverage()
    if ids:
        wanted = {id.upper() for id in ids}
        for id in ids:
            if rule(id.upper()) is None:
                raise BadInput(_unknown(id, lang))
        covered = tuple(entry for entry in covered if entry.id in wanted)
    typer.echo(as_json(covered).rstrip() if as_data else _coverage_table(covered))


def _coverage_table(covered: tuple[Covered, ...]) -> str:
    lines = [
        f"{entry.id:<13} {entry.tag:<6} {entry.status:<8} {', '.join(entry.where) or '-'} | "
        f"{', '.join(entry.tests) or '-'}"
        for entry in covered
    ]
    counts = Counter(entry.status for entry in covered)
    return "\n".join([*lines, "", ", ".join(f"{n} {status}" for status, n in sorted(counts.items()))])


def _page(entry: Rule | Ambiguity, lang: Lang) -> str:
    return _ambiguity_page(entry, lang) if isinstance(entry, Ambiguity) else _rule_page(entry, lang)


def _rule_page(entry: Rule, lang: Lang) -> str:
    covered = _coverage_of(entry)
    lines = [f"{entry.id} [{entry.tag}] {entry.section[lang]}", "", entry.text[lang], ""]
    if entry.algorithm:
        lines += [entry.algorithm[lang], ""]
    facts = [
        ("games", ", ".join(titles()[game][lang] for game in entry.games)),
        ("source", "; ".join(entry.sources_in(lang))),
        ("status", word("rule_status", covered.status, lang)),
    ]
    facts += [("code", place) for place in covered.where] + [("test", test) for test in covered.tests]
    return "\n".join(lines + [f"{word('rule_label', key, lang)}: {value}" for key, value in facts])


def _ambiguity_page(entry: Ambiguity, lang: Lang) -> str:
    facts = [*entry.parts(lang).items(), ("rules", ", ".join(entry.rules) or "-")]
    facts += [("source", f"{one.id} {one.where[lang]}: {one.settles[lang]}") for one in entry.evidence]
    lines = [f"{word('rule_label', key, lang)}: {value}" for key, value in facts]
    return "\n".join([f"{entry.id} {entry.title[lang]}", "", *lines])


def _details(entry: Rule | Ambiguity, lang: Lang) -> dict[str, Any]:
    if isinstance(entry, Ambiguity):
        named = {"games": entry.games, "settings": entry.settings, "rules": entry.rules}
        return {"id": entry.id, "title": entry.title[lang], **entry.parts(lang), **named}
    covered = asdict(_coverage_of(entry))
    more: dict[str, Any] = {"algorithm": entry.algorithm[lang], "sources": entry.sources}
    return _summary(entry, lang) | more | {key: covered[key] for key in ("status", "where", "tests")}


def _summary(entry: Rule, lang: Lang) -> dict[str, Any]:
    return {
        "id": entry.id,
        "tag": entry.tag,
        "part": entry.part,
        "section": entry.section[lang],
        "games": entry.games,
        "text": entry.text[lang],
    }


def _coverage_of(entry: Rule) -> Covered:
    unknown = Covered(entry.id, entry.tag, "missing", (), ())
    return next((one for one in (coverage() if known() else ()) if one.id == entry.id), unknown)


def _first_line(entry: Rule, lang: Lang) -> str:
    line = entry.text[lang].splitlines()[0]
    return line if len(line) <= 100 else line[:99].rsplit(" ", 1)[0] + " …"
