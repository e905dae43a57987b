package typedtest

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/sortid/sortid/id/internal/idtest"
)

// Functions holds the functions of a format for a kind of typed IDs.
type Functions[F any] struct {
	New   func() F
	Parse func(string) (F, error)
}

// Format describes the typed IDs F, whose texts begin with mark, to the conformance suite.
// Their plain IDs have the format f.
func Format[T, F any](f idtest.Format[T], mark string, fn Functions[F]) idtest.Format[F] {
	return idtest.Format[F]{
		Name: f.Name, Size: f.Size, TextSize: len(mark) + f.TextSize, Resolution: f.Resolution, First: f.First, Last: f.Last,
		ZeroIsValid: f.ZeroIsValid, Monotonic: f.Monotonic, CaseSensitive: f.CaseSensitive,
		New: fn.New, Parse: fn.Parse, FromBytes: converted[F](f.FromBytes),
		Valid: func(s string) bool {
			_, err := fn.Parse(s)
			return err == nil
		},
		MustParse: func(s string) F {
			x, err := fn.Parse(s)
			if err != nil {
				panic(err)
			}
			return x
		},
		Min:   func() F { return convert[F](f.Min()) },
		Max:   func() F { return convert[F](f.Max()) },
		MinAt: converted[F](f.MinAt), MaxAt: converted[F](f.MaxAt), At: converted[F](f.At),
		Generator: func(clock func() time.Time) func() (F, error) {
			next := f.Generator(clock)
			return func() (F, error) {
				x, err := next()
				return convert[F](x), err
			}
		},
	}
}

// converted returns f for typed IDs, or nil if f is nil.
func converted[F, T, A any](f func(A) (T, error)) func(A) (F, error) {
	if f == nil {
		return nil
	}
	return func(a A) (F, error) {
		x, err := f(a)
		return convert[F](x), err
	}
}

// convert returns x as another type with the same bytes, without an allocation.
func convert[F, T any](x T) F {
	if from, to := reflect.TypeFor[T](), reflect.TypeFor[F](); from.Kind() != to.Kind() || from.Size() != to.Size() {
		panic(from.String() + " is not " + to.String())
	}
	return *(*F)(unsafe.Pointer(&x))
}

// Text tests that the text of a typed ID is that of the plain one after a prefix, in lower
// case unless the format keeps the case, and that its parser reads the cases that the
// format's parser reads.
func Text[T, F interface {
	comparable
	fmt.Stringer
}](t *testing.T, f idtest.Format[T], mark string, parse func(string) (F, error)) {
	t.Helper()
	for _, x := range []T{f.New(), f.New(), f.Min(), f.Max()} {
		text := x.String()
		want := mark + strings.ToLower(text)
		if f.CaseSensitive {
			want = mark + text
		}
		if got := convert[F](x).String(); got != want {
			t.Errorf("the text of %v is %s, want %s", x, got, want)
		}
		if !f.Valid(text) { // it is too great for a text
			continue
		}
		for _, s := range []string{want, mark + text} {
			if y, err := parse(s); err != nil || y != convert[F](x) {
				t.Errorf("%s is read as %v, %v", s, y, err)
			}
		}
		if y, err := parse(text); err == nil {
			t.Errorf("the text %s without a prefix is read as %v", text, y)
		}
	}
}
