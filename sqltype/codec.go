package sqltype

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/sortid/sortid/id"
)

// appendText appends T's text form to b, which comes back as it was on an error.
func appendText[T any](form string, b []byte, v *T) ([]byte, error) {
	switch m := any(v).(type) {
	case encoding.TextAppender:
		out, err := m.AppendText(b)
		if err != nil {
			return b, err
		}
		return out, nil
	case encoding.TextMarshaler:
		text, err := m.MarshalText()
		if err != nil {
			return b, err
		}
		return append(b, text...), nil
	}
	return b, refuse[T](form, "MarshalText", nil, ErrMethod, reflect.TypeFor[T]().String()+" has no MarshalText: give it one")
}

// unmarshalText has T read its text form. dst is the zero value beside an error.
func unmarshalText[T any](form string, dst *T, text []byte) error {
	var zero T
	*dst = zero
	m, ok := any(dst).(encoding.TextUnmarshaler)
	if !ok {
		return noUnmarshalText[T](form, "UnmarshalText")
	}
	if err := m.UnmarshalText(text); err != nil {
		*dst = zero
		return err
	}
	return nil
}

// noUnmarshalText reports what the constraint cannot ask of T.
//
//go:noinline
func noUnmarshalText[T any](form, op string) error {
	return refuse[T](form, op, nil, ErrMethod, "*"+reflect.TypeFor[T]().String()+" has no UnmarshalText, so that its text could not be read: give it one, or use a column type of another form")
}

// unmarshalJSON reads a JSON string that holds T's text form. Package
// encoding/json by itself would skip null and leave the old value.
func unmarshalJSON[T any](form string, dst *T, data []byte, unmarshal unmarshalFunc[T]) error {
	var zero T
	*dst = zero
	if string(data) == "null" {
		return refuse[T](form, "UnmarshalJSON", data, ErrNull, "use sqltype.Null"+form+" or a pointer for a value that can be null")
	}
	text, err := jsonString[T](form, data)
	if err != nil {
		return err
	}
	return unmarshal(form, dst, text)
}

func jsonString[T any](form string, data []byte) ([]byte, error) {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return nil, refuseFor[T](form, "UnmarshalJSON", data, "an ID is a JSON string", err)
	}
	return []byte(text), nil
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
	var zero T
	*dst = zero
	g, ok := any(dst).(id.Generatable)
	if !ok {
		return refuse[T](form, "Generate", nil, ErrMethod,
			"*"+reflect.TypeFor[T]().String()+" has no Generate: set V to an ID of its own generator")
	}
	if err := g.Generate(); err != nil {
		*dst = zero
		return err
	}
	return nil
}
