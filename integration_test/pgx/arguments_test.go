package pgx_test

import (
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
)

// argument is an ID, or a list of one ID, in one Go form.
type argument struct {
	value any
	holds string // the type of PostgreSQL that a column type names; empty for a plain ID
}

// reader reads a column of one type of PostgreSQL. Its value must be want.
type reader struct {
	target any
	want   any
}

// format is a format with its arguments, and its readers by the type of the column. A type
// without a reader is no column of the format.
type format struct {
	name      string
	arguments []argument
	readers   map[string]func() reader
}

// plainArguments returns what holds for any format.
func plainArguments[T, F id.Fixed](x T, typed F) []argument {
	null := func(v any) argument { return argument{value: v} }
	return []argument{
		null(x), null(&x), null(typed), null(&typed), null([]T{x}), null([]*T{&x}), null([]F{typed}),
		null(pgtype.FlatArray[T]{x}), null(pgxtype.After(x)),
		{sqltype.BinaryOf(x), "bytea"}, {sqltype.NullOf(sqltype.BinaryOf(x)), "bytea"}, {sqltype.BinaryOf(typed), "bytea"},
		{sql.Null[sqltype.Binary[T]]{V: sqltype.BinaryOf(x), Valid: true}, "bytea"},
		{sqltype.ListOf(sqltype.BinaryOf, x), "bytea[]"}, {sqltype.ListOf(sqltype.BinaryOf, x).Array(), "bytea[]"},
	}
}

func textArguments[T, F id.Text](x T, typed F) []argument {
	b := sqltype.TextOf(x)
	return []argument{
		{b, "text"}, {&b, "text"}, {sqltype.NullOf(sqltype.TextOf(x)), "text"}, {sqltype.ListOf(sqltype.TextOf, x), "text[]"}, {sqltype.ListOf(sqltype.TextOf, x).Array(), "text[]"},
	}
}

func uuidArguments[T, F id.Array16](x T, typed F) []argument {
	u := sqltype.UUIDOf(x)
	return []argument{
		{u, "uuid"}, {&u, "uuid"}, {sqltype.NullOf(sqltype.UUIDOf(x)), "uuid"}, {sqltype.UUIDOf(typed), "uuid"},
		{sqltype.ListOf(sqltype.UUIDOf, x), "uuid[]"}, {sqltype.ListOf(sqltype.UUIDOf, x).Array(), "uuid[]"},
	}
}

func int64Arguments[T, F number](x T, typed F) []argument {
	n := sqltype.Int64Of(x)
	return []argument{
		{n, "bigint"}, {&n, "bigint"}, {sqltype.NullOf(sqltype.Int64Of(x)), "bigint"}, {sqltype.Int64Of(typed), "bigint"}, {sqltype.Uint64Of(x), "bigint"},
		{sqltype.ListOf(sqltype.Int64Of, x), "bigint[]"}, {sqltype.ListOf(sqltype.Int64Of, x).Array(), "bigint[]"},
	}
}

func read[C any](want C) func() reader { return func() reader { return reader{new(C), want} } }

// number is a format of 64-bit integers.
type number interface {
	id.Integer
	id.Text
}

// readersOf returns the readers that hold for any format.
func readersOf[T id.Fixed](x T) map[string]func() reader {
	return map[string]func() reader{
		"bytea": read(sqltype.BinaryOf(x)), "bytea[]": read(sqltype.ListOf(sqltype.BinaryOf, x)), "bytea_domain": read(sqltype.BinaryOf(x)),
		"text": read(sqltype.TextOf(x)), "varchar(64)": read(sqltype.TextOf(x)), "text[]": read(sqltype.ListOf(sqltype.TextOf, x)),
	}
}

func formatOf16[T, F id.Array16](name string, x T, typed F) format {
	readers := readersOf(x)
	if len(fmt.Sprint(x)) == 26 {
		readers[padded] = read(sqltype.TextOf(x))
	}
	readers["uuid"], readers["uuid[]"] = read(sqltype.UUIDOf(x)), read(sqltype.ListOf(sqltype.UUIDOf, x))
	return format{name, append(append(plainArguments(x, typed), textArguments(x, typed)...), uuidArguments(x, typed)...), readers}
}

func formatOf64[T, F number](name string, x T, typed F) format {
	readers := readersOf(x)
	readers["bigint"], readers["bigint[]"] = read(sqltype.Int64Of(x)), read(sqltype.ListOf(sqltype.Int64Of, x))
	return format{name, append(append(plainArguments(x, typed), textArguments(x, typed)...), int64Arguments(x, typed)...), readers}
}

func allFormats() []format {
	w, u, v, s, f, x := wiji.New(), ulid.New(), uuidv7.New(), scru160.New(), ulidflake.New(), uid11.New()
	return []format{
		formatOf16("wiji", w, wiji.For[plainKind](w)), formatOf16("ulid", u, ulid.For[plainKind](u)), formatOf16("uuidv7", v, uuidv7.For[plainKind](v)),
		{"scru160", append(plainArguments(s, scru160.For[plainKind](s)), textArguments(s, scru160.For[plainKind](s))...), readersOf(s)},
		formatOf64("ulidflake", f, ulidflake.For[plainKind](f)), formatOf64("uid11", x, uid11.For[plainKind](x)),
	}
}

// plainKind is the kind of the typed IDs.
type plainKind struct{}

// columnTypes lists the types of the columns. The last ones hold no IDs.
var columnTypes = []string{
	"uuid", "bytea", "text", "varchar(64)", padded, "bigint", "uuid[]", "bytea[]", "text[]", "bigint[]", "bytea_domain",
	"double precision", "numeric",
}

// padded is a column whose texts PostgreSQL fills up with spaces, so that it holds the formats
// alone whose texts have that length.
const padded = "char(26)"

// way is a way to send an argument to a column.
type way struct {
	name   string
	insert func(column string, arg any) error
}

// TestArguments sends every form of an ID to every type of column, in every mode, with and
// without Register. It is stored so that the reader of the column gets it back, or it is an
// error. Nothing else is allowed but for column types that name another column, where pgx
// does not see the column: the documentation says so.
func TestArguments(t *testing.T) {
	formats := allFormats()
	for _, mode := range modes {
		for _, registered := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/registered=%t", mode, registered), func(t *testing.T) {
				t.Parallel()
				conn, db, ways := openWays(t, mode, registered)
				for i, f := range formats {
					if i > 0 {
						ways = ways[:1] // a way makes no difference between formats
					}
					for _, w := range ways {
						for _, column := range columnTypes {
							for _, arg := range f.arguments {
								check := argumentCheck{t, conn, db, mode, registered, f, w, column, arg}
								check.run()
							}
						}
					}
				}
			})
		}
	}
}

// openWays returns a connection and a database/sql handle to the same table, and the ways to
// insert into it.
func openWays(t *testing.T, mode pgx.QueryExecMode, registered bool) (*pgx.Conn, *sql.DB, []way) {
	t.Helper()
	config, err := pgx.ParseConfig(dsn(t))
	if err != nil {
		t.Fatal(err)
	}
	config.DefaultQueryExecMode = mode
	config.RuntimeParams["search_path"] = "pg_temp"
	option := stdlib.OptionAfterConnect(pgxtype.AfterConnect())
	if !registered {
		option = nil
	}
	var options []stdlib.OptionOpenDB
	if option != nil {
		options = append(options, option)
	}
	db := stdlib.OpenDB(*config, options...)
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	single, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var conn *pgx.Conn
	err = single.Raw(func(c any) error { conn = c.(*stdlib.Conn).Conn(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	if err := single.Close(); err != nil {
		t.Fatal(err)
	}
	exec(t, conn, "CREATE DOMAIN pg_temp.bytea_domain AS bytea")
	var columns []string
	for _, c := range columnTypes {
		columns = append(columns, fmt.Sprintf("%q %s", c, c))
	}
	exec(t, conn, "CREATE TEMPORARY TABLE cells ("+strings.Join(columns, ", ")+")")
	statement := func(column string) string { return fmt.Sprintf("INSERT INTO cells (%q) VALUES ($1)", column) }
	return conn, db, []way{
		{"exec", func(column string, arg any) error {
			_, err := conn.Exec(ctx, statement(column), arg)
			return err
		}},
		{"batch", func(column string, arg any) error {
			batch := new(pgx.Batch)
			batch.Queue(statement(column), arg)
			return conn.SendBatch(ctx, batch).Close()
		}},
		{"copy", func(column string, arg any) error {
			_, err := conn.CopyFrom(ctx, pgx.Identifier{"cells"}, []string{column}, pgx.CopyFromRows([][]any{{arg}}))
			return err
		}},
		{"stdlib", func(column string, arg any) error {
			_, err := db.Exec(statement(column), arg)
			return err
		}},
	}
}

// argumentCheck is one cell of the table of TestArguments.
type argumentCheck struct {
	t          *testing.T
	conn       *pgx.Conn
	db         *sql.DB
	mode       pgx.QueryExecMode
	registered bool
	format     format
	way        way
	column     string
	argument   argument
}

func (c argumentCheck) run() {
	c.t.Helper()
	name := fmt.Sprintf("%s of %T in %s", c.way.name, c.argument.value, c.column)
	err := c.way.insert(c.column, c.argument.value)
	if err != nil {
		if c.mustWork() {
			c.t.Errorf("%s: %v", name, err)
		}
		return
	}
	if c.isReadBack(name) || c.isUnchecked() {
		return
	}
	c.t.Errorf("%s: stored without an error, and the reader of the column does not read it", name)
}

// isReadBack reads the only row, and deletes it.
func (c argumentCheck) isReadBack(name string) bool {
	c.t.Helper()
	defer func() {
		tag, err := c.conn.Exec(ctx, "DELETE FROM cells")
		if err != nil || tag.RowsAffected() != 1 {
			c.t.Fatalf("%s: %d rows, %v", name, tag.RowsAffected(), err)
		}
	}()
	newReader, ok := c.format.readers[c.column]
	if !ok {
		return false
	}
	r := newReader()
	query := fmt.Sprintf("SELECT %q FROM cells", c.column)
	if strings.HasSuffix(c.column, "]") { // sqltype reads the text of an array
		query = fmt.Sprintf("SELECT %q::text FROM cells", c.column)
	}
	if err := c.db.QueryRow(query).Scan(r.target); err != nil {
		return false
	}
	return reflect.DeepEqual(reflect.ValueOf(r.target).Elem().Interface(), r.want)
}

// seesColumn reports whether pgx learns the type of the column.
func (c argumentCheck) seesColumn() bool {
	return c.way.name == "copy" && c.column != "bytea_domain" || described(c.mode) && c.column != "bytea_domain"
}

// mustWork reports whether an error would be wrong.
func (c argumentCheck) mustWork() bool {
	_, isColumn := c.format.readers[c.column]
	kind := c.argument.holds
	switch {
	case !isColumn:
		return false
	case kind == "": // plain
		isList := strings.HasSuffix(c.column, "]")
		argIsList := reflect.TypeOf(c.argument.value).Kind() == reflect.Slice
		return c.registered && c.seesColumn() && isList == argIsList
	case strings.HasSuffix(kind, "]") && reflect.TypeOf(c.argument.value).Kind() == reflect.Slice:
		return kind == c.column && c.registered && c.seesColumn() // elsewhere Array is needed
	}
	return kind == c.column && c.way.name != "copy" || kind == "bytea" && c.column == "bytea_domain" && c.way.name != "copy" ||
		kind == "text" && (c.column == "varchar(64)" || c.column == padded) && c.way.name != "copy"
}

// isUnchecked reports whether the argument is a column type of another kind of column, which
// nothing can notice: pgx does not see the column, or this package is not registered. Nor is the
// length of a padded column known before a text is read from it.
func (c argumentCheck) isUnchecked() bool {
	if _, fits := c.format.readers[padded]; c.column == padded && !fits {
		return true
	}
	if c.argument.holds == "" || c.registered && c.seesColumn() {
		return false
	}
	return !(c.seesColumn() && c.column == "bytea") // the column types themselves refuse bytea
}

// TestPlainMessage: the error of a plain ID names the mode and the column types.
func TestPlainMessage(t *testing.T) {
	for _, mode := range modes {
		if described(mode) {
			continue
		}
		conn := connect(t, mode)
		_, err := conn.Exec(ctx, "SELECT $1::uuid", wiji.New())
		var ce *sqltype.ColumnError
		if !errors.Is(err, id.ErrPlain) || !errors.As(err, &ce) || !strings.Contains(err.Error(), "QueryExecModeCacheDescribe") ||
			!strings.Contains(err.Error(), "sqltype.UUIDOf(id) for uuid") {
			t.Errorf("%s: %v", mode, err)
		}
	}
}
