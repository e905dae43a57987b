// Corpus of ID values, made by real Go libraries in testing/synctest bubbles (corpus_test.go),
// by hand after public documentation or source where no Go library has them (hand_test.go),
// and keys of business that no ID generator made (business_test.go).
//
// Run (Go 1.25 or later):
//
//	go test -count=1 -run TestCorpus . -out go.txt
//
// ../build puts it and the npm part together and checks.
// Versions of the libraries: see go.mod.
package idcorpus

import (
	"bytes"
	"encoding/hex"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/snowflake"
	"github.com/chilts/sid"
	disgo "github.com/disgoorg/snowflake/v2"
	gofrs "github.com/gofrs/uuid/v5"
	guuid "github.com/google/uuid"
	hcuuid "github.com/hashicorp/go-uuid"
	jnano "github.com/jaevor/go-nanoid"
	"github.com/lithammer/shortuuid/v4"
	"github.com/lucsky/cuid"
	mnano "github.com/matoous/go-nanoid/v2"
	"github.com/nats-io/nuid"
	"github.com/oklog/ulid/v2"
	"github.com/rogpeppe/fastuuid"
	"github.com/rs/xid"
	satori "github.com/satori/go.uuid"
	"github.com/segmentio/ksuid"
	"github.com/sony/sonyflake"
	"github.com/teris-io/shortid"
	"go.jetify.com/typeid"
	"go.mongodb.org/mongo-driver/v2/bson"
)

const n = 150

var (
	now     = time.Date(2026, 11, 28, 18, 23, 41, 337_115_800, time.UTC)
	yearAgo = time.Date(2025, 11, 28, 9, 2, 17, 904_663_100, time.UTC)
	rnd     = rand.New(rand.NewPCG(20261129, 7))
	out     strings.Builder
	names   = map[string]bool{}
)

var output = flag.String("out", "go.txt", "the file of the keys")

const threeMonths = 92 * 24 * time.Hour

func emit(name, kind, order, typ string, vals []string) {
	if names[name] {
		panic("name twice: " + name)
	}
	names[name] = true
	seen := map[string]bool{}
	var v []string
	for _, s := range vals {
		if !seen[s] {
			seen[s] = true
			v = append(v, s)
		}
	}
	if len(v) > 160 {
		v = v[:160]
	}
	if len(v) < 150 {
		panic(fmt.Sprintf("%s: only %d values", name, len(v)))
	}
	fmt.Fprintf(&out, "# %s | %s | %s | %s\n%s\n", name, kind, order, typ, strings.Join(v, "\n"))
}

// sched: k irregular times over span, the last of them at end.
func sched(k int, end time.Time, span time.Duration) []time.Time {
	if k == 1 {
		return []time.Time{end}
	}
	if span > time.Minute { // neither end is at a round distance
		j := int64(min(span/200, 9*time.Hour))
		end = end.Add(-time.Duration(rnd.Int64N(j)))
		span -= time.Duration(rnd.Int64N(j))
	}
	w := make([]float64, k)
	sum := 0.0
	for i := range w {
		if i > 0 {
			w[i] = rnd.ExpFloat64() + 0.02
		}
		sum += w[i]
	}
	ts := make([]time.Time, k)
	acc := 0.0
	for i := range w {
		acc += w[i]
		ts[i] = end.Add(-span + time.Duration(acc/sum*float64(span)))
	}
	return ts
}

// bursts: k times, in groups of size at one instant (gap between two of a group), over span.
func bursts(k, size int, gap time.Duration, end time.Time, span time.Duration) []time.Time {
	g := sched((k+size-1)/size, end, span)
	var ts []time.Time
	for _, t := range g {
		for j := 0; j < size && len(ts) < k; j++ {
			ts = append(ts, t.Add(time.Duration(j)*gap))
		}
	}
	return ts
}

func minutes(k int, end time.Time) []time.Time {
	ts := make([]time.Time, k)
	for i := range ts {
		ts[i] = end.Add(time.Duration(i-k) * time.Minute).Add(time.Duration(rnd.IntN(2_000_000_000)))
	}
	return ts
}

type ending struct {
	label string
	at    time.Time
}

var ends = []ending{{"a year ago", yearAgo}, {"now", now}}

// at: twice (a year ago, now), by a function that takes the time.
func at(name, kind, order, typ string, f func(time.Time) string) {
	for _, e := range ends {
		atSched(name+", ends "+e.label, kind, order, typ, sched(n, e.at, threeMonths), f)
	}
}

func atSched(name, kind, order, typ string, ts []time.Time, f func(time.Time) string) {
	var v []string
	for _, t := range ts {
		v = append(v, f(t))
	}
	emit(name, kind, order, typ, v)
}

// bubble: in a synctest bubble, whose clock sleeps to each time.
func bubble(t *testing.T, name, kind, order, typ string, ts []time.Time, mk func() func() string) {
	synctest.Test(t, func(t *testing.T) {
		reset()
		time.Sleep(time.Until(ts[0].Add(-time.Second)))
		f := mk()
		var v []string
		for _, x := range ts {
			if d := time.Until(x); d > 0 {
				time.Sleep(d)
			}
			v = append(v, f())
		}
		emit(name, kind, order, typ, v)
	})
}

func bub(t *testing.T, name, kind, order, typ string, mk func() func() string) {
	for _, e := range ends {
		bubble(t, name+", ends "+e.label, kind, order, typ, sched(n, e.at, threeMonths), mk)
	}
}

func same(f func() string) func() func() string { return func() func() string { return f } }

func plain(name, kind, order, typ string, f func(i int) string) {
	var v []string
	seen := map[string]bool{}
	for i := 0; len(v) < n && i < 100*n; i++ {
		s := f(i)
		if !seen[s] {
			seen[s] = true
			v = append(v, s)
		}
	}
	emit(name, kind, order, typ, v)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func rb(k int) []byte {
	b := make([]byte, k)
	for i := range b {
		b[i] = byte(rnd.UintN(256))
	}
	return b
}

func text16(b []byte) string {
	s := hex.EncodeToString(b)
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}

func nodash(s string) string { return strings.ReplaceAll(s, "-", "") }
func u64(x uint64) string    { return strconv.FormatUint(x, 10) }
func i64(x int64) string     { return strconv.FormatInt(x, 10) }

// v1swap is MySQL's UUID_TO_BIN(x,1).
func v1swap(b []byte) []byte {
	return bytes.Join([][]byte{b[6:8], b[4:6], b[0:4], b[8:16]}, nil)
}

func gen1(mac string) *gofrs.Gen {
	m := must(hex.DecodeString(mac))
	return gofrs.NewGenWithOptions(gofrs.WithHWAddrFunc(func() (net.HardwareAddr, error) { return m, nil }))
}

func libs(t *testing.T) {
	// google/uuid: global state, so a year ago comes first.
	guuid.SetNodeID([]byte{0x3c, 0x52, 0x82, 0x7a, 0x19, 0xe4})
	const g = "google/uuid@v1.6.0 "
	bub(t, g+"NewUUID (v1, one node)", "UUIDv1", "starts over", "uuid", same(func() string { return guuid.Must(guuid.NewUUID()).String() }))
	bub(t, g+"NewUUID (v1) as text", "UUIDv1", "starts over", "text", same(func() string { return guuid.Must(guuid.NewUUID()).String() }))
	bub(t, g+"NewUUID (v1) as bytes", "UUIDv1", "starts over", "bytes", same(func() string { u := guuid.Must(guuid.NewUUID()); return hex.EncodeToString(u[:]) }))
	bub(t, g+"NewUUID (v1) after MySQL's UUID_TO_BIN(x,1)", "UUIDv1 swapped (UUID_TO_BIN(x,1))", "ordered", "bytes", same(func() string { u := guuid.Must(guuid.NewUUID()); return hex.EncodeToString(v1swap(u[:])) }))
	// NewV6 of v1.6.0 writes the 60 bits of time four bits too low (and loses four of them): read by RFC 9562 it is in 1610.
	bub(t, g+"NewV6 (time four bits too low)", "UUIDv6", "ordered", "uuid", same(func() string { return guuid.Must(guuid.NewV6()).String() }))
	bub(t, g+"NewV7", "UUIDv7", "ordered", "uuid", same(func() string { return guuid.Must(guuid.NewV7()).String() }))
	bub(t, g+"NewV7 as text", "UUIDv7", "ordered", "text", same(func() string { return guuid.Must(guuid.NewV7()).String() }))
	bub(t, g+"NewV7 as bytes", "UUIDv7", "ordered", "bytes", same(func() string { u := guuid.Must(guuid.NewV7()); return hex.EncodeToString(u[:]) }))
	bubble(t, g+"NewV7, all in one millisecond", "UUIDv7", "ordered", "uuid", bursts(n, n, 3*time.Microsecond, now.Add(time.Hour), 0), same(func() string { return guuid.Must(guuid.NewV7()).String() }))
	bubble(t, g+"NewUUID (v1), all in one millisecond", "UUIDv1", "ordered", "uuid", bursts(n, n, 3*time.Microsecond, now.Add(time.Hour).Truncate(time.Second), 0), same(func() string { return guuid.Must(guuid.NewUUID()).String() }))
	plain(g+"New (v4)", "UUIDv4", "random", "uuid", func(int) string { return guuid.NewString() })
	plain(g+"New (v4) as text", "UUIDv4", "random", "text", func(int) string { return guuid.NewString() })
	plain(g+"New (v4) as bytes", "UUIDv4", "random", "bytes", func(int) string { u := guuid.New(); return hex.EncodeToString(u[:]) })
	plain(g+"New (v4) as a URN", "UUIDv4", "random", "text", func(int) string { return guuid.New().URN() })
	plain(g+"New (v4) without dashes", "UUIDv4", "random", "text", func(int) string { return nodash(guuid.NewString()) })
	plain(g+"New (v4) without dashes, upper case", "UUIDv4", "random", "text", func(int) string { return strings.ToUpper(nodash(guuid.NewString())) })
	plain(g+"New (v4) upper case", "UUIDv4", "random", "text", func(int) string { return strings.ToUpper(guuid.NewString()) })
	plain(g+"New (v4) in braces", "UUIDv4", "random", "text", func(int) string { return "{" + guuid.NewString() + "}" })
	bub(t, g+"NewDCESecurity (v2)", "other: UUIDv2 (DCE security)", "none", "uuid", same(func() string {
		return guuid.Must(guuid.NewDCESecurity(guuid.Person, uint32(1000+rnd.IntN(90000)))).String()
	}))
	plain(g+"NewMD5 (v3) of URLs", "UUIDv3", "random", "uuid", func(i int) string {
		return guuid.NewMD5(guuid.NameSpaceURL, fmt.Appendf(nil, "https://example.org/p/%d", i)).String()
	})
	plain(g+"NewSHA1 (v5) of host names", "UUIDv5", "random", "uuid", func(i int) string {
		return guuid.NewSHA1(guuid.NameSpaceDNS, fmt.Appendf(nil, "h%d.example.org", i)).String()
	})
	plain(g+"NewSHA1 (v5) as bytes", "UUIDv5", "random", "bytes", func(i int) string {
		u := guuid.NewSHA1(guuid.NameSpaceOID, fmt.Appendf(nil, "1.3.6.1.%d", i))
		return hex.EncodeToString(u[:])
	})

	// gofrs/uuid takes a time.
	const f = "gofrs/uuid/v5@v5.5.1 "
	one := gen1("00163e5a0b71")
	at(f+"NewV1AtTime (one node)", "UUIDv1", "starts over", "uuid", func(x time.Time) string { return must(one.NewV1AtTime(x)).String() })
	at(f+"NewV1AtTime (a random node for each)", "UUIDv1", "starts over", "uuid", func(x time.Time) string {
		m := rb(6)
		m[0] |= 1
		return must(gen1(hex.EncodeToString(m)).NewV1AtTime(x)).String()
	})
	at(f+"NewV1AtTime (three nodes) as text", "UUIDv1", "starts over", "text", func(x time.Time) string {
		return must(gen1([]string{"00163e5a0b71", "00163e5a0b99", "525400aa0e17"}[rnd.IntN(3)]).NewV1AtTime(x)).String()
	})
	at(f+"NewV1AtTime without dashes", "UUIDv1", "starts over", "text", func(x time.Time) string { return nodash(must(one.NewV1AtTime(x)).String()) })
	at(f+"NewV1AtTime (three nodes) after UUID_TO_BIN(x,1)", "UUIDv1 swapped (UUID_TO_BIN(x,1))", "ordered", "bytes", func(x time.Time) string {
		u := must(gen1([]string{"00163e5a0b71", "00163e5a0b99", "525400aa0e17"}[rnd.IntN(3)]).NewV1AtTime(x))
		return hex.EncodeToString(v1swap(u[:]))
	})
	at(f+"NewV1AtTime after UUID_TO_BIN(x,1), shown as a UUID", "UUIDv1 swapped (UUID_TO_BIN(x,1))", "ordered", "uuid", func(x time.Time) string {
		u := must(one.NewV1AtTime(x))
		return text16(v1swap(u[:]))
	})
	at(f+"NewV6AtTime", "UUIDv6", "ordered", "uuid", func(x time.Time) string { return must(gofrs.NewV6AtTime(x)).String() })
	at(f+"NewV6AtTime as text", "UUIDv6", "ordered", "text", func(x time.Time) string { return must(gofrs.NewV6AtTime(x)).String() })
	at(f+"NewV6AtTime as bytes", "UUIDv6", "ordered", "bytes", func(x time.Time) string { u := must(gofrs.NewV6AtTime(x)); return hex.EncodeToString(u[:]) })
	v7 := func(x time.Time) string { return must(gofrs.NewV7AtTime(x)).String() }
	at(f+"NewV7AtTime", "UUIDv7", "ordered", "uuid", v7)
	at(f+"NewV7AtTime without dashes", "UUIDv7", "ordered", "text", func(x time.Time) string { return nodash(v7(x)) })
	at(f+"NewV7AtTime upper case", "UUIDv7", "ordered", "text", func(x time.Time) string { return strings.ToUpper(v7(x)) })
	at(f+"NewV7AtTime in braces", "UUIDv7", "ordered", "text", func(x time.Time) string { return "{" + v7(x) + "}" })
	at(f+"NewV7AtTime as a URN", "UUIDv7", "ordered", "text", func(x time.Time) string { return "urn:uuid:" + v7(x) })
	atSched(f+"NewV7AtTime, ten minutes, ends now", "UUIDv7", "ordered", "uuid", sched(n, now, 10*time.Minute), v7)
	atSched(f+"NewV7AtTime, eight years, ends now", "UUIDv7", "ordered", "uuid", sched(n, now, 8*365*24*time.Hour), v7)
	atSched(f+"NewV7AtTime, one a minute, ends now", "UUIDv7", "ordered", "uuid", minutes(n, now), v7)
	atSched(f+"NewV7AtTime, one process for each value, bursts of 12 in one millisecond, ends now", "UUIDv7", "almost", "uuid", bursts(n, 12, 0, now, threeMonths), func(x time.Time) string { return must(gofrs.NewGen().NewV7AtTime(x)).String() })
	atSched(f+"NewV1AtTime, ten minutes, ends now", "UUIDv1", "starts over", "uuid", sched(n, now, 10*time.Minute), func(x time.Time) string { return must(one.NewV1AtTime(x)).String() })
	atSched(f+"NewV1AtTime, eight years, ends now", "UUIDv1", "starts over", "uuid", sched(n, now, 8*365*24*time.Hour), func(x time.Time) string { return must(one.NewV1AtTime(x)).String() })
	atSched(f+"NewV1AtTime, one a minute, ends now", "UUIDv1", "starts over", "uuid", minutes(n, now), func(x time.Time) string { return must(one.NewV1AtTime(x)).String() })
	atSched(f+"NewV6AtTime, eight years, ends now", "UUIDv6", "ordered", "uuid", sched(n, now, 8*365*24*time.Hour), func(x time.Time) string { return must(gofrs.NewV6AtTime(x)).String() })
	plain(f+"NewV4", "UUIDv4", "random", "uuid", func(int) string { return must(gofrs.NewV4()).String() })
	plain(f+"NewV3", "UUIDv3", "random", "text", func(i int) string { return gofrs.NewV3(gofrs.NamespaceURL, fmt.Sprint("u/", i)).String() })
	plain(f+"NewV5", "UUIDv5", "random", "text", func(i int) string { return gofrs.NewV5(gofrs.NamespaceX500, fmt.Sprint("cn=", i)).String() })
	plain(f+"NewV8 of random parts", "UUIDv8", "random", "uuid", func(int) string { return must(gofrs.NewV8(rb(6), rb(2), rb(8))).String() })
	plain("satori/go.uuid@v1.2.0 NewV4", "UUIDv4", "random", "uuid", func(int) string { return satori.NewV4().String() })
	plain("hashicorp/go-uuid@v1.0.4 GenerateUUID", "UUID-shaped without a version, time none", "random", "uuid", func(int) string { return must(hcuuid.GenerateUUID()) })
	plain("hashicorp/go-uuid@v1.0.4 GenerateUUID as text", "UUID-shaped without a version, time none", "random", "text", func(int) string { return must(hcuuid.GenerateUUID()) })
	fu := fastuuid.MustNewGenerator()
	plain("rogpeppe/fastuuid@v1.2.0 Hex128", "other: fastuuid (a counter in the shape of a UUIDv4)", "none", "text", func(int) string { return fu.Hex128() })
	jc := must(jnano.Canonic())
	plain("jaevor/go-nanoid@v1.4.0 Canonic", "nanoid", "random", "text", func(int) string { return jc() })

	// ULID
	const ul = "oklog/ulid/v2@v2.1.2 "
	bub(t, ul+"Make", "ULID", "ordered", "text", same(func() string { return ulid.Make().String() }))
	bub(t, ul+"Make as bytes", "ULID", "ordered", "bytes", same(func() string { u := ulid.Make(); return hex.EncodeToString(u[:]) }))
	bub(t, ul+"Make lower case", "ULID", "ordered", "text", same(func() string { return strings.ToLower(ulid.Make().String()) }))
	bub(t, ul+"Make as a UUID", "ULID", "ordered", "uuid", same(func() string { u := ulid.Make(); return text16(u[:]) }))
	ms := func(x time.Time) uint64 { return ulid.Timestamp(x) }
	atSched(ul+"MustNew with random entropy, bursts of 15 in one millisecond, ends now", "ULID", "almost", "text", bursts(n, 15, 0, now, threeMonths), func(x time.Time) string { return ulid.MustNew(ms(x), rndReader{}).String() })
	mono := ulid.Monotonic(rndReader{}, 0)
	atSched(ul+"Monotonic, bursts of 30 in one millisecond, ends now", "ULID", "ordered", "text", bursts(n, 30, 0, now, threeMonths), func(x time.Time) string { return ulid.MustNew(ms(x), mono).String() })
	atSched(ul+"Monotonic, all in one millisecond", "ULID", "ordered", "text", bursts(n, n, 0, now, 0), func(x time.Time) string { return ulid.MustNew(ms(x), mono).String() })
	atSched(ul+"MustNew, one a minute, ends now", "ULID", "ordered", "text", minutes(n, now), func(x time.Time) string { return ulid.MustNew(ms(x), rndReader{}).String() })
	atSched(ul+"MustNew, eight years, ends now", "ULID", "ordered", "text", sched(n, now, 8*365*24*time.Hour), func(x time.Time) string { return ulid.MustNew(ms(x), rndReader{}).String() })
	at(ul+"MustNew with a prefix", "ULID", "ordered", "text", func(x time.Time) string { return "ord_" + ulid.MustNew(ms(x), rndReader{}).String() })

	// KSUID, xid, ObjectID
	const ks = "segmentio/ksuid@v1.0.4 "
	at(ks+"NewRandomWithTime", "KSUID", "ordered", "text", func(x time.Time) string { return must(ksuid.NewRandomWithTime(x)).String() })
	at(ks+"NewRandomWithTime as bytes", "KSUID", "ordered", "bytes", func(x time.Time) string { return hex.EncodeToString(must(ksuid.NewRandomWithTime(x)).Bytes()) })
	at(ks+"NewRandomWithTime with a prefix", "KSUID", "ordered", "text", func(x time.Time) string { return "usr_" + must(ksuid.NewRandomWithTime(x)).String() })
	atSched(ks+"NewRandomWithTime, bursts of 10 in one second, ends now", "KSUID", "almost", "text", bursts(n, 10, time.Millisecond, now.Truncate(time.Second), threeMonths), func(x time.Time) string { return must(ksuid.NewRandomWithTime(x.Truncate(time.Second))).String() })
	atSched(ks+"NewRandomWithTime, eight years, ends now", "KSUID", "ordered", "text", sched(n, now, 8*365*24*time.Hour), func(x time.Time) string { return must(ksuid.NewRandomWithTime(x)).String() })
	const xi = "rs/xid@v1.6.0 "
	at(xi+"NewWithTime", "xid", "ordered", "text", func(x time.Time) string { return xid.NewWithTime(x).String() })
	at(xi+"NewWithTime as bytes", "xid", "ordered", "bytes", func(x time.Time) string { return hex.EncodeToString(xid.NewWithTime(x).Bytes()) })
	bub(t, xi+"New", "xid", "ordered", "text", same(func() string { return xid.New().String() }))
	atSched(xi+"NewWithTime, all in one second", "xid", "ordered", "text", bursts(n, n, 0, now, 0), func(x time.Time) string { return xid.NewWithTime(x).String() })
	atSched(xi+"NewWithTime, one a minute, ends now", "xid", "ordered", "text", minutes(n, now), func(x time.Time) string { return xid.NewWithTime(x).String() })
	const mo = "mongo-driver/v2@v2.10.0 "
	at(mo+"NewObjectIDFromTimestamp", "ObjectID", "ordered", "text", func(x time.Time) string { return bson.NewObjectIDFromTimestamp(x).Hex() })
	at(mo+"NewObjectIDFromTimestamp as bytes", "ObjectID", "ordered", "bytes", func(x time.Time) string { return bson.NewObjectIDFromTimestamp(x).Hex() })
	atSched(mo+"NewObjectIDFromTimestamp, all in one second", "ObjectID", "ordered", "text", bursts(n, n, 0, now, 0), func(x time.Time) string { return bson.NewObjectIDFromTimestamp(x).Hex() })

	// TypeID
	bub(t, "go.jetify.com/typeid@v1.3.0 prefix user", "TypeID (UUIDv7 in base32 with a prefix)", "ordered", "text", same(func() string { return must(typeid.WithPrefix("user")).String() }))
	bub(t, "go.jetify.com/typeid@v1.3.0 prefix purchase_order", "TypeID (UUIDv7 in base32 with a prefix)", "ordered", "text", same(func() string { return must(typeid.WithPrefix("purchase_order")).String() }))

	// snowflakes
	const bw = "bwmarrin/snowflake@v0.3.0 "
	node := func(k int64) func() func() string {
		return func() func() string {
			nd := must(snowflake.NewNode(k))
			return func() string { return nd.Generate().String() }
		}
	}
	snowflake.Epoch = 1288834974657
	bub(t, bw+"Twitter's epoch, node 1", "snowflake Twitter", "ordered", "integer", node(1))
	bub(t, bw+"Twitter's epoch, node 711, as text", "snowflake Twitter", "ordered", "text", node(711))
	many := func(k int) func() func() string {
		return func() func() string {
			nds := make([]*snowflake.Node, k)
			for i := range nds {
				nds[i] = must(snowflake.NewNode(int64(i * (1024 / k))))
			}
			return func() string { return nds[rnd.IntN(k)].Generate().String() }
		}
	}
	bub(t, bw+"Twitter's epoch, 3 nodes", "snowflake Twitter", "ordered", "integer", many(3))
	bub(t, bw+"Twitter's epoch, 64 nodes", "snowflake Twitter", "ordered", "integer", many(64))
	bubble(t, bw+"Twitter's epoch, 16 nodes, bursts of 15 in one millisecond, ends now", "snowflake Twitter", "almost", "integer", bursts(n, 15, 0, now, threeMonths), many(16))
	bubble(t, bw+"Twitter's epoch, node 5, all in one millisecond", "snowflake Twitter", "ordered", "integer", bursts(n, n, 0, now, 0), node(5))
	bubble(t, bw+"Twitter's epoch, node 5, one a minute, ends now", "snowflake Twitter", "ordered", "integer", minutes(n, now), node(5))
	bubble(t, bw+"Twitter's epoch, node 5, eight years, ends now", "snowflake Twitter", "ordered", "integer", sched(n, now, 8*365*24*time.Hour), node(5))
	bubble(t, bw+"Twitter's epoch, node 5, ten minutes, ends now", "snowflake Twitter", "ordered", "integer", sched(n, now, 10*time.Minute), node(5))
	nodeF := func(k int64, f func(snowflake.ID) string) func() func() string {
		return func() func() string {
			nd := must(snowflake.NewNode(k))
			return func() string { return f(nd.Generate()) }
		}
	}
	bub(t, bw+"Base58", "other: snowflake in base58 (bwmarrin)", "none", "text", nodeF(9, func(i snowflake.ID) string { return i.Base58() }))
	bub(t, bw+"Base36", "other: snowflake in base36 (bwmarrin)", "ordered", "text", nodeF(9, func(i snowflake.ID) string { return i.Base36() }))
	bub(t, bw+"Base64 (the decimal digits in base64)", "other: snowflake's decimal digits in base64 (bwmarrin)", "almost", "text", nodeF(9, func(i snowflake.ID) string { return i.Base64() }))
	snowflake.Epoch = 1420070400000
	bub(t, bw+"Discord's epoch, node 33", "snowflake Discord", "ordered", "integer", node(33))
	snowflake.Epoch = 0
	bub(t, bw+"epoch 1970, node 12", "snowflake 1970", "ordered", "integer", node(12))
	bub(t, bw+"epoch 1970, 64 nodes, as text", "snowflake 1970", "ordered", "text", many(64))
	for _, ep := range []string{"2010-01-01", "2012-06-15", "2016-01-01", "2018-09-01", "2020-01-01", "2021-07-01", "2023-03-01", "2024-01-01", "2024-11-05", "2025-02-01"} {
		e := must(time.Parse("2006-01-02", ep))
		snowflake.Epoch = e.UnixMilli()
		bub(t, bw+"own epoch "+ep+", node 100", "snowflake own epoch", "ordered", "integer", node(100))
	}
	snowflake.Epoch = 1577836800000
	bub(t, bw+"own epoch 2020-01-01, 64 nodes", "snowflake own epoch", "ordered", "integer", many(64))
	bub(t, bw+"own epoch 2020-01-01, node 4, as text", "snowflake own epoch", "ordered", "text", node(4))
	snowflake.Epoch = 1288834974657
	at("disgoorg/snowflake/v2@v2.0.3 New (time alone)", "snowflake Discord", "ordered", "integer", func(x time.Time) string { return disgo.New(x).String() })

	// sonyflake v1
	sony := func(k int, start time.Time) func() func() string {
		return func() func() string {
			sfs := make([]*sonyflake.Sonyflake, k)
			for i := range sfs {
				m := uint16(0x0a17 + i*419)
				sfs[i] = must(sonyflake.New(sonyflake.Settings{StartTime: start, MachineID: func() (uint16, error) { return m, nil }}))
			}
			return func() string { return u64(must(sfs[rnd.IntN(k)].NextID())) }
		}
	}
	const sf = "sony/sonyflake@v1.2.0 "
	bub(t, sf+"default start, one machine", "Sonyflake", "ordered", "integer", sony(1, time.Time{}))
	bub(t, sf+"default start, one machine, as text", "Sonyflake", "ordered", "text", sony(1, time.Time{}))
	bub(t, sf+"default start, one machine, as 16 hex digits", "Sonyflake", "ordered", "text", func() func() string {
		s := must(sonyflake.New(sonyflake.Settings{MachineID: func() (uint16, error) { return 0x0a22, nil }}))
		return func() string { return fmt.Sprintf("%016x", must(s.NextID())) }
	})
	bub(t, sf+"default start, 3 machines", "Sonyflake", "ordered", "integer", sony(3, time.Time{}))
	bub(t, sf+"default start, 100 machines", "Sonyflake", "ordered", "integer", sony(100, time.Time{}))
	bubble(t, sf+"default start, 3 machines, busy (bursts of 25 over 60 ms), ends now", "Sonyflake", "almost", "integer", bursts(n, 25, 2*time.Millisecond, now, threeMonths), sony(3, time.Time{}))
	bubble(t, sf+"default start, one machine, busy (bursts of 50 in 10 ms), ends now", "Sonyflake", "ordered", "integer", bursts(n, 50, 150*time.Microsecond, now, threeMonths), sony(1, time.Time{}))
	bubble(t, sf+"default start, one machine, one a minute, ends now", "Sonyflake", "ordered", "integer", minutes(n, now), sony(1, time.Time{}))
	bubble(t, sf+"default start, one machine, eight years, ends now", "Sonyflake", "ordered", "integer", sched(n, now, 8*365*24*time.Hour), sony(1, time.Time{}))
	for _, ep := range []string{"2019-01-01", "2022-05-01", "2025-01-01"} {
		bub(t, sf+"start "+ep+", one machine", "Sonyflake own epoch", "ordered", "integer", sony(1, must(time.Parse("2006-01-02", ep))))
	}
	bub(t, sf+"start 2022-05-01, 100 machines", "Sonyflake own epoch", "ordered", "integer", sony(100, time.Date(2022, 5, 1, 0, 0, 0, 0, time.UTC)))

	// others
	bub(t, "lucsky/cuid@v1.2.1 New", "cuid", "ordered", "text", same(cuid.New))
	plain("matoous/go-nanoid/v2@v2.1.0 New", "nanoid", "random", "text", func(int) string { return mnano.Must() })
	plain("matoous/go-nanoid/v2@v2.1.0 New(10)", "nanoid", "random", "text", func(int) string { return mnano.Must(10) })
	plain("matoous/go-nanoid/v2@v2.1.0 Generate (no lookalikes, 12)", "nanoid", "random", "text", func(int) string {
		return mnano.MustGenerate("346789ABCDEFGHJKLMNPQRTUVWXYabcdefghijkmnpqrtwxyz", 12)
	})
	js := must(jnano.Standard(21))
	plain("jaevor/go-nanoid@v1.4.0 Standard(21)", "nanoid", "random", "text", func(int) string { return js() })
	plain("lithammer/shortuuid/v4@v4.3.0 New (UUIDv4 in base57)", "other: short UUID in base57", "random", "text", func(int) string { return shortuuid.New() })
	nu := nuid.New()
	plain("nats-io/nuid@v1.0.1 Next, one process", "other: NUID", "ordered", "text", func(int) string { return nu.Next() })
	plain("nats-io/nuid@v1.0.1 Next, many processes", "other: NUID", "random", "text", func(int) string { return nuid.New().Next() })
	bub(t, "chilts/sid@v0.0.0-20190607042430 IdBase64", "other: chilts/sid (ns and random in base64)", "ordered", "text", same(sid.IdBase64))
	bub(t, "chilts/sid@v0.0.0-20190607042430 IdBase32", "other: chilts/sid (ns and random in base32)", "ordered", "text", same(sid.IdBase32))
	bub(t, "chilts/sid@v0.0.0-20190607042430 IdHex", "other: chilts/sid (ns and random in hex)", "ordered", "text", same(sid.IdHex))
	bub(t, "teris-io/shortid@v0.0.0-20220617161101 Generate", "other: shortid", "random", "text", func() func() string {
		s := shortid.MustNew(3, shortid.DefaultABC, 2342)
		return func() string { return s.MustGenerate() }
	})
}

type rndReader struct{}

func (rndReader) Read(p []byte) (int, error) { copy(p, rb(len(p))); return len(p), nil }

func TestCorpus(t *testing.T) {
	libs(t)
	hand()
	business()
	extra(t)
	if err := os.WriteFile(*output, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d sets", len(names))
}
