package metric

import "testing"

func TestAddHits(t *testing.T) {
	none := Missing("no privilege")
	for _, c := range []struct {
		asked, read Reading
		want        Reading
	}{
		{Value(4), Value(1), Value(75)},
		{Value(4), Value(0), Value(100)},
		{none, Value(1), none},
		{Value(4), none, none},
		{Value(0), Value(0), Missing("no page was asked of the buffer pool")},
	} {
		r := Readings{PageRequests: c.asked, PagesRead: c.read}
		r.AddHits()
		if got := r[BufferHits]; got != c.want {
			t.Errorf("%v of %v: %+v, want %+v", c.read, c.asked, got, c.want)
		}
	}
	r := Readings{PagesRead: Value(1)}
	if r.AddHits(); len(r) != 1 {
		t.Errorf("requests were not counted: %+v", r)
	}
}
