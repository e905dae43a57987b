// Package format has the table of the ID formats: what a program needs to know of a format that it
// takes by name. It imports no format, so that a program pays for the formats that it uses alone.
// Package dynamic has the functions of the formats.
package format

import "slices"

// Format describes a format.
type Format struct {
	// Name is the name of the package below id, of its test vectors and of the format in flags.
	Name string
	// Title is the name that people use.
	Title string
	// Profile is the name of what New of the package makes, if it is not that of the format.
	Profile string
	// Size is the size of the binary form in bytes. An ID of 8 bytes is also an integer.
	Size int
	// TextSize is the length of the text form.
	TextSize int
	// HasCase reports whether texts that differ in the case of their letters are different IDs.
	HasCase bool
	// SQL holds the names of the format in functions of the server, as in sortid_scru_new. Names of
	// functions have no digits.
	SQL []string
	// Step is the last digit of the version of the format's steps in each file of package migrations.
	// It never changes: a new format takes the next number.
	Step int
	// Partitioned reports whether the procedures for partitions take the format.
	Partitioned bool
}

// formats is the table. TestPlaces of integration_test/api names what a new row lacks elsewhere.
var formats = [...]Format{
	{Name: "wiji", Title: "Wiji", Size: 16, TextSize: 26, SQL: []string{"wiji"}, Step: 1, Partitioned: true},
	{Name: "ulid", Title: "ULID", Size: 16, TextSize: 26, SQL: []string{"ulid"}, Step: 2, Partitioned: true},
	{Name: "uuidv7", Title: "UUIDv7", Size: 16, TextSize: 36, SQL: []string{"uuid"}, Step: 3, Partitioned: true},
	{Name: "scru160", Title: "SCRU160", Size: 20, TextSize: 32, SQL: []string{"scru"}, Step: 6, Partitioned: true},
	{Name: "ulidflake", Title: "Ulid-Flake", Size: 8, TextSize: 13, SQL: []string{"ulidflake"}, Step: 4, Partitioned: true},
	{Name: "uid11", Title: "uid11", Profile: "xid", Size: 8, TextSize: 11, HasCase: true, SQL: []string{"uid", "xid"}, Step: 5, Partitioned: true},
}

// All returns the formats in the order in which programs list them.
func All() []Format {
	list := formats
	return list[:]
}

// Names returns the names of all formats.
func Names() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.Name
	}
	return names
}

// Named returns the format of a name. If there is none, ok is false.
func Named(name string) (f Format, ok bool) {
	for _, f := range formats {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// OfFunction returns the format of a function of the server by the word after sortid_ or
// sortid_internal_ in its name. If it is of none, ok is false.
func OfFunction(word string) (f Format, ok bool) {
	for _, f := range formats {
		if slices.Contains(f.SQL, word) {
			return f, true
		}
	}
	return Format{}, false
}
