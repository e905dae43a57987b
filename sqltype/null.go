package sqltype

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"io"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/graphql"
)

// Null is a column type that can be NULL, such as Null[UUID[wiji.ID]]. Its zero value is
// NULL. Unlike [database/sql.Null], it is null or a text in JSON, and it sends the zero ID.
type Null[C Key] struct {
	V     C    // the ID in its column type; zero if Valid is false
	Valid bool // the column is not NULL
}

// NullOf returns v for a column that can be NULL. The result is not NULL, even if the ID is
// zero.
func NullOf[C Key](v C) Null[C] { return Null[C]{v, true} }

// Scan reads NULL, and what the Scan method of the column type reads. Beside an error n is
// the zero value.
func (n *Null[C]) Scan(src any) error {
	if src == nil {
		*n = Null[C]{}
		return nil
	}
	return n.set(any(&n.V).(sql.Scanner).Scan(src))
}

// set makes n valid, or the zero value beside an error.
func (n *Null[C]) set(err error) error {
	n.Valid = err == nil
	if err != nil {
		*n = Null[C]{}
	}
	return err
}

// Value returns nil if Valid is false, else what the Value method of the column type returns.
// It also returns a zero ID that is an ID of its format.
func (n Null[C]) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return n.V.value(true)
}

// MarshalText returns the text form of the ID, and the empty text if Valid is false.
func (n Null[C]) MarshalText() ([]byte, error) {
	if !n.Valid {
		return []byte{}, nil
	}
	text, err := n.V.MarshalText()
	if err == nil && len(text) == 0 { // which would come back as NULL
		return nil, refuseType[Null[C]]("MarshalText", nil, id.ErrZero, "the ID has an empty text, which means NULL: generate an ID, or set Valid to false")
	}
	return text, err
}

// UnmarshalText reads what MarshalText writes. Beside an error n is the zero value.
func (n *Null[C]) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*n = Null[C]{}
		return nil
	}
	return n.set(any(&n.V).(encoding.TextUnmarshaler).UnmarshalText(text))
}

// MarshalJSON returns the text form of the ID as a JSON string, and null if Valid is false.
func (n Null[C]) MarshalJSON() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	text, err := n.MarshalText()
	if err != nil {
		return nil, err
	}
	return json.Marshal(string(text))
}

// UnmarshalJSON reads what MarshalJSON writes. It refuses an empty string. Beside an error n
// is the zero value.
func (n *Null[C]) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case "null":
		*n = Null[C]{}
		return nil
	case `""`:
		*n = Null[C]{}
		return refuseType[Null[C]]("UnmarshalJSON", data, id.ErrLength, "an empty string is no ID: send null for an absent ID")
	}
	return n.set(any(&n.V).(json.Unmarshaler).UnmarshalJSON(data))
}

// MarshalGQLContext writes what MarshalJSON returns. The code of gqlgen calls it.
func (n Null[C]) MarshalGQLContext(_ context.Context, w io.Writer) error {
	data, err := n.MarshalJSON()
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// UnmarshalGQLContext reads a value of GraphQL as UnmarshalJSON reads one of JSON.
func (n *Null[C]) UnmarshalGQLContext(_ context.Context, v any) error {
	return graphql.Unmarshal(n, v)
}

// String returns what the String method of the column type returns, and "NULL" if Valid is
// false.
func (n Null[C]) String() string {
	if !n.Valid {
		return "NULL"
	}
	return n.V.String()
}

// IsZero reports whether n is NULL.
func (n Null[C]) IsZero() bool { return !n.Valid }

// GormDataType makes GORM's AutoMigrate fail with a message that names package gormtype.
func (Null[C]) GormDataType() string { return gormDataType }

// ColumnKind returns the type of the column on PostgreSQL, for package pgxtype.
func (n Null[C]) ColumnKind() string { return n.V.ColumnKind() }

// BytesValue refuses a bytea column of pgx as [UUID.BytesValue] does. NULL is NULL.
func (n Null[C]) BytesValue() ([]byte, error) {
	if !n.Valid {
		return nil, nil
	}
	if b, ok := any(n.V).(interface{ BytesValue() ([]byte, error) }); ok {
		return b.BytesValue()
	}
	v, err := n.V.value(true)
	b, _ := v.([]byte)
	return b, err
}
