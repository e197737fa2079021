# ruff: noqa: E501  a table of payloads
"""Five hundred texts that want to become code: markup, handlers, addresses, templates, encodings, formulas.

Built from parts, so that every tag meets every way of firing and every disguise meets every script.
Each names `__xss`, which a page where one of them runs would set.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.readings.scoring import report_code
from tests.support.world import JUDGE, World, busy, opened

RUN = "window.__xss=1"
TAGS = (
    "img", "svg", "body", "iframe", "video", "audio", "input", "details", "marquee", "object", "embed", "form",
    "button", "select", "textarea", "keygen", "math", "table", "div", "a",
)  # fmt: skip
HANDLERS = (
    "onerror",
    "onload",
    "onfocus",
    "onmouseover",
    "ontoggle",
    "onstart",
    "onanimationend",
    "onpointerenter",
)
CLOSERS = (
    "",
    '"',
    "'",
    '">',
    "'>",
    "</title>",
    "</textarea>",
    "</script>",
    "</style>",
    "-->",
    "]]>",
    "\\",
    "`",
    "</a>",
)
SCRIPTS = (
    f"<script>{RUN}</script>", f"<ScRiPt>{RUN}</sCrIpT>", "<script src=//x/__xss.js></script>",
    f"<script\x0c>{RUN}</script>", f"<script/x>{RUN}</script>", f"<scr<script>ipt>{RUN}</scr</script>ipt>",
    f"<svg><script>{RUN}</script></svg>", f"<script>{RUN}//", f"<<script>{RUN}//<</script>",
    f"<script type=module>{RUN}</script>",
)  # fmt: skip
ADDRESSES = (
    f"javascript:{RUN}", f"JaVaScRiPt:{RUN}", f"java\tscript:{RUN}", f"java\nscript:{RUN}", f" javascript:{RUN}",
    f"\x01javascript:{RUN}", f"vbscript:{RUN}", f"data:text/html,<script>{RUN}</script>",
    "data:text/html;base64,PHNjcmlwdD53aW5kb3cuX194c3M9MTwvc2NyaXB0Pg==", f"javascript&colon;{RUN}",
    f"&#106;avascript:{RUN}", f"%6Aavascript:{RUN}", "//evil.example/__xss", "/\\evil.example/__xss",
)  # fmt: skip
BEARERS = ('<a href="{}">x</a>', "<iframe src='{}'>", "<form action={}><input type=submit>", "<img src={}>",
           '<object data="{}">', "{}")  # fmt: skip
TEMPLATES = (
    "{{7*7}}__xss", "{% if 1 %}__xss{% endif %}", "${7*7}__xss", "#{7*7}__xss", "{{config}}__xss",
    "{{''.__class__.__mro__}}__xss", "<%= 7*7 %>__xss", "{{request}}__xss", "%(name)s__xss", "%s%d__xss", "{0}{name}__xss",
    "[[7*7]]__xss", "{{csrf_token}}__xss", "{#__xss#}", "\\u003cscript\\u003e__xss", "%3Cscript%3E__xss",
)  # fmt: skip
DISGUISES = (
    "&lt;script&gt;{}&lt;/script&gt;", "&#60;script&#62;{}&#60;/script&#62;", "\u003cscript\u003e{}\u003c/script\u003e",
    "\uff1cscript\uff1e{}\uff1c/script\uff1e", "<\u0000script>{}</script>", "<scr\u200bipt>{}</script>",
    "\u202e<script>{}</script>", "\ufeff<script>{}</script>", "<!--<img src=--><script>{}</script>-->",
    "<![CDATA[<script>{}</script>]]>", "<?xml version='1'?><script>{}</script>", "<style>@import '{}'</style>",
    "<link rel=stylesheet href={}>", "<meta http-equiv=refresh content='0;url={}'>", "<base href={}>",
    "<x style='behavior:url({})'>", "<template><script>{}</script></template>", "<noscript><p title='</noscript><script>{}'>",
)  # fmt: skip
FORMULAS = (
    "=1+1", "=cmd|'/c calc'!A0", '=HYPERLINK("//x","__xss")', "+1+1", "-1+1", "@SUM(1)", "\t=1+1", "\r=1+1", "\n=1+1",
    "=IMPORTXML(A1)", "+cmd|' /c calc'!A0", '"=1+1', "'=1+1", ";=1+1", ",=1+1", "=1+1;x", "\u00a0=1+1", " =1+1",
    "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff201", '=DDE("x")', "=WEBSERVICE(A1)", "-2+3+cmd|' /C calc'!A0",
    "=A1:__xss", "@__xss", "+__xss", "-__xss", "\t\t=1", "\r\n=1", "\x0b=1", "\x0c=1", "==1", "=+1", "=-1", "=@1",
    "\t+1", "\t-1", "\t@1",
)  # fmt: skip
COUNT = 500


def _every() -> Iterator[str]:
    yield from FORMULAS
    yield from TEMPLATES
    yield from (closer + script for closer, script in product(CLOSERS, SCRIPTS))
    yield from (bearer.format(address) for bearer, address in product(BEARERS, ADDRESSES))
    yield from (disguise.replace("{}", RUN) for disguise in DISGUISES)
    for n, (tag, handler) in enumerate(product(TAGS, HANDLERS)):
        yield f"{CLOSERS[n % len(CLOSERS)]}<{tag} src=x {handler}={RUN} autofocus tabindex=1 open>"
    yield from (f"{closer} {handler}={RUN} x=" for closer, handler in product(CLOSERS[:6], HANDLERS))


PAYLOADS: tuple[str, ...] = tuple(dict.fromkeys(_every()))[:COUNT]
assert len(PAYLOADS) == COUNT, len(PAYLOADS)


def person(text: str, number: int) -> dict[str, object]:
    return {
        "first": text, "last": f"{text}{number}", "nick": text, "club": text, "contact": text,
        "show": ("full", "nick", "short")[number % 3], "consent": True,
    }  # fmt: skip


def filled(text: str) -> World:
    """The same day with `text` in every field that anybody can write into."""
    w = opened("armada", name=text, place=text, people=[person(text, n) for n in range(6)])
    w.do(c.AppointStaff(("judge",)), persons=(person(text, 9),))
    w.do(c.AttachOutline(text, text))
    w.do(c.NoteFee(1, True, text))
    w.do(c.AmendPlayer(1, {"groups": (text, "x")}))
    lists: dict[str, Any] = {
        f.key: [{"name": text}] if f.kind == "cards" else text for f in rules(w.t).list_form
    }
    w.do(c.SubmitList(1, lists))
    w.do(c.NamePoint(text))
    busy(w.start(), text)
    match = next(m for m in w.t.in_round(1) if m.result)
    w.do(
        c.DisputeResult(match.number, report_code(w.t.matches[match.number].result), text),
        by=Actor("player", match.b or 0),
    )
    w.do(c.VoidEvents((w.store.version("cup"),), text))
    w.do(c.EnterResult(match=match.number, report=w.report(match, match.a), reason=text), by=JUDGE)
    w.do(c.EnterResult(match=match.number, report=w.report(match, match.b or 0), reason=text), by=JUDGE)
    w.do(c.DropPlayer(match.a, "other", text))
    return w
