package documents

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCI: the scripts of .ci run the lines that README.md gives for the tests and for the servers, in their order.
func TestCI(t *testing.T) {
	for begin, script := range map[string]string{"go test ": "test", "docker compose ": "compose"} {
		b, err := os.ReadFile(filepath.Join(root, ".ci", script))
		if err != nil {
			t.Fatal(err)
		}
		rest, found := strings.ReplaceAll(string(b), "$longest ", ""), 0 // packages of work, in another order
		for _, block := range blocks(t, "sh") {
			if block.page != "README.md" || !strings.HasPrefix(block.code, begin) {
				continue
			}
			found++
			for line := range strings.Lines(block.code) {
				line = "\n" + strings.TrimSuffix(line, "\n") // flags may follow
				_, after, ok := strings.Cut(rest, line)
				if !ok {
					t.Errorf(".ci/%s lacks the line %q of README.md:%d", script, line[1:], block.line)
					continue
				}
				rest = after
			}
		}
		if found != 1 {
			t.Errorf("README.md has %d blocks that begin with %q", found, begin)
		}
	}
}
