package check

import (
	"database/sql"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/table"
	"gorm.io/gorm"
)

// liveTable is what the server says of a table.
type liveTable struct {
	columns map[string]liveColumn // none if there is no such table
	// isView is true for relations that can have neither keys nor NOT NULL.
	isView bool
	// isSplit is true for a table that has partitions or inheriting tables.
	isSplit    bool
	keys       []liveKey
	triggers   []liveTrigger
	references []liveReference
}

// liveColumn is what the server says of a column.
type liveColumn struct {
	dataType string // in lower case, without length, such as "varchar"
	shown    string // as the server writes it, such as "varchar(26)"
	length   int64  // in characters or bytes, 0 if it has none
	unsigned bool
	nullable bool
	// collation is the name of the column's collation, empty if it has none.
	collation string
	order     order
	defaults  string // the expression of the default
	maker     maker
}

// order is how a column compares texts.
type order uint8

const (
	byteOrder order = iota
	caseless
	otherOrder
)

// maker is what gives a column its values.
type maker uint8

const (
	byStatement  maker = iota // the statement or the default
	byExpression              // GENERATED ALWAYS AS
	byCounter                 // identity, serial, AUTO_INCREMENT
)

// liveKey is a primary key or a unique index over all rows.
type liveKey struct {
	primary bool
	parts   []keyPart
}

// keyPart is a column of a key. The name is empty for an expression. A prefix other than
// 0 is the number of characters or bytes that the key compares.
type keyPart struct {
	column string
	prefix int64
}

func (c *checker) live(name string) (liveTable, error) {
	n := table.Parse(name)
	return c.liveIn(n.Schema, n.Table)
}

// liveIn reads a table of a schema, once.
func (c *checker) liveIn(space, name string) (liveTable, error) {
	id := space + "\x00" + name
	if live, ok := c.tables[id]; ok {
		return live, nil
	}
	var live liveTable
	var err error
	switch c.dialect {
	case columntype.Postgres:
		live, err = postgresCatalog.read(c.db, sql.Named("table", quotedName(space, name)))
	case columntype.MySQL:
		live, err = mysqlCatalog.read(c.db, sql.Named("space", space), sql.Named("table", name))
	default:
		live, err = sqliteTable(c.db, space, name)
	}
	c.tables[id] = live
	return live, err
}

// catalog has the queries by which a server describes a table. Their arguments have names.
type catalog struct {
	columns   string
	addColumn func(*liveTable, *sql.Rows) error
	// relation selects whether it is a view, and whether it is split.
	relation string
	// keys selects a key's name, whether it is the primary key, and a part's column and prefix, in
	// the order of the parts.
	keys string
	// references selects a column, and the schema, table and column to which it refers.
	references string
	// triggers selects a name, a text, and whether the trigger can change the stored row.
	triggers string
}

func (c catalog) read(db *gorm.DB, args ...any) (liveTable, error) {
	live := liveTable{columns: map[string]liveColumn{}}
	var parts keyParts
	for _, q := range []struct {
		query string
		add   func(*sql.Rows) error
	}{
		{c.columns, func(rows *sql.Rows) error { return c.addColumn(&live, rows) }},
		{c.relation, func(rows *sql.Rows) error { return rows.Scan(&live.isView, &live.isSplit) }},
		{c.keys, parts.addRow},
		{c.references, live.addReference},
		{c.triggers, live.addTrigger},
	} {
		if err := eachRow(db, q.add, q.query, args...); err != nil {
			return live, err
		}
	}
	live.keys = parts.keys
	return live, nil
}

// eachRow calls f for each row of a query.
func eachRow(db *gorm.DB, f func(*sql.Rows) error, query string, args ...any) error {
	rows, err := db.Raw(query, args...).Rows()
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (live *liveTable) addReference(rows *sql.Rows) error {
	var r liveReference
	err := rows.Scan(&r.column, &r.space, &r.table, &r.other)
	live.references = append(live.references, r)
	return err
}

// keyParts collects the parts of keys, which come in order, by the keys' names.
type keyParts struct {
	names []string
	keys  []liveKey
}

func (k *keyParts) addRow(rows *sql.Rows) error {
	var key string
	var primary bool
	var part keyPart
	if err := rows.Scan(&key, &primary, &part.column, &part.prefix); err != nil {
		return err
	}
	if n := len(k.names); n == 0 || k.names[n-1] != key {
		k.names, k.keys = append(k.names, key), append(k.keys, liveKey{primary: primary})
	}
	last := &k.keys[len(k.keys)-1]
	last.parts = append(last.parts, part)
	return nil
}
