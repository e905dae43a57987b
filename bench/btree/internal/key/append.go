package key

import (
	"database/sql/driver"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// Append appends the bytes of a key. Their order is that of the column: the sign bit of
// an integer is inverted. A string is the text of a UUID.
func Append(b []byte, v driver.Valuer) ([]byte, error) {
	value, err := v.Value()
	if err != nil {
		return nil, err
	}
	switch k := value.(type) {
	case []byte:
		return append(b, k...), nil
	case int64:
		return binary.BigEndian.AppendUint64(b, uint64(k)^1<<63), nil
	case string:
		return appendUUID(b, k)
	}
	return nil, fmt.Errorf("key of type %T: use bytes, an integer or the text of a UUID", value)
}

// appendUUID appends the bytes of a UUID in its usual form, 8-4-4-4-12 digits.
func appendUUID(b []byte, s string) ([]byte, error) {
	const form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
	ok := len(s) == len(form)
	var digits [32]byte
	n := 0
	for i := 0; ok && i < len(form); i++ {
		if form[i] == '-' {
			ok = s[i] == '-'
			continue
		}
		digits[n] = s[i]
		n++
	}
	if !ok {
		return nil, fmt.Errorf("key %q: not a UUID: write it like %s", s, form)
	}
	b, err := hex.AppendDecode(b, digits[:])
	if err != nil {
		return nil, fmt.Errorf("key %q: not a UUID: %w", s, err)
	}
	return b, nil
}
