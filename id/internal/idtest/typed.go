package idtest

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// User is a kind of typed IDs without a prefix.
type User struct{ _ [1000]byte }

// Order is a kind of typed IDs with the prefix "order".
type Order struct{}

// IDPrefix returns the prefix of the texts.
func (*Order) IDPrefix() string { return "order" }

const orderMark = "order_"

// Kind holds the functions of a format for a kind of typed IDs.
type Kind[F any] struct {
	New   func() F
	Parse func(string) (F, error)
	// TextSize is the length of a text without its prefix; 0 if it is that of the plain ID.
	TextSize int
}

// Typed tests that the typed IDs of a format are its plain IDs in everything but their type and
// the prefix of their texts. F is For[User], and O is For[Order].
func Typed[T ID[T], F ID[F], O ID[O], P Pointer[T], FP Pointer[F], OP Pointer[O]](t *testing.T, f Format[T], user Kind[F], order Kind[O]) {
	t.Run("plain", func(t *testing.T) { Run[F, FP](t, typedFormat(f, "", user)) })
	t.Run("prefix", func(t *testing.T) { Run[O, OP](t, typedFormat(f, orderMark, order)) })
	ids := []T{f.New(), f.Min(), f.Max(), *new(T)}
	t.Run("Methods", func(t *testing.T) { sameMethods[T, F](t) })
	t.Run("Results", func(t *testing.T) {
		sameResults[T, F](t, ids, "Value", "GormDataType", "GoString")
		sameResults[T, O](t, ids, "Value", "GormDataType", "GoString", "String", "AppendText", "MarshalText")
	})
	if order.TextSize == 0 {
		t.Run("Text", func(t *testing.T) { prefixedText(t, f, order) })
	}
}

// typedFormat describes the typed IDs F, whose texts begin with mark, to the suite.
func typedFormat[T any, F ID[F]](f Format[T], mark string, kind Kind[F]) Format[F] {
	size := f.TextSize
	if kind.TextSize > 0 {
		size = kind.TextSize
	}
	return Format[F]{
		Name: f.Name, Size: f.Size, TextSize: len(mark) + size, Resolution: f.Resolution, Fixed: f.Fixed, First: f.First, Last: f.Last,
		ZeroIsValid: f.ZeroIsValid, Monotonic: f.Monotonic, CaseSensitive: f.CaseSensitive, isTyped: true,
		New: kind.New, Parse: kind.Parse, FromBytes: converted[F](f.FromBytes),
		Valid: func(s string) bool {
			_, err := kind.Parse(s)
			return err == nil
		},
		MustParse: func(s string) F { return Must(kind.Parse(s)) },
		Min:       func() F { return convert[F](f.Min()) },
		Max:       func() F { return convert[F](f.Max()) },
		MinAt:     converted[F](f.MinAt), MaxAt: converted[F](f.MaxAt), At: converted[F](f.At),
		Compare: F.Compare, Spell: f.Spell,
	}
}

// converted returns f for typed IDs.
func converted[F, T, A any](f func(A) (T, error)) func(A) (F, error) {
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

// prefixedText tests that the text of a typed ID is that of the plain one after a prefix, in
// lower case unless the format keeps the case, and that its parser reads the cases that the
// format's parser reads.
func prefixedText[T ID[T], F ID[F]](t *testing.T, f Format[T], kind Kind[F]) {
	for _, x := range []T{f.New(), f.New(), f.Min(), f.Max()} {
		text := x.String()
		want := orderMark + strings.ToLower(text)
		if f.CaseSensitive {
			want = orderMark + text
		}
		if got := convert[F](x).String(); got != want {
			t.Errorf("the text of %v is %s, want %s", x, got, want)
		}
		if !f.Valid(text) { // it is too great for a text
			continue
		}
		for _, s := range []string{want, orderMark + text} {
			if y, err := kind.Parse(s); err != nil || y != convert[F](x) {
				t.Errorf("%s is read as %v, %v", s, y, err)
			}
		}
		if y, err := kind.Parse(text); err == nil {
			t.Errorf("the text %s without a prefix is read as %v", text, y)
		}
	}
}

// sameMethods tests that the methods of F are methods of T with the same types, but for T itself.
func sameMethods[T, F any](t *testing.T) {
	plain, typed := reflect.TypeFor[*T](), reflect.TypeFor[*F]()
	want := methods(plain)
	for _, m := range methods(typed) {
		if !slices.Contains(want, m) {
			t.Errorf("%v has the method %s, and %v has none like it:\n%s", typed, m, plain, strings.Join(want, "\n"))
		}
	}
}

// sameResults tests that the methods of F without arguments return what those of T return. It
// leaves out methods whose results contain a prefix or the type's name.
func sameResults[T, F any](t *testing.T, ids []T, except ...string) {
	for _, x := range ids {
		v := reflect.ValueOf(x)
		f := v.Convert(reflect.TypeFor[F]())
		for i := range v.NumMethod() {
			name := v.Type().Method(i).Name
			if v.Method(i).Type().NumIn() > 0 || !f.MethodByName(name).IsValid() || slices.Contains(except, name) {
				continue
			}
			if got, want := results(f.MethodByName(name)), results(v.Method(i)); !reflect.DeepEqual(got, want) {
				t.Errorf("%s of %v returns %v, want %v", name, x, got, want)
			}
		}
	}
}

func results(m reflect.Value) (out []any) {
	for _, v := range m.Call(nil) {
		out = append(out, v.Interface())
	}
	return out
}

// methods returns the names and types of all methods of a pointer type, with "ID" for its
// element.
func methods(pointer reflect.Type) (out []string) {
	for i := range pointer.NumMethod() {
		m := pointer.Method(i)
		signature := m.Name
		for j := 1; j < m.Type.NumIn(); j++ {
			signature += " " + named(m.Type.In(j), pointer.Elem())
		}
		signature += " ->"
		for j := range m.Type.NumOut() {
			signature += " " + named(m.Type.Out(j), pointer.Elem())
		}
		_, byValue := pointer.Elem().MethodByName(m.Name)
		if byValue {
			signature = "value " + signature
		}
		out = append(out, signature)
	}
	return out
}

func named(t, self reflect.Type) string {
	if t == self {
		return "ID"
	}
	return t.String()
}
