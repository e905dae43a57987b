package dbserver_test

import (
	"context"
	"strings"
	"testing"

	"github.com/moby/moby/client"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// data returns data of a kind: those with which all servers of the test run begin, or else its own, whose volume is gone
// after the test.
func data(t *testing.T, kind dbserver.Kind) *dbserver.Data {
	t.Helper()
	if d := dbtest.Data(kind); d != nil {
		return d
	}
	d, err := dbserver.NewData(t.Context(), kind)
	skipWithoutSource(t, err)
	if err != nil {
		t.Fatal(err)
	}
	dbtest.AtEnd = append(dbtest.AtEnd, d.Close) // at an interrupt, too
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		if volumeExists(t, strings.Fields(d.Encode())[1]) {
			t.Error("the volume is left behind")
		}
	})
	return d
}

func volumeExists(t *testing.T, name string) bool {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	c, err := dbserver.Docker(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, err = c.VolumeInspect(ctx, name, client.VolumeInspectOptions{})
	return err == nil
}

// Two servers start from one Data: each has its own identity, and what one of them writes is not in the other.
func TestData(t *testing.T) {
	d, err := dbserver.ParseData(data(t, dbserver.MySQL).Encode())
	if err != nil {
		t.Fatal(err)
	}
	if !volumeExists(t, strings.Fields(d.Encode())[1]) {
		t.Error("there is no volume")
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

// A container of MariaDB without settings, which the entry point gives the name of its server, begins with data too.
func TestDataWithoutSettings(t *testing.T) {
	s := open(t, dbserver.MariaDB, dbserver.Options{Source: dbserver.SourceContainer, InMemory: true, Data: data(t, dbserver.MariaDB)})
	if d, err := s.NewDatabase(t.Context(), "begun", dbserver.DatabaseOptions{}); err != nil {
		t.Errorf("%v, %v", d, err)
	}
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
