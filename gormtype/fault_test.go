package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// Types of programs that hold a value or none.
type (
	optional[T any] struct{ V *T }
	// optionalTyped says which column it needs.
	optionalTyped[T any] struct{ V *T }
	// optionalDB says it to a migration.
	optionalDB[T any] struct{ V *T }
)

func (versionField) CreateClauses(*schema.Field) []clause.Interface {
	return []clause.Interface{clause.Returning{}}
}
func (optional[T]) Value() (driver.Value, error)                     { return "", nil }
func (optionalTyped[T]) Value() (driver.Value, error)                { return "", nil }
func (optionalDB[T]) Value() (driver.Value, error)                   { return "", nil }
func (*optional[T]) Scan(any) error                                  { return nil }
func (*optionalTyped[T]) Scan(any) error                             { return nil }
func (*optionalTyped[T]) GormDataType() string                       { return "bytes" }
func (*optionalDB[T]) Scan(any) error                                { return nil }
func (*optionalDB[T]) GormDBDataType(*gorm.DB, *schema.Field) string { return "blob" }

// The models with faults, and without.
type (
	faultOf[K any] struct {
		ID  uint
		Ref K
	}
	faultTagged struct {
		ID  uint
		Ref wiji.ID `gorm:"type:char(26)"`
	}
	faultIgnored struct {
		ID  uint
		Ref wiji.ID `gorm:"-"`
	}
	faultOptionTagged struct {
		ID  uint
		Ref optional[wiji.ID] `gorm:"type:blob"`
	}
	faultSerialized struct {
		ID  uint
		Ref wiji.ID `gorm:"serializer:json"`
	}
	faultSerializer struct {
		ID ID[wiji.ID] `gorm:"serializer:json"`
	}
	faultDefault struct {
		ID ID[wiji.ID] `gorm:"default:sortid_wiji_new()"`
	}
	faultDefaultOther struct {
		ID  ID[ulid.ID]
		Ref ID[wiji.ID] `gorm:"default:sortid_wiji_new()"`
	}
	faultParent struct {
		ID       ID[wiji.ID]
		Children []faultChild `gorm:"foreignKey:ParentID;constraint:OnDelete:SET NULL"`
	}
	faultChild struct {
		ID       ID[wiji.ID]
		ParentID ID[wiji.ID]
	}
	faultUpdated struct {
		ID       ID[wiji.ID]
		ParentID ID[wiji.ID]
		Parent   *goodParent `gorm:"constraint:OnUpdate:set null"`
	}
	goodParent struct {
		ID       ID[wiji.ID]
		Children []goodChild  `gorm:"foreignKey:ParentID;constraint:OnDelete:SET NULL"`
		Others   []goodOther  `gorm:"foreignKey:ParentID;constraint:OnDelete:CASCADE"`
		Numbers  []goodNumber `gorm:"foreignKey:ParentName;references:Name;constraint:OnDelete:SET NULL"`
		Name     string
	}
	goodChild struct {
		ID       ID[wiji.ID]
		ParentID *ID[wiji.ID]
	}
	goodOther struct {
		ID       ID[wiji.ID]
		ParentID ID[wiji.ID]
	}
	goodNumber struct {
		ID         ID[wiji.ID]
		ParentName string
	}
	faultFilm struct {
		ID     wiji.ID
		Actors []faultActor `gorm:"many2many:film_actors"`
	}
	faultActor struct{ ID wiji.ID }
	faultLastA struct{ ID wiji.ID }
	faultLastB struct{ ID wiji.ID }
	goodClause struct {
		Version versionField
		ID      ID[wiji.ID]
	}
	// versionField is a field of another library, with a clause of its own.
	versionField int
	faultOwner   struct {
		ID      ID[wiji.ID]
		Ref     sqltype.Binary[wiji.ID]
		OwnedID *ID[wiji.ID]
		Owned   *faultBefore
	}
	faultBefore struct {
		ID  ID[wiji.ID]
		Ref sqltype.Binary[wiji.ID]
	}
	faultRelated struct {
		ID    ID[wiji.ID]
		RefID uint
		Ref   *faultOf[wiji.ID]
	}
)

// TestFaults: which models db.Use refuses, and why.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		options []Option
		model   any
		want    string
	}{
		{nil, &faultOf[wiji.ID]{}, "gormtype: field faultOf[id/wiji.ID].Ref: plain ID: a plain wiji.ID is no column type: make it a gormtype.ID[wiji.ID], or add gormtype.Plain[wiji.ID]() to gormtype.New, and the model to gormtype.Models"},
		{nil, &faultOf[*wiji.ID]{}, "gormtype: field faultOf[*id/wiji.ID].Ref: plain ID: a plain wiji.ID is no column type: make it a gormtype.ID[wiji.ID], or add gormtype.Plain[wiji.ID]() to gormtype.New, and the model to gormtype.Models"},
		{nil, &faultOf[wiji.For[typedUser]]{}, "gormtype: field faultOf[id/wiji.For[gormtype.typedUser]].Ref: plain ID: a plain wiji.For[gormtype.typedUser] is no column type: make it a gormtype.ID[wiji.For[gormtype.typedUser]], or add gormtype.Plain[wiji.ID]() to gormtype.New, and the model to gormtype.Models"},
		{nil, &faultOf[ulidflake.ID]{}, "gormtype: field faultOf[id/ulidflake.ID].Ref: plain ID: a plain ulidflake.ID is no column type: make it a gormtype.ID[ulidflake.ID], or add gormtype.Plain[ulidflake.ID]() to gormtype.New, and the model to gormtype.Models"},
		{nil, &faultTagged{}, ""},
		{nil, &faultIgnored{}, ""},
		{nil, &faultSerialized{}, ""},
		{nil, &faultSerializer{}, "gormtype.ID[wiji.ID]: field faultSerializer.ID: contradicting tag: the tag serializer would replace the form of the column: remove it"},
		{nil, &faultRelated{}, "gormtype: field faultOf[id/wiji.ID].Ref: plain ID: a plain wiji.ID is no column type: make it a gormtype.ID[wiji.ID], or add gormtype.Plain[wiji.ID]() to gormtype.New, and the model to gormtype.Models"},
		{nil, &faultOf[sqltype.Binary[wiji.ID]]{}, "gormtype: field faultOf[sqltype.Binary[id/wiji.ID]].Ref: plain ID: sqltype.Binary[wiji.ID] is for database/sql, and GORM expands its bytes into a list: make it a gormtype.ID, Text or Binary"},
		{nil, &faultOf[*sqltype.Text[wiji.ID]]{}, "gormtype: field faultOf[*sqltype.Text[id/wiji.ID]].Ref: plain ID: sqltype.Text[wiji.ID] is for database/sql, and GORM expands its bytes into a list: make it a gormtype.ID, Text or Binary"},
		{nil, &faultOf[sql.Null[ID[wiji.ID]]]{}, "gormtype: field faultOf[database/sql.Null[gormtype.Column[id/wiji.ID,gormtype.native]]].Ref: plain ID: GORM knows no column for sql.Null[gormtype.Column[wiji.ID,gormtype.native]]: make it a pointer to the column type"},
		{nil, &faultOf[sql.Null[string]]{}, ""},
		{nil, &faultOf[sql.NullString]{}, ""},
		{nil, &faultOf[optional[wiji.ID]]{}, "gormtype: field faultOf[gormtype.optional[id/wiji.ID]].Ref: plain ID: GORM makes a column of texts for gormtype.optional[wiji.ID]: make it a pointer to the ID or to the column type"},
		{nil, &faultOf[optional[ID[wiji.ID]]]{}, "gormtype: field faultOf[gormtype.optional[gormtype.Column[id/wiji.ID,gormtype.native]]].Ref: plain ID: GORM makes a column of texts for gormtype.optional[gormtype.Column[wiji.ID,gormtype.native]]: make it a pointer to the ID or to the column type"},
		{nil, &faultOf[optionalTyped[wiji.ID]]{}, ""},
		{nil, &faultOf[optionalDB[wiji.ID]]{}, ""},
		{nil, &faultOptionTagged{}, ""},
		{nil, &faultOf[optional[foreignID]]{}, "gormtype: field faultOf[gormtype.optional[gormtype.foreignID]].Ref: plain ID: GORM makes a column of texts for gormtype.optional[gormtype.foreignID]: make it a pointer to the ID or to the column type"},
		{[]Option{Plain[foreignID]()}, &faultOf[optional[foreignID]]{}, "gormtype: field faultOf[gormtype.optional[gormtype.foreignID]].Ref: plain ID: GORM makes a column of texts for gormtype.optional[gormtype.foreignID]: make it a pointer to the ID or to the column type"},
		{nil, &faultOf[optional[string]]{}, ""},
		{nil, &faultDefault{}, ""},
		{[]Option{made()}, &faultDefault{}, "gormtype.ID[wiji.ID]: field faultDefault.ID: contradicting tag: the tag default:sortid_wiji_new() makes the values in the server, and gormtype.Generator of wiji.ID makes none: remove the tag, or the option"},
		{[]Option{made()}, &faultDefaultOther{}, ""},
		{nil, &faultParent{}, "gormtype: field faultChild.ParentID: plain ID: the constraint of faultParent.Children sets it to NULL, and a value has no NULL: make it a pointer"},
		{nil, &faultUpdated{}, "gormtype: field faultUpdated.ParentID: plain ID: the constraint of faultUpdated.Parent sets it to NULL, and a value has no NULL: make it a pointer"},
		{nil, &goodParent{}, ""},
		{nil, &goodClause{}, ""},
		{nil, 5, "gormtype.New: model int: unsupported data type: 5"},

		{[]Option{Plain[foreignID]()}, &goodChild{}, "gormtype.Plain[gormtype.foreignID]: no field of the models has this type: add the model to gormtype.Models, or remove the option"},
		{[]Option{Plain[wiji.ID]()}, &goodChild{}, "gormtype.Plain[wiji.ID]: no field of the models has this type: add the model to gormtype.Models, or remove the option"},
		{[]Option{Plain[wiji.ID]()}, &faultOf[wiji.ID]{}, ""},
		{[]Option{Plain[wiji.ID]()}, &faultOf[wiji.For[typedUser]]{}, ""},
		{[]Option{Generator(func() (uid11.ID, error) { return someUID, nil })}, &goodChild{}, "gormtype.Generator[uid11.ID]: no field of the models has this type: add the model to gormtype.Models, or remove the option"},
		{[]Option{GeneratorOf(wiji.New)}, &goodChild{}, ""},
		{[]Option{GeneratorOf(wiji.New)}, &typedUser{}, ""},
		{[]Option{GeneratorOf(wiji.New), GeneratorOf(wiji.New)}, &goodChild{}, "gormtype.Generator[wiji.ID]: a second generator of the type: remove one"},
		{[]Option{GeneratorOf(wiji.NewFor[typedUser])}, &goodChild{}, "gormtype.Generator[wiji.For[gormtype.typedUser]]: no field of the models has this type: add the model to gormtype.Models, or remove the option"},
		{[]Option{Generator[wiji.ID](nil)}, &goodChild{}, "gormtype.Generator[wiji.ID]: the function is nil: pass the New method of a generator"},
		{[]Option{Blocks(ulid.NewBlock, &goodChild{})}, &goodChild{}, "gormtype.Blocks: gormtype.goodChild has no column of ulid.ID: pass the blocks of the format of its key"},
		{[]Option{Blocks(wiji.NewBlock, &goodChild{})}, &goodChild{}, ""},
		{[]Option{Blocks(wiji.NewBlock, &[]goodChild{})}, &goodChild{}, ""},
		{[]Option{Blocks((func(int) (blocks.Block[wiji.ID], error))(nil), &goodChild{})}, &goodChild{}, "gormtype.Blocks: the function is nil: pass NewBlock of a format"},
	} {
		db := (&server{dialect: "sqlite"}).openBare(t)
		err := db.Use(New(append(c.options, Models(c.model))...))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got = strings.ReplaceAll(got, "github.com/sortid/sortid/", ""); !matches(got, c.want) {
			t.Errorf("%T, %d options:\n<<%s>>%s<</>>", c.model, len(c.options), c.want, got)
		}
	}
}

// TestOptionsWithoutModels: an option that no field needs is an error only if the models are named.
func TestOptionsWithoutModels(t *testing.T) {
	for what, option := range map[string]Option{"Plain": Plain[foreignID](), "GeneratorOf": GeneratorOf(wiji.New)} {
		if err := (&server{dialect: "sqlite"}).openBare(t).Use(New(option)); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestFaultsOfStatements: a wrong model that db.Use does not know is an error of its statements, in its own table.
func TestFaultsOfStatements(t *testing.T) {
	type wrong struct {
		ID  ID[wiji.ID]
		Ref sqltype.Binary[wiji.ID]
	}
	type tagged struct {
		ID  ID[wiji.ID] `gorm:"size:7"`
		Ref sqltype.Binary[wiji.ID]
	}
	for what, c := range map[string]struct {
		run  func(db *gorm.DB) *gorm.DB
		want string
	}{
		"Find":               {func(db *gorm.DB) *gorm.DB { return db.Find(&[]wrong{}) }, "error: gormtype: field wrong.Ref: plain ID: sqltype.Binary[wiji.ID] is for database/sql, and GORM expands its bytes into a list: make it a gormtype.ID, Text or Binary"},
		"First":              {func(db *gorm.DB) *gorm.DB { return db.First(&wrong{}) }, "error: gormtype: field wrong.Ref: plain ID: …"},
		"Create":             {func(db *gorm.DB) *gorm.DB { return db.Create(&wrong{}) }, "error: gormtype: field wrong.Ref: plain ID: …"},
		"Update":             {func(db *gorm.DB) *gorm.DB { return db.Model(&wrong{}).Where("id = ?", someWiji).Update("ref", nil) }, "error: gormtype: field wrong.Ref: plain ID: …"},
		"Delete":             {func(db *gorm.DB) *gorm.DB { return db.Where("id = ?", someWiji).Delete(&wrong{}) }, "error: gormtype: field wrong.Ref: plain ID: …"},
		"Row":                {func(db *gorm.DB) *gorm.DB { tx := db.Model(&wrong{}); tx.Error = tx.Row().Err(); return tx }, "error: gormtype: field wrong.Ref: plain ID: …"},
		"another table":      {func(db *gorm.DB) *gorm.DB { return db.Table("others").Find(&[]wrong{}) }, `SELECT * FROM "others"`},
		"SQL":                {func(db *gorm.DB) *gorm.DB { return db.Raw("SELECT 1").Find(&[]wrong{}) }, "SELECT 1"},
		"Scan of SQL":        {func(db *gorm.DB) *gorm.DB { return db.Raw("SELECT 1").Scan(&[]wrong{}) }, "SELECT 1"},
		"a tag":              {func(db *gorm.DB) *gorm.DB { return db.Find(&[]tagged{}) }, "error: gormtype.ID[wiji.ID]: field tagged.ID: contradicting tag: the tag size:7 is not the length of the ID, which is 16 bytes: remove it"},
		"a tag, other table": {func(db *gorm.DB) *gorm.DB { return db.Table("others").Find(&[]tagged{}) }, "error: gormtype.ID[wiji.ID]: field tagged.ID: contradicting tag: …"},
		"a tag, SQL":         {func(db *gorm.DB) *gorm.DB { return db.Raw("SELECT 1").Find(&[]tagged{}) }, "error: gormtype.ID[wiji.ID]: field tagged.ID: contradicting tag: …"},
		"a tag, Scan":        {func(db *gorm.DB) *gorm.DB { return db.Raw("SELECT 1").Scan(&[]tagged{}) }, "SELECT 1"},
		"a tag, Row":         {func(db *gorm.DB) *gorm.DB { tx := db.Model(&tagged{}); tx.Error = tx.Row().Err(); return tx }, "error: gormtype.ID[wiji.ID]: field tagged.ID: contradicting tag: …"},
	} {
		s := &server{dialect: "sqlite"}
		if got := s.outcome(c.run(s.open(t)).Error); !matches(got, c.want) {
			t.Errorf("%s:\n<<%s>>%s<</>>", what, c.want, got)
		}
	}
}

// TestFaultFirst: of several faults, that of a model of the options comes before those of its related models, that of a join table
// comes last, and the others in the order of the tables.
func TestFaultFirst(t *testing.T) {
	for range 10 {
		for _, c := range []struct {
			models []any
			want   string
		}{
			{[]any{&faultFilm{}}, "gormtype: field faultActor.ID: "},
			{[]any{&faultOwner{}}, "gormtype: field faultOwner.Ref: "},
			{[]any{&faultLastB{}, &faultLastA{}}, "gormtype: field faultLastA.ID: "},
			{[]any{&faultLastB{}, &faultSerializer{}}, "gormtype.ID[wiji.ID]: field faultSerializer.ID: contradicting tag: "},
		} {
			if err := (&server{dialect: "sqlite"}).openBare(t).Use(New(Models(c.models...))); err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Fatalf("%v, want %s", err, c.want)
			}
		}
	}
}

// NullOwn is a program's own type that has the form of a sql.Null.
type NullOwn struct {
	V     ID[wiji.ID]
	Valid bool
}

// TestNullValue: which types are those of database/sql for a value or NULL.
func TestNullValue(t *testing.T) {
	for of, want := range map[reflect.Type]reflect.Type{
		reflect.TypeFor[sql.NullString](): reflect.TypeFor[string](), reflect.TypeFor[sql.Null[wiji.ID]](): reflect.TypeFor[wiji.ID](),
		reflect.TypeFor[NullOwn](): nil, reflect.TypeFor[sql.RawBytes](): nil, reflect.TypeFor[sql.NamedArg](): nil, reflect.TypeFor[string](): nil,
	} {
		if got := nullValue(of); got != want {
			t.Errorf("%v: %v, want %v", of, got, want)
		}
	}
}

// TestOptional: a generic type is one of IDs if its argument is an ID of this module, the standard UUID, or one of an option.
func TestOptional(t *testing.T) {
	p := &plugin{plains: map[reflect.Type]adopter{reflect.TypeFor[time.Month](): {}}}
	for t1, want := range map[reflect.Type]bool{
		reflect.TypeFor[optional[time.Month]](): true, reflect.TypeFor[optional[time.Duration]](): false, reflect.TypeFor[optional[wiji.ID]](): true,
		reflect.TypeFor[optional[string]](): false, reflect.TypeFor[time.Month](): false,
	} {
		if got := p.isOptional(&schema.Field{IndirectFieldType: t1}); got != want {
			t.Errorf("%v: %t, want %t", t1, got, want)
		}
	}
}
