package dbserver_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/moby/moby/client"

	"github.com/sortid/sortid/internal/dbserver"
)

// label finds what this process has made in Docker.
func label() string {
	return dbserver.ContainerLabel + "=" + strconv.Itoa(os.Getpid())
}

// containers returns the IDs of the containers that this process has started, in order;
// none if there is no Docker.
func containers(t *testing.T) (ids []string) {
	t.Helper()
	c, err := dbserver.Docker(t.Context())
	if err != nil {
		return nil
	}
	defer c.Close()
	list, err := c.ContainerList(t.Context(), client.ContainerListOptions{
		All: true, Filters: make(client.Filters).Add("label", label()),
	})
	if err != nil {
		return nil
	}
	for _, item := range list.Items {
		ids = append(ids, item.ID)
	}
	slices.Sort(ids)
	return ids
}

// checkInMemory fails the test unless the one container that is not in before has the data of
// its server in memory.
func checkInMemory(t *testing.T, s *dbserver.Server, before []string) {
	t.Helper()
	query := map[bool]string{true: "SHOW data_directory", false: "SELECT @@datadir"}[s.Kind == dbserver.Postgres]
	var data string
	if err := s.Query(t.Context(), &data, query); err != nil {
		t.Fatal(err)
	}
	started := slices.DeleteFunc(containers(t), func(id string) bool { return slices.Contains(before, id) })
	if len(started) != 1 {
		t.Fatalf("%d containers are new", len(started))
	}
	for path := range inMemory(t, started[0]) {
		if strings.HasPrefix(data, path) {
			return
		}
	}
	t.Errorf("the data are in %s, which is not in memory", data)
}

// inMemory returns the file systems that a container has in memory.
func inMemory(t *testing.T, id string) map[string]string {
	t.Helper()
	c, err := dbserver.Docker(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	info, err := c.ContainerInspect(t.Context(), id, client.ContainerInspectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return info.Container.HostConfig.Tmpfs
}

// Whenever the context ends, Open leaves no container behind, nor one that the engine
// makes later.
func TestContainerCancelled(t *testing.T) {
	before := containers(t)
	for _, after := range []time.Duration{time.Millisecond, 10 * time.Millisecond, 50 * time.Millisecond, 150 * time.Millisecond, 400 * time.Millisecond, time.Second} {
		t.Run(fmt.Sprint(after), func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), after)
			defer cancel()
			s, err := dbserver.Open(ctx, dbserver.MySQL, dbserver.Options{Source: dbserver.SourceContainer})
			skipWithoutSource(t, err)
			if s != nil || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v and the error %v", s, err)
			}
		})
	}
	time.Sleep(time.Second) // for one that would come late
	if now := containers(t); !slices.Equal(now, before) {
		t.Errorf("the containers were %v and are %v", before, now)
	}
}

// A port that was taken is not the last word; any other error is.
func TestOnFreePort(t *testing.T) {
	taken := errors.New("listen tcp4 127.0.0.1:32813: bind: address already in use")
	for _, c := range []struct {
		errs  []error
		calls int
		want  error
	}{
		{[]error{taken, taken, nil}, 3, nil},
		{[]error{taken, taken, taken, taken, taken, nil}, 5, taken},
		{[]error{context.Canceled, nil}, 1, context.Canceled},
	} {
		calls := 0
		err := dbserver.OnFreePort(func() error { calls++; return c.errs[calls-1] })
		if calls != c.calls || !errors.Is(err, c.want) {
			t.Errorf("%v after %d calls, want %v after %d", err, calls, c.want, c.calls)
		}
	}
}
