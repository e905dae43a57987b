package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/btreebench"
)

// number is a flag for a whole number within a range.
type number struct {
	to          *int
	least, most int
}

func (n *number) String() string {
	if n.to == nil {
		return ""
	}
	return strconv.Itoa(*n.to)
}

func (n *number) Set(s string) error {
	v, err := whole(s, n.least, n.most)
	if err != nil {
		return err
	}
	*n.to = v
	return nil
}

func whole(s string, least, most int) (int, error) {
	v, err := strconv.ParseInt(strings.TrimSpace(s), 0, 64)
	if err != nil || v < int64(least) || v > int64(most) {
		return 0, fmt.Errorf("it must be a whole number from %d to %d, written like 30000 or 30_000", least, most)
	}
	return int(v), nil
}

// numbers is a flag for a list of whole numbers, separated by commas.
type numbers struct {
	to          *[]int
	least, most int
}

func (n *numbers) String() string {
	if n.to == nil {
		return ""
	}
	return fmt.Sprint(*n.to)
}

func (n *numbers) Set(s string) error {
	var out []int
	for each := range strings.SplitSeq(s, ",") {
		v, err := whole(each, n.least, n.most)
		if err != nil {
			return err
		}
		if slices.Contains(out, v) {
			return fmt.Errorf("%d is given twice: give it once", v)
		}
		out = append(out, v)
	}
	*n.to = out
	return nil
}

// list is a flag for a list of names, separated by commas; all means all of them.
type list struct {
	to  *[]string
	all []string
}

func (l *list) String() string {
	if l.to == nil {
		return ""
	}
	return strings.Join(*l.to, ",")
}

func (l *list) Set(s string) error {
	if s == "all" {
		*l.to = l.all
		return nil
	}
	var out []string
	for name := range strings.SplitSeq(s, ",") {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
			return fmt.Errorf("the list has an empty name: choose from %s, with commas between", strings.Join(l.all, ","))
		case !slices.Contains(l.all, name):
			return fmt.Errorf("unknown name %q: choose from %s", name, strings.Join(l.all, ","))
		case slices.Contains(out, name):
			return fmt.Errorf("%q is named twice: name it once", name)
		}
		out = append(out, name)
	}
	*l.to = out
	return nil
}

// sizes is a flag for a list of sizes of a buffer pool, separated by commas.
type sizes struct{ to *[]string }

func (z *sizes) String() string {
	if z.to == nil {
		return ""
	}
	return strings.Join(*z.to, ",")
}

func (z *sizes) Set(s string) error {
	var out []string
	for each := range strings.SplitSeq(s, ",") {
		name, err := btreebench.BufferPoolSize(strings.TrimSpace(each))
		if err != nil {
			return err
		}
		if slices.Contains(out, name) {
			return fmt.Errorf("%q is named twice: name it once", each)
		}
		out = append(out, name)
	}
	*z.to = out
	return nil
}

// rate is a flag for a number of rows per second.
type rate struct{ to *float64 }

func (r *rate) String() string {
	if r.to == nil {
		return ""
	}
	return strconv.FormatFloat(*r.to, 'g', -1, 64)
}

func (r *rate) Set(s string) error {
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || !(v >= 0) || math.IsInf(v, 0) {
		return errors.New("it must be a number of rows per second, 0 or more, such as 5000 or 2.5e4")
	}
	*r.to = v
	return nil
}

// distance is a flag for a time that is not 0.
type distance struct{ to *time.Duration }

func (d *distance) String() string {
	if d.to == nil {
		return ""
	}
	return d.to.String()
}

func (d *distance) Set(s string) error {
	v, err := time.ParseDuration(strings.TrimSpace(s))
	if err != nil || v <= 0 {
		return errors.New("it must be a duration with its unit, more than 0, such as 5ms")
	}
	*d.to = v
	return nil
}

// files is a flag for a list of file names, separated by commas.
type files struct{ to *[]string }

func (f *files) String() string {
	if f.to == nil {
		return ""
	}
	return strings.Join(*f.to, ",")
}

func (f *files) Set(s string) error {
	out := strings.Split(s, ",")
	if slices.Contains(out, "") {
		return errors.New("the list has an empty name: name results.json files, with commas between")
	}
	*f.to = append(*f.to, out...)
	return nil
}

// choice is a flag for one of several names.
type choice struct {
	to  *string
	all []string
}

func (c *choice) String() string {
	if c.to == nil {
		return ""
	}
	return *c.to
}

func (c *choice) Set(s string) error {
	if !slices.Contains(c.all, s) {
		return errors.New("choose one of " + strings.Join(c.all, ", "))
	}
	*c.to = s
	return nil
}
