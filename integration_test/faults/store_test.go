package faults_test

import (
	"context"
	"fmt"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uuidv7"
	"gorm.io/gorm"
)

// row is a row of the table items: its key, and a note that no other row has. What becomes of a
// statement does not depend on the format of its keys.
type row struct {
	Key  uuidv7.ID
	Note string
}

// store is a table through one layer.
type store interface {
	// insert sends the rows in one statement, batch or transaction.
	insert(ctx context.Context, rows []row) error
	// note returns the note of the row with a key, and whether there is one.
	note(ctx context.Context, key uuidv7.ID) (note string, found bool, err error)
}

// stored reports whether the table holds all of the rows or none of them. Another state
// is an error: a batch that was stored in part, or a key that belongs to another row.
func stored(ctx context.Context, s store, rows []row) (bool, error) {
	found := 0
	for _, r := range rows {
		note, ok, err := s.note(ctx, r.Key)
		switch {
		case err != nil:
			return false, err
		case ok && note != r.Note:
			return false, fmt.Errorf("key %v belongs to row %q, want %q", r.Key, note, r.Note)
		case ok:
			found++
		}
	}
	if found != 0 && found != len(rows) {
		return false, fmt.Errorf("%d rows of a batch of %d are stored, want all or none", found, len(rows))
	}
	return found > 0, nil
}

// item is GORM's model of a row.
type item struct {
	ID   gormtype.ID[uuidv7.ID]
	Note string
}

// gormStore is a table through GORM.
type gormStore struct{ db *gorm.DB }

func (s gormStore) insert(ctx context.Context, rows []row) error {
	items := make([]item, len(rows))
	for i, r := range rows {
		items[i] = item{gormtype.Of(r.Key), r.Note}
	}
	return s.db.WithContext(ctx).Create(&items).Error
}

func (s gormStore) note(ctx context.Context, key uuidv7.ID) (string, bool, error) {
	var found []item
	if err := s.db.WithContext(ctx).Find(&found, "id = ?", gormtype.Of(key)).Error; err != nil || len(found) == 0 {
		return "", false, err
	}
	return found[0].Note, true, nil
}
