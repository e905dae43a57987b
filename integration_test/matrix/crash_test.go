package matrix_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
)

// crashVariable is the environment variable that makes this program the one that
// crashes, and names the database in which it does.
const crashVariable = "SORTID_MATRIX_CRASH"

func crashing() bool { return os.Getenv(crashVariable) != "" }

// crashWord tells the parent that the transaction is under way.
const crashWord = "in the middle"

// checkCrash: a program that ends in the middle of a transaction leaves no row in
// the database, and the next one succeeds.
func checkCrash[T id.Fixed](t *testing.T, c *cell[T]) {
	rows := numbered(c.random(20))
	if crashing() {
		c.crash(t, rows)
		return
	}
	must(t, "insert", c.store.InsertMany(t.Context(), rows[:5]))
	c.crashElsewhere(t)
	c.holds(t, "after the crash", rows[:5])
	must(t, "retry", c.store.Transact(t.Context(), func(tx store[T]) error { return tx.InsertMany(t.Context(), rows[5:]) }))
	c.holds(t, "after the retry", rows)
}

// crash never returns: its process is killed.
func (c *cell[T]) crash(t *testing.T, rows []row[T]) {
	err := c.store.Transact(t.Context(), func(tx store[T]) error {
		if err := tx.InsertMany(t.Context(), rows[5:15]); err != nil {
			return err
		}
		fmt.Println(crashWord)
		select {}
	})
	t.Fatal(err)
}

// crashElsewhere runs this check in another process and kills it.
func (c *cell[T]) crashElsewhere(t *testing.T) {
	var parts []string
	for part := range strings.SplitSeq(t.Name(), "/") {
		parts = append(parts, "^"+regexp.QuoteMeta(part)+"$")
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", strings.Join(parts, "/"))
	cmd.Env = append(os.Environ(), crashVariable+"="+c.dsn)
	out, err := cmd.StdoutPipe()
	must(t, "pipe", err)
	must(t, "start", cmd.Start())
	ready := false
	var said []string
	for lines := bufio.NewScanner(out); !ready && lines.Scan(); {
		said = append(said, lines.Text())
		ready = lines.Text() == crashWord
	}
	_ = cmd.Process.Kill() // it may have ended
	_ = cmd.Wait()         // the state of a killed program is an error
	if !ready {
		t.Fatalf("the program never reached the middle of its transaction:\n%s", strings.Join(said, "\n"))
	}
}
