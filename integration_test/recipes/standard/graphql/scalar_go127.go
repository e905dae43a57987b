//go:build go1.27

package graphql

import (
	"fmt"
	"uuid"

	"github.com/99designs/gqlgen/graphql"
)

// MarshalUUID writes the text of a UUID. The code of gqlgen calls it.
func MarshalUUID(x uuid.UUID) graphql.Marshaler { return graphql.MarshalString(x.String()) }

// UnmarshalUUID reads the text of a UUID. The code of gqlgen calls it.
func UnmarshalUUID(v any) (uuid.UUID, error) {
	text, ok := v.(string)
	if !ok {
		return uuid.UUID{}, fmt.Errorf("a UUID is a string, not %T", v)
	}
	return uuid.Parse(text)
}
