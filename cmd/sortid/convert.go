package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// converted is the result for an input, as JSON.
type converted struct {
	Input    string    `json:"input"`
	Format   string    `json:"format,omitempty"`
	Output   string    `json:"output,omitempty"`
	Literals *literals `json:"literals,omitempty"`
	Error    string    `json:"error,omitempty"`
}

// convert is the command convert.
func (p *program) convert(args []string) error {
	to := p.flags.String("to", "", "the `FORM` to write: text, uuid, hex, int, or sql for the literals of each server")
	name := p.flags.String("format", "", "the `NAME` of the format, if the IDs can be of several")
	rest, err := p.parse(args)
	if err != nil {
		return err
	}
	if !slices.Contains(forms, *to) && *to != "sql" {
		return wrong("-to %q: use text, uuid, hex, int or sql", *to)
	}
	var only *format
	if *name != "" {
		if only, err = lookup(*name); err != nil {
			return err
		}
	}
	inputs, err := p.inputs(rest)
	if err != nil {
		return err
	}
	var failed []error
	results := make([]converted, 0, len(inputs))
	for _, s := range inputs {
		c, err := p.convertOne(s, *to, only)
		if err != nil {
			failed = append(failed, err)
			c.Error = err.Error()
		}
		results = append(results, c)
		if err == nil && !p.asJSON {
			p.print(c)
		}
	}
	if p.asJSON {
		failed = append(failed, p.writeJSON(results))
	}
	return errors.Join(failed...)
}

func (p *program) print(c converted) {
	if c.Literals == nil {
		fmt.Fprintln(p.out, c.Output)
		return
	}
	l := c.Literals
	for _, of := range []struct{ name, text string }{{"postgres", l.Postgres}, {"mysql", l.MySQL}, {"sqlite", l.SQLite}, {"go", l.Go}} {
		fmt.Fprintf(p.out, "%-9s %s\n", of.name, of.text)
	}
}

// convertOne converts an ID. It refuses one whose formats disagree about the result.
func (p *program) convertOne(s, to string, only *format) (converted, error) {
	c := converted{Input: s}
	readings, err := p.identifyAs(s, only)
	if err != nil {
		return c, err
	}
	var candidates []converted
	var names []string
	for _, r := range readings {
		if one, ok := r.convert(s, to); ok {
			candidates = append(candidates, one)
			names = append(names, r.format.name)
		}
	}
	if len(candidates) == 0 {
		return c, fmt.Errorf("ID %q: %s has no form %s: use another -to", s, readings[0].format.name, to)
	}
	if slices.ContainsFunc(candidates[1:], candidates[0].differs) {
		slices.Sort(names)
		return c, fmt.Errorf("ID %q: it can be of the formats %s, which differ in this form: choose one with -format",
			s, strings.Join(slices.Compact(names), ", "))
	}
	return candidates[0], nil
}

// identifyAs returns the readings of a text in one format, or in all if only is nil. It
// fails if there is none.
func (p *program) identifyAs(s string, only *format) ([]reading, error) {
	readings, err := p.identify(s)
	if err != nil || only == nil {
		return readings, err
	}
	readings = slices.DeleteFunc(readings, func(r reading) bool { return r.format != only })
	if len(readings) > 0 {
		return readings, nil
	}
	_, err = only.parse(s) // which says what is wrong
	if err == nil {
		err = errUnknown
	}
	return nil, fmt.Errorf("ID %q: it is not of the format %s: %w", s, only.name, err)
}

// convert returns a form of the ID, or its literals. ok is false if its format does not
// have that form.
func (r reading) convert(input, to string) (c converted, ok bool) {
	c = converted{Input: input, Format: r.format.name}
	if to == "sql" {
		l := r.literals(r.signed())
		c.Literals = &l
		return c, true
	}
	c.Output, ok = r.value.form(to)
	return c, ok
}

// differs reports whether two conversions of an ID would store another value.
func (c converted) differs(d converted) bool {
	if c.Literals == nil {
		return c.Output != d.Output
	}
	a, b := *c.Literals, *d.Literals
	a.Go, b.Go = "", "" // names the format
	return a != b
}
