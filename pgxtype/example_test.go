package pgxtype_test

import (
	"context"
	"fmt"
	"log"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
)

// One line makes a pool's connections know all formats. Plain IDs then go in and
// come out.
func ExampleAfterConnect() {
	ctx := context.Background()
	config, err := pgxpool.ParseConfig("postgres://localhost/shop")
	if err != nil {
		log.Fatal(err)
	}
	config.AfterConnect = pgxtype.AfterConnect()
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()

	type order struct {
		ID       uuidv7.ID
		Customer *ulid.ID // NULL for an order without one
	}
	load := func(ids []uuidv7.ID) ([]order, error) {
		rows, err := pool.Query(ctx, "SELECT id, customer FROM orders WHERE id = ANY($1) ORDER BY id", ids)
		if err != nil {
			return nil, err
		}
		return pgx.CollectRows(rows, pgx.RowToStructByName[order])
	}
	_ = load
}

// Through database/sql, pgx takes plain IDs as arguments. Columns of rows are
// scanned by the types of package sqltype, because database/sql does not ask pgx.
func ExampleAfterConnect_databaseSQL() {
	config, err := pgx.ParseConfig("postgres://localhost/shop")
	if err != nil {
		log.Fatal(err)
	}
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(pgxtype.AfterConnect()))
	defer db.Close()

	var back sqltype.UUID[uuidv7.ID]
	err = db.QueryRow("SELECT id FROM orders WHERE id = $1", uuidv7.New()).Scan(&back)
	if err != nil {
		log.Fatal(err)
	}
}

// Behind a PgBouncer that pools transactions, pgx learns the types of the parameters without
// prepared statements.
func ExampleAfterConnect_pgBouncer() {
	config, err := pgxpool.ParseConfig("postgres://localhost:6432/shop")
	if err != nil {
		log.Fatal(err)
	}
	config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	config.AfterConnect = pgxtype.AfterConnect()
}

// Each connection of a pool takes the keys of its rows from its own block, so that leaf pages
// become full although several connections insert.
func ExampleUseBlocks() {
	ctx := context.Background()
	config, err := pgxpool.ParseConfig("postgres://localhost/shop")
	if err != nil {
		log.Fatal(err)
	}
	config.AfterConnect = pgxtype.AfterConnect()
	orders := pgxtype.UseBlocks(&config.BeforeClose, uuidv7.NewBlock)
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()

	store := func(notes []string) error {
		return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			ids := make([]uuidv7.ID, len(notes))
			if err := orders.Fill(tx.Conn(), ids); err != nil { // of one row: orders.Next(tx.Conn())
				return err
			}
			_, err := tx.CopyFrom(ctx, pgx.Identifier{"orders"}, []string{"id", "note"}, pgx.CopyFromSlice(len(notes), func(i int) ([]any, error) {
				return []any{ids[i], notes[i]}, nil
			}))
			return err
		})
	}
	_ = store
}

// A map is all that encoding and scanning need.
func ExampleRegister() {
	m := pgtype.NewMap() // or conn.TypeMap()
	if err := pgxtype.Register(m); err != nil {
		log.Fatal(err)
	}
	x := wiji.MustParse("06C30KWENEPC0005TY4J8Q7FCS")
	for _, oid := range []uint32{pgtype.UUIDOID, pgtype.ByteaOID, pgtype.TextOID} {
		b, err := m.Encode(oid, pgtype.TextFormatCode, x, nil)
		if err != nil {
			log.Fatal(err)
		}
		var back wiji.ID
		if err := m.Scan(oid, pgtype.TextFormatCode, b, &back); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s %t\n", b, back == x)
	}
	// Output:
	// 0660c13e-3aae-b300-0017-5e249173bd99 true
	// \x0660c13e3aaeb30000175e249173bd99 true
	// 06C30KWENEPC0005TY4J8Q7FCS true
}

// A type of another library takes part: strict, and with NULL an error, whatever
// its own Scan method does.
func ExampleWithType() {
	m := pgtype.NewMap()
	if err := pgxtype.Register(m, pgxtype.WithType[foreign]()); err != nil { // uuid.UUID, say
		log.Fatal(err)
	}
	x := foreign{15: 7}
	fmt.Println(m.Scan(pgtype.UUIDOID, pgtype.BinaryFormatCode, nil, &x))
	// Output:
	// pgxtype: pgxtype_test.foreign in a uuid column: Scan: NULL: scan a column that can be NULL into a pointer
}
