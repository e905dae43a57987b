package source

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	driver "github.com/go-sql-driver/mysql"

	names "github.com/sortid/sortid/internal/dsn"

	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
)

// mysql is a MySQL or MariaDB database.
type mysql struct {
	session
	server   Server
	pageSize int

	statistics, changes *lookup // nil until they are read
}

// myTable is what statements about a table need.
type myTable struct {
	engine      string
	partitioned bool
	next        uint64  // number of AUTO_INCREMENT
	compressed  bool    // whether its pages are
	average     float64 // bytes of a row, with the free space of its page
	rows        float64 // of the last statistics, and those inserted and deleted since
}

func connectMySQL(dsn string) (*sql.DB, error) {
	if strings.Contains(dsn, "://") && !strings.Contains(dsn, "@tcp(") {
		var err error
		if dsn, err = names.MySQLFromURL(dsn); err != nil {
			return nil, err
		}
	}
	c, err := driver.ParseDSN(dsn)
	if err != nil {
		return nil, fmt.Errorf("not a DSN of MySQL: %w: write it like mysql://user:password@host:3306/database", err)
	}
	if c.DBName == "" {
		return nil, errors.New("the DSN names no database: add it, like user:password@tcp(host:3306)/database")
	}
	c.Logger, c.ParseTime = &driver.NopLogger{}, false
	connector, err := driver.NewConnector(c)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(connector), nil
}

func onMySQL(ctx context.Context, s session) (*mysql, error) {
	m := &mysql{session: s}
	if err := m.identify(ctx); err != nil {
		return nil, errors.Join(err, m.Close())
	}
	return m, nil
}

// identify reads the version, and with it how the server limits a statement.
func (m *mysql) identify(ctx context.Context) error {
	comment, err := m.version(ctx)
	if err != nil {
		return fmt.Errorf("the server does not answer: %w: check the DSN", err)
	}
	if strings.Contains(m.server.Version+comment, "TiDB") {
		return errors.New("the server is TiDB, which has no B+ trees: the doctor reads PostgreSQL, MySQL, MariaDB and SQLite")
	}
	m.server.Product = "MySQL"
	// A statement that changes a schema would end the transaction, and be no part of it.
	limit := fmt.Sprintf("max_execution_time = %d, SESSION information_schema_stats_expiry = 0", statementTimeout.Milliseconds())
	if strings.Contains(m.server.Version+comment, "MariaDB") {
		m.mariaDB, m.server.Product = true, "MariaDB"
		limit = fmt.Sprintf("max_statement_time = %d, %s", int(statementTimeout.Seconds()), allWarnings)
	}
	m.begin = []string{"SET SESSION TRANSACTION READ ONLY", fmt.Sprintf("SET SESSION lock_wait_timeout = %d, SESSION %s", int(lockTimeout.Seconds()), limit)}
	return m.catalog(ctx, "SELECT @@innodb_page_size, DATABASE()", func(rows *sql.Rows) error {
		return rows.Scan(&m.pageSize, &m.server.Database)
	})
}

// version reads the version and returns the comment on it. It begins no transaction, because
// TiDB refuses read-only ones.
func (m *mysql) version(ctx context.Context) (comment string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*statementTimeout)
	defer cancel()
	const query = "SELECT VERSION(), @@version_comment"
	m.Note(query, 1)
	err = m.db.QueryRowContext(ctx, query).Scan(&m.server.Version, &comment)
	return comment, err
}

// Server describes the server.
func (m *mysql) Server() Server { return m.server }

const myTables = `SELECT table_name, COALESCE(engine, ''), COALESCE(row_format, ''), table_rows, data_length, COALESCE(avg_row_length, 0), LOWER(COALESCE(create_options, '')), COALESCE(auto_increment, 0) FROM information_schema.tables
WHERE table_schema = DATABASE() AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED') ORDER BY data_length DESC, table_name`

// compressed matches the option by which the server compresses a table's pages: MySQL's
// COMPRESSION='zlib' and MariaDB's PAGE_COMPRESSED=1.
var compressed = regexp.MustCompile("compression=.?(zlib|lz4)|page_compressed.?=.?(1|on|yes)")

// Tables reads the information schema.
func (m *mysql) Tables(ctx context.Context, f Filter) ([]*Table, error) {
	if f.Schema != "" {
		return nil, errSchema
	}
	var tables []*Table
	byName := make(map[string]*Table)
	err := m.catalog(ctx, myTables, func(rows *sql.Rows) error {
		var name, format, options string
		var place myTable
		var count, size sql.NullFloat64
		if err := rows.Scan(&name, &place.engine, &format, &count, &size, &place.average, &options, &place.next); err != nil {
			return err
		}
		place.partitioned = strings.Contains(options, "partitioned")
		place.compressed = strings.EqualFold(format, "compressed") || compressed.MatchString(options)
		if !f.selects("", name) || len(tables) > MaxTables {
			return nil
		}
		t := &Table{Name: name, quoted: sqltext.MyQuote(name), place: &place, Rows: Unknown("the server does not show it"), Bytes: Unknown("the server does not show it")}
		place.rows = count.Float64
		if count.Valid {
			const share = 0.15 // the server counts the rows of 20 pages
			t.Rows = About(count.Float64, count.Float64*(1-share), count.Float64*(1+share))
		}
		if size.Valid {
			t.Bytes = Exactly(size.Float64)
		}
		tables = append(tables, t)
		byName[name] = t
		return nil
	})
	if err != nil || len(tables) == 0 {
		return nil, err
	}
	for _, read := range []func(context.Context, map[string]*Table) error{m.columns, m.indexes, m.references} {
		if err := read(ctx, byName); err != nil {
			return nil, err
		}
	}
	return tables, nil
}

const myColumns = `SELECT table_name, column_name, data_type, column_type, extra LIKE '%VIRTUAL%' OR extra LIKE '%STORED%' OR extra LIKE '%PERSISTENT%', extra LIKE '%auto_increment%', COALESCE(character_maximum_length, 0), COALESCE(character_octet_length, 0), is_nullable = 'YES',
COALESCE(collation_name, ''), column_key = 'PRI'
FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position`

func (m *mysql) columns(ctx context.Context, tables map[string]*Table) error {
	return m.catalog(ctx, myColumns, func(rows *sql.Rows) error {
		var table, kind string
		var counts bool
		var c Column
		if err := rows.Scan(&table, &c.Name, &kind, &c.Type, &c.Generated, &counts, &c.Length, &c.longest, &c.Nullable, &c.Collation, &c.primary); err != nil {
			return err
		}
		t := tables[table]
		if t == nil {
			return nil // a view, or one table too many
		}
		if counts {
			c.Next = t.place.(*myTable).next
		}
		kind = strings.ToLower(kind)
		c.Class, c.Greatest = myClass(kind), myGreatest(kind, strings.Contains(c.Type, "unsigned"))
		switch {
		case c.Class == Text, c.Class == Bytes:
			c.base = fmt.Sprint(c.Class)
		case kind == "bigint": // with or without a sign
			c.base = kind
		default:
			c.base = fmt.Sprint(kind, c.Greatest)
		}
		c.fixed = myFixed(kind, c.Type, c.Length)
		if kind == "char" && c.fixed == 0 {
			if c.least = c.Length; c.longest == c.Length { // a character has one byte
				c.fixed, c.least = c.Length, 0
			}
		}
		switch {
		case c.Class != Text || strings.HasSuffix(c.Collation, "_bin") || c.Collation == "binary":
		case strings.HasSuffix(c.Collation, "_ci"):
			c.Collating = Caseless
		default:
			c.Collating = ByLanguage
		}
		t.Columns = append(t.Columns, c)
		return nil
	})
}

func myClass(kind string) Class {
	switch kind {
	case "uuid":
		return UUID
	case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob":
		return Bytes
	case "char", "varchar", "tinytext", "text", "mediumtext", "longtext":
		return Text
	case "tinyint", "smallint", "mediumint", "int", "bigint":
		return Integer
	case "decimal", "float", "double":
		return Numeric
	}
	return Other
}

// myGreatest returns the greatest integer of a type, or 0.
func myGreatest(kind string, unsigned bool) uint64 {
	n := map[string]uint64{"tinyint": math.MaxInt8, "smallint": math.MaxInt16, "mediumint": 1<<23 - 1, "int": math.MaxInt32, "bigint": math.MaxInt64}[kind]
	if unsigned {
		n = 2*n + min(n, 1)
	}
	return n
}

// myFixed returns the bytes of a type whose width does not vary, or 0.
func myFixed(kind, full string, length int) int {
	sizes := map[string]int{
		"tinyint": 1, "smallint": 2, "mediumint": 3, "int": 4, "bigint": 8, "float": 4, "double": 8, "year": 1, "date": 3,
		"uuid": 16, "inet6": 16, "inet4": 4, "enum": 1, "set": 1, "bit": 1,
	}
	_, inner, _ := strings.Cut(strings.TrimSuffix(full, ")"), "(")
	switch n := sizes[kind]; {
	case n > 0:
		return n
	case kind == "binary":
		return length
	case kind == "decimal":
		var digits, scale int
		fmt.Sscanf(inner, "%d,%d", &digits, &scale) //nolint:errcheck // without a scale it is 0
		return decimalBytes(digits-scale) + decimalBytes(scale)
	case kind == "datetime", kind == "timestamp", kind == "time":
		fraction, _ := strconv.Atoi(inner)
		return map[string]int{"datetime": 5, "timestamp": 4, "time": 3}[kind] + (fraction+1)/2
	}
	return 0
}

// decimalBytes returns the bytes of so many decimal digits: four for each nine.
func decimalBytes(digits int) int {
	return digits/9*4 + []int{0, 1, 1, 2, 2, 3, 3, 4, 4}[digits%9]
}

const myIndexes = `SELECT table_name, index_name, non_unique, COALESCE(column_name, ''), COALESCE(sub_part, 0), index_type = 'BTREE'
FROM information_schema.statistics WHERE table_schema = DATABASE()
ORDER BY table_name, index_name <> 'PRIMARY', index_name, seq_in_index`

func (m *mysql) indexes(ctx context.Context, tables map[string]*Table) error {
	err := m.catalog(ctx, myIndexes, func(rows *sql.Rows) error {
		var table, name, column string
		var many, isTree bool
		var part int
		if err := rows.Scan(&table, &name, &many, &column, &part, &isTree); err != nil {
			return err
		}
		t := tables[table]
		if t == nil {
			return nil
		}
		t.HasPrimary = t.HasPrimary || name == "PRIMARY"
		if !isTree { // of a MEMORY table, even the primary key is a hash index
			return nil
		}
		if n := len(t.Indexes); n > 0 && t.Indexes[n-1].Name == name {
			t.Indexes[n-1].Columns, t.Indexes[n-1].Parts = append(t.Indexes[n-1].Columns, column), append(t.Indexes[n-1].Parts, part)
			return nil
		}
		t.Indexes = append(t.Indexes, Index{Name: name, Columns: []string{column}, Primary: name == "PRIMARY", Unique: !many, Parts: []int{part}})
		return nil
	})
	for _, t := range tables {
		t.cluster()
	}
	return err
}

// cluster finds the index by which InnoDB stores the rows, and makes it the first one: the primary key, or the unique key
// whose columns the server shows as if they were one.
func (t *Table) cluster() {
	place := t.place.(*myTable)
	i := slices.IndexFunc(t.Indexes, func(x Index) bool { return x.Primary })
	if !t.HasPrimary {
		var columns []string
		for _, c := range t.Columns {
			if c.primary {
				columns = append(columns, c.Name)
			}
		}
		slices.Sort(columns)
		isKey := func(x Index) bool {
			return x.Unique && !slices.ContainsFunc(x.Parts, func(n int) bool { return n > 0 }) && slices.Equal(slices.Sorted(slices.Values(x.Columns)), columns)
		}
		i = slices.IndexFunc(t.Indexes, isKey)
		t.twoKeys = place.engine == "InnoDB" && i >= 0 && slices.ContainsFunc(t.Indexes[i+1:], isKey)
	}
	if i < 0 || place.engine != "InnoDB" || t.twoKeys {
		return
	}
	x := t.Indexes[i]
	x.Clustered, t.clusters = true, true
	copy(t.Indexes[1:], t.Indexes[:i])
	t.Indexes[0] = x
}

const myReferences = `SELECT table_name, constraint_name, referenced_table_name, column_name, referenced_column_name
FROM information_schema.key_column_usage WHERE table_schema = DATABASE() AND referenced_table_name IS NOT NULL
ORDER BY table_name, constraint_name, ordinal_position`

func (m *mysql) references(ctx context.Context, tables map[string]*Table) error {
	return m.catalog(ctx, myReferences, referenceOf(tables))
}
