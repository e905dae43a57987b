package present

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// Programs find lists where there are none of something, counts of 0, and statements as they are.
func TestJSONIsWhole(t *testing.T) {
	r := &inspect.Report{
		Columns: []inspect.KeyColumn{{IDs: idkind.Result{Parts: []idkind.Part{{}}}}},
		Changes: []inspect.Change{{Growth: &inspect.Growth{}, Steps: []inspect.Step{{}, {Code: []string{"a < b"}}}}},
	}
	var b bytes.Buffer
	if err := JSON(&b, r); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{`"unread": []`, `"findings": []`, `"trees": []`, `"not_counted": []`, `"rivals": []`, `"code": []`, `"unfit": 0`, `"a < b"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "null") || r.Findings != nil || r.Changes[0].Trees != nil {
		t.Errorf("lists of %+v in\n%s", r, text)
	}
}

// JSON has no number for what cannot be computed.
func TestFiniteFigures(t *testing.T) {
	for _, f := range []source.Figure{source.Exactly(math.NaN()), source.About(1, math.Inf(-1), 2), source.About(1, 0, math.Inf(1))} {
		if b, err := json.Marshal(f); err != nil || !strings.HasPrefix(string(b), `{"missing":`) {
			t.Errorf("%v: %s, %v", f, b, err)
		}
	}
}

// Trees are named with their tables, unless the name of an index has that of its table.
func TestNotCounted(t *testing.T) {
	c := inspect.Change{NotCounted: []inspect.Tree{{Table: "visits", Index: "PRIMARY"}, {Table: "users"}, {Table: "users", Index: "users_mail"}}}
	c.LeafPages, c.Cache = source.Unknown("x"), source.Unknown("x")
	if got := Pages(c); got != "; not counted: visits.PRIMARY, users, users_mail" {
		t.Errorf("got %q", got)
	}
}
