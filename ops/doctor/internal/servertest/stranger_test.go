package servertest

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
)

// laravel returns ordered UUIDs as ramsey/uuid makes them: 48 bits of the time in 10 µs, then
// version 4. They are a second apart.
func laravel() func() [16]byte {
	now := time.Now().Add(-10*24*time.Hour).UnixMicro() / 10
	return func() (b [16]byte) {
		now += 1000 * 100
		b = v4()
		copy(b[:], binary.BigEndian.AppendUint64(nil, uint64(now))[2:])
		return b
	}
}

// find returns the findings about a column, and what it holds.
func find(r *inspect.Report, table string) (names []string, holds string) {
	for _, f := range r.Findings {
		if f.Table == table {
			names = append(names, f.Severity.String()+" "+string(f.Name))
		}
	}
	for _, c := range r.Columns {
		if c.Table == table && c.Name == "id" && c.IDs.IsID() {
			holds = c.IDs.Parts[0].String()
		}
	}
	return names, holds
}

// stranger is a column of a schema that nobody here made, with all that is wrong with it.
type stranger struct {
	table, create string
	keys          keys
	holds         string
	want          []string
}

const (
	byTime      = "UUIDv4, but ordered by time"
	ignoresCase = "error " + string(finding.CaselessText)
)

func token(alphabet, prefix string, n int) keys {
	return func() any {
		b := []byte(prefix)
		for range n {
			b = append(b, alphabet[rand.IntN(len(alphabet))])
		}
		return string(b)
	}
}

const urlAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"

var strangerColumns = map[dbserver.Kind][]stranger{
	dbserver.Postgres: {
		{"laravel", "id uuid PRIMARY KEY", asText(laravel()), byTime, nil},
		{"nanoid", "id citext PRIMARY KEY", distinct(token(urlAlphabet, "", 21)), "", []string{ignoresCase}},
		{"stripe", "id text COLLATE caseless PRIMARY KEY", distinct(token(urlAlphabet[:62], "cus_", 14)), "", []string{ignoresCase}},
		{"v4text", `id text COLLATE caseless PRIMARY KEY`, asText(v4), "UUIDv4", []string{"info caseless-text", "warning random-key", "warning text-key"}},
	},
	dbserver.MySQL: {
		{"laravel", "id char(36) PRIMARY KEY", asText(laravel()), byTime, []string{"info caseless-text", "warning text-key"}},
		{"laravelbin", "id binary(16) PRIMARY KEY", asBytes(laravel()), byTime, nil},
		{"nanoid", "id varchar(21) PRIMARY KEY", distinct(token(urlAlphabet, "", 21)), "", []string{ignoresCase}},
		{"video", "id varchar(11) PRIMARY KEY", distinct(token(urlAlphabet, "", 11)), "", []string{ignoresCase}},
		{"base64url", "id char(22) UNIQUE NOT NULL", distinct(token(urlAlphabet, "", 22)), "", []string{ignoresCase, "warning no-primary-key"}},
		{"names", "id varchar(50) PRIMARY KEY", distinct(func() any { return fmt.Sprintf("McDonald %x Street", rand.Uint32()) }), "", nil},
	},
	dbserver.MariaDB: {
		{"v4", "id uuid PRIMARY KEY", asText(v4), "UUIDv4", []string{"warning random-key"}},
		{"v7", "id uuid PRIMARY KEY", asText(v7), "UUIDv7", nil},
		{"v1", "id uuid PRIMARY KEY", asText(v1), "UUIDv1", nil},
		{"laravel", "id uuid PRIMARY KEY", asText(laravel()), byTime, []string{"warning mariadb-uuid"}},
	},
}

// Schemas of strangers are what they are, with the severity of what they hold.
func TestStrangers(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			if kind == dbserver.Postgres {
				execute(t, db, "CREATE EXTENSION citext", "CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false)")
			}
			const rows = 3000
			for _, s := range strangerColumns[kind] {
				option := ""
				if kind == dbserver.MySQL {
					option = " COLLATE utf8mb4_0900_ai_ci"
				}
				execute(t, db, "CREATE TABLE "+s.table+" ("+s.create+")"+option)
				fill(t, db, kind, s.table, rows, "id", s.keys)
				analyzeTable(t, db, kind, s.table)
			}
			r := run(t, inspect.Options{DSN: d.DSN})
			for _, s := range strangerColumns[kind] {
				got, holds := find(r, s.table)
				slices.Sort(got)
				slices.Sort(s.want)
				if s.holds != "" && holds != s.holds || !slices.Equal(got, s.want) {
					t.Errorf("%s: %q with %q, want %q with %q", s.table, holds, got, s.holds, s.want)
				}
				for _, x := range r.Indexes {
					if x.Table == s.table && kind == dbserver.MariaDB && x.Entries.Known() && (x.Entries.Value < rows*0.85 || x.Entries.Value > rows*1.15) {
						t.Errorf("%s: %.0f of %d rows, fill %.0f %%", s.table, x.Entries.Value, rows, x.Fill.Value)
					}
				}
			}
		})
	}
}

func analyzeTable(t *testing.T, db *sql.DB, kind dbserver.Kind, table string) {
	t.Helper()
	if kind == dbserver.Postgres {
		execute(t, db, "ANALYZE "+table)
		return
	}
	execute(t, db, "ANALYZE TABLE "+table)
}
