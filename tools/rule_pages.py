"""docs/rules: the register of rules as Markdown, one page for each document and language."""

import re
from collections.abc import Iterable
from itertools import groupby

from komandor.rulebook import register
from komandor.rulebook.coverage import CITED
from komandor.rulebook.register import LANGUAGES, PARTS, TAGS, Ambiguity, Lang, Rule, Words, read, titles

TAG = {
    "auto": Words("the program enforces or computes it", "program pilnuje tego lub to liczy"),
    "assist": Words("the program helps with it", "program w tym pomaga"),
    "info": Words("for people to know", "do wiadomości"),
}
PROSE = {
    "made": Words(
        "<!-- Made by `python -m tools.print_documents` from src/komandor/rulebook/data. Do not edit. -->",
        "<!-- Tworzy to `python -m tools.print_documents` z src/komandor/rulebook/data. Nie edytować. -->",
    ),
    "title": Words("The rules", "Zasady"),
    "intro": Words(
        "Our reading of the publisher's five tournament documents, rule by rule. Every decision of the "
        "program names the rule it follows; `komandor rules ID` shows a rule, its code and its tests.",
        "Nasze odczytanie pięciu dokumentów turniejowych wydawcy, zasada po zasadzie. Każda decyzja programu "
        "podaje zasadę, na której się opiera; `komandor rules ID` pokazuje zasadę razem z kodem i testami.",
    ),
    "pages": Words("Pages", "Strony"),
    "page": Words("Page", "Strona"),
    "tags": Words("Tags", "Oznaczenia"),
    "documents": Words("Documents", "Dokumenty"),
    "vocabulary": Words("Words", "Słownictwo"),
    "in documents": Words("In the documents", "W dokumentach"),
    "here": Words("Here", "Tutaj"),
    "number": Words("No.", "Nr"),
    "game": Words("Game", "Gra"),
    "version": Words("Version", "Wersja"),
    "cited": Words(
        "Sources give a document's number, a section heading in quotes and its lines in the plain text.",
        "Źródła podają numer dokumentu, nagłówek rozdziału w cudzysłowie i jego wiersze w tekście.",
    ),
    "numbered": Words(
        "X1, X2 … are outside sources, listed at the end of this page. 000 to 004 are the numbers of the "
        "[publisher's documents](index.md#documents), and L403 is line 403 of their plain text.",
        "X1, X2 … to źródła zewnętrzne, wymienione na końcu tej strony. Numery od 000 do 004 oznaczają "
        "[dokumenty wydawcy](index.md#dokumenty), a L403 to 403. wiersz ich tekstu.",
    ),
    "source": Words("Source", "Źródło"),
    "algorithm": Words("As a procedure", "Jako procedura"),
    "evidence": Words("Outside sources", "Źródła zewnętrzne"),
    "settles": Words("What it settles", "Co wyjaśnia"),
    "problem": Words("Problem", "Problem"),
    "default": Words("Reading", "Odczytanie"),
    "why": Words("Why", "Dlaczego"),
    "setting": Words("Setting", "Ustawienie"),
    "rules": Words("Rules", "Zasady"),
}

_LINKS = re.compile(f"{CITED.pattern}|{register.OUTSIDE.pattern}")


def pages() -> dict[str, str]:
    """Path below docs → text."""
    made = {"rules/README.md": _crossroads()}
    for lang in LANGUAGES:
        made[f"rules/{lang}/index.md"] = _index(lang)
        made[f"rules/{lang}/ambiguities.md"] = _ambiguities(lang)
        made |= {f"rules/{lang}/{part}.md": _part(part, lang) for part in PARTS}
    return made


def _crossroads() -> str:
    intro = PROSE["intro"]
    english = (intro.en, "[In English](en/index.md)")
    polish = (intro.pl, "[Po polsku](pl/index.md)")
    return _page([PROSE["made"].en, "# The rules · Zasady", *english, *polish])


def _index(lang: Lang) -> str:
    def say(key: str) -> str:
        return PROSE[key][lang]

    counted = [
        (titles()[part][lang], part, sum(entry.part == part for entry in register.rules())) for part in PARTS
    ]
    counted.append((titles()["ambiguities"][lang], "ambiguities", len(register.ambiguities())))
    return _page(
        [
            say("made"),
            f"# {say('title')}",
            say("intro"),
            f"## {say('pages')}",
            _table((say("page"), ""), ((f"[{title}]({part}.md)", str(n)) for title, part, n in counted)),
            f"## {say('tags')}",
            "\n".join(f"- `[{tag}]` {TAG[tag][lang]}" for tag in TAGS),
            f"## {say('documents')}",
            say("cited"),
            _table(
                (say("number"), say("game"), say("version")),
                ((doc.number, titles()[doc.game][lang], doc.version[lang]) for doc in register.documents()),
            ),
            f"## {say('vocabulary')}",
            _table(
                (say("in documents"), say("here")),
                ((_linked(term["document"]), term[lang].strip()) for term in read("documents")["term"]),
            ),
        ]
    )


def _part(part: str, lang: Lang) -> str:
    blocks = [PROSE["made"][lang], f"# {titles()[part][lang]}"]
    mine = [entry for entry in register.rules() if entry.part == part]
    for section, inside in groupby(mine, key=lambda entry: entry.section):
        blocks.append(f"## {section[lang]}")
        for entry in inside:
            blocks += _rule(entry, lang)
    return _page(blocks)


def _rule(entry: Rule, lang: Lang) -> list[str]:
    games = ", ".join(titles()[game][lang] for game in entry.games)
    blocks = [f"### {entry.id}", f"`[{entry.tag}]` · {games}", _linked(entry.text[lang])]
    if entry.algorithm:
        blocks.append(f"{PROSE['algorithm'][lang]}:\n\n```text\n{entry.algorithm[lang]}\n```")
    sources = "; ".join(entry.sources_in(lang))
    return [*blocks, f"*{PROSE['source'][lang]}:* {_linked(sources)}"]


def _ambiguities(lang: Lang) -> str:
    blocks = [
        PROSE["made"][lang],
        f"# {titles()['ambiguities'][lang]}",
        register.words_of(read("ambiguities")["principle"])[lang],
        PROSE["numbered"][lang],
    ]
    for entry in register.ambiguities():
        blocks += _ambiguity(entry, lang)
    blocks.append(f"## {PROSE['evidence'][lang]}")
    rows = (
        (f'<a id="{one.id.lower()}"></a>{one.id}', one.where[lang], one.settles[lang])
        for one in register.evidence()
    )
    return _page([*blocks, _table(("", PROSE["source"][lang], PROSE["settles"][lang]), rows)])


def _ambiguity(entry: Ambiguity, lang: Lang) -> list[str]:
    lines = [f"- *{PROSE[key][lang]}:* {_linked(words)}" for key, words in entry.parts(lang).items()]
    if entry.rules:
        lines.append(f"- *{PROSE['rules'][lang]}:* {_linked(', '.join(entry.rules))}")
    return [f"### {entry.id}", f"**{entry.title[lang]}**", "\n".join(lines)]


def _linked(text: str) -> str:
    """Every ID that has an entry becomes a link to it, except inside `code`."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(piece if piece.startswith("`") else _LINKS.sub(_link, piece) for piece in pieces)


def _link(found: re.Match[str]) -> str:
    id = found[0]
    if register.OUTSIDE.fullmatch(id):
        return f"[{id}](ambiguities.md#{id.lower()})"
    entry = register.rule(id)
    page = "ambiguities" if id.startswith("AMB-") else entry.part if entry else None
    return f"[{id}]({page}.md#{id.lower()})" if page else id


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _page(blocks: list[str]) -> str:
    return "\n\n".join(blocks) + "\n"
