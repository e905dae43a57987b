package sqltype_test

import (
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The types of this file are what other libraries offer, with the habits that
// their users know.

// guid is like the UUID of google/uuid: a lenient parser, and a Scan that keeps
// the old value on NULL and guesses raw bytes from the length.
type guid [16]byte

func (g guid) String() string {
	s := hex.EncodeToString(g[:])
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}

func (g guid) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

func (g *guid) UnmarshalText(text []byte) error {
	s := strings.Trim(strings.TrimPrefix(strings.ToLower(string(text)), "urn:uuid:"), "{}")
	raw, err := hex.DecodeString(strings.ReplaceAll(s, "-", ""))
	if err != nil || len(raw) != 16 {
		g[0] ^= 0xFF // half a value stays behind
		return fmt.Errorf("guid: no UUID: %q", text)
	}
	copy(g[:], raw)
	return nil
}

func (g guid) MarshalBinary() ([]byte, error) { return g[:], nil }

func (g *guid) UnmarshalBinary(data []byte) error {
	if len(data) != 16 {
		return errors.New("guid: not 16 bytes")
	}
	copy(g[:], data)
	clear(data) // nobody should, and nobody shall suffer from it
	return nil
}

func (g *guid) Scan(src any) error {
	switch s := src.(type) {
	case []byte:
		if len(s) == 16 {
			copy(g[:], s)
			return nil
		}
		return g.UnmarshalText(s)
	case string:
		return g.UnmarshalText([]byte(s))
	}
	return nil
}

func (g guid) Value() (driver.Value, error) { return "guid's own Value is not used", nil }

// bare is like the UUID of Go 1.27: text methods and nothing else.
type bare [16]byte

func (b bare) MarshalText() ([]byte, error)     { return guid(b).MarshalText() }
func (b *bare) UnmarshalText(text []byte) error { return (*guid)(b).UnmarshalText(text) }

// swapped has a binary form whose bytes are not in the order of the array.
type swapped [16]byte

func (s swapped) MarshalText() ([]byte, error)     { return guid(s).MarshalText() }
func (s *swapped) UnmarshalText(text []byte) error { return (*guid)(s).UnmarshalText(text) }
func (s *swapped) UnmarshalBinary(data []byte) error {
	for i := range s {
		s[i] = data[len(data)-1-i]
	}
	return nil
}

// picky refuses in its binary decoder what its text form would not hold, and has
// no IsValid.
type picky [16]byte

var errPicky = errors.New("picky: first byte above 0x7F")

func (p picky) MarshalText() ([]byte, error) { return guid(p).MarshalText() }
func (p *picky) UnmarshalText(text []byte) error {
	if err := (*guid)(p).UnmarshalText(text); err != nil {
		return err
	}
	return p.UnmarshalBinary(p[:])
}
func (p *picky) UnmarshalBinary(data []byte) error {
	copy(p[:], data)
	if data[0] > 0x7F {
		return errPicky
	}
	return nil
}

// deaf can be written and not read.
type deaf [16]byte

func (d deaf) MarshalText() ([]byte, error) { return guid(d).MarshalText() }

// lossy has one text for many values.
type lossy [16]byte

func (l lossy) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(l[:8])), nil }
func (l *lossy) UnmarshalText(text []byte) error {
	*l = lossy{}
	if len(text) != 16 {
		return errors.New("lossy: not 16 digits")
	}
	_, err := hex.Decode(l[:8], text)
	return err
}

// octets is an array as wide as an integer.
type octets [8]byte

func (o octets) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(o[:])), nil }
func (o *octets) UnmarshalText(text []byte) error {
	if len(text) != 16 {
		return errors.New("octets: not 16 digits")
	}
	_, err := hex.Decode(o[:], text)
	return err
}

// word is a string, so that it could hold on to the text that it was given.
type word string

func (w word) MarshalText() ([]byte, error)     { return []byte(w), nil }
func (w *word) UnmarshalText(text []byte) error { *w = word(text); return nil }

// snowflake is a signed integer and has no methods at all; sequence is an
// unsigned one.
type (
	snowflake int64
	sequence  uint64
)

// even is an integer that is valid if it is even and not negative, with its own
// text form.
type even int64

func (e even) IsValid() bool                { return e >= 0 && e%2 == 0 }
func (e even) MarshalText() ([]byte, error) { return strconv.AppendInt([]byte("e"), int64(e), 10), nil }
func (e *even) UnmarshalText(text []byte) error {
	n, err := strconv.ParseInt(strings.TrimPrefix(string(text), "e"), 10, 64)
	*e = even(n)
	return err
}
