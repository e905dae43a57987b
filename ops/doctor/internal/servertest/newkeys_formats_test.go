package servertest

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/newkeys"
)

// Each format dates the keys by the time of their rows, or by the move, and keeps the old keys if asked.
func TestNewKeysFormats(t *testing.T) {
	t.Parallel()
	for _, kind := range newKeyKinds {
		d, db := withFunctions(t, kind)
		for i, c := range []struct {
			to, function, valid string
			clock, keep         string
		}{
			{"uuidv7", "uuid", "uuid", "", ""}, {"wiji", "wiji", "wiji", "stamp", newkeys.KeepColumn}, {"ulid", "ulid", "ulid", "day", newkeys.KeepTable}, {"scru160", "scru", "scru", "", newkeys.KeepTable},
			{"ulidflake", "ulidflake", "ulidflake", "", newkeys.KeepColumn}, {"xid", "xid", "uid", "stamp", ""},
			{"uuidv7", "uuid", "uuid", "now", ""}, {"wiji", "wiji", "wiji", "now", ""}, {"ulid", "ulid", "ulid", "now", ""}, {"scru160", "scru", "scru", "now", ""}, {"ulidflake", "ulidflake", "ulidflake", "now", ""}, {"xid", "xid", "uid", "now", newkeys.KeepTable},
		} {
			// What the move dates differs from the rest by the text of the script, which newkeys compares for each format.
			if !dbtest.RunsOn(kind, fmt.Sprint("TestNewKeysFormats ", c.to, c.clock)) || c.clock == "now" && c.to != "uuidv7" && c.to != "xid" && !dbtest.Every() {
				continue
			}
			t.Run(fmt.Sprint(kind, "/", c.to, " ", c.clock, " ", c.keep), func(t *testing.T) {
				parent, child := fmt.Sprintf("p%d", i), fmt.Sprintf("c%d", i)
				rows := 100
				if i == 0 { // more than a transaction fills
					rows = 1300
				}
				timed(t, db, kind, parent, child, rows)
				o := newkeys.Options{DSN: d.DSN, To: c.to, Columns: []string{parent + ".id"}, KeepOld: c.keep}
				if c.clock != "" {
					o.Times = []string{parent + "=" + c.clock}
				}
				if err := runScript(t, db, statementsOf(printed(t, o))); err != nil {
					t.Fatal(err)
				}
				order := map[string]string{"": "created_at", "stamp": "stamp", "day": "day", "now": "n"}[c.clock]
				checkTimed(t, db, parent, child, c.valid, order, rows)
				switch c.clock {
				case "":
					if got := texts(t, db, fmt.Sprintf("SELECT n FROM %s WHERE sortid_%s_time(id) <> created_at", parent, c.function)); len(got) > 0 {
						t.Errorf("of another time: %q", got)
					}
				case "now":
					if got := texts(t, db, fmt.Sprintf("SELECT n FROM %s WHERE id < sortid_%s_min_at('%s-01-01 00:00:00')", parent, c.function, "2026")); len(got) > 0 {
						t.Errorf("not dated by the move: %q", got)
					}
				}
				old := map[string]string{newkeys.KeepColumn: "SELECT CONCAT_WS(' ', n, old_id) FROM %[1]s", newkeys.KeepTable: "SELECT CONCAT_WS(' ', n, o.old_id) FROM %[1]s AS p JOIN %[1]s_old_ids AS o ON o.id = p.id"}[c.keep]
				if old == "" {
					return
				}
				got := texts(t, db, fmt.Sprintf(old, parent))
				for n := range 100 {
					if !slices.Contains(got, fmt.Sprint(n, " ", n+1)) {
						t.Errorf("the old key of row %d is not in %.200q", n, got)
						break
					}
				}
				execute(t, db, fmt.Sprintf("INSERT INTO %s (n, created_at, stamp, day) VALUES (1000, '2026-01-01', '2026-01-01', '2026-01-01')", parent))
			})
		}
	}
}

// timed creates a table of rows the later of which are dated earlier, several in a millisecond of their column stamp, and
// one that references it.
func timed(t *testing.T, db *sql.DB, kind dbserver.Kind, parent, child string, n int) {
	t.Helper()
	key, made, stamp := "BIGINT AUTO_INCREMENT", "DATETIME(3) NOT NULL", "TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6)"
	if kind == dbserver.Postgres {
		key, made, stamp = "bigint GENERATED ALWAYS AS IDENTITY", "timestamptz NOT NULL", "timestamp NOT NULL"
	}
	var rows, children []string
	for n := range n {
		at := fmt.Sprintf("'2025-06-30 12:00:%02d.%03d'", (5999-n)/100, (5999-n)%100)
		if kind == dbserver.Postgres {
			at = strings.TrimSuffix(at, "'") + "+00'"
		}
		rows = append(rows, fmt.Sprintf("(%d, %s, '2025-06-30 12:00:00.%06d', '%d-01-01')", n, at, 999999-n, 2020-n%50))
		children = append(children, fmt.Sprintf("(%d, %d)", n, n+1))
	}
	execute(t, db, fmt.Sprintf("CREATE TABLE %s (id %s PRIMARY KEY, n INT NOT NULL UNIQUE, created_at %s, stamp %s, day DATE NOT NULL, pad CHAR(200) NOT NULL DEFAULT 'x', pad_too CHAR(250) NOT NULL DEFAULT 'x', pad_three CHAR(250) NOT NULL DEFAULT 'x')", parent, key, made, stamp),
		fmt.Sprintf("CREATE TABLE %[1]s (n INT, parent BIGINT NOT NULL, CONSTRAINT %[1]s_parent FOREIGN KEY (parent) REFERENCES %[2]s (id))", child, parent),
		fmt.Sprintf("INSERT INTO %s (n, created_at, stamp, day) VALUES %s", parent, strings.Join(rows, ", ")), fmt.Sprintf("INSERT INTO %s (n, parent) VALUES %s", child, strings.Join(children, ", ")))
}

// checkTimed fails unless the keys are valid and in an order, and each child has its parent.
func checkTimed(t *testing.T, db *sql.DB, parent, child, valid, order string, rows int) {
	t.Helper()
	if got := texts(t, db, fmt.Sprintf("SELECT n FROM %s WHERE NOT sortid_%s_valid(id)", parent, valid)); len(got) > 0 {
		t.Errorf("no IDs of the format: %q", got)
	}
	got, want := texts(t, db, "SELECT n FROM "+parent+" ORDER BY id"), texts(t, db, "SELECT n FROM "+parent+" ORDER BY "+order+", id")
	if !slices.Equal(got, want) || len(got) != rows {
		t.Errorf("the order is %q, want %q", got, want)
	}
	if got := texts(t, db, fmt.Sprintf("SELECT c.n FROM %s AS c JOIN %s AS p ON p.id = c.parent AND p.n = c.n", child, parent)); len(got) != rows {
		t.Errorf("%d children have their parents", len(got))
	}
}
