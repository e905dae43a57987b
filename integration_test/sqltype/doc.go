// Package sqltype_test holds no code: its tests put the columns of package sqltype
// into a real SQLite database, with the formats of this module and with the types
// of other libraries, and show that GORM refuses them.
package sqltype_test
