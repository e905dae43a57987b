package scalar

import (
	"database/sql/driver"
	"fmt"
	"time"

	"github.com/sortid/sortid/id"
)

// dated makes the function that gives a new ID of a time, for a row that exists before
// its ID.
func (k kind[T]) dated(f func(time.Time) (T, error)) Function {
	made := k.fromTime("at", f)
	made.Deterministic = false
	return made
}

// fromTimeAndRow makes the function of a time and a row's number within its millisecond, for
// the formats with too few random bits.
func (k kind[T]) fromTimeAndRow(what string, f func(at time.Time, number int64) (T, error)) Function {
	return Function{Name: k.name(what), Args: 2, Deterministic: true, call: func(args []driver.Value) (driver.Value, error) {
		at, err := readTime(k.library, args[0])
		if err != nil {
			return nil, err
		}
		number, ok := args[1].(int64)
		if !ok {
			return nil, k.wrongType(args[1], "an integer, the row's number within its millisecond,")
		}
		x, err := f(at, number)
		if err != nil {
			return nil, err
		}
		return k.write(x)
	}}
}

// nth returns a function that gives the ID of a row by its number within the millisecond,
// counted from 1.
func nth[T ~int64 | ~uint64](library string, minAt, maxAt func(time.Time) (T, error)) func(time.Time, int64) (T, error) {
	return func(at time.Time, number int64) (T, error) {
		least, err := minAt(at)
		if err != nil {
			return 0, err
		}
		greatest, err := maxAt(at)
		if err != nil {
			return 0, err
		}
		least = max(least, 1) // the zero ID means "no ID"
		switch size := int64(greatest-least) + 1; {
		case number < 1:
			return 0, fmt.Errorf("%s: row %d of a millisecond: %w: number the rows of each millisecond from 1", library, number, id.ErrRange)
		case number > size:
			return 0, fmt.Errorf("%s: row %d of a millisecond: %w: it has %d IDs: date the other rows a millisecond later, or use a format with more bits",
				library, number, id.ErrExhausted, size)
		}
		return least + T(number-1), nil
	}
}
