"""Words reasons and events in one language, with the names that the caller provides."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache

from komandor.core.games import find_rules
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Param, Reason
from komandor.core.tournament.actions import EVENT_ROW_OF
from komandor.core.tournament.events import Event
from komandor.core.tournament.stage_kinds import stage_kind
from komandor.core.tournament.values import DrawnMatch, Scored, StagePlan, both_lost
from komandor.texts import template
from komandor.texts.catalogue import Lang, known, setting_value, templates, templates_for_you, word
from komandor.texts.fields import choice_label, place
from komandor.texts.params import TO_CHOOSE_FROM, kind_of
from komandor.texts.plurals import ordinal
from komandor.texts.titles import in_titles_of

Names = Callable[[PlayerNo], str]
FIELD_KINDS = ("field", "list_field")
CHOICE, FORM = "choice.", "form."
EACH = {"players": "player", "pairs": "pair"}
"""The kind of the items if the parameter is a list. If it is a number, it is a count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """A language, the names by number, whose labels, and the player who is addressed as "you" (if any)."""

    lang: Lang
    names: Names | None = None
    sides: tuple[str, str] | None = None  # names of a and b, where the match is known
    staff: Callable[[int], str] | None = None
    you: PlayerNo | None = None
    game: str = ""  # whose labels fields have, where the game is known
    rounds: Callable[[int], str] | None = None  # the name of a round, "" if there is none
    seats: Callable[[int], str] | None = None  # the round and table of a match, "" if there is none
    most: int = 0  # players named in one sentence; 0: all of them
    on_forms: bool = False  # choices have the words of their form; the terminal adds what is typed

    # ── sentences ────────────────────────────────────────────────────────────

    def sentence(self, reason: Reason) -> str:
        """One sentence, without its rule."""
        found = templates(self.lang).get(reason.code)
        if self.you is not None and reason.params.get("player") == self.you:
            found = templates_for_you(self.lang).get(reason.code, found)
        if found is None:  # a code from a newer version
            return f"{reason.code} {dict(reason.params) or ''}".strip()
        return self._filled(found, reason.code, reason.params)

    def with_rule(self, reason: Reason) -> str:
        """The sentence with its rule: "Sentence. (ARM-SCORE-5)"."""
        sentence = self.sentence(reason)
        return f"{sentence} ({reason.rule})" if reason.rule else sentence

    def explained(self, reason: Reason) -> Iterator[Reason]:
        """The reason, followed by all reasons behind it."""
        yield reason
        for deeper in reason.because:
            yield from self.explained(deeper)

    def event(self, event: Event, withheld: bool = False) -> str:
        """The event as a line of the log; of a file that withholds its closed part, without that."""
        code = f"log.{type(event).__name__}"
        params = {f.name: _plain(getattr(event, f.name), self) for f in fields(event)}
        if code == "log.ResultEntered" and params["override"]:  # why a penalty was given is not for everybody
            params["reason"] = ""
        if begins := EVENT_ROW_OF[type(event)].begins:
            params["begins"] = begins(event)
        if withheld:
            params |= dict.fromkeys(EVENT_ROW_OF[type(event)].private, "")
        found = templates(self.lang).get(code, (type(event).__name__,))
        return self._filled(found, code, params)

    def _filled(self, found: tuple[str, ...], code: str, params: Mapping[str, Param]) -> str:
        def say(name: str, value: Param) -> str:
            if name == "above" and value == self.you is not None:
                return word("pronoun", "you", self.lang)
            joined = "or" if name in TO_CHOOSE_FROM else "and"
            return self.value(kind_of(code, name), value, params, joined)

        chosen = in_titles_of(self.game, template.choose(found, params), self.lang)
        return template.tidied(template.fill(chosen, params, self.lang, say))

    # ── parameters ───────────────────────────────────────────────────────────

    def value(
        self, kind: str, value: Param, params: Mapping[str, Param] | None = None, joined: str = "and"
    ) -> str:
        """One parameter in words."""
        if kind == "pair" and isinstance(value, tuple):
            return " – ".join(self.value("player", one) for one in value)
        if isinstance(value, tuple):
            inner = EACH.get(kind, kind)
            named = value[: self.most] if self.most and kind == "players" else value
            return self.listed(
                [self.value(inner, one, params) for one in named], joined, len(value) - len(named)
            )
        if value is None:
            return "–"
        if kind.startswith(FORM):
            return self._chosen(kind.removeprefix(FORM), value, params or {})
        if kind == "ratio":
            return self._ratio(value, params or {})
        if kind in FIELD_KINDS:
            return place(str(value), self.lang, kind, self._sides(), self.game)
        if isinstance(value, bool):
            return word("answer", value, self.lang)
        return self._known(kind, value)

    def _chosen(self, kind: str, value: str | int, params: Mapping[str, Param]) -> str:
        """A choice on a form; "choice" and "setting" are of the field that the reason is about."""
        field = str(params.get("field", ""))
        typed = self.value("plain", value)
        if kind == "setting":
            worded = setting_value(field, value, self.lang)
        else:
            worded = self.value(f"{CHOICE}{field.rpartition('].')[2]}" if kind == "choice" else kind, value)
        said = self.on_forms or worded == typed or worded.endswith(f"({typed})")
        return worded if said else f"{worded} ({typed})"

    def _known(self, kind: str, value: str | int) -> str:
        if isinstance(value, int):
            return self._number(kind, value)
        if kind == "side" and value in ("a", "b"):
            return self._sides()["ab".index(value)]
        if kind == "game":
            rules = find_rules(value)
            return rules.data.name[self.lang] if rules else value
        if kind.startswith(CHOICE):
            return choice_label(kind.removeprefix(CHOICE), value, self.lang, self.game)
        named = None if kind == "plain" else known(kind, value, self.lang)
        return value if named is None else in_titles_of(self.game, named, self.lang)

    def _number(self, kind: str, value: int) -> str:
        namers: Mapping[str, Callable[[PlayerNo], str] | None] = {
            "player": self.names,
            "bracket_result": self.names,
            "staff": self.staff,
            "match": self.seats,
            "round": self.rounds,
            "table": None,
        }
        if kind in namers:
            named = namers[kind]
            common = "player" if kind == "bracket_result" else kind
            name = named(PlayerNo(value)) if named else ""
            return name or f"{word('numbered', common, self.lang)} {value}"
        if kind == "ordinal":
            return ordinal(value, self.lang)
        if kind == "hundredths":
            return self.decimal(Fraction(value, 100))
        return str(value)

    def _sides(self) -> tuple[str, str]:
        return self.sides or (word("side", "a", self.lang), word("side", "b", self.lang))

    def _ratio(self, value: str | int | bool, params: Mapping[str, Param]) -> str:
        """Two decimals; the exact fraction if rounding would make two different numbers look equal."""
        others = {params.get(name) for name in ("own", "theirs")}
        alike = {_decimal(one, self.lang) for one in others if isinstance(one, (int, str))}
        return str(value) if len(alike) == 1 and len(others) > 1 else _decimal(value, self.lang)

    def decimal(self, value: Fraction | int) -> str:
        """The number with two decimals: "2,33" in Polish, "2.33" in English; whole numbers without any."""
        return _decimal(value, self.lang)

    def listed(self, parts: list[str], joined: str = "and", more: int = 0) -> str:
        """The parts as one list: "Anna, Bartek i Celina", or "Anna, Bartek i jeszcze 12"."""
        if more:
            return f"{', '.join(parts)} {word('join', 'more', self.lang).format(number=more)}"
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {word('join', joined, self.lang)} {parts[-1]}"


@lru_cache(maxsize=8192)  # standings of thousands name the same few numbers again and again
def _decimal(value: Fraction | int | str, lang: str) -> str:
    exact = Fraction(value)
    if exact.denominator == 1:
        return str(exact.numerator)
    hundredths = int(abs(exact) * 100 + Fraction(1, 2))  # half up, as in the tables
    sign = "-" if exact < 0 else ""
    mark = "," if lang == "pl" else "."
    return f"{sign}{hundredths // 100}{mark}{hundredths % 100:02d}"


def _plain(value: object, speaker: Speaker) -> Param:
    """A field of an event as a parameter: scores, pairs and stage plans become text, mappings their keys."""
    if isinstance(value, tuple) and value and isinstance(value[0], Scored):
        both = f" ({speaker.value('outcome', 'double_loss')})" if both_lost(value) else ""
        return " – ".join(_scored(one, speaker) for one in value) + both
    if isinstance(value, tuple) and value and isinstance(value[0], DrawnMatch):
        return ", ".join(_seated(one, speaker) for one in value)
    if isinstance(value, tuple):
        return tuple(_plain(one, speaker) for one in value)
    if isinstance(value, Mapping):
        return tuple(str(key) for key in value)
    if isinstance(value, StagePlan):
        return _plan(value, speaker)
    return value if isinstance(value, (str, int)) else None


def _scored(one: Scored, speaker: Speaker) -> str:
    """A player's points, with the margin of victory where there is one."""
    margin = f" ({speaker.value('metric_short', 'mov')} {one.mov})" if one.mov else ""
    return f"{speaker.value('player', one.player)} {one.points}{margin}"


def _seated(one: DrawnMatch, speaker: Speaker) -> str:
    """A pair and its table, or a player with a bye."""
    pair = " – ".join(speaker.value("player", n) for n in (one.a, one.b) if n is not None)
    bye = f" ({word('outcome', 'bye', speaker.lang)})" if one.b is None else ""
    return f"{pair}{bye}" if one.table is None else f"{speaker.value('table', one.table)}: {pair}{bye}"


def _plan(plan: StagePlan, speaker: Speaker) -> str:
    """A stage with its cut: "4 rundy szwajcarskie", "faza pucharowa (top 8)"."""
    kind = planned_stage(plan, speaker.lang)
    return f"{kind} (top {plan.cut})" if plan.cut else kind


def planned_stage(plan: StagePlan, lang: str) -> str:
    """A stage in words, with its number of rounds where its kind has a planned one."""
    if not stage_kind(plan.kind).planned_rounds:
        return word("stage_kind", plan.kind, lang)
    return template.fill(word("plan", plan.kind, lang), {"rounds": plan.rounds}, lang, _as_is)


def _as_is(name: str, value: Param) -> str:
    return str(value)


def sentence(
    reason: Reason,
    lang: Lang,
    names: Names | None = None,
    sides: tuple[str, str] | None = None,
    you: PlayerNo | None = None,
    game: str = "",
) -> str:
    """The reason as one sentence. `you` is the player who reads it."""
    return Speaker(lang=lang, names=names, sides=sides, you=you, game=game).sentence(reason)
