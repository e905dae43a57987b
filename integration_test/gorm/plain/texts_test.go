package plain_test

import (
	"database/sql"
	"encoding/json"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// textJob is a model whose IDs programs read into texts.
type textJob struct {
	ID   gormtype.ID[wiji.ID]
	Name string `gorm:"size:20"`
}

// TestDestinations: an ID that is read into a text is its text, wherever the text is.
func TestDestinations(t *testing.T) {
	type shown struct {
		ID   string
		Name string
	}
	type nullable struct {
		ID   sql.NullString
		Name string
	}
	finish := map[string]func(tx *gorm.DB, dest any) *gorm.DB{
		"Find": func(tx *gorm.DB, dest any) *gorm.DB { return tx.Find(dest) },
		"Scan": func(tx *gorm.DB, dest any) *gorm.DB { return tx.Scan(dest) },
	}
	gormtest.OnEachBare(t, gormtest.Settings, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&textJob{}))
		if err := db.AutoMigrate(&textJob{}); err != nil {
			t.Fatal(err)
		}
		job := textJob{Name: "a"}
		gormtest.Must(t, db.Create(&job))
		want := job.ID.String()
		for what, read := range map[string]func() *gorm.DB{
			"Model":       func() *gorm.DB { return db.Model(&textJob{}).Select("id") },
			"Table":       func() *gorm.DB { return db.Table("text_jobs").Select("id") },
			"two columns": func() *gorm.DB { return db.Table("text_jobs").Select("name, id") },
			"Raw":         func() *gorm.DB { return db.Raw("SELECT id FROM text_jobs WHERE id = ?", job.ID) },
			"an alias":    func() *gorm.DB { return db.Raw("SELECT j.id AS id FROM text_jobs j") },
			"a join":      func() *gorm.DB { return db.Raw("SELECT a.id FROM text_jobs a JOIN text_jobs b ON a.id = b.id") },
			"a derived":   func() *gorm.DB { return db.Raw("SELECT id FROM (SELECT id FROM text_jobs) x") },
			"all of it":   func() *gorm.DB { return db.Raw("SELECT x.* FROM (SELECT id FROM text_jobs) x") },
			"a UNION": func() *gorm.DB {
				if db.Name() == "sqlite" { // which has none in parentheses
					return db.Raw("SELECT id FROM text_jobs UNION SELECT id FROM text_jobs")
				}
				return db.Raw("(SELECT id FROM text_jobs) UNION (SELECT id FROM text_jobs)")
			},
			"in a CTE":     func() *gorm.DB { return db.Raw("WITH x AS (SELECT id FROM text_jobs) SELECT id FROM x") },
			"with a limit": func() *gorm.DB { return db.Model(&textJob{}).Select("id").Limit(1) },
		} {
			for end, into := range finish {
				var text string
				var texts []string
				var pointers []*string
				var null sql.NullString
				var nulls []sql.Null[string]
				var one shown
				var list []shown
				var links []*shown
				var nullables []nullable
				var maps []map[string]any
				m := map[string]any{}
				alone := []any{&text, &texts, &pointers, &null, &nulls}
				if what == "two columns" {
					alone = nil
				}
				for _, dest := range append(alone, &one, &list, &links, &nullables, &m, &maps) {
					if err := into(read(), dest).Error; err != nil {
						t.Errorf("%s, %s into %T: %v", what, end, dest, err)
					}
				}
				if alone == nil {
					text, texts, pointers, null, nulls = want, []string{want}, []*string{&want}, sql.NullString{String: want}, []sql.Null[string]{{V: want}}
				}
				if len(texts) != 1 || len(pointers) != 1 || len(nulls) != 1 || len(list) != 1 || len(links) != 1 || len(nullables) != 1 || len(maps) != 1 {
					t.Errorf("%s, %s: %v, %v, %v, %v, %v, %v, %v", what, end, texts, pointers, nulls, list, links, nullables, maps)
					continue
				}
				for i, got := range []any{text, texts[0], *pointers[0], null.String, nulls[0].V, one.ID, list[0].ID, links[0].ID, nullables[0].ID.String, m["id"], maps[0]["id"]} {
					if got != want {
						t.Errorf("%s, %s, destination %d: got %q, want %q", what, end, i, got, want)
					}
				}
			}
		}
		var texts []string
		gormtest.Must(t, db.Model(&textJob{}).Pluck("id", &texts))
		gormtest.Equal(t, "Pluck", texts[0], want)
		gormtest.Must(t, db.Model(&textJob{}).Pluck("DISTINCT(id)", &texts))
		gormtest.Equal(t, "Pluck of an expression", texts[0], want)
		for end, into := range finish {
			var text string
			gormtest.Must(t, into(db.Model(&textJob{}).Select("COALESCE(id, NULL)"), &text))
			gormtest.Equal(t, end+" of an expression", text, want)
		}
		found, err := gorm.G[shown](db).Raw("SELECT id, name FROM text_jobs").Find(t.Context())
		if err != nil || found[0] != (shown{want, "a"}) {
			t.Errorf("generics: %v, %v", found, err)
		}
	})
}

// TestCachedTexts: a library that stores the results of queries, and has its callback in the place of GORM's, sees texts.
func TestCachedTexts(t *testing.T) {
	type shown struct{ ID, Name string }
	gormtest.OnEachBare(t, gormtest.Settings, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&destRow[gormtype.ID[wiji.ID]]{}))
		if err := db.AutoMigrate(&destRow[gormtype.ID[wiji.ID]]{}); err != nil {
			t.Fatal(err)
		}
		row := destRow[gormtype.ID[wiji.ID]]{Name: "a"}
		gormtest.Must(t, db.Create(&row))
		query, cached := db.Callback().Query().Get("gorm:query"), ""
		err := db.Callback().Query().Replace("gorm:query", func(tx *gorm.DB) {
			query(tx)
			data, err := json.Marshal(tx.Statement.Dest)
			cached = string(data)
			_ = tx.AddError(err)
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, dest := range []any{new(string), &[]string{}, &shown{}, &[]shown{}, &map[string]any{}, &[]map[string]any{}} {
			cached = ""
			gormtest.Must(t, db.Model(&destRow[gormtype.ID[wiji.ID]]{}).Select("id").Find(dest))
			if !strings.Contains(cached, `"`+row.ID.String()+`"`) {
				t.Errorf("%T is stored as %s", dest, cached)
			}
		}
	})
}
