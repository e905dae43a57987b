package operations_test

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
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
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
		db := gormtest.Open(t, gormtest.OnSQLite)
		if err := db.AutoMigrate(&recipeJob{}); err != nil {
			t.Fatal(err)
		}
		key := wiji.MustParse("06C53S7D1FKM00046FZ4TP1QAW")
		gormtest.Must(t, db.Create(&recipeJob{ID: gormtype.Of(key), Name: "a"}))
		gormtest.Must(t, db.Take(&recipeJob{}, key))
	})
	t.Run("the same IDs in each run", func(t *testing.T) {
		for range 2 {
			src := idtesting.NewSource(1, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
			seq := wiji.Generator{Clock: src.Now, Rand: src}
			db := gormtest.Use(t, gormtest.OpenBare(t, gormtest.OnSQLite), gormtype.Generator(seq.New))
			if err := db.AutoMigrate(&polyPost{}, &polyNote{}); err != nil {
				t.Fatal(err)
			}
			post := polyPost{Notes: []polyNote{{Text: "a"}}}
			gormtest.Must(t, db.Create(&post))
			gormtest.Equal(t, "the time of a typed key", post.ID.V().Time().Year(), 2026)
			gormtest.Equal(t, "the time of a plain key", post.Notes[0].ID.V().Time().Year(), 2026)
		}
	})
	t.Run("node numbers", func(t *testing.T) {
		snowish := uid11.Generator{Profile: uid11.Snowish, Machine: id.NodeOf(7)}
		db := gormtest.Use(t, gormtest.OpenBare(t, gormtest.OnSQLite), gormtype.Models(&recipeNode{}), gormtype.Generator(snowish.New))
		if err := db.AutoMigrate(&recipeNode{}); err != nil {
			t.Fatal(err)
		}
		row := recipeNode{Name: "a"}
		gormtest.Must(t, db.Create(&row))
		made, err := snowish.New()
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range []uint64{uint64(row.ID.V()), uint64(made)} {
			gormtest.Equal(t, "the machine", x>>12&(1<<10-1), 7)
		}
	})
	t.Run("COPY", func(t *testing.T) {
		gormtest.OnEach(t, []gormtest.Server{gormtest.OnPostgres}, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
			if err := db.AutoMigrate(&recipeJob{}); err != nil {
				t.Fatal(err)
			}
			jobs := []recipeJob{{ID: gormtype.Of(gormtest.WijiAt(1)), Name: "a"}, {ID: gormtype.Of(gormtest.WijiAt(2)), Name: "b"}}
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
			gormtest.Must(t, db.Take(&recipeJob{}, gormtest.WijiAt(2)))
		})
	})
}
