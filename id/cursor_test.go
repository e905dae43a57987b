package id_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/wiji"
)

type order struct{}

func (order) IDPrefix() string { return "order" }

// strict is an ID of another library, which has no empty text.
type strict string

func (*strict) UnmarshalText([]byte) error { return errors.ErrUnsupported }

func TestParseCursor(t *testing.T) {
	want := wiji.NewFor[order]()
	if got, err := id.ParseCursor[wiji.For[order]](want.String()); got != want || err != nil {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	if got, err := id.ParseCursor[uid11.ID]("jpXCZedGfVQ"); got != uid11.Max() || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := id.ParseCursor[ulid.ID](""); !got.IsZero() || err != nil {
		t.Errorf("first page: %v, %v", got, err)
	}
	if got, err := id.ParseCursor[strict](""); got != "" || err != nil {
		t.Errorf("first page, by the IDs of another library: %v, %v", got, err)
	}
	for text, reason := range map[string]error{
		"user_069q6zxr120002m45bsqqg28t5":  id.ErrPrefix,
		"order_069q6zxr120002m45bsqqg28t":  id.ErrLength,
		" ":                                id.ErrPrefix,
		"order_069q6zxr120002m45bsqqg28t!": id.ErrCharacter,
	} {
		if got, err := id.ParseCursor[wiji.For[order]](text); !got.IsZero() || !errors.Is(err, reason) {
			t.Errorf("%q: %v, %v, want %v", text, got, err, reason)
		}
	}
}

// A handler reads the cursor of a page. A request without the parameter is for the first page.
func ExampleParseCursor() {
	for _, target := range []string{"/orders", "/orders?before=069Q6ZXR120002M45BSQQG28T5", "/orders?before=7"} {
		r := httptest.NewRequest(http.MethodGet, target, nil)
		last, err := id.ParseCursor[wiji.ID](r.FormValue("before"))
		fmt.Println(last.IsZero(), err != nil) // err: 400 Bad Request
	}
	// Output:
	// true false
	// false false
	// true true
}
