package pgxtype

import (
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/sqltype"
)

// misfit stands for an identifier in a column of a type that the codecs of this
// package do not serve. Left to itself, pgx would take the identifier for what it
// is made of: a double precision column would round a 64-bit ID, an integer[]
// one take 16 bytes for 16 numbers. A misfit is a driver.Valuer and an sql.Scanner,
// which pgx passes to any codec, so that pgx settles for it, and its plan for an error.
//
// Codecs that take any Go value, such as those of json, do not get here.
type misfit struct{ name string }

func (p *misfit) fault(op string) error {
	return &sqltype.ColumnError{Column: "pgxtype: " + p.name, Op: op, Reason: sqltype.ErrSource,
		Detail: "the column or parameter has a type that holds no IDs: make it uuid, bytea, text or bigint, or cast it in SQL; " +
			"if it is one of these or a domain, call pgxtype.Register after other libraries and before conn.LoadType"}
}

var errMisfit = errors.New("pgxtype: a placeholder has no value")

// Value and Scan are asked for, and never called.

func (*misfit) Value() (driver.Value, error) { return nil, errMisfit }
func (*misfit) Scan(any) error               { return errMisfit }

// misfitPlan is the plan of a misfit, for both directions.
type misfitPlan struct{ *misfit }

type misfitEncode struct{ misfitPlan }

func (misfitEncode) SetNext(pgtype.EncodePlan) {}

func (p misfitEncode) Encode(any, []byte) ([]byte, error) { return nil, p.fault(opEncode) }

type misfitScan struct {
	misfitPlan
	clear func(target any)
}

func (misfitScan) SetNext(pgtype.ScanPlan) {}

func (p misfitScan) Scan(src []byte, target any) error {
	p.clear(target)
	if src == nil {
		return fmt.Errorf("%w: %w", p.fault(opScan), sqltype.ErrNull)
	}
	return p.fault(opScan)
}

// wrapValue returns the function that pgx asks about a value for which a codec
// has no plan.
func wrapValue[T id.Fixed](p *misfit) pgtype.TryWrapEncodePlanFunc {
	return func(value any) (pgtype.WrappedEncodePlanNextSetter, any, bool) {
		switch v := value.(type) {
		case []T:
			return &encodeList[T]{}, list[T](v), true
		case [][]T:
			return &encodeMatrix[T]{p.name, nil}, matrix[T](v), true
		case [][]*T:
			return &encodeMatrix[*T]{p.name, nil}, matrix[*T](v), true
		case T, *T:
			return misfitEncode{misfitPlan{p}}, p, true
		}
		return nil, nil, false
	}
}

// wrapTarget returns the function that pgx asks about a target for which a codec
// has no plan.
func wrapTarget[T id.Fixed](p *misfit, reset func(target any)) pgtype.TryWrapScanPlanFunc {
	return func(target any) (pgtype.WrappedScanPlanNextSetter, any, bool) {
		switch v := target.(type) {
		case *[]T:
			return &scanList[T]{}, (*pgtype.FlatArray[T])(v), true
		case *T:
			return misfitScan{misfitPlan{p}, reset}, p, true
		}
		return nil, nil, false
	}
}
