package pgxtype

import (
	"reflect"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/internal/column"
)

// A codec of another library can take the place of the codec of this package, and a
// domain that was loaded before Register has the codec of pgx. For uuid and bytea
// columns, pgx then finds the types of this file, which offer an ID in the form that any
// codec of these columns asks for. The plans of this package still do the work.
//
// They are functions because pgx looks into pointers, structs and slices, and would take
// those for values of other columns.
type (
	asUUID  func() (*entry, any)
	asBytes func() (*entry, any)
)

// UUIDValue returns an argument for a uuid column.
func (f asUUID) UUIDValue() (pgtype.UUID, error) {
	e, arg := f()
	var buf [16]byte
	raw, err := e.plans[column.KindUUID].encode[pgtype.BinaryFormatCode].Encode(arg, buf[:0])
	if err != nil || raw == nil {
		return pgtype.UUID{}, err
	}
	return pgtype.UUID{Bytes: [16]byte(raw), Valid: true}, nil
}

// ScanUUID sets a target to what a uuid column holds.
func (f asUUID) ScanUUID(u pgtype.UUID) error {
	e, target := f()
	var src []byte
	if u.Valid {
		src = u.Bytes[:]
	}
	return e.plans[column.KindUUID].scan[pgtype.BinaryFormatCode].Scan(src, target)
}

// BytesValue returns an argument for a bytea column.
func (f asBytes) BytesValue() ([]byte, error) {
	e, arg := f()
	return e.plans[column.KindBytea].encode[pgtype.BinaryFormatCode].Encode(arg, nil)
}

// ScanBytes sets a target to what a bytea column holds.
func (f asBytes) ScanBytes(src []byte) error {
	e, target := f()
	return e.plans[column.KindBytea].scan[pgtype.BinaryFormatCode].Scan(src, target)
}

// encodeAs and scanAs hand an identifier on in the form F.
type encodeAs[F ~func() (*entry, any)] struct {
	entry *entry
	next  pgtype.EncodePlan
}

func (p *encodeAs[F]) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *encodeAs[F]) Encode(arg any, buf []byte) ([]byte, error) {
	return p.next.Encode(form[F](p.entry, arg), buf)
}

type scanAs[F ~func() (*entry, any)] struct {
	entry *entry
	next  pgtype.ScanPlan
}

func (p *scanAs[F]) SetNext(next pgtype.ScanPlan) { p.next = next }

func (p *scanAs[F]) Scan(src []byte, target any) error {
	return p.next.Scan(src, form[F](p.entry, target))
}

// form returns an argument or a target in the form F.
func form[F ~func() (*entry, any)](e *entry, v any) F {
	return func() (*entry, any) { return e, v }
}

// wrapValueAs offers an identifier, or a pointer to one, in the form F.
func wrapValueAs[F ~func() (*entry, any)](h *host) pgtype.TryWrapEncodePlanFunc {
	return func(value any) (pgtype.WrappedEncodePlanNextSetter, any, bool) {
		e := h.types.encoder(reflect.TypeOf(value))
		if e == nil {
			return nil, nil, false
		}
		return &encodeAs[F]{entry: e}, form[F](e, value), true
	}
}

// wrapTargetAs offers a pointer to an identifier in the form F.
func wrapTargetAs[F ~func() (*entry, any)](h *host) pgtype.TryWrapScanPlanFunc {
	return func(target any) (pgtype.WrappedScanPlanNextSetter, any, bool) {
		e := h.types.target(target)
		if e == nil {
			return nil, nil, false
		}
		return &scanAs[F]{entry: e}, form[F](e, target), true
	}
}
