package sqltype

import (
	"encoding/json"

	"github.com/sortid/sortid/id"
)

// appendFunc is appendText or appendIntegerText.
type appendFunc[T any] func(form string, b []byte, v *T) ([]byte, error)

// unmarshalFunc is unmarshalText or unmarshalIntegerText.
type unmarshalFunc[T any] func(form string, dst *T, text []byte) error

// marshalNullText returns the text of an ID that is not NULL. The empty text of a
// zero ID that is no identifier would come back as NULL, and is refused.
func marshalNullText[T any](form string, v *T, appendTo appendFunc[T]) ([]byte, error) {
	text, err := appendTo(form, nil, v)
	if err != nil {
		return nil, err
	}
	if len(text) == 0 {
		return nil, refuse[T](form, "MarshalText", *v, id.ErrZero, "the ID has an empty text, which stands for NULL: generate one, or set Valid to false")
	}
	return text, nil
}

func marshalNullJSON[T any](form string, v *T, appendTo appendFunc[T]) ([]byte, error) {
	text, err := marshalNullText(form, v, appendTo)
	if err != nil {
		return nil, err
	}
	return json.Marshal(string(text))
}

// unmarshalNullJSON reads a JSON string, which must not be empty.
func unmarshalNullJSON[T any](form string, dst *T, data []byte, unmarshal unmarshalFunc[T]) error {
	text, err := jsonString[T](form, data)
	if err != nil {
		return err
	}
	if len(text) == 0 {
		return refuse[T](form, "UnmarshalJSON", data, id.ErrLength, "an empty string is no ID: what is absent is null")
	}
	return unmarshal(form, dst, text)
}
