CREATE OR REPLACE FUNCTION pg_temp.sortid_move_stop() RETURNS void LANGUAGE plpgsql AS $$
DECLARE missing text;
BEGIN
  IF pg_temp.sortid_move_state() = 'done' THEN
    RAISE EXCEPTION 'the move is done' USING HINT = 'If it was killed after the switch, run what follows it in the script.';
  ELSIF to_regprocedure({{function}}) IS NULL THEN
    RAISE EXCEPTION 'the database has no function %', {{function}} USING HINT = 'Install the functions with the command sortid migrations.';
  END IF;
  SELECT string_agg(name, ', ') INTO missing FROM (
    SELECT oid::regclass::text AS name, relowner AS owner FROM pg_class WHERE oid IN ({{tables}})
    UNION ALL SELECT 'the statistics ' || stxname, stxowner FROM pg_statistic_ext WHERE stxrelid IN ({{tables}})
  ) AS owned WHERE NOT pg_has_role(owner, 'USAGE');
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'the role % does not own %: run the script as their owner', current_user, missing;
  END IF;
  SELECT string_agg(DISTINCT kind || ' ' || name || ' ' || relation, ', ') INTO missing FROM (
    (SELECT kind, relation, name, encode(sha256(convert_to(definition, 'UTF8')), 'hex') FROM pg_temp.sortid_move_found EXCEPT SELECT kind, relation, name, hash FROM pg_temp.sortid_move_plan)
    UNION ALL (SELECT kind, relation, name, hash FROM pg_temp.sortid_move_plan EXCEPT SELECT kind, relation, name, encode(sha256(convert_to(definition, 'UTF8')), 'hex') FROM pg_temp.sortid_move_found)
  ) AS different;
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'the schema is not that of the plan: %', missing USING HINT = 'Print the script again.';
  END IF;
END
$$;
CREATE OR REPLACE FUNCTION pg_temp.sortid_move_try(statement text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('lock_timeout', '1s', true);
  FOR i IN 1 .. 30 LOOP
    BEGIN
      EXECUTE statement;
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      IF i = 30 THEN
        RAISE;
      END IF;
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
END
$$;
CREATE OR REPLACE PROCEDURE pg_temp.sortid_move_fill(target text, missing text, condition text) LANGUAGE plpgsql AS $$
DECLARE pages bigint; again boolean;
BEGIN
  FOR pass IN 1 .. 100 LOOP
    pages := pg_relation_size(target::regclass) / current_setting('block_size')::bigint;
    FOR page IN 0 .. pages BY 100 LOOP
      PERFORM set_config('sortid.move', 'fill', true);
      EXECUTE format('UPDATE %1$s SET %2$I = NULL WHERE ctid = ANY (ARRAY(SELECT t.ctid FROM %1$s AS t WHERE t.%2$I IS NULL AND %3$s AND t.ctid >= %4$L AND t.ctid < %5$L FOR NO KEY UPDATE OF t SKIP LOCKED))',
        target, missing, condition, format('(%s,0)', page), format('(%s,0)', page + 100));
      COMMIT;
    END LOOP;
    EXECUTE format('SELECT EXISTS (SELECT FROM %s AS t WHERE t.%I IS NULL AND %s)', target, missing, condition) INTO again;
    EXIT WHEN NOT again;
    PERFORM pg_sleep(0.1);
  END LOOP;
END
$$;
