package sqlitefunc_test

import (
	"database/sql"
	"fmt"
	"log"
	"sync"
	"testing"

	"github.com/sortid/sortid/migrations/sqlitefunc"
)

func Example() {
	if err := sqlitefunc.Register(); err != nil {
		log.Fatal(err)
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection would have a database in memory of its own

	if _, err := db.Exec(`CREATE TABLE goods (
		id BLOB NOT NULL PRIMARY KEY DEFAULT (sortid_wiji_new()) CHECK (sortid_wiji_valid(id)),
		name TEXT)`); err != nil {
		log.Fatal(err)
	}
	if _, err := db.Exec("INSERT INTO goods (name) VALUES ('tea')"); err != nil {
		log.Fatal(err)
	}
	var text string
	var today int
	if err := db.QueryRow(`SELECT sortid_wiji_text(id), count(*) FROM goods
		WHERE id >= sortid_wiji_min_at(date('now'))`).Scan(&text, &today); err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(text), today)
	// Output: 26 1
}

// Register may be called again and again, and at the same time.
func TestRegisterAgain(t *testing.T) {
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if err := sqlitefunc.Register(); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}
