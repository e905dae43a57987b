package layers_test

import (
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// The models of PostgreSQL: the default calls the function.
type (
	postgresWiji struct {
		ID   gormtype.ID[wiji.ID] `gorm:"default:sortid_wiji_new()"`
		Name string
	}
	postgresULID struct {
		ID   gormtype.ID[ulid.ID] `gorm:"default:sortid_ulid_new()"`
		Name string
	}
	postgresUUID struct {
		ID   gormtype.ID[uuidv7.ID] `gorm:"default:sortid_uuid_new()"`
		Name string
	}
	postgresFlake struct {
		ID   gormtype.ID[ulidflake.ID] `gorm:"default:sortid_ulidflake_new()"`
		Name string
	}
	postgresXID struct {
		ID   gormtype.ID[uid11.ID] `gorm:"default:sortid_xid_new()"`
		Name string
	}
	postgresSCRU struct {
		ID   gormtype.ID[scru160.ID] `gorm:"default:sortid_scru_new()"`
		Name string
	}
)

// The models of MySQL and MariaDB: the default is what the trigger replaces.
type (
	mysqlWiji struct {
		ID   gormtype.ID[wiji.ID] `gorm:"default:0x00000000000000000000000000000000"`
		Name string
	}
	mysqlULID struct {
		ID   gormtype.ID[ulid.ID] `gorm:"default:0x00000000000000000000000000000000"`
		Name string
	}
	mysqlUUID struct {
		ID   gormtype.ID[uuidv7.ID] `gorm:"default:0x00000000000000000000000000000000"`
		Name string
	}
	mysqlFlake struct {
		ID   gormtype.ID[ulidflake.ID] `gorm:"default:0"`
		Name string
	}
	mysqlXID struct {
		ID   gormtype.ID[uid11.ID] `gorm:"default:0"`
		Name string
	}
	mysqlSCRU struct {
		ID   gormtype.ID[scru160.ID] `gorm:"default:0x0000000000000000000000000000000000000000"`
		Name string
	}
)

// The models of SQLite: the default is an expression.
type (
	sqliteWiji struct {
		ID   gormtype.ID[wiji.ID] `gorm:"default:(sortid_wiji_new())"`
		Name string
	}
	sqliteULID struct {
		ID   gormtype.ID[ulid.ID] `gorm:"default:(sortid_ulid_new())"`
		Name string
	}
	sqliteUUID struct {
		ID   gormtype.ID[uuidv7.ID] `gorm:"default:(sortid_uuid_new())"`
		Name string
	}
	sqliteFlake struct {
		ID   gormtype.ID[ulidflake.ID] `gorm:"default:(sortid_ulidflake_new())"`
		Name string
	}
	sqliteXID struct {
		ID   gormtype.ID[uid11.ID] `gorm:"default:(sortid_xid_new())"`
		Name string
	}
	sqliteSCRU struct {
		ID   gormtype.ID[scru160.ID] `gorm:"default:(sortid_scru_new())"`
		Name string
	}
)

func (postgresWiji) TableName() string  { return "wiji" }
func (postgresULID) TableName() string  { return "ulid" }
func (postgresUUID) TableName() string  { return "uuid" }
func (postgresFlake) TableName() string { return "ulidflake" }
func (postgresXID) TableName() string   { return "xid" }
func (postgresSCRU) TableName() string  { return "scru" }
func (mysqlWiji) TableName() string     { return "wiji" }
func (mysqlULID) TableName() string     { return "ulid" }
func (mysqlUUID) TableName() string     { return "uuid" }
func (mysqlFlake) TableName() string    { return "ulidflake" }
func (mysqlXID) TableName() string      { return "xid" }
func (mysqlSCRU) TableName() string     { return "scru" }
func (sqliteWiji) TableName() string    { return "wiji" }
func (sqliteULID) TableName() string    { return "ulid" }
func (sqliteUUID) TableName() string    { return "uuid" }
func (sqliteFlake) TableName() string   { return "ulidflake" }
func (sqliteXID) TableName() string     { return "xid" }
func (sqliteSCRU) TableName() string    { return "scru" }

func (x postgresWiji) key() gormtype.ID[wiji.ID]       { return x.ID }
func (x postgresULID) key() gormtype.ID[ulid.ID]       { return x.ID }
func (x postgresUUID) key() gormtype.ID[uuidv7.ID]     { return x.ID }
func (x postgresFlake) key() gormtype.ID[ulidflake.ID] { return x.ID }
func (x postgresXID) key() gormtype.ID[uid11.ID]       { return x.ID }
func (x postgresSCRU) key() gormtype.ID[scru160.ID]    { return x.ID }
func (x mysqlWiji) key() gormtype.ID[wiji.ID]          { return x.ID }
func (x mysqlULID) key() gormtype.ID[ulid.ID]          { return x.ID }
func (x mysqlUUID) key() gormtype.ID[uuidv7.ID]        { return x.ID }
func (x mysqlFlake) key() gormtype.ID[ulidflake.ID]    { return x.ID }
func (x mysqlXID) key() gormtype.ID[uid11.ID]          { return x.ID }
func (x mysqlSCRU) key() gormtype.ID[scru160.ID]       { return x.ID }
func (x sqliteWiji) key() gormtype.ID[wiji.ID]         { return x.ID }
func (x sqliteULID) key() gormtype.ID[ulid.ID]         { return x.ID }
func (x sqliteUUID) key() gormtype.ID[uuidv7.ID]       { return x.ID }
func (x sqliteFlake) key() gormtype.ID[ulidflake.ID]   { return x.ID }
func (x sqliteXID) key() gormtype.ID[uid11.ID]         { return x.ID }
func (x sqliteSCRU) key() gormtype.ID[scru160.ID]      { return x.ID }
