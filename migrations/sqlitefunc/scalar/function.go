package scalar

import (
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"
)

// Function is a scalar SQL function.
type Function struct {
	// Name is the function's name in SQL.
	Name string
	// Args is the number of arguments.
	Args int
	// Deterministic says that equal arguments give equal results, so that the
	// function can be used in an index and in a generated column.
	Deterministic bool

	// nulls says that the function has a use for NULL.
	nulls bool
	call  func(args []driver.Value) (driver.Value, error)
}

// Call evaluates the function. Arguments and result are what SQLite stores: int64,
// float64, string, []byte or nil; a bool is SQLite's 0 or 1. Arguments are not
// kept, and a panic is an error.
func (f Function) Call(args []driver.Value) (result driver.Value, err error) {
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, fmt.Errorf("%s: %v", f.Name, p)
		}
	}()
	if len(args) != f.Args {
		return nil, fmt.Errorf("%s: %d arguments where %d are needed", f.Name, len(args), f.Args)
	}
	if !f.nulls && slices.Contains(args, nil) {
		return nil, nil
	}
	return f.call(args)
}

// CallAny is [Function.Call] for drivers whose values are of the type any. A nil
// byte slice is NULL, as in mattn's driver.
func (f Function) CallAny(args []any) (any, error) {
	values := make([]driver.Value, len(args))
	for i, arg := range args {
		if b, ok := arg.([]byte); !ok || b != nil {
			values[i] = arg
		}
	}
	return f.Call(values)
}

// Functions returns all functions, sorted by name.
func Functions() []Function {
	list := slices.Concat(wijiFunctions(), ulidFunctions(), uuidFunctions(), ulidFlakeFunctions(), uidFunctions(), scruFunctions())
	slices.SortFunc(list, func(f, g Function) int { return strings.Compare(f.Name, g.Name) })
	return list
}
