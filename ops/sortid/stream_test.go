package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// filters lists calls that read the standard input.
var filters = [][]string{{"inspect"}, {"inspect", "-json"}, {"convert", "-to", "uuid"}, {"convert", "-to", "sql"}, {"convert", "-json", "-to", "hex"}}

// TestPipe: in a pipe, the result of a line is there before the next line is written.
func TestPipe(t *testing.T) {
	for _, args := range filters {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			in, toIn, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			fromOut, out, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			code := make(chan int, 1)
			go func() {
				code <- run(args, in, out, io.Discard)
				out.Close()
			}()
			for range 3 {
				line := uuidv7.New().String()
				if _, err := toIn.WriteString(line + "\n"); err != nil {
					t.Fatal(err)
				}
				// The number of the line and the empty line before a result differ.
				_, want, _ := call("", append(args, line)...)
				_, want, _ = strings.Cut(want, line)
				got := ""
				for b := make([]byte, 4096); !strings.HasSuffix(got, want[len(want)-min(len(want), 30):]); {
					n, err := fromOut.Read(b)
					if err != nil {
						t.Fatalf("%q: %v", got, err)
					}
					got += string(b[:n])
				}
			}
			if err := toIn.Close(); err != nil {
				t.Fatal(err)
			}
			if rest, err := io.ReadAll(fromOut); len(rest) > 0 || err != nil {
				t.Errorf("at the end: %q, %v", rest, err)
			}
			if got := <-code; got != exitOK {
				t.Errorf("exit code %d", got)
			}
		})
	}
}

// TestLines: a line that is refused is reported with its number, after the results before
// it; the rest is read. The input can arrive in any pieces.
func TestLines(t *testing.T) {
	const first, last = "064dcdfe-e022-0000-2a10-abcdef012345", "00000000-0000-0000-0000-000000000000"
	long := strings.Repeat("069Q6ZXR120002M45BSQQG28T5", 200_000/26+1)[:200_000]
	in := first + "\r\n\n  zzz \n" + long + "\n" + strings.Repeat("x", maxLine-1) + "\n" + strings.Repeat("y", maxLine) + "\n" + first + "\n" + last
	want := first + "\n" + `sortid: line 3: ID "zzz": no format…
sortid: line 4: ID "069Q6ZXR120002M45BSQQG28T5…"… (200000 bytes): no format…
sortid: line 5: ID "xxx…x"… (65535 bytes): no format…
sortid: line 6: ID "yyy…y"… (65536 bytes): no format…
` + first + "\n" + last + "\n"
	for name, reader := range map[string]io.Reader{
		"whole": strings.NewReader(in), "bytes": iotest.OneByteReader(strings.NewReader(in)),
		"halves": iotest.HalfReader(strings.NewReader(in)), "the end with data": iotest.DataErrReader(strings.NewReader(in)),
	} {
		var both bytes.Buffer
		if code := run([]string{"convert", "-to", "uuid"}, reader, &both, &both); code != exitInput || !matches(both.String(), want) {
			t.Errorf("%s: exit code %d\n%s\nwant\n%s", name, code, both.String(), want)
		}
	}
}

// TestLinesJSON: in JSON lines, every line of the input that is not empty has a result.
func TestLinesJSON(t *testing.T) {
	for _, command := range []string{"inspect -json", "convert -json -to uuid"} {
		code, out, errOut := call("zzz\n\n069Q6ZXR120002M45BSQQG28T5\n"+strings.Repeat("z", 2*maxLine)+"\n", strings.Fields(command)...)
		want := `{"input":"zzz","line":1,…"error":"ID \"zzz\": no format…"}
{"input":"069Q6ZXR120002M45BSQQG28T5","line":3,…064dcdfe-e022-0000-2a10-abcdef012345…}
{"input":"` + strings.Repeat("z", maxShown) + `","line":4,…"error":"…(131072 bytes): no format…"}
`
		if code != exitInput || !matches(out, want) || strings.Count(out, "\n") != 3 || !strings.Contains(errOut, "sortid: line 1: ") || !strings.Contains(errOut, "sortid: line 4: ") {
			t.Errorf("%s: exit code %d, %s\n%.2000s", command, code, errOut, out)
		}
	}
}

// TestReadFails: a standard input that cannot be read is an error, after the results of the
// lines before.
func TestReadFails(t *testing.T) {
	var both bytes.Buffer
	in := io.MultiReader(strings.NewReader("069Q6ZXR120002M45BSQQG28T5\n"), iotest.ErrReader(io.ErrClosedPipe))
	if code := run([]string{"convert", "-to", "hex"}, in, &both, &both); code != exitInput || both.String() != "064dcdfee02200002a10abcdef012345\nsortid: standard input: line 2: io: read/write on closed pipe\n" {
		t.Errorf("exit code %d: %s", code, both.String())
	}
}

// TestWriteFails: when nobody reads the output, the input is not read to its end.
func TestWriteFails(t *testing.T) {
	in := strings.NewReader(strings.Repeat("069Q6ZXR120002M45BSQQG28T5\n", 100_000))
	r, w := io.Pipe()
	r.Close()
	var errOut strings.Builder
	if code := run([]string{"convert", "-to", "hex"}, in, w, &errOut); code != exitInput || in.Len() == 0 || strings.Count(errOut.String(), "\n") != 1 {
		t.Errorf("exit code %d, %d bytes are not read: %s", code, in.Len(), errOut.String())
	}
}

// growth is a standard input of many lines that measures the memory in use at the
// beginning and at the end.
type growth struct {
	lines, left   int
	before, after uint64
}

func (g *growth) Read(b []byte) (int, error) {
	switch g.left {
	case g.lines - g.lines/10:
		g.before = inUse()
	case 0:
		g.after = inUse()
		return 0, io.EOF
	}
	g.left--
	return copy(b, fmt.Sprintf("064dcdfe-e022-0000-2a10-%012x\n", g.left)), nil
}

func inUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestMemory: the memory in use does not depend on the number of lines or of IDs.
func TestMemory(t *testing.T) {
	for _, args := range filters {
		g := &growth{lines: 5_000, left: 5_000}
		if code := run(args, g, io.Discard, io.Discard); code != exitOK {
			t.Errorf("%q: exit code %d", args, code)
		}
		if g.after > g.before+1<<18 {
			t.Errorf("%q: %d bytes in use after a tenth of %d lines, %d at the end", args, g.before, g.lines, g.after)
		}
	}
}

type user struct{}

func (user) IDPrefix() string { return "user" }

// TestTyped: the typed texts of all formats are those of the package.
func TestTyped(t *testing.T) {
	for range 50 {
		for format, want := range map[string]string{
			"wiji": wiji.NewFor[user]().String(), "ulid": ulid.NewFor[user]().String(), "uuidv7": uuidv7.NewFor[user]().String(),
			"scru160": scru160.NewFor[user]().String(), "ulidflake": ulidflake.NewFor[user]().String(), "uid11": uid11.NewFor[user]().String(),
		} {
			code, hex, errOut := call("", "convert", "-to", "hex", "-format", format, want)
			if code != exitOK {
				t.Fatalf("%s: exit code %d, %s", format, code, errOut)
			}
			if code, got, errOut := call(hex, "convert", "-to", "text", "-prefix", "user", "-format", format); code != exitOK || got != want+"\n" {
				t.Errorf("%s: %s is written as %s, want %s (exit code %d, %s)", format, hex, got, want, code, errOut)
			}
		}
	}
}
