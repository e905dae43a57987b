package columntype

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm/schema"
)

type eightBytes [8]byte

func (eightBytes) MarshalText() ([]byte, error) { return []byte("0123456789abcdef"), nil }

var formNames = map[Form]string{TextForm: "text", IntegerForm: "integer", UUIDForm: "uuid", BytesForm: "bytes"}

// kindRules holds, for a kind and the IDs of a size, the form on an unknown server, and those on PostgreSQL, MySQL and SQLite
// with the column types that hold it.
var kindRules = map[Kind]map[string][4]string{
	Native: {
		"16 bytes": {"bytes", "uuid: uuid", "bytes: binary(16), varbinary(16)", "bytes: blob"},
		"20 bytes": {"bytes", "bytes: bytea", "bytes: binary(20), varbinary(20)", "bytes: blob"},
		"8 bytes":  {"bytes", "bytes: bytea", "bytes: binary(8), varbinary(8)", "bytes: blob"},
		"int64":    {"integer", "integer: bigint", "integer: bigint", "integer: integer, bigint"},
		"uint64":   {"integer", "integer: bigint", "integer: bigint unsigned", "integer: integer, bigint"},
	},
	Text: {
		"16 bytes": {"text", `text: text COLLATE "C", varchar(26) COLLATE "C"`, textsOfMySQL(26), "text: text, varchar(26)"},
		"20 bytes": {"text", `text: text COLLATE "C", varchar(32) COLLATE "C"`, textsOfMySQL(32), "text: text, varchar(32)"},
		"8 bytes":  {"text", `text: text COLLATE "C", varchar(16) COLLATE "C"`, textsOfMySQL(16), "text: text, varchar(16)"},
		"int64":    {"text", `text: text COLLATE "C", varchar(13) COLLATE "C"`, textsOfMySQL(13), "text: text, varchar(13)"},
		"uint64":   {"text", `text: text COLLATE "C", varchar(11) COLLATE "C"`, textsOfMySQL(11), "text: text, varchar(11)"},
	},
	Binary: {
		"16 bytes": {"bytes", "bytes: bytea", "bytes: binary(16), varbinary(16)", "bytes: blob"},
		"20 bytes": {"bytes", "bytes: bytea", "bytes: binary(20), varbinary(20)", "bytes: blob"},
		"8 bytes":  {"bytes", "bytes: bytea", "bytes: binary(8), varbinary(8)", "bytes: blob"},
		"int64":    {"bytes", "bytes: bytea", "bytes: binary(8), varbinary(8)", "bytes: blob"},
		"uint64":   {"bytes", "bytes: bytea", "bytes: binary(8), varbinary(8)", "bytes: blob"},
	},
}

func textsOfMySQL(n int) string {
	return fmt.Sprintf("text: varchar(%[1]d) CHARACTER SET ascii COLLATE ascii_bin, char(%[1]d) CHARACTER SET ascii COLLATE ascii_bin", n)
}

// TestKinds: each kind has names and a rule for each size and server, which nothing changes by accident. The rules of the
// types, which hot paths use, are the same.
func TestKinds(t *testing.T) {
	sizes := map[string]func(Kind) (Description, func(Dialect) Form){
		"16 bytes": describe[wiji.ID], "20 bytes": describe[scru160.ID], "8 bytes": describe[eightBytes], "int64": describe[ulidflake.ID], "uint64": describe[uid11.ID],
	}
	for k := range kindCount {
		if row := kinds[k]; row.name == "" || row.constructor == "" || row.sqlConstructor == "" || row.otherTypes == "" {
			t.Errorf("kind %d lacks a name: %+v", k, row)
		}
		for size, ofSize := range sizes {
			d, byType := ofSize(k)
			want, ok := kindRules[k][size]
			if !ok {
				t.Errorf("kind %d, %s: no rule", k, size)
			}
			for dl := range SQLite + 1 {
				got := formNames[d.Form(dl)]
				if types := d.Types(dl, new(schema.Field)); len(types) > 0 {
					got += ": " + strings.Join(types, ", ")
				}
				if got != want[dl] || byType(dl) != d.Form(dl) {
					t.Errorf("kind %d, %s, dialect %d: %s, want %s", k, size, dl, got, want[dl])
				}
			}
			if got := map[string]bool{"text": d.StoresText(), "integer": d.StoresInteger(), "bytes": d.StoresBytes()}; !got[want[Unknown]] {
				t.Errorf("kind %d, %s: it stores %v, want %s", k, size, got, want[Unknown])
			}
		}
	}
}

// describe returns the description of a column type, and the form by its type alone.
func describe[T id.Fixed](k Kind) (Description, func(Dialect) Form) {
	return Describe[T](k), func(dl Dialect) Form { return formOf[T](k, dl) }
}
