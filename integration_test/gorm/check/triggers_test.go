package check_test

import "testing"

// assign is a trigger of PostgreSQL that runs these statements.
func assign(body string) []string {
	return []string{
		"CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN " + body + " RETURN NEW; END $$",
		"CREATE TRIGGER change BEFORE INSERT OR UPDATE ON wards FOR EACH ROW EXECUTE FUNCTION change()",
	}
}

func onWards(more ...string) []string {
	return append([]string{"CREATE TABLE wards (id {id} NOT NULL PRIMARY KEY, n int)"}, more...)
}

var rewritten = []string{"id: rewriting-trigger"}

var triggerSchemas = []badSchema{
	{"assigns", inBoth, &ward{}, onWards("CREATE TRIGGER change_id BEFORE INSERT ON wards FOR EACH ROW SET NEW.id = {other}"), rewritten},
	{"assigns among others", inBoth, &ward{}, onWards(
		"CREATE TRIGGER change_id BEFORE UPDATE ON wards FOR EACH ROW BEGIN IF NEW.n IS NULL THEN SET NEW.n = 1, NEW.id = {other}; END IF; END",
	), rewritten},
	{"assigns in PL/pgSQL", inPostgres, &ward{}, onWards(assign("NEW.id := gen_random_uuid();")...), rewritten},
	{"selects into the column", inPostgres, &ward{}, onWards(assign("SELECT gen_random_uuid() INTO NEW.id;")...), rewritten},
	{"assigns on a condition of another column", inPostgres, &ward{}, onWards(
		"CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.id := {other}; RETURN NEW; END $$",
		"CREATE TRIGGER change BEFORE INSERT ON wards FOR EACH ROW WHEN (NEW.n IS NULL) EXECUTE FUNCTION change()",
	), rewritten},
	{"updates afterwards", inPostgres, &ward{}, onWards(
		"CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE wards SET id = {other} WHERE id = NEW.id; RETURN NULL; END $$",
		"CREATE TRIGGER change AFTER INSERT ON wards FOR EACH ROW EXECUTE FUNCTION change()",
	), rewritten},
	{"updates afterwards on SQLite", inSQLite, &ward{}, onWards(
		"CREATE TRIGGER change AFTER INSERT ON wards BEGIN UPDATE wards SET id = randomblob(16) WHERE rowid = NEW.rowid; END",
	), rewritten},

	{"fills", inBoth, &ward{}, onWards(
		"CREATE TRIGGER fill BEFORE INSERT ON wards FOR EACH ROW SET NEW.id = COALESCE(NULLIF(NEW.id, 0x00000000000000000000000000000000), {other})",
	), nil},
	{"fills on a condition", inBoth, &ward{}, onWards(
		"CREATE TRIGGER fill BEFORE INSERT ON wards FOR EACH ROW BEGIN IF NEW.id = 0x00 THEN SET NEW.id = {other}; END IF; END",
		"CREATE TRIGGER note BEFORE UPDATE ON wards FOR EACH ROW SET NEW.n = OLD.n + 1",
		"CREATE TRIGGER log AFTER INSERT ON wards FOR EACH ROW SET @last = NEW.id",
	), nil},
	{"fills in PL/pgSQL", inPostgres, &ward{}, onWards(assign(
		"IF NEW.id IS NULL THEN NEW.id := gen_random_uuid(); END IF; NEW.n := 1;")...), nil},
	{"fills in the condition of the trigger", inPostgres, &ward{}, onWards(
		"CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.id := {other}; RETURN NEW; END $$",
		"CREATE TRIGGER change BEFORE INSERT ON wards FOR EACH ROW WHEN (NEW.id IS NULL) EXECUTE FUNCTION change()",
	), nil},
	{"disabled", inPostgres, &ward{}, onWards(append(assign("NEW.id := gen_random_uuid();"),
		"ALTER TABLE wards DISABLE TRIGGER change")...), nil},
	{"after the row is stored", inPostgres, &ward{}, onWards(
		"CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.id := {other}; RETURN NEW; END $$",
		"CREATE TRIGGER change AFTER INSERT ON wards FOR EACH ROW EXECUTE FUNCTION change()",
	), nil},
	{"fills on SQLite", inSQLite, &ward{}, onWards(
		"CREATE TRIGGER fill AFTER INSERT ON wards WHEN NEW.id IS NULL BEGIN UPDATE wards SET id = randomblob(16) WHERE rowid = NEW.rowid; END",
		"CREATE TRIGGER note AFTER UPDATE ON wards BEGIN UPDATE wards SET n = n + 1 WHERE id = NEW.id; END",
	), nil},
}

func TestCheckFindsTriggers(t *testing.T) { checkSchemas(t, triggerSchemas) }
