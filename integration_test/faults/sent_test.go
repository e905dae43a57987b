package faults_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/uuidv7"
)

// sent holds the notes of the rows that were sent, by key.
type sent map[uuidv7.ID]string

// rows makes rows and records them as sent.
func (s sent) rows(name string, n int) []row {
	rows := make([]row, n)
	for i := range rows {
		rows[i] = row{uuidv7.New(), fmt.Sprintf("%s, row %d %s", name, i, strings.Repeat("-", 500))}
		s[rows[i].Key] = rows[i].Note
	}
	return rows
}

// check fails the test unless the table holds each row once and no other row.
func (s sent) check(t *testing.T, table sqlStore) {
	t.Helper()
	list, err := table.allRows(t.Context())
	must(t, "read", err)
	found := sent{}
	for _, r := range list {
		found[r.Key] = r.Note
	}
	if !maps.Equal(found, s) || len(list) != len(s) {
		t.Errorf("the table holds %d rows, and %d were sent, or others", len(list), len(s))
	}
}
