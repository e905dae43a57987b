//go:build !race

package instance_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestCopies copies a process twice, and counts the IDs that more than one of the three
// made. The generators of each copy read clocks that show the same times, so that
// nothing but randomness keeps their IDs apart.
//
//	fork:    the children of a fork
//	diverge: copies that the kernel leaves the page of the word, and whose monotonic
//	         clock is an hour ahead: snapshots that were restored an hour later, after
//	         their wall clock was corrected
//	restore: copies that the kernel leaves the page of the word, and that have used less
//	         CPU time: CRIU on a kernel without time namespaces
//	reseed:  copies that nothing distinguishes, which call id.Reseed: snapshots before
//	         their wall clock is corrected
//	window:  the same without the call; here IDs are repeated, which shows that the
//	         other cases test something
func TestCopies(t *testing.T) {
	for _, how := range []string{"fork", "diverge", "restore", "reseed", "window"} {
		t.Run(how, func(t *testing.T) {
			for _, r := range copies(t, how) {
				want := 3 * perCopy
				if r.Block {
					want = perCopy // the block is empty in the copies
				}
				t.Logf("%-22s %4d IDs, %3d repeated", r.Kind, r.IDs, r.Repeated)
				switch {
				case how != "window" && r.Repeated > r.Chance:
					t.Errorf("%s: %d IDs of %d are repeated", r.Kind, r.Repeated, r.IDs)
				case how != "window" && r.IDs != want:
					t.Errorf("%s: %d IDs, want %d", r.Kind, r.IDs, want)
				case how == "window" && r.Repeated < perCopy/3 && !strings.HasSuffix(r.Kind, "default"):
					t.Errorf("%s: %d IDs of %d are repeated without a sign, want many", r.Kind, r.Repeated, r.IDs)
				}
			}
		})
	}
}

// result is what three copies of a process made of one kind.
type result struct {
	Kind     string
	Block    bool // the IDs are of a block that was drawn before the process was copied
	Chance   int  // how many repetitions chance may bring
	IDs      int
	Repeated int
}

// copies runs this program again, which copies itself.
func copies(t *testing.T, how string) (results []result) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	// One processor: the copies continue from one buffer. No collector: a child has
	// no thread for it.
	cmd.Env = append(os.Environ(), copyEnv+"="+how, "GOMAXPROCS=1", "GOGC=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == exitSkip {
		t.Skip(stderr.String())
	}
	if err == nil {
		err = json.Unmarshal(out, &results)
	}
	if err != nil || len(results) == 0 {
		t.Fatalf("%v: %s%s", err, out, stderr.Bytes())
	}
	return results
}
