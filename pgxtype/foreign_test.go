package pgxtype_test

import (
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
)

// foreign is a type of another library as users have it: with a Scan that keeps
// the old value on NULL, and a Value that is text in any column. Its UnmarshalText
// takes either case, and IsValid and AppendText are missing.
type foreign [16]byte

func (f foreign) String() string { return hex.EncodeToString(f[:]) }

func (f foreign) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

func (f *foreign) UnmarshalText(text []byte) error {
	if len(text) != 32 {
		return errors.New("foreign: 32 digits are needed")
	}
	_, err := hex.Decode(f[:], text)
	return err
}

func (f foreign) MarshalBinary() ([]byte, error) { return f[:], nil }

func (f *foreign) UnmarshalBinary(data []byte) error {
	if len(data) != 16 {
		return errors.New("foreign: 16 bytes are needed")
	}
	copy(f[:], data)
	return nil
}

func (f *foreign) Scan(src any) error {
	panic("the codec comes before the Scan method")
}

func (f foreign) Value() (driver.Value, error) {
	panic("the codec comes before the Value method")
}

// picky refuses values in UnmarshalBinary, and has no IsValid that would say so
// sooner.
type picky [8]byte

var errPicky = errors.New("picky: the first byte must be 1")

func (p picky) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(p[:])), nil }

func (p *picky) UnmarshalBinary(data []byte) error {
	if data[0] != 1 {
		*p = picky{7: 0xFF}
		return errPicky
	}
	copy(p[:], data)
	return nil
}

// TestPicky: for a type without IsValid, UnmarshalBinary decides in both
// directions; one without UnmarshalText has no place in a text column.
func TestPicky(t *testing.T) {
	m := newMap(t, pgxtype.WithType[picky]())
	for _, format := range []int16{textFormat, binaryFormat} {
		if _, err := m.Encode(pgtype.ByteaOID, format, picky{1, 2}, nil); err != nil {
			t.Error(err)
		}
		_, err := m.Encode(pgtype.ByteaOID, format, picky{2}, nil)
		checkError(t, err, sqltype.ErrInvalid, "could be stored but not read again", "must be 1")
		if !errors.Is(err, errPicky) {
			t.Errorf("%v does not match the type's own error", err)
		}
		_, err = m.Encode(pgtype.TextOID, format, picky{1}, nil)
		checkError(t, err, sqltype.ErrMethod, "UnmarshalText")
	}
	dst := picky{1, 1}
	checkError(t, m.Scan(pgtype.ByteaOID, binaryFormat, []byte{2, 0, 0, 0, 0, 0, 0, 0}, &dst), sqltype.ErrInvalid)
	if dst != (picky{}) {
		t.Errorf("a refused value leaves %v", dst)
	}
	if err := m.Scan(pgtype.ByteaOID, binaryFormat, []byte{1, 0, 0, 0, 0, 0, 0, 9}, &dst); err != nil || dst != (picky{1, 7: 9}) {
		t.Errorf("Scan = %v, %v", dst, err)
	}
}

// TestForeignSpelling: a type that reads several spellings has one in a column.
func TestForeignSpelling(t *testing.T) {
	m := newMap(t, pgxtype.WithType[foreign]())
	dst := foreign{1}
	err := m.Scan(pgtype.TextOID, textFormat, []byte("ABCDEF00000000000000000000000000"), &dst)
	checkError(t, err, id.ErrNotCanonical, `"abcdef00000000000000000000000000"`)
	if dst != (foreign{}) {
		t.Errorf("a refused value leaves %v", dst)
	}
}
