// Package sqlitefunc registers the server-side functions of package migrations on
// the driver modernc.org/sqlite, where they are written in Go: SQLite has no stored
// functions. They are there on connections that are opened after [Register], for
// every database of the process. Another program can read a table whose schema
// calls one of them; a statement that needs the call fails there.
//
//	if err := sqlitefunc.Register(); err != nil { ... }
//	db, err := sql.Open("sqlite", "shop.db")
//	...
//	_, err = db.Exec("INSERT INTO goods (id, name) VALUES (sortid_wiji_new(), 'tea')")
//
// Package scalar has the functions for other drivers.
package sqlitefunc

import (
	"database/sql/driver"
	"fmt"
	"sync"

	"github.com/sortid/sortid/migrations/sqlitefunc/scalar"
	"modernc.org/sqlite"
)

// Register registers the functions on modernc.org/sqlite. It may be called any
// number of times, from any goroutine. It fails if the application has registered
// a function of one of these names.
func Register() error { return register() }

var register = sync.OnceValue(func() error {
	for _, f := range scalar.Functions() {
		err := sqlite.RegisterFunction(f.Name, &sqlite.FunctionImpl{
			NArgs:         int32(f.Args),
			Deterministic: f.Deterministic,
			// Without it the driver cuts texts at a zero byte, and a damaged text would
			// be read as a good one. No function keeps its arguments.
			VolatileArgs: true,
			Scalar: func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
				return f.Call(args)
			},
		})
		if err != nil {
			return fmt.Errorf("sqlitefunc: %s: %w", f.Name, err)
		}
	}
	return nil
})
