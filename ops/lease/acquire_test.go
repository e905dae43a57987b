package lease

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
)

// What fails when a number was claimed is returned, and the number is given back.
func TestOpenFails(t *testing.T) {
	for name, x := range map[string]struct {
		opens  int // that succeed
		probes int
		is     error
		claims int64 // of a number, which is released; none is made again
	}{
		"the trial":       {0, 0, errGiven, 0},
		"the trial again": {1, 0, errGiven, 0},
		"the generator":   {2, 0, errGiven, 1},
		"its first ID":    {3, 0, errProbe, 1},
		"nothing":         {3, 2, nil, 1},
	} {
		inBubble(t, func(r *rig) {
			format := r.format()
			open := format.open
			format.open = func(number id.Node) (source[uid11.ID, uid11.Block], int, error) {
				s, numbers, err := open(number)
				if x.opens--; x.opens < 0 {
					return s, numbers, errGiven
				}
				probe := s.probe
				s.probe = func() (uid11.ID, error) {
					if x.probes--; x.probes < 0 {
						return 0, errProbe
					}
					return probe()
				}
				return s, numbers, err
			}
			g, err := acquire(r.t.Context(), r.wire(), format, r.config)
			if !errors.Is(err, x.is) || (g == nil) != (x.is != nil) {
				r.t.Fatalf("%s: %v, %v, want %v", name, g, err, x.is)
			}
			if g != nil {
				r.close(g)
			}
			var claims int64
			for n, row := range r.server.rows {
				claims += row.token
				if row.expires != 0 {
					r.t.Errorf("%s: the number %d is held", name, n)
				}
			}
			if claims != x.claims {
				r.t.Errorf("%s: %d claims, want %d", name, claims, x.claims)
			}
		})
	}
}

var errProbe = errors.New("no ID")

// noRelease is a server that refuses releases.
type noRelease struct{ wire }

func (noRelease) release(context.Context, *claim, int64) error { return errGiven }

// A number that can be used no more, and not be given back, is an error with both reasons.
func TestNoWayBack(t *testing.T) {
	inBubble(t, func(r *rig) {
		format := r.format()
		open := format.open
		format.open = func(number id.Node) (source[uid11.ID, uid11.Block], int, error) {
			s, numbers, err := open(number)
			s.probe = func() (uid11.ID, error) { return 0, errProbe }
			return s, numbers, err
		}
		_, err := acquire(r.t.Context(), noRelease{r.wire()}, format, r.config)
		if !errors.Is(err, errProbe) || !errors.Is(err, errGiven) {
			r.t.Error(err)
		}
	})
}

// Settings that make no IDs are refused before a number is claimed.
func TestTrial(t *testing.T) {
	inBubble(t, func(r *rig) {
		early := Snowish(func(g *uid11.Generator) { g.Clock = func() time.Time { return time.UnixMilli(0) } })
		var e *id.RangeError
		if _, err := acquire(r.t.Context(), r.wire(), early, r.config); !errors.As(err, &e) || len(r.server.rows) != 0 {
			r.t.Errorf("%v, %d rows", err, len(r.server.rows))
		}
		wrong := Snowish(func(g *uid11.Generator) { g.Machine = id.NodeOf(1) })
		if _, err := acquire(r.t.Context(), r.wire(), wrong, r.config); !errors.Is(err, id.ErrConfig) || len(r.server.rows) != 0 {
			r.t.Errorf("%v, %d rows", err, len(r.server.rows))
		}
	})
}

// Acquire refuses what it cannot use, in words that say what to do.
func TestAcquireRefuses(t *testing.T) {
	const prefix = "lease: claim of a number: invalid setting: "
	db := (&script{}).open(t)
	_, errFormat := Acquire(t.Context(), db, Format[uid11.ID, uid11.Block]{}, Config{})
	_, errConfig := Acquire(t.Context(), db, Snowish(), Config{TTL: 1})
	_, errDB := Acquire(t.Context(), nil, Snowish(), Config{})
	for _, x := range []struct {
		err  error
		want string
	}{
		{errFormat, prefix + "the format is the zero value: use Snowish, UlidFlake or SCRU160"},
		{errConfig, prefix + "TTL is 1ns: use 100ms to 24h0m0s"},
		{errDB, prefix + "the database handle is nil: open one with database/sql"},
	} {
		if !errors.Is(x.err, id.ErrConfig) || x.err.Error() != x.want {
			t.Errorf("%v, want %s", x.err, x.want)
		}
	}
	if _, err := Acquire(t.Context(), db, Snowish(), Config{}); !errors.Is(err, errScript) || !strings.Contains(err.Error(), "the servers are") {
		t.Error(err)
	}
}

// A claim, an ID and a release, by the statements that a server gets.
func TestAcquireStatements(t *testing.T) {
	s := &script{replies: []reply{
		rowTo("SELECT version()", "PostgreSQL 18.1"),
		rowTo("pg_subscription_rel", false, true, true),
		rowTo("SELECT number", int64(3), int64(11), int64(0)),
		{to: "UPDATE", affected: 1},
	}}
	var events []Event
	g, err := Acquire(t.Context(), s.open(t), Snowish(), Config{Name: "a", Observe: func(e Event) { events = append(events, e) }})
	if err != nil {
		t.Fatal(err)
	}
	lease := Lease{Name: "a", Number: 3, Token: 12}
	if x, err := g.New(); err != nil || g.Lease() != lease || numberOfSnowish(x) != 3 {
		t.Errorf("%v, %v, %+v", x, err, g.Lease())
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	if want := []Event{{Kind: Acquired, Lease: lease}, {Kind: Released, Lease: lease}}; !slices.Equal(events, want) {
		t.Errorf("events %v, want %v", events, want)
	}
	if len(s.sent) != 5 {
		t.Errorf("statements %q", s.sent)
	}
}

// Acquire claims no number after its context has ended, though the next claim could succeed.
func TestAcquireEnds(t *testing.T) {
	inBubble(t, func(r *rig) {
		late := &lateAnswers{wire: r.wire(), left: 1}
		ctx, cancel := context.WithTimeout(r.t.Context(), r.config.TTL)
		defer cancel()
		begun := time.Now()
		if _, err := acquire(ctx, late, r.format(), r.config); err == nil || time.Since(begun) > r.config.TTL+time.Second {
			r.t.Errorf("%v after %v", err, time.Since(begun))
		}
	})
}
