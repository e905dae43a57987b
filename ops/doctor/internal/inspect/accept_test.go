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
	r.accept(list)
	if len(r.Findings) != 2 || r.Findings[0].Name != finding.ZeroIDs || r.Worst() != finding.Error {
		t.Errorf("left %+v", r.Findings)
	}
	if want := []string{"1 finding is accepted"}; !slices.Equal(r.Notes, want) {
		t.Errorf("notes %q, want %q", r.Notes, want)
	}
}

func TestReadAcceptedErrors(t *testing.T) {
	for text, want := range map[string]string{"text-key": "line 1", "\nnonsense users.id": `no finding "nonsense"`, "text-key [": "line 1"} {
		if list, err := ReadAccepted(strings.NewReader(text)); err == nil || list != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v", text, list, err)
		}
	}
}
