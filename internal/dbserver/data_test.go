package dbserver_test

import (
	"testing"

	"github.com/moby/moby/client"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// data returns data of a kind: those with which all servers of the test run begin, or else its own, which are gone after
// the test.
func data(t *testing.T, kind dbserver.Kind) *dbserver.Data {
	t.Helper()
	if d := dbtest.Data(kind); d != nil {
		return d
	}
	before := volumes(t)
	d, err := dbserver.NewData(t.Context(), kind)
	skipWithoutSource(t, err)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		if after := volumes(t); after != before {
			t.Errorf("%d volumes are left behind", after-before)
		}
	})
	return d
}

// Servers begin with data by themselves: each has its own identity, and what one of them writes is not in the other.
func TestData(t *testing.T) {
	d, err := dbserver.ParseData(data(t, dbserver.MySQL).String())
	if err != nil {
		t.Fatal(err)
	}
	var ids [2]string
	for i := range ids {
		s := open(t, dbserver.MySQL, dbserver.Options{Source: dbserver.SourceContainer, InMemory: true, Data: d})
		if err := s.Query(t.Context(), &ids[i], "SELECT @@server_uuid"); err != nil {
			t.Error(err)
		}
		if err := s.Execute(t.Context(), "CREATE DATABASE mine"); err != nil {
			t.Error(err)
		}
	}
	if ids[0] == ids[1] {
		t.Errorf("both servers are %s", ids[0])
	}
}

// volumes returns the number of Docker volumes that data are in.
func volumes(t *testing.T) int {
	t.Helper()
	c, err := dbserver.Docker(t.Context())
	if err != nil {
		return 0
	}
	defer c.Close()
	list, err := c.VolumeList(t.Context(), client.VolumeListOptions{Filters: make(client.Filters).Add("name", "sortid_")})
	if err != nil {
		t.Fatal(err)
	}
	return len(list.Items)
}

// TestParseData: what is no text of Data is an error.
func TestParseData(t *testing.T) {
	for _, text := range []string{"", "mysql:9.7", "mysql:9.7 volume", "mysql:9.7 volume password more"} {
		if d, err := dbserver.ParseData(text); err == nil || d != nil {
			t.Errorf("%q: %v, %v", text, d, err)
		}
	}
	if d, err := dbserver.NewData(t.Context(), dbserver.Postgres); err == nil || d != nil {
		t.Errorf("PostgreSQL: %v, %v", d, err)
	}
}
