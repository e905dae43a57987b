package id_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
)

// TestReason: a reason matches its copies, and no other one of the same text.
func TestReason(t *testing.T) {
	mine := id.NewReason(id.ErrOverflow.Error())
	var err error = &id.SyntaxError{Format: "mine", Form: "text", Input: `"x"`, Reason: mine}
	if !errors.Is(fmt.Errorf("request: %w", err), mine) || errors.Is(err, id.ErrOverflow) || errors.Is(err, id.Reason{}) {
		t.Errorf("%v does not match its own reason alone", err)
	}
	if got, want := err.Error(), `mine: text "x": overflow`; got != want {
		t.Errorf("the error is %q, want %q", got, want)
	}
	if text := (id.Reason{}).Error(); text != "" {
		t.Errorf("the zero value says %q", text)
	}
}

// TestSummary: the text for the client of an API has the input and the rule, and no more.
func TestSummary(t *testing.T) {
	syntax := &id.SyntaxError{Format: "mine", Form: "text", Input: `"x"`, Reason: id.ErrLength, Detail: "use another package"}
	for want, err := range map[string]error{
		`text "x": wrong length`: fmt.Errorf("pkg.Type: %w", syntax),
		"zero ID":                fmt.Errorf("pkg.Type: %w: use another package", id.ErrZero),
		"invalid input":          errors.New("pkg.Type: use another package"),
		"time 1969-12-31T23:59:59Z: outside the format's lifetime, 1970-01-01T00:00:00Z to 2540-11-07T00:00:00Z": fmt.Errorf("pkg.Type: %w", &id.RangeError{
			Format: "mine", Time: time.Unix(-1, 0), Min: time.Unix(0, 0), Max: time.Date(2540, 11, 7, 0, 0, 0, 0, time.UTC), Reason: id.ErrRange}),
	} {
		if got := id.Summary(err); got != want {
			t.Errorf("%v: the summary is %q, want %q", err, got, want)
		}
	}
	if got := id.Summary(nil); got != "" {
		t.Errorf("no error: the summary is %q", got)
	}
}
