package mysql_test

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/integration_test/migrations/suite"
)

// root is the module's directory, seen from this one.
var root = filepath.Join("..", "..", "..")

// readme returns the blocks of migrations/mysql/README.md that are marked with these
// words, such as "sh" or "sql mariadb".
func readme(t testing.TB, mark string) (blocks []string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "migrations", "mysql", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range strings.Split("\n"+string(data), "\n```") {
		if have, block, _ := strings.Cut(part, "\n"); i%2 == 1 && have == mark {
			blocks = append(blocks, block)
		}
	}
	if len(blocks) == 0 {
		t.Fatalf("the README has no block of %s", mark)
	}
	return blocks
}

// items is a table like goods of docs/server.md, with its trigger and its view.
const items = `
CREATE TABLE item (
  id BINARY(16) NOT NULL DEFAULT 0x00000000000000000000000000000000 PRIMARY KEY,
  name VARCHAR(200),
  CHECK (SUBSTR(id, 10, 1) BETWEEN 0x10 AND 0x1F)
);
CREATE TRIGGER item_id BEFORE INSERT ON item FOR EACH ROW
  SET NEW.id = COALESCE(NULLIF(NEW.id, 0x00000000000000000000000000000000), sortid_wiji_new());
CREATE SQL SECURITY INVOKER VIEW item_text AS
  SELECT sortid_wiji_text(id) AS id, sortid_wiji_time(id) AS made_at, name FROM item;
`

// recipes returns the statements of the README's SQL, and of items, that begin with these words.
func recipes(t testing.TB, words string) (statements []string) {
	t.Helper()
	for _, block := range append(readme(t, "sql mysql mariadb"), items) {
		for _, statement := range suite.Statements(block) {
			if strings.HasPrefix(statement, words) {
				statements = append(statements, statement)
			}
		}
	}
	if len(statements) == 0 {
		t.Fatalf("the README has no statement that begins with %q", words)
	}
	return statements
}

// The default makes keys that are Wijis of the present, one for each row.
func TestDefaultRecipe(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		s := d.session(t)
		s.exec(recipes(t, "CREATE TABLE parcel")...)
		s.exec("INSERT INTO parcel (address) VALUES ('a'), ('b')", "INSERT INTO parcel (address) SELECT n FROM ("+rows(1000)+") AS r",
			"INSERT INTO parcel VALUES (DEFAULT, 'c')", "REPLACE INTO parcel (address) VALUES ('d')")
		want := "SELECT COUNT(*) FROM parcel WHERE sortid_wiji_valid(id) AND ABS(TIMESTAMPDIFF(SECOND, sortid_wiji_time(id), UTC_TIMESTAMP())) < 60"
		if got := s.get(want); got != "1004" {
			t.Errorf("%s good keys, want 1004", got)
		}
		if got := s.get("SELECT COUNT(DISTINCT RIGHT(id, 7)) FROM parcel"); got != "1004" {
			t.Errorf("%s random fields, want one a row", got)
		}
		if e := s.fails("INSERT INTO parcel VALUES (0x00000000000000000000000000000001, 'x')"); e.Number != 3819 && e.Number != 4025 {
			t.Errorf("a key of another version: %v", e)
		}
	})
}

// The defaults of the other formats make valid IDs of the present, of different sessions too, and each
// session's are in order from one millisecond to the next.
func TestDefaultRecipes(t *testing.T) {
	const sessions, statements, size = 4, 5, 100
	formats := []struct {
		column string
		millis func(id []byte) (int64, error)
	}{
		{"ulid", func(b []byte) (int64, error) { x, err := ulid.FromBytes(b); return x.UnixMillis(), err }},
		{"uuid", func(b []byte) (int64, error) { x, err := uuidv7.FromBytes(b); return x.UnixMillis(), err }},
		{"scru", func(b []byte) (int64, error) { x, err := scru160.FromBytes(b); return x.UnixMillis(), err }},
		{"LPAD(HEX(ulidflake), 16, '0')", func(b []byte) (int64, error) { x, err := ulidflake.FromBytes(b); return x.UnixMillis(), err }},
		{"LPAD(HEX(ts_seq_rand), 16, '0')", func(b []byte) (int64, error) { x, err := uid11.FromBytes(b); return x.UnixMillis(), err }},
		{"LPAD(HEX(xid), 16, '0')", func(b []byte) (int64, error) { x, err := uid11.FromBytes(b); return x.UnixMillis(), err }},
	}
	onOne(t, func(t *testing.T, d database) {
		d.session(t).exec(recipes(t, "CREATE TABLE shipment")...)
		d.session(t).exec("ALTER TABLE shipment ADD COLUMN writer INT NOT NULL, DROP INDEX xid") // xids collide
		from := time.Now().Add(-time.Second).UnixMilli()
		var wait sync.WaitGroup
		for i := range sessions {
			s := d.session(t)
			wait.Go(func() {
				for range statements {
					if _, err := s.ExecContext(t.Context(), fmt.Sprintf("INSERT INTO shipment (writer) SELECT %d FROM (%s) AS r", i, rows(size))); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wait.Wait()
		to := time.Now().Add(time.Second).UnixMilli()
		s := d.session(t)
		for _, f := range formats {
			column := f.column
			if !strings.Contains(column, "HEX") {
				column = "HEX(" + column + ")"
			}
			for i := range sessions {
				last := from
				ids := s.list("SELECT "+column+" FROM shipment WHERE writer = ? ORDER BY n", i)
				if len(ids) != statements*size {
					t.Fatalf("%s: %d IDs", f.column, len(ids))
				}
				for _, text := range ids {
					id, err := hex.DecodeString(text)
					if err != nil {
						t.Fatal(err)
					}
					millis, err := f.millis(id)
					if err != nil || millis < last || millis > to {
						t.Fatalf("%s: %s is of %d, %v; the one before of %d", f.column, text, millis, err, last)
					}
					last = millis
				}
			}
		}
		for _, turn := range []string{"ulidflake >> 8", "ts_seq_rand >> 10"} {
			if got := s.get("SELECT COUNT(DISTINCT " + turn + ") FROM shipment"); got != strconv.Itoa(sessions*statements*size) {
				t.Errorf("%s different %s of %d", got, turn, sessions*statements*size)
			}
		}
	})
}
