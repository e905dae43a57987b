package plain_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

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

// destRow is a model of which single columns are read.
type destRow[K any] struct {
	ID    K
	RefID *K
	Name  string `gorm:"size:20"`
}

func (destRow[K]) TableName() string { return "dest_rows" }

// aloneReads are the ways to read the only column of a statement.
var aloneReads = map[string]func(tx *gorm.DB, column string, dest any) *gorm.DB{
	"Scan": func(tx *gorm.DB, column string, dest any) *gorm.DB {
		return tx.Select(column).Order("name").Limit(1).Scan(dest)
	},
	"least": func(tx *gorm.DB, column string, dest any) *gorm.DB {
		return tx.Select(least(tx, column)).Scan(dest)
	},
	"Pluck": func(tx *gorm.DB, column string, dest any) *gorm.DB {
		return tx.Order("name").Limit(1).Pluck(column, dest)
	},
	"Find": func(tx *gorm.DB, column string, dest any) *gorm.DB {
		return tx.Select(column).Order("name").Limit(1).Find(dest)
	},
	"Take":     func(tx *gorm.DB, column string, dest any) *gorm.DB { return tx.Select(column).Order("name").Take(dest) },
	"Raw.Scan": func(tx *gorm.DB, column string, dest any) *gorm.DB { return raw(tx, column).Scan(dest) },
	"Raw.Scan of all": func(tx *gorm.DB, column string, dest any) *gorm.DB {
		const rows = " FROM dest_rows WHERE name >= ? ORDER BY name LIMIT 1) x"
		return tx.Session(&gorm.Session{NewDB: true}).Raw("SELECT x.* FROM (SELECT "+column+rows, "a").Scan(dest)
	},
	"Raw.Find": func(tx *gorm.DB, column string, dest any) *gorm.DB { return raw(tx, column).Find(dest) },
	"alias": func(tx *gorm.DB, column string, dest any) *gorm.DB {
		return tx.Select(column + " AS x").Order("name").Limit(1).Scan(dest)
	},
	"a session": func(tx *gorm.DB, column string, dest any) *gorm.DB {
		return tx.Select(column).Order("name").Limit(1).Session(&gorm.Session{PrepareStmt: true}).Scan(dest)
	},
}

// least returns the aggregate of the first row. PostgreSQL has no min of uuid.
func least(tx *gorm.DB, column string) string {
	if tx.Name() == "postgres" {
		return "(array_agg(" + column + " ORDER BY name))[1]"
	}
	return "MIN(" + column + ")"
}

func raw(tx *gorm.DB, column string) *gorm.DB {
	return tx.Session(&gorm.Session{NewDB: true}).Raw("SELECT "+column+" FROM dest_rows WHERE name >= ? ORDER BY name LIMIT 1", "a")
}

// createDestRows creates two rows, of which the second refers to the first.
func createDestRows[C any](t *testing.T, db *gorm.DB) []destRow[C] {
	t.Helper()
	if err := db.AutoMigrate(&destRow[C]{}); err != nil {
		t.Fatal(err)
	}
	rows := []destRow[C]{{Name: "a"}, {Name: "b"}}
	gormtest.Must(t, db.Create(&rows[0]))
	rows[1].RefID = &rows[0].ID
	gormtest.Must(t, db.Create(&rows[1]))
	return rows
}

// readsAlone reads an ID of each row into a value, a pointer and lists, in each way. C is the type of the model's fields.
func readsAlone[K, C comparable](t *testing.T, db *gorm.DB, plain func(C) K) {
	rows := createDestRows[C](t, db)
	model := func() *gorm.DB { return db.Model(&destRow[C]{}).Where("name <> ?", "none") }
	want := plain(rows[0].ID)
	for what, read := range aloneReads {
		var value K
		var link *K
		var list []K
		var links []*K
		for _, dest := range []any{&value, &link, &list, &links} {
			if tx := read(model(), "id", dest); tx.Error != nil || tx.RowsAffected != 1 && what != "Take" {
				t.Errorf("%s into %T: %d rows, error %v", what, dest, tx.RowsAffected, tx.Error)
			}
		}
		if len(list) != 1 || len(links) != 1 || link == nil || value != want || *link != want || list[0] != want || *links[0] != want {
			t.Errorf("%s: %v, %v, %v, %v, want %v", what, value, link, list, links, want)
		}
		link = &value
		if tx := read(model().Where("ref_id IS NULL"), "ref_id", &link); !strings.HasPrefix(what, "Raw") && (tx.Error != nil || link != nil) {
			t.Errorf("%s of NULL: %v, error %v", what, link, tx.Error)
		}
		if tx := read(model().Where("ref_id IS NULL"), "ref_id", &value); tx.Error == nil || !strings.Contains(tx.Error.Error(), "NULL") && !strings.Contains(tx.Error.Error(), "<nil>") {
			t.Errorf("%s of NULL into a value: error %v", what, tx.Error)
		}
	}
	edges(t, db, model, want)
}

// edges are reads whose outcome is not one ID.
func edges[K comparable](t *testing.T, db *gorm.DB, model func() *gorm.DB, want K) {
	value, zero := want, *new(K)
	if tx := model().Where("name = ?", "zzz").Select("id").Scan(&value); tx.Error != nil || tx.RowsAffected != 0 || value != want {
		t.Errorf("Scan of no row: %v, %d rows, error %v", value, tx.RowsAffected, tx.Error)
	}
	gormtest.Missing(t, model().Where("name = ?", "zzz").Select("id").Take(&value))
	for what, dest := range map[string]any{"value": &value, "list": &[]K{}, "links": &[]*K{}} {
		if err := model().Select("id", "name").Find(dest).Error; !errors.Is(err, gormtype.ErrDestination) || !strings.Contains(err.Error(), "2 columns") {
			t.Errorf("two columns into a %s: %v", what, err)
		}
		if err := model().Select("id", "name").Scan(dest).Error; err == nil {
			t.Errorf("Scan of two columns into a %s is nil", what)
		}
	}
	if err := model().Session(&gorm.Session{DryRun: true}).Select("id").Scan(&value).Error; !errors.Is(err, gorm.ErrDryRunModeUnsupported) {
		t.Errorf("Scan of a DryRun: %v", err)
	}
	var seen string
	note := func(tx *gorm.DB) { seen = fmt.Sprintf("%T", tx.Statement.Dest) }
	if err := db.Callback().Query().After("gorm:query").Register("test:note", note); err != nil {
		t.Fatal(err)
	}
	gormtest.Must(t, model().Select("id").Find(&value))
	gormtest.Equal(t, "what another callback sees", seen, fmt.Sprintf("%T", &value))
	tx := model().Select("id").Find(&value)
	if tx.Statement.Dest != any(&value) || tx.Statement.ReflectValue.Type() != reflect.TypeFor[K]() {
		t.Errorf("the statement has %T and %v afterwards", tx.Statement.Dest, tx.Statement.ReflectValue.Type())
	}
	shared := model().Select("id").Order("name").Session(&gorm.Session{})
	var list []K
	var name string
	for range 2 { // a shared statement, with destinations of other types between
		value, list, name = zero, nil, ""
		gormtest.Must(t, shared.Limit(1).Scan(&value))
		gormtest.Must(t, shared.Scan(&list))
		gormtest.Must(t, shared.Select("name").Limit(1).Scan(&name))
		if value != want || len(list) != 2 || list[0] != want || name != "a" {
			t.Errorf("a shared statement: %v, %v, %q", value, list, name)
		}
	}
	oneConnection(t, db, model, want)
}

// oneConnection reads where rows that nobody closes would stop the next statement.
func oneConnection[K comparable](t *testing.T, db *gorm.DB, model func() *gorm.DB, want K) {
	pool, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	pool.SetMaxOpenConns(1)
	defer pool.SetMaxOpenConns(0)
	for range 3 {
		var value K
		gormtest.Must(t, model().Select("id").Order("name").Scan(&value)) // leaves the second row
		var text int
		if model().Select("name").Scan(&text).Error == nil || value != want {
			t.Errorf("read %v, and a text as a number", value)
		}
	}
	if n := pool.Stats().InUse; n != 0 {
		t.Errorf("%d connections are in use", n)
	}
	err = db.Transaction(func(tx *gorm.DB) error {
		var value K
		if err := tx.Model(model().Statement.Model).Select("id").Order("name").Scan(&value).Error; err != nil || value != want {
			return fmt.Errorf("%v: %w", value, err)
		}
		return tx.Exec("UPDATE dest_rows SET name = 'a' WHERE name = 'a'").Error
	})
	if err != nil {
		t.Errorf("in a transaction: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := model().WithContext(ctx).Select("id").Scan(new(K)).Error; !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}

// TestDestinationAlone: an ID that a statement returns alone is read into a plain value, which GORM takes
// for a list of numbers, also by Scan, which tells no plugin its destination.
func TestDestinationAlone(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, _ *gorm.DB) {
		t.Run("wiji", func(t *testing.T) { testPlainAlone[wiji.ID](t, s) })
		t.Run("uuidv7", func(t *testing.T) { testPlainAlone[uuidv7.ID](t, s) })
		t.Run("ulid", func(t *testing.T) { testPlainAlone[ulid.ID](t, s) })
		t.Run("kind", func(t *testing.T) { testPlainAlone[wiji.For[textJob]](t, s, gormtype.Plain[wiji.ID]()) })
		t.Run("array", func(t *testing.T) {
			testPlainAlone[gormtest.BareUUID](t, s, gormtype.Plain[gormtest.BareUUID](), gormtype.Generator(gormtest.NewBare))
		})
		t.Run("google", func(t *testing.T) {
			testPlainAlone[uuid.UUID](t, s, gormtype.Plain[uuid.UUID](), gormtype.Generator(uuid.NewV7))
		})
		t.Run("column", func(t *testing.T) {
			readsAlone(t, gormtest.Use(t, gormtest.OpenBare(t, s), gormtype.Models(&destRow[gormtype.ID[wiji.ID]]{})), gormtype.ID[wiji.ID].V)
		})
	})
}

// TestPlainDestinations: the plain IDs of a struct that is no model, and those of a sql.Null, are read as those of one
// are, from each kind of column and from an expression.
func TestPlainDestinations(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, _ *gorm.DB) {
		t.Run("wiji", func(t *testing.T) { testUnlisted[gormtype.ID[wiji.ID], wiji.ID](t, s) })
		t.Run("text", func(t *testing.T) { testUnlisted[gormtype.Text[wiji.ID], wiji.ID](t, s) })
		t.Run("binary", func(t *testing.T) { testUnlisted[gormtype.Binary[ulid.ID], ulid.ID](t, s) })
		t.Run("uid11", func(t *testing.T) { testUnlisted[gormtype.ID[uid11.ID], uid11.ID](t, s) })
		t.Run("integer", func(t *testing.T) { testUnlisted[gormtype.ID[ulidflake.ID], ulidflake.ID](t, s) })
		t.Run("long", func(t *testing.T) { testUnlisted[gormtype.ID[scru160.ID], scru160.ID](t, s) })
		t.Run("typed", func(t *testing.T) { testUnlisted[gormtype.ID[wiji.For[textJob]], wiji.For[textJob]](t, s) })
		t.Run("untyped", func(t *testing.T) { testUnlisted[gormtype.ID[wiji.For[textJob]], wiji.ID](t, s) })
		t.Run("plain", func(t *testing.T) { testUnlisted[wiji.ID, wiji.ID](t, s, gormtype.Plain[wiji.ID]()) })
	})
}

// testUnlisted reads fields of type C into structs with fields of type K, which gormtype.Models does not name.
func testUnlisted[C comparable, K comparable](t *testing.T, s gormtest.Server, options ...gormtype.Option) {
	type part struct {
		ID    K
		RefID *K
		Name  string
	}
	type nulls struct {
		ID    K
		RefID sql.Null[K]
	}
	db := gormtest.Use(t, gormtest.OpenBare(t, s), append(options, gormtype.Models(&destRow[C]{}))...)
	rows := createDestRows[C](t, db)
	want := fmt.Sprint(rows[0].ID)
	for what, read := range map[string]func(dest any) *gorm.DB{
		"Find":       func(dest any) *gorm.DB { return db.Model(&destRow[C]{}).Order("name").Find(dest) },
		"Scan":       func(dest any) *gorm.DB { return db.Model(&destRow[C]{}).Order("name").Scan(dest) },
		"Table.Find": func(dest any) *gorm.DB { return db.Table("dest_rows").Order("name").Find(dest) },
		"Table.Scan": func(dest any) *gorm.DB { return db.Table("dest_rows").Order("name").Scan(dest) },
		"Raw.Find":   func(dest any) *gorm.DB { return db.Raw("SELECT * FROM dest_rows ORDER BY name").Find(dest) },
		"Raw.Scan": func(dest any) *gorm.DB {
			return db.Raw("SELECT id, ref_id, name FROM dest_rows ORDER BY name").Scan(dest)
		},
		"a function": func(dest any) *gorm.DB {
			return db.Raw("SELECT id, COALESCE(ref_id, NULL) AS ref_id, name FROM dest_rows ORDER BY name").Scan(dest)
		},
	} {
		var parts []part
		var links []*part
		var null []nulls
		var anonymous []struct{ ID K }
		for _, dest := range []any{&parts, &links, &null, &anonymous} {
			if tx := read(dest); tx.Error != nil || tx.RowsAffected != 2 {
				t.Fatalf("%s into %T: %d rows, error %v", what, dest, tx.RowsAffected, tx.Error)
			}
		}
		for i, got := range []any{parts[0].ID, *parts[1].RefID, links[0].ID, null[1].RefID.V, anonymous[0].ID} {
			if !strings.HasSuffix(want, fmt.Sprint(got)) { // of a typed one also without the prefix
				t.Errorf("%s, %d: got %v, want %s", what, i, got, want)
			}
		}
		if parts[0].RefID != nil || null[0].RefID.Valid || parts[1].Name != "b" {
			t.Errorf("%s: %v, %v", what, parts, null)
		}
	}
	var list []sql.Null[K]
	gormtest.Must(t, db.Model(&destRow[C]{}).Order("name").Pluck("ref_id", &list))
	if len(list) != 2 || list[0].Valid || !strings.HasSuffix(want, fmt.Sprint(list[1].V)) {
		t.Errorf("Pluck: %v", list)
	}
	found, err := gorm.G[part](db).Raw("SELECT * FROM dest_rows WHERE ref_id = ?", rows[0].ID).Find(t.Context())
	if err != nil || len(found) != 1 || !strings.HasSuffix(want, fmt.Sprint(*found[0].RefID)) {
		t.Errorf("generics: %v, %v", found, err)
	}
}

// TestNullArguments: a sql.Null of an ID is what it holds, in conditions and assignments.
func TestNullArguments(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Settings, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Plain[wiji.ID](), gormtype.Models(&destRow[wiji.ID]{}))
		if err := db.AutoMigrate(&destRow[wiji.ID]{}); err != nil {
			t.Fatal(err)
		}
		a, b := destRow[wiji.ID]{Name: "a"}, destRow[wiji.ID]{Name: "b"}
		gormtest.Must(t, db.Create(&a))
		b.RefID = &a.ID
		gormtest.Must(t, db.Create(&b))
		was := a.ID
		for what, v := range map[string]any{
			"plain": sql.Null[wiji.ID]{V: was, Valid: true}, "column": sql.Null[gormtype.ID[wiji.ID]]{V: gormtype.Of(was), Valid: true}, "pointer": &sql.Null[wiji.ID]{V: was, Valid: true},
			"text": sql.NullString{String: was.String(), Valid: true},
		} {
			for way, tx := range map[string]*gorm.DB{"Where": db.Where("ref_id = ?", v), "a map": db.Where(map[string]any{"ref_id": v})} {
				var found []destRow[wiji.ID]
				if gormtest.Must(t, tx.Find(&found)); len(found) != 1 || found[0].ID != b.ID {
					t.Errorf("%s, %s: %v", what, way, found)
				}
			}
			gormtest.Must(t, db.Model(&b).Update("ref_id", v))
			gormtest.Must(t, db.Model(&b).Updates(map[string]any{"ref_id": v}))
			if a.ID != was || b.RefID == nil || *b.RefID != was {
				t.Fatalf("%s: the IDs are %v and %v", what, a.ID, b.RefID)
			}
		}
		gormtest.Must(t, db.Model(&b).Update("ref_id", sql.Null[wiji.ID]{}))
		if a.ID != was || b.RefID != nil {
			t.Errorf("NULL: the IDs are %v and %v", a.ID, b.RefID)
		}
		gormtest.Equal(t, "NULL", gormtest.Must(t, db.Where("ref_id IS NULL").Find(&[]destRow[wiji.ID]{})).RowsAffected, 2)
	})
}

// destBoss has a relation.
type destBoss[K any] struct {
	ID     K
	BossID *K
	Boss   *destBoss[K] `gorm:"foreignKey:BossID"`
	Name   string       `gorm:"size:20"`
}

func (destBoss[K]) TableName() string { return "dest_bosses" }

// TestTextModel: a second model of the same table can have texts in the place of the IDs.
func TestTextModel(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Settings, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&destBoss[gormtype.ID[wiji.ID]]{}))
		if err := db.AutoMigrate(&destBoss[gormtype.ID[wiji.ID]]{}); err != nil {
			t.Fatal(err)
		}
		a := destBoss[gormtype.ID[wiji.ID]]{Name: "a", Boss: &destBoss[gormtype.ID[wiji.ID]]{Name: "b"}}
		gormtest.Must(t, db.Create(&a))
		id, boss := a.ID.String(), a.Boss.ID.String()
		for what, tx := range map[string]*gorm.DB{
			"Joins": db.Joins("Boss"), "Preload": db.Preload("Boss"), "both": db.Joins("Boss").Preload("Boss.Boss"),
		} {
			var found destBoss[string]
			gormtest.Must(t, tx.First(&found, "dest_bosses.id = ?", id))
			if found.ID != id || *found.BossID != boss || found.Boss == nil || found.Boss.ID != boss || found.Boss.Name != "b" {
				t.Errorf("%s: %+v, boss %+v", what, found, found.Boss)
			}
		}
		c := destBoss[string]{ID: wiji.New().String(), BossID: &id, Name: "c"}
		gormtest.Must(t, db.Create(&c))
		gormtest.Must(t, db.Model(&c).Update("boss_id", boss))
		c.Name = "d"
		gormtest.Must(t, db.Save(&c))
		var of []destBoss[gormtype.ID[wiji.ID]]
		gormtest.Must(t, db.Where("boss_id = ? AND name = ?", a.Boss.ID, "d").Find(&of))
		gormtest.Equal(t, "of the boss", len(of), 1)
		gormtest.Equal(t, "deleted", gormtest.Must(t, db.Delete(&c)).RowsAffected, 1)
	})
}

// testPlainAlone tests a model with plain fields.
func testPlainAlone[K id.Fixed](t *testing.T, s gormtest.Server, options ...gormtype.Option) {
	if len(options) == 0 {
		options = []gormtype.Option{gormtype.Plain[K]()}
	}
	db := gormtest.Use(t, gormtest.OpenBare(t, s), append(options, gormtype.Models(&destRow[K]{}))...)
	readsAlone(t, db, func(x K) K { return x })
}

// TestDestinationOfOthers: arrays and other values that are no IDs have the same outcome with and without the plugin.
func TestDestinationOfOthers(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, bare *gorm.DB) {
		const create = "CREATE TABLE others (a varchar(20), n int PRIMARY KEY)"
		db := gormtest.Use(t, gormtest.OpenBare(t, s), gormtype.Plain[wiji.ID](), gormtype.Models(&destRow[wiji.ID]{}))
		for _, db := range []*gorm.DB{bare, db} {
			gormtest.Must(t, db.Exec(create))
			gormtest.Must(t, db.Exec("INSERT INTO others VALUES ('0123456789abcdef', 7), (NULL, 8)"))
		}
		for _, make := range []func() any{
			func() any { return new([16]byte) }, func() any { return new([]byte) }, func() any { return new([16]int) }, func() any { return new([2]string) },
			func() any { return new(string) }, func() any { return new(*string) }, func() any { return new([]string) }, func() any { return new(int) },
			func() any { return new([]*int) }, func() any { return map[string]any{} }, func() any { return new([]map[string]any) },
			func() any { return new(struct{ A string }) }, func() any { return new([]struct{ N *int }) },
		} {
			for _, column := range []string{"a", "n", "a, n"} {
				seen := [2]string{}
				for i, db := range []*gorm.DB{bare, db} {
					d := make()
					tx := db.Raw("SELECT " + column + " FROM others ORDER BY n").Scan(d)
					first, _, _ := strings.Cut(fmt.Sprint(tx.Error), "; ") // with Go 1.27, pgx does not always report the NULL as well
					seen[i] = fmt.Sprintf("%+v %d %v", reflect.Indirect(reflect.ValueOf(d)), tx.RowsAffected, first)
				}
				if strings.Contains(seen[0], "0x") { // a pointer
					seen = [2]string{}
				}
				if seen[0] != seen[1] {
					t.Errorf("%s into %T:\nwith    %s\nwithout %s", column, make(), seen[1], seen[0])
				}
			}
		}
	})
}
