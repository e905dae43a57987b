// Package graphql has what the code of gqlgen asks of an ID: its JSON, by the two methods that
// make a type a scalar. They need nothing of gqlgen.
package graphql

import (
	"encoding"
	"fmt"
	"io"
	"strconv"
)

// Marshal writes the text of x as a string. An invalid ID is an error, and nothing is written.
func Marshal(w io.Writer, x encoding.TextMarshaler) error {
	text, err := x.MarshalText()
	if err != nil {
		return err
	}
	_, err = w.Write(strconv.AppendQuote(nil, string(text)))
	return err
}

// Unmarshal sets x to the ID of a string, as its UnmarshalJSON does. Any other value of GraphQL
// is what it is in JSON.
func Unmarshal(x interface{ UnmarshalJSON(data []byte) error }, v any) error {
	switch v := v.(type) {
	case nil:
		return x.UnmarshalJSON([]byte("null"))
	case string:
		return x.UnmarshalJSON(strconv.AppendQuote(nil, v))
	}
	return x.UnmarshalJSON([]byte(fmt.Sprint(v)))
}
