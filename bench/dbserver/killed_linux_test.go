package dbserver_test

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/dbserver"
)

// The server of a process that is killed ends with it.
func TestKilledOwner(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			open(t, kind, dbserver.Options{Source: dbserver.SourceBinary}) // skips where there are no binaries
			scratchRoot(t)
			owner := exec.Command(os.Args[0])
			owner.Env = append(os.Environ(), ownerVariable+"="+string(kind))
			out, err := owner.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := owner.Start(); err != nil {
				t.Fatal(err)
			}
			line, err := bufio.NewReader(out).ReadString('\n')
			dsn := strings.TrimSpace(line)
			killed := owner.Process.Kill()
			_ = owner.Wait() // it was killed, so there is an error
			if err != nil || killed != nil || strings.HasPrefix(dsn, "error") {
				t.Fatalf("%s (reading: %v, killing: %v)", dsn, err, killed)
			}
			waitGone(t, kind, dsn)
		})
	}
}

// waitGone waits until no server answers at the DSN.
func waitGone(t *testing.T, kind dbserver.Kind, dsn string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		s, err := dbserver.Open(t.Context(), kind, dbserver.Options{DSN: dsn})
		if err != nil {
			return
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("the server outlives the process that started it")
}
