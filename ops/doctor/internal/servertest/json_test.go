package servertest

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/present"
)

// closed returns docs/doctor.schema.json, in which objects have no other fields than those that it
// describes, and names are among its examples of findings.
var closed = sync.OnceValues(func() (*jsonschema.Schema, error) {
	b, err := os.ReadFile("../../../../docs/doctor.schema.json")
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	closeObjects(doc)
	name := doc.(map[string]any)["$defs"].(map[string]any)["finding"].(map[string]any)["properties"].(map[string]any)["name"].(map[string]any)
	name["enum"] = name["examples"]
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	if err := c.AddResource("closed.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("closed.json")
})

// closeObjects forbids other properties than those of the objects of a schema.
func closeObjects(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["properties"].(map[string]any); ok && v["type"] == "object" {
			v["additionalProperties"] = false
		}
		for _, part := range v {
			closeObjects(part)
		}
	case []any:
		for _, part := range v {
			closeObjects(part)
		}
	}
}

// checkJSON fails if the JSON of a report is not valid by the schema.
func checkJSON(t *testing.T, r *inspect.Report) {
	t.Helper()
	s, err := closed()
	if err != nil {
		t.Fatal(err)
	}
	text := jsonOf(t, r)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(doc); err != nil {
		t.Errorf("%s: docs/doctor.schema.json: %v", r.Server.Product, err)
	}
}

func jsonOf(t *testing.T, r *inspect.Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := present.JSON(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// checkSame fails if two inspections of a database differ in more than the time and the chances, to which
// the time belongs.
func checkSame(t *testing.T, a, b *inspect.Report) {
	t.Helper()
	var texts [2]string
	for i, r := range []*inspect.Report{a, b} {
		var copied inspect.Report
		if err := json.Unmarshal(jsonOf(t, r), &copied); err != nil {
			t.Fatal(err)
		}
		copied.Started = time.Time{}
		for _, c := range copied.Columns {
			for i := range c.IDs.Parts {
				c.IDs.Parts[i].Chance = 0
			}
		}
		texts[i] = string(jsonOf(t, &copied))
	}
	if texts[0] != texts[1] {
		t.Errorf("%s: two inspections print\n%s\nand\n%s", a.Server.Product, texts[0], texts[1])
	}
}

// The closed schema allows no field that the schema does not describe, and no other name of a finding.
func TestClosedSchema(t *testing.T) {
	s, err := closed()
	if err != nil {
		t.Fatal(err)
	}
	r := &inspect.Report{Findings: []inspect.Finding{{Name: finding.TextKey, Severity: finding.Warning}}, Indexes: []inspect.Index{{Order: idkind.Unknown}}, Changes: []inspect.Change{{Action: inspect.Rebuild}}}
	r.Server.Product = "SQLite"
	checkJSON(t, r)
	text := string(jsonOf(t, r))
	for _, c := range [][2]string{
		{`"tables": 0`, `"tables": 0, "more": 1`}, {`"text-key"`, `"missing-table"`}, {`"estimate": false`, `"estimate": false, "more": 1`},
		{`"estimate": false`, `"missing": "x"`}, {`"steps": []`, `"steps": null`}, {`"0001-01-01T00:00:00Z"`, `"yesterday"`},
	} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.Replace(text, c[0], c[1], 1)))
		if err != nil || !strings.Contains(text, c[0]) {
			t.Fatalf("%s in %s: %v", c[0], text, err)
		}
		if s.Validate(doc) == nil {
			t.Errorf("%s instead of %s is valid", c[1], c[0])
		}
	}
}
