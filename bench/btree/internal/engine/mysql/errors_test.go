package mysql

import (
	"fmt"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/sortid/sortid/bench/btree/internal/engine/client"
)

// The client repeats what the server rolled back in favour of another transaction, and
// nothing else.
func TestClassify(t *testing.T) {
	for number, want := range map[uint16]client.Class{
		1213: client.Victim, 3101: client.Victim,
		duplicateKey: client.Duplicate, 1064: client.Other, diskFull: client.DiskFull, tableFull: client.DiskFull,
		tooManyConnections: client.TooManyConnections, 1142: client.Refused, 1193: client.Refused,
	} {
		err := fmt.Errorf("a client: %w", &mysql.MySQLError{Number: number, Message: "the server's words"})
		if got, words := classify(err); got != want || words != "the server's words" {
			t.Errorf("%d: class %d, %q, want class %d", number, got, words, want)
		}
	}
	if got, _ := classify(mysql.ErrInvalidConn); got != client.Lost {
		t.Errorf("a lost connection is of class %d", got)
	}
}
