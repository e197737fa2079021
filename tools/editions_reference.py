"""Prints docs/reference/editions.md: every key of an edition, from the table that checks it."""

from collections.abc import Iterator

from komandor.core.editions.schema import NEEDED, Key, keys_of
from komandor.core.editions.toml_lines import MOST_BYTES, MOST_DEPTH
from komandor.core.games import GAMES
from komandor.core.games.game import Rules

HEAD = f"""# Editions: the rules of a game as a file

Printed by `python -m tools.print_documents` from the table that checks an edition; not written by hand.

An edition is one TOML file on top of a document of a game: whatever it does not say is as in the document.
It is loaded with `komandor edition load FILE` ([command line](cli.md)) or in the browser under *New event →
Editions of the rules*, and chosen when an event is created. The event's first record holds its whole text
and the SHA-256 of the text, so the event's [file](file-format.md) means the same on every machine, with or
without the edition. Three complete examples with their sources are in
[`examples/editions`](../../examples/editions/).

```toml
edition = "imperial-assault@75-minutes"   # the game, then a name of your own
base = "imperial-assault@2017"            # the document that it builds on
tiebreakers = ["sos", "esos"]             # in this order; points come before, the lot after them

[name]
en = "Imperial Assault, rounds of 75 minutes"
pl = "Imperium Atakuje, rundy po 75 minut"

[clocks]
swiss = 75

[policies]
unplayed = "double_loss"                  # closing a Swiss round: an unplayed game is lost by both
```

`komandor edition check FILE` names every problem with its line: unknown keys, wrong types, numbers out of
range, names that do not exist, keys given twice, control characters. A file has at most
{MOST_BYTES // 1024} kB and brackets at most {MOST_DEPTH} deep. A rule that an edition
changes keeps its ID: ARM-TIME-1 is the rule on
the length of rounds, whatever the length is.

## What the tables mean

| table or key | meaning |
|---|---|
"""
MEANING = {
    "edition": "its id: the game's, `@`, and a name of its own",
    "base": "the document that it builds on",
    "name": "what people read, in Polish and English; one of the two is enough",
    "date": "since when",
    "sources": "where its facts are public",
    "points": "points for a win, a draw, a loss",
    "bye": "what a bye is worth",
    "missed": "what a round missed before a late entry is worth",
    "double_loss": "what both get when both lose",
    "margins": "Armada's table: from this margin on, points of the winner and of the loser",
    "tiebreakers": "their order; after them the lot decides",
    "swiss_best_of": "games of a Swiss match: one, or the best of three",
    "structures": "rows of players `from`–`to`, Swiss `rounds`, `cut`; no gaps, the last row has no `to`",
    "cuts": "the sizes of a cut that the structures may use",
    "clocks": "minutes of each kind of round",
    "limits": "numbers of list building and scoring",
    "factions": "what a list may name as its faction; a name that the game does not know is shown as written",
    "missions": "the pool from which missions are drawn",
    "policies": "`late_entry`: whether players may enter after round 1 is drawn (`true` and `false` mean yes "
    "and no); `unplayed`: `wait` until every game has a result, or `double_loss`: the "
    "organiser may close a Swiss round, and games without any result are lost by both",
    "settings": "choices that the document leaves open, with the edition's own default for new events",
}


def page() -> str:
    """The whole page."""
    meaning = (f"| `{key}` | {text} |" for key, text in MEANING.items())
    return HEAD + "\n".join((*meaning, *(line for game in GAMES for line in _game(game)))) + "\n"


def _game(game: Rules) -> Iterator[str]:
    yield f"\n## {game.data.name['en']}\n"
    yield f'`base = "{game.id}"`\n'
    yield "| key | value |\n|---|---|"
    for key in keys_of(game).values():
        if key.path[0] not in (*NEEDED, "date", "sources"):
            yield f"| `{_written(key)}` | {_value(key)} |"


def _written(key: Key) -> str:
    return f'settings."{key.path[1]}"' if key.path[0] == "settings" else key.name


def _value(key: Key) -> str:
    """What the key holds, in words."""
    if key.kind == "number":
        return f"a whole number, {key.low} to {key.high}"
    if key.kind in ("choice", "choices"):
        listed = ", ".join(f"`{_toml(one)}`" for one in key.choices)
        return listed if key.kind == "choice" else f"a list of {listed}"
    return {
        "tick": "`true` or `false`",
        "text": "a text"
        + (f" of the form `{key.pattern.replace('|', chr(92) + '|')}`" if key.pattern else ""),
        "texts": "a list of texts" + (" of small letters, digits and _" if key.pattern else ""),
        "numbers": f"rising whole numbers, {key.low} to {key.high}",
        "structure": "rows `{ from, to, rounds, cut }`",
        "margins": "rows `{ from, winner, loser }` that rise from 0",
    }[key.kind]


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)
