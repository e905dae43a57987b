package columntype

import (
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/typename"
)

// Generate sets an ID to a new one of T's default generator. Beside an error it is the zero
// value.
func Generate[T id.Fixed](dst *T) error {
	switch g, ok := any(dst).(id.Generatable); {
	case ok:
		return Checked(dst, g.Generate())
	case generateStandard(dst):
		return nil
	}
	t := typename.For[T]()
	return Refuse(Describe[T](Native), "Generate", "", ErrGenerator, t+
		" has no default generator: set the key, or add a generator by db.Use(gormtype.New(gormtype.Generator(func() ("+t+", error) {…})))")
}

// Checked returns the error of a generator, beside which the ID becomes the zero value, and
// refuses the zero ID.
func Checked[T id.Fixed](dst *T, err error) error {
	var zero T
	switch {
	case err != nil:
		*dst = zero
	case *dst == zero:
		return Refuse(Describe[T](Native), "Generate", "", id.ErrZero, "the generator returned the zero ID and no error: fix the function of gormtype.Generator")
	}
	return err
}
