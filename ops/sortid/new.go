package main

import "time"

// maxNew is the greatest number of IDs of one call: a million lines, or a mistake.
const maxNew = 1_000_000

// newIDs is the command new.
func (p *program) newIDs(args []string) error {
	name := p.flags.String("format", "wiji", "the `NAME` of the format")
	n := p.flags.Int("n", 1, "how many IDs to make, 1 to 1000000")
	at := p.flags.String("at", "", "the `TIME` that the IDs carry (the present time by default)")
	rest, err := p.parse(args)
	if err != nil {
		return err
	}
	f, err := lookup(*name)
	switch {
	case err != nil:
		return err
	case len(rest) > 0:
		return usageError("new takes no arguments, and %q is one", rest[0])
	case *n < 1 || *n > maxNew:
		return usageError("-n %d: use 1 to %d", *n, maxNew)
	}
	next := f.fresh
	if *at != "" {
		var t time.Time
		if t, err = p.time(*at); err != nil {
			return err
		}
		next = func() (value, error) { return f.at(t) }
	}
	for range *n {
		v, err := next()
		if err != nil {
			return err
		}
		if p.asJSON {
			err = p.writeJSON(p.show(v, v.signed()))
		} else {
			_, err = p.out.WriteString(v.text + "\n")
		}
		if err != nil {
			return err
		}
	}
	return nil
}
