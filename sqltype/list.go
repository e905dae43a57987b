package sqltype

import "strings"

// List is a list of IDs in their column type, such as List[UUID[wiji.ID]]. As an argument:
//
//	ids := sqltype.ListOf(sqltype.UUIDOf, list...)
//	db.Query("SELECT … WHERE id = ANY($1)", ids.Array())   // PostgreSQL
//	db.Query("SELECT … WHERE id IN (?,?)", ids.Args()...)  // every server
//	squirrel.Eq{"id": ids}, sqlx.In("… IN (?)", ids), bun.List(ids)
//
// A list itself is an error in database/sql. Libraries that build an IN list take it
// apart into its elements, which are right on every server. pgx encodes it as an array
// where it knows the type of the parameter.
//
// A nil list is NULL as an array, and an empty list is {}. Neither matches a row with
// = ANY. With <> ALL, NULL matches no row and {} matches every row.
type List[C Key] []C

// ListOf returns ids in a column type: ListOf(sqltype.BinaryOf, ids...). Without ids it
// returns nil.
func ListOf[C Key, T any](column func(T) C, ids ...T) List[C] {
	if ids == nil {
		return nil
	}
	list := make(List[C], len(ids))
	for i, v := range ids {
		list[i] = column(v)
	}
	return list
}

// Args returns each ID in its column type, to go with [Placeholders].
func (l List[C]) Args() []any {
	out := make([]any, len(l))
	for i, c := range l {
		out[i] = c
	}
	return out
}

// Array returns the list as an array parameter of PostgreSQL: uuid[] for UUID, bytea[] for
// Binary, text[] for Text, bigint[] for Int64, numeric[] for Uint64.
func (l List[C]) Array() Array { return Array{l} }

// GormDataType makes GORM's AutoMigrate fail with a message that names package gormtype.
func (List[C]) GormDataType() string { return gormDataType }

// Placeholders returns n question marks with commas between them, for a server without
// arrays:
//
//	ids := sqltype.ListOf(sqltype.BinaryOf, list...)
//	rows, err := db.Query("SELECT … WHERE id IN ("+sqltype.Placeholders(len(ids))+")", ids.Args()...)
//
// For an n of 0 or less it returns NULL, because IN () is a syntax error on MySQL. NOT
// IN (NULL) matches nothing either.
func Placeholders(n int) string {
	if n <= 0 {
		return "NULL"
	}
	return strings.Repeat("?,", n-1) + "?"
}
