package postgres

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sortid/sortid/bench/btree/internal/engine/client"
)

// An error is classified by its code, wherever it is in the error's tree.
func TestClassify(t *testing.T) {
	for code, want := range map[string]client.Class{
		"40001": client.Victim, "40P01": client.Victim, uniqueViolation: client.Duplicate, diskFull: client.DiskFull,
		tooManyConnections: client.TooManyConnections, "57P01": client.Lost, "57P02": client.Lost, "57014": client.Other,
		"42501": client.Refused, "42883": client.Refused, "0A000": client.Refused, "58P01": client.Refused, "55000": client.Refused,
		"22003": client.Other, "": client.Other, "42": client.Other,
	} {
		err := fmt.Errorf("a client: %w", &pgconn.PgError{Code: code, Message: "the server's words"})
		if got, words := classify(err); got != want || words != "the server's words" {
			t.Errorf("%s: class %d, %q, want class %d", code, got, words, want)
		}
	}
	if got, _ := classify(errors.New("EOF")); got != client.Lost {
		t.Errorf("an error that is not the server's is of class %d", got)
	}
}
