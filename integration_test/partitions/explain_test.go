package partitions_test

import (
	"context"
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id/wiji"
)

// pruned holds conditions with parameters, and the partitions that the server reads for them.
type pruned struct {
	condition string // with %s for each parameter
	args      []any
	want      []string
}

// The servers read only the partitions of the time in a condition on the key, also if it is a parameter of a
// prepared statement.
func testPruning(t *testing.T, s server) {
	year := time.Now().UTC().Year()
	s.divided()
	bound := func(years int) any {
		id, err := wiji.MinAt(time.Date(year+years, 1, 1, 0, 0, 0, 0, time.UTC))
		if err != nil {
			t.Fatal(err)
		}
		return s.key(id)
	}
	one, err := wiji.At(time.Date(year+1, 7, 1, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	// A lookup of a key without a row reads no table at all.
	if _, err := s.ExecContext(t.Context(), "INSERT INTO events (id) VALUES ("+s.pick("$1", "?")+")", s.key(one)); err != nil {
		t.Fatal(err)
	}
	part := func(years int) string { return fmt.Sprintf("p%d", year+years) }
	for _, c := range []pruned{
		{"id >= %s AND id < %s", []any{bound(1), bound(2)}, []string{part(1)}},
		{"id >= %s AND id < %s", []any{bound(0), bound(2)}, []string{part(0), part(1)}},
		{"id = %s", []any{s.key(one)}, []string{part(1)}},
		{"id >= %s", []any{bound(2)}, []string{part(2)}},
	} {
		if s.postgres() {
			s.prunesPostgres(c)
		} else {
			s.prunesMySQL(c)
		}
	}
	if time.Now().UTC().Year() != year {
		t.Skip("the year has ended")
	}
}

// parameters returns the condition with the placeholders of the server.
func (s server) parameters(c pruned) string {
	marks := make([]any, len(c.args))
	for i := range marks {
		marks[i] = s.pick(fmt.Sprintf("$%d", i+1), "?")
	}
	return fmt.Sprintf(c.condition, marks...)
}

// explain returns the rows of a plan.
func (s server) explain(ctx context.Context, query string, args ...any) (plan []map[string]string) {
	s.t.Helper()
	rows, err := s.QueryContext(ctx, query, args...)
	if err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		s.t.Fatal(err)
	}
	for rows.Next() {
		values, targets := make([][]byte, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			s.t.Fatal(err)
		}
		row := map[string]string{}
		for i, column := range columns {
			row[column] = string(values[i])
		}
		plan = append(plan, row)
	}
	if err := rows.Err(); err != nil {
		s.t.Fatal(err)
	}
	return plan
}

// prunesMySQL looks at the column partitions of EXPLAIN, for a prepared statement.
func (s server) prunesMySQL(c pruned) {
	s.t.Helper()
	explain := "EXPLAIN PARTITIONS "
	if s.kind == "mysql" {
		explain = "EXPLAIN FORMAT=TRADITIONAL "
	}
	for _, statement := range []string{"SELECT note FROM events WHERE ", "DELETE FROM events WHERE "} {
		plan := s.explain(s.t.Context(), explain+statement+s.parameters(c), c.args...)
		if got := strings.Split(plan[0]["partitions"], ","); !slices.Equal(got, c.want) {
			s.t.Errorf("%s%s reads %q, want %q: %q", statement, c.condition, got, c.want, plan)
		}
	}
}

// prunesPostgres looks at the tables in the plan: for parameters with values, and in a plan for all values.
func (s server) prunesPostgres(c pruned) {
	s.t.Helper()
	text := func(plan []map[string]string) string {
		var lines []string
		for _, row := range plan {
			lines = append(lines, row["QUERY PLAN"])
		}
		return strings.Join(lines, "\n")
	}
	read := func(what, plan string) {
		s.t.Helper()
		var got []string
		for _, part := range s.parts("events") {
			if strings.Contains(plan, "events_"+part) {
				got = append(got, part)
			}
		}
		if !slices.Equal(got, c.want) {
			s.t.Errorf("%s: %s reads %q, want %q:\n%s", what, c.condition, got, c.want, plan)
		}
	}
	for _, statement := range []string{"SELECT note FROM events WHERE ", "DELETE FROM events WHERE "} {
		read(statement, text(s.explain(s.t.Context(), "EXPLAIN "+statement+s.parameters(c), c.args...)))
	}
	literals := make([]string, len(c.args))
	for i, arg := range c.args {
		value, err := arg.(driver.Valuer).Value()
		if err != nil {
			s.t.Fatal(err)
		}
		literals[i] = fmt.Sprintf("'%v'", value)
	}
	for _, mode := range []string{"force_custom_plan", "force_generic_plan"} {
		s.exec("SET plan_cache_mode = "+mode, "PREPARE found AS SELECT note FROM events WHERE "+s.parameters(c))
		plan := text(s.explain(s.t.Context(), "EXPLAIN EXECUTE found ("+strings.Join(literals, ", ")+")"))
		read(mode, plan)
		if generic := strings.Contains(plan, "Subplans Removed"); generic != (mode == "force_generic_plan") {
			s.t.Errorf("%s: the plan removes partitions when it starts: %t:\n%s", mode, generic, plan)
		}
		s.exec("DEALLOCATE found", "RESET plan_cache_mode")
	}
}
