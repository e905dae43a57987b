package sqltype

import (
	"database/sql/driver"
	"encoding/json"

	"github.com/sortid/sortid/id"
)

// The NULL forms differ in their names, constraints and columns only. These are their
// bodies. Each sets *v and *valid to zero beside an error.

// appendFunc is appendText or appendIntegerText.
type appendFunc[T any] func(form string, b []byte, v *T) ([]byte, error)

// unmarshalFunc is unmarshalText or unmarshalIntegerText.
type unmarshalFunc[T any] func(form string, dst *T, text []byte) error

func scanNull[T any](form string, v *T, valid *bool, src any, scan func(form string, dst *T, src any) error) error {
	var zero T
	*v, *valid = zero, false
	if src == nil {
		return nil
	}
	err := scan(form, v, src)
	*valid = err == nil
	return err
}

func valueNull[T any](form string, v T, valid bool, value func(form string, v T, zeroOK bool) (driver.Value, error)) (driver.Value, error) {
	if !valid {
		return nil, nil
	}
	return value(form, v, true)
}

// marshalNullText refuses the empty text of a zero ID that is no ID of its format: it
// would come back as NULL.
func marshalNullText[T any](form string, v *T, valid bool, appendTo appendFunc[T]) ([]byte, error) {
	if !valid {
		return []byte{}, nil
	}
	text, err := appendTo(form, nil, v)
	if err != nil {
		return nil, err
	}
	if len(text) == 0 {
		return nil, refuse[T](form, "MarshalText", *v, id.ErrZero, "the ID has an empty text, which means NULL: generate an ID, or set Valid to false")
	}
	return text, nil
}

func unmarshalNullText[T any](form string, v *T, valid *bool, text []byte, unmarshal unmarshalFunc[T]) error {
	var zero T
	*v, *valid = zero, false
	if len(text) == 0 {
		return nil
	}
	err := unmarshal(form, v, text)
	*valid = err == nil
	return err
}

func marshalNullJSON[T any](form string, v *T, valid bool, appendTo appendFunc[T]) ([]byte, error) {
	if !valid {
		return []byte("null"), nil
	}
	text, err := marshalNullText(form, v, true, appendTo)
	if err != nil {
		return nil, err
	}
	return json.Marshal(string(text))
}

// unmarshalNullJSON refuses an empty string.
func unmarshalNullJSON[T any](form string, v *T, valid *bool, data []byte, unmarshal unmarshalFunc[T]) error {
	var zero T
	*v, *valid = zero, false
	if string(data) == "null" {
		return nil
	}
	text, err := jsonString[T](form, data)
	if err != nil {
		return err
	}
	if len(text) == 0 {
		return refuse[T](form, "UnmarshalJSON", data, id.ErrLength, "an empty string is no ID: send null for an absent ID")
	}
	err = unmarshal(form, v, text)
	*valid = err == nil
	return err
}

func nullString[T any](form string, v *T, valid bool) string {
	if !valid {
		return "NULL"
	}
	return toString(form, v)
}
