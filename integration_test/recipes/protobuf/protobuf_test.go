package protobuf

import (
	"errors"
	"strconv"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/wiji"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

func TestRoundTrip(t *testing.T) {
	want := order{wiji.NewFor[Order](), wiji.NewFor[User](), uid11.New()}
	var sent, got message
	if err := sent.write(want); err != nil {
		t.Fatal(err)
	}
	for _, field := range []struct{ from, to proto.Message }{{&sent.ID, &got.ID}, {&sent.User, &got.User}, {&sent.Parent, &got.Parent}} {
		wire, err := proto.Marshal(field.from)
		if err == nil {
			err = proto.Unmarshal(wire, field.to)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if back, err := got.read(); back != want || err != nil {
		t.Errorf("%v, %v, want %v", back, err, want)
	}
	if len(sent.User.Value) != 16 || len(sent.ID.Value) != 32 {
		t.Errorf("%d bytes and %d characters", len(sent.User.Value), len(sent.ID.Value))
	}
	if text, err := protojson.Marshal(&sent.Parent); string(text) != strconv.Quote(strconv.FormatUint(uint64(want.Parent), 10)) {
		t.Errorf("JSON %s, %v", text, err)
	}
}

// TestRefuses: a field that the client left out, and the ID of another kind.
func TestRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*message)
		want   error
	}{
		"no text":      {func(m *message) { m.ID.Reset() }, id.ErrPrefix},
		"another kind": {func(m *message) { m.ID.Value = wiji.NewFor[User]().String() }, id.ErrPrefix},
		"no bytes":     {func(m *message) { m.User.Reset() }, id.ErrLength},
		"fewer bytes":  {func(m *message) { m.User.Value = m.User.Value[1:] }, id.ErrLength},
		"no version":   {func(m *message) { clear(m.User.Value) }, id.ErrVersion},
	} {
		var m message
		if err := m.write(order{wiji.NewFor[Order](), wiji.NewFor[User](), uid11.New()}); err != nil {
			t.Fatal(err)
		}
		c.change(&m)
		if got, err := m.read(); got != (order{}) || !errors.Is(err, c.want) {
			t.Errorf("%s: %v, %v, want %v", name, got, err, c.want)
		}
	}
}
