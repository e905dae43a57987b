package faults_test

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/integration_test/internal/retry"
	"github.com/sortid/sortid/internal/dbserver"
)

// saving is a function of docs/concurrency.md that stores an order.
type saving func(ctx context.Context, key uuidv7.ID, text string) error

// TestSaving cuts the answer to each function of docs/concurrency.md. The function stores the
// row once and returns nil, also when it is called again, and returns an error when the key
// belongs to another row.
func TestSaving(t *testing.T) {
	for _, set := range settings {
		t.Run(set.name, func(t *testing.T) {
			s, w := set.open(t)
			db := openGORM(t, s.kind, s.pool(t))
			must(t, "migrate", db.AutoMigrate(&Order{}))
			functions := map[string]saving{"createOrders": func(ctx context.Context, key uuidv7.ID, text string) error {
				return createOrders(ctx, db, []Order{{gormtype.Of(key), text}})
			}}
			if s.kind == dbserver.Postgres {
				pool, plain := s.pgx(t), s.pool(t)
				functions["insertOrder"] = func(ctx context.Context, key uuidv7.ID, text string) error { return insertOrder(ctx, plain, key, text) }
				functions["batchNotes"] = func(ctx context.Context, key uuidv7.ID, text string) error {
					return batchNotes(ctx, pool, []note{{key, text}})
				}
				functions["copyNotes"] = func(ctx context.Context, key uuidv7.ID, text string) error {
					return copyNotes(ctx, pool, []note{{key, text}})
				}
			}
			for name, f := range functions {
				t.Run(name, func(t *testing.T) {
					must(t, "first row", f(t.Context(), uuidv7.New(), "first")) // the driver has prepared its statements
					key, text := uuidv7.New(), "tea for "+name
					w.cut(inAnswer, text)
					must(t, "save", f(t.Context(), key, text))
					must(t, "save again", f(t.Context(), key, text))
					if w.uncut() {
						t.Error("the connection was not cut")
					}
					if err := f(t.Context(), key, "another text"); retry.FaultOf(err) != retry.Duplicate {
						t.Errorf("the key belongs to another row: %v, want a duplicate key", err)
					}
					var count int64
					must(t, "count", db.Model(&Order{}).Where("note = ?", text).Count(&count).Error)
					if count != 1 {
						t.Errorf("the row is stored %d times", count)
					}
				})
			}
		})
	}
}

// TestFilled: a struct keeps the key that GORM filled in for an attempt whose answer was
// lost, and the next attempt sends the same key.
func TestFilled(t *testing.T) {
	for _, set := range settings {
		t.Run(set.name, func(t *testing.T) {
			s, w := set.open(t)
			db := openGORM(t, s.kind, s.pool(t))
			must(t, "migrate", db.AutoMigrate(&Order{}))
			must(t, "first row", db.Create(&Order{Note: "first"}).Error)
			orders := []Order{{Note: "tea"}, {Note: "cup"}}
			w.cut(inAnswer, "cup")
			must(t, "save", createOrders(t.Context(), db, orders))
			var count int64
			must(t, "count", db.Model(&Order{}).Count(&count).Error)
			if count != 3 || w.uncut() {
				t.Errorf("%d rows are stored, want 3", count)
			}
		})
	}
}

// goBlock is a piece of Go in a page.
var goBlock = regexp.MustCompile("(?s)```go\n(.*?)```")

// TestPage holds that docs/concurrency.md quotes the code of this package.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/concurrency.md")
	must(t, "page", err)
	var source strings.Builder
	for _, file := range []string{"../internal/retry/retry.go", "example_test.go"} {
		text, err := os.ReadFile(file)
		must(t, "source", err)
		source.Write(text)
	}
	_, section, _ := strings.Cut(string(page), "\n## Retry an insert\n")
	section, _, _ = strings.Cut(section, "\n## ")
	blocks := goBlock.FindAllStringSubmatch(section, -1)
	if len(blocks) == 0 {
		t.Fatal("the section has no code")
	}
	for _, b := range blocks {
		for part := range strings.SplitSeq(b[1], "\n\n") {
			if !strings.Contains(source.String(), strings.TrimSpace(part)) {
				t.Errorf("this code of the page is not in the package:\n%s", part)
			}
		}
	}
}
