package newkeys

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// format is a format of IDs that the functions of package migrations make for old rows.
type format struct {
	name     string // of the Go package
	function string // the part of the functions' names
	width    int    // bytes
	// size is how many IDs a millisecond has, of a format whose function numbers its rows; 0 if it draws them.
	size int
	// tick is the microseconds from one time of the format to the next.
	tick int
	// from and to are the first and the last time that the functions take, in UTC.
	from, to string
}

var formats = map[string]format{
	"uuidv7":    {function: "uuid", width: 16, tick: 1, from: "1970-01-01 00:00:00", to: "9999-12-31 23:59:59.999999"},
	"wiji":      {function: "wiji", width: 16, tick: 1, from: "1970-01-01 00:00:00", to: "2540-11-07 23:35:09.481983"},
	"ulid":      {function: "ulid", width: 16, tick: 1000, from: "1970-01-01 00:00:00", to: "9999-12-31 23:59:59.999999"},
	"scru160":   {function: "scru", width: 20, tick: 1000, from: "1970-01-01 00:00:00.001", to: "9999-12-31 23:59:59.999999"},
	"ulidflake": {function: "ulidflake", width: 8, size: 1 << 20, tick: 1000, from: "2024-01-01 00:00:00", to: "2302-09-27 15:10:22.207"},
	"xid":       {function: "xid", width: 8, size: 1 << 22, tick: 1000, from: "2011-11-11 11:11:11.111", to: "2081-07-18 02:58:46.662"},
}

// formatOf returns the format of a name.
func formatOf(name string) (format, error) {
	f, ok := formats[name]
	if !ok {
		return f, fmt.Errorf("-to %q: not a format: write one of %s", name, strings.Join(slices.Sorted(maps.Keys(formats)), ", "))
	}
	f.name = name
	return f, nil
}

// library is the format's name for the command sortid migrations.
func (f format) library() string {
	if f.name == "xid" {
		return "uid11"
	}
	return f.name
}

// missing is the error of a server without the functions.
func (f format) missing(server string) error {
	return fmt.Errorf("the database has no function sortid_%s_at: install it first: sortid migrations -server %s -tool TOOL -formats %s -sets functions -out DIR", f.function, server, f.library())
}
