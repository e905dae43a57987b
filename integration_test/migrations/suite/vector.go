package suite

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// vectors holds a format's golden vectors, as far as a server can show them.
type vectors struct {
	Valid []struct {
		Name, Hex, Text, UUID string
		Parse                 struct{ Text, Binary string } // "accept" where empty
	}
	Nasty []struct {
		Name, Kind string
		InputHex   string `json:"input_hex"`
		Expect     string
		Hex, Text  string
	}
	Prefixes []struct{ Prefix, Expect, Lower, Upper string }
}

// load reads the vectors. An empty part is an error: a test that reads nothing
// tests nothing.
func (f format) load(t testing.TB) (v vectors) {
	t.Helper()
	// A test runs in its package's directory, integration_test/migrations/<server>.
	path := filepath.Join("..", "..", "..", "id", filepath.FromSlash(f.vectors))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if len(v.Valid) == 0 || len(v.Nasty) == 0 || f.name == "uid" && len(v.Prefixes) == 0 {
		t.Fatalf("%s: a part is missing", path)
	}
	return v
}

// unhex decodes a vector's hexadecimal field.
func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatalf("the vector holds %q: %v", s, err)
	}
	return b
}
