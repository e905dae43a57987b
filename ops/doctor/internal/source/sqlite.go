package source

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
	_ "modernc.org/sqlite" // the driver
)

// sqlite is a SQLite database file.
type sqlite struct {
	session
	server   Server
	pageSize int
	pages    int
	// beyond is by how many bytes a record of a tree is longer in the mean than those of
	// the sampled rows.
	beyond map[string]float64
}

// openSQLite opens a file, or a URI of SQLite's.
func openSQLite(ctx context.Context, name string, dry bool) (*sqlite, error) {
	path, query := name, ""
	if uri, ok := strings.CutPrefix(name, "file:"); ok {
		path, query, _ = strings.Cut(uri, "?")
		if unescaped, err := url.PathUnescape(path); err == nil {
			path = unescaped
		}
	}
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("there is no SQLite file %q, and it is no DSN of a server: write postgres://user:password@host/database, mysql://user:password@host/database, or the name of a file", path)
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, fmt.Errorf("not a URI of SQLite: %w: write it like file:NAME?mode=ro", err)
	}
	values.Set("mode", "ro")
	values["_pragma"] = []string{"query_only(1)", fmt.Sprintf("busy_timeout(%d)", lockTimeout.Milliseconds())}
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: values.Encode()}
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	s := &sqlite{session: session{db: db, dry: dry}, server: Server{Product: "SQLite", Database: filepath.Base(path)}, beyond: make(map[string]float64)}
	err = s.catalog(ctx, "SELECT sqlite_version(), (SELECT page_size FROM pragma_page_size), (SELECT page_count FROM pragma_page_count)", func(rows *sql.Rows) error {
		return rows.Scan(&s.server.Version, &s.pageSize, &s.pages)
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the file %s cannot be read: %w", path, err), s.Close())
	}
	return s, nil
}

// Server describes the library and the file.
func (s *sqlite) Server() Server { return s.server }

const sqliteColumns = `SELECT t.name, t.wr, t.strict, x.name, x.type, x."notnull", x.pk, x.hidden IN (2, 3) FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS x
WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY t.name, x.cid`

// Tables reads the schema.
func (s *sqlite) Tables(ctx context.Context, f Filter) ([]*Table, error) {
	if f.Schema != "" {
		return nil, errSchema
	}
	byName := make(map[string]*Table)
	var tables []*Table
	primary := make(map[string][]Column)
	err := s.catalog(ctx, sqliteColumns, func(rows *sql.Rows) error {
		var table string
		var withoutRowID, isStrict, notNull bool
		var key int
		var c Column
		if err := rows.Scan(&table, &withoutRowID, &isStrict, &c.Name, &c.Type, &notNull, &key, &c.Generated); err != nil {
			return err
		}
		if !f.selects("", table) {
			return nil
		}
		t := byName[table]
		if t == nil {
			t = &Table{Name: table, quoted: sqltext.PgQuote(table), clusters: withoutRowID, Rows: Unknown("SQLite does not count rows"), Bytes: Unknown("read with the pages")}
			byName[table] = t
			tables = append(tables, t)
		}
		c.Class, c.Nullable = sqliteClass(c.Type), !notNull
		c.base = fmt.Sprint(c.Class)
		if isStrict && strings.EqualFold(c.Type, "ANY") {
			c.Class = Bytes // it stores each value as it is
		}
		if _, err := fmt.Sscanf(afterParenthesis(c.Type), "%d", &c.Length); err != nil {
			c.Length = 0
		}
		if key > 0 {
			primary[table] = append(primary[table], c)
		}
		t.Columns = append(t.Columns, c)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		// The rows of such a table are in the order of its only key column.
		if k := primary[t.Name]; len(k) == 1 && !t.clusters && strings.EqualFold(k[0].Type, "INTEGER") {
			t.Indexes = append(t.Indexes, Index{Name: t.Name, Columns: []string{k[0].Name}, Primary: true, Unique: true, Clustered: true})
		}
	}
	if err := s.indexes(ctx, byName); err != nil {
		return nil, err
	}
	if err := s.references(ctx, byName); err != nil {
		return nil, err
	}
	return tables[:min(len(tables), MaxTables+1)], nil
}

func afterParenthesis(s string) string {
	_, after, _ := strings.Cut(s, "(")
	return after
}

// sqliteClass follows SQLite's rules of affinity, with the names that people use for IDs.
func sqliteClass(declared string) Class {
	d := strings.ToLower(declared)
	switch {
	case strings.Contains(d, "int"):
		return Integer
	case strings.Contains(d, "char"), strings.Contains(d, "clob"), strings.Contains(d, "text"):
		return Text
	case d == "", strings.Contains(d, "blob"):
		return Bytes
	case strings.Contains(d, "uuid"), strings.Contains(d, "binary"), strings.Contains(d, "bytea"):
		return Bytes
	}
	return Numeric
}

const sqliteIndexes = `SELECT t.name, l.name, l.origin = 'pk', l."unique", l.partial, COALESCE(x.name, ''), upper(x.coll), l.origin <> 'c', t.wr
FROM pragma_table_list AS t, pragma_index_list(t.name) AS l, pragma_index_xinfo(l.name) AS x
WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND x."key" ORDER BY t.name, l.origin <> 'pk', l.name, x.seqno`

func (s *sqlite) indexes(ctx context.Context, tables map[string]*Table) error {
	return s.catalog(ctx, sqliteIndexes, func(rows *sql.Rows) error {
		var table, column, collation string
		var x Index
		var withoutRowID, isConstraint bool
		if err := rows.Scan(&table, &x.Name, &x.Primary, &x.Unique, &x.Partial, &column, &collation, &isConstraint, &withoutRowID); err != nil {
			return err
		}
		t := tables[table]
		if t == nil {
			return nil // the filter left it out
		}
		for i, c := range t.Columns {
			if isConstraint && c.Name == column && c.Class == Text && collation != "BINARY" { // CREATE INDEX may have another
				t.Columns[i].Collation, t.Columns[i].Collating = collation, ByLanguage
				if collation == "NOCASE" {
					t.Columns[i].Collating = Caseless
				}
			}
		}
		if x.Primary && withoutRowID {
			x.Clustered = true
		}
		if n := len(t.Indexes); n > 0 && t.Indexes[n-1].Name == x.Name {
			t.Indexes[n-1].Columns = append(t.Indexes[n-1].Columns, column)
			return nil
		}
		x.Columns, x.quoted = []string{column}, sqltext.PgQuote(x.Name)
		t.Indexes = append(t.Indexes, x)
		return nil
	})
}

const sqliteReferences = `SELECT t.name, f.id, f."table", f."from", COALESCE(f."to", '') FROM pragma_table_list AS t, pragma_foreign_key_list(t.name) AS f
WHERE t.schema = 'main' AND t.type = 'table' ORDER BY t.name, f.id, f.seq`

func (s *sqlite) references(ctx context.Context, tables map[string]*Table) error {
	err := s.catalog(ctx, sqliteReferences, referenceOf(tables))
	for _, t := range tables {
		for i := range t.References {
			t.References[i].spell(tables)
		}
	}
	return err
}

// spell writes what a foreign key references as its table spells it. SQLite shows it as it is written in the foreign key:
// in any case, and without the columns if these are those of the primary key.
func (r *Reference) spell(tables map[string]*Table) {
	for name, t := range tables {
		if folded(name) != folded(r.Table) {
			continue
		}
		r.Table = name
		primary := slices.IndexFunc(t.Indexes, func(x Index) bool { return x.Primary })
		for i, to := range r.To {
			if to == "" && primary >= 0 && i < len(t.Indexes[primary].Columns) {
				r.To[i] = t.Indexes[primary].Columns[i]
			}
			for _, c := range t.Columns {
				if folded(to) == folded(c.Name) {
					r.To[i] = c.Name
				}
			}
		}
		return
	}
}

// folded returns a name in the case in which SQLite compares it: of letters beyond ASCII, each is itself.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, name)
}
