package run

import (
	"os"
	"path/filepath"
	"testing"
)

func TestField(t *testing.T) {
	file := filepath.Join(t.TempDir(), "info")
	if err := os.WriteFile(file, []byte("nothing\nmodel number\t: 1\nmodel name\t: A slow one: v2 \nmodel name\t: another\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"model name": "A slow one: v2", "model number": "1", "model": unknown} {
		if got := field(file, name); got != want {
			t.Errorf("field %q is %q, want %q", name, got, want)
		}
	}
	if got := field(filepath.Join(t.TempDir(), "missing"), "model name"); got != unknown {
		t.Errorf("a missing file has %q", got)
	}
}

// Whatever the system, everything is said, and once.
func TestEnvironment(t *testing.T) {
	seen := make(map[string]bool)
	for _, s := range environment() {
		if s.Name == "" || s.Value == "" || seen[s.Name] {
			t.Errorf("%q is %q", s.Name, s.Value)
		}
		seen[s.Name] = true
	}
	for _, name := range []string{"goos", "cpu", "memory", "kernel", "revision"} {
		if !seen[name] {
			t.Errorf("%s is not said", name)
		}
	}
}
