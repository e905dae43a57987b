package suite

import (
	"encoding"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/sortid/sortid/id"
)

// format is what the suite knows of a format from its Go package. Raw IDs are
// big-endian bytes. A nil function is one that the format does not have on servers.
type format struct {
	name    string // of the functions and of the columns
	library string // the Go package's name, which its errors begin with
	vectors string // the file of golden vectors, below the directory id
	size    int    // bytes of a raw ID

	text      func(raw []byte) string
	forms     map[string]func(raw []byte) string // further texts, by their functions
	parse     func(text string) ([]byte, error)
	valid     func(raw []byte) bool
	random    func(r *rand.Rand) []byte // any value, a valid one mostly
	textAlpha string                    // what texts are made of, and some look-alikes

	resolution time.Duration
	time       func(raw []byte) time.Time
	minAt      func(time.Time) ([]byte, error)
	maxAt      func(time.Time) ([]byte, error)
	at         func(time.Time) ([]byte, error) // a new ID of a time
	dated      []byte                          // the bits of it that the time determines
	numbers    bool                            // rows are dated by their numbers within a tick
	first      time.Time
	last       time.Time // the last tick
	fields     func(raw []byte) map[string]string

	generates bool
	ordered   bool // IDs of a session increase
	global    bool // IDs of all sessions differ
}

func (f format) columns(s Server) []Column {
	if f.library == "uid11" {
		return s.UID11
	}
	return s.Columns[f.size]
}

// identifier is what raw needs of the ID of a format.
type identifier interface {
	encoding.BinaryMarshaler
	Hex() string
	IsZero() bool
}

// raw gives the bytes of an ID and passes an error on. A server shows the zero ID
// as zeros, as Hex does; MarshalBinary writes no bytes for it, since it means "no ID".
func raw[T identifier](x T, err error) ([]byte, error) {
	switch {
	case err != nil:
		return nil, err
	case x.IsZero():
		return hex.DecodeString(x.Hex())
	default:
		return x.MarshalBinary()
	}
}

// bound is MinAt or MaxAt in terms of bytes.
func bound[T identifier](at func(time.Time) (T, error)) func(time.Time) ([]byte, error) {
	return func(t time.Time) ([]byte, error) { return raw(at(t)) }
}

// parser is Parse in terms of bytes.
func parser[T identifier](parse func(string) (T, error)) func(string) ([]byte, error) {
	return func(text string) ([]byte, error) { return raw(parse(text)) }
}

// reason returns the rule that a refused text broke.
func reason(err error) id.Reason {
	if syntax, ok := errors.AsType[*id.SyntaxError](err); ok {
		return syntax.Reason
	}
	return id.Reason{}
}

// randomBytes returns n bytes, random in pieces: a quarter of the bytes is all zeros, a quarter
// all ones, so that carries, leading zeros and ends of fields occur.
func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	kind := r.IntN(8)
	for i := range b {
		if r.IntN(4) == 0 {
			kind = r.IntN(8)
		}
		switch kind {
		case 0, 1:
		case 2, 3:
			b[i] = 0xFF
		default:
			b[i] = byte(r.Uint32())
		}
	}
	return b
}
