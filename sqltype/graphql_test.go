package sqltype_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"testing"

	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

type graphInvoice struct{}

func (graphInvoice) IDPrefix() string { return "invoice" }

func pointer[T any](x T) *T { return &x }

type graphColumn interface {
	MarshalGQLContext(ctx context.Context, w io.Writer) error
	UnmarshalGQLContext(ctx context.Context, v any) error
}

// TestGraphQL: columns write and read in the scalars of gqlgen what they are in JSON.
func TestGraphQL(t *testing.T) {
	for _, c := range []graphColumn{
		pointer(sqltype.BinaryOf(wiji.New())), pointer(sqltype.UUIDOf(wiji.New())), pointer(sqltype.TextOf(wiji.NewFor[graphInvoice]())),
		pointer(sqltype.Int64Of(ulidflake.New())), pointer(sqltype.Uint64Of(uid11.New())), pointer(sqltype.NullOf(sqltype.BinaryOf(wiji.New()))),
		&sqltype.Null[sqltype.Binary[wiji.ID]]{}, &sqltype.Binary[wiji.ID]{},
	} {
		want, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := c.MarshalGQLContext(t.Context(), &b); err != nil || b.String() != string(want) {
			t.Errorf("%T: GraphQL is %s, %v, want %s", c, b.Bytes(), err, want)
		}
		var value any
		if err := json.Unmarshal(want, &value); err != nil {
			t.Fatal(err)
		}
		if err := c.UnmarshalGQLContext(t.Context(), value); err != nil {
			t.Errorf("%T: %v: %v", c, value, err)
		}
		if back, err := json.Marshal(c); err != nil || string(back) != string(want) {
			t.Errorf("%T: %s comes back as %s, %v", c, want, back, err)
		}
		for _, bad := range []any{json.Number("1"), int64(1), true, "?"} {
			if err := c.UnmarshalGQLContext(t.Context(), bad); err == nil {
				t.Errorf("%T takes %v", c, bad)
			}
		}
	}
	invalid := sqltype.BinaryOf(wiji.ID{15: 1})
	var b bytes.Buffer
	if err := invalid.MarshalGQLContext(t.Context(), &b); err == nil || b.Len() > 0 {
		t.Errorf("an invalid ID writes %s, %v", b.Bytes(), err)
	}
}
