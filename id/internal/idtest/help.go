package idtest

import (
	"encoding/json"
	"io"
	"sync/atomic"
	"testing"
	"time"
)

// Must returns v, and panics if err is an error.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// ErrorOf returns the error of a function that has a result beside it.
func ErrorOf[T any](_ T, err error) error { return err }

func (s suite[T, P]) messages(t *testing.T) {
	for want, err := range s.Messages {
		if err == nil || err.Error() != want {
			t.Errorf("the error is\n\t%v\nwant\n\t%s", err, want)
		}
	}
}

// Clock is a clock that is set from outside.
type Clock struct{ now atomic.Pointer[time.Time] }

// NewClock returns a clock that shows a time.
func NewClock(at time.Time) *Clock {
	c := new(Clock)
	c.Set(at)
	return c
}

// Set makes the clock show a time.
func (c *Clock) Set(at time.Time) { c.now.Store(&at) }

// Read returns the time that the clock shows.
func (c *Clock) Read() time.Time { return *c.now.Load() }

// Add moves the clock. It is safe for concurrent use.
func (c *Clock) Add(d time.Duration) {
	for {
		old := c.now.Load()
		at := old.Add(d)
		if c.now.CompareAndSwap(old, &at) {
			return
		}
	}
}

// Repeat is a source of randomness that returns the same byte for ever.
type Repeat byte

func (r Repeat) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r)
	}
	return len(p), nil
}

// Switch is a source of randomness that fails as long as Err is set, after half of what it is
// asked for.
type Switch struct {
	io.Reader
	Err error
}

func (s *Switch) Read(p []byte) (int, error) {
	if s.Err != nil {
		clear(p)
		return len(p) / 2, s.Err
	}
	return s.Reader.Read(p)
}

// Script is a clock that shows the readings of the present call in turn, and the last one for
// ever.
type Script struct{ readings []time.Time }

// Read returns the next reading.
func (s *Script) Read() time.Time {
	now := s.readings[0]
	if len(s.readings) > 1 {
		s.readings = s.readings[1:]
	}
	return now
}

// Set takes the readings of a call from a vector: a number, or a list of numbers, in a unit of
// time since 1970.
func (s *Script) Set(t testing.TB, unit time.Duration, raw json.RawMessage) {
	t.Helper()
	list := make([]int64, 1)
	if json.Unmarshal(raw, &list) != nil {
		if err := json.Unmarshal(raw, &list[0]); err != nil {
			t.Fatal(err)
		}
	}
	s.readings = nil
	for _, n := range list {
		perSecond := int64(time.Second / unit)
		s.readings = append(s.readings, time.Unix(n/perSecond, n%perSecond*int64(unit)))
	}
}
