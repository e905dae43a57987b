package pgxtype

import (
	"reflect"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/format/dynamic"
)

// TestNoPileOfCodecs: to register again replaces the codecs and does not put new
// ones before them.
func TestNoPileOfCodecs(t *testing.T) {
	m := pgtype.NewMap()
	for range 3 {
		if err := Register(m); err != nil {
			t.Fatal(err)
		}
	}
	uuid, _ := m.TypeForOID(pgtype.UUIDOID)
	if before := uuid.Codec.(*codec).Codec; before != (pgtype.UUIDCodec{}) {
		t.Errorf("the codec before that of uuid is a %T", before)
	}
	plainJSON, _ := pgtype.NewMap().TypeForOID(pgtype.JSONOID)
	json, _ := m.TypeForOID(pgtype.JSONOID)
	if before := json.Codec.(*jsonCodec).Codec; reflect.TypeOf(before) != reflect.TypeOf(plainJSON.Codec) {
		t.Errorf("the codec before that of json is a %T", before)
	}
}

// TestFormats: each format of this module is registered.
func TestFormats(t *testing.T) {
	types, err := allTypes(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range dynamic.All() {
		if e := types.byType[f.Type]; e == nil || types.byType[reflect.PointerTo(f.Type)] != e {
			t.Errorf("%v is not registered: add it to the list in register.go", f.Type)
		}
	}
}

// TestShortList: a codec finds the same plans with its short list as in the map, which has the types that
// the list has no room for.
func TestShortList(t *testing.T) {
	types, err := allTypes(nil)
	if err != nil {
		t.Fatal(err)
	}
	listed := newCodec(nil, column.KindBytea, nil, types)
	if len(listed.own.targets) != len(types.order) {
		t.Errorf("the list has %d of %d types", len(listed.own.targets), len(types.order))
	}
	mapped := *listed
	mapped.own = ownPlans{}
	for _, e := range types.order {
		target := reflect.New(e.target.Elem()).Interface()
		for format := range int16(2) {
			want := e.plans[column.KindBytea].scan[format]
			if got := listed.scanPlan(format, target); got != want || want == nil {
				t.Errorf("%T: the list has the plan %v, want %v", target, got, want)
			}
			if got := mapped.scanPlan(format, target); got != want {
				t.Errorf("%T: the map has the plan %v, want %v", target, got, want)
			}
		}
	}
	for _, other := range []any{nil, new(string), "", new([16]byte)} {
		if got := listed.scanPlan(pgtype.BinaryFormatCode, other); got != nil {
			t.Errorf("%T has the plan %v", other, got)
		}
	}
}

// TestMergeKeepsOrder: the types that a map had keep their places, and so their places in the short list.
func TestMergeKeepsOrder(t *testing.T) {
	types, err := allTypes(nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := allTypes(nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range types.merge(again).order {
		if e != again.order[i] || e.target != types.order[i].target {
			t.Errorf("type %d is %v after the merge, want the new entry of %v", i, e.target, types.order[i].target)
		}
	}
}
