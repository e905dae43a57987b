package servertest

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/idkind/kindtest"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

var foreignAll = flag.Bool("foreign-all", false, "say of all keys that libraries made what they are, not of every tenth")

// Keys that libraries made are all in the report, none is certainly what it is not, and where the server
// shows their places their order is right.
func TestForeignKeys(t *testing.T) {
	all, err := kindtest.Sets()
	if err != nil {
		t.Fatal(err)
	}
	const everyTenth = 10
	for n, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			var sets []kindtest.Set
			for i, s := range all {
				if *foreignAll || i%everyTenth == n { // other ones on each server
					sets = append(sets, s)
				}
			}
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			for i, s := range sets {
				values, err := s.Values()
				if err != nil {
					t.Fatal(err)
				}
				if kind == dbserver.Postgres && s.Type == kindtest.UUID {
					for i, key := range s.Keys {
						values[i] = key
					}
				}
				table, next := foreignTable(i), 0
				execute(t, db, fmt.Sprintf("CREATE TABLE %s (k %s PRIMARY KEY)", table, foreignType(kind, s, values)))
				fill(t, db, kind, table, len(values), "k", func() any { next++; return values[next-1] })
			}
			said := make(map[string]int)
			for part := range (len(sets)-1)/source.MaxTables + 1 {
				o := inspect.Options{DSN: d.DSN}
				o.Filter.Table = fmt.Sprintf("f%02d*", part)
				said = foreignAnswers(t, run(t, o), sets, said)
			}
			listed := 0
			for _, k := range said {
				listed += k
			}
			if t.Logf("%d sets: %v", len(sets), said); listed != len(sets) {
				t.Errorf("%d of %d keys are in the report", listed, len(sets))
			}
		})
	}
}

// foreignTable names a table: those of a hundred begin alike, as the doctor reads as many at a time.
func foreignTable(i int) string {
	return fmt.Sprintf("f%02d_%02d", i/source.MaxTables, i%source.MaxTables)
}

// foreignType returns the type of a column for the keys of a set.
func foreignType(kind dbserver.Kind, s kindtest.Set, values []any) string {
	longest, unsigned := 0, false
	for _, v := range values {
		_, is := v.(uint64)
		unsigned = unsigned || is
		switch v := v.(type) {
		case string:
			longest = max(longest, len(v))
		case []byte:
			longest = max(longest, len(v))
		}
	}
	postgres := kind == dbserver.Postgres
	switch {
	case s.Type == kindtest.Integer && unsigned && postgres:
		return "numeric(20)"
	case s.Type == kindtest.Integer && unsigned:
		return "bigint unsigned"
	case s.Type == kindtest.Integer:
		return "bigint"
	case s.Type == kindtest.UUID && postgres:
		return "uuid"
	case postgres:
		return map[kindtest.Type]string{kindtest.Text: "text", kindtest.Bytes: "bytea"}[s.Type]
	case s.Type == kindtest.Text:
		return fmt.Sprintf("varchar(%d) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", longest)
	case s.Type == kindtest.UUID:
		return "binary(16)"
	}
	return fmt.Sprintf("varbinary(%d)", longest)
}

// foreignAnswers compares the report with what the sets are, and counts the answers.
func foreignAnswers(t *testing.T, r *inspect.Report, sets []kindtest.Set, said map[string]int) map[string]int {
	t.Helper()
	names := make(map[string]kindtest.Set)
	for i, s := range sets {
		names[foreignTable(i)] = s
	}
	for _, c := range r.Columns {
		s := names[strings.TrimPrefix(c.Table, "public.")]
		answer, sure := kindtest.AnswerOf(c.IDs)
		t.Logf("%s | %s | %s: %s %s, %s", s.Name, s.Kind, c.Type, sure, answer, c.Order)
		if right := s.Is(answer); sure != "certain" {
			said[sure]++
		} else if said["certain"]++; !right {
			t.Errorf("%s, %s as %s: certainly %s", s.Name, s.Kind, c.Type, answer)
		}
		if s.Contradicts(string(c.Order)) {
			t.Errorf("%s, %s as %s: the order is %s, want %s", s.Name, s.Kind, c.Type, c.Order, s.Order)
		}
	}
	return said
}
