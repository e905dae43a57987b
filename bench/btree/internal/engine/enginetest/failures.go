package enginetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/testcontainers/testcontainers-go"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// Boxed starts a server for one test on a disk of so many megabytes, and returns it with what
// kills it.
func Boxed(t *testing.T, kind dbserver.Kind, megabytes int, settings map[string]string) (*dbserver.Server, func(*testing.T)) {
	t.Helper()
	disk := map[string]string{"/var/lib/" + map[dbserver.Kind]string{dbserver.Postgres: "postgresql", dbserver.MySQL: "mysql", dbserver.MariaDB: "mysql"}[kind]: fmt.Sprintf("size=%dm", megabytes)}
	n, err := dbserver.NewNode(t.Context(), kind, dbserver.NodeOptions{
		Settings: settings, Password: "boxed", Data: dbtest.Data(kind), Extra: []testcontainers.ContainerCustomizer{testcontainers.WithTmpfs(disk)},
	})
	kill := func(t *testing.T) {
		if err := n.Remove(); err != nil {
			t.Error(err)
		}
	}
	if n != nil {
		t.Cleanup(func() { kill(t) })
	}
	if errors.Is(err, dbserver.ErrNoDocker) || errors.Is(err, dbserver.ErrNoContainer) {
		dbtest.Missing(t, err.Error())
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if err := dbserver.OnFreePort(func() error { return n.Start(ctx) }); err != nil {
		t.Fatal(n.Failed(err))
	}
	s, err := n.Await(ctx, "a server for one test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // the test may have killed it
	return s, kill
}

// promptly is how long a person waits.
const promptly = 20 * time.Second

// Dies kills the server during inserts. From then on every method of the engine must
// return an error that says so, within a short time.
func (s Subject) Dies(t *testing.T, kill func(*testing.T)) {
	t.Helper()
	tr, err := s.Prepare(t.Context(), engine.Spec{Layout: s.Layout, Key: Wide, Payload: 100})
	if err != nil {
		t.Fatal(err)
	}
	w := Writer(t, tr)
	began := time.Now()
	for i := 0; err == nil && time.Since(began) < promptly; i++ {
		if i == 50 {
			kill(t)
		}
		err = w.Insert(t.Context(), s.Keys(1+i*10, 10), nil)
	}
	for what, err := range map[string]error{
		"insert": err,
		"sample": second(tr.Sample(t.Context())),
		"read":   second(tr.Measure(t.Context())),
		"close":  tr.Close(),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), s.Name+": ") || !strings.Contains(err.Error(), "the server is gone") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", what, err)
		}
	}
	_ = w.Close()
	if err := s.Close(); err == nil || !strings.Contains(err.Error(), "left behind") {
		t.Errorf("closing the engine: %v", err)
	}
	if took := time.Since(began); took > 2*promptly {
		t.Errorf("it took %v", took)
	}
}

func second[T any](_ T, err error) error { return err }

// DiskFull inserts until the server's disk of less than 700 MB is full. The error must have
// the server's words and say what to do; or, if the server may die of it, that it is gone.
// DiskFull returns the errors of closing the writer, the tree and the engine.
func (s Subject) DiskFull(t *testing.T, words string, mayDie bool) error {
	t.Helper()
	tr, err := s.Prepare(t.Context(), engine.Spec{Layout: s.Layout, Key: Wide, Payload: 7000})
	if err != nil {
		t.Fatal(err)
	}
	w := Writer(t, tr)
	for i := 0; err == nil && i < 1000; i++ {
		err = w.Insert(t.Context(), s.Keys(1+i*100, 100), nil)
	}
	says := func(words string) bool { return err != nil && strings.Contains(err.Error(), words) }
	if !(says(words) && says("free some space")) && !(mayDie && says("the server is gone: look at its log")) {
		t.Errorf("the disk is full: %v", err)
	}
	return errors.Join(w.Close(), tr.Close(), s.Close())
}

// Interrupted ends the context of a transaction in its middle. Nothing of the transaction
// may stay. Interrupted closes the tree, which must be possible more than once.
func (s Subject) Interrupted(t *testing.T, tr engine.Tree) {
	t.Helper()
	Insert(t, tr, s.Keys(1, 10), 10)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := Writer(t, tr)
	keys := append(s.Keys(100, 500), Cancelling{s.Keys(900, 1)[0], cancel})
	if err := w.Insert(ctx, append(keys, s.Keys(1000, 500)...), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	_ = w.Close() // the connection is gone
	Measure(t, tr)
	if err := errors.Join(tr.Close(), tr.Close()); err != nil {
		t.Error(err)
	}
}

// LostConnection cuts a writer's connection: that must be an error, and the committed rows
// must stay.
func (s Subject) LostConnection(t *testing.T, tr engine.Tree, cut func(*testing.T)) {
	t.Helper()
	w := Writer(t, tr)
	insertOne := func(i int) error { return w.Insert(t.Context(), s.Keys(i, 1), nil) }
	if err := insertOne(1); err != nil {
		t.Fatal(err)
	}
	cut(t)
	if err := insertOne(2); err == nil || !strings.HasPrefix(err.Error(), s.Name+": cannot insert: ") {
		t.Errorf("got %v", err)
	}
	_ = w.Close()
	Measure(t, tr)
}
