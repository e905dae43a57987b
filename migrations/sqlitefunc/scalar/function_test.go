package scalar

import (
	"database/sql/driver"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	table "github.com/sortid/sortid/internal/format"
)

// Names have the name of a format and no digits, and only generators are not deterministic.
func TestFunctions(t *testing.T) {
	name := regexp.MustCompile(`^sortid_([a-z]+)_[a-z_]+$`)
	generator := regexp.MustCompile(`_(new|new_with|random|snowish|ts_seq_rand)(_bytes)?$`)
	at := regexp.MustCompile(`^sortid_[a-z]+_at$`) // with a number, it draws nothing
	seen := map[string]bool{}
	for _, f := range Functions() {
		m := name.FindStringSubmatch(f.Name)
		if m == nil || seen[f.Name] {
			t.Errorf("%s: a bad name, or one that is there twice", f.Name)
		} else if _, ok := table.OfFunction(m[1]); !ok {
			t.Errorf("%s: of no format", f.Name)
		}
		seen[f.Name] = true
		generates := generator.MatchString(f.Name) || at.MatchString(f.Name) && f.Args == 1
		if f.Deterministic == generates || f.Args == 0 && !generates {
			t.Errorf("%s: deterministic %v with %d arguments", f.Name, f.Deterministic, f.Args)
		}
	}
	for _, f := range table.All() {
		for _, function := range []string{"new", "at", "text", "parse", "valid", "valid_text", "typed_text", "typed_parse", "time", "min_at", "max_at", "fields"} {
			if !slices.ContainsFunc(f.SQL, func(name string) bool { return seen["sortid_"+name+"_"+function] }) {
				t.Errorf("there is no sortid_%s_%s", f.SQL[0], function)
			}
		}
	}
	for _, want := range []string{"sortid_wiji_uuid", "sortid_uuid_hex", "sortid_uid_prefix_max", "sortid_scru_hex", "sortid_xid_at_bytes"} {
		if !seen[want] {
			t.Errorf("there is no %s in %v", want, seen)
		}
	}
}

func function(t *testing.T, name string) Function {
	t.Helper()
	for _, f := range Functions() {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("there is no function %s", name)
	return Function{}
}

// No call panics, whatever its arguments, and a value is nil beside an error.
func TestCallAnything(t *testing.T) {
	things := []driver.Value{nil, int64(-1), int64(0), int64(1), 1.5, "", "x", strings.Repeat("Z", 26), strings.Repeat("\xff", 32),
		[]byte(nil), []byte{}, make([]byte, 8), make([]byte, 16), make([]byte, 20), true, time.Now(), struct{}{}, new(int)}
	for _, f := range Functions() {
		for _, a := range things {
			args := slices.Repeat([]driver.Value{a}, f.Args)
			v, err := f.Call(args)
			if err != nil && v != nil {
				t.Errorf("%s(%v) = %v, %v", f.Name, a, v, err)
			}
			if f.Args > 0 && !f.nulls && a == nil && (v != nil || err != nil) {
				t.Errorf("%s(NULL) = %v, %v", f.Name, v, err)
			}
		}
		for _, args := range [][]driver.Value{{nil, nil, nil}, {"a", "b", "c"}} {
			if v, err := f.Call(args); v != nil || err == nil || !strings.Contains(err.Error(), f.Name) {
				t.Errorf("%s with %d arguments = %v, %v", f.Name, len(args), v, err)
			}
		}
	}
}

// A panic is an error that names the function.
func TestCallPanic(t *testing.T) {
	f := Function{Name: "sortid_broken", call: func([]driver.Value) (driver.Value, error) { panic("oh") }}
	if v, err := f.Call(nil); v != nil || err == nil || err.Error() != "sortid_broken: oh" {
		t.Errorf("Call = %v, %v", v, err)
	}
}

func TestCallAny(t *testing.T) {
	v, err := function(t, "sortid_ulidflake_text").CallAny([]any{int64(14246757444195114)})
	if v != "00CMXB6TAK4SA" || err != nil {
		t.Errorf("CallAny = %v, %v", v, err)
	}
	if v, err := function(t, "sortid_wiji_text").CallAny([]any{[]byte(nil)}); v != nil || err != nil {
		t.Errorf("CallAny(NULL) = %v, %v", v, err)
	}
	if v, err := function(t, "sortid_wiji_text").CallAny([]any{[]byte{}}); v != nil || err == nil {
		t.Errorf("CallAny of an empty blob = %v, %v", v, err)
	}
}

func TestReadTime(t *testing.T) {
	want := time.Date(2026, 1, 31, 12, 5, 6, 789_000_000, time.UTC)
	for text, want := range map[string]time.Time{
		"2026-01-31":                              want.Truncate(24 * time.Hour),
		"2026-01-31 12:05":                        want.Truncate(time.Minute),
		"2026-01-31T12:05Z":                       want.Truncate(time.Minute),
		"2026-01-31T13:05+01:00":                  want.Truncate(time.Minute),
		"2026-01-31 12:05:06":                     want.Truncate(time.Second),
		"2026-01-31 12:05:06.789":                 want,
		"2026-01-31T12:05:06.789Z":                want,
		"2026-01-31T12:05:06.789000Z":             want,
		"2026-01-31 13:35:06.789+01:30":           want,
		"2026-01-31 12:05:06.789 +0000 UTC":       want,
		"2026-01-31 13:05:06.789 +0100 CET":       want,
		want.Local().String() + " m=+0.000000001": want,
	} {
		if got, err := readTime("wiji", text); err != nil || !got.Equal(want) {
			t.Errorf("readTime(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "now", "12:00", "2026", "2026-1-2", "2026-01-31 24:00", "2026-01-31 12:05:06,789", "2461000.5", "2026-01-31x", " 2026-01-31",
		"2026-01-31 12:05:06 +0000 UTC m=", "2026-01-31 12:05:06 +0000 UTC m=+1x"} {
		if got, err := readTime("wiji", text); err == nil || !strings.Contains(err.Error(), "is not a time") || !got.IsZero() {
			t.Errorf("readTime(%q) = %v, %v", text, got, err)
		}
	}
}
