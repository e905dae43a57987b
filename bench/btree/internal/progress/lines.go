package progress

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/bench/btree/btreebench"
)

// between is the time between two lines, and before the first: a shorter plan logs nothing.
const between = time.Minute

// lines logs the progress from time to time.
type lines struct {
	line  func(string)
	every time.Duration

	plan    btreebench.Plan
	began   time.Time
	trials  atomic.Int64
	rows    atomic.Int64
	stop    chan struct{}
	stopped chan struct{}
}

// Begin starts the clock.
func (l *lines) Begin(p btreebench.Plan) {
	l.plan, l.began = p, time.Now()
	l.stop, l.stopped = make(chan struct{}), make(chan struct{})
	go l.follow()
}

func (l *lines) follow() {
	defer close(l.stopped)
	t := time.NewTicker(l.every)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			l.line(l.text(time.Since(l.began)))
		case <-l.stop:
			return
		}
	}
}

// text says what is done after a time, and how long the rest will take at the same rate.
func (l *lines) text(after time.Duration) string {
	rows := l.rows.Load()
	s := fmt.Sprintf("%d of %d trials, %d of %d rows", l.trials.Load(), l.plan.Trials, rows, l.plan.Rows)
	if rows == 0 || l.plan.Rows == 0 {
		return s
	}
	done := float64(rows) / float64(l.plan.Rows)
	left := time.Duration(float64(after) * max(0, 1-done) / done)
	return fmt.Sprintf("%s (%.0f %%), about %s left", s, 100*done, rounded(left))
}

// rounded writes a duration in hours and minutes.
func rounded(d time.Duration) string {
	switch minutes := int64(d.Round(time.Minute) / time.Minute); {
	case d < time.Minute:
		return "a minute"
	case minutes < 60:
		return fmt.Sprintf("%d min", minutes)
	default:
		return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
	}
}

// Start does nothing: the next line shows the progress.
func (l *lines) Start(btreebench.Coordinates) {}

// Rows counts committed rows.
func (l *lines) Rows(n int) { l.rows.Add(int64(n)) }

// Done counts a trial.
func (l *lines) Done(btreebench.Trial) { l.trials.Add(1) }

// End stops the lines.
func (l *lines) End() {
	close(l.stop)
	<-l.stopped
}
