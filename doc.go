// Package sortid is the documentation of a module of time-ordered IDs as primary keys.
// It has no code of its own. Import the packages of the module:
//
//   - the formats, each an ID type with its generator, texts and blocks:
//     [github.com/sortid/sortid/id/wiji], [github.com/sortid/sortid/id/ulid],
//     [github.com/sortid/sortid/id/uuidv7], [github.com/sortid/sortid/id/scru160],
//     [github.com/sortid/sortid/id/ulidflake] and [github.com/sortid/sortid/id/uid11].
//     If in doubt, take UUIDv7: everything else reads it;
//   - [github.com/sortid/sortid/id]: what all formats have in common, and the errors;
//   - [github.com/sortid/sortid/id/blocks]: keys for several writers side by side;
//   - [github.com/sortid/sortid/id/idtesting]: IDs for tests;
//   - [github.com/sortid/sortid/sqltype]: column types for database/sql;
//   - [github.com/sortid/sortid/migrations]: the same generators and conversions as SQL.
//
// None of them requires another module. These have their own, because they do:
//
//   - github.com/sortid/sortid/pgxtype: IDs in pgx;
//   - github.com/sortid/sortid/gormtype: IDs in GORM;
//   - github.com/sortid/sortid/migrations/sqlitefunc: the functions for modernc.org/sqlite;
//   - github.com/sortid/sortid/bench: a program that measures what a kind of key costs.
//
// The folder ops has what a fleet or a client needs besides. Nothing above imports it:
//
//   - [github.com/sortid/sortid/ops/lease]: node numbers that no two processes share;
//   - [github.com/sortid/sortid/ops/public]: texts that hide the time and the neighbours of an ID;
//   - [github.com/sortid/sortid/ops/sortid]: the program that inspects and converts IDs;
//   - github.com/sortid/sortid/ops/doctor, a module of its own: a program that reads the keys
//     of a database.
//
// If GOPRIVATE matches the modules, name all of them with their versions in one go get: one after the
// other, Go 1.26 and 1.27 find no second module of a repository.
package sortid
