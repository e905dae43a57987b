package source

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
)

// postgres is a PostgreSQL database.
type postgres struct {
	session
	server    Server
	blockSize int

	statSchema *string // see pgstattuple; nil until it is read
}

// pgTable and pgIndex are what the statements about them need.
type (
	pgTable struct {
		oid      int64
		blocks   float64 // of the file now
		analyzed float64 // of the file when its rows were counted
		counted  float64 // rows then, -1 if they never were
		changed  float64 // rows written and deleted since
		dead     float64 // rows that no VACUUM has removed
		hidden   bool    // whether row-level security hides rows from the account
		sorted   bool    // whether CLUSTER sorted the rows by an index, so that their places do not show their age
	}
	pgIndex struct {
		oid        int64
		fillFactor int
		counted    float64 // its rows when those of the table were counted, -1 if they never were
	}
)

func connectPostgres(dsn string) (*sql.DB, error) {
	c, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("not a PostgreSQL DSN: %w: write it like postgres://user:password@host:5432/database", err)
	}
	// Prepared statements do not pass connection poolers.
	c.DefaultQueryExecMode = pgx.QueryExecModeExec
	if c.RuntimeParams["application_name"] == "" {
		c.RuntimeParams["application_name"] = "sortid doctor"
	}
	return stdlib.OpenDB(*c), nil
}

func onPostgres(ctx context.Context, s session) (*postgres, error) {
	// Without enable_seqscan and parallel workers off, the server reads a table of some hundred thousand
	// rows whole to find rows by their addresses. Times as texts sort by time.
	s.begin = []string{fmt.Sprintf("SELECT set_config('statement_timeout', '%d', true), set_config('lock_timeout', '%d', true), "+
		"set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true), "+
		"set_config('DateStyle', 'ISO', true), set_config('TimeZone', 'UTC', true)", statementTimeout.Milliseconds(), lockTimeout.Milliseconds())}
	p := &postgres{session: s}
	if err := p.identify(ctx); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// identify reads the version and the settings.
func (p *postgres) identify(ctx context.Context) error {
	var version string
	err := p.catalog(ctx, "SELECT version(), current_setting('server_version'), "+
		"current_setting('block_size')::int, current_database()", func(rows *sql.Rows) error {
		return rows.Scan(&version, &p.server.Version, &p.blockSize, &p.server.Database)
	})
	if err != nil {
		return fmt.Errorf("the server does not answer: %w: check the DSN", err)
	}
	if !strings.HasPrefix(version, "PostgreSQL ") || strings.Contains(version, "-YB-") {
		product, _, _ := strings.Cut(version, " ")
		return fmt.Errorf("the server is %s, which has no B+ trees of PostgreSQL's: the doctor reads PostgreSQL, MySQL, MariaDB and SQLite", product)
	}
	p.server.Product = "PostgreSQL"
	p.server.Version, _, _ = strings.Cut(p.server.Version, " ")
	return nil
}

// Server describes the server.
func (p *postgres) Server() Server { return p.server }

// pgTables lists the tables by the size that the last VACUUM or ANALYZE saw, partitions with
// the table that they belong to.
const pgTables = `SELECT c.oid::bigint, n.nspname, c.relname, c.reltuples::float8, c.relpages::float8, COALESCE(rn.nspname, ''), COALESCE(r.relname, ''),
has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT'), row_security_active(c.oid), EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = c.oid AND i.indisclustered)
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
LEFT JOIN pg_class AS r ON c.relispartition AND r.oid = pg_partition_root(c.oid) LEFT JOIN pg_namespace AS rn ON rn.oid = r.relnamespace
WHERE c.relkind = 'r' AND c.relpersistence <> 't' AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\_%'
ORDER BY c.relpages DESC, n.nspname, c.relname`

// Tables reads the catalog.
func (p *postgres) Tables(ctx context.Context, f Filter) ([]*Table, error) {
	var tables []*Table
	byOID := make(map[int64]*Table)
	byRoot := make(map[string]*Table)
	err := p.catalog(ctx, pgTables, func(rows *sql.Rows) error {
		var place pgTable
		var schema, name, rootSchema, root string
		var permitted bool
		if err := rows.Scan(&place.oid, &schema, &name, &place.counted, &place.analyzed, &rootSchema, &root, &permitted, &place.hidden, &place.sorted); err != nil {
			return err
		}
		quoted, partition := sqltext.PgQuote(schema)+"."+sqltext.PgQuote(name), name
		if root != "" {
			schema, name = rootSchema, root
		}
		if !f.selects(schema, name) {
			return nil
		}
		if !permitted {
			p.denied = english.Once(append(p.denied, pgName(schema, name)))
			return nil
		}
		if known := byRoot[schema+"."+name]; root != "" && known != nil {
			known.Partitions++ // the first one is the largest
			return nil
		}
		if len(tables) > MaxTables {
			return nil
		}
		t := &Table{Name: pgName(schema, name), quoted: quoted, place: &place, Rows: Unknown("the table was never analyzed")}
		if root != "" {
			t.Partition, t.Partitions = partition, 1
			byRoot[schema+"."+name] = t
		}
		tables = append(tables, t)
		byOID[place.oid] = t
		return nil
	})
	if err != nil || len(tables) == 0 {
		return nil, err
	}
	list := oids(tables)
	for _, read := range []func(context.Context, string, map[int64]*Table) error{p.columns, p.indexes, p.references} {
		if err := read(ctx, list, byOID); err != nil {
			return nil, err
		}
	}
	return tables, nil
}

// pgName returns the name of a table, with its schema unless it is the usual one.
func pgName(schema, table string) string {
	if schema == "public" {
		return table
	}
	return schema + "." + table
}

// size reads the size of the table's file, and the counters of its changes.
func (p *postgres) size(ctx context.Context, t *Table) {
	place := t.place.(*pgTable)
	t.Bytes = Unknown("the server shows nothing")
	query := fmt.Sprintf("SELECT pg_relation_size(%[1]d)::float8, pg_stat_get_mod_since_analyze(%[1]d)::float8, pg_stat_get_dead_tuples(%[1]d)::float8", place.oid)
	err := p.catalog(ctx, query, func(rows *sql.Rows) error {
		var size sql.NullFloat64
		err := rows.Scan(&size, &place.changed, &place.dead)
		if size.Valid {
			t.Bytes = Exactly(size.Float64)
		}
		return err
	})
	if err != nil {
		t.Bytes = Unknown(OneLine(err))
	}
	place.blocks = t.Bytes.Value / float64(p.blockSize)
	t.Rows = place.rows()
}

func oids(tables []*Table) string {
	list := make([]string, len(tables))
	for i, t := range tables {
		list[i] = fmt.Sprint(t.place.(*pgTable).oid)
	}
	return strings.Join(list, ", ")
}

const pgColumns = `WITH RECURSIVE base(domain, of) AS (
	SELECT oid, typbasetype FROM pg_type WHERE typtype = 'd'
	UNION ALL SELECT b.domain, t.typbasetype FROM base AS b JOIN pg_type AS t ON t.oid = b.of WHERE t.typtype = 'd')
SELECT a.attrelid::bigint, a.attname,
COALESCE((SELECT b.of FROM base AS b JOIN pg_type AS t ON t.oid = b.of WHERE b.domain = a.atttypid AND t.typtype <> 'd'), a.atttypid)::regtype::text, format_type(a.atttypid, a.atttypmod),
CASE WHEN a.atttypid IN (1042, 1043) AND a.atttypmod > 4 THEN a.atttypmod - 4 ELSE 0 END, a.attlen, a.attalign::text, NOT a.attnotnull,
COALESCE(co.collname, ''), COALESCE(co.collprovider::text, ''), COALESCE(co.collcollate, ''), COALESCE(co.collisdeterministic, true), d.datcollate,
COALESCE(to_jsonb(d) ->> 'datlocprovider', 'c'), COALESCE(to_jsonb(a) ->> 'attgenerated', '') <> '',
COALESCE((SELECT max(pg_sequence_last_value(q.oid)) FROM pg_depend AS p JOIN pg_class AS q ON q.oid = p.objid AND q.relkind = 'S'
	WHERE p.classid = 'pg_class'::regclass AND p.refclassid = 'pg_class'::regclass AND p.refobjid = a.attrelid AND p.refobjsubid = a.attnum
	AND CASE WHEN q.relkind = 'S' THEN has_sequence_privilege(q.oid, 'USAGE, SELECT') END), 0)
FROM pg_attribute AS a LEFT JOIN pg_collation AS co ON co.oid = a.attcollation
CROSS JOIN (SELECT * FROM pg_database WHERE datname = current_database()) AS d
WHERE a.attrelid IN (%s) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum`

func (p *postgres) columns(ctx context.Context, list string, tables map[int64]*Table) error {
	return p.catalog(ctx, fmt.Sprintf(pgColumns, list), func(rows *sql.Rows) error {
		var oid int64
		var kind, align, provider, locale, databaseLocale, databaseProvider string
		var deterministic bool
		var size int
		var next int64
		var c Column
		if err := rows.Scan(&oid, &c.Name, &kind, &c.Type, &c.Length, &size, &align, &c.Nullable,
			&c.Collation, &provider, &locale, &deterministic, &databaseLocale, &databaseProvider, &c.Generated, &next); err != nil {
			return err
		}
		c.fixed, c.align = max(size, 0), map[string]int{"c": 1, "s": 2, "i": 4, "d": 8}[align]
		c.Type = pgShortType.Replace(c.Type)
		c.Class, c.Greatest = pgClass(kind), map[string]uint64{"smallint": math.MaxInt16, "integer": math.MaxInt32, "bigint": math.MaxInt64}[kind]
		c.Next = uint64(max(0, next)) // a sequence may descend
		if c.base = kind; kind == "character varying" {
			c.base = "text"
		}
		if provider == "d" {
			c.Collation += " (" + databaseLocale + ")"
			provider, locale = databaseProvider, databaseLocale
		}
		switch {
		case kind == "citext" || !deterministic:
			c.Collating = Caseless
		case c.Class == Text && !pgByBytes(provider, locale):
			c.Collating = ByLanguage
		}
		tables[oid].Columns = append(tables[oid].Columns, c)
		return nil
	})
}

// pgShortType writes types as people do.
var pgShortType = strings.NewReplacer("character varying", "varchar", "character", "char")

func pgClass(kind string) Class {
	switch kind {
	case "uuid":
		return UUID
	case "bytea":
		return Bytes
	case "text", "character varying", "character", "citext", "name":
		return Text
	case "smallint", "integer", "bigint":
		return Integer
	case "numeric", "real", "double precision":
		return Numeric
	}
	return Other
}

// pgByBytes reports whether a collation compares bytes or code points, which is the same
// order.
func pgByBytes(provider, locale string) bool {
	if provider == "b" {
		return true
	}
	switch strings.ToUpper(locale) {
	case "C", "POSIX", "C.UTF-8", "C.UTF8":
		return provider == "c"
	}
	return false
}

const pgIndexes = `SELECT i.indrelid::bigint, i.indexrelid::bigint, n.nspname, c.relname, i.indisprimary, i.indisunique, i.indpred IS NOT NULL,
COALESCE((SELECT substring(o FROM 12)::int FROM unnest(c.reloptions) AS o WHERE o LIKE 'fillfactor=%%'), 90),
COALESCE((SELECT string_agg(COALESCE(a.attname, ''), chr(1) ORDER BY k.place) FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, place)
	LEFT JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.attnum WHERE k.place <= i.indnkeyatts), ''),
COALESCE((SELECT string_agg(a.attname, chr(1) ORDER BY k.place) FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, place)
	JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.attnum WHERE k.place > i.indnkeyatts), ''),
m.amname = 'btree', c.reltuples::float8
FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_am AS m ON m.oid = c.relam
WHERE i.indrelid IN (%s) AND i.indisvalid AND c.relkind = 'i' ORDER BY i.indrelid, NOT i.indisprimary, c.relname`

func (p *postgres) indexes(ctx context.Context, list string, tables map[int64]*Table) error {
	return p.catalog(ctx, fmt.Sprintf(pgIndexes, list), func(rows *sql.Rows) error {
		var table int64
		var schema, columns, included string
		var place pgIndex
		var x Index
		var isTree bool
		if err := rows.Scan(&table, &place.oid, &schema, &x.Name, &x.Primary, &x.Unique, &x.Partial, &place.fillFactor, &columns, &included, &isTree, &place.counted); err != nil {
			return err
		}
		t := tables[table]
		t.HasPrimary = t.HasPrimary || x.Primary
		if !isTree { // WITHOUT OVERLAPS makes a GiST index
			return nil
		}
		x.Columns, x.quoted, x.place = strings.Split(columns, "\x01"), sqltext.PgQuote(schema)+"."+sqltext.PgQuote(x.Name), &place
		if included != "" {
			x.included = strings.Split(included, "\x01")
		}
		t.Indexes = append(t.Indexes, x)
		return nil
	})
}

const pgReferences = `SELECT f.conrelid::bigint, n.nspname, c.relname,
(SELECT string_agg(a.attname, chr(1) ORDER BY k.place) FROM unnest(f.conkey) WITH ORDINALITY AS k(attnum, place)
	JOIN pg_attribute AS a ON a.attrelid = f.conrelid AND a.attnum = k.attnum),
(SELECT string_agg(a.attname, chr(1) ORDER BY k.place) FROM unnest(f.confkey) WITH ORDINALITY AS k(attnum, place)
	JOIN pg_attribute AS a ON a.attrelid = f.confrelid AND a.attnum = k.attnum)
FROM pg_constraint AS f JOIN pg_class AS c ON c.oid = f.confrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE f.contype = 'f' AND f.conrelid IN (%s) ORDER BY f.conrelid, f.conname`

func (p *postgres) references(ctx context.Context, list string, tables map[int64]*Table) error {
	return p.catalog(ctx, fmt.Sprintf(pgReferences, list), func(rows *sql.Rows) error {
		var table int64
		var schema, from, to string
		var r Reference
		if err := rows.Scan(&table, &schema, &r.Table, &from, &to); err != nil {
			return err
		}
		r.Table = pgName(schema, r.Table)
		r.Columns, r.To = strings.Split(from, "\x01"), strings.Split(to, "\x01")
		tables[table].References = append(tables[table].References, r)
		return nil
	})
}
