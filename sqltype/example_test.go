package sqltype_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/sqltype"
)

func ExampleUUID() {
	key := sqltype.UUIDOf(uuidv7.MustParse("0199a1b2-c3d4-7e5f-8a6b-7c8d9eafb0c1"))
	value, err := key.Value()
	fmt.Println(value, err)
	fmt.Println(key)

	var read sqltype.UUID[uuidv7.ID]
	fmt.Println(read.Scan(value), read == key)
	// Output:
	// 0199a1b2-c3d4-7e5f-8a6b-7c8d9eafb0c1 <nil>
	// 0199a1b2-c3d4-7e5f-8a6b-7c8d9eafb0c1
	// <nil> true
}

func ExampleUUID_Generate() {
	order := struct{ ID sqltype.UUID[uuidv7.ID] }{}
	_, err := order.ID.Value()
	fmt.Println(errors.Is(err, id.ErrZero))

	if err := order.ID.Generate(); err != nil {
		panic(err)
	}
	_, err = order.ID.Value()
	fmt.Println(err)
	// Output:
	// true
	// <nil>
}

func ExampleBinary() {
	key := sqltype.BinaryOf(ulid.MustParse("01ARZ3NDEKTSV4RRFFQ69G5FAV"))
	value, err := key.Value()
	fmt.Printf("%T %x %v\n", value, value, err)

	// In a column of text there would be no bytes to read.
	fmt.Println(key.Scan("01ARZ3NDEKTSV4RRFFQ69G5FAV"))
	fmt.Println(key.IsZero())
	// Output:
	// []uint8 01563e3ab5d3d6764c61efb99302bd5b <nil>
	// sqltype.Binary[ulid.ID]: Scan of string "01ARZ3NDEKTSV4RRFFQ69G5FAV": wrong kind of column: the driver returned text instead of 16 raw bytes: use sqltype.Text for a text column, sqltype.UUID for a uuid column
	// true
}

func ExampleText() {
	var key sqltype.Text[ulid.ID]
	fmt.Println(key.Scan("01ARZ3NDEKTSV4RRFFQ69G5FAV"), key)

	// The same ID in another spelling would be a second key.
	fmt.Println(key.Scan("01arz3ndektsv4rrffq69g5fav"))
	// Output:
	// <nil> 01ARZ3NDEKTSV4RRFFQ69G5FAV
	// sqltype.Text[ulid.ID]: Scan of string "01arz3ndektsv4rrffq69g5fav": not the canonical form: the one spelling that has the order of the IDs is "01ARZ3NDEKTSV4RRFFQ69G5FAV": rewrite the column's values
}

func ExampleInt64() {
	key := sqltype.Int64Of(ulidflake.MustParse("0123456789ABC"))
	value, err := key.Value()
	fmt.Println(value, err)

	_, err = sqltype.Int64Of(uid11.ID(1 << 63)).Value()
	fmt.Println(errors.Is(err, id.ErrOverflow))
	// Output:
	// 38390726480144748 <nil>
	// true
}

func ExampleNull() {
	var customer sqltype.Null[sqltype.UUID[ulid.ID]]
	fmt.Println(customer.Scan(nil), customer.Valid)

	data, err := json.Marshal(customer)
	fmt.Println(string(data), err)
	// Output:
	// <nil> false
	// null <nil>
}

func ExampleNullOf() {
	// A zero key goes out on purpose alone.
	_, err := sqltype.BinaryOf(ulid.ID{}).Value()
	fmt.Println(errors.Is(err, id.ErrZero))
	value, err := sqltype.NullOf(sqltype.BinaryOf(ulid.ID{})).Value()
	fmt.Println(value, err)
	// Output:
	// true
	// [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0] <nil>
}

func ExampleListOf() {
	ids := sqltype.ListOf(sqltype.UUIDOf, uuidv7.MustParse("0199a1b2-c3d4-7e5f-8a6b-7c8d9eafb0c1"))
	value, err := ids.Array().Value() // db.Query("SELECT … WHERE id = ANY($1)", ids.Array())
	fmt.Println(value, err)
	// Output:
	// {0199a1b2-c3d4-7e5f-8a6b-7c8d9eafb0c1} <nil>
}

func ExampleList_Scan() {
	var ids sqltype.List[sqltype.Int64[ulidflake.ID]]
	fmt.Println(ids.Scan("{1,2,NULL}"))
	// Output:
	// sqltype.List[sqltype.Int64[ulidflake.ID]]: Scan of string "{1,2,NULL}": NULL: element 2 is NULL: remove it with array_remove(…, NULL)
}

func ExamplePlaceholders() {
	ids := sqltype.ListOf(sqltype.Uint64Of, uid11.ID(1), uid11.ID(1<<64-1))
	fmt.Println("WHERE id IN ("+sqltype.Placeholders(len(ids))+")", len(ids.Args()))
	// Output:
	// WHERE id IN (?,?) 2
}
