//go:build go1.27

package gormtype

import (
	"testing"
	standard "uuid"
)

// TestStandardUUID: a key of the standard library's type fills itself, and another
// generator takes precedence.
func TestStandardUUID(t *testing.T) {
	type order struct{ ID ID[standard.UUID] }
	for _, dialect := range []string{"postgres", "mysql", "sqlite"} {
		db := dryRun(t, dialect)
		var first, second order
		for _, o := range []*order{&first, &second} {
			if err := db.Create(o).Error; err != nil {
				t.Fatal(err)
			}
		}
		a, b := first.ID.V(), second.ID.V()
		if a[6]>>4 != 7 || a == b || a.String() >= b.String() {
			t.Errorf("%s: the keys are %v and %v", dialect, a, b)
		}
		if err := db.Use(New(GeneratorOf(standard.NewV4))); err != nil {
			t.Fatal(err)
		}
		var third order
		if err := db.Create(&third).Error; err != nil || third.ID.V()[6]>>4 != 4 {
			t.Errorf("%s: the key of another generator is %v, %v", dialect, third.ID.V(), err)
		}
	}
}
