// Package progress shows how far the benchmark is and how much time is left: on a
// terminal in a line that moves, elsewhere in a plain line now and then.
package progress

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/sortid/sortid/bench/btree/btreebench"
)

const (
	refresh = 200 * time.Millisecond
	// With the words on both sides the line stays below 80 columns.
	barWidth   = 20
	labelWidth = 38
	// What has to stay beside the label where the terminal is narrower: the percents and
	// the time left, of which an hour or more takes the longer form.
	figuresWidth = 18
	// plain is the scenario that goes without saying.
	plain = "insert"
)

// For returns an observer that draws on w if w is a terminal, and else hands a line on
// once a minute. Line is called by a goroutine of the observer's own, until End returns.
func For(w io.Writer, line func(string)) btreebench.Observer {
	f, ok := w.(*os.File)
	if !ok || !isatty.IsTerminal(f.Fd()) {
		return &lines{line: line, every: between}
	}
	return &bar{out: f}
}

// bar draws one line while the runs are made, and takes it away at the end: the
// table says all that it said.
type bar struct {
	out      io.Writer
	plan     btreebench.Plan
	cell     atomic.Pointer[btreebench.Coordinates]
	rows     atomic.Int64
	progress *mpb.Progress
	bar      *mpb.Bar
	stop     chan struct{}
	stopped  chan struct{}
}

// Begin draws the bar, empty.
func (b *bar) Begin(p btreebench.Plan) {
	b.plan = p
	b.progress = mpb.New(mpb.WithOutput(b.out), mpb.WithAutoRefresh(), mpb.WithRefreshRate(refresh))
	// A bar of a known total takes itself off the screen when it is reached;
	// this one has to stay until the readings of the last run are taken.
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
	b.stop, b.stopped = make(chan struct{}), make(chan struct{})
	go b.follow()
}

// follow moves the bar now and then, so that Rows costs the writers next to
// nothing.
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

// label says which run is being made, in a width of its own: as much of it as a narrow
// terminal has room for beside the figures. The bar between them takes what is left.
func (b *bar) label(s decor.Statistics) string {
	width := max(0, min(labelWidth, s.AvailableWidth-figuresWidth-1))
	c := b.cell.Load()
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

// Start shows which run is being made.
func (b *bar) Start(c btreebench.Coordinates) { b.cell.Store(&c) }

// Rows counts committed rows.
func (b *bar) Rows(n int) { b.rows.Add(int64(n)) }

// Done does nothing: the rows say it.
func (b *bar) Done(btreebench.Trial) {}

// End takes the bar away.
func (b *bar) End() {
	close(b.stop)
	<-b.stopped
	b.bar.Abort(true)
	b.progress.Wait()
}
