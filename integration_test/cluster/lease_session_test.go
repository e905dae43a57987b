package cluster_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/clusters"
	"github.com/sortid/sortid/integration_test/internal/retry"
)

// numbered is a session that claims numbers by the procedure of the server.
type numbered struct {
	*sql.Conn
	name string
	rows int
}

// claims is which session holds which number.
type claims struct {
	mu      sync.Mutex
	holders map[int]string
}

// TestLeaseSessions: sessions of all nodes claim numbers at once by the procedure of the
// server, make keys with them and give them back. No number has two holders, and no key is
// made twice.
func TestLeaseSessions(t *testing.T) {
	const sessions, turns = 4, 5
	onEach(t, certifying, func(t *testing.T, d *clusters.Database) {
		list := nodes(t, d)
		install(t, d, list)
		_, err := list[0].db.ExecContext(t.Context(), "CREATE TABLE snow (id BIGINT UNSIGNED NOT NULL PRIMARY KEY, session VARCHAR(60) NOT NULL, n INT NOT NULL)")
		must(t, "create", err)
		settle(t, d.Cluster)
		held := &claims{holders: map[int]string{}}
		errs := make([]error, sessions*len(list))
		var group sync.WaitGroup
		for i := range errs {
			conn, err := list[i%len(list)].db.Conn(t.Context())
			must(t, "session", err)
			group.Go(func() {
				defer conn.Close()
				s := &numbered{Conn: conn, name: fmt.Sprintf("session %d of node %d", i/len(list), i%len(list))}
				for range turns {
					errs[i] = errors.Join(errs[i], s.turn(t.Context(), held))
				}
			})
		}
		group.Wait()
		must(t, "sessions", errors.Join(errs...))
		settle(t, d.Cluster)
		next := map[string]int{}
		for _, row := range checkSameRows(t, list, "snow") {
			if row.N != next[row.Session] {
				t.Fatalf("%s: row %d comes after row %d in the order of the keys", row.Session, row.N, next[row.Session]-1)
			}
			next[row.Session]++
		}
		if len(next) != len(errs) {
			t.Errorf("%d sessions have rows, want %d", len(next), len(errs))
		}
		checkSameRows(t, list, "(SELECT number AS id, holder AS session, token AS n FROM sortid_lease) AS claims")
	})
}

// turn claims a number, makes keys with it, and gives it back.
func (s *numbered) turn(ctx context.Context, held *claims) error {
	const rows = 20
	// Another session may have claimed the number first, or added its row.
	if err := s.call(ctx, "CALL sortid_lease_claim(60)", retry.Conflict, retry.Duplicate); err != nil {
		return err
	}
	var number int
	if err := s.QueryRowContext(ctx, "SELECT @sortid_lease_number").Scan(&number); err != nil {
		return err
	}
	if err := held.take(number, s.name); err != nil {
		return err
	}
	for range rows {
		if err := s.call(ctx, fmt.Sprintf("INSERT INTO snow (id, session, n) VALUES (sortid_uid_snowish(NULL), '%s', %d)", s.name, s.rows)); err != nil {
			return err
		}
		s.rows++
	}
	var wrong int
	query := fmt.Sprintf("SELECT COUNT(*) FROM snow WHERE session = '%s' AND n >= %d AND id >> 12 & 1023 <> %d", s.name, s.rows-rows, number)
	if err := s.QueryRowContext(ctx, query).Scan(&wrong); err != nil {
		return err
	}
	if wrong > 0 {
		return fmt.Errorf("%s: %d keys do not have the number %d", s.name, wrong, number)
	}
	held.drop(number)
	return s.call(ctx, "CALL sortid_lease_release()")
}

// call executes a statement again after one of the faults.
func (s *numbered) call(ctx context.Context, statement string, faults ...retry.Fault) error {
	for {
		_, err := s.ExecContext(ctx, statement)
		switch {
		case err == nil:
			return nil
		case !slices.Contains(faults, retry.FaultOf(err)):
			return fmt.Errorf("%s: %s: %w", s.name, statement, err)
		}
	}
}

// take notes that a session holds a number, and fails if another one does.
func (c *claims) take(number int, session string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if other, ok := c.holders[number]; ok {
		return fmt.Errorf("%s and %s hold the number %d", session, other, number)
	}
	c.holders[number] = session
	return nil
}

// drop notes that nobody holds a number.
func (c *claims) drop(number int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.holders, number)
}
