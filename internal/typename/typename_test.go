package typename_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/sortid/sortid/internal/typename"
)

type box[T any] struct{ _ T }

func TestOf(t *testing.T) {
	type local struct{}
	for want, typ := range map[string]reflect.Type{
		"int":                              reflect.TypeFor[int](),
		"*[4]uint8":                        reflect.TypeFor[*[4]byte](),
		"json.Decoder":                     reflect.TypeFor[json.Decoder](),
		"typename_test.box[int]":           reflect.TypeFor[box[int]](),
		"typename_test.box[json.Decoder]":  reflect.TypeFor[box[json.Decoder]](),
		"*typename_test.box[*json.Number]": reflect.TypeFor[*box[*json.Number]](),
		"typename_test.box[typename_test.box[[]json.Number]]": reflect.TypeFor[box[box[[]json.Number]]](),
		"typename_test.box[map[json.Number]json.Token]":       reflect.TypeFor[box[map[json.Number]json.Token]](),
		"typename_test.box[typename_test.local]":              reflect.TypeFor[box[local]](),
	} {
		if got := typename.Of(typ); got != want {
			t.Errorf("Of(%v) = %s, want %s", typ, got, want)
		}
	}
	if got := typename.For[box[local]](); got != "typename_test.box[typename_test.local]" {
		t.Errorf("For = %s", got)
	}
}
