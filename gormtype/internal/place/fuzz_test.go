package place

import (
	"slices"
	"testing"
)

// FuzzRead: a statement that is read in two parts is read as one is, and no text makes a call
// fail.
func FuzzRead(f *testing.F) {
	for _, sql := range []string{
		`SELECT * FROM "a" AS x WHERE (id, n) NOT IN ((?,?),(`, `UPDATE t SET ref = CASE n WHEN ? THEN `, `)),(VALUES BETWEEN AND [`,
		`INSERT INTO t (a, b) VALUES (?, E'\'', /* x */ `, "a[1] = -- x\n", `CASE END ELSE ) WHEN THEN`, `t.,.u IS NOT DISTINCT FROM `,
	} {
		f.Add(sql, sql, false)
	}
	f.Fuzz(func(t *testing.T, before, after string, mysql bool) {
		whole, parts := &Statement{MySQL: mysql}, &Statement{MySQL: mysql}
		parts.Read(before)
		parts.Of()
		parts.Sources()
		if parts.isBroken { // in a text or a comment, where GORM binds no value
			return
		}
		sql := before + "?" + after
		parts.Read(sql)
		whole.Read(sql)
		if columns, until := whole.Following(len(before) + 1); len(columns) > 0 && until <= len(before) {
			t.Errorf("%q: the columns %v behind %d end at %d", sql, columns, len(before)+1, until)
		}
		if !slices.Equal(whole.tokens, parts.tokens) || !slices.Equal(whole.Of().Columns, parts.Of().Columns) || !slices.Equal(whole.Sources(), parts.Sources()) {
			t.Errorf("%q in two parts has the columns %v of %v, want %v of %v", sql, parts.Of().Columns, parts.Sources(), whole.Of().Columns, whole.Sources())
		}
	})
}
