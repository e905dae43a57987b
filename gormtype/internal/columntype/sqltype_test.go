package columntype

import (
	"database/sql/driver"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// fieldOf returns a field with the settings of a tag.
func fieldOf(tag string) *schema.Field {
	f := &schema.Field{Name: "ID", DBName: "id", TagSettings: schema.ParseTagSetting(tag, ";"), Schema: &schema.Schema{Table: "users"}}
	_, f.PrimaryKey = f.TagSettings["PRIMARYKEY"]
	_, f.NotNull = f.TagSettings["NOT NULL"]
	f.DefaultValue, f.HasDefaultValue = f.TagSettings["DEFAULT"]
	return f
}

// TestContradiction: which tags contradict a type, on PostgreSQL unless the case names another dialect.
func TestContradiction(t *testing.T) {
	native, text := Describe[ulid.ID](Native), Describe[ulid.ID](Text)
	number, signed := Describe[uid11.ID](Native), Describe[ulidflake.ID](Native)
	for _, c := range []struct {
		d    Description
		dl   Dialect
		tag  string
		want string
	}{
		{native, Postgres, "", ""},
		{native, Postgres, "autoIncrement", "the tag autoIncrement would make the server count IDs: remove it"},
		{native, Postgres, "autoIncrement:false", ""},
		// size
		{native, Postgres, "size:16", ""},
		{native, Postgres, "size:17", "the tag size:17 is not the length of the ID, which is 16 bytes: remove it"},
		{native, Postgres, "size:x", "the tag size:x is not a number: remove it"},
		{text, Postgres, "size:x", "the tag size:x is not a number: remove it"},
		{text, Postgres, "size:25", "the tag size:25 is less than the text, which has 26 characters: remove it"},
		{text, Postgres, "size:26", ""},
		{text, Postgres, "size:40", ""},
		{number, Postgres, "size:64", ""},
		{number, Postgres, "size:8", ""},
		{number, Postgres, "size:32", "the tag size:32 is not the length of the ID, which is 8 bytes: remove it"},
		{Describe[scru160.ID](Native), Postgres, "size:64", "the tag size:64 is not the length of the ID, which is 20 bytes: remove it"},
		{Describe[textless](Text), Postgres, "", "the length of the text is unknown: add a tag with its maximum, such as size:32"},
		{Describe[textless](Text), Postgres, "size:8", ""},
		{Describe[textless](Native), Postgres, "", ""},
		// zero
		{native, Postgres, "zero", ""},
		{number, Postgres, "zero", ""},
		{signed, Postgres, "zero", ""},
		{Describe[wiji.ID](Native), Postgres, "zero", "the tag zero would store the zero ID, which gormtype.ID[wiji.ID] does not read: remove it"},
		{Describe[wiji.ID](Text), Postgres, "zero", "the tag zero would store the zero ID, which gormtype.Text[wiji.ID] does not read: remove it"},
		{Describe[wiji.ID](Native), Postgres, "zero:false", ""},
		{Describe[evenNumber](Native), Postgres, "zero", ""},
		// default
		{Describe[uuidv7.ID](Native), Postgres, "default:uuidv7()", ""},
		{Describe[uuidv7.ID](Native), Postgres, "default:gen_random_uuid()", "the tag default:gen_random_uuid() makes UUIDs of version 4, which gormtype.ID[uuidv7.ID] does not read: " +
			"remove it, or use one that makes the format of the field"},
		{native, Postgres, "default:sortid_wiji_new()", "the tag default:sortid_wiji_new() makes IDs of the format wiji, and the field is gormtype.ID[ulid.ID]: remove it, or use one that makes the format of the field"},
		{Describe[uuid](Native), MySQL, "default:uuid()", "the tag default:uuid() makes a text, and the column of gormtype.ID[columntype.uuid] holds bytes: remove it, or use one that makes the format of the field"},
		{native, Postgres, "default:my_id()", ""},
		// type
		{native, Postgres, "type:uuid", ""},
		{native, Postgres, "type: UUID ", ""},
		{native, Postgres, "type:bytea", "the tag type:bytea contradicts this type, which writes uuid: remove the tag, or use the column type that fits"},
		{native, MySQL, "type:varbinary(16)", ""},
		{native, MySQL, "type:binary(8)", "the tag type:binary(8) contradicts this type, which writes binary(16) or varbinary(16): remove the tag, or use the column type that fits"},
		{text, Postgres, `type:varchar(26)  COLLATE "c"`, ""},
		{text, Postgres, "type:char(26)", ""},
		{text, Postgres, "type:char(40)", `the tag type:char(40) contradicts this type, which writes text COLLATE "C" or varchar(26) COLLATE "C": remove the tag, or use the column type that fits`},
		{text, Postgres, "type:char(40);size:40", ""},
		{Describe[uid11.ID](Text), Postgres, "type:text", `the tag type:text contradicts this type, which writes text COLLATE "C" or varchar(11) COLLATE "C": remove the tag, or use the column type that fits`},
		{native, Postgres, "type:text", "the tag type:text contradicts this type, which writes uuid: remove the tag, or use the column type that fits"},
	} {
		if got := Contradiction(c.d, c.dl, fieldOf(c.tag)); got != c.want {
			t.Errorf("%s %s:\n got %s\nwant %s", c.d.Name(), c.tag, got, c.want)
		}
	}
	field := fieldOf("")
	field.Serializer = schema.JSONSerializer{}
	if got := Contradiction(native, Postgres, field); got != "the tag serializer would replace the form of the column: remove it" {
		t.Errorf("serializer: %s", got)
	}
	if got := GeneratorFault(native, fieldOf("default:my_id()")); got != "the tag default:my_id() makes the values in the server, and gormtype.Generator of ulid.ID makes none: remove the tag, or the option" {
		t.Errorf("generator: %s", got)
	}
}

// textless is an ID type of another library whose zero ID has no text, and which has no generator.
type textless [8]byte

func (textless) MarshalText() ([]byte, error) { return nil, errors.New("no text") }

// evenNumber is an integer type of another library.
type evenNumber uint64

func (evenNumber) MarshalText() ([]byte, error) { return []byte("0"), nil }

// TestTextFault: the functions of texts as a default of a column of bytes.
func TestTextFault(t *testing.T) {
	const fault = "a text, and the column of gormtype.ID[uuidv7.ID] holds bytes"
	native := Describe[uuidv7.ID](Native)
	for _, c := range []struct {
		d          Description
		dl         Dialect
		expression string
		want       string
	}{
		{native, MySQL, "uuid()", fault},
		{native, MySQL, "( UUID())", fault},
		{native, SQLite, "lower(hex(randomblob(16)))", fault},
		{native, SQLite, "upper (hex(randomblob(16)))", fault},
		{native, SQLite, "hex(randomblob(16))", fault},
		{native, MySQL, "replace(uuid(),'-','')", fault},
		{native, MySQL, "unhex(replace(uuid(),'-',''))", ""},
		{native, MySQL, "uuid_to_bin(uuid())", ""},
		{native, MySQL, "hex(my_id())", ""}, // of which nobody knows what it makes
		{native, Postgres, "replace(uuidv7(),'-','')", ""},
		{Describe[uuidv7.ID](Text), MySQL, "uuid()", ""},
	} {
		if got := c.d.textFault(c.dl, c.expression); got != c.want {
			t.Errorf("%s on %s: %q, want %q", c.expression, dialectNames[c.dl], got, c.want)
		}
	}
}

// TestDefaultFault: what is said of a default that makes other IDs.
func TestDefaultFault(t *testing.T) {
	for _, c := range []struct {
		d          Description
		expression string
		want       string
	}{
		{Describe[uuidv7.ID](Native), "uuidv7()", ""},
		{Describe[uuidv7.ID](Native), "gen_random_uuid()", "UUIDs of version 4, which gormtype.ID[uuidv7.ID] does not read"},
		{Describe[ulid.ID](Native), "gen_random_uuid()", "UUIDs of version 4, whose bytes are no time of gormtype.ID[ulid.ID]: the keys are not in order"},
		{Describe[ulid.ID](Native), "randomblob(16)", "random bytes, whose bytes are no time of gormtype.ID[ulid.ID]: the keys are not in order"},
		{Describe[uuidv7.ID](Native), "randomblob(16)", "random bytes, which gormtype.ID[uuidv7.ID] does not read"},
		{Describe[uuidv7.ID](Text), "randomblob(16)", ""},
		{Describe[scru160.ID](Native), "randomblob(20)", ""},
		{Describe[scru160.ID](Native), "uuid()", "UUIDs of version 1, which are no IDs of gormtype.ID[scru160.ID]"},
		{Describe[scru160.ID](Native), "sortid_uuid_new()", "UUIDs of version 7, which are no IDs of gormtype.ID[scru160.ID]"},
		{Describe[uuid](Native), "sortid_ulid_new()", ""},
		{Describe[uuid](Native), "sortid_scru_new()", "IDs of the format scru160, and the field is gormtype.ID[columntype.uuid]"},
		{Describe[wiji.ID](Native), "sortid_wiji_new()", ""},
		{Describe[wiji.ID](Native), "now()", ""},
	} {
		if got := c.d.DefaultFault(c.expression); got != c.want {
			t.Errorf("%s of %s:\n got %s\nwant %s", c.expression, c.d.Name(), got, c.want)
		}
	}
	// Each function makes UUIDs of its version, or random bytes.
	for function, version := range map[string]byte{
		"gen_random_uuid": 4, "uuid_generate_v4": 4, "uuidv4": 4, "uuid_v4": 4, "uuid_generate_v1": 1, "uuid_generate_v1mc": 1, "uuid": 1,
		"uuidv7": 7, "sortid_uuid_new": 7, "uuid_v7": 7, "uuid_generate_v7": 7, "randomblob": 0, "random_bytes": 0, "gen_random_bytes": 0,
	} {
		got := Describe[uuidv7.ID](Native).DefaultFault(function + "()")
		want := map[byte]string{4: "UUIDs of version 4", 1: "UUIDs of version 1", 0: "random bytes"}[version]
		if want != "" {
			want += ", which gormtype.ID[uuidv7.ID] does not read"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", function, got, want)
		}
	}
	// Each word that keeps what a function makes does so around it.
	for word := range strings.FieldsSeq("uuid_to_bin unhex hex replace cast convert encode decode uuid_send as using binary bytea text char varchar lower upper true false public pg_catalog _utf8mb4 _latin1") {
		if got := made(word + "(uuidv7())"); got != "uuidv7" {
			t.Errorf("%s: made by %q", word, got)
		}
	}
	if got := made("cast(uuidv7() as uuid)"); got != "uuidv7" {
		t.Errorf("a cast to uuid: made by %q", got)
	}
}

// TestUUIDOf: the version, the variant and the rest of the UUIDs with which defaults are judged.
func TestUUIDOf(t *testing.T) {
	for _, version := range []byte{1, 4, 7} {
		var or, and [16]byte
		and = [16]byte([]byte(strings.Repeat("\xff", 16)))
		for range 200 {
			u := uuidOf(version)
			if u[6]>>4 != version || u[8]>>6 != 2 {
				t.Fatalf("version %d: %x", version, u)
			}
			for i := range u {
				or[i], and[i] = or[i]|u[i], and[i]&u[i]
			}
		}
		if or[6]&0x0f != 0x0f || and[6]&0x0f != 0 || or[8]&0x3f != 0x3f || and[8]&0x3f != 0 || or[7] != 0xff || and[7] != 0 || or[15] != 0xff {
			t.Errorf("version %d: bits are not random: %x %x", version, or, and)
		}
		if fixed := or[0] == 0x80 && and[0] == 0x80; fixed != (version == 1) {
			t.Errorf("version %d: byte 0 is of %x to %x", version, and[0], or[0])
		}
		u := uuidOf(version)
		if at, _, err := Describe[uuidv7.ID](Native).Read(u[:]); version == 7 && (err != nil || at.Year() < 2024 || at.Year() > 2200) {
			t.Errorf("%x has the time %v, %v", u, at, err)
		}
	}
	if a, b := uuidOf(0), uuidOf(0); a == b {
		t.Error("random bytes are not random")
	}
}

// TestTypes: the types of columns that depend on the field.
func TestTypes(t *testing.T) {
	for _, c := range []struct {
		d    Description
		dl   Dialect
		tag  string
		want string
	}{
		{Describe[uid11.ID](Native), SQLite, "primaryKey", "integer, bigint"},
		{Describe[uid11.ID](Native), SQLite, "default:my_id()", "integer, bigint"},
		{Describe[uid11.ID](Native), SQLite, "primaryKey;default:my_id()", "bigint"},
		{Describe[uid11.ID](Native), Postgres, "primaryKey;default:my_id()", "bigint"},
		{Describe[ulid.ID](Native), SQLite, "primaryKey;default:my_id()", "blob"},
		{Describe[uid11.ID](Native), MySQL, "primaryKey;default:my_id()", "bigint unsigned"},
		{Describe[ulidflake.ID](Native), MySQL, "", "bigint"},
		{Describe[ulid.ID](Text), SQLite, "size:40", "text, varchar(40)"},
		{Describe[ulid.ID](Text), SQLite, "size:x", "text, varchar(26)"},
		{Describe[ulid.ID](Binary), MySQL, "size:40", "binary(16), varbinary(16)"},
	} {
		if got := strings.Join(c.d.Types(c.dl, fieldOf(c.tag)), ", "); got != c.want {
			t.Errorf("%s %s on %s: %s, want %s", c.d.Name(), c.tag, dialectNames[c.dl], got, c.want)
		}
	}
	if Describe[uid11.ID](Native).Types(MySQL, fieldOf(""))[0] != "bigint unsigned" {
		t.Error("the table of types has changed")
	}
}

// TestSQLType: the type that a migration gets, or words that no server takes for one.
func TestSQLType(t *testing.T) {
	native := Describe[ulid.ID](Native)
	for _, c := range []struct {
		dialect, tag, want string
	}{
		{"postgres", "", "uuid"},
		{"postgres", "type:UUID", "UUID"},
		{"mysql", "", "binary(16)"},
		{"sqlite", "", "blob"},
		{"oracle", "", "'gormtype.ID[ulid.ID]: dialect oracle: its columns are unknown: use a driver whose dialect is postgres (also CockroachDB, YugabyteDB), mysql (also MariaDB, TiDB) or sqlite'"},
		{"postgres", "size:'?\"`", "'gormtype.ID[ulid.ID]: the tag size: is not a number: remove it'"},
		{"sqlite", "size:(1)", "$error(gormtype.ID[ulid.ID]:_the_tag_size:[1]_is_not_a_number:_remove_it)"},
	} {
		if got := SQLType(native, openStub(c.dialect, nil), fieldOf(c.tag)); got != c.want {
			t.Errorf("%s %s:\n got %s\nwant %s", c.dialect, c.tag, got, c.want)
		}
	}
	for sql, want := range map[string]string{
		"CREATE TABLE a (id 'gormtype.ID[ulid.ID]: the tag is wrong', n int)":              "gormtype.ID[ulid.ID]: the tag is wrong",
		"CREATE TABLE a (id $error(gormtype.ID[ulid.ID]:_the_tag_size:[1]_is_no), n int)":  "gormtype.ID[ulid.ID]: the tag size:[1] is no",
		`CREATE TABLE a (id text NOT "use gormtype.ID[ulid.ID], or gormtype.Text", n int)`: "gormtype: use gormtype.ID[ulid.ID], or gormtype.Text",
		"CREATE TABLE a (id 'gormtype.ID[ulid.ID]":                                         "",
		"CREATE TABLE a (id text, name text DEFAULT 'gorm')":                               "",
	} {
		if got := Refusal(sql); got != want {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
}

// TestTypeFor: the column type of the same ID that a live column holds.
func TestTypeFor(t *testing.T) {
	native, text := Describe[ulid.ID](Native), Describe[ulid.ID](Text)
	for _, c := range []struct {
		d          Description
		dl         Dialect
		columnType string
		want       string
	}{
		{native, Postgres, "uuid", ""}, {native, Postgres, "text", "gormtype.Text[ulid.ID]"}, {native, Postgres, "character varying(26)", "gormtype.Text[ulid.ID]"},
		{native, Postgres, "CITEXT", "gormtype.Text[ulid.ID]"}, {native, MySQL, "VARCHAR (26)", "gormtype.Text[ulid.ID]"}, {native, MySQL, "binary(16)", ""},
		{native, SQLite, "clob", "gormtype.Text[ulid.ID]"}, {native, MySQL, "clob", ""}, {native, SQLite, "blob", ""}, {native, SQLite, "", ""},
		{text, Postgres, "bytea", "gormtype.Binary[ulid.ID]"}, {text, MySQL, "varbinary(16)", "gormtype.ID[ulid.ID]"}, {text, SQLite, "blob", "gormtype.ID[ulid.ID]"},
		{text, Postgres, "uuid", ""}, {text, Postgres, "varchar(26)", ""}, {text, MySQL, "bigint", ""}, {Describe[ulid.ID](Binary), MySQL, "longtext", "gormtype.Text[ulid.ID]"},
	} {
		if got := c.d.TypeFor(c.dl, c.columnType); got != c.want {
			t.Errorf("%s in %s on %s: %q, want %q", c.d.Name(), c.columnType, dialectNames[c.dl], got, c.want)
		}
	}
}

// TestCast: the cast of a placeholder, which PostgreSQL alone needs.
func TestCast(t *testing.T) {
	for form, want := range map[Form]string{AsIs: "", TextForm: "", IntegerForm: "", UUIDForm: "::uuid", BytesForm: "::bytea", FreeTextForm: "::text"} {
		if got := form.Cast(Postgres); got != want {
			t.Errorf("form %d: %s", form, got)
		}
		if got := form.Cast(MySQL) + form.Cast(SQLite); got != "" {
			t.Errorf("form %d elsewhere: %s", form, got)
		}
	}
}

// TestDescribe: what a description says of an ID type.
func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		d                   Description
		size                int
		isInteger, isSigned bool
		examples, length    int
	}{
		{Describe[ulid.ID](Native), 16, false, false, 3, 26}, {Describe[uid11.ID](Text), 8, true, false, 3, 11}, {Describe[ulidflake.ID](Native), 8, true, true, 3, 13},
		{Describe[wiji.ID](Text), 16, false, false, 3, 26}, {Describe[uuid](Native), 16, false, false, 1, 36}, {Describe[textless](Native), 8, false, false, 1, 0},
	} {
		examples := c.d.Examples()
		if c.d.Size != c.size || c.d.IsInteger != c.isInteger || c.d.IsSigned != c.isSigned || len(examples) != c.examples || c.d.SampleLength() != c.length {
			t.Errorf("%s: %+v with %d examples of length %d", c.d.Name(), c.d, len(examples), c.d.SampleLength())
		}
		for i, e := range examples {
			if len(e.Raw) != c.size || (strings.Trim(string(e.Raw), "\x00") == "") != (i == 0) {
				t.Errorf("%s: example %d is %x", c.d.Name(), i, e.Raw)
			}
		}
	}
	if e := ExampleOf(ulid.MustParse(ulidText)); e.Text != ulidText || string(e.Raw) != ulidRaw {
		t.Errorf("%+v", e)
	}
	if e := ExampleOf(wiji.ID{}); e.Text != "" {
		t.Errorf("the zero Wiji has the text %s", e.Text)
	}
	for k, want := range map[Kind][2]string{Native: {"gormtype.Of", "sqltype.Int64Of"}, Text: {"gormtype.TextOf", "sqltype.TextOf"}, Binary: {"gormtype.BinaryOf", "sqltype.BinaryOf"}} {
		if k.Constructor() != want[0] || k.SQLConstructor() != want[1] {
			t.Errorf("%s and %s, want %v", k.Constructor(), k.SQLConstructor(), want)
		}
	}
}

// clauseOf is the clause of a field's column type, or of none.
type clauseOf struct {
	clause.Interface
	field *schema.Field
	d     *Description
}

func (c clauseOf) Column() (*schema.Field, *Description) { return c.field, c.d }

// TestOf: a field's description is in the clauses of its model.
func TestOf(t *testing.T) {
	d := Describe[ulid.ID](Native)
	s := &schema.Schema{}
	own, other, none := &schema.Field{Schema: s}, &schema.Field{Schema: s}, &schema.Field{Schema: s}
	s.CreateClauses = []clause.Interface{clause.Returning{}, clauseOf{field: other, d: new(Description)}, clauseOf{field: own, d: &d}}
	if got := Of(own); got != &d {
		t.Errorf("got %v", got)
	}
	if got := Of(none); got != nil {
		t.Errorf("got %v of a field of another type", got)
	}
}

// TestFields: what the type and the tags of a field say.
func TestFields(t *testing.T) {
	for _, c := range []struct {
		v      any
		index  []int
		canNil bool
	}{
		{ulid.ID{}, []int{0}, false}, {new(ulid.ID), []int{0}, true}, {ulid.ID{}, []int{0, 1}, false}, {ulid.ID{}, []int{-1, 0}, true},
	} {
		f := &schema.Field{FieldType: reflect.TypeOf(c.v), StructField: reflect.StructField{Index: c.index}}
		if got := CanBeNil(f); got != c.canNil {
			t.Errorf("%T at %v can be nil: %t", c.v, c.index, got)
		}
	}
	for tag, want := range map[string]bool{"": false, "zero": true, "zero:true": true, "zero:false": false} {
		if got := HoldsZero(fieldOf(tag)); got != want {
			t.Errorf("tag %q: holds zero %t", tag, got)
		}
	}
	if !RefusesPlain[ulid.ID]() || RefusesPlain[uuid]() || RefusesPlain[otherValuer]() {
		t.Error("the wrong types refuse to be plain")
	}
	if !IsPlain(reflect.TypeFor[ulid.ID]()) || IsPlain(reflect.TypeFor[uuid]()) || IsPlain(reflect.TypeFor[dataType]()) {
		t.Error("the wrong types are plain")
	}
	if IsStandard(reflect.TypeFor[uuid]()) || IsStandard(reflect.TypeFor[ulid.ID]()) {
		t.Error("the wrong types are of the standard library")
	}
	for _, c := range []struct {
		t, plain reflect.Type
		want     bool
	}{
		{reflect.TypeFor[ulid.ID](), reflect.TypeFor[ulid.ID](), true}, {reflect.TypeFor[ulid.For[uuid]](), reflect.TypeFor[ulid.ID](), true},
		{reflect.TypeFor[ulid.ID](), reflect.TypeFor[ulid.For[uuid]](), false}, {reflect.TypeFor[ulid.For[uuid]](), reflect.TypeFor[wiji.ID](), false},
		{reflect.TypeFor[[16]byte](), reflect.TypeFor[[20]byte](), false}, {reflect.TypeFor[uuid](), reflect.TypeFor[base62](), false},
		{reflect.TypeFor[Forth](), reflect.TypeFor[ID](), false}, {reflect.TypeFor[For[uuid]](), reflect.TypeFor[ID](), true}, {reflect.TypeFor[For[uuid]](), reflect.TypeFor[Forth](), false},
		{reflect.TypeFor[[8]byte](), reflect.TypeFor[[8]byte](), true},
	} {
		if got := IsKindOf(c.t, c.plain); got != c.want {
			t.Errorf("%v is of %v: %t", c.t, c.plain, got)
		}
	}
}

type (
	// ID, For and Forth are types of one package.
	ID         [16]byte
	For[T any] [16]byte
	Forth      [16]byte
	// otherValuer is an ID type whose Value fails for another reason.
	otherValuer [8]byte
	dataType    [8]byte
)

func (otherValuer) MarshalText() ([]byte, error) { return []byte("0"), nil }
func (otherValuer) Value() (driver.Value, error) { return nil, errors.New("other") }
func (dataType) GormDataType() string            { return "text" }

// TestDialects: the dialects by the names of GORM's drivers.
func TestDialects(t *testing.T) {
	for name, want := range map[string]Dialect{"postgres": Postgres, "mysql": MySQL, "sqlite": SQLite, "oracle": Unknown} {
		if db := openStub(name, nil); DialectOf(db) != want || DialectName(db) != name {
			t.Errorf("%s: dialect %d", name, DialectOf(db))
		}
	}
	for _, db := range []*gorm.DB{nil, {}, {Config: &gorm.Config{}}} {
		if DialectOf(db) != Unknown || DialectName(db) != "none" {
			t.Errorf("%v: %s", db, DialectName(db))
		}
	}
}

// TestLiveText: the type of a column of texts that a migration keeps.
func TestLiveText(t *testing.T) {
	users := func(columnType string) []answer {
		return []answer{
			{"[users]", []string{"schema", "column", "type"}, [][]driver.Value{{"app", "id", columnType}, {"app", "n", "int"}}, nil},
			{"[teams]", []string{"schema", "column", "type"}, [][]driver.Value{{"app", "id", "char(26)"}}, nil},
			{"", []string{"schema", "column", "type"}, nil, nil},
		}
	}
	team := fieldOf("")
	team.Schema = &schema.Schema{Table: "teams"}
	for _, c := range []struct {
		name    string
		d       Description
		answers []answer
		table   string // of the statement
		column  string
		key     *schema.Field // to which it refers
		want    string
	}{
		{"no table", Describe[ulid.ID](Text), users("x")[2:], "", "id", nil, ""},
		{"one that fits", Describe[ulid.ID](Text), users("varchar(36)"), "", "id", nil, "varchar(36)"},
		{"of the statement's table", Describe[ulid.ID](Text), users("varchar(36)"), "teams", "id", nil, "char(26)"},
		{"one that is too short", Describe[ulid.ID](Text), users("varchar(20)"), "", "id", nil, ""},
		{"a column of bytes", Describe[ulid.ID](Native), users("varchar(36)"), "", "id", nil, ""},
		{"a new column", Describe[ulid.ID](Text), users("text"), "", "team_id", nil, ""},
		{"a new column that refers to a key", Describe[ulid.ID](Text), users("text"), "", "team_id", team, "char(26)"},
		{"a new column that refers to a key of no table", Describe[ulid.ID](Text), users("text")[2:], "", "team_id", team, ""},
	} {
		s := &server{answers: c.answers}
		db := openStub("mysql", s.pool(t))
		db.Statement.Table = c.table
		field := fieldOf("")
		field.DBName = c.column
		if c.key != nil {
			other := fieldOf("")
			field.Schema.Relationships.Relations = map[string]*schema.Relationship{
				"Team": {References: []*schema.Reference{{ForeignKey: other, PrimaryKey: c.key}, {ForeignKey: field}, {ForeignKey: field, PrimaryKey: field}, {ForeignKey: field, PrimaryKey: c.key}}},
			}
		}
		if got := liveText(c.d, MySQL, db, field); got != c.want {
			t.Errorf("%s: %q, want %q; asked %v", c.name, got, c.want, s.asked)
		}
	}
	tagged := fieldOf("type:char(30)")
	tagged.Schema = &schema.Schema{Table: "tags"}
	field := fieldOf("")
	field.DBName = "tag_id"
	field.Schema.Relationships.Relations = map[string]*schema.Relationship{"Tag": {References: []*schema.Reference{{ForeignKey: field, PrimaryKey: tagged}}}}
	s := &server{answers: users("text")[2:]}
	if got := liveText(Describe[ulid.ID](Text), MySQL, openStub("mysql", s.pool(t)), field); got != "char(30)" {
		t.Errorf("a key that has a tag: %q", got)
	}
	if got := liveText(Describe[ulid.ID](Text), MySQL, openStub("mysql", nil), field); got != "" {
		t.Errorf("without a server: %q", got)
	}
	if got := liveText(Describe[ulid.ID](Text), MySQL, &gorm.DB{Config: &gorm.Config{}}, field); got != "" {
		t.Errorf("without a statement: %q", got)
	}
	if got := SQLType(Describe[ulid.ID](Text), openStub("mysql", (&server{answers: users("varchar(36)")}).pool(t)), fieldOf("type:char(26)")); got != "varchar(36)" {
		t.Errorf("SQLType: %q", got)
	}
}
