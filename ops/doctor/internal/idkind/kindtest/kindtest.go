// Package kindtest has keys that libraries made, and what they are: for tests of what the doctor says of
// keys that nobody here made. .ci/corpus makes the file, by these libraries or, for other languages, by
// their sources and documentation. Its author had not read package idkind.
package kindtest

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
)

//go:embed keys.txt.gz
var compressed []byte

// Type is how a column holds keys.
type Type string

// The types.
const (
	Text    Type = "text"
	UUID    Type = "uuid"
	Bytes   Type = "bytes"
	Integer Type = "integer"
)

// Set holds keys of one origin, in the order in which they were made.
type Set struct {
	// Name is the library with its version, and how it was used.
	Name string
	// Kind is what the keys are, such as UUIDv7; it begins with "business: " for keys that no generator
	// of IDs made, and with "other: " for IDs of a rare layout.
	Kind string
	// Order says where a new key belongs: "ordered", "almost", "random", "starts over", or "none" if
	// they were not made one after the other.
	Order string
	Type  Type
	// Keys holds the keys: bytes as hexadecimal digits.
	Keys []string
}

// Sets returns all sets.
func Sets() ([]Set, error) {
	r, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var list []Set
	for section := range strings.SplitSeq(strings.TrimPrefix(string(text), "# "), "\n# ") {
		head, keys, _ := strings.Cut(section, "\n")
		fields := strings.Split(head, " | ")
		if len(fields) != 4 {
			return nil, fmt.Errorf("the line %q has %d fields, want 4", head, len(fields))
		}
		list = append(list, Set{Name: fields[0], Kind: fields[1], Order: fields[2], Type: Type(fields[3]), Keys: strings.Split(strings.TrimSpace(keys), "\n")})
	}
	return list, nil
}

// Values returns the keys as the values of a column: strings, bytes, and integers, unsigned ones if
// they have more than 63 bits.
func (s Set) Values() ([]any, error) {
	list := make([]any, len(s.Keys))
	for i, key := range s.Keys {
		var err error
		switch s.Type {
		case UUID:
			list[i], err = hex.DecodeString(strings.ReplaceAll(key, "-", ""))
		case Bytes:
			list[i], err = hex.DecodeString(key)
		case Integer:
			if list[i], err = strconv.ParseInt(key, 10, 64); err != nil {
				list[i], err = strconv.ParseUint(key, 10, 64)
			}
		default:
			list[i] = key
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %q: %w", s.Name, key, err)
		}
	}
	return list, nil
}

// AnswerOf returns what the doctor says that values are, and how sure it is.
func AnswerOf(r idkind.Result) (answer, sure string) {
	switch {
	case r.Business != "":
		return "a business key", ""
	case len(r.Parts) == 0:
		return "nothing", ""
	}
	var names []string
	for _, p := range r.Parts {
		names = append(names, p.String())
	}
	return strings.Join(names, " and "), r.Parts[0].Sureness()
}

// IsBusiness reports whether no generator of IDs made the keys.
func (s Set) IsBusiness() bool { return strings.HasPrefix(s.Kind, "business: ") }

// right holds what the doctor may say of a kind, as certain, beside its own name.
var right = map[string][]string{
	"UUIDv1 swapped (UUID_TO_BIN(x,1))": {"UUIDv1, swapped"},
	"UUIDv4":                            {"UUIDv4, Microsoft's byte order"},
	"UUIDv6":                            {"UUIDv6 of google/uuid"},
	"UUIDv7":                            {"UUIDv7 of a draft", "UUIDv7, Microsoft's byte order"},
	"UUIDv8":                            {"UUIDv8, but ordered by time", "UUIDv8, not random"},
	"UUIDv4 time first":                 {"UUIDv4, but ordered by time", "UUIDv4, not random", "UUIDv4, Microsoft's byte order, but ordered by time", "UUIDv4, Microsoft's byte order, not random"},
	"UUIDv4 time last":                  {"UUIDv4, time last", "UUIDv4", "UUIDv4, Microsoft's byte order, time last"},
	"UUIDv4 time mixed":                 {"UUIDv4, time in Microsoft's byte order", "UUIDv4", "UUIDv4, Microsoft's byte order"},
	"UUID-shaped without a version, time mixed": {"UUIDv1, Microsoft's byte order"}, // NEWSEQUENTIALID
	"TypeID (UUIDv7 in base32 with a prefix)":   {"UUIDv7"},
	"ObjectID":                             {"xid (rs/xid) or ObjectID"},
	"xid":                                  {"xid (rs/xid) or ObjectID"},
	"snowflake Twitter":                    {"snowflake (Twitter's epoch)", "snowflake"},
	"snowflake Discord":                    {"snowflake (Discord's epoch)", "snowflake"},
	"snowflake 1970":                       {"snowflake (epoch 1970)", "snowflake"},
	"snowflake own epoch":                  {"snowflake"},
	"Sonyflake own epoch":                  {"Sonyflake"},
	"other: Sonyflake with a unit of 1 ms": {"Sonyflake"}, // its layout
	"other: Instagram's layout with an own epoch": {"Instagram's ID"},
	"Instagram":                              {"Instagram's ID"},
	"CockroachDB rowid":                      {"CockroachDB's rowid"},
	"other: Weibo (seconds << 22)":           {"snowflake"}, // of seconds
	"other: seconds << 30 (Weibo-like)":      {"snowflake"}, // random bits behind seconds are those of milliseconds
	"other: SCRU128":                         {"ULID", "SCRU128"},
	"other: mixture of UUIDv4 and UUIDv7":    {"UUIDv4 and UUIDv7", "UUIDv7 and UUIDv4"},
	"other: mixture of UUIDv1 and UUIDv4":    {"UUIDv1 and UUIDv4", "UUIDv4 and UUIDv1"},
	"other: mixture of ObjectIDs and UUIDv4": {"xid (rs/xid) or ObjectID", "UUIDv4"}, // and other values
	"other: wuid":                            {"sequence"},
	"business: Excel days":                   {"sequence"}, // each day of some years
	"other: xid in Crockford's base32":       {"xid (rs/xid) or ObjectID"},
	"other: UUIDv4 in base36":                {"UUIDv4"},
	"other: UUIDv4 in base58":                {"UUIDv4"},
	"other: UUIDv4 in base62":                {"UUIDv4"},
	"other: UUIDv4 in base64":                {"UUIDv4"},
	"other: UUIDv4 in base64url":             {"UUIDv4", "UUIDv4, Microsoft's byte order"},
	"other: short UUID in base57":            {"UUIDv4"},
	"other: short UUID in base58":            {"UUIDv4"},
	"other: UUIDv7 in base32":                {"UUIDv7"},
	"other: UUIDv7 in base36":                {"UUIDv7"},
	"other: UUIDv7 in base58":                {"UUIDv7"},
	"other: UUIDv7 in base64url":             {"UUIDv7"},
	"Unix seconds":                           {"Unix time, s"},
	"Unix ms":                                {"Unix time, ms"},
	"Unix µs":                                {"Unix time, µs"},
	"Unix ns":                                {"Unix time, ns"},
	"Chrome time":                            {"Chrome's time"},
}

// Is reports whether the doctor's answer is what the keys are.
func (s Set) Is(answer string) bool {
	return answer == s.Kind || slices.Contains(right[s.Kind], answer)
}

// Contradicts reports whether an order that the doctor saw, ordered or random, is not that of the keys. In some
// sets the rows lie in another order than that in which the keys were made.
func (s Set) Contradicts(order string) bool {
	switch {
	case s.Order == "ordered" && s.Kind != "UUIDv1": // which are in order for a while
		return order == "random"
	case s.Order == "random" && !strings.Contains(s.Name, "rows in another order"):
		return order == "ordered"
	}
	return false
}
