package inspect

import (
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/finding"
)

func TestAccepted(t *testing.T) {
	list, err := ReadAccepted(strings.NewReader("# we live with these\n\ntext-key users.*\nrandom-key orders.id\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := &Report{Findings: []Finding{
		{Name: finding.TextKey, Severity: finding.Warning, Table: "users", Column: "id"},
		{Name: finding.ZeroIDs, Severity: finding.Error, Table: "users", Column: "id"},
		{Name: finding.TextKey, Severity: finding.Warning, Table: "orders", Column: "id"},
	}}
	r.accept(list, true, nil)
	if len(r.Findings) != 2 || r.Findings[0].Name != finding.ZeroIDs || r.Worst() != finding.Error {
		t.Errorf("left %+v", r.Findings)
	}
	want := []string{"1 finding is accepted", "accepted and not found: random-key orders.id: remove the line"}
	if !slices.Equal(r.Notes, want) {
		t.Errorf("notes %q, want %q", r.Notes, want)
	}
}

// A line for a table that was not read may be needed.
func TestAcceptedElsewhere(t *testing.T) {
	list, err := ReadAccepted(strings.NewReader("text-key users.id\ntext-key users.*\nno-primary-key user\nno-primary-key users\ntext-key other.id\ntext-key *.id\nprefix-index users, index x"))
	if err != nil {
		t.Fatal(err)
	}
	r := &Report{}
	r.accept(list, false, []string{"users"})
	for i, line := range []string{"text-key users.id", "text-key users.*", "no-primary-key users", "prefix-index users, index x"} {
		want := "accepted and not found: " + line + ": remove the line"
		if i >= len(r.Notes) || r.Notes[i] != want {
			t.Errorf("notes %q, want %q", r.Notes, want)
		}
	}
	if len(r.Notes) != 4 {
		t.Errorf("notes %q", r.Notes)
	}
}

func TestReadAcceptedErrors(t *testing.T) {
	for text, want := range map[string]string{"text-key": "line 1", "\nnonsense users.id": `no finding "nonsense"`, "text-key [": "line 1"} {
		if list, err := ReadAccepted(strings.NewReader(text)); err == nil || list != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v", text, list, err)
		}
	}
}
