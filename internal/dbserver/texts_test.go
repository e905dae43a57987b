package dbserver

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestSettings(t *testing.T) {
	settings := map[string]string{"b": "2", "a": "x y", "c": ""}
	if got, want := mysqlSettings(settings), []string{"--a=x y", "--b=2", "--c"}; !slices.Equal(got, want) {
		t.Errorf("MySQL: %q, want %q", got, want)
	}
	if got, want := postgresSettings(settings), []string{"-c", "a=x y", "-c", "b=2", "-c", "c="}; !slices.Equal(got, want) {
		t.Errorf("PostgreSQL: %q, want %q", got, want)
	}
}

func TestTail(t *testing.T) {
	long := strings.Repeat("line\n", 10*tailLines) + "last\n"
	got := tail(long)
	if n := strings.Count(got, "\n") + 1; n != tailLines || !strings.HasSuffix(got, "\nlast") {
		t.Errorf("%d lines that end in %q", n, got[len(got)-6:])
	}
}

func TestUniqueName(t *testing.T) {
	const postgresLimit = 63
	seen := map[string]bool{}
	for _, name := range []string{"", "TestÄ/with space", strings.Repeat("x", 100), "same", "same"} {
		got := UniqueName(name)
		if seen[got] || len(got) > postgresLimit {
			t.Errorf("%q gives %q: seen before %v, %d bytes", name, got, seen[got], len(got))
		}
		if rest := strings.Trim(got, "abcdefghijklmnopqrstuvwxyz0123456789_"); rest != "" {
			t.Errorf("%q gives %q, with %q in it", name, got, rest)
		}
		seen[got] = true
	}
}

// The message says what is missing, why and what to set.
func TestUnavailableError(t *testing.T) {
	gone := errors.New("no engine")
	c := config{kind: Postgres}
	err := error(c.unavailable(gone))
	for _, want := range []string{"PostgreSQL", "SORTID_POSTGRES_DSN is not set", "container: no engine", ": set SORTID_POSTGRES_DSN, or start Docker"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not say %q: %v", want, err)
		}
	}
	if !errors.Is(err, gone) {
		t.Error("the reason is lost")
	}
}
