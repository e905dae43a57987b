package servertest

import (
	"cmp"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/move"
)

// Forms of the key in tables that change by the doctor's own steps.
const (
	charUUID   = "char"         // char(36), in ASCII
	wideUUID   = "utf8"         // char(36) in utf8mb4
	varUUID    = "varchar"      // varchar(36)
	hexUUID    = "hex"          // char(32)
	ulidText   = "ULID"         // char(26), in order
	mixedULID  = "ULID, mixed"  // of which the inserts are in no order
	textAsByte = "text as byte" // 36 characters in BINARY(36) or bytea
	uuidBytes  = "16 bytes"     // uuid or BINARY(16)
	varBytes   = "bytea"        // bytea, VARBINARY(16)
)

// owned is a table whose changes are carried out by the doctor's own steps. Each has two secondary
// indexes, which are there before the rows.
type owned struct {
	name, form string
	// ordered is whether the keys are, and packed whether the pages were packed after the inserts.
	ordered, packed bool
	// columns are of the table and insert the values of row i, with {key} and {m}. Columns and indexes that
	// are left out are the usual ones.
	columns, insert string
	indexes         []string
	deleted         string // a condition for the rows that are deleted; empty for none
	// child is the columns of a table that references the key, with a row for each; empty for none.
	child        string
	childIndexes []string
	short        bool // whether each run changes it, and not only one with -saving-rows
}

// usual are the columns of most tables, and usualIndexes their secondary indexes.
const usual = "id {key} PRIMARY KEY, m int NOT NULL, n varchar(400) NOT NULL"

var usualIndexes = []string{"UNIQUE m, id", "m"}

// scattered is m: a number in no order, another one in each row.
const scattered = "i * 7919 % 1000003"

var ownedTables = []owned{
	{name: "account", form: charUUID, columns: "id {key} PRIMARY KEY, m int NOT NULL, mail varchar(60) NOT NULL", insert: "{key}, {m}, CONCAT('mail', {m}, '@example.org')", indexes: []string{"UNIQUE mail", "UNIQUE m, id"}},
	{name: "bill", form: varUUID, insert: "{key}, {m}, {x:90}", indexes: []string{"m", "UNIQUE id, m"}},
	{name: "cart", form: hexUUID, insert: "{key}, {m}, {x:20}", indexes: []string{"n, id", "UNIQUE m"}},
	{name: "doc", form: ulidText, ordered: true, insert: "{key}, {m}, {x:60}"},
	{name: "entry", form: mixedULID, ordered: true, insert: "{key}, {m}, {x:40}", indexes: []string{"UNIQUE id, m", "m"}},
	{name: "file", form: textAsByte, insert: "{key}, {m}, {x:50}"},
	{name: "voucher", form: charUUID, columns: "n bigint PRIMARY KEY, token {key} NOT NULL, m int NOT NULL", insert: "i, {key}, {m}", indexes: []string{"UNIQUE token", "UNIQUE m, token"}, short: true},
	{name: "host", form: uuidBytes, insert: "{key}, {m}, {x:20 + i * 7919 % 300}"},
	{name: "item", form: uuidBytes, insert: "{key}, {m}, {x:250}", indexes: []string{"UNIQUE id, m", "m"}},
	{name: "job", form: charUUID, insert: "{key}, {m}, {x:30}", short: true,
		child: "n bigint PRIMARY KEY, job_id {key} NOT NULL, m int NOT NULL", childIndexes: []string{"job_id", "UNIQUE m, job_id"}},
	{name: "kept", form: varUUID, ordered: true, insert: "{key}, {m}, {x:60}", deleted: "m % 10 < 6"},
	{name: "log", form: charUUID, insert: "{key}, {m}, {x:80}", indexes: []string{"UNIQUE m, id", "UNIQUE id, m"}, deleted: "m % 10 < 5"},
	{name: "mail", form: charUUID, packed: true, insert: "{key}, {m}, {x:40}"},
	{name: "note", form: varUUID, insert: "{key}, {m}, {x:10 + i * 300 / {rows}}"},
	{name: "parcel", form: hexUUID, ordered: true, insert: "{key}, {m}, {x:30}"},
	{name: "post", form: wideUUID, columns: "id {key} PRIMARY KEY, m int, n varchar(99)", insert: "{key}, {m}, {x:70}"},
	{name: "run", form: varBytes, insert: "{key}, {m}, {x:35}", indexes: []string{"UNIQUE m, id", "UNIQUE id, m"}},
	{name: "visit", form: ulidText, ordered: true, packed: true, insert: "{key}, {m}, {x:10}",
		child: "n bigint PRIMARY KEY, visit_id {key} NOT NULL, m int NOT NULL", childIndexes: []string{"visit_id, m", "UNIQUE m"}},
}

// keyType returns the type of a column of a form.
func keyType(kind dbserver.Kind, form string) string {
	switch inno := kind == dbserver.MySQL || kind == dbserver.MariaDB; {
	case kind == dbserver.Postgres:
		return map[string]string{charUUID: "char(36)", wideUUID: "char(36)", varUUID: "varchar(36)", hexUUID: "char(32)", ulidText: "char(26)", mixedULID: "char(26)",
			textAsByte: "bytea", uuidBytes: "uuid", varBytes: "bytea"}[form]
	case inno:
		return map[string]string{charUUID: "char(36) CHARACTER SET ascii", wideUUID: "char(36) CHARACTER SET utf8mb4", varUUID: "varchar(36) CHARACTER SET ascii COLLATE ascii_bin",
			hexUUID: "char(32) CHARACTER SET latin1", ulidText: "char(26) CHARACTER SET ascii", mixedULID: "char(26) CHARACTER SET ascii",
			textAsByte: "binary(36)", uuidBytes: "binary(16)", varBytes: "varbinary(16)"}[form]
	case form == textAsByte || form == uuidBytes || form == varBytes:
		return "BLOB"
	}
	return "TEXT"
}

// keyValue returns the expression of the key of row i.
func (o owned) keyValue(kind dbserver.Kind) string {
	value := "{v4text}"
	if o.ordered {
		value = "(SELECT v7 FROM in_order WHERE in_order.i = n.i)"
	}
	switch {
	case o.form == hexUUID:
		return "REPLACE(" + value + ", '-', '')"
	case o.form == ulidText:
		return "(SELECT u FROM in_order WHERE in_order.i = n.i)"
	case o.form == mixedULID:
		return "(SELECT mixed FROM in_order WHERE in_order.i = n.i)"
	case o.form == textAsByte && kind == dbserver.Postgres:
		return "convert_to(" + value + ", 'UTF8')"
	case o.form == textAsByte && kind == "":
		return "CAST(" + value + " AS BLOB)"
	case o.form == varBytes && kind == dbserver.Postgres:
		return "uuid_send({v4})"
	case o.form == uuidBytes, o.form == varBytes:
		return "{v4}"
	}
	return value
}

// create creates the table under a name, with its indexes, and the key of a type.
func (o owned) create(t *testing.T, l lab, name, columns, key string, indexes []string) {
	t.Helper()
	with := map[dbserver.Kind]string{dbserver.Postgres: " WITH (autovacuum_enabled = off)", dbserver.MySQL: " STATS_AUTO_RECALC=0", dbserver.MariaDB: " STATS_AUTO_RECALC=0"}[l.kind]
	if l.kind == "" && len(o.name)%2 == 0 { // half of them
		with = " WITHOUT ROWID"
	}
	execute(t, l.db, "CREATE TABLE "+name+" ("+strings.ReplaceAll(columns, "{key}", key)+")"+with)
	o.index(t, l, name, indexes)
}

// index creates the secondary indexes.
func (o owned) index(t *testing.T, l lab, name string, indexes []string) {
	t.Helper()
	for i, columns := range indexes {
		columns, unique := strings.CutPrefix(columns, "UNIQUE ")
		execute(t, l.db, fmt.Sprintf("CREATE %sINDEX %s_%c ON %s (%s)", map[bool]string{true: "UNIQUE "}[unique], name, 'a'+i, name, columns))
	}
}

// values returns the expressions of row i.
func (o owned) values(kind dbserver.Kind) string {
	return strings.NewReplacer("{key}", o.keyValue(kind), "{m}", scattered).Replace(o.insert)
}

// tables returns the names of the table and its child.
func (o owned) tables() []string {
	if o.child == "" {
		return []string{o.name}
	}
	return []string{o.name, o.name + "_child"}
}

// column returns the name of the key.
func (o owned) column() string {
	if strings.Contains(o.columns, "token {key}") {
		return "token"
	}
	return "id"
}

// build creates the table and what references it, with the rows.
func (o owned) build(t *testing.T, l lab) {
	t.Helper()
	if o.ordered {
		fillInOrder(t, l)
	}
	key := keyType(l.kind, o.form)
	o.create(t, l, o.name, o.columns, key, o.indexes)
	l.insert(t, o.name, o.values(l.kind), 1, l.rows)
	if o.ordered {
		execute(t, l.db, "DROP TABLE in_order")
	}
	if o.child != "" {
		child := o.name + "_child"
		o.create(t, l, child, o.child+", CONSTRAINT "+child+"_key FOREIGN KEY ("+o.name+"_id) REFERENCES "+o.name+" (id)", key, o.childIndexes)
		execute(t, l.db, "INSERT INTO "+child+" SELECT m, id, m FROM "+o.name+" ORDER BY m")
	}
	for _, name := range o.tables() {
		if o.deleted != "" {
			execute(t, l.db, "DELETE FROM "+name+" WHERE "+o.deleted)
		}
		if o.packed {
			l.rebuild(t, name)
		}
		l.analyze(t, name)
	}
}

// fillInOrder creates a table of keys by the number of the row: UUIDv7 and ULIDs in order, and mixed ULIDs.
func fillInOrder(t *testing.T, l lab) {
	t.Helper()
	execute(t, l.db, "CREATE TABLE in_order (i int PRIMARY KEY, v7 char(36), u char(26), mixed char(26))")
	const prime, each = 1_000_003, 70 * time.Millisecond
	ulids, v7s := make([]string, l.rows), make([]string, l.rows)
	for i := range ulids {
		x, err := ulid.At(time.Now().Add(-time.Duration(l.rows-i) * each))
		if err != nil {
			t.Fatal(err)
		}
		ulids[i] = x.String()
		x[6], x[8] = x[6]&0x0f|0x70, x[8]&0x3f|0x80
		v7s[i] = text(x)
	}
	i, j := 0, 0
	fill(t, l.db, l.kind, "in_order", l.rows, "i, v7, u, mixed", func() any { i++; return i }, func() any { return v7s[i-1] }, func() any { return ulids[i-1] }, func() any {
		for j = (j + 7919) % prime; j >= l.rows; j = (j + 7919) % prime {
		}
		return ulids[j]
	})
}

// carryOut makes a change by its steps, and returns the sizes after it.
func (o owned) carryOut(t *testing.T, l lab, dsn string, c inspect.Change) map[string]map[string]float64 {
	t.Helper()
	tables := []string{c.Table}
	switch {
	case c.Action == inspect.OrderedKeys:
		const other = "other"
		var n int
		if err := l.db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM "+o.name).Scan(&n); err != nil {
			t.Fatal(err)
		}
		o.create(t, l, other, o.columns, keyType(l.kind, o.form), o.indexes)
		l.insert(t, other, strings.NewReplacer("{v4}", "{ordered}", "{v4text}", "{orderedtext}").Replace(o.values(l.kind)), 1, n)
		sizes := map[string]float64{}
		for tree, size := range l.sizes(t, other) {
			sizes[strings.Replace(tree, other, o.name, 1)] = size
		}
		execute(t, l.db, "DROP TABLE "+other)
		return map[string]map[string]float64{c.Table: sizes}
	case c.Action == inspect.Rebuild:
		statement, _, _ := strings.Cut(c.Steps[0].Text, ";")
		execute(t, l.db, statement)
	case l.kind == "":
		o.copyBytes(t, l)
		tables = o.tables()
	default:
		m := moveLine.FindStringSubmatch(c.Steps[0].Text)
		if m == nil {
			t.Fatalf("the step has no script: %s", c.Steps[0].Text)
		}
		script, err := move.Script(t.Context(), move.Options{DSN: dsn, Columns: []string{m[2]}, From: cmp.Or(m[1], "uuid")})
		if err != nil {
			t.Fatal(err)
		}
		if err := steps(t, l.db, script, func() {}); err != nil {
			t.Fatal(err)
		}
		tables = o.tables()
	}
	return l.sizesOf(t, tables)
}

// copyBytes copies the rows to tables with bytes, as the step for SQLite says.
func (o owned) copyBytes(t *testing.T, l lab) {
	t.Helper()
	raw := func(c string) string {
		switch o.form {
		case hexUUID:
			return "unhex(" + c + ")"
		case ulidText, mixedULID:
			return "CAST(substr(" + c + ", 1, 16) AS BLOB)" // as many bytes as the ID has, in its order
		}
		return "unhex(CAST(" + c + " AS TEXT), '-')"
	}
	for _, name := range o.tables() {
		columns, indexes, c := o.columns, o.indexes, o.column()
		if name != o.name {
			columns, indexes, c = o.child+", CONSTRAINT fk FOREIGN KEY ("+o.name+"_id) REFERENCES "+o.name+" (id)", o.childIndexes, o.name+"_id"
		}
		var list []string
		for part := range strings.SplitSeq(columns, ", ") {
			if column, _, _ := strings.Cut(part, " "); column == c {
				list = append(list, raw(c))
			} else if column != "CONSTRAINT" {
				list = append(list, column)
			}
		}
		o.create(t, l, "copy", columns, "BLOB", nil)
		execute(t, l.db, "INSERT INTO copy SELECT "+strings.Join(list, ", ")+" FROM "+name, "DROP TABLE "+name, "ALTER TABLE copy RENAME TO "+name)
		o.index(t, l, name, indexes)
	}
	execute(t, l.db, "VACUUM")
}

// Each saving is in its interval after the doctor's own steps, in tables with two secondary indexes: after the script of
// doctor move, after the statement of a rebuild, and in a table that ordered keys filled. With -saving-rows, 19 of 20
// of some forty savings on each server are. With -v the test prints them.
func TestOwnSteps(t *testing.T) {
	for _, kind := range append(dbserver.Kinds(), "") {
		t.Run(cmp.Or(string(kind), "sqlite"), func(t *testing.T) {
			if kind != "" {
				dbtest.Server(t, kind)
			}
			var list []verdict
			chosen := 0
			for _, o := range ownedTables {
				o.columns = cmp.Or(o.columns, usual)
				if o.indexes == nil {
					o.indexes = usualIndexes
				}
				if (*savingRows > 0 || o.short) && (kind == "" || dbtest.RunsOn(kind, "TestOwnSteps of "+o.name)) {
					chosen++
					t.Run(o.name, func(t *testing.T) { list = append(list, o.changeAll(t, kind)...) })
				}
			}
			if chosen == 0 {
				t.Fatal("no table runs on this server: see dbtest.RunsOn")
			}
			if len(list) == 0 {
				return // -run selects none of the tables
			}
			lines, ratios := make([]string, len(list)), make([]float64, len(list))
			for i, v := range list {
				lines[i], ratios[i] = v.String(), v.change.Saves.Value/v.real
			}
			slices.Sort(ratios)
			t.Logf("%d of %d savings are not in their interval; said is %.3f times what was got in the median, %.3f to %.3f times\n%s",
				missed(list), len(list), ratios[len(ratios)/2], ratios[0], ratios[len(ratios)-1], strings.Join(lines, "\n"))
			if missed(list) > max(1, len(list)/20) { // of a few, one may be by chance
				t.Error("more than one of twenty is wrong")
			}
		})
	}
}

// changeAll makes all changes of one table that the doctor names.
func (o owned) changeAll(t *testing.T, kind dbserver.Kind) (list []verdict) {
	t.Helper()
	var db *sql.DB
	dsn := filepath.Join(t.TempDir(), o.name+".sqlite")
	rows := cmp.Or(*savingRows, map[dbserver.Kind]int{"": 8_000}[kind], 30_000)
	if o.deleted != "" {
		rows *= 2 // MariaDB's statistics are wrong for fewer pages
	}
	if kind == "" {
		db = open(t, "sqlite", dsn)
		db.SetMaxOpenConns(1)
		execute(t, db, "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF")
	} else {
		d, opened := openMany(t, kind)
		db, dsn = opened, d.DSN
	}
	l := lab{kind, db, rows}
	o.build(t, l)
	before := l.sizesOf(t, o.tables())
	r := run(t, inspect.Options{DSN: dsn})
	slices.SortStableFunc(r.Changes, func(a, b inspect.Change) int { return cmp.Compare(turn(a), turn(b)) })
	for _, c := range r.Changes {
		if !c.Saves.Known() {
			continue
		}
		after := o.carryOut(t, l, dsn, c)
		saved := 0.0
		for _, tree := range c.Trees {
			saved += sizeOfTree(t, before[tree.Table], tree) - sizeOfTree(t, after[tree.Table], tree)
		}
		list = append(list, verdict{r.Server.Product, strings.TrimSpace(o.form + " " + c.Index), c.Table, c, saved})
	}
	if isBytes := o.form == uuidBytes || o.form == varBytes; len(list) == 0 || !isBytes && list[len(list)-1].change.Action != inspect.ColumnType {
		t.Errorf("the doctor names no other type, but %+v", list)
	}
	return list
}

// turn is when a change is carried out: what leaves the other trees as they are comes first.
func turn(c inspect.Change) int {
	switch {
	case c.Action == inspect.OrderedKeys: // in a table of its own
		return 0
	case c.Action == inspect.Rebuild && !strings.HasPrefix(c.Steps[0].Text, "VACUUM"):
		return 1
	case c.Action == inspect.Rebuild: // of a whole file of SQLite
		return 2
	}
	return 3
}
