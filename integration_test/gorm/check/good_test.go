package check_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// Sample is a model with each kind of column for a format, as plain fields and as
// pointers. It is embedded, because GORM gives generic models names with brackets.
type Sample[T id.Fixed] struct {
	ID         gormtype.ID[T]
	Text       gormtype.Text[T]
	Binary     gormtype.Binary[T]
	MaybeID    *gormtype.ID[T]
	MaybeText  *gormtype.Text[T]
	MaybeBytes *gormtype.Binary[T]
	CreatedAt  time.Time
	DeletedAt  gorm.DeletedAt
}

type (
	sampleWiji struct{ Sample[wiji.ID] }
	sampleULID struct{ Sample[ulid.ID] }
	sampleSCRU struct{ Sample[scru160.ID] }
	// A signed column of a uid11 is a finding.
	sampleUID struct {
		ID     gormtype.Text[uid11.ID]
		Binary gormtype.Binary[uid11.ID]
	}
	sampleFlake struct{ Sample[ulidflake.ID] }
	sampleUUID  struct{ Sample[uuid.UUID] }
	sampleV7    struct{ Sample[uuidv7.ID] }
	sampleTyped struct{ Sample[wiji.For[resident]] }
)

func sampleOf[T id.Fixed](v T) Sample[T] {
	text, bytes := gormtype.TextOf(v), gormtype.BinaryOf(v)
	return Sample[T]{ID: gormtype.Of(v), Text: text, Binary: bytes, MaybeText: &text, MaybeBytes: &bytes}
}

// resident has a prefix in the text of its IDs.
type resident struct{}

func (resident) IDPrefix() string { return "resident" }

// storeSamples stores new IDs, numbered ones and others, each once: two xids of a millisecond can be the same.
func storeSamples[T id.Fixed, M any](t *testing.T, db *gorm.DB, model func(Sample[T]) M, next func() T, at func(int) T, others ...T) {
	t.Helper()
	for range 150 {
		others = append(others, next())
	}
	var list []M
	seen := make(map[T]bool)
	for _, v := range append(others, at(1), at(2), at(300)) {
		if !seen[v] {
			list = append(list, model(sampleOf(v)))
		}
		seen[v] = true
	}
	gormtest.Must(t, db.Create(&list))
}

// TestCheckOfEachFormat: a migrated table with new IDs, and old and extreme ones, is good.
func TestCheckOfEachFormat(t *testing.T) {
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		models := []any{&sampleWiji{}, &sampleULID{}, &sampleSCRU{}, &sampleUID{}, &sampleFlake{}, &sampleUUID{}, &sampleV7{}, &sampleTyped{}}
		if err := db.AutoMigrate(models...); err != nil {
			t.Fatal(err)
		}
		storeSamples(t, db, func(row Sample[wiji.ID]) sampleWiji { return sampleWiji{row} }, wiji.New, gormtest.WijiAt)
		storeSamples(t, db, func(row Sample[ulid.ID]) sampleULID { return sampleULID{row} }, ulid.New, gormtest.ULIDAt, ulid.Max())
		storeSamples(t, db, func(row Sample[scru160.ID]) sampleSCRU { return sampleSCRU{row} }, scru160.New, gormtest.SCRUAt, scru160.Max())
		storeSamples(t, db, func(row Sample[uid11.ID]) sampleUID { return sampleUID{row.Text, row.Binary} }, uid11.New, gormtest.GreatAt, uid11.Max())
		storeSamples(t, db, func(row Sample[ulidflake.ID]) sampleFlake { return sampleFlake{row} }, ulidflake.New, gormtest.FlakeAt, ulidflake.Max())
		storeSamples(t, db, func(row Sample[uuid.UUID]) sampleUUID { return sampleUUID{row} }, uuid.New, gormtest.UUIDAt, uuid.Max)
		storeSamples(t, db, func(row Sample[uuidv7.ID]) sampleV7 { return sampleV7{row} }, uuidv7.New, func(int) uuidv7.ID { return uuidv7.New() }, uuidv7.Max())
		storeSamples(t, db, func(row Sample[wiji.For[resident]]) sampleTyped { return sampleTyped{row} }, wiji.NewFor[resident],
			func(n int) wiji.For[resident] { return wiji.For[resident](gormtest.WijiAt(n)) })
		if got := gormtest.Problems(t, db, models...); len(got) > 0 {
			t.Errorf("got %v, want nothing", got)
		}
	})
}

type (
	// named has a name of a table with characters that have to be quoted.
	named struct {
		ID gormtype.ID[wiji.ID]
	}
	// coded has a text key.
	coded struct {
		ID gormtype.Text[wiji.ID]
	}
	// shown has a column that the server computes and the model reads.
	shown struct {
		ID   gormtype.ID[ulidflake.ID]
		Copy *gormtype.ID[ulidflake.ID] `gorm:"->"`
	}
	// logged is a table that is split by another column than the key.
	logged struct {
		ID gormtype.ID[wiji.ID]
		At time.Time
	}
	// own has its table in a schema.
	own struct {
		ID gormtype.ID[wiji.ID]
	}
)

func (named) TableName() string { return "odd name's" }
func (own) TableName() string   { return "other.owns" }

// goodSchemas are schemas that a migration does not make, and that are right.
var goodSchemas = []badSchema{
	{"a unique index", everywhere, &ward{}, []string{
		"CREATE TABLE wards (id {id} NOT NULL)", "CREATE UNIQUE INDEX wards_id ON wards (id)",
	}, nil},
	{"a unique index beside another primary key", everywhere, &ward{}, []string{
		"CREATE TABLE wards (n int NOT NULL PRIMARY KEY, id {id} NOT NULL UNIQUE)", "CREATE INDEX wards_n ON wards (n, id)",
		"INSERT INTO wards VALUES (1, {wiji}), (2, {other})",
	}, nil},
	{"a composite key in another order", everywhere, &shift{}, []string{
		"CREATE TABLE shifts (id {id} NOT NULL, ward_id {id} NOT NULL, PRIMARY KEY (id, ward_id))",
		"INSERT INTO shifts VALUES ({wiji}, {wiji}), ({wiji}, {other})",
	}, nil},
	{"a unique index on the other column of a composite key", everywhere, &shift{}, []string{
		"CREATE TABLE shifts (ward_id {id} NOT NULL, id {id} NOT NULL UNIQUE, PRIMARY KEY (ward_id, id))",
	}, nil},
	{"a table with an odd name", inPostgres, &named{}, []string{`CREATE TABLE "odd name's"` + oneID}, nil},
	{"a table with an odd name in backticks", inFiles, &named{}, []string{"CREATE TABLE `odd name's`" + oneID}, nil},
	{"a view", everywhere, &ward{}, []string{
		"CREATE TABLE facts" + oneID, "INSERT INTO facts VALUES ({wiji})", "CREATE VIEW wards AS SELECT * FROM facts",
	}, nil},
	{"a materialized view", inPostgres, &ward{}, []string{
		"CREATE TABLE facts" + oneID, "INSERT INTO facts VALUES ({wiji})", "CREATE MATERIALIZED VIEW wards AS SELECT * FROM facts",
	}, nil},
	{"a schema", inPostgres, &own{}, []string{
		"CREATE SCHEMA other", "CREATE TABLE owns (id int)", "CREATE TABLE other.owns" + oneID, "INSERT INTO other.owns VALUES ({wiji})",
	}, nil},
	{"a domain over a domain", inPostgres, &ward{}, []string{
		"CREATE DOMAIN any_id AS uuid NOT NULL", "CREATE DOMAIN key AS any_id CHECK (VALUE IS NOT NULL)",
		"CREATE TABLE wards (id key PRIMARY KEY)", "INSERT INTO wards VALUES ({wiji})",
	}, nil},
	{"a domain over text", inPostgres, &coded{}, []string{
		`CREATE DOMAIN code AS varchar(26) COLLATE "C" CHECK (length(VALUE) = 26)`, "CREATE TABLE codeds (id code PRIMARY KEY)",
		"INSERT INTO codeds VALUES ('068E5557K2840026J48H248H24')",
	}, nil},
	{"partitions by the key", inPostgres, &ward{}, []string{
		"CREATE TABLE wards" + oneID + " PARTITION BY RANGE (id)", "CREATE TABLE wards_all PARTITION OF wards DEFAULT",
		"INSERT INTO wards VALUES ({wiji})",
	}, nil},
	{"partitions by another column", inPostgres, &logged{}, []string{
		"CREATE TABLE loggeds (id {id} NOT NULL, at timestamptz NOT NULL, PRIMARY KEY (id, at)) PARTITION BY RANGE (at)",
		"CREATE TABLE loggeds_all PARTITION OF loggeds DEFAULT",
	}, nil},
	{"partitions by the key on MySQL", inBoth, &ward{}, []string{
		"CREATE TABLE wards" + oneID + " PARTITION BY KEY (id) PARTITIONS 2", "INSERT INTO wards VALUES ({wiji})",
	}, nil},
	{"partitions by another column on MySQL", inBoth, &logged{}, []string{
		"CREATE TABLE loggeds (id {id} NOT NULL, at datetime NOT NULL, PRIMARY KEY (id, at)) PARTITION BY RANGE COLUMNS (at) " +
			"(PARTITION p VALUES LESS THAN (MAXVALUE))",
	}, nil},
	{"tables that inherit", inPostgres, &logged{}, []string{
		"CREATE TABLE loggeds (id {id} NOT NULL, at timestamptz NOT NULL, PRIMARY KEY (id, at))",
		"CREATE TABLE loggeds_chunk (PRIMARY KEY (id, at)) INHERITS (loggeds)", "INSERT INTO loggeds_chunk VALUES ({wiji}, now())",
	}, nil},
	{"a computed column that the model reads", inServers, &shown{}, []string{
		"CREATE TABLE showns (id bigint NOT NULL PRIMARY KEY, copy bigint GENERATED ALWAYS AS (id) STORED)",
	}, nil},
	{"a computed column that the model reads on SQLite", inSQLite, &shown{}, []string{
		"CREATE TABLE showns (id INTEGER PRIMARY KEY, copy integer AS (id))", "INSERT INTO showns VALUES (1099511627776)",
	}, nil},
	{"a row number", inSQLite, &queue{}, []string{"CREATE TABLE queues (id INTEGER PRIMARY KEY)"}, nil},
	{"WITHOUT ROWID", inSQLite, &ward{}, []string{"CREATE TABLE wards (id blob PRIMARY KEY) WITHOUT ROWID"}, nil},
	{"STRICT", inSQLite, &coded{}, []string{
		"CREATE TABLE codeds (id ANY NOT NULL PRIMARY KEY) STRICT", "INSERT INTO codeds VALUES ('068E5557K2840026J48H248H24')",
	}, nil},
	{"a column without a type", inSQLite, &ward{}, []string{
		"CREATE TABLE wards (id NOT NULL PRIMARY KEY)", "INSERT INTO wards VALUES ({wiji})",
	}, nil},
	{"a column of the type uuid", inSQLite, &ward{}, []string{
		"CREATE TABLE wards (id uuid NOT NULL PRIMARY KEY)", "INSERT INTO wards VALUES ({wiji})",
	}, nil},
	{"char", inBoth, &coded{}, []string{
		"CREATE TABLE codeds (id char(26)" + ascii + " PRIMARY KEY)", "INSERT INTO codeds VALUES ('068E5557K2840026J48H248H24')",
	}, nil},
	{"another character set", inBoth, &coded{}, []string{
		"CREATE TABLE codeds (id varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PRIMARY KEY)",
		"INSERT INTO codeds VALUES ('068E5557K2840026J48H248H24')",
	}, nil},
	{"a prefix of the whole length", inBoth, &ward{}, []string{
		"CREATE TABLE wards (id blob NOT NULL, PRIMARY KEY (id(16)))", "INSERT INTO wards VALUES ({wiji})",
	}, nil},
	{"a counter in another column", inBoth, &ward{}, []string{
		"CREATE TABLE wards (id {id} NOT NULL PRIMARY KEY, n int NOT NULL AUTO_INCREMENT UNIQUE)",
	}, nil},
	{"an identity in another column", inPostgres, &ward{}, []string{
		"CREATE TABLE wards (id {id} NOT NULL PRIMARY KEY, n bigint GENERATED ALWAYS AS IDENTITY)",
	}, nil},
}

func TestCheckOfGoodSchemas(t *testing.T) { checkSchemas(t, goodSchemas) }

// TestCheckAfterAChange: pgx keeps the plans of statements, and PostgreSQL refuses one
// whose columns have changed. Check is right on one connection, and in a transaction.
func TestCheckAfterAChange(t *testing.T) {
	gormtest.OnEach(t, inPostgres, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		pool, err := db.DB()
		if err != nil {
			t.Fatal(err)
		}
		pool.SetMaxOpenConns(1)
		gormtest.Must(t, db.Exec(`CREATE TABLE codeds (id text COLLATE "C" NOT NULL)`))
		gormtest.Must(t, db.Exec("INSERT INTO codeds VALUES ('068E5557K2840026J48H248H24'), ('068E5557K2840026J48H248H24')"))
		for name, open := range map[string]func() *gorm.DB{
			"the database":        func() *gorm.DB { return db },
			"prepared statements": func() *gorm.DB { return db.Session(&gorm.Session{PrepareStmt: true}) },
			"a transaction":       func() *gorm.DB { return db.Begin() },
		} {
			in := open()
			for _, c := range []struct{ change, want string }{
				{`varchar(26) COLLATE "C"`, "id: duplicate-keys id: missing-key"},
				{`varchar(30) COLLATE "C"`, "id: duplicate-keys id: missing-key"},
				{`varchar(30) COLLATE "en-x-icu"`, "id: duplicate-keys id: language-order id: missing-key"},
				{"bytea USING convert_to(id, 'UTF8')", "id: duplicate-keys id: missing-key id: wrong-type"},
				{`text COLLATE "C" USING convert_from(id, 'UTF8')`, "id: duplicate-keys id: missing-key"},
			} {
				gormtest.Must(t, in.Exec("ALTER TABLE codeds ALTER COLUMN id TYPE "+c.change))
				gormtest.Equal(t, name+": "+c.change, strings.Join(gormtest.Problems(t, in, &coded{}), " "), c.want)
			}
			if name == "a transaction" {
				gormtest.Must(t, in.Rollback())
			}
		}
	})
}
