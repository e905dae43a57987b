package gorm_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/idtesting"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
	"gorm.io/gorm"
)

type (
	recipeJob struct {
		ID   gormtype.ID[wiji.ID]
		Name string `gorm:"size:20"`
	}
	recipeNode struct {
		ID   gormtype.ID[uid11.ID]
		Name string
	}
)

// TestRecipes runs lines of docs/recipes.md that no other test has.
func TestRecipes(t *testing.T) {
	t.Run("fixtures", func(t *testing.T) {
		db := open(t, onSQLite)
		if err := db.AutoMigrate(&recipeJob{}); err != nil {
			t.Fatal(err)
		}
		key := wiji.MustParse("06C53S7D1FKM00046FZ4TP1QAW")
		must(t, db.Create(&recipeJob{ID: gormtype.Of(key), Name: "a"}))
		must(t, db.Take(&recipeJob{}, key))
	})
	t.Run("the same IDs in each run", func(t *testing.T) {
		for range 2 {
			src := idtesting.NewSource(1, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
			seq := wiji.Generator{Clock: src.Now, Rand: src}
			db := use(t, openBare(t, onSQLite), gormtype.Generator(seq.New))
			if err := db.AutoMigrate(&polyPost{}, &polyNote{}); err != nil {
				t.Fatal(err)
			}
			post := polyPost{Notes: []polyNote{{Text: "a"}}}
			must(t, db.Create(&post))
			equal(t, "the time of a typed key", post.ID.V().Time().Year(), 2026)
			equal(t, "the time of a plain key", post.Notes[0].ID.V().Time().Year(), 2026)
		}
	})
	t.Run("node numbers", func(t *testing.T) {
		snowish := uid11.Generator{Profile: uid11.Snowish, Machine: id.NodeOf(7)}
		db := use(t, openBare(t, onSQLite), gormtype.Models(&recipeNode{}), gormtype.Generator(snowish.New))
		if err := db.AutoMigrate(&recipeNode{}); err != nil {
			t.Fatal(err)
		}
		row := recipeNode{Name: "a"}
		must(t, db.Create(&row))
		made, err := snowish.New()
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range []uint64{uint64(row.ID.V()), uint64(made)} {
			equal(t, "the machine", x>>12&(1<<10-1), 7)
		}
	})
	t.Run("COPY", func(t *testing.T) {
		onEach(t, []server{onPostgres}, func(t *testing.T, _ server, db *gorm.DB) {
			if err := db.AutoMigrate(&recipeJob{}); err != nil {
				t.Fatal(err)
			}
			jobs := []recipeJob{{ID: gormtype.Of(wijiAt(1)), Name: "a"}, {ID: gormtype.Of(wijiAt(2)), Name: "b"}}
			pool, err := db.DB()
			if err != nil {
				t.Fatal(err)
			}
			conn, err := pool.Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			err = conn.Raw(func(raw any) error {
				c := raw.(*stdlib.Conn).Conn()
				if err := pgxtype.AfterConnect()(context.Background(), c); err != nil {
					return err
				}
				_, err := c.CopyFrom(context.Background(), pgx.Identifier{"recipe_jobs"}, []string{"id", "name"},
					pgx.CopyFromSlice(len(jobs), func(i int) ([]any, error) { return []any{jobs[i].ID.V(), jobs[i].Name}, nil }))
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			must(t, db.Take(&recipeJob{}, wijiAt(2)))
		})
	})
}
