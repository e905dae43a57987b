// Package operations asks whether each operation of GORM is right with each type of column on each server:
// what it creates, finds, updates and deletes, its relations and upserts, and the keys that it generates.
package operations
