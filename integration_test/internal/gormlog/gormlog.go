// Package gormlog records the statements that GORM makes, for tests.
package gormlog

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// Recorder is a GORM logger that keeps the statements, as the log would show them.
type Recorder struct {
	mu         sync.Mutex
	statements []string
}

// LogMode returns the recorder: it keeps everything.
func (r *Recorder) LogMode(logger.LogLevel) logger.Interface { return r }

// Info does nothing.
func (r *Recorder) Info(context.Context, string, ...any) {}

// Warn does nothing.
func (r *Recorder) Warn(context.Context, string, ...any) {}

// Error does nothing.
func (r *Recorder) Error(context.Context, string, ...any) {}

// Trace keeps a statement.
func (r *Recorder) Trace(_ context.Context, _ time.Time, fc func() (string, int64), _ error) {
	sql, _ := fc()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.statements = append(r.statements, sql)
}

// Statements returns the statements so far.
func (r *Recorder) Statements() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.statements)
}

// Recorded returns the statements that f makes.
func Recorded(t testing.TB, db *gorm.DB, f func(*gorm.DB)) []string {
	t.Helper()
	r := new(Recorder)
	f(db.Session(&gorm.Session{Logger: r}))
	return r.statements
}

var ddl = regexp.MustCompile(`(?i)^\s*(CREATE|ALTER|DROP|RENAME|TRUNCATE|COMMENT|PRAGMA writable_schema)\b`)

// DDL returns those of the statements that change the schema, each on one line.
func DDL(statements []string) (out []string) {
	for _, s := range statements {
		if ddl.MatchString(s) {
			out = append(out, strings.Join(strings.Fields(s), " "))
		}
	}
	return out
}
