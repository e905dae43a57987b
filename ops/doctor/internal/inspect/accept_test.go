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

// A line accepts the findings of one name at the places of a pattern; notes count them.
func TestAccept(t *testing.T) {
	findings := []Finding{
		{Name: finding.TextKey, Severity: finding.Warning, Table: "users", Column: "id"}, {Name: finding.NoPrimaryKey, Severity: finding.Info, Table: "users"},
		{Name: finding.TextKey, Severity: finding.Warning, Table: "orders", Column: "id"}, {Name: finding.ZeroIDs, Severity: finding.Error, Table: "orders", Column: "id"},
	}
	for _, c := range []struct {
		file string
		left []string
		note string
		most finding.Severity
	}{
		{"", []string{"text-key users.id", "no-primary-key users", "text-key orders.id", "zero-ids orders.id"}, "", finding.Error},
		{"  # text-key *\n\t\nzero-ids   orders.id\t", []string{"text-key users.id", "no-primary-key users", "text-key orders.id"}, "1 finding is accepted", finding.Warning},
		{"text-key *\nzero-ids users.id", []string{"no-primary-key users", "zero-ids orders.id"}, "2 findings are accepted", finding.Error},
		{"no-primary-key users.id\ntext-key users", []string{"text-key users.id", "no-primary-key users", "text-key orders.id", "zero-ids orders.id"}, "", finding.Error},
		{"no-primary-key users\ntext-key *.id\nzero-ids *", nil, "4 findings are accepted", 0},
	} {
		list, err := ReadAccepted(strings.NewReader(c.file))
		if err != nil {
			t.Fatal(err)
		}
		r := &Report{Findings: slices.Clone(findings)}
		r.accept(list)
		var left []string
		for _, f := range r.Findings {
			left = append(left, string(f.Name)+" "+f.Where())
		}
		if !slices.Equal(left, c.left) || strings.Join(r.Notes, "") != c.note || r.Worst() != c.most {
			t.Errorf("%q: left %q, notes %q, worst %d", c.file, left, r.Notes, r.Worst())
		}
	}
}

func TestReadAcceptedTexts(t *testing.T) {
	for text, want := range map[string]string{
		"# a\n\ntext-key":                        `line 3: "text-key": write the name of a finding and where it is, such as text-key users.id`,
		"text-key users.[":                       `line 1: "text-key users.[": write the name of a finding and where it is, such as text-key users.id`,
		"\n \nNo-primary-key users":              `line 3: there is no finding "No-primary-key": write one of random-key, `,
		"text-key " + strings.Repeat("x", 1<<16): "bufio.Scanner: token too long",
	} {
		if _, err := ReadAccepted(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.30q: %v", text, err)
		}
	}
}
