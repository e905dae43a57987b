package integration_test

import (
	"bytes"
	"errors"
	"flag"
	"os/exec"
	"regexp"
	"runtime"
	"testing"
)

// playback is the header of a write to the standard output under -tags faketime: two zeros,
// "PB", the time and the length.
var playback = regexp.MustCompile(`(?s)\x00\x00PB.{12}`)

var playground = flag.Bool("playground", false, "run TestPlayground, for which the standard library is compiled again")

// TestPlayground runs the examples of the library as the Go playground and pkg.go.dev do: on a
// clock that begins in 2009 and moves only if all goroutines sleep.
func TestPlayground(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Go has no faketime on Windows")
	}
	if !*playground {
		t.Skip("run it with -playground: it compiles the standard library again")
	}
	// A timeout would be one of that clock, which jumps to it if all goroutines wait.
	cmd := exec.CommandContext(t.Context(), "go", "test", "-v", "-vet=off", "-tags", "faketime", "-timeout", "0", "-run", "^Example",
		"./id/...", "./ops/public", "./sqltype", "./migrations", "./ops/lease")
	cmd.Dir = ".."
	out, err := cmd.Output()
	out = playback.ReplaceAll(out, nil)
	passed := bytes.Count(out, []byte("--- PASS: Example"))
	if err != nil || passed < 40 {
		if failed, ok := errors.AsType[*exec.ExitError](err); ok {
			out = append(out, failed.Stderr...)
		}
		t.Fatalf("%d examples passed, %v\n%s", passed, err, out)
	}
}
