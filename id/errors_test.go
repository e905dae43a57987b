package id_test

import (
	"errors"
	"fmt"
	"testing"

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
