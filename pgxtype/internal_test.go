package pgxtype

import (
	"reflect"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
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
