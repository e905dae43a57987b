package servertest

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gofrs "github.com/gofrs/uuid/v5"

	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
)

// bad is a schema made bad on purpose: want are findings that it must have, beside others. One that is named good_… must
// have these alone.
type bad struct {
	table  string
	create string // the columns
	values []keys // of the columns in fill
	fill   string
	want   []finding.Name
}

func v1() [16]byte { return gofrs.Must(gofrs.NewV1()) }

func asText(next func() [16]byte) keys  { return func() any { return text(next()) } }
func asBytes(next func() [16]byte) keys { return func() any { x := next(); return x[:] } }
func v7() [16]byte                      { return uuidv7.New() }
func aWiji() [16]byte                   { return wiji.New() }
func aXID() any                         { return uid11.New().String() }

// aULID returns a ULID of the last ten seconds. Those of one millisecond have the same first
// random bits, which in one of 64 milliseconds are the version of a UUID.
func aULID() any {
	x, err := ulid.At(time.Now().Add(-time.Duration(rand.Int64N(10 * time.Second.Nanoseconds()))))
	if err != nil {
		panic(err)
	}
	return x.String()
}

// distinct leaves out texts that differ from an earlier one in case only: a column that
// ignores case refuses them.
func distinct(next keys) keys {
	seen := make(map[string]bool)
	return func() any {
		for {
			v := next().(string)
			if folded := strings.ToLower(v); !seen[folded] {
				seen[folded] = true
				return v
			}
		}
	}
}

// counting returns numbers from the first one on.
func counting(first int) keys {
	n := first - 1
	return func() any { n++; return n }
}

// countingDown returns numbers from the last one down.
func countingDown(last uint64) keys {
	n := last + 1
	return func() any { n--; return n }
}

// sometimes returns another value once in n times.
func sometimes(n int, other, usual keys) keys {
	i := 0
	return func() any {
		if i++; i%n == 0 {
			return other()
		}
		return usual()
	}
}

// once returns another value the first time.
func once(other any, usual keys) keys {
	done := false
	return func() any {
		if !done {
			done = true
			return other
		}
		return usual()
	}
}

// snowflake returns IDs of Twitter's layout, in order.
func snowflake() keys {
	n := int64(500_000_000_000)
	return func() any { n += 1 + rand.Int64N(9); return n<<22 | 5<<12 }
}

func upper(next keys) keys { return func() any { return strings.ToUpper(next().(string)) } }

func hexText(next func() [16]byte) keys {
	return func() any { x := next(); return hex.EncodeToString(x[:]) }
}

func swapped(next func() [16]byte) keys {
	return func() any {
		b := next()
		return slices.Concat(b[6:8], b[4:6], b[0:4], b[8:])
	}
}

func fullRandom() any { return int64(rand.Uint64()) }

// unsigned returns an integer that BIGINT may not hold.
func unsigned() any { return fmt.Sprint(rand.Uint64()) }

func decimal(next keys) keys { return func() any { return fmt.Sprint(next()) } }

var badPostgres = []bad{
	{"good_uuid", "id uuid PRIMARY KEY", []keys{asText(v7)}, "id", nil},
	{"good_wiji", "id uuid PRIMARY KEY", []keys{asText(aWiji)}, "id", nil},
	{"good_counter", "id bigint PRIMARY KEY", []keys{counting(1)}, "id", nil},
	{"good_ulid", `id text COLLATE "C" PRIMARY KEY`, []keys{aULID}, "id", []finding.Name{finding.TextKey}},
	{"random", "id uuid PRIMARY KEY", []keys{asText(v4)}, "id", []finding.Name{finding.RandomKey}},
	{"text", "id text PRIMARY KEY", []keys{asText(v4)}, "id", []finding.Name{finding.TextKey, finding.RandomKey}},
	{"char36", "id char(36) PRIMARY KEY", []keys{asText(v7)}, "id", []finding.Name{finding.TextKey}},
	{"char64", "id char(64) PRIMARY KEY", []keys{asText(v7)}, "id", []finding.Name{finding.WideColumn, finding.TextKey}},
	{"hex32", "id varchar(32) PRIMARY KEY", []keys{hexText(v7)}, "id", []finding.Name{finding.TextKey}},
	{"caseless", "id text COLLATE caseless PRIMARY KEY", []keys{aULID}, "id", []finding.Name{finding.CaselessText}},
	{"language", `id text COLLATE "en-US-x-icu" PRIMARY KEY`, []keys{aULID}, "id", []finding.Name{finding.LanguageOrder}},
	{"bytetext", "id bytea PRIMARY KEY", []keys{func() any { return []byte(text(v7())) }}, "id", []finding.Name{finding.TextInBytes}},
	{"bytekey", "id bytea PRIMARY KEY", []keys{asBytes(v7)}, "id", []finding.Name{finding.BytesKey}},
	{"numerics", "id numeric PRIMARY KEY", []keys{snowflake()}, "id", []finding.Name{finding.NumericKey}},
	{"good_hash", "id bigint PRIMARY KEY", []keys{fullRandom}, "id", nil},
	{"good_numeric", "id numeric(20) PRIMARY KEY", []keys{unsigned}, "id", nil},
	{"digits", "id char(19) PRIMARY KEY", []keys{decimal(snowflake())}, "id", []finding.Name{finding.TextKey}},
	{"citexts", "id citext PRIMARY KEY", []keys{asText(v7)}, "id", []finding.Name{finding.TextKey, finding.CaselessText}},
	{"narrow", "id int PRIMARY KEY", []keys{counting(1_900_000_000)}, "id", []finding.Name{finding.NarrowCounter}},
	{"good_int", "id int PRIMARY KEY", []keys{counting(900_000_000)}, "id", nil},
	{"nearly_full", "id int PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (START 2000000000)", []keys{counting(1)}, "id", []finding.Name{finding.NarrowCounter}},
	{"bigint_full", "id bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (START 9223372036854770000)", []keys{counting(1)}, "id", []finding.Name{finding.NarrowCounter}},
	{"good_generated", "raw uuid PRIMARY KEY, id text COLLATE \"C\" GENERATED ALWAYS AS (raw::text) STORED UNIQUE", []keys{asText(v7)}, "raw", nil},
	{"good_overlaps", "id int4range, at tsrange, PRIMARY KEY (id, at WITHOUT OVERLAPS)", nil, "", nil},
	{"version1", "id uuid PRIMARY KEY", []keys{asText(v1)}, "id", []finding.Name{finding.UnorderedTime}},
	{"mixed", "id uuid PRIMARY KEY", []keys{sometimes(3, asText(v7), asText(v4))}, "id", []finding.Name{finding.MixedKinds}},
	{"zero", "id uuid PRIMARY KEY", []keys{once(text([16]byte{}), asText(v7))}, "id", []finding.Name{finding.ZeroIDs}},
	{"mixedcase", "id text PRIMARY KEY", []keys{sometimes(3, upper(asText(v7)), asText(v7))}, "id", []finding.Name{finding.MixedCase}},
	{"garbage", "id text PRIMARY KEY", []keys{sometimes(20, func() any { return fmt.Sprint("row ", rand.Int()) }, asText(v7))}, "id", []finding.Name{finding.OtherValues}},
	{"keyless", "id uuid UNIQUE", []keys{asText(v7)}, "id", []finding.Name{finding.NoPrimaryKey}},
	{"othertype", "id bigint PRIMARY KEY, parent int UNIQUE REFERENCES good_counter", []keys{counting(1), counting(1)}, "id, parent", []finding.Name{finding.ForeignKeyType}},
	{"good_domain", "id bigint PRIMARY KEY, parent an_id UNIQUE REFERENCES good_uuid); INSERT INTO good_domain (SELECT row_number() OVER (), id FROM good_uuid", nil, "", nil},
	{"good_varchar", "id bigint PRIMARY KEY, parent varchar(40) UNIQUE REFERENCES text); INSERT INTO good_varchar (SELECT row_number() OVER (), id FROM text", nil, "", []finding.Name{finding.TextKey}},
	{"good_digits", `id text COLLATE "C" PRIMARY KEY`, []keys{decimal(counting(10_000))}, "id", nil},
}

func badInnoDB(kind dbserver.Kind) []bad {
	language := "utf8mb4_0900_as_cs"
	if kind == dbserver.MariaDB {
		language = "utf8mb4_uca1400_as_cs"
	}
	list := []bad{
		{"good_binary", "id binary(16) PRIMARY KEY", []keys{asBytes(v7)}, "id", nil},
		{"good_counter", "id bigint PRIMARY KEY", []keys{counting(1)}, "id", nil},
		{"good_unsigned", "id bigint unsigned PRIMARY KEY", []keys{snowflake()}, "id", nil},
		{"random", "id binary(16) PRIMARY KEY", []keys{asBytes(v4)}, "id", []finding.Name{finding.RandomKey}},
		{"char36", "id char(36) PRIMARY KEY", []keys{asText(v7)}, "id", []finding.Name{finding.TextKey, finding.CaselessText}},
		{"asciitext", "id char(26) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY", []keys{aULID}, "id", []finding.Name{finding.TextKey}},
		{"hex32", "id varchar(32) COLLATE utf8mb4_bin PRIMARY KEY", []keys{hexText(v7)}, "id", []finding.Name{finding.TextKey}},
		{"base58", "id varchar(11) PRIMARY KEY", []keys{distinct(aXID)}, "id", []finding.Name{finding.CaselessText}},
		{"language", "id varchar(36) CHARACTER SET utf8mb4 COLLATE " + language + " PRIMARY KEY", []keys{asText(v7)}, "id", []finding.Name{finding.LanguageOrder}},
		{"swapped", "id binary(16) PRIMARY KEY", []keys{swapped(v7)}, "id", []finding.Name{finding.SwappedUUID}},
		{"bytetext", "id binary(36) PRIMARY KEY", []keys{asText(v7)}, "id", []finding.Name{finding.TextInBytes}},
		{"padded", "id binary(40) PRIMARY KEY", []keys{asText(v7)}, "id", []finding.Name{finding.WideColumn, finding.TextInBytes}},
		{"good_hash", "id bigint PRIMARY KEY", []keys{fullRandom}, "id", nil},
		{"good_random", "id bigint unsigned PRIMARY KEY", []keys{unsigned}, "id", nil},
		{"bigdecimals", "id decimal(20) PRIMARY KEY", []keys{unsigned}, "id", []finding.Name{finding.NumericKey}},
		{"prefixed", "id varchar(255) NOT NULL, PRIMARY KEY (id(20))", []keys{asText(v4)}, "id", []finding.Name{finding.PrefixIndex}},
		{"decimals", "id decimal(20) PRIMARY KEY", []keys{snowflake()}, "id", []finding.Name{finding.NumericKey}},
		{"version1", "id binary(16) PRIMARY KEY", []keys{asBytes(v1)}, "id", []finding.Name{finding.UnorderedTime}},
		{"narrow", "id int PRIMARY KEY", []keys{counting(1_900_000_000)}, "id", []finding.Name{finding.NarrowCounter}},
		{"small", "id smallint PRIMARY KEY", []keys{counting(32_000)}, "id", []finding.Name{finding.NarrowCounter}},
		{"good_unsignedint", "id int unsigned PRIMARY KEY", []keys{counting(1_900_000_000)}, "id", nil},
		{"doubles", "id double PRIMARY KEY", []keys{counting(1)}, "id", []finding.Name{finding.NumericKey}},
		{"nearly_full", "id int AUTO_INCREMENT PRIMARY KEY) AUTO_INCREMENT = 2000000000 -- ", []keys{counting(1)}, "id", []finding.Name{finding.NarrowCounter}},
		{"bigint_full", "id bigint AUTO_INCREMENT PRIMARY KEY", []keys{once(int64(math.MaxInt64), counting(1))}, "id", []finding.Name{finding.NarrowCounter}},
		{"unsigned_full", "id bigint unsigned AUTO_INCREMENT PRIMARY KEY", []keys{once(uint64(math.MaxUint64), counting(1))}, "id", []finding.Name{finding.NarrowCounter}},
		{"unsigned_end", "id bigint unsigned PRIMARY KEY", []keys{countingDown(math.MaxUint64)}, "id", []finding.Name{finding.NarrowCounter}},
		{"good_counted", "id bigint unsigned AUTO_INCREMENT PRIMARY KEY", []keys{snowflake()}, "id", nil},
		{"good_counted_random", "id bigint unsigned AUTO_INCREMENT PRIMARY KEY", []keys{unsigned}, "id", nil},
		{"good_generated", "raw binary(16) PRIMARY KEY, id char(32) CHARACTER SET ascii COLLATE ascii_bin GENERATED ALWAYS AS (LOWER(HEX(raw))) STORED UNIQUE", []keys{asBytes(v7)}, "raw", nil},
		{"good_memory", "id int PRIMARY KEY) ENGINE = MEMORY -- ", nil, "", nil},
		{"mixed", "id binary(16) PRIMARY KEY", []keys{sometimes(3, asBytes(v7), asBytes(v4))}, "id", []finding.Name{finding.MixedKinds}},
		{"keyless", "id binary(16) NULL, UNIQUE (id)", []keys{asBytes(v7)}, "id", []finding.Name{finding.NoPrimaryKey}},
	}
	if kind == dbserver.MariaDB {
		list = append(list, bad{"uuids", "id uuid PRIMARY KEY", []keys{asText(laravel())}, "id", []finding.Name{finding.MariaDBUUID}})
	}
	return list
}

var badSQLite = []bad{
	{"good_blob", "id BLOB PRIMARY KEY) WITHOUT ROWID; SELECT (1", []keys{asBytes(v7)}, "id", nil},
	{"good_counter", "id INTEGER PRIMARY KEY", []keys{counting(1)}, "id", nil},
	{"random", "id BLOB PRIMARY KEY", []keys{asBytes(v4)}, "id", []finding.Name{finding.RandomKey, finding.TwoTrees}},
	{"texts", "id TEXT PRIMARY KEY", []keys{asText(v7)}, "id", []finding.Name{finding.TextKey}},
	{"caseless", "id TEXT COLLATE NOCASE PRIMARY KEY", []keys{aULID}, "id", []finding.Name{finding.CaselessText}},
	{"caselessmixed", "id TEXT COLLATE NOCASE PRIMARY KEY", []keys{sometimes(3, upper(asText(v7)), asText(v7))}, "id", []finding.Name{finding.CaselessText, finding.MixedCase}},
	{"affinity", "id UUID PRIMARY KEY", []keys{asText(v7)}, "id", []finding.Name{finding.Affinity}},
	{"bytetext", "id BLOB PRIMARY KEY", []keys{sometimes(9, asBytes(v7), asText(v7))}, "id", []finding.Name{finding.OtherValues}},
	{"othertype", "id INTEGER PRIMARY KEY, parent TEXT UNIQUE REFERENCES good_counter (id)", []keys{counting(1), counting(1)}, "id, parent", []finding.Name{finding.ForeignKeyType}},
	{"good_nocase", "id TEXT PRIMARY KEY) WITHOUT ROWID; CREATE INDEX nocase ON good_nocase (id COLLATE NOCASE", []keys{aULID}, "id", []finding.Name{finding.TextKey}},
	{"good_bigint", "id INTEGER PRIMARY KEY, parent BIGINT UNIQUE REFERENCES good_counter (id)", []keys{counting(1), counting(1)}, "id, parent", nil},
	{"good_any", "id ANY PRIMARY KEY) STRICT, WITHOUT ROWID; SELECT (1", []keys{asBytes(v7)}, "id", nil},
	{"good_hash", "id INTEGER PRIMARY KEY", []keys{fullRandom}, "id", nil},
	{"good_numeric", "id NUMERIC PRIMARY KEY) WITHOUT ROWID; SELECT (1", []keys{counting(1)}, "id", nil},
	{"real", "id REAL PRIMARY KEY", []keys{counting(1)}, "id", []finding.Name{finding.NumericKey}},
	{"good_generated", "raw BLOB PRIMARY KEY, id TEXT AS (lower(hex(raw))) STORED UNIQUE) WITHOUT ROWID; SELECT (1", []keys{asBytes(v7)}, "raw", nil},
}

// Each finding of the doctor has a bad schema.
func TestFindings(t *testing.T) {
	all := slices.Concat(badPostgres, badInnoDB(dbserver.MySQL), badInnoDB(dbserver.MariaDB), badSQLite)
	for _, name := range finding.Names() {
		if name == finding.MissingTable {
			break // the others are of models
		}
		found := slices.ContainsFunc(all, func(b bad) bool { return slices.Contains(b.want, name) })
		if !found && name != finding.JoinedForms { // TestJoinedForms
			t.Errorf("no schema breaks the rule of %s", name)
		}
	}
}

// Each bad schema is found by the rule that it breaks, and the good ones break no other.
func TestBadSchemas(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			list := badPostgres
			if kind != dbserver.Postgres {
				list = badInnoDB(kind)
			}
			checkSchemas(t, kind, d.DSN, list)
		})
	}
	t.Run("sqlite", func(t *testing.T) { checkSchemas(t, "", filepath.Join(t.TempDir(), "bad.sqlite"), badSQLite) })
}

// checkSchemas creates the schemas in one database and inspects it.
func checkSchemas(t *testing.T, kind dbserver.Kind, dsn string, list []bad) {
	t.Helper()
	driver := "sqlite"
	if kind != "" {
		driver = kind.Driver()
	}
	db := open(t, driver, dsn)
	if kind == dbserver.Postgres {
		execute(t, db, "CREATE EXTENSION citext", "CREATE DOMAIN an_id AS uuid")
		execute(t, db, "CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false)")
	}
	for _, b := range list {
		execute(t, db, "CREATE TABLE "+b.table+" ("+b.create+")")
		if b.fill != "" {
			fill(t, db, kind, b.table, 300, b.fill, b.values...)
		}
	}
	if kind == dbserver.Postgres { // a sequence shows its number when it has given one
		execute(t, db, "SELECT nextval('nearly_full_id_seq'), nextval('bigint_full_id_seq')")
	}
	r := run(t, inspect.Options{DSN: dsn})
	for _, b := range list {
		var got []finding.Name
		for _, f := range r.Findings {
			if f.Table == b.table {
				got = append(got, f.Name)
			}
		}
		for _, want := range b.want {
			if !slices.Contains(got, want) {
				t.Errorf("%s (%s): found %q, want %q", b.table, b.create, got, want)
			}
		}
		if strings.HasPrefix(b.table, "good_") && len(got) > len(b.want) {
			t.Errorf("%s (%s): found %q, want %q alone", b.table, b.create, got, b.want)
		}
	}
}
