package id_test

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
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

// TestErrors: an error has what was asked for, the rule, the remedy and the cause, as far as they are known, and
// matches the rule and the cause.
func TestErrors(t *testing.T) {
	cause := errors.New("cause")
	epoch, end := time.Unix(0, 0).UTC(), time.Date(2540, 11, 7, 0, 0, 0, 0, time.UTC)
	limits := func(r id.Reason) error {
		return &id.RangeError{Format: "f", Time: time.Unix(-1, 0), Min: epoch, Max: end, Reason: r}
	}
	const outside = "f: time 1969-12-31T23:59:59Z: outside the format's lifetime, 1970-01-01T00:00:00Z to 2540-11-07T00:00:00Z: check the clock or the argument"
	const columns = "sqltype.BinaryOf(id) for BINARY, bytea or BLOB, sqltype.TextOf(id) for text, gormtype.Of(id) or db.Use(gormtype.New(…)) in GORM, or pgxtype.Register with pgx"
	for _, c := range []struct {
		err     error
		want    string
		matches []error
	}{
		{&id.SyntaxError{Format: "f", Form: "text", Input: `"x"`, Reason: id.ErrLength}, `f: text "x": wrong length`, []error{id.ErrLength}},
		{&id.SyntaxError{Format: "f", Form: "text", Input: `"x"`, Reason: id.ErrLength, Detail: "do", Err: cause}, `f: text "x": wrong length: do`, []error{id.ErrLength, cause}},
		{limits(id.ErrOverflow), outside, []error{id.ErrRange, id.ErrOverflow}},
		{limits(id.ErrRange), outside, []error{id.ErrRange}},
		{limits(id.Reason{}), outside, []error{id.ErrRange}},
		{&id.GenerateError{Format: "f", What: "new ID", Reason: id.ErrConfig}, "f: new ID: invalid setting", []error{id.ErrConfig}},
		{&id.GenerateError{Format: "f", What: "new ID", Reason: id.ErrEntropy, Detail: "do", Err: cause}, "f: new ID: no randomness: do: cause", []error{id.ErrEntropy, cause}},
		{&id.ValueError{Type: "f.ID", Input: `"x"`, Size: 8}, `f.ID: argument "x": plain ID: the kind of the column is unknown: use sqltype.Int64Of(id) for BIGINT, ` +
			"sqltype.Uint64Of(id) for BIGINT UNSIGNED, " + columns, []error{id.ErrPlain}},
		{&id.ValueError{Type: "f.ID", Input: `"x"`, Size: 16}, `f.ID: argument "x": plain ID: the kind of the column is unknown: use sqltype.UUIDOf(id) for uuid, ` + columns, []error{id.ErrPlain}},
		{&id.ValueError{Type: "f.ID", Input: `"x"`, Size: 20}, `f.ID: argument "x": plain ID: the kind of the column is unknown: use ` + columns, []error{id.ErrPlain}},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("the error is\n\t%s\nwant\n\t%s", got, c.want)
		}
		for _, reason := range []error{id.ErrLength, id.ErrRange, id.ErrOverflow, id.ErrConfig, id.ErrEntropy, id.ErrPlain, id.Reason{}, cause} {
			if want := slices.Contains(c.matches, reason); errors.Is(c.err, reason) != want {
				t.Errorf("%v matches %q: %v", c.err, reason, !want)
			}
		}
	}
}

// TestBytesValue: the bytes of an ID are no argument of SQL. Their text is beside the error.
func TestBytesValue(t *testing.T) {
	for want, b := range map[string]driver.Valuer{
		"id.Bytes8 0100000000000000":                          id.Bytes8{1},
		"id.Bytes16 01000000000000000000000000000000":         id.Bytes16{1},
		"id.Bytes20 0100000000000000000000000000000000000000": id.Bytes20{1},
	} {
		text, err := b.Value()
		var plain *id.ValueError
		if !errors.As(err, &plain) || fmt.Sprint(plain.Type, " ", text) != want || plain.Input != fmt.Sprintf("%q", text) || 2*plain.Size != len(text.(string)) {
			t.Errorf("Value of %T = %v, %v", b, text, err)
		}
	}
}
