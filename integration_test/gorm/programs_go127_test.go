//go:build go1.27

package gorm_test

import (
	"testing"
	standard "uuid"

	"github.com/sortid/sortid/gormtype"
)

// TestStandardLikeUint: a plain field of the standard library's UUID does what a uint key does.
func TestStandardLikeUint(t *testing.T) {
	for _, s := range plain {
		t.Run(s.name, func(t *testing.T) {
			want := library[uint](t, openBare(t, s))
			models := gormtype.Models(&uintAuthor[standard.UUID]{}, &uintBook[standard.UUID]{}, &uintBadge[standard.UUID]{}, &uintLeaf[standard.UUID]{})
			got := library[standard.UUID](t, use(t, openBare(t, s), gormtype.Plain[standard.UUID](), models))
			compareOutcomes(t, "plain", got, want)
			compareOutcomes(t, "ID", library[gormtype.ID[standard.UUID]](t, open(t, s)), want)
			bare := dialector(t, s)
			want = shops[uint](t, openDialector(t, bare), bare)
			models = gormtype.Models(&uintShop[standard.UUID]{}, &uintNote[standard.UUID]{}, &uintLine[standard.UUID]{})
			d := dialector(t, s)
			got = shops[standard.UUID](t, use(t, openDialector(t, d), gormtype.Plain[standard.UUID](), models), d)
			compareOutcomes(t, "plain with plugins", got, want)
		})
	}
}

// TestStandardStrangers: the programs of TestStrangers.
func TestStandardStrangers(t *testing.T) {
	for _, s := range plain {
		t.Run(s.name, func(t *testing.T) {
			want := runStrangers[uint](t, openBare(t, s))
			db := use(t, openBare(t, s), gormtype.Plain[standard.UUID](), gormtype.Models(strangerModels[standard.UUID]()...))
			compareOutcomes(t, "plain", runStrangers[standard.UUID](t, db), want)
		})
	}
}

// TestStandardPrograms: the programs of TestPrograms.
func TestStandardPrograms(t *testing.T) {
	for _, s := range plain {
		t.Run(s.name, func(t *testing.T) {
			want := runPrograms[uint](t, openBare(t, s))
			models := gormtype.Models(append(progModels[standard.UUID](), &progRow[standard.UUID]{}, &progCount[standard.UUID]{})...)
			compareOutcomes(t, "plain", runPrograms[standard.UUID](t, use(t, openBare(t, s), gormtype.Plain[standard.UUID](), models)), want)
		})
	}
}
