package move

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
)

// Objections are what a move cannot take along, and what a reader should know of it first.
type Objections struct {
	Refused, Notes []string

	used map[string]bool // flags with their values
}

// RefusedError lists what cannot be moved.
type RefusedError struct{ Items []string }

func (e *RefusedError) Error() string {
	return "cannot move the columns:\n- " + strings.Join(e.Items, "\n- ")
}

// Refuse adds what cannot be moved.
func (o *Objections) Refuse(format string, args ...any) {
	o.Refused = append(o.Refused, fmt.Sprintf(format, args...))
}

// Note adds what a reader should know.
func (o *Objections) Note(format string, args ...any) {
	o.Notes = append(o.Notes, fmt.Sprintf(format, args...))
}

// Use remembers that a flag with its value, such as "-leave orders.user_id", is needed.
func (o *Objections) Use(flag string) {
	if o.used == nil {
		o.used = map[string]bool{}
	}
	o.used[flag] = true
}

// Unneeded notes the values of a flag that nothing needs.
func (o *Objections) Unneeded(flag string, values []string) {
	for _, v := range values {
		if !o.used[flag+" "+v] {
			o.Note("%s %s: nothing needs it", flag, v)
		}
	}
}

// IsReviewed reports whether the user has named an object, which may be with its table.
func (o *Objections) IsReviewed(names []string, table, name string) bool {
	i := slices.IndexFunc(names, func(n string) bool { return n == name || n == table+"."+name })
	if i >= 0 {
		o.Use("-reviewed " + names[i])
	}
	return i >= 0
}

// Err returns the error of everything that was refused, nil for nothing. It sorts the notes.
func (o *Objections) Err() error {
	slices.Sort(o.Notes)
	if len(o.Refused) == 0 {
		return nil
	}
	slices.Sort(o.Refused)
	return &RefusedError{Items: o.Refused}
}

// Finder finds the columns that hold the values of a key. Package joined has it.
type Finder interface {
	Of(ctx context.Context, key joined.Column) ([]joined.Reference, error)
	Unread(key joined.Column) map[string]string
	Missing(key joined.Column) map[joined.Column]string
	Failed() []string
}

// Unread refuses tables and columns that may hold a key and could not be read, but for columns of which the function
// knows what becomes of them.
func (o *Objections) Unread(f Finder, keys []joined.Column, known func(joined.Column) bool) {
	tables, columns := map[string]string{}, map[joined.Column]string{}
	for _, k := range keys {
		maps.Copy(tables, f.Unread(k))
		maps.Copy(columns, f.Missing(k))
	}
	for table, why := range tables {
		o.Refuse("table %s: %s, so that nothing says whether it holds keys: use the account that runs the script", table, why)
	}
	for c, why := range columns {
		if !known(c) {
			o.Refuse("column %s: its values could not be read (%s), so that nothing says whether it holds keys: repeat it later, or add -leave %s", c, why, c)
		}
	}
	for _, failure := range f.Failed() {
		o.Note("%s", failure)
	}
}
