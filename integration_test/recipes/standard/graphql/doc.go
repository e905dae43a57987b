// Package graphql names the standard library's uuid in a GraphQL schema for gqlgen.
package graphql
