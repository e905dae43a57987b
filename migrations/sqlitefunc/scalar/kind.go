package scalar

import (
	"database/sql/driver"
	"fmt"
	"strconv"
	"time"

	"github.com/sortid/sortid/id"
)

// kind makes the functions that formats have in common. T is the ID's Go type.
type kind[T any] struct {
	prefix  string // of the functions
	library string // the Go package's name, which begins its errors
	// read takes any value of the right type and length, valid or not.
	read func(driver.Value) (T, error)
	// write fails for an ID that the column's type cannot hold.
	write func(T) (driver.Value, error)
}

func (k kind[T]) name(what string) string { return "sortid_" + k.prefix + "_" + what }

// generate makes a function without arguments that gives an ID.
func (k kind[T]) generate(what string, f func() (T, error)) Function {
	return Function{Name: k.name(what), call: func([]driver.Value) (driver.Value, error) {
		x, err := f()
		if err != nil {
			return nil, err
		}
		return k.write(x)
	}}
}

// generateWith makes a function of so many settings that gives an ID.
func (k kind[T]) generateWith(what string, settings int, f func([]driver.Value) (T, error)) Function {
	return Function{Name: k.name(what), Args: settings, nulls: true, call: func(args []driver.Value) (driver.Value, error) {
		x, err := f(args)
		if err != nil {
			return nil, err
		}
		return k.write(x)
	}}
}

// fromID makes a function of an ID.
func (k kind[T]) fromID(what string, f func(T) (driver.Value, error)) Function {
	return Function{Name: k.name(what), Args: 1, Deterministic: true, call: func(args []driver.Value) (driver.Value, error) {
		x, err := k.read(args[0])
		if err != nil {
			return nil, err
		}
		return f(x)
	}}
}

// textOfID makes a function of an ID that gives a text.
func (k kind[T]) textOfID(what string, f func(T) string) Function {
	return k.fromID(what, func(x T) (driver.Value, error) { return f(x), nil })
}

// valid makes the function that tells an ID from another value, of whatever type.
func (k kind[T]) valid(f func(T) bool) Function {
	return Function{Name: k.name("valid"), Args: 1, Deterministic: true, call: func(args []driver.Value) (driver.Value, error) {
		x, err := k.read(args[0])
		return err == nil && f(x), nil
	}}
}

// parse makes a function that reads a text.
func (k kind[T]) parse(what string, f func(string) (T, error)) Function {
	return Function{Name: k.name(what), Args: 1, Deterministic: true, call: func(args []driver.Value) (driver.Value, error) {
		text, ok := args[0].(string)
		if !ok {
			return nil, k.wrongType(args[0], "a text")
		}
		x, err := f(text)
		if err != nil {
			return nil, err
		}
		return k.write(x)
	}}
}

// validText makes the function that reports whether a text can be parsed.
func (k kind[T]) validText(f func(string) bool) Function {
	return Function{Name: k.name("valid_text"), Args: 1, Deterministic: true, call: func(args []driver.Value) (driver.Value, error) {
		text, ok := args[0].(string)
		return ok && f(text), nil
	}}
}

// fromTime makes a function that gives an ID for a time.
func (k kind[T]) fromTime(what string, f func(time.Time) (T, error)) Function {
	return Function{Name: k.name(what), Args: 1, Deterministic: true, call: func(args []driver.Value) (driver.Value, error) {
		t, err := readTime(k.library, args[0])
		if err != nil {
			return nil, err
		}
		x, err := f(t)
		if err != nil {
			return nil, err
		}
		return k.write(x)
	}}
}

// time makes the function that gives an ID's time.
func (k kind[T]) time(f func(T) time.Time) Function {
	return k.fromID("time", func(x T) (driver.Value, error) { return writeTime(k.library, k.name("fields"), f(x)) })
}

// format is what the formats' ID types have in common.
type format interface {
	String() string
	IsValid() bool
	Time() time.Time
}

// common returns the functions that every format has. P is *T, for the format's default
// generator.
func common[T format, P interface {
	*T
	id.Generatable
}](k kind[T], parse func(string) (T, error), valid func(string) bool, minAt, maxAt func(time.Time) (T, error)) []Function {
	return []Function{
		k.generate("new", generated[T, P]),
		k.textOfID("text", T.String),
		k.parse("parse", parse),
		k.valid(T.IsValid),
		k.validText(valid),
		k.time(T.Time),
		k.fromTime("min_at", minAt),
		k.fromTime("max_at", maxAt),
	}
}

// generated is an ID of the format's default generator, which all connections of
// the process share.
func generated[T any, P interface {
	*T
	id.Generatable
}]() (x T, err error) {
	err = P(&x).Generate()
	return x, err
}

// wrongType refuses a value of another type than a function takes.
func (k kind[T]) wrongType(v driver.Value, want string) error {
	return typeError(k.library, v, want)
}

func typeError(library string, v driver.Value, want string) error {
	return fmt.Errorf("%s: %s is %s where %s is needed", library, literal(v), typeName(v), want)
}

// typeName is SQLite's word for the type of a value.
func typeName(v driver.Value) string {
	switch v.(type) {
	case int64:
		return "an integer"
	case float64:
		return "a real number"
	case string:
		return "a text"
	case []byte:
		return "a blob"
	}
	return fmt.Sprintf("a %T", v)
}

// maxShown is how many bytes of a value an error shows.
const maxShown = 32

// literal shows a value as SQL would write it.
func literal(v driver.Value) string {
	switch v := v.(type) {
	case string:
		if len(v) > maxShown {
			return strconv.Quote(v[:maxShown]) + "…"
		}
		return strconv.Quote(v)
	case []byte:
		if len(v) > maxShown {
			return fmt.Sprintf("x'%x…'", v[:maxShown])
		}
		return fmt.Sprintf("x'%x'", v)
	}
	return fmt.Sprint(v)
}
