package postgres

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/internal/dbserver"
)

// An account that may do little gets what it may read, and reasons for the rest.
func TestFewPrivileges(t *testing.T) {
	admin := open(t)
	const name = "btree_guest"
	if _, err := admin.ExecContext(t.Context(), "CREATE ROLE "+name+" LOGIN CREATEDB PASSWORD 'guest'"); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if _, err := admin.ExecContext(context.Background(), "DROP ROLE "+name); err != nil {
			t.Error(err)
		}
	}()
	srv, err := dbserver.Open(t.Context(), dbserver.Postgres, dbserver.Options{DSN: as(t, admin.Server.DSN(), name, "guest")})
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	e, err := On(t.Context(), srv)
	if err != nil {
		t.Fatal(err)
	}
	tr := prepare(t, e, enginetest.Wide)
	enginetest.Insert(t, tr, seq(1, 1000), 100)
	r := enginetest.Measure(t, tr)
	for name, words := range map[string][]string{
		metric.LeafPages: {tuples, "superuser", "permission denied"}, metric.LeafFill: {tuples},
		metric.PageSplits: {tuples, "permission denied"},
		metric.Neighbours: {inspect, "permission denied"},
	} {
		got := r.Get(name).Missing
		for _, word := range words {
			if !strings.Contains(got, word) {
				t.Errorf("%s is missing for the reason %q, want one that says %s", name, got, word)
			}
		}
	}
	if _, err := tr.Leaves(t.Context()); err == nil || !strings.Contains(err.Error(), inspect) {
		t.Errorf("leaf pages: %v", err)
	}
	if s, err := tr.Sample(t.Context()); err != nil || s.Get(metric.LeafPages).Missing == "" {
		t.Errorf("sample: %+v, %v", s, err)
	}
	for _, name := range []string{metric.BytesPerRow, metric.LogBytes} {
		enginetest.Value(t, r, name)
	}
	if err := errors.Join(tr.Close(), e.Close()); err != nil {
		t.Error(err)
	}
}

// as returns a DSN of the same server for another account.
func as(t *testing.T, dsn, user, password string) string {
	t.Helper()
	c, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(dsn)
	if err != nil || u.Scheme == "" {
		return dsn + " user=" + user + " password=" + password // keywords: the last one counts
	}
	if c.User == user {
		t.Fatalf("the account is %s already", user)
	}
	u.User = url.UserPassword(user, password)
	return u.String()
}
