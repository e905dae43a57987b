package ulid

import "github.com/sortid/sortid/id/internal/typed"

// GoString returns the type and the text of String, such as ulid.ID("…"), for the verb %#v,
// with which test libraries show values.
func (x ID) GoString() string { return typed.GoString(format+".ID", x.String()) }

// GoString returns the type and the text of String, as [ID.GoString] does.
func (x For[K]) GoString() string {
	return typed.GoString(typed.Of[K]().Type(&textForm), x.String())
}
