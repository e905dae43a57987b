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
	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// page returns the page of a result, after looking whether it is well-formed, names
// every link's target, has a text for every picture and loads nothing.
func page(t *testing.T, r trial.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := Of(answer.Of(r)).Write(&b); err != nil {
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

// sectionOf returns one section of a page, "" if it is not there.
func sectionOf(page, id string) string {
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
			if sectionOf(s, "circumstances") == "" || sectionOf(s, "notes") == "" {
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
	err := Of(answer.Of(reporttest.Rich())).Write(&b)
	return b.String(), err
})

func TestPageSections(t *testing.T) {
	s := richPage(t)
	all := []string{"verdict", "switch", "order", "circumstances", "notes"}
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
		if want := slices.Contains([]string{"verdict", "circumstances", "notes"}, id); (sectionOf(s, id) != "") != want {
			t.Errorf("the section %s is there: %v", id, !want)
		}
	}
	if !strings.Contains(sectionOf(s, "notes"), "no trial lists its leaf pages") {
		t.Error("the notes do not say why there are no leaf pages")
	}
}

func TestPageCountsItsPictures(t *testing.T) {
	s := richPage(t)
	// Eight keys, with one writer and with eight. The simulator's trees are not shown
	// beside those that were measured.
	for id, want := range map[string]int{
		"verdict": 2 * 3, // size, rate and reads
		"order":   2 * 8,
	} {
		if n := strings.Count(sectionOf(s, id), `<svg class="plot" role="img"`); n != want {
			t.Errorf("%s has %d pictures, want %d", id, n, want)
		}
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
			"batches of 100 rows, migration</h3>\n<p>The first half of the rows has random keys", "60.0%", "batches of 100 rows, pages</h3>", "12.35", ">range of time, p99 ms</th>", "45.68",
		},
		"notes": {"postgres (primary): no written/row: the server does not show it."},
		"circumstances": {
			"buffer pool of default or 4MB or 16MB or 64MB requested, no or several checkpoints requested", "<dt>trials of each key</dt><dd>10</dd>", "a slow one", "shared_buffers", "512MB", "added as the counter", "simulated: the values are computed",
		},
	} {
		for _, w := range want {
			if !strings.Contains(sectionOf(s, id), w) {
				t.Errorf("%s has no %q", id, w)
			}
		}
	}
}

// The same result gives the same page.
func TestPageIsStable(t *testing.T) {
	var again strings.Builder
	if err := Of(answer.Of(reporttest.Rich())).Write(&again); err != nil || again.String() != richPage(t) {
		t.Error("two pages of one result differ")
	}
}

func TestPageOfAStoppedResult(t *testing.T) {
	s := page(t, reporttest.Incomplete())
	for _, want := range []string{"<strong>Incomplete:</strong> 2 of 40 planned trials finished: interrupted", "no trial was finished", "run the same command with <span class=\"flag\">-repeat 9</span>, which takes some 2 min."} {
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
	r.Trials[0].Detail = &trial.Detail{Missing: map[string]string{"leaves": "permission denied for pageinspect"}}
	s := sectionOf(page(t, r), "notes")
	if want := "db reports: permission denied for pageinspect."; !strings.Contains(s, want) {
		t.Errorf("there is no %q", want)
	}
}

// A page is short: its words are fewer than 3000, and its size is less than 500 kB, also that
// of a result with a value for every section, and that of three servers with one writer and
// with eight.
func TestPageIsShort(t *testing.T) {
	sample, err := trial.Read(bytes.NewReader(fixture.Unzipped(t, "../answer/testdata/recorded/sample.json.gz")))
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
