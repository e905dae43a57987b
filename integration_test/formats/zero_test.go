package formats

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/internal/format/dynamic"
)

// TestZero: JSON and MarshalText write the zero ID of each format as the empty text, and String as zeros. Package
// google/uuid writes zeros everywhere, and neither reads what the other writes for a UUID.
func TestZero(t *testing.T) {
	for _, f := range dynamic.All() {
		zero := reflect.Zero(f.Type).Interface().(dynamic.ID)
		text, err := zero.MarshalText()
		data, jsonErr := json.Marshal(zero)
		digit := zero.String()[:1]
		if len(text) > 0 || err != nil || string(data) != `""` || jsonErr != nil || strings.Trim(zero.String(), digit+"-") != "" {
			t.Errorf("%s: %q, %v; %s, %v; %s", f.Name, text, err, data, jsonErr, zero)
		}
	}
	text, err := uuid.Nil.MarshalText()
	if string(text) != uuid.Nil.String() || err != nil {
		t.Errorf("google/uuid: %q, %v", text, err)
	}
	data, err := json.Marshal(uuid.Nil)
	if err != nil || json.Unmarshal(data, new(uuidv7.ID)) == nil {
		t.Errorf("%s of google/uuid is read: %v", data, err)
	}
	if err := json.Unmarshal([]byte(`""`), new(uuid.UUID)); err == nil {
		t.Error("google/uuid reads the empty text")
	}
}
