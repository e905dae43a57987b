package recorded

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
)

var write = flag.Bool("write", false, "write the files of expected scripts")

// Compare compares a text with that of a file, which -write replaces.
func Compare(t *testing.T, file, got string) {
	t.Helper()
	if *write {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got, in place of lines with -, or in another order,\n%s", file, lines(string(want), got))
	}
}

// Differences returns the lines of a text that another one has not, and the other way round, behind a hash that shows
// whether their order is another one, or the whole text if it is short.
func Differences(first, text string) string {
	const short = 4000
	if len(text) < short {
		return text
	}
	return "SHA-256 " + hash(text) + "\n" + lines(first, text)
}

// hash returns the first eight bytes of a text's SHA-256.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// lines returns the lines that one of two texts has alone.
func lines(first, text string) string {
	var b strings.Builder
	old, now := strings.Split(first, "\n"), strings.Split(text, "\n")
	for _, line := range now {
		if !slices.Contains(old, line) {
			b.WriteString("+ " + line + "\n")
		}
	}
	for _, line := range old {
		if !slices.Contains(now, line) {
			b.WriteString("- " + line + "\n")
		}
	}
	return b.String()
}
