package matrix_test

import (
	"encoding/binary"
	"math"
	"testing"
	"time"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// cells is a format of any type.
type cells interface {
	title() string
	run(t *testing.T)
}

// formats lists the formats of this module.
func formats() []cells {
	return []cells{wijiFormat(), ulidFormat(), uuidv7Format(), ulidflakeFormat(), uid11Format(), scru160Format()}
}

func infallible[T any](next func() T) func() (T, error) {
	return func() (T, error) { return next(), nil }
}

func wijiFormat() format[wiji.ID] {
	const version = 9 // the byte whose upper half is the version
	return format[wiji.ID]{
		name: "wiji", size: 16, textSize: 26, everySetting: true,
		compare: wiji.ID.Compare, form: form16[wiji.ID],
		bits:   func(x wiji.ID) []byte { return x[:] },
		of:     func(b []byte) wiji.ID { return wiji.ID(b) },
		adjust: func(b []byte) { b[version] = b[version]&0x0F | wiji.Version<<4 },
		inText: func(b []byte) bool { return b[0] < 0x40 },
		next:   infallible(wiji.New), fills: true,
		badBits: []wiji.ID{{}, {0: 1, version: 0x2F}, {0: 1, 8: 0xFF, 15: 1}, {0: 1, version: 0xF0}},
		badText: []string{
			"06db0t4axd7m02k5vyqxs1qz8n", "06DB0T4AXD7M02K5VYQXS1QZ8", "06DB0T4AXD7M02K5VYQXS1QZ8NN", "O6DB0T4AXD7M02K5VYQXS1QZ8N",
			"06DB0T4AXD7M02K5VYQXS1QZ8U", "26DB0T4AXD7M02K5VYQXS1QZ8N", "81PC0DR5XKDT04K2ZQSNWGVZW8", "00000000000000000000000000",
		},
		minAt: wiji.MinAt, maxAt: wiji.MaxAt, timeOf: wiji.ID.Time, resolution: time.Microsecond,
		first: time.UnixMicro(0), last: time.UnixMicro(wiji.MaxTextTimestamp),
	}
}

func ulidFormat() format[ulid.ID] {
	return format[ulid.ID]{
		name: "ulid", size: 16, shares: 1, textSize: 26,
		compare: ulid.ID.Compare, form: form16[ulid.ID],
		bits: func(x ulid.ID) []byte { return x[:] },
		of:   func(b []byte) ulid.ID { return ulid.ID(b) },
		next: infallible(ulid.New), fills: true, zeroValid: true,
		badText: []string{
			"01aryz6s41tst0000000000000", "01ARYZ6S41TST000000000000", "01ARYZ6S41TST00000000000000", "01ARYZ6S41TSTI000000000000",
			"81ARYZ6S41TST0000000000000", "01ARYZ6S41TST000000000000U",
		},
		minAt: ulid.MinAt, maxAt: ulid.MaxAt, timeOf: ulid.ID.Time, resolution: time.Millisecond,
		first: time.UnixMilli(0), last: time.UnixMilli(ulid.MaxTimestamp),
	}
}

func uuidv7Format() format[uuidv7.ID] {
	const version, variant = 6, 8 // the bytes that begin with them
	return format[uuidv7.ID]{
		name: "uuidv7", size: 16, shares: 2, textSize: 36,
		compare: uuidv7.ID.Compare, form: form16[uuidv7.ID],
		bits:   func(x uuidv7.ID) []byte { return x[:] },
		of:     func(b []byte) uuidv7.ID { return uuidv7.ID(b) },
		adjust: func(b []byte) { b[version], b[variant] = b[version]&0x0F|uuidv7.Version<<4, b[variant]&0x3F|0x80 },
		next:   infallible(uuidv7.New), fills: true,
		badBits: []uuidv7.ID{{}, {0: 1, version: 0x70}, {0: 1, version: 0x40, variant: 0x80}, {0: 1, version: 0x70, variant: 0xC0}},
		badText: []string{
			"017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "017f22e2-79b0-7cc3-98c4-dc0c0c07398", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f0",
			"017f22e279b07cc398c4dc0c0c07398f", "017f22e2-79b0-4cc3-98c4-dc0c0c07398f", "017f22e2-79b0-7cc3-d8c4-dc0c0c07398f",
			"00000000-0000-0000-0000-000000000000", "017f22e279b0-7cc3-98c4-dc0c-0c07398f",
		},
		minAt: uuidv7.MinAt, maxAt: uuidv7.MaxAt, timeOf: uuidv7.ID.Time, resolution: time.Millisecond,
		first: time.UnixMilli(0), last: time.UnixMilli(uuidv7.MaxTimestamp),
	}
}

func ulidflakeFormat() format[ulidflake.ID] {
	return format[ulidflake.ID]{
		name: "ulidflake", size: 8, textSize: 13,
		compare: ulidflake.ID.Compare, form: form64[ulidflake.ID],
		bits:   func(x ulidflake.ID) []byte { return binary.BigEndian.AppendUint64(nil, uint64(x)) },
		of:     func(b []byte) ulidflake.ID { return ulidflake.ID(binary.BigEndian.Uint64(b)) },
		adjust: func(b []byte) { b[0] &= 0x7F },
		next:   infallible(ulidflake.New), fills: true, zeroValid: true,
		badBits: []ulidflake.ID{-1, math.MinInt64},
		badText: []string{"00cmxb6tak4sa", "00CMXB6TAK4S", "00CMXB6TAK4SA0", "80CMXB6TAK4SA", "00CMXB6TAK4SU", "14246757444195114"},
		minAt:   ulidflake.MinAt, maxAt: ulidflake.MaxAt, timeOf: ulidflake.ID.Time, resolution: time.Millisecond,
		first: time.UnixMilli(ulidflake.EpochUnixMillis), last: time.UnixMilli(ulidflake.EpochUnixMillis + ulidflake.MaxTimestamp),
	}
}

func uid11Format() format[uid11.ID] {
	return format[uid11.ID]{
		name: "uid11", size: 8, textSize: 11, unsigned: true, everySetting: true,
		compare: uid11.ID.Compare, form: form64[uid11.ID],
		bits: func(x uid11.ID) []byte { return binary.BigEndian.AppendUint64(nil, uint64(x)) },
		of:   func(b []byte) uid11.ID { return uid11.ID(binary.BigEndian.Uint64(b)) },
		next: infallible(uid11.New), fills: true, zeroValid: true,
		badText: []string{"1aaaaaaaaa", "1aaaaaaaaaaa", "0aaaaaaaaaa", "1aaaaaaaaal", "1aaaaaaaaaI", "jpXCZedGfVR", "zzzzzzzzzzz"},
		minAt:   uid11.MinAt, maxAt: uid11.MaxAt, timeOf: uid11.ID.Time, resolution: time.Millisecond,
		first: time.UnixMilli(uid11.EpochUnixMillis), last: time.UnixMilli(uid11.EpochUnixMillis + uid11.MaxTimestamp),
	}
}

func scru160Format() format[scru160.ID] {
	return format[scru160.ID]{
		name: "scru160", size: 20, textSize: 32,
		compare: scru160.ID.Compare, form: form20[scru160.ID],
		bits: func(x scru160.ID) []byte { return x[:] },
		of:   func(b []byte) scru160.ID { return scru160.ID(b) },
		next: infallible(scru160.New), fills: true, zeroValid: true,
		badText: []string{
			"05pm3bcsb3utr2k4m5n6o7p8q9r0s1t2", "05PM3BCSB3UTR2K4M5N6O7P8Q9R0S1T", "05PM3BCSB3UTR2K4M5N6O7P8Q9R0S1T22",
			"05PM3BCSB3UTR2K4M5N6O7P8Q9R0S1TW",
		},
		minAt: scru160.MinAt, maxAt: scru160.MaxAt, timeOf: scru160.ID.Time, resolution: time.Millisecond,
		first: time.UnixMilli(1), last: time.UnixMilli(scru160.MaxTimestamp - 1),
	}
}
