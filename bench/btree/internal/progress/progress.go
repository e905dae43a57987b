// Package progress logs how large a plan is, what its first trial measured, and every ten seconds
// its progress and the time that is left.
package progress

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// between is the time between two lines.
const between = 10 * time.Second

// New returns an observer that calls line every ten seconds, in another goroutine until End
// returns.
func New(line func(string)) run.Observer { return &lines{line: line, every: between} }

// lines logs the progress from time to time.
type lines struct {
	line  func(string)
	every time.Duration

	plan    run.Size
	first   sync.Once
	began   time.Time
	trials  atomic.Int64
	each    atomic.Int64 // combinations with a trial
	rows    atomic.Int64
	stop    chan struct{}
	stopped chan struct{}
}

// Begin starts the clock.
func (l *lines) Begin(p run.Size) {
	l.plan, l.began = p, time.Now()
	if p.Timed {
		l.line(fmt.Sprintf("measuring %s until everything is decided, at most about %s and a trial of each of %d combinations", english.And(p.Engines), english.Duration(p.For), p.Each))
	} else {
		l.line(fmt.Sprintf("%d trials, %d rows", p.Trials, p.Rows))
	}
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
	if l.plan.Timed {
		s := fmt.Sprintf("%d trials, %d rows", l.trials.Load(), rows)
		if first := int64(l.plan.First) - l.trials.Load(); first > 0 {
			return fmt.Sprintf("%s; %d more before the first answer", s, first)
		}
		if each := int64(l.plan.Each) - l.each.Load(); after >= l.plan.For && each > 0 {
			return fmt.Sprintf("%s; %s without a trial", s, english.Count(int(each), "combination"))
		}
		return fmt.Sprintf("%s, at most about %s left", s, english.Duration(max(0, l.plan.For-after)))
	}
	s := fmt.Sprintf("%d of %d trials, %d of %d rows", l.trials.Load(), l.plan.Trials, rows, l.plan.Rows)
	if rows == 0 || l.plan.Rows == 0 {
		return s
	}
	done := float64(rows) / float64(l.plan.Rows)
	left := time.Duration(float64(after) * max(0, 1-done) / done)
	return fmt.Sprintf("%s (%.0f %%), about %s left", s, 100*done, english.Duration(left))
}

// Start does nothing: the next line shows the progress.
func (l *lines) Start(trial.Coordinates) {}

// Rows counts committed rows.
func (l *lines) Rows(n int) { l.rows.Add(int64(n)) }

// Done counts a trial, and says what the first one measured.
func (l *lines) Done(t trial.Trial) {
	l.trials.Add(1)
	if t.Repeat == 0 {
		l.each.Add(1)
	}
	l.first.Do(func() { l.line("first trial: " + measured(t)) })
}

// End stops the lines.
func (l *lines) End() {
	close(l.stop)
	<-l.stopped
}

// measured says what a trial measured, in a line.
func measured(t trial.Trial) string {
	parts := []string{fmt.Sprintf("%s, %s, %s", t.Engine, t.Layout, t.Key)}
	for _, name := range []string{metric.RowsPerSecond, metric.LeafPages, metric.LeafFill} {
		if v := t.Readings.Get(name); v.Missing == "" {
			m := metric.Named(name)
			parts = append(parts, strings.ReplaceAll(m.Head, "\n", " ")+" "+m.Print(v.Value))
		}
	}
	return strings.Join(parts, ", ")
}
