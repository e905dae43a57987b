package ulidflake_test

import (
	"errors"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulidflake"
)

// TestBytesValue: the bytes of an ID are an error as an argument of SQL. The ID itself is
// an integer to database/sql.
func TestBytesValue(t *testing.T) {
	if v, err := ulidflake.New().Bytes().Value(); v == nil || !errors.Is(err, id.ErrPlain) {
		t.Errorf("Value of the bytes = %v, %v", v, err)
	}
}
