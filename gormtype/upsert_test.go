package gormtype

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type (
	upsertRow struct {
		ID    ID[wiji.ID]
		Email string
		Token *Text[wiji.ID]
	}
	upsertDefault struct {
		ID    ID[wiji.ID]
		Email string
		Since string `gorm:"default:now()"`
		Hide  string `gorm:"default:now();->:false;<-"`
	}
	upsertToken struct {
		ID    uint
		Token Text[wiji.ID] `gorm:"generate"`
	}
)

func (upsertRow) TableName() string     { return "ups" }
func (upsertDefault) TableName() string { return "ups" }
func (upsertToken) TableName() string   { return "ups" }

// The conflicts of the upserts.
var (
	byEmail   = clause.OnConflict{Columns: []clause.Column{{Name: "email"}}, DoUpdates: clause.AssignmentColumns([]string{"email"})}
	byKey     = clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoUpdates: clause.AssignmentColumns([]string{"email"})}
	byPrimary = clause.OnConflict{Columns: []clause.Column{clause.PrimaryColumn}, DoUpdates: clause.AssignmentColumns([]string{"email"})}
	byAll     = clause.OnConflict{UpdateAll: true}
	byName    = clause.OnConflict{OnConstraint: "ups_email", UpdateAll: true}
	nothing   = clause.OnConflict{DoNothing: true}
	byWhere   = clause.OnConflict{Columns: byEmail.Columns, DoUpdates: byEmail.DoUpdates, Where: clause.Where{Exprs: []clause.Expression{clause.Expr{SQL: "ups.email = 'a'"}}}}
)

// keyed returns a row with a key.
func keyed(n byte) upsertRow { return upsertRow{ID: Of(wiji.ID{0: 6, 9: 0x10, 15: n})} }

// keysOf returns the last bytes of the keys of a row or of a list.
func keysOf(dest any) (keys []int) {
	switch dest := dest.(type) {
	case *upsertRow:
		return []int{int(dest.ID.V()[15])}
	case *upsertDefault:
		return []int{int(dest.ID.V()[15])}
	case *[]upsertRow:
		for _, r := range *dest {
			keys = append(keys, int(r.ID.V()[15]))
		}
	case *[]upsertDefault:
		for _, r := range *dest {
			keys = append(keys, int(r.ID.V()[15]))
		}
	}
	return keys
}

// TestUpsert: what the server gets of an upsert that made keys, and the keys that the rows have afterwards, if the server has stored or
// returns some of them.
func TestUpsert(t *testing.T) {
	row := func(n byte) []driver.Value { return []driver.Value{wijiOf(n)} }
	for _, c := range []struct {
		dialect, what string
		conflict      clause.Expression
		dest          any
		answers       []answer
		want          string
	}{
		{"mysql", "one row by another key, updated", byEmail, &upsertRow{}, []answer{{to: "INSERT", changed: 2}, {to: "SELECT", columns: "id:binary"}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?) ON CONFLICT (`email`) DO UPDATE SET `email`=`excluded`.`email`  | RAW, '', NULL\nSELECT `id` FROM `ups` WHERE `id` IN (?) | RAW; keys [0]"},
		{"mysql", "one row by another key, inserted", byEmail, &upsertRow{}, []answer{{to: "INSERT", changed: 1}, {to: "SELECT", columns: "id:binary", rows: [][]driver.Value{row(7)}}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?) ON CONFLICT (`email`) DO UPDATE SET `email`=`excluded`.`email`  | RAW, '', NULL\nSELECT `id` FROM `ups` WHERE `id` IN (?) | RAW; keys [7]"},
		{"mysql", "one row with a key", byEmail, ptr(keyed(1)), []answer{{to: "INSERT", changed: 1}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?) ON CONFLICT (`email`) DO UPDATE SET `email`=`excluded`.`email` | x'06000000000000000010000000000001', '', NULL; keys [1]"},
		{"mysql", "one row by its key", byKey, &upsertRow{}, []answer{{to: "INSERT", changed: 1}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?)  | RAW, '', NULL; keys [7]"},
		{"mysql", "one row by the primary key", byPrimary, &upsertRow{}, []answer{{to: "INSERT", changed: 1}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?)  | RAW, '', NULL; keys [7]"},
		{"mysql", "one row by all", byAll, &upsertRow{}, []answer{{to: "INSERT", changed: 1}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?)  | RAW, '', NULL; keys [7]"},
		{"mysql", "one row by the name of a constraint", byName, &upsertRow{}, []answer{{to: "INSERT", changed: 1}, {to: "SELECT", columns: "id:binary"}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?) ON CONFLICT ON CONSTRAINT ups_email DO UPDATE SET `email`=`excluded`.`email`,`token`=`excluded`.`token`  | RAW, '', NULL\nSELECT `id` FROM `ups` WHERE `id` IN (?) | RAW; keys [0]"},
		{"mysql", "rows by another key", byEmail, &[]upsertRow{{}, {}}, []answer{{to: "INSERT", changed: 2}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?),(?,?,?)  | RAW, '', NULL, x'060000ab000000000010000000000008', '', NULL; keys [7 8]"},
		{"mysql", "rows, one with a key", byEmail, &[]upsertRow{{}, keyed(1)}, []answer{{to: "INSERT", changed: 2}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?),(?,?,?) ON CONFLICT (`email`) DO UPDATE SET `id`=IF(VALUES(`id`) IN (?), ~0 + CHAR_LENGTH(VALUES(`id`)), `id`),`email`=`excluded`.`email`  | RAW, '', NULL, x'06000000000000000010000000000001', '', NULL, RAW; keys [7 1]"},
		{"mysql", "rows with keys", byEmail, &[]upsertRow{keyed(1), keyed(2)}, []answer{{to: "INSERT", changed: 2}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?),(?,?,?) ON CONFLICT (`email`) DO UPDATE SET `email`=`excluded`.`email` | x'06000000000000000010000000000001', '', NULL, x'06000000000000000010000000000002', '', NULL; keys [1 2]"},
		{"mysql", "rows, one with a key, by all", byAll, &[]upsertRow{{}, keyed(1)}, []answer{{to: "INSERT", changed: 2}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?),(?,?,?) ON CONFLICT (`id`) DO UPDATE SET `id`=IF(VALUES(`id`) IN (?), ~0 + CHAR_LENGTH(VALUES(`id`)), `id`),`email`=`excluded`.`email`,`token`=`excluded`.`token`  | RAW, '', NULL, x'06000000000000000010000000000001', '', NULL, RAW; keys [7 1]"},
		{"mysql", "a row exists with another unique key", byEmail, &[]upsertRow{{}, {}}, []answer{{to: "INSERT", err: errors.New("Error 1062: Duplicate entry")}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?),(?,?,?)  | RAW, '', NULL, x'060000ab000000000010000000000008', '', NULL\nerror: gormtype.ID[wiji.ID]: upsert: unknown key of an existing row: a row exists with the same values of another unique key, and this server cannot return its key: find the row and set its key, or create one row at a time: Error 1062: Duplicate entry; keys [7 8]"},
		{"mysql", "a row exists with another unique key, guarded", byEmail, &[]upsertRow{{}, keyed(1)}, []answer{{to: "INSERT", err: errors.New("Error 1690: out of range")}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?),(?,?,?) ON CONFLICT (`email`) DO UPDATE SET `id`=IF(VALUES(`id`) IN (?), ~0 + CHAR_LENGTH(VALUES(`id`)), `id`),`email`=`excluded`.`email`  | RAW, '', NULL, x'06000000000000000010000000000001', '', NULL, RAW\nerror: gormtype.ID[wiji.ID]: upsert: unknown key of an existing row: a row exists with the same values of another unique key, and this server cannot return its key: find the row and set its key, or create one row at a time: Error 1690: out of range; keys [7 1]"},
		{"mysql", "another error", byEmail, &[]upsertRow{{}, {}}, []answer{{to: "INSERT", err: errors.New("Error 1213: Deadlock")}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?),(?,?,?)  | RAW, '', NULL, x'060000ab000000000010000000000008', '', NULL\nerror: Error 1213: Deadlock; keys [7 8]"},
		{"mysql", "another error of one row", byEmail, &upsertRow{}, []answer{{to: "INSERT", err: errors.New("Error 1213: Deadlock")}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?) ON CONFLICT (`email`) DO UPDATE SET `email`=`excluded`.`email`  | RAW, '', NULL\nerror: Error 1213: Deadlock; keys [7]"},
		{"mysql", "an error of the question", byEmail, &upsertRow{}, []answer{{to: "INSERT", changed: 1}, {to: "SELECT", err: errors.New("gone")}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?) ON CONFLICT (`email`) DO UPDATE SET `email`=`excluded`.`email`  | RAW, '', NULL\nSELECT `id` FROM `ups` WHERE `id` IN (?) | RAW\nerror: gone; keys [7]"},
		{"mysql", "an error behind the answer", byEmail, &upsertRow{}, []answer{{to: "INSERT", changed: 1}, {to: "SELECT", columns: "id:binary", late: errors.New("gone")}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?) ON CONFLICT (`email`) DO UPDATE SET `email`=`excluded`.`email`  | RAW, '', NULL\nSELECT `id` FROM `ups` WHERE `id` IN (?) | RAW\nerror: gone; keys [7]"},
		{"mysql", "an answer that is no key", byEmail, &upsertRow{}, []answer{{to: "INSERT", changed: 1}, {to: "SELECT", columns: "id:binary", rows: [][]driver.Value{{"x"}}}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?) ON CONFLICT (`email`) DO UPDATE SET `email`=`excluded`.`email`  | RAW, '', NULL\nSELECT `id` FROM `ups` WHERE `id` IN (?) | RAW\nerror: gormtype: Create: the server's default made a key of another format: the rows are stored: fix the default of ups: sql: Scan error on column index 0, name \"id\": gormtype.ID[wiji.ID]: Scan of string \"x\": wrong length: this type needs a uuid column (PostgreSQL) or one of 16 raw bytes: use gormtype.Text for a text column, gormtype.Binary for a bytea column; keys [7]"},
		{"mysql", "nothing, one row", nothing, &upsertRow{}, []answer{{to: "INSERT", changed: 0}, {to: "SELECT", columns: "id:binary"}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?) ON CONFLICT DO NOTHING  | RAW, '', NULL\nSELECT `id` FROM `ups` WHERE `id` IN (?) | RAW; keys [0]"},
		{"mysql", "nothing, all rows", nothing, &[]upsertRow{{}, {}}, []answer{{to: "INSERT", changed: 2}, {to: "SELECT", columns: "id:binary", rows: [][]driver.Value{row(8)}}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?),(?,?,?) ON CONFLICT DO NOTHING  | RAW, '', NULL, x'060000ab000000000010000000000008', '', NULL\nSELECT `id` FROM `ups` WHERE `id` IN (?,?) | RAW, x'060000ab000000000010000000000008'; keys [0 8]"},
		{"mysql", "nothing, rows with keys", nothing, &[]upsertRow{keyed(1), keyed(2)}, []answer{{to: "INSERT", changed: 2}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?),(?,?,?) ON CONFLICT DO NOTHING | x'06000000000000000010000000000001', '', NULL, x'06000000000000000010000000000002', '', NULL; keys [1 2]"},
		{"mysql", "IGNORE", clause.Insert{Modifier: "ignore"}, &[]upsertRow{{}, keyed(1), {}}, []answer{{to: "INSERT", changed: 2}, {to: "SELECT", columns: "id:binary", rows: [][]driver.Value{row(8)}}}, "INSERT ignore INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?),(?,?,?),(?,?,?)  | RAW, '', NULL, x'06000000000000000010000000000001', '', NULL, x'060000ab000000000010000000000008', '', NULL\nSELECT `id` FROM `ups` WHERE `id` IN (?,?) | RAW, x'060000ab000000000010000000000008'; keys [0 1 8]"},
		{"mysql", "another modifier", clause.Insert{Modifier: "DELAYED"}, &[]upsertRow{{}}, []answer{{to: "INSERT", changed: 1}}, "INSERT DELAYED INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?) | RAW, '', NULL; keys [7]"},
		{"mysql", "nothing, with a default", nothing, &upsertDefault{}, []answer{{to: "INSERT", changed: 0}, {to: "SELECT", columns: "id:binary"}}, "INSERT INTO `ups` (`id`,`email`) VALUES (?,?) ON CONFLICT DO NOTHING  | RAW, ''\nSELECT `id` FROM `ups` WHERE `id` IN (?) | RAW; keys [0]"},

		{"mariadb", "one row by another key", byEmail, &upsertRow{}, []answer{{to: "INSERT", columns: "id:binary", rows: [][]driver.Value{row(1)}}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?) ON CONFLICT (`email`) DO UPDATE SET `email`=`excluded`.`email` RETURNING `id` | RAW, '', NULL; keys [1]"},
		{"mariadb", "rows by another key", byEmail, &[]upsertRow{{}, {}}, []answer{{to: "INSERT", columns: "id:binary", rows: [][]driver.Value{row(1), row(8)}}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?),(?,?,?) ON CONFLICT (`email`) DO UPDATE SET `email`=`excluded`.`email` RETURNING `id` | RAW, '', NULL, x'060000ab000000000010000000000008', '', NULL; keys [1 8]"},
		{"mariadb", "rows by all", byAll, &[]upsertRow{{}, {}}, []answer{{to: "INSERT", columns: "id:binary", rows: [][]driver.Value{row(1), row(8)}}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?),(?,?,?) ON CONFLICT (`id`) DO UPDATE SET `email`=`excluded`.`email`,`token`=`excluded`.`token` RETURNING `id` | RAW, '', NULL, x'060000ab000000000010000000000008', '', NULL; keys [1 8]"},
		{"mariadb", "rows with keys", byEmail, &[]upsertRow{keyed(1), keyed(2)}, []answer{{to: "INSERT", changed: 2}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?),(?,?,?) ON CONFLICT (`email`) DO UPDATE SET `email`=`excluded`.`email` | x'06000000000000000010000000000001', '', NULL, x'06000000000000000010000000000002', '', NULL; keys [1 2]"},
		{"mariadb", "one row with a key", byEmail, ptr(keyed(2)), []answer{{to: "INSERT", columns: "id:binary", rows: [][]driver.Value{row(1)}}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?) ON CONFLICT (`email`) DO UPDATE SET `email`=`excluded`.`email` RETURNING `id` | x'06000000000000000010000000000002', '', NULL; keys [1]"},
		{"mariadb", "rows behind WHERE, which it has not", byWhere, &[]upsertRow{{}, {}}, []answer{{to: "INSERT", columns: "id:binary", rows: [][]driver.Value{row(1), row(8)}}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?),(?,?,?) ON CONFLICT (`email`) DO UPDATE SET `email`=`excluded`.`email` WHERE ups.email = 'a'  RETURNING `id` | RAW, '', NULL, x'060000ab000000000010000000000008', '', NULL; keys [1 8]"},
		{"mariadb", "nothing, one row", nothing, &upsertRow{}, []answer{{to: "INSERT", changed: 0}, {to: "SELECT", columns: "id:binary"}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?) ON CONFLICT DO NOTHING  | RAW, '', NULL\nSELECT `id` FROM `ups` WHERE `id` IN (?) | RAW; keys [0]"},
		{"mariadb", "nothing, all rows", nothing, &[]upsertRow{{}, {}}, []answer{{to: "INSERT", changed: 2}, {to: "SELECT", columns: "id:binary", rows: [][]driver.Value{row(7)}}}, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (?,?,?),(?,?,?) ON CONFLICT DO NOTHING  | RAW, '', NULL, x'060000ab000000000010000000000008', '', NULL\nSELECT `id` FROM `ups` WHERE `id` IN (?,?) | RAW, x'060000ab000000000010000000000008'; keys [7 0]"},
		{"mariadb", "nothing, one row with a default", nothing, &upsertDefault{}, []answer{{to: "INSERT", columns: "since:text id:binary", rows: [][]driver.Value{{"now", wijiOf(1)}}}}, "INSERT INTO `ups` (`id`,`email`) VALUES (?,?) ON CONFLICT DO NOTHING RETURNING `since`,`id` | RAW, ''; keys [1]"},
		{"mariadb", "nothing, with a default", nothing, &[]upsertDefault{{}, {}}, []answer{{to: "INSERT", columns: "since:text id:binary", rows: [][]driver.Value{{"now", wijiOf(1)}, {"now", wijiOf(8)}}}}, "INSERT INTO `ups` (`id`,`email`) VALUES (?,?),(?,?) ON CONFLICT DO NOTHING RETURNING `since`,`id` | RAW, '', x'060000ab000000000010000000000008', ''; keys [7 8]"},

		{"sqlite", "one row by another key", byEmail, &upsertRow{}, []answer{{to: "INSERT", columns: "id:blob", rows: [][]driver.Value{row(1)}}}, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?) ON CONFLICT ("email") DO UPDATE SET "email"="excluded"."email" RETURNING "id" | RAW, '', NULL; keys [1]`},
		{"sqlite", "one row by its key", byKey, &upsertRow{}, []answer{{to: "INSERT", changed: 1}}, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?) ON CONFLICT ("id") DO UPDATE SET "email"="excluded"."email" | RAW, '', NULL; keys [7]`},
		{"sqlite", "one row by the primary key", byPrimary, &upsertRow{}, []answer{{to: "INSERT", changed: 1}}, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?) ON CONFLICT ("ups"."id") DO UPDATE SET "email"="excluded"."email" | RAW, '', NULL; keys [7]`},
		{"sqlite", "one row by all", byAll, &upsertRow{}, []answer{{to: "INSERT", changed: 1}}, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?) ON CONFLICT ("id") DO UPDATE SET "email"="excluded"."email","token"="excluded"."token" | RAW, '', NULL; keys [7]`},
		{"sqlite", "one row by the name of a constraint", byName, &upsertRow{}, []answer{{to: "INSERT", columns: "id:blob", rows: [][]driver.Value{row(1)}}}, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?) ON CONFLICT ON CONSTRAINT ups_email DO UPDATE SET "email"="excluded"."email","token"="excluded"."token" RETURNING "id" | RAW, '', NULL; keys [1]`},
		{"sqlite", "rows by another key", byEmail, &[]upsertRow{{}, keyed(3)}, []answer{{to: "INSERT", columns: "id:blob", rows: [][]driver.Value{row(1), row(3)}}}, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?),(?,?,?) ON CONFLICT ("email") DO UPDATE SET "email"="excluded"."email" RETURNING "id" | RAW, '', NULL, x'06000000000000000010000000000003', '', NULL; keys [1 3]`},
		{"sqlite", "rows with keys", byEmail, &[]upsertRow{keyed(1), keyed(2)}, []answer{{to: "INSERT", changed: 2}}, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?),(?,?,?) ON CONFLICT ("email") DO UPDATE SET "email"="excluded"."email" | x'06000000000000000010000000000001', '', NULL, x'06000000000000000010000000000002', '', NULL; keys [1 2]`},
		{"sqlite", "one row with a key", byEmail, ptr(keyed(2)), []answer{{to: "INSERT", columns: "id:blob", rows: [][]driver.Value{row(1)}}}, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?) ON CONFLICT ("email") DO UPDATE SET "email"="excluded"."email" RETURNING "id" | x'06000000000000000010000000000002', '', NULL; keys [1]`},
		{"sqlite", "one row behind WHERE, updated", byWhere, &upsertRow{}, []answer{{to: "INSERT", columns: "id:blob", rows: [][]driver.Value{row(1)}}}, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?) ON CONFLICT ("email") DO UPDATE SET "email"="excluded"."email" WHERE ups.email = 'a'  RETURNING "id"  | RAW, '', NULL; keys [1]`},
		{"sqlite", "one row behind WHERE, left out", byWhere, &upsertRow{}, []answer{{to: "INSERT", columns: "id:blob"}}, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?) ON CONFLICT ("email") DO UPDATE SET "email"="excluded"."email" WHERE ups.email = 'a'  RETURNING "id"  | RAW, '', NULL; keys [0]`},
		{"sqlite", "rows behind WHERE", byWhere, &[]upsertRow{{}, keyed(3), {}}, []answer{{to: "INSERT", changed: 3}, {to: "SELECT", columns: "id:blob", rows: [][]driver.Value{row(8)}}}, "INSERT INTO \"ups\" (\"id\",\"email\",\"token\") VALUES (?,?,?),(?,?,?),(?,?,?) ON CONFLICT (\"email\") DO UPDATE SET \"email\"=\"excluded\".\"email\" WHERE ups.email = 'a'   | RAW, '', NULL, x'06000000000000000010000000000003', '', NULL, x'060000ab000000000010000000000008', '', NULL\nSELECT \"id\" FROM \"ups\" WHERE \"id\" IN (?,?) | RAW, x'060000ab000000000010000000000008'; keys [0 3 8]"},
		{"sqlite", "rows behind WHERE, with a default", byWhere, &[]upsertDefault{{}, {}}, []answer{{to: "INSERT", columns: "since:text", rows: [][]driver.Value{{"now"}}}}, `INSERT INTO "ups" ("id","email") VALUES (?,?),(?,?) ON CONFLICT ("email") DO UPDATE SET "email"="excluded"."email" WHERE ups.email = 'a'  RETURNING "since"  | RAW, '', x'060000ab000000000010000000000008', ''; keys [0 0]` + gorm125 +
			`INSERT INTO "ups" ("id","email") VALUES (?,?),(?,?) ON CONFLICT ("email") DO UPDATE SET "email"="excluded"."email" WHERE ups.email = 'a'  RETURNING "since","hide"  | RAW, '', x'060000ab000000000010000000000008', ''; keys [0 0]`},
		{"sqlite", "one row behind WHERE, with a default", byWhere, &upsertDefault{}, []answer{{to: "INSERT", columns: "since:text id:blob", rows: [][]driver.Value{{"now", wijiOf(1)}}}}, `INSERT INTO "ups" ("id","email") VALUES (?,?) ON CONFLICT ("email") DO UPDATE SET "email"="excluded"."email" WHERE ups.email = 'a'  RETURNING "since","id"  | RAW, ''; keys [1]`},
		{"sqlite", "nothing, all rows", nothing, &[]upsertRow{{}, {}}, []answer{{to: "INSERT", changed: 2}}, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?),(?,?,?) ON CONFLICT DO NOTHING  | RAW, '', NULL, x'060000ab000000000010000000000008', '', NULL; keys [7 8]`},
		{"sqlite", "nothing, some rows", nothing, &[]upsertRow{{}, {}}, []answer{{to: "INSERT", changed: 1}, {to: "SELECT", columns: "id:blob", rows: [][]driver.Value{row(8)}}}, "INSERT INTO \"ups\" (\"id\",\"email\",\"token\") VALUES (?,?,?),(?,?,?) ON CONFLICT DO NOTHING  | RAW, '', NULL, x'060000ab000000000010000000000008', '', NULL\nSELECT \"id\" FROM \"ups\" WHERE \"id\" IN (?,?) | RAW, x'060000ab000000000010000000000008'; keys [0 8]"},
		{"sqlite", "nothing, one row with a default, left out", nothing, &upsertDefault{}, []answer{{to: "INSERT", columns: "since:text id:blob"}}, `INSERT INTO "ups" ("id","email") VALUES (?,?) ON CONFLICT DO NOTHING RETURNING "since","id"  | RAW, ''; keys [0]`},
		{"sqlite", "nothing, one row with a default, stored", nothing, &upsertDefault{}, []answer{{to: "INSERT", columns: "since:text id:blob", rows: [][]driver.Value{{"now", wijiOf(7)}}}}, `INSERT INTO "ups" ("id","email") VALUES (?,?) ON CONFLICT DO NOTHING RETURNING "since","id"  | RAW, ''; keys [7]`},
		{"sqlite", "nothing, rows with a default", nothing, &[]upsertDefault{{}, {}}, []answer{{to: "INSERT", columns: "since:text", rows: [][]driver.Value{{"now"}, {"now"}}}}, `INSERT INTO "ups" ("id","email") VALUES (?,?),(?,?) ON CONFLICT DO NOTHING RETURNING "since" | RAW, '', x'060000ab000000000010000000000008', ''; keys [7 8]` + gorm125 +
			`INSERT INTO "ups" ("id","email") VALUES (?,?),(?,?) ON CONFLICT DO NOTHING RETURNING "since","hide" | RAW, '', x'060000ab000000000010000000000008', ''; keys [7 8]`},
		{"sqlite", "tokens, by all", byAll, &upsertToken{ID: 1}, []answer{{to: "INSERT", changed: 1}}, `INSERT INTO "ups" ("token","id") VALUES (?,?) ON CONFLICT ("id") DO UPDATE SET "token"="excluded"."token" RETURNING "id","token" | TEXT, 1; keys []`},
		{"sqlite", "tokens, by another key", byEmail, &upsertToken{ID: 1}, []answer{{to: "INSERT", changed: 1}}, `INSERT INTO "ups" ("token","id") VALUES (?,?) ON CONFLICT ("email") DO UPDATE SET "email"="excluded"."email" RETURNING "id","token" | TEXT, 1; keys []`},
		{"mysql", "tokens, by another key", byEmail, &upsertToken{ID: 1}, []answer{{to: "INSERT", changed: 1}}, "INSERT INTO `ups` (`token`,`id`) VALUES (?,?) ON CONFLICT (`email`) DO UPDATE SET `email`=`excluded`.`email` | TEXT, 1; keys []"},
		{"mysql", "tokens, nothing", nothing, &upsertToken{ID: 1}, []answer{{to: "INSERT", changed: 1}}, "INSERT INTO `ups` (`token`,`id`) VALUES (?,?) ON CONFLICT DO NOTHING | TEXT, 1; keys []"},
	} {
		s := &server{dialect: c.dialect}
		for _, a := range c.answers {
			s.on(a)
		}
		db := s.open(t, made())
		err := db.Clauses(c.conflict).Create(c.dest).Error
		if got := s.outcome(err) + fmt.Sprint("; keys ", keysOf(c.dest)); !matches(got, c.want) {
			t.Errorf("%s, %s:\n<<%s>>%s<</>>", c.dialect, c.what, c.want, got)
		}
		if wants := fmt.Sprint(errors.Is(err, ErrUpsert)); wants != fmt.Sprint(c.what == "a row exists with another unique key" || c.what == "a row exists with another unique key, guarded") {
			t.Errorf("%s, %s: is an ErrUpsert: %s", c.dialect, c.what, wants)
		}
	}
}

// wijiOf returns the raw form of a key that ends by a byte.
func wijiOf(n byte) []byte {
	x := someWiji
	x[15] = n
	return x[:]
}

// TestUpsertReturning: the program's own RETURNING stays.
func TestUpsertReturning(t *testing.T) {
	for what, c := range map[string]struct {
		returning clause.Returning
		conflict  clause.OnConflict
		dest      any
		want      string
	}{
		"all":           {clause.Returning{}, byEmail, &upsertRow{}, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?) ON CONFLICT ("email") DO UPDATE SET "email"="excluded"."email" RETURNING * | RAW, '', NULL; keys [7]`},
		"all of a list": {clause.Returning{Columns: []clause.Column{}}, byEmail, &upsertRow{}, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?) ON CONFLICT ("email") DO UPDATE SET "email"="excluded"."email" RETURNING * | RAW, '', NULL; keys [7]`},
		"some":          {clause.Returning{Columns: []clause.Column{{Name: "email"}}}, byEmail, &upsertRow{}, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?) ON CONFLICT ("email") DO UPDATE SET "email"="excluded"."email" RETURNING "email","id" | RAW, '', NULL; keys [7]`},
		"some, where":   {clause.Returning{Columns: []clause.Column{{Name: "email"}}}, byWhere, &[]upsertRow{{}, {}}, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?),(?,?,?) ON CONFLICT ("email") DO UPDATE SET "email"="excluded"."email" WHERE ups.email = 'a'  RETURNING "email"  | RAW, '', NULL, x'060000ab000000000010000000000008', '', NULL; keys [0 0]`},
		"some, nothing": {clause.Returning{Columns: []clause.Column{{Name: "email"}}}, nothing, &[]upsertRow{{}, {}}, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?),(?,?,?) ON CONFLICT DO NOTHING RETURNING "email" | RAW, '', NULL, x'060000ab000000000010000000000008', '', NULL; keys [7 8]`},
		"some, default": {clause.Returning{Columns: []clause.Column{{Name: "email"}}}, byEmail, &upsertDefault{}, `INSERT INTO "ups" ("id","email") VALUES (?,?) ON CONFLICT ("email") DO UPDATE SET "email"="excluded"."email" RETURNING "email","id" | RAW, ''; keys [7]`},
	} {
		s := &server{dialect: "sqlite"}
		s.on(answer{to: "INSERT", columns: "email:text"})
		if got := s.outcome(s.open(t, made()).Clauses(c.conflict, c.returning).Create(c.dest).Error) + fmt.Sprint("; keys ", keysOf(c.dest)); !matches(got, c.want) {
			t.Errorf("%s:\n<<%s>>%s<</>>", what, c.want, got)
		}
	}
}

// TestUpsertDry: a DryRun builds the same statement, clears no key and asks nothing.
func TestUpsertDry(t *testing.T) {
	for what, c := range map[string]struct {
		dialect  string
		conflict clause.OnConflict
		want     string
	}{
		"one row":      {"mysql", byEmail, "INSERT INTO `ups` (`id`,`email`,`token`) VALUES (UNHEX(?),?,?) ON CONFLICT (`email`) DO UPDATE SET `email`=`excluded`.`email`  | 'HEX', '', NULL; keys [7]"},
		"behind WHERE": {"sqlite", byWhere, `INSERT INTO "ups" ("id","email","token") VALUES (UNHEX(?),?,?) ON CONFLICT ("email") DO UPDATE SET "email"="excluded"."email" WHERE ups.email = 'a'  RETURNING "id"  | 'HEX', '', NULL; keys [7]`},
	} {
		s := &server{dialect: c.dialect}
		row := upsertRow{}
		tx := s.open(t, made()).Session(&gorm.Session{DryRun: true}).Clauses(c.conflict).Create(&row)
		if got := shownBy(tx) + fmt.Sprint("; keys ", keysOf(&row)); got != c.want || s.took() != "" {
			t.Errorf("%s:\n<<%s>>%s<</>>", what, c.want, got)
		}
	}
}

// TestUpsertAssignments: the values that an upsert sets in a field, with and without the plugin.
func TestUpsertAssignments(t *testing.T) {
	set := func(value any) clause.OnConflict {
		return clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoUpdates: clause.Assignments(map[string]any{"token": value, "email": "x"})}
	}
	for _, c := range []struct {
		value any
		want  string
	}{
		{someWiji, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?) ON CONFLICT ("id") DO UPDATE SET "email"=?,"token"=? | x'06000000000000000010000000000001', '', NULL, 'x', TEXT`},
		{someWiji.String(), `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?) ON CONFLICT ("id") DO UPDATE SET "email"=?,"token"=? | x'06000000000000000010000000000001', '', NULL, 'x', TEXT`},
		{TextOf(someWiji), `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?) ON CONFLICT ("id") DO UPDATE SET "email"=?,"token"=? | x'06000000000000000010000000000001', '', NULL, 'x', TEXT`},
		{nil, `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?) ON CONFLICT ("id") DO UPDATE SET "email"=?,"token"=? | x'06000000000000000010000000000001', '', NULL, 'x', NULL`},
		{gorm.Expr("lower(ups.token)"), `INSERT INTO "ups" ("id","email","token") VALUES (?,?,?) ON CONFLICT ("id") DO UPDATE SET "email"=?,"token"=lower(ups.token) | x'06000000000000000010000000000001', '', NULL, 'x'`},
		{"x", `error: gormtype.Text[wiji.ID]: ups.token "x": not an ID: the column holds a wiji.ID: pass one, or its text`},
		{Of(someWiji), "error: gormtype.Text[wiji.ID]: ups.token gormtype.ID[wiji.ID]: another form: the column stores another form than this type: pass gormtype.TextOf(id)"},
	} {
		for _, way := range []string{"with", "without"} {
			s := &server{dialect: "sqlite"}
			db := s.openBare(t)
			if way == "with" {
				db = s.open(t)
			}
			conflict := set(c.value)
			row := keyed(1)
			err := db.Clauses(conflict).Create(&row).Error
			if got := s.outcome(err); !matches(got, c.want) {
				t.Errorf("%s the plugin, %T:\n<<%s>>%s<</>>", way, c.value, c.want, got)
			}
			if fmt.Sprint(conflict.DoUpdates) != fmt.Sprint(set(c.value).DoUpdates) {
				t.Errorf("%s the plugin, %T: the program's clause is now %v", way, c.value, conflict.DoUpdates)
			}
		}
	}
}

// TestUpsertZero: a zero ID in an expression of an upsert would be stored, too, whatever the function makes of it.
func TestUpsertZero(t *testing.T) {
	for _, c := range []struct{ expression, where string }{{"weird(?)", "statement"}, {"COALESCE(token, ?)", "field upsertRow.Token"}} {
		row := keyed(1)
		conflict := clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoUpdates: clause.Assignments(map[string]any{"token": gorm.Expr(c.expression, TextOf(wiji.ID{}))})}
		s := &server{dialect: "sqlite"}
		err := s.open(t).Clauses(conflict).Create(&row).Error
		if !errors.Is(err, id.ErrZero) || !strings.HasPrefix(err.Error(), "gormtype.Text[wiji.ID]: "+c.where+": zero ID: ") || s.took() != "" {
			t.Errorf("%s: error %v, sent %q", c.expression, err, s.took())
		}
	}
}
