package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/id/uuidv7"
)

// converted is the result for an input, as JSON.
type converted struct {
	Input    string    `json:"input"`
	Line     int       `json:"line,omitempty"` // of the standard input
	Format   string    `json:"format,omitempty"`
	Output   string    `json:"output,omitempty"`
	Literals *literals `json:"literals,omitempty"`
	Error    string    `json:"error,omitempty"`
}

// target is what convert makes of an ID.
type target struct {
	form   string  // one of forms, or sql
	prefix string  // of a text
	only   *format // or nil for all
	sql    dialects
}

// convert is the command convert.
func (p *program) convert(args []string) error {
	t, rest, err := p.target(args)
	if err != nil {
		return err
	}
	return p.each(rest, func(in input) error {
		c, err := p.convertOne(in, t)
		if err != nil {
			c = converted{Error: err.Error()}
		}
		if c.Input, c.Line = in.text, in.line; p.asJSON {
			return errors.Join(p.writeJSON(c), err)
		}
		if err == nil {
			p.print(c, t)
		}
		return err
	})
}

// target reads the command line of convert, and returns its arguments.
func (p *program) target(args []string) (t target, rest []string, err error) {
	p.flags.StringVar(&t.form, "to", "", "the `FORM` to write: text, uuid, hex, int, or sql for the literals of each server")
	p.flags.StringVar(&t.prefix, "prefix", "", "with -to text, the `KIND` of typed IDs, such as user: an ID of another kind is refused")
	name := p.flags.String("format", "", "the `NAME` of the format, if the IDs can be of several")
	read := p.dialectFlags()
	if rest, err = p.parse(args); err != nil {
		return t, nil, err
	}
	if !slices.Contains(forms, t.form) && t.form != "sql" {
		return t, nil, usageError("-to %q: use text, uuid, hex, int or sql", t.form)
	}
	if t.sql, err = read(); err != nil {
		return t, nil, err
	}
	if t.form != "sql" && (t.sql.server != "" || t.sql.column != nil) {
		return t, nil, usageError("-server and -column write SQL: use -to sql")
	}
	if t.prefix != "" {
		if t.form != "text" {
			return t, nil, usageError("-prefix %q: only a text has a prefix: use -to text", t.prefix)
		}
		if _, err := uuidv7.AppendTypeID(nil, t.prefix, [16]byte{}); err != nil {
			return t, nil, usageError("-prefix %q: use 1 to 63 characters a to z and _, with a letter at each end", t.prefix)
		}
	}
	if *name != "" {
		t.only, err = lookup(*name)
	}
	return t, rest, err
}

// print writes a result for people.
func (p *program) print(c converted, t target) {
	if c.Literals == nil {
		fmt.Fprintln(p.out, c.Output)
		return
	}
	for _, server := range []string{postgres, mysql, sqlite} {
		fmt.Fprintf(p.out, "%-9s %s\n", server, t.sql.equal(server, *c.Literals))
	}
	fmt.Fprintf(p.out, "%-9s %s\n", "go", c.Literals.Go)
}

// convertOne converts an ID. It refuses one whose formats disagree about the result.
func (p *program) convertOne(in input, t target) (converted, error) {
	readings, err := p.identifyAs(in, t.only)
	if err != nil {
		return converted{}, err
	}
	if was := readings[0].prefix; t.prefix != "" && was != "" && was != t.prefix {
		return converted{}, fmt.Errorf("ID %s: it is of the kind %q, and -prefix is %q: check which kind is meant", in.quoted(), was, t.prefix)
	}
	var candidates []converted
	var names []string
	for _, r := range readings {
		if one, ok := r.convert(t); ok {
			candidates = append(candidates, one)
			names = append(names, r.format.Name)
		}
	}
	if len(candidates) == 0 {
		return converted{}, fmt.Errorf("ID %s: %s has no form %s: use another -to", in.quoted(), readings[0].format.Name, t.form)
	}
	if slices.ContainsFunc(candidates[1:], candidates[0].differs) {
		slices.Sort(names)
		return converted{}, fmt.Errorf("ID %s: it can be of the formats %s, which differ in this form: choose one with -format",
			in.quoted(), strings.Join(slices.Compact(names), ", "))
	}
	return candidates[0], nil
}

// identifyAs returns the readings of a text in one format, or in all if only is nil. It
// fails if there is none.
func (p *program) identifyAs(in input, only *format) ([]reading, error) {
	readings, err := p.identify(in)
	if err != nil || only == nil {
		return readings, err
	}
	readings = slices.DeleteFunc(readings, func(r reading) bool { return r.format != only })
	if len(readings) > 0 {
		return readings, nil
	}
	_, err = only.parse(in.text) // which says what is wrong
	if err == nil {
		err = errUnknown
	}
	return nil, fmt.Errorf("ID %s: it is not of the format %s: %w", in.quoted(), only.Name, err)
}

// convert returns a form of the ID, or its literals. ok is false if its format does not
// have that form.
func (r reading) convert(t target) (c converted, ok bool) {
	c.Format = r.format.Name
	switch {
	case t.form != "sql":
		c.Output, ok = r.value.form(t.form)
		if t.prefix != "" && ok {
			c.Output = r.typed(t.prefix)
		}
	case t.sql.server != "":
		c.Output, ok = t.sql.equal(t.sql.server, r.literals(r.signed())), true
	default:
		l := r.literals(r.signed())
		c.Literals, ok = &l, true
	}
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
