package idkind

import (
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/snowflake"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/segmentio/ksuid"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// made are IDs of generators, as bytes or integers.
func made(t *testing.T) map[string]func() any {
	t.Helper()
	snowish := &uid11.Generator{Profile: uid11.Snowish, Machine: id.NodeOf(3)}
	counter := int64(0)
	return map[string]func() any{
		"UUIDv1":  func() any { return gofrs.Must(gofrs.NewV1()).Bytes() },
		"UUIDv4":  func() any { return gofrs.Must(gofrs.NewV4()).Bytes() },
		"UUIDv6":  func() any { return gofrs.Must(gofrs.NewV6()).Bytes() },
		"UUIDv7":  func() any { x := uuidv7.New(); return x[:] },
		"UUIDv5":  func() any { return gofrs.NewV5(gofrs.NamespaceURL, strconv.Itoa(rand.Int())).Bytes() },
		"ULID":    func() any { x := aULID(t); return x[:] },
		"Wiji":    func() any { x := wiji.New(); return x[:] },
		"SCRU160": func() any { x := scru160.New(); return x[:] },
		"KSUID":   func() any { return ksuid.New().Bytes() },
		"snowflake (Twitter's epoch)": func() any {
			return (time.Now().UnixMilli()-1_288_834_974_657-rand.Int64N(1e9))<<22 | 7<<12 | rand.Int64N(2)
		},
		"uid11 Snowish": func() any {
			x, err := snowish.New()
			if err != nil {
				t.Fatal(err)
			}
			return int64(x) - rand.Int64N(1e9)<<22 // of the last days
		},
		"snowflake (Discord's epoch)": func() any {
			return (time.Now().UnixMilli()-1_420_070_400_000-rand.Int64N(1e9))<<22 | 5<<12 | rand.Int64N(3)
		},
		"Ulid-Flake":             func() any { return int64(ulidflake.New()) },
		"64-bit xid (uid11)":     func() any { return int64(uid11.New()) },
		"sequence":               func() any { counter++; return counter },
		"Unix time, µs":          func() any { return time.Now().UnixMicro() - rand.Int64N(1e12) },
		"random integers":        func() any { return rand.Int64() },
		"random bytes or a hash": func() any { return bytesOf(rand.Uint64, 16) },
		"xid (rs/xid) or ObjectID": func() any {
			return append(binary.BigEndian.AppendUint32(nil, uint32(time.Now().Unix()-rand.Int64N(1e6))), bytesOf(rand.Uint64, 8)...)
		},
	}
}

// aULID returns an ID of the last ten seconds. Those of one millisecond have the same first
// random bits, which in one of 64 milliseconds are the version of a UUID.
func aULID(t *testing.T) ulid.ID {
	t.Helper()
	x, err := ulid.At(time.Now().Add(-time.Duration(rand.Int64N(10 * time.Second.Nanoseconds()))))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func bytesOf(random func() uint64, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random())
	}
	return b
}

func sample(n int, next func() any) []any {
	list := make([]any, n)
	for i := range list {
		list[i] = next()
	}
	return list
}

func TestKinds(t *testing.T) {
	for name, next := range made(t) {
		t.Run(name, func(t *testing.T) {
			rows := 0.0
			if name == "sequence" {
				rows = 1000
			}
			r := Of(sample(1000, next), Hints{Now: time.Now(), Rows: rows})
			if len(r.Parts) != 1 || r.Parts[0].Name != name || r.Parts[0].Values != r.Distinct || r.Unfit != 0 {
				t.Fatalf("got %+v", r)
			}
			p := r.Parts[0]
			if strings.HasPrefix(name, "random") {
				if p.Order != Random || p.Sureness() != "a guess" {
					t.Errorf("got %+v, %s", p, p.Sureness())
				}
				return
			}
			// Nothing but a recent time speaks for these: a business key could have it by chance.
			if recency := map[string]bool{"64-bit xid (uid11)": true, "Ulid-Flake": true, "Unix time, µs": true}; recency[name] {
				if p.Sureness() != "likely" || !slices.Contains(p.Rivals, businessKey) {
					t.Errorf("got %+v, %s", p, p.Sureness())
				}
				return
			}
			// The same numbers could be old snowflakes of Twitter.
			want, rival := "certain", name == "snowflake (Discord's epoch)" || name == "uid11 Snowish"
			if rival {
				want = "likely"
			}
			if p.Sureness() != want || rival != slices.Contains(p.Rivals, "snowflake (Twitter's epoch)") {
				t.Errorf("chance 10^%.1f: %s, rivals %q", p.Chance, p.Sureness(), p.Rivals)
			}
			if name != "UUIDv4" && name != "UUIDv5" && name != "sequence" && time.Since(p.Newest) > 20*24*time.Hour {
				t.Errorf("newest %v", p.Newest)
			}
		})
	}
}

// Snowflakes that were all made at once are likely: a few times show no structure.
func TestSnowflakesOfOneMoment(t *testing.T) {
	node, err := snowflake.NewNode(7)
	if err != nil {
		t.Fatal(err)
	}
	r := Of(sample(1000, func() any { return node.Generate().Int64() }), Hints{Now: time.Now()})
	if len(r.Parts) != 1 || r.Parts[0].Name != "snowflake (Twitter's epoch)" || r.Parts[0].Sureness() != "likely" {
		t.Errorf("got %+v", r)
	}
}

// Old snowflakes fit several epochs: their times are not shown.
func TestOldSnowflakes(t *testing.T) {
	r := Of(sample(1000, func() any {
		return (time.Now().AddDate(0, -5, 0).UnixMilli()-1_288_834_974_657-rand.Int64N(1e9))<<22 | 7<<12 | rand.Int64N(3)
	}), Hints{Now: time.Now()})
	if len(r.Parts) != 1 || r.Parts[0].Name != "snowflake" || r.Parts[0].Sureness() != "certain" || !r.Parts[0].Newest.IsZero() ||
		!slices.Contains(r.Parts[0].Rivals, "snowflake (Twitter's epoch)") {
		t.Errorf("got %+v", r)
	}
}

// Ten values are enough for formats of 16 bytes with a time, and too few for UUIDv4.
func TestFewValues(t *testing.T) {
	for name, want := range map[string]string{"UUIDv4": "likely", "UUIDv7": "certain", "ULID": "certain", "Wiji": "certain", "UUIDv1": "certain"} {
		n := 10
		if name == "UUIDv4" {
			n = 4
		}
		r := Of(sample(n, made(t)[name]), Hints{Now: time.Now()})
		if len(r.Parts) != 1 || r.Parts[0].Name != name || r.Parts[0].Sureness() != want {
			t.Errorf("%s: got %+v", name, r)
		}
	}
}

func TestSwapped(t *testing.T) {
	for _, c := range []struct {
		name  string
		order Order
	}{{"UUIDv1", Ordered}, {"UUIDv4", Random}, {"UUIDv6", Random}, {"UUIDv7", Random}, {"ULID", Random}, {"Wiji", Random}} {
		next := made(t)[c.name]
		r := Of(sample(500, func() any { return swap(next().([]byte)) }), Hints{Now: time.Now()})
		if len(r.Parts) != 1 || r.Parts[0].Name != c.name || !r.Parts[0].Swapped || r.Order() != c.order {
			t.Errorf("%s: got %+v", c.name, r)
		}
	}
}

// swap is UUID_TO_BIN(x, 1).
func swap(b []byte) []byte {
	s := append([]byte{}, b[6:8]...)
	return append(append(append(s, b[4:6]...), b[0:4]...), b[8:]...)
}

func TestTexts(t *testing.T) {
	uuid := func(b []byte) string { return gofrs.UUID(b).String() }
	m := made(t)
	raw := func(name string) []byte { return m[name]().([]byte) }
	for _, c := range []struct {
		name     string
		next     func() any
		kind     string
		form     Form
		spelling Spelling
		prefix   string
		inBytes  bool
		padded   bool
		length   int
	}{
		{"uuid", func() any { return uuid(raw("UUIDv4")) }, "UUIDv4", UUIDText, Lower, "", false, false, 36},
		{"upper", func() any { return strings.ToUpper(uuid(raw("UUIDv4"))) }, "UUIDv4", UUIDText, Upper, "", false, false, 36},
		{"hex", func() any { return hex.EncodeToString(raw("UUIDv7")) }, "UUIDv7", Hex, Lower, "", false, false, 32},
		{"hex20", func() any { return hex.EncodeToString(raw("SCRU160")) }, "SCRU160", Hex, Lower, "", false, false, 40},
		{"ulid", func() any { return aULID(t).String() }, "ULID", Base32, Upper, "", false, false, 26},
		{"wiji", func() any { return wiji.New().String() }, "Wiji", Base32, Upper, "", false, false, 26},
		{"wiji uuid", func() any { x := wiji.New(); return uuid(x[:]) }, "Wiji", UUIDText, Lower, "", false, false, 36},
		{"scru160", func() any { return scru160.New().String() }, "SCRU160", Base32Hex, Upper, "", false, false, 32},
		{"ksuid", func() any { return ksuid.New().String() }, "KSUID", Base62, "", "", false, false, 27},
		{"uid11", func() any { return uid11.New().String() }, "64-bit xid (uid11)", Base58, "", "", false, false, 11},
		{"ulidflake", func() any { return ulidflake.New().String() }, "Ulid-Flake", Base32, Upper, "", false, false, 13},
		{"typeid", func() any { x := uuidv7.For[user](uuidv7.New()); return x.String() }, "UUIDv7", Base32, Lower, "user", false, false, 31},
		{"decimal", func() any { return strconv.FormatInt(m["snowflake (Twitter's epoch)"]().(int64), 10) }, "snowflake (Twitter's epoch)", Decimal, "", "", false, false, 19},
		{"xid", func() any {
			return base32.HexEncoding.WithPadding(base32.NoPadding).EncodeToString(raw("xid (rs/xid) or ObjectID"))
		}, "xid (rs/xid) or ObjectID", Base32Hex, Upper, "", false, false, 20},
		{"in bytes", func() any { return []byte(uuid(raw("UUIDv4"))) }, "UUIDv4", UUIDText, Lower, "", true, false, 36},
		{"padded bytes", func() any { return append([]byte(uuid(raw("UUIDv4"))), 0, 0, 0, 0) }, "UUIDv4", UUIDText, Lower, "", true, true, 36},
		{"padded", func() any { return fmt.Sprintf("%-64s", uuid(raw("UUIDv4"))) }, "UUIDv4", UUIDText, Lower, "", false, true, 36},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Of(sample(300, c.next), Hints{Now: time.Now()})
			if len(r.Parts) != 1 || r.Parts[0].Name != c.kind || r.Form != c.form || r.Spelling != c.spelling || r.Prefix != c.prefix ||
				r.InBytes != c.inBytes || r.Padded != c.padded || r.Length != c.length || r.Unfit != 0 {
				t.Errorf("got %+v", r)
			}
		})
	}
}

// user is a kind of typed ID.
type user struct{}

func (user) IDPrefix() string { return "user" }

func TestMixtures(t *testing.T) {
	m := made(t)
	i := 0
	r := Of(sample(1000, func() any {
		if i++; i%10 < 3 {
			return m["UUIDv7"]()
		}
		return m["UUIDv4"]()
	}), Hints{Now: time.Now()})
	if len(r.Parts) != 2 || r.Parts[0].Name != "UUIDv4" || r.Parts[0].Values != 700 || r.Parts[1].Name != "UUIDv7" || r.Parts[1].Values != 300 {
		t.Errorf("got %+v", r)
	}
}

func TestWhatIsNoID(t *testing.T) {
	for name, next := range map[string]func() any{
		"mail":  func() any { return fmt.Sprintf("user%d@example.org", rand.IntN(1e6)) },
		"slug":  func() any { return fmt.Sprintf("a-title-%d", rand.IntN(1e6)) },
		"empty": func() any { return "" },
		"null":  func() any { return nil },
	} {
		if r := Of(sample(200, next), Hints{Now: time.Now()}); r.IsID() {
			t.Errorf("%s: got %+v", name, r)
		}
	}
	zero := Of(sample(10, func() any { return make([]byte, 16) }), Hints{Now: time.Now()})
	if zero.IsID() || zero.Zeros != 1 || zero.Sampled != 10 {
		t.Errorf("zero IDs: got %+v", zero)
	}
}

func TestNumbers(t *testing.T) {
	now := time.Now()
	sparse := Of(sample(500, func() any { return rand.Int64N(1 << 40) }), Hints{Now: now, Rows: 1e6})
	if sparse.Parts[0].Name != "integers with gaps" || sparse.Order() != Unknown {
		t.Errorf("got %+v", sparse)
	}
	signed := Of(sample(500, func() any { return int64(rand.Uint64()) }), Hints{Now: now})
	if signed.Parts[0].Name != "random integers" || signed.Negative < 100 || signed.Unsigned > 0 {
		t.Errorf("got %+v", signed)
	}
	unsigned := Of(sample(500, func() any { return rand.Uint64() }), Hints{Now: now})
	if unsigned.Parts[0].Name != "random integers" || unsigned.Unsigned < 100 || unsigned.Negative > 0 {
		t.Errorf("got %+v", unsigned)
	}
}

// TestSomeOfAnotherAlphabet: of texts of hexadecimal digits in the length of a ULID, one in 30 has
// the version and variant of a UUIDv7.
func TestSomeOfAnotherAlphabet(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	r := Of(sample(1300, func() any { return ("01KAZ" + strings.ToUpper(hex.EncodeToString(bytesOf(rng.Uint64, 16))))[:26] }), Hints{Now: time.Now()})
	if r.IsKnown() {
		t.Errorf("got %+v", r)
	}
}

// TestRepeatedNumbers: the rows of a table say nothing about numbers that repeat, as those of
// postal codes do.
func TestRepeatedNumbers(t *testing.T) {
	r := Of(sample(1000, func() any { return 10_000 + 450*rand.Int64N(200) }), Hints{Now: time.Now(), Rows: 1e6})
	if r.IsKnown() {
		t.Errorf("got %+v", r)
	}
}

// TestRegularTimes: a fifth of times at regular distances keep Luhn's rule, all of which are no
// numbers of cards.
func TestRegularTimes(t *testing.T) {
	now, i := int64(1_795_000_000_123_456), int64(0)
	r := Of(sample(1500, func() any { i++; return now - i*9_771_234 }), Hints{Now: time.UnixMicro(now)})
	if r.Business != "" || r.Parts[0].Name != "Unix time, µs" {
		t.Errorf("got %+v", r)
	}
}

// Of random values of 16 bytes, no kind may be likely: in 300 samples of 50 values.
func TestRandomBytesAreNoKind(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		r := Of(sample(50, func() any { return bytesOf(rng.Uint64, 16) }), Hints{Now: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)})
		if r.IsID() {
			t.Errorf("got %+v", r)
		}
	}
}
