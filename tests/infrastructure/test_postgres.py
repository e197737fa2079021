"""Every test that asks for PostgreSQL gets an empty database on a socket, and never a network port."""

import psycopg


def test_a_database_is_empty_and_can_be_written(postgres_database: str) -> None:
    with psycopg.connect(postgres_database) as connection:
        tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
        connection.execute("CREATE TABLE event (seq integer PRIMARY KEY, body text)")
        connection.execute("INSERT INTO event VALUES (1, 'Zażółć gęślą jaźń')")
        body = connection.execute("SELECT body FROM event").fetchone()
    assert tables == (0,)
    assert body == ("Zażółć gęślą jaźń",)


def test_the_server_listens_on_no_address(postgres_database: str) -> None:
    with psycopg.connect(postgres_database) as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
        assert connection.info.host.startswith("/")
