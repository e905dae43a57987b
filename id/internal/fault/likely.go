package fault

import (
	"strconv"
	"strings"
	"time"
)

// The times within which the first 48 bits of a value are taken for the milliseconds of a ULID.
var (
	firstULID = uint64(time.Date(2010, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli())
	lastULID  = uint64(time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli())
)

// Likely returns what 128 bits that are not of the format probably are, as part of an error:
// ": it looks like …", or "". base32 means that they were written in Base32, as UUIDs are not.
func Likely(hi, lo uint64, base32 bool) string {
	version := hi >> 12 & 15
	isUUID := lo>>62 == 2 && version >= 1 && version <= 8 && !base32
	millis := hi >> 16
	isULID := millis >= firstULID && millis < lastULID
	switch {
	case isUUID && version == 7 && isULID:
		return ": it looks like a UUIDv7: use package uuidv7"
	case isUUID && version != 7:
		return ": it looks like a UUIDv" + strconv.Itoa(int(version)) + ": use the type of a UUID library"
	case isULID:
		return ": it looks like a ULID: use package ulid"
	}
	return ""
}

// prefixHint says that the text has the prefix of a typed ID, or is "".
func prefixHint(shown string) string {
	i := strings.LastIndexByte(shown, '_')
	if i < 1 {
		return ""
	}
	for _, c := range []byte(shown[:i]) {
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') {
			return ""
		}
	}
	return ": " + strconv.Quote(shown[:i+1]) + " is the prefix of a typed ID: use ParseFor, and For as the type of a field"
}
