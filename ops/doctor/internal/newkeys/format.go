package newkeys

import (
	"fmt"
	"slices"

	"github.com/sortid/sortid/internal/english"
	ids "github.com/sortid/sortid/internal/format"
)

// format is a format of IDs that the functions of package migrations make for old rows.
type format struct {
	name     string // of the Go package, or of the profile
	library  string // of the Go package
	function string // the part of the functions' names
	width    int    // bytes
	times
}

// times are those that the functions of a format take.
type times struct {
	// size is how many IDs a millisecond has, of a format whose function numbers its rows; 0 if it draws them.
	size int
	// tick is the microseconds from one time of the format to the next.
	tick int
	// from and to are the first and the last time, in UTC.
	from, to string
}

// timesOf has the times by the part of the functions' names.
var timesOf = map[string]times{
	"uuid":      {tick: 1, from: "1970-01-01 00:00:00", to: "9999-12-31 23:59:59.999999"},
	"wiji":      {tick: 1, from: "1970-01-01 00:00:00", to: "2540-11-07 23:35:09.481983"},
	"ulid":      {tick: 1000, from: "1970-01-01 00:00:00", to: "9999-12-31 23:59:59.999999"},
	"scru":      {tick: 1000, from: "1970-01-01 00:00:00.001", to: "9999-12-31 23:59:59.999999"},
	"ulidflake": {size: 1 << 20, tick: 1000, from: "2024-01-01 00:00:00", to: "2302-09-27 15:10:22.207"},
	"xid":       {size: 1 << 22, tick: 1000, from: "2011-11-11 11:11:11.111", to: "2081-07-18 02:58:46.662"},
}

// all returns the formats, with the profile in place of a format that has one.
func all() []format {
	var list []format
	for _, f := range ids.All() {
		x := format{name: f.Name, library: f.Name, function: f.SQL[0], width: f.Size}
		if f.Profile != "" {
			x.name = f.Profile
		}
		if i := slices.Index(f.SQL, f.Profile); i >= 0 {
			x.function = f.SQL[i]
		}
		x.times = timesOf[x.function]
		list = append(list, x)
	}
	return list
}

// Formats returns the names of the formats.
func Formats() (names []string) {
	for _, f := range all() {
		names = append(names, f.name)
	}
	return names
}

// formatOf returns the format of a name.
func formatOf(name string) (format, error) {
	list := all()
	if i := slices.IndexFunc(list, func(f format) bool { return f.name == name }); i >= 0 {
		return list[i], nil
	}
	return format{}, fmt.Errorf("-to %q: not a format: write one of %s", name, english.And(Formats()))
}

// missing is the error of a server without the functions.
func (f format) missing(server string) error {
	return fmt.Errorf("the database has no function sortid_%s_at: install it first: sortid migrations -server %s -tool TOOL -formats %s -sets functions,backfill -out DIR", f.function, server, f.library)
}
