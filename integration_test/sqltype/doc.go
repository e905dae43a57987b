// Package sqltype_test contains tests that a plain ID is an error through database/sql on
// every server, that a 64-bit ID is read from no column of floating-point numbers, and that
// GORM refuses the column types. Package matrix puts them into columns.
package sqltype_test
