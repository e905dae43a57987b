package suite

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"
)

func hexOf(text string) string { return hex.EncodeToString([]byte(text)) }

// holdsTime reports whether the server's timestamps go so far.
func (s Server) holdsTime(t time.Time) bool { return !t.Before(s.MinTime) && !t.After(s.MaxTime) }

// times: the server reads the timestamps that Go reads.
func (u unit) times(t *testing.T) {
	var ids [][]byte
	var beyond []byte
	for _, x := range append(u.samples(random(t), values), u.goldenIDs(t)...) {
		if u.holdsTime(u.time(x)) {
			ids = append(ids, x)
		} else {
			beyond = x
		}
	}
	call := u.Micros(u.onID(t, "time"))
	for i, got := range u.each(t, call, u.encode(ids)) {
		if want := strconv.FormatInt(u.time(ids[i]).UnixMicro(), 10); got != want {
			t.Errorf("%s: the time of %x is %s µs, want %s", u.Server.Name, ids[i], got, want)
		}
	}
	if beyond != nil {
		u.fails(t, call, u.column.Encode(beyond), hex.EncodeToString(beyond))
	}
}

// goldenIDs returns the values of the golden vectors that the column holds.
func (u unit) goldenIDs(t testing.TB) (ids [][]byte) {
	for _, x := range u.load(t).Valid {
		if raw := unhex(t, x.Hex); u.column.holds(raw) {
			ids = append(ids, raw)
		}
	}
	return ids
}

// fieldwise: the server takes IDs apart as Go does.
func (u unit) fieldwise(t *testing.T) {
	ids := append(u.samples(random(t), values), u.goldenIDs(t)...)
	for i, got := range u.each(t, u.Fields(u.onID(t, "fields")), u.encode(ids)) {
		if have := fieldsOf(t, got); !maps.Equal(have, u.fields(ids[i])) {
			t.Errorf("%s: the fields of %x are %v, want %v", u.Server.Name, ids[i], have, u.fields(ids[i]))
		}
	}
}

// fieldsOf reads a JSON object of numbers and hexadecimal texts.
func fieldsOf(t testing.TB, object string) map[string]string {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(object))
	d.UseNumber()
	var values map[string]any
	if err := d.Decode(&values); err != nil {
		t.Fatalf("the fields %q are no JSON object: %v", object, err)
	}
	fields := map[string]string{}
	for name, value := range values {
		switch v := value.(type) {
		case json.Number:
			fields[name] = v.String()
		case string:
			// A bytea in JSON.
			fields[name] = strings.TrimPrefix(v, `\x`)
		default:
			t.Fatalf("the field %s of %s is a %T", name, object, value)
		}
	}
	return fields
}

// instants returns times at, around and far outside of the ends of the lifetime, and
// random ones within, to the microsecond.
func (u unit) instants(r *rand.Rand) []time.Time {
	end := u.last.Add(u.resolution - time.Microsecond)
	list := []time.Time{
		u.first, u.first.Add(time.Microsecond), u.first.Add(u.resolution - time.Microsecond), u.first.Add(u.resolution),
		u.first.Add(-time.Microsecond), u.first.Add(-u.resolution), u.first.AddDate(-10, 0, 0),
		u.last, end, u.last.Add(-u.resolution), u.last.Add(-time.Microsecond),
		end.Add(time.Microsecond), u.last.AddDate(10, 0, 0),
		time.Date(1969, 12, 31, 23, 59, 59, 999_999_000, time.UTC), time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(2038, 1, 19, 3, 14, 8, 0, time.UTC), time.Date(3001, 1, 19, 3, 14, 8, 1000, time.UTC),
		time.Date(9999, 12, 31, 23, 59, 59, 999_999_000, time.UTC), time.Now(),
	}
	from, to := u.first.UnixMicro(), min(u.last.UnixMicro(), u.MaxTime.UnixMicro())
	for range values {
		list = append(list, time.UnixMicro(from+r.Int64N(to-from)))
	}
	return list
}

// bounds: the least and the greatest ID of a time are Go's, and so are the times
// that are refused.
func (u unit) bounds(t *testing.T) {
	list := u.instants(random(t))
	for name, bound := range map[string]func(time.Time) ([]byte, error){"min_at": u.minAt, "max_at": u.maxAt} {
		call := u.column.Out(u.onTime(t, name))
		var good []string
		var wants [][]byte
		for _, at := range list {
			want, err := bound(at)
			micros := strconv.FormatInt(at.UnixMicro(), 10)
			switch {
			case !u.holdsTime(at):
			case err == nil && u.column.holds(want):
				good, wants = append(good, micros), append(wants, want)
			case err == nil:
				if len(good)%16 == 0 { // each costs a statement
					u.fails(t, call, micros, at.String())
				}
			default:
				message := u.fails(t, call, micros, at.UTC().String())
				if message != "" && (!strings.Contains(message, u.library) || !strings.Contains(message, "lifetime")) {
					t.Errorf("%s: %s of %v: the message %q does not name %s and its lifetime", u.Server.Name, name, at.UTC(), message, u.library)
				}
			}
		}
		for i, got := range u.each(t, call, good) {
			if x := u.decode(t, name, got); !bytes.Equal(x, wants[i]) {
				t.Errorf("%s: %s of %s µs is %x, want %x", u.Server.Name, name, good[i], x, wants[i])
			}
		}
	}
}
