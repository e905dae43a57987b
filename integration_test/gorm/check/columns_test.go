package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/check"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/internal/finding"
	"gorm.io/gorm"
)

// patient is a model with each kind of column.
type patient struct {
	ID    gormtype.ID[wiji.ID]
	Code  gormtype.Text[uid11.ID]
	Bytes gormtype.Binary[ulid.ID]
	Flake gormtype.ID[ulidflake.ID]
	Maybe *gormtype.ID[uuid.UUID]
}

// healthy are the columns that a migration makes.
var healthy = map[string]map[string]string{
	"postgres": {"id": "uuid NOT NULL", "code": `text COLLATE "C" NOT NULL`, "bytes": "bytea NOT NULL", "flake": "bigint NOT NULL", "maybe": "uuid"},
	"mysql": {"id": "binary(16) NOT NULL", "code": "varchar(11)" + ascii + " NOT NULL", "bytes": "binary(16) NOT NULL",
		"flake": "bigint NOT NULL", "maybe": "binary(16)"},
	"sqlite": {"id": "blob NOT NULL", "code": "text NOT NULL", "bytes": "blob NOT NULL", "flake": "integer NOT NULL", "maybe": "blob"},
}

const ascii = " CHARACTER SET ascii COLLATE ascii_bin"

// ailment is a column that is not as a migration makes it, or a value in it. badValues has more
// values.
type ailment struct {
	name   string
	on     []gormtest.Server
	column string
	ddl    string
	values []string // SQL expressions
	want   finding.Name
}

var (
	everywhere = gormtest.Servers
	inSQLite   = []gormtest.Server{gormtest.OnSQLite}
	inPostgres = []gormtest.Server{gormtest.OnPostgres}
	inMySQL    = []gormtest.Server{gormtest.OnMySQL}
	inMariaDB  = []gormtest.Server{gormtest.OnMariaDB}
	inBoth     = []gormtest.Server{gormtest.OnMySQL, gormtest.OnMariaDB}
	inServers  = []gormtest.Server{gormtest.OnPostgres, gormtest.OnMySQL, gormtest.OnMariaDB}
)

const (
	someText  = "'018f0000-1111-7222-8333-444444444444'"
	otherUUID = "'018f0000-1111-7222-8333-555555555555'"
)

// unstated is a column with the server's default collation, which compares bytes on TiDB.
const unstated = "varchar(11) CHARACTER SET utf8mb4 NOT NULL"

// types are column types that the ailments have on PostgreSQL.
const types = `CREATE EXTENSION citext;
	CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
	CREATE DOMAIN address AS bytea;
	CREATE DOMAIN short AS varchar(10) COLLATE "C"`

var ailments = []ailment{
	{"uuid", inMariaDB, "id", "uuid NOT NULL", nil, finding.MariaDBUUID},
	{"char", everywhere, "id", "char(26) NOT NULL", nil, finding.WrongType},
	{"bytea for uuid", inPostgres, "id", "bytea NOT NULL", nil, finding.WrongType},
	{"uuid for bytea", inPostgres, "bytes", "uuid NOT NULL", nil, finding.WrongType},
	{"int", inServers, "flake", "int NOT NULL", nil, finding.WrongType},
	{"char(36)", everywhere, "id", "char(36) NOT NULL", nil, finding.WrongType},
	{"numeric", inServers, "flake", "numeric(20) NOT NULL", nil, finding.WrongType},
	{"double", everywhere, "flake", "double precision NOT NULL", nil, finding.WrongType},
	{"jsonb", inPostgres, "code", "jsonb NOT NULL", nil, finding.WrongType},
	{"json", inMySQL, "code", "json NOT NULL", nil, finding.WrongType},
	{"citext", inPostgres, "code", "citext NOT NULL", nil, finding.CaselessText},
	{"nondeterministic", inPostgres, "code", "text COLLATE caseless NOT NULL", nil, finding.CaselessText},
	{"domain of the wrong type", inPostgres, "id", "address NOT NULL", nil, finding.WrongType},
	{"domain of text that is too short", inPostgres, "code", "short NOT NULL", nil, finding.WrongLength},
	{"real", inSQLite, "flake", "real NOT NULL", nil, finding.WrongType},
	{"text for bigint", inSQLite, "flake", "text NOT NULL", nil, finding.WrongType},
	{"number for text", inSQLite, "code", "string NOT NULL", nil, finding.WrongType},
	{"padded", inPostgres, "code", `char(20) COLLATE "C" NOT NULL`, nil, finding.WrongLength},
	{"default collation", inBoth, "code", unstated, nil, finding.CaselessText},
	{"caseless", inBoth, "code", "varchar(11) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL", nil, finding.CaselessText},
	{"case-sensitive", inMySQL, "code", "varchar(11) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_as_cs NOT NULL", nil, finding.LanguageOrder},
	{"ICU", inPostgres, "code", `text COLLATE "en-x-icu" NOT NULL`, nil, finding.LanguageOrder},
	{"default of the database", inPostgres, "code", "text NOT NULL", nil, ""}, // which is C here
	{"NOCASE", inSQLite, "code", "text COLLATE nocase NOT NULL", nil, finding.CaselessText},
	{"RTRIM", inSQLite, "code", "text CHECK (code COLLATE nocase <> 'COLLATE nocase') /* , ( */ COLLATE [rtrim] NOT NULL", nil, finding.LanguageOrder},
	{"short varchar", inPostgres, "code", `varchar(10) COLLATE "C" NOT NULL`, nil, finding.WrongLength},
	{"short varchar", inBoth, "code", "varchar(10)" + ascii + " NOT NULL", nil, finding.WrongLength},
	{"short binary", inBoth, "bytes", "binary(15) NOT NULL", nil, finding.WrongLength},
	{"long binary", inBoth, "bytes", "binary(20) NOT NULL", nil, finding.WrongLength},
	{"long varbinary", inBoth, "bytes", "varbinary(255) NOT NULL", nil, ""},
	{"nullable", everywhere, "flake", "bigint", nil, finding.NullableColumn},
	{"missing", everywhere, "flake", "", nil, finding.MissingColumn},
	{"swapped default", inMySQL, "maybe", "binary(16) DEFAULT (UUID_TO_BIN(UUID(), 1))", nil, finding.SwappedUUID},
	{"default in order", inMySQL, "maybe", "binary(16) DEFAULT (UUID_TO_BIN(UUID()))", nil, ""},
	{"swapped UUIDs", inMySQL, "maybe", "", []string{"UUID_TO_BIN(" + someText + ", 1)", "UUID_TO_BIN(" + otherUUID + ", 1)",
		"UUID_TO_BIN(" + someText + ", 1)", "UUID_TO_BIN(" + someText + ", 1)"}, finding.SwappedUUID},
	{"UUIDs in order", inMySQL, "maybe", "", []string{"UUID_TO_BIN(" + someText + ")", "UUID_TO_BIN(" + otherUUID + ")",
		"UUID_TO_BIN(" + someText + ")", "UUID_TO_BIN(" + someText + ")"}, ""},
	{"swapped IDs", inMySQL, "id", "", []string{"UUID_TO_BIN('06438a52-9e62-4100-011a-444444444444', 1)", "UUID_TO_BIN('06438a52-9e62-4100-011a-444444444445', 1)",
		"UUID_TO_BIN('06438a52-9e62-4100-011a-444444444446', 1)", "UUID_TO_BIN('06438a52-9e62-4100-011a-444444444447', 1)"}, finding.SwappedUUID},
	{"swapped ULIDs", inMySQL, "bytes", "", slices.Repeat([]string{"UUID_TO_BIN('0192d2a5-2c5e-9a00-011a-444444444444', 1)"}, 4), finding.SwappedUUID},
	{"text in varbinary", inBoth, "bytes", "varbinary(36) NOT NULL", []string{someText}, finding.TextInBytes},
	{"text in blob", inSQLite, "bytes", "", []string{"CAST(" + someText + " AS blob)"}, finding.TextInBytes},
	{"text in bytea", inPostgres, "bytes", "", []string{"CAST(" + someText + " AS bytea)"}, finding.TextInBytes},
}

func TestCheckFinds(t *testing.T) {
	for _, a := range ailments {
		t.Run(a.name, func(t *testing.T) {
			gormtest.OnEach(t, a.on, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
				s.Needs(t, a.ddl)
				if s.Dialect() == "postgres" {
					gormtest.Must(t, db.Exec(types))
				}
				var ddl []string
				for column, definition := range healthy[s.Dialect()] {
					if column == a.column && (a.ddl != "" || len(a.values) == 0) {
						definition = a.ddl
					}
					if definition != "" {
						ddl = append(ddl, column+" "+definition)
					}
				}
				gormtest.Must(t, db.Exec("CREATE TABLE patients ("+strings.Join(ddl, ", ")+", PRIMARY KEY (id))"))
				for _, v := range a.values {
					row := map[string]any{
						"id": gormtype.Of(wiji.New()), "code": gormtype.TextOf(gormtest.GreatAt(1)), "bytes": gormtype.BinaryOf(ulid.New()),
						"flake": gormtype.Of(ulidflake.New()), "maybe": nil,
					}
					row[a.column] = gorm.Expr(v)
					gormtest.Must(t, db.Table("patients").Create(row))
				}
				want := []string{}
				if a.want != "" && !(a.ddl == unstated && s.IsTiDB(t)) {
					want = []string{a.column + ": " + string(a.want)}
				}
				if got := gormtest.Problems(t, db, &patient{}); !slices.Equal(got, want) {
					t.Errorf("got %v, want %v", got, want)
				}
			})
		})
	}
}

type unsigned struct {
	ID gormtype.ID[uid11.ID]
}

func TestCheckFindsSignedInteger(t *testing.T) {
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		gormtest.Must(t, db.Exec("CREATE TABLE unsigneds (id bigint NOT NULL PRIMARY KEY)"))
		if got := gormtest.Problems(t, db, &unsigned{}); !slices.Equal(got, []string{"id: " + string(finding.SignedColumn)}) {
			t.Errorf("got %v", got)
		}
		if s.Dialect() != "mysql" {
			return
		}
		if s.IsTiDB(t) { // it changes no column of a primary key
			gormtest.Must(t, db.Exec("DROP TABLE unsigneds"))
			gormtest.Must(t, db.Exec("CREATE TABLE unsigneds (id bigint unsigned NOT NULL PRIMARY KEY)"))
		} else {
			gormtest.Must(t, db.Exec("ALTER TABLE unsigneds MODIFY id bigint unsigned NOT NULL"))
		}
		if got := gormtest.Problems(t, db, &unsigned{}); len(got) > 0 {
			t.Errorf("got %v, want nothing", got)
		}
	})
}

type tagged struct {
	ID gormtype.ID[wiji.ID] `gorm:"type:char(36)"`
}

func TestCheckFindsWhatIsMissingOrContradictory(t *testing.T) {
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		if got := gormtest.Problems(t, db, &patient{}); !slices.Equal(got, []string{": " + string(finding.MissingTable)}) {
			t.Errorf("got %v", got)
		}
		gormtest.Must(t, db.Exec("CREATE TABLE taggeds (id char(36) NOT NULL PRIMARY KEY)"))
		if got := gormtest.Problems(t, db, &tagged{}); !slices.Equal(got, []string{"id: " + string(finding.ContradictingTag)}) {
			t.Errorf("got %v", got)
		}
		if _, err := check.Run(db, 5); err == nil {
			t.Error("a number is a model")
		}
	})
}
