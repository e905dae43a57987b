package matrix_test

import (
	"bytes"
	"time"

	google "github.com/google/uuid"
	oklog "github.com/oklog/ulid/v2"
)

// badUUIDs lists other spellings of a UUID, which the libraries' own Scan takes.
var badUUIDs = []string{
	"019A00EE-0000-7001-8020-00000000ABCD", "019a00ee0000700180200000000000cd", "{019a00ee-0000-7001-8020-00000000abcd}",
	"urn:uuid:019a00ee-0000-7001-8020-00000000abcd", "019a00ee-0000-7001-8020-00000000abc", "019a00ee-0000-7001-8020-00000000abcg",
}

func googleFormat() format[google.UUID] {
	return format[google.UUID]{
		name: "google_uuid", size: 16, shares: 1, textSize: 36,
		compare: func(x, y google.UUID) int { return bytes.Compare(x[:], y[:]) }, form: form16[google.UUID],
		bits: func(x google.UUID) []byte { return x[:] },
		of:   func(b []byte) google.UUID { return google.UUID(b) },
		next: google.NewV7, zeroValid: true, badText: badUUIDs,
	}
}

// The times of an oklog ULID are made into bounds by hand.
func oklogFormat() format[oklog.ULID] {
	return format[oklog.ULID]{
		name: "oklog_ulid", size: 16, shares: 2, textSize: 26,
		compare: oklog.ULID.Compare, form: form16[oklog.ULID],
		bits: func(x oklog.ULID) []byte { return x[:] },
		of:   func(b []byte) oklog.ULID { return oklog.ULID(b) },
		next: infallible(oklog.Make), zeroValid: true, badText: ulidFormat().badText,
		minAt: oklogMin, maxAt: oklogMax,
		timeOf: func(x oklog.ULID) time.Time { return oklog.Time(x.Time()) }, resolution: time.Millisecond,
		first: time.UnixMilli(0), last: oklog.Time(oklog.MaxTime()),
	}
}

func oklogMin(t time.Time) (x oklog.ULID, err error) {
	err = x.SetTime(oklog.Timestamp(t))
	return x, err
}

func oklogMax(t time.Time) (x oklog.ULID, err error) {
	err = x.SetTime(oklog.Timestamp(t))
	copy(x[6:], bytes.Repeat([]byte{0xFF}, 10))
	return x, err
}
