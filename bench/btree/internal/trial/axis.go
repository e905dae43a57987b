package trial

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/internal/english"
)

// Setting is a value of a Plan that a flag sets.
type Setting struct {
	// Flag is the name of the flag, Argument that of its argument, and Help what it means.
	Flag, Argument, Help string
	// Set reads the argument of the flag.
	Set func(p *Plan, text string) error
	// Copy copies the value of another plan.
	Copy func(to *Plan, from Plan)

	complete func(p *Plan) // sets the default if there is no value
}

// Axis is a dimension of a Plan: a list of values, of which each trial has one as its
// coordinate. The flags, the order of tables and sentences follow from it.
type Axis struct {
	Setting
	// Say says the coordinate of a trial, and SayAll the values of a plan, in a sentence; "" if
	// there is nothing to say.
	Say    func(c Coordinates) string
	SayAll func(p Plan) string
	// Several reports whether a plan has several values.
	Several func(p Plan) bool
	// Compare orders trials by their coordinates.
	Compare func(p Plan, a, b Coordinates) int

	union func(to *Plan, from Plan) // adds the values of another plan
}

// Axes returns the axes, in the order of tables. A new axis is a value here and a field of
// Plan and Coordinates.
func Axes() []Axis { return slices.Clone(axes()) }

var axes = sync.OnceValue(func() []Axis {
	return []Axis{
		axis[string]{
			flag: "db", is: names(engine.Names()...), help: folded("databases; sim simulates", engine.Names()),
			plan: func(p *Plan) *[]string { return &p.Engines }, coordinate: func(c *Coordinates) *string { return &c.Engine },
			first: func(Plan) []string { return engine.Local() },
		}.build(),
		axis[Scenario]{
			flag: "scenario", is: names(Scenarios()...), help: folded("what happens to the table", Scenarios()),
			plan: func(p *Plan) *[]Scenario { return &p.Scenarios }, coordinate: func(c *Coordinates) *Scenario { return &c.Scenario },
			first: first(Insert), say: func(list []Scenario) string { return english.Join(list, " or ") },
		}.build(),
		axis[int]{
			flag: "rows", is: integers(1, 1_000_000_000), help: fmt.Sprintf("rows of each tree (%d; with a server %d)", defaultRows, defaultServerRows),
			plan: func(p *Plan) *[]int { return &p.Rows }, coordinate: func(c *Coordinates) *int { return &c.Rows },
			first: defaultRowsOf, say: amounts("row"),
		}.build(),
		axis[int]{
			flag: "payload", is: integers(0, mostPayload), help: "bytes beside the key (100)",
			plan: func(p *Plan) *[]int { return &p.Payload }, coordinate: func(c *Coordinates) *int { return &c.Payload },
			first: first(100), zero: true, say: func(list []int) string { return "payload of " + english.Amounts(list, "byte") },
		}.build(),
		axis[string]{
			flag: "pool", is: sizes, help: "sizes of the buffer pool, such as 16MB,64MB, or shares of the index, such as 25% (default)",
			plan: func(p *Plan) *[]string { return &p.BufferPools }, coordinate: func(c *Coordinates) *string { return &c.BufferPool },
			first: first(""), say: requested("", "buffer pool of %s requested"),
		}.build(),
		ofServers(axis[string]{
			flag: "checkpoints", is: names(engine.NoCheckpoints, engine.SeveralCheckpoints), help: "checkpoints of a server: several, after each tenth of the rows (InnoDB: a log of 16 MB), or none (several)",
			plan: func(p *Plan) *[]string { return &p.Checkpoints }, coordinate: func(c *Coordinates) *string { return &c.Checkpoints },
			first: first(engine.SeveralCheckpoints), say: checkpoints,
		}.build()),
		axis[int]{
			flag: "writers", is: integers(1, 1024), help: "clients that insert at the same time (1)",
			plan: func(p *Plan) *[]int { return &p.Writers }, coordinate: func(c *Coordinates) *int { return &c.Writers },
			first: first(1), say: amounts("writer"),
		}.build(),
		axis[int]{
			flag: "batch", is: integers(1, 1_000_000), help: "rows in a transaction (100)",
			plan: func(p *Plan) *[]int { return &p.Batch }, coordinate: func(c *Coordinates) *int { return &c.Batch },
			first: first(100), say: batches,
		}.build(),
		axis[string]{
			flag: "keys", is: names(key.Names(key.All())...), help: "kinds of key, or all; btree -h keys lists them",
			plan: func(p *Plan) *[]string { return &p.Keys }, coordinate: func(c *Coordinates) *string { return &c.Key },
			first: defaultKeysOf,
		}.build(),
		axis[Make]{
			flag: "make", is: names(Makes()...), help: folded("when keys are made", Makes()),
			plan: func(p *Plan) *[]Make { return &p.Make }, coordinate: func(c *Coordinates) *Make { return &c.Make },
			first: first(MakeBatch), say: func(list []Make) string { return "keys made per " + english.Join(list, " or ") },
		}.build(),
	}
})

// AxisOf returns the axis of a flag.
func AxisOf(flag string) Axis {
	list := axes()
	return list[slices.IndexFunc(list, func(a Axis) bool { return a.Flag == flag })]
}

// Settings returns the axes and the other settings that flags set.
func Settings() []Setting {
	var list []Setting
	for _, a := range Axes() {
		list = append(list, a.Setting)
	}
	return append(list,
		number[int]{
			flag: "repeat", argument: "N", help: fmt.Sprintf("trials of each combination, and no time without -for (%d show a difference)", LeastTrials),
			plan: func(p *Plan) *int { return &p.Repeats }, is: integers(1, 1000), first: defaultRepeats,
		}.build(),
		number[time.Duration]{
			flag: "for", argument: "TIME", help: fmt.Sprintf("stop when all is decided, at the latest TIME after the start (without -repeat %v, with a server %v)", localFor, serverFor),
			plan: func(p *Plan) *time.Duration { return &p.For }, is: limits,
		}.build(),
	)
}

// kind is the type of a value: which values a flag may have.
type kind[T any] struct {
	// parse reads a value. Its error says which values there are.
	parse func(string) (T, error)
	// all holds the values that the text "all" stands for, if any.
	all []T
}

// axis makes an Axis whose values have the type T.
type axis[T comparable] struct {
	flag, help string
	is         kind[T]
	plan       func(*Plan) *[]T
	coordinate func(*Coordinates) *T
	first      func(Plan) []T   // the default
	say        func([]T) string // nil if tables name the value anyway
	zero       bool             // whether the zero value is one to say
}

func (a axis[T]) build() Axis {
	return Axis{
		Setting: Setting{
			Flag: a.flag, Argument: "LIST", Help: a.help, Set: a.set, complete: a.complete,
			Copy: func(to *Plan, from Plan) { *a.plan(to) = *a.plan(&from) },
		},
		Say: a.sayOne, SayAll: a.sayAll, Compare: a.compare, union: a.union,
		Several: func(p Plan) bool { return len(*a.plan(&p)) > 1 },
	}
}

func (a axis[T]) set(p *Plan, text string) error {
	if text == "all" && a.is.all != nil {
		*a.plan(p) = a.is.all
		return nil
	}
	var list []T
	for each := range strings.SplitSeq(text, ",") {
		v, err := a.is.parse(strings.TrimSpace(each))
		if err != nil {
			return err
		}
		if slices.Contains(list, v) {
			return fmt.Errorf("%s is given twice: give it once", each)
		}
		list = append(list, v)
	}
	*a.plan(p) = list
	return nil
}

func (a axis[T]) complete(p *Plan) {
	if list := a.plan(p); *list == nil {
		*list = a.first(*p)
	}
}

func (a axis[T]) sayOne(c Coordinates) string {
	var none T
	if a.say == nil || *a.coordinate(&c) == none && !a.zero {
		return ""
	}
	return a.say([]T{*a.coordinate(&c)})
}

func (a axis[T]) sayAll(p Plan) string {
	if list := *a.plan(&p); a.say != nil && len(list) > 0 {
		return a.say(list)
	}
	return ""
}

func (a axis[T]) compare(p Plan, x, y Coordinates) int {
	v, w := *a.coordinate(&x), *a.coordinate(&y)
	if n, ok := any(v).(int); ok {
		return n - any(w).(int)
	}
	return slices.Index(*a.plan(&p), v) - slices.Index(*a.plan(&p), w)
}

func (a axis[T]) union(to *Plan, from Plan) {
	list := slices.Clone(*a.plan(to))
	for _, v := range *a.plan(&from) {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	*a.plan(to) = list
}

// number makes a Setting of one value, for which 0 is the default.
type number[T int | time.Duration] struct {
	flag, argument, help string
	is                   kind[T]
	plan                 func(*Plan) *T
	first                T
}

func (n number[T]) build() Setting {
	return Setting{
		Flag: n.flag, Argument: n.argument, Help: n.help, Set: n.set, complete: n.complete,
		Copy: func(to *Plan, from Plan) { *n.plan(to) = *n.plan(&from) },
	}
}

func (n number[T]) set(p *Plan, text string) (err error) {
	*n.plan(p), err = n.is.parse(strings.TrimSpace(text))
	return err
}

func (n number[T]) complete(p *Plan) {
	if v := n.plan(p); *v == 0 {
		*v = n.first
	}
}

// invalid returns the error of a value that a flag cannot have, as package flag writes it.
func invalid(flag, value, why string) error {
	return fmt.Errorf("invalid value %q for flag -%s: %s", value, flag, why)
}

// integers returns the kind of whole numbers in a range.
func integers(least, most int) kind[int] {
	return kind[int]{parse: func(s string) (int, error) {
		v, err := strconv.ParseInt(s, 0, 64)
		if f, e := strconv.ParseFloat(s, 64); err != nil && e == nil && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			v, err = int64(f), nil // 1e5
		}
		if err != nil || v < int64(least) || v > int64(most) {
			return 0, fmt.Errorf("it must be a whole number from %d to %d, written like 30000, 30_000 or 3e4", least, most)
		}
		return int(v), nil
	}}
}

// names returns the kind of one of some names.
func names[T ~string](all ...T) kind[T] {
	choose := "choose from " + english.Join(all, ",")
	return kind[T]{all: all, parse: func(s string) (T, error) {
		switch {
		case s == "":
			return "", fmt.Errorf("the list has an empty name: %s, with commas between", choose)
		case !slices.Contains(all, T(s)):
			return "", fmt.Errorf("unknown name %q: %s", s, choose)
		}
		return T(s), nil
	}}
}

// sizes is the kind of sizes of a buffer pool as results write them; "" is the engine's default.
var sizes = kind[string]{
	parse: func(s string) (string, error) {
		n, ok := PoolBytes(s)
		if s == "" || s == "default" {
			return "", nil
		}
		if _, ok := PoolShare(s); ok {
			return s, nil
		}
		if !ok || n < leastPool || n > mostPool {
			return "", fmt.Errorf("%q is not the size of a buffer pool: it must be from 5MB to 1024GB, such as 64MB, or a share of the index, such as 25%%", s)
		}
		return PoolName(n), nil
	},
}

// limits is the kind of times, or 0 for none.
var limits = kind[time.Duration]{
	parse: func(s string) (time.Duration, error) {
		v, err := time.ParseDuration(s)
		if err != nil || v < 0 {
			return 0, fmt.Errorf("it must be a duration with its unit, such as 3m")
		}
		return v, nil
	},
}

// first returns a default that does not depend on the plan.
func first[T any](v T) func(Plan) []T { return func(Plan) []T { return []T{v} } }

// batches says numbers of rows in a transaction.
func batches(list []int) string {
	if len(list) == 1 && list[0] == 1 {
		return "one row per transaction"
	}
	return "batches of " + english.Or(list) + " rows"
}

// amounts says numbers of a thing.
func amounts(thing string) func([]int) string {
	return func(list []int) string { return english.Amounts(list, thing) }
}

// ofServers returns an axis whose coordinate is said of servers alone: others do not know it.
func ofServers(a Axis) Axis {
	say := a.Say
	a.Say = func(c Coordinates) string {
		if slices.Contains(engine.Local(), c.Engine) {
			return ""
		}
		return say(c)
	}
	return a
}

// checkpoints says which checkpoints a server was asked for, besides the default.
func checkpoints(list []string) string {
	if !slices.Contains(list, engine.NoCheckpoints) {
		return ""
	}
	return strings.Replace(english.Join(list, " or ")+" checkpoints requested", engine.NoCheckpoints, "no", 1)
}

// requested says which conditions an engine was asked for, besides the default. Its settings
// and notes say whether they were in force: a server that was running keeps its own.
func requested(plain, sentence string) func([]string) string {
	return func(list []string) string {
		if len(list) == 1 && list[0] == plain {
			return ""
		}
		list = slices.Clone(list)
		for i, v := range list {
			list[i] = cmp.Or(poolText(v), "default")
		}
		return fmt.Sprintf(sentence, strings.Join(list, " or "))
	}
}

// folded returns a help text with a list of names.
func folded[T ~string](what string, list []T) string { return what + ": " + english.Join(list, ", ") }
