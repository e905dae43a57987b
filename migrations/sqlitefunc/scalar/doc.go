// Package scalar has the server-side functions of package migrations as Go
// functions for an SQLite driver: a list of names, argument counts and
// implementations, which imports no driver.
//
// For modernc.org/sqlite there is package sqlitefunc, which registers them. On
// another driver, register each of [Functions] on every new connection. With
// github.com/mattn/go-sqlite3:
//
//	sql.Register("sqlite3_sortid", &sqlite3.SQLiteDriver{
//		ConnectHook: func(c *sqlite3.SQLiteConn) error {
//			for _, f := range scalar.Functions() {
//				call := func(args ...any) (any, error) { return f.CallAny(args) }
//				if err := c.RegisterFunc(f.Name, call, f.Deterministic); err != nil {
//					return err
//				}
//			}
//			return nil
//		},
//	})
//
// (That driver cuts a text at a zero byte before a function sees it, so that a
// damaged text may be read as a good one.)
//
// # Values
//
// An ID of 16 or 20 bytes is a BLOB, and one of 64 bits an INTEGER. A uid11 may also
// be a BLOB of its 8 bytes, in a column that is to hold those of 2^63 and more: the
// functions of an ID take either, and those that give one have a twin for the blob,
// sortid_uid_parse_bytes and so on. A column must not mix the two. A time is a text in UTC of
// 27 characters, 2006-01-02T15:04:05.000000Z. Where a time is taken, it may be any
// text of SQLite's (2006-01-02, 2006-01-02 15:04:05.999, with a T or a zone), and
// what Go drivers make of a time.Time. NULL gives NULL.
package scalar
