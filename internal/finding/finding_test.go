package finding_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/finding"
)

func TestNames(t *testing.T) {
	names := finding.Names()
	for i, n := range names {
		if n.Severity() < finding.Info || n.Severity() > finding.Error || n.Means() == "" || slices.Index(names, n) != i {
			t.Errorf("%s: %v, %q", n, n.Severity(), n.Means())
		}
	}
}

func TestSeverity(t *testing.T) {
	for _, want := range []finding.Severity{finding.Info, finding.Warning, finding.Error} {
		text, err := want.MarshalText()
		var got finding.Severity
		if err != nil || got.UnmarshalText(text) != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	var s finding.Severity
	for _, text := range []string{"", "fatal", "Error"} {
		if err := s.UnmarshalText([]byte(text)); err == nil || s != 0 {
			t.Errorf("%q: %v, %v", text, s, err)
		}
	}
}

// docs/doctor.md lists each finding of the doctor, and docs/columns.md those of models.
func TestDocumented(t *testing.T) {
	page := map[bool]string{}
	for isModel, name := range map[bool]string{false: "../../docs/doctor.md", true: "../../docs/columns.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		page[isModel] = string(text)
	}
	isModel := false
	for _, n := range finding.Names() {
		isModel = isModel || n == finding.MissingTable
		entry := fmt.Sprintf("| `%s` | %s | %s |\n", n, n.Severity(), n.Means())
		if isModel {
			entry = "`" + string(n) + "`"
		}
		if !strings.Contains(page[isModel], entry) {
			t.Errorf("no page has %s", entry)
		}
	}
}
