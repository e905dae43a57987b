package main

import "fmt"

// period is the result of range, as JSON. The IDs are those from First up to, but not
// including, End.
type period struct {
	Format string `json:"format"`
	From   string `json:"from"`
	To     string `json:"to"`
	First  shown  `json:"first"`
	End    shown  `json:"end"`
	SQL    string `json:"sql,omitempty"` // the condition, with -server
}

// bounds is the command range.
func (p *program) bounds(args []string) error {
	name := p.flags.String("format", "wiji", "the `NAME` of the format")
	read := p.dialectFlags()
	rest, err := p.parse(args)
	if err != nil {
		return err
	}
	d, err := read()
	if err != nil {
		return err
	}
	f, err := lookup(*name)
	if err != nil {
		return err
	}
	if len(rest) != 2 {
		return usageError("range takes two times, FROM and TO, and got %d: flags come before them", len(rest))
	}
	from, err := p.time(rest[0])
	if err != nil {
		return err
	}
	to, err := p.time(rest[1])
	if err != nil {
		return err
	}
	if !from.Before(to) {
		return usageError("from %s to %s: FROM must be before TO", rest[0], rest[1])
	}
	first, err := f.minAt(from)
	if err != nil {
		return err
	}
	end, err := f.minAt(to)
	if err != nil {
		return err
	}
	a, b := first.literals(end.signed()), end.literals(end.signed())
	sql := ""
	if d.server != "" {
		sql = d.rangeCondition(d.server, a, b)
	}
	if p.asJSON {
		return p.writeJSON(period{Format: f.Name, From: formatTime(from), To: formatTime(to), First: p.show(first, end.signed()), End: p.show(end, end.signed()), SQL: sql})
	}
	if sql != "" {
		fmt.Fprintln(p.out, sql)
		return nil
	}
	for _, server := range []string{postgres, mysql, sqlite} {
		fmt.Fprintf(p.out, "%-9s %s\n", server, d.rangeCondition(server, a, b))
	}
	fmt.Fprintf(p.out, "%-9s from, to := %s, %s\n", "go", a.Go, b.Go)
	return nil
}
