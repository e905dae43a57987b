package main

import (
	"fmt"
	"strings"
)

// dialect is how a server writes what the designs have in common.
type dialect struct {
	// columnType is the type of the key.
	columnType func(spread) string
	// literal is an ID as a literal of that type.
	literal func(s spread, v value) string
	// shardOf is the expression of the shard of a key, a column or a literal.
	shardOf func(s spread, key string) string
}

// signed reports whether all IDs up to the end of the range fit a signed bigint.
func (s spread) signed() bool { return s.last.signed() }

// postgresType is the type on servers that speak PostgreSQL's dialect.
func postgresType(s spread) string {
	switch {
	case s.format.kind == bigintColumn && s.signed():
		return "bigint"
	case s.format.kind == uuidColumn:
		return "uuid"
	}
	return "bytea"
}

func postgresLiteral(s spread, v value) string { return v.literals(s.signed()).Postgres }

var (
	cockroach = dialect{postgresType, postgresLiteral, func(s spread, key string) string {
		if postgresType(s) != "bytea" {
			key += "::string"
		}
		return fmt.Sprintf("mod(fnv32(%s), %d)", key, s.shards)
	}}
	yugabyte = dialect{postgresType, postgresLiteral, func(s spread, key string) string {
		return fmt.Sprintf("yb_hash_code(%s) %% %d", key, s.shards)
	}}
	tidb = dialect{
		func(s spread) string {
			switch {
			case s.format.kind != bigintColumn:
				return fmt.Sprintf("BINARY(%d)", s.format.size)
			case s.format.name == "uid11":
				return "BIGINT UNSIGNED"
			}
			return "BIGINT"
		},
		func(s spread, v value) string { return v.literals(s.signed()).MySQL },
		func(s spread, key string) string { return fmt.Sprintf("CRC32(%s) %% %d", key, s.shards) },
	}
	spanner = dialect{
		func(s spread) string {
			if s.signed() {
				return "INT64"
			}
			return fmt.Sprintf("BYTES(%d)", s.format.size)
		},
		func(s spread, v value) string {
			if s.signed() {
				return fmt.Sprint(v.integer())
			}
			return "FROM_HEX('" + v.hex() + "')"
		},
		func(s spread, key string) string {
			if s.signed() {
				key = "CAST(" + key + " AS STRING)"
			}
			return fmt.Sprintf("ABS(MOD(FARM_FINGERPRINT(%s), %d))", key, s.shards)
		},
	}
)

// bounds is the condition of the range of time.
func (d dialect) bounds(s spread) string {
	return fmt.Sprintf("id >= %s AND id < %s", d.literal(s, s.first), d.literal(s, s.last))
}

// plain has the queries of a server that merges by itself.
func (d dialect) plain(s spread, create ...string) spreadTable {
	return spreadTable{
		Create: create,
		Range:  []string{fmt.Sprintf("SELECT * FROM %s\nWHERE %s\nORDER BY id LIMIT %d", s.table(), d.bounds(s), s.limit)},
		One:    fmt.Sprintf("SELECT * FROM %s WHERE id = %s", s.table(), d.literal(s, s.first)),
	}
}

// merged has the queries of a table with the column shard in front of its key: each shard
// gives its first rows in order, and the server sorts those of all shards.
func (d dialect) merged(s spread, create ...string) spreadTable {
	each := make([]string, s.shards)
	for i := range each {
		each[i] = fmt.Sprintf("  (SELECT * FROM %s WHERE shard = %d AND %s ORDER BY id LIMIT %d)", s.table(), i, d.bounds(s), s.limit)
	}
	return spreadTable{
		Create: create,
		Range:  []string{fmt.Sprintf("SELECT * FROM (\n%s\n) AS merged\nORDER BY id LIMIT %d", strings.Join(each, "\n  UNION ALL\n"), s.limit)},
		One:    d.oneOf(s, "shard"),
	}
}

// oneOf is the query of one row of a table with a computed column in front of its key.
func (d dialect) oneOf(s spread, column string) string {
	id := d.literal(s, s.first)
	return fmt.Sprintf("SELECT * FROM %s WHERE %s = %s AND id = %s", s.table(), column, d.shardOf(s, id), id)
}

// cockroachHash is a hash-sharded index, whose shard is a column that the server hides.
func cockroachHash(s spread) (spreadTable, error) {
	return cockroach.plain(s, fmt.Sprintf("CREATE TABLE %s (\n  id %s NOT NULL,\n  PRIMARY KEY (id) USING HASH WITH (bucket_count = %d)\n)",
		s.table(), postgresType(s), s.shards)), nil
}

func cockroachShard(s spread) (spreadTable, error) {
	return cockroach.merged(s,
		fmt.Sprintf("CREATE TABLE %s (\n  id %s NOT NULL,\n  shard bigint NOT NULL AS (%s) STORED,\n  PRIMARY KEY (shard, id)\n)",
			s.table(), postgresType(s), cockroach.shardOf(s, "id")),
		fmt.Sprintf("ALTER TABLE %s SPLIT AT VALUES %s", s.table(), s.splits("(%d)"))), nil
}

// tidbHash spreads the rows, by the shard bits of the row ID, which the server counts. The
// unique index of the key is in key order.
func tidbHash(s spread) (spreadTable, error) {
	n, err := s.logOfShards()
	if err != nil {
		return spreadTable{}, err
	}
	return tidb.plain(s, fmt.Sprintf("CREATE TABLE %s (\n  id %s NOT NULL,\n  PRIMARY KEY (id) NONCLUSTERED\n) SHARD_ROW_ID_BITS = %d PRE_SPLIT_REGIONS = %d",
		s.table(), tidb.columnType(s), n, n)), nil
}

func tidbShard(s spread) (spreadTable, error) {
	least := "X'00'"
	if s.format.kind == bigintColumn {
		least = "0"
	}
	return tidb.merged(s,
		fmt.Sprintf("CREATE TABLE %s (\n  id %s NOT NULL,\n  shard SMALLINT UNSIGNED AS (%s) STORED NOT NULL,\n  PRIMARY KEY (shard, id) CLUSTERED\n)",
			s.table(), tidb.columnType(s), tidb.shardOf(s, "id")),
		fmt.Sprintf("SPLIT TABLE %s BY %s", s.table(), s.splits("(%d, "+least+")"))), nil
}

// yugabyteBucket is a bucket index as the primary key.
func yugabyteBucket(s spread) (spreadTable, error) {
	t := yugabyteMerging(yugabyte.plain(s, yugabyteTable(s, "bucket")), s)
	t.One = yugabyte.oneOf(s, "bucket")
	return t, nil
}

// yugabyteMerging adds the settings with which the server merges buckets in order. They
// exist since version 2025.2.1.
func yugabyteMerging(t spreadTable, s spread) spreadTable {
	t.Range = append([]string{"SET yb_enable_derived_saops = true", fmt.Sprintf("SET yb_max_saop_merge_streams = %d", s.shards)}, t.Range...)
	return t
}

// yugabyteHash is a hash-sharded key, with a bucket index for ranges of time.
func yugabyteHash(s spread) (spreadTable, error) {
	index := quoteName(postgres, s.name.Name()+"_by_time")
	return yugabyteMerging(yugabyte.plain(s,
		fmt.Sprintf("CREATE TABLE %s (\n  id %s NOT NULL,\n  PRIMARY KEY (id HASH)\n) SPLIT INTO %d TABLETS", s.table(), postgresType(s), s.shards),
		fmt.Sprintf("CREATE INDEX %s ON %s ((%s) ASC, id ASC) SPLIT AT VALUES (%s)", index, s.table(), yugabyte.shardOf(s, "id"), s.splits("(%d)"))), s), nil
}

func yugabyteShard(s spread) (spreadTable, error) {
	return yugabyte.merged(s, yugabyteTable(s, "shard")), nil
}

// yugabyteTable is a table with a computed column in front of the key, and a tablet for
// each of its values.
func yugabyteTable(s spread, column string) string {
	return fmt.Sprintf("CREATE TABLE %s (\n  id %s NOT NULL,\n  %s int GENERATED ALWAYS AS (%s) STORED,\n  PRIMARY KEY (%s ASC, id ASC)\n) SPLIT AT VALUES (%s)",
		s.table(), postgresType(s), column, yugabyte.shardOf(s, "id"), column, s.splits("(%d)"))
}

func spannerShard(s spread) (spreadTable, error) {
	return spanner.merged(s, fmt.Sprintf("CREATE TABLE %s (\n  id %s NOT NULL,\n  shard INT64 NOT NULL AS (%s) STORED\n) PRIMARY KEY (shard, id)",
		s.table(), spanner.columnType(s), spanner.shardOf(s, "id"))), nil
}
