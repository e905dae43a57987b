package columntype

import (
	"testing"

	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/uuidv7"
)

func TestIfFits(t *testing.T) {
	for _, c := range []struct {
		columnType string
		fits       []Dialect
	}{
		{"char(36)", []Dialect{Postgres, MySQL, SQLite}},
		{"CHARACTER(36)", []Dialect{Postgres, MySQL, SQLite}},
		{"bpchar(36) COLLATE \"C\"", []Dialect{Postgres, MySQL, SQLite}},
		{"varchar(36)", []Dialect{Postgres, MySQL, SQLite}},
		{"varchar (40) CHARACTER SET ascii COLLATE ascii_bin", []Dialect{Postgres, MySQL, SQLite}},
		{"character varying(36)", []Dialect{Postgres, MySQL, SQLite}},
		{"varchar", []Dialect{Postgres, MySQL, SQLite}},
		{"text", []Dialect{Postgres, MySQL, SQLite}},
		{"mediumtext", []Dialect{Postgres, MySQL, SQLite}},
		{"char(40)", []Dialect{MySQL, SQLite}}, // of which PostgreSQL returns the blanks
		{"char(26)", nil},
		{"varchar(35)", nil},
		{"char", nil},
		{"binary(36)", nil},
		{"uuid", nil},
		{"bigint", nil},
		{"", nil},
	} {
		var fits []Dialect
		for _, dl := range []Dialect{Postgres, MySQL, SQLite} {
			if ifFits(c.columnType, dl, 36) == c.columnType && c.columnType != "" {
				fits = append(fits, dl)
			}
		}
		if len(fits) != len(c.fits) || len(fits) > 0 && fits[0] != c.fits[0] {
			t.Errorf("%q holds 36 characters on %v, want %v", c.columnType, fits, c.fits)
		}
	}
}

// base62 is an ID type of another library without a generator, whose texts differ by case.
type base62 [8]byte

func (b base62) MarshalText() ([]byte, error) { return b[:], nil }

func (b *base62) UnmarshalText(text []byte) error {
	copy(b[:], text)
	return nil
}

func TestIsCased(t *testing.T) {
	for _, c := range []struct {
		d    Description
		want bool
	}{
		{Describe[uuidv7.ID](Text), false}, {Describe[ulid.ID](Text), false}, {Describe[uuid](Text), false}, {Describe[uid11.ID](Text), true}, {Describe[base62](Text), true},
	} {
		if got := c.d.IsCased(); got != c.want {
			t.Errorf("%s: %t", c.d.Name(), got)
		}
	}
}
