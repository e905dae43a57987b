package pgxtype

import (
	"reflect"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/column"
)

// codec is what a map has for a type of PostgreSQL in the place of the codec that
// it had before, which still serves all Go types but the identifiers.
//
// It must come before everything else that pgx tries: a wrap function does not
// see the type of the column, and costs an allocation.
type codec struct {
	pgtype.Codec // the one before
	column       column.Kind
	types        *registry
	host         *host
	own          formats
}

// formats holds the scan plans of this module's formats by format code, nil for
// one that is not registered. pgx plans a scan for each row of QueryRow: to find
// the plan in a type switch takes less time than in a map.
type formats struct{ wiji, ulid, uuidv7, scru160, ulidflake, uid11 [2]pgtype.ScanPlan }

func newCodec(before pgtype.Codec, c column.Kind, h *host, types *registry) *codec {
	scan := func(t reflect.Type) (p [2]pgtype.ScanPlan) {
		if e := types.byType[t]; e != nil {
			p = e.plans[c].scan
		}
		return p
	}
	return &codec{before, c, types, h, formats{
		wiji: scan(typeOf[wiji.ID]()), ulid: scan(typeOf[ulid.ID]()), uuidv7: scan(typeOf[uuidv7.ID]()),
		scru160: scan(typeOf[scru160.ID]()), ulidflake: scan(typeOf[ulidflake.ID]()), uid11: scan(typeOf[uid11.ID]()),
	}}
}

// PlanEncode returns the plan of an identifier, of a column type of package sqltype, or of
// a pointer to one of them, else that of the codec before. pgx remembers it.
func (c *codec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if e := c.types.encoder(reflect.TypeOf(value)); e != nil && isFormatCode(format) {
		return e.plans[c.column].encode[format]
	}
	return c.Codec.PlanEncode(m, oid, format, value)
}

// PlanScan returns the plan of a pointer to an identifier, else that of the codec
// before.
func (c *codec) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	if !isFormatCode(format) {
		return c.Codec.PlanScan(m, oid, format, target)
	}
	var plan pgtype.ScanPlan
	switch target.(type) {
	case *wiji.ID:
		plan = c.own.wiji[format]
	case *ulid.ID:
		plan = c.own.ulid[format]
	case *uuidv7.ID:
		plan = c.own.uuidv7[format]
	case *scru160.ID:
		plan = c.own.scru160[format]
	case *ulidflake.ID:
		plan = c.own.ulidflake[format]
	case *uid11.ID:
		plan = c.own.uid11[format]
	default:
		if e, isPointer := c.types.target(target); isPointer && e != nil {
			plan = e.plans[c.column].scan[format]
		}
	}
	if plan != nil {
		return plan
	}
	return c.Codec.PlanScan(m, oid, format, target)
}

// target returns the entry of a pointer to an identifier.
func (r *registry) target(v any) (e *entry, isPointer bool) {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Pointer {
		return nil, false
	}
	return r.lookup(t), true
}

// isFormatCode guards the tables that a format code indexes.
func isFormatCode(format int16) bool {
	return format == pgtype.TextFormatCode || format == pgtype.BinaryFormatCode
}

// wrongColumn is the plan of a type in a kind of column that cannot hold it.
type wrongColumn struct {
	name   string
	column column.Kind
	reason id.Reason
	why    string
	// clear sets a target to zero, the value beside an error.
	clear func(target any)
}

// Encode refuses an ID. A nil pointer is NULL, which newer versions of pgx do not pass
// to a plan.
func (p *wrongColumn) Encode(arg any, _ []byte) ([]byte, error) {
	if v := reflect.ValueOf(arg); v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, nil
	}
	return nil, p.refuse(opEncode)
}

func (p *wrongColumn) Scan(_ []byte, target any) error {
	p.clear(target)
	return p.refuse(opScan)
}
