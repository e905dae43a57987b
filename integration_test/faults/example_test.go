package faults_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/integration_test/internal/retry"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
)

// Order is the row of docs/concurrency.md.
type Order struct {
	ID   gormtype.ID[uuidv7.ID]
	Note string
}

// insertOrder stores an order through database/sql, on Postgres.
func insertOrder(ctx context.Context, db *sql.DB, key uuidv7.ID, note string) error {
	return retry.Save(ctx, func(ctx context.Context) error {
		_, err := db.ExecContext(ctx, `INSERT INTO orders (id, note) VALUES ($1, $2)`, sqltype.UUIDOf(key), note)
		return err
	}, func(ctx context.Context) (bool, error) {
		var found string
		err := db.QueryRowContext(ctx, `SELECT note FROM orders WHERE id = $1`, sqltype.UUIDOf(key)).Scan(&found)
		if errors.Is(err, sql.ErrNoRows) {
			return false, nil
		}
		return found == note, err
	})
}

// createOrders stores orders whose IDs are set, through GORM with TranslateError.
func createOrders(ctx context.Context, db *gorm.DB, orders []Order) error {
	return retry.Save(ctx, func(ctx context.Context) error {
		return db.WithContext(ctx).Create(&orders).Error
	}, func(ctx context.Context) (bool, error) {
		for _, o := range orders {
			var found []Order
			err := db.WithContext(ctx).Find(&found, "id = ?", o.ID).Error
			if err != nil || len(found) != 1 || found[0] != o {
				return false, err
			}
		}
		return true, nil
	})
}

// note is an order in pgx, where IDs need no wrapper.
type note struct {
	ID   uuidv7.ID
	Note string
}

// batchNotes stores notes with a pgx.Batch.
func batchNotes(ctx context.Context, pool *pgxpool.Pool, notes []note) error {
	return retry.Save(ctx, func(ctx context.Context) error {
		var b pgx.Batch
		for _, n := range notes {
			b.Queue(`INSERT INTO orders (id, note) VALUES ($1, $2)`, n.ID, n.Note)
		}
		return pool.SendBatch(ctx, &b).Close()
	}, func(ctx context.Context) (bool, error) { return haveNotes(ctx, pool, notes) })
}

// copyNotes stores notes with COPY.
func copyNotes(ctx context.Context, pool *pgxpool.Pool, notes []note) error {
	return retry.Save(ctx, func(ctx context.Context) error {
		rows := pgx.CopyFromSlice(len(notes), func(i int) ([]any, error) { return []any{notes[i].ID, notes[i].Note}, nil })
		_, err := pool.CopyFrom(ctx, pgx.Identifier{"orders"}, []string{"id", "note"}, rows)
		return err
	}, func(ctx context.Context) (bool, error) { return haveNotes(ctx, pool, notes) })
}

// haveNotes reports whether the table holds all of the notes.
func haveNotes(ctx context.Context, pool *pgxpool.Pool, notes []note) (bool, error) {
	want := map[uuidv7.ID]string{}
	var keys []uuidv7.ID
	for _, n := range notes {
		want[n.ID] = n.Note
		keys = append(keys, n.ID)
	}
	rows, err := pool.Query(ctx, `SELECT id, note FROM orders WHERE id = ANY($1)`, keys)
	if err != nil {
		return false, err
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[note])
	if err != nil {
		return false, err
	}
	for _, n := range found {
		if want[n.ID] != n.Note {
			return false, nil
		}
	}
	return len(found) == len(want), nil
}

// exampleDB opens a database in memory with the table of orders.
func exampleDB() (*gorm.DB, error) {
	pool, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1) // each connection has its own memory
	db, err := gormOn("", pool)
	if err != nil {
		return nil, err
	}
	return db, db.AutoMigrate(&Order{})
}

func Example() {
	db, err := exampleDB()
	if err != nil {
		fmt.Println(err)
		return
	}
	orders := []Order{{gormtype.Of(uuidv7.New()), "tea"}, {gormtype.Of(uuidv7.New()), "cup"}} // the keys are made once
	fmt.Println(createOrders(context.Background(), db, orders))
	fmt.Println(createOrders(context.Background(), db, orders)) // such as after a restart: nothing is stored twice
	var count int64
	fmt.Println(db.Model(&Order{}).Count(&count).Error, count)
	// Output:
	// <nil>
	// <nil>
	// <nil> 2
}
