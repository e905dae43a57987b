package dynamic

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"
	"unicode"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/format"
)

func must(t *testing.T) func(x ID, err error) ID {
	t.Helper()
	return func(x ID, err error) ID {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
}

// Each row of the table has its functions, and all functions have a row.
func TestAll(t *testing.T) {
	var names []string
	for _, f := range All() {
		names = append(names, f.Name)
	}
	if want := format.Names(); !slices.Equal(names, want) || len(defined) != len(want) {
		t.Errorf("%d formats with functions, in the order %q, want %q: define each of package format once", len(defined), names, want)
	}
}

// The functions belong to the type, and the IDs have the sizes of the table.
func TestFormats(t *testing.T) {
	for _, f := range All() {
		t.Run(f.Name, func(t *testing.T) {
			x := must(t)(f.New())
			if got := reflect.TypeOf(x); got != f.Type {
				t.Fatalf("New returns a %v, want %v", got, f.Type)
			}
			raw, err := hex.DecodeString(x.Hex())
			if err != nil || len(raw) != f.Size || len(x.String()) != f.TextSize {
				t.Errorf("%s and %s (%v) are not %d bytes and %d characters", x.Hex(), x, err, f.Size, f.TextSize)
			}
			if back := must(t)(f.FromBytes(raw)); back != x {
				t.Errorf("FromBytes gives %s, want %s", back, x)
			}
			if back := must(t)(f.Parse(x.String())); back != x {
				t.Errorf("Parse gives %s, want %s", back, x)
			}
			least, dated := must(t)(f.MinAt(x.Time())), must(t)(f.At(x.Time()))
			if !least.Time().Equal(x.Time()) || !dated.Time().Equal(x.Time()) || least.Hex() > x.Hex() {
				t.Errorf("MinAt gives %s and At %s for %s of %v", least, dated, x, x.Time())
			}
			if want := reflect.ValueOf(x).MethodByName("Fields").Call(nil)[0].Interface(); f.Fields(x) != want {
				t.Errorf("Fields = %+v, want %+v", f.Fields(x), want)
			}
		})
	}
}

func TestGenerate(t *testing.T) {
	now := time.Date(2040, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, f := range All() {
		x := must(t)(f.Generate(func() time.Time { return now }, rand.Reader))
		if reflect.TypeOf(x) != f.Type || !x.Time().Equal(now) {
			t.Errorf("%s: Generate makes %s, a %T of %v", f.Name, x, x, x.Time())
		}
	}
}

// The ID beside an error is nil, not the zero value of a type.
func TestErrors(t *testing.T) {
	broken := errors.New("no random bits")
	for _, f := range All() {
		early := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
		for name, result := range map[string]func() (ID, error){
			"Parse":     func() (ID, error) { return f.Parse("?") },
			"FromBytes": func() (ID, error) { return f.FromBytes([]byte{1}) },
			"At":        func() (ID, error) { return f.At(early) },
			"MinAt":     func() (ID, error) { return f.MinAt(early) },
			"Generate":  func() (ID, error) { return f.Generate(time.Now, failing{broken}) },
		} {
			if x, err := result(); x != nil || err == nil {
				t.Errorf("%s: %s returns %v and the error %v", f.Name, name, x, err)
			}
		}
		if _, err := f.Parse("?"); !errors.Is(err, id.ErrLength) {
			t.Errorf("%s: Parse returns %v", f.Name, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// A text with the case of a letter swapped is another ID if HasCase says so, and never if not.
func TestHasCase(t *testing.T) {
	for _, f := range All() {
		others := 0
		for range 100 {
			x := must(t)(f.New())
			text := []rune(x.String())
			for i, c := range text {
				swapped := slices.Clone(text)
				if swapped[i] = unicode.ToUpper(c); unicode.IsUpper(c) {
					swapped[i] = unicode.ToLower(c)
				}
				if y, err := f.Parse(string(swapped)); err == nil && y != x {
					others++
				}
			}
		}
		if others > 0 != f.HasCase {
			t.Errorf("%s: %d texts with a swapped letter are other IDs, and HasCase is %v", f.Name, others, f.HasCase)
		}
	}
}
