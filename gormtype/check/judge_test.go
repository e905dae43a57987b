package check

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// The models of these tests have the table t.
type (
	row[C any] struct {
		ID C `gorm:"primaryKey"`
		N  int
	}
	readOnly struct {
		ID gormtype.ID[ulid.ID] `gorm:"primaryKey;->"`
	}
	onlyCreated struct {
		ID gormtype.ID[ulid.ID] `gorm:"primaryKey;<-:create"`
	}
	onlyUpdated struct {
		ID gormtype.ID[ulid.ID] `gorm:"primaryKey;<-:update"`
	}
	tagged struct {
		ID gormtype.ID[ulid.ID] `gorm:"primaryKey;type:text"`
	}
	plain struct {
		ID ulid.ID `gorm:"primaryKey"`
	}
	pair struct {
		ID gormtype.ID[ulid.ID] `gorm:"primaryKey"`
		N  int                  `gorm:"primaryKey;autoIncrement:false"`
	}
	plainKey struct {
		N  int `gorm:"primaryKey"`
		ID gormtype.ID[ulid.ID]
	}
)

func (row[C]) TableName() string      { return "t" }
func (readOnly) TableName() string    { return "t" }
func (onlyCreated) TableName() string { return "t" }
func (onlyUpdated) TableName() string { return "t" }
func (tagged) TableName() string      { return "t" }
func (plain) TableName() string       { return "t" }
func (pair) TableName() string        { return "t" }
func (plainKey) TableName() string    { return "t" }

// schemaOf returns the schema of a model.
func schemaOf(t *testing.T, model any) *schema.Schema {
	t.Helper()
	s, err := schema.Parse(model, new(sync.Map), schema.NamingStrategy{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// checkerOf returns a checker that knows tables already, and asks a server for values.
func checkerOf(t *testing.T, s *server, dl columntype.Dialect, tables map[string]liveTable) *checker {
	t.Helper()
	c := &checker{db: s.open(t, dl).Session(&gorm.Session{NewDB: true}), dialect: dl, seen: map[string]bool{}, tables: map[string]liveTable{}, related: map[string]bool{}}
	for name, live := range tables {
		if !strings.Contains(name, ".") {
			name = "." + name
		}
		c.tables[strings.Replace(name, ".", "\x00", 1)] = live
	}
	return c
}

// lines returns findings, each in a line.
func lines(findings []Finding) string {
	var all []string
	for _, f := range findings {
		all = append(all, f.String())
	}
	return strings.Join(all, "\n")
}

// others is the table to which columns refer.
var others = liveTable{columns: map[string]liveColumn{
	"uuid": {dataType: "uuid", shown: "uuid"}, "text": {dataType: "text", shown: "text"}, "unsigned": {dataType: "bigint", shown: "bigint unsigned", unsigned: true},
	"binary8": {dataType: "binary", shown: "binary(8)", length: 8}, "binary16": {dataType: "binary", shown: "binary(16)", length: 16}, "binary20": {dataType: "binary", shown: "binary(20)", length: 20},
	"ascii": {dataType: "varchar", shown: "varchar(26)", length: 26, collation: "ascii_bin"}, "language": {dataType: "text", shown: "text", order: otherOrder},
}, keys: []liveKey{{false, []keyPart{{"uuid", 0}}}, {true, []keyPart{{"text", 0}}}}}

// TestColumns: what is said of a column ID, which is the primary key of the model and of the table unless the case says more of the table.
func TestColumns(t *testing.T) {
	for _, c := range []struct {
		name    string
		dialect columntype.Dialect
		model   any
		column  liveColumn
		table   liveTable
		want    string
	}{
		{"a uuid", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{}, ""},
		{"a text for a uuid", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "text", shown: `text`}, liveTable{}, `t.id: wrong-type: the column is text, and gormtype.ID[ulid.ID] needs uuid: make the column uuid, or use the column type that fits it`},
		{"a uuid of MariaDB", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{}, `t.id: mariadb-uuid: MariaDB's uuid type rearranges the bytes of IDs that are not UUIDs of RFC 9562, and refuses some: make the column binary(16)`},
		{"binary", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "binary", shown: `binary(16)`, length: 16}, liveTable{}, ""},
		{"varbinary", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "varbinary", shown: `varbinary(16)`, length: 16}, liveTable{}, ""},
		{"a longer varbinary", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "varbinary", shown: `varbinary(20)`, length: 20}, liveTable{}, ""},
		{"a longer binary", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "binary", shown: `binary(20)`, length: 20}, liveTable{}, "t.id: wrong-length: the column is binary(20), and the ID has a length of 16: the server pads it: ALTER TABLE `t` MODIFY `id` binary(16) NOT NULL"},
		{"a shorter binary", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "binary", shown: `binary(8)`, length: 8}, liveTable{}, "t.id: wrong-length: the column is binary(8), and the ID needs 16: the server refuses or cuts it: ALTER TABLE `t` MODIFY `id` binary(16) NOT NULL"},
		{"a shorter varbinary", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "varbinary", shown: `varbinary(8)`, length: 8}, liveTable{}, "t.id: wrong-length: the column is varbinary(8), and the ID needs 16: the server refuses or cuts it: ALTER TABLE `t` MODIFY `id` binary(16) NOT NULL"},
		{"a tinyblob", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "tinyblob", shown: `tinyblob`}, liveTable{}, ""},
		{"a char for bytes", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "char", shown: `char(26)`, length: 26}, liveTable{}, `t.id: wrong-type: the column is char(26), and gormtype.ID[ulid.ID] needs binary(16): make the column binary(16), or use the column type that fits it`},
		{"a blob", columntype.SQLite, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "blob", shown: `blob`}, liveTable{}, ""},
		{"no type", columntype.SQLite, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "", shown: ``, length: 0}, liveTable{}, ""},
		{"a text for a blob", columntype.SQLite, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "text", shown: `text`}, liveTable{}, `t.id: wrong-type: the column is text, and gormtype.ID[ulid.ID] needs blob: make the column blob, or use the column type that fits it`},
		{"an integer for a blob", columntype.SQLite, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "integer", shown: `integer`}, liveTable{}, `t.id: wrong-type: the column is integer, and gormtype.ID[ulid.ID] needs blob: make the column blob, or use the column type that fits it`},
		{"bytea", columntype.Postgres, row[gormtype.Binary[ulid.ID]]{}, liveColumn{dataType: "bytea", shown: `bytea`}, liveTable{}, ""},
		{"a uuid for bytes", columntype.Postgres, row[gormtype.Binary[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{}, `t.id: wrong-type: the column is uuid, and gormtype.Binary[ulid.ID] needs bytea: make the column bytea, or use the column type that fits it`},
		{"20 bytes", columntype.Postgres, row[gormtype.ID[scru160.ID]]{}, liveColumn{dataType: "bytea", shown: `bytea`}, liveTable{}, ""},
		{"varchar", columntype.Postgres, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "varchar", shown: `character varying(26)`, length: 26}, liveTable{}, ""},
		{"a shorter varchar", columntype.Postgres, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "varchar", shown: `character varying(20)`, length: 20}, liveTable{}, "t.id: wrong-length: the column is character varying(20), and the ID needs 26: the server refuses or cuts it: ALTER TABLE `t` ALTER COLUMN `id` TYPE text COLLATE \"C\""},
		{"a longer varchar", columntype.Postgres, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "varchar", shown: `character varying(40)`, length: 40}, liveTable{}, ""},
		{"bpchar", columntype.Postgres, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "bpchar", shown: `character(26)`, length: 26}, liveTable{}, ""},
		{"a longer bpchar", columntype.Postgres, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "bpchar", shown: `character(40)`, length: 40}, liveTable{}, "t.id: wrong-length: the column is character(40), and the ID has a length of 26: the server pads it: ALTER TABLE `t` ALTER COLUMN `id` TYPE text COLLATE \"C\""},
		{"citext", columntype.Postgres, row[gormtype.Text[uid11.ID]]{}, liveColumn{dataType: "citext", shown: `citext`, order: caseless, collation: "x"}, liveTable{}, "t.id: caseless-text: the collation x ignores case: two IDs of a case-sensitive format become one: ALTER TABLE `t` ALTER COLUMN `id` TYPE text COLLATE \"C\""},
		{"an int4", columntype.Postgres, row[gormtype.ID[uid11.ID]]{}, liveColumn{dataType: "int4", shown: `integer`}, liveTable{}, `t.id: wrong-type: the column is integer, and gormtype.ID[uid11.ID] needs bigint: make the column bigint, or use the column type that fits it`},
		{"a bigint", columntype.Postgres, row[gormtype.ID[ulidflake.ID]]{}, liveColumn{dataType: "int8", shown: `bigint`}, liveTable{}, ""},
		{"a signed bigint on PostgreSQL", columntype.Postgres, row[gormtype.ID[uid11.ID]]{}, liveColumn{dataType: "int8", shown: `bigint`}, liveTable{}, `t.id: signed-column: this server's integers are signed, and an ID of 2^63 or more is refused: of uid11, an xid from the year 2081 on, and half of all random ones: use gormtype.Binary, unless the IDs stay below`},
		{"a signed bigint", columntype.MySQL, row[gormtype.ID[uid11.ID]]{}, liveColumn{dataType: "bigint", shown: `bigint(20)`}, liveTable{}, "t.id: signed-column: the column is bigint(20), which is signed: an ID of 2^63 or more is refused, or with strict mode off becomes 2^63-1: ALTER TABLE `t` MODIFY `id` bigint unsigned NOT NULL"},
		{"an unsigned bigint", columntype.MySQL, row[gormtype.ID[uid11.ID]]{}, liveColumn{dataType: "bigint", shown: `bigint unsigned`, unsigned: true}, liveTable{}, ""},
		{"an unsigned bigint of a signed ID", columntype.MySQL, row[gormtype.ID[ulidflake.ID]]{}, liveColumn{dataType: "bigint", shown: `bigint unsigned`, unsigned: true}, liveTable{}, ""},
		{"an integer of SQLite", columntype.SQLite, row[gormtype.ID[ulidflake.ID]]{}, liveColumn{dataType: "integer", shown: `integer`}, liveTable{}, ""},
		{"a real of SQLite", columntype.SQLite, row[gormtype.ID[ulidflake.ID]]{}, liveColumn{dataType: "real", shown: `real`}, liveTable{}, `t.id: wrong-type: the column is real, and gormtype.ID[ulidflake.ID] needs integer: make the column integer, or use the column type that fits it`},
		{"a shorter varchar of SQLite", columntype.SQLite, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "varchar", shown: `varchar(20)`, length: 20}, liveTable{}, ""},
		{"a collation that ignores case, of IDs without case", columntype.MySQL, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "varchar", shown: `varchar(26)`, length: 26, order: caseless, collation: "utf8mb4_general_ci"}, liveTable{}, ""},
		{"a collation that ignores case", columntype.MySQL, row[gormtype.Text[uid11.ID]]{}, liveColumn{dataType: "varchar", shown: `varchar(11)`, length: 11, order: caseless, collation: "utf8mb4_general_ci"}, liveTable{}, "t.id: caseless-text: the collation utf8mb4_general_ci ignores case: two IDs of a case-sensitive format become one: ALTER TABLE `t` MODIFY `id` varchar(11) CHARACTER SET ascii COLLATE ascii_bin NOT NULL"},
		{"the order of a language", columntype.Postgres, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "text", shown: `text`, order: otherOrder, collation: "en_US.utf8"}, liveTable{}, "t.id: language-order: the collation en_US.utf8 does not compare bytes: its order can differ from that of the IDs: ALTER TABLE `t` ALTER COLUMN `id` TYPE text COLLATE \"C\""},
		{"the order of a language of bytes", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`, order: otherOrder, collation: "x"}, liveTable{}, ""},
		{"a default that swaps", columntype.MySQL, row[gormtype.ID[uuidv7.ID]]{}, liveColumn{dataType: "binary", shown: `binary(16)`, length: 16, defaults: "uuid_to_bin(uuid(),1)"}, liveTable{}, "t.id: other-default: the default uuid_to_bin(uuid(),1) makes UUIDs of version 1, which gormtype.ID[uuidv7.ID] does not read: ALTER TABLE `t` MODIFY `id` binary(16) NOT NULL, or use a default that makes the format of the field" + "\n" +
			`t.id: swapped-uuid: the default uuid_to_bin(uuid(),1) swaps the halves of the time: remove the second argument of UUID_TO_BIN, and rewrite the values`},
		{"a default of another format", columntype.Postgres, row[gormtype.ID[uuidv7.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`, defaults: "gen_random_uuid()"}, liveTable{}, "t.id: other-default: the default gen_random_uuid() makes UUIDs of version 4, which gormtype.ID[uuidv7.ID] does not read: ALTER TABLE `t` ALTER COLUMN `id` DROP DEFAULT, or use a default that makes the format of the field"},
		{"a default of the format", columntype.Postgres, row[gormtype.ID[uuidv7.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`, defaults: "uuidv7()"}, liveTable{}, ""},
		{"a default of a generated column", columntype.Postgres, row[gormtype.ID[uuidv7.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`, defaults: "gen_random_uuid()", maker: byExpression}, liveTable{}, "t.id: generated-column: the server computes the column, and refuses a statement that sets it: ALTER TABLE `t` ALTER COLUMN `id` DROP EXPRESSION, or make the field read-only by the tag gorm:\"->\""},
		{"a column that can be NULL", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`, nullable: true}, liveTable{}, "t.id: nullable-column: a plain field shows NULL as the zero ID: ALTER TABLE `t` ALTER COLUMN `id` SET NOT NULL, or make the field a pointer"},
		{"a column that can be NULL, on MySQL", columntype.MySQL, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "varchar", shown: `varchar(26)`, length: 26, nullable: true, collation: "ascii_bin"}, liveTable{}, "t.id: nullable-column: a plain field shows NULL as the zero ID: ALTER TABLE `t` MODIFY `id` varchar(26) COLLATE ascii_bin NOT NULL, or make the field a pointer"},
		{"a column that can be NULL, on SQLite", columntype.SQLite, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "blob", shown: `blob`, nullable: true}, liveTable{}, `t.id: nullable-column: a plain field shows NULL as the zero ID: make a new table in which the column is blob NOT NULL, and copy the rows, or make the field a pointer`},
		{"a column that can be NULL and has a collation, on SQLite", columntype.SQLite, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "text", shown: `text`, nullable: true, collation: "NOCASE", order: caseless}, liveTable{}, `t.id: nullable-column: a plain field shows NULL as the zero ID: make a new table in which the column is text NOT NULL, and copy the rows, or make the field a pointer`},
		{"a reference of a column of another type to one of that type", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "text", shown: `text`}, liveTable{references: []liveReference{{"id", "app", "others", "text"}}}, `t.id: wrong-type: the column is text, and gormtype.ID[ulid.ID] needs uuid: make the column uuid, or use the column type that fits it`},
		{"a pointer", columntype.Postgres, row[*gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`, nullable: true}, liveTable{}, ""},
		{"a pointer in a column of another type", columntype.Postgres, row[*gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "bytea", shown: `bytea`, nullable: true}, liveTable{}, `t.id: wrong-type: the column is bytea, and gormtype.ID[ulid.ID] needs uuid: make the column uuid, or use the column type that fits it`},
		{"a view", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`, nullable: true}, liveTable{isView: true}, ""},
		{"a generated column", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`, maker: byExpression}, liveTable{}, "t.id: generated-column: the server computes the column, and refuses a statement that sets it: ALTER TABLE `t` ALTER COLUMN `id` DROP EXPRESSION, or make the field read-only by the tag gorm:\"->\""},
		{"a generated column of a pointer, on MySQL", columntype.MySQL, row[*gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "binary", shown: `binary(16)`, length: 16, maker: byExpression}, liveTable{}, "t.id: generated-column: the server computes the column, and refuses a statement that sets it: ALTER TABLE `t` MODIFY `id` binary(16), or make the field read-only by the tag gorm:\"->\""},
		{"an identity", columntype.Postgres, row[gormtype.ID[ulidflake.ID]]{}, liveColumn{dataType: "int8", shown: `bigint`, maker: byCounter}, liveTable{}, "t.id: counted-column: the server counts the column: a row that another program stores without an ID gets a number that is no ID: ALTER TABLE `t` ALTER COLUMN `id` DROP IDENTITY"},
		{"a serial", columntype.Postgres, row[gormtype.ID[ulidflake.ID]]{}, liveColumn{dataType: "int8", shown: `bigint`, maker: byCounter, defaults: "nextval(1)"}, liveTable{}, "t.id: counted-column: the server counts the column: a row that another program stores without an ID gets a number that is no ID: ALTER TABLE `t` ALTER COLUMN `id` DROP DEFAULT"},
		{"a column that the server counts, on MySQL", columntype.MySQL, row[gormtype.ID[ulidflake.ID]]{}, liveColumn{dataType: "bigint", shown: `bigint`, maker: byCounter}, liveTable{}, "t.id: counted-column: the server counts the column: a row that another program stores without an ID gets a number that is no ID: ALTER TABLE `t` MODIFY `id` bigint NOT NULL"},
		{"a column that the server counts, on SQLite", columntype.SQLite, row[gormtype.ID[ulidflake.ID]]{}, liveColumn{dataType: "integer", shown: `integer`, maker: byCounter}, liveTable{}, `t.id: counted-column: the server counts the column: a row that another program stores without an ID gets a number that is no ID: make a new table in which the column is integer NOT NULL, and copy the rows`},
		{"a read-only field of a generated column", columntype.Postgres, readOnly{}, liveColumn{dataType: "uuid", shown: `uuid`, maker: byExpression}, liveTable{}, ""},
		{"a field that is only created", columntype.Postgres, onlyCreated{}, liveColumn{dataType: "uuid", shown: `uuid`, maker: byExpression}, liveTable{}, "t.id: generated-column: the server computes the column, and refuses a statement that sets it: ALTER TABLE `t` ALTER COLUMN `id` DROP EXPRESSION, or make the field read-only by the tag gorm:\"->\""},
		{"a field that is only updated", columntype.Postgres, onlyUpdated{}, liveColumn{dataType: "uuid", shown: `uuid`, maker: byExpression}, liveTable{}, "t.id: generated-column: the server computes the column, and refuses a statement that sets it: ALTER TABLE `t` ALTER COLUMN `id` DROP EXPRESSION, or make the field read-only by the tag gorm:\"->\""},
		{"a tag that contradicts the type", columntype.Postgres, tagged{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{}, `t.id: contradicting-tag: the tag type:text contradicts this type, which writes uuid: remove the tag, or use the column type that fits: fix the tag of tagged.ID`},
		{"a plain field", columntype.Postgres, plain{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{}, `t.id: plain-field: the field plain.ID is a ulid.ID, which is not a column type: make it a gormtype.ID[ulid.ID], or, for a column of text or of raw bytes on every server, a gormtype.Text or gormtype.Binary`},
		{"a trigger", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{triggers: []liveTrigger{{"set_id", "begin new.id := uuidv7(); end", true}}}, `t.id: rewriting-trigger: the trigger set_id assigns the column: look at it: it must keep an ID that a statement sets, as COALESCE(NEW.id, …) does, or be dropped`},
		{"a trigger of SQLite", columntype.SQLite, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "blob", shown: `blob`}, liveTable{triggers: []liveTrigger{{"set_id", "begin update t set id = randomblob(16); end", false}}}, `t.id: rewriting-trigger: the trigger set_id assigns the column: look at it: it must run only WHEN NEW.id IS NULL, or be dropped`},
		{"a trigger of another column", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{triggers: []liveTrigger{{"set_n", "begin new.n := 1; end", true}}}, ""},
		{"no key", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{keys: []liveKey{}}, "t.id: missing-key: the table has no primary key or unique index on exactly (id), the key of the model: it has no key: ALTER TABLE `t` ADD PRIMARY KEY (`id`)"},
		{"no key, on MySQL", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "binary", shown: `binary(16)`, length: 16}, liveTable{keys: []liveKey{}}, "t.id: missing-key: the table has no primary key or unique index on exactly (id), the key of the model: it has no key: ALTER TABLE `t` ADD PRIMARY KEY (`id`)"},
		{"no key, on SQLite", columntype.SQLite, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "blob", shown: `blob`}, liveTable{keys: []liveKey{}}, "t.id: missing-key: the table has no primary key or unique index on exactly (id), the key of the model: it has no key: CREATE UNIQUE INDEX t_key ON `t` (`id`)"},
		{"a unique index", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{keys: []liveKey{{false, []keyPart{{"id", 0}}}}}, ""},
		{"a key of two columns", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{keys: []liveKey{{true, []keyPart{{"id", 0}, {"n", 0}}}}}, "t.id: missing-key: the table has no primary key or unique index on exactly (id), the key of the model: it has PRIMARY KEY (id, n): CREATE UNIQUE INDEX t_key ON `t` (`id`)"},
		{"a key of two columns of a table that is split", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{keys: []liveKey{{true, []keyPart{{"id", 0}, {"n", 0}}}}, isSplit: true}, ""},
		{"a key of another column, of a table that is split", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{keys: []liveKey{{true, []keyPart{{"n", 0}}}}, isSplit: true}, "t.id: missing-key: the table has no primary key or unique index on exactly (id), the key of the model: it has PRIMARY KEY (n): CREATE UNIQUE INDEX t_key ON `t` (`id`)"},
		{"a key of a part", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "binary", shown: `binary(16)`, length: 16}, liveTable{keys: []liveKey{{true, []keyPart{{"id", 8}}}}}, "t.id: missing-key: the table has no primary key or unique index on exactly (id), the key of the model: it has PRIMARY KEY (id(8)): ALTER TABLE `t` DROP PRIMARY KEY, ADD PRIMARY KEY (`id`)"},
		{"a key of a part, beside an index of the whole", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "binary", shown: `binary(16)`, length: 16}, liveTable{keys: []liveKey{{true, []keyPart{{"id", 8}}}, {false, []keyPart{{"id", 16}}}}}, ""},
		{"a key of a part that is the whole", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "varbinary", shown: `varbinary(20)`, length: 20}, liveTable{keys: []liveKey{{true, []keyPart{{"id", 16}}}}}, ""},
		{"a unique index of a part", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "binary", shown: `binary(16)`, length: 16}, liveTable{keys: []liveKey{{true, []keyPart{{"n", 0}}}, {false, []keyPart{{"id", 15}}}}}, "t.id: missing-key: the table has no primary key or unique index on exactly (id), the key of the model: it has PRIMARY KEY (n), UNIQUE (id(15)): CREATE UNIQUE INDEX t_key ON `t` (`id`)"},
		{"a key of an expression", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{keys: []liveKey{{false, []keyPart{{"", 0}}}, {true, []keyPart{{"n", 0}}}}}, "t.id: missing-key: the table has no primary key or unique index on exactly (id), the key of the model: it has UNIQUE (an expression), PRIMARY KEY (n): CREATE UNIQUE INDEX t_key ON `t` (`id`)"},
		{"a view without a key", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{keys: []liveKey{}, isView: true}, ""},
		{"a key of two fields", columntype.Postgres, pair{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{keys: []liveKey{{true, []keyPart{{"n", 0}, {"id", 0}}}}}, ""},
		{"a key of two fields, of a part of a plain field", columntype.MySQL, pair{}, liveColumn{dataType: "binary", shown: `binary(16)`, length: 16}, liveTable{keys: []liveKey{{true, []keyPart{{"n", 4}, {"id", 0}}}}}, "t: missing-key: the table has no primary key or unique index on exactly (id, n), the key of the model: it has PRIMARY KEY (n(4), id): ALTER TABLE `t` DROP PRIMARY KEY, ADD PRIMARY KEY (`id`, `n`)"},
		{"a key of one of two fields", columntype.Postgres, pair{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{keys: []liveKey{{true, []keyPart{{"id", 0}}}}}, "t: missing-key: the table has no primary key or unique index on exactly (id, n), the key of the model: it has PRIMARY KEY (id): CREATE UNIQUE INDEX t_key ON `t` (`id`, `n`)"},
		{"a model without a key of a column type", columntype.Postgres, plainKey{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{keys: []liveKey{}}, ""},
		{"a reference to the same type", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{references: []liveReference{{"id", "app", "others", "uuid"}, {"n", "app", "others", "text"}}}, ""},
		{"a reference to another type", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{references: []liveReference{{"id", "app", "others", "text"}, {"n", "app", "others", "text"}}}, `t.id: foreign-key-type: the column refers to others.text, which is text, and is uuid: a server can refuse the foreign key, and joins the two without an index: give both columns the same type and collation, such as uuid, and convert values of another form`},
		{"a reference to no column", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{references: []liveReference{{"id", "app", "others", "none"}, {"n", "app", "others", "text"}}}, ""},
		{"a reference to the primary key", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "uuid", shown: `uuid`}, liveTable{references: []liveReference{{"id", "app", "others", ""}, {"n", "app", "others", "text"}}}, `t.id: foreign-key-type: the column refers to others.text, which is text, and is uuid: a server can refuse the foreign key, and joins the two without an index: give both columns the same type and collation, such as uuid, and convert values of another form`},
		{"a reference to a shorter binary", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "binary", shown: `binary(16)`, length: 16}, liveTable{references: []liveReference{{"id", "app", "others", "binary8"}, {"n", "app", "others", "text"}}}, `t.id: foreign-key-type: the column refers to others.binary8, which is binary(8), and is binary(16): a server can refuse the foreign key, and joins the two without an index: give both columns the same type and collation, such as binary(16), and convert values of another form`},
		{"a reference to a longer binary", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "binary", shown: `binary(16)`, length: 16}, liveTable{references: []liveReference{{"id", "app", "others", "binary20"}, {"n", "app", "others", "text"}}}, `t.id: foreign-key-type: the column refers to others.binary20, which is binary(20), and is binary(16): a server can refuse the foreign key, and joins the two without an index: give both columns the same type and collation, such as binary(16), and convert values of another form`},
		{"a reference to binary", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "varbinary", shown: `varbinary(16)`, length: 16}, liveTable{references: []liveReference{{"id", "app", "others", "binary16"}, {"n", "app", "others", "text"}}}, ""},
		{"a reference to a uuid of MariaDB", columntype.MySQL, row[gormtype.Binary[ulid.ID]]{}, liveColumn{dataType: "binary", shown: `binary(16)`, length: 16}, liveTable{references: []liveReference{{"id", "app", "others", "uuid"}, {"n", "app", "others", "text"}}}, `t.id: foreign-key-type: the column refers to others.uuid, which is uuid, and is binary(16): a server can refuse the foreign key, and joins the two without an index: give both columns the same type and collation, such as binary(16), and convert values of another form`},
		{"a reference to a bigint without a sign", columntype.MySQL, row[gormtype.ID[ulidflake.ID]]{}, liveColumn{dataType: "bigint", shown: `bigint`}, liveTable{references: []liveReference{{"id", "app", "others", "unsigned"}, {"n", "app", "others", "text"}}}, `t.id: foreign-key-type: the column refers to others.unsigned, which is bigint unsigned, and is bigint: a server can refuse the foreign key, and joins the two without an index: give both columns the same type and collation, such as bigint, and convert values of another form`},
		{"a reference of texts", columntype.MySQL, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "varchar", shown: `varchar(26)`, length: 26, collation: "ascii_bin"}, liveTable{references: []liveReference{{"id", "app", "others", "ascii"}, {"n", "app", "others", "text"}}}, ""},
		{"a reference of texts of other collations", columntype.MySQL, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "varchar", shown: `varchar(26)`, length: 26, collation: "utf8mb4_bin"}, liveTable{references: []liveReference{{"id", "app", "others", "ascii"}, {"n", "app", "others", "text"}}}, `t.id: foreign-key-type: the column refers to others.ascii, which is varchar(26) COLLATE ascii_bin, and is varchar(26) COLLATE utf8mb4_bin: a server can refuse the foreign key, and joins the two without an index: give both columns the same type and collation, such as varchar(26) CHARACTER SET ascii COLLATE ascii_bin, and convert values of another form`},
		{"a reference of texts of other orders", columntype.Postgres, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "text", shown: `text`}, liveTable{references: []liveReference{{"id", "app", "others", "language"}, {"n", "app", "others", "text"}}}, `t.id: foreign-key-type: the column refers to others.language, which is text, and is text: a server can refuse the foreign key, and joins the two without an index: give both columns the same type and collation, such as text COLLATE "C", and convert values of another form`},
		{"a reference of texts of other types", columntype.Postgres, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "varchar", shown: `character varying(26)`, length: 26}, liveTable{references: []liveReference{{"id", "app", "others", "text"}, {"n", "app", "others", "text"}}}, `t.id: foreign-key-type: the column refers to others.text, which is text, and is character varying(26): a server can refuse the foreign key, and joins the two without an index: give both columns the same type and collation, such as text COLLATE "C", and convert values of another form`},
		{"a reference of texts of other types, on SQLite", columntype.SQLite, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "varchar", shown: `varchar(26)`, length: 26}, liveTable{references: []liveReference{{"id", "app", "others", "text"}, {"n", "app", "others", "text"}}}, ""},
		{"a reference of a column of another type", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "text", shown: `text`}, liveTable{references: []liveReference{{"id", "app", "others", "uuid"}, {"n", "app", "others", "text"}}}, `t.id: wrong-type: the column is text, and gormtype.ID[ulid.ID] needs uuid: make the column uuid, or use the column type that fits it`},
	} {
		live := c.table
		live.columns = map[string]liveColumn{"id": c.column, "n": {dataType: "int4", shown: "integer"}}
		if live.keys == nil {
			live.keys = []liveKey{{true, []keyPart{{"id", 0}}}}
		}
		s := new(server)
		ch := checkerOf(t, s, c.dialect, map[string]liveTable{"t": live, "app.others": others})
		if err := ch.schema(schemaOf(t, c.model)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if got := lines(ch.findings); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
		isOther := strings.Contains(c.want, ": wrong-type: ") || strings.Contains(c.want, ": mariadb-uuid: ")
		if isOther && slices.ContainsFunc(s.asked, func(query string) bool { return strings.Contains(query, "IS NOT NULL AND") }) {
			t.Errorf("%s: the values of a column of another type are asked for: %s", c.name, s.asked)
		}
	}
	s := new(server)
	ch := checkerOf(t, s, columntype.Postgres, nil)
	if err := ch.schema(schemaOf(t, noIDs{})); err != nil || len(ch.findings)+len(s.asked) > 0 {
		t.Errorf("a model without IDs: %v, %s, asked %s", err, lines(ch.findings), s.asked)
	}
	ch = checkerOf(t, s, columntype.Postgres, map[string]liveTable{"t": {columns: map[string]liveColumn{"n": {dataType: "int4", shown: "integer"}}}})
	if err := ch.schema(schemaOf(t, readOnly{})); err != nil || lines(ch.findings) != "t.id: missing-column: the field readOnly.ID has no column: run AutoMigrate" {
		t.Errorf("a table without the key's column: %v, %s", err, lines(ch.findings))
	}
}

// noIDs is a model without IDs.
type noIDs struct{ N int }
