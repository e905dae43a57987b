package peers

import (
	"encoding/json"
	"testing"

	google "github.com/google/uuid"

	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/sqltype"
)

// BenchmarkColumn compares a column type with a UUID of google/uuid, which is one itself, in
// what database/sql and encoding/json do with it.
func BenchmarkColumn(b *testing.B) {
	ours, theirs := sqltype.UUIDOf(uuidv7.New()), google.New()
	text, raw := theirs.String(), theirs[:]
	ourText, ourRaw := ours.V.String(), ours.V[:]
	// database/sql hands Scan a destination that it did not make.
	uuid, binary, their := new(sqltype.UUID[uuidv7.ID]), new(sqltype.Binary[uuidv7.ID]), new(google.UUID)
	b.Run("scan-text/google", func(b *testing.B) {
		from, theirFrom := any(ourText), any(text)
		against(b, 1, loop(func() error { return uuid.Scan(from) }), loop(func() error { return their.Scan(theirFrom) }))
	})
	b.Run("scan-bytes/google", func(b *testing.B) {
		from, theirFrom := any(ourRaw), any(raw)
		against(b, 1, loop(func() error { return binary.Scan(from) }), loop(func() error { return their.Scan(theirFrom) }))
	})
	b.Run("value/google", func(b *testing.B) {
		against(b, 1, loop(func() any { v, _ := ours.Value(); return v }), loop(func() any { v, _ := theirs.Value(); return v }))
	})
	b.Run("json/google", func(b *testing.B) {
		against(b, 0.6, loop(func() []byte { v, _ := json.Marshal(ours.V); return v }), loop(func() []byte { v, _ := json.Marshal(theirs); return v }))
	})
	ourJSON, theirJSON := []byte(`"`+ourText+`"`), []byte(`"`+text+`"`)
	b.Run("unjson/google", func(b *testing.B) {
		against(b, 0.6, loop(func() error { return json.Unmarshal(ourJSON, &uuid.V) }), loop(func() error { return json.Unmarshal(theirJSON, their) }))
	})
	if uuid.V != ours.V || binary.V != ours.V || *their != theirs {
		b.Error("an ID was not read")
	}
}
