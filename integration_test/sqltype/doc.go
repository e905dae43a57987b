// Package sqltype_test contains tests that put the columns of package sqltype into a
// real SQLite database, with the formats of this module and with the types of other
// libraries, and that check that GORM refuses them. On every server, they check that a
// plain ID is an error.
package sqltype_test
