package concurrency

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/migrations"
	"github.com/sortid/sortid/sqltype"
	mysqldriver "gorm.io/driver/mysql"
)

var innodbBinary = dialect{keyColumns: "id", key: column(func(x wiji.ID) sqltype.Binary[wiji.ID] { return sqltype.Binary[wiji.ID]{V: x} })}

const binaryKey = "id BINARY(16) NOT NULL PRIMARY KEY, payload VARBINARY(100) NOT NULL"

func innodbWays() []way {
	d := innodbBinary
	ways := []way{
		{name: "batch", columns: binaryKey, open: each(func() batchFunc { return made(d) })},
		{name: "one-writer", columns: binaryKey, writers: 1, open: each(func() batchFunc { return made(d) })},
	}
	ways = append(ways, way{name: "server-sortid_wiji_new", columns: binaryKey, open: each(func() batchFunc {
		return statements(func(rows int) string {
			return "INSERT INTO item (id, payload) VALUES " + strings.Repeat(", (sortid_wiji_new(), ?)", rows)[2:]
		})
	})})
	for _, n := range []int{100, 10, 1} {
		ways = append(ways, way{name: "late-" + strconv.Itoa(n), columns: binaryKey, open: each(func() batchFunc { return late(d, n) })})
	}
	for _, g := range [][2]int{{1, 100}, {2, 100}, {2, 30}} {
		name := "gate-" + strconv.Itoa(g[0]) + "x" + strconv.Itoa(g[1])
		ways = append(ways, way{name: name, columns: binaryKey, open: gated(d, g[0], g[1])})
	}
	for _, n := range []int{1000, 4096, 16_384} {
		size := "-" + strconv.Itoa(n)
		ways = append(ways,
			way{name: "block" + size, columns: binaryKey, open: each(func() batchFunc { return fromBlocks(d, n, ascending) })},
			way{name: "two-pass" + size, columns: binaryKey, open: each(func() batchFunc { return fromBlocks(d, n, twoPass) })})
	}
	return append(ways, gormWays(binaryKey, mysqldriver.Open)...)
}

// recordSize is what a row takes on a leaf page in the row format DYNAMIC: header,
// length of the payload, key, two system columns, payload.
const recordSize = 5 + 1 + 16 + 6 + 7 + payloadSize

func innodb(kind dbserver.Kind, settings map[string]string, position string) engine {
	settings["max_connections"] = connections
	return engine{
		kind: kind, dialect: innodbBinary, settings: settings,
		prepare: func(ctx context.Context, db *sql.DB) error {
			return install(ctx, db, goose.DialectMySQL, migrations.MySQL)
		},
		plant: func(ctx context.Context, db *sql.DB, columns string) error {
			return inOrder(ctx, db, "DROP TABLE IF EXISTS item",
				"CREATE TABLE item ("+columns+") ENGINE = InnoDB ROW_FORMAT = DYNAMIC STATS_PERSISTENT = 1 STATS_AUTO_RECALC = 0")
		},
		log: func(ctx context.Context, db *sql.DB) (n float64, err error) {
			err = db.QueryRowContext(ctx, "SHOW GLOBAL STATUS LIKE '"+position+"'").Scan(new(string), &n)
			return n, err
		},
		fill: func(ctx context.Context, db *sql.DB, rows int) (float64, error) {
			if err := inOrder(ctx, db, "ANALYZE TABLE item"); err != nil {
				return 0, err
			}
			var pages, size float64
			err := db.QueryRowContext(ctx, "SELECT stat_value, @@innodb_page_size FROM mysql.innodb_index_stats "+
				"WHERE database_name = DATABASE() AND table_name = 'item' AND index_name = 'PRIMARY' AND stat_name = 'n_leaf_pages'").Scan(&pages, &size)
			return 100 * float64(rows) * recordSize / (pages * size), err
		},
	}
}

func BenchmarkMySQL(b *testing.B)   { inTurns(b, mySQL(), innodbWays()) }
func BenchmarkMariaDB(b *testing.B) { inTurns(b, mariaDB(), innodbWays()) }

func mySQL() engine {
	return innodb(dbserver.MySQL, map[string]string{
		"innodb_buffer_pool_size": "512M", "innodb_redo_log_capacity": "4G", "disable_log_bin": "",
	}, "Innodb_redo_log_current_lsn")
}

func mariaDB() engine {
	return innodb(dbserver.MariaDB, map[string]string{
		"innodb_buffer_pool_size": "512M", "innodb_log_file_size": "4G",
	}, "Innodb_lsn_current")
}
