-- Gives users (id, name, created_at), orders (id, user_id, name, created_at) and items (id,
-- order_id, name, created_at) Wijis as keys in the order of created_at, on PostgreSQL.
-- docs/moving.md says what to do before.

-- The preflight stops if anything else names the columns that the last step drops: an index or a
-- constraint of several columns, a view, a trigger, partitions. Add what brings it back, then its name
-- to the list.
DO $$
DECLARE others text;
BEGIN
  SELECT string_agg(DISTINCT pg_describe_object(d.classid, d.objid, d.objsubid), ', ') INTO others
  FROM (VALUES ('users', 'id'), ('orders', 'id'), ('orders', 'user_id'), ('items', 'id'), ('items', 'order_id')) AS m (relation, name)
  JOIN pg_attribute AS a ON a.attrelid = m.relation::regclass AND a.attname = m.name
  JOIN pg_depend AS d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = a.attrelid AND d.refobjsubid = a.attnum
  LEFT JOIN pg_constraint AS c ON d.classid = 'pg_constraint'::regclass AND c.oid = d.objid
  LEFT JOIN pg_index AS i ON d.classid = 'pg_class'::regclass AND i.indexrelid = d.objid
  LEFT JOIN pg_class AS s ON d.classid = 'pg_class'::regclass AND s.oid = d.objid AND s.relkind = 'S'
  WHERE coalesce(c.contype NOT IN ('p', 'n') AND NOT (c.contype = 'f' AND cardinality(c.conkey) = 1 AND c.conrelid IN ('users'::regclass, 'orders'::regclass, 'items'::regclass)), true)
    AND coalesce(i.indisunique OR i.indnatts > 1 OR i.indpred IS NOT NULL OR i.indexprs IS NOT NULL, true)
    AND s.oid IS NULL AND NOT (d.classid = 'pg_attrdef'::regclass AND d.deptype = 'a' AND a.atthasdef)
    AND pg_describe_object(d.classid, d.objid, d.objsubid) NOT IN ('');
  others := concat_ws(', ', others, (SELECT string_agg('partitions of ' || p.partrelid::regclass, ', ') FROM pg_partitioned_table AS p
    WHERE p.partrelid IN ('users'::regclass, 'orders'::regclass, 'items'::regclass)));
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

-- Begin with the parents.
ALTER TABLE users ADD COLUMN new_id uuid;
CREATE FUNCTION users_new_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.new_id := coalesce(NEW.new_id, sortid_wiji_at(NEW.created_at));
  RETURN NEW;
END
$$;
CREATE TRIGGER new_keys BEFORE INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION users_new_keys();
CALL fill_new_keys('users');

ALTER TABLE orders ADD COLUMN new_id uuid, ADD COLUMN new_user_id uuid;
CREATE FUNCTION orders_new_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.new_id := coalesce(NEW.new_id, sortid_wiji_at(NEW.created_at));
  NEW.new_user_id := (SELECT u.new_id FROM users AS u WHERE u.id = NEW.user_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER new_keys BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION orders_new_keys();
CALL fill_new_keys('orders');

ALTER TABLE items ADD COLUMN new_id uuid, ADD COLUMN new_order_id uuid;
CREATE FUNCTION items_new_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.new_id := coalesce(NEW.new_id, sortid_wiji_at(NEW.created_at));
  NEW.new_order_id := (SELECT o.new_id FROM orders AS o WHERE o.id = NEW.order_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER new_keys BEFORE INSERT OR UPDATE ON items FOR EACH ROW EXECUTE FUNCTION items_new_keys();
CALL fill_new_keys('items');

-- Build the indexes and check the constraints while the tables are in use.
CREATE UNIQUE INDEX CONCURRENTLY users_new_id ON users (new_id);
CREATE UNIQUE INDEX CONCURRENTLY orders_new_id ON orders (new_id);
CREATE UNIQUE INDEX CONCURRENTLY items_new_id ON items (new_id);
CREATE INDEX CONCURRENTLY orders_new_user_id ON orders (new_user_id);
CREATE INDEX CONCURRENTLY items_new_order_id ON items (new_order_id);

ALTER TABLE users  ADD CONSTRAINT new_keys CHECK (new_id IS NOT NULL) NOT VALID;
ALTER TABLE orders ADD CONSTRAINT new_keys CHECK (new_id IS NOT NULL AND new_user_id IS NOT NULL) NOT VALID,
  ADD CONSTRAINT orders_parent FOREIGN KEY (new_user_id) REFERENCES users (new_id) NOT VALID;
ALTER TABLE items  ADD CONSTRAINT new_keys CHECK (new_id IS NOT NULL AND new_order_id IS NOT NULL) NOT VALID,
  ADD CONSTRAINT items_parent FOREIGN KEY (new_order_id) REFERENCES orders (new_id) NOT VALID;

ALTER TABLE users  VALIDATE CONSTRAINT new_keys;
ALTER TABLE orders VALIDATE CONSTRAINT new_keys, VALIDATE CONSTRAINT orders_parent;
ALTER TABLE items  VALIDATE CONSTRAINT new_keys, VALIDATE CONSTRAINT items_parent;

-- The last step reads no row. If it does not get its locks within three seconds, it fails and
-- changes nothing: repeat it. The triggers go with their functions.
BEGIN;
SET LOCAL lock_timeout = '3s';
LOCK TABLE items, orders, users;
DROP FUNCTION users_new_keys, orders_new_keys, items_new_keys CASCADE;
ALTER TABLE items  DROP COLUMN id, DROP COLUMN order_id;
ALTER TABLE orders DROP COLUMN id, DROP COLUMN user_id;
ALTER TABLE users  DROP COLUMN id;
ALTER TABLE users  RENAME COLUMN new_id TO id;
ALTER TABLE orders RENAME COLUMN new_id TO id;
ALTER TABLE orders RENAME COLUMN new_user_id TO user_id;
ALTER TABLE items  RENAME COLUMN new_id TO id;
ALTER TABLE items  RENAME COLUMN new_order_id TO order_id;
ALTER TABLE users  ADD CONSTRAINT users_pkey PRIMARY KEY USING INDEX users_new_id, ALTER COLUMN id SET DEFAULT sortid_wiji_new();
ALTER TABLE orders ADD CONSTRAINT orders_pkey PRIMARY KEY USING INDEX orders_new_id, ALTER COLUMN id SET DEFAULT sortid_wiji_new(),
  ALTER COLUMN user_id SET NOT NULL;
ALTER TABLE items  ADD CONSTRAINT items_pkey PRIMARY KEY USING INDEX items_new_id, ALTER COLUMN id SET DEFAULT sortid_wiji_new(),
  ALTER COLUMN order_id SET NOT NULL;
ALTER TABLE users  DROP CONSTRAINT new_keys;
ALTER TABLE orders DROP CONSTRAINT new_keys;
ALTER TABLE items  DROP CONSTRAINT new_keys;
COMMIT;

DROP PROCEDURE fill_new_keys;
