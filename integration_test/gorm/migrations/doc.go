// Package migrations asks what db.Use and AutoMigrate make of a model: its columns and defaults, the tables that
// exist, and the tags and options that they refuse.
package migrations
