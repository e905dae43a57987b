package dbserver_test

import (
	"path/filepath"
	"testing"

	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"

	"github.com/sortid/sortid/bench/dbserver"
)

// A container is there until Close and not after it.
func TestContainer(t *testing.T) {
	root := scratchRoot(t)
	s := open(t, dbserver.Postgres, dbserver.Options{Source: dbserver.SourceContainer})
	leases, err := filepath.Glob(filepath.Join(root, "*"))
	if err != nil || len(leases) != 1 {
		t.Fatalf("the leases are %v, want one", leases)
	}
	if n := containers(t, leases[0]); n != 1 {
		t.Errorf("%d containers, want 1", n)
	}
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if n := containers(t, leases[0]); n != 0 {
		t.Errorf("%d containers are left after Close", n)
	}
	wantEmpty(t, root)
}

func containers(t *testing.T, lease string) int {
	t.Helper()
	c, err := testcontainers.NewDockerClientWithOpts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	list, err := c.ContainerList(t.Context(), client.ContainerListOptions{
		All: true, Filters: make(client.Filters).Add("label", dbserver.LeaseLabel+"="+lease),
	})
	if err != nil {
		t.Fatal(err)
	}
	return len(list.Items)
}
