// Package internal has no code of its own. Its packages belong to three groups.
//
// The library's, which id, sqltype, pgxtype, gormtype and ops/public import:
//
//   - base16: hexadecimal digits;
//   - column: what a column accepts and refuses;
//   - finding: names of what can be wrong with a key, for gormtype/check and ops/doctor;
//   - format: the table of the formats; format/dynamic, their functions without types;
//   - graphql: the two methods of a GraphQL scalar;
//   - typename: names of types in errors.
//
// A newer version of them works with older versions of pgxtype and gormtype: package column
// says how.
//
// The tools', which bench and ops/doctor import, and elsewhere only tests
// (.golangci.yml):
//
//   - dsn: data source names;
//   - english: numbers, lists and lines in reports;
//   - leafpage: a model of the leaf pages of B+ trees.
//
// That of tests alone:
//
//   - stubdb: a server behind package database/sql that answers as a test says.
//
// dbserver, which finds or starts a server, is a module of its own: bench and the tests of several
// modules import it, and it requires drivers and testcontainers, which the root module does not.
package internal
