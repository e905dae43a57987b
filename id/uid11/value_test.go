package uid11_test

import (
	"errors"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
)

// TestBytesValue: the bytes of an ID are an error as an argument of SQL. The ID itself is
// an integer to database/sql.
func TestBytesValue(t *testing.T) {
	if v, err := uid11.New().Bytes().Value(); v == nil || !errors.Is(err, id.ErrPlain) {
		t.Errorf("Value of the bytes = %v, %v", v, err)
	}
}
