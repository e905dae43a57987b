package gorm_test

import (
	"slices"
	"testing"

	"gorm.io/gorm"
)

// scenario is one thing that must be right with every column type on every server.
type scenario[C columnType] struct {
	name string
	run  func(*testing.T, *gorm.DB, key[C])
}

// suite runs the checks on a new database: all of them on a server in its usual
// setting, and those whose outcome depends on how an ID is passed in every setting.
func suite[C columnType](t *testing.T, s server, k key[C]) {
	t.Run(k.name, func(t *testing.T) {
		db := open(t, s)
		if err := db.AutoMigrate(models[C]()...); err != nil {
			t.Fatal(err)
		}
		sown(t, db, k)
		checks := slices.Concat(queryChecks[C](), deleteChecks[C]())
		if s.params == nil {
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
			migratesAgain(t, db, models[C]()...)
			if got := problems(t, db, models[C]()...); len(got) > 0 {
				t.Errorf("findings: %v", got)
			}
		}},
	}
}
