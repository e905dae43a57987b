package main

import (
	"errors"
	"fmt"
	"time"
)

// shown is an ID as JSON.
type shown struct {
	Format   string            `json:"format"`
	Time     string            `json:"time"`             // in UTC, as RFC 3339 writes it; years after 9999 in full
	Likely   *bool             `json:"likely,omitempty"` // the text is probably of this format
	Note     string            `json:"note,omitempty"`
	Prefix   string            `json:"prefix,omitempty"`
	Form     string            `json:"form,omitempty"` // of the input
	Fields   map[string]string `json:"fields"`
	Forms    map[string]string `json:"forms"`
	Literals literals          `json:"literals"`
}

// show returns an ID as JSON. If signed, its literals are of signed columns.
func (p *program) show(v value, signed bool) shown {
	s := shown{Format: v.format.Name, Time: formatTime(v.time), Fields: map[string]string{}, Forms: map[string]string{}, Literals: v.literals(signed)}
	for _, f := range v.fields {
		s.Fields[f.name] = f.value
	}
	for _, name := range forms {
		if text, ok := v.form(name); ok {
			s.Forms[name] = text
		}
	}
	return s
}

// formatTime returns a time in UTC.
func formatTime(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// examined is what inspect says of an input, as JSON.
type examined struct {
	Input    string  `json:"input"`
	Line     int     `json:"line,omitempty"` // of the standard input
	Readings []shown `json:"readings"`
	Error    string  `json:"error,omitempty"`
}

// inspect is the command inspect.
func (p *program) inspect(args []string) error {
	rest, err := p.parse(args)
	if err != nil {
		return err
	}
	described := false
	return p.each(rest, func(in input) error {
		readings, err := p.identify(in)
		if p.asJSON {
			return errors.Join(p.writeJSON(p.examine(in, readings, err)), err)
		}
		if err == nil {
			if described {
				fmt.Fprintln(p.out)
			}
			described = true
			p.describe(in.text, readings)
		}
		return err
	})
}

// examine returns the readings of an input, or the error, as JSON.
func (p *program) examine(in input, readings []reading, err error) examined {
	e := examined{Input: in.text, Line: in.line, Readings: []shown{}}
	if err != nil {
		e.Error = err.Error()
	}
	for _, r := range readings {
		one, likely := p.show(r.value, r.signed()), p.likely(r)
		one.Likely, one.Note, one.Prefix, one.Form = &likely, p.note(r), r.prefix, r.form
		e.Readings = append(e.Readings, one)
	}
	return e
}

// describe writes the readings of an input for people.
func (p *program) describe(input string, readings []reading) {
	fmt.Fprintln(p.out, input)
	for _, r := range readings {
		title := r.format.Name
		if r.prefix != "" {
			title += " of the kind " + r.prefix
		}
		if note := p.note(r); note != "" {
			title += " (" + note + ")"
		}
		fmt.Fprintf(p.out, "  %s\n", title)
		line := func(name, text string) { fmt.Fprintf(p.out, "    %-10s %s\n", name, text) }
		line("time", formatTime(r.time))
		for _, name := range forms {
			if text, ok := r.value.form(name); ok {
				line(name, text)
			}
		}
		for _, f := range r.fields {
			line(f.name, f.value)
		}
	}
}

// note says why a reading is not a likely one, or is empty.
func (p *program) note(r reading) string {
	if other := p.probableVersion(r); other != "" {
		return other
	}
	if !p.plausible(r.time) {
		return fmt.Sprintf("unlikely: its time is in the year %d", r.time.Year())
	}
	return ""
}
