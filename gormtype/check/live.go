package check

import (
	"database/sql"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/columntype"
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

// bareName returns a table's name without its schema's.
func bareName(table string) string { return table[strings.LastIndexByte(table, '.')+1:] }

func (c *checker) live(table string) (liveTable, error) {
	name := bareName(table)
	return c.liveIn(strings.TrimSuffix(table[:len(table)-len(name)], "."), name)
}

// liveIn reads a table of a schema, once.
func (c *checker) liveIn(space, name string) (live liveTable, err error) {
	id := space + "\x00" + name
	if live, ok := c.tables[id]; ok {
		return live, nil
	}
	switch c.dialect {
	case columntype.Postgres:
		live, err = postgresTable(c.db, space, name)
	case columntype.MySQL:
		live, err = mysqlTable(c.db, space, name)
	default:
		live, err = sqliteTable(c.db, space, name)
	}
	c.tables[id] = live
	return live, err
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

func (k *keyParts) add(key string, primary bool, part keyPart) {
	if n := len(k.names); n == 0 || k.names[n-1] != key {
		k.names, k.keys = append(k.names, key), append(k.keys, liveKey{primary: primary})
	}
	last := &k.keys[len(k.keys)-1]
	last.parts = append(last.parts, part)
}
