package idtest

import (
	"maps"
	"strings"
	"testing"
	"unsafe"
)

// maxRead is how many bytes of an input a decoder may read if it is longer than all
// forms of an ID.
const maxRead = 64

// long gives the decoders inputs of a megabyte of which only the first bytes can be
// read: reading more would end the test.
func (s suite[T, P]) long(t *testing.T) {
	const size = 1 << 20
	for name, fill := range map[string]byte{"text": s.New().String()[0], "space": ' ', "zero byte": 0, "no ASCII": 0xFF, "minus": '-', "newline": '\n'} {
		b := guarded(t, size, maxRead)
		for i := range maxRead {
			b[i] = fill
		}
		text := unsafe.String(&b[0], len(b))
		for call, read := range s.readers() {
			x, err := read(text)
			s.refused(t, call+" of a megabyte of "+name, x, err)
			if err != nil && !strings.Contains(err.Error(), "1048576 bytes") {
				t.Errorf("%s of a megabyte of %s: the error does not name the length: %v", call, name, err)
			}
		}
		if s.Valid(text) {
			t.Errorf("Valid accepts a megabyte of %s", name)
		}
	}
}

// readers returns the decoders of the format. They take text or bytes as a string.
func (s suite[T, P]) readers() map[string]func(string) (T, error) {
	bytes := func(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) }
	all := map[string]func(string) (T, error){
		"Parse":           s.Parse,
		"FromBytes":       func(text string) (T, error) { return s.FromBytes(bytes(text)) },
		"UnmarshalText":   func(text string) (x T, err error) { return x, P(&x).UnmarshalText(bytes(text)) },
		"UnmarshalBinary": func(text string) (x T, err error) { return x, P(&x).UnmarshalBinary(bytes(text)) },
	}
	maps.Copy(all, s.Readers)
	return all
}
