package cluster_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/clusters"
)

// TestPartitions: the procedure adds partitions on all nodes, whichever one it is called on. An
// event that calls it is enabled on the node alone that created it.
func TestPartitions(t *testing.T) {
	onEach(t, certifying, func(t *testing.T, d *clusters.Database) {
		list := nodes(t, d)
		install(t, d, list)
		exec := func(on node, statement string) {
			t.Helper()
			_, err := on.db.ExecContext(t.Context(), statement)
			must(t, statement, err)
			settle(t, d.Cluster)
		}
		exec(list[0], "CREATE TABLE events (id BINARY(16) NOT NULL PRIMARY KEY)")
		for ahead, call := range []string{"CALL sortid_partitions_ensure('events', 'wiji', 'year', 1)", "CALL sortid_partitions_ensure('events', 'wiji', 'year', 2)"} {
			exec(list[ahead+1], call)
			for i, n := range list {
				if got := values(t, n, "SELECT partition_name FROM information_schema.partitions WHERE table_schema = DATABASE() AND table_name = 'events'"); len(got) != ahead+2 {
					t.Errorf("after a call on node %d, node %d has the partitions %q", ahead+1, i, got)
				}
			}
		}
		exec(list[2], "CALL sortid_partitions_drop_before('events', 'wiji', UTC_TIMESTAMP() - INTERVAL 1 YEAR, 0, FALSE)")
		exec(list[1], "INSERT INTO events VALUES (sortid_wiji_min_at(UTC_TIMESTAMP() + INTERVAL 1 YEAR))")
		exec(list[1], "CREATE EVENT events_partitions ON SCHEDULE EVERY 1 DAY STARTS UTC_TIMESTAMP() + INTERVAL 2 DAY DO CALL sortid_partitions_ensure('events', 'wiji', 'year', 3)")
		for i, n := range list {
			if got := values(t, n, "SELECT COUNT(*) FROM events"); !slices.Equal(got, []string{"1"}) {
				t.Errorf("node %d has %q rows, want 1", i, got)
			}
			status := values(t, n, "SELECT status FROM information_schema.events WHERE event_schema = DATABASE()")
			if len(status) != 1 || (status[0] == "ENABLED") != (i == 1) || (i != 1) != strings.HasSuffix(status[0], "SIDE_DISABLED") {
				t.Errorf("on node %d the event is %q", i, status)
			}
		}
	})
}

// values returns the values of a query.
func values(t *testing.T, n node, query string) (list []string) {
	t.Helper()
	must(t, query, n.gorm.WithContext(t.Context()).Raw(query).Scan(&list).Error)
	return list
}
