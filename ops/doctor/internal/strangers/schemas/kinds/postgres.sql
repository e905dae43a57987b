-- All kinds of tables, and of objects that name a key. Each case is a move of its own: it keeps everything, or is refused
-- by the name of what it cannot keep.
--
-- leave: far.near_id
--
-- move: plain.id
-- move: unlogged.id
-- move: parents.id
-- either: parents
-- move: children.id
-- refused: children.id
-- move: measured.id
-- found: readings.measured_id
-- move: hashed.id
-- refused: hashed
-- move: typed.id
-- either: typed
-- move: rows.id
-- either: row_keepers
-- move: near.id
-- refused: far.near_id
-- move: domains.id
-- refused: domains.id
-- move: arrays.id
-- noted: arrays_of.array_ids
-- move: published.id
-- either: published
-- move: filtered.id
-- either: filtered
-- move: replicated.id
-- move: full.id
-- move: estimated.id
-- either: estimated_expression
-- move: sequences.key
-- move: granted.id
-- move: commented.id
-- move: guarded.id
-- either: guards
-- move: ruled.id
-- either: kept_by_rule
-- move: computed.id
-- either: folded
-- move: computed_beside.id
-- move: excluded.id
-- either: no_two
-- move: stored.id
-- move: indexed.id
-- move: patterned.id
-- refused: patterned_like
-- move: collated.id
-- either: collated_other
-- move: brin.id
-- either: brin_id
-- move: constrained.id
-- found: constrained.other_id
-- move: triggered.id
-- reviewed: public.stamp()
-- move: attached.id
-- either: attached_id
-- move: attached_whole.id
-- move: temporal.id
-- either: temporal
-- move: materialized.id
-- either: kept_rows
-- move: instead.id
-- either: instead_view
-- move: atomic.id
-- either: atomic_count
-- move: checked_views.id
-- either: checked_four checked_three
-- move: security.id
-- found: security.other_id
-- either: security_view
-- move: late.id
-- move: ordered.id
-- either: ordered_view
-- move: keyless.id
-- move: wide.id
-- move: clustered.id
-- move: settings.id
--
-- plan: SELECT * FROM security_view WHERE id = '{{security 3}}'
CREATE TABLE plain (id text PRIMARY KEY, n int);
INSERT INTO plain SELECT key_of('plain', n), n FROM numbers WHERE n <= 20;

CREATE UNLOGGED TABLE unlogged (id text PRIMARY KEY, n int) WITH (fillfactor = 70, autovacuum_enabled = false);
INSERT INTO unlogged SELECT key_of('unlogged', n), n FROM numbers WHERE n <= 20;

-- Inheritance, with a column of the child's and constraints of its own.
CREATE TABLE parents (id text NOT NULL CHECK (id IS NOT NULL), n int);
CREATE TABLE children (extra text, CONSTRAINT children_pkey PRIMARY KEY (id)) INHERITS (parents);
CREATE TABLE grandchildren (more text) INHERITS (children);
CREATE INDEX grandchildren_id ON grandchildren (id, more);
INSERT INTO parents SELECT key_of('parents', n), n FROM numbers WHERE n <= 20;
INSERT INTO children SELECT key_of('children', n), n, 'x' FROM numbers WHERE n <= 20;
INSERT INTO grandchildren SELECT key_of('grandchildren', n), n, 'x', 'y' FROM numbers WHERE n <= 20;

-- Partitions of partitions, foreign keys from and to them, and one of one partition alone.
CREATE TABLE measured (id text NOT NULL, day int NOT NULL, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
CREATE TABLE measured_low PARTITION OF measured FOR VALUES FROM (0) TO (10) PARTITION BY LIST (day);
CREATE TABLE measured_five PARTITION OF measured_low FOR VALUES IN (5);
CREATE TABLE measured_rest PARTITION OF measured_low DEFAULT WITH (fillfactor = 50);
CREATE TABLE measured_high PARTITION OF measured DEFAULT;
CREATE INDEX measured_high_day ON measured_high (day, id);
CREATE TABLE measurers (id text PRIMARY KEY);
ALTER TABLE measured ADD COLUMN by_id text REFERENCES measurers (id) ON DELETE SET NULL;
CREATE TABLE measured_again (id text, day int, FOREIGN KEY (id, day) REFERENCES measured (id, day) ON DELETE CASCADE);
CREATE TABLE readings (n int PRIMARY KEY, measured_id text);
INSERT INTO measurers SELECT key_of('measurers', n) FROM numbers WHERE n <= 5;
INSERT INTO measured SELECT key_of('measured', n), n, key_of('measurers', 1 + n % 5) FROM numbers WHERE n <= 30;
INSERT INTO measured_again SELECT id, day FROM measured;
INSERT INTO readings SELECT n, key_of('measured', n) FROM numbers WHERE n <= 30;

CREATE TABLE hashed (id text PRIMARY KEY, n int) PARTITION BY HASH (id);
CREATE TABLE hashed_one PARTITION OF hashed FOR VALUES WITH (MODULUS 1, REMAINDER 0);
INSERT INTO hashed SELECT key_of('hashed', n), n FROM numbers WHERE n <= 20;

CREATE TYPE typed_row AS (id text, n int);
CREATE TABLE typed OF typed_row (PRIMARY KEY (id));
INSERT INTO typed SELECT key_of('typed', n), n FROM numbers WHERE n <= 20;

CREATE TABLE rows (id text PRIMARY KEY, n int);
CREATE TABLE row_keepers (kept rows, n int);
INSERT INTO rows SELECT key_of('rows', n), n FROM numbers WHERE n <= 20;

CREATE EXTENSION file_fdw;
CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
CREATE TABLE near (id text PRIMARY KEY, n int);
CREATE FOREIGN TABLE far (near_id text, n int) SERVER files OPTIONS (filename '/dev/null', format 'csv');
INSERT INTO near SELECT key_of('near', n), n FROM numbers WHERE n <= 20;

CREATE DOMAIN uuid_text AS varchar(36) CHECK (VALUE ~ '^[0-9a-f-]{36}$');
CREATE TABLE domains (id uuid_text PRIMARY KEY, n int);
INSERT INTO domains SELECT key_of('domains', n), n FROM numbers WHERE n <= 20;

-- A column with many keys joins by ANY.
CREATE TABLE arrays (id text PRIMARY KEY, n int);
CREATE TABLE arrays_of (n int PRIMARY KEY, array_ids text[]);
INSERT INTO arrays SELECT key_of('arrays', n), n FROM numbers WHERE n <= 20;
INSERT INTO arrays_of SELECT n, ARRAY[key_of('arrays', n), key_of('arrays', 1 + n % 20)] FROM numbers WHERE n <= 20;

CREATE TABLE published (id text PRIMARY KEY, n int);
CREATE PUBLICATION with_columns FOR TABLE published (id, n);
CREATE TABLE filtered (id text PRIMARY KEY, n int);
CREATE PUBLICATION with_filter FOR TABLE filtered WHERE (id <> '0190163d-8694-739b-aea5-966c26f8ad91');
CREATE PUBLICATION plain_tables FOR TABLE plain;
INSERT INTO published SELECT key_of('published', n), n FROM numbers WHERE n <= 20;
INSERT INTO filtered SELECT key_of('filtered', n), n FROM numbers WHERE n <= 20;

CREATE TABLE replicated (id text NOT NULL, n int);
CREATE UNIQUE INDEX replicated_id ON replicated (id);
ALTER TABLE replicated REPLICA IDENTITY USING INDEX replicated_id;
CREATE TABLE "full" (id text PRIMARY KEY, n int);
ALTER TABLE "full" REPLICA IDENTITY FULL;
INSERT INTO replicated SELECT key_of('replicated', n), n FROM numbers WHERE n <= 20;
INSERT INTO "full" SELECT key_of('full', n), n FROM numbers WHERE n <= 20;

CREATE TABLE estimated (id text PRIMARY KEY, n int, m int);
CREATE STATISTICS estimated_all (ndistinct, dependencies, mcv) ON id, n, m FROM estimated;
ALTER STATISTICS estimated_all SET STATISTICS 50;
COMMENT ON STATISTICS estimated_all IS 'of three';
CREATE STATISTICS estimated_expression ON (lower(id)), n FROM estimated;
INSERT INTO estimated SELECT key_of('estimated', n), n, n FROM numbers WHERE n <= 20;

CREATE TABLE sequences (id serial, key text PRIMARY KEY, m bigint GENERATED ALWAYS AS IDENTITY);
INSERT INTO sequences (key) SELECT key_of('sequences', n) FROM numbers WHERE n <= 20;

CREATE TABLE granted (id text PRIMARY KEY, n int);
GRANT SELECT (id), UPDATE (id, n), REFERENCES (id) ON granted TO PUBLIC;
GRANT SELECT ON granted TO pg_monitor WITH GRANT OPTION;
INSERT INTO granted SELECT key_of('granted', n), n FROM numbers WHERE n <= 20;

CREATE TABLE commented (id text CONSTRAINT commented_key PRIMARY KEY, n int, CONSTRAINT commented_check CHECK (id IS NOT NULL));
COMMENT ON TABLE commented IS 'a table';
COMMENT ON COLUMN commented.id IS 'a ''key''';
COMMENT ON CONSTRAINT commented_key ON commented IS 'a key';
COMMENT ON CONSTRAINT commented_check ON commented IS 'a check';
CREATE INDEX commented_n ON commented (n, id);
COMMENT ON INDEX commented_n IS 'an index';
INSERT INTO commented SELECT key_of('commented', n), n FROM numbers WHERE n <= 20;

CREATE TABLE guarded (id varchar(36) PRIMARY KEY, n int);
ALTER TABLE guarded ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY guards ON guarded USING (id <> '') WITH CHECK (id <> current_setting('app.id', true));
CREATE POLICY guards_of_n ON guarded FOR SELECT TO pg_monitor USING (n > 0);
COMMENT ON POLICY guards_of_n ON guarded IS 'of n';
INSERT INTO guarded SELECT key_of('guarded', n), n FROM numbers WHERE n <= 20;

CREATE TABLE ruled (id varchar(36) PRIMARY KEY, n int);
CREATE RULE kept_by_rule AS ON UPDATE TO ruled WHERE NEW.id <> OLD.id DO INSTEAD NOTHING;
CREATE RULE kept_without AS ON DELETE TO ruled DO INSTEAD NOTHING;
COMMENT ON RULE kept_without ON ruled IS 'nobody deletes';
INSERT INTO ruled SELECT key_of('ruled', n), n FROM numbers WHERE n <= 20;

CREATE TABLE computed (id text PRIMARY KEY, folded text GENERATED ALWAYS AS (upper(id)) STORED);
CREATE TABLE computed_beside (id text PRIMARY KEY, n int, twice int GENERATED ALWAYS AS (n * 2) STORED, half int GENERATED ALWAYS AS (n / 2) VIRTUAL);
INSERT INTO computed SELECT key_of('computed', n) FROM numbers WHERE n <= 20;
INSERT INTO computed_beside SELECT key_of('computed_beside', n), n FROM numbers WHERE n <= 20;

CREATE TABLE excluded (id text, n int, CONSTRAINT no_two EXCLUDE USING btree (id WITH =, n WITH =));
INSERT INTO excluded SELECT key_of('excluded', n), n FROM numbers WHERE n <= 20;

CREATE TABLE stored (id text PRIMARY KEY, n text);
ALTER TABLE stored ALTER id SET STATISTICS 500, ALTER id SET (n_distinct = -1), ALTER n SET STORAGE EXTERNAL;
INSERT INTO stored SELECT key_of('stored', n), n FROM numbers WHERE n <= 20;

CREATE TABLE indexed (id text, other_id text, n int);
CREATE UNIQUE INDEX indexed_one ON indexed (id DESC NULLS LAST) INCLUDE (n) WITH (fillfactor = 60);
CREATE UNIQUE INDEX indexed_two ON indexed (other_id, id) NULLS NOT DISTINCT;
CREATE INDEX indexed_hash ON indexed USING hash (id);
CREATE INDEX indexed_part ON indexed (n) WHERE other_id IS NOT NULL;
CREATE INDEX indexed_beside ON indexed (id, lower(n::text)) WHERE n > 0;
ALTER INDEX indexed_beside ALTER COLUMN 2 SET STATISTICS 77;
INSERT INTO indexed SELECT key_of('indexed', n), CASE WHEN n > 1 THEN key_of('indexed', n) END, n FROM numbers WHERE n <= 20;

CREATE TABLE patterned (id text PRIMARY KEY);
CREATE INDEX patterned_like ON patterned (id text_pattern_ops);
CREATE TABLE collated (id text PRIMARY KEY);
CREATE INDEX collated_other ON collated (id COLLATE "C");
CREATE TABLE brin (id text PRIMARY KEY);
CREATE INDEX brin_id ON brin USING brin (id);
INSERT INTO patterned SELECT key_of('patterned', n) FROM numbers WHERE n <= 20;
INSERT INTO collated SELECT key_of('collated', n) FROM numbers WHERE n <= 20;
INSERT INTO brin SELECT key_of('brin', n) FROM numbers WHERE n <= 20;

CREATE TABLE constrained (id text CONSTRAINT id_there NOT NULL, other_id text, n int,
  CONSTRAINT constrained_late UNIQUE (id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT constrained_differ CHECK (id <> other_id) NO INHERIT,
  CONSTRAINT constrained_loose CHECK (other_id IS NOT NULL OR n > 0) NOT ENFORCED);
ALTER TABLE constrained ADD CONSTRAINT constrained_later CHECK (id IS NOT NULL OR n > 5) NOT VALID;
ALTER TABLE constrained ADD CONSTRAINT constrained_pkey PRIMARY KEY (id);
CREATE TABLE constrained_more (id text, CONSTRAINT more_loose FOREIGN KEY (id) REFERENCES constrained (id) ON DELETE CASCADE NOT ENFORCED);
INSERT INTO constrained SELECT key_of('constrained', n), key_of('constrained', 21 - n), n FROM numbers WHERE n <= 20;
INSERT INTO constrained_more SELECT key_of('constrained', n) FROM numbers WHERE n <= 20;

CREATE TABLE triggered (id text PRIMARY KEY, n int);
CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.n := NEW.n; RETURN NEW; END $$;
CREATE TRIGGER one BEFORE UPDATE OF id ON triggered FOR EACH ROW WHEN (OLD.id <> NEW.id) EXECUTE FUNCTION stamp();
CREATE TRIGGER two AFTER INSERT ON triggered FOR EACH ROW EXECUTE FUNCTION stamp();
CREATE CONSTRAINT TRIGGER three AFTER UPDATE OF id ON triggered DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stamp();
CREATE TRIGGER four BEFORE UPDATE OF id, n ON triggered FOR EACH ROW EXECUTE FUNCTION stamp();
CREATE TRIGGER five AFTER UPDATE ON triggered REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION stamp();
ALTER TABLE triggered ENABLE ALWAYS TRIGGER one, ENABLE REPLICA TRIGGER two, DISABLE TRIGGER four;
COMMENT ON TRIGGER one ON triggered IS 'one';
COMMENT ON TRIGGER two ON triggered IS 'two';
INSERT INTO triggered SELECT key_of('triggered', n), n FROM numbers WHERE n <= 20;

-- An index of the whole whose parts have other names.
CREATE TABLE attached (id text, n int) PARTITION BY LIST (n);
CREATE TABLE attached_one PARTITION OF attached FOR VALUES IN (1);
CREATE TABLE attached_two PARTITION OF attached FOR VALUES IN (2);
CREATE INDEX "own name" ON attached_one (id);
CREATE INDEX attached_id ON ONLY attached (id);
ALTER INDEX attached_id ATTACH PARTITION "own name";
COMMENT ON INDEX "own name" IS 'attached';
INSERT INTO attached SELECT key_of('attached', n), 1 + n % 2 FROM numbers WHERE n <= 20;

CREATE TABLE attached_whole (id text, n int) PARTITION BY LIST (n);
CREATE TABLE whole_one PARTITION OF attached_whole FOR VALUES IN (1);
CREATE TABLE whole_two PARTITION OF attached_whole FOR VALUES IN (2);
CREATE UNIQUE INDEX "whole one" ON whole_one (id, n) WITH (fillfactor = 42);
CREATE UNIQUE INDEX whole_three ON whole_two (id, n);
CREATE UNIQUE INDEX whole_id ON ONLY attached_whole (id, n);
ALTER INDEX whole_id ATTACH PARTITION "whole one";
ALTER INDEX whole_id ATTACH PARTITION whole_three;
COMMENT ON INDEX "whole one" IS 'attached';
COMMENT ON INDEX whole_id IS 'it''s whole';
ALTER TABLE whole_two REPLICA IDENTITY FULL;
CREATE INDEX whole_two_alone ON whole_two (id) WHERE n > 0;
INSERT INTO attached_whole SELECT key_of('attached_whole', n), 1 + n % 2 FROM numbers WHERE n <= 20;

CREATE EXTENSION btree_gist;
CREATE TABLE temporal (id text, during int4range, PRIMARY KEY (id, during WITHOUT OVERLAPS));
INSERT INTO temporal SELECT key_of('temporal', n), int4range(n, n + 1) FROM numbers WHERE n <= 20;

CREATE TABLE materialized (id text PRIMARY KEY, n int);
CREATE MATERIALIZED VIEW kept_rows AS SELECT id, n FROM materialized;
CREATE UNIQUE INDEX kept_rows_id ON kept_rows (id);
INSERT INTO materialized SELECT key_of('materialized', n), n FROM numbers WHERE n <= 20;

CREATE TABLE instead (id text PRIMARY KEY, n int);
CREATE VIEW instead_view AS SELECT id, n FROM instead;
ALTER VIEW instead_view ALTER n SET DEFAULT 5;
COMMENT ON COLUMN instead_view.id IS 'the key';
CREATE TRIGGER instead_of INSTEAD OF INSERT ON instead_view FOR EACH ROW EXECUTE FUNCTION stamp();
INSERT INTO instead SELECT key_of('instead', n), n FROM numbers WHERE n <= 20;

CREATE TABLE atomic (id text PRIMARY KEY, n int);
CREATE FUNCTION atomic_count() RETURNS bigint LANGUAGE sql RETURN (SELECT count(id) FROM atomic);
INSERT INTO atomic SELECT key_of('atomic', n), n FROM numbers WHERE n <= 20;

CREATE TABLE checked_views (id text PRIMARY KEY, n int);
CREATE VIEW checked_one AS SELECT id, n FROM checked_views WHERE n > 0 WITH CASCADED CHECK OPTION;
CREATE VIEW checked_two WITH (security_invoker = true) AS SELECT id AS key, n FROM checked_one WHERE id IS NOT NULL WITH LOCAL CHECK OPTION;
CREATE RECURSIVE VIEW checked_three (id, n) AS SELECT id, 1 FROM checked_views UNION ALL SELECT id, n + 1 FROM checked_three WHERE n < 3;
CREATE VIEW checked_four AS SELECT DISTINCT ON (id) id, row_number() OVER (PARTITION BY id ORDER BY n) AS r, max(id) OVER () AS last FROM checked_views ORDER BY id, n;
INSERT INTO checked_views SELECT key_of('checked_views', n), n FROM numbers WHERE n <= 20;

CREATE TABLE security (id varchar(36) PRIMARY KEY, other_id varchar(36), n int);
CREATE INDEX security_other ON security (other_id);
CREATE VIEW security_view WITH (security_barrier) AS SELECT s.id, o.id AS other FROM security s JOIN security o ON o.other_id = s.id WHERE s.id IN (SELECT other_id FROM security);
GRANT SELECT, INSERT ON security_view TO pg_monitor, PUBLIC;
INSERT INTO security SELECT key_of('security', n), key_of('security', 21 - n), n FROM numbers WHERE n <= 20;

-- Columns that were dropped, and that came later.
CREATE TABLE late (gone int, id text PRIMARY KEY, gone_too text, n int);
ALTER TABLE late DROP gone, DROP gone_too, ADD late int NOT NULL DEFAULT 7;
INSERT INTO late SELECT key_of('late', n), n FROM numbers WHERE n <= 20;

-- A view whose text does not do with uuid: it has no max before version 18, and no lower.
CREATE TABLE ordered (id text PRIMARY KEY, n int);
CREATE VIEW ordered_view AS SELECT lower(id) AS low, id || '/' || n AS path, left(id, 8) AS short FROM ordered WHERE id LIKE '0%' OR id > 'f';
INSERT INTO ordered SELECT key_of('ordered', n), n FROM numbers WHERE n <= 20;

CREATE TABLE keyless (id text, n int);
INSERT INTO keyless SELECT CASE WHEN n % 3 > 0 THEN key_of('keyless', n % 5) END, n FROM numbers WHERE n <= 20;

-- Other types beside the key.
CREATE TABLE wide (id char(36) PRIMARY KEY, a bytea, b bit(3), c numeric, d double precision, e json, f jsonb, g xml, h int[], i tsvector, j inet, k interval, l timestamptz, m point, n int4range, o uuid, p money);
INSERT INTO wide SELECT key_of('wide', n), decode('00ff', 'hex'), B'101', 1e-30, 0.1, '{"b": 1,  "a": 1}', '{"a": 1}', '<a/>', ARRAY[1, NULL], 'a b', '10.0.0.1', '1 month', '2024-03-01', '(1,2)', '[1,5)', gen_random_uuid(), 5 FROM numbers WHERE n <= 5;

CREATE TABLE clustered (id text PRIMARY KEY, n int);
CREATE INDEX clustered_n ON clustered (n, id);
ALTER TABLE clustered CLUSTER ON clustered_n;
INSERT INTO clustered SELECT key_of('clustered', n), n FROM numbers WHERE n <= 20;

CREATE TABLE settings (id text PRIMARY KEY, n text) WITH (toast_tuple_target = 1000, parallel_workers = 2, toast.autovacuum_enabled = false);
ALTER TABLE settings ALTER n SET COMPRESSION pglz;
INSERT INTO settings SELECT key_of('settings', n), repeat('x', 5000) FROM numbers WHERE n <= 5;
