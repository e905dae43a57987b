package pgxtype

import (
	"database/sql/driver"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/typename"
	"github.com/sortid/sortid/sqltype"
)

// A column type of package sqltype names its column. pgx itself sends it as its text, which a
// column of another kind can store.

var holderType = typeOf[column.Holder]()

// holderKind returns the kind of column of a column type of package sqltype, of a pointer to
// one or of a sql.Null of one.
func holderKind(t reflect.Type) (column.Kind, bool) {
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t != nil && t.Kind() == reflect.Struct && t.PkgPath() == "database/sql" && strings.HasPrefix(t.Name(), "Null[") {
		t = t.Field(0).Type
	}
	if t == nil || t.Kind() != reflect.Struct || !t.Implements(holderType) {
		return 0, false
	}
	k := column.KindNamed(reflect.Zero(t).Interface().(column.Holder).ColumnKind())
	return k, k != 0
}

// encodeHolder writes a column type to a column of its own kind.
type encodeHolder struct {
	kind   column.Kind
	format int16
}

func (p encodeHolder) Encode(value any, buf []byte) ([]byte, error) {
	if v := reflect.ValueOf(value); v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, nil
	}
	valuer, ok := value.(driver.Valuer)
	if !ok {
		return nil, fmt.Errorf("pgxtype: Encode: the argument is a %T: pass a column type of package sqltype", value)
	}
	v, err := valuer.Value()
	if err != nil || v == nil {
		return nil, err
	}
	switch v := v.(type) {
	case string:
		if p.kind == column.KindUUID && p.format == pgtype.BinaryFormatCode {
			var raw [16]byte
			column.SetUUID(&raw, v) // which wrote it
			return append(buf, raw[:]...), nil
		}
		return append(buf, v...), nil
	case []byte:
		if p.format == pgtype.BinaryFormatCode {
			return append(buf, v...), nil
		}
		return hex.AppendEncode(append(buf, `\x`...), v), nil
	case int64:
		if p.format == pgtype.BinaryFormatCode {
			return binary.BigEndian.AppendUint64(buf, uint64(v)), nil
		}
		return strconv.AppendInt(buf, v, 10), nil
	case uint64:
		if v > math.MaxInt64 {
			return nil, refuse(typename.Of(reflect.TypeOf(value)), p.kind, opEncode, strconv.FormatUint(v, 10), id.ErrOverflow,
				"an ID of 2^63 or more does not fit a bigint: make the column bytea, and use sqltype.Binary", nil)
		}
		if p.format == pgtype.BinaryFormatCode {
			return binary.BigEndian.AppendUint64(buf, v), nil
		}
		return strconv.AppendUint(buf, v, 10), nil
	}
	return nil, fmt.Errorf("pgxtype: Encode: the Value of a %T is a %T", value, v)
}

// refuseHolder is the plan of a column type in a column of another kind.
type refuseHolder struct {
	name   string
	column column.Kind
}

func (p refuseHolder) Encode(value any, _ []byte) ([]byte, error) {
	if v := reflect.ValueOf(value); v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, nil
	}
	return nil, refuse(p.name, p.column, opEncode, showID(value), sqltype.ErrSource, "use sqltype."+goName(p.column)+"(id)", nil)
}

// encoder returns the entry of an identifier or of a column type, and nil for another type.
// That of a column type has no plans to scan: its Scan method does.
func (r *registry) encoder(t reflect.Type) *entry {
	if e := r.lookup(t); e != nil {
		return e
	}
	kind, ok := holderKind(t)
	if !ok {
		return nil
	}
	e := &entry{name: typename.Of(t)}
	for k := column.KindUUID; k <= column.KindInt8; k++ {
		e.plans[k].encode = [2]pgtype.EncodePlan{refuseHolder{e.name, k}, refuseHolder{e.name, k}}
	}
	for format := range e.plans[kind].encode {
		e.plans[kind].encode[format] = encodeHolder{kind, int16(format)}
	}
	return e
}

// wrapLister offers an array parameter of package sqltype as its elements, whose kind is
// checked.
func (h *host) wrapLister(value any) (pgtype.WrappedEncodePlanNextSetter, any, bool) {
	a, ok := value.(column.Lister)
	if !ok {
		return nil, nil, false
	}
	return &encodeLister{}, elementsOf(a), true
}

// elementsOf returns the elements of an array parameter. If it is NULL, their type is of no
// account.
func elementsOf(a column.Lister) elements {
	if list := a.List(); list != nil {
		return elements{reflect.ValueOf(list)}
	}
	return elements{reflect.ValueOf([]string(nil))}
}

type encodeLister struct{ next pgtype.EncodePlan }

func (p *encodeLister) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *encodeLister) Encode(value any, buf []byte) ([]byte, error) {
	return p.next.Encode(elementsOf(value.(column.Lister)), buf)
}

// wrapHolder returns the plan of a column type, or of an array parameter, in a column of no
// kind.
func (h *host) wrapHolder(value any) (pgtype.WrappedEncodePlanNextSetter, any, bool) {
	t := reflect.TypeOf(value)
	_, isLister := value.(column.Lister)
	if _, ok := holderKind(t); !ok && !isLister {
		return nil, nil, false
	}
	p := &misfit{typename.Of(t)}
	return misfitEncode{misfitPlan{p}}, p, true
}
