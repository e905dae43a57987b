package columntype

import (
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/typename"
)

// Generate returns a new ID of T's default generator. The value beside an error is the
// zero value.
func Generate[T id.Fixed]() (v T, err error) {
	switch g, ok := any(&v).(id.Generatable); {
	case ok:
		err = g.Generate()
		return Checked(v, err)
	case generateStandard(&v):
		return Checked(v, nil)
	}
	t := typename.For[T]()
	return v, Refuse(Describe[T](Native), "Generate", "", ErrGenerator, t+
		" has no default generator: set the key, or add a generator by db.Use(gormtype.New(gormtype.Generator(func() ("+t+", error) {…})))")
}

func generateInto[T id.Fixed](dst *T) (err error) {
	*dst, err = Generate[T]()
	return err
}

// Checked returns what a generator returned, and refuses the zero ID.
func Checked[T id.Fixed](v T, err error) (T, error) {
	var zero T
	switch {
	case err != nil:
		return zero, err
	case v == zero:
		return zero, Refuse(Describe[T](Native), "Generate", "", id.ErrZero, "the generator returned the zero ID and no error: fix the function of gormtype.Generator")
	}
	return v, nil
}
