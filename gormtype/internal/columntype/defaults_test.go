package columntype

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/format"
)

func TestMade(t *testing.T) {
	for _, c := range []struct {
		expression, want string
	}{
		{"gen_random_uuid()", "gen_random_uuid"},
		{"(gen_random_uuid())::text", "gen_random_uuid"},
		{"public.uuid_generate_v4()", "uuid_generate_v4"},
		{"uuid_send(uuidv7())", "uuidv7"},
		{"uuid_to_bin(uuid())", "uuid"},
		{`unhex(replace(uuid(),_utf8mb4\'-\',_utf8mb4\'\'))`, "uuid"},
		{"unhex(replace(uuid(),'-',''))", "uuid"},
		{"random_bytes(16)", "random_bytes"},
		{"randomblob(16)", "randomblob"},
		{"sortid_wiji_new()", "sortid_wiji_new"},
		{`"ids".sortid_scru_new()`, ""}, // a schema that is not public
		{"public.sortid_ulid_new()", "sortid_ulid_new"},
		{"sortid_uuid_new()", "sortid_uuid_new"},
		{"sortid_xid_new_bytes()", "sortid_xid_new_bytes"},
		{"sortid_ulidflake_new_with(1, 3)", "sortid_ulidflake_new_with"},
		{"sortid_other_new()", ""},
		{"sortid_wiji_newer()", ""},
		{"sortid_wiji_parse('0')", ""},
		{"", ""},
		{"'\\x00'::bytea", ""},
		{"nextval('ids_id_seq'::regclass)", ""},
		{"my_id(gen_random_uuid())", ""},
		{"overlay(uuid_send(gen_random_uuid()) placing now())", ""},
		{"unhex(concat(hex(now()),hex(random_bytes(8))))", ""},
		{"0x00000000000000000000000000000000", ""},
		{"unhex(printf('%012x', 1) || hex(randomblob(10)))", ""},
		{"gen_random_uuid() || gen_random_uuid()", ""},
		{"uuid", ""},
	} {
		if got := made(c.expression); got != c.want {
			t.Errorf("%s: got %q, want %q", c.expression, got, c.want)
		}
	}
}

func TestRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		field Description
		// refused are the versions of UUIDs that are no IDs of the field.
		refused string
	}{
		{"Wiji", Describe[wiji.ID](Native), "0147"},
		{"Wiji text", Describe[wiji.ID](Text), "147"},
		{"ULID", Describe[ulid.ID](Native), "014"},
		{"ULID text", Describe[ulid.ID](Text), "147"},
		{"UUIDv7", Describe[uuidv7.ID](Native), "014"},
		{"UUIDv7 text", Describe[uuidv7.ID](Text), "14"},
		{"UUID", Describe[uuid](Native), ""},
		{"SCRU160", Describe[scru160.ID](Native), "147"},
		{"uid11", Describe[uid11.ID](Binary), "147"},
	} {
		got := ""
		for _, version := range []byte{0, 1, 4, 7} {
			if c.field.refuses(version) != "" {
				got += string('0' + version)
			}
		}
		if got != c.refused {
			t.Errorf("%s: got %q, want %q", c.name, got, c.refused)
		}
	}
}

// uuid is a type of another module for all UUIDs.
type uuid [16]byte

func (u uuid) MarshalText() ([]byte, error) { return []byte(UUIDText(u[:])), nil }

func TestIsNot(t *testing.T) {
	for _, c := range []struct {
		field Description
		right string
	}{
		{Describe[wiji.ID](Native), "wiji"}, {Describe[wiji.For[uuid]](Native), "wiji"},
		{Describe[uuidv7.ID](Native), "uuidv7"}, {Describe[uid11.ID](Native), "uid11"},
		{Describe[scru160.ID](Native), "scru160"}, {Describe[uuid](Native), "wiji ulid uuidv7"},
	} {
		got := ""
		for _, f := range format.All() {
			if c.field.isNot(f) == "" {
				got += " " + f.Name
			}
		}
		if strings.TrimSpace(got) != c.right {
			t.Errorf("%s: got %s, want %s", c.field.Name(), got, c.right)
		}
	}
}

// The functions that make IDs are known for each format of the table, also one that is new.
func TestFormatOf(t *testing.T) {
	for _, f := range format.All() {
		for _, name := range f.SQL {
			if got, ok := formatOf("sortid_" + name + "_new"); !ok || got.Name != f.Name || got.Size != f.Size {
				t.Errorf("sortid_%s_new makes %+v, want %s", name, got, f.Name)
			}
		}
	}
}
