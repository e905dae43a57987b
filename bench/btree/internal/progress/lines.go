package progress

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// between is the time between two lines.
const between = 10 * time.Second

// lines logs the progress from time to time.
type lines struct {
	line  func(string)
	every time.Duration

	plan    run.Size
	first   sync.Once
	began   time.Time
	trials  atomic.Int64
	rows    atomic.Int64
	stop    chan struct{}
	stopped chan struct{}
}

// Begin starts the clock.
func (l *lines) Begin(p run.Size) {
	l.plan, l.began = p, time.Now()
	l.line(announced(p))
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

// Start does nothing: the next line shows the progress.
func (l *lines) Start(trial.Coordinates) {}

// Rows counts committed rows.
func (l *lines) Rows(n int) { l.rows.Add(int64(n)) }

// Done counts a trial, and says what the first one measured.
func (l *lines) Done(t trial.Trial) {
	l.trials.Add(1)
	l.first.Do(func() { l.line("first trial: " + measured(t)) })
}

// End stops the lines.
func (l *lines) End() {
	close(l.stop)
	<-l.stopped
}
