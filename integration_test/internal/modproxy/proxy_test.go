package modproxy

import (
	"slices"
	"testing"
)

// TestPrivate: the proxy holds whatever GOPRIVATE says, and GONOPROXY is otherwise the user's.
func TestPrivate(t *testing.T) {
	for private, want := range map[string]string{
		"":                                "GONOPROXY=",
		"example.com":                     "GONOPROXY=example.com",
		"github.com/sortid":               "GONOPROXY=none",
		"example.com,github.com/*/sortid": "GONOPROXY=none",
	} {
		t.Setenv("GOENV", "off")
		t.Setenv("GONOPROXY", "")
		t.Setenv("GOPRIVATE", private)
		settings, err := Proxy{Dir: t.TempDir()}.Env(t.TempDir())
		if err != nil || !slices.Contains(settings, want) {
			t.Errorf("GOPRIVATE=%s: %q, %v, want %s", private, settings, err, want)
		}
	}
}
