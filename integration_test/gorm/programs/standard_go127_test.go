//go:build go1.27

package programs_test

import (
	"testing"
	standard "uuid"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
)

// TestStandardLikeUint: a plain field of the standard library's UUID does what a uint key does.
func TestStandardLikeUint(t *testing.T) {
	for _, s := range gormtest.Servers {
		t.Run(s.Name, func(t *testing.T) {
			want := library[uint](t, gormtest.OpenBare(t, s))
			models := gormtype.Models(&uintAuthor[standard.UUID]{}, &uintBook[standard.UUID]{}, &uintBadge[standard.UUID]{}, &uintLeaf[standard.UUID]{})
			got := library[standard.UUID](t, gormtest.Use(t, gormtest.OpenBare(t, s), gormtype.Plain[standard.UUID](), models))
			compareOutcomes(t, "plain", got, want)
			compareOutcomes(t, "ID", library[gormtype.ID[standard.UUID]](t, gormtest.Open(t, s)), want)
			bare := gormtest.Dialector(t, s)
			want = shops[uint](t, gormtest.OpenDialector(t, bare), bare)
			models = gormtype.Models(&uintShop[standard.UUID]{}, &uintNote[standard.UUID]{}, &uintLine[standard.UUID]{})
			d := gormtest.Dialector(t, s)
			got = shops[standard.UUID](t, gormtest.Use(t, gormtest.OpenDialector(t, d), gormtype.Plain[standard.UUID](), models), d)
			compareOutcomes(t, "plain with plugins", got, want)
		})
	}
}

// TestStandardStrangers: the programs of TestStrangers.
func TestStandardStrangers(t *testing.T) {
	for _, s := range gormtest.Servers {
		t.Run(s.Name, func(t *testing.T) {
			want := runStrangers[uint](t, gormtest.OpenBare(t, s))
			db := gormtest.Use(t, gormtest.OpenBare(t, s), gormtype.Plain[standard.UUID](), gormtype.Models(strangerModels[standard.UUID]()...))
			compareOutcomes(t, "plain", runStrangers[standard.UUID](t, db), want)
		})
	}
}

// TestStandardPrograms: the programs of TestPrograms.
func TestStandardPrograms(t *testing.T) {
	for _, s := range gormtest.Servers {
		t.Run(s.Name, func(t *testing.T) {
			want := runPrograms[uint](t, gormtest.OpenBare(t, s))
			models := gormtype.Models(append(progModels[standard.UUID](), &progRow[standard.UUID]{}, &progCount[standard.UUID]{})...)
			compareOutcomes(t, "plain", runPrograms[standard.UUID](t, gormtest.Use(t, gormtest.OpenBare(t, s), gormtype.Plain[standard.UUID](), models)), want)
		})
	}
}
