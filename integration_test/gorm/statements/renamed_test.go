package statements_test

import (
	"testing"
	"time"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// TestRenamed: a transaction asks the server for a table that another session is renaming. MariaDB's catalog leaves such a table
// out; the statement waits for the other session, and finds the row by the text of its ID, which is stored in bytes.
func TestRenamed(t *testing.T) {
	gormtest.OnEachBare(t, []gormtest.Server{gormtest.OnMySQL, gormtest.OnMariaDB}, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&hardUser{}))
		tenant := addSchema(t, s, db, "tenant")
		key := gormtest.WijiAt(2)
		gormtest.Must(t, db.Exec("CREATE TABLE "+tenant+".hard_users (id "+bytesType(s)+" NOT NULL PRIMARY KEY)"))
		gormtest.Must(t, db.Exec("INSERT INTO "+tenant+".hard_users (id) VALUES (?)", gormtype.BinaryOf(key)))
		for _, name := range []string{"waited", "others"} {
			gormtest.Must(t, db.Exec("CREATE TABLE "+tenant+"."+name+" (n INT PRIMARY KEY)"))
		}
		var n int64
		reader, program := db.Begin(), db.Begin()
		defer program.Rollback()
		gormtest.Must(t, reader.Raw("SELECT COUNT(*) FROM "+tenant+".waited").Scan(&n))
		gormtest.Must(t, program.Raw("SELECT COUNT(*) FROM "+tenant+".others").Scan(&n)) // a transaction that holds a lock
		renamed := make(chan error)
		go func() {
			renamed <- db.Session(&gorm.Session{NewDB: true}).Exec("RENAME TABLE " + tenant + ".hard_users TO " + tenant + ".z, " + tenant + ".waited TO " + tenant + ".y, " + tenant + ".y TO " + tenant + ".waited, " + tenant + ".z TO " + tenant + ".hard_users").Error
		}()
		for waits := int64(0); waits == 0; {
			gormtest.Must(t, db.Raw("SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'RENAME TABLE "+tenant+"%' AND state LIKE 'Waiting for table metadata lock'").Scan(&waits))
			select {
			case err := <-renamed:
				t.Fatalf("the session does not wait: %v", err)
			case <-time.After(5 * time.Millisecond):
			}
		}
		time.AfterFunc(300*time.Millisecond, func() { reader.Rollback() })
		if tx := program.Table(tenant+".hard_users").Where("id = ?", key.String()).Count(&n); tx.Error != nil || n != 1 {
			t.Errorf("%d rows, error %v", n, tx.Error)
		}
		if err := <-renamed; err != nil {
			t.Error(err)
		}
	})
}
