// Package check asks what gormtype/check finds in a schema and in its values, and that it finds nothing in a
// good one.
package check
