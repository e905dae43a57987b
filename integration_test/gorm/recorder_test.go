package gorm_test

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// recorder is a GORM logger that keeps the statements, as the log would show them.
type recorder struct {
	sync.Mutex
	statements []string
}

func (r *recorder) LogMode(logger.LogLevel) logger.Interface { return r }
func (r *recorder) Info(context.Context, string, ...any)     {}
func (r *recorder) Warn(context.Context, string, ...any)     {}
func (r *recorder) Error(context.Context, string, ...any)    {}
func (r *recorder) Trace(_ context.Context, _ time.Time, fc func() (string, int64), _ error) {
	sql, _ := fc()
	r.Lock()
	defer r.Unlock()
	r.statements = append(r.statements, sql)
}

// recorded returns the statements that f makes.
func recorded(t *testing.T, db *gorm.DB, f func(*gorm.DB)) []string {
	t.Helper()
	r := new(recorder)
	f(db.Session(&gorm.Session{Logger: r}))
	return r.statements
}

var ddl = regexp.MustCompile(`(?i)^\s*(CREATE|ALTER|DROP|RENAME|TRUNCATE|COMMENT|PRAGMA writable_schema)\b`)

// ddlOf returns those statements that change the schema.
func ddlOf(statements []string) (out []string) {
	for _, s := range statements {
		if ddl.MatchString(s) {
			out = append(out, strings.Join(strings.Fields(s), " "))
		}
	}
	return out
}
