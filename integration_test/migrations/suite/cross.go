package suite

import (
	"bytes"
	"strconv"
	"testing"
)

// crossing: values, texts and times reach the server and come back unchanged; the
// other tests rest on it.
func (u unit) crossing(t *testing.T) {
	r := random(t)
	ids := u.samples(r, 200)
	for i, got := range u.each(t, u.column.Out(u.column.In("v")), u.encode(ids)) {
		if x := u.decode(t, "the crossing", got); !bytes.Equal(x, ids[i]) {
			t.Fatalf("%s: %x comes back as %x", u.Server.Name, ids[i], x)
		}
	}
	if u.time == nil {
		return
	}
	var micros []string
	for _, at := range u.instants(r) {
		if u.holdsTime(at) {
			micros = append(micros, strconv.FormatInt(at.UnixMicro(), 10))
		}
	}
	for i, got := range u.each(t, u.Micros(u.Time("v")), micros) {
		if got != micros[i] {
			t.Fatalf("%s: %s µs come back as %s", u.Server.Name, micros[i], got)
		}
	}
}
