"""The proxy that is shipped lets through what the site takes, at every place that takes more than a form."""

import re
from pathlib import Path

import pytest

from komandor.app.parcels import MOST_BYTES
from komandor.web.server.bodies import FORM, NAMES, WHOLE_EVENT

TEXT = (Path(__file__).parents[2] / "deploy/nginx.conf").read_text(encoding="utf-8")
BYTES = {"k": 2**10, "m": 2**20}


def room(path: str) -> int:
    """How many bytes nginx passes on to this path: a pattern that fits comes before the longest beginning."""
    found = re.findall(r"location (~ )?(\S+) \{(.*?)\n    \}", TEXT, re.DOTALL)
    patterns = [body for tilde, place, body in found if tilde and re.match(place, path)]
    starts = sorted(
        (len(place), body) for tilde, place, body in found if not tilde and path.startswith(place)
    )
    inside = patterns[0] if patterns else starts[-1][1]
    size = re.search(r"client_max_body_size (\d+)([km]);", inside) or re.search(
        r"client_max_body_size (\d+)([km]);", TEXT
    )
    assert size
    return int(size[1]) * BYTES[size[2]]


@pytest.mark.parametrize(
    ("path", "taken"),
    [
        ("/m/cup/report", FORM),
        ("/c/cup/people/bring", NAMES),
        ("/import", WHOLE_EVENT),
        ("/cards", WHOLE_EVENT),
        ("/follow/cup", MOST_BYTES),
    ],
)
def test_what_the_site_takes_passes_the_proxy(path: str, taken: int) -> None:
    assert room(path) >= taken
