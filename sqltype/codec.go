package sqltype

import (
	"encoding"
	"encoding/json"
	"fmt"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/typename"
)

// appendText appends T's text form to b, and returns b beside an error.
func appendText[T any](form string, b []byte, v *T) ([]byte, error) {
	out, err := column.AppendForm(b, any(v))
	if err == column.ErrNoMarshalText {
		err = noText[T](form, "MarshalText", err)
	}
	return out, err
}

// unmarshalText has T read its text form. dst is the zero value beside an error.
func unmarshalText[T any](form string, dst *T, text []byte) error {
	*dst = *new(T)
	m, ok := any(dst).(encoding.TextUnmarshaler)
	if !ok {
		return noText[T](form, "UnmarshalText", column.ErrNoUnmarshalText)
	}
	if err := m.UnmarshalText(text); err != nil {
		*dst = *new(T)
		return err
	}
	return nil
}

// unmarshalJSON reads a JSON string that holds T's text form. Package
// encoding/json by itself would skip null and leave the old value.
func unmarshalJSON[T any](form string, dst *T, data []byte, unmarshal func(form string, dst *T, text []byte) error) error {
	*dst = *new(T)
	if string(data) == "null" {
		return refuse[T](form, "UnmarshalJSON", data, ErrNull, "use sqltype.Null or a pointer for a value that can be null")
	}
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return refuseFor[T](form, "UnmarshalJSON", data, "write the ID as a JSON string", err)
	}
	return unmarshal(form, dst, []byte(text))
}

// toString returns what T shows of itself: its String, else its text form.
func toString[T any](form string, v *T) string {
	if s, ok := any(v).(fmt.Stringer); ok {
		return s.String()
	}
	text, err := appendText(form, nil, v)
	if err != nil || len(text) == 0 {
		return fmt.Sprint(*v)
	}
	return string(text)
}

// generate has T fill itself. dst is the zero value beside an error.
func generate[T any](form string, dst *T) error {
	*dst = *new(T)
	g, ok := any(dst).(id.Generatable)
	if !ok {
		return refuse[T](form, "Generate", nil, ErrMethod,
			"*"+typename.For[T]()+" has no Generate: set V to an ID from the generator of its library")
	}
	if err := g.Generate(); err != nil {
		*dst = *new(T)
		return err
	}
	return nil
}
