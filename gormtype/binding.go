package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/place"
	"gorm.io/gorm"
)

// binding is a statement as the server gets it, and as a log shows it.
type binding struct {
	query, shown string
	args, vars   []any
	isChanged    bool
	catalog      *catalog
	plan         *plan // nil if the statement has no arguments
}

// show makes the statement one that can be pasted: GORM's log and ToSQL show it.
func (b *binding) show(stmt *gorm.Statement) {
	if b.shown != stmt.SQL.String() {
		stmt.SQL.Reset()
		_, _ = stmt.SQL.WriteString(b.shown)
	}
	stmt.Vars = b.vars
}

// bind gives each ID of a statement the form of its column. If it is a part of another statement, the arguments of that one can
// stand before its own.
func (p *plugin) bind(stmt *gorm.Statement, query string, args []any, isPart bool) (binding, error) {
	c := p.catalog.Load()
	same := binding{query: query, shown: query, args: args, vars: args, catalog: c}
	if len(args) == 0 {
		return same, nil
	}
	known := c.plan(stmt, query)
	same.plan = known
	skip := 0                                       // the arguments of a statement of which this is a part
	if isPart && p.dialect != columntype.Postgres { // whose placeholders have numbers
		skip = max(0, len(args)-known.arguments)
	}
	if known.isBroken || skip+known.arguments < len(args) {
		return same, c.unparsed(args)
	}
	if len(c.expanded) > 0 && stmt.Clauses["VALUES"].Expression == nil {
		if whole, list := c.whole(known, skip, query, args); list != nil {
			b, err := p.bind(stmt, whole, list, isPart)
			b.isChanged = true
			return b, err
		}
	}
	if known.ids == 0 && !c.concern(args) {
		return same, nil
	}
	w := writer{binder: binder{Binder: columntype.Binder{Dialect: p.dialect}, catalog: c, stmt: stmt, query: query}, args: args, holders: known.holders, skip: skip, results: make([]result, 0, known.ids)}
	if w.Dialect == columntype.Unknown { // whose placeholders are unknown as well
		return same, columntype.Refuse(columntype.Description{ID: reflect.TypeFor[any]()}, "statement", "dialect "+columntype.DialectName(stmt.DB), ErrDialect, columntype.DialectDetail)
	}
	if err := w.bindAll(); err != nil || !w.isChanged {
		return same, err
	}
	b := w.binding()
	b.catalog, b.plan = c, known
	return b, nil
}

// unparsed returns the error of a statement that cannot be parsed, if an argument is an ID, or a text or bytes of one.
func (c *catalog) unparsed(args []any) error {
	for _, v := range args {
		if named, ok := v.(sql.NamedArg); ok {
			v = named.Value
		}
		if c.concern([]any{v}) || c.isForm(v) {
			return fmt.Errorf("gormtype: %w: the statement cannot be read: a quote or a comment does not end, parentheses are too deep, or a placeholder has a "+
				"name, is in a comment or is not among the arguments: write the placeholder of the ID as ?", ErrPlain)
		}
	}
	return nil
}

// isForm reports whether a value is the text or the bytes of an ID of the models.
func (c *catalog) isForm(v any) bool {
	for sch := range c.models {
		for _, field := range sch.Fields {
			if t := traitsIn(sch, field); t != nil && v != nil && !isNumber(reflect.TypeOf(v)) {
				stored, err := t.store(field, v)
				if _, ok := stored.(columnField); ok && err == nil {
					return true
				}
			}
		}
	}
	return false
}

// concern reports whether an argument is an ID, for a statement that compares no column of IDs.
func (c *catalog) concern(args []any) bool {
	for _, v := range args {
		switch v.(type) {
		case nil, string, int, int64, uint, uint64, bool, float64, []byte:
			continue
		case lateColumn, *result, ambiguous:
			return true
		}
		if c.held[pointedTo(reflect.TypeOf(v))] != nil {
			return true
		}
	}
	return false
}

// writer writes a statement with other arguments.
type writer struct {
	binder
	holders   []planned
	args      []any
	skip      int // arguments of the statement of which this is a part
	results   []result
	isChanged bool
	isCut     bool // the text that the server gets is another one
	hasBytes  bool
}

// result is what becomes of a placeholder that changes, or of each one if an argument can have several.
type result struct {
	columntype.Bound
	argument   int
	holder     string // the placeholder
	isBytes    bool
	isPostgres bool
	isAnyForm  bool   // another place of the argument says its form
	isWrapped  bool   // in UNHEX, also for the server
	cast       string // that PostgreSQL needs
	operator   [2]int // of the comparison that becomes one with a list, or zeros
	start, end int
}

// Value returns bytes as a log shows them, and as the server reads them behind the cast or in the
// function that the shown statement has.
func (r *result) Value() (driver.Value, error) {
	raw, ok := r.Bound.Value.([]byte)
	switch {
	case !ok:
		return r.Bound.Value, nil
	case r.isPostgres:
		return `\x` + hex.EncodeToString(raw), nil
	}
	return hex.EncodeToString(raw), nil
}

// String returns the text of Value.
func (r *result) String() string {
	v, _ := r.Value()
	return fmt.Sprint(v)
}

// bindAll fills the results. It leaves a statement with too few arguments as it is, which the driver
// reports.
func (w *writer) bindAll() (err error) {
	repeats := len(w.holders) > len(w.args) // an argument can have several places
	for i, h := range w.holders {
		r := result{argument: h.Argument + w.skip, holder: w.query[h.Start:h.End], start: h.Start, end: h.End}
		if r.argument >= len(w.args) {
			w.isChanged = false
			return nil
		}
		v := w.args[r.argument]
		if repeats && h.IsNullTest {
			err = w.bindNullTest(&r, h, v)
		} else {
			r.Bound, err = w.value(h, v)
		}
		if err != nil {
			return err
		}
		if h.Operator[1] > 0 && h.traits != nil && w.beginsList(i) {
			r.operator, w.isCut, w.isChanged = h.Operator, true, true
		}
		if r.Form != columntype.AsIs {
			w.note(v, &r, h)
		}
		if repeats || r.Form != columntype.AsIs || r.operator[1] > 0 {
			w.results = append(w.results, r)
		}
	}
	if repeats {
		err = w.conflict()
	}
	return err
}

// bindNullTest fills the result of a value that is tested for NULL. If another place says its form, it needs no other
// one here.
func (w *writer) bindNullTest(r *result, h planned, v any) (err error) {
	other := slices.IndexFunc(w.holders, func(o planned) bool { return o.Argument == h.Argument && !o.IsNullTest })
	if other < 0 {
		r.Bound, err = w.value(h, v)
		return err
	}
	bound, err := w.value(w.holders[other], v)
	switch {
	case err != nil:
	case h.Type == "":
		r.Bound = bound
	case castTo[bound.Form](h.Type):
		r.isAnyForm = true
	default:
		r.Bound, err = w.value(h, v)
	}
	return err
}

// castTo holds whether a form is one of a type to which PostgreSQL casts it.
var castTo = [...]func(string) bool{
	columntype.AsIs:         func(string) bool { return true },
	columntype.TextForm:     place.IsTextType,
	columntype.FreeTextForm: place.IsTextType,
	columntype.IntegerForm:  func(name string) bool { return name == "BIGINT" || name == "INT8" },
	columntype.BytesForm:    func(name string) bool { return name == "BYTEA" },
	columntype.UUIDForm:     func(name string) bool { return name == "UUID" || place.IsTextType(name) },
}

// conflict reports an argument that has two forms, of which PostgreSQL would get one.
func (w *writer) conflict() error {
	type written struct {
		value any
		cast  string
	}
	first := make(map[int]written)
	for i := range w.results {
		r := &w.results[i]
		got := written{r.Bound.Value, r.Form.Cast(w.Dialect)}
		if r.Form == columntype.AsIs {
			got.value = w.args[r.argument]
		}
		known, isSeen := first[r.argument]
		switch {
		case r.isAnyForm:
		case !isSeen:
			first[r.argument] = got
		case !reflect.DeepEqual(known, got):
			return fmt.Errorf("gormtype: placeholder %d: %w: the statement needs the value in two forms: pass it twice", r.argument+1, ErrForm)
		}
	}
	return nil
}

// note keeps what a changed value changes of the text.
func (w *writer) note(v any, r *result, h planned) {
	w.isChanged = true
	if !h.infers(r.Form) {
		r.cast = r.Form.Cast(w.Dialect)
	}
	_, r.isBytes = r.Bound.Value.([]byte)
	w.hasBytes = w.hasBytes || r.isBytes
	r.isWrapped = h.IsInner && w.Dialect == columntype.MySQL && r.isBytes
	w.isCut = w.isCut || r.isWrapped || r.cast != ""
	if _, ok := v.(*result); ok && strings.HasSuffix(w.query[:r.start], unhex) && strings.HasPrefix(w.query[r.end:], ")") {
		r.start, r.end, w.isCut = r.start-len(unhex), r.end+1, true
	}
}

// infers reports whether PostgreSQL gives a placeholder the type of a form by itself.
func (t *target) infers(form columntype.Form) bool {
	switch {
	case t.Type != "":
		return castTo[form](t.Type)
	case form == columntype.FreeTextForm:
		return t.Use == place.TakesText && t.IsTyped
	}
	return t.traits != nil && t.IsTyped
}

const unhex = "UNHEX("

// beginsList reports whether a placeholder begins the list of "id = (?, ?)", which GORM makes one of IN for the numbers
// that it knows.
func (w *writer) beginsList(i int) bool {
	h := w.holders[i]
	if h.Use != place.Compares || listOperators[w.query[h.Operator[0]:h.Operator[1]]] == "" {
		return false
	}
	isPart := func(i int) bool { return i >= 0 && i < len(w.holders) && w.holders[i].Operator == h.Operator }
	return !isPart(i-1) && isPart(i+1)
}

var listOperators = map[string]string{"=": "IN", "<>": "NOT IN", "!=": "NOT IN"}

// binding returns the statement with the results.
func (w *writer) binding() binding {
	b := binding{isChanged: true, query: w.query, shown: w.query, args: slices.Clone(w.args)}
	for i := range w.results {
		switch r := &w.results[i]; {
		case r.isWrapped:
			b.args[r.argument], _ = r.Value()
		case r.Form != columntype.AsIs:
			b.args[r.argument] = r.Bound.Value
		}
	}
	b.vars = b.args
	if w.hasBytes {
		b.vars = slices.Clone(b.args)
		for i := range w.results {
			if r := &w.results[i]; r.isBytes {
				r.isPostgres = w.Dialect == columntype.Postgres
				b.vars[r.argument] = r
			}
		}
	}
	if w.isCut {
		b.query = w.text(false)
		b.shown = b.query
	}
	if w.hasBytes && w.Dialect != columntype.Postgres {
		b.shown = w.text(true)
	}
	return b
}

// text writes the statement for the server, or as a log shows it.
func (w *writer) text(isShown bool) string {
	var out strings.Builder
	out.Grow(len(w.query) + 8*len(w.results))
	at := 0
	for _, r := range w.results {
		if r.operator[1] > 0 {
			out.WriteString(w.query[at:r.operator[0]])
			out.WriteString(listOperators[w.query[r.operator[0]:r.operator[1]]])
			at = r.operator[1]
		}
		out.WriteString(w.query[at:r.start])
		at = r.end
		switch {
		case (isShown || r.isWrapped) && r.isBytes:
			out.WriteString(unhex + r.holder + ")")
		default:
			out.WriteString(r.holder)
		}
		if out.WriteString(r.cast); r.cast != "" && at < len(w.query) && place.IsNameByte(w.query[at]) {
			out.WriteByte(' ')
		}
	}
	out.WriteString(w.query[at:])
	return out.String()
}
