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
	readings, err := p.identify(s)
	if err != nil {
		return c, err
	}
	if only != nil {
		readings = slices.DeleteFunc(readings, func(r reading) bool { return r.format != only })
		if len(readings) == 0 {
			_, err := only.parse(s) // which says what is wrong
			if err == nil {
				err = errUnknown
			}
			return c, fmt.Errorf("ID %q: it is not of the format %s: %w", s, only.name, err)
		}
	}
	outputs := map[string][]string{}
	for _, r := range readings {
		if out, ok := output(r.value, to); ok && !slices.Contains(outputs[out], r.format.name) {
			outputs[out] = append(outputs[out], r.format.name)
		}
	}
	switch len(outputs) {
	case 0:
		return c, fmt.Errorf("ID %q: %s has no form %s: use another -to", s, readings[0].format.name, to)
	case 1:
	default:
		var names []string
		for _, n := range outputs {
			names = append(names, n...)
		}
		slices.Sort(names)
		return c, fmt.Errorf("ID %q: it can be of the formats %s, which differ in this form: choose one with -format", s, strings.Join(names, ", "))
	}
	for _, r := range readings {
		out, ok := output(r.value, to)
		if !ok {
			continue
		}
		c.Format, c.Output = r.format.name, out
		if to == "sql" {
			l := r.literals(r.signed())
			c.Output, c.Literals = "", &l
		}
		break
	}
	return c, nil
}

// output returns a form of an ID, or all its literals.
func output(v value, to string) (string, bool) {
	if to != "sql" {
		return v.form(to)
	}
	l := v.literals(v.signed())
	return strings.Join([]string{l.Postgres, l.MySQL, l.SQLite}, " "), true
}
