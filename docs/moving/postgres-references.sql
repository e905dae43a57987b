-- Gives users (id, manager_id, name, created_at), where manager_id can be NULL, and the join
-- table friends (user_id, friend_id) Wijis as keys in the order of created_at, on PostgreSQL.
-- docs/moving.md says what to do before.

-- The preflight stops if anything else names the columns that the last step drops: an index or a
-- constraint of several columns, a view, a trigger, partitions. Add what brings it back, then its name
-- to the list.
DO $$
DECLARE others text;
BEGIN
  SELECT string_agg(DISTINCT pg_describe_object(d.classid, d.objid, d.objsubid), ', ') INTO others
  FROM (VALUES ('users', 'id'), ('users', 'manager_id'), ('friends', 'user_id'), ('friends', 'friend_id')) AS m (relation, name)
  JOIN pg_attribute AS a ON a.attrelid = m.relation::regclass AND a.attname = m.name
  JOIN pg_depend AS d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = a.attrelid AND d.refobjsubid = a.attnum
  LEFT JOIN pg_constraint AS c ON d.classid = 'pg_constraint'::regclass AND c.oid = d.objid
  LEFT JOIN pg_index AS i ON d.classid = 'pg_class'::regclass AND i.indexrelid = d.objid
  LEFT JOIN pg_class AS s ON d.classid = 'pg_class'::regclass AND s.oid = d.objid AND s.relkind = 'S'
  WHERE coalesce(c.contype NOT IN ('p', 'n') AND NOT (c.contype = 'f' AND cardinality(c.conkey) = 1 AND c.conrelid IN ('users'::regclass, 'friends'::regclass)), true)
    AND coalesce(i.indisunique OR i.indnatts > 1 OR i.indpred IS NOT NULL OR i.indexprs IS NOT NULL, true)
    AND s.oid IS NULL AND NOT (d.classid = 'pg_attrdef'::regclass AND d.deptype = 'a' AND a.atthasdef)
    AND pg_describe_object(d.classid, d.objid, d.objsubid) NOT IN ('');
  others := concat_ws(', ', others, (SELECT string_agg('partitions of ' || p.partrelid::regclass, ', ') FROM pg_partitioned_table AS p
    WHERE p.partrelid IN ('users'::regclass, 'friends'::regclass)));
  IF others <> '' THEN
    RAISE EXCEPTION 'the script has no line for: %', others;
  END IF;
END
$$;

-- A trigger sets the keys of new and changed rows. This procedure goes through all others, a
-- hundred pages in a transaction. Call it again if it was interrupted.
CREATE PROCEDURE fill_new_keys(target regclass, missing name = 'new_id', condition text = 'true') LANGUAGE plpgsql AS $$
BEGIN
  FOR page IN 0 .. pg_relation_size(target) / current_setting('block_size')::integer BY 100 LOOP
    -- The trigger sets the column.
    EXECUTE format('UPDATE %1$s SET %2$I = NULL WHERE %2$I IS NULL AND (%3$s) AND ctid >= %4$L AND ctid < %5$L',
      target, missing, condition, format('(%s,0)', page), format('(%s,0)', page + 100));
    COMMIT;
  END LOOP;
END
$$;

-- A reference to its own table is filled when all rows have their new keys.
ALTER TABLE users ADD COLUMN new_id uuid;
CREATE FUNCTION users_new_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.new_id := coalesce(NEW.new_id, sortid_wiji_at(NEW.created_at));
  RETURN NEW;
END
$$;
CREATE TRIGGER new_keys BEFORE INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION users_new_keys();
CALL fill_new_keys('users');

BEGIN;
ALTER TABLE users ADD COLUMN new_manager_id uuid;
CREATE OR REPLACE FUNCTION users_new_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.new_id := coalesce(NEW.new_id, sortid_wiji_at(NEW.created_at));
  NEW.new_manager_id := CASE WHEN NEW.manager_id = NEW.id THEN NEW.new_id
    ELSE (SELECT u.new_id FROM users AS u WHERE u.id = NEW.manager_id) END;
  RETURN NEW;
END
$$;
COMMIT;
CALL fill_new_keys('users', 'new_manager_id', 'manager_id IS NOT NULL');

ALTER TABLE friends ADD COLUMN new_user_id uuid, ADD COLUMN new_friend_id uuid;
CREATE FUNCTION friends_new_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.new_user_id := (SELECT u.new_id FROM users AS u WHERE u.id = NEW.user_id);
  NEW.new_friend_id := (SELECT u.new_id FROM users AS u WHERE u.id = NEW.friend_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER new_keys BEFORE INSERT OR UPDATE ON friends FOR EACH ROW EXECUTE FUNCTION friends_new_keys();
CALL fill_new_keys('friends', 'new_user_id');

CREATE UNIQUE INDEX CONCURRENTLY users_new_id ON users (new_id);
CREATE INDEX CONCURRENTLY users_new_manager_id ON users (new_manager_id);
CREATE UNIQUE INDEX CONCURRENTLY friends_new_id ON friends (new_user_id, new_friend_id);
CREATE INDEX CONCURRENTLY friends_new_friend_id ON friends (new_friend_id);

ALTER TABLE users ADD CONSTRAINT new_keys CHECK (new_id IS NOT NULL) NOT VALID,
  ADD CONSTRAINT new_managers CHECK ((new_manager_id IS NULL) = (manager_id IS NULL)) NOT VALID,
  ADD CONSTRAINT users_manager FOREIGN KEY (new_manager_id) REFERENCES users (new_id) NOT VALID;
ALTER TABLE friends ADD CONSTRAINT new_keys CHECK (new_user_id IS NOT NULL AND new_friend_id IS NOT NULL) NOT VALID,
  ADD CONSTRAINT friends_user FOREIGN KEY (new_user_id) REFERENCES users (new_id) NOT VALID,
  ADD CONSTRAINT friends_friend FOREIGN KEY (new_friend_id) REFERENCES users (new_id) NOT VALID;
ALTER TABLE users VALIDATE CONSTRAINT new_keys, VALIDATE CONSTRAINT new_managers, VALIDATE CONSTRAINT users_manager;
ALTER TABLE friends VALIDATE CONSTRAINT new_keys, VALIDATE CONSTRAINT friends_user, VALIDATE CONSTRAINT friends_friend;

BEGIN;
SET LOCAL lock_timeout = '3s';
LOCK TABLE friends, users;
DROP FUNCTION users_new_keys, friends_new_keys CASCADE;
ALTER TABLE friends DROP COLUMN user_id, DROP COLUMN friend_id;
ALTER TABLE users DROP COLUMN manager_id;
ALTER TABLE users DROP COLUMN id;
ALTER TABLE users RENAME COLUMN new_id TO id;
ALTER TABLE users RENAME COLUMN new_manager_id TO manager_id;
ALTER TABLE friends RENAME COLUMN new_user_id TO user_id;
ALTER TABLE friends RENAME COLUMN new_friend_id TO friend_id;
ALTER TABLE users ADD CONSTRAINT users_pkey PRIMARY KEY USING INDEX users_new_id, ALTER COLUMN id SET DEFAULT sortid_wiji_new();
ALTER TABLE friends ADD CONSTRAINT friends_pkey PRIMARY KEY USING INDEX friends_new_id;
ALTER TABLE users DROP CONSTRAINT new_keys;
ALTER TABLE friends DROP CONSTRAINT new_keys;
COMMIT;

DROP PROCEDURE fill_new_keys;
