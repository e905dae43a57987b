package check_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
)

// The models of foreign keys: stay refers to ward without a relation.
type (
	stay struct {
		ID     gormtype.ID[wiji.ID]
		WardID gormtype.ID[wiji.ID]
	}
	// bed has a foreign key of another column type than the key of its ward, room one of
	// no column type, and seat one that is right.
	bed struct {
		ID     gormtype.ID[wiji.ID]
		WardID gormtype.Text[wiji.ID]
		Ward   ward
	}
	room struct {
		ID     gormtype.ID[wiji.ID]
		WardID string
		Ward   ward
	}
	seat struct {
		ID      gormtype.ID[wiji.ID]
		WardID  *gormtype.ID[wiji.ID]
		Ward    *ward
		QueueID int64 // in an integer column, as the key of the queue
		Queue   queue
	}
	// hall has many doors, whose foreign key is of another type.
	hall struct {
		ID    gormtype.Text[wiji.ID]
		Doors []door
	}
	door struct {
		ID     gormtype.ID[wiji.ID]
		HallID gormtype.ID[wiji.ID]
	}
	// The default of the key makes another form.
	ulids struct {
		ID gormtype.ID[ulid.ID]
	}
	uuids struct {
		ID gormtype.ID[uuid.UUID]
	}
	flakeText struct {
		ID gormtype.Text[ulidflake.ID]
	}
)

const oneID = " (id {id} NOT NULL PRIMARY KEY)"

var referenceSchemas = []badSchema{
	{"refers to text", inSQLite, &stay{}, []string{
		"CREATE TABLE wards (id varchar(36) NOT NULL PRIMARY KEY)",
		"CREATE TABLE stays (id blob NOT NULL PRIMARY KEY, ward_id blob NOT NULL REFERENCES wards (id))",
	}, []string{"ward_id: foreign-key-type"}},
	{"refers to the primary key, which is text", inSQLite, &stay{}, []string{
		"CREATE TABLE wards (id text NOT NULL PRIMARY KEY)",
		"CREATE TABLE stays (id blob NOT NULL PRIMARY KEY, ward_id blob NOT NULL REFERENCES wards)",
	}, []string{"ward_id: foreign-key-type"}},
	{"refers to longer bytes", inBoth, &stay{}, []string{
		"CREATE TABLE wards (id binary(20) NOT NULL PRIMARY KEY)",
		"CREATE TABLE stays (id {id} NOT NULL PRIMARY KEY, ward_id {id} NOT NULL, FOREIGN KEY (ward_id) REFERENCES wards (id))",
	}, []string{"ward_id: foreign-key-type"}},
	{"refers to int", inPostgres, &queueEntry{}, []string{
		"CREATE TABLE queues (id int PRIMARY KEY)",
		"CREATE TABLE queue_entries (id bigint NOT NULL PRIMARY KEY, queue_id bigint NOT NULL REFERENCES queues (id))",
	}, []string{"queue_id: foreign-key-type"}},
	{"a column of another type than the key", everywhere, &stay{}, []string{
		"CREATE TABLE wards" + oneID, "CREATE TABLE stays (id {id} NOT NULL PRIMARY KEY, ward_id varchar(36) NOT NULL)",
	}, []string{"ward_id: wrong-type"}},
	{"a field of another column type than the key", everywhere, &bed{}, []string{
		"CREATE TABLE beds (id {id} NOT NULL PRIMARY KEY, ward_id {text} NOT NULL)",
	}, []string{"ward_id: foreign-key-type"}},
	{"a field of string", everywhere, &room{}, []string{
		"CREATE TABLE rooms (id {id} NOT NULL PRIMARY KEY, ward_id {text} NOT NULL)",
	}, []string{"ward_id: foreign-key-type"}},
	{"the foreign key of the other model", everywhere, &hall{}, []string{
		"CREATE TABLE halls (id {text} NOT NULL PRIMARY KEY)",
	}, []string{"hall_id: foreign-key-type"}},
	{"right foreign keys", everywhere, &seat{}, []string{
		"CREATE TABLE wards" + oneID, "CREATE TABLE queues (id bigint NOT NULL PRIMARY KEY)",
		"CREATE TABLE seats (id {id} NOT NULL PRIMARY KEY, ward_id {id}, queue_id bigint NOT NULL, " +
			"FOREIGN KEY (ward_id) REFERENCES wards (id), FOREIGN KEY (queue_id) REFERENCES queues (id))",
	}, nil},
}

// queueEntry refers to queue without a relation.
type queueEntry struct {
	ID      gormtype.ID[ulidflake.ID]
	QueueID gormtype.ID[ulidflake.ID]
}

func TestCheckFindsReferences(t *testing.T) { checkSchemas(t, referenceSchemas) }

var otherDefault = []string{"id: other-default"}

var defaultSchemas = []badSchema{
	{"UUIDv4 for Wiji", inPostgres, &ward{}, []string{"CREATE TABLE wards (id uuid PRIMARY KEY DEFAULT gen_random_uuid())"}, otherDefault},
	{"UUIDv7 for Wiji", inPostgres, &ward{}, []string{"CREATE TABLE wards (id uuid PRIMARY KEY DEFAULT uuidv7())"}, otherDefault},
	{"UUIDv4 for ULID", inPostgres, &ulids{}, []string{"CREATE TABLE ulids (id uuid PRIMARY KEY DEFAULT gen_random_uuid())"}, otherDefault},
	{"UUID for Wiji", inMySQL, &ward{}, []string{"CREATE TABLE wards (id {id} PRIMARY KEY DEFAULT (UUID_TO_BIN(UUID())))"}, otherDefault},
	{"UUID without hyphens for Wiji", inBoth, &ward{}, []string{
		"CREATE TABLE wards (id {id} PRIMARY KEY DEFAULT (UNHEX(REPLACE(UUID(), '-', ''))))",
	}, otherDefault},
	{"UUID for the text of an Ulid-Flake", inBoth, &flakeText{}, []string{
		"CREATE TABLE flake_texts (id varchar(36)" + ascii + " PRIMARY KEY DEFAULT (UUID()))",
	}, otherDefault},
	{"random bytes for Wiji", inSQLite, &ward{}, []string{"CREATE TABLE wards (id blob NOT NULL PRIMARY KEY DEFAULT (randomblob(16)))"}, otherDefault},
	{"default of a domain", inPostgres, &ward{}, []string{
		"CREATE DOMAIN key AS uuid DEFAULT gen_random_uuid() NOT NULL", "CREATE TABLE wards (id key PRIMARY KEY)",
	}, otherDefault},
	{"another format", inPostgres, &ward{}, []string{
		"CREATE FUNCTION sortid_ulid_new() RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()'",
		"CREATE TABLE wards (id uuid PRIMARY KEY DEFAULT sortid_ulid_new())",
	}, otherDefault},

	{"the same format", inPostgres, &ward{}, []string{
		"CREATE FUNCTION sortid_wiji_new() RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()'",
		"CREATE TABLE wards (id uuid PRIMARY KEY DEFAULT sortid_wiji_new())",
	}, nil},
	{"UUIDv4 for UUID", inPostgres, &uuids{}, []string{"CREATE TABLE uuids (id uuid PRIMARY KEY DEFAULT gen_random_uuid())"}, nil},
	{"UUIDv7 for ULID", inPostgres, &ulids{}, []string{"CREATE TABLE ulids (id uuid PRIMARY KEY DEFAULT uuidv7())"}, nil},
	{"zeros", inBoth, &ward{}, []string{
		"CREATE TABLE wards (id {id} NOT NULL DEFAULT 0x00000000000000000000000000000000 PRIMARY KEY)",
	}, nil},
	{"an expression for ULID", inSQLite, &ulids{}, []string{
		`CREATE TABLE ulids (id blob NOT NULL PRIMARY KEY DEFAULT
			(unhex(printf('%012x', CAST(strftime('%s', 'now') || substr(strftime('%f', 'now'), 4) AS INTEGER)) || hex(randomblob(10)))))`,
	}, nil},
	{"an expression for Wiji", inBoth, &ward{}, []string{
		`CREATE TABLE wards (id {id} NOT NULL PRIMARY KEY DEFAULT (UNHEX(CONCAT(LPAD(HEX(
			TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6))
			+ TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))), 14, '0'), '00001', RIGHT(HEX(RANDOM_BYTES(7)), 13)))))`,
	}, nil},
}

func TestCheckFindsDefaults(t *testing.T) { checkSchemas(t, defaultSchemas) }
