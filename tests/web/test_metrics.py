"""A host reads at /metrics what the site does, on the machine itself or with a key; nobody else does."""

import httpx
import pytest

from komandor import __version__
from komandor.app.identity import issue, new_host_key
from komandor.log.store import EventStore, ReadOnly
from komandor.store import open_store
from komandor.web.server import limits, metrics
from komandor.web.server.metrics import kind_of, may_read
from tests.support.site import Served
from tests.support.world import ORGANISER

BUCKET = 'komandor_write_seconds_bucket{{le="{}"}}'
WRITES = "komandor_write_seconds_count"


def counted(served: Served) -> dict[str, float]:
    answer = served.client.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_it_says_what_is_asked_and_answered(served: Served) -> None:
    for path in ("/t/cup/counted", "/t/cup/counted", "/nowhere", "/healthz"):
        served.client.get(path)
    now = counted(served)
    of = 'komandor_requests_total{{kind="{}",status="{}"}}'.format
    assert (now[of("page", 200)], now[of("page", 404)], now[of("probe", 200)]) == (2, 1, 1)
    assert now[f'komandor_info{{version="{__version__}",store="memory"}}'] == 1
    assert (now["komandor_ready"], now["komandor_events"], now["komandor_processes"]) == (1, 1, 1)
    assert (now[WRITES], now["komandor_streams"], now["komandor_outbox_oldest_seconds"]) == (0, 0, 0)


def test_messages_that_wait_or_were_given_up_are_counted(served: Served) -> None:
    served.site.clock = lambda: 1000.0
    row = {"event": "cup", "target": "t", "id": "i", "topic": "pairings", "about": 1, "version": 1}
    states = {"waiting": 990_000, "sending": 700_000, "failed": 1000, "sent": 1000, "not_needed": 1000}
    for order, (state, at) in enumerate(states.items()):
        kept = {**row, "order": str(order), "at": at, "state": state}
        served.site.store.put("outbox", f"cup/t/{order}", kept)
    now = counted(served)
    of = 'komandor_outbox_messages{{state="{}"}}'.format
    assert (now[of("waiting")], now[of("failed")]) == (2, 1)
    assert now["komandor_outbox_oldest_seconds"] == 300


def test_open_streams_are_counted_until_they_close(served: Served) -> None:
    with httpx.stream("GET", served.url + "/live/cup") as stream:
        lines = stream.iter_lines()
        assert next(lines).startswith("event: version")
        assert counted(served)["komandor_streams"] == 1


def test_a_write_is_counted_with_its_time_and_a_limit_with_its_name(served: Served) -> None:
    for _ in range(limits.LIMITS["link"].one * 40):
        if served.client.get("/p/opens-nothing-at-all").status_code == 429:
            break
    served.client.post("/nowhere")
    now = counted(served)
    assert now['komandor_rejected_total{limit="link"}'] == 1
    assert (now[WRITES], now[BUCKET.format("+Inf")], now[BUCKET.format("10.0")]) == (1, 1, 1)
    assert 0 < now["komandor_write_seconds_sum"] < 10


def test_every_limit_has_its_number() -> None:
    assert set(metrics.LIMITED) == set(limits.LIMITS)


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/t/cup/standings", "page"),
        ("GET", "/static/x/site.css", "asset"),
        ("HEAD", "/live/cup/version", "stream"),
        ("GET", "/api/v1/events", "api"),
        ("GET", "/metrics", "probe"),
        ("POST", "/m/cup/report", "report"),
        ("POST", "/m/cup/confirm", "report"),
        ("POST", "/m/cup/report/read", "write"),
        ("POST", "/c/cup/report", "write"),
        ("GET", "/m/cup/report", "page"),
        ("GET", "*", "page"),
    ],
)
def test_kinds_of_requests(method: str, path: str, kind: str) -> None:
    assert kind_of(method, path) == kind


@pytest.mark.parametrize("status", [302, 204, 200, 429])
def test_only_what_was_saved_counts_as_a_report(status: int) -> None:
    numbers = metrics.Metrics()
    numbers.answered("POST", "/m/cup/report", status, 0.03)
    assert numbers.sum("komandor_reports_total") == (1 if status in (302, 204) else 0)
    assert [numbers.sum(BUCKET.format(limit)) for limit in (0.01, 0.025, 0.05, "+Inf")] == [0, 0, 1, 1]


@pytest.fixture
def store() -> EventStore:
    return open_store("memory:")


def test_only_the_machine_itself_and_the_host_may_read_it(store: EventStore) -> None:
    key, staff = new_host_key(store), issue(store, "cup", ORGANISER)
    through_proxy = {b"x-forwarded-for": b"127.0.0.1"}
    assert may_read("127.0.0.1", {}, store)
    assert may_read("::1", {}, store)
    assert not may_read("192.0.2.7", {}, store)
    assert not may_read("", {}, store)
    assert not may_read("127.0.0.1", through_proxy, store), "a proxy on this machine asks for anybody"
    for token, right in ((key, True), (staff, False), ("x" * 22, False), ("", False)):
        header = {b"authorization": f"Bearer {token}".encode()}
        assert may_read("127.0.0.1", through_proxy | header, store) is right


def test_a_stranger_is_refused_in_one_sentence(served: Served) -> None:
    answer = served.client.get("/metrics", headers={"X-Forwarded-For": "192.0.2.7"})
    assert (answer.status_code, "key of the host" in answer.text) == (403, True)
    assert "komandor_" not in answer.text


def test_it_is_there_while_the_store_is_silent(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def silent() -> tuple[str, ...]:
        raise ReadOnly("The database does not answer.", "store.unreachable")

    monkeypatch.setattr(served.site.store, "tournaments", silent, raising=False)
    assert "komandor_events" not in counted(served)
