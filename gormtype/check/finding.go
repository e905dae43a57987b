package check

// Finding is a problem of a column that would lose, reorder or refuse IDs. [docs/columns.md] lists
// the names.
//
// [docs/columns.md]: https://github.com/sortid/sortid/blob/main/docs/columns.md
type Finding struct {
	Name   string // such as "zero-ids"
	Table  string // the table's name
	Column string // the column's name, empty if the finding is about the table
	Detail string // what is wrong
	Remedy string // what to do
}

// String returns the finding in one line.
func (f Finding) String() string {
	where := f.Table
	if f.Column != "" {
		where += "." + f.Column
	}
	return where + ": " + f.Name + ": " + f.Detail + ": " + f.Remedy
}
