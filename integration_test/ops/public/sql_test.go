// Package public_test runs the SQL of package public on servers.
package public_test

import (
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

const folder = "../../../ops/public/"

// vectors are the texts of testdata/vectors.json.
type vectors struct {
	Keys []struct {
		Number   uint8
		AES, Tag string
	}
	Vectors []struct {
		Prefix, Raw, Public string
		Key                 uint8
	}
}

func read(t *testing.T) (v vectors) {
	t.Helper()
	data, err := os.ReadFile(folder + "testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// statements returns the queries of the package's documentation.
func statements(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile(folder + "doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for line := range strings.Lines(string(data)) {
		if query, ok := strings.CutPrefix(strings.TrimSpace(line), "//\tSELECT "); ok {
			list = append(list, "SELECT "+query)
		}
	}
	if len(list) != 5 {
		t.Fatalf("the documentation has %d queries", len(list))
	}
	return list
}

// TestSQL runs the queries of the documentation, and the functions for 64 bits, with all vectors.
func TestSQL(t *testing.T) {
	queries, all := statements(t), read(t)
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			db := prepare(t, kind)
			literal := func(b []byte) string { return "X'" + hex.EncodeToString(b) + "'" }
			write, parse, tag := queries[3], queries[4], ""
			if kind == dbserver.Postgres {
				literal = func(b []byte) string { return `'\x` + hex.EncodeToString(b) + "'::bytea" }
				write, parse, tag = queries[0], queries[1], queries[2]
			}
			for _, k := range all.Keys {
				secret := decode(t, k.AES)
				if kind != dbserver.Postgres {
					execute(t, db, fmt.Sprintf("SET block_encryption_mode = 'aes-%d-ecb'", 8*len(secret)))
				}
				for _, v := range all.Vectors {
					if v.Key != k.Number {
						continue
					}
					raw, digits := decode(t, v.Raw), v.Public[strings.LastIndexByte(v.Public, '_')+1:]
					digits = digits[:2+2*len(raw)]
					switch len(raw) {
					case 16:
						given := "(SELECT " + literal(raw) + " AS id, "
						if kind == dbserver.Postgres {
							given = "(SELECT '" + v.Raw + "'::uuid AS id, "
						}
						given += literal(secret) + " AS secret, '" + digits + "' AS text) AS given"
						same(t, db, strings.Replace(write, "'07'", fmt.Sprintf("'%02x'", k.Number), 1)+" FROM "+given, digits)
						same(t, db, "SELECT "+hexOf(kind)+" FROM ("+parse+" AS plain FROM "+given+") AS read_again", v.Raw)
					case 8:
						n := binary.BigEndian.Uint64(raw)
						same(t, db, fmt.Sprintf("SELECT sortid_public_encrypt(%s, %d)", literal(secret), n), digits[2:])
						same(t, db, fmt.Sprintf("SELECT sortid_public_decrypt(%s, '%s')", literal(secret), digits[2:]), fmt.Sprint(n))
					}
					if k.Tag != "" && tag != "" {
						body := v.Public[:len(v.Public)-8]
						same(t, db, tag+" FROM (SELECT '"+body+"' AS text, "+literal(decode(t, k.Tag))+" AS secret) AS given", v.Public)
					}
				}
			}
		})
	}
}

// hexOf is the plain ID of a query in hexadecimal digits.
func hexOf(kind dbserver.Kind) string {
	if kind == dbserver.Postgres {
		return "replace(plain::text, '-', '')"
	}
	return "LOWER(HEX(plain))"
}

// prepare returns a connection to a database with the functions for 64 bits.
func prepare(t *testing.T, kind dbserver.Kind) *sql.DB {
	t.Helper()
	db, err := dbtest.Open(t, kind).Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1) // block_encryption_mode is a setting of the connection
	name, end := "mysql.sql", "//\n"
	if kind == dbserver.Postgres {
		name, end = "postgres.sql", "$$;\n"
		execute(t, db, "CREATE EXTENSION pgcrypto")
	}
	data, err := os.ReadFile(folder + "testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for statement := range strings.SplitSeq(string(data), end) {
		if strings.TrimSpace(statement) != "" {
			execute(t, db, statement+strings.Trim(end, "/\n;"))
			n++
		}
	}
	if n != 3 {
		t.Fatalf("%s has %d functions", name, n)
	}
	return db
}

func decode(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func execute(t *testing.T, db *sql.DB, statement string) {
	t.Helper()
	if _, err := db.Exec(statement); err != nil {
		t.Fatalf("%s\n%v", statement, err)
	}
}

func same(t *testing.T, db *sql.DB, query, want string) {
	t.Helper()
	var got string
	if err := db.QueryRow(query).Scan(&got); err != nil || got != want {
		t.Errorf("%s\nis %q, %v, want %s", query, got, err, want)
	}
}
