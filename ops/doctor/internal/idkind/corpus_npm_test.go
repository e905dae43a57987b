package idkind_test

import (
	_ "embed"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// npmText has IDs that packages of npm made; testdata/npm.mjs made the file.
//
//go:embed testdata/npm.txt
var npmText string

// npmKinds says what they are. Not in it are IDs of no known layout.
var npmKinds = map[string][]string{
	"uuid v1": {"UUIDv1"}, "uuid v4": {"UUIDv4"}, "uuid v5": {"UUIDv5"}, "uuid v6": {"UUIDv6"}, "uuid v7": {"UUIDv7"}, "crypto.randomUUID": {"UUIDv4"}, "ulid": {"ULID"}, "ulid monotonic": {"ULID"},
	"ksuid": {"KSUID"}, "bson ObjectId": {"xid (rs/xid) or ObjectID"}, "typeid-js": {"UUIDv7"}, "xid-js": {"xid (rs/xid) or ObjectID"},
	"@sapphire/snowflake Twitter": {"snowflake (Twitter's epoch)", "snowflake"}, "@sapphire/snowflake Discord": {"snowflake (Discord's epoch)", "snowflake"},
	"snowflake-id of 2019": {"snowflake"}, "flake-idgen of 1970": {"snowflake"}, "tsid-ts": {"snowflake"}, // with epochs of their own
}

// npmCells are business keys: places on the Earth.
var npmCells = []string{"h3-js cells of a city", "h3-js cells of the world"}

// ofPackages returns the IDs of packages of npm, numbers as the integers that they are.
func ofPackages() []keys {
	var list []keys
	for section := range strings.SplitSeq(strings.TrimPrefix(npmText, "# "), "\n# ") {
		name, text, _ := strings.Cut(section, "\n")
		values := strings.Fields(text)
		are, ok := npmKinds[name]
		if !ok && !slices.Contains(npmCells, name) {
			are = []string{"nothing"}
		}
		n := 0
		next := func() string { n++; return values[(n-1)%len(values)] }
		list = append(list, keys{"npm: " + name, are, func(*rand.Rand) any { return next() }})
		if _, err := strconv.ParseInt(values[0], 10, 64); err == nil {
			list = append(list, keys{"npm: " + name + ", as an integer", are, func(*rand.Rand) any {
				v, err := strconv.ParseInt(next(), 10, 64)
				if err != nil {
					panic(err)
				}
				return v
			}})
		}
	}
	return list
}
