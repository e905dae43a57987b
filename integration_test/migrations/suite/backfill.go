package suite

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
)

// rows is how many rows of one millisecond are dated.
const rows = 2000

// micros is a time as the texts that Server.Time reads.
func micros(at time.Time) string { return strconv.FormatInt(at.UnixMicro(), 10) }

// masked returns the bits of an ID that its time determines.
func (u unit) masked(raw []byte) []byte {
	fixed := make([]byte, len(raw))
	for i := range raw {
		fixed[i] = raw[i] & u.dated[i]
	}
	return fixed
}

// backfills dates IDs at many times: Go's At gives the same, but for the random bits.
func (u unit) backfills(t *testing.T) {
	list := u.instants(random(t))
	slices.SortFunc(list, time.Time.Compare)
	call := u.column.Out(u.onTime(t, "at"))
	var good []string
	var wants [][]byte
	for _, at := range list {
		at = at.Truncate(time.Microsecond) // as precise as the servers
		want, err := u.at(at)
		switch {
		case !u.holdsTime(at):
		case err == nil:
			good, wants = append(good, micros(at)), append(wants, want)
		default:
			message := u.fails(t, call, micros(at), at.UTC().String())
			if !strings.Contains(message, u.library) || !strings.Contains(message, "lifetime") && !strings.Contains(message, id.ErrReserved.Error()) {
				t.Errorf("%s: at of %v: the message %q does not name %s and its lifetime", u.Server.Name, at.UTC(), message, u.library)
			}
		}
	}
	var last []byte
	for i, got := range u.each(t, call, good) {
		x := u.decode(t, "at", got)
		if !bytes.Equal(u.masked(x), u.masked(wants[i])) || !u.valid(x) || !u.time(x).Equal(u.time(wants[i])) {
			t.Errorf("%s: at of %s µs is %x, and Go's %x", u.Server.Name, good[i], x, wants[i])
		}
		if last != nil && u.time(last).Before(u.time(x)) && bytes.Compare(last, x) >= 0 {
			t.Errorf("%s: %x of an earlier time is greater than %x", u.Server.Name, last, x)
		}
		last = x
	}
	text := u.function(t, "text") + "(" + u.onTime(t, "at") + ")"
	for i, got := range u.each(t, text, firstTexts(good)) {
		if x, err := u.parse(got); err != nil || !bytes.Equal(u.masked(x), u.masked(wants[i])) {
			t.Errorf("%s: the text of at of %s µs is %s: %x, %v", u.Server.Name, good[i], got, x, err)
		}
	}
}

// backfillsOne dates many rows of one time in one statement: all IDs differ, and each bit
// that the time does not determine is random.
func (u unit) backfillsOne(t *testing.T) {
	at := time.Date(2026, 1, 31, 12, 30, 15, 678_901_000, time.UTC)
	call := u.column.Out(u.function(t, "at") + "(" + u.Time("'"+micros(at)+"'") + ")")
	ids, err := u.produce(t.Context(), u.DB, call, rows)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(set(ids)); n != rows {
		t.Errorf("%s: %d different IDs of %d", u.Server.Name, n, rows)
	}
	want, err := u.at(at)
	if err != nil {
		t.Fatal(err)
	}
	ones := make([]int, 8*u.size)
	for _, x := range ids {
		if !bytes.Equal(u.masked(x), u.masked(want)) {
			t.Fatalf("%s: at of %v is %x, and Go's %x", u.Server.Name, at, x, want)
		}
		for bit := range ones {
			ones[bit] += int(x[bit/8] >> (7 - bit%8) & 1)
		}
	}
	for bit, n := range ones {
		// Each random bit is set in about a half of them: 22 standard deviations off is none.
		if u.dated[bit/8]>>(7-bit%8)&1 == 0 && (n < rows/4 || n > rows*3/4) {
			t.Errorf("%s: bit %d is set in %d of %d", u.Server.Name, bit, n, rows)
		}
	}
}

// numbered dates rows by their numbers within a millisecond: the IDs begin with
// the least one, one after the other, and none is beyond the millisecond.
func (u unit) numbered(t *testing.T) {
	call := func(at, number string) string {
		return u.function(t, "at") + "(" + u.Time(at) + ", " + u.Number(number) + ")"
	}
	var numbers []string
	for n := range rows {
		numbers = append(numbers, strconv.Itoa(n+1))
	}
	first, err := u.maxAt(u.first) // the zero ID comes before: it numbers the others
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []time.Time{u.first, u.first.Add(u.resolution), time.Date(2026, 1, 31, 12, 30, 15, 678_901_000, time.UTC)} {
		constant := "'" + micros(at) + "'"
		for i, got := range u.each(t, u.column.Out(call(constant, "v")), numbers) {
			want, err := u.row(at, i+1)
			if x := u.decode(t, "at", got); err != nil || !bytes.Equal(x, want) {
				t.Fatalf("%s: row %d of %v is %x, want %x, %v", u.Server.Name, i+1, at, x, want, err)
			}
		}
		most := int64(uidOf(first))
		if !at.Equal(u.first) {
			most++
		}
		for number, rule := range map[int64]id.Reason{-1: id.ErrRange, 0: id.ErrRange, most + 1: id.ErrExhausted, 1 << 62: id.ErrExhausted} {
			text := strconv.FormatInt(number, 10)
			message := u.fails(t, u.column.Out(call(constant, "v")), text, "row "+text)
			if !strings.Contains(message, u.library) || !strings.Contains(message, text) || !strings.Contains(message, rule.Error()) {
				t.Errorf("%s: row %d: the message %q does not name %s, the number and %q", u.Server.Name, number, message, u.library, rule)
			}
		}
		u.lastRow(t, u.column.Out(call(constant, "v")), at, most)
	}
	u.numberedTimes(t, u.column.Out(call("v", "'1'")))
	for _, expr := range []string{call("NULL", "'1'"), call("'"+micros(u.first)+"'", "NULL")} {
		if got := u.each(t, expr, []string{""}); got[0] != null {
			t.Errorf("%s: %s is %q", u.Server.Name, expr, got[0])
		}
	}
}

// row returns the ID of a row of a millisecond, which are numbered from 1. The zero ID, the
// first one of the format, is that of no row.
func (u unit) row(at time.Time, number int) ([]byte, error) {
	least, err := u.minAt(at)
	if err != nil {
		return nil, err
	}
	x := uidOf(least) + uid11.ID(number-1)
	if uidOf(least) == 0 {
		x++
	}
	return binary.BigEndian.AppendUint64(nil, uint64(x)), nil
}

// lastRow tests that the last row of a millisecond has its greatest ID.
func (u unit) lastRow(t *testing.T, call string, at time.Time, most int64) {
	t.Helper()
	want, err := u.maxAt(at)
	if got := u.decode(t, "at", u.each(t, call, []string{strconv.FormatInt(most, 10)})[0]); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s: row %d of %v is %x, want %x, %v", u.Server.Name, most, at, got, want, err)
	}
}

// numberedTimes dates the first rows of many milliseconds.
func (u unit) numberedTimes(t *testing.T, call string) {
	t.Helper()
	for _, at := range u.instants(random(t))[:200] {
		if !u.holdsTime(at) {
			continue
		}
		want, err := u.row(at, 1)
		if err != nil || !u.column.holds(want) {
			if message := u.fails(t, call, micros(at), at.UTC().String()); !strings.Contains(message, u.library) {
				t.Errorf("%s: at of %v: the message %q does not name %s", u.Server.Name, at.UTC(), message, u.library)
			}
			continue
		}
		if got := u.each(t, call, []string{micros(at)}); got[0] != u.column.Encode(want) {
			t.Errorf("%s: the first row of %v is %s, want %s", u.Server.Name, at.UTC(), got[0], hex.EncodeToString(want))
		}
	}
}
