package gormtype

import "testing"

// TestRewrites reads the sources of triggers on a table t with a column id.
func TestRewrites(t *testing.T) {
	const zero = "0x00000000000000000000000000000000"
	for _, c := range []struct {
		dialect         dialect
		condition, body string
		want            string
	}{
		// Assignments of an expression, whatever the row has.
		{mysql, "", "SET NEW.id = UUID_TO_BIN(UUID())", "UUID_TO_BIN(UUID())"},
		{mysql, "", "SET NEW.a = 1, new.`ID` = f(1, 2), NEW.b = 2", "f(1, 2)"},
		{mysql, "", "BEGIN DECLARE x INT; SET x = 1; SET NEW.id = /* a; */ f(';'); END", "f(';')"},
		{mysql, "", "SET NEW.id = COALESCE(sortid_wiji_new(), NEW.id)", "COALESCE(sortid_wiji_new(), NEW.id)"},
		{mysql, "", "BEGIN IF NEW.tenant IS NULL THEN SET NEW.id = f(); END IF; END", "f()"},
		{mysql, "", "IF NEW.id IS NOT NULL THEN SET NEW.id = f(); END IF", "f()"},
		{mysql, "", "IF NEW.id IS NULL OR NEW.a = 3 THEN SET NEW.id = f(); END IF", "f()"},
		{mysql, "", "IF NEW.id IS NULL THEN SET NEW.a = 1; ELSE SET NEW.id = f(); END IF", "f()"},
		{mysql, "", "BEGIN IF NEW.id IS NULL THEN SET NEW.a = 1; END IF; SET NEW.id = f(); END", "f()"},
		{mysql, "", "SET NEW.id = IF(NEW.a IS NULL, f(), NEW.id)", "IF(NEW.a IS NULL, f(), NEW.id)"},
		{mysql, "", "SET NEW.id = 'it\\'s; NEW.id = COALESCE(NEW.id'", `'it\'s; NEW.id = COALESCE(NEW.id'`},
		{mysql, "", "CASE WHEN NEW.a = 1 THEN SET NEW.id = f(); END CASE", "f()"},
		{mysql, "", "SET NEW.id = REVERSE(NEW.id)", "REVERSE(NEW.id)"},
		{postgres, "", "BEGIN NEW.id := gen_random_uuid(); RETURN NEW; END", "gen_random_uuid()"},
		{postgres, "", "DECLARE x uuid; BEGIN x := f(); NEW.\"id\" = x; RETURN NEW; END", "x"},
		{postgres, "", "BEGIN SELECT f() INTO NEW.id; RETURN NEW; END", "SELECT f() INTO NEW.id"},
		{postgres, "(new.a IS NULL)", "BEGIN NEW.id := f(); END", "f()"},
		{postgres, "", "BEGIN BEGIN x := 1; EXCEPTION WHEN others THEN NEW.id := f(); END; END", "f()"},
		{postgres, "", "BEGIN IF NEW.id IS NULL THEN BEGIN x := 1; EXCEPTION WHEN others THEN NULL; END; END IF; NEW.id := f(); END", "f()"},
		{postgres, "", "BEGIN UPDATE t SET a = 1, id = f() WHERE t.id = NEW.id; END", "f()"},
		{postgres, "", "BEGIN UPDATE public.t AS x SET id = f(); END", "f()"},
		{sqlite, "", "BEGIN UPDATE t SET id = randomblob(16) WHERE rowid = NEW.rowid; END", "randomblob(16)"},
		{sqlite, "NEW.a IS NULL", "BEGIN UPDATE OR REPLACE \"t\" SET id = f(1) WHERE rowid = NEW.rowid; END", "f(1)"},
		// Assignments that keep an ID.
		{mysql, "", "SET NEW.id = COALESCE(NULLIF(NEW.id, " + zero + "), sortid_wiji_new())", ""},
		{mysql, "", "SET NEW.id = COALESCE(NULLIF(NEW.id, 0), sortid_xid_new())", ""},
		{mysql, "", "SET NEW.id = (IFNULL(NEW.`id`, f()))", ""},
		{mysql, "", "SET NEW.id = IF(NEW.id = " + zero + ", f(), NEW.id)", ""},
		{mysql, "", "SET NEW.id = CASE WHEN NEW.id IS NULL THEN f() ELSE NEW.id END", ""},
		{mysql, "", "BEGIN IF NEW.id = " + zero + " OR NEW.id IS NULL THEN SET NEW.id = f(); END IF; END", ""},
		{mysql, "", "IF NEW.id IS NOT NULL THEN SET NEW.a = 1; ELSE SET NEW.id = f(); END IF", ""},
		{mysql, "", "IF NEW.a = 1 THEN SET NEW.b = 1; ELSEIF NEW.id <=> NULL OR NEW.id IS NULL THEN SET NEW.b = 1; END IF", ""},
		{mysql, "", "CASE WHEN NEW.id IS NULL THEN SET NEW.id = f(); ELSE SET NEW.a = 1; END CASE", ""},
		{mysql, "", "SET NEW.id = OLD.id", ""},
		{mysql, "", "SET NEW.other = f(), NEW.a = NEW.id", ""},
		{mysql, "", "# SET NEW.id = f()\nSET NEW.a = 1 -- SET NEW.id = f()", ""},
		{mysql, "", "UPDATE log SET id = NEW.id", ""},
		{mysql, "", "IF NEW.id <> 0 THEN SET NEW.a = NEW.id = 5; END IF", ""},
		{postgres, "", "BEGIN NEW.id := coalesce(NEW.id, f()); RETURN NEW; END", ""},
		{postgres, "", "BEGIN NEW.id := COALESCE(NULLIF(NEW.id, '00000000-0000-0000-0000-000000000000'::uuid), f()); END", ""},
		{postgres, "(new.id IS NULL)", "BEGIN NEW.id := f(); RETURN NEW; END", ""},
		{postgres, "", "BEGIN IF NEW.id IS NULL THEN NEW.id := f(); END IF; RETURN NEW; END", ""},
		{postgres, "", "BEGIN IF TG_OP = 'UPDATE' THEN NEW.id := OLD.id; END IF; NEW.updated_at := now(); RETURN NEW; END", ""},
		{postgres, "", "BEGIN INSERT INTO log (id) VALUES (NEW.id); RETURN NEW; END", ""},
		{postgres, "", "BEGIN EXECUTE $q$ NEW.id := f(); $q$; RETURN NEW; END", ""},
		{postgres, "", "BEGIN UPDATE t SET a = 1 WHERE id = NEW.id; UPDATE u SET id = f(); RETURN NEW; END", ""},
		{sqlite, "NEW.id IS NULL", "BEGIN UPDATE sortid_wiji SET made = made + 1; UPDATE orders SET id = (SELECT id FROM sortid_wiji) WHERE n = NEW.n; END", ""},
		{sqlite, "NEW.id IS NULL", "BEGIN UPDATE t SET id = (SELECT id FROM sortid_wiji) WHERE n = NEW.n; END", ""},
		{sqlite, "", "BEGIN UPDATE t SET id = f() WHERE n = NEW.n AND id IS NULL; END", ""},
		{sqlite, "", "BEGIN UPDATE t SET at = f() WHERE id = NEW.id; END", ""},
		{sqlite, "", "", ""},
		{postgres, "", "BEGIN IF IF CASE ELSE END END END IF UPDATE SET INTO NEW . NEW.id := ; NEW.id", ""},
	} {
		r := triggerReader{dialect: c.dialect, table: "t", column: "id", source: c.body}
		if got := r.rewrites(liveTrigger{condition: c.condition, before: true}); got != c.want {
			t.Errorf("%s %s: got %q, want %q", c.condition, c.body, got, c.want)
		}
	}
}

// TestRewritesAfter: a trigger that runs afterwards does not change the row by NEW.
func TestRewritesAfter(t *testing.T) {
	r := triggerReader{dialect: postgres, table: "t", column: "id", source: "BEGIN NEW.id := f(); SELECT f() INTO NEW.id; END"}
	if got := r.rewrites(liveTrigger{}); got != "" {
		t.Errorf("got %q", got)
	}
}

// FuzzRewrites: any source is read to its end.
func FuzzRewrites(f *testing.F) {
	f.Add("id IS NULL", "BEGIN IF NEW.id IS NULL THEN SET NEW.id = f(), NEW.a = 1; ELSE UPDATE t SET id = 1 WHERE id = 2; END IF; END")
	f.Add("", "CASE WHEN NEW.id = (1 THEN NEW.id := CASE WHEN COALESCE ( END CASE; SELECT 1 INTO NEW.id")
	f.Fuzz(func(t *testing.T, condition, body string) {
		for _, dl := range []dialect{postgres, mysql, sqlite} {
			r := triggerReader{dialect: dl, table: "t", column: "id", source: body}
			r.rewrites(liveTrigger{condition: condition, before: true})
		}
	})
}
