package integration_test

import (
	"os"
	"os/exec"
	"regexp"
	"testing"
)

// inlined lists the functions whose callers must not pay for a call: the fast paths
// of the codecs and generators, and what a comparison or a scan asks of an ID.
var inlined = map[string][]string{
	"id/internal/clock":    {`\(\*Counter\)\.Take`, `Ahead`, `\(\*Clock\)\.anchored`, `Recent`},
	"id/internal/instance": {`Mark\.Current`, `\(\*Atomic\)\.Current`},
	"id/internal/base32":   {`\(\*Alphabet\)\.Eight`, `\(\*Alphabet\)\.Group`, `\(\*Alphabet\)\.Join`, `\(\*Alphabet\)\.Two`, `Room`},
	"internal/base16":      {`digits`, `value`, `join`},
	"id/wiji": {
		`ahead`, `Parse`, `ID\.AppendText`, `ID\.UUID`, `\(\*ID\)\.set`, `ID\.UnixMicros`, `ID\.Sequence`, `ID\.Version`, `ID\.IsZero`, `ID\.IsValid`,
	},
	"id/ulid": {`Parse`, `ID\.AppendText`, `ID\.UUID`, `\(\*ID\)\.set`, `ID\.UnixMillis`, `ID\.IsZero`},
	"id/uuidv7": {
		`\(\*counter\)\.take`, `ahead`, `words`, `Parse`, `ID\.String`, `\(\*ID\)\.set`, `ID\.UnixMillis`, `ID\.RandA`, `ID\.IsZero`, `ID\.IsValid`,
	},
	"id/scru160":   {`ID\.IsZero`},
	"id/ulidflake": {`ID\.IsZero`, `ID\.UnixMillis`, `ID\.Int64`},
	"id/uid11":     {`ID\.IsZero`, `ID\.Uint64`},
}

// TestInlining reads the compiler's decisions. It is a test of the code, not of a
// machine: the same compiler decides the same everywhere.
func TestInlining(t *testing.T) {
	for pkg, names := range inlined {
		cmd := exec.Command("go", "build", "-gcflags=-m", "./"+pkg)
		cmd.Dir = ".."
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, name := range names {
			if !regexp.MustCompile(`can inline ` + name + `(\s|$)`).Match(out) {
				t.Errorf("%s: %s is no longer inlined", pkg, name)
			}
		}
	}
}

// TestTypedInlining: what is inlined of a plain ID is inlined of a typed one.
func TestTypedInlining(t *testing.T) {
	out, err := exec.Command("go", "build", "-gcflags=-m", "-o", os.DevNull, "./testdata/typed").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for format, names := range map[string][]string{
		"wiji": {"IsZero", "IsValid"}, "ulid": {"IsZero", "UnixMillis"},
		"ulidflake": {"IsZero", "UnixMillis", "Int64"}, "uuidv7": {"IsZero", "IsValid", "UnixMillis"},
	} {
		for _, name := range names {
			if !regexp.MustCompile(`can inline ` + format + `\.For\[.*\]\.` + name + `(\s|$)`).Match(out) {
				t.Errorf("%s: For.%s is not inlined", format, name)
			}
		}
	}
}
