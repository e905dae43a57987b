package matrix

import (
	"database/sql"
	"errors"
	"testing"

	"github.com/DATA-DOG/go-sqlmock"
	jet "github.com/go-jet/jet/v2/sqlite"
	_ "github.com/ncruces/go-sqlite3/driver"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
	"github.com/stephenafamo/bob"
	"github.com/stephenafamo/bob/dialect/sqlite"
	"github.com/stephenafamo/bob/dialect/sqlite/im"
	"github.com/stephenafamo/bob/dialect/sqlite/sm"
	"github.com/stephenafamo/scan"
)

// stores checks that insert stores a column as bytes, and refuses a plain ID.
func stores(t *testing.T, db *sql.DB, insert func(x any) error) (stored sqltype.Binary[wiji.ID]) {
	t.Helper()
	stored = sqltype.BinaryOf(wiji.New())
	if err := insert(stored); err != nil {
		t.Fatal(err)
	}
	if err := insert(wiji.New()); !errors.Is(err, id.ErrPlain) {
		t.Errorf("a plain ID: %v", err)
	}
	if n, all := blobs(t, db); n != 1 || all != 1 {
		t.Errorf("%d of %d keys are bytes", n, all)
	}
	return stored
}

func testJet(t *testing.T) {
	_, db := goods(t)
	key := jet.StringColumn("id")
	table := jet.NewTable("", "goods", "", key)
	x := stores(t, db, func(x any) error {
		_, err := table.INSERT(key).VALUES(x).Exec(db)
		return err
	})
	var found []struct {
		ID sqltype.Binary[wiji.ID] `alias:"goods.id"`
	}
	if err := table.SELECT(key.AS("goods.id")).Query(db, &found); err != nil || len(found) != 1 || found[0].ID != x {
		t.Errorf("found %v, %v", found, err)
	}
}

func testBob(t *testing.T) {
	_, db := goods(t)
	x := stores(t, db, func(x any) error {
		_, err := bob.Exec(t.Context(), bob.NewDB(db), sqlite.Insert(im.Into("goods", "id"), im.Values(sqlite.Arg(x))))
		return err
	})
	query := sqlite.Select(sm.From("goods"), sm.Where(sqlite.Quote("id").EQ(sqlite.Arg(x))))
	found, err := bob.One(t.Context(), bob.NewDB(db), query, scan.SingleColumnMapper[sqltype.Binary[wiji.ID]])
	if err != nil || found != x {
		t.Errorf("found %v, %v", found, err)
	}
}

func testNcruces(t *testing.T) {
	_, db := goodsOf(t, "sqlite3")
	x := stores(t, db, func(x any) error {
		_, err := db.Exec("INSERT INTO goods VALUES (?)", x)
		return err
	})
	var found sqltype.Binary[wiji.ID]
	if err := db.QueryRow("SELECT id FROM goods WHERE id = ?", x).Scan(&found); err != nil || found != x {
		t.Errorf("found %v, %v", found, err)
	}
}

// testSQLMock: a column is right as an expected argument and in a row; another ID is not.
func testSQLMock(t *testing.T) {
	db, mock, err := sqlmock.New()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	x := sqltype.BinaryOf(wiji.New())
	mock.ExpectQuery("SELECT").WithArgs(x).WillReturnRows(sqlmock.NewRows([]string{"id"}).AddRow(x))
	var found sqltype.Binary[wiji.ID]
	if err := db.QueryRow("SELECT id FROM goods WHERE id = ?", x).Scan(&found); err != nil || found != x {
		t.Errorf("found %v, %v", found, err)
	}
	mock.ExpectExec("DELETE").WithArgs(x)
	if _, err := db.Exec("DELETE FROM goods WHERE id = ?", sqltype.BinaryOf(wiji.New())); err == nil {
		t.Error("another ID is taken for the expected one")
	}
}
