//go:build go1.27

// Package graphs_test uses what gqlgen generates for the standard library's uuid.
package graphs_test

import (
	"context"
	"strings"
	"testing"
	"uuid"

	"github.com/99designs/gqlgen/client"
	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/99designs/gqlgen/graphql/handler/transport"

	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/integration_test/recipes/standard/testdata/graph"
)

type resolver struct{}

func (resolver) Query() graph.QueryResolver { return resolver{} }

func (resolver) Order(_ context.Context, id uuid.UUID, parent *uuid.UUID, number uuidv7.ID) (*graph.Order, error) {
	return &graph.Order{ID: id, Parent: parent, Number: number}, nil
}

// TestStandardGraphQL: texts come back, null is nil, and what is no text of a UUID is an error.
func TestStandardGraphQL(t *testing.T) {
	server := handler.New(graph.NewExecutableSchema(graph.Config{Resolvers: resolver{}}))
	server.AddTransport(transport.POST{})
	c := client.New(server)
	query := func(id, parent, number any) (got map[string]map[string]any, err error) {
		err = c.Post(`query($id: UUID!, $parent: UUID, $number: ID!) { order(id: $id, parent: $parent, number: $number) { id parent number } }`, &got,
			client.Var("id", id), client.Var("parent", parent), client.Var("number", number))
		return got, err
	}
	x, y := uuid.NewV7().String(), uuid.NewV7().String()
	for _, parent := range []any{nil, y} {
		got, err := query(x, parent, y)
		if order := got["order"]; err != nil || order["id"] != x || order["parent"] != parent || order["number"] != y {
			t.Errorf("%v, %v", got, err)
		}
	}
	for _, id := range []any{nil, 7, "", "x"} {
		if got, err := query(id, nil, y); err == nil || !strings.Contains(err.Error(), "id") {
			t.Errorf("%v: %v, %v", id, got, err)
		}
	}
}
