-- The table of package lease, from which the processes of a fleet claim node numbers for the
-- formats that need them: the profile snowish of uid11, the scalable layout of Ulid-Flake, and
-- SCRU160 with node bits.
--
-- A role that claims numbers needs rights to the table, which only its owner has at first:
--
--   GRANT SELECT, INSERT, UPDATE ON sortid_lease TO shop;
--
-- Do not delete rows: they say until which time a number was used. Do not let several primaries
-- replicate the table to each other.
--
-- The database can have a number, too:
--
--   CALL sortid_lease_claim();      -- once, outside of a transaction
--   SELECT sortid_uid_snowish();

-- +goose Up

-- Times are in milliseconds since 1970.
CREATE TABLE IF NOT EXISTS sortid_lease (
    name    text COLLATE "C" NOT NULL,   -- of a set of numbers
    number  integer NOT NULL CHECK (number >= 0),
    token   bigint NOT NULL DEFAULT 0,   -- how often the number was claimed
    renewal bigint NOT NULL DEFAULT 0,   -- the number of the last renewal of this claim
    expires bigint NOT NULL DEFAULT 0,   -- by the server's clock: from then on another process may claim the number
    begins  bigint NOT NULL DEFAULT 0,   -- by the clocks of the holders: no ID of this claim has an earlier time
    mark    bigint NOT NULL DEFAULT 0,   -- likewise: no ID with this number has this time or a later one
    holder  text NOT NULL DEFAULT '',    -- the host and the process
    PRIMARY KEY (name, number)
);

-- The claims of databases do not expire.
CREATE UNIQUE INDEX IF NOT EXISTS sortid_lease_database ON sortid_lease (name, holder) WHERE expires = 9223372036854775807;

-- sortid_internal_lease_holder names this database. A dump that is restored on another server, or
-- in another database, has another name there, and the claims in it do not count.
CREATE OR REPLACE FUNCTION sortid_internal_lease_holder() RETURNS text
LANGUAGE sql STABLE
RETURN (SELECT 'database ' || d.oid || ' of the server ' || s.system_identifier
    FROM pg_control_system() AS s, pg_database AS d WHERE d.datname = current_database());

-- The last number of sortid_uid_snowish(), as that of the other generators that all sessions share.
CREATE SEQUENCE IF NOT EXISTS sortid_internal_lease_state MINVALUE 0 START 0;

-- sortid_lease_claim claims a machine number for this database and commits; the commit waits for the
-- disk, whatever synchronous_commit is. The claim does not expire. If the database has a number, nothing changes. It fails inside a transaction, which could
-- roll the claim back. The IDs begin after the time until which the number was used before. The
-- parameters are for a search_path without these objects; do not set them.
-- +goose StatementBegin
CREATE OR REPLACE PROCEDURE sortid_lease_claim(leases regclass DEFAULT 'sortid_lease'::regclass, state regclass DEFAULT 'sortid_internal_lease_state'::regclass)
LANGUAGE plpgsql AS $$
DECLARE
    own constant text := (SELECT 'database ' || d.oid || ' of the server ' || s.system_identifier
        FROM pg_control_system() AS s, pg_database AS d WHERE d.datname = current_database());
    now bigint;
    chosen integer;
    marked bigint;
    held boolean;
BEGIN
    IF EXISTS (SELECT FROM pg_subscription_rel WHERE srrelid = leases) THEN
        RAISE EXCEPTION 'lease: claim of a number: replicated table: a subscription writes to %, and another server can grant the same numbers: leave the table out of the publication', leases
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    IF current_setting('fsync') <> 'on' THEN
        RAISE EXCEPTION 'lease: claim of a number: commits are not durable: fsync is off, and a crash of the machine loses commits: set fsync = on'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    IF (SELECT relpersistence FROM pg_class WHERE oid = leases) <> 'p' THEN
        RAISE EXCEPTION 'lease: claim of a number: commits are not durable: % is unlogged or temporary, and a crash empties it: ALTER TABLE % SET LOGGED', leases, leases
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    IF current_setting('synchronous_commit') <> 'remote_apply' THEN
        PERFORM set_config('synchronous_commit', 'on', true);
    END IF;
    EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', leases);
    now := floor(extract(epoch FROM clock_timestamp()) * 1000);
    EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE name = ''snowish'' AND expires = 9223372036854775807 AND holder = $1)', leases)
        INTO held USING own;
    IF NOT held THEN
        EXECUTE format('SELECT number, mark FROM %s WHERE name = ''snowish'' AND number < 1024 AND expires <= $1 AND mark <= $1 ORDER BY mark, number LIMIT 1', leases)
            INTO chosen, marked USING now;
        IF chosen IS NULL THEN
            EXECUTE format('SELECT count(*) FROM %s WHERE name = ''snowish'' AND number < 1024', leases) INTO chosen;
            IF chosen = 1024 THEN
                RAISE EXCEPTION 'lease: claim of a number: all 1024 numbers are taken: run fewer processes, or wait until a claim expires'
                    USING ERRCODE = 'object_not_in_prerequisite_state';
            END IF;
            EXECUTE format('INSERT INTO %s (name, number) VALUES (''snowish'', $1)', leases) USING chosen;
        END IF;
        EXECUTE format('UPDATE %s SET token = token + 1, renewal = 0, expires = 9223372036854775807, begins = mark, mark = 9223372036854775807, holder = $1
            WHERE name = ''snowish'' AND number = $2', leases) USING own, chosen;
        PERFORM setval(state, greatest((coalesce(marked, 0) - 1321009871111) << 12 | 4095, coalesce(pg_sequence_last_value(state), 0)));
    END IF;
    COMMIT;
END
$$;
-- +goose StatementEnd

-- sortid_lease_release gives the number of this database back and commits. Another process can claim
-- it after a day: transactions that began before still see the claim and can make IDs. Without a
-- number it does nothing. Inside a transaction it fails.
-- +goose StatementBegin
CREATE OR REPLACE PROCEDURE sortid_lease_release(leases regclass DEFAULT 'sortid_lease'::regclass)
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('UPDATE %s SET renewal = renewal + 1, expires = 0, mark = (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 86400000
        WHERE name = ''snowish'' AND expires = 9223372036854775807 AND holder = (SELECT ''database '' || d.oid || '' of the server '' || s.system_identifier
            FROM pg_control_system() AS s, pg_database AS d WHERE d.datname = current_database())', leases);
    COMMIT;
END
$$;
-- +goose StatementEnd

-- sortid_internal_lease_machine returns the machine number; none is an error.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_lease_machine(machine integer) RETURNS integer
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF machine IS NULL THEN
        RAISE EXCEPTION 'uid11: snowish: this database has no machine number: CALL sortid_lease_claim() once, outside of a transaction'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RETURN machine;
END
$$;
-- +goose StatementEnd

-- sortid_internal_lease_number returns the machine number that the database has claimed. It runs
-- with its owner's rights, because only the owner may read the table.
CREATE OR REPLACE FUNCTION sortid_internal_lease_number() RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER
RETURN sortid_internal_lease_machine((SELECT number FROM sortid_lease
    WHERE name = 'snowish' AND expires = 9223372036854775807 AND holder = sortid_internal_lease_holder()));

-- sortid_internal_lease_limit returns the limit of a state. If the clock is more than ten seconds
-- behind the state, it is an error: the shared generators would follow the clock and repeat IDs.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_lease_limit(state regclass) RETURNS bigint
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    made constant bigint := (pg_sequence_last_value(state) >> 12) + 1321009871111;
BEGIN
    IF made - 10000 > extract(epoch FROM clock_timestamp()) * 1000 THEN
        RAISE EXCEPTION 'uid11: snowish: the clock shows %, and IDs were made until %: set the clock right', clock_timestamp(), to_timestamp(made / 1000.0)
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RETURN 2199023255551;
END
$$;
-- +goose StatementEnd

-- sortid_internal_lease_sequence is sortid_internal_uid_sequence for a number that was claimed.
CREATE OR REPLACE FUNCTION sortid_internal_lease_sequence() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE SECURITY DEFINER
RETURN sortid_internal_shared('uid11', 'sortid_internal_lease_state'::regclass,
    'sortid_internal_lock'::regclass, 'sortid_internal_lock'::regclass::oid::bigint << 31, 'sortid_internal_guard'::regclass,
    1321009871111, sortid_internal_lease_limit('sortid_internal_lease_state'::regclass), 12, 1);

-- sortid_uid_snowish without an argument returns a new ID of the profile snowish with the machine
-- number that sortid_lease_claim has claimed, greater than all that it returned before. If the
-- database has no number, it is an error.
CREATE OR REPLACE FUNCTION sortid_uid_snowish() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN sortid_internal_uid_snowish_of(sortid_internal_lease_sequence(), sortid_internal_lease_number());
CREATE OR REPLACE FUNCTION sortid_uid_snowish_bytes() RETURNS bytea
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN int8send(sortid_uid_snowish());

-- +goose StatementBegin
DO $$
BEGIN
    PERFORM sortid_internal_settle('sortid_internal_session');
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION sortid_uid_snowish_bytes();
DROP FUNCTION sortid_uid_snowish();
DROP FUNCTION sortid_internal_lease_sequence();
DROP FUNCTION sortid_internal_lease_limit(regclass);
DROP FUNCTION sortid_internal_lease_number();
DROP FUNCTION sortid_internal_lease_machine(integer);
DROP PROCEDURE sortid_lease_release(regclass);
DROP PROCEDURE sortid_lease_claim(regclass, regclass);
DROP SEQUENCE sortid_internal_lease_state;
DROP FUNCTION sortid_internal_lease_holder();
DROP TABLE sortid_lease;
