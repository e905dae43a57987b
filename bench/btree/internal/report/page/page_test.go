package page

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/fixture"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/format"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// page returns the page of a result, after looking whether it is well-formed, names
// every link's target, has a text for every picture and loads nothing.
func page(t *testing.T, r trial.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(bytes.NewReader(b.Bytes()))
	ids, links := make(map[string]bool), []string{}
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			line, _ := d.InputPos()
			t.Fatalf("line %d is not well-formed: %v: %.400s", line, err, strings.Split(b.String(), "\n")[line-1])
		}
		e, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		if slices.Contains([]string{"script", "link", "img", "image", "iframe", "object", "use", "foreignObject"}, e.Name.Local) {
			t.Errorf("there is a %s element", e.Name.Local)
		}
		described := e.Name.Local != "svg"
		for _, a := range e.Attr {
			switch name := a.Name.Local; {
			case name == "id" && ids[a.Value]:
				t.Errorf("the id %s is there twice", a.Value)
			case name == "id":
				ids[a.Value] = true
			case name == "href":
				links = append(links, a.Value)
			case name == "src" || strings.HasPrefix(name, "on"):
				t.Errorf("there is an attribute %s=%q", name, a.Value)
			case name == "aria-label" && a.Value != "", name == "aria-hidden":
				described = true
			}
		}
		if !described {
			t.Error("a picture has no text for those who do not see it")
		}
	}
	for _, l := range links {
		if !ids[strings.TrimPrefix(l, "#")] || !strings.HasPrefix(l, "#") {
			t.Errorf("the link %q leads nowhere on the page", l)
		}
	}
	s := b.String()
	if m := regexp.MustCompile(`url\(|@import`).FindString(s); m != "" {
		t.Errorf("the style sheet has %s", m)
	}
	checked := make(map[string]bool)
	for _, v := range regexp.MustCompile(`var\((--[a-z-]+)\)`).FindAllStringSubmatch(s, -1) {
		if !checked[v[1]] && strings.Count(s, v[1]+":") < 2 {
			t.Errorf("%s is not declared for both light and dark", v[1])
		}
		checked[v[1]] = true
	}
	return s
}

// within returns one section of a page, "" if it is not there.
func within(page, id string) string {
	_, s, ok := strings.Cut(page, `<section id="`+id+`"`)
	if !ok {
		return ""
	}
	s, _, _ = strings.Cut(s, "</section>")
	return s
}

// Results of every shape, small, stopped and hostile ones too, make a sound page.
func TestPageOfEveryResult(t *testing.T) {
	for name, r := range reporttest.All() {
		t.Run(name, func(t *testing.T) {
			s := page(t, r)
			if within(s, "circumstances") == "" || within(s, "notes") == "" {
				t.Error("circumstances or notes are not there")
			}
			if i := strings.Index(s, "NaN"); i >= 0 {
				t.Errorf("something is not a number: %s", s[max(0, i-300):i+50])
			}
		})
	}
}

// richPage is the page of richResult.
func richPage(t *testing.T) string {
	t.Helper()
	s, err := richOnce()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var richOnce = sync.OnceValues(func() (string, error) {
	var b strings.Builder
	err := Write(&b, reporttest.Rich())
	return b.String(), err
})

func TestPageSections(t *testing.T) {
	s := richPage(t)
	all := []string{"verdict", "order", "fill", "windows", "growth", "pool", "latency", "scenarios", "circumstances", "notes"}
	last := -1
	for _, id := range all {
		at := strings.Index(s, `<section id="`+id+`"`)
		if at < last {
			t.Errorf("the section %s is not there or not in its place", id)
		}
		last = at
	}
	if strings.Contains(s, "Not in this report") {
		t.Error("a result that has everything is said to lack something")
	}
	// A result of plain inserts has the sections that it has figures for, and says
	// which flags give the others.
	plain := reporttest.Sample()
	s = page(t, plain)
	for _, id := range all {
		if want := slices.Contains([]string{"verdict", "circumstances", "notes"}, id); (within(s, id) != "") != want {
			t.Errorf("the section %s is there: %v", id, !want)
		}
	}
	for _, flag := range []string{"-curve", "-preset concurrency", "-pool", "-rate", "-scenario"} {
		if !strings.Contains(within(s, "notes"), flag) {
			t.Errorf("there is no word of %s", flag)
		}
	}
}

func TestPageCountsItsPictures(t *testing.T) {
	s := richPage(t)
	// Eight keys, with one writer and with eight. The simulator's trees are not shown
	// beside those that were measured, but for the map of writers and batches.
	for id, want := range map[string]int{
		"verdict": 2 * 3,                // size, rate and reads
		"order":   2 * 8, "fill": 2 * 4, // of the most frequent form
		"windows":   2 * 8, // a map for each key and layout
		"growth":    2,     // a chart of the most frequent form
		"pool":      3,     // the simulated lines are among the measured points
		"latency":   3 * 2, // two operations, of the server alone
		"scenarios": 3,
	} {
		if n := strings.Count(within(s, id), `<svg class="plot" role="img"`); n != want {
			t.Errorf("%s has %d pictures, want %d", id, n, want)
		}
	}
	// A line, a point for each reading, and the medians of all cells of a heat map.
	if n := strings.Count(within(s, "windows"), ">63</text>"); n != 2*7 {
		t.Errorf("%d cells of ordered keys with batches of 1000 say 63, want 14", n)
	}
}

func TestPageFigures(t *testing.T) {
	s := richPage(t)
	for id, want := range map[string][]string{
		"verdict": {
			"UUIDv7, Wiji, SCRU160 and Ulid-Flake are as good as a counter in size, time, log and order.",
			"UUIDv4 makes the index 26 % larger, takes 43 % longer (1.43x to 1.43x), reads 0.40 pages a row (a counter 0.00), writes 2.4x the log and leaves neighbouring pages 139 apart (a counter 1).",
			"The keys are compared with a counter of 8 writers, which beside a counter of one writer makes the index 43 % larger.", "UUIDv4 makes the index 11 % smaller",
			`<td data-label="verdict" class="text bad">worse <small>size, time, pages read, log and order</small></td>`, "<small>equal</small>", "the counter",
		},
		"growth":    {"ln 2 = 69.3 %", "leaf fill"},
		"pool":      {"uuidv4, simulated"},
		"scenarios": {"60.0%", "plain 90.0%", "(plain 90.0%)", "checkpoints, PostgreSQL 18.6", "plain 480", "12.35", "range of time, p99 ms", "45.68"},
		"notes":     {"postgres (primary): no written/row: the server does not show it."},
		"circumstances": {
			"buffer pool of default or 4MB or 16MB or 64MB requested, none or several checkpoints requested", "<dt>trials of each key</dt><dd>10</dd>", "a slow one", "shared_buffers", "512MB", "added as the counter", "simulated: the values are computed",
		},
	} {
		for _, w := range want {
			if !strings.Contains(within(s, id), w) {
				t.Errorf("%s has no %q", id, w)
			}
		}
	}
}

// The verdict is of the plainest runs, with one writer and the usual page cache, and of the
// most keys in flight.
func TestPageFeaturesThePlainest(t *testing.T) {
	s := within(richPage(t), "verdict")
	if strings.Contains(s, "buffer pool of") || strings.Contains(s, "checkpoints requested") {
		t.Error("the verdict is of runs under special circumstances")
	}
	if plain, busy := strings.Index(s, "<h3>PostgreSQL 18.6, 100,000 rows, payload of 100 bytes, 1 writer"), strings.Index(s, "<h3>PostgreSQL 18.6, 100,000 rows, payload of 100 bytes, 8 writers, batches of 1,000 rows"); plain < 0 || busy < plain {
		t.Error("the verdict is not of one writer, and then of eight")
	}
	s = within(richPage(t), "order")
	for _, want := range []string{"<h3>PostgreSQL 18.6, 100,000 rows, payload of 100 bytes, 1 writer", "<h3>PostgreSQL 18.6, 100,000 rows, payload of 100 bytes, 8 writers, batches of 1,000 rows"} {
		if n := strings.Count(s, want); n != 1 {
			t.Errorf("%s is shown %d times", want, n)
		}
	}
}

// A merged result may have more rows of a few runs: they are not what the page is about.
func TestPageFeaturesWhatIsKnown(t *testing.T) {
	r := reporttest.Sample()
	for _, key := range []string{"counter", "uuidv4"} {
		run := r.Trials[0]
		run.Key, run.Rows = key, 2*run.Rows
		r.Trials = append(r.Trials, run)
	}
	list := newData(r).main()
	if len(list) != 1 || list[0].Rows != r.Settings.Rows[0] {
		t.Errorf("the page is about %d scenes, the first of %d rows", len(list), list[0].Rows)
	}
}

// The same result gives the same page.
func TestPageIsStable(t *testing.T) {
	var again strings.Builder
	if err := Write(&again, reporttest.Rich()); err != nil || again.String() != richPage(t) {
		t.Error("two pages of one result differ")
	}
}

func TestPageOfAStoppedResult(t *testing.T) {
	s := page(t, reporttest.Incomplete())
	for _, want := range []string{"<strong>Incomplete:</strong> 2 of 40 planned trials finished: interrupted", "no trial was finished", "run the same command with <code class=\"flag\">-repeat 9</code>, which takes some 2 min."} {
		if !strings.Contains(s, want) {
			t.Errorf("there is no %q", want)
		}
	}
	if s := page(t, trial.Result{Planned: 3}); !strings.Contains(s, "no trial was finished") {
		t.Error("a page without trials does not say so")
	}
}

// Reasons that the runs give for what they lack come before advice.
func TestPageGivesReasons(t *testing.T) {
	r := reporttest.Sample()
	r.Trials[0].Detail = &trial.Detail{Missing: map[string]string{"leaves": "permission denied for pageinspect", "curve": "it has no sampler"}}
	s := within(page(t, r), "notes")
	for _, want := range []string{"db reports: permission denied for pageinspect.", "db reports: it has no sampler."} {
		if !strings.Contains(s, want) {
			t.Errorf("there is no %q", want)
		}
	}
}

// A difference makes a key worse only if the whole interval is beyond the margin. Without
// an interval only values that do not vary count. A simulation has no times.
func TestVerdictAndChance(t *testing.T) {
	for name, c := range map[string]struct {
		repeats   int
		simulated bool
		room      [2]float64 // of uuidv4 in even and odd blocks, beside 100
		rate      float64    // beside 100
		want      string
	}{
		"by chance":  {10, false, [2]float64{300, 100}, 100, "not enough runs <small>size</small>"},
		"exact":      {6, false, [2]float64{100, 100}, 100, "no difference"},
		"little":     {6, false, [2]float64{104, 104}, 100, "no difference"},
		"varies":     {10, false, [2]float64{300, 301}, 100, "worse <small>size</small>"},
		"told":       {6, false, [2]float64{300, 300}, 100, "worse <small>size</small>"},
		"time told":  {6, false, [2]float64{100, 100}, 60, "worse <small>time</small>"},
		"few":        {4, false, [2]float64{300, 300}, 100, "worse <small>size</small>"},
		"vary, few":  {2, false, [2]float64{300, 301}, 100, "not enough runs <small>size</small>"},
		"one":        {1, false, [2]float64{300, 300}, 100, "not enough runs <small>size</small>"},
		"simulated":  {4, true, [2]float64{120, 120}, 0, "worse <small>size</small>"}, // uuidv4, which has no clock
		"equal, sim": {6, true, [2]float64{100, 100}, 0, "no difference"},
	} {
		r := reporttest.Sample()
		r.Engines[0].Simulated = c.simulated
		r.Keys = r.Keys[:2]
		r.Trials = slices.DeleteFunc(r.Trials, func(t trial.Trial) bool { return t.Repeat >= c.repeats })
		for i, run := range r.Trials {
			room, rate := 100.0, 100.0
			if run.Key == "uuidv4" {
				room, rate = c.room[run.Repeat%2], c.rate
			}
			r.Trials[i].Readings = metric.Readings{metric.BytesPerRow: metric.Value(room), metric.RowsPerSecond: metric.Value(rate)}
			if c.simulated {
				r.Trials[i].Readings[metric.RowsPerSecond] = metric.Missing("a simulation has no times")
			}
		}
		if s := within(page(t, r), "verdict"); !strings.Contains(s, ">"+c.want+"</td>") {
			t.Errorf("%s: the verdict is not %s", name, c.want)
		}
	}
}

// A page is short: its words are fewer than 3000, and its size is less than 500 kB, also that
// of a result with a value for every section, and that of three servers with one writer and
// with eight.
func TestPageIsShort(t *testing.T) {
	sample, err := format.ReadJSON(bytes.NewReader(fixture.Unzipped(t, recorded("sample.json.gz"))))
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]string{"every section": richPage(t), "three servers": page(t, sample)} {
		text := regexp.MustCompile(`(?s)<style.*?</style>|<svg.*?</svg>|<[^>]*>`).ReplaceAllString(s, " ")
		if n := len(strings.Fields(text)); n >= 3000 || len(s) >= 500_000 {
			t.Errorf("%s: %d words, %d bytes", name, n, len(s))
		}
	}
}
