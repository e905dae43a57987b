// Package lease gives each process of a fleet its own node number, from a table of the
// database that the fleet shares.
//
//	ids, err := lease.Acquire(ctx, db, lease.Snowish(), lease.Config{})
//	if err != nil {
//		return err
//	}
//	defer ids.Close()
//	id, err := ids.New()
//
// Use it for the formats whose IDs are unique only if no two generators have the same
// number: [Snowish] of package uid11, [UlidFlake] in the scalable layout, and [SCRU160]
// with node bits. All other formats need no number.
//
// The table sortid_lease comes with package migrations. Acquire claims a number that
// nobody holds, and a goroutine renews the claim until [Generator.Close]. [docs/nodes.md]
// has the figures, the statements, and what to do on clusters.
//
// # What is guaranteed
//
// No ID is made twice, whatever clocks do and whenever processes and the server are killed, as
// long as the table keeps what the server has confirmed. Each claim and each renewal first
// writes a time ahead into the number's row, and the generator makes no ID with that time or a
// later one. The next holder of the number makes no ID with an earlier time. So two processes
// never make the same ID, not even if both believe that they hold the number.
//
// No number is held by two processes. A claim expires by the server's clock. The holder
// refuses to make IDs [Config.Margin] earlier, by its monotonic clock, unless the server
// has confirmed a renewal.
//
// Both need a table that has one history: one server, a Galera cluster, a group of MySQL
// Group Replication, or TiDB. A table that several Postgres primaries replicate to each other
// can grant a number twice; Acquire refuses it ([ErrReplicated]). Both need durable commits, too:
// on Postgres and SQLite claims and renewals ask for them, and on MySQL and MariaDB they fail
// unless the server's settings make them so ([ErrNotDurable]).
//
// A table that went back to an earlier state, by a restore or by a standby that takes over
// without the last commits, can grant a number that is in use. The holder sees that at its next
// renewal and makes no more IDs ([ErrReverted]); until then IDs can repeat.
//
// # Without a table
//
// The pods of a Kubernetes StatefulSet have a number already: [Ordinal].
//
// [docs/nodes.md]: https://github.com/sortid/sortid/blob/main/docs/nodes.md
package lease
