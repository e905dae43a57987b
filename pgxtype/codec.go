package pgxtype

import (
	"reflect"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
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
	own          ownPlans
}

// ownPlans holds the scan plans of the types that were registered first. pgx plans a scan for each
// row of QueryRow: to find the plan in a short list takes a sixth of the time that a map takes.
type ownPlans struct {
	targets []uintptr // the addresses of the types of pointers to them
	scan    [][2]pgtype.ScanPlan
}

// maxOwn is the length of the list; each Go type that is not ours is compared with all of it.
const maxOwn = 16

func newCodec(before pgtype.Codec, c column.Kind, h *host, types *registry) *codec {
	var own ownPlans
	for _, e := range types.order[:min(len(types.order), maxOwn)] {
		own.targets, own.scan = append(own.targets, addressOf(e.target)), append(own.scan, e.plans[c].scan)
	}
	return &codec{before, c, types, h, own}
}

// addressOf returns what identifies a type other than nil.
func addressOf(t reflect.Type) uintptr { return reflect.ValueOf(t).Pointer() }

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
	plan := c.scanPlan(format, target)
	if plan != nil {
		return plan
	}
	return c.Codec.PlanScan(m, oid, format, target)
}

// scanPlan returns the plan of a pointer to an identifier, else nil.
func (c *codec) scanPlan(format int16, target any) pgtype.ScanPlan {
	if t := reflect.TypeOf(target); t != nil {
		p := addressOf(t)
		for i, known := range c.own.targets {
			if known == p {
				return c.own.scan[i][format]
			}
		}
	}
	if e := c.types.target(target); e != nil {
		return e.plans[c.column].scan[format]
	}
	return nil
}

// target returns the entry of a pointer to an identifier, else nil.
func (r *registry) target(v any) *entry {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Pointer {
		return nil
	}
	return r.lookup(t)
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
