package matrix_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
)

type prefixKind struct{}

func (prefixKind) IDPrefix() string { return "kind" }

const mark = "kind_"

// TestTyped: typed IDs with a prefix of one format in the same cells. Their texts alone differ
// from those of plain IDs; each package of a format tests its own.
func TestTyped(t *testing.T) {
	typedFormat(wijiFormat(), form16[wiji.For[prefixKind]]).run(t)
}

// typedFormat returns the format of the typed IDs F whose plain IDs have the format f.
func typedFormat[T, F id.Fixed](f format[T], form func(content) form[F]) format[F] {
	to := func(x T) F { return reflect.ValueOf(x).Convert(reflect.TypeFor[F]()).Interface().(F) }
	from := func(x F) T { return reflect.ValueOf(x).Convert(reflect.TypeFor[T]()).Interface().(T) }
	bound := func(at func(time.Time) (T, error)) func(time.Time) (F, error) {
		return func(t time.Time) (F, error) {
			x, err := at(t)
			return to(x), err
		}
	}
	typed := format[F]{
		name: "typed " + mark + f.name, size: f.size, shares: 1, textSize: len(mark) + f.textSize, unsigned: f.unsigned,
		compare: func(x, y F) int { return f.compare(from(x), from(y)) },
		bits:    func(x F) []byte { return f.bits(from(x)) },
		of:      func(b []byte) F { return to(f.of(b)) },
		adjust:  f.adjust, inText: f.inText, form: form,
		next: func() (F, error) {
			x, err := f.next()
			return to(x), err
		},
		zeroValid: f.zeroValid, fills: f.fills,
		minAt: bound(f.minAt), maxAt: bound(f.maxAt), timeOf: func(x F) time.Time { return f.timeOf(from(x)) },
		resolution: f.resolution, first: f.first, last: f.last,
	}
	for _, x := range f.badBits {
		typed.badBits = append(typed.badBits, to(x))
	}
	for _, text := range f.badText {
		// The canonical text after a prefix is in lower case.
		if text == strings.ToLower(text) {
			text = strings.ToUpper(text)
		} else {
			text = strings.ToLower(text)
		}
		typed.badText = append(typed.badText, mark+text)
	}
	x, _ := f.next()
	text, _ := any(x).(interface{ MarshalText() ([]byte, error) }).MarshalText()
	typed.badText = append(typed.badText, string(text), "other_"+strings.ToLower(string(text)), mark, strings.ToUpper(mark)+string(text))
	return typed
}
