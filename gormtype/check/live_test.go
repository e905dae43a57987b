package check

import (
	"database/sql/driver"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// postgresColumn is a row of the columns of PostgreSQL: with these settings, of an ordinary column of the collation C.
func postgresColumn(name, dataType string, change func(row []driver.Value)) []driver.Value {
	//              name  type      shown     length    nullable defaults identity generated
	r := []driver.Value{name, dataType, dataType, int64(0), false, "", false, false,
		// collation, its provider, locale and whether it is deterministic, and the locale and provider of the database
		"C", "c", "C", true, "en_US.UTF-8", "c"}
	change(r)
	return r
}

// mysqlColumn is a row of the columns of MySQL.
func mysqlColumn(name, dataType, shown string, length any, nullable string, collation, defaults any, extra string) []driver.Value {
	return []driver.Value{name, dataType, shown, length, nullable, collation, defaults, extra}
}

// TestLive: what the servers' catalogs say of a table. The rows are those that servers returned.
func TestLive(t *testing.T) {
	for _, c := range []struct {
		name    string
		dialect columntype.Dialect
		table   string
		answers []answer
		asked   string // the end of the first query
		want    liveTable
	}{
		{"PostgreSQL", columntype.Postgres, "app.t", []answer{
			{"FROM base", [][]driver.Value{
				postgresColumn("id", "uuid", func(r []driver.Value) { r[8], r[9], r[10], r[11] = nil, nil, nil, nil }),
				postgresColumn("code", "varchar", func(r []driver.Value) { r[2], r[3], r[4] = "character varying(26)", int64(26), true }),
				postgresColumn("folded", "citext", func(r []driver.Value) { r[5] = "'x'::citext" }),
				postgresColumn("word", "text", func(r []driver.Value) { r[8], r[9], r[10] = "en_US.utf8", "c", "en_US.utf8" }),
				postgresColumn("own", "text", func(r []driver.Value) { r[8], r[9], r[10] = "default", "d", nil }),
				postgresColumn("builtin", "text", func(r []driver.Value) { r[8], r[9], r[12], r[13] = "default", "d", "C.UTF-8", "b" }),
				postgresColumn("loose", "text", func(r []driver.Value) { r[8], r[9], r[10], r[11] = "ci", "i", "und", false }),
				postgresColumn("counted", "int8", func(r []driver.Value) { r[6] = true }),
				postgresColumn("serial", "int8", func(r []driver.Value) { r[5] = "nextval('t_serial_seq'::regclass)" }),
				postgresColumn("made", "uuid", func(r []driver.Value) { r[5], r[6], r[7] = "gen()", true, true }),
			}, nil},
			{"relkind NOT IN", [][]driver.Value{{false, true}}, nil},
			{"i.indisprimary", [][]driver.Value{{"t_pkey", true, "id", int64(0)}, {"t_u", false, "a", int64(0)}, {"t_u", false, "", int64(0)}, {"t_v", false, "b", int64(0)}}, nil},
			{"f.confrelid", [][]driver.Value{{"owner_id", "app", "users", "id"}, {"team_id", "app", "teams", "id"}}, nil},
			{"pg_get_triggerdef", [][]driver.Value{{"set_id", "BEGIN -- new.a := 1\n new.id := 1; /* new.b := 2;\n */ END", true}, {"log", "x", false}}, nil},
		}, ` ["app"."t"] ["app"."t"]`, liveTable{
			columns: map[string]liveColumn{
				"id": {dataType: "uuid", shown: "uuid"}, "code": {dataType: "varchar", shown: "character varying(26)", length: 26, nullable: true, collation: "C"},
				"folded": {dataType: "citext", shown: "citext", collation: "C", order: caseless, defaults: "'x'::citext"},
				"word":   {dataType: "text", shown: "text", collation: "en_US.utf8", order: otherOrder},
				"own":    {dataType: "text", shown: "text", collation: "default (en_US.UTF-8)", order: otherOrder}, "builtin": {dataType: "text", shown: "text", collation: "default (C.UTF-8)"},
				"loose":   {dataType: "text", shown: "text", collation: "ci", order: caseless},
				"counted": {dataType: "int8", shown: "int8", collation: "C", maker: byCounter}, "serial": {dataType: "int8", shown: "int8", collation: "C", defaults: "nextval('t_serial_seq'::regclass)", maker: byCounter},
				"made": {dataType: "uuid", shown: "uuid", collation: "C", defaults: "gen()", maker: byExpression},
			},
			isSplit:    true,
			keys:       []liveKey{{true, []keyPart{{"id", 0}}}, {false, []keyPart{{"a", 0}, {"", 0}}}, {false, []keyPart{{"b", 0}}}},
			references: []liveReference{{"owner_id", "app", "users", "id"}, {"team_id", "app", "teams", "id"}},
			triggers:   []liveTrigger{{"set_id", "BEGIN  \n new.id := 1;   END", true}, {"log", "x", false}},
		}},
		{"PostgreSQL without a schema", columntype.Postgres, "t", []answer{{"relkind NOT IN", [][]driver.Value{{true, false}}, nil}}, ` ["t"] ["t"]`, liveTable{columns: map[string]liveColumn{}, isView: true}},
		{"MySQL", columntype.MySQL, "shop.t", []answer{
			{"FROM information_schema.columns", [][]driver.Value{
				mysqlColumn("id", "BINARY", "binary(16)", int64(16), "NO", nil, nil, ""),
				mysqlColumn("code", "varchar", "varchar(26)", int64(26), "YES", "ascii_bin", "x", "DEFAULT_GENERATED"),
				mysqlColumn("word", "varchar", "varchar(26)", int64(26), "YES", "utf8mb4_0900_ai_ci", nil, "VIRTUAL GENERATED"),
				mysqlColumn("cased", "varchar", "varchar(26)", int64(26), "YES", "latin1_general_cs", nil, "STORED GENERATED"),
				mysqlColumn("old", "varchar", "varchar(26)", int64(26), "YES", "binary", nil, "persistent"),
				mysqlColumn("num", "bigint", "bigint UNSIGNED", nil, "NO", nil, nil, "auto_increment"),
			}, nil},
			{"table_type LIKE", [][]driver.Value{{int64(0), int64(1)}}, nil},
			{"information_schema.statistics", [][]driver.Value{{"PRIMARY", int64(1), "id", int64(8)}}, nil},
			{"key_column_usage", nil, nil},
			{"information_schema.triggers", [][]driver.Value{{"set_id", "SET NEW.id = 1", int64(1)}}, nil},
		}, " [shop] [t]", liveTable{
			columns: map[string]liveColumn{
				"id": {dataType: "binary", shown: "binary(16)", length: 16}, "code": {dataType: "varchar", shown: "varchar(26)", length: 26, nullable: true, collation: "ascii_bin", defaults: "x"},
				"word":  {dataType: "varchar", shown: "varchar(26)", length: 26, nullable: true, collation: "utf8mb4_0900_ai_ci", order: caseless, maker: byExpression},
				"cased": {dataType: "varchar", shown: "varchar(26)", length: 26, nullable: true, collation: "latin1_general_cs", order: otherOrder, maker: byExpression},
				"old":   {dataType: "varchar", shown: "varchar(26)", length: 26, nullable: true, collation: "binary", maker: byExpression},
				"num":   {dataType: "bigint", shown: "bigint UNSIGNED", unsigned: true, maker: byCounter},
			},
			isSplit: true, keys: []liveKey{{true, []keyPart{{"id", 8}}}}, triggers: []liveTrigger{{"set_id", "SET NEW.id = 1", true}},
		}},
		{"SQLite", columntype.SQLite, "t", []answer{
			{"dflt_value, hidden", [][]driver.Value{
				{"id", "INTEGER", int64(0), nil, int64(0)}, {"code", "VARCHAR (26)", int64(1), "'x'", int64(0)}, {"folded", "text", int64(1), nil, int64(1)}, {"padded", "clob", int64(1), nil, int64(0)},
				{"own", "", int64(1), nil, int64(2)}, {"ref", "UUID", int64(1), nil, int64(3)},
			}, nil},
			{"type = 'view', FALSE", [][]driver.Value{{int64(0), int64(0)}}, nil},
			{"AS parts ORDER BY", [][]driver.Value{{"", int64(1), "id", int64(0)}}, nil},
			{"pragma_foreign_key_list", [][]driver.Value{{"ref", "main", "others", ""}}, nil},
			{"SELECT name, sql, FALSE", nil, nil},
			{"`code`", valuesOf("A", "B", "a", "c", "c "), nil}, {"`folded`", valuesOf("a", "B", "c", "c "), nil}, {"`padded`", valuesOf("A", "B", "a", "c"), nil}, {"`own`", valuesOf("a", "A", "B", "c", "c "), nil},
			{"SELECT sql FROM", valuesOf("CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, code) /* without rowid, strict */"), nil},
		}, " [t] [main]", liveTable{
			columns: map[string]liveColumn{
				"id": {dataType: "integer", shown: "INTEGER", maker: byCounter}, "code": {dataType: "varchar", shown: "VARCHAR (26)", defaults: "'x'"},
				"folded": {dataType: "text", shown: "text", order: caseless, collation: "NOCASE"}, "padded": {dataType: "clob", shown: "clob", order: otherOrder, collation: "RTRIM"},
				"own": {order: otherOrder, collation: "of the column", maker: byExpression}, "ref": {dataType: "numeric", shown: "UUID", maker: byExpression},
			},
			keys: []liveKey{{true, []keyPart{{"id", 0}}}}, references: []liveReference{{"ref", "main", "others", ""}},
		}},
		{"SQLite with a schema", columntype.SQLite, `"app".t`, []answer{
			{`"app".sqlite_master`, nil, nil},
		}, " [t] [app]", liveTable{columns: map[string]liveColumn{}}},
	} {
		s := &server{answers: c.answers}
		ch := checkerOf(t, s, c.dialect, nil)
		got, err := ch.live(c.table)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, got\n%+v, want\n%+v", c.name, err, got, c.want)
		}
		if !strings.HasSuffix(s.asked[0], c.asked) {
			t.Errorf("%s: asked %q", c.name, s.asked[0])
		}
		n := len(s.asked)
		if again, err := ch.live(c.table); err != nil || !reflect.DeepEqual(again, got) || len(s.asked) != n {
			t.Errorf("%s: a second time %v, asked %d times", c.name, err, len(s.asked)-n)
		}
		// Each query and each row can fail.
		for i, asked := range s.asked {
			lost := errors.New("lost")
			query, _, _ := strings.Cut(asked, " [")
			for _, broken := range []answer{{query, nil, lost}, {query, [][]driver.Value{{struct{}{}}}, nil}} {
				answers := slices.Concat([]answer{broken}, c.answers)
				if _, err := checkerOf(t, &server{answers: answers}, c.dialect, nil).live(c.table); err == nil {
					t.Errorf("%s: query %d fails, and no error", c.name, i)
				}
			}
		}
	}
}

// TestReadSQLite: what the text of a CREATE TABLE says of the columns.
func TestReadSQLite(t *testing.T) {
	for _, c := range []struct {
		ddl  string
		keys []liveKey
		want string // dataType, n for NULL, c for a counter; of id, n
	}{
		{"CREATE TABLE t (id integer, n any)", nil, "integer n, any n"},
		{"CREATE TABLE t (id integer PRIMARY KEY, n any)", []liveKey{{true, []keyPart{{"id", 0}}}}, "integer, any n"},
		{"CREATE TABLE t (id integer PRIMARY KEY autoincrement, n any)", []liveKey{{true, []keyPart{{"id", 0}}}}, "integer c, any n"},
		{"CREATE TABLE t (id integer PRIMARY KEY, n any DEFAULT 'autoincrement')", []liveKey{{true, []keyPart{{"id", 0}}}}, "integer, any n"},
		{"CREATE TABLE t (id integer PRIMARY KEY, n any) STRICT", []liveKey{{true, []keyPart{{"id", 0}}}}, "integer, blob n"},
		{"CREATE TABLE t (id integer, n any, PRIMARY KEY (id, n)) WITHOUT ROWID", []liveKey{{true, []keyPart{{"id", 0}, {"n", 0}}}}, "integer, any"},
		{"CREATE TABLE t (id integer, n any, PRIMARY KEY (id, n))", []liveKey{{true, []keyPart{{"id", 0}, {"n", 0}}}}, "integer n, any n"},
		{"CREATE TABLE t (id integer PRIMARY KEY AUTOINCREMENT, n any) WITHOUT ROWID", []liveKey{{true, []keyPart{{"id", 0}}}}, "integer, any n"},
		{"CREATE TABLE t (id integer, n any PRIMARY KEY AUTOINCREMENT)", []liveKey{{true, []keyPart{{"n", 0}}}}, "integer n, any n"},
		{"CREATE TABLE t (id integer UNIQUE, n any) -- without rowid", []liveKey{{false, []keyPart{{"id", 0}}}}, "integer n, any n"},
		{"CREATE TABLE t (id integer, strict any, n any)", nil, "integer n, any n"},
		{"strict", nil, "integer n, blob n"},
	} {
		live := liveTable{keys: c.keys, columns: map[string]liveColumn{"id": {dataType: "integer", nullable: true}, "n": {dataType: "any", nullable: true}}}
		live.readSQLite(c.ddl)
		var got []string
		for _, name := range []string{"id", "n"} {
			column := live.columns[name]
			got = append(got, column.dataType+map[bool]string{true: " n"}[column.nullable]+map[maker]string{byCounter: " c"}[column.maker])
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.ddl, got, c.want)
		}
	}
}

// The models of a relation: members has the keys of users and groups.
type (
	user struct {
		ID     gormtype.Text[ulid.ID]
		Groups []group `gorm:"many2many:members"`
		BossID *gormtype.Text[ulid.ID]
		Boss   *user
	}
	group struct {
		ID gormtype.Text[ulid.ID]
	}
	visit struct {
		ID     gormtype.ID[ulid.ID]
		UserID gormtype.ID[ulid.ID] // of another form than the key
		User   user
	}
	pageOf[K, F any] struct {
		ID     K
		NextID F
		Next   *pageOf[K, F]
	}
)

// album has toys, whose owners are of several types.
type (
	album struct {
		ID   gormtype.Text[ulid.ID]
		Toys []toy `gorm:"polymorphic:Owner"`
	}
	toy struct {
		ID        int
		OwnerID   gormtype.Text[ulid.ID]
		OwnerType string
	}
)

func (user) TableName() string         { return "users" }
func (group) TableName() string        { return "groups" }
func (visit) TableName() string        { return "visits" }
func (pageOf[K, F]) TableName() string { return "t" }

// TestRelations: fields of a relation that have other types than the keys which they hold, and columns of texts that differ.
func TestRelations(t *testing.T) {
	text := func(collation string) liveTable {
		c := liveColumn{dataType: "varchar", shown: "varchar(26)", length: 26, collation: collation}
		boss := c
		boss.nullable = true
		return liveTable{columns: map[string]liveColumn{"id": c, "boss_id": boss, "user_id": c, "group_id": c}, keys: []liveKey{{true, []keyPart{{"id", 0}}}, {true, []keyPart{{"user_id", 0}, {"group_id", 0}}}}}
	}
	visits := text("ascii_bin")
	visits.columns = map[string]liveColumn{"id": {dataType: "binary", shown: "binary(16)", length: 16}, "user_id": {dataType: "binary", shown: "binary(16)", length: 16}}
	const columns = "a server can refuse the foreign key, and joins the two without an index: give both columns the same type and collation, such as varchar(26) CHARACTER SET ascii COLLATE ascii_bin, and convert values of another form"
	keyless := text("ascii_bin")
	keyless.keys = nil
	mixed := text("ascii_bin")
	mixed.references = []liveReference{{"boss_id", "", "users", ""}} // which is the relation, too
	mixed.columns["boss_id"] = liveColumn{dataType: "varchar", shown: "varchar(30)", length: 30, nullable: true, collation: "ascii_bin"}
	short := text("ascii_bin")
	delete(short.columns, "boss_id")
	for _, c := range []struct {
		name   string
		model  any
		tables map[string]liveTable
		want   string
	}{
		{"the same types", &user{}, map[string]liveTable{"users": text("ascii_bin"), "groups": text("ascii_bin"), "members": text("ascii_bin")}, ""},
		{"columns of another collation", &user{}, map[string]liveTable{"users": text("ascii_bin"), "groups": text("ascii_bin"), "members": text("utf8mb4_bin")},
			"members.user_id: foreign-key-type: the column refers to users.id, which is varchar(26) COLLATE ascii_bin, and is varchar(26) COLLATE utf8mb4_bin: " + columns + "\n" +
				"members.group_id: foreign-key-type: the column refers to groups.id, which is varchar(26) COLLATE ascii_bin, and is varchar(26) COLLATE utf8mb4_bin: " + columns},
		{"a column of another length", &user{}, map[string]liveTable{"users": mixed, "groups": text("ascii_bin"), "members": text("ascii_bin")},
			"users.boss_id: foreign-key-type: the column refers to users.id, which is varchar(26) COLLATE ascii_bin, and is varchar(30) COLLATE ascii_bin: " + columns},
		{"a join table without a key", &user{}, map[string]liveTable{"users": text("ascii_bin"), "groups": text("ascii_bin"), "members": keyless},
			"members: missing-key: the table has no primary key or unique index on exactly (user_id, group_id), the key of the model: it has no key: ALTER TABLE `members` ADD PRIMARY KEY (`user_id`, `group_id`)"},
		{"a relation to rows of several types", &album{}, map[string]liveTable{"albums": text("ascii_bin"), "toys": {columns: map[string]liveColumn{"id": {}, "owner_id": text("ascii_bin").columns["id"]}}}, ""},
		{"a missing column", &user{}, map[string]liveTable{"users": short, "groups": text("ascii_bin"), "members": text("ascii_bin")},
			"users.boss_id: missing-column: the field user.BossID has no column: run AutoMigrate"},
		{"fields of other forms", &visit{}, map[string]liveTable{"visits": visits, "users": text("ascii_bin")},
			"visits.user_id: foreign-key-type: the field visit.UserID is gormtype.ID[ulid.ID], and the key user.ID is gormtype.Text[ulid.ID]: they do not have the same values in the database: give both fields the same type"},
		{"no table", &group{}, map[string]liveTable{"groups": {}}, "groups: missing-table: the model group has no table: run AutoMigrate, or name the table by TableName"},
	} {
		ch := checkerOf(t, new(server), columntype.MySQL, c.tables)
		if err := ch.schema(schemaOf(t, c.model)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if got := lines(ch.findings); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
		n := len(ch.findings)
		if err := ch.schema(schemaOf(t, c.model)); err != nil || len(ch.findings) > n {
			t.Errorf("%s: looked at twice: %v", c.name, err)
		}
	}
	// The types of a key and of a field that holds it.
	for _, c := range []struct {
		model any
		dl    columntype.Dialect
		same  bool
	}{
		{pageOf[gormtype.ID[ulid.ID], *gormtype.ID[ulid.ID]]{}, columntype.Postgres, true},
		{pageOf[gormtype.ID[ulid.ID], gormtype.ID[wiji.ID]]{}, columntype.Postgres, true},
		{pageOf[gormtype.ID[ulid.ID], gormtype.Binary[ulid.ID]]{}, columntype.Postgres, false},
		{pageOf[gormtype.ID[ulid.ID], gormtype.Binary[ulid.ID]]{}, columntype.MySQL, true},
		{pageOf[gormtype.ID[ulid.ID], gormtype.Binary[scruID]]{}, columntype.MySQL, false},
		{pageOf[gormtype.Text[ulid.ID], string]{}, columntype.MySQL, true},
		{pageOf[gormtype.Text[ulid.ID], int64]{}, columntype.MySQL, false},
		{pageOf[gormtype.ID[uidID], int64]{}, columntype.MySQL, true},
		{pageOf[gormtype.ID[uidID], uint64]{}, columntype.MySQL, true},
		{pageOf[gormtype.ID[uidID], int]{}, columntype.MySQL, true},
		{pageOf[gormtype.ID[uidID], uint]{}, columntype.MySQL, true},
		{pageOf[gormtype.ID[uidID], *int64]{}, columntype.MySQL, true},
		{pageOf[gormtype.ID[uidID], string]{}, columntype.MySQL, false},
		{pageOf[gormtype.ID[uidID], float64]{}, columntype.MySQL, true}, // which is unknown
		{pageOf[gormtype.ID[uidID], valuer]{}, columntype.MySQL, true},  // so is what its Value returns
		{pageOf[string, gormtype.ID[ulid.ID]]{}, columntype.MySQL, false},
		{pageOf[valuer, gormtype.ID[ulid.ID]]{}, columntype.MySQL, true},
	} {
		s := schemaOf(t, c.model)
		ch := checkerOf(t, new(server), c.dl, map[string]liveTable{"t": {}})
		ch.judgeRelation(s.LookUpField("ID"), s.LookUpField("NextID"))
		ch.judgeRelation(s.LookUpField("ID"), s.LookUpField("NextID"))
		if got := len(ch.findings); (got == 0) != c.same || got > 1 {
			t.Errorf("%T: %s", c.model, lines(ch.findings))
		}
	}
	s := schemaOf(t, pageOf[gormtype.ID[uidID], *string]{})
	ch := checkerOf(t, new(server), columntype.MySQL, nil)
	if ch.judgeRelation(s.LookUpField("ID"), s.LookUpField("NextID")); !strings.Contains(lines(ch.findings), ".NextID is *string, and the key ") {
		t.Errorf("the type of a field: %s", lines(ch.findings))
	}
}

// TestUnreadReferences: a table that is not read ends the check.
func TestUnreadReferences(t *testing.T) {
	lost := errors.New("lost")
	text := liveTable{columns: map[string]liveColumn{"id": {dataType: "varchar", shown: "varchar(26)", length: 26}}, keys: []liveKey{{true, []keyPart{{"id", 0}}}}}
	text.columns["boss_id"] = text.columns["id"]
	for _, known := range []map[string]liveTable{
		{}, {"users": text}, {"users": text, "members": text}, {"members": text, "groups": text},
	} {
		ch := checkerOf(t, &server{answers: []answer{{"information_schema", nil, lost}}}, columntype.MySQL, known)
		if err := ch.schema(schemaOf(t, &user{})); !errors.Is(err, lost) {
			t.Errorf("%v: %v", reflect.ValueOf(known).MapKeys(), err)
		}
	}
	s := schemaOf(t, &user{})
	boss := s.LookUpField("BossID")
	for _, known := range []map[string]liveTable{{}, {"users": text}, {"groups": text}} {
		group := schemaOf(t, &group{}).LookUpField("ID")
		ch := checkerOf(t, &server{answers: []answer{{"information_schema", nil, lost}}}, columntype.MySQL, known)
		if err := ch.judgeJoin(group, boss); !errors.Is(err, lost) {
			t.Errorf("judgeJoin with %v: %v", reflect.ValueOf(known).MapKeys(), err)
		}
	}
	ch := checkerOf(t, &server{answers: []answer{{"information_schema", nil, lost}}}, columntype.MySQL, nil)
	for _, c := range []struct{ key, foreign *schema.Field }{ // which hold no texts
		{schemaOf(t, &visit{}).LookUpField("ID"), schemaOf(t, &visit{}).LookUpField("UserID")}, {boss, schemaOf(t, &toy{}).LookUpField("OwnerType")},
	} {
		if err := ch.judgeJoin(c.key, c.foreign); err != nil {
			t.Errorf("judgeJoin of %s: %v", c.foreign.Name, err)
		}
	}
	halves := checkerOf(t, new(server), columntype.MySQL, map[string]liveTable{"users": text, "groups": {}})
	if err := halves.judgeJoin(schemaOf(t, &group{}).LookUpField("ID"), boss); err != nil || len(halves.findings) > 0 {
		t.Errorf("judgeJoin without a column: %v, %s", err, lines(halves.findings))
	}
	unread := checkerOf(t, &server{answers: []answer{{"FROM `members`", nil, lost}}}, columntype.MySQL, map[string]liveTable{"users": text, "groups": text, "members": {
		columns: map[string]liveColumn{"user_id": text.columns["id"], "group_id": text.columns["id"]}, keys: []liveKey{{true, []keyPart{{"user_id", 0}, {"group_id", 0}}}},
	}})
	if err := unread.schema(schemaOf(t, &user{})); !errors.Is(err, lost) {
		t.Errorf("the values of a join table: %v", err)
	}
	d := columntype.Of(boss)
	if err := ch.judgeReferences(target{field: boss, Description: d}, []liveReference{{"boss_id", "", "users", ""}}); !errors.Is(err, lost) {
		t.Errorf("judgeReferences: %v", err)
	}
	if err := ch.judgeReferences(target{field: boss, Description: d}, []liveReference{{"other", "", "users", ""}}); err != nil {
		t.Errorf("judgeReferences of another column: %v", err)
	}
}

// valuer is a type with a method Value.
type valuer int64

// Value returns a text.
func (*valuer) Value() (driver.Value, error) { return "x", nil }

// TestRun: the errors of Run, and its findings.
func TestRun(t *testing.T) {
	lost := errors.New("lost")
	model := row[gormtype.ID[ulid.ID]]{}
	for _, c := range []struct {
		dl      columntype.Dialect
		answers []answer
		model   any
		want    string
	}{
		{columntype.Unknown, nil, model, "check: dialect oracle: unknown dialect: its columns are unknown: use a driver whose dialect is postgres (also CockroachDB, YugabyteDB), mysql (also MariaDB, TiDB) or sqlite"},
		{columntype.Postgres, nil, 5, "check: int is not a model: unsupported data type: 5: Table not set, please set it like: db.Model(&user) or db.Table(\"users\")"},
		{columntype.Postgres, []answer{{"FROM base", nil, lost}}, model, "check: table t: lost"},
	} {
		findings, err := Run((&server{answers: c.answers}).open(t, c.dl), c.model)
		if len(findings) > 0 || err == nil || !strings.HasPrefix(err.Error(), strings.SplitAfter(c.want, "unsupported")[0]) {
			t.Errorf("%v, %v, want %s", findings, err, c.want)
		}
	}
	s := &server{answers: []answer{{"FROM base", [][]driver.Value{postgresColumn("id", "text", func([]driver.Value) {}), postgresColumn("n", "int8", func([]driver.Value) {})}, nil}, {"i.indisprimary", [][]driver.Value{{"k", true, "id", int64(0)}}, nil}}}
	db := s.open(t, columntype.Postgres)
	findings, err := Run(db.Where("n = 1"), model, &model)
	const want = "t.id: wrong-type: the column is text, and gormtype.ID[ulid.ID] needs uuid: make the column uuid, or use the column type that fits it"
	if err != nil || lines(findings) != want {
		t.Errorf("%v, %s, want %s", err, lines(findings), want)
	}
	for _, asked := range s.asked {
		if strings.Contains(asked, "n = 1") {
			t.Errorf("the conditions of the DB are asked: %s", asked)
		}
	}
	if got := (Finding{Name: "missing-table", Table: "t", Detail: "no table", Remedy: "make one"}).String(); got != "t: missing-table: no table: make one" {
		t.Errorf("a finding of a table: %s", got)
	}
}

// plugin is the plugin as a check sees it.
type plugin struct{ generates bool }

func (plugin) Name() string                  { return columntype.PluginName }
func (plugin) Initialize(*gorm.DB) error     { return nil }
func (p plugin) Generates(reflect.Type) bool { return p.generates }

// TestGeneratorFault: a default of a key for which the program names a generator.
func TestGeneratorFault(t *testing.T) {
	const fault = "t.id: contradicting-tag: the tag default:my_id() makes the values in the server, and gormtype.Generator of ulid.ID makes none: remove the tag, or the option: fix the tag of "
	for _, c := range []struct {
		plugin    gorm.Plugin
		model     any
		wantFault bool
	}{
		{nil, defaultKey{}, false}, {plugin{false}, defaultKey{}, false}, {plugin{true}, defaultKey{}, true}, {plugin{true}, row[gormtype.ID[ulid.ID]]{}, false}, {plugin{true}, defaultOther{}, false},
	} {
		ch := checkerOf(t, new(server), columntype.Postgres, map[string]liveTable{"t": tableOf(liveColumn{dataType: "uuid", shown: "uuid"})})
		if c.plugin != nil {
			ch.db.Plugins = map[string]gorm.Plugin{columntype.PluginName: c.plugin}
		}
		if err := ch.schema(schemaOf(t, c.model)); err != nil {
			t.Error(err)
		}
		if got := lines(ch.findings); strings.HasPrefix(got, fault) != c.wantFault || !c.wantFault && got != "" {
			t.Errorf("%T with %v: %s", c.model, c.plugin, got)
		}
	}
}

type (
	defaultKey struct {
		ID gormtype.ID[ulid.ID] `gorm:"primaryKey;default:my_id()"`
	}
	defaultOther struct {
		N  int                  `gorm:"primaryKey"`
		ID gormtype.ID[ulid.ID] `gorm:"default:my_id()"`
	}
)

func (defaultKey) TableName() string   { return "t" }
func (defaultOther) TableName() string { return "t" }

// TestTriggers: which triggers assign a column.
func TestTriggers(t *testing.T) {
	for _, c := range []struct {
		text          string
		before, after bool
	}{
		{"BEGIN new.id := uuidv7(); END", true, false},
		{"BEGIN NEW.\"id\" = uuidv7(); END", true, false},
		{"set new.id = 1", true, false},
		{"SET NEW . `id` = 1", true, false},
		{"SET NEW.n = 1, NEW.id = 2", true, false},
		{"IF new.n = 1 THEN new.id := 2; END IF", true, false},
		{"SELECT x INTO new.id FROM y", true, false},
		{"BEGIN new.ident := 1; END", false, false},
		{"BEGIN new.n := new.id; END", false, false},
		{"BEGIN IF new.id = other THEN RETURN new; END IF; END", false, false},
		{"BEGIN IF new.id IS NULL THEN new.id := 1; END IF; END", false, false},
		{"BEGIN IF new.id = '' THEN new.id := 1; END IF; END", false, false},
		{"BEGIN IF (new.id = 0) THEN new.id := 1; END IF; END", false, false},
		{"BEGIN IF new.n = 1 AND new.id = x'00' THEN new.id := 1; END IF; END", false, false},
		{"BEGIN IF new.n = 1 OR new.id = unhex('00') THEN new.id := 1; END IF; END", false, false},
		{"CASE WHEN new.id = repeat('0', 3) THEN new.id := 1", false, false},
		{"CASE WHEN new.id = decode('') THEN new.id := 1", false, false},
		{"SET NEW.id = COALESCE(NEW.id, 1)", false, false},
		{"SET NEW.id = IFNULL(NULLIF(NEW.id, ''), 1)", false, false},
		{"SET NEW.id = nvl( NEW.id, 1)", false, false},
		{"BEGIN UPDATE t SET id = 1; END", true, true},
		{"BEGIN UPDATE main.\"t\" SET n = 2, \"id\" = 1; END", true, true},
		{"BEGIN UPDATE [t] SET [id] = 1 WHERE n = new.n; END", true, true},
		{"BEGIN UPDATE t SET n = 1 WHERE a = 1, id = 2; END", false, false},
		{"BEGIN UPDATE t SET id = 1 WHERE id IS NULL; END", false, false},
		{"BEGIN UPDATE others SET id = 1; END", false, false},
		{"BEGIN UPDATE t SET ident = 1; END", false, false},
		{"BEGIN UPDATE t SET n = 1; UPDATE t SET id = 2; END", true, true},
		{"BEGIN UPDATE t SET n = 1; UPDATE others SET id = 2; END", false, false},
	} {
		before := liveTrigger{text: c.text, isBefore: true}.assigns("t", "id")
		after := liveTrigger{text: c.text}.assigns("t", "id")
		if before != c.before || after != c.after {
			t.Errorf("%s: assigns %t before and %t after", c.text, before, after)
		}
	}
}

type (
	scruID = scru160.ID
	uidID  = uid11.ID
)
