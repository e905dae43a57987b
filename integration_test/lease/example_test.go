package lease_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/sortid/sortid/lease"
)

// pgx has a handle of database/sql for its pool.
func Example_pgx() {
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	db := stdlib.OpenDBFromPool(pool)
	defer db.Close()

	ids, err := lease.Acquire(ctx, db, lease.Snowish(), lease.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer ids.Close()
	fmt.Println(ids.New())
}
