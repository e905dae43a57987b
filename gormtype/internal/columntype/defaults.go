package columntype

import (
	"crypto/rand"
	stdbinary "encoding/binary"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sortid/sortid/internal/format"
)

// DefaultFault says which IDs of another form than the column's a default makes. It is empty if it
// makes the column's own, and if nobody knows what it makes.
func (d Description) DefaultFault(expression string) string {
	makes := made(expression)
	if version, ok := uuidVersions[makes]; ok {
		return d.refuses(version)
	}
	if f, ok := formatOf(makes); ok {
		return d.isNot(f)
	}
	return ""
}

// textFault says that a default makes the text of an ID, or digits, where the column holds bytes: its outermost function is
// one of texts. It is empty if nobody knows what the default makes.
func (d Description) textFault(dl Dialect, expression string) string {
	outermost, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(expression, "( ")), "(")
	if d.Form(dl) != BytesForm || made(expression) == "" || !slices.Contains([]string{"hex", "lower", "upper", "replace", "uuid"}, strings.TrimSpace(outermost)) {
		return ""
	}
	return "a text, and the column of " + d.Name() + " holds bytes"
}

// uuidVersions holds the functions that make UUIDs and their versions. Version 0 is random
// bytes.
var uuidVersions = map[string]byte{
	"gen_random_uuid": 4, "uuid_generate_v4": 4, "uuidv4": 4, "uuid_v4": 4,
	"uuid_generate_v1": 1, "uuid_generate_v1mc": 1, "uuid": 1,
	"uuidv7": 7, "sortid_uuid_new": 7, "uuid_v7": 7, "uuid_generate_v7": 7,
	"randomblob": 0, "random_bytes": 0, "gen_random_bytes": 0,
}

// conversions holds the words that keep what such a function makes.
var conversions = map[string]bool{
	"uuid_to_bin": true, "unhex": true, "hex": true, "replace": true, "cast": true, "convert": true, "encode": true, "decode": true,
	"uuid_send": true, "as": true, "using": true, "binary": true, "bytea": true, "uuid": true, "text": true, "char": true, "varchar": true, "lower": true,
	"upper": true, "true": true, "false": true,
	"public": true, "pg_catalog": true, "_utf8mb4": true, "_latin1": true,
}

// words matches the parts of an expression.
var words = regexp.MustCompile("'[^']*'|\"[^\"]*\"|`[^`]*`|[\\w$]+|\\S")

// made returns the one function of a default that makes an ID. It is empty if the
// default also contains anything else that is unknown.
func made(expression string) (function string) {
	list := words.FindAllString(strings.ReplaceAll(expression, `\'`, "'"), -1) // so MySQL shows the texts in it
	for i, t := range list {
		word := strings.ToLower(strings.Trim(t, "\"`[]'"))
		_, isUUID := uuidVersions[word]
		_, isOurs := formatOf(word)
		isCall := i+1 < len(list) && list[i+1] == "("
		switch {
		case isCall && (isUUID || isOurs):
			if function != "" {
				return ""
			}
			function = word
		case conversions[word] || strings.ContainsAny(t[:1], "(),.:'0123456789"):
		default:
			return ""
		}
	}
	return function
}

// formatOf returns the format of the IDs that a function of the migrations makes, such as
// sortid_xid_new_bytes. For any other function, ok is false.
func formatOf(function string) (f format.Format, ok bool) {
	name, ours := strings.CutPrefix(function, "sortid_")
	name, variant, isNew := strings.Cut(name, "_new")
	if !ours || !isNew || variant != "" && variant != "_with" && variant != "_bytes" {
		return f, false
	}
	return format.OfFunction(name)
}

// isNot returns what is wrong with IDs of a format of this module. An ID type of another
// module can be any format of its size.
func (d Description) isNot(f format.Format) string {
	isOurs := strings.HasPrefix(d.ID.PkgPath(), "github.com/sortid/sortid/id/")
	if isOurs && path.Base(d.ID.PkgPath()) != f.Name || f.Size != d.Size {
		return "IDs of the format " + f.Name + ", and the field is " + d.Name()
	}
	return ""
}

// refuses returns what is wrong with UUIDs of a version.
func (d Description) refuses(version byte) string {
	makes := "UUIDs of version " + string('0'+version)
	if version == 0 {
		makes = "random bytes"
		if d.Size != 16 || d.StoresText() {
			return ""
		}
	}
	if d.Size != 16 {
		return makes + ", which are no IDs of " + d.Name()
	}
	values := make([]any, 16)
	for i := range values {
		u := uuidOf(version)
		values[i] = u[:]
		if d.StoresText() {
			values[i] = UUIDText(u[:])
		}
		if _, _, err := d.Read(values[i]); err != nil {
			return makes + ", which " + d.Name() + " does not read"
		}
	}
	if n, ok := d.Likely(values); ok && n < len(values) {
		return makes + ", whose bytes are no time of " + d.Name() + ": the keys are not in order"
	}
	return ""
}

// Likely returns how many values are IDs of a time that an ID is likely to have. ok is false if the
// ID's type does not tell its time.
func (d Description) Likely(values []any) (n int, ok bool) {
	for _, v := range values {
		at, tells, err := d.Read(v)
		if !tells {
			return 0, false
		}
		if err == nil && at.Year() >= 2000 && at.Year() < 2100 {
			n++
		}
	}
	return n, true
}

// uuidOf returns a UUID of the present time.
func uuidOf(version byte) (u [16]byte) {
	_, _ = rand.Read(u[:])
	switch version {
	case 0:
		return u
	case 1:
		u[0] = 0x80 // of the low part of the time, which comes first
	case 7:
		var b [8]byte
		stdbinary.BigEndian.PutUint64(b[:], uint64(time.Now().UnixMilli())<<16)
		copy(u[:6], b[:6])
	}
	u[6], u[8] = u[6]&0x0f|version<<4, u[8]&0x3f|0x80
	return u
}
