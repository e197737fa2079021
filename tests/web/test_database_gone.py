"""While PostgreSQL is away pages in memory are served and /healthz says so; then writing comes back soon."""

import sys
import time

import pytest

from komandor.app.identity import issue
from komandor.log.store import ReadOnly
from komandor.store.postgres import PostgresStore
from tests.support.postgres import a_cluster
from tests.support.site import serving, write
from tests.support.waiting import wait_until
from tests.support.world import ORGANISER, opened, site_of

BACK_WITHIN = 5.0  # seconds

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="PostgreSQL in the tests needs a Unix socket")


def test_a_database_that_goes_and_comes_back() -> None:
    with a_cluster() as (url, running):
        with running():
            store = PostgresStore(url)
            world = opened(players=2, store=store)
            site = site_of(world)
            token = issue(store, world.id, ORGANISER)
            served = serving(site)
            hall = served.__enter__()
            page = hall.client.get(f"/t/{world.id}/players").text
            assert "Gracz1" in page
            assert hall.client.get("/healthz").json()["status"] == "ok"
        try:
            assert wait_until(lambda: hall.client.get("/healthz").json()["status"] == "degraded")
            assert hall.client.get(f"/t/{world.id}/players").text == page
            began = time.monotonic()
            assert hall.client.get("/live/none/version").status_code == 503
            assert hall.client.get(f"/s/{token}").status_code == 503
            with pytest.raises(ReadOnly):
                write(store, "other", "lost")
            assert time.monotonic() - began < 4 * BACK_WITHIN
            with running():
                began = time.monotonic()
                assert wait_until(lambda: _writes(store))
                assert time.monotonic() - began < BACK_WITHIN
                assert wait_until(lambda: hall.client.get("/healthz").json()["status"] == "ok")
        finally:
            served.__exit__(None, None, None)
            store.close()


def _writes(store: PostgresStore) -> bool:
    try:
        write(store, "other", "again")
    except ReadOnly:
        return False
    return True
