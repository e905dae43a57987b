package operations_test

import (
	"slices"
	"testing"

	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"gorm.io/gorm"
)

// scenario is one thing that must be right with every column type on every server.
type scenario[C columnType] struct {
	name string
	run  func(*testing.T, *gorm.DB, key[C])
}

// suite runs the checks on a new database: all of them on a server in its usual
// setting, and those whose outcome depends on how an ID is passed in every setting. In its usual setting each kind of key
// runs on one of MySQL and MariaDB.
func suite[C columnType](t *testing.T, s gormtest.Server, k key[C]) {
	if s.Kind != "" && s.Params == nil && !dbtest.RunsOn(s.Kind, "keys of "+k.name) {
		return
	}
	t.Run(k.name, func(t *testing.T) {
		db := gormtest.Open(t, s)
		if err := db.AutoMigrate(models[C]()...); err != nil {
			t.Fatal(err)
		}
		sown(t, db, k)
		checks := slices.Concat(queryChecks[C](), deleteChecks[C]())
		if s.Params == nil {
			checks = slices.Concat(checks, createChecks[C](), relationChecks[C](), migrateChecks[C]())
		}
		for _, c := range checks {
			t.Run(c.name, func(t *testing.T) { c.run(t, db, k) })
		}
	})
}

func migrateChecks[C columnType]() []scenario[C] {
	return []scenario[C]{
		{"AutoMigrate again", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			gormtest.MigratesAgain(t, db, models[C]()...)
			if got := gormtest.Problems(t, db, models[C]()...); len(got) > 0 {
				t.Errorf("findings: %v", got)
			}
		}},
	}
}
