package operations_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
)

// TestErrorTexts: the text of an error of MySQL has its number, by which gormtype knows a row that
// exists (1062), an upsert that it must not execute (1690) and a table that does not exist (1146).
// If this fails with a new release of the driver, read the numbers in gormtype/upsert.go and
// gormtype/internal/columntype/zerofill.go in another way.
func TestErrorTexts(t *testing.T) {
	for _, number := range []uint16{1062, 1690, 1146} {
		err := &mysql.MySQLError{Number: number}
		if text := err.Error(); !strings.Contains(text, strconv.Itoa(int(number))) {
			t.Errorf("the error %d has the text %q", number, text)
		}
	}
}
