package gormtype

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

func TestMade(t *testing.T) {
	for _, c := range []struct {
		dialect          dialect
		expression, want string
	}{
		{postgres, "gen_random_uuid()", "gen_random_uuid"},
		{postgres, "(gen_random_uuid())::text", "gen_random_uuid"},
		{postgres, "public.uuid_generate_v4()", "uuid_generate_v4"},
		{postgres, "uuid_send(uuidv7())", "uuidv7"},
		{mysql, "uuid_to_bin(uuid())", "uuid"},
		{mysql, `unhex(replace(uuid(),_utf8mb4\'-\',_utf8mb4\'\'))`, "uuid"},
		{mysql, "unhex(replace(uuid(),'-',''))", "uuid"},
		{mysql, "random_bytes(16)", "random_bytes"},
		{sqlite, "randomblob(16)", "randomblob"},
		{postgres, "sortid_wiji_new()", "sortid_wiji"},
		{postgres, `"ids".sortid_scru_new()`, ""}, // a schema that is not public
		{sqlite, "sortid_ulid_new()", "sortid_ulid"},
		{postgres, "", ""},
		{postgres, "'\\x00'::bytea", ""},
		{postgres, "nextval('ids_id_seq'::regclass)", ""},
		{postgres, "my_id(gen_random_uuid())", ""},
		{postgres, "overlay(uuid_send(gen_random_uuid()) placing now())", ""},
		{mysql, "unhex(concat(hex(now()),hex(random_bytes(8))))", ""},
		{mysql, "0x00000000000000000000000000000000", ""},
		{sqlite, "unhex(printf('%012x', 1) || hex(randomblob(10)))", ""},
		{postgres, "gen_random_uuid() || gen_random_uuid()", ""},
		{sqlite, "uuid", ""},
	} {
		if got := made(c.expression, c.dialect); got != c.want {
			t.Errorf("%s: got %q, want %q", c.expression, got, c.want)
		}
	}
}

func TestRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		field target
		// refused are the versions of UUIDs that are no IDs of the field.
		refused string
	}{
		{"Wiji", targetOf[ID[wiji.ID]](t), "0147"},
		{"Wiji text", targetOf[Text[wiji.ID]](t), "147"},
		{"ULID", targetOf[ID[ulid.ID]](t), "014"},
		{"ULID text", targetOf[Text[ulid.ID]](t), "147"},
		{"UUIDv7", targetOf[ID[uuidv7.ID]](t), "014"},
		{"UUIDv7 text", targetOf[Text[uuidv7.ID]](t), "14"},
		{"UUID", targetOf[ID[uuid]](t), ""},
		{"SCRU160", targetOf[ID[scru160.ID]](t), "147"},
		{"uid11", targetOf[Binary[uid11.ID]](t), "147"},
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

func (u uuid) MarshalText() ([]byte, error) { return []byte(uuidText(u[:])), nil }

func TestIsNot(t *testing.T) {
	for _, c := range []struct {
		field target
		right string
	}{
		{targetOf[ID[wiji.ID]](t), "wiji"}, {targetOf[ID[wiji.For[guest]]](t), "wiji"}, {targetOf[ID[uuidv7.ID]](t), ""}, {targetOf[ID[uid11.ID]](t), "uid11"},
		{targetOf[ID[scru160.ID]](t), "scru160"}, {targetOf[ID[uuid]](t), "wiji ulid"},
	} {
		got := ""
		for _, format := range []string{"wiji", "ulid", "ulidflake", "uid11", "scru160"} {
			if c.field.isNot(format) == "" {
				got += " " + format
			}
		}
		if strings.TrimSpace(got) != c.right {
			t.Errorf("%s: got %s, want %s", c.field.name(), got, c.right)
		}
	}
}
