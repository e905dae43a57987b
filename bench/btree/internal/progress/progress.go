// Package progress shows how large a plan is, what its first trial measured, its
// progress and the time that is left: a bar on a terminal, and a line every ten seconds
// elsewhere.
package progress

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

const (
	refresh = 200 * time.Millisecond
	// With the texts on both sides the line has fewer than 80 columns.
	barWidth   = 20
	labelWidth = 38
	// figuresWidth is the width of the percentage and the time left, which a narrow
	// terminal shows as well. An hour or more takes the longer form.
	figuresWidth = 18
	// plain is the scenario that the label leaves out.
	plain = "insert"
)

// For returns an observer that draws a bar on w if w is a terminal, and otherwise calls line
// every ten seconds. It calls line in another goroutine until End returns.
func For(w io.Writer, line func(string)) run.Observer {
	f, ok := w.(*os.File)
	if !ok || !isatty.IsTerminal(f.Fd()) {
		return &lines{line: line, every: between}
	}
	return &bar{out: f}
}

// bar draws one line while trials run, and erases it at the end.
type bar struct {
	out      io.Writer
	plan     run.Size
	first    sync.Once
	trial    atomic.Pointer[trial.Coordinates]
	rows     atomic.Int64
	progress *mpb.Progress
	bar      *mpb.Bar
	stop     chan struct{}
	stopped  chan struct{}
}

// Begin draws the bar, empty.
func (b *bar) Begin(p run.Size) {
	b.plan = p
	b.progress = mpb.New(mpb.WithOutput(b.out), mpb.WithAutoRefresh(), mpb.WithRefreshRate(refresh))
	// A bar with a known total disappears when the total is reached. This one has to stay
	// until the readings of the last trial are taken.
	b.bar = b.progress.New(0,
		mpb.BarStyle().Lbound("[").Filler("=").Tip(">").Padding(" ").Rbound("]"),
		mpb.BarWidth(barWidth),
		mpb.PrependDecorators(decor.Any(b.label, decor.WC{C: decor.DindentRight})),
		mpb.AppendDecorators(
			decor.Percentage(decor.WC{W: 5}),
			decor.AverageETA(decor.ET_STYLE_MMSS, decor.WC{W: 6}), decor.Name(" left"),
		),
	)
	b.bar.SetTotal(int64(p.Rows), false)
	b.say(announced(p))
	b.stop, b.stopped = make(chan struct{}), make(chan struct{})
	go b.follow()
}

// say writes a line above the bar.
func (b *bar) say(line string) { fmt.Fprintln(b.progress, "btree:", line) }

// follow moves the bar from time to time, so that Rows is cheap for the writers.
func (b *bar) follow() {
	defer close(b.stopped)
	t := time.NewTicker(refresh)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			b.bar.SetCurrent(b.rows.Load())
		case <-b.stop:
			return
		}
	}
}

// label names the trial in a fixed width, or in as much of it as a narrow terminal has
// beside the figures. The bar takes the rest.
func (b *bar) label(s decor.Statistics) string {
	width := max(0, min(labelWidth, s.AvailableWidth-figuresWidth-1))
	c := b.trial.Load()
	if c == nil {
		return cut("starting", width) + " "
	}
	words := []string{fmt.Sprintf("%d/%d", c.Repeat+1, b.plan.Repeats), c.Engine, c.Layout, c.Key}
	if c.Scenario != plain {
		words = append(words, string(c.Scenario))
	}
	return fmt.Sprintf("%-*s ", width, cut(strings.Join(words, " "), width))
}

// cut returns the first columns of a text.
func cut(text string, columns int) string {
	label := []rune(text)
	return string(label[:min(len(label), columns)])
}

// Start shows which trial runs.
func (b *bar) Start(c trial.Coordinates) { b.trial.Store(&c) }

// Rows counts committed rows.
func (b *bar) Rows(n int) { b.rows.Add(int64(n)) }

// Done says what the first trial measured.
func (b *bar) Done(t trial.Trial) {
	b.first.Do(func() { b.say("first trial: " + measured(t)) })
}

// End erases the bar.
func (b *bar) End() {
	close(b.stop)
	<-b.stopped
	b.bar.Abort(true)
	b.progress.Wait()
}
