package metric

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestReadingsJSON(t *testing.T) {
	in := Readings{"a": Value(0), "b": Value(12.5), "c": Missing("no privilege")}
	b, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(b), `{"a":0,"b":12.5,"c":{"missing":"no privilege"}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var out Readings
	if err := json.Unmarshal(b, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("got back %v, %v", out, err)
	}
	for _, bad := range []string{`{"a":"1"}`, `{"a":{}}`, `{"a":{"missing":""}}`, `{"a":[1]}`} {
		if err := json.Unmarshal([]byte(bad), &out); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		if _, err := json.Marshal(Value(v)); err == nil {
			t.Errorf("%v was written", v)
		}
	}
}

// A metric that an engine does not report is missing, not zero.
func TestGetMissing(t *testing.T) {
	if r := (Readings{}).Get(LeafPages); r.Missing == "" {
		t.Error("a reading that is not there came back as a value")
	}
	if r := (Readings{LeafPages: Value(3)}).Get(LeafPages); r != Value(3) {
		t.Errorf("got %+v", r)
	}
}

func TestListIsSound(t *testing.T) {
	names, units := make(map[string]bool), make(map[string]bool)
	for _, m := range All() {
		if m.Name == "" || names[m.Name] {
			t.Errorf("the name %q is empty or there twice", m.Name)
		}
		if m.Unit == "" || units[m.Unit] || strings.ContainsAny(m.Unit, " \t\n") {
			t.Errorf("%s: the unit %q is empty, there twice, or has a space", m.Name, m.Unit)
		}
		names[m.Name], units[m.Unit] = true, true
		if m.Better != Higher && m.Better != Lower || m.Print == nil || m.About == "" || m.Verdict != nil && m.Verdict.Noun == "" {
			t.Errorf("%s: not fully described", m.Name)
		}
		if m.Title == "" && (m.Head == "" || m.Phase != "") || strings.ContainsAny(m.Title, "-_\n") {
			t.Errorf("%s: the title %q is not a name that is clear alone", m.Name, m.Title)
		}
		if strings.Count(m.Head, "\n") > 1 {
			t.Errorf("%s: the heading has more than two lines", m.Name)
		}
	}
	All()[0].Name = "changed"
	if All()[0].Name == "changed" {
		t.Error("the list can be changed from outside")
	}
}

func TestWhole(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 7: "7", 999: "999", 999.6: "1,000", 1000: "1,000", 1234567: "1,234,567", -1234: "-1,234", -0.2: "0",
	} {
		if got := whole(v); got != want {
			t.Errorf("whole(%v) = %q, want %q", v, got, want)
		}
	}
}
