package table

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Where keys were inserted after random ones and alone, the first table says what a change brings.
func TestChange(t *testing.T) {
	s := brief(t, reporttest.Rich())
	_, table, found := strings.Cut(s, "new rows in a table with as many")
	if !found {
		t.Fatalf("there is no such table:\n%s", s)
	}
	for _, want := range []string{"new rows ", "\nuuidv4 on uuidv4 ", "\nuuidv7 on uuidv4 ", "\nuuidv7 alone ", "\nwiji on uuidv4 "} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
	if strings.Contains(table, "uuidv4 alone") || strings.Contains(table, "counter on") {
		t.Errorf("too many rows in\n%s", table)
	}
	r := reporttest.Rich()
	r.Settings.Scenarios = []trial.Scenario{trial.Migration}
	var after []trial.Trial
	for _, one := range r.Trials {
		if one.Scenario == trial.Migration {
			after = append(after, one)
		}
	}
	r.Trials = after
	if s := brief(t, r); strings.Contains(s, "in a table with as many") {
		t.Errorf("there is nothing beside a change:\n%s", s)
	}
}
