"""The shipped configuration of nginx writes down neither the host's key nor anybody's secret link."""

import re
from pathlib import Path

import pytest

from komandor.web.server.security import LINKS

CONFIGURATION = (Path(__file__).parents[2] / "deploy" / "nginx.conf").read_text(encoding="utf-8")
MASKED = re.compile(r'map \$uri \$shown_path \{\s*"~\^/\(\?<kind>([a-z|]+)\)/" /\$kind/\*\*\*;')
SILENT = re.compile(r"location ~ \^/\(([a-z|]+)\)/ \{\s*error_log /dev/null;")


@pytest.mark.parametrize("where", [MASKED, SILENT], ids=["access log", "error log"])
def test_every_kind_of_secret_link_is_kept_out(where: re.Pattern[str]) -> None:
    found = where.search(CONFIGURATION)
    assert found
    assert set(found[1].split("|")) == set(LINKS.values())


def test_every_server_writes_the_masked_path_only() -> None:
    servers = re.findall(r"^server \{$", CONFIGURATION, re.MULTILINE)
    logs = re.findall(r"^    access_log \S+ (\w+);$", CONFIGURATION, re.MULTILINE)
    assert logs == ["without_secrets"] * len(servers)
    line = re.search(r"log_format without_secrets ([^;]+);", CONFIGURATION)
    assert line
    assert "$shown_path" in line[1]
    assert not re.search(r"\$(request|request_uri|uri|args|http_referer)\b", line[1])
