"""What the documents name exists: links, pictures, commands, options, variables, the other language."""

import re
import shlex
from functools import cache
from pathlib import Path

import pytest

from tests.support.contracts import none_left
from tools.cli_reference import commands, options

ROOT = Path(__file__).parents[2]
GUIDES = ROOT / "docs" / "guides"
DOCUMENTS = sorted((*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")))

FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
INLINE = re.compile(r"`((?:\./run|komandor) [^`]+)`")
INLINE_ANY = re.compile(r"`([^`\n]+)`")
AS_SERVICE = re.compile(r"runuser -u komandor -- (/opt/komandor/(?=run ))?")
CALL = re.compile(r"(?:^|\s)(?:\./run|komandor)(?=\s|$)(.*)")
VARIABLE = re.compile(r"""os\.environ(?:\.get\(|\[)\s*["']([A-Z_]+)["']""")
SHELLS = {"", "sh", "bash", "console"}
PUNCTUATION = re.compile(r"[^\w\- ]")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def prose(text: str) -> str:
    """Without what stands in fences, where brackets mean something else."""
    return FENCE.sub("", text)


@cache
def anchors(path: Path) -> frozenset[str]:
    """The places in a document that a link can name, as GitHub makes them from headings."""
    text = prose(path.read_text("utf-8"))
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    made = {PUNCTUATION.sub("", h.lower()).strip().replace(" ", "-") for h in headings}
    return frozenset(made | set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text)))


def broken(document: Path) -> list[str]:
    found = []
    for link in LINK.findall(prose(document.read_text("utf-8"))):
        where, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        target = (document.parent / where).resolve() if where else document
        lost = anchor and target.suffix == ".md" and target.exists() and anchor not in anchors(target)
        if lost or not target.exists():
            found.append(link)
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_every_link_and_picture_exists(document: Path) -> None:
    none_left(broken(document), f"mend these links in {name(document)}:")


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "there.md").write_text("# A place\n")
    document = tmp_path / "here.md"
    document.write_text("[a](there.md#a-place) [b](there.md#nowhere) ![c](gone.png)\n```\n[d](x)\n```\n")
    assert broken(document) == ["there.md#nowhere", "gone.png"]


def calls(text: str) -> list[str]:
    """What is typed after `./run` or `komandor` in shell blocks and in inline code with arguments."""
    text = AS_SERVICE.sub(lambda m: "./" if m[1] else "", text)  # the same, given by the service's user
    blocks = (body for lang, body in FENCE.findall(text) if lang in SHELLS)
    lines = (line.split(" # ")[0] for body in blocks for line in body.replace("\\\n", " ").splitlines())
    found = [match[1] for line in lines if (match := CALL.search(line))]
    return found + [CALL.search(code)[1] for code in INLINE.findall(prose(text))]


every_command = cache(commands)


def wrong(call: str) -> list[str]:
    """The words of a call that no command knows."""
    words = shlex.split(call.replace("…", ""), comments=True)
    if not words or words[0].startswith("-") or words[0].isupper():
        meant = ("--help", "--version", "--install-completion")
        return [] if not words or words[0] in meant or words[0].isupper() else words[:1]
    known = every_command()
    deep = " ".join(words[:2])
    command = known.get(deep) or known.get(words[0])
    grouped = getattr(known.get(words[0]), "commands", None)
    if command is None or (grouped and deep not in known and len(words) > 1 and not words[1].startswith("-")):
        return words[:2]
    if deep == "event do" and words[2:] and not words[2].startswith("-"):
        if words[2].isupper():  # any action, with any of its fields
            return []
        command = command.get_command(None, words[2])
        if command is None:
            return words[:3]
    allowed = options(command)
    return [w for w in words if w.startswith("-") and w != "-" and w.partition("=")[0] not in allowed]


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_every_command_exists_with_its_options(document: Path) -> None:
    text = document.read_text("utf-8")
    assert {call.strip(): bad for call in calls(text) if (bad := wrong(call))} == {}


def test_a_wrong_command_is_found() -> None:
    block = "./run serve --prot 80\nKEY=1 ./run serfe\nkomandor event fly\n./run\nkomandor event do fly\n"
    text = f"```sh\n{block}```\n`komandor rules --all`"
    assert [wrong(call) for call in calls(text)] == [
        ["--prot"],
        ["serfe"],
        ["event", "fly"],
        [],
        ["event", "do", "fly"],
        ["--all"],
    ]


BENCH = re.compile(r"bench[./]([\w./]+)((?: [\w{},-]+)*)")


def unfit(text: str) -> list[str]:
    """What is wrong with the programs of `bench` in a text: not there, no `--help`, or without an option."""
    found = []
    for program, words in BENCH.findall("\n".join(INLINE_ANY.findall(text))):
        path = "bench/" + program.removesuffix(".py").replace(".", "/")
        path += "/__main__" if (ROOT / path / "__main__.py").is_file() else ""
        if program.endswith(("/", ".md", ".txt")):
            continue
        if not (ROOT / f"{path}.py").is_file():
            found.append(
                f"{path}.py is not there: name the program by its folder, bench/README.md lists them"
            )
            continue
        source = (ROOT / f"{path}.py").read_text("utf-8")
        asked = [word for word in words.split() if word.startswith("--")]
        found += [f"{path}.py has no option {word}" for word in asked if f'"{word}"' not in source]
        explained = "ArgumentParser(" in source or "parser_of(" in source
        if "__main__" in source and not explained:
            found.append(f"{path}.py takes no --help: begin its main with parser_of(__doc__)")
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_every_measurement_exists_with_its_options(document: Path) -> None:
    """`--help` explains it and runs nothing."""
    none_left(unfit(document.read_text("utf-8")), f"change {name(document)}:")


@pytest.mark.parametrize("guide", sorted(p.name for p in (GUIDES / "en").glob("*.md")))
def test_both_languages_have_the_same_sections(guide: str) -> None:
    def shape(lang: str) -> list[str]:
        text = prose((GUIDES / lang / guide).read_text("utf-8"))
        return re.findall(r"^(#+) ", text, re.MULTILINE)

    assert shape("en") == shape("pl")


def test_no_guide_has_only_one_language() -> None:
    en, pl = ({p.name for p in (GUIDES / lang).glob("*.md")} for lang in ("en", "pl"))
    assert en == pl


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_every_variable_read_is_documented(lang: str) -> None:
    read = {v for p in (ROOT / "src").rglob("*.py") for v in VARIABLE.findall(p.read_text("utf-8"))}
    told = set(re.findall(r"`([A-Z_]+)`", (GUIDES / lang / "host.md").read_text("utf-8")))
    assert "KOMANDOR_DATA" in read
    none_left(read - told, f"write a row for each into the table of variables in docs/guides/{lang}/host.md")


def test_every_document_is_on_the_map() -> None:
    linked = LINK.findall((ROOT / "docs" / "README.md").read_text("utf-8"))
    told = {(ROOT / "docs" / link).resolve() for link in linked}
    shown = {
        p for folder in ("guides", "reference", "algorithms") for p in (ROOT / "docs" / folder).rglob("*.md")
    }
    none_left(map(name, shown - told), "write a line with a link to each into docs/README.md")
