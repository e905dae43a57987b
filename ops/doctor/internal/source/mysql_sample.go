package source

import (
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
)

// Sample reads rows after keys that are spread evenly, of the key by which InnoDB stores the rows. Of a table without such a
// key it reads the first rows.
func (m *mysql) Sample(ctx context.Context, t *Table, columns []string) Sample {
	out := Sample{Values: make(map[string][]any), Lengths: make(map[string][]float64)}
	varies := m.varying(t)
	var list []string
	for _, c := range columns {
		list = append(list, "LEFT("+sqltext.MyQuote(c)+", 100)")
		if c, _ := t.Column(c); c.Class != Text && c.Class != Bytes {
			list[len(list)-1] = sqltext.MyQuote(c.Name)
		}
	}
	for _, c := range varies {
		list = append(list, "OCTET_LENGTH("+sqltext.MyQuote(c.Name)+")")
	}
	query, shown, err := m.sampleQuery(ctx, t, strings.Join(list, ", "), &out)
	if err != nil {
		return noSample(err)
	}
	if query == "" {
		out.Missing = Empty
		return out
	}
	keys := len(keysOf(t))
	seen := make(map[string]bool)
	err = m.data(ctx, query, shown, func(rows *sql.Rows) error {
		row, err := scanAll(rows, len(list)+keys)
		if err != nil {
			return err
		}
		if key := fmt.Sprint(row[len(list):]...); keys > 0 {
			if seen[key] {
				return nil // the next probe's rows begin before this one's end
			}
			seen[key] = true
		}
		for i, name := range columns {
			c, _ := t.Column(name)
			out.Values[name] = append(out.Values[name], myValue(c, row[i]))
		}
		out.add(varies, row[len(columns):len(list)])
		return nil
	})
	if err != nil {
		return noSample(err)
	}
	if out.Rows == 0 {
		out.Missing = Empty
	}
	return out
}

// Runs reads runs of neighbours in the first column of the key by which InnoDB stores the rows, of a few pages
// each.
func (m *mysql) Runs(ctx context.Context, t *Table, s Sample) []idkind.Run {
	const pages, most = 6, 500
	keys := keysOf(t)
	if len(keys) == 0 {
		return nil
	}
	n := most
	if row := t.place.(*myTable).average; row > 0 {
		n = min(most, pages*m.pageSize/int(row))
	}
	if rows := t.place.(*myTable).rows; rows > 0 {
		n = min(n, 2*int(rows)/probes) // of a small table, each row twice
	}
	n = max(n, probedRows)
	c, _ := t.Column(t.Indexes[0].Columns[0])
	return m.runs(ctx, keys[0], t.quoted, startsOf(c, s.Least, s.Greatest), n, func(v any) any {
		if raw, ok := myValue(c, v).([]byte); ok && c.Class == UUID && len(raw) == 16 {
			return regrouped(raw)
		}
		return myValue(c, v)
	})
}

// keysOf returns the quoted columns of the key by which InnoDB stores the rows, and a sample is read: none if the
// rows are not in the order of a column, or of one in which no probes are placed. The server
// would sort the whole table then.
func keysOf(t *Table) []string {
	if !t.clusters || t.Indexes[0].Prefix() > 0 {
		return nil
	}
	if c, _ := t.Column(t.Indexes[0].Columns[0]); c.Class == Other || c.Class == Numeric {
		return nil
	}
	var keys []string
	for _, c := range t.Indexes[0].Columns {
		keys = append(keys, sqltext.MyQuote(c))
	}
	return keys
}

// sampleQuery returns the statement of the sample, and how it is shown. Both are empty if
// the table is.
func (m *mysql) sampleQuery(ctx context.Context, t *Table, list string, out *Sample) (query, shown string, err error) {
	keys := keysOf(t)
	if len(keys) == 0 {
		query = fmt.Sprintf("SELECT %s FROM %s LIMIT %d", list, inOrderOfRows(t), probes*probedRows)
		return query, query, nil
	}
	column, _ := t.Column(t.Indexes[0].Columns[0])
	var ends [2]any
	err = m.data(ctx, "SELECT MIN("+keys[0]+"), MAX("+keys[0]+") FROM "+t.quoted, "", func(rows *sql.Rows) error {
		row, err := scanAll(rows, 2)
		for i, v := range row {
			ends[i] = myValue(column, v)
		}
		return err
	})
	if err != nil {
		return "", "", err
	}
	arm := fmt.Sprintf("(SELECT %s, %s FROM %s WHERE %s >= %%s ORDER BY %s LIMIT %d)", strings.ReplaceAll(list, "%", "%%"),
		strings.Join(keys, ", "), t.quoted, keys[0], keys[0], probedRows)
	shown = fmt.Sprintf(arm, "…") + " UNION ALL …  -- " + english.Count(probes, "place")
	out.Least, out.Greatest = ends[0], ends[1]
	starts := startsOf(column, ends[0], ends[1])
	if len(starts) == 0 && column.Class == UUID && ends[0] != nil {
		query = fmt.Sprintf("SELECT %s, %s FROM %s LIMIT %d", list, strings.Join(keys, ", "), inOrderOfRows(t), probes*probedRows)
		return query, query, nil
	}
	if len(starts) == 0 {
		if m.dry {
			query = shown
		}
		return query, shown, nil
	}
	arms := make([]string, len(starts))
	for i, v := range starts {
		arms[i] = fmt.Sprintf(arm, v)
	}
	return strings.Join(arms, " UNION ALL "), shown, nil
}

// inOrderOfRows returns a table of a FROM clause. Without the hint the server may read an index that has all columns
// of the sample, and so the least of its values.
func inOrderOfRows(t *Table) string {
	if !t.clusters {
		return t.quoted
	}
	return t.quoted + " FORCE INDEX (" + sqltext.MyQuote(t.Indexes[0].Name) + ")"
}

// startsOf returns the literals at which the probes start.
func startsOf(c Column, least, greatest any) []string {
	if c.Class != UUID {
		return between(least, greatest, probes)
	}
	// MariaDB's UUIDs are between the two in the order of the type. If the ends are in
	// different orders, no place is known.
	low, ok1 := least.([]byte)
	high, ok2 := greatest.([]byte)
	if !ok1 || !ok2 || len(low) != 16 || len(high) != 16 || isRegrouped(low) != isRegrouped(high) {
		return nil
	}
	list := between(regrouped(low), regrouped(high), probes)
	for i, s := range list {
		b, err := hex.DecodeString(strings.Trim(s, "X'"))
		if err != nil {
			return nil
		}
		if isRegrouped(low) {
			b = slices.Concat(b[12:], b[10:12], b[8:10], b[6:8], b[:6])
			b[6], b[8] = b[6]&0xF|low[6]&0xF0, b[8]&0x3F|0x80
		}
		list[i] = fmt.Sprintf("'%x-%x-%x-%x-%x'", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
	}
	return list
}

// isRegrouped reports whether MariaDB's type UUID sorts a value by its last group: UUIDs of the
// versions 1 to 5, and others that look like one.
func isRegrouped(b []byte) bool { return b[6] > 0 && b[6] < 0x60 && b[8]&0x80 != 0 }

// regrouped returns the bytes by which MariaDB's type UUID sorts a value.
func regrouped(b []byte) []byte {
	if !isRegrouped(b) {
		return b
	}
	return slices.Concat(b[10:], b[8:10], b[6:8], b[4:6], b[:4])
}

// myValue returns a value of a column as the other databases do.
func myValue(c Column, v any) any {
	b, ok := v.([]byte)
	if !ok {
		return v
	}
	switch c.Class {
	case Text:
		return string(b)
	case Bytes:
		return b
	case UUID:
		if raw, err := hex.DecodeString(strings.ReplaceAll(string(b), "-", "")); err == nil {
			return raw
		}
	case Integer:
		if n, err := strconv.ParseInt(string(b), 10, 64); err == nil {
			return n
		}
		if n, err := strconv.ParseUint(string(b), 10, 64); err == nil {
			return n
		}
	}
	return string(b)
}

// varying returns the columns whose width is not fixed. Of tables with long rows the
// statement leaves them out: the server would fetch what is stored on other pages.
func (m *mysql) varying(t *Table) []Column {
	if t.place.(*myTable).average > float64(m.pageSize)/4 {
		return nil
	}
	var list []Column
	for _, c := range t.Columns {
		if c.fixed == 0 {
			list = append(list, c)
		}
	}
	return list
}
