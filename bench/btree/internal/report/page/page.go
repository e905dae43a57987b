// Package page writes a result as an HTML page with pictures for a browser, and the
// pictures as files.
package page

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"strings"
	texttemplate "text/template"

	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/internal/english"
)

//go:embed html
var files embed.FS

// Page is an answer as a page, and the data of its template.
type Page struct {
	Subtitle, Incomplete string
	Sections             []section
}

// Of arranges an answer as a page.
func Of(a *answer.Answer) *Page {
	d := newData(a)
	p := &Page{Subtitle: d.subtitle(), Sections: d.sections()}
	if a.Incomplete != "" {
		p.Incomplete = a.Incomplete + ". The page shows what was measured until then."
	}
	return p
}

// Write writes the page as HTML. The page is self-contained: it needs no
// network and no scripts. It follows the reader's choice of light or dark and fits a
// phone. It has the sections that the result has values for; the last one names what is
// not there and the flag that would add it.
func (p *Page) Write(w io.Writer) error {
	t, err := template.New("page.html.tmpl").Funcs(template.FuncMap{"unbroken": unbroken, "css": stylesheet}).ParseFS(files, "html/page.html.tmpl")
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return err
	}
	_, err = w.Write(bytes.Map(printable, b.Bytes()))
	return err
}

// flags matches the flags of a command in a sentence, each with its number.
var flags = regexp.MustCompile(`(^|[ (])(-[a-z]+( [0-9]\w*)?)`)

// unbroken escapes a text whose flags no line ends in the middle of.
func unbroken(s string) template.HTML {
	return template.HTML(flags.ReplaceAllString(template.HTMLEscapeString(s), `$1<span class="flag">$2</span>`))
}

// printable removes control characters, which a server's messages may contain and HTML may
// not.
func printable(r rune) rune {
	if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r == 0xFFFE || r == 0xFFFF {
		return -1
	}
	return r
}

func stylesheet() (template.CSS, error) {
	t, err := texttemplate.ParseFS(files, "html/page.css")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, struct{ Light, Dark string }{plot.Light(), plot.Dark()})
	return template.CSS(b.String()), err
}

// sections returns the sections that the result has values for.
func (d *data) sections() []section {
	var list []section
	var absent []string
	for _, build := range []func() (section, string){
		d.verdict, d.switches, d.order,
	} {
		s, why := build()
		if len(s.Blocks) > 0 {
			if s.ID != verdictID && s.ID != switchID { // their sentences are the point of the page
				s.fold()
			}
			list = append(list, s)
		}
		if why != "" {
			absent = append(absent, why)
		}
	}
	return append(list, d.circumstances(), d.notes(absent))
}

func (d *data) subtitle() string {
	s := fmt.Sprintf("%s of %s", english.Count(len(d.Trials), "trial"), english.Count(len(d.Keys), "kind")+" of key")
	if !d.Started.IsZero() {
		s = "Measured on " + d.Started.UTC().Format("2 January 2006") + ", " + s
	}
	return s + ". Each trial fills an empty B+ tree. Its pages, log and times are compared with those of a counter of the same width."
}
