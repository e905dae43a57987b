package progress

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/btreebench"
)

// screen collects what a bar draws.
type screen struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// waitFor returns when the text was drawn.
func waitFor(t *testing.T, s *screen, text string) {
	t.Helper()
	for began := time.Now(); time.Since(began) < 10*time.Second; time.Sleep(refresh / 10) {
		if strings.Contains(s.String(), text) {
			return
		}
	}
	t.Fatalf("%q was never drawn:\n%q", text, s)
}

// What is drawn follows the rows: what is being run, how much is done and how much
// time is left; and at the end the line is empty again.
func TestBar(t *testing.T) {
	s := new(screen)
	b := &bar{out: s}
	b.Begin(btreebench.Plan{Runs: 4, Rows: 400, Blocks: 2})
	waitFor(t, s, "starting")
	b.Start(btreebench.Point{Database: "sqlite", Layout: "clustered", Key: "wiji", Scenario: "insert", Block: 1})
	waitFor(t, s, "2/2 sqlite clustered wiji")
	b.Rows(60)
	b.Rows(40)
	waitFor(t, s, "25 %")
	b.Done(btreebench.Measurement{})
	b.Start(btreebench.Point{Database: "sqlite", Layout: "clustered", Key: "wiji", Scenario: "migration"})
	waitFor(t, s, "1/2 sqlite clustered wiji migration")
	b.Rows(300)
	waitFor(t, s, "100 %")
	waitFor(t, s, "left")
	b.End()
	drawn := s.String()
	for _, line := range strings.FieldsFunc(drawn, func(r rune) bool { return r == '\n' || r == '\x1b' }) {
		if n := len([]rune(line)); n > 80 {
			t.Errorf("%d columns: %q", n, line)
		}
	}
	// The cursor stands where it was, and below it all is erased.
	if !strings.HasSuffix(drawn, "\x1b[J") {
		t.Errorf("the end of what is drawn is %q", drawn[max(0, len(drawn)-40):])
	}
}

// Where there is no terminal nothing is drawn.
func TestNoTerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if For(f) != nil || For(new(bytes.Buffer)) != nil {
		t.Error("there is a bar without a terminal")
	}
}
