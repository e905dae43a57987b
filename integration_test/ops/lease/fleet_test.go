package lease_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/integration_test/internal/clusters"
	"github.com/sortid/sortid/integration_test/internal/uses"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// fleet is what the processes of a server, or of a cluster's nodes, made.
type fleet struct {
	kind dbserver.Kind
	dsns []string // one for each node
	mu   sync.Mutex
	made []uses.Use
}

// start starts a process on one of the nodes. Its output is read until its end.
func (f *fleet) start(t *testing.T) *member {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+f.dsns[rand.IntN(len(f.dsns))], kindVariable+"="+string(f.kind))
	m := &member{cmd: cmd, ended: make(chan struct{})}
	cmd.Stderr = &m.errors
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(m.ended)
		f.read(out)
		m.err = cmd.Wait()
	}()
	return m
}

// read notes the IDs of a process. Only whole lines count: a process that is killed can leave
// a part of one.
func (f *fleet) read(out io.Reader) {
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		var u uses.Use
		if _, err := fmt.Sscan(line, &u.ID, &u.Number, &u.Token, &u.At); err != nil {
			panic(err)
		}
		f.mu.Lock()
		f.made = append(f.made, u)
		f.mu.Unlock()
	}
}

// member is a process of a fleet.
type member struct {
	cmd    *exec.Cmd
	errors bytes.Buffer
	ended  chan struct{}
	err    error
}

// end sends a signal to the process and waits for its end.
func (m *member) end(t *testing.T, signal os.Signal) error {
	t.Helper()
	err := m.cmd.Process.Signal(signal)
	<-m.ended
	if err != nil {
		t.Errorf("a process ended by itself, %v: %v: %s", err, m.err, &m.errors)
	}
	return m.err
}

// finish ends the process in an orderly way. A process that has not yet asked for signals just
// dies, without a message.
func (m *member) finish(t *testing.T) {
	t.Helper()
	if err := m.end(t, syscall.SIGTERM); err != nil && m.errors.Len() > 0 {
		t.Errorf("a process failed: %v: %s", err, &m.errors)
	}
}

// TestFleet runs processes on each server that are killed and ended, and started again.
func TestFleet(t *testing.T) {
	onKinds(t, append(dbtest.SomeKinds(t.Name()), sqliteKind), func(t *testing.T, d database) {
		processes := *processesFlag
		if d.kind == sqliteKind {
			processes = min(processes, 8) // one process writes at a time
		}
		(&fleet{kind: d.kind, dsns: []string{d.dsn}}).run(t, processes)
	})
}

// TestFleetOfCluster is TestFleet with processes on all nodes of a cluster.
func TestFleetOfCluster(t *testing.T) {
	if !*clustersFlag {
		t.Skip("-clusters runs it")
	}
	for _, cluster := range []clusters.Kind{clusters.Galera, clusters.GroupReplication} {
		t.Run(string(cluster), func(t *testing.T) {
			d := clusters.OpenDatabase(t, cluster)
			f := &fleet{kind: d.Nodes[0].Server.Kind}
			for _, node := range d.Nodes {
				f.dsns = append(f.dsns, node.DSN)
			}
			install(t, f.kind, f.dsns[0])
			if err := d.Cluster.Settle(t.Context()); err != nil {
				t.Fatal(err)
			}
			f.run(t, *processesFlag)
		})
	}
}

// run runs processes that are killed and ended, and started again.
func (f *fleet) run(t *testing.T, processes int) {
	members := make([]*member, processes)
	for i := range members {
		members[i] = f.start(t)
	}
	kills, ends := 0, 0
	for turn := 0; turn < *turnsFlag || !f.seen(1000, processes); turn++ {
		// However slow the machine is, processes live long enough to make IDs.
		before := f.count()
		await.Until(t, "IDs", func() bool { return f.count() > before+20 })
		i := rand.IntN(len(members))
		if rand.IntN(3) > 0 {
			kills++
			_ = members[i].end(t, syscall.SIGKILL)
		} else {
			ends++
			members[i].finish(t)
		}
		members[i] = f.start(t)
	}
	for _, m := range members {
		m.finish(t)
	}
	holders := f.check(t)
	t.Logf("%d processes, %d killed and %d ended: %d IDs of %d holders", processes, kills, ends, len(f.made), holders)
}

// count returns how many IDs were made.
func (f *fleet) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.made)
}

// seen reports whether there were so many IDs, and so many holders of numbers.
func (f *fleet) seen(ids, holders int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	different := map[[2]int64]bool{}
	for _, u := range f.made {
		different[[2]int64{u.Number, u.Token}] = true
	}
	return len(f.made) >= ids && len(different) >= holders
}

// check checks the IDs, and returns how many holders there were.
func (f *fleet) check(t *testing.T) int {
	for _, u := range f.made {
		if int64(u.ID>>12&1023) != u.Number {
			t.Errorf("%d does not have the number %d", u.ID, u.Number)
		}
	}
	return uses.Check(t, f.made)
}
