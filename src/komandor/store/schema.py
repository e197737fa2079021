"""The handful of tables, in SQLite's and in PostgreSQL's words.

The database itself keeps the log honest: a record must follow the head of its
tournament, and no record is ever changed or deleted. Only the closed part of a
record, which lies beside the log, can be erased, and the host can remove the copy of a
log that is kept elsewhere.
"""

from typing import LiteralString

from komandor.core.reasons import why

VERSION = 2  # schema 1 was never released and is not used again
THIS_VERSION: LiteralString = """INSERT INTO schema_version
    SELECT 2 WHERE NOT EXISTS (SELECT 1 FROM schema_version WHERE version = 2)"""
FOUND: LiteralString = "SELECT max(version) FROM schema_version"

TABLES: LiteralString = """
CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL PRIMARY KEY);
CREATE TABLE IF NOT EXISTS heads (
    tournament TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, hash TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS log (
    tournament TEXT NOT NULL REFERENCES heads, seq INTEGER NOT NULL, at TEXT NOT NULL, "by" TEXT NOT NULL,
    command_id TEXT NOT NULL, event TEXT NOT NULL, prev TEXT NOT NULL, hash TEXT NOT NULL,
    sealed TEXT NOT NULL DEFAULT '', PRIMARY KEY (tournament, seq));
CREATE TABLE IF NOT EXISTS closed (
    tournament TEXT NOT NULL REFERENCES heads, seq INTEGER NOT NULL, salt TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (tournament, seq));
CREATE TABLE IF NOT EXISTS commands (
    tournament TEXT NOT NULL REFERENCES heads, command_id TEXT NOT NULL,
    first INTEGER NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (tournament, command_id));
CREATE TABLE IF NOT EXISTS people (
    tournament TEXT NOT NULL REFERENCES heads, person INTEGER NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (tournament, person));
CREATE TABLE IF NOT EXISTS secrets (
    tournament TEXT NOT NULL PRIMARY KEY REFERENCES heads, secret TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS facts (
    space TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (space, key));
"""

COUNTS: LiteralString = """TABLE IF NOT EXISTS counts (
    until BIGINT NOT NULL, key TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (until, key));
"""
"""For limits. PostgreSQL keeps them without its journal, so that counting waits for no disk."""

LOG_NO_DELETE: LiteralString = """CREATE TRIGGER IF NOT EXISTS log_no_delete BEFORE DELETE ON log
    BEGIN SELECT RAISE(ABORT, 'a log is only ever added to'); END;"""

SQLITE = f"""{TABLES}
CREATE {COUNTS}CREATE TRIGGER IF NOT EXISTS log_no_update BEFORE UPDATE ON log
    BEGIN SELECT RAISE(ABORT, 'a log is only ever added to'); END;
{LOG_NO_DELETE}
CREATE TRIGGER IF NOT EXISTS closed_no_update BEFORE UPDATE ON closed
    BEGIN SELECT RAISE(ABORT, 'a closed part is kept or erased, never changed'); END;
CREATE TRIGGER IF NOT EXISTS commands_no_update BEFORE UPDATE ON commands
    BEGIN SELECT RAISE(ABORT, 'a log is only ever added to'); END;
CREATE TRIGGER IF NOT EXISTS commands_no_delete BEFORE DELETE ON commands
    BEGIN SELECT RAISE(ABORT, 'a log is only ever added to'); END;
CREATE TRIGGER IF NOT EXISTS log_follows BEFORE INSERT ON log
    WHEN NOT EXISTS (SELECT 1 FROM heads
        WHERE tournament = NEW.tournament AND version = NEW.seq - 1 AND hash = NEW.prev)
    BEGIN SELECT RAISE(ABORT, 'a record must follow the head of its log'); END;
CREATE TRIGGER IF NOT EXISTS log_moves_head AFTER INSERT ON log
    BEGIN UPDATE heads SET version = NEW.seq, hash = NEW.hash WHERE tournament = NEW.tournament; END;
"""  # noqa: S608 (only constants)

POSTGRES: LiteralString = f"""{TABLES}
CREATE UNLOGGED {COUNTS}CREATE OR REPLACE FUNCTION komandor_never() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a log is only ever added to' USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE FUNCTION komandor_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE heads SET version = NEW.seq, hash = NEW.hash
        WHERE tournament = NEW.tournament AND version = NEW.seq - 1 AND hash = NEW.prev;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'a record must follow the head of its log' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER log_never BEFORE UPDATE OR DELETE ON log
    FOR EACH ROW EXECUTE FUNCTION komandor_never();
CREATE OR REPLACE TRIGGER closed_never BEFORE UPDATE ON closed
    FOR EACH ROW EXECUTE FUNCTION komandor_never();
CREATE OR REPLACE TRIGGER log_never_emptied BEFORE TRUNCATE ON log
    EXECUTE FUNCTION komandor_never();
CREATE OR REPLACE TRIGGER commands_never BEFORE UPDATE OR DELETE ON commands
    FOR EACH ROW EXECUTE FUNCTION komandor_never();
CREATE OR REPLACE TRIGGER commands_never_emptied BEFORE TRUNCATE ON commands
    EXECUTE FUNCTION komandor_never();
CREATE OR REPLACE TRIGGER log_follows BEFORE INSERT ON log
    FOR EACH ROW EXECUTE FUNCTION komandor_follows();
"""  # noqa: S608 (only constants)


class OtherSchema(ValueError):
    """The data was written by a newer Komandor, or by one from before the first release."""

    def __init__(self, found: int) -> None:
        self.reason = why(
            "store.newer_schema" if found > VERSION else "store.older_schema", found=found, known=VERSION
        )
        super().__init__(f"the tables are of schema {found}, and this Komandor reads schema {VERSION}")


def fits(found: int) -> None:
    """Raise OtherSchema unless there are no tables yet (0) or they are those of this version."""
    if found not in (0, VERSION):
        raise OtherSchema(found)
