package servertest

import (
	"database/sql"
	"encoding/hex"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
)

// tableRows are all rows of a table.
type tableRows struct {
	columns, types []string
	rows           [][]sql.NullString // bytes as hexadecimal digits, unless they are a text
}

// allRows reads all tables of a database but foreign ones, and partitions with their whole.
func allRows(t *testing.T, db *sql.DB, kind dbserver.Kind) map[string]*tableRows {
	t.Helper()
	query := `SELECT concat_ws(chr(1), CASE WHEN n.nspname = 'public' THEN '' ELSE n.nspname || '.' END || c.relname, c.oid::regclass, a.attname, quote_ident(a.attname), format_type(a.atttypid, a.atttypmod))
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^pg_|^information_schema$' ORDER BY c.oid, a.attnum`
	if kind != dbserver.Postgres {
		query = "SELECT CONCAT_WS(CHAR(1), c.table_name, CONCAT('`', REPLACE(c.table_name, '`', '``'), '`'), c.column_name, CONCAT('`', REPLACE(c.column_name, '`', '``'), '`'), c.column_type) FROM information_schema.columns c JOIN information_schema.tables t " +
			"ON t.table_schema = DATABASE() AND t.table_name = c.table_name WHERE c.table_schema = DATABASE() AND t.table_type NOT LIKE '%VIEW' ORDER BY c.table_name, c.ordinal_position"
	}
	list, quoted, names := map[string]*tableRows{}, map[string][]string{}, map[string]string{}
	for _, s := range texts(t, db, query) {
		p := strings.Split(s, "\x01")
		r := list[p[0]]
		if r == nil {
			r = &tableRows{}
			list[p[0]], names[p[0]] = r, p[1]
		}
		r.columns, r.types, quoted[p[0]] = append(r.columns, p[2]), append(r.types, p[4]), append(quoted[p[0]], p[3])
	}
	for name, r := range list {
		r.read(t, db, kind, names[name], quoted[name])
	}
	return list
}

func (r *tableRows) read(t *testing.T, db *sql.DB, kind dbserver.Kind, table string, columns []string) {
	t.Helper()
	cast := ""
	if kind == dbserver.Postgres {
		cast = "::text"
	}
	rows, err := db.QueryContext(t.Context(), "SELECT "+strings.Join(columns, cast+", ")+cast+" FROM "+table)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		row, to := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range row {
			to[i] = &row[i]
		}
		if err := rows.Scan(to...); err != nil {
			t.Fatal(err)
		}
		for i := range row {
			row[i].String = bytesOf(r.types[i], row[i].String)
		}
		r.rows = append(r.rows, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

// bytesOf returns the value of a column of bytes as hexadecimal digits, unless it is the text of a UUID.
func bytesOf(kind, value string) string {
	switch {
	case kind == "bytea":
		raw, err := hex.DecodeString(strings.TrimPrefix(value, `\x`))
		if err != nil {
			return value
		}
		value = string(raw)
	case !strings.Contains(kind, "binary"):
		return value
	}
	if looksLikeKey.MatchString(value) {
		return value
	}
	return hex.EncodeToString([]byte(value))
}

// canonical returns the digits of a UUID in any form.
func canonical(s string) string {
	return strings.ToLower(strings.ReplaceAll(strings.TrimSpace(s), "-", ""))
}

// lines returns a text for each row, sorted, of columns by their names. Those that have changed are canonical.
func (r *tableRows) lines(columns []string, changed map[string]bool) []string {
	var list []string
	for _, row := range r.rows {
		var cells []string
		for _, name := range columns {
			i := slices.Index(r.columns, name)
			switch {
			case i < 0:
				cells = append(cells, "no column")
			case !row[i].Valid:
				cells = append(cells, "NULL")
			case changed[name]:
				cells = append(cells, canonical(row[i].String))
			default:
				cells = append(cells, row[i].String)
			}
		}
		list = append(list, strings.Join(cells, "|"))
	}
	slices.Sort(list)
	return list
}

// without returns the texts of a sorted list that are not in another.
func without(list, other []string) (rest []string) {
	count := map[string]int{}
	for _, s := range other {
		count[s]++
	}
	for _, s := range list {
		if count[s]--; count[s] < 0 {
			rest = append(rest, s)
		}
	}
	return rest
}

// sameRows fails if a row is gone or has changed, and returns the new rows by their tables. It does not compare
// columns that came.
func sameRows(t *testing.T, before, after map[string]*tableRows) map[string][]string {
	t.Helper()
	added := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		b, a := before[name], after[name]
		if a == nil {
			t.Errorf("table %s is gone", name)
			continue
		}
		changed := map[string]bool{}
		for i, c := range b.columns {
			j := slices.Index(a.columns, c)
			changed[c] = j < 0 || a.types[j] != b.types[i]
		}
		x, y := b.lines(b.columns, changed), a.lines(b.columns, changed)
		if gone := without(x, y); len(gone) > 0 {
			t.Errorf("table %s: %d of %d rows are gone or have changed: %.300q; new are %.300q", name, len(gone), len(x), gone, without(y, x))
		}
		if more := without(y, x); len(more) > 0 {
			added[name] = more
		}
	}
	return added
}

// typesChanged returns the columns whose types are not as they were.
func typesChanged(before, after map[string]*tableRows) (list []string) {
	for name, b := range before {
		a := after[name]
		if a == nil {
			continue
		}
		for i, c := range b.columns {
			if j := slices.Index(a.columns, c); j >= 0 && a.types[j] != b.types[i] {
				list = append(list, name+"."+c)
			}
		}
	}
	slices.Sort(list)
	return list
}

var looksLikeKey = regexp.MustCompile(`^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$`)

// joinable are columns of two tables that have values in common, the second of which has each only once.
type joinable struct{ table, column, other, key string }

func (j joinable) String() string { return j.table + "." + j.column + " = " + j.other + "." + j.key }

// joinables finds the pairs of columns that the rows join.
func joinables(all map[string]*tableRows) (list []joinable) {
	type values struct {
		table, column string
		count         map[string]int
		once          bool
	}
	var columns []values
	for _, name := range slices.Sorted(maps.Keys(all)) {
		r := all[name]
		for i, c := range r.columns {
			v := values{name, c, map[string]int{}, true}
			for _, row := range r.rows {
				if !row[i].Valid || !looksLikeKey.MatchString(row[i].String) {
					v.once = v.once && row[i].Valid
					continue
				}
				x := strings.ToLower(row[i].String)
				v.count[x]++
				v.once = v.once && v.count[x] == 1
			}
			if len(v.count) > 0 {
				columns = append(columns, v)
			}
		}
	}
	for _, a := range columns {
		for _, b := range columns {
			if a.table == b.table && a.column == b.column || !b.once {
				continue
			}
			for x := range a.count {
				if b.count[x] > 0 {
					list = append(list, joinable{a.table, a.column, b.table, b.column})
					break
				}
			}
		}
	}
	return list
}

// counts returns how many rows the server joins, or its error.
func (j joinable) counts(t *testing.T, db *sql.DB, kind dbserver.Kind) string {
	t.Helper()
	table := func(s string) string {
		if kind != dbserver.Postgres {
			return "`" + strings.ReplaceAll(s, "`", "``") + "`"
		}
		// A dot divides a schema and a table.
		p := strings.SplitN(s, ".", 2)
		for i := range p {
			p[i] = `"` + strings.ReplaceAll(p[i], `"`, `""`) + `"`
		}
		return strings.Join(p, ".")
	}
	quote := func(s string) string {
		if kind != dbserver.Postgres {
			return table(s)
		}
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	var n int
	err := db.QueryRowContext(t.Context(), fmt.Sprintf("SELECT count(*) FROM %s AS a JOIN %s AS b ON a.%s = b.%s", table(j.table), table(j.other), quote(j.column), quote(j.key))).Scan(&n)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(n)
}

// wanted returns how many rows it joins by value.
func (j joinable) wanted(all map[string]*tableRows) string {
	count, n := map[string]int{}, 0
	values := func(table, column string, f func(string)) {
		r := all[table]
		i := slices.Index(r.columns, column)
		for _, row := range r.rows {
			if row[i].Valid {
				f(canonical(row[i].String))
			}
		}
	}
	values(j.other, j.key, func(x string) { count[x]++ })
	values(j.table, j.column, func(x string) { n += count[x] })
	return fmt.Sprint(n)
}
