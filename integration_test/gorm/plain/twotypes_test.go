package plain_test

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// token and badgeID are ID types of a program: arrays that are no driver.Valuer, as the standard
// library's UUID.
type (
	token   [16]byte
	badgeID [16]byte
	hallID  [8]byte
)

func (x token) MarshalText() ([]byte, error)  { return hex.AppendEncode(nil, x[:]), nil }
func (x *token) UnmarshalText(b []byte) error { return unhex(x[:], b) }
func (x token) String() string                { return hex.EncodeToString(x[:]) }
func (x badgeID) MarshalText() ([]byte, error) {
	return append([]byte("b-"), hex.EncodeToString(x[:])...), nil
}
func (x *badgeID) UnmarshalText(b []byte) error {
	if len(b) < 2 {
		return errors.New("too short")
	}
	return unhex(x[:], b[2:])
}
func (x hallID) MarshalText() ([]byte, error)  { return hex.AppendEncode(nil, x[:]), nil }
func (x *hallID) UnmarshalText(b []byte) error { return unhex(x[:], b) }

func unhex(dst, text []byte) error {
	if len(text) != hex.EncodedLen(len(dst)) {
		return errors.New("wrong length")
	}
	_, err := hex.Decode(dst, text)
	return err
}

// twoTypes has keys of several such types.
type twoTypes[A, B, C any] struct {
	ID      A
	Badge   B `gorm:"generate;uniqueIndex"`
	Hall    C `gorm:"generate"`
	Name    string
	ToID    *A
	ToBadge *B
}

func (twoTypes[A, B, C]) TableName() string { return "two_types" }

func randomKey[T id.Fixed]() (x T, err error) {
	switch x := any(&x).(type) {
	case *token:
		_, err = rand.Read(x[:])
	case *badgeID:
		_, err = rand.Read(x[:])
	case *hallID:
		_, err = rand.Read(x[:])
	}
	return x, err
}

func TestTwoTypes(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		testTwoTypes[token, badgeID](t, gormtest.Use(t, db, gormtype.Plain[token](), gormtype.Plain[badgeID](), gormtype.Plain[hallID](),
			gormtype.Generator(randomKey[token]), gormtype.Generator(randomKey[badgeID]), gormtype.Generator(randomKey[hallID]),
			gormtype.Models(&twoTypes[token, badgeID, hallID]{})))
	})
}

// testTwoTypes runs statements in which GORM makes numbers of the IDs, and reads them into values and
// lists of their types.
func testTwoTypes[A, B id.Fixed](t *testing.T, db *gorm.DB) {
	type row = twoTypes[A, B, hallID]
	if err := db.AutoMigrate(&row{}); err != nil {
		t.Fatal(err)
	}
	x := row{Name: "x"}
	gormtest.Must(t, db.Create(&x))
	other := row{Name: "other", ToID: &x.ID, ToBadge: &x.Badge}
	gormtest.Must(t, db.Create(&other))
	for what, conditions := range map[string][]any{
		"key":         {x.ID},
		"(?)":         {"id IN (?)", x.ID},
		"badge":       {"badge = ?", x.Badge},
		"badge (?)":   {"badge IN (?)", x.Badge},
		"hall (?)":    {"hall IN (?)", x.Hall},
		"two":         {"badge IN (?, ?)", x.Badge, x.Badge},
		"tuple":       {"(id, badge) = (?, ?)", x.ID, x.Badge},
		"tuples":      {"(id, badge, hall) IN ((?, ?, ?))", x.ID, x.Badge, x.Hall},
		"list":        {"badge IN ?", []B{x.Badge}},
		"map":         {map[string]any{"id": x.ID, "badge": x.Badge, "hall": x.Hall}},
		"struct":      {&row{ID: x.ID, Badge: x.Badge}},
		"COALESCE":    {"badge = COALESCE(?, badge)", x.Badge},
		"on the left": {"(?) = hall", x.Hall},
	} {
		var found row
		if err := db.First(&found, conditions...).Error; err != nil || found.ID != x.ID || found.Badge != x.Badge || found.Hall != x.Hall {
			t.Errorf("%s: error %v, found %v", what, err, found)
		}
	}
	gormtest.Must(t, db.First(&other, "to_id = ? AND to_badge IN (?)", x.ID, x.Badge))
	gormtest.Equal(t, "badge", *other.ToBadge, x.Badge)
	var fresh [3]row
	for i := range fresh {
		gormtest.Must(t, db.Create(&fresh[i]))
	}
	gormtest.Must(t, db.Delete(&fresh[0]))
	gormtest.Must(t, db.Exec("INSERT INTO two_types (id, badge, hall, name) VALUES (?, ?, ?, 'exec')", fresh[0].ID, fresh[0].Badge, fresh[0].Hall))
	gormtest.Must(t, db.First(&row{}, "badge = ? AND name = 'exec'", fresh[0].Badge))
	for what, err := range map[string]error{
		"another type":       db.First(&row{}, "badge = ?", x.ID).Error,
		"an unknown column":  db.First(&row{}, "LOWER(name) = ?", x.Badge).Error,
		"in parentheses":     db.First(&row{}, "LOWER(name) = (?)", x.Badge).Error,
		"eight bytes":        db.First(&row{}, "LOWER(name) = (?)", x.Hall).Error,
		"beside a text":      db.First(&row{}, "name || 'x' = (?)", x.Badge).Error,
		"Attrs in a map":     db.Attrs(map[string]any{"badge": x.Badge}).FirstOrCreate(&row{}, "name = 'none'").Error,
		"a list of another":  db.First(&row{}, "badge IN ?", []A{x.ID}).Error,
		"a struct of others": db.Where(map[string]any{"badge": fresh[1].Hall}).First(&row{}).Error,
	} {
		if err == nil || errors.Is(err, gorm.ErrRecordNotFound) {
			t.Errorf("%s: error %v", what, err)
		}
	}
	// The field of another struct is read by the driver, or by nobody.
	var part struct{ Badge B }
	err := db.Model(&row{}).First(&part, "id = ?", x.ID).Error
	if part.Badge != x.Badge && !errors.Is(err, gormtype.ErrDestination) {
		t.Errorf("the field of another struct: %v, error %v", part, err)
	}
	model := func() *gorm.DB { return db.Model(&row{}).Where("name = ?", "x") }
	reads(t, model, "id", x.ID)
	reads(t, model, "badge", x.Badge)
	reads(t, model, "hall", x.Hall)
}

// reads reads a column into a value and lists of the plain type.
func reads[T comparable](t *testing.T, model func() *gorm.DB, column string, want T) {
	t.Helper()
	var zero T
	for what, read := range map[string]func(*T) *gorm.DB{
		"Pluck": func(x *T) *gorm.DB { return model().Pluck(column, x) },
		"Find":  func(x *T) *gorm.DB { return model().Select(column).Find(x) },
		"Take":  func(x *T) *gorm.DB { return model().Select(column).Take(x) },
		"Raw": func(x *T) *gorm.DB {
			return model().Raw("SELECT " + column + " FROM two_types WHERE name = 'x'").Find(x)
		},
		"Scan": func(x *T) *gorm.DB { return model().Select(column).Scan(x) },
		"a pointer": func(x *T) *gorm.DB {
			link := x // GORM sets it to another one, as that of a uint
			tx := model().Pluck(column, &link)
			*x = *link
			return tx
		},
		"a list": func(x *T) *gorm.DB { return onlyOne(x, func(l *[]T) *gorm.DB { return model().Pluck(column, l) }) },
		"Find a list": func(x *T) *gorm.DB {
			return onlyOne(x, func(l *[]T) *gorm.DB { return model().Select(column).Find(l) })
		},
		"pointers": func(x *T) *gorm.DB {
			var l []*T
			tx := model().Pluck(column, &l)
			if len(l) == 1 && l[0] != nil {
				*x = *l[0]
			}
			return tx
		},
	} {
		got := zero
		if err := read(&got).Error; err != nil || got != want {
			t.Errorf("%s, %s: got %v, error %v", column, what, got, err)
		}
	}
	got := want
	if tx := model().Where("name = ?", "none").Pluck(column, &got); tx.Error != nil || tx.RowsAffected != 0 {
		t.Errorf("%s of no row: %d rows, error %v", column, tx.RowsAffected, tx.Error)
	}
}

// onlyOne returns the only element of a list.
func onlyOne[T any](x *T, read func(*[]T) *gorm.DB) *gorm.DB {
	var l []T
	tx := read(&l)
	if len(l) == 1 {
		*x = l[0]
	}
	return tx
}
