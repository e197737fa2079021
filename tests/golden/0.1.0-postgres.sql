CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL PRIMARY KEY);
CREATE TABLE IF NOT EXISTS heads (
    tournament TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, hash TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS log (
    tournament TEXT NOT NULL REFERENCES heads, seq INTEGER NOT NULL, at TEXT NOT NULL, "by" TEXT NOT NULL,
    command_id TEXT NOT NULL, event TEXT NOT NULL, prev TEXT NOT NULL, hash TEXT NOT NULL,
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
CREATE TABLE IF NOT EXISTS counters (
    space TEXT NOT NULL, key TEXT NOT NULL, length INTEGER NOT NULL, running BIGINT NOT NULL,
    counted INTEGER NOT NULL, PRIMARY KEY (space, key, length));

CREATE OR REPLACE FUNCTION komandor_never() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER log_never_emptied BEFORE TRUNCATE ON log
    EXECUTE FUNCTION komandor_never();
CREATE OR REPLACE TRIGGER commands_never BEFORE UPDATE OR DELETE ON commands
    FOR EACH ROW EXECUTE FUNCTION komandor_never();
CREATE OR REPLACE TRIGGER commands_never_emptied BEFORE TRUNCATE ON commands
    EXECUTE FUNCTION komandor_never();
CREATE OR REPLACE TRIGGER log_follows BEFORE INSERT ON log
    FOR EACH ROW EXECUTE FUNCTION komandor_follows();
INSERT INTO schema_version
    SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM schema_version);
